"""Leases: who owns a table, and what a process that no longer owns it may do. Everything runs on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import time

import pytest
from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError

from lastcard.server.cluster import lease
from lastcard.server.cluster.lease import Elsewhere, Leases, Owner
from lastcard.server.live.metrics import Metrics
from lastcard.server.storage.store import StoreError
from postgres import Postgres
from stores import append, create, opened


@pytest.mark.anyio
async def test_a_table_has_one_owner(postgres: Postgres) -> None:
    """Whoever claims a free table owns it, and others are told who does."""
    async with opened(postgres.database()) as store:
        await create(store, "a")
        one, two = Leases(store, bus=True), Leases(store, bus=True)
        await one.take()
        await two.take()
        assert await one.claim("a") == 1
        with pytest.raises(Elsewhere) as elsewhere:
            await two.claim("a")
        assert elsewhere.value.owner == Owner(one.id, 1)
        assert await two.lost({"a": 1}) == {"a"}
        assert await one.lost({"a": 1}) == set()
        await one.release({"a": 1})
        assert await two.claim("a") == 2
        assert await one.lost({"a": 1}) == {"a"}
        with pytest.raises(LookupError):
            await one.claim("b")


@pytest.mark.anyio
async def test_an_append_needs_the_current_epoch(postgres: Postgres) -> None:
    """A table that was taken over takes nothing from its former owner, even at the right number."""
    async with opened(postgres.database()) as store:
        await create(store, "a")
        one, two = Leases(store, bus=True), Leases(store, bus=True)
        await one.take()
        await two.take()
        first = await one.claim("a")
        assert await append(store, "a", 2, b"2", epoch=first)
        second = await two.claim("a", Owner(one.id, first))
        assert not await append(store, "a", 3, b"stale", epoch=first)
        assert await append(store, "a", 3, b"3", epoch=second)
        assert await store.load("a") == [b"1", b"2", b"3"]


@pytest.mark.anyio
async def test_of_two_that_take_over_at_once_one_wins(postgres: Postgres) -> None:
    """If several processes get no answer from an owner, one of them owns the table afterward, and all others know which."""
    async with opened(postgres.database()) as store:
        await create(store, "a")
        gone, *others = [Leases(store, bus=True) for _ in range(5)]
        for each in (gone, *others):
            await each.take()
        lost = Owner(gone.id, await gone.claim("a"))
        found = await asyncio.gather(*(each.claim("a", lost) for each in others), return_exceptions=True)
        winners = [each.id for each, epoch in zip(others, found, strict=True) if epoch == 2]
        assert len(winners) == 1
        owners = {outcome.owner for outcome in found if isinstance(outcome, Elsewhere)}
        assert owners == {Owner(winners[0], 2)}


@pytest.mark.anyio
async def test_an_orphaned_table_is_free(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a lease has run out, or its process ended it, its tables can be claimed, and their clocks are found."""
    async with opened(postgres.database()) as store:
        for table in ("a", "b"):
            await create(store, table, due=5.0)
        one, two, three = (Leases(store, bus=True) for _ in range(3))
        await two.take()
        await three.take()
        monkeypatch.setattr(lease, "LEASE", -1.0)
        dead = Leases(store, bus=True)
        await dead.renew()
        await one.take()
        assert not dead.is_current
        assert (await dead.claim("a"), await one.claim("b")) == (1, 1)
        assert await two.due(9.0, 5) == ["a"]
        assert await two.claim("a") == 2
        assert await three.due(9.0, 5) == []
        await one.give_up()
        assert await three.due(9.0, 5) == ["b"]


