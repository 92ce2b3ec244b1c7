"""What a stranger can do to others on a server with default limits: another table's ping, memory, and the time to stop.

    .venv/bin/python benchmarks/attack.py [--entries N] [--markdown FILE]

Each attack hits a fresh ``lastcard serve`` on loopback that holds one long finished game. Meanwhile a player at another table
sends pings, each timed until its answer arrives. Memory is that of the serving process alone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
import psutil
from websockets.asyncio.client import connect

from lastcard import Game, bots, editions
from lastcard.server.storage.store import Store
from lastcard.server.table import log
from lastcard.server.table.summary import written
from lastcard.server.table.table import Table, hashed
from lastcard.server.wire.commands import encode
from lastcard.server.wire.table_settings import Settings

COMMAND = [sys.executable, "-c", "from lastcard.cli import main; main()", "serve", "--host", "127.0.0.1", "--no-qr"]
PINGS = ["--limit", "messages_per_second=1000", "--limit", "messages_per_address=1000"]  # all other limits are the defaults
AT_ONCE = 30  # requests, which is what one address may send in a minute
UNREAD = 6
REVIEWS = 28
REPLAYS = 25
HINTS = 5
OTHER = "127.0.0.2"  # an address of loopback where somebody else comes from
EVERY = 0.005  # seconds between pings
CALM = 1.0  # seconds of pings before an attack, and at least during it
PATIENCE = 40.0  # seconds for an attack to be over
REVIEWED = 180.0  # for a review that waits for another
EDITION = "classic"


class Long(NamedTuple):
    """A finished game of many moves: its id and a player's token."""

    table: str
    token: str
    entries: int


class Row(NamedTuple):
    """What an attack did."""

    attack: str
    answers: str
    calm: list[float]
    pings: list[float]
    before: float
    peak: float
    stop: float


