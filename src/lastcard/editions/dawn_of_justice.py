"""Batman v Superman: Dawn of Justice (2015): emblems, two Hero cards that block, two Customizable cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from .. import options as opt
from .. import rulebook as book
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
from ..edition import Edition, Mood, Prompt, Said, Shown
from ..errors import Refusal
from ..events import E_REVERSED, E_SKIPPED, OWN, VOTE_HAPPENINGS, Happening
from ..house import (
    AGAIN,
    CHOSEN,
    DISCARDS,
    DRAWS,
    END,
    EVERYONE,
    HANDS_LEFT,
    HANDS_RIGHT,
    ME,
    MOST_CARDS,
    MOST_STEPS,
    NEXT,
    OTHERS,
    PERFORMS,
    PREVIOUS,
    REVERSES,
    ROW,
    SKIPS,
    SWAPS,
    check_rule,
    encode,
    rules_form,
)
from ..moves import ACCEPT, CHALLENGE, OTHER, SEATS, VERBS, VOTE, Verb, color_verb, vote_verb
from ..options import Option, Options
from ..rulebook import Rule
from ..rules import older, votes
from ..rules.build import kernel, lowest
from ..rules.core import (
    ANSWER,
    ANSWER_ALWAYS,
    ANSWER_OR_GO_ON,
    ANSWER_UNLESS_LAST,
    NONE,
    SPECIAL,
    VOTING,
    add,
    add_colors,
    add_held,
    after,
    ask,
    begin,
    below,
    discard,
    draw_cards,
    everyone,
    finish,
    lose,
    note,
    owe,
)
from ..rules.evidence import Evidence, forget_choices
from ..rules.policy import Player, best_color, count_colors, fewest_cards, spare_card
from ..rules.state import KINDS, Grid, Row
from ..rules.votes import VotingRound, VotingRules, cast_vote, open_vote, vote_moves

EMBLEMS = ("batman", "superman")
COLORS = ("blue", "gold", "red", "silver")
HERO = FIRST_WILD | 6  # Batman's; Superman's follows

CHOOSING, DISCARDING = SPECIAL, SPECIAL + 1
BLOCK, CHOOSE, DISCARD = OTHER, OTHER + 1, OTHER + 2
E_BLOCKED, E_RULE, E_CHOSE, E_DISCARDED, E_SWAPPED, E_HANDS_PASSED, E_AGAIN = range(OWN, OWN + 7)


class DawnRules(VotingRules):
    """Emblems, and what is written on the two Customizable cards."""

    emblem: Annotated[Row, "i8", KINDS]  # 1 Batman, 2 Superman, 0 none
    house: Annotated[Grid, "i8", 2, MOST_STEPS * ROW]


class DawnRound(VotingRound):
    """A round in which a house rule may be running."""

    at: int  # the next step of the running house rule
    chosen: int
    skips: int
    again: int
    performers: int  # mask: those who have yet to do what the text says
    penalty: int
    to_discard: Annotated[Row, "i8", SEATS]


@kernel
def clear_special(r: DawnRules, g: DawnRound) -> None:
    g.performer = NONE
    g.at = 0
    g.chosen = NONE
    g.skips = 0
    g.again = 0
    g.performers = 0
    g.penalty = 0
    for seat in range(g.players):
        g.to_discard[seat] = 0


# ---- Hero cards ------------------------------------------------------------------------------------
@kernel
def hero_against(r: DawnRules, g: DawnRound) -> int:
    """The Hero card that blocks the pending card: the other emblem's."""
    return HERO + 2 - r.emblem[g.card]


@kernel
def special_chances(r: DawnRules, g: DawnRound, seat: int, out: Row, n: int) -> int:
    """hero-block: any other seat, until the card is accepted."""
    if g.phase == ANSWER and seat != g.actor and g.hand[seat][hero_against(r, g)]:
        n = add_colors(BLOCK << 12 | hero_against(r, g) << 5, out, n)
    return n


@kernel
def interrupts(r: DawnRules, g: DawnRound) -> int:
    """hero-secret: everybody but the card's player is asked, whoever holds what."""
    return everyone(g) & ~(1 << g.actor) if g.phase == ANSWER else 0


