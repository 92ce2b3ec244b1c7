"""The meaning of a simulation's counters, from an edition's cards and events: "skip", "someone passes"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import editions
from ..cards import Kind
from ..edition import Edition
from ..events import E_DEALER, E_DEALT, E_DREW, E_HANDED, E_OUT, E_PLAYED, E_SHOWN, Happening
from .counting import CODES, SLOTS

# The deal and the end are the same in every round, plays are counted by card, and only Game writes the last two.
_LEFT_OUT = {E_DEALER, E_DEALT, E_OUT, E_PLAYED, E_SHOWN, E_HANDED}


class Line(NamedTuple):
    """Something that happens in rounds: a card played, or an event of the rules."""

    group: str  # cards or events
    name: str
    says: str
    columns: tuple[int, ...]  # the counters that add up to it
    rounds: int | None = None  # the counter of rounds in which it happened
    copies: int = 0  # of the card, in the deck


@lru_cache(maxsize=32)
def lines_of(edition: str) -> tuple[Line, ...]:
    """Every line of an edition: its cards by face, then its events."""
    found = editions.get(edition)
    return (*_cards(found), *_events(found))


def count_lines(edition: str, batches: NDArray[np.int64]) -> NDArray[np.int64]:
    """Turn counters into lines: one column each for how often it happened, then one each for in how many rounds."""
    lines = lines_of(edition)
    counted = np.zeros((len(batches), 2 * len(lines)), np.int64)
    for i, line in enumerate(lines):
        counted[:, i] = batches[:, line.columns].sum(1)
        if line.rounds is not None:
            counted[:, len(lines) + i] = batches[:, line.rounds]
    return counted


def _cards(edition: Edition) -> Iterator[Line]:
    faces: dict[str, list[Kind]] = {}
    for kind in edition.kinds:
        faces.setdefault(kind.face, []).append(kind)
    for name, kinds in faces.items():
        columns = tuple(SLOTS + CODES + kind.code for kind in kinds)
        yield Line("cards", name, f"a {name} is played", columns, copies=sum(kind.copies for kind in kinds))


def _events(edition: Edition) -> Iterator[Line]:
    for code, happening in edition.teller.happenings.items():
        slots = tuple(range(4 * code, 4 * code + 4))
        if code == E_DREW:
            yield Line("events", "drew", "someone draws a card on their turn", slots[1:2])
            yield Line("events", "had to draw", "someone has to draw a card", slots[:1])
        elif "{word}" in happening.says:
            for n, word in enumerate(happening.words):
                yield Line("events", f"{happening.name}: {word}", _says(happening, word), slots[n : n + 1])
        elif code not in _LEFT_OUT:
            yield Line("events", happening.name, _says(happening), slots, rounds=SLOTS + code)


def _says(happening: Happening, word: str = "") -> str:
    return happening.says.format(
        seat="someone", to="someone else", card="a card", color="a color", uno="", n="some", word=word, text="…"
    )
