"""Players for benchmarks/server.py, in their own process. Each line of JSON in is an order, each line out its result.

    python benchmarks/load.py '{"servers": [8000], "tables": 100, "editions": ["classic"], "think": 0}'

Everybody plays over a WebSocket without knowing the rules: a seat that the table waits for makes one of the moves it was told
about. A client that loses its connection comes back at the next server and sends again, under its old id, whatever was not
acknowledged. WebSockets are implemented here, because the players must cost less than the server.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import sys
import time
from collections import Counter
from typing import Any

import msgspec

SEATS = 4
SETTINGS = {"clock": 0, "grace": 0}
ENDLESS = {"target": 100_000}
AT_ONCE = 40  # tables made at the same time
PATIENCE = 30.0
AGAIN = 0.02  # seconds between two attempts to connect
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class News(msgspec.Struct):
    """The fields of the state that a player looks at."""

    stage: str | None = None
    digest: str | None = None
    to_move: list[int] | None = None
    moves: list[str] | None = None


class Told(msgspec.Struct):
    """A frame from the server."""

    n: int | None = None
    id: str = ""
    ok: int | None = None
    set: News | None = None
    refused: dict[str, Any] | None = None


read = msgspec.json.Decoder(Told).decode


class Tally:
    """What the players have seen since this tally began."""

    def __init__(self) -> None:
        self.began = time.perf_counter()
        self.times: list[float] = []
        self.frames = 0
        self.bytes = 0
        self.refused: Counter[str] = Counter()

    def result(self) -> dict[str, Any]:
        """Return the tally as the benchmark gets it, with times in milliseconds."""
        return {
            "seconds": time.perf_counter() - self.began,
            "moves": len(self.times),
            "times": [round(t * 1e3, 3) for t in self.times],
            "frames": self.frames,
            "bytes": self.bytes,
            "refused": dict(self.refused),
        }


class Wire(asyncio.Protocol):
    """The client's side of a WebSocket."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.buffer = b""
        self.is_open = False
        self.answers_pings = True
        self.closed: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(UPGRADE.format(path=f"/ws/{self.player.table}").encode())

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the player, who looks for another connection."""
        if not self.closed.done():
            self.closed.set_result(time.perf_counter())
        self.player.lost(self)

    def data_received(self, data: bytes) -> None:
        """Read frames, which may come whole, in parts, or several at a time."""
        data = self.buffer + data if self.buffer else data
        if not self.is_open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self.buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.transport.close()
                return
            self.is_open = True
            self.send(TEXT, json.dumps({"token": self.player.token}).encode())
        at = 0
        while len(data) - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if start + size > len(data):
                break
            self.take(data[at] & 15, data[start : start + size], start + size - at)
            at = start + size
        self.buffer = data[at:]

    def take(self, kind: int, payload: bytes, size: int) -> None:
        """Handle one frame."""
        if kind == TEXT:
            self.player.hear(payload, size)
        elif kind == PING and self.answers_pings:
            self.send(PONG, payload)
        elif kind == CLOSE:
            if not self.closed.done():
                self.closed.set_result(time.perf_counter())
            self.transport.close()

    def send(self, kind: int, payload: bytes) -> None:
        """Send a frame, masked with zeros, which leaves the data unchanged."""
        size = bytes([0x80 | len(payload)]) if len(payload) < 126 else bytes([0xFE]) + len(payload).to_bytes(2, "big")
        self.transport.write(bytes([0x80 | kind]) + size + bytes(4) + payload)


class Player:
    """One seat of a table, and what its client knows."""

    def __init__(self, load: Load, table: str, seat: int, token: str) -> None:
        self.load = load
        self.table = table
        self.seat = seat
        self.token = token
        self.wire: Wire | None = None
        self.n = 0
        self.stage = ""
        self.digest = ""
        self.to_move: list[int] = []
        self.moves: list[str] = []
        self.sent = 0
        self.waits: tuple[str, bool, float, bytes] | None = None  # the id, whether it is a move, when it was sent, and its data
        self.thinks = False
        self.answered = asyncio.Event()

    # ---- connections --------------------------------------------------------------------------------
    async def connect(self, server: int) -> None:
        """Connect to the table through this server, and wait for the view."""
        self.answered.clear()
        _, wire = await asyncio.get_running_loop().create_connection(lambda: Wire(self), "127.0.0.1", server)
        told: asyncio.Future[Any] = asyncio.ensure_future(self.answered.wait())
        closed: asyncio.Future[Any] = wire.closed
        await asyncio.wait([told, closed], return_when=asyncio.FIRST_COMPLETED)
        told.cancel()
        if closed.done():
            raise ConnectionError("closed before the view came")
        self.wire = wire

    def leave(self) -> None:
        """Break the connection."""
        wire, self.wire = self.wire, None
        if wire:
            wire.transport.abort()

    def lost(self, wire: Wire) -> None:
        """Reconnect if the connection was not meant to end."""
        if wire is self.wire:
            self.wire = None
            self.load.spawn(self.come_back())

    async def come_back(self) -> None:
        """Try one server after the other, then send again whatever was not acknowledged."""
        began, servers = time.perf_counter(), self.load.servers
        for attempt in range(int(PATIENCE / AGAIN)):
            try:
                await self.connect(servers[(self.seat + attempt) % len(servers)])
            except OSError:
                await asyncio.sleep(AGAIN)
                continue
            self.load.back.append(time.perf_counter() - began)
            if self.waits and self.wire:
                cid, is_move, _, data = self.waits
                self.waits = (cid, is_move, 0.0, data)
                self.wire.send(TEXT, data)
            self.act()
            return
        self.load.lost_for_good += 1

    # ---- talking ------------------------------------------------------------------------------------
    def say(self, what: str, **more: Any) -> None:
        """Send a command. Its answer ends the wait."""
        self.sent += 1
        cid = f"{self.seat}.{self.sent}"
        data = json.dumps({"do": what, "id": cid, **more}).encode()
        self.answered.clear()
        self.waits = (cid, what == "move", time.perf_counter(), data)
        if self.wire:
            self.wire.send(TEXT, data)

    def hear(self, payload: bytes, size: int) -> None:
        """Handle a frame from the server."""
        told, tally = read(payload), self.load.tally
        tally.frames += 1
        tally.bytes += size
        if told.n is not None:
            self.n = told.n
        if told.set is not None:
            self.note(told.set)
        if self.waits is None:
            self.answered.set()
        elif told.id == self.waits[0]:
            self.done(told)
        elif told.set is not None and told.set.digest is not None:
            self.answered.set()  # the view, after coming back
        self.act()

    def note(self, news: News) -> None:
        """Note what has changed."""
        if news.stage is not None:
            self.stage = news.stage
        if news.digest is not None:
            self.digest = news.digest
        if news.to_move is not None:
            self.to_move = news.to_move
        if news.moves is not None:
            self.moves = news.moves

    def done(self, told: Told) -> None:
        """Handle the answer to a command."""
        assert self.waits
        cid, is_move, began, _ = self.waits
        self.waits = None
        if told.refused:
            self.load.tally.refused[told.refused["code"]] += 1
            if told.refused["code"] == "away":
                self.say("back")
        elif is_move:
            if began:
                self.load.tally.times.append(time.perf_counter() - began)
            number = told.n if told.ok is None else told.ok
            self.load.acknowledged.append((self.table, number or 0, cid))
            self.load.moved(self.table)
        self.answered.set()

    # ---- playing ------------------------------------------------------------------------------------
    def act(self) -> None:
        """Do what the table waits for, after some time to think."""
        if not self.load.is_playing or self.waits or self.thinks or self.wire is None:
            return
        if self.stage == "between":
            self.stage = "ready"
            self.say("ready", digest=self.digest)
        elif self.stage == "playing" and self.seat in self.to_move:
            if not self.load.think:
                self.move()
                return
            self.thinks = True
            asyncio.get_running_loop().call_later(self.load.think * random.uniform(0.5, 1.5), self.thought)

    def thought(self) -> None:
        """Move, if the table is still waiting for this seat."""
        self.thinks = False
        if self.load.is_playing and not self.waits and self.stage == "playing" and self.seat in self.to_move:
            self.move()

    def move(self) -> None:
        """Play a random card that fits, or otherwise make any move."""
        moves = [m for m in self.moves if m.startswith("play")] or [m for m in self.moves if m[:5] not in ("catch", "uno")]
        self.say("move", move=random.choice(moves or self.moves).replace("…", f"line {self.sent}"), n=self.n)


class Load:
    """All the players, and the orders they take."""

    def __init__(self, order: dict[str, Any]) -> None:
        self.servers: list[int] = order["servers"]
        self.editions: list[str] = order["editions"]
        self.think: float = order["think"]
        self.count: int = order["tables"]
        self.players: list[Player] = []
        self.tally = Tally()
        self.acknowledged: list[tuple[str, int, str]] = []
        self.last_move: dict[str, float] = {}
        self.longest_gap = 0.0
        self.back: list[float] = []
        self.lost_for_good = 0
        self.is_playing = False
        self.tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Any) -> None:
        """Keep a reference to a task until it is done."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def moved(self, table: str) -> None:
        """Note that a table made a move."""
        now = time.perf_counter()
        self.longest_gap = max(self.longest_gap, now - self.last_move.get(table, now))
        self.last_move[table] = now

    # ---- making tables ------------------------------------------------------------------------------
    async def set_up(self, *, deal: bool = True) -> None:
        """Make every table, with its players, and deal."""
        numbers = iter(range(self.count))

        async def some() -> None:
            for number in numbers:
                door = await Http.open(self.servers[number % len(self.servers)])
                await self.table(door, number, deal=deal)
                door.close()

        await asyncio.gather(*(some() for _ in range(min(AT_ONCE, self.count))))

    async def table(self, http: Http, number: int, *, deal: bool) -> None:
        """Make one table. The server where its players join owns it, and each of them connects to the next server."""
        edition = self.editions[number % len(self.editions)]
        body = {"edition": edition, "name": "P0", "seats": SEATS, "settings": SETTINGS, "options": ENDLESS}
        made = await http.post("/api/tables", body)
        joins = [await http.post("/api/join", {"code": made["invite"], "name": f"P{s}"}) for s in range(1, SEATS)]
        players = [Player(self, made["table"], seat["seat"], seat["token"]) for seat in (made, *joins)]
        for player in players:
            await player.connect(self.servers[(player.seat + number) % len(self.servers)])
        self.players += players
        if not deal:
            return
        for player in players:
            player.say("ready", digest=player.digest)
            await player.answered.wait()
        players[0].say("start")
        await players[0].answered.wait()

    # ---- orders -------------------------------------------------------------------------------------
    async def obey(self, order: dict[str, Any]) -> Any:
        """Carry out one order."""
        return await getattr(self, f"on_{order.pop('do')}")(**order)

    async def on_play(self) -> None:
        """Let everybody play until further notice."""
        self.is_playing = True
        for player in self.players:
            player.act()

    async def on_pause(self) -> None:
        """Stop everybody, and wait for what is under way."""
        self.is_playing = False
        end = time.perf_counter() + PATIENCE
        while any(p.waits or p.wire is None for p in self.players) and time.perf_counter() < end:  # noqa: ASYNC110
            await asyncio.sleep(0.02)

    async def on_measure(self, seconds: float) -> dict[str, Any]:
        """Tally what happens in the next seconds."""
        self.tally = Tally()
        await asyncio.sleep(seconds)
        return self.tally.result()

    async def on_acknowledged(self) -> list[tuple[str, int, str]]:
        """Return every move acknowledged to a player: table, number, id."""
        return self.acknowledged

    async def on_returns(self) -> dict[str, Any]:
        """Once all players are back, return how long each was away each time, and how many gave up."""
        while any(p.wire is None for p in self.players) and not self.lost_for_good:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        back, self.back = self.back, []
        return {"seconds": back, "never": self.lost_for_good}

    async def on_gap(self, *, begin: bool) -> float:
        """Return the longest time that any table has gone without a move since ``begin``."""
        now = time.perf_counter()
        if begin:
            self.longest_gap = 0.0
            self.last_move = dict.fromkeys({player.table for player in self.players}, now)
        return max(self.longest_gap, *(now - last for last in self.last_move.values()))

    async def on_reconnect(self, times: int) -> list[float]:
        """Return the milliseconds from no connection to the whole view, for each reconnect."""
        spent = []
        for number in range(times):
            player = self.players[number % len(self.players)]
            player.leave()
            await asyncio.sleep(0.005)
            began = time.perf_counter()
            await player.connect(self.servers[0])
            spent.append((time.perf_counter() - began) * 1e3)
        return spent

    async def on_dead(self) -> float:
        """Return the seconds from a client's last sign of life until the server drops it."""
        wire = self.players[0].wire
        assert wire
        wire.answers_pings = False
        wire.send(TEXT, b'{"do":"ping"}')
        began = time.perf_counter()
        async with asyncio.timeout(60):
            return await wire.closed - began

    async def on_open(self) -> int:
        """Return how many connections are open."""
        return sum(player.wire is not None and player.wire.is_open for player in self.players)

    async def on_race(self, times: int) -> list[int]:
        """Send different moves from the same seat through two servers at once, and return how many were done each time."""
        table = [player for player in self.players if player.table == self.players[0].table]
        wins = []
        for _ in range(times):
            mover = next(p for p in table if p.seat in p.to_move)
            wins.append(await self.race(mover, table))
        return wins

    async def race(self, mover: Player, table: list[Player]) -> int:
        """Race two clients of one seat once."""
        rivals = [Player(self, mover.table, mover.seat, mover.token) for _ in self.servers]
        for rival, server in zip(rivals, self.servers, strict=True):
            await rival.connect(server)
        before = len(self.acknowledged)
        for rival in rivals:
            rival.sent = random.getrandbits(40)
            rival.move()
        for rival in rivals:
            await rival.answered.wait()
        end = max(rival.n for rival in rivals)
        while any(p.n < end for p in table):  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        for rival in rivals:
            rival.leave()
        if mover.stage == "between":
            for player in table:
                player.say("ready", digest=player.digest)
                await player.answered.wait()
            await asyncio.sleep(0.05)
        return len(self.acknowledged) - before


class Http:
    """Requests over one kept-alive connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, server: int) -> Http:
        """Connect to the server at this port."""
        return cls(*await asyncio.open_connection("127.0.0.1", server))

    async def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Post JSON and return the JSON answer."""
        data = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        self.writer.write(head.encode() + data)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        size = int(answer.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        told: dict[str, Any] = json.loads(await self.reader.readexactly(size))
        assert "refused" not in told, told
        return told

    def close(self) -> None:
        """Close the connection."""
        self.writer.close()


async def main() -> None:
    """Set up the players, then carry out orders line by line."""
    order = json.loads(sys.argv[1])
    load = Load(order)
    await load.set_up(deal=order.get("deal", True))
    gc.disable()  # a pause here would count as the server's
    print(json.dumps("ready"), flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        print(json.dumps(await load.obey(json.loads(line))), flush=True)
    os._exit(0)  # players who are still playing or reconnecting need no goodbye


if __name__ == "__main__":
    asyncio.run(main())
