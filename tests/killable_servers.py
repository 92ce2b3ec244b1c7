"""Servers in their own processes that tests can kill, and people who keep playing whatever happens."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, cast

from lastcard.server.http.serve import Web
from lastcard.server.storage.store import Store
from lastcard.server.table import log
from live_server import Live, Player

RUN = "from lastcard.cli import main; main()"
SERVE = ["serve", "--host", "127.0.0.1", "--port", "0"]
COMMAND = [sys.executable, "-c", RUN, *SERVE]
LIMITS = ("messages_per_second", "messages_per_address", "tables_per_hour", "seats_per_hour", "connections", "http_connections")
UNLIMITED = [f"--limit={name}=10000" for name in (*LIMITS, "requests_per_second")]
ENDLESS = {"target": 100_000}
Acknowledged = list[tuple[str, int, str]]  # table, number of the entry, id of the command


class Process:
    """A running server process. ``before`` is code that it runs first, and ``source`` where another version of it is."""

    def __init__(self, database: str, *more: str, before: str = "", source: Path | None = None) -> None:
        self.server = subprocess.Popen(
            [sys.executable, "-c", before + RUN, *SERVE, *([] if source else UNLIMITED), "--database", database, *more],
            env={**os.environ, "PYTHONPATH": str(source)} if source else None,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.server.stdout is not None
        line = self.server.stdout.readline()
        if "http://127.0.0.1:" not in line:
            self.kill()
            raise AssertionError("the server does not start")
        self.port = int(line.split()[3].rstrip("/").rpartition(":")[2])

    @asynccontextmanager
    async def live(self) -> AsyncIterator[Live]:
        """Open a client for the server, which can't reach its internals."""
        live = Live(cast("Web", None), self.port)
        try:
            yield live
        finally:
            await live.http.aclose()

    def kill(self) -> None:
        """Kill it with SIGKILL, so that it can't finish anything or warn anyone."""
        self.server.kill()
        self.server.wait()
        if self.server.stdout:
            self.server.stdout.close()


@contextmanager
def process(database: str, *more: str, before: str = "", source: Path | None = None) -> Iterator[Process]:
    """Start a server that is stopped afterward."""
    running = Process(database, *more, before=before, source=source)
    try:
        yield running
    finally:
        running.kill()


class Pair:
    """A table of two, and the commands that were acknowledged to each."""

    def __init__(self, table: str, tokens: list[str], acknowledged: Acknowledged) -> None:
        self.table = table
        self.tokens = tokens
        self.acknowledged = acknowledged
        self.pending: tuple[int, str, str, int] | None = None  # seat, id, move, number of the last frame
        self._ids = count()

    @classmethod
    async def dealt(cls, live: Live, acknowledged: Acknowledged, **settings: Any) -> Pair:
        """Create a table and start its first round."""
        async with live.pair(options=ENDLESS, settings=settings) as (ann, ben):
            for player in (ann, ben):
                await player.ready()
            await ann.do("start")
            return cls(ann.made["table"], [ann.token, ben.token], acknowledged)

    async def play(self, *servers: Live, moves: int | None = None) -> None:
        """Reconnect, resend what was not acknowledged, and play this many moves or until the connection breaks."""
        async with AsyncExitStack() as stack:
            players = [
                await stack.enter_async_context(servers[seat % len(servers)].player(self.table, token))
                for seat, token in enumerate(self.tokens)
            ]
            if any("refused" in player.first for player in players):
                raise ConnectionResetError  # the server is about to end
            if self.pending:
                await self._send(players)
            while moves is None or moves > 0:
                await self._move(players)
                moves = None if moves is None else moves - 1

    async def _move(self, players: list[Player]) -> None:
        if players[0].state["stage"] == "between":
            for player in players:
                await player.ready()
            await self._all_reach(players)
        mover = next(player for player in players if player.state["you"] in player.state["to_move"])
        self.pending = (mover.state["you"], f"m{next(self._ids)}", pick(mover), mover.n)
        await self._send(players)

    async def _send(self, players: list[Player]) -> None:
        """Send the pending command, perhaps for the second time."""
        assert self.pending
        seat, cid, move, n = self.pending
        answer = await players[seat].do("move", move=move, n=n, id=cid)
        assert "refused" not in answer, answer
        self.acknowledged.append((self.table, answer["ok"] if "ok" in answer else answer["n"], cid))
        self.pending = None
        await self._all_reach(players)

    async def _all_reach(self, players: list[Player]) -> None:
        number = max(player.n for player in players)
        for player in players:
            await player.reaches(number)


def figure(sentence: str) -> None:
    """Print what was measured, for those who run the tests with -s."""
    print(f"\n{sentence}")  # noqa: T201


def pick(player: Player) -> str:
    """Pick a matching card to play, or else do what is asked."""
    moves: list[str] = player.state["moves"]
    asked = [move for move in moves if move.split()[0] not in ("uno", "catch")] or moves
    return next((move for move in asked if move.startswith("play")), asked[0])


def without_presence(frame: dict[str, Any]) -> dict[str, Any]:
    """Return the state in a first frame without who is connected to this very process, which isn't in the log."""
    state: dict[str, Any] = frame["set"]
    return {**state, "seats": [{**seat, "offline": None} for seat in state["seats"]]}


async def logs(database: str, tables: list[str]) -> dict[tuple[str, int], Any]:
    """Return the stored entries by table and number."""
    store = await Store.open(database if "://" in database else f"sqlite:///{database}")
    try:
        found = {table: await store.load(table) for table in tables}
    finally:
        await store.close()
    return {(table, number): log.decode(entry) for table, data in found.items() for number, entry in enumerate(data, 1)}


async def check_log(database: str, acknowledged: Acknowledged) -> None:
    """Check that every acknowledged move is in the log where it was reported, and only once."""
    written = await logs(database, sorted({table for table, _, _ in acknowledged}))
    for table, number, cid in acknowledged:
        assert written[table, number].cid == cid
    ids = [(table, entry.cid) for (table, _), entry in written.items() if isinstance(entry, log.Moved) and entry.cid]
    assert len(ids) == len(set(ids))


async def reaches(acknowledged: Acknowledged, number: int) -> None:
    """Wait until this many moves are acknowledged."""
    async with asyncio.timeout(120):
        while len(acknowledged) < number:  # noqa: ASYNC110 - it grows in many places
            await asyncio.sleep(0.002)
