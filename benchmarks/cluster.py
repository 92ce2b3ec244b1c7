"""What a move costs when players are spread over one, two and four processes on one PostgreSQL and one NATS.

    .venv/bin/python benchmarks/cluster.py [--turns 5] [--seconds 4] [--tables 40 200] [--figures FILE]

Every process is a door and owns its share of the tables, and each player of a table comes in through the next door. Players do
not think, so the machine is busy all the time, and what counts is processor time a move: of all lastcard processes together,
with NATS's and PostgreSQL's told beside. The three servers are measured in turn, so that a busy machine slows all alike.
Each number of tables is measured alone: the fewer there are, the fewer moves share a wake-up, a message and an append.
``--figures`` writes what benchmarks/scaling.py computes with. Its figures of busy processes are those of the first number of
tables. For the others it measures, for another few minutes, players who think and connections that only listen.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple
from urllib.request import urlopen

import psutil
import psycopg

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from compare import origin
from scaling import BEATS, Model
from served import Players, Server, quantile

from lastcard.server.cluster.nats_server import NatsServer
from postgres import Postgres

SIZES = (1, 2, 4)
BARS = {1: 1.0, 2: 1.25, 4: 1.4}
IDLE_TABLES, FEW_TABLES = 250, 10
LISTENING_SECONDS, THINKING_SECONDS = 30.0, 10.0  # signs of life take little time: many of them must come together
THINKING_TABLES = 600
SENT = re.compile(r'bus_messages_total{way="out"} (\d+)')
THINK = 2.0  # seconds that a player thinks


class Turn(NamedTuple):
    """One measurement: moves, frames and bytes to players, and seconds of processor time of each part."""

    moves: int
    seconds: float
    lastcard: float
    nats: float
    postgres: float
    bytes: int
    times: list[float]

    def cost(self, part: str = "lastcard") -> float:
        """Milliseconds of a part's processor time a move."""
        return float(getattr(self, part)) / max(self.moves, 1) * 1e3


def cpu_of(process: psutil.Process) -> float:
    """The processor time of a process and all that it started."""
    spent = process.cpu_times()
    total = float(spent.user + spent.system + spent.children_user + spent.children_system)
    for child in process.children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            each = child.cpu_times()
            total += float(each.user + each.system)
    return total


class Cluster:
    """Some server processes with a database of their own, and the players at them."""

    def __init__(self, postgres: Postgres, processes: int, tables: int, *, think: float = 0, deal: bool = True) -> None:
        self._url = postgres.database()
        self.processes = processes
        with ExitStack() as stack:
            self._start(stack, tables, think=think, deal=deal)
            self._stack = stack.pop_all()
        self.postgres = psutil.Process(int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0]))

    def _start(self, stack: ExitStack, tables: int, *, think: float, deal: bool) -> None:
        self.nats: psutil.Process | None = None
        bus = ""
        if self.processes > 1:
            nats = NatsServer()
            stack.callback(nats.remove)
            nats.start()
            self.nats, bus = psutil.Process(nats.pid), nats.address
        self.servers = [self._started(stack, bus) for _ in range(self.processes)]
        self.before = sum(server.memory() for server in self.servers)
        self.players = Players([server.port for server in self.servers], tables, think=think, deal=deal)
        stack.callback(self.players.stop)

    def _started(self, stack: ExitStack, bus: str) -> Server:
        server = Server(self._url, pin=False, bus=bus)
        stack.callback(server.stop)
        server.ready()
        return server

    def spent(self) -> tuple[float, float, float]:
        """The processor time so far of all lastcard processes, of NATS and of PostgreSQL."""
        lastcard = sum(server.cpu() for server in self.servers)
        return lastcard, cpu_of(self.nats) if self.nats else 0.0, cpu_of(self.postgres)

    def measured(self, seconds: float) -> Turn:
        """Let the players play for this long. Nobody plays before or afterward."""
        self.players.ask("play")
        before = self.spent()
        run: dict[str, Any] = self.players.ask("measure", seconds=seconds)
        spent = [after - first for after, first in zip(self.spent(), before, strict=True)]
        self.players.ask("pause")
        assert not run["refused"], run["refused"]
        return Turn(run["moves"], run["seconds"], *spent, run["bytes"], run["times"])

    def messages(self) -> int:
        """How many messages the processes have sent each other so far."""
        found = 0
        for server in self.servers:
            with urlopen(f"http://127.0.0.1:{server.port}/metrics") as reply:
                found += sum(map(int, SENT.findall(reply.read().decode())))
        return found

    def stored(self) -> tuple[int, int]:
        """The bytes of the database, and how many entries it holds."""
        with psycopg.connect(self._url.replace("+psycopg", ""), autocommit=True) as connection:
            found = connection.execute("SELECT pg_database_size(current_database()), (SELECT count(*) FROM entries)").fetchone()
        assert found
        return int(found[0]), int(found[1])

    def close(self) -> None:
        """Stop everything."""
        self._stack.close()


