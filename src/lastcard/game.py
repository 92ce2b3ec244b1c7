"""A game: rounds, scores, moves, events and views of one table.

``Game`` holds the truth; what leaves it for a player is a :class:`~lastcard.view.View` or events redacted for that seat.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, Self, cast

from . import editions
from .cards import FIRST_WILD
from .edition import Edition
from .errors import IllegalMove, InvalidMove, InvalidOption, InvalidPosition, InvalidRecord, LastcardError, Refusal
from .events import E_DEALER, E_DEALT, E_FLIPPED, E_HANDED, E_SHOWN, Event, Row
from .moves import SEATS, Move
from .options import rewritten
from .record import FORMAT, LATEST, NEXT_ROUND, Fair, Position, Record, read
from .refusals import explain
from .rules.core import DREW, NONE, OVER, TURN
from .rules.evidence import Evidence
from .rules.evidence import told as evidence_told
from .rules.fair import DIGITS, Shuffle, is_seed
from .rules.state import MOVES
from .texts import quoted
from .view import EVERYTHING, Knowledge, Numbers, Pending, View

_BITS = 62
_STRIDE = 0x2545F4914F6CDD1D


def _read_seed(seed: object) -> int | str:
    if seed is None:
        return int.from_bytes(os.urandom(8), "big") >> 64 - _BITS
    if type(seed) is int and 0 <= seed < 1 << 64:
        return seed
    if isinstance(seed, str) and is_seed(seed):
        return seed.lower()
    raise InvalidOption(f"a seed is a whole number from 0 to 2**64 - 1, or {DIGITS} hex digits, not {quoted(seed)}")


def _is_list(given: object) -> bool:
    return isinstance(given, Sequence) and not isinstance(given, (str, bytes))


class Game:
    """One game of an edition, from the first deal to the winner.

    ``seed`` decides every shuffle (default: a random one); 64 hex digits are the seed of a fair deal
    (:mod:`lastcard.rules.fair`). ``deck`` gives the order of the first deal in its place, the card dealt first first.
    ``names`` and ``fair``, where somebody sets them, stand in the record. A world of :mod:`lastcard.worlds` is imagined.
    """

    is_imagined = False
    names: list[str] | None = None
    fair: Fair | None = None

    def __init__(
        self,
        edition: str | Edition,
        players: int = 4,
        seed: int | str | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        deck: Sequence[str] | None = None,
    ) -> None:
        self._set_up(edition, players, seed, options)
        self._new_round(None if deck is None else self._read_deck(deck))

    def _set_up(self, edition: str | Edition, players: int, seed: int | str | None, options: Mapping[str, Any] | None) -> None:
        self.edition = editions.get(edition)
        if type(players) is not int or not 2 <= players <= SEATS:
            raise InvalidOption(f"2 to {SEATS} can play, not {quoted(players)} (setup-players)")
        self.players: int = players
        self.seed = _read_seed(seed)
        self.options = self.edition.read_options(options)
        self._shown_options = deepcopy(self.options)
        self._dealer: int | None = self.options.get("dealer")
        if self._dealer is not None and self._dealer >= players:
            raise InvalidOption(f"dealer is a seat from 0 to {players - 1}, not {self._dealer}")
        self.round_number = 0
        self.scores = (0,) * players
        self.winners: tuple[int, ...] = ()
        self._is_fair = isinstance(self.seed, str)
        self._kernels = self.edition.fair_kernels if self._is_fair else self.edition.kernels
        self._codec = self.edition.codec
        self._teller = self.edition.teller
        self._rules = self.edition.make_rules(self.options, players)
        self._log: list[Row] = []
        self._shuffles: list[tuple[int, int, int, bytes, bytes]] = []
        self._round: Any = self.edition.round()
        self._evidence = Evidence()
        self._told: tuple[int, dict[str, Any], dict[str, Any]] = (-1, {}, {})
        more: dict[str, Any] = {"log": self._log}  # the interpreted rules write events there
        if isinstance(self.seed, str):
            more |= {"key": bytes.fromhex(self.seed), "shuffled": self._shuffles}
        vars(self._round).update(more)
        self._texts: dict[int, str] = {}
        self._said: list[tuple[str, str]] = []
        self._out = [0] * MOVES
        self._last_mover = 0
        self._truth = Knowledge(EVERYTHING, players)
        self._known: dict[int | None, Knowledge] = {}
        self._played: list[tuple[int | None, str, int | None]] = []
        self._rewritten: list[tuple[int, dict[str, Any]]] = []
        self._given_options = {} if options is None else deepcopy(dict(options))
        self._position: dict[str, Any] | None = None
        self._deck: list[int] | None = None

    # ---- rounds ------------------------------------------------------------------------------------
    def _new_round(self, deck: list[int] | None = None) -> None:
        self._deck = deck if self.round_number == 0 else self._deck
        g, kernels, seed = self._round, self._kernels, self._round_seed()
        self._said = []
        kernels.forget_choices(self._evidence)
        dealer = NONE if self._dealer is None else self._dealer
        if deck is None:
            kernels.new_round(self._rules, g, seed, dealer)
        else:
            kernels.seed_dice(g, seed)
            kernels.clear(self._rules, g)
            g.dealer = kernels.choose_dealer(self._rules, g) if dealer == NONE else dealer
            g.draw[: len(deck)] = bytes(reversed(deck))
            kernels.deal(self._rules, g)
        self._dealer = g.dealer
        self._last_mover = g.dealer
        self._take_in(self._truth.read)

    def _round_seed(self) -> int:
        """What the dice of a round begin with; fair dice have their key already."""
        if isinstance(self.seed, str):
            return self.round_number
        return (self.seed + ((self.seed >> _BITS) + self.round_number) * _STRIDE) % (1 << _BITS)

    def next_round(self, options: Mapping[str, Any] | None = None) -> list[Event]:
        """Deal again; house rules may be rewritten. The events as a spectator sees them."""
        if not self.round_over:
            raise IllegalMove(Refusal("match-deal", "round-not-over", "the round is not over yet"))
        if self.over:
            raise IllegalMove(Refusal("match-deal", "game-over", "the game is over"))
        if options:
            self._rewrite(options)
        start = len(self._log)
        self.round_number += 1
        self._dealer = (self._round.dealer + 1) % self.players
        self._played.append((None, NEXT_ROUND, None))
        self._new_round()
        return self.events(None, since=start)

    def _rewrite(self, options: Mapping[str, Any]) -> None:
        if not isinstance(options, Mapping):
            raise InvalidOption(f"options are names with values, not {type(options).__name__}")
        fixed = {option.name for option in self.edition.options if not option.between_rounds}
        changed = self.edition.read_options(rewritten(self.options, options))
        for name in options:
            if name in fixed:
                allowed = sorted({option.name for option in self.edition.options} - fixed) or ["nothing"]
                raise InvalidOption(f"{name} is fixed for the whole game; between rounds one may change {', '.join(allowed)}")
        self.options = changed
        self._shown_options = deepcopy(changed)
        self._rules = self.edition.make_rules(changed, self.players)
        self._rewritten.append((self.round_number + 1, deepcopy(dict(options))))

    def _count(self) -> None:
        """Scores when a round has ended (score-winner, match-500, match-single, match-lowest)."""
        g = self._round
        if g.winner == NONE:
            return
        lowest = self.options["scoring"] == "lowest"
        gained = list(g.points[: self.players]) if lowest else [g.score if s == g.winner else 0 for s in range(self.players)]
        self.scores = tuple(score + more for score, more in zip(self.scores, gained, strict=True))
        target = self.options["target"]
        if target is None:
            self.winners = (g.winner,)
        elif max(self.scores) >= target:
            best = min(self.scores) if lowest else max(self.scores)
            self.winners = tuple(s for s in range(self.players) if self.scores[s] == best)

    # ---- moves -------------------------------------------------------------------------------------
    @property
    def to_move(self) -> tuple[int, ...]:
        """Exactly the seats that the game waits for."""
        waiting = self._round.waiting
        return tuple(seat for seat in range(self.players) if waiting >> seat & 1)

    def _check_seat(self, seat: object) -> int:
        if type(seat) is int and 0 <= seat < self.players:
            return seat
        raise InvalidMove(f"there is no seat {quoted(seat)}; seats are 0 to {self.players - 1}")

    def moves(self, seat: int) -> list[Move]:
        """Every legal move of a seat now, those out of turn too."""
        n = self._kernels.legal(self._rules, self._round, self._check_seat(seat), self._out)
        move = self._codec.move
        return [move(code) for code in self._out[:n]]

    def move(self, seat: int, move: str, at: int | None = None) -> list[Event]:
        """Do a move (``at`` so many milliseconds); the events as the mover may see them. A refused move changes nothing."""
        code, said = self._codec.read(move)
        if at is not None and (type(at) is not int or not 0 <= at < LATEST):
            raise InvalidMove(f"a move's time is a number of milliseconds, not {quoted(at)}")
        refusal = self._refusal(self._check_seat(seat), code, said)
        if refusal:
            raise IllegalMove(refusal)
        start = len(self._log)
        self._played.append((seat, str(self._codec.move(code) if said is None else self._codec.say(code, said)), at))
        self._kernels.observe(self._rules, self._round, self._evidence, seat, code)
        self._kernels.step(self._rules, self._round, seat, code)
        self._last_mover = seat
        if said is not None:
            word = self._codec.verbs[code >> 12].word
            self._said.append((word, said))
            self._texts[start] = said
        self._take_in(start)
        if self._round.phase == OVER:
            self._count()
        return self.events(seat, since=start)

    def why_not(self, seat: int, move: str) -> Refusal | None:
        """Why a move is not allowed now; None where it is."""
        code, said = self._codec.read(move)
        return self._refusal(self._check_seat(seat), code, said)

    def _refusal(self, seat: int, code: int, said: str | None) -> Refusal | None:
        n = self._kernels.legal(self._rules, self._round, seat, self._out)
        if code not in self._out[:n]:
            return explain(self.edition, self._rules, self._round, seat, code)
        if said is not None:
            return self.edition.hear(self._said, self._codec.verbs[code >> 12].word, said)
        return None

    def chances(self, seat: int) -> list[Move]:
        """Those of a seat's moves that are out of turn: calls, catches, and what the edition adds."""
        n = self._kernels.chances(self._rules, self._round, self._check_seat(seat), self._out, 0)
        return [self._codec.move(code) for code in self._out[:n]]

    def offers(self) -> tuple[int, ...]:
        """The seats to be asked for moves out of turn now, from the left of the last mover, whatever they hold."""
        mask = self._kernels.offered(self._rules, self._round)
        order = ((self._last_mover + i) % self.players for i in range(1, self.players + 1))
        return tuple(seat for seat in order if mask >> seat & 1)

    # ---- events and views --------------------------------------------------------------------------
    def _take_in(self, start: int) -> None:
        """Follow the truth through new rows; a hand that is shown or changes places is written down card by card.

        It is written in the order of the deck: the order received would tell when a card came.
        """
        log, truth, kinds = self._log, self._truth, self._teller.cards
        i = start
        while i < len(log):
            row = log[i]
            moved = kinds[row[0]]
            if moved in ("show", "swap", "rotate"):
                log[i + 1 : i + 1] = self._card_by_card(moved, row)
            i += 1
            if moved:
                truth.follow(self._teller, (row,))
        truth.read = len(log)

    def _card_by_card(self, moved: str, row: Row) -> list[Row]:
        _, seat, count, n = row
        hands = self._truth.hands
        if moved == "show":
            return [(E_SHOWN, seat, kind, n) for kind in sorted(hands[seat][:count])]
        if moved == "swap":
            pairs = [(seat, n), (n, seat)]
        else:
            pairs = [(s, (s + (1 if n == 0 else -1)) % self.players) for s in range(self.players)]
        return [(E_HANDED, giver, kind, taker) for giver, taker in pairs for kind in sorted(hands[giver])]

    def events(self, seat: int | None, since: int = 0) -> list[Event]:
        """What happened, as a seat (None: a spectator) may see it, from event number ``since`` on."""
        if seat is not None:
            self._check_seat(seat)
        tell, texts, log = self._teller.tell, self._texts, self._log
        since = max(since, 0)
        if texts:
            return [tell(log[i], seat, texts.get(i)) for i in range(since, len(log))]
        return [tell(row, seat) for row in log[since:]]

    def sentences(self, seat: int | None, since: int = 0) -> list[str]:
        """The same events in words."""
        return [self._teller.sentence(event, lambda s: f"seat {s}") for event in self.events(seat, since)]

    def _knowledge(self, seat: int | None) -> Knowledge:
        known = self._known.get(seat)
        if known is None:
            known = self._known[seat] = Knowledge(seat, self.players)
        if known.read < len(self._log):
            known.follow(self._teller, self._log[known.read :])
            known.read = len(self._log)
        return known

    def view(self, seat: int | None) -> View:
        """What a seat (None: a spectator) knows now."""
        if seat is not None:
            self._check_seat(seat)
        g, texts = self._round, self._codec.card_texts
        known = self._knowledge(seat).hands
        counted = g.phase == OVER and g.winner != NONE
        others = {s: tuple(texts[k] for k in known[s]) for s in range(self.players) if s != seat and known[s]}
        return View(
            edition=self.edition.id,
            players=self.players,
            seat=seat,
            options=self._shown_options,
            round=self.round_number,
            dealer=g.dealer,
            turn=g.turn,
            to_move=self.to_move,
            phase=self.edition.phase_names[g.phase],
            direction=g.direction,
            color=self.color,
            top=self.top,
            discard_pile=tuple(self.discard_pile),
            draw_count=g.draw_n,
            counts=tuple(g.hand_n[: self.players]),
            hand=() if seat is None else tuple(texts[k] for k in known[seat]),
            drawn=texts[g.drawn] if g.phase == DREW and seat == g.turn else None,
            known=others,
            owes_uno=self.owes_uno,
            pending=self._pending(),
            special=self.edition.sees(self._rules, g, seat, self._said, self._shown_options),
            scores=self.scores,
            points=tuple(g.points[: self.players]) if counted else None,
            hands=tuple(tuple(texts[k] for k in sorted(hand)) for hand in self._truth.hands) if counted else None,
            round_over=self.round_over,
            over=self.over,
            winner=g.winner if counted else None,
            winners=self.winners,
            numbers=self._numbers(seat),
        )

    def _numbers(self, seat: int | None) -> Numbers:
        """What all know is written down once for all views of the same moment."""
        g, now = self._round, len(self._log)
        if self._told[0] != now:
            self._told = now, self.edition.public_fields(g), evidence_told(self._evidence, self.players)
        _, public, told = self._told
        return Numbers(public, {} if seat is None else self.edition.own_fields(self._rules, g, seat), told)

    def _pending(self) -> Pending | None:
        g = self._round
        if g.card == NONE or g.phase in (TURN, DREW, OVER):
            return None
        before = None if g.color_before == NONE else self.edition.colors[g.color_before]
        return Pending(self._codec.card_texts[g.card], g.actor, before)

    # ---- the truth ---------------------------------------------------------------------------------
    @property
    def hands(self) -> list[list[str]]:
        """Every hand in the order received."""
        texts = self._codec.card_texts
        return [[texts[kind] for kind in hand] for hand in self._truth.hands]

    @property
    def top(self) -> str:
        """The card on the discard pile."""
        return self._codec.card_texts[self._round.discard[self._round.discard_n - 1]]

    @property
    def color(self) -> str | None:
        """The color in force; None while it is owed."""
        return None if self._round.color == NONE else self.edition.colors[self._round.color]

    @property
    def direction(self) -> int:
        """1 where play runs to the left, -1 to the right."""
        return int(self._round.direction)

    @property
    def draw_pile(self) -> list[str]:
        """The draw pile, the card drawn next first."""
        g, texts = self._round, self._codec.card_texts
        return [texts[kind] for kind in reversed(g.draw[: g.draw_n])]

    @property
    def discard_pile(self) -> list[str]:
        """The discard pile, the top card last."""
        g, texts = self._round, self._codec.card_texts
        return [texts[kind] for kind in g.discard[: g.discard_n]]

    @property
    def phase(self) -> str:
        """What the round waits for."""
        return self.edition.phase_names[self._round.phase]

    @property
    def vetoable(self) -> tuple[str, int] | None:
        """A move offered now that a player may have vetoed before the game, and the number it was vetoed by."""
        return self.edition.vetoable(self._rules, self._round)

    @property
    def owes_uno(self) -> tuple[int, ...]:
        """The seats that may be caught without the call."""
        return tuple(seat for seat in range(self.players) if self._round.owes_uno >> seat & 1)

    @property
    def event_count(self) -> int:
        """How many events there have been; the same number for everybody."""
        return len(self._log)

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
        """The seat whose turn it is; in the opening the one that owes the answer."""
        return int(self._round.turn)

    def shuffles(self) -> list[Shuffle]:
        """Every shuffle of a fair deal so far, as :func:`lastcard.rules.fair.shuffled` makes it; of other games none."""
        texts = self._codec.card_texts
        return [
            Shuffle(number, shuffle, top, tuple(texts[k] for k in before), tuple(texts[k] for k in after))
            for number, shuffle, top, before, after in self._shuffles
        ]

    # ---- copies and positions ----------------------------------------------------------------------
    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def copy(self) -> Self:
        """A game that goes on on its own from here."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._round = self._round.copy()
        twin._evidence = self._evidence.copy()
        twin._log = twin._round.log = self._log[:]
        twin._texts = dict(self._texts)
        twin._said = self._said[:]
        twin._out = [0] * MOVES
        twin._truth = self._truth.copy()
        twin._known = {seat: known.copy() for seat, known in self._known.items()}
        twin._shuffles = self._shuffles[:]
        if self._is_fair:
            twin._round.shuffled = twin._shuffles
        twin._played = self._played[:]
        twin._rewritten = self._rewritten[:]
        return twin

    @classmethod
    def arrange(
        cls,
        edition: str | Edition,
        hands: Sequence[Sequence[str]],
        top: str,
        *,
        color: str | None = None,
        draw: Sequence[str] = (),
        discard: Sequence[str] = (),
        rest: bool = True,
        turn: int = 0,
        direction: int = 1,
        dealer: int | None = None,
        scores: Sequence[int] | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | str = 0,
    ) -> Self:
        """A game in the middle: the top card's effect is over, and one-card hands are safe.

        ``draw`` are the next cards to be drawn, first first; the rest of the deck follows, shuffled, unless ``rest`` is False.
        ``discard`` lies under the top card, bottom first. A position that cannot be is refused with the reason.
        """
        for name, given in (("hands", hands), ("draw", draw), ("discard", discard), ("scores", scores or ())):
            if not _is_list(given):
                raise InvalidPosition(f"{name} is a list, not {quoted(given)}")
        if not all(map(_is_list, hands)):
            raise InvalidPosition("each hand is a list of cards")
        if not 2 <= len(hands) <= SEATS:
            raise InvalidPosition(f"a position has 2 to {SEATS} hands, not {len(hands)}")
        game = object.__new__(cls)
        game._set_up(edition, len(hands), seed, options)
        game._position = {
            "hands": [list(hand) for hand in hands],
            "top": top,
            "color": color,
            "draw": list(draw),
            "discard": list(discard),
            "rest": rest,
            "turn": turn,
            "direction": direction,
            "dealer": dealer,
            "scores": None if scores is None else list(scores),
        }
        game._lay_out(**game._position)
        return game

    def _lay_out(
        self,
        *,
        hands: list[list[str]],
        top: str,
        color: str | None,
        draw: list[str],
        discard: list[str],
        rest: bool,
        turn: int,
        direction: int,
        dealer: int | None,
        scores: list[int] | None,
    ) -> None:
        for name, seat in (("turn", turn), ("dealer", 0 if dealer is None else dealer)):
            if type(seat) is not int or not 0 <= seat < self.players:
                raise InvalidPosition(f"{name} is a seat from 0 to {self.players - 1}, not {quoted(seat)}")
        if type(direction) is not int or direction not in (1, -1):
            raise InvalidPosition(f"direction is 1 or -1, not {quoted(direction)}")
        if not isinstance(rest, bool):
            raise InvalidPosition(f"rest is true or false, not {quoted(rest)}")
        held = [[self._card(card) for card in hand] for hand in hands]
        if not all(held):
            raise InvalidPosition(f"seat {held.index([])} has no cards: its round would be over")
        top_kind, drawn, under = self._card(top), [self._card(c) for c in draw], [self._card(c) for c in discard]
        left = self._left_over([top_kind, *drawn, *under, *(kind for hand in held for kind in hand)])
        g, kernels, log = self._round, self._kernels, self._log
        kernels.seed_dice(g, self._round_seed())
        kernels.clear(self._rules, g)
        dealer = self._dealer if dealer is None else dealer
        g.dealer = (turn - 1) % self.players if dealer is None else dealer
        log.append((E_DEALER, g.dealer, 0, 0))
        for seat, hand in enumerate(held):
            for kind in hand:
                kernels.gain(g, seat, kind)
                log.append((E_DEALT, seat, kind, 0))
        self._lay_piles(left if rest else [], drawn, [*under, top_kind])
        g.color = self._color_of(top_kind, color)
        g.direction = direction
        kernels.take_turn(g, turn)
        self._dealer = g.dealer
        self._last_mover = g.dealer
        self.scores = self._check_scores(scores)
        self._take_in(0)

    def _lay_piles(self, rest: list[int], drawn: list[int], discarded: list[int]) -> None:
        g = self._round
        g.draw[: len(rest)] = bytes(rest)
        g.draw_n = len(rest)
        self._kernels.shuffle_draw(g, len(rest))
        g.draw[len(rest) : len(rest) + len(drawn)] = bytes(reversed(drawn))
        g.draw_n += len(drawn)
        for kind in discarded:
            self._kernels.discard(g, kind)
        self._log.append((E_FLIPPED, NONE, discarded[-1], 0))

    def _card(self, card: object) -> int:
        code = self._codec.card_codes.get(card) if isinstance(card, str) else None
        if code is None:
            raise InvalidPosition(f"{self.edition.id} has no card {quoted(card)}")
        return code

    def _left_over(self, used: list[int]) -> list[int]:
        """The rest of the deck; too many of a card are refused."""
        deck = Counter(self.edition.deck(self.options))
        for kind, copies in Counter(used).items():
            if copies > deck[kind]:
                raise InvalidPosition(f"there are {deck[kind]} of {self._codec.card_texts[kind]} in this deck, not {copies}")
        return sorted((deck - Counter(used)).elements())

    def _color_of(self, top: int, color: str | None) -> int:
        colors = self.edition.colors
        if color is not None and color not in colors:
            raise InvalidPosition(f"color is one of {', '.join(colors)}, not {quoted(color)}")
        if top >= FIRST_WILD:
            if color is None:
                raise InvalidPosition("a wild on top needs the color that was named")
            return colors.index(color)
        if color is not None and colors.index(color) != top >> 4:
            raise InvalidPosition(f"the color of {self._codec.card_texts[top]} is {colors[top >> 4]}, not {color}")
        return top >> 4

    def _check_scores(self, scores: list[int] | None) -> tuple[int, ...]:
        if scores is None:
            return (0,) * self.players
        if len(scores) != self.players or any(type(score) is not int or score < 0 for score in scores):
            raise InvalidPosition(f"scores are {self.players} whole numbers from 0 on, not {quoted(scores)}")
        target = self.options["target"]
        if target is not None and max(scores) >= target:
            raise InvalidPosition(f"somebody has reached {target}: the game would be over")
        return tuple(scores)

    def _read_deck(self, deck: Sequence[str]) -> list[int]:
        order = [self._card(card) for card in deck]
        if self._left_over(order):
            missing = self._codec.card_texts[self._left_over(order)[0]]
            raise InvalidPosition(f"a deck order holds every card of the edition: {missing} is missing")
        return order

    # ---- records -----------------------------------------------------------------------------------
    def record(self) -> Record:
        """The game as one JSON document."""
        if self.is_imagined:
            raise InvalidRecord("a world that was dealt anew has no record")
        record: Record = {
            "format": FORMAT,
            "edition": self.edition.id,
            "rules_version": self.edition.version,
            "players": self.players,
            "seed": self.seed,
            "options": deepcopy(self._given_options),
            "moves": [list(entry[:2] if entry[2] is None else entry) for entry in self._played],
            "scores": list(self.scores),
            "winners": list(self.winners),
        }
        if self._rewritten:
            record["rewritten"] = {str(number): deepcopy(options) for number, options in self._rewritten}
        if self._deck is not None:
            record["deck"] = [self._codec.card_texts[kind] for kind in self._deck]
        if self._position is not None:
            record["position"] = cast("Position", deepcopy(self._position))
        if self.names is not None:
            record["names"] = list(self.names)
        if self.fair is not None:
            record["fair"] = deepcopy(self.fair)
        return record

    @classmethod
    def replay(cls, record: object) -> Self:
        """The game of a record (a document, or its JSON text), played again; InvalidRecord where it cannot be."""
        for game in cls.replaying(record):  # noqa: B007 - the last one
            pass
        return game

    @classmethod
    def replaying(cls, record: object) -> Iterator[Self]:
        """The game of a record before its first move and after each: one game, that goes on between the steps."""
        document = read(record)
        game = cls._begin(document)
        game.names, game.fair = document.get("names"), document.get("fair")
        rewritten = document.get("rewritten", {})
        yield game
        for number, (seat, text, *time) in enumerate(document["moves"], 1):
            try:
                if seat is None:
                    game.next_round(rewritten.get(str(game.round_number + 1)))
                else:
                    game.move(seat, text, at=time[0] if time else None)
            except LastcardError as error:
                exact = f"move {number}, seat {quoted(seat)}, {quoted(text)}: {error}"
                raise InvalidRecord(exact, says="move {n} of this record is not allowed", n=number) from None
            yield game
        ends = {"scores": list(game.scores), "winners": list(game.winners)}
        if any(document.get(name, end) != end for name, end in ends.items()):
            says = "the scores or winners of this record are not what its moves lead to"
            raise InvalidRecord(says, says=says)

    @classmethod
    def _begin(cls, document: Record) -> Self:
        version, options, seed = document["rules_version"], document["options"], document["seed"]
        try:
            edition = editions.get(document["edition"])
            if version == edition.version and "position" in document:
                return cls.arrange(edition, **document["position"], options=options, seed=seed)
            if version == edition.version:
                return cls(edition, document["players"], seed, options, deck=document.get("deck"))
        except (LastcardError, TypeError) as error:
            exact = f"this record cannot begin: {error}"
            raise InvalidRecord(exact, says="the game of this record cannot begin here") from None
        exact = f"this record is of version {version} of the rules of {edition.id}, not {edition.version}"
        raise InvalidRecord(exact, says="this record is of another version of the rules")
