"""Runs house rules: steps from a small vocabulary, one after another, with a program counter in the round.

A step that asks someone for a choice is a phase like any other, and the rule continues after it. There are no jumps, so a
rule always ends. An edition includes this module and ``votes``, writes the table's rules into ``house`` and the number of
the rule on each card into ``written``, and calls ``start_rule`` to run the rule on a card.
"""

from __future__ import annotations

from typing import Annotated

from ..bits import arg_of, bit, has, kind_of, move_of, verb_of
from ..events import E_REVERSED, E_SKIPPED, OWN, Effect, Happening
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
)
from ..moves import OTHER, SEATS, Verb
from .build import kernel, lowest
from .legal import add, add_held
from .piles import discard, draw_cards, lose, note
from .seats import after, ask, begin, everyone
from .state import KINDS, NONE, SPECIAL, Grid, Row
from .votes import VotingRound, VotingRules, open_vote

CARDS_WITH_RULES = 2  # at most
# The numbers that the first edition with house rules used. An edition's own numbers must avoid them.
CHOOSING, DISCARDING = SPECIAL, SPECIAL + 1
CHOOSE, DISCARD = OTHER + 1, OTHER + 2
E_RULE, E_CHOSE, E_DISCARDED, E_SWAPPED, E_HANDS_PASSED, E_AGAIN = range(OWN + 1, OWN + 7)

HOUSE_PHASES = {CHOOSING: "choose", DISCARDING: "discard"}
HOUSE_HAPPENINGS = (
    Happening(
        E_RULE,
        "rule",
        "The house rule on {card} takes effect",
        kind="card",
        effect=Effect("stamp", "table", "special", 2, ("House rule!",)),
    ),
    Happening(
        E_CHOSE,
        "chose",
        "{seat} picks {to}",
        you="You pick {to}",
        to_you="{seat} picks you",
        n="seat",
        effect=Effect("stamp", "to", "tense", 2, ("Chosen!",)),
    ),
    Happening(E_DISCARDED, "discarded", "{seat} discards {card}", you="You discard {card}", kind="card", cards="out"),
    Happening(
        E_SWAPPED,
        "swapped",
        "{seat} swaps hands with {to}",
        you="You swap hands with {to}",
        to_you="{seat} swaps hands with you",
        n="seat",
        cards="swap",
        effect=Effect("flight", "table", "slide", 3, ("Hands swapped!",)),
    ),
    Happening(
        E_HANDS_PASSED,
        "hands-passed",
        "Everyone passes their hand to the {word}",
        n="word",
        words=("left", "right"),
        cards="rotate",
        effect=Effect("flight", "table", "slide", 3, ("All hands move!",)),
    ),
    Happening(
        E_AGAIN, "again", "{seat} plays again", you="You play again", effect=Effect("stamp", "seat", "special", 2, ("Again!",))
    ),
)
HOUSE_FIELDS = ("performer", "at", "chosen", "skips", "again", "performers", "penalty", "to_discard")


def house_verbs(rule: str) -> tuple[Verb, ...]:
    """Return the verbs that an edition needs for house rules."""
    return (
        Verb(CHOOSE, "choose", "seat", rule, "You can only pick a player when a house rule asks you to.", says="{seat}"),
        Verb(
            DISCARD,
            "discard",
            "card",
            rule,
            "You can only discard when a house rule asks you to.",
            says="Discard {card}",
            handles="parts",
        ),
    )


class HouseRules(VotingRules):
    """The table's house rules, and which card carries which rule."""

    house: Annotated[Grid, "i8", CARDS_WITH_RULES, MOST_STEPS * ROW]
    written: Annotated[Row, "i8", KINDS]  # the number of the rule in ``house``


class HouseRound(VotingRound):
    """A round in which a house rule may be running."""

    at: int  # the next step of the running house rule
    chosen: int
    skips: int
    again: int
    performers: int  # mask: the seats that still have to do what the text says
    penalty: int
    to_discard: Annotated[Row, "i8", SEATS]


@kernel
def clear_rule(g: HouseRound) -> None:
    """Reset the round's fields so that no rule is running."""
    g.performer = NONE
    g.at = 0
    g.chosen = NONE
    g.skips = 0
    g.again = 0
    g.performers = 0
    g.penalty = 0
    for seat in range(g.players):
        g.to_discard[seat] = 0


@kernel
def start_rule(r: HouseRules, g: HouseRound, seat: int) -> None:
    """Run the rule on the pending card. If it is about a chosen player, ask for one first."""
    clear_rule(g)
    note(g, E_RULE, seat, g.card, 0)
    steps = r.house[r.written[g.card]]
    for i in range(0, MOST_STEPS * ROW, ROW):
        if steps[i] != END and steps[i + 1] == CHOSEN:
            ask(g, seat, CHOOSING)
            return
    run_steps(r, g)