@pytest.mark.anyio
async def test_after_an_outage_owners_keep_their_tables(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an outage of the database, all leases have run out: a table is its owner's until the owner does not answer."""
    async with opened(postgres.database()) as store:
        for table in ("a", "b"):
            await create(store, table, due=5.0)
        two, alone = Leases(store, bus=True), Leases(store, bus=False)
        await two.take()
        with monkeypatch.context() as short:
            short.setattr(lease, "LEASE", -1.0)
            one = Leases(store, bus=True)
            await one.renew()
        owner = Owner(one.id, await one.claim("a"))
        store.outage.failed(time.monotonic() - 15)
        for _ in ("it goes on", "it is over"):
            with pytest.raises(Elsewhere) as elsewhere:
                await two.claim("a")
            assert elsewhere.value.owner == owner
            assert await two.due(9.0, 5) == ["b"]
            store.outage.ended()
        assert await two.claim("a", owner) == 2
        await one.claim("a", Owner(two.id, 2))
        assert await alone.claim("a") == 4, "without a bus, no owner can be asked"


@pytest.mark.anyio
async def test_without_a_bus_there_is_one_process(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process without a bus is refused while another one lives, with or without a bus, and so is any other beside it."""
    monkeypatch.setattr(lease, "LEASE", 1.0)
    async with opened(postgres.database()) as store:
        alone, again = Leases(store, bus=False), Leases(store, bus=False)
        await alone.take()
        keeping = asyncio.create_task(alone.keep())
        try:
            monkeypatch.setattr(lease, "RENEW_EVERY", 0.2)
            for other in (again, Leases(store, bus=True)):
                with pytest.raises(StoreError, match=r"^Another lastcard is using this database: .* --processes or --bus\.$"):
                    await other.take()
        finally:
            keeping.cancel()
        await alone.give_up()
        await again.take()


@pytest.mark.anyio
async def test_a_dead_process_is_waited_for(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a crash, a process without a bus starts as soon as the lease of its predecessor has run out."""
    monkeypatch.setattr(lease, "LEASE", 0.5)
    async with opened(postgres.database()) as store:
        await Leases(store, bus=False).take()
        await Leases(store, bus=False).take()


@pytest.mark.anyio
async def test_rules_that_another_process_reads_are_left_to_it(postgres: Postgres) -> None:
    """A table goes to a process that reads its rules as long as there is one, and then to anyone."""
    async with opened(postgres.database()) as store:
        await store.create("a", "i", "w", b"1", public=False, due=5.0, now=1.0, rules_version="classic 1")
        old, new = Leases(store, bus=True, reads=["classic 1"]), Leases(store, bus=True, reads=["classic 2", "flip 1"])
        await old.take()
        await new.take()
        assert (await new.due(9.0, 5), await old.due(9.0, 5)) == ([], ["a"])
        with pytest.raises(Elsewhere) as elsewhere:
            await new.claim("a")
        assert elsewhere.value.owner.id == old.id
        await old.give_up()
        assert await new.claim("a") == 1


@pytest.mark.anyio
async def test_a_process_that_ends_keeps_what_only_it_reads(postgres: Postgres) -> None:
    """A process that leaves its tables to others claims only those whose rules nobody else reads."""
    async with opened(postgres.database()) as store:
        for table, rules in (("a", "classic 1"), ("b", "classic 2"), ("c", "")):
            await store.create(table, f"{table}i", f"{table}w", b"1", public=False, due=5.0, now=1.0, rules_version=rules)
        old, new = Leases(store, bus=True, reads=["classic 1", "classic 2"]), Leases(store, bus=True, reads=["classic 2"])
        await old.take()
        assert await old.leave_to_others() == {"classic 1", "classic 2"}
        await new.take()
        assert await old.leave_to_others() == {"classic 1"}
        await old.renew()
        assert await old.claim("a") == 1
        for table in ("b", "c"):
            with pytest.raises(Elsewhere) as elsewhere:
                await old.claim(table)
            assert elsewhere.value.owner.id == new.id
        await new.give_up()
        await old.leave_to_others()
        assert [await old.claim(table) for table in ("b", "c")] == [1, 1]


@pytest.mark.anyio
async def test_the_clock_is_the_databases(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process whose clock is wrong by a minute goes by PostgreSQL's."""
    for wrong in (-60, 60):
        async with opened(postgres.database()) as store:
            with monkeypatch.context() as patched:
                now = time.time()
                patched.setattr(time, "time", lambda now=now, wrong=wrong: now + wrong)
                leases = Leases(store, bus=True)
            await leases.take()
            assert abs(leases.clock() - time.time()) < 30


@pytest.mark.anyio
async def test_renewals_are_counted(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """A renewal counts as kept, as lapsed if the lease had run out, or as out of reach if the database does not answer."""
    metrics, given_up = Metrics(), list[str]()

    async def give_up() -> None:
        given_up.append("what others own by now")

    async with opened(postgres.database()) as store:
        with monkeypatch.context() as short:
            short.setattr(lease, "LEASE", -1.0)
            leases = Leases(store, bus=True, metrics=metrics)
            await leases.take()
        leases.lapsed = give_up
        await leases.renew()
        assert len(given_up) == 1
        for _ in range(2):
            await leases.renew()
    with pytest.raises(StoreError):
        await leases.renew()
    found = [line for line in metrics.text().splitlines() if line.startswith("lastcard_lease_renewals_total")]
    assert found == [
        'lastcard_lease_renewals_total{outcome="kept"} 3',
        'lastcard_lease_renewals_total{outcome="lapsed"} 1',
        'lastcard_lease_renewals_total{outcome="out-of-reach"} 1',
    ]
    assert len(given_up) == 1


@pytest.mark.anyio
async def test_a_process_of_version_1_cannot_write(postgres: Postgres) -> None:
    """The statement by which version 1 extends a log is refused by the database."""
    url = postgres.database()
    async with opened(url) as store:
        await create(store, "a")
        engine = create_engine(url)
        with pytest.raises(DBAPIError, match='column "last" of relation "tables" does not exist'), engine.begin() as connection:
            connection.exec_driver_sql("UPDATE tables SET last=2, due=NULL, touched=1.0 WHERE id = 'a'")
        engine.dispose()
