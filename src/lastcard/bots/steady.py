"""A good player by rules of thumb, for every edition: it reads cards by their texts and knows no edition by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from random import Random
from typing import NamedTuple

from ..cards import color_of
from ..moves import Move
from ..view import Pending, View
from . import OUT_OF_TURN, may_decline
from .simple import without_people

# About how many cards of a color, wilds, and cards in all a deck has.
COLORED, WILDS, DECK = 25, 10, 108


class Face(NamedTuple):
    """What a card text tells: color (None: a wild), symbol, points, how many the next player draws, who is skipped."""

    color: str | None
    symbol: str
    points: int
    draws: int
    skips: bool
    reverses: bool


@cache
def face(card: str) -> Face:
    """A card as the bot reads it."""
    color = color_of(card)
    text = card.partition("@")[0]
    symbol = text.removeprefix(f"{color}-") if color else text
    if not symbol.isdigit():
        symbol = symbol.rstrip("0123456789").rstrip("-")  # a dare's number is not matched
    points = int(symbol) if symbol.isdigit() else 20 if color else 50
    draws = 4 if symbol.endswith("draw-four") else 2 if symbol.endswith(("draw-two", "dare")) else 0
    return Face(color, symbol, points, draws, symbol == "skip" or symbol.startswith("draw") or draws == 4, symbol == "reverse")


@dataclass(frozen=True)
class Weights:
    """What counts how much in a play."""

    follow: float = 1.0  # a card left of the color that will be in force
    symbol: float = 0.6  # a card left of the same number or symbol
    wild: float = 8.0  # a wild is spent
    draw_four: float = 1.0  # a Wild Draw Four is spent, besides
    action: float = 0.5  # an action card is spent
    again: float = 1.5  # with two players: the turn comes back, and something can follow
    hurt: float = 1.0  # a card that the next player draws, when that player has few
    stop: float = 2.0  # the next player loses the turn, when that player has few
    few: int = 4  # how many cards are few
    points: float = 0.02  # a point that is no longer in the hand
    scarce: float = 0.1  # a card of the new color that has been seen: others have fewer
    bluff: float = 8.0  # a Wild Draw Four is played against the rule
    turn: float = 0.5  # a Reverse takes the turn to who has a card more than the next player
    keep_drawn: int = 1  # a wild just drawn is kept with more cards left than this
    bluffs: float = 0.4  # how often one who could play otherwise plays a Wild Draw Four
    doubt: float = 0.2  # how likely guilt must be for a challenge


class SteadyBot:
    """Follows its longest color, keeps wilds, hurts who is about to go out, challenges on odds, never forgets a call."""

    name = "steady"
    about = "A solid player: counts colors, keeps its wilds, and strikes when somebody is about to go out."

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        """By the verbs that are offered."""
        chance = self._chance(view, moves)
        if chance is not None or may_decline(view, moves):
            return chance
        duties = [move for move in moves if move.verb not in OUT_OF_TURN]
        verb = duties[0].verb
        if verb == "accept":
            return self._answer(view, duties)
        if any(move.verb == "play" for move in duties) or verb in ("draw", "pass"):
            return self._turn(view, duties, rng)
        social = without_people(view, duties, rng)
        if social is not None:
            return social
        return self._special(view, duties, rng)

    # ---- out of turn -------------------------------------------------------------------------------
    def _chance(self, view: View, moves: Sequence[Move]) -> Move | None:
        """Call, catch who is nearest to going out, block what hurts."""
        for move in moves:
            if move.verb == "uno":
                return move
        catches = [move for move in moves if move.verb == "catch"]
        if catches:
            return catches[0]
        blocks = [move for move in moves if move.verb == "block"]
        return self._block(view, blocks) if blocks else None

    def _block(self, view: View, blocks: Sequence[Move]) -> Move | None:
        seat, pending = view.seat, view.pending
        if seat is None or pending is None:
            return None
        card = face(pending.card)
        hits_me = _next(view, pending.seat) == seat and (card.draws > 0 or card.skips or card.symbol == "wild-custom")
        if hits_me or view.counts[seat] <= 2 or (view.counts[pending.seat] == 1 and card.color is None):
            table = _Table(view)
            return max(blocks, key=lambda move: self._color_worth(table, str(move.color)))
        return None

    # ---- on turn -----------------------------------------------------------------------------------
    def _turn(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """The play that leaves most to follow; a draw or pass only where nothing is worth playing."""
        calls = len(view.hand) == 2
        plays = [move for move in moves if move.verb == "play" and (move.uno or not calls)]
        other = next((move for move in moves if move.verb in ("pass", "draw")), None)
        if not plays:
            return other or moves[0]
        table = _Table(view)
        best, most = plays[0], -1e9
        for move in plays:
            value = self._worth(table, move) + rng.random() * 1e-3
            if value > most:
                best, most = move, value
        if other is not None and other.verb == "pass" and self._keeps(table, best):
            return other
        return best

    def _worth(self, table: _Table, move: Move) -> float:
        """How good it is to play this card now."""
        w = self.weights
        card = face(str(move.card))
        color = card.color or move.color
        left = table.size - 1
        if left == 0:
            return 1000.0
        follow = table.colors[color] - (card.color is not None) if color else 0
        same = table.symbols[card.symbol] - 1 if card.color else 0
        value = w.follow * follow + w.symbol * same + w.points * card.points
        if color and table.near:
            value += w.scarce * table.seen[color]
        if card.color is None:
            value -= w.wild
            if card.draws == 4:
                value -= w.draw_four
                if table.colors[table.color] or table.wilds > 1:
                    value -= w.bluff
        elif card.points == 20:
            value -= w.action
        if card.skips or card.reverses or card.draws:
            value += self._effect(table, card, can_follow=follow + same + table.wilds - (card.color is None) > 0)
        return value

    def _effect(self, table: _Table, card: Face, *, can_follow: bool) -> float:
        """What the card does to the others."""
        w, value = self.weights, 0.0
        near = table.next <= w.few
        if card.draws and near:
            value += w.hurt * card.draws
        if table.players == 2:
            if (card.skips or (card.reverses and table.turns_back)) and can_follow:
                value += w.again
        elif card.skips and near:
            value += w.stop
        elif card.reverses:
            value += w.turn * (min(table.previous, w.few + 1) - min(table.next, w.few + 1))
        return value

    def _keeps(self, table: _Table, move: Move) -> bool:
        """Whether a wild that was just drawn is better kept."""
        card = face(str(move.card))
        return card.color is None and table.size - 1 > self.weights.keep_drawn and table.nearest > 2

    # ---- answers -----------------------------------------------------------------------------------
    def _answer(self, view: View, moves: Sequence[Move]) -> Move:
        """Challenge where the odds say that four against six cards are worth it."""
        accept = next(move for move in moves if move.verb == "accept")
        challenge = next((move for move in moves if move.verb == "challenge"), None)
        if challenge is None or view.pending is None:
            return accept
        return challenge if self._guilt(view, view.pending) > self.weights.doubt else accept

    def _guilt(self, view: View, pending: Pending) -> float:
        """How likely it is that who played the Wild Draw Four was not allowed to."""
        before = pending.color_before
        known = [face(card).color for card in view.known.get(pending.seat, ())]
        unknown = max(view.counts[pending.seat] - len(known), 0)
        if before in known:
            return 1.0
        if not unknown:
            return float(None in known)
        seen = Counter(face(card).color for card in _visible(view))
        share = (COLORED + WILDS - seen[before] - seen[None]) / max(DECK - seen.total(), 1)
        prior = 1.0 - (1.0 - min(max(share, 0.0), 1.0)) ** unknown
        bluffed = prior * self.weights.bluffs
        return bluffed / (bluffed + 1.0 - prior)

    # ---- the editions' own -------------------------------------------------------------------------
    def _special(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """Name what one has most of, pick on who is nearest to going out, part with what is least use."""
        table = _Table(view)
        if moves[0].color is not None and moves[0].card is None:
            return max(moves, key=lambda move: self._color_worth(table, str(move.color)) + rng.random() * 1e-3)
        if any(move.verb in ("place", "done") for move in moves) and not any(move.card for move in moves):
            return next(move for move in moves if move.verb in ("place", "done"))
        seats = [move for move in moves if move.seat is not None]
        if seats:
            return self._pick_seat(view, seats, rng)
        cards = [move for move in moves if move.card is not None]
        return self._pick_card(view, table, cards, rng) if cards else rng.choice(moves)

    def _pick_card(self, view: View, table: _Table, moves: Sequence[Move], rng: Random) -> Move:
        """The card to show, to hide, or else to part with."""

        def worth(move: Move) -> float:
            card = str(move.card)
            if move.verb == "reveal":
                return self._likely_secret(view, table, card)
            return self._secret_worth(table, card) if move.verb == "secret" else -self._use(table, card)

        return max(moves, key=lambda move: worth(move) + rng.random() * 1e-3)

    def _pick_seat(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """Who has fewest cards; who has most, where all that follows is a help."""
        rule = view.special.get("rule") or {}
        does = {step["does"] for step in rule.get("steps", ()) if step.get("who") == "chosen"}
        sign = -1 if does == {"discards"} else 1
        return min(moves, key=lambda move: sign * view.counts[move.seat or 0] + rng.random() * 1e-3)

    def _color_worth(self, table: _Table, color: str) -> float:
        return self.weights.follow * table.colors[color] + (self.weights.scarce * table.seen[color] if table.near else 0.0)

    def _use(self, table: _Table, card: str) -> float:
        """What a card is good for in the hand: wilds most, then what goes with others; a high card less."""
        read = face(card)
        if read.color is None:
            return 100.0
        in_force = 2.0 if read.color == table.color else 0.0
        return table.colors[read.color] + 0.5 * table.symbols[read.symbol] + in_force - 0.05 * read.points

    def _secret_worth(self, table: _Table, card: str) -> float:
        """A card of the longest color, which will be in force if it is placed; rather a number than an action."""
        read = face(card)
        return 3.0 * table.colors[str(read.color)] + (0.1 * read.points if read.points < 10 else 0.0)

    def _likely_secret(self, view: View, table: _Table, card: str) -> float:
        """How likely it is that the secret card has the color of this one; a low card tells the others least."""
        read = face(card)
        if read.color is None:
            return -100.0
        known = view.known.get(view.pending.seat, ()) if view.pending else ()
        held = sum(1 for other in known if face(other).color == read.color)
        return 3.0 * held - table.seen[read.color] - 0.01 * read.points


class _Table:
    """What a seat can count: its own hand by color and symbol, what has been seen of each color, who has few cards."""

    def __init__(self, view: View) -> None:
        seat = view.seat or 0
        faces = [face(card) for card in view.hand]
        self.players = view.players
        self.size = len(faces)
        self.color = view.color or ""
        self.colors = Counter(str(read.color) for read in faces)
        self.symbols = Counter(read.symbol for read in faces)
        self.wilds = self.colors["None"]
        self.next = view.counts[_next(view, seat, 1)]
        self.previous = view.counts[_next(view, seat, -1)]
        self.nearest = min(count for s, count in enumerate(view.counts) if s != seat)
        self.near = self.nearest <= 3
        self.turns_back = view.options.get("two_player_reverse") != "plain"
        self._view = view

    @cached_property
    def seen(self) -> Counter[str]:
        return Counter(str(face(card).color) for card in _visible(self._view))


def _visible(view: View) -> Iterable[str]:
    """Every card that the seat knows not to be in the draw pile or unknown in a hand."""
    return chain(view.discard_pile, view.hand, *view.known.values())


def _next(view: View, seat: int, by: int = 1) -> int:
    return (seat + by * view.direction) % view.players


STEADY = SteadyBot()
