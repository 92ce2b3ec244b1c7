"""Kill a server a thousand times while people play, some of them in long games, and look for moves that are lost.

    .venv/bin/python benchmarks/kills.py [--kills 1000] [--state kills.json]

Ten tables play on a database on disk. The server is killed with ``kill -9`` at a random moment and started again, ten times for
each set of tables, and players who come back send again what was not acknowledged. Then every acknowledged move must be in the
log under its number, and no id twice. In every fourth set, each table gets some thousand more moves while the server is down,
so that it comes back with long logs, and without a checkpoint the first time. It is down for so long then that everyone's way
back is timed from the start of the next server. Totals are written to the state file after each set, with the commits and
machines that they come from, and a script that was stopped goes on where it was. It fails if a move was lost or done twice, or
if a server took more than two seconds to have its players back.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

from compare import origin
from served import Players, Server, quantile

from lastcard.server.table import log
from lastcard.server.table.summary import written
from lastcard.server.table.table import Table
from server import KILLS_A_TABLE, audit

TABLES = 10
LONG_EVERY, LONGER_BY = 4, 4_000  # sets of tables, moves
BACK = 2.0  # seconds in which everyone should be back


class Totals(dict[str, list[float]]):
    """Everything that was counted so far, in a file."""

    NAMES = ("kills", "moves", "lost", "twice", "never", "longest")
    TIMES = ("first_back", "all_back", "long_back")

    def __init__(self, path: Path) -> None:
        super().__init__({name: [] for name in (*self.NAMES, *self.TIMES)})
        self.path = path
        self.origins: list[str] = []
        if path.exists():
            kept = json.loads(path.read_text(encoding="utf-8"))
            self.origins = kept.pop("origins", ["an unknown commit"])
            self.update(kept)

    def save(self) -> None:
        """Write the totals to the file, at once or not at all."""
        here = origin()
        self.origins += [here] if here not in self.origins else []
        fresh = self.path.with_suffix(".new")
        fresh.write_text(json.dumps({"origins": self.origins, **self}), encoding="utf-8")
        fresh.replace(self.path)

    def missed(self) -> bool:
        """Whether a move was lost or done twice, or anybody came back too late or never."""
        wrong = sum(sum(self[name]) for name in ("lost", "twice", "never"))
        return wrong > 0 or max(self["all_back"] + self["long_back"]) > BACK

    def times(self, name: str) -> str:
        """Describe how long it took until players were back."""
        return f"{quantile(self[name], 0.5):.2f} s, at most {max(self[name]):.2f} s" if self[name] else "not measured"

    def __str__(self) -> str:
        kills, moves, lost, twice, never = (int(sum(self[name])) for name in self.NAMES[:-1])
        first, every, long = map(self.times, self.TIMES)
        return (
            f"{kills:,} kills: {lost} lost and {twice} done twice of {moves:,} acknowledged moves, {never} players never back; "
            f"first back in {first}; all back in {every}; with long logs and no checkpoint, all back in {long} "
            f"(bar: {BACK:.0f} s); longest log {int(max(self['longest'])):,} entries; {'; '.join(self.origins)}"
        )


def lengthen(path: str, moves: int) -> None:
    """Play this many moves more at every table of a database that no server uses."""
    rng = random.Random(1)
    with sqlite3.connect(path) as connection:
        for (name,) in connection.execute("SELECT id FROM tables").fetchall():
            found = connection.execute('SELECT entry FROM entries WHERE "table" = ? ORDER BY number', (name,)).fetchall()
            table = Table(log.decode(entry) for (entry,) in found)
            for _ in range(moves):
                assert table.game is not None
                entry: log.AnyEntry = log.Dealt(t=table.time)
                if table.stage == "playing":
                    seat = rng.choice(table.game.to_move)
                    listed = table.moves(seat)
                    listed = [move for move in listed if move[:5] not in ("catch", "uno")] or listed
                    cards = [move for move in listed if move.startswith("play")] or listed
                    entry = log.Moved(t=table.time, seat=seat, move=rng.choice(cards))
                table.apply(entry)
                row = (name, table.number, log.encode(entry))
                connection.execute('INSERT INTO entries ("table", number, entry) VALUES (?, ?, ?)', row)
            connection.execute(
                "UPDATE tables SET last_number = ?, summary = ? WHERE id = ?", (table.number, written(table), name)
            )
    connection.close()


def one_set(path: str, kills: int, totals: Totals, *, is_long: bool) -> None:
    """Kill the server of new tables this often, and count."""
    server = Server(path)
    port = server.port
    try:
        players = Players([port], TABLES)
        try:
            players.ask("play")
            for number in range(kills):
                players.ask("measure", seconds=random.uniform(0.1, 0.5))
                players.ask("returns")
                server.kill()
                if lengthens := is_long and number == 0:
                    lengthen(path, LONGER_BY)
                server = Server(path, port)
                server.ready()
                back = players.ask("returns")["seconds"]
                if lengthens:  # the players have waited longer than the server took
                    totals["long_back"].append(time.perf_counter() - server.began)
                else:
                    totals["first_back"].append(min(back, default=float("inf")))
                    totals["all_back"].append(max(back, default=float("inf")))
            players.ask("pause")
            told, never = players.ask("acknowledged"), players.ask("returns")["never"]
        finally:
            players.stop()
    finally:
        server.stop()
    with sqlite3.connect(path) as connection:
        rows = connection.execute('SELECT "table", number, entry FROM entries').fetchall()
    connection.close()
    lost, twice = audit(told, rows)
    longest = max(number for _, number, _ in rows)
    for name, count in zip(Totals.NAMES, (kills, len(told), lost, twice, never, longest), strict=True):
        totals[name].append(count)


def main() -> None:
    """Kill until there are enough, and print the totals after each set of tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--state", type=Path, default=Path("kills.json"))
    given = parser.parse_args()
    totals = Totals(given.state)
    while (done := int(sum(totals["kills"]))) < given.kills:
        is_long = len(totals["kills"]) % LONG_EVERY == LONG_EVERY - 1
        with tempfile.TemporaryDirectory(prefix="lastcard-") as folder:
            one_set(f"{folder}/tables.db", min(KILLS_A_TABLE, given.kills - done), totals, is_long=is_long)
        totals.save()
        print(totals, flush=True)
    sys.exit(totals.missed())


if __name__ == "__main__":
    main()
