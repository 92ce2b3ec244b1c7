"""A good player by rules of thumb, for every edition. It asks cards and verbs what they do, and knows none by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from random import Random
from typing import Any

from ..card_rules import rules_on
from ..cards import FX_DRAW_FOUR, FX_DRAW_TWO, FX_NONE, FX_REVERSE, Kind, color_of
from ..moves import ACCEPT, CATCH, CHALLENGE, DRAW, JUMP, PASS, PLAY, UNO, Move
from ..rules.state import NONE
from ..scores import partner_of, team_of
from ..table_rules import draw_four_of
from ..view import Pending, View
from . import calling, duties, may_decline
from .simple import without_people

# Roughly how many cards of each color, how many wilds, and how many cards in all a deck has.
COLORED, WILDS, DECK = 25, 10, 108


@dataclass(frozen=True)
class Weights:
    """The weight of each consideration when choosing a play."""

    follow: float = 1.0  # per card left in the color that will be in force
    symbol: float = 0.6  # per card left with the same number or symbol
    wild: float = 8.0  # cost of spending a wild
    draw_four: float = 1.0  # extra cost of spending a Wild Draw Four
    action: float = 0.5  # cost of spending an action card
    again: float = 1.5  # with two players: the turn comes back, and there is a card to follow with
    hurt: float = 1.0  # per card that the next player draws, if that player has few
    stop: float = 2.0  # the next player loses a turn, if that player has few cards
    few: int = 4  # how many cards count as few
    points: float = 0.02  # per point that leaves the hand
    swap: float = 1.5  # per card by which a house rule makes the hand smaller
    scarce: float = 0.1  # per card seen of the new color, since others then have fewer
    bluff: float = 8.0  # cost of playing a Wild Draw Four against the rule
    turn: float = 0.5  # per card by which a Reverse gives the turn to a larger hand than the next player's
    keep_drawn: int = 1  # keep a wild just drawn if more cards than this are left
    bluffs: float = 0.4  # how often a player who could play something else plays a Wild Draw Four
    doubt: float = 0.2  # how likely guilt must be for a challenge


class SteadyBot:
    """Follows its longest color, saves wilds, hits players about to go out, challenges on odds, and never forgets a call."""

    name = "steady"
    about = "A solid player: counts colors, keeps its wilds, and strikes when somebody is about to go out."

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        """Choose according to the verbs on offer."""
        chance = self._chance(view, moves, rng)
        if chance is not None or may_decline(view, moves):
            return chance
        owed = duties(moves)
        first = owed[0].does
        if first == ACCEPT:
            return self._answer(view, owed, rng)
        if first in (DRAW, PASS) or any(move.does == PLAY for move in owed):
            return self._turn(view, owed, rng)
        return without_people(view, owed, rng) or self._special(view, calling(owed), rng)

    # ---- out of turn -------------------------------------------------------------------------------
    def _chance(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        """Call, catch the player nearest to going out, or block a card that hurts."""
        partner = partner_of(view.options, view.players, view.seat or 0)
        for verb in (UNO, CATCH):
            for move in moves:
                if move.does == verb and (move.seat is None or move.seat != partner):
                    return move
        jumps = [move for move in calling(moves) if move.does == JUMP]
        if jumps:
            return self._jump(view, jumps[0])
        blocks = [move for move in calling(moves) if move.meaning.blocks]
        return self._block(view, blocks, rng) if blocks else None

    def _jump(self, view: View, move: Move) -> Move | None:
        """Jump in, unless the house rule on the card would cost more than it brings."""
        table = _Table(view)
        rule = table.rules.get(table.kinds[str(move.card)].code)
        costs = rule is not None and sum(self._step(table, step, table.size - 1) for step in rule["steps"]) < 0
        return None if costs and table.size > 1 else move

    def _block(self, view: View, blocks: Sequence[Move], rng: Random) -> Move | None:
        seat, pending = view.seat, view.pending
        if seat is None or pending is None:
            return None
        card = view.kinds[pending.card]
        hits_me = card.effect not in (FX_NONE, FX_REVERSE) and _next(view, pending.seat) == seat
        hits_me = hits_me or pending.hit == seat
        if hits_me or view.counts[seat] <= 2 or (view.counts[pending.seat] == 1 and card.color is None):
            return self._best_color(_Table(view), blocks, rng)
        return None

    # ---- on turn -----------------------------------------------------------------------------------
    def _turn(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """Return the play that leaves the most to follow with, or draw or pass if nothing is worth playing."""
        plays = [move for move in calling(moves) if move.does == PLAY]
        other = next((move for move in moves if move.does in (PASS, DRAW)), None)
        if not plays:
            return other or moves[0]
        table = _Table(view)
        best, most = plays[0], -1e9
        for move in plays:
            value = self._worth(table, move) + rng.random() * 1e-3
            if value > most:
                best, most = move, value
        if other is not None and other.does == PASS and self._keeps(table, best):
            return other
        return best

    def _worth(self, table: _Table, move: Move) -> float:
        """Return how good it is to play this card now."""
        w = self.weights
        card = table.kinds[str(move.card)]
        own = card.color
        color = own or move.color
        left = table.size - 1
        if left == 0:
            return 1000.0
        follow = table.colors[color] - (own is not None) if color else 0
        same = table.symbols[card.symbol] - 1 if own else 0
        value = w.follow * follow + w.symbol * same + w.points * card.value
        if color and table.near:
            value += w.scarce * table.seen[color]
        if own is None:
            value -= w.wild
            if card.effect == FX_DRAW_FOUR:
                value -= w.draw_four
                if table.bluffs and not table.stack and (table.colors[table.color] or (table.wilds_match and table.wilds > 1)):
                    value -= w.bluff
        elif card.effect != FX_NONE:
            value -= w.action
        elif table.follows:
            value += w.again * same
        if card.effect != FX_NONE:
            value += self._effect(table, card, can_follow=follow + same + table.wilds - (own is None) > 0)
        if card.code in table.rules:
            value += sum(self._step(table, step, left) for step in table.rules[card.code]["steps"])
        return value

    def _step(self, table: _Table, step: Mapping[str, Any], left: int) -> float:
        """Return the value of a step of the house rule on a card, by the sizes of the hands that it changes."""
        w, who, n = self.weights, step.get("who"), step.get("n", 0)
        match step["does"]:
            case "swaps hands":
                others = {"next": table.next, "most": table.next, "previous": table.previous}
                return w.swap * (left - others.get(str(who), table.nearest))
            case "passes hands on" | "passes hands left" | "passes hands right":
                return w.swap * (left - table.previous)
            case "plays again":
                return w.again
            case "skips" if table.next <= w.few:
                return w.stop
            case "draws" | "discards" | "performs" if who == "me" or (who != "everyone" and table.nearest <= w.few):
                return w.hurt * int(n) * (-1 if (who == "me") != (step["does"] == "discards") else 1)
        return 0.0

    def _effect(self, table: _Table, card: Kind, *, can_follow: bool) -> float:
        """Return the value of what the card does to the other players."""
        w, value = self.weights, 0.0
        near, reverses = table.next <= w.few, card.effect == FX_REVERSE
        if card.draws and near:
            value += w.hurt * card.draws
        if table.players == 2:
            if (card.skips or (reverses and table.turns_back)) and can_follow:
                value += w.again
        elif card.skips and near:
            value += w.stop
        elif reverses:
            value += w.turn * (min(table.previous, w.few + 1) - min(table.next, w.few + 1))
        return value

    def _keeps(self, table: _Table, move: Move) -> bool:
        """Whether a wild that was just drawn is better kept."""
        return color_of(str(move.card)) is None and table.size - 1 > self.weights.keep_drawn and table.nearest > 2

    # ---- answers -----------------------------------------------------------------------------------
    def _answer(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """Put a card on a stack, or challenge if the odds make risking six cards to avoid four worth it."""
        plays = [move for move in moves if move.does == PLAY]
        if view.pending is not None and view.pending.sum is not None and plays:
            return self._turn(view, plays, rng)
        accept = next(move for move in moves if move.does == ACCEPT)
        challenge = next((move for move in moves if move.does == CHALLENGE), None)
        if challenge is None or view.pending is None:
            return accept
        return challenge if self._guilt(view, view.pending) > self.weights.doubt else accept

    def _guilt(self, view: View, pending: Pending) -> float:
        """Estimate how likely it is that the Wild Draw Four was played against the rule.

        On a stack its player would have had to keep a Draw Two that fits (stack-guilt). The bot believes that only if it has
        seen that card.
        """
        before = pending.color_before
        below = view.numbers.public.get("under", NONE)
        if below != NONE:
            fits = any(kind.code == below and kind.effect == FX_DRAW_TWO for kind in view.kinds.values())
            twos = [card for card in view.known.get(pending.seat, ()) if view.kinds[card].effect == FX_DRAW_TWO]
            return float(any(fits or color_of(card) == before for card in twos))
        wilds_match = view.numbers.wilds_match
        known = [color_of(card) for card in view.known.get(pending.seat, ())]
        if before in known or (wilds_match and None in known):
            return 1.0
        unknown = max(view.counts[pending.seat] - len(known), 0)
        seen = Counter(color_of(card) for card in _visible(view))
        guilty = COLORED - seen[before] + (WILDS - seen[None] if wilds_match else 0)
        share = guilty / max(DECK - seen.total(), 1)
        prior = 1.0 - (1.0 - min(max(share, 0.0), 1.0)) ** unknown
        bluffed = prior * self.weights.bluffs
        return bluffed / (bluffed + 1.0 - prior)

    # ---- the editions' own -------------------------------------------------------------------------
    def _special(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """Name the color held most, pick on the player nearest to going out, and give up the least useful card."""
        table = _Table(view)
        if moves[0].color is not None and moves[0].card is None:
            return self._best_color(table, moves, rng)
        seats = [move for move in moves if move.seat is not None]
        if seats:
            return self._pick_seat(view, seats, rng)
        cards = [move for move in moves if move.card is not None]
        if cards:
            return self._pick_card(view, table, cards, rng)
        mild = any(move.is_mild for move in moves)
        return next((move for move in moves if mild and not move.is_mild), None) or rng.choice(moves)

    def _pick_card(self, view: View, table: _Table, moves: Sequence[Move], rng: Random) -> Move:
        """Return the card to show, to hide, or otherwise to give up."""

        def worth(move: Move) -> float:
            card = table.kinds[str(move.card)]
            if move.meaning.handles == "shows":
                return self._likely_secret(view, table, card)
            return self._secret_worth(table, card) if move.meaning.handles == "hides" else -self._use(table, card)

        return max(moves, key=lambda move: worth(move) + rng.random() * 1e-3)

    def _pick_seat(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """Pick the player with the fewest cards, or the one with the most if the effect only helps."""
        rule = view.special.get("rule") or {}
        does = {step["does"] for step in rule.get("steps", ()) if step.get("who") == "chosen"}
        sign = -1 if does == {"discards"} else 1
        partner = partner_of(view.options, view.players, view.seat or 0)
        moves = [move for move in moves if move.seat != partner] or moves
        return min(moves, key=lambda move: sign * view.counts[move.seat or 0] + rng.random() * 1e-3)

    def _best_color(self, table: _Table, moves: Sequence[Move], rng: Random) -> Move:
        return max(moves, key=lambda move: self._color_worth(table, str(move.color)) + rng.random() * 1e-3)

    def _color_worth(self, table: _Table, color: str) -> float:
        return self.weights.follow * table.colors[color] + (self.weights.scarce * table.seen[color] if table.near else 0.0)

    def _use(self, table: _Table, card: Kind) -> float:
        """Return how useful a card is in the hand. Wilds come first, then cards that go with others. High cards count less."""
        color = card.color
        if color is None:
            return 100.0
        in_force = 2.0 if color == table.color else 0.0
        return table.colors[color] + 0.5 * table.symbols[card.symbol] + in_force - 0.05 * card.value

    def _secret_worth(self, table: _Table, card: Kind) -> float:
        """Prefer a card of the longest color, which will be in force if it is placed, and a number over an action."""
        return 3.0 * table.colors[str(card.color)] + (0.1 * card.value if card.value < 10 else 0.0)

    def _likely_secret(self, view: View, table: _Table, card: Kind) -> float:
        """Estimate how likely the secret card has this card's color. A low card tells the others least."""
        color = card.color
        if color is None:
            return -100.0
        known = view.known.get(view.pending.seat, ()) if view.pending else ()
        held = sum(1 for other in known if color_of(other) == color)
        return 3.0 * held - table.seen[color] - 0.01 * card.value


