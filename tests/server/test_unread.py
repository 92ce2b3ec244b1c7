"""HTTP connections: unread responses and too many connections cost their own address and nobody else."""

from __future__ import annotations

import asyncio
import socket as sockets
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response

from lastcard.server.http import static_files as client_module
from lastcard.server.http.guard import Tally
from lastcard.server.http.limits import Limits
from lastcard.server.http.middleware import PART
from lastcard.server.table.table import hashed
from lastcard.server.wire.commands import Refused
from live_server import PATIENCE, Live, Player, eventually, serving

pytestmark = pytest.mark.anyio

LARGE = 4 << 20
WIDE = Limits(messages_per_second=10**6, messages_per_address=10**6)


@pytest.fixture(autouse=True)
def large_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the page larger than what the system buffers for a reader."""

    async def page(_self: object, _request: Request) -> Response:
        return Response(bytes(LARGE))

    monkeypatch.setattr(client_module.Client, "page", page)


def request(live: Live, path: str = "/", **headers: str) -> bytes:
    """A request as it goes over the wire."""
    lines = [f"GET {path} HTTP/1.1", f"Host: {live.host}", *(f"{name.replace('_', '-')}: {of}" for name, of in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode()


@asynccontextmanager
async def deaf(live: Live, asks: bytes) -> AsyncIterator[sockets.socket]:
    """A connection that makes a request and reads nothing of the response."""
    loop = asyncio.get_running_loop()
    with sockets.socket() as sock:
        sock.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        sock.setblocking(False)
        host, port = live.host.split(":")
        await loop.sock_connect(sock, (host, int(port)))
        await loop.sock_sendall(sock, asks)
        yield sock


async def read_all(sock: sockets.socket) -> tuple[int, bool]:
    """How many bytes are left to read, and whether the connection was cut."""
    loop, count = asyncio.get_running_loop(), 0
    with suppress(ConnectionResetError):
        while data := await loop.sock_recv(sock, 1 << 16):
            count += len(data)
        return count, False
    return count, True


def connections(live: Live) -> int:
    """The connections that the server has."""
    return len(live.web.server_state.connections)


# ---- unread responses --------------------------------------------------------------------------------
async def test_an_answer_that_nobody_reads_is_given_up(tmp_path: Path) -> None:
    """A client that reads nothing of a response is cut after a while, and counted."""
    async with serving(tmp_path, read_within=0.2) as live, deaf(live, request(live)) as sock:
        await eventually(lambda: live.hub.metrics.cut["unread"] == 1)
        await eventually(lambda: connections(live) == 0)
        count, _ = await read_all(sock)
        assert count < LARGE


async def test_a_slow_reader_gets_the_whole_answer(tmp_path: Path) -> None:
    """A client that takes longer than the time limit but keeps reading gets everything."""
    async with serving(tmp_path, read_within=2.0) as live, deaf(live, request(live, Connection="close")) as sock:
        loop, count = asyncio.get_running_loop(), 0
        began = time.monotonic()
        while data := await loop.sock_recv(sock, 1 << 17):
            count += len(data)
            await asyncio.sleep(0.01 if time.monotonic() - began < 2.5 else 0)
        assert count > LARGE
        assert time.monotonic() - began > 2.2
        assert not live.hub.metrics.cut


@pytest.mark.skipif(sys.platform != "linux", reason="not every system tells how much it keeps for a reader")
async def test_a_very_slow_reader_is_waited_for(tmp_path: Path) -> None:
    """A client on a slow line counts as reading, even if the system's buffer alone outlasts the time limit."""
    async with serving(tmp_path, read_within=2.0) as live, deaf(live, request(live)) as sock:
        loop = asyncio.get_running_loop()
        for _ in range(20):
            assert await loop.sock_recv(sock, 4096)
            await asyncio.sleep(0.25)
        assert not live.hub.metrics.cut


async def test_little_is_buffered_for_a_reader(tmp_path: Path) -> None:
    """Only part of a large response at a time waits in the server's buffers."""
    async with serving(tmp_path) as live, deaf(live, request(live)):
        await eventually(lambda: connections(live) == 1)
        (connection,) = live.web.server_state.connections
        await eventually(connection.transport.get_write_buffer_size)
        assert connection.transport.get_write_buffer_size() < LARGE // 8


async def test_unsent_bytes_of_an_address_are_limited(tmp_path: Path) -> None:
    """An address that left too much unread is refused the next response until the earlier ones are gone."""
    async with serving(tmp_path, limits=Limits(unsent_megabytes=7)) as live:
        async with deaf(live, request(live)):
            await eventually(lambda: live.web.parts.gate.guard.unsent.held)
            response = await live.http.get("/")
            assert (response.status_code, response.json()["refused"]["code"]) == (429, "too-many")
            assert (await live.http.get("/healthz")).status_code == 200
        await eventually(lambda: not live.web.parts.gate.guard.unsent.held)
        assert len((await live.http.get("/")).content) == LARGE


