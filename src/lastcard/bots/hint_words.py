"""Reasons for a move, in a sentence: facts that the player can check, never more than a View tells.

A reason is a template and its arguments, so that a client can say it in its own language. Seats, cards and colors stay seats,
cards and colors in the arguments. :data:`REASONS` lists all the templates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..cards import FX_DRAW_FOUR, FX_REVERSE, Kind, color_of
from ..moves import ACCEPT, CATCH, CHALLENGE, DRAW, PASS, PLAY, UNO, Move
from ..view import View
from .trials import Estimate

Reason = tuple[str, dict[str, Any]]

FEW = 2  # a player with at most this many cards is about to go out
SLIGHT = 0.03  # of a round or a game: what a surprising move has to gain in one of them, at least
CLEAR = 2.0  # standard errors that make a difference clear

ACTION = 10  # points: more than any number card

WINS = "It's your last card: you win the round."
ONLY = "It's your only move."
NOTHING_FITS = "Nothing in your hand matches."
WAITS = "Your cards are worth more later."
CALLS = "Call UNO before someone catches you."
CATCHES = "{seat} forgot to call UNO."
MAKES_DRAW = "{seat} has only {count} left and draws {n} more."
STOPS = "{seat} has only {count} left and loses a turn."
TURNS_AWAY = "{seat} has only {count} left, and play turns the other way."
AGAIN = "You're up again right away."
NAMES = "You can follow up with {color}: you have {count}."
FOLLOWS = "You can follow up with {color}: you have {count} more."
ALIKE = "You keep {card}, which matches it."
SAVES_WILD = "It saves {card} for later."
KEEPS_ONLY = "You keep {card}, your only {color}."
UNLOADS = "It gets rid of {points} points."
DOUBTS = "With {count} cards left, {seat} may well have had {color}."
BELIEVES = "{seat} probably had no {color}."
KEEPS_DRAWN = "{card} is worth keeping."
NOT_FITTING = "The card you drew doesn't match."
BLOCKS = "It stops a card that would hit you."
LETS_PASS = "It's worth more later."
FEWEST = "{seat} is closest to going out."
PARTS = "You need {card} the least."
BEST = "It won {wins} of {rollouts} simulated rounds."
REASONS = (
    *(WINS, ONLY, NOTHING_FITS, WAITS, CALLS, CATCHES, MAKES_DRAW, STOPS, TURNS_AWAY, AGAIN, NAMES, FOLLOWS, ALIKE, SAVES_WILD),
    *(KEEPS_ONLY, UNLOADS, DOUBTS, BELIEVES, KEEPS_DRAWN, NOT_FITTING, BLOCKS, LETS_PASS, FEWEST, PARTS, BEST),
)


def advised(view: View, estimates: Sequence[Estimate]) -> Estimate:
    """Return the best of the moves, or a more natural one if the best is not clearly better."""
    best = max(estimates, key=lambda estimate: estimate.value)
    near = [each for each in estimates if not _is_clearly_better(best, each)]
    return min(near, key=lambda estimate: (*_oddity(view, estimate.move), -estimate.value))


def _is_clearly_better(best: Estimate, other: Estimate) -> bool:
    """Whether it wins more games or more rounds, and not by chance. A round is only a part of a long game."""
    gain = max(best.value - other.value, best.win - other.win)
    return gain > max(SLIGHT, CLEAR * math.hypot(best.error, other.error))


def _oddity(view: View, move: Move | None) -> tuple[int, int]:
    """Return how surprising a move is: a card goes before a wild, a wild before none, and a color before a rarer one."""
    if move is None or move.does in (DRAW, PASS):
        return 2, 0
    return int(move.does == PLAY and color_of(str(move.card)) is None), -_count(view, move.color)


def _count(view: View, color: str | None) -> int:
    return 0 if color is None else sum(color_of(card) == color for card in view.hand)


def reason(view: View, estimates: Sequence[Estimate]) -> Reason:
    """Say why the advised move is best: a template of :data:`REASONS`, and its arguments by name.

    Compared with a single other move, what speaks for that one just as much is no reason.
    """
    best = advised(view, estimates)
    others = [estimate.move for estimate in estimates if estimate is not best]
    shared = [*_reasons(view, others[0], [best.move])] if len(others) == 1 else []
    found = next((each for each in _reasons(view, best.move, others) if each not in shared), None)
    return found or (BEST, {"wins": round(best.win * best.rollouts), "rollouts": best.rollouts})


def _reasons(view: View, move: Move | None, others: Sequence[Move | None]) -> Iterator[Reason]:
    """Yield what speaks for a move, the strongest reason first."""
    if move is None:
        return iter([(LETS_PASS, {})])
    if not others and not move.meaning.easy:
        return iter([(ALONE.get(move.does, ONLY), {})])
    if move.meaning.blocks:
        return iter([(BLOCKS, {})])
    return BY_VERB.get(move.does, _own)(view, move, others)


def _call(view: View, move: Move, others: Sequence[Move | None]) -> Iterator[Reason]:
    yield CALLS, {}


def _catch(view: View, move: Move, others: Sequence[Move | None]) -> Iterator[Reason]:
    yield CATCHES, {"seat": move.seat}


def _own(view: View, move: Move, others: Sequence[Move | None]) -> Iterator[Reason]:
    """Yield what speaks for one of the edition's own moves, judging by what the move names."""
    if move.seat is not None:
        rivals = [count for seat, count in enumerate(view.counts) if seat not in (view.seat, move.seat)]
        if rivals and view.counts[move.seat] < min(rivals):
            yield FEWEST, {"seat": move.seat}
    elif move.color is not None:
        yield from _names(view, move.color)
    elif move.meaning.handles == "parts":
        yield PARTS, {"card": move.card}


