"""What the server can take: moves per second, waits, bytes, connections, kills, and two processes on one PostgreSQL.

    .venv/bin/python benchmarks/server.py [--quick] [--kills N] [--only NAME ...] [--markdown FILE]
    .venv/bin/python benchmarks/server.py --against COMMIT [--only moves thinking one-table] [--turns 5]

Each measurement starts a real ``lastcard serve`` on loopback with a database on disk, and players in another process
(benchmarks/load.py) use it over WebSockets. If the machine has two cores, the server gets one and the players the other. A
wait lasts from the moment a client sends a move until the frame that acknowledges it, when the move is durable. Machines
differ and are noisy, so a wait is the best of a few short runs. ``--against`` measures this tree and
another commit in turn and prints their ratio (benchmarks/against.py).
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import psycopg

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import against
import cluster
from compare import checked_out, origin
from served import SOURCE, Players, Server, playing, quantile, serving

from lastcard import editions
from lastcard.server.cluster.nats_server import NatsServer
from postgres import Postgres

BEFORE = "916a5eb"  # the commit that a move's cost is compared with
SPREAD = (40, 800)  # tables whose players are spread over several processes
KILLS_A_TABLE = 10  # then new tables are made, since people's games have a few hundred moves, not ten thousand


class Goal(NamedTuple):
    """What is measured, and its bar. Both may name parts of the scale in braces."""

    measure: str
    bar: str

    def at(self, scale: Scale) -> Goal:
        """The same with the numbers of a scale."""
        return Goal(*(text.format(**scale._asdict()) for text in self))


class Found(NamedTuple):
    """What was measured, and whether it meets the bar."""

    measured: str
    holds: bool


class Row(NamedTuple):
    """A row of the results table."""

    measure: str
    bar: str
    measured: str
    holds: bool


class Scale(NamedTuple):
    """How long, how often and how many of each to measure."""

    seconds: float
    runs: int
    tables: int
    idle: int
    reconnects: int
    kills: int
    races: int


FULL = Scale(seconds=5, runs=3, tables=1000, idle=19_000, reconnects=300, kills=200, races=200)
QUICK = Scale(seconds=2, runs=2, tables=1000, idle=4000, reconnects=100, kills=20, races=50)
GOALS = {
    "moves": [
        Goal("durable moves a second, one core, SQLite", ">= 1,000, p99 <= 50 ms"),
        Goal(
            f"durable moves a core and second, SQLite, four clients a table, as a multiple of {BEFORE} in the same turns",
            f">= {against.BARS['moves']}",
        ),
    ],
    "thinking": [
        Goal(
            "{tables:,} tables of four who think for 2 s, one process",
            "<= 0.9 ms CPU a move, p99 <= 30 ms, <= 0.3 MB a table",
        )
    ],
    "one-table": [Goal("one table, move to acknowledgment, durable", "p50 <= 1 ms, p99 <= 5 ms")],
    "idle": [Goal("idle connections, one process", "{idle:,} at <= 25 kB")],
    "size": [Goal("bytes a move and client, mean; frames a move for four clients", "<= 600; <= 5")],
    "reconnect": [Goal("from no connection to the whole view", "p95 <= 10 ms"), Goal("a dead link is noticed", "<= 9 s")],
    "kills": [Goal("kill -9 under load, {kills} times", "0 acknowledged moves lost, back <= 2 s")],
    "two-processes": [
        Goal("two processes on one PostgreSQL, two of four players at each", "any process serves any table"),
        Goal("one of the two is killed", "tables go on within 3 s, nothing lost"),
        Goal("two moves at once from one seat, by both processes, {races} times", "exactly one wins"),
    ],
    "processes": [
        Goal(
            f"CPU of all lastcard processes a move, {tables} busy tables spread over {size}",
            f"<= {cluster.BARS[size]} x one process",
        )
        for tables in SPREAD
        for size in cluster.SIZES
    ],
}


def best(players: Players, scale: Scale, key: Callable[[dict[str, Any]], float]) -> dict[str, Any]:
    """Return the best of a few runs, after a short warm-up."""
    players.ask("play")
    players.ask("measure", seconds=min(1.0, scale.seconds))
    return min((players.ask("measure", seconds=scale.seconds) for _ in range(scale.runs)), key=key)


def spent(server: Server, work: Callable[[], object]) -> float:
    """Return the seconds of the server's processor time that pass during some work."""
    before = server.cpu()
    work()
    return server.cpu() - before