async def test_records_that_are_being_sent_are_limited(tmp_path: Path) -> None:
    """Of the records that one address sends at once, only a few are buffered while they arrive."""
    async with serving(tmp_path, limits=Limits(unsent_megabytes=3)) as live:
        begun = f"POST /api/replay HTTP/1.1\r\nHost: {live.host}\r\nContent-Length: 1000\r\n\r\n{{".encode()
        async with deaf(live, begun):
            await eventually(lambda: live.web.parts.gate.guard.unsent.held)
            response = await live.http.post("/api/replay", content="{}")
            assert (response.status_code, response.json()["refused"]["code"]) == (429, "too-many")
        await eventually(lambda: not live.web.parts.gate.guard.unsent.held)
        assert (await live.http.post("/api/replay", content="{}")).json()["refused"]["code"] == "bad-record"


async def test_the_server_stops_quickly_whatever_is_not_read(tmp_path: Path) -> None:
    """Unread responses and unfinished requests are not waited for when the server stops."""
    async with serving(tmp_path, read_within=600.0) as live:
        body = f"POST /api/join HTTP/1.1\r\nHost: {live.host}\r\nContent-Length: 10\r\n\r\n{{".encode()
        async with deaf(live, request(live)), deaf(live, request(live)), deaf(live, body), deaf(live, b"GET / HT"):
            await eventually(lambda: connections(live) == 4)
            live.stop()
            await eventually(lambda: not connections(live))


async def test_a_pipeline_that_is_not_read_is_given_up(tmp_path: Path) -> None:
    """Many small unread responses are given up just like one large one."""
    wide = Limits(requests_per_second=10**6)
    async with serving(tmp_path, read_within=0.2, limits=wide) as live, deaf(live, b"") as sock:
        loop = asyncio.get_running_loop()
        asks = request(live, "/api/editions") * 50
        with suppress(OSError):
            async with asyncio.timeout(PATIENCE):
                while not live.hub.metrics.cut:
                    await loop.sock_sendall(sock, asks)
        assert live.hub.metrics.cut["unread"] == 1


@pytest.mark.parametrize(
    "headers",
    [{}, {"Sec_WebSocket_Version": "13", "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==", "Origin": "http://evil.example"}],
    ids=["no handshake", "foreign origin"],
)
async def test_an_upgrade_that_is_refused_does_not_keep_what_is_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    """A client with unread responses that asks for a WebSocket it cannot have is dropped entirely."""

    async def page(_self: object, _request: Request) -> Response:
        return Response(bytes(PART - 1000))

    monkeypatch.setattr(client_module.Client, "page", page)
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", **headers}
    async with serving(tmp_path, read_within=0.2) as live, AsyncExitStack() as stack:
        for count in range(1, 13):  # some of these fill the system's buffer for a reader
            await stack.enter_async_context(deaf(live, request(live) * count + request(live, "/ws/table", **upgrade)))
        await asyncio.sleep(0.5)
        await eventually(lambda: not connections(live))


# ---- WebSockets that end unread ----------------------------------------------------------------------
async def leave_unread(live: Live, ann: Player, ben: Player) -> asyncio.Transport:
    """Ben's connection on the server's side, with buffered frames that Ben does not read."""
    (link,) = live.hub.rooms[ann.made["table"]].subscribers.links(hashed(ben.token))
    transport: asyncio.Transport = link._socket.transport  # type: ignore[attr-defined]
    ben.socket.transport.get_extra_info("socket").setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    ben.socket.transport.pause_reading()
    for _ in range(900):
        await ann.do("chat", text="x" * 200)
        if transport.get_write_buffer_size():
            return transport
    raise AssertionError("everything was sent")


CLOSE, NONSENSE = b"\x88\x80" + bytes(4), b"\xff" * 16


@pytest.mark.parametrize("last", [CLOSE, NONSENSE, b""], ids=["close", "nonsense", "end of file"])
async def test_a_websocket_that_ends_unread_is_let_go(tmp_path: Path, last: bytes) -> None:
    """However a client ends its WebSocket, frames that it has not read are not kept for it."""
    async with serving(tmp_path, limits=WIDE, ping_every=600.0) as live, live.pair() as (ann, ben):
        transport = await leave_unread(live, ann, ben)
        if last:
            ben.socket.transport.write(last)
        else:
            ben.socket.transport.write_eof()
        await eventually(lambda: not transport.get_write_buffer_size())
        ben.socket.transport.abort()


