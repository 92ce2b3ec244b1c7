"""A model of leases, epochs and appends. Time is the model's own, and everything else runs on a real PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, ClassVar, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from lastcard.server.cluster import lease
from lastcard.server.cluster.lease import LEASE, NOBODY, Elsewhere, Leases, Owner
from lastcard.server.storage import append_postgres as appends
from lastcard.server.storage.store import Store, StoreError
from postgres import Postgres
from stores import append, create

T = TypeVar("T")
NUMBER_AND_EPOCH, EPOCH, READ_FENCE = "number and epoch", "epoch", "read fence"
LEASE_FENCE, LAPSE, EARLY_CLOCK = "lease fence", "lapse", "clock from before the renewal"
PLAYING_ON = (LEASE_FENCE, LAPSE, EARLY_CLOCK)  # without one of these, an owner answers although its lease has run out
ARRIVES, HANGS, ANSWER_LOST = "arrives", "hangs", "answer lost"
RELEASES, STOPS, CRASHES = "releases", "stops", "crashes"
WHICH = st.integers(0, 1)
SECONDS = st.sampled_from([0, 1, 3, 6])


class Clock:
    """The time, for the processes and for PostgreSQL."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        """Return the time."""
        return self.now

    time = monotonic


class TimedLeases(Leases):
    """Leases by the model's clock. ``on_the_way`` is how long a question and its answer take."""

    def __init__(self, store: Store, clock: Clock) -> None:
        super().__init__(store, bus=True)
        self.now = clock
        self.on_the_way = (0, 0)

    async def _rows(self, statement: str, **given: Any) -> list[Any]:
        there, back = self.on_the_way
        self.now.now += there
        found = await super()._rows(statement.replace(lease._NOW, "%(now)s::float8"), now=self.now.now, **given)
        self.now.now += back
        return found


class Process:
    """A process as the model sees it: what it has in memory, and whether it believes that it owns the table."""

    def __init__(self, leases: TimedLeases) -> None:
        self.leases = leases
        self.epoch: int | None = None
        self.log: list[bytes] = []
        self.is_doubtful = False  # it does not know whether its last append was taken
        self.until = 0.0  # when the database takes its lease to run out


