"""Consequences: what a move costs or brings, in sentences for the player who may make it.

They are computed from the table's rules and from what that player knows: their own hand, and what lies open. Like a refusal, a
consequence only describes. What a move really does is decided in one place, the kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from .bits import arg_of, kind_of, says_uno, verb_of, with_call
from .cards import FIRST_WILD, FX_DRAW_FOUR, FX_DRAW_TWO, FX_NONE, FX_REVERSE, FX_SKIP, Kind
from .edition import Edition
from .house_rules import about_chosen
from .moves import (
    ACCEPT,
    CATCH,
    CHALLENGE,
    CHOOSE,
    COLORED,
    DISCARD,
    DONE,
    DRAW,
    JUMP,
    PASS,
    PLAY,
    UNO,
    VOTE,
    Verb,
    vote_brings,
)
from .options import Options
from .rule_effects import Played, rule_effect
from .rules.state import NONE, TURN, Round, Rules
from .sentence_type import Sentence, sentence, turn_of

Said = tuple[Sentence, ...]
FOLLOWS = {
    "blocks": "The card that was played does nothing.",
    "parts": "You part with {card}.",
    "hides": "You pick {card}, and the others don't see it.",
    "shows": "Everyone sees {card}.",
}


class Asked(NamedTuple):
    """A seat at a table that may make a move now."""

    edition: Edition
    rules: Rules
    round: Round
    seat: int
    options: Options

    def after(self, seat: int, by: int = 1) -> int:
        """The seat this many places further in the order of play."""
        found: int = self.edition.kernels.after(self.round, seat, by)
        return found

    def kind(self, code: int) -> Kind:
        """Return the kind with this code."""
        return self.edition.kinds_by_code[code]


def consequences(edition: Edition, r: Rules, g: Round, seat: int, moves: Sequence[int], options: Options) -> list[Said]:
    """Return what each of a seat's legal moves leads to, as far as the seat can know. A move may have no sentence."""
    asked = Asked(edition, r, g, seat, options)
    told = [_told(asked, move) for move in moves]
    if not any(map(says_uno, moves)):
        return told
    listed = set(moves)
    return [(*said, *_call(asked, move, listed)) for said, move in zip(told, moves, strict=True)]


def _told(asked: Asked, move: int) -> Said:
    """Return what the edition says about a move, or else the shared rules, or else its verb."""
    edition, r, g, seat, options = asked
    own = edition.consequence(r, g, seat, move, options)
    if own is not None:
        return tuple(own)
    verb = verb_of(move)
    if verb in _TELL:
        return _TELL[verb](asked, move)
    return _by_verb(asked, move)


def _by_verb(asked: Asked, move: int) -> Said:
    """Return what a verb brings in its author's words, or else what follows from the rest that it says about itself."""
    verb, listed = asked.edition.codec.verbs[verb_of(move)], asked.edition.codec.move(move)
    taken = {"card": listed.card, "color": listed.color, "seat": listed.seat, "word": listed.word}
    brings = (verb.brings,) if verb.brings else _follows(asked, verb)
    return tuple(Sentence(says, {name: taken[name] for name in taken if f"{{{name}}}" in says}) for says in brings)


def _follows(asked: Asked, verb: Verb) -> tuple[str, ...]:
    """Return what happens to the card or the color that a verb takes, and the rule behind the verb."""
    told = [FOLLOWS["blocks"]] if verb.blocks else []
    if verb.handles:
        told.append(FOLLOWS[verb.handles])
    if verb.takes.endswith("color"):
        told.append(COLORED)
    return (*told, *(rule.text for rule in asked.edition.rulebook if rule.id == verb.rule))


# ---- UNO -------------------------------------------------------------------------------------------
def _call(asked: Asked, move: int, listed: set[int]) -> Said:
    """Return a sentence about the call, if the move leaves one card and somebody has to call (uno-duty)."""
    if says_uno(move):
        return (sentence("One card left, and you call UNO."),)
    if with_call(move) in listed:
        return (sentence("One card left: call UNO, or anyone can catch you and you draw {n}.", n=asked.rules.uno_penalty),)
    return ()


def _uno(asked: Asked, move: int) -> Said:
    return (sentence("Nobody can catch you anymore. Without the call, you may have to draw {n}.", n=asked.rules.uno_penalty),)


def _catch(asked: Asked, move: int) -> Said:
    return (sentence("{seat} forgot to call UNO and draws {n}.", seat=arg_of(move), n=asked.rules.uno_penalty),)


