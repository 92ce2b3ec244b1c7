"""Sends a million hostile messages to real servers: no internal error, and every table can be read afterward.

    python benchmarks/fuzz.py                                  # a million messages to two processes of its own
    python benchmarks/fuzz.py --messages 100000 --seed 7
    python benchmarks/fuzz.py --first 120                      # go on at table 120, after a break
    python benchmarks/fuzz.py --doors 1                        # a single process, on SQLite
    python benchmarks/fuzz.py --door http://127.0.0.1:8001 --door http://127.0.0.1:8002
    python benchmarks/fuzz.py --doors 1 -- --database postgresql://…     # more flags for the server of its own

A few tables at a time are made, of every edition in turn, with table rules and video on. Three people at it send nonsense,
almost correct commands, correct ones at the wrong time, signals of calls, and moves, so that the game goes on. What happens at
a table depends on the seed and the table's number alone, apart from who is faster. With several doors (processes that share a
PostgreSQL and a NATS server), every player uses another one. Only messages that a server has certainly read are counted.
A server of its own is killed and started again at the end, and every table is read from its log.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from lastcard import editions, presets
from lastcard.server.http.limits import Limits
from lastcard.server.wire import commands as wire

A_TABLE = 2000  # messages to one table
TABLES_AT_ONCE = 4
AT_ONCE = 40  # messages before everybody's answers are awaited
PATIENCE = 60.0
PROGRESS = 5.0  # seconds between two lines
COMMANDS = {kind.__struct_config__.tag: kind.__struct_fields__ for kind in wire.SeatCommand.__args__}
FINAL = ("leave", "remove", "silence", "rematch")  # rare, since little can happen after them
FIELDS = sorted({name for names in COMMANDS.values() for name in names})
TEXTS = [
    "draw",
    "pass",
    "catch 9",
    "uno",
    "vote yes",
    "\u202e",
    "\0",
    "x" * 300,
    "",
    "play wild red uno",
    "-1",
    "wow",
    "off",
    "é",
]
NUMBERS = [0, 1, 2, -1, 7, 10**6, 2**63, 2**70, 1.5, True, False, None]
QUICK = {"pace": "fast", "grace": 0, "clock": 0, "window": 0, "media": "video"}


class Trouble(Exception):
    """What should never happen."""


# ---- what is sent ------------------------------------------------------------------------------------
def anything(rng: Random, depth: int = 0) -> Any:
    """A random JSON value."""
    kind = rng.randrange(9 if depth < 3 else 6)
    if kind < 2:
        return rng.choice(TEXTS)
    if kind < 4:
        return rng.choice(NUMBERS)
    if kind < 6:
        return rng.choice(["easy", "hello", 0, 1, None])
    if kind < 8:
        return {rng.choice(FIELDS): anything(rng, depth + 1) for _ in range(rng.randrange(4))}
    return [anything(rng, depth + 1) for _ in range(rng.randrange(4))]


def options(rng: Random, edition: str) -> dict[str, Any]:
    """The table rules of a random preset."""
    applied = presets.read_rules(editions.get(edition).options, rng.choice(presets.names()), ())
    return dict(applied[0])


def message(rng: Random, player: Player, edition: str) -> str:
    """A message: nonsense, almost a command, or a command that may even be allowed."""
    do = rng.choice([*COMMANDS])
    if do in FINAL and rng.random() < 0.97:
        do = "move"
    told: dict[str, Any] = {"do": do, **{name: anything(rng) for name in COMMANDS[do] if rng.random() < 0.7}}
    state = player.state
    kind = rng.random()
    if kind < 0.35 and state.get("moves"):
        do = rng.choice(["move", "move", "move", "why"])
        told = {
            "do": do,
            "move": rng.choice(state["moves"]).replace("…", "a line"),
            "n": player.n - rng.choice([0, 0, 0, 1, -1]),
        }
    elif kind < 0.45:
        told = rng.choice(
            [
                {"do": "ready", "digest": state.get("digest", "")},
                {"do": "change", "options": options(rng, edition)},
                {"do": "change", "settings": {rng.choice([*QUICK]): anything(rng)}},
                {"do": "start"},
                {"do": "contribute", "hex": f"{rng.randrange(1 << 64):032x}"},
                {"do": "chat", "text": rng.choice(TEXTS)},
                {"do": "call"},
                {"do": "signal", "to": rng.choice(player.calls or ["x"]), "kind": "offer", "sdp": "v=0" * rng.randrange(900)},
                {"do": "hint"} if rng.random() < 0.02 else {"do": "wait"},
                {"do": "keep", "seat": rng.randrange(4), "yes": rng.random() < 0.5},
            ]
        )
    if rng.random() < 0.2:
        told["id"] = anything(rng)
    text = json.dumps(told)
    return text if rng.random() < 0.95 else text[: rng.randrange(len(text))]


# ---- who sends it ------------------------------------------------------------------------------------
class Player:
    """One person with a connection, who keeps what the last frames said."""

    def __init__(self, door: str, table: str, token: str) -> None:
        self.door, self.table, self.token = door, table, token
        self.state: dict[str, Any] = {}
        self.n = 0
        self.calls: list[str] = []
        self.socket: ClientConnection | None = None
        self.pongs = 0
        self.read = 0  # messages that the server has certainly read
        self._unread = 0

    async def come(self) -> bool:
        """Connect, and say whether the seat is still there."""
        url = f"{self.door.replace('http', 'ws', 1)}/ws/{self.table}"
        try:
            self.socket = await connect(url, compression=None, ping_interval=None, open_timeout=PATIENCE)
            await self.socket.send(json.dumps({"token": self.token}))
            async with asyncio.timeout(PATIENCE):
                while not self._take(await self.socket.recv()):
                    pass
        except (ConnectionClosed, WebSocketException):
            self.socket = None
            return False
        return True

    def _take(self, data: str | bytes) -> bool:
        """Keep what a frame says, and return whether it was a first frame."""
        told = json.loads(data)
        self.state |= told.get("set", {})
        self.n = told.get("n", self.n)
        if "calls" in told:
            self.calls = [each["call"] for each in told["calls"]]
        self.pongs += told.get("id") == "sync"
        if told.get("refused", {}).get("code") == "internal":
            raise Trouble(f"an internal error at {self.table}")
        return "version" in told

    async def send(self, text: str) -> None:
        """Send a message, if there is a connection."""
        if self.socket is not None:
            try:
                await self.socket.send(text)
                self._unread += 1
            except ConnectionClosed:
                self.socket = None

    async def catch_up(self) -> None:
        """Read until everything that was sent has been read by the server; reconnect if it has closed the connection."""
        wanted, unread = self.pongs + 1, self._unread
        await self.send('{"do": "ping", "id": "sync"}')
        self._unread = 0
        try:
            async with asyncio.timeout(PATIENCE):
                while self.socket is not None and self.pongs < wanted:
                    self._take(await self.socket.recv())
        except ConnectionClosed:
            self.socket = None
        if self.socket is not None:
            self.read += unread  # the server reads one after the other, so all that came before the answered ping
        else:
            await self.come()


async def attack(doors: list[str], number: int, seed: int, messages: int) -> tuple[str, list[str], int]:
    """Attack one table, and return it with its tokens, and how many messages the server has read."""
    rng = Random(f"{seed}-{number}")
    names = editions.names()
    edition = names[number % len(names)]
    body = {
        "edition": edition,
        "name": "Ann",
        "seats": 4,
        "bots": ["easy"],
        "settings": QUICK,
        "options": options(rng, edition),
    }
    made = await ask(doors[0], "/api/tables", body)
    table, tokens = made["table"], [made["token"]]
    for name in ("Ben", "Cem"):
        joined = await ask(rng.choice(doors), "/api/join", {"code": made["invite"], "name": name})
        tokens.append(joined["token"])
    players = [Player(doors[seat % len(doors)], table, token) for seat, token in enumerate(tokens)]
    for player in players:
        await player.come()
    for player in players:
        await player.send(json.dumps({"do": "ready", "digest": player.state.get("digest", "")}))
    await asyncio.gather(*(player.catch_up() for player in players))
    await players[0].send('{"do": "start"}')
    read = sent = 0
    while read < messages and sent < 2 * messages:
        present = [player for player in players if player.socket is not None]
        if not present:
            break  # they have all left the table for good
        for _ in range(min(AT_ONCE, messages - read)):
            await rng.choice(present).send(message(rng, rng.choice(present), edition))
            sent += 1
        await asyncio.gather(*(player.catch_up() for player in present))
        read = sum(player.read for player in players)
    for player in players:
        if player.socket is not None:
            await player.socket.close()
    return table, tokens, read


# ---- the servers -------------------------------------------------------------------------------------
async def ask(door: str, path: str, body: Any = None, token: str = "") -> Any:
    """Send an HTTP request and return its answer; a refusal is a TypeError of its code."""
    return await asyncio.to_thread(_ask, door, path, body, token)


def _ask(door: str, path: str, body: Any, token: str) -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(door + path, data, headers), timeout=PATIENCE) as response:
            text = response.read()
            return json.loads(text) if path.startswith("/api") else text.decode()
    except urllib.error.HTTPError as error:
        told = error.read().decode(errors="replace")
        if error.code >= 500:
            raise Trouble(f"{path} returned {error.code}: {told}") from None
        return json.loads(told)


class Server:
    """A ``lastcard serve`` of our own, without limits."""

    def __init__(self, folder: Path, flags: Sequence[str] = ()) -> None:
        self._log = folder / "log"
        limits = [word for name in Limits.__dataclass_fields__ for word in ("--limit", f"{name}=1000000")]
        self._command = [sys.executable, "-m", "lastcard", "serve", "--port", "0", "--host", "127.0.0.1", "--no-qr"]
        self._command += ["--database", str(folder / "fuzz.db"), "--admin-socket", "", *limits, *flags]
        self.start()

    def start(self) -> None:
        """Start it, and wait until it says where it is."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self._process.stdout is not None
        found = re.search(r"http://[\d.]+:\d+", self._process.stdout.readline())
        if found is None:
            raise Trouble(f"the server does not start: {self.logged()}")
        self.door = found[0]

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.communicate()

    def logged(self) -> str:
        """Every warning and error it has logged."""
        return self._log.read_text(encoding="utf-8")

    def check_log(self) -> None:
        """See that it has logged no error."""
        if "trace" in (logged := self.logged()) or '"error"' in logged:
            raise Trouble("an error in the log")


