"""Views: what one seat, or a spectator, sees of a game.

:class:`Seen` decides it, and every :class:`~lastcard.game.Game` is one. A :class:`View` is built from scratch, field by field,
never by pruning the truth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from .bits import has
from .cards import Kind
from .edition import Edition
from .errors import InvalidMove
from .history import History
from .moves import Codec
from .play.evidence import Evidence
from .play.evidence import told as evidence_told
from .repl_display import Drawn, Hand, Picture
from .rules.state import DREW, NONE, OVER, TURN
from .typed_text import quoted


@dataclass(frozen=True)
class Pending:
    """A card that has been played and whose effect is not settled. A challenge is about the color before it.

    At a table that stacks, ``sum`` is how many cards the seat ``hit`` has to take, and ``answers`` are the cards that the
    rules let anybody put on it (stack-asked).
    """

    card: str
    seat: int
    color_before: str | None
    sum: int | None = None
    hit: int | None = None
    answers: tuple[str, ...] | None = None


class Numbers(NamedTuple):
    """A seat's knowledge of the round in the rules' own numbers: enough to play on in an imagined world.

    ``public`` holds the fields that everybody knows, ``own`` those that only this seat knows something about, and ``evidence``
    what everyone's choices have revealed (:mod:`lastcard.play.evidence`). ``wilds_match`` says whether holding another wild
    makes a Wild Draw Four guilty (wd4-wilds-match).
    """

    public: Mapping[str, Any]
    own: Mapping[str, Any]
    evidence: Mapping[str, Any]
    wilds_match: bool = True


@dataclass(frozen=True, repr=False)
class View(Drawn):
    """Everything that one seat knows (``seat`` None: a spectator). Cards and colors are texts.

    ``numbers`` and ``kinds`` are for bots. ``kinds`` tells by a card's text what it does and how much it counts at this table.
    """

    edition: str
    players: int
    seat: int | None
    options: dict[str, Any]
    round: int
    dealer: int
    turn: int
    to_move: tuple[int, ...]
    phase: str
    direction: int
    color: str | None
    top: str
    discard_pile: tuple[str, ...]
    draw_count: int
    counts: tuple[int, ...]
    hand: tuple[str, ...]
    drawn: str | None
    known: dict[int, tuple[str, ...]]
    owes_uno: tuple[int, ...]
    pending: Pending | None
    special: dict[str, Any]
    scores: tuple[int, ...]
    points: tuple[int, ...] | None
    hands: tuple[tuple[str, ...], ...] | None
    round_over: bool
    over: bool
    winner: int | None
    winners: tuple[int, ...]
    numbers: Numbers
    kinds: Mapping[str, Kind]

    @property
    def asks(self) -> str:
        """The name of its prompt: the phase, "stack" for an answer to a stack, or "rule-vote" for a house rule's vote."""
        if self.pending is not None and self.pending.sum is not None:
            return "stack"
        return "rule-vote" if self.phase == "vote" and "rule" in self.special else self.phase

    def _picture(self) -> Picture:
        names = ["you" if seat == self.seat else f"seat {seat}" for seat in range(self.players)]
        shown = [self.hand if seat == self.seat else self.known.get(seat, ()) for seat in range(self.players)]
        return Picture(
            what="View" if self.seat is None else f"View from seat {self.seat}",
            edition=self.edition,
            title=self.edition,
            round=self.round,
            names=names,
            to_move=self.to_move,
            direction=self.direction,
            top=self.top,
            color=self.color,
            draw_count=self.draw_count,
            counts=self.counts,
            hands=shown if self.hands is None else self.hands,
            scores=self.scores,
            round_over=self.round_over,
            winners=self.winners,
            kinds=self.kinds,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON data, without ``numbers``, which repeats the rest, and ``kinds``, which the edition has."""
        return {name: _plain(value) for name, value in vars(self).items() if name not in {"numbers", "kinds"}}


ALWAYS = ("card", "seat", "color_before")


def _plain(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, Pending):
        return {name: _plain(each) for name, each in vars(value).items() if name in ALWAYS or each is not None}
    return value


class Seen(Drawn):
    """A game as it is seen: what everyone sees, and what one seat sees."""

    edition: Edition
    players: int
    round_number: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    _rules: Any
    _round: Any
    _kinds: dict[str, Kind]
    _codec: Codec
    _history: History
    _evidence: Evidence
    _said: list[tuple[str, str]]
    _shown_options: dict[str, Any]
    _told: tuple[int, dict[str, Any], dict[str, Any]]

    def view(self, seat: int | None) -> View:
        """Return what a seat (None: a spectator) knows now."""
        shared, own, kinds = self.seen_by_all(), self.seen_by(seat), self._kinds
        own["hand"] = Hand(own["hand"]).named(kinds)
        own["known"] = {other: Hand(cards).named(kinds) for other, cards in own["known"].items()}
        if shared["hands"] is not None:
            shared["hands"] = tuple(Hand(cards).named(kinds) for cards in shared["hands"])
        return View(
            **shared,
            **own,
            edition=self.edition.id,
            options=self._shown_options,
            discard_pile=tuple(self.discard_pile),
            numbers=self._numbers(seat),
            kinds=kinds,
        )

    def seen_by_all(self) -> dict[str, Any]:
        """Return the fields of a view that everyone sees alike, spectators too."""
        g, texts = self._round, self._codec.card_texts
        counted = g.phase == OVER and g.winner != NONE
        hands = self._history.truth.hands if counted else ()
        return {
            "players": self.players,
            "round": self.round_number,
            "dealer": g.dealer,
            "turn": g.turn,
            "to_move": self.to_move,
            "phase": self.edition.phase_names[g.phase],
            "direction": g.direction,
            "color": self.color,
            "top": self.top,
            "draw_count": g.draw_n,
            "counts": tuple(g.hand_n[: self.players]),
            "owes_uno": self.owes_uno,
            "pending": self._pending(),
            "scores": self.scores,
            "points": tuple(g.points[: self.players]) if counted else None,
            "hands": tuple(tuple(texts[k] for k in sorted(h)) for h in hands) if counted else None,
            "round_over": self.round_over,
            "over": self.over,
            "winner": g.winner if counted else None,
            "winners": self.winners,
        }

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """Return the fields of a view that depend on who looks (None: a spectator)."""
        if seat is not None:
            self._check_seat(seat)
        g, texts = self._round, self._codec.card_texts
        hand, known = self._history.known(seat).texts(texts)
        return {
            "seat": seat,
            "hand": hand,
            "drawn": texts[g.drawn] if g.phase == DREW and seat == g.turn else None,
            "known": known,
            "special": self.edition.special(self._rules, g, seat, self._said, self._shown_options),
        }

    @property
    def shows_outcome(self) -> bool:
        """Whether cards lie open that turned out well or badly for their players, for everyone to read."""
        signed = {name for name, shown in self.edition.shows.items() if shown.sign}
        return bool(signed) and not signed.isdisjoint(self.seen_by(None)["special"])

    def _numbers(self, seat: int | None) -> Numbers:
        """Return what a seat knows in the rules' own numbers. The public part is shared by all views of the same moment."""
        g, now = self._round, self._history.count
        if self._told[0] != now:
            self._told = now, self.edition.public_fields(g), evidence_told(self._evidence, self.players)
        _, public, told = self._told
        own = {} if seat is None else self.edition.own_fields(self._rules, g, seat)
        return Numbers(public, own, told, self.edition.wilds_match)

    def _pending(self) -> Pending | None:
        g = self._round
        if g.card == NONE or g.phase in (TURN, DREW, OVER):
            return None
        before = None if g.color_before == NONE else self.edition.colors[g.color_before]
        card = self._codec.card_texts[g.card]
        if not g.stack:
            return Pending(card, g.actor, before)
        return Pending(card, g.actor, before, g.stack, g.hit, self.edition.stack_answers(self._rules, g))

    def _check_seat(self, seat: object) -> int:
        if type(seat) is int and 0 <= seat < self.players:
            return seat
        raise InvalidMove(f"there is no seat {quoted(seat)}; seats are 0 to {self.players - 1}")

    # ---- what everyone sees ------------------------------------------------------------------------
    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that the game waits for, and no others."""
        waiting = self._round.waiting
        return tuple(seat for seat in range(self.players) if has(waiting, seat))

    @property
    def top(self) -> str:
        """The card on the discard pile."""
        return self._codec.card_texts[self._round.discard[self._round.discard_n - 1]]

    @property
    def color(self) -> str | None:
        """The color in force, or None until it is picked."""
        return None if self._round.color == NONE else self.edition.colors[self._round.color]

    @property
    def direction(self) -> int:
        """1 if play runs to the left, -1 if it runs to the right."""
        return int(self._round.direction)

    @property
    def discard_pile(self) -> list[str]:
        """The discard pile, with the top card last."""
        g, texts = self._round, self._codec.card_texts
        return [texts[kind] for kind in g.discard[: g.discard_n]]

    @property
    def phase(self) -> str:
        """The name of the phase: what the round is waiting for."""
        return self.edition.phase_names[self._round.phase]

    @property
    def owes_uno(self) -> tuple[int, ...]:
        """The seats that may be caught because they have not called."""
        return tuple(seat for seat in range(self.players) if has(self._round.owes_uno, seat))

    @property
    def round_over(self) -> bool:
        """Whether the round has ended."""
        return bool(self._round.phase == OVER)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.winners)

    @property
    def dealer(self) -> int:
        """The seat that dealt this round."""
        return int(self._round.dealer)

    @property
    def turn(self) -> int:
        """The seat whose turn it is. In the opening, this is the seat that owes the answer."""
        return int(self._round.turn)
