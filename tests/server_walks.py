"""Served games, rebuilt from their log and played at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from lastcard import editions
from lastcard.card_rules import SEVEN_ZERO
from lastcard.rules.fair import SCHEME
from lastcard.server.table import frames, log
from lastcard.server.table.state import Fields
from lastcard.server.table.table import Table, Viewer
from lastcard.server.wire.messages import SaidLine
from lastcard.server.wire.table_settings import Settings
from lastcard.testing.walks import choose
from variants import variants

LONGEST = 400
Told = tuple[Fields, Fields]  # what everybody has been told, and what one viewer has been told besides
NOTHING_YET: Told = ({}, {})


def people(players: int) -> list[log.Person | None]:
    """Put people on the even seats and bots on the odd ones."""
    return [log.Person(f"P{s}", token_hash=str(s)) if s % 2 == 0 else log.Person(f"B{s}", level="easy") for s in range(players)]


def walk(edition: str, players: int, seed: int, variant: int = 0, moves: int = LONGEST) -> Iterator[Table]:
    """Return a served game that is this many moves into its first round."""
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
    table = Table([created, log.Started(t=2.0, scheme=SCHEME)])
    yield table
    for number in range(moves):
        assert table.game is not None
        if table.game.round_over:
            return
        seat, move = choose(table.game, rng)
        table.apply(log.Moved(t=3.0 + number, seat=seat, move=move))
        yield table


def several_rounds(
    edition: str, entries: int, target: int = 100_000, table: str = "t", *, writes: bool = False
) -> list[log.AnyEntry]:
    """Return the log of a game of about this length, or until it is over. It may write house rules between rounds."""
    options = {"target": target} if "target" in editions.get(edition).read_options(None) else {}
    created = log.Created(
        t=1.0,
        table=table,
        edition=edition,
        options=options,
        settings=Settings(),
        people=people(3),
        secret=f"{7:064x}",
        rules_version=editions.get(edition).version,
    )
    written: list[log.AnyEntry] = [created, log.Started(t=2.0, scheme=SCHEME)]
    folded, rng = Table(written), Random(4)
    while folded.stage != "over" and len(written) < entries:
        assert folded.game is not None
        entry: log.AnyEntry = log.Dealt(t=3.0 + len(written))
        if not folded.game.round_over:
            seat, move = choose(folded.game, rng)
            entry = log.Moved(t=3.0 + len(written), seat=seat, move=move)
        elif writes:
            rules = [*SEVEN_ZERO] if folded.game.round_number % 2 == 0 else None
            written.append(log.Changed(t=3.0 + len(written), by=0, options={"card_rules": rules}))
            folded.apply(written[-1])
        folded.apply(entry)
        written.append(entry)
    return written


def updated(
    table: Table, viewer: Viewer, before: Told, since: int, said: Sequence[SaidLine] = (), cid: str = ""
) -> tuple[bytes, Told]:
    """Return the frame that takes a viewer from what it was told to the present, and what it has been told then."""
    shared, all_told = frames.update(table, before[0], since)
    part, own = frames.part(table, viewer, before[1], since, shared, [*said], cid)
    return frames.composed(shared, part), (all_told, own)