class Model(RuleBasedStateMachine):
    """Two processes claim one table, append to it and show it, while leases run out and appends and answers get lost.

    ``written`` holds what was written, ``acknowledged`` what somebody was told is written, and ``seen`` is the length of the
    longest log that a player has seen.
    """

    run_async: ClassVar[Callable[[Coroutine[Any, Any, Any]], Any]]
    store: ClassVar[Store]
    clock: ClassVar[Clock]
    without: ClassVar[str] = ""  # the guard that is taken out, to see the promise broken that it is for

    def __init__(self) -> None:
        super().__init__()
        self.table = f"t{id(self)}-{self.clock.now:.0f}"
        self.written = [b"1"]
        self.acknowledged = [b"1"]
        self.unanswered: list[bytes] = []
        self.seen = 0
        self.latest = 0  # the highest epoch so far
        self.owner: Process | None = None  # who claimed the table with it and has not released it
        self.orphaned: set[int] = set()  # epochs that ended because their owner's lease had run out
        self.stale: list[bytes] = []
        self.count = self.checked = 0
        self.processes: list[Process] = []
        self.delayed: list[tuple[Process, int, bytes]] = []

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something on the event loop."""
        done: T = type(self).run_async(work)
        return done

    # ---- processes and time ---------------------------------------------------------------------------
    @initialize()
    def begin(self) -> None:
        """Start two processes on a new table, which the second takes over from the first."""
        self.clock.now += 1000
        self.do(create(self.store, self.table))
        self.processes = [self.started(), self.started()]
        self.claim(which=0, takes_over=False)
        self.claim(which=1, takes_over=True)

    def started(self) -> Process:
        """Return a new process with a lease."""
        process = Process(TimedLeases(self.store, self.clock))
        self.do(process.leases.renew())
        process.until = self.clock.now + LEASE

        async def lapsed() -> None:
            if process.epoch and await process.leases.lost({self.table: process.epoch}):
                process.epoch = None

        process.leases.lapsed = None if self.without == LAPSE else lapsed
        return process

    @rule(seconds=SECONDS)
    def wait(self, seconds: int) -> None:
        """Let time pass, and leases run out."""
        self.clock.now += seconds

    @rule(which=WHICH, there=SECONDS, back=SECONDS)
    def renew(self, which: int, there: int, back: int) -> None:
        """Renew a lease, however long that takes."""
        process = self.processes[which]
        process.leases.on_the_way = there, back
        process.until = self.clock.now + there + LEASE
        try:
            self.do(process.leases.renew())
        finally:
            process.leases.on_the_way = 0, 0
        if self.without == EARLY_CLOCK:
            process.leases._until = self.clock.now + LEASE

    @rule(which=WHICH, how=st.sampled_from([RELEASES, STOPS, CRASHES]))
    def leave(self, which: int, how: str) -> None:
        """Have a process release the table, or replace it by a new one, and what it had decided but not sent is lost."""
        dead = self.processes[which]
        if how == RELEASES:
            self.release(dead)
            return
        if how == STOPS:  # a process that crashes leaves its lease behind
            dead.until = 0.0
            self.do(dead.leases.give_up())
        self.delayed = [each for each in self.delayed if each[0] is not dead]
        self.processes[which] = self.started()

    # ---- owners ---------------------------------------------------------------------------------------
    @rule(which=WHICH, takes_over=st.sampled_from([True, True, False]))
    def claim(self, which: int, *, takes_over: bool) -> None:
        """Open the table, perhaps because its owner did not answer."""
        process, owner = self.processes[which], self.owner
        is_free = owner is None or owner is process or owner.until <= self.clock.now
        lost = Owner(owner.leases.id, self.latest) if takes_over and owner else NOBODY
        try:
            epoch = self.do(process.leases.claim(self.table, lost))
        except Elsewhere as elsewhere:
            is_right = owner is not None and elsewhere.owner == Owner(owner.leases.id, self.latest)
            if is_free or not is_right:
                raise AssertionError("a free table could not be claimed, or the wrong owner was named") from elsewhere
            return
        assert is_free or lost is not NOBODY, "a table was claimed from an owner with a lease"
        assert epoch > self.latest
        if owner and owner is not process and is_free:
            self.orphaned.add(self.latest)
        self.latest, self.owner = epoch, process
        process.epoch, process.is_doubtful = epoch, False
        process.log = self.do(self.store.load(self.table))

    def release(self, process: Process) -> None:
        """Let any process have the table."""
        if process.epoch is not None:
            self.do(process.leases.release({self.table: process.epoch}))
            if process.epoch == self.latest:
                self.owner = None
            process.epoch = None

    def is_owned(self, process: Process) -> bool:
        """Ask the database whether a process still owns the table, and have it read the log again if it has doubts."""
        assert process.epoch is not None
        if self.do(process.leases.lost({self.table: process.epoch})):
            process.epoch = None
        elif process.is_doubtful:
            process.log, process.is_doubtful = self.do(self.store.load(self.table)), False
        return process.epoch is not None

    # ---- appends --------------------------------------------------------------------------------------
    @rule(which=WHICH, fate=st.sampled_from([ARRIVES, ARRIVES, HANGS, ANSWER_LOST]))
    def append(self, which: int, fate: str) -> None:
        """Append what the process believes to be the next entry. It may hang just before, or never get the answer."""
        process = self.processes[which]
        if process.epoch is None:
            self.claim(which, takes_over=False)
        if process.epoch is None or (process.is_doubtful and not self.is_owned(process)):
            return
        entry = self.fresh()
        if fate == HANGS:
            self.delayed.append((process, process.epoch, entry))
        elif fate == ANSWER_LOST:
            self.taken(process, entry, process.epoch)
            process.is_doubtful = True
            self.unanswered.append(entry)
        else:
            self.write(process, entry, process.epoch)

    @rule()
    def wake(self) -> None:
        """Let an append reach the database before which its process hung."""
        if self.delayed:
            process, epoch, entry = self.delayed.pop(0)
            self.write(process, entry, epoch)

    @rule(which=WHICH)
    def resend(self, which: int) -> None:
        """Have a process do again what was not answered. What is in the log is acknowledged and not done again."""
        process = self.processes[which]
        if self.unanswered and process.epoch is not None and self.is_owned(process):
            entry = self.unanswered.pop(0)
            if entry in process.log:
                self.acknowledged.append(entry)
            elif not self.write(process, entry, process.epoch):
                self.unanswered.append(entry)

    def fresh(self) -> bytes:
        """Return an entry that no other is equal to."""
        self.count += 1
        return b"e%d" % self.count

    def write(self, process: Process, entry: bytes, epoch: int) -> bool:
        """Append, and acknowledge what was taken. A refused append means that the process is no longer the owner."""
        won = self.taken(process, entry, epoch)
        if won:
            process.log.append(entry)
            self.acknowledged.append(entry)
            self.seen = max(self.seen, len(process.log))
        else:
            process.epoch = None
        return won

    def taken(self, process: Process, entry: bytes, epoch: int) -> bool:
        """Send an append to the database, and return whether it was taken."""
        number, checked = len(process.log) + 1, None if EPOCH in self.without else epoch
        try:
            won = self.do(append(self.store, self.table, number, entry, epoch=checked))
        except StoreError:
            return False
        if won:
            self.written.append(entry)
            if epoch != self.latest:
                self.stale.append(entry)
        return won

    # ---- what players see -----------------------------------------------------------------------------
    @rule(which=WHICH)
    def show(self, which: int) -> None:
        """Show a new player the table: only after asking whether it is still the process's own."""
        process = self.processes[which]
        if process.epoch is None or (self.without != READ_FENCE and not self.is_owned(process)):
            return
        assert len(process.log) >= self.seen or EPOCH in self.without, "a view has run back"
        self.seen = len(process.log)

    # ---- what always holds ----------------------------------------------------------------------------
    @invariant()
    def nobody_answers_without_a_lease(self) -> None:
        """A process that would answer from memory has not lost the table to one that saw its lease run out."""
        answering = [each for each in self.processes if each.leases.is_current or self.without == LEASE_FENCE]
        assert not {each.epoch for each in answering} & self.orphaned, "an owner whose lease had run out answers"

    @invariant()
    def nothing_is_lost_or_doubled(self) -> None:
        """The log is what was written, in that order and once, and all that was acknowledged is there."""
        if self.count > self.checked and self.without != EPOCH:
            self.checked = self.count
            stored = self.do(self.store.load(self.table))
            is_kept = stored == self.written and {*self.acknowledged} <= {*stored} and len({*stored}) == len(stored)
            assert is_kept, "an acknowledged entry is lost or doubled"

    @invariant()
    def nobody_writes_without_owning(self) -> None:
        """No append is taken from a process whose table was claimed by another since."""
        assert not self.stale or self.without == NUMBER_AND_EPOCH, "a stale owner has appended"