@kernel
def takers(r: DawnRules, g: DawnRound) -> int:
    """In playouts, those who can block."""
    if g.phase != ANSWER:
        return 0
    bit = hero_against(r, g) & 15
    seats = 0
    for seat in range(g.players):
        seats |= (g.held[seat][WILD] >> bit & 1) << seat
    return seats & ~(1 << g.actor)


@kernel
def block(r: DawnRules, g: DawnRound, seat: int, move: int) -> None:
    """hero-block-effect: the action does nothing, the blocker names the color, play goes on after the card's player."""
    kind = move >> 5 & 127
    lose(g, seat, kind)
    discard(g, kind)
    g.color = move >> 1 & 15
    note(g, E_BLOCKED, seat, kind, g.color)
    if g.hand_n[g.actor] == 0:
        finish(r, g, g.actor)  # out-draw: has won even if blocked
    elif g.hand_n[seat] == 0:
        finish(r, g, seat)
    else:
        owe(g, seat)
        begin(g, after(g, g.actor, 1))


# ---- house rules -----------------------------------------------------------------------------------
@kernel
def on_special(r: DawnRules, g: DawnRound, seat: int) -> None:
    """custom-rule: run what is written on the card; a rule about a chosen player asks for one first."""
    clear_special(r, g)
    note(g, E_RULE, seat, g.card, 0)
    steps = r.house[r.emblem[g.card] - 1]
    for i in range(0, MOST_STEPS * ROW, ROW):
        if steps[i] != END and steps[i + 1] == CHOSEN:
            ask(g, seat, CHOOSING)
            return
    run_house(r, g)


@kernel
def run_house(r: DawnRules, g: DawnRound) -> None:
    """Run steps until one waits for a seat or the rule ends; there are no jumps, so it always ends."""
    steps = r.house[r.emblem[g.card] - 1]
    g.waiting = 0
    while g.waiting == 0 and g.at < MOST_STEPS * ROW and steps[g.at] != END:
        g.at += ROW
        run_step(g, steps[g.at - ROW], who_of(g, steps[g.at - ROW + 1]), steps[g.at - ROW + 2])
    if g.waiting == 0:
        end_house(g)


@kernel
def end_house(g: DawnRound) -> None:
    """Play goes on: with the same player again, or after those who are skipped."""
    if g.again:
        note(g, E_AGAIN, g.actor, 0, 0)
        begin(g, g.actor)
        return
    for i in range(1, g.skips + 1):
        note(g, E_SKIPPED, after(g, g.actor, i), 0, 0)
    begin(g, after(g, g.actor, 1 + g.skips))


@kernel
def who_of(g: DawnRound, who: int) -> int:
    """The seats that a step is about, as a mask; of several with most or fewest cards the first in order of play."""
    if who == ME:
        return 1 << g.actor
    if who == NEXT:
        return 1 << after(g, g.actor, 1)
    if who == PREVIOUS:
        return 1 << after(g, g.actor, -1)
    if who == CHOSEN:
        return 1 << g.chosen
    if who == EVERYONE:
        return everyone(g)
    if who == OTHERS:
        return everyone(g) & ~(1 << g.actor)
    best = after(g, g.actor, 1)
    for i in range(2, g.players + 1):
        seat = after(g, g.actor, i)
        more = g.hand_n[seat] - g.hand_n[best]
        if (more > 0 and who == MOST_CARDS) or (more < 0 and who != MOST_CARDS):
            best = seat
    return 1 << best


@kernel
def run_step(g: DawnRound, does: int, who: int, n: int) -> None:
    if does == DRAWS:
        for i in range(1, g.players + 1):
            seat = after(g, g.actor, i)
            if who >> seat & 1:
                draw_cards(g, seat, n)
    elif does == DISCARDS:
        ask_discards(g, who, n)
    elif does == HANDS_LEFT:
        pass_hands(g, 1)
    elif does == HANDS_RIGHT:
        pass_hands(g, -1)
    elif does == SWAPS:
        other = lowest(who)
        if other != g.actor:
            note(g, E_SWAPPED, g.actor, 0, other)
            swap_hands(g, g.actor, other)
    elif does == SKIPS:
        g.skips += n
    elif does == AGAIN:
        g.again = 1
    elif does == REVERSES:
        g.direction = -g.direction
        note(g, E_REVERSED, NONE, 0, 0)
    elif does == PERFORMS:
        g.performers = who
        g.penalty = n
        judge_next(g)