@contextmanager
def running(postgres: Postgres, processes: int, tables: int, **more: Any) -> Iterator[Cluster]:
    """Run a cluster for the duration of the block."""
    cluster = Cluster(postgres, processes, tables, **more)
    try:
        yield cluster
    finally:
        cluster.close()


@contextmanager
def database() -> Iterator[Postgres]:
    """Run a PostgreSQL that waits for its disk."""
    postgres = Postgres(durable=True)
    try:
        postgres.start()
        yield postgres
    finally:
        postgres.remove()


class Compared(NamedTuple):
    """The measurements by the number of processes, and how many bytes the database grows by with an entry."""

    turns: dict[int, list[Turn]]
    entry: float


def compare(tables: int, turns: int, seconds: float, sizes: Sequence[int] = SIZES) -> Compared:
    """Measure servers of these sizes in turn, after a turn to warm up."""
    found: dict[int, list[Turn]] = {size: [] for size in sizes}
    with database() as postgres, ExitStack() as stack:
        clusters = [stack.enter_context(running(postgres, size, tables)) for size in sizes]
        size_before, entries_before = clusters[0].stored()
        for turn in range(turns + 1):
            for cluster in clusters:
                each = cluster.measured(seconds)
                if turn:
                    found[cluster.processes].append(each)
        size, entries = clusters[0].stored()
    return Compared(found, (size - size_before) / max(entries - entries_before, 1))


def ratios(found: dict[int, list[Turn]], size: int) -> list[float]:
    """What a move costs with so many processes, as a multiple of one process in the same turn."""
    return [many.cost() / one.cost() for many, one in zip(found[size], found[min(found)], strict=True)]


def listening(processes: int, tables: int) -> tuple[float, float]:
    """What tables cost where everybody only listens: milliseconds of processor time a second, and kilobytes a player."""
    with database() as postgres, running(postgres, processes, tables, deal=False) as cluster:
        memory = sum(server.memory() for server in cluster.servers) - cluster.before
        time.sleep(2)
        before = cluster.spent()[0]
        time.sleep(LISTENING_SECONDS)
        spent = cluster.spent()[0] - before
    return spent / LISTENING_SECONDS * 1e3, memory / tables / 4 * 1e3


def idle() -> dict[str, dict[str, float]]:
    """What a connection costs that only listens, and what signs of life cost each process and each of its pairs with others."""
    (alone, kb), (two, _), (four, _) = listening(1, IDLE_TABLES), listening(2, FEW_TABLES), listening(4, FEW_TABLES)
    connection = (listening(4, IDLE_TABLES)[0] - four) / 4 / (IDLE_TABLES - FEW_TABLES)
    two, four = (spent - 4 * FEW_TABLES * connection for spent in (two, four))
    pair = max((four - 2 * two) / 8, 0.0)  # four processes make twelve pairs, and two make two
    return {
        "idle_connection": {"kb": kb, "cpu_ms_a_second": alone / 4 / IDLE_TABLES},
        "idle_cluster": {"connection": connection, "pair": pair, "process": max(two / 2 - pair, 0.0)},
    }


