"""Views: what one seat, or a spectator, sees of a game.

:class:`View` is built from scratch: ``Game.view`` fills in every field explicitly, never by pruning the truth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from .cards import Kind
from .repl_display import Drawn, Picture


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
