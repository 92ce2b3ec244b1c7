"""A long table opens from a checkpoint at its last deal, and is the same as from its whole log."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from lastcard import editions
from lastcard.server.live.metrics import Metrics
from lastcard.server.live.reader import Reader
from lastcard.server.storage.store import Store
from lastcard.server.table import checkpoint, frames, log
from lastcard.server.table.table import Table
from server_walks import several_rounds
from table_logs import inside

pytestmark = pytest.mark.anyio
TABLE = "abcdefghij"


class Shelf:
    """A store with one table of several rounds."""

    def __init__(self, store: Store, entries: list[log.AnyEntry], monkeypatch: pytest.MonkeyPatch) -> None:
        self.store = store
        self.entries = entries
        self._monkeypatch = monkeypatch

    async def opened(self) -> tuple[Table, int]:
        """Read the table as a server that has just started, and count the entries that were applied."""
        applied = 0
        apply = Table.apply

        def counted(table: Table, entry: log.AnyEntry) -> None:
            nonlocal applied
            applied += 1
            apply(table, entry)

        with self._monkeypatch.context() as patch:
            patch.setattr(Table, "apply", counted)
            table = await Reader(self.store, Metrics(), {}).folded(TABLE)
        assert table is not None
        return table, applied


@pytest.fixture
async def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Shelf]:
    """A store with one table, which is long enough for checkpoints."""
    monkeypatch.setattr(checkpoint, "LONG", 0)
    entries = several_rounds("classic", 600, table=TABLE)
    store = await Store.open(f"sqlite:///{tmp_path}/tables.db")
    try:
        first, *rest = map(log.encode, entries)
        await store.create(TABLE, "i", "w", first, public=False, due=None, now=1.0)
        assert await store.append(TABLE, 2, rest, due=None, status="playing", seats=3, now=1.0)
        yield Shelf(store, entries, monkeypatch)
    finally:
        await store.close()


def kept_at_deals(entries: list[log.AnyEntry]) -> list[tuple[int, bytes]]:
    """Return the checkpoint of each deal but the first, with its number."""
    table, found = Table(), []
    for entry in entries:
        table.apply(entry)
        if data := checkpoint.kept(table, entry, frames.MOST_EVENTS):
            found.append((table.number, data))
    return found


def opened(data: bytes, rest: list[log.AnyEntry]) -> Table:
    """Return the table of a checkpoint with the entries that came after it."""
    found = checkpoint.read(data, editions.names())
    assert found is not None
    table = checkpoint.restored(found)
    for entry in rest:
        table.apply(entry)
    return table


@pytest.mark.parametrize("edition", editions.names())
def test_a_checkpoint_and_the_rest_are_the_whole(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From each deal on, a table from its checkpoint is in every field the one folded from the start, and tells the same."""
    monkeypatch.setattr(checkpoint, "LONG", 0)
    entries = several_rounds(edition, 600, writes=True)
    spoken: list[log.AnyEntry] = [
        log.Said(t=entries[-1].t, cid="x", seat=0, text="hi"),
        log.Muted(t=entries[-1].t, seat=0, about=2, on=True),
    ]
    entries = [*entries[:5], *spoken, *entries[5:]]
    checkpoints = kept_at_deals(entries)
    assert len(checkpoints) >= 2
    whole = Table(entries)
    for number, data in checkpoints:
        table = opened(data, entries[number:])
        assert inside(table) == inside(whole)
        for viewer in (None, 0, 1, 2):
            assert frames.first(table, viewer, 0, 9.0) == frames.first(whole, viewer, 0, 9.0)


def test_a_checkpoint_of_other_code_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint that other code made is not used, and neither is one that cannot be read."""
    monkeypatch.setattr(checkpoint, "LONG", 0)
    (_, data), *_ = kept_at_deals(several_rounds("classic", 400))
    assert checkpoint.read(data, editions.names()) is not None
    assert checkpoint.read(data, ["dare"]) is None
    assert checkpoint.read(data[:-9], editions.names()) is None
    found = msgspec.msgpack.decode(data, type=checkpoint.Checkpoint)
    found.code = "0" * 64
    assert checkpoint.read(msgspec.msgpack.encode(found), editions.names()) is None


def test_a_checkpoint_of_other_rules_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint is not used if the edition's rules have another version, even if no code differs."""
    monkeypatch.setattr(checkpoint, "LONG", 0)
    (_, data), *_ = kept_at_deals(several_rounds("classic", 400))
    found = editions.get("classic")
    try:
        object.__setattr__(found, "version", found.version + 1)
        checkpoint.code_of.cache_clear()
        assert checkpoint.read(data, editions.names()) is None
    finally:
        object.__setattr__(found, "version", found.version - 1)
        checkpoint.code_of.cache_clear()
    assert checkpoint.read(data, editions.names()) is not None


def test_a_short_or_undealt_table_needs_no_checkpoint() -> None:
    """Only a long table that has just been dealt is kept."""
    entries = several_rounds("classic", 1000)
    numbers = [number for number, _ in kept_at_deals(entries)]
    assert numbers
    assert min(numbers) >= checkpoint.LONG
    assert all(isinstance(entries[number - 1], log.Dealt) for number in numbers)


async def test_a_table_opens_from_its_checkpoint(shelf: Shelf) -> None:
    """The reader folds only what came after a checkpoint, and the whole log if the checkpoint does not belong to it."""
    (number, data), *_ = kept_at_deals(shelf.entries)
    await shelf.store.keep(TABLE, b"old")
    await shelf.store.keep(TABLE, data)
    table, applied = await shelf.opened()
    assert inside(table) == inside(Table(shelf.entries))
    assert applied == len(shelf.entries) - number
    other = msgspec.msgpack.decode(data, type=checkpoint.Checkpoint)
    other.entry = b"another"
    await shelf.store.keep(TABLE, msgspec.msgpack.encode(other))
    _, applied = await shelf.opened()
    assert applied == len(shelf.entries)


async def test_a_table_that_was_read_whole_is_read_quickly_the_next_time(shelf: Shelf) -> None:
    """Reading a whole log leaves a checkpoint at its last deal, so a server that dies soon afterward is back quickly."""
    last, _ = kept_at_deals(shelf.entries)[-1]
    whole, applied = await shelf.opened()
    assert applied == len(shelf.entries)
    again, applied = await shelf.opened()
    assert applied == len(shelf.entries) - last
    assert inside(again) == inside(whole) == inside(Table(shelf.entries))