class _Table:
    """Everything a seat can count: its hand by color and symbol, the cards seen of each color, and who has few cards."""

    def __init__(self, view: View) -> None:
        seat = view.seat or 0
        self.kinds = view.kinds
        self.players = view.players
        self.size = len(view.hand)
        self.color = view.color or ""
        self.colors = Counter(str(color_of(card)) for card in view.hand)
        self.symbols = Counter(view.kinds[card].symbol for card in view.hand)
        self.wilds = self.colors["None"]
        self.next = view.counts[_next(view, seat, 1)]
        self.previous = view.counts[_next(view, seat, -1)]
        ours = team_of(view.options, view.players, seat)
        self.nearest = min(count for s, count in enumerate(view.counts) if s not in ours)
        self.near = self.nearest <= 3
        self.bluffs = draw_four_of(view.options) == "bluff"
        self.stack = view.pending is not None and view.pending.sum is not None
        self.wilds_match = view.numbers.wilds_match
        self.follows = "follow" in view.options
        self.rules = rules_on(view.kinds.values(), view.options.get("card_rules", ()))
        self.turns_back = view.options.get("two_player_reverse") != "plain"
        self._view = view

    @cached_property
    def seen(self) -> Counter[str]:
        """The cards that nobody else can play, by color. Those known to be in other hands are no reason for a color."""
        return Counter(str(color_of(card)) for card in chain(self._view.discard_pile, self._view.hand))


def _visible(view: View) -> Iterable[str]:
    """Return every card whose place the seat knows."""
    return chain(view.discard_pile, view.hand, *view.known.values())


def _next(view: View, seat: int, by: int = 1) -> int:
    return (seat + by * view.direction) % view.players


STEADY = SteadyBot()