# ---- playing, drawing, passing -----------------------------------------------------------------------
def _play(asked: Asked, move: int) -> Said:
    _, r, g, seat, _ = asked
    kind = kind_of(move)
    if r.stacks and (g.stack or amount(asked, kind)):
        return _stack(asked, kind)
    if g.hand_n[seat] == 1:
        return _last_card(asked, kind, seat)
    if r.fx[kind] == FX_DRAW_FOUR and r.bluff:
        return _draw_four(asked)
    if r.follows and kind < FIRST_WILD and r.fx[kind] == FX_NONE:
        return (sentence("Then you may add cards with the same number."),)
    return effect(asked, kind, seat)


def _last_card(asked: Asked, kind: int, actor: int) -> Said:
    """A last card wins the round. A card that makes the next player draw still does (out-draw)."""
    n = amount(asked, kind)
    if not n:
        return (sentence("Your last card: you win the round."),)
    return (sentence("Your last card: {seat} still draws {n}, and you win the round.", seat=asked.after(actor), n=n),)


def _stack(asked: Asked, kind: int) -> Said:
    """A draw card, or a Reverse that sends a stack back, at a table where the player hit may answer it (stack, deflect)."""
    _, r, g, seat, _ = asked
    hit = asked.after(seat, -1 if r.fx[kind] == FX_REVERSE else 1)
    n = g.stack + amount(asked, kind)
    if g.hand_n[seat] == 1:
        return (sentence("Your last card: {seat} still draws {n}, and you win the round.", seat=hit, n=n),)
    return (sentence("{seat} draws {n} and loses a turn, or passes it on.", seat=hit, n=n),)


def _draw_four(asked: Asked) -> Said:
    """A Wild Draw Four, which may be a bluff: that depends on the player's hand alone (wd4-legal)."""
    edition, r, g, seat, _ = asked
    told = {"color": edition.colors[g.color], "seat": asked.after(seat), "n": r.draw_four_n}
    if not edition.kernels.breaks_draw_four(r, g, seat):
        says = "You have no {color}, so it's no bluff: {seat} draws {n} and loses a turn, or {m} after challenging you."
        if r.wilds_match:
            says = (
                "You have no {color} and no other wild, so it's no bluff: {seat} draws {n} and loses a turn, or {m} after "
                "challenging you."
            )
        return (sentence(says, **told, m=r.draw_four_n + r.challenge_n),)
    if g.held[seat][g.color]:
        says = "You have {color}, so it's a bluff: {seat} draws {n} and loses a turn. If {seat} challenges you, you draw {n}."
        return (sentence(says, **told),)
    del told["color"]
    says = "You have another wild, so it's a bluff: {seat} draws {n} and loses a turn. If {seat} challenges you, you draw {n}."
    return (sentence(says, **told),)


def effect(asked: Asked, kind: int, actor: int) -> Said:
    """What a card does, told to the seat that is asked. ``actor`` has played the card or would play it."""
    rule = asked.edition.rule_on(asked.rules, kind, asked.options)
    if rule is not None:
        return _ruled(asked, rule, kind, actor)
    return _own_effect(asked, kind, actor)


def _ruled(asked: Asked, rule: Mapping[str, Any], kind: int, actor: int) -> Said:
    """A number, Skip, Reverse or Wild does what it always does, and then what the rule on it says (card-rules)."""
    r, g, fx = asked.rules, asked.round, asked.rules.fx[kind]
    turns = fx == FX_REVERSE
    lost = int(fx == FX_SKIP or (turns and g.players == 2 and r.two_reverse_skips))
    played = Played(actor, asked.seat, partial(asked.after, actor), lost, -1 if turns else 1, g.row)
    return tuple(rule_effect(rule, played))


def _own_effect(asked: Asked, kind: int, actor: int) -> Said:
    _, r, g, you, _ = asked
    fx, hit = r.fx[kind], asked.after(actor)
    skips = fx == FX_REVERSE and g.players == 2 and r.two_reverse_skips
    if fx == FX_NONE:
        return (turn_of(hit, you),)
    if fx == FX_SKIP or skips:
        lost = sentence("You lose your turn.") if hit == you else sentence("{seat} loses a turn.", seat=hit)
        return (lost, *again(asked, actor))
    if fx == FX_REVERSE:
        next_one = asked.after(actor, -1)
        if next_one == you:
            return (sentence("Play reverses, and it's your turn."),)
        return (sentence("Play reverses: {seat} is next.", seat=next_one),)
    if n := amount(asked, kind):
        drawn = sentence("{seat} draws {n} and loses a turn.", seat=hit, n=n)
        return (sentence("Draw {n} and lose your turn.", n=n) if hit == you else drawn, *again(asked, actor))
    return (asked.kind(kind).info,)


