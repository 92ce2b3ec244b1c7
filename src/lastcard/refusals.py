"""Refusals: why a move is not allowed, in a sentence a player understands and with the rule behind it.

``explain`` is only asked about moves that the rules do not list. Legality itself is decided in one place, the kernels.
"""

from __future__ import annotations

from typing import Any

from .bits import arg_of, color_of_kind, has, kind_of, rank_of, says_uno, verb_of, without_call
from .cards import FIRST_WILD, FX_DRAW_FOUR, FX_DRAW_TWO, FX_REVERSE
from .edition import Edition
from .errors import Refusal
from .events import (
    E_CALLED,
    E_CAUGHT,
    E_DEALER,
    E_DISCARDED,
    E_DREW,
    E_ENDED,
    E_HANDED,
    E_PASSED,
    E_PLAYED,
    E_SKIPPED,
)
from .house_rules import OWN_RULE
from .moves import ALREADY, CATCH, CHALLENGE, CHOOSE, DISCARD, DRAW, JUMP, PASS, PLAY, UNO, VOTE, Verb
from .rules.state import (
    ANSWER,
    ANSWER_OR_GO_ON,
    CHOOSING,
    COLOR,
    DISCARDING,
    DREW,
    FOLLOWING,
    MOVES,
    NONE,
    OVER,
    TURN,
    VOTING,
    Round,
    Rules,
)

_DRAWS = (FX_DRAW_TWO, FX_DRAW_FOUR)
NOT_NOW = "You can't do that now."
NO_SUCH_SEAT = "There's no such seat: seats are numbered 0 to {last}."
# What refuses the seat or the card after a verb that has no sentence of its own for it.
WRONG = {
    "not-yourself": "Pick another player at this table.",
    "no-such-seat": NO_SUCH_SEAT,
    "not-held": "You don't have {card}.",
}


def explain(edition: Edition, r: Rules, g: Any, seat: int, move: int) -> Refusal:
    """Return the reason why a move that is not listed is not allowed."""
    verb = verb_of(move)
    if g.phase == OVER:
        return _round_over(g)
    if g.phase == VOTING and verb not in (UNO, CATCH, VOTE):
        says = "The table is voting: nothing else can happen until the vote is over."
        return Refusal(_vote_rule(edition, r, g), "voting", says)
    if says_uno(move) and without_call(move) in _legal(edition, r, g, seat):
        if g.silent:
            return Refusal("uno-silent", "silent", "Nobody calls UNO at this table.")
        return Refusal("uno-false", "no-call-owed", "You can only call UNO with your next-to-last card.")
    found = _by_verb(edition, g, seat, move) or edition.why_not(r, g, seat, move)
    if found is None and verb in _EXPLAIN:
        found = _EXPLAIN[verb](edition, r, g, seat, move)
    return found or _out_of_place(edition, g, seat, verb)


def _legal(edition: Edition, r: Rules, g: Round, seat: int) -> list[int]:
    out = [0] * MOVES
    return out[: edition.kernels.legal(r, g, seat, out)]


def _round_over(g: Any) -> Refusal:
    if g.log and g.log[-1][0] == E_ENDED:
        return Refusal("match-deal", "game-over", "The game went on too long and is over.")
    if g.winner == NONE and 0 < g.limit <= g.turns:
        return Refusal("turn-limit", "round-over", "The round is over without a winner: it went on for too many turns.")
    if g.winner == NONE:
        return Refusal(
            "pile-exhausted", "round-over", "The round is over without a winner: nobody could draw, and everyone passed."
        )
    return Refusal("out", "round-over", "The round is over.")


def _out_of_place(edition: Edition, g: Round, seat: int, verb: int) -> Refusal:
    spec = edition.codec.verbs[verb]
    return Refusal(spec.rule, "out-of-place", spec.when or NOT_NOW)