def p99(run: dict[str, Any]) -> float:
    """Return the 99th percentile of a run's waits."""
    return quantile(run["times"], 0.99)


def waits(run: dict[str, Any]) -> str:
    """Describe a run in words."""
    rate = run["moves"] / run["seconds"]
    return f"{rate:,.0f} moves a second, p50 {quantile(run['times'], 0.5):.1f} ms, p99 {p99(run):.1f} ms"


# ---- what is measured --------------------------------------------------------------------------------
def moves(scale: Scale) -> Iterator[Found]:
    """Measure many tables that do not think, for the most moves a second at which waits stay short."""
    found = []
    for tables in (25, 40):
        with serving(tables) as (_, players, _):
            found.append(best(players, scale, p99))
    run = min(found, key=lambda run: (p99(run) > 50, -run["moves"] / run["seconds"]))
    rate = run["moves"] / run["seconds"]
    yield Found(waits(run), rate >= 1000 and p99(run) <= 50)
    with checked_out(BEFORE) as other:
        old, new = against.pairs(against.LOADS["moves"], (other / "src", SOURCE), 3 * scale.runs, scale.seconds / 2)
    ratio = median(before.cost / now.cost for before, now in zip(old, new, strict=True))
    costs = f"{median(turn.cost for turn in old):.3f} -> {median(turn.cost for turn in new):.3f} ms CPU a move"
    yield Found(f"{ratio:.2f}; {costs}", ratio >= against.BARS["moves"])


def thinking(scale: Scale) -> Iterator[Found]:
    """Measure many tables of people who think."""
    with serving(scale.tables, think=2.0) as (server, players, before):
        players.ask("measure", seconds=2)  # the last players have just connected
        pings = spent(server, lambda: players.ask("measure", seconds=scale.seconds * 2)) / (scale.seconds * 2)
        runs: list[tuple[float, dict[str, Any]]] = []
        players.ask("play")
        players.ask("measure", seconds=2)
        for _ in range(scale.runs):
            found: list[dict[str, Any]] = []
            cpu = spent(server, lambda: found.append(players.ask("measure", seconds=scale.seconds * 2)))  # noqa: B023 - called at once
            runs.append((cpu - pings * found[0]["seconds"], found[0]))
        each = (server.memory() - before) / scale.tables
    cost = min(cpu / run["moves"] for cpu, run in runs) * 1e3
    run = min((run for _, run in runs), key=p99)
    beside = pings * run["seconds"] / run["moves"] * 1e3
    yield Found(
        f"{cost:.2f} ms CPU a move, beside {beside:.2f} ms for pings; {waits(run)}, {each:.2f} MB a table",
        cost <= 0.9 and p99(run) <= 30 and each <= 0.3,
    )


def one_table(scale: Scale) -> Iterator[Found]:
    """Measure a table that has the server to itself, for so short that it doesn't reach the limit of its log."""
    scale = scale._replace(seconds=min(scale.seconds, 2.5))
    with serving(1) as (server, players, _):
        run = best(players, scale, p99)
        found: list[dict[str, Any]] = []
        cpu = spent(server, lambda: found.append(players.ask("measure", seconds=scale.seconds)))
    cost = cpu / found[0]["moves"] * 1e3
    half, disk = quantile(run["times"], 0.5), against.flushes(2.0)
    yield Found(
        f"p50 {half:.2f} ms, p99 {p99(run):.2f} ms, {cost:.2f} ms CPU a move; the disk's own flush p50 "
        f"{quantile(disk, 0.5):.2f} ms, p99 {quantile(disk, 0.99):.2f} ms",
        half <= 1 and p99(run) <= 5,
    )


