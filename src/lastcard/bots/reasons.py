"""Why a move is good, in a sentence: facts that the player can check, never more than a View tells.

A reason is a template and what goes into it, so that a client says it in its own language; seats, cards and colors go in as
seats, cards and colors. :data:`REASONS` are all templates that there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..moves import Move
from ..view import View
from .steady import Face, face
from .trials import Estimate

Reason = tuple[str, dict[str, Any]]

FEW = 2  # cards of somebody who is about to go out

WINS = "It is your last card: you win the round."
ONLY = "There is nothing else to do."
NOTHING_FITS = "Nothing in your hand fits."
WAITS = "Your cards are worth more later."
CALL = "Call before somebody catches you."
CATCH = "{seat} has not called and draws two."
MAKES_DRAW = "{seat} has few cards left, {count}, and draws {n} more."
STOPS = "{seat} has few cards left, {count}, and loses the turn."
TURNS_AWAY = "{seat} has few cards left, {count}: play turns away from there."
AGAIN = "The turn comes back to you."
NAMES = "You hold {count} {color} to follow."
FOLLOWS = "{count} more {color} can follow from your hand."
ALIKE = "You keep {card}, which fits on it."
SAVES_WILD = "It saves {card} for later."
KEEPS_ONLY = "It keeps {card}, your only {color}."
UNLOADS = "It gets rid of {points} points."
DOUBTS = "With {count} cards left {seat} may well have had {color}."
BELIEVES = "Most likely {seat} had no {color}."
KEEPS_DRAWN = "{card} is worth keeping."
NOT_FITTING = "The card that you drew does not fit."
BLOCKS = "It stops what would hit you."
LETS_PASS = "It is worth more later."
FEWEST = "{seat} is nearest to going out."
PARTS = "{card} is of least use to you."
BEST = "It won {wins} of {rollouts} rounds that were imagined from here."
REASONS = (
    *(WINS, ONLY, NOTHING_FITS, WAITS, CALL, CATCH, MAKES_DRAW, STOPS, TURNS_AWAY, AGAIN, NAMES, FOLLOWS, ALIKE, SAVES_WILD),
    *(KEEPS_ONLY, UNLOADS, DOUBTS, BELIEVES, KEEPS_DRAWN, NOT_FITTING, BLOCKS, LETS_PASS, FEWEST, PARTS, BEST),
)


def reason(view: View, estimates: Sequence[Estimate]) -> Reason:
    """Why the best of the moves is that: a template of :data:`REASONS`, and its arguments by name."""
    best = max(estimates, key=lambda estimate: estimate.value)
    others = [estimate.move for estimate in estimates if estimate is not best]
    found = next(_reasons(view, best.move, others), None)
    return found or (BEST, {"wins": round(best.win * best.rollouts), "rollouts": best.rollouts})


def _reasons(view: View, move: Move | None, others: Sequence[Move | None]) -> Iterator[Reason]:
    """What speaks for a move, the most telling first."""
    if move is None:
        yield LETS_PASS, {}
    elif not others and move.verb not in ("uno", "catch"):
        yield (NOTHING_FITS if move.verb == "draw" else NOT_FITTING if move.verb == "pass" else ONLY), {}
    elif move.verb == "play":
        yield from _play(view, move, others)
    elif move.verb in ("draw", "pass"):
        yield from _waiting(view, move, others)
    elif move.verb in ("accept", "challenge", "block"):
        yield from _answer(view, move)
    elif move.verb == "uno":
        yield CALL, {}
    elif move.verb == "catch":
        yield CATCH, {"seat": move.seat}
    elif move.seat is not None:
        if view.counts[move.seat] == min(count for s, count in enumerate(view.counts) if s != view.seat):
            yield FEWEST, {"seat": move.seat}
    elif move.color is not None:
        yield from _names(view, move.color)
    elif move.verb in ("give", "discard"):
        yield PARTS, {"card": move.card}


def _play(view: View, move: Move, others: Sequence[Move | None]) -> Iterator[Reason]:
    card = face(str(move.card))
    hand = list(view.hand)
    hand.remove(str(move.card))
    if not hand:
        yield WINS, {}
        return
    yield from _effect(view, card)
    if card.color is None:
        if move.color is not None:
            yield from _names(view, move.color)
        return
    follow = sum(1 for other in hand if face(other).color == card.color)
    played = [face(str(other.card)) for other in others if other is not None and other.verb == "play"]
    if follow and any(other.color not in (None, card.color) for other in played):
        yield FOLLOWS, {"count": follow, "color": card.color}
    wilds = [other for other in hand if face(other).color is None]
    if wilds and all(other.color is None for other in played):
        yield SAVES_WILD, {"card": wilds[0]}
    only = [o for o in hand if face(o).color not in (None, card.color) and _count(view, face(o).color) == 1]
    if len(only) == 1 and any(other.color == face(only[0]).color for other in played):
        yield KEEPS_ONLY, {"card": only[0], "color": face(only[0]).color}
    alike = next((o for o in hand if face(o).symbol == card.symbol and face(o).color != card.color), None)
    if alike is not None:
        yield ALIKE, {"card": alike}
    if follow:
        yield FOLLOWS, {"count": follow, "color": card.color}
    if card.points >= 10 or (played and card.points > max(other.points for other in played)):
        yield UNLOADS, {"points": card.points}


def _effect(view: View, card: Face) -> Iterator[Reason]:
    """What the card does to who is about to go out."""
    following = ((view.seat or 0) + view.direction) % view.players
    count = view.counts[following]
    told = {"seat": following, "count": count}
    if count <= FEW and card.draws and card.skips:  # not a dare, which can be done instead
        yield MAKES_DRAW, {**told, "n": card.draws}
    elif count <= FEW and card.skips:
        yield STOPS, told
    elif count <= FEW and card.reverses and view.players > 2:
        yield TURNS_AWAY, told
    if view.players == 2 and (card.skips or (card.reverses and view.options.get("two_player_reverse") != "plain")):
        yield AGAIN, {}


def _waiting(view: View, move: Move, others: Sequence[Move | None]) -> Iterator[Reason]:
    if move.verb == "pass" and view.drawn is not None:
        yield KEEPS_DRAWN, {"card": view.drawn}
    elif any(other is not None and other.verb == "play" for other in others):
        yield WAITS, {}


def _answer(view: View, move: Move) -> Iterator[Reason]:
    pending = view.pending
    if move.verb == "block":
        yield BLOCKS, {}
    elif pending is not None and face(pending.card).draws == 4 and pending.color_before is not None:
        told = {"seat": pending.seat, "color": pending.color_before}
        yield (DOUBTS, {**told, "count": view.counts[pending.seat]}) if move.verb == "challenge" else (BELIEVES, told)


def _names(view: View, color: str) -> Iterator[Reason]:
    count = _count(view, color)
    if count:
        yield NAMES, {"count": count, "color": color}


def _count(view: View, color: str | None) -> int:
    return sum(1 for card in view.hand if face(card).color == color)