def thinking(processes: int, found: dict[str, Any]) -> dict[str, float]:
    """What a move costs if players think, so that little comes up at the same time. Pings and signs of life don't count."""
    with database() as postgres, running(postgres, processes, THINKING_TABLES, think=THINK) as cluster:
        players = 4 * THINKING_TABLES
        cluster.measured(3 * THINK)
        before = cluster.messages()
        turn = cluster.measured(THINKING_SECONDS)
        messages = cluster.messages() - before
        memory = sum(server.memory() for server in cluster.servers) - cluster.before
    lasting = Model(found).lasting(players, processes) * turn.seconds / 1e3
    beats = processes * (processes - 1) * BEATS * turn.seconds
    return {
        "tables": THINKING_TABLES,
        "lastcard": (turn.lastcard - lasting) / turn.moves * 1e3,
        "nats": turn.cost("nats") * (1 - beats / max(messages, 1)),
        "postgres": turn.cost("postgres"),
        "messages": (messages - beats) / turn.moves,
        "kb_a_player": memory / players * 1e3,
    }


def told(found: dict[int, list[Turn]]) -> str:
    """The results as a Markdown table."""
    lines = [
        "| processes | CPU of lastcard a move | of NATS | of PostgreSQL | moves a second | as a multiple of one | bar |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for size, turns in found.items():
        cost, nats, postgres = (median(turn.cost(part) for turn in turns) for part in ("lastcard", "nats", "postgres"))
        each, rate = ratios(found, size), max(turn.moves / turn.seconds for turn in turns)
        lines.append(
            f"| {size} | {cost:.3f} ms | {nats:.3f} ms | {postgres:.3f} ms | {rate:,.0f} | {median(each):.2f} "
            f"({min(each):.2f} to {max(each):.2f}) | <= {BARS.get(size, 1.4)} |"
        )
    return "\n".join(lines) + "\n"


def figures(tables: int, compared: Compared, where: str) -> dict[str, Any]:
    """What benchmarks/scaling.py computes with."""
    parts, busiest = ("lastcard", "nats", "postgres"), compared.turns[min(compared.turns)]
    turns = {str(size): found for size, found in compared.turns.items()}
    found: dict[str, Any] = {
        "measured_with": where,
        "busy_tables": tables,
        "cpu_ms_a_move": {n: {part: median(turn.cost(part) for turn in each) for part in parts} for n, each in turns.items()},
        "bytes_a_move_and_player": median(turn.bytes / turn.moves / 4 for turn in busiest),
        "database_bytes_an_entry": compared.entry,
        "wait_ms": {size: median(quantile(turn.times, 0.5) for turn in each) for size, each in turns.items()},
        **idle(),
    }
    return {**found, "thinking": {str(size): thinking(size, found) for size in SIZES}}


def main() -> None:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=5, help="measurements of each size")
    parser.add_argument("--seconds", type=float, default=4.0, help="of each measurement")
    parser.add_argument(
        "--tables", type=int, nargs="+", default=[40, 200], help="of four players; several numbers, one after another"
    )
    parser.add_argument(
        "--figures", type=Path, metavar="FILE", help="write what benchmarks/scaling.py needs, from the first number of --tables"
    )
    given = parser.parse_args()
    where, compared = origin(**vars(given)), []
    print(f"{where}\n")
    for tables in given.tables:
        compared.append(compare(tables, given.turns, given.seconds))
        print(f"{tables} tables\n\n{told(compared[-1].turns)}", flush=True)
    if given.figures:
        found = figures(given.tables[0], compared[0], where)
        given.figures.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        print(Model(found).check())


if __name__ == "__main__":
    main()
