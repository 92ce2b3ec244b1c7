"""What version 1 of an observation adds: everyone's last choices, who drew on which color, and all cards discarded so far.

The same functions write it at both speeds. Everything here is public: it follows from moves that the whole table saw.
"""

from __future__ import annotations

from typing import Annotated, Any

from ..bits import arg_of, color_of_kind, kind_of, verb_of
from ..cards import FIRST_WILD, WILD
from ..events import E_FLIPPED, E_RETURNED
from ..moves import PLAY
from ..play.evidence import (
    HISTORY,
    Evidence,
    chosen,
    color_then,
    forget_choices,
    observe,
    passed_then,
    size_then,
    top_then,
)
from ..rules.build import inlined, kernel
from ..rules.state import KINDS, Row, State
from .seen import KNOWN_CLEAR, KNOWN_LEAVES, EpisodeRound, TableRules, how_it_moves
from .seen import note as note_seen

CHOICES, CHOICE = 8, 4  # choices of each seat, and bytes of a choice
COLORS = 8  # bytes of a seat for colors: when it drew on each, and how often it left each
NOTHING, DREW, DREW_AND_KEPT, PLAYED = 0, 1, 2, 3  # the first byte of a choice; a card played is PLAYED + its code
NAMED = 8  # the third byte of a choice has this many times 1 + the color that a wild named


class Recalled(State):
    """All cards discarded in this round, also those that were shuffled back into the draw pile."""

    piled_ever: Annotated[Row, "u1", KINDS]


class RecallingRound(EpisodeRound, Recalled, Evidence):
    """Any edition's round with what version 1 observes."""


@inlined
def note(g: RecallingRound, what: int, seat: int, kind: int, n: int) -> None:
    """Remember what seats have seen, and every card that was discarded."""
    note_seen(g, what, seat, kind, n)
    moved = how_it_moves(g, what)
    if moved == KNOWN_LEAVES or what == E_FLIPPED:
        g.piled_ever[kind] += 1
    elif what == E_RETURNED:
        g.piled_ever[kind] -= 1
    elif moved == KNOWN_CLEAR:
        forget_choices(g)
        for i in range(KINDS):
            g.piled_ever[i] = 0


@kernel
def watch_move(r: TableRules, g: RecallingRound, seat: int, move: int) -> None:
    """Remember a choice before it is made."""
    observe(r, g, g, seat, move)


@kernel
def write_more(g: RecallingRound, seat: int, row: Row) -> None:
    """Write the parts that version 1 adds."""
    at = write_choices(g, g.players, seat, row)
    for i in range(KINDS):
        row[at + i] = g.piled_ever[i]


@kernel
def write_choices(e: Evidence, players: int, seat: int, row: Row) -> int:
    """Write every seat's last choices and what they say about colors, the observer first. Returns where that ends."""
    colors = players * CHOICES * CHOICE
    for i in range(colors + players * COLORS):
        row[i] = NOTHING
    for place in range(players):
        other = (seat + place) % players
        n = e.choices[other]
        for age in range(min(n, HISTORY)):
            choice = e.choice[other][(n - 1 - age) % HISTORY]
            if age < CHOICES:
                write_choice(choice, row[(place * CHOICES + age) * CHOICE :])
            write_colors(choice, age, row[colors + place * COLORS :])
    return colors + players * COLORS


@kernel
def write_choice(choice: int, part: Row) -> None:
    """Write what was done, on which card and color, and with how many cards in hand."""
    move = chosen(choice)
    kind = kind_of(move)
    color = 1 + color_then(choice)
    if verb_of(move) == PLAY:
        part[0] = PLAYED + kind
        if kind >= FIRST_WILD:
            color += NAMED * (1 + arg_of(move))
    else:
        part[0] = DREW_AND_KEPT if passed_then(choice) else DREW
    part[1] = 1 + top_then(choice)
    part[2] = color
    part[3] = size_then(choice)


@kernel
def write_colors(choice: int, age: int, part: Row) -> None:
    """Add a choice to what a seat did about the color that was in force."""
    move = chosen(choice)
    color = color_then(choice)
    if color >= WILD:
        return
    if verb_of(move) != PLAY:
        if part[color] == 0:
            part[color] = 1 + age
    elif kind_of(move) < FIRST_WILD and color_of_kind(kind_of(move)) != color:
        part[WILD + color] += 1


def discarded_ever(events: Any, teller: Any, codes: dict[str, int], part: Any) -> None:
    """Count the cards discarded in the last round of these events, for an interpreted observation."""
    for event in events:
        happening = teller.by_name[event.what]
        if happening.cards == "clear":
            part[:] = 0
        elif happening.cards == "out" or happening.code == E_FLIPPED:
            part[codes[event.card]] += 1
        elif happening.code == E_RETURNED:
            part[codes[event.card]] -= 1