def long_log(table: str, token: str, entries: int) -> list[log.AnyEntry]:
    """A whole random game between two players, of about this many entries."""
    rng = Random(1)
    people = [
        log.Person(name="Ann", token_hash=hashed(token)),
        log.Person(name="Ben", token_hash=hashed(secrets.token_hex(16))),
    ]
    made = log.Created(
        t=1.7e9,
        table=table,
        edition=EDITION,
        options={"target": max(1, entries // 40)},
        settings=Settings(),
        people=list(people),
        secret="5e" * 32,
        rules_version=editions.get(EDITION).version,
    )
    found: list[log.AnyEntry] = [made, log.Started(t=made.t)]
    folded = Table(found)
    while folded.game and not folded.game.over:
        t = folded.time + 1
        if folded.game.round_over:
            entry: log.AnyEntry = log.Dealt(t=t)
        else:
            seat = folded.game.to_move[0]
            entry = log.Moved(t=t, seat=seat, move=str(rng.choice(folded.game.moves(seat))))
        folded.apply(entry)
        found.append(entry)
    return found


async def put_long(database: str, entries: int) -> Long:
    """Write the game to a new database."""
    table, token = secrets.token_hex(8), secrets.token_hex(16)
    found = long_log(table, token, entries)
    store = await Store.open(database)
    first, rest = log.encode(found[0]), [log.encode(entry) for entry in found[1:]]
    await store.create(
        table, "i", "w", first, public=False, due=None, now=found[0].t, holders=[(hashed(token), 0)], summary="", status="lobby"
    )
    told = written(Table(found))
    assert await store.append(table, 2, rest, due=None, status="over", seats=2, now=found[-1].t, summary=told)
    await store.close()
    return Long(table, token, len(found))


class Attacked:
    """A server in its own process, with default limits."""

    def __init__(self, database: Path) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *PINGS, "--port", "0", "--database", str(database)], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        self.port = int(self.process.stdout.readline().split()[3].rstrip("/").rpartition(":")[2])
        self._seen = psutil.Process(self.process.pid)

    def memory(self) -> float:
        """Megabytes in use."""
        return float(self._seen.memory_info().rss) / 1e6

    def stop(self) -> float:
        """Stop the server cleanly, and return how long that takes."""
        began = time.perf_counter()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(60)
        finally:
            self.process.kill()
        assert self.process.stdout
        self.process.stdout.close()
        return time.perf_counter() - began


# ---- attacks -----------------------------------------------------------------------------------------
Attack = Callable[[int, Long], Awaitable[str]]


def request(path: str, token: str) -> bytes:
    """A request for something from a table, with a token."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\r\n".encode()


def sent(path: str, body: bytes, token: str = "") -> bytes:
    """A request that sends something."""
    head = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", f"Content-Length: {len(body)}"]
    return "\r\n".join([*head, *([f"Authorization: Bearer {token}"] if token else []), "", ""]).encode() + body


async def ask(port: int, asked: bytes, address: str = "127.0.0.1", within: float = PATIENCE) -> int:
    """Send one request on its own connection, and return the status of its answer, or 0 without one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        writer.write(asked)
        async with asyncio.timeout(within):
            told = await reader.read()
        return int(told.split(maxsplit=2)[1])
    except (OSError, TimeoutError, IndexError):
        return 0
    finally:
        writer.close()


async def ask_often(port: int, path: str, token: Callable[[], str]) -> str:
    """Send the same request thirty times at once, and say how they were answered."""
    return counted(await asyncio.gather(*(ask(port, request(path, token())) for _ in range(AT_ONCE))))


def counted(answers: list[int]) -> str:
    """How often each status came."""
    return ", ".join(f"{answers.count(status)} x {status or 'cut'}" for status in sorted(set(answers)))


async def made_up(port: int, game: Long) -> str:
    """Ask for records with tokens that nobody has."""
    return await ask_often(port, f"/api/tables/{game.table}/record", lambda: secrets.token_hex(16))


async def looks(port: int, game: Long) -> str:
    """Ask for the table itself with tokens that nobody has."""
    return await ask_often(port, f"/api/tables/{game.table}", lambda: secrets.token_hex(16))


async def own(port: int, game: Long) -> str:
    """Ask for records with a player's token."""
    return await ask_often(port, f"/api/tables/{game.table}/record", lambda: game.token)


async def unread(port: int, game: Long) -> str:
    """Ask for replays and read only their first bytes. The sockets stay open when this returns."""
    for _ in range(UNREAD):
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.connect(("127.0.0.1", port))
        sock.sendall(request(f"/api/tables/{game.table}/replay?seat=0", game.token))
        sock.setblocking(False)  # noqa: FBT003
        HELD.append(sock)
    loop = asyncio.get_running_loop()
    told = []
    for sock in HELD:
        with suppress(OSError, TimeoutError):
            told.append(await asyncio.wait_for(loop.sock_recv(sock, 12), PATIENCE))
    await asyncio.sleep(3)
    return f"{sum(b' 200' in each for each in told)} of {UNREAD} begun, none read"


HELD: list[socket.socket] = []


async def reviews(port: int, game: Long) -> str:
    """Ask for reviews of a round of ten, and for one from another address. Those that aren't done by then are given up."""
    many, few = (encode(played(players)) for players in (10, 2))
    asked = [asyncio.create_task(ask(port, sent("/api/review?seat=0", many), within=REVIEWED)) for _ in range(REVIEWS)]
    await asyncio.sleep(CALM)
    began = time.perf_counter()
    status = await ask(port, sent("/api/review?seat=0", few), OTHER, REVIEWED)
    took = time.perf_counter() - began
    return f"{await given_up(asked)}; {status} for somebody else after {took:.1f} s"


async def replays(port: int, game: Long) -> str:
    """Ask for replays of the long game, while somebody else asks for hints. Those that aren't done by then are given up."""
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{port}", headers={"Authorization": f"Bearer {game.token}"}
    ) as http:
        record = (await http.get(f"/api/tables/{game.table}/record")).content
    transport = httpx.AsyncHTTPTransport(local_address=OTHER)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=PATIENCE) as http:
        commands, token = await playing(http)
        asked = [asyncio.create_task(ask(port, sent("/api/replay?seat=0", record))) for _ in range(REPLAYS)]
        await asyncio.sleep(CALM)
        hints, slowest = [], 0.0
        for _ in range(HINTS):
            began = time.perf_counter()
            hints.append(await ask(port, sent(commands, b'{"do":"hint"}', token), OTHER))
            slowest = max(slowest, time.perf_counter() - began)
    return f"{await given_up(asked)}; hints {counted(hints)}, the slowest after {slowest:.1f} s"