@kernel
def ask_discards(g: DawnRound, who: int, n: int) -> None:
    """The round waits for those who must discard; nobody's last card is taken."""
    for seat in range(g.players):
        g.to_discard[seat] = min(n, g.hand_n[seat] - 1) if who >> seat & 1 else 0
        if g.to_discard[seat] > 0:
            g.waiting |= 1 << seat
    g.phase = DISCARDING


@kernel
def discard_under(g: DawnRound, seat: int, kind: int) -> None:
    """A discarded card goes under the top card, which still shows what was played."""
    lose(g, seat, kind)
    top = int(g.discard[g.discard_n - 1])
    g.discard[g.discard_n - 1] = kind
    discard(g, top)
    note(g, E_DISCARDED, seat, kind, 0)
    g.owes_uno &= ~(1 << seat)


@kernel
def swap_hands(g: DawnRound, a: int, b: int) -> None:
    """Two hands change places; a one-card hand made so owes no call (uno-duty-any-way)."""
    for kind in range(KINDS):
        copies = int(g.hand[a][kind])
        g.hand[a][kind] = g.hand[b][kind]
        g.hand[b][kind] = copies
    for color in range(5):
        ranks = g.held[a][color]
        g.held[a][color] = g.held[b][color]
        g.held[b][color] = ranks
    count = g.hand_n[a]
    g.hand_n[a] = g.hand_n[b]
    g.hand_n[b] = count
    g.owes_uno &= ~(1 << a | 1 << b)


@kernel
def pass_hands(g: DawnRound, by: int) -> None:
    """Every hand goes to the left (by 1) or to the right."""
    note(g, E_HANDS_PASSED, g.actor, 0, 0 if by == 1 else 1)
    for i in range(g.players - 1):
        if by == 1:
            swap_hands(g, g.players - 1 - i, g.players - 2 - i)
        else:
            swap_hands(g, i, i + 1)


@kernel
def judge_next(g: DawnRound) -> None:
    """The next in order of play does what the text says."""
    for i in range(1, g.players + 1):
        seat = after(g, g.actor, i)
        if g.performers >> seat & 1:
            g.performers &= ~(1 << seat)
            open_vote(g, seat)
            return


@kernel
def on_verdict(r: DawnRules, g: DawnRound, seat: int, passed: int) -> None:
    if passed == 0:
        draw_cards(g, seat, g.penalty)
    if g.performers:
        judge_next(g)
    else:
        run_house(r, g)


# ---- moves of its own ------------------------------------------------------------------------------
@kernel
def special_moves(r: DawnRules, g: DawnRound, seat: int, out: Row) -> int:
    if g.phase == VOTING:
        return vote_moves(out)
    if g.phase == DISCARDING:
        return add_held(g, seat, 5, DISCARD, out, 0)
    n = 0
    for i in range(1, g.players):
        n = add(out, n, CHOOSE << 12 | after(g, seat, i) << 1)
    return n


@kernel
def special_step(r: DawnRules, g: DawnRound, seat: int, move: int) -> None:
    verb = move >> 12
    if verb == BLOCK:
        block(r, g, seat, move)
    elif verb == VOTE:
        cast_vote(r, g, seat, move >> 1 & 15)
    elif verb == CHOOSE:
        g.chosen = move >> 1 & 15
        note(g, E_CHOSE, seat, 0, g.chosen)
        run_house(r, g)
    else:
        discard_under(g, seat, move >> 5 & 127)
        g.to_discard[seat] -= 1
        if g.to_discard[seat] == 0:
            g.waiting &= ~(1 << seat)
        if g.waiting == 0:
            run_house(r, g)


