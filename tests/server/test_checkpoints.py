"""A long table opens from a checkpoint at its last deal, and is the same as from its whole log."""

from __future__ import annotations

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


async def test_a_table_opens_from_its_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader folds only what came after a checkpoint, and the whole log if the checkpoint does not belong to it."""
    monkeypatch.setattr(checkpoint, "LONG", 0)
    entries = several_rounds("classic", 600, table="abcdefghij")
    (number, data), *_ = kept_at_deals(entries)
    store = await Store.open(f"sqlite:///{tmp_path}/tables.db")
    try:
        first, *rest = map(log.encode, entries)
        await store.create("abcdefghij", "i", "w", first, public=False, due=None, now=1.0)
        assert await store.append("abcdefghij", 2, rest, due=None, status="playing", seats=3, now=1.0)
        metrics = Metrics()
        reader = Reader(store, metrics, {})
        whole = await reader.folded("abcdefghij")
        assert whole is not None
        await store.keep("abcdefghij", b"old")
        await store.keep("abcdefghij", data)
        applied: list[log.AnyEntry] = []
        with monkeypatch.context() as patch:
            apply = Table.apply

            def counted(self: Table, entry: log.AnyEntry) -> None:
                applied.append(entry)
                apply(self, entry)

            patch.setattr(Table, "apply", counted)
            table = await reader.folded("abcdefghij")
        assert table is not None
        assert inside(table) == inside(whole)
        assert len(applied) == len(entries) - number
        other = msgspec.msgpack.decode(data, type=checkpoint.Checkpoint)
        other.entry = b"another"
        await store.keep("abcdefghij", msgspec.msgpack.encode(other))
        again = await reader.folded("abcdefghij")
        assert again is not None
        assert again.game is not None
        assert not again.game.has_forgotten
    finally:
        await store.close()
