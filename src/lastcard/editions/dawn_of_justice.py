"""Batman v Superman: Dawn of Justice (2015): emblems, two Hero cards that block, two Customizable cards."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from .. import options as opt
from ..bits import arg_of, bit, has, kind_at, kind_of, move_of, rank_of, verb_of
from ..card_rules import ready
from ..cards import (
    FIRST_WILD,
    FX_DRAW_FOUR,
    FX_DRAW_TWO,
    FX_NONE,
    FX_REVERSE,
    FX_SKIP,
    FX_SPECIAL,
    WILD,
    Kind,
    number_kinds,
    wild_kind,
)
from ..edition import Edition, Mood
from ..errors import Refusal
from ..events import E_REVERSED
from ..house_rules import OWN_RULE, check_rules, rules_form
from ..moves import ACCEPT_VERB, CHALLENGE_VERB, VERBS, color_verb, house_verbs, vote_verb
from ..options import Option, Options
from ..play.policy import Player, best_color, count_colors, look_around
from ..rules import openings
from ..rules.build import kernel
from ..rules.house_steps import start_rule
from ..rules.legal import add_calls, add_colors
from ..rules.piles import below, call_due, call_or_owe, discard, lose, note
from ..rules.round_end import finish
from ..rules.seats import after, begin, everyone
from ..rules.state import (
    ANSWER,
    ANSWER_ALWAYS,
    ANSWER_OR_GO_ON,
    ANSWER_UNLESS_LAST,
    KINDS,
    NO_ANSWER,
    NONE,
    Round,
    Row,
    Rules,
)
from ..sentence_type import Sentence, sentence, turn_of
from .texts.basics_lesson import WITHOUT_BLUE, basics
from .texts.dawn_of_justice import EVENTS, LESSON, PROMPTS, RULEBOOK, TIPS, VERB_TEXTS, WORDS

EMBLEMS = ("batman", "superman")
COLORS = ("blue", "gold", "red", "silver")
CUSTOM = "Pick the color. Then the rule that your table wrote on it runs. With nothing written on it, it's a plain Wild."
SHIELD = (
    "On your turn, it's a Wild. At any other time, it cancels an action card with the other hero's emblem, and you pick "
    "the color."
)


def _with_emblems(rank: int, name: str, copies: int, effect: int) -> tuple[Kind, ...]:
    """Make a wild whose copies show Batman and Superman half and half (deck-emblem)."""
    called, drawing, does = ("Wild Customizable", "pencil", CUSTOM) if effect == FX_SPECIAL else ("", "", "")
    return tuple(
        wild_kind(rank + e, f"{name}@{emblem}", copies, effect, emblem, name=called, drawing=drawing, does=does)
        for e, emblem in enumerate(EMBLEMS)
    )


def _actions(rank: int, name: str, effect: int) -> tuple[Kind, ...]:
    """Make a pair of action cards in each color, one with Batman and one with Superman (deck-emblem)."""
    return tuple(
        Kind(kind_at(c, rank + e), f"{color}-{name}@{emblem}", 1, effect, 20, name, emblem)
        for c, color in enumerate(COLORS)
        for e, emblem in enumerate(EMBLEMS)
    )


# With both Heroes in the discard pile, nobody is asked whether to block.
BASICS = basics(
    colors=("silver", "gold"),
    emblem="@superman",
    bluff=WITHOUT_BLUE,
    discard=["hero@batman", "hero@superman"],
)

EDITION = Edition(
    id="dawn-of-justice",
    title="Batman v Superman: Dawn of Justice",
    summary="Hero cards block what the other hero's cards do, and you write your own rule on the Customizable cards.",
    version=2,
    reads=(1,),
    mood=Mood(("#141c2b", "#2f4a7d", "#b3202c", "#c9a227"), "grid"),
    lessons=(BASICS, LESSON),
    tips=TIPS,
    colors=COLORS,
    kinds=(
        *number_kinds(COLORS),
        *_actions(10, "skip", FX_SKIP),
        *_actions(12, "reverse", FX_REVERSE),
        *_actions(14, "draw-two", FX_DRAW_TWO),
        *_with_emblems(0, "wild", 2, FX_NONE),
        *_with_emblems(2, "wild-draw-four", 2, FX_DRAW_FOUR),
        *_with_emblems(4, "wild-custom", 1, FX_SPECIAL),
        *(wild_kind(6 + e, f"hero@{emblem}", 1, FX_NONE, drawing="shield", does=SHIELD) for e, emblem in enumerate(EMBLEMS)),
    ),
    options=(
        opt.target(500),
        opt.SCORING,
        opt.BLUFF,
        opt.TWO_PLAYER_REVERSE,
        opt.DEALER,
        Option(
            "house_rules",
            dict.fromkeys(EMBLEMS),
            "what's written on the two Customizable cards",
            'a mapping of "batman" and "superman" to a house rule or null, or a list of these two, or null',
            partial(check_rules, places=EMBLEMS),
            between_rounds=True,
            rule="custom-rule",
            form=rules_form({"batman": "Batman's card", "superman": "Superman's card"}),
            quick=dict(zip(EMBLEMS, (ready("Spring cleaning"), ready("Pick on someone")), strict=True)),
        ),
    ),
    parts=(openings,),
    wilds_match=False,
    prompts=PROMPTS,
    event_texts=EVENTS,
    verb_texts=VERB_TEXTS,
    vote_rule="custom-rule",
    verbs=(
        *VERBS,
        ACCEPT_VERB._replace(rule="hero-block", says="Accept"),
        CHALLENGE_VERB,
        color_verb("open-wild"),
        vote_verb("custom-rule"),
        *house_verbs("custom-rule"),
    ),
    words=WORDS,
    rulebook=RULEBOOK,
)

BLOCK = EDITION.verb("block", "card color", "hero-block", chance=True, calls=True, blocks=True)

E_BLOCKED = EDITION.event("blocked", kind="card", n="color", cards="out")

HERO = kind_at(WILD, 6)  # the Batman Hero; the Superman Hero is the next kind


@EDITION.state()
class DawnRules(Rules):
    """Which emblem each card shows."""

    emblem: Annotated[Row, "i8", KINDS]  # 1 Batman, 2 Superman, 0 none


# ---- Hero cards ------------------------------------------------------------------------------------
@kernel
def hero_against(r: DawnRules, g: Round) -> int:
    """Return the Hero card that blocks the pending card, which is the one with the other emblem."""
    return HERO + 2 - r.emblem[g.card]


@EDITION.hook
def answer_to(r: DawnRules, g: Round, kind: int) -> int:
    """Answer a card as in other editions if the only Hero that could block it lies face up (hero-block)."""
    if r.emblem[kind]:
        hero = HERO + 2 - r.emblem[kind]
        for i in range(g.discard_n):
            if g.discard[i] == hero:
                return ANSWER_UNLESS_LAST if r.bluff and r.fx[kind] == FX_DRAW_FOUR else NO_ANSWER
    return r.answered[kind]


@kernel
def can_be_blocked(r: DawnRules, g: Round) -> bool:
    """Whether the pending card can be blocked and isn't only waiting for the answer to a draw card."""
    return g.phase == ANSWER and (g.answer == ANSWER_ALWAYS or (r.fx[g.card] != FX_DRAW_FOUR and g.stack == 0))