def _by_verb(edition: Edition, g: Round, seat: int, move: int) -> Refusal | None:
    """Refuse what follows a verb, or a verb that was used already, in the words of the verb itself."""
    verb = edition.codec.verbs[verb_of(move)]
    if verb.phase is None and not verb.refuses:
        return None
    if verb.phase not in (None, g.phase):
        code = _already(edition, g, seat, verb)
    elif verb.phase is None or has(g.waiting, seat):
        code = _wrong(g, seat, move, verb)
    else:
        return None
    says = verb.refuses.get(code, WRONG.get(code, ""))
    args = {"card": edition.codec.card_texts.get(kind_of(move)), "last": g.players - 1}
    return Refusal(verb.rule, code, says, {name: args[name] for name in args if f"{{{name}}}" in says}) if says else None


def _already(edition: Edition, g: Round, seat: int, verb: Verb) -> str:
    """Return the code that tells the player of the pending card that they have done this, or an empty text."""
    later = g.phase == COLOR or (g.phase in edition.phases and g.phase > (verb.phase or 0))
    codes = [code for code in verb.refuses if code.endswith(ALREADY)] if seat == g.actor and later else []
    return codes[0] if codes else ""


def _wrong(g: Round, seat: int, move: int, verb: Verb) -> str:
    """Return the code for what is wrong with the seat or the card after a verb, or an empty text."""
    kind, other = kind_of(move), arg_of(move)
    if verb.takes == "seat":
        return "not-yourself" if other == seat else "no-such-seat" if other >= g.players else ""
    if "card" not in verb.takes:
        return ""
    if kind >= FIRST_WILD and "not-colored" in verb.refuses:
        return "not-colored"
    return "" if g.hand[seat][kind] else "not-held"


def _not_your_turn(g: Round, seat: int, rule: str) -> Refusal | None:
    if has(g.waiting, seat):
        return None
    if g.phase in (TURN, DREW):
        return Refusal(rule, "not-your-turn", "It's {seat}'s turn.", {"seat": g.turn})
    waiting = [s for s in range(g.players) if has(g.waiting, s)]
    return Refusal(rule, "not-your-turn", "Waiting for {seats}.", {"seats": waiting})


def _something_first(edition: Edition, g: Round, seat: int, rule: str) -> Refusal | None:
    """Refuse if the seat has to answer, do what its card asks, or call before it plays, draws or passes."""
    if g.phase in (TURN, DREW) or (g.phase == ANSWER and g.answer == ANSWER_OR_GO_ON):
        owes = g.phase != DREW and has(g.owes_uno, seat)
        return Refusal("uno-window", "call-owed", "Call UNO before you go on.") if owes else None
    card = {"card": edition.codec.card_texts[g.card]} if g.phase == ANSWER else {}
    return Refusal(rule, "answer-owed", edition.prompt(edition.phase_names[g.phase]).first, card)


def _play(edition: Edition, r: Rules, g: Round, seat: int, move: int) -> Refusal | None:
    kind = kind_of(move)
    card = edition.codec.card_texts[kind]
    if g.stack and has(g.waiting, seat):
        return _answers_stack(edition, r, g, seat, kind)
    if g.phase == FOLLOWING and has(g.waiting, seat):
        return _follows(edition, r, g, seat, kind)
    refusal = _stacks(edition, r, g, seat, kind) or _not_your_turn(g, seat, "turn-match")
    refusal = refusal or _something_first(edition, g, seat, "turn-no-stacking" if g.phase == ANSWER else "turn-match")
    if refusal:
        return refusal
    if not g.hand[seat][kind]:
        return Refusal("turn-match", "not-held", "You don't have {card}.", {"card": card})
    if g.phase == DREW and kind != g.drawn:
        return Refusal("turn-drawn-only", "drawn-only", "You can only play the card you just drew, or pass.")
    return _unplayable(edition, r, g, seat, move)


def _follows(edition: Edition, r: Rules, g: Round, seat: int, kind: int) -> Refusal:
    """Say why a card can't be added to a number card (follow)."""
    card = edition.codec.card_texts[kind]
    if has(g.owes_uno, seat):
        return Refusal("uno-window", "call-owed", "Call UNO before you go on.")
    if not g.hand[seat][kind]:
        return Refusal("turn-match", "not-held", "You don't have {card}.", {"card": card})
    if kind < FIRST_WILD and has(edition.kernels.same_symbol(r, g), rank_of(kind)):
        return Refusal("last-card", "not-last", "You can't go out with {card} at this table.", {"card": card})
    return Refusal("follow", "other-number", "You can only add cards with the same number now.")