@kernel
def observe_special(r: DawnRules, g: DawnRound, e: Evidence, seat: int, move: int) -> None:
    """A house rule may move whole hands."""
    if g.card != NONE and r.fx[g.card] == FX_SPECIAL:
        forget_choices(e)


@kernel
def prefer_special(r: DawnRules, g: DawnRound, seat: int, p: Player, out: Row) -> int:
    """A steady player picks on who has fewest cards, and parts with what is least use."""
    if g.phase == DISCARDING:
        return DISCARD << 12 | spare_card(r, g, seat, p) << 5
    return CHOOSE << 12 | fewest_cards(g, seat, p) << 1


@kernel
def prefer_chance(r: DawnRules, g: DawnRound, seat: int, p: Player, out: Row) -> int:
    """A steady player blocks what hits it, what would let somebody win, and to go out."""
    fx = r.fx[g.card]
    hit = after(g, g.actor, 1) == seat and fx != FX_NONE and fx != FX_REVERSE
    if not hit and g.hand_n[seat] > 2 and (g.hand_n[g.actor] > 1 or g.card < FIRST_WILD):
        return NONE
    count_colors(g, seat, p)
    return BLOCK << 12 | hero_against(r, g) << 5 | best_color(p, below(p, 4)) << 1


# ---- the edition -----------------------------------------------------------------------------------
def _with_emblems(rank: int, name: str, copies: int, effect: int) -> tuple[Kind, ...]:
    """deck-emblem: half of a wild's copies show Batman, half Superman."""
    called = "Wild Customizable" if effect == FX_SPECIAL else ""
    return tuple(
        wild_kind(rank + e, f"{name}@{emblem}", copies, effect, emblem, name=called) for e, emblem in enumerate(EMBLEMS)
    )


def _actions(rank: int, name: str, effect: int) -> tuple[Kind, ...]:
    """deck-emblem: one of each pair of a color shows Batman, one Superman."""
    return tuple(
        Kind(c << 4 | rank + e, f"{color}-{name}@{emblem}", 1, effect, 20, name, emblem)
        for c, color in enumerate(COLORS)
        for e, emblem in enumerate(EMBLEMS)
    )


def _check_house_rules(given: Any) -> dict[str, Any]:
    if given is None:
        given = {}
    if isinstance(given, (list, tuple)) and len(given) == len(EMBLEMS):
        given = dict(zip(EMBLEMS, given, strict=True))
    if not isinstance(given, Mapping) or not set(given) <= set(EMBLEMS):
        raise ValueError
    return {emblem: None if given.get(emblem) is None else check_rule(given[emblem]) for emblem in EMBLEMS}


HOUSE_RULES = Option(
    "house_rules",
    dict.fromkeys(EMBLEMS),
    "what is written on the two Customizable cards",
    'a mapping of "batman" and "superman" to a house rule or null, or a list of these two, or null',
    _check_house_rules,
    between_rounds=True,
    rule="custom-rule",
    form=rules_form({"batman": "Batman's card", "superman": "Superman's card"}),
)


def fill(r: Any, edition: Edition, options: Options) -> None:
    """Emblems, the written rules, and which cards wait for a block (hero-block)."""
    rules = options["house_rules"]
    for e, emblem in enumerate(EMBLEMS):
        for i, number in enumerate(encode(rules[emblem])):
            r.house[e][i] = number
    for kind in edition.kinds:
        r.emblem[kind.code] = EMBLEMS.index(kind.emblem) + 1 if kind.emblem else 0
        if kind.effect == FX_SPECIAL and rules[kind.emblem] is None:
            r.fx[kind.code] = FX_NONE
        if r.emblem[kind.code]:
            r.answered[kind.code] = _answer(r, r.fx[kind.code])


def _answer(r: Any, fx: int) -> int:
    if fx in (FX_DRAW_TWO, FX_DRAW_FOUR):
        return ANSWER_ALWAYS
    goes_on = fx == FX_NONE or (fx == FX_REVERSE and r.players == 2 and not r.two_reverse_skips)
    return ANSWER_OR_GO_ON if goes_on else ANSWER_UNLESS_LAST


