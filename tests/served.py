"""Served games, folded from their log and played by chance."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from lastcard.server import entries as log
from lastcard.server.protocol import Settings
from lastcard.server.table import Table
from lastcard.testing.walks import choose
from tables import variants

LONGEST = 400


def people(players: int) -> list[log.Person | None]:
    """Persons on the even seats, bots on the odd ones."""
    return [log.Person(f"P{s}", token=str(s)) if s % 2 == 0 else log.Person(f"B{s}", level="easy") for s in range(players)]


def walk(edition: str, players: int, seed: int, variant: int = 0, moves: int = LONGEST) -> Iterator[Table]:
    """A served game, dealt and after so many moves of its first round."""
    rng = Random(seed)
    created = log.Created(
        t=1.0,
        table="t",
        edition=edition,
        options=variants(edition)[variant],
        settings=Settings(),
        people=people(players),
        secret=f"{seed:064x}",
    )
    table = Table([created, log.Started(t=2.0)])
    yield table
    for number in range(moves):
        assert table.game is not None
        if table.game.round_over:
            return
        seat, move = choose(table.game, rng)
        table.apply(log.Moved(t=3.0 + number, seat=seat, move=move))
        yield table
