"""Leases: who owns a table, and what a process that no longer owns it may do. Everything runs on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, ClassVar, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError

from lastcard.server.cluster import lease
from lastcard.server.cluster.lease import Elsewhere, Leases, Owner
from lastcard.server.storage import append_postgres as appends
from lastcard.server.storage.store import Store, StoreError
from postgres import Postgres
from stores import append, create, opened

T = TypeVar("T")
NUMBER_AND_EPOCH, EPOCH, READ_FENCE = "number and epoch", "epoch", "read fence"


# ---- one by one ---------------------------------------------------------------------------------------
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
async def test_a_process_of_version_1_cannot_write(postgres: Postgres) -> None:
    """The statement by which version 1 extends a log is refused by the database."""
    url = postgres.database()
    async with opened(url) as store:
        await create(store, "a")
        engine = create_engine(url)
        with pytest.raises(DBAPIError, match='column "last" of relation "tables" does not exist'), engine.begin() as connection:
            connection.exec_driver_sql("UPDATE tables SET last=2, due=NULL, touched=1.0 WHERE id = 'a'")
        engine.dispose()


# ---- the model ----------------------------------------------------------------------------------------
class Process:
    """A process as the model sees it: what it has in memory, and whether it believes that it owns the table."""

    def __init__(self, leases: Leases) -> None:
        self.leases = leases
        self.epoch: int | None = None
        self.log: list[bytes] = []


class Model(RuleBasedStateMachine):
    """Two processes claim one table, append to it and show it, while leases run out and appends are delayed.

    ``acknowledged`` holds what somebody was told is written, and ``seen`` the longest log that a player has seen.
    """

    run_async: ClassVar[Callable[[Coroutine[Any, Any, Any]], Any]]
    store: ClassVar[Store]
    without: ClassVar[str] = ""  # the guard that is taken out, to see the promise broken that it is for

    def __init__(self) -> None:
        super().__init__()
        self.table = f"t{time.monotonic_ns()}"
        self.acknowledged: list[bytes] = []
        self.seen = 0
        self.latest = 0  # the highest epoch so far
        self.stale: list[bytes] = []
        self.count = 0
        self.delayed: list[tuple[Process, int, bytes]] = []

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something on the event loop."""
        done: T = type(self).run_async(work)
        return done

    @initialize()
    def begin(self) -> None:
        """Start two processes on a new table, which the second takes over from the first."""
        self.processes = [Process(Leases(self.store, bus=True)) for _ in range(2)]
        self.do(create(self.store, self.table))
        self.acknowledged.append(b"1")
        for process in self.processes:
            self.do(process.leases.renew())
        self.claim(which=0, takes_over=False)
        self.claim(which=1, takes_over=True)

    @rule(which=st.integers(0, 1), takes_over=st.sampled_from([True, True, False]))
    def claim(self, which: int, *, takes_over: bool) -> None:
        """Open the table, perhaps because its owner did not answer."""
        process = self.processes[which]
        lost = lease.NOBODY
        if takes_over:
            lost = next((Owner(p.leases.id, p.epoch) for p in self.processes if p.epoch == self.latest and p.epoch), lost)
        try:
            epoch = self.do(process.leases.claim(self.table, lost))
        except Elsewhere:
            return
        assert epoch > self.latest
        self.latest = process.epoch = epoch
        process.log = self.do(self.store.load(self.table))

    @rule(which=st.integers(0, 1))
    def append(self, which: int) -> None:
        """Append what the process believes to be the next entry."""
        process = self.processes[which]
        if process.epoch is not None:
            self.write(process, len(process.log) + 1, self.fresh(), process.epoch)

    @rule(which=st.integers(0, 1))
    def delay(self, which: int) -> None:
        """Decide on an append that reaches the database later: its process hangs."""
        process = self.processes[which]
        if process.epoch is not None:
            self.delayed.append((process, process.epoch, self.fresh()))

    @rule()
    def wake(self) -> None:
        """Let a delayed append reach the database."""
        if self.delayed:
            process, epoch, entry = self.delayed.pop(0)
            self.write(process, len(process.log) + 1, entry, epoch)

    @rule(which=st.integers(0, 1))
    def die(self, which: int) -> None:
        """Replace a process by a new one. What it had decided but not sent is lost."""
        dead = self.processes[which]
        self.do(dead.leases.give_up())
        self.processes[which] = Process(Leases(self.store, bus=True))
        self.do(self.processes[which].leases.renew())
        self.delayed = [each for each in self.delayed if each[0] is not dead]

    @rule(which=st.integers(0, 1))
    def show(self, which: int) -> None:
        """Show a player the table: only after asking whether it is still the process's own."""
        process = self.processes[which]
        if process.epoch is None:
            return
        if self.without != READ_FENCE and self.do(process.leases.lost({self.table: process.epoch})):
            process.epoch = None
            return
        assert len(process.log) >= self.seen or EPOCH in self.without, "a view has run back"
        self.seen = len(process.log)

    def fresh(self) -> bytes:
        """Return an entry that no other is equal to."""
        self.count += 1
        return b"e%d" % self.count

    def write(self, process: Process, number: int, entry: bytes, epoch: int) -> None:
        """Append, and acknowledge what was taken. A refused append means that the process is no longer the owner."""
        is_stale = epoch != self.latest
        try:
            won = self.do(append(self.store, self.table, number, entry, epoch=None if EPOCH in self.without else epoch))
        except StoreError:
            won = False
        if won:
            process.log.append(entry)
            self.acknowledged.append(entry)
            self.seen = max(self.seen, number)
            if is_stale:
                self.stale.append(entry)
        else:
            process.epoch = None

    @invariant()
    def nothing_is_lost_or_doubled(self) -> None:
        """The log is what was acknowledged, in that order."""
        if self.acknowledged and self.without in ("", NUMBER_AND_EPOCH):
            assert self.do(self.store.load(self.table)) == self.acknowledged, "an acknowledged entry is lost or doubled"

    @invariant()
    def nobody_writes_without_owning(self) -> None:
        """No append is taken from a process whose table was claimed by another since."""
        assert not self.stale or self.without == NUMBER_AND_EPOCH, "a stale owner has appended"