async def playing(http: httpx.AsyncClient) -> tuple[str, str]:
    """Where to send the commands of a table at which a person plays with a bot and is to move, and the person's token."""
    given = {"edition": EDITION, "name": "Joe", "seats": 2, "bots": ["easy"], "options": {"dealer": 1}}
    made = (await http.post("/api/tables", json=given)).json()
    commands, key = f"/api/tables/{made['table']}/commands", {"Authorization": f"Bearer {made['token']}"}
    state = (await http.get(f"/api/tables/{made['table']}", headers=key)).json()["set"]
    for command in ({"do": "ready", "digest": state["digest"]}, {"do": "start"}):
        (await http.post(commands, json={**command, "id": command["do"]}, headers=key)).raise_for_status()
    return commands, made["token"]


async def given_up(asked: list[asyncio.Task[int]]) -> str:
    """Say how the finished requests were answered, and give up the others."""
    done = [task.result() for task in asked if task.done()]
    for task in asked:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    return ", ".join([counted(done)] * bool(done) + [f"{len(asked) - len(done)} given up"])


def played(players: int) -> dict[str, Any]:
    """The record of a round that bots have played."""
    game = Game(EDITION, players, seed=1)
    bots.play_round(game, [bots.get("steady")] * players, Random(1))
    return {**game.record()}


# ---- what others notice ------------------------------------------------------------------------------
async def ping(socket_: Any, times: list[float], memory: Callable[[], float], peak: list[float]) -> None:
    """Ping until canceled, and note the peak memory."""
    while True:
        began = time.perf_counter()
        await socket_.send('{"do":"ping"}')
        await socket_.recv()
        times.append((time.perf_counter() - began) * 1000)
        peak[0] = max(peak[0], memory())
        await asyncio.sleep(EVERY)


async def suffer(server: Attacked, game: Long, attack: Attack) -> Row:
    """Ping from another table, first without and then during an attack, and stop the server at the end."""
    before = server.memory()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}") as http:
        made = (await http.post("/api/tables", json={"edition": EDITION, "name": "Eve", "seats": 2})).json()
    calm: list[float] = []
    under: list[float] = []
    peak = [before]
    async with connect(f"ws://127.0.0.1:{server.port}/ws/{made['table']}", compression=None) as link:
        await link.send(json.dumps({"token": made["token"]}))
        await link.recv()
        with suppress(TimeoutError):
            await asyncio.wait_for(ping(link, calm, server.memory, peak), CALM)
    async with connect(f"ws://127.0.0.1:{server.port}/ws/{made['table']}", compression=None) as link:
        await link.send(json.dumps({"token": made["token"]}))
        await link.recv()
        pinging = asyncio.create_task(ping(link, under, server.memory, peak))
        answers, _ = await asyncio.gather(attack(server.port, game), asyncio.sleep(CALM))
        pinging.cancel()
        await asyncio.gather(pinging, return_exceptions=True)
    stop = await asyncio.to_thread(server.stop)
    return Row((attack.__doc__ or "").split(";")[0].rstrip("."), answers, calm, under, before, peak[0], stop)


def quantile(times: list[float], part: float) -> float:
    """The time within which this share of them is done."""
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] if times else float("inf")


def line(row: Row) -> str:
    """A row of the table."""
    calm, under = (f"{quantile(times, 0.5):.1f} / {max(times, default=0):.1f}" for times in (row.calm, row.pings))
    return f"| {row.attack} | {row.answers} | {calm} | {under} | {row.before:.0f} | {row.peak:.0f} | {row.stop:.1f} |"


def main() -> None:
    """Attack, and print what others noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=20_000, help="approximate length of the long game")
    parser.add_argument("--markdown", type=Path, help="also write the table to this file")
    args = parser.parse_args()
    lines = [
        "| attack | answers | ping p50 / max before, ms | under attack, ms | MB before | at most | stop, s |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for attack in (made_up, looks, own, unread, reviews, replays):
        with tempfile.TemporaryDirectory(prefix="lastcard-") as folder:
            database = Path(folder) / "tables.db"
            game = asyncio.run(put_long(f"sqlite:///{database}", args.entries))
            row = asyncio.run(suffer(Attacked(database), game, attack))
            for sock in HELD:
                sock.close()
            HELD.clear()
        lines.append(line(row))
        print(lines[-1], flush=True)
    about = f"A finished game of {game.entries:,} entries; Python {platform.python_version()}, {os.cpu_count()} cores."
    print("\n".join(["", *lines, "", about]))
    if args.markdown:
        args.markdown.write_text("\n".join([*lines, "", about, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
