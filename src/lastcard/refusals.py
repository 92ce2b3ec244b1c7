"""Why a move is not allowed, in a sentence a player understands and with the rule that says so.

``explain`` is asked only about moves that the rules do not list: legality itself is decided in one place, the kernels.
"""

from __future__ import annotations

from typing import Any

from .cards import FIRST_WILD, FX_DRAW_FOUR
from .edition import Edition
from .errors import Refusal
from .moves import CATCH, CHALLENGE, DRAW, PASS, PLAY, UNO, VOTE
from .rules.core import ANSWER, ANSWER_OR_GO_ON, DREW, OVER, TURN, VOTING
from .rules.state import Round, Rules


def explain(edition: Edition, r: Rules, g: Round, seat: int, move: int) -> Refusal:
    """The reason against a move that is not listed."""
    verb = move >> 12
    if g.phase == OVER:
        return Refusal("out", "round-over", "the round is over")
    if g.phase == VOTING and verb not in (UNO, CATCH, VOTE):
        return Refusal(edition.vote_rule, "voting", "the table is voting: nothing else until the vote is closed")
    found = edition.why_not(r, g, seat, move)
    if found is None and verb in _EXPLAIN:
        found = _EXPLAIN[verb](edition, r, g, seat, move)
    return found or _out_of_place(edition, g, seat, verb)


def _out_of_place(edition: Edition, g: Round, seat: int, verb: int) -> Refusal:
    spec = edition.codec.verbs[verb]
    return Refusal(spec.rule, "out-of-place", "'{word}' is only possible {when}", {"word": spec.word, "when": spec.when})


def _not_your_turn(g: Round, seat: int, rule: str) -> Refusal | None:
    if g.waiting >> seat & 1:
        return None
    if g.phase in (TURN, DREW):
        return Refusal(rule, "not-your-turn", "it is not your turn but {seat}'s", {"seat": g.turn})
    waiting = [s for s in range(g.players) if g.waiting >> s & 1]
    return Refusal(rule, "not-your-turn", "the game waits for {seats}", {"seats": waiting})


def _play(edition: Edition, r: Rules, g: Round, seat: int, move: int) -> Refusal | None:
    card = edition.codec.card_texts[move >> 5 & 127]
    kind = move >> 5 & 127
    refusal = _not_your_turn(g, seat, "turn-match") or _owes(g, seat)
    if refusal:
        return refusal
    stacks = g.phase == ANSWER and r.answered[g.card] != ANSWER_OR_GO_ON
    if stacks and edition.kernels.matches(r, g, kind) and r.fx[g.card] == r.fx[kind]:
        return Refusal("turn-no-stacking", "no-stacking", "{card} cannot be put on top: answer the card first", {"card": card})
    if g.phase not in (TURN, DREW, ANSWER):
        return Refusal("turn-match", "answer-owed", "something else is asked of you first")
    if not g.hand[seat][kind]:
        return Refusal("turn-match", "not-held", "{card} is not in your hand", {"card": card})
    if g.phase == DREW and kind != g.drawn:
        return Refusal("turn-drawn-only", "drawn-only", "after drawing only the drawn card may be played")
    return _unplayable(edition, r, g, seat, move)


def _unplayable(edition: Edition, r: Rules, g: Round, seat: int, move: int) -> Refusal | None:
    kind = move >> 5 & 127
    card = edition.codec.card_texts[kind]
    if not edition.kernels.matches(r, g, kind):
        return _mismatch(edition, g, kind)
    if r.fx[kind] == FX_DRAW_FOUR and not r.bluff and edition.kernels.breaks_draw_four(r, g, seat):
        color = edition.colors[g.color]
        says = "{card} is not allowed while you hold a {color} card"
        if r.wilds_match:
            says = "{card} is not allowed while you hold a {color} card or another wild"
        return Refusal("wd4-legal", "color-held", says, {"card": card, "color": color})
    if move & 1 and g.hand_n[seat] != 2:
        return Refusal("uno-false", "no-call-owed", "UNO is called with the next-to-last card only")
    return Refusal("turn-no-stacking", "answer-owed", "answer the card on the pile first")


def _mismatch(edition: Edition, g: Round, kind: int) -> Refusal:
    card = edition.codec.card_texts[kind]
    top = g.discard[g.discard_n - 1]
    symbol = next(k.symbol for k in edition.kinds if k.code == top)
    color = edition.colors[g.color]
    if top >= FIRST_WILD:
        return Refusal("turn-match", "no-match", "{card} does not match {color}", {"card": card, "color": color})
    said = {"card": card, "color": color, "symbol": symbol}
    return Refusal("turn-match", "no-match", "{card} matches neither {color} nor {symbol}", said)


def _owes(g: Round, seat: int) -> Refusal | None:
    if g.phase in (TURN, ANSWER) and g.owes_uno >> seat & 1:
        return Refusal("uno-window", "call-owed", "call UNO before you play on")
    return None


def _draw(edition: Edition, r: Rules, g: Round, seat: int, move: int) -> Refusal | None:
    refusal = _not_your_turn(g, seat, "turn-draw") or _owes(g, seat)
    if refusal:
        return refusal
    if g.phase == DREW:
        return Refusal("turn-drawn-only", "drawn-already", "you have drawn already: play that card or pass")
    if g.phase == TURN:
        return Refusal("pile-exhausted", "nothing-to-draw", "there is no card left to draw")
    return None


def _pass(edition: Edition, r: Rules, g: Round, seat: int, move: int) -> Refusal | None:
    refusal = _not_your_turn(g, seat, "turn-drawn-only") or _owes(g, seat)
    if refusal or g.phase != TURN:
        return refusal
    if edition.kernels.can_draw(g):
        return Refusal("turn-drawn-only", "draw-first", "you may pass only after drawing a card")
    return Refusal("pile-exhausted", "must-play", "with nothing to draw, who can play must play")


def _catch(edition: Edition, r: Rules, g: Round, seat: int, move: int) -> Refusal | None:
    other = move >> 1 & 15
    if other >= g.players:
        return Refusal("uno-false", "no-such-seat", "there is no {seat}", {"seat": other})
    if other == seat:
        return Refusal("uno-catch", "not-yourself", "nobody catches themselves: say 'uno'")
    return Refusal("uno-false", "no-call-owed", "{seat} owes no call", {"seat": other})


def _uno(edition: Edition, r: Rules, g: Round, seat: int, move: int) -> Refusal | None:
    return Refusal("uno-false", "no-call-owed", "you owe no call")


def _challenge(edition: Edition, r: Rules, g: Round, seat: int, move: int) -> Refusal | None:
    if g.phase != ANSWER or r.fx[g.card] != FX_DRAW_FOUR:
        return None
    if not g.waiting >> seat & 1:
        return Refusal("wd4-take", "not-next", "only the next player may challenge")
    if not r.bluff:
        return Refusal("wd4-legal", "no-bluff", "nobody can challenge at a table without bluff")
    return Refusal("out-draw", "last-card", "a last Wild Draw Four cannot be challenged")


def _vote(edition: Edition, r: Rules, g: Any, seat: int, move: int) -> Refusal | None:
    if g.phase != VOTING:
        return None
    if seat == g.performer:
        return Refusal(edition.vote_rule, "own-vote", "nobody judges themselves")
    return Refusal(edition.vote_rule, "voted-already", "you have voted already")


_EXPLAIN = {
    PLAY: _play,
    DRAW: _draw,
    PASS: _pass,
    CATCH: _catch,
    UNO: _uno,
    CHALLENGE: _challenge,
    VOTE: _vote,
}