async def test_the_server_stops_quickly_with_websockets_that_are_not_read(tmp_path: Path) -> None:
    """A WebSocket whose frames nobody reads does not delay shutdown."""
    async with serving(tmp_path, limits=WIDE, ping_every=600.0) as live, live.pair() as (ann, ben):
        await leave_unread(live, ann, ben)
        live.stop()
        await eventually(lambda: not connections(live))
        ben.socket.transport.abort()


async def test_websockets_that_end_by_themselves_are_counted(tmp_path: Path) -> None:
    """The metrics count dead links and unreadable input by close code."""
    async with serving(tmp_path, ping_every=0.05, pong_within=0.05) as live, live.pair() as (_, ben):
        ben.socket.transport.pause_reading()
        await eventually(lambda: live.hub.metrics.closed["1011"])
    async with serving(tmp_path) as live, live.pair() as (_, ben):
        ben.socket.transport.write(NONSENSE)
        await eventually(lambda: live.hub.metrics.closed == {"1002": 1})


# ---- connections -------------------------------------------------------------------------------------
async def test_http_connections_of_an_address_are_limited(tmp_path: Path) -> None:
    """One connection too many is told so and closed, and there is room again when another ends."""
    async with serving(tmp_path, limits=Limits(http_connections=2)) as live, deaf(live, b"") as first, deaf(live, b""):
        await eventually(lambda: connections(live) == 2)
        async with deaf(live, b"") as third:
            told = await asyncio.get_running_loop().sock_recv(third, 1 << 16)
        assert told.startswith(b"HTTP/1.1 429 ")
        assert b"too-many" in told
        assert live.hub.metrics.cut["crowded"] == 1
        first.close()
        await eventually(lambda: connections(live) == 1)
        assert (await live.http.get("/healthz")).status_code == 200


async def test_a_websocket_is_no_http_connection(tmp_path: Path) -> None:
    """A connection that becomes a WebSocket frees its place."""
    async with serving(tmp_path, limits=Limits(http_connections=1), lost_after=60.0) as live:
        made = await live.create()
        await live.http.aclose()
        async with live.player(made["table"], made["token"]), live.player(made["table"], made["token"]) as ann:
            assert ann.state["stage"] == "lobby"


async def test_a_trusted_proxy_may_have_any_number_of_connections(tmp_path: Path) -> None:
    """A trusted proxy's connections are not counted, but its clients' requests are, each by its own address."""
    limits = Limits(http_connections=1)
    async with serving(tmp_path, limits=limits, trusted_proxies=("127.0.0.1",)) as live:
        asks = request(live, X_Forwarded_For="1.1.1.1")
        async with deaf(live, asks), deaf(live, b""), deaf(live, b""):
            await eventually(lambda: live.web.parts.gate.guard.http.held == {"1.1.1.1": 1})
            for address, status in (("1.1.1.1", 429), ("2.2.2.2", 200)):
                response = await live.http.get("/healthz", headers={"X-Forwarded-For": address})
                assert response.status_code == status
            assert (await live.http.get("/healthz")).status_code == 200


async def test_unsent_bytes_count_by_the_forwarded_address(tmp_path: Path) -> None:
    """What a proxy's client leaves unread counts toward that client only."""
    limits = Limits(unsent_megabytes=7)
    trusting = serving(tmp_path, limits=limits, trusted_proxies=("127.0.0.1",))
    async with trusting as live, deaf(live, request(live, X_Forwarded_For="1.1.1.1")):
        await eventually(lambda: live.web.parts.gate.guard.unsent.held)
        for address, status in (("1.1.1.1", 429), ("2.2.2.2", 200)):
            assert (await live.http.get("/", headers={"X-Forwarded-For": address})).status_code == status


async def test_a_silent_connection_is_counted_when_it_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The metrics show how many connections were cut because no request came."""
    monkeypatch.setattr("lastcard.server.http.socket.REQUEST_WITHIN", 0.05)
    async with serving(tmp_path) as live, deaf(live, b"GET / HT"):
        await eventually(lambda: live.hub.metrics.cut["silent"] == 1)
        assert 'lastcard_http_cut_total{reason="silent"} 1' in (await live.http.get("/metrics")).text


def test_what_is_more_than_a_share_is_refused() -> None:
    """An address gets its share and no more, but a single item may be larger, or else nobody could have it."""
    tally = Tally(10, Refused("too-many", "that is too much"))
    tally.add("a", 25)
    with pytest.raises(Refused) as refused:
        tally.add("a", 1)
    assert refused.value.code == "too-many"
    tally.add("b", 10)
    tally.drop("a", 25)
    assert tally.held == {"b": 10}
