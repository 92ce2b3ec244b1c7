"""Kernels that count what happens in a round while it is played. Here, ``note`` counts events instead of ignoring them.

Assembled after an edition's kernels, they fill one row per round (:data:`COLUMNS`) and one row of counts for every
``BATCH`` rounds: events by code and word, rounds in which they happened, and plays by kind.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated

from ..bits import move_in, seat_in, with_seat
from ..events import E_DREW, E_PLAYED, E_RESHUFFLED
from ..play.playout import LONGEST, People, choose, seed_people
from ..rules.build import entry, kernel
from ..rules.effects import step
from ..rules.legal import legal
from ..rules.piles import below
from ..rules.setup import new_round
from ..rules.state import KINDS, NONE, OVER, Grid, Round, Row, Rules

CODES = 64  # of events
SLOTS = 4 * CODES  # an event with two bits of its number, which hold its word if it has one
COUNTS = SLOTS + CODES + KINDS  # events, rounds with such an event, plays
BATCH = 20  # rounds that share a row of counts

COLUMNS = ("dealer", "winner", "points", "moves", "drawn", "lead_changes", "reshuffles", "largest_hand")
RANDOM, CHAOS = 0, 1


class CountedRound(Round):
    """A round with counters."""

    leader: int  # the last seat that held fewer cards than any other
    lead_changes: int
    largest: int
    counts: Annotated[Row, "i8", SLOTS]
    plays: Annotated[Row, "i8", KINDS]


def counted(round_type: type[Round]) -> type[Round]:
    """An edition's round type with counters added."""
    return type(f"Counted{round_type.__name__}", (CountedRound, round_type), {})


@kernel
def counter_of(what: int, n: int) -> int:
    """The place of an event's counter: one for each of the first four numbers that it may come with."""
    return what << 2 | n & 3


@kernel
def note(g: CountedRound, what: int, seat: int, kind: int, n: int) -> None:
    """Count an event."""
    g.counts[counter_of(what, n)] += 1
    if what == E_PLAYED:
        g.plays[kind] += 1


@kernel
def watch(g: CountedRound) -> None:
    """Note who leads and how large hands have grown. A tie leaves the lead where it was."""
    fewest = 1000
    alone = NONE
    for seat in range(g.players):
        n = g.hand_n[seat]
        g.largest = max(g.largest, n)
        if n < fewest:
            fewest = n
            alone = seat
        elif n == fewest:
            alone = NONE
    if alone != NONE:
        if g.leader not in (NONE, alone):
            g.lead_changes += 1
        g.leader = alone


@kernel
def pick_any(r: Rules, g: Round, people: People, out: Row) -> int:
    """The ``chaos`` policy: any move of any seat, at random. Returns the seat and the move as one number."""
    n = 0
    seat = 0
    while n == 0:
        seat = below(people, g.players)
        n = legal(r, g, seat, out)
    return with_seat(seat, out[below(people, n)])


@kernel
def play_counted(r: Rules, g: CountedRound, people: People, policy: int, out: Row) -> None:
    """Play the round to its end, watching after every move."""
    g.leader = NONE
    g.lead_changes = 0
    g.largest = 0
    watch(g)
    while g.phase != OVER and g.steps < LONGEST:
        choice = choose(r, g, people, out) if policy == RANDOM else pick_any(r, g, people, out)
        step(r, g, seat_in(choice), move_in(choice))
        watch(g)


@kernel
def fill_row(g: CountedRound, row: Row) -> None:
    """Fill in the columns of a finished round."""
    row[0] = g.dealer
    row[1] = g.winner
    row[2] = g.score
    row[3] = g.steps
    row[4] = g.counts[counter_of(E_DREW, 0)] + g.counts[counter_of(E_DREW, 1)]
    row[5] = g.lead_changes
    row[6] = 0
    for word in range(4):
        row[6] += g.counts[counter_of(E_RESHUFFLED, word)]
    row[7] = g.largest


@kernel
def empty_counters(g: CountedRound, batch: Row) -> None:
    """Add a round's counts to its batch and reset them."""
    for code in range(CODES):
        happened = 0
        for slot in range(4 * code, 4 * code + 4):
            happened |= g.counts[slot]
            batch[slot] += g.counts[slot]
            g.counts[slot] = 0
        batch[SLOTS + code] += 1 if happened else 0
    for kind in range(KINDS):
        batch[SLOTS + CODES + kind] += g.plays[kind]
        g.plays[kind] = 0


@entry
def simulate(
    rs: MutableSequence[Rules],
    gs: MutableSequence[CountedRound],
    ps: MutableSequence[People],
    out: Row,
    seed: int,
    games: int,
    policy: int,
    dealer: int,
    rows: Grid,
    batches: Grid,
) -> None:
    """Play rounds, each with its own seed. Fills a row for each round and counts for each batch."""
    r = rs[0]
    g = gs[0]
    people = ps[0]
    for i in range(games):
        new_round(r, g, seed + i, dealer)
        seed_people(people, seed + i)
        play_counted(r, g, people, policy, out)
        fill_row(g, rows[i])
        empty_counters(g, batches[i // BATCH])