def run_model(postgres: Postgres, examples: int, without: str = "") -> None:
    """Walk through the model on a database of its own."""
    with asyncio.Runner() as runner:
        store = runner.run(Store.open(postgres.database()))
        try:
            guarded = type("Guarded", (Model,), {"run_async": staticmethod(runner.run), "store": store, "without": without})
            run_state_machine_as_test(
                guarded,
                settings=settings(
                    max_examples=examples,
                    stateful_step_count=25,
                    phases=[Phase.generate],
                    deadline=None,
                    database=None,
                    derandomize=True,
                    suppress_health_check=list(HealthCheck),
                ),
            )
        finally:
            runner.run(store.close())


def test_leases_epochs_and_appends_keep_their_promises(postgres: Postgres) -> None:
    """Nothing acknowledged is lost or doubled, no stale owner appends, and nobody's view runs back."""
    run_model(postgres, 25)


NUMBER_CHECK = "held.length = given.number - 1 AND "
INSERT = "AS rows(id, number, entry) JOIN grown USING (id)"


@pytest.mark.parametrize(
    ("without", "breaks"),
    [
        (NUMBER_AND_EPOCH, "an acknowledged entry is lost or doubled"),
        (EPOCH, "a stale owner has appended"),
        (READ_FENCE, "a view has run back"),
    ],
)
def test_each_guard_is_needed(postgres: Postgres, monkeypatch: pytest.MonkeyPatch, without: str, breaks: str) -> None:
    """The model fails as soon as one of the guards is taken out."""
    if without == NUMBER_AND_EPOCH:
        overwriting = appends._APPEND.replace(NUMBER_CHECK, "").replace(
            INSERT, f'{INSERT} ON CONFLICT ("table", number) DO UPDATE SET entry = excluded.entry'
        )
        assert len(overwriting) > len(appends._APPEND)
        monkeypatch.setattr(appends, "_APPEND", overwriting)
    with pytest.raises(AssertionError, match=breaks):
        run_model(postgres, 300, without)