def _play(view: View, move: Move, others: Sequence[Move | None]) -> Iterator[Reason]:
    card = view.kinds[str(move.card)]
    left = list(view.hand)
    left.remove(card.text)
    if not left:
        yield WINS, {}
        return
    yield from _effect(view, card)
    if card.color is None:
        yield from _names(view, move.color)
        return
    instead = [view.kinds[str(other.card)] for other in others if other is not None and other.does == PLAY]
    hand = [view.kinds[text] for text in left]
    colors = [kind.color for kind in hand]
    rivals = [colors.count(other.color) - 1 for other in instead if other.color not in (None, card.color)]
    follow = colors.count(card.color)
    follows = (FOLLOWS, {"count": follow, "color": card.color})
    if rivals and follow > max(rivals):
        yield follows
    yield from _keeps(card, hand, instead)
    if follow and not rivals:
        yield follows
    most = max((other.value for other in instead), default=0)
    if card.value >= max(most, ACTION) or (instead and card.value > most):
        yield UNLOADS, {"points": card.value}


def _keeps(card: Kind, hand: Sequence[Kind], instead: Sequence[Kind]) -> Iterator[Reason]:
    """Yield what stays in the hand because this card is played and not another."""
    wilds = [kind for kind in hand if kind.color is None]
    if wilds and all(other.color is None for other in instead):
        yield SAVES_WILD, {"card": wilds[0].text}
    colors = [kind.color for kind in hand]
    only = [kind for kind in hand if kind.color not in (None, card.color) and colors.count(kind.color) == 1]
    if len(only) == 1 and any(other.color == only[0].color for other in instead):
        yield KEEPS_ONLY, {"card": only[0].text, "color": only[0].color}
    alike = [kind for kind in hand if kind.symbol == card.symbol and kind.color != card.color]
    if alike:
        yield ALIKE, {"card": alike[0].text}


def _effect(view: View, card: Kind) -> Iterator[Reason]:
    """Yield what the card does to a player who is about to go out."""
    following = ((view.seat or 0) + view.direction) % view.players
    count, reverses = view.counts[following], card.effect == FX_REVERSE
    told = {"seat": following, "count": count}
    if count <= FEW and card.draws and card.skips:  # not if something else can be done instead
        yield MAKES_DRAW, {**told, "n": card.draws}
    elif count <= FEW and card.skips:
        yield STOPS, told
    elif count <= FEW and reverses and view.players > 2:
        yield TURNS_AWAY, told
    if view.players == 2 and (card.skips or (reverses and view.options.get("two_player_reverse") != "plain")):
        yield AGAIN, {}


def _wait(view: View, move: Move, others: Sequence[Move | None]) -> Iterator[Reason]:
    if move.does == PASS and view.drawn is not None:
        yield KEEPS_DRAWN, {"card": view.drawn}
    elif any(other is not None and other.does == PLAY for other in others):
        yield WAITS, {}


def _answer(view: View, move: Move, others: Sequence[Move | None]) -> Iterator[Reason]:
    pending = view.pending
    if pending is not None and view.kinds[pending.card].effect == FX_DRAW_FOUR and pending.color_before is not None:
        told = {"seat": pending.seat, "color": pending.color_before}
        yield (DOUBTS, {**told, "count": view.counts[pending.seat]}) if move.does == CHALLENGE else (BELIEVES, told)


def _names(view: View, color: str | None) -> Iterator[Reason]:
    """Yield how many cards of a color follow it, if the hand has fewer of every other color."""
    count = _count(view, color)
    others = {color_of(card) for card in view.hand} - {color, None}
    if count and all(_count(view, other) < count for other in others):
        yield NAMES, {"count": count, "color": color}


ALONE = {DRAW: NOTHING_FITS, PASS: NOT_FITTING}
BY_VERB: dict[int, Callable[[View, Move, Sequence[Move | None]], Iterator[Reason]]] = {
    PLAY: _play,
    DRAW: _wait,
    PASS: _wait,
    UNO: _call,
    CATCH: _catch,
    ACCEPT: _answer,
    CHALLENGE: _answer,
}
