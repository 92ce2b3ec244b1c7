"""Kernels that play rounds with the ``random`` or the ``steady`` policy and write down every move, for a corpus.

A move is a row of facts about its position (:data:`FACTS`) and the cards in the player's hand, a round is a row of
:data:`ENDS`.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ..bits import has, move_in, seat_in
from ..play.playout import LONGEST, choose, seed_people
from ..play.policy import Player, prefer_next, see
from ..rules.build import entry, kernel
from ..rules.effects import step
from ..rules.legal import legal
from ..rules.seats import after, team
from ..rules.setup import new_round
from ..rules.state import CARDS, NONE, OVER, Grid, Round, Row, Rules

FACTS = ("seat", "phase", "top", "color", "cards", "next_cards", "fewest", "pile", "choices", "move", "won")
ENDS = ("dealer", "winner", "points", "moves")
MOVE_ROOM = 3 * LONGEST  # moves that fit in the arrays of a call
CARD_ROOM = 2 * LONGEST * CARDS  # cards in their players' hands
RANDOM, STEADY = 0, 1


@kernel
def forget_seen(p: Player) -> None:
    """Forget the cards seen, as nothing is left of the discard pile."""
    for color in range(5):
        p.seen[color] = 0


@kernel
def fewest_of_others(g: Round, seat: int) -> int:
    """Return the fewest cards that any other player holds."""
    fewest = CARDS
    for other in range(g.players):
        if other != seat:
            fewest = min(fewest, g.hand_n[other])
    return fewest


@kernel
def write_facts(r: Rules, g: Round, seat: int, move: int, out: Row, facts: Row) -> None:
    """Write down what is true before a move."""
    facts[0] = seat
    facts[1] = g.phase
    facts[2] = g.discard[g.discard_n - 1]
    facts[3] = g.color
    facts[4] = g.hand_n[seat]
    facts[5] = g.hand_n[after(g, seat, 1)]
    facts[6] = fewest_of_others(g, seat)
    facts[7] = g.draw_n
    facts[8] = legal(r, g, seat, out)
    facts[9] = move


@kernel
def write_hand(g: Round, seat: int, order: Row, cards: Row, held: int) -> int:
    """Write down the cards of a hand in this order of kinds, from ``held`` on, and return where they end."""
    hand = g.hand[seat]
    for kind in order:
        for _ in range(hand[kind]):
            cards[held] = kind
            held += 1
    return held


@entry
def record(
    rs: MutableSequence[Rules],
    gs: MutableSequence[Round],
    ps: MutableSequence[Player],
    out: Row,
    seed: int,
    games: int,
    policy: int,
    dealer: int,
    order: Row,
    facts: Grid,
    cards: Row,
    ends: Grid,
) -> int:
    """Play rounds, each with its own seed, as long as there is room for another. Return how many there were."""
    r = rs[0]
    g = gs[0]
    p = ps[0]
    made = 0
    held = 0
    for i in range(games):
        if made + LONGEST > MOVE_ROOM or held + LONGEST * CARDS > CARD_ROOM:
            return i
        new_round(r, g, seed + i, dealer)
        seed_people(p, seed + i)
        forget_seen(p)
        first = made
        shuffles = g.shuffles
        while g.phase != OVER and g.steps < LONGEST:
            choice = choose(r, g, p, out) if policy == RANDOM else prefer_next(r, g, p, out)
            seat = seat_in(choice)
            move = move_in(choice)
            write_facts(r, g, seat, move, out, facts[made])
            held = write_hand(g, seat, order, cards, held)
            made += 1
            see(p, move)
            step(r, g, seat, move)
            if g.shuffles != shuffles:
                shuffles = g.shuffles
                forget_seen(p)
        winners = team(g, g.winner) if g.winner != NONE else 0
        for row in range(first, made):
            facts[row][10] = has(winners, facts[row][0])
        ends[i][0] = g.dealer
        ends[i][1] = g.winner
        ends[i][2] = 0
        for seat in range(g.players):
            ends[i][2] += g.points[seat]
        ends[i][3] = made - first
    return games