def idle(scale: Scale) -> Iterator[Found]:
    """Measure connections that only listen, half of them from each of two processes."""
    tables = -(-scale.idle // 8)
    with serving(tables, deal=False) as (server, players, before), playing(server.port, tables, deal=False) as others:
        cpu = spent(server, lambda: players.ask("measure", seconds=12)) / 12  # every connection is pinged at least twice
        count, each = players.ask("open") + others.ask("open"), (server.memory() - before) / scale.idle * 1e3
        reached = players.ask("reconnect", times=20)
    yield Found(
        f"{count:,}, all alive after 12 s, {each:.1f} kB each, {cpu:.0%} of a core; another connects in "
        f"{quantile(reached, 0.5):.1f} ms",
        count >= scale.idle and each <= 25,
    )


def size(scale: Scale) -> Iterator[Found]:
    """Measure what a move costs on the wire in every edition."""
    found: dict[str, tuple[float, float]] = {}
    for name in editions.names():
        with serving(8, names=[name]) as (_, players, _):
            players.ask("play")
            run = players.ask("measure", seconds=scale.seconds)
            found[name] = (run["bytes"] / run["moves"] / 4, run["frames"] / run["moves"])
    largest = max(found, key=lambda name: found[name][0])
    frames = max(frames for _, frames in found.values())
    yield Found(
        f"{min(b for b, _ in found.values()):.0f} to {found[largest][0]:.0f} ({largest}); at most {frames:.2f} with what is "
        "between rounds",
        found[largest][0] <= 600 and frames <= 5,
    )


def reconnect(scale: Scale) -> Iterator[Found]:
    """Measure reconnecting in the middle of games, and how soon a silent client is dropped."""
    with serving(20, think=1.0) as (_, players, _):
        players.ask("play")
        players.ask("measure", seconds=2)
        runs = [players.ask("reconnect", times=scale.reconnects) for _ in range(scale.runs)]
        spent = min(runs, key=lambda run: quantile(run, 0.95))
        silent = players.ask("dead")
    late = quantile(spent, 0.95)
    yield Found(f"p50 {quantile(spent, 0.5):.1f} ms, p95 {late:.1f} ms", late <= 10)
    yield Found(f"{silent:.1f} s", silent <= 9)


def kills(scale: Scale) -> Iterator[Found]:
    """Kill a server again and again while people play, who send again whatever was not acknowledged."""
    lost = twice = never = moved = 0
    back: list[float] = []
    with tempfile.TemporaryDirectory(prefix="lastcard-") as folder:
        for first in range(0, scale.kills, KILLS_A_TABLE):
            path = f"{folder}/tables{first}.db"
            told, returns = killed(path, min(KILLS_A_TABLE, scale.kills - first), back)
            with sqlite3.connect(path) as connection:
                found = audit(told, connection.execute('SELECT "table", number, entry FROM entries').fetchall())
            connection.close()
            lost, twice, never, moved = lost + found[0], twice + found[1], never + returns["never"], moved + len(told)
    yield Found(
        f"{lost} lost and {twice} done twice of {moved:,}; back in {quantile(back, 0.5):.2f} s, at most {max(back):.2f} s",
        not lost and not twice and not never and max(back) <= 2,
    )


def killed(path: str, times: int, back: list[float]) -> tuple[list[tuple[str, int, str]], dict[str, Any]]:
    """Return the moves acknowledged at new tables while their server was killed this often, and whether all came back."""
    server = Server(path)
    port = server.port
    try:
        players = Players([port], 10)
        try:
            players.ask("play")
            for _ in range(times):
                players.ask("measure", seconds=random.uniform(0.2, 0.8))
                players.ask("returns")
                server.kill()
                server = Server(path, port)
                server.ready()
                back.append(min(players.ask("returns")["seconds"], default=float("inf")))
            players.ask("pause")
            return players.ask("acknowledged"), players.ask("returns")
        finally:
            players.stop()
    finally:
        server.stop()


def audit(told: list[tuple[str, int, str]], logged: list[tuple[str, int, bytes]]) -> tuple[int, int]:
    """Count the acknowledged moves that are not in the log where they should be, and those that are there twice."""
    entries = {(table, number): json.loads(entry) for table, number, entry in logged}
    lost = sum(entries.get((table, number), {}).get("cid") != cid for table, number, cid in told)
    ids = [
        (table, entry["seat"], entry["cid"])
        for (table, _), entry in entries.items()
        if entry["k"] == "move" and entry.get("cid")
    ]
    return lost, len(ids) - len(set(ids))


def two_processes(scale: Scale) -> Iterator[Found]:
    """Play every table through two processes at once, then kill one of them."""
    postgres, nats = Postgres(durable=True), NatsServer()
    servers: list[Server] = []
    try:
        postgres.start()
        nats.start()
        url = postgres.database()
        servers += [Server(url, pin=False, bus=nats.address) for _ in range(2)]
        ports = [server.port for server in servers]
        players = Players(ports, 10, think=0.05)
        try:
            players.ask("play")
            run = players.ask("measure", seconds=scale.seconds)
            players.ask("pause")
            wins = players.ask("race", times=scale.races)
            players.ask("play")
            players.ask("measure", seconds=1)
            players.ask("gap", begin=True)
            servers[0].kill()
            players.ask("measure", seconds=4)
            gap = players.ask("gap", begin=False)
            players.ask("pause")
            told, returns = players.ask("acknowledged"), players.ask("returns")
        finally:
            players.stop()
        with psycopg.connect(url.replace("+psycopg", "")) as connection:
            logged = connection.execute('SELECT "table", number, entry FROM entries').fetchall()
    finally:
        for server in servers:
            server.stop()
        nats.remove()
        postgres.remove()
    lost, twice = audit(told, logged)
    yield Found(waits(run), run["moves"] > 0 and not run["refused"])
    yield Found(
        f"no table stood still for more than {gap:.2f} s; {lost} lost and {twice} done twice of {len(told):,}",
        gap <= 3 and not lost and not twice and not returns["never"],
    )
    yield Found(
        f"{wins.count(1)} times one, {sum(w == 0 for w in wins)} times none, {sum(w > 1 for w in wins)} times both",
        wins.count(1) == len(wins),
    )


def processes(scale: Scale) -> Iterator[Found]:
    """Spread the players of busy tables over one, two and four processes: few tables, then many."""
    for tables in SPREAD:
        found = cluster.compare(tables, scale.runs + 2, scale.seconds).turns
        for size, turns in found.items():
            ratio = median(cluster.ratios(found, size))
            cost, nats, postgres = (median(turn.cost(part) for turn in turns) for part in ("lastcard", "nats", "postgres"))
            told = f"{cost:.2f} ms, {ratio:.2f} x; NATS {nats:.2f} ms, PostgreSQL {postgres:.2f} ms"
            yield Found(told, ratio <= cluster.BARS[size])


MEASURES: dict[str, Callable[[Scale], Iterator[Found]]] = {
    "moves": moves,
    "thinking": thinking,
    "one-table": one_table,
    "idle": idle,
    "size": size,
    "reconnect": reconnect,
    "kills": kills,
    "two-processes": two_processes,
    "processes": processes,
}


def measured(name: str, scale: Scale) -> Iterator[Row]:
    """Measure one thing, and yield its rows with their goals."""
    for goal, found in zip(GOALS[name], MEASURES[name](scale), strict=True):
        yield Row(*goal.at(scale), *found)


def markdown(rows: list[Row], where: str) -> str:
    """Return the results as a Markdown table."""
    lines = ["| measure | bar | measured | |", "| --- | --- | --- | --- |"]
    lines += [f"| {row.measure} | {row.bar} | {row.measured} | {'ok' if row.holds else '**not**'} |" for row in rows]
    return "\n".join([*lines, "", f"Measured with {where}."]) + "\n"


def main() -> None:
    """Measure, print the results, and write them to a file if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="short runs and few kills")
    parser.add_argument("--kills", type=int, help="how many times to kill the server")
    parser.add_argument("--only", nargs="+", choices=MEASURES, metavar="NAME", help=", ".join(MEASURES))
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table there, row by row")
    parser.add_argument("--against", metavar="COMMIT", help="measure this tree and a commit in turn, and print the ratios")
    parser.add_argument("--turns", type=int, default=5, help="of each, with --against")
    given = parser.parse_args()
    if given.against:
        names = [name for name in given.only or MEASURES if name in against.LOADS]
        against.compare(given.against, names, given.turns, 2.0 if given.quick else 4.0)
        return
    scale = QUICK if given.quick else FULL
    if given.kills:
        scale = scale._replace(kills=given.kills)
    rows: list[Row] = []
    where = f"SQLite {sqlite3.sqlite_version}, {origin(quick=given.quick, only=given.only)}"
    print(where, flush=True)
    for name in given.only or MEASURES:
        for row in measured(name, scale):
            rows.append(row)
            print(f"{'ok ' if row.holds else 'NOT'}  {row.measure}: {row.measured}  (bar: {row.bar})", flush=True)
            if given.markdown:
                given.markdown.write_text(markdown(rows, where), encoding="utf-8")
    sys.exit(not all(row.holds for row in rows))


if __name__ == "__main__":
    main()