async def check(doors: list[str]) -> None:
    """See that no server has counted an internal error."""
    for door in doors:
        figures = await ask(door, "/metrics")
        for line in figures.splitlines():
            if re.match(r'lastcard_refusals_total\{code="(internal|broken)"\} [1-9]', line):
                raise Trouble(f"{door}: {line}")


async def read_all(doors: list[str], tables: list[tuple[str, list[str]]]) -> None:
    """See that somebody who sits at each table gets its state, unless everybody has left or been removed."""
    for number, (table, tokens) in enumerate(tables):
        answers = [await ask(doors[number % len(doors)], f"/api/tables/{table}", token=token) for token in tokens]
        if not any("set" in answer for answer in answers):
            codes = {answer.get("refused", {}).get("code") for answer in answers}
            if codes != {"no-seat"}:
                raise Trouble(f"table {table} cannot be read: {codes}")


async def fuzz(
    doors: list[str], messages: int, seed: int, first: int = 0, a_table: int = A_TABLE
) -> list[tuple[str, list[str]]]:
    """Send this many messages, to a few tables at a time, and return the tables with their tokens."""
    began, sent, number = time.monotonic(), 0, first
    tables: list[tuple[str, list[str]]] = []
    told = began
    while sent < messages:
        some = range(number, number + min(TABLES_AT_ONCE, -(-(messages - sent) // a_table)))
        found = await asyncio.gather(*(attack(doors, each, seed, min(a_table, messages - sent)) for each in some))
        sent += sum(count for _, _, count in found)
        tables += [(table, tokens) for table, tokens, _ in found]
        await check(doors)
        await read_all(doors, tables[-len(found) :])
        number += len(found)
        now = time.monotonic()
        if now > told + PROGRESS or sent >= messages:
            rate, told = sent / (now - began), now
            print(f"{sent:>9,} messages, {rate:,.0f} a second; to go on here: --seed {seed} --first {number}", flush=True)
    return tables


def main() -> None:
    """Run it all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first table")
    parser.add_argument(
        "--door", action="append", default=[], help="a running server without limits, on this machine; repeatable"
    )
    parser.add_argument("--doors", type=int, default=2, help="how many processes of its own; several need the extra cluster")
    parser.add_argument("flags", nargs="*", help="after --: more flags for the server of its own")
    given = parser.parse_args()
    from compare import origin  # beside the script, but not beside the test that loads it

    print(origin(**vars(given)), flush=True)
    try:
        if given.door:
            doors = [door.rstrip("/") for door in given.door]
            tables = asyncio.run(fuzz(doors, given.messages, given.seed, given.first))
            asyncio.run(read_all(doors, tables))
        else:
            with tempfile.TemporaryDirectory() as folder:
                run = alone if given.doors == 1 else together(given.doors)
                tables = run(Path(folder), given.messages, given.seed, given.first, flags=given.flags)
    except Trouble as trouble:
        sys.exit(f"FAILED: {trouble}")
    print(f"No internal error, and all {len(tables)} tables can be read.")


def together(count: int) -> Callable[..., list[tuple[str, list[str]]]]:
    """A fuzz of several processes of our own, with a PostgreSQL and a NATS server for them."""
    sys.path.append(str(Path(__file__).parents[1] / "tests"))
    from lastcard.server.cluster.nats_server import NatsServer
    from postgres import Postgres

    def run(*given: Any, flags: Sequence[str] = (), **more: Any) -> list[tuple[str, list[str]]]:
        postgres, nats = Postgres(durable=False), NatsServer()
        try:
            postgres.start()
            nats.start()
            shared = ["--database", postgres.database(), "--bus", nats.address]
            return alone(*given, flags=[*shared, *flags], doors=count, **more)
        finally:
            nats.remove()
            postgres.remove()

    return run


def alone(
    folder: Path,
    messages: int,
    seed: int,
    first: int = 0,
    a_table: int = A_TABLE,
    flags: Sequence[str] = (),
    doors: int = 1,
) -> list[tuple[str, list[str]]]:
    """Fuzz a server of our own, kill it, start it again, and read every table from its log."""
    servers: list[Server] = []
    try:
        servers.extend(Server(folder, flags) for _ in range(doors))
        tables = asyncio.run(fuzz([server.door for server in servers], messages, seed, first, a_table))
        for server in servers:
            server.kill()
        for server in servers:
            server.start()
        asyncio.run(read_all([server.door for server in servers], tables))
        asyncio.run(check([server.door for server in servers]))
        servers[0].check_log()
    except Trouble as trouble:
        raise Trouble(f"{trouble}; the log says:\n{servers[0].logged()[-20_000:]}") from None
    finally:
        for server in servers:
            with suppress(ProcessLookupError):
                server.kill()
    return tables


if __name__ == "__main__":
    main()