def _answers_stack(edition: Edition, r: Rules, g: Round, seat: int, kind: int) -> Refusal:  # noqa: PLR0911 - one case for each reason
    """Say why a card doesn't answer the draw card that hit this seat (stack, deflect)."""
    card = edition.codec.card_texts[kind]
    said: dict[str, Any] = {"card": card, "n": g.stack}
    if g.hand_n[g.actor] == 0:
        return Refusal("stack-out", "last-card", "You can't answer a last card: take the {n} cards.", {"n": g.stack})
    if has(g.owes_uno, seat):
        return Refusal("uno-window", "call-owed", "Call UNO before you go on.")
    if not g.hand[seat][kind]:
        return Refusal("turn-match", "not-held", "You don't have {card}.", {"card": card})
    if g.hand_n[seat] == 1 and r.ends and _is_no_last(r, kind):
        return Refusal("last-card", "not-last", "You can't go out with {card} at this table.", {"card": card})
    if r.deflects and r.fx[kind] == FX_REVERSE:
        color = {"color": edition.colors[g.color]}
        return Refusal("deflect", "no-match", "Only a {color} Reverse sends the cards back.", color)
    if card in edition.stack_answers(r, g):
        says = "You can't play {card} while you hold a Draw Two that fits."
        return Refusal("stack-guilt", "draw-two-held", says, {"card": card})
    says = "You can't answer with {card}: play a card that fits, or take {n} cards."
    return Refusal("stack" if r.stacking else "deflect", "no-answer", says, said)


def _stacks(edition: Edition, r: Rules, g: Any, seat: int, kind: int) -> Refusal | None:
    """Refuse a drawing card that a player puts on the drawing card that hit them (turn-no-stacking)."""
    top = g.discard[g.discard_n - 1]
    if r.stacks or r.fx[top] not in _DRAWS or r.fx[kind] not in _DRAWS:
        return None
    texts = edition.codec.card_texts
    if g.phase == ANSWER and has(g.waiting, seat):
        says = "You can't stack {card} on top: answer the card first."
        return Refusal("turn-no-stacking", "no-stacking", says, {"card": texts[kind]})
    if g.phase == TURN and _just_skipped(g, seat):
        says = "You can't stack {card}: the card on top cost you this turn."
        return Refusal("turn-no-stacking", "no-stacking", says, {"card": texts[kind]})
    return None


def _just_skipped(g: Any, seat: int) -> bool:
    """Whether the top card cost this seat its turn, and nobody has played, drawn or passed since."""
    for what, who, _, n in reversed(g.log):
        if what == E_SKIPPED:
            return bool(who == seat)
        if what in (E_PLAYED, E_PASSED, E_DEALER) or (what == E_DREW and n):
            return False
    return False


def _unplayable(edition: Edition, r: Rules, g: Round, seat: int, move: int) -> Refusal | None:
    kind = kind_of(move)
    card = edition.codec.card_texts[kind]
    if not edition.kernels.matches(r, g, kind):
        return _mismatch(edition, g, kind)
    if g.hand_n[seat] == 1 and r.ends and _is_no_last(r, kind):
        return Refusal("last-card", "not-last", "You can't go out with {card} at this table.", {"card": card})
    if r.fx[kind] == FX_DRAW_FOUR and not r.bluff and edition.kernels.breaks_draw_four(r, g, seat):
        color = edition.colors[g.color]
        says = "You can't play {card} while you hold a {color} card."
        if r.wilds_match:
            says = "You can't play {card} while you hold a {color} card or a different wild."
        return Refusal("wd4-legal", "color-held", says, {"card": card, "color": color})
    return None


def _is_no_last(r: Rules, kind: int) -> bool:
    """Whether the table doesn't allow this as a last card."""
    return not (has(r.last_kinds, kind) if kind < FIRST_WILD else has(r.last_wilds, rank_of(kind)))