def amount(asked: Asked, kind: int) -> int:
    """Return how many cards a Draw Two or Wild Draw Four alone makes somebody draw by this table's rules."""
    r = asked.rules
    return {FX_DRAW_TWO: r.draw_two_n, FX_DRAW_FOUR: r.draw_four_n}.get(r.fx[kind], 0)


def again(asked: Asked, actor: int) -> Said:
    """With two players, whoever makes the other lose a turn plays again."""
    return (sentence("You play again."),) if asked.round.players == 2 and actor == asked.seat else ()


def _draw(asked: Asked, move: int) -> Said:
    r = asked.rules
    if r.until:
        return (sentence("Draw until a card matches."),)
    says = "Draw a card. If it matches, you must play it." if r.drawn_must else "Draw a card. If it matches, you may play it."
    return (sentence(says),)


def _pass(asked: Asked, move: int) -> Said:
    says = "There is nothing to draw: your turn ends." if asked.round.phase == TURN else "Keep the card: your turn ends."
    return sentence(says), turn_of(asked.after(asked.seat), asked.seat)


# ---- answers and votes -------------------------------------------------------------------------------
def _accept(asked: Asked, move: int) -> Said:
    g = asked.round
    if g.stack and g.hand_n[g.actor]:
        return (sentence("Draw {n} and lose your turn.", n=g.stack),)
    if g.hand_n[g.actor]:
        return effect(asked, g.card, g.actor)
    if n := g.stack or amount(asked, g.card):
        return (sentence("Draw {n}. Then {seat} wins the round.", n=n, seat=g.actor),)
    return (sentence("{seat} wins the round.", seat=g.actor),)


def _challenge(asked: Asked, move: int) -> Said:
    r, n = asked.rules, asked.round.stack or asked.rules.draw_four_n
    says = "If {seat} was honest, you draw {m} and lose your turn. If not, {seat} draws {n} and it's your turn."
    return sentence(says, seat=asked.round.actor, m=n + r.challenge_n, n=n), *_honesty(asked)


def _honesty(asked: Asked) -> Said:
    """Say when the Wild Draw Four was no bluff, unless it was stacked."""
    before = asked.round.color_before
    if asked.round.stack or before == NONE:
        return ()
    color = asked.edition.colors[before]
    if asked.rules.wilds_match:
        return (sentence("Honest means having had no {color} card and no other wild.", color=color),)
    return (sentence("Honest means having had no {color} card.", color=color),)


def _vote(asked: Asked, move: int) -> Said:
    r, g = asked.rules, asked.round
    if not g.for_rule:
        return (sentence("Nobody sees your vote until everyone has voted."),)
    return tuple(vote_brings(arg_of(move), g.performer, g.penalty, unanimous=bool(r.unanimous)))


# ---- choices that a house rule asks for --------------------------------------------------------------
def _choose(asked: Asked, move: int) -> Said:
    rule = asked.edition.rule_on(asked.rules, asked.round.card, asked.options)
    return tuple(about_chosen(rule, arg_of(move))) if rule else ()


def _jump(asked: Asked, move: int) -> Said:
    kind = kind_of(move)
    if asked.round.hand_n[asked.seat] == 1:
        return _last_card(asked, kind, asked.seat)
    return sentence("You jump in, and play goes on after you."), *_play(asked, move)


def _done(asked: Asked, move: int) -> Said:
    return effect(asked, asked.round.card, asked.seat)


def _discard(asked: Asked, move: int) -> Said:
    return (sentence("You get rid of the card. It has no effect."),)


_TELL: dict[int, Callable[[Asked, int], Said]] = {
    PLAY: _play,
    DRAW: _draw,
    PASS: _pass,
    UNO: _uno,
    CATCH: _catch,
    ACCEPT: _accept,
    CHALLENGE: _challenge,
    VOTE: _vote,
    CHOOSE: _choose,
    DISCARD: _discard,
    DONE: _done,
    JUMP: _jump,
}


def grouped(found: Sequence[Said]) -> list[tuple[Sentence, list[int]]]:
    """Group equal sentences, each with the positions of the moves that lead to it. A move's sentences keep their order."""
    groups: dict[object, tuple[Sentence, list[int]]] = {}
    for position, said in enumerate(found):
        for each in said:
            groups.setdefault((each.says, tuple(each.args.items())), (each, []))[1].append(position)
    return list(groups.values())
