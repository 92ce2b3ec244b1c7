"""What many players need, from what was measured on one machine: doors and owners, PostgreSQL, NATS, memory and disk.

    .venv/bin/python benchmarks/scaling.py [--figures FILE] [--markdown benchmarks/scaling-results.md]

The figures come from ``benchmarks/cluster.py --figures``. The model: a move costs its owner a fixed time, and every other door
that has players of the table a little more. With four players a table has at most four doors, so a move never costs more than
where every player is at a door of their own, however many processes there are. That is what four processes were measured with,
and the model predicts it from one and two.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any, NamedTuple

from lastcard.server.storage.database import CONNECTIONS as DATABASE_CONNECTIONS

HERE = Path(__file__).parent
PLAYERS = (1_000, 10_000, 100_000, 1_000_000)
SEATS = 4
SECONDS_A_MOVE = 2.0  # that people think, as in the benchmark of 1,000 tables
BUSY = 0.6  # of a core: above, waits grow quickly
CONNECTIONS = 19_000  # of one process: measured, and the limit of open files was 20,000
POSTGRES_CORES = NATS_CORES = 16  # of a large machine
ALLOWED = 97  # connections that PostgreSQL allows by default, without those that are reserved
TABLE_KB = 170  # of a table with its players connected, about twenty moves into a round (benchmarks/server.py)
HOURS_A_DAY = 4  # that each player plays
HEADS = ["players at once", "moves a second", "processes", "memory", "NATS", "PostgreSQL", "disk a day", "what gives first"]


class Need(NamedTuple):
    """What so many players need."""

    players: int
    moves: float
    processes: int
    memory_gb: float
    nats: float
    bus_mb: float
    postgres: float
    connections: int
    disk_gb: float


class Model:
    """Computes with measured figures."""

    def __init__(self, figures: dict[str, Any]) -> None:
        self.costs = {int(size): cost for size, cost in figures["cpu_ms_a_move"].items()}
        self.bytes = figures["bytes_a_move_and_player"]
        self.entry = figures["database_bytes_an_entry"]
        self.idle = figures["idle_connection"]
        self.where = figures["measured_with"]

    @property
    def door(self) -> float:
        """Milliseconds that a move costs for each door beside its owner's, from one and two processes."""
        return float(self.costs[2]["lastcard"] - self.costs[1]["lastcard"])

    def predicted(self, doors: int) -> float:
        """Milliseconds a move, if the players of a table are at so many doors."""
        return float(self.costs[1]["lastcard"]) + (doors - 1) * self.door

    def need(self, players: int) -> Need:
        """What so many players need who all play at the same time."""
        moves = players / SEATS / SECONDS_A_MOVE
        cores = (moves * self.costs[4]["lastcard"] + players * self.idle["cpu_ms_a_second"]) / 1e3
        processes = max(math.ceil(cores / BUSY), math.ceil(players / CONNECTIONS))
        memory = (players * self.idle["kb"] + players / SEATS * TABLE_KB) / 1e6 + processes * 0.1
        bus = moves * (SEATS - 1) * self.bytes / 1e6 if processes > 1 else 0.0
        nats = moves * self.costs[4]["nats"] / 1e3 if processes > 1 else 0.0
        postgres = moves * self.costs[4]["postgres"] / 1e3
        disk = moves * self.entry * 3600 * HOURS_A_DAY / 1e9
        return Need(players, moves, processes, memory, nats, bus, postgres, processes * DATABASE_CONNECTIONS, disk)

    def gives_first(self, need: Need) -> str:
        """Which part reaches its limit first."""
        postgres, nats = need.postgres / (POSTGRES_CORES * BUSY), need.nats / (NATS_CORES * BUSY)
        if max(postgres, nats) <= 1:
            if need.connections > ALLOWED:
                return f"PostgreSQL's default of {ALLOWED + 3} connections; beyond it, nothing"
            return "nothing" if need.processes > 1 else "nothing: one process is enough"
        name, load = max(("PostgreSQL", postgres), ("NATS", nats), key=lambda part: part[1])
        return f"{name}: {math.ceil(load)} of them, each with its own share of the tables"

    def most_players(self, cores: float, part: str) -> float:
        """How many players one PostgreSQL or NATS can take on so many cores."""
        return cores * BUSY * 1e3 / self.costs[4][part] * SEATS * SECONDS_A_MOVE

    def row(self, players: int) -> list[str]:
        """What so many players need, in words."""
        need = self.need(players)
        return [
            f"{need.players:,}",
            f"{need.moves:,.0f}",
            f"{need.processes:,}",
            f"{need.memory_gb:,.1f} GB",
            f"{need.nats:,.1f} cores, {need.bus_mb:,.1f} MB/s" if need.processes > 1 else "none",
            f"{need.postgres:,.1f} cores, {need.connections:,} connections",
            f"{need.disk_gb:,.1f} GB",
            self.gives_first(need),
        ]

    def markdown(self) -> str:
        """The model's answers and its check, for docs/scaling.md."""
        rows = [HEADS, ["---"] * len(HEADS), *map(self.row, PLAYERS)]
        one, two, four = (self.costs[size]["lastcard"] for size in (1, 2, 4))
        nats, postgres = (self.costs[4][part] for part in ("nats", "postgres"))
        check = (
            f"Measured ({self.where}): a move costs {one:.2f} ms of CPU time with one process, {two:.2f} ms with players at "
            f"two, and {four:.2f} ms at four. From the first two, the model predicts {self.predicted(4):.2f} ms for the last. "
            f"NATS takes {nats:.2f} ms a move, and PostgreSQL {postgres:.2f} ms. A player who only listens takes "
            f"{self.idle['kb']:.0f} kB and {self.idle['cpu_ms_a_second']:.3f} ms of CPU time a second."
        )
        limits = (
            f"By this, a PostgreSQL on {POSTGRES_CORES} cores carries {self.most_players(POSTGRES_CORES, 'postgres'):,.0f} "
            f"players, and a NATS server on {NATS_CORES} cores {self.most_players(NATS_CORES, 'nats'):,.0f}."
        )
        return "\n".join([*(f"| {' | '.join(row)} |" for row in rows), "", check, "", limits, ""])


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