def _mismatch(edition: Edition, g: Round, kind: int) -> Refusal:
    card = edition.codec.card_texts[kind]
    top = g.discard[g.discard_n - 1]
    symbol = next(k.symbol for k in edition.kinds if k.code == top)
    color = edition.colors[g.color]
    if top >= FIRST_WILD:
        return Refusal(
            "turn-match", "no-match", "You can't play {card}: you need {color} or a wild.", {"card": card, "color": color}
        )
    said = {"card": card, "color": color, "symbol": symbol}
    return Refusal("turn-match", "no-match", "You can't play {card}: you need {color}, another {symbol} or a wild.", said)


def _draw(edition: Edition, r: Rules, g: Round, seat: int, move: int) -> Refusal | None:
    refusal = _not_your_turn(g, seat, "turn-draw") or _something_first(edition, g, seat, "turn-draw")
    if refusal:
        return refusal
    if g.phase == DREW:
        can_play = any(verb_of(code) == PLAY for code in _legal(edition, r, g, seat))
        says = "You've already drawn: play that card or pass." if can_play else "You've already drawn: pass."
        return Refusal("turn-drawn-only", "drawn-already", says)
    if edition.kernels.can_draw(g, seat):
        return Refusal("must-play", "must-play", "At this table, you have to play if you can.")
    if 0 < g.most <= g.hand_n[seat]:
        return Refusal("hand-limit", "hand-full", "Your hand is full: nobody draws beyond {n} cards.", {"n": g.most})
    return Refusal("pile-exhausted", "nothing-to-draw", "There are no cards left to draw: play if you can, or pass.")


def _pass(edition: Edition, r: Rules, g: Round, seat: int, move: int) -> Refusal | None:
    rule = "turn-drawn-only"
    refusal = _not_your_turn(g, seat, rule) or _something_first(edition, g, seat, rule)
    if refusal:
        return refusal
    if g.phase == DREW:
        return Refusal("drawn-play", "must-play-drawn", "At this table, you have to play the card you drew if it fits.")
    if edition.kernels.can_draw(g, seat):
        return Refusal("turn-drawn-only", "draw-first", "You can only pass after drawing a card.")
    return Refusal("pile-exhausted", "must-play", "There's nothing left to draw, so you have to play.")


def _catch(edition: Edition, r: Rules, g: Any, seat: int, move: int) -> Refusal | None:
    other = arg_of(move)
    if g.silent:
        return Refusal("uno-silent", "silent", "Nobody calls UNO at this table.")
    if other >= g.players:
        return Refusal("uno-false", "no-such-seat", NO_SUCH_SEAT, {"last": g.players - 1})
    if other == seat:
        return Refusal("uno-catch", "not-yourself", "You can't catch yourself: call UNO instead.")
    if g.hand_n[other] != 1:
        says = "{seat} has {n} cards and doesn't have to call UNO."
        return Refusal("uno-false", "no-call-owed", says, {"seat": other, "n": g.hand_n[other]})
    return _one_card(edition, g, other)


def _one_card(edition: Edition, g: Any, other: int) -> Refusal:
    """Explain why nobody can catch a seat that has one card."""
    for what, who, _, n in reversed(g.log):
        if what == E_DEALER:
            break
        if (what == E_DISCARDED and who == other) or (what == E_HANDED and n == other):
            says = "{seat} doesn't have to call UNO: a house rule left them with one card."
            return Refusal("uno-false", "no-call-owed", says, {"seat": other})
        if who == other and what == E_CAUGHT:
            return Refusal("uno-false", "caught", "{seat} has already been caught.", {"seat": other})
        if who == other and (what == E_CALLED or (what == E_PLAYED and says_uno(n))):
            return Refusal("uno-false", "called", "{seat} has already called UNO.", {"seat": other})
        if who == other and edition.teller.cards[what] in ("out", "gift"):
            says = "It's too late to catch {seat}: the next turn has begun."
            return Refusal("uno-false", "too-late", says, {"seat": other})
    return Refusal("uno-false", "no-call-owed", "{seat} doesn't have to call UNO now.", {"seat": other})


