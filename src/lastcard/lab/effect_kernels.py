"""Kernels that play whole rounds with ``steady`` players and add up how they went, to compare the rules of tables.

Some seats can be left to ``random`` players instead, which shows how much skill decides. Every measure of a round
(:data:`MEASURES`) is kept as a sum and a sum of squares, so that more rounds can be added at any time.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated

from ..bits import bit, has, move_in, move_of, seat_in, verb_of, with_seat
from ..events import E_DREW
from ..moves import CATCH, UNO
from ..play.playout import LONGEST, pick, seed_people, takers
from ..play.policy import Player, prefer, prefer_chance, prefer_jump, see
from ..rules.build import entry, kernel, lowest
from ..rules.effects import step
from ..rules.jump_in import holders
from ..rules.legal import chances
from ..rules.piles import below
from ..rules.setup import new_round
from ..rules.state import DREW, NONE, OVER, Round, Row, Rules

TURN_SECONDS, ANSWER_SECONDS = 8, 4  # how long people are taken to need
MEASURES = ("turns", "answers", "seconds", "drawn", "largest", "comeback", "first", "nobody", "won", "first_pair")
TURNS = 1024  # turns of a round for which it is known who was behind


class ComparedRound(Round):
    """A round that counts the cards drawn, and remembers who was behind."""

    drawn_n: int
    largest: int
    answers: int
    first: int  # the seat that began
    behind: Annotated[Row, "i1", TURNS]  # after each turn: the seat with more cards than all others, or NONE


def compared(round_type: type[Round]) -> type[Round]:
    """An edition's round type with what a comparison needs."""
    return type(f"Compared{round_type.__name__}", (ComparedRound, round_type), {})


@kernel
def note(g: ComparedRound, what: int, seat: int, kind: int, n: int) -> None:
    """Count a drawn card."""
    if what == E_DREW:
        g.drawn_n += 1


@kernel
def look(g: ComparedRound) -> None:
    """After a turn, note who is behind and how large hands are."""
    most = 0
    alone = NONE
    for seat in range(g.players):
        n = g.hand_n[seat]
        if n > most:
            most = n
            alone = seat
        elif n == most:
            alone = NONE
    g.largest = max(g.largest, most)
    if g.turns < TURNS:
        g.behind[g.turns] = alone


@kernel
def choose_among(r: Rules, g: ComparedRound, p: Player, skilled: int, out: Row) -> int:
    """Choose the next move and its seat, as one number. The ``skilled`` seats play steadily, the others at random."""
    if g.owes_uno:
        return with_seat(lowest(g.owes_uno), move_of(UNO))
    seats = holders(r, g) if g.jump != NONE else 0
    while seats:
        seat = lowest(seats)
        seats &= seats - 1
        move = prefer_jump(r, g, seat, p)
        if move != NONE and (has(skilled, seat) or below(p, 2)):
            return with_seat(seat, move)
    seats = takers(r, g)
    while seats:
        seat = lowest(seats)
        seats &= seats - 1
        if has(skilled, seat):
            move = prefer_chance(r, g, seat, p, out)
            if move != NONE:
                return with_seat(seat, move)
        else:
            n = chances(r, g, seat, out, 0)
            if n and below(p, 2):
                return with_seat(seat, out[below(p, n)])
    seat = lowest(g.waiting)
    return with_seat(seat, prefer(r, g, seat, p, out) if has(skilled, seat) else pick(r, g, seat, p, out))


@kernel
def play_compared(r: Rules, g: ComparedRound, p: Player, skilled: int, out: Row) -> None:
    """Play the round to its end, and note how it goes."""
    g.drawn_n = 0
    g.largest = 0
    g.answers = 0
    g.first = NONE
    shuffles = g.shuffles
    for color in range(5):
        p.seen[color] = 0
    while g.phase != OVER and g.steps < LONGEST:
        choice = choose_among(r, g, p, skilled, out)
        move = move_in(choice)
        see(p, move)
        turns = g.turns
        drew = g.phase == DREW
        step(r, g, seat_in(choice), move)
        if g.turns != turns:
            look(g)
            if g.first == NONE:
                g.first = seat_in(choice)
        elif not drew and verb_of(move) != UNO and verb_of(move) != CATCH:
            g.answers += 1
        if g.shuffles != shuffles:  # the discard pile has gone
            shuffles = g.shuffles
            for color in range(5):
                p.seen[color] = 0


@kernel
def add(totals: Row, measure: int, value: int) -> None:
    """Add a value to a measure's sum and sum of squares."""
    totals[2 * measure] += value
    totals[2 * measure + 1] += value * value


@kernel
def opposite(g: ComparedRound, seat: int) -> int:
    """A mask of a seat and the one across the table, whether or not they are a team."""
    return bit(seat) | bit((seat + g.players // 2) % g.players)


@entry
def compare(
    rs: MutableSequence[Rules],
    gs: MutableSequence[ComparedRound],
    ps: MutableSequence[Player],
    out: Row,
    seed: int,
    games: int,
    skilled: int,
    totals: Row,
) -> None:
    """Play rounds, each with its own seed, and add up their measures. With NONE, every seat is skilled."""
    r = rs[0]
    g = gs[0]
    p = ps[0]
    for i in range(games):
        new_round(r, g, seed + i, NONE)
        seed_people(p, seed + i)
        play_compared(r, g, p, skilled, out)
        middle = min(g.turns // 2, TURNS - 1)
        add(totals, 0, g.turns)
        add(totals, 1, g.answers)
        add(totals, 2, TURN_SECONDS * g.turns + ANSWER_SECONDS * g.answers)
        add(totals, 3, g.drawn_n)
        add(totals, 4, g.largest)
        won = g.winner != NONE
        add(totals, 5, 1 if won and g.turns > 1 and g.behind[middle] == g.winner else 0)
        add(totals, 6, 1 if won and g.first == g.winner else 0)
        add(totals, 7, 0 if won else 1)
        add(totals, 8, 1 if won and has(skilled, g.winner) else 0)
        add(totals, 9, 1 if won and has(opposite(g, g.first), g.winner) else 0)