def run_model(postgres: Postgres, monkeypatch: pytest.MonkeyPatch, examples: int, without: str = "") -> None:
    """Walk through the model on a database of its own."""
    clock = Clock()
    monkeypatch.setattr(lease, "time", clock)
    monkeypatch.setattr(lease.log, "disabled", True)
    with asyncio.Runner() as runner:
        store = runner.run(Store.open(postgres.database()))
        try:
            given = {"run_async": staticmethod(runner.run), "store": store, "clock": clock, "without": without}
            run_state_machine_as_test(
                type("Guarded", (Model,), given),
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


def test_leases_epochs_and_appends_keep_their_promises(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is lost or doubled, no stale owner appends, nobody's view runs back, and no owner answers without a lease."""
    run_model(postgres, monkeypatch, 40)


NUMBER_CHECK = "held.length = given.number - 1 AND "
INSERT = "AS rows(id, number, entry) JOIN grown USING (id)"


@pytest.mark.parametrize(
    ("without", "breaks"),
    [
        (NUMBER_AND_EPOCH, "an acknowledged entry is lost or doubled"),
        (EPOCH, "a stale owner has appended"),
        (READ_FENCE, "a view has run back"),
        *[(guard, "an owner whose lease had run out answers") for guard in PLAYING_ON],
    ],
)
def test_each_guard_is_needed(postgres: Postgres, monkeypatch: pytest.MonkeyPatch, without: str, breaks: str) -> None:
    """The model fails as soon as one of the guards is taken out."""
    if without == NUMBER_AND_EPOCH:
        overwriting = appends.APPEND.replace(NUMBER_CHECK, "").replace(
            INSERT, f'{INSERT} ON CONFLICT ("table", number) DO UPDATE SET entry = excluded.entry'
        )
        assert len(overwriting) > len(appends.APPEND)
        monkeypatch.setattr(appends, "APPEND", overwriting)
    with pytest.raises(AssertionError, match=breaks):
        run_model(postgres, monkeypatch, 300, without)