@kernel
def run_steps(r: HouseRules, g: HouseRound) -> None:
    """Run steps until one waits for a seat or the rule ends."""
    steps = r.house[r.written[g.card]]
    g.waiting = 0
    while g.waiting == 0 and g.at < MOST_STEPS * ROW and steps[g.at] != END:
        g.at += ROW
        run_step(g, steps[g.at - ROW], who_of(g, steps[g.at - ROW + 1]), steps[g.at - ROW + 2])
    if g.waiting == 0:
        end_rule(g)


@kernel
def end_rule(g: HouseRound) -> None:
    """Continue play, either with the same player again or after any skipped players."""
    if g.again:
        note(g, E_AGAIN, g.actor, 0, 0)
        begin(g, g.actor)
        return
    for i in range(1, g.skips + 1):
        note(g, E_SKIPPED, after(g, g.actor, i), 0, 0)
    begin(g, after(g, g.actor, 1 + g.skips))


@kernel
def who_of(g: HouseRound, who: int) -> int:
    """Return a mask of the seats that a step is about. If most or fewest cards is a tie, the first in order of play counts."""
    if who == ME:
        return bit(g.actor)
    if who == NEXT:
        return bit(after(g, g.actor, 1))
    if who == PREVIOUS:
        return bit(after(g, g.actor, -1))
    if who == CHOSEN:
        return bit(g.chosen)
    if who == EVERYONE:
        return everyone(g)
    if who == OTHERS:
        return everyone(g) & ~bit(g.actor)
    best = after(g, g.actor, 1)
    for i in range(2, g.players + 1):
        seat = after(g, g.actor, i)
        more = g.hand_n[seat] - g.hand_n[best]
        if (more > 0 and who == MOST_CARDS) or (more < 0 and who != MOST_CARDS):
            best = seat
    return bit(best)


@kernel
def run_step(g: HouseRound, does: int, who: int, n: int) -> None:
    if does == DRAWS:
        for i in range(1, g.players + 1):
            seat = after(g, g.actor, i)
            if has(who, seat):
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
def ask_discards(g: HouseRound, who: int, n: int) -> None:
    """Wait for the seats that must discard. Nobody has to give up their last card."""
    for seat in range(g.players):
        g.to_discard[seat] = min(n, g.hand_n[seat] - 1) if has(who, seat) else 0
        if g.to_discard[seat] > 0:
            g.waiting |= bit(seat)
    g.phase = DISCARDING


@kernel
def discard_under(g: HouseRound, seat: int, kind: int) -> None:
    """Put a discarded card under the top card, so that the card last played still shows."""
    lose(g, seat, kind)
    top = int(g.discard[g.discard_n - 1])
    g.discard[g.discard_n - 1] = kind
    discard(g, top)
    note(g, E_DISCARDED, seat, kind, 0)
    g.owes_uno &= ~bit(seat)


@kernel
def swap_hands(g: HouseRound, a: int, b: int) -> None:
    """Swap two hands. A player who gets a one-card hand this way doesn't owe a call (uno-duty-any-way)."""
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
    g.owes_uno &= ~(bit(a) | bit(b))


@kernel
def pass_hands(g: HouseRound, by: int) -> None:
    """Pass every hand to the left (by 1) or to the right."""
    note(g, E_HANDS_PASSED, g.actor, 0, 0 if by == 1 else 1)
    for i in range(g.players - 1):
        if by == 1:
            swap_hands(g, g.players - 1 - i, g.players - 2 - i)
        else:
            swap_hands(g, i, i + 1)


@kernel
def judge_next(g: HouseRound) -> None:
    """Let the next seat in order of play do what the text says."""
    for i in range(1, g.players + 1):
        seat = after(g, g.actor, i)
        if has(g.performers, seat):
            g.performers &= ~bit(seat)
            open_vote(g, seat)
            return


@kernel
def on_verdict(r: HouseRules, g: HouseRound, seat: int, passed: int) -> None:
    if passed == 0:
        draw_cards(g, seat, g.penalty)
    if g.performers:
        judge_next(g)
    else:
        run_steps(r, g)


@kernel
def rule_moves(g: HouseRound, seat: int, out: Row) -> int:
    """List what a seat may do when a rule asks it: discard a card, or choose another player."""
    if g.phase == DISCARDING:
        return add_held(g, seat, 5, DISCARD, out, 0)
    n = 0
    for i in range(1, g.players):
        n = add(out, n, move_of(CHOOSE, arg=after(g, seat, i)))
    return n


@kernel
def rule_step(r: HouseRules, g: HouseRound, seat: int, move: int) -> None:
    """Carry out a seat's choice, and continue the rule once everyone has chosen."""
    if verb_of(move) == CHOOSE:
        g.chosen = arg_of(move)
        note(g, E_CHOSE, seat, 0, g.chosen)
        run_steps(r, g)
        return
    discard_under(g, seat, kind_of(move))
    g.to_discard[seat] -= 1
    if g.to_discard[seat] == 0:
        g.waiting &= ~bit(seat)
    if g.waiting == 0:
        run_steps(r, g)