@kernel
def may_block(r: DawnRules, g: Round, seat: int) -> int:
    """Return 0 if the Hero is the seat's last card and the table wants no wild as a last card (last-card), else 1."""
    return 0 if r.ends and g.hand_n[seat] == 1 else 1


@EDITION.hook
def special_chances(r: DawnRules, g: Round, seat: int, out: Row, n: int) -> int:
    """Let any other seat block until the card is accepted (hero-block)."""
    if can_be_blocked(r, g) and seat != g.actor and g.hand[seat][hero_against(r, g)] and may_block(r, g, seat):
        return add_calls(g, seat, out, n, add_colors(move_of(BLOCK, hero_against(r, g)), out, n))
    return n


@EDITION.hook
def interrupts(r: DawnRules, g: Round) -> int:
    """Ask everyone but the card's player, no matter who holds a Hero (hero-secret)."""
    return everyone(g) & ~bit(g.actor) if can_be_blocked(r, g) else 0


@EDITION.hook
def takers(r: DawnRules, g: Round) -> int:
    """Ask only the seats that can block, in playouts."""
    if not can_be_blocked(r, g):
        return 0
    rank = rank_of(hero_against(r, g))
    seats = 0
    for seat in range(g.players):
        seats |= has(g.held[seat][WILD], rank) * may_block(r, g, seat) * bit(seat)
    return seats & ~bit(g.actor)


@kernel
def block(r: DawnRules, g: Round, seat: int, move: int) -> None:
    """Cancel the action. The blocker names the color, and play continues after the card's player (hero-block-effect)."""
    kind = kind_of(move)
    lose(g, seat, kind)
    discard(g, kind)
    g.color = arg_of(move)
    note(g, E_BLOCKED, seat, kind, g.color)
    if g.stack and r.fx[g.card] == FX_REVERSE:  # deflect: play goes on in the direction before it
        g.direction = -g.direction
        note(g, E_REVERSED, NONE, 0, 0)
    g.stack = 0  # the whole stack is off: nobody draws
    if g.hand_n[g.actor] == 0:
        finish(r, g, g.actor)  # out-draw: the player has won even if blocked
    elif g.hand_n[seat] == 0:
        finish(r, g, seat)
    else:
        call_or_owe(g, seat, move)
        begin(g, after(g, g.actor, 1))