def sees(r: DawnRules, g: DawnRound, seat: int | None, said: Said, options: Options) -> dict[str, Any]:
    """The house rule that is running, and whom it is about."""
    if g.phase not in (CHOOSING, DISCARDING, VOTING):
        return {}
    shown: dict[str, Any] = {"rule": options["house_rules"][EMBLEMS[r.emblem[g.card] - 1]]}
    if g.chosen != NONE:
        shown["chosen"] = g.chosen
    if g.phase == DISCARDING:
        shown["to_discard"] = {str(s): g.to_discard[s] for s in range(g.players) if g.to_discard[s]}
    if g.phase == VOTING:
        shown["performer"] = g.performer
    return shown


def why_not(r: DawnRules, g: DawnRound, seat: int, move: int) -> Refusal | None:
    """Reasons that the verbs alone do not give. A block is refused in words that fit any hand."""
    verb, kind = move >> 12, move >> 5 & 127
    if verb == BLOCK and g.phase == ANSWER:
        if seat == g.actor:
            return Refusal("hero-block", "not-yourself", "you cannot block your own card")
        if kind < HERO:
            return Refusal("hero-block", "no-hero", "only a Hero card blocks")
        if kind != HERO + 2 - r.emblem[g.card]:
            return Refusal("hero-block", "same-emblem", "a Hero blocks only cards with the other emblem")
        return Refusal("hero-block", "not-held", "that Hero card is not in your hand")
    if g.waiting >> seat & 1 and g.phase == CHOOSING and verb == CHOOSE:
        return Refusal("custom-rule", "no-such-seat", "choose another player of this table")
    if g.waiting >> seat & 1 and g.phase == DISCARDING and verb == DISCARD:
        return Refusal("custom-rule", "not-held", "you can discard only a card of your hand")
    return None