def _uno(edition: Edition, r: Rules, g: Round, seat: int, move: int) -> Refusal | None:
    if g.silent:
        return Refusal("uno-silent", "silent", "Nobody calls UNO at this table.")
    return Refusal("uno-false", "no-call-owed", "You don't have to call UNO now.")


def _challenge(edition: Edition, r: Rules, g: Round, seat: int, move: int) -> Refusal | None:
    if not r.bluff:
        return Refusal("wd4-legal", "no-bluff", "Nobody can challenge at this table: bluffing is off.")
    if g.stack and has(g.waiting, seat) and g.hand_n[g.actor] > 0:
        if r.fx[g.card] == FX_REVERSE:
            return Refusal("deflect", "deflected", "A Reverse has sent the cards back, so nobody can challenge them now.")
        says = "There's nothing to challenge: no Draw Two would have been allowed."
        return Refusal("stack-challenge", "no-guilt", says)
    if g.phase != ANSWER or r.fx[g.card] != FX_DRAW_FOUR:
        return None
    if not has(g.waiting, seat):
        return Refusal("wd4-take", "not-next", "Only the next player can challenge.")
    return Refusal("out-draw", "last-card", "You can't challenge a player's last card.")


def _rule_of(edition: Edition, r: Rules, g: Round) -> str:
    """Return the id of the rule behind the house rule that is running."""
    return "card-rules" if r.written[g.card] < OWN_RULE else edition.vote_rule


def _vote_rule(edition: Edition, r: Rules, g: Round) -> str:
    return _rule_of(edition, r, g) if g.for_rule else edition.vote_rule


def _vote(edition: Edition, r: Rules, g: Any, seat: int, move: int) -> Refusal | None:
    if g.phase != VOTING:
        return None
    if seat == g.performer:
        return Refusal(_vote_rule(edition, r, g), "own-vote", "You can't vote on yourself.")
    if has(edition.kernels.team(g, g.performer), seat):
        return Refusal("teams-votes", "partner", "You can't judge your partner.")
    return Refusal(_vote_rule(edition, r, g), "voted-already", "You've already voted.")


def _jump(edition: Edition, r: Rules, g: Round, seat: int, move: int) -> Refusal | None:  # noqa: PLR0911 - one case for each reason
    kind = kind_of(move)
    card = {"card": edition.codec.card_texts[kind]}
    if not r.jumps:
        return Refusal("jump-in", "no-jumps", "Nobody jumps in at this table.")
    if not edition.kernels.jumpers(r, g):
        return None
    if seat == g.turn:
        return Refusal("jump-in", "own-turn", "It's your turn: just play.")
    if seat == g.actor:
        return Refusal("jump-in", "own-card", "You can't jump in on your own card.")
    if has(g.owes_uno, seat):
        return Refusal("uno-window", "call-owed", "Call UNO before you go on.")
    if not g.hand[seat][kind]:
        return Refusal("jump-in", "not-held", "You don't have {card}.", card)
    if kind < FIRST_WILD and color_of_kind(kind) == g.color and has(edition.kernels.same_symbol(r, g), rank_of(kind)):
        return Refusal("last-card", "not-last", "You can't go out with {card} at this table.", card)
    return Refusal("jump-in", "not-identical", "You can only jump in with exactly the same card.")


def _choose(edition: Edition, r: Rules, g: Round, seat: int, move: int) -> Refusal | None:
    if g.phase == CHOOSING and has(g.waiting, seat):
        return Refusal(_rule_of(edition, r, g), "no-such-seat", "Pick another player at this table.")
    return None


def _discard(edition: Edition, r: Rules, g: Round, seat: int, move: int) -> Refusal | None:
    if g.phase == DISCARDING and has(g.waiting, seat):
        return Refusal(_rule_of(edition, r, g), "not-held", "You can only discard a card from your hand.")
    return None


_EXPLAIN = {
    PLAY: _play,
    DRAW: _draw,
    PASS: _pass,
    CATCH: _catch,
    UNO: _uno,
    CHALLENGE: _challenge,
    VOTE: _vote,
    CHOOSE: _choose,
    DISCARD: _discard,
    JUMP: _jump,
}