# ---- house rules -----------------------------------------------------------------------------------
@EDITION.hook
def on_special(r: DawnRules, g: Round, seat: int) -> None:
    """Run the rule written on the card (custom-rule)."""
    start_rule(r, g, seat, 0)


# ---- the edition's own moves -----------------------------------------------------------------------
@EDITION.hook
def special_step(r: DawnRules, g: Round, seat: int, move: int) -> None:
    block(r, g, seat, move)


@EDITION.hook
def prefer_chance(r: DawnRules, g: Round, seat: int, p: Player, out: Row) -> int:
    """Block a card that hits this seat or would let someone win, and block to go out."""
    fx = r.fx[g.card]
    hit = after(g, g.actor, 1) == seat and fx != FX_NONE and (fx != FX_REVERSE or g.stack > 0)
    if not hit and g.hand_n[seat] > 2 and (g.hand_n[g.actor] > 1 or g.card < FIRST_WILD):
        return NONE
    count_colors(g, seat, p)
    look_around(g, seat, p)
    uno = call_due(g, seat)
    return move_of(BLOCK, hero_against(r, g), best_color(p, below(p, 4)), uno)


# ---- options, views and refusals -------------------------------------------------------------------
@EDITION.hook
def own_rules(options: Options) -> list[dict[str, Any] | None]:
    """Return what is written on the two Customizable cards."""
    return [options["house_rules"][emblem] for emblem in EMBLEMS]


@EDITION.hook
def fill(r: Any, edition: Edition, options: Options) -> None:
    """Write the emblems, and which cards can be blocked (hero-block), into the rules."""
    rules = options["house_rules"]
    for kind in edition.kinds:
        r.emblem[kind.code] = EMBLEMS.index(kind.emblem) + 1 if kind.emblem else 0
        if kind.effect == FX_SPECIAL and rules[kind.emblem] is None:
            r.fx[kind.code] = FX_NONE
        elif kind.effect == FX_SPECIAL:
            r.written[kind.code] = OWN_RULE + EMBLEMS.index(kind.emblem)
        if r.emblem[kind.code]:
            r.answered[kind.code] = _answer(r, kind.code)


def _answer(r: Any, kind: int) -> int:
    fx = r.fx[kind]
    if fx in (FX_DRAW_TWO, FX_DRAW_FOUR):
        return ANSWER_ALWAYS
    goes_on = fx == FX_NONE or (fx == FX_REVERSE and r.players == 2 and not r.two_reverse_skips)
    return ANSWER_OR_GO_ON if goes_on and not r.written[kind] else ANSWER_UNLESS_LAST


@EDITION.hook
def consequence(r: DawnRules, g: Round, seat: int, move: int, options: Options) -> list[Sentence] | None:
    """Say what a block cancels."""
    return _block_brings(g, seat) if verb_of(move) == BLOCK else None


def _block_brings(g: Round, seat: int) -> list[Sentence]:
    if g.hand_n[g.actor] == 0:
        return [sentence("Nobody draws, but {seat} still wins the round.", seat=g.actor)]
    if g.hand_n[seat] == 1:
        return [Sentence("Your last card: you win the round.")]
    blocked = sentence("{seat}'s card does nothing, and you pick the color.", seat=g.actor)
    return [blocked, turn_of(after(g, g.actor, 1), seat)]


@EDITION.hook
def why_not(r: DawnRules, g: Round, seat: int, move: int) -> Refusal | None:
    """Give the reasons for a refusal that the verbs alone don't give. The refusal of a block reveals nothing about the hand."""
    verb, kind = verb_of(move), kind_of(move)
    if verb == BLOCK and g.phase == ANSWER and r.emblem[g.card] and not can_be_blocked(r, g):
        return Refusal(
            "hero-block", "hero-seen", "No Hero can block this card: the only one that could is in the discard pile."
        )
    if verb == BLOCK and g.phase == ANSWER:
        if seat == g.actor:
            return Refusal("hero-block", "not-yourself", "You can't block your own card.")
        if kind < HERO:
            return Refusal("hero-block", "no-hero", "You can only block with a Hero.")
        if kind != HERO + 2 - r.emblem[g.card]:
            return Refusal("hero-block", "same-emblem", "A Hero only blocks cards with the other emblem.")
        if g.hand[seat][kind]:
            return Refusal("last-card", "not-last", "You can't go out with a wild at this table.")
        return Refusal("hero-block", "not-held", "You don't have that Hero.")
    return None