EDITION = Edition(
    id="dawn-of-justice",
    title="Batman v Superman: Dawn of Justice",
    summary="Hero cards block what the other hero's cards do, and you write your own rule on the Customizable cards.",
    mood=Mood(("#141c2b", "#2f4a7d", "#b3202c", "#c9a227"), "grid"),
    colors=COLORS,
    kinds=(
        *number_kinds(COLORS),
        *_actions(10, "skip", FX_SKIP),
        *_actions(12, "reverse", FX_REVERSE),
        *_actions(14, "draw-two", FX_DRAW_TWO),
        *_with_emblems(0, "wild", 2, FX_NONE),
        *_with_emblems(2, "wild-draw-four", 2, FX_DRAW_FOUR),
        *_with_emblems(4, "wild-custom", 1, FX_SPECIAL),
        *(wild_kind(6 + e, f"hero@{emblem}", 1, FX_NONE) for e, emblem in enumerate(EMBLEMS)),
    ),
    options=(opt.target(500), opt.SCORING, opt.BLUFF, opt.TWO_PLAYER_REVERSE, opt.DEALER, HOUSE_RULES),
    module=__name__,
    parts=(older, votes),
    rules=DawnRules,
    round=DawnRound,
    public=("performer", "at", "chosen", "skips", "again", "performers", "penalty", "to_discard"),
    own=("ballots",),
    wilds_match=False,
    phases={CHOOSING: "choose", DISCARDING: "discard"},
    prompts={
        "answer": Prompt("Accept the card, or do something about it?", "Waiting for {seats} to accept the card."),
        "choose": Prompt("Which player do you choose?", "Waiting for {seats} to choose a player."),
        "discard": Prompt("Which card do you discard?", "Waiting for {seats} to discard."),
        "vote": Prompt("Was it done as the text says?", "Waiting for {seats} to judge."),
    },
    shows={
        "rule": Shown("rule", "House rule: {it}"),
        "chosen": Shown("seat", "Chosen: {it}"),
        "to_discard": Shown("number by seat", "Cards that {seat} discards: {it}"),
        "performer": Shown("seat", "Judged: {it}"),
    },
    vote_rule="custom-rule",
    verbs=(
        *VERBS,
        Verb(ACCEPT, "accept", "", "hero-block", "for the next player, on a card that may be blocked", says="Accept"),
        Verb(CHALLENGE, "challenge", "", "wd4-take", "for the next player, on a Wild Draw Four", says="Challenge"),
        color_verb("open-wild"),
        vote_verb("custom-rule"),
        Verb(
            BLOCK,
            "block",
            "card color",
            "hero-block",
            "until the next player has accepted an action card",
            says="Block with {card}",
            chance=True,
        ),
        Verb(CHOOSE, "choose", "seat", "custom-rule", "when a house rule asks you for a player", says="{seat}"),
        Verb(DISCARD, "discard", "card", "custom-rule", "when a house rule asks you for a card", says="Discard {card}"),
    ),
    happenings=(
        *VOTE_HAPPENINGS,
        Happening(E_BLOCKED, "blocked", "{seat} blocks with {card} and names {color}", kind="card", n="color", cards="out"),
        Happening(E_RULE, "rule", "the house rule on {card} runs", kind="card"),
        Happening(E_CHOSE, "chose", "{seat} chooses {to}", n="seat"),
        Happening(E_DISCARDED, "discarded", "{seat} discards {card}", kind="card", cards="out"),
        Happening(E_SWAPPED, "swapped", "{seat} swaps hands with {to}", n="seat", cards="swap"),
        Happening(
            E_HANDS_PASSED,
            "hands-passed",
            "all hands pass to the {word}",
            n="word",
            words=("left", "right"),
            cards="rotate",
        ),
        Happening(E_AGAIN, "again", "{seat} plays again"),
    ),
    rulebook=(
        *book.DECK,
        *book.DECK_WILDS,
        Rule(
            "deck-dj",
            "112 cards: 76 numbers, 24 colored action cards, 4 Wild, 4 Wild Draw Four, 2 Hero, 2 Wild Customizable.",
        ),
        Rule(
            "deck-emblem",
            "Every action card shows Batman or Superman, half of each and one of each pair of a color; one Hero card of each.",
            ruling=True,
        ),
        *book.SETUP,
        *book.SETUP_OLDER,
        Rule("open-draw-two", "An opening Draw Two: the player left of the dealer draws two and misses the turn."),
        Rule(
            "open-wild",
            "An opening Wild, Hero or Customizable: the player left of the dealer names the color, then takes the first turn; "
            "nothing else happens.",
        ),
        Rule(
            "open-wild-draw-four",
            "An opening Wild Draw Four goes back into the deck, shuffled; another card is turned.",
        ),
        Rule("open-no-block", "An opening card was played by nobody, so no Hero blocks it.", ruling=True),
        *book.TURN,
        *book.UNO,
        *book.ACTIONS,
        *book.DRAWS_AND_WILDS,
        Rule("hero-wild", "A Hero card is a wild on one's own turn."),
        Rule(
            "hero-block",
            "An action card with Superman is blocked by Batman's Hero card and the other way round: by any other player, out "
            "of turn, until the player who was next before it has accepted it. For a Wild, a blank Customizable and a plain "
            "two-player Reverse that player's play or draw accepts too; for the rest only accepting or challenging does. A "
            "house rule runs after it was accepted.",
            ruling=True,
        ),
        Rule(
            "hero-block-effect",
            "The blocked action does nothing and a color it named is void; the blocker names the color. Play goes on with the "
            "player after the one whose card was blocked, in the direction before it. No Hero blocks a Hero; a block with the "
            "last card goes out.",
            ruling=True,
        ),
        Rule("hero-block-challenge", "A Wild Draw Four is blocked before it is taken or challenged.", ruling=True),
        Rule(
            "hero-secret",
            "Nothing that anybody else sees or can time tells whether a player holds a Hero card.",
            ruling=True,
        ),
        Rule(
            "custom-rule",
            "A Customizable card is a wild that runs the house rule written on it. The table writes the rule, all agree before "
            "the round, and it can be rewritten between rounds; the two cards may carry different rules; with no rule written "
            "it is a plain Wild.",
        ),
        *book.GOING_OUT,
        *book.MATCH_500,
        *book.EVERYBODY,
    ),
    fill=fill,
    sees=sees,
    why_not=why_not,
)
