"""What many players need, from what was measured on one machine: doors and owners, PostgreSQL, NATS, memory and disk.

    .venv/bin/python benchmarks/scaling.py [--figures FILE] [--markdown benchmarks/scaling-results.md]

The figures come from ``benchmarks/cluster.py --figures``. The model: a move costs its owner a fixed time, and every other door
that has players of the table a little more. With four players a table has at most four doors, so a move never costs more than
where every player is at a door of their own, however many processes there are. That is what four processes were measured with,
and the model predicts it from one and two. What many players need is computed from players who think, where few moves share a
message. Signs of life are added: every process sends one to every other twice a second, and gets an answer. If one PostgreSQL
or NATS is not enough, players are divided among clusters that know nothing of each other.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from lastcard.server.cluster.door import BEAT_EVERY
from lastcard.server.storage.database import CONNECTIONS as DATABASE_CONNECTIONS

HERE = Path(__file__).parent
PLAYERS = (1_000, 10_000, 100_000, 1_000_000)
SEATS = 4
SECONDS_A_MOVE = 2.0  # that people think, as in the benchmark of 1,000 tables
BUSY = 0.6  # of a core: above, waits grow quickly
CONNECTIONS = 19_000  # of one process: measured, and the limit of open files was 20,000
POSTGRES_CORES = NATS_CORES = 16  # of a large machine
ALLOWED = 97  # connections that PostgreSQL allows by default, without those that are reserved
BEATS = 2 / BEAT_EVERY  # messages a second that a process and another exchange as signs of life: one, and its answer
HOURS_A_DAY = 4  # that each player plays
HEADS = ["players at once", "moves a second", "processes", "memory", "NATS", "PostgreSQL", "disk a day", "what gives first"]


class Need(NamedTuple):
    """What so many players need in one cluster."""

    players: float
    moves: float
    processes: int
    memory_gb: float
    messages: float
    nats: float
    bus_mb: float
    postgres: float
    connections: int
    disk_gb: float

    def loads(self) -> dict[str, float]:
        """How much of what a large machine should do PostgreSQL and NATS do."""
        return {"PostgreSQL": self.postgres / (POSTGRES_CORES * BUSY), "NATS": self.nats / (NATS_CORES * BUSY)}

    def fits(self) -> bool:
        """Whether one PostgreSQL and one NATS are enough."""
        return max(self.loads().values()) <= 1


def predicted(one: float, two: float, doors: int) -> float:
    """What the model says of a table whose players are at so many doors, from what was measured at one and two."""
    return one + (doors - 1) * (two - one)


class Model:
    """Computes with measured figures."""

    def __init__(self, figures: dict[str, Any]) -> None:
        self.costs = {int(size): cost for size, cost in figures["cpu_ms_a_move"].items()}
        self.bytes = figures["bytes_a_move_and_player"]
        self.entry = figures["database_bytes_an_entry"]
        self.idle = figures["idle_connection"]
        self.signs = figures["idle_cluster"]
        self.thinkers = {int(size): found for size, found in figures["thinking"].items()}
        self.where = figures["measured_with"]

    @property
    def thinking(self) -> dict[str, float]:
        """The figures of players who think, each at a door of their own."""
        return self.thinkers[max(self.thinkers)]

    @property
    def message(self) -> float:
        """Milliseconds of NATS's processor time for a message that comes alone."""
        return self.thinking["nats"] / self.thinking["messages"]

    def lasting(self, players: float, processes: int) -> float:
        """Milliseconds of processor time a second that go on if nobody moves: for pings and signs of life."""
        if processes == 1:
            return float(players * self.idle["cpu_ms_a_second"])
        pairs = processes * (processes - 1)
        return float(players * self.signs["connection"] + processes * self.signs["process"] + pairs * self.signs["pair"])

    def processes(self, players: float, moves: float) -> int | None:
        """How many processes these players need, or None if signs of life take all that more processes would bring."""
        before = math.inf
        for size in count(1):
            cost = self.thinkers.get(size, self.thinking)["lastcard"]
            beyond = (moves * cost + self.lasting(players, size)) / 1e3 - size * BUSY
            if beyond <= 0 and players <= size * CONNECTIONS:
                return size
            if size > max(self.thinkers) and beyond >= before and beyond > 0:
                return None
            before = beyond
        raise AssertionError

    def need(self, players: float) -> Need | None:
        """What so many players need who all play at the same time, or None if no number of processes is enough."""
        moves = players / SEATS / SECONDS_A_MOVE
        processes = self.processes(players, moves)
        if processes is None:
            return None
        several = processes > 1
        messages = (moves * self.thinking["messages"] + processes * (processes - 1) * BEATS) * several
        return Need(
            players=players,
            moves=moves,
            processes=processes,
            memory_gb=players * self.thinking["kb_a_player"] / 1e6 + processes * 0.1,
            messages=messages,
            nats=messages * self.message / 1e3,
            bus_mb=moves * (SEATS - 1) * self.bytes / 1e6 * several,
            postgres=moves * self.thinking["postgres"] / 1e3,
            connections=processes * DATABASE_CONNECTIONS,
            disk_gb=moves * self.entry * 3600 * HOURS_A_DAY / 1e9,
        )

    def clusters(self, players: int) -> tuple[int, Need]:
        """Into how many clusters so many players must be divided, and what each of them needs."""
        for number in count(1):
            need = self.need(players / number)
            if need and need.fits():
                return number, need
        raise AssertionError

    def gives_first(self, clusters: int, need: Need) -> str:
        """Which part reaches its limit first."""
        if clusters > 1:
            fewer = self.need(need.players * clusters / (clusters - 1))
            name = max(fewer.loads().items(), key=lambda part: part[1])[0] if fewer else "signs of life"
            return f"{name}: {clusters} clusters, each with its own PostgreSQL, NATS and share of the tables"
        if need.connections > ALLOWED:
            return f"PostgreSQL's default of {ALLOWED + 3} connections; beyond it, nothing"
        return "nothing" if need.processes > 1 else "nothing: one process is enough"

    def most_players(self, part: str) -> int:
        """How many players one PostgreSQL or NATS on a large machine can take, at most as many as processes can serve."""

        def takes(players: int) -> bool:
            need = self.need(players)
            return bool(need and need.loads()[part] <= 1)

        return largest(takes)

    def row(self, players: int) -> list[str]:
        """What so many players need, in words: of all clusters together."""
        number, need = self.clusters(players)
        return [
            f"{players:,}",
            f"{number * need.moves:,.0f}",
            f"{number * need.processes:,}",
            f"{number * need.memory_gb:,.1f} GB",
            f"{number * need.nats:,.1f} cores, {number * need.messages:,.0f} messages/s, {number * need.bus_mb:,.1f} MB/s"
            if need.processes > 1
            else "none",
            f"{number * need.postgres:,.1f} cores, {number * need.connections:,} connections",
            f"{number * need.disk_gb:,.1f} GB",
            self.gives_first(number, need),
        ]

    def check(self) -> str:
        """What the model predicts for four processes from one and two, beside what was measured, in words."""
        one, two, four = (self.costs[size]["lastcard"] for size in (1, 2, 4))
        thought = [self.thinkers[size]["lastcard"] for size in (1, 2, 4)]
        return (
            f"While the processes have more to do than they can, a move costs {one:.2f} ms of CPU time with one process, "
            f"{two:.2f} ms with players at two, and {four:.2f} ms at four. From the first two, the model predicts "
            f"{predicted(one, two, 4):.2f} ms for the last. With players who think, it costs {thought[0]:.2f} ms with one "
            f"process, {thought[1]:.2f} ms at two, and {thought[2]:.2f} ms at four, where the model predicts "
            f"{predicted(thought[0], thought[1], 4):.2f} ms."
        )

    def markdown(self) -> str:
        """The model's answers and its check, for docs/scaling.md."""
        rows = [HEADS, ["---"] * len(HEADS), *map(self.row, PLAYERS)]
        think = self.thinking
        check = (
            f"Measured with {self.where}. {self.check()} At four processes with {think['tables']:,} tables of players who "
            f"think, a move costs {think['lastcard']:.2f} ms, and beside it {think['nats']:.2f} ms of NATS for "
            f"{think['messages']:.1f} messages, and {think['postgres']:.2f} ms of PostgreSQL. A player takes "
            f"{think['kb_a_player']:.0f} kB with a share of the table. One who only listens takes {self.idle['kb']:.0f} kB and "
            f"{self.idle['cpu_ms_a_second']:.3f} ms of CPU time a second."
        )
        limits = (
            f"By this, a PostgreSQL on {POSTGRES_CORES} cores carries {self.most_players('PostgreSQL'):,} players, and a NATS "
            f"server on {NATS_CORES} cores {self.most_players('NATS'):,}, with the signs of life between their processes. "
            f"For these, a process takes {self.signs['process']:.1f} ms of CPU time a second, and each pair of processes "
            f"{2 * self.signs['pair']:.2f} ms."
        )
        return "\n".join([*(f"| {' | '.join(row)} |" for row in rows), "", check, "", limits, ""])


def largest(holds: Callable[[int], bool]) -> int:
    """The largest number for which this holds, if it holds for no number above one for which it doesn't."""
    above = 1
    while holds(above):
        above *= 2
    below = above // 2
    while above - below > 1:
        middle = (above + below) // 2
        below, above = (middle, above) if holds(middle) else (below, middle)
    return below


def main() -> None:
    """Compute, and print or write the answers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--figures", type=Path, default=HERE / "scaling-figures.json", metavar="FILE")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the answers there")
    given = parser.parse_args()
    told = Model(json.loads(given.figures.read_text(encoding="utf-8"))).markdown()
    print(told)
    if given.markdown:
        given.markdown.write_text(told, encoding="utf-8")


if __name__ == "__main__":
    main()
