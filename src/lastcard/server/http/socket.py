"""uvicorn's protocols with two additions: sending without waiting, and a time limit for clients that do not talk or read.

A frame goes into the transport's buffer at once, so everyone at a table is told at the same moment. The buffer is bounded: a
reader that falls behind is disconnected, and so is one whose link is dead.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, Protocol, cast

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from ..wire.commands import Refused

DEAD = 1011  # the close code for a link that does not respond
LAST_WORDS = 1.0  # seconds for the close frame to get through
KERNEL_BUFFER = 64 << 10
MOST_WAITING = 4  # messages of a client before no more are read
REQUEST_WITHIN = 10.0  # seconds for the head of a request to arrive
WRITABLE = asyncio.Event()  # always set: what is sent to a WebSocket never waits
WRITABLE.set()


def bound(transport: asyncio.BaseTransport) -> None:
    """Limit how much the system buffers for a connection."""
    raw = transport.get_extra_info("socket")
    if raw is not None and raw.family in (socket.AF_INET, socket.AF_INET6):
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)


def unsent(transport: asyncio.WriteTransport) -> int:
    """Return how many bytes the other side has not received yet, including the system's own buffer where that can be read."""
    raw = transport.get_extra_info("socket")
    waiting = transport.get_write_buffer_size()
    if raw is None or sys.platform == "win32":
        return waiting
    import fcntl
    import termios

    kept = bytearray(4)
    with suppress(OSError):
        fcntl.ioctl(raw.fileno(), termios.TIOCOUTQ, kept)
    return waiting + int.from_bytes(kept, sys.byteorder)


@lru_cache(maxsize=1 << 12)
def _text_head(size: int) -> bytes:
    """The head of a whole text frame that is not masked (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    return b"\x81\x7e" + size.to_bytes(2, "big") if size < 1 << 16 else b"\x81\x7f" + size.to_bytes(8, "big")


class Door(Protocol):
    """Counts connections, which report their start and end to it. The application's state holds it under ``door``."""

    read_within: float
    crowded: bytes

    def enter(self, peer: str) -> str:
        """Count a new connection and return the address it counts toward. Refused if there are too many."""

    def exit(self, address: str) -> None:
        """Count one connection fewer for an address."""

    def cut(self, reason: str) -> None:
        """Count an HTTP connection that was cut."""

    def closed(self, code: int) -> None:
        """Count a WebSocket that was closed."""


class Http(H11Protocol):
    """HTTP that waits only so long for a request to arrive and for its response to be read.

    Unsent data is noticed at once, because nothing may wait in the transport's buffer (its limit is 0). As long as the amount
    left, there or in the system, keeps shrinking, the client is reading.
    """

    _waiting: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _left = 0
    _is_upgraded = False
    _address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, unless the address has too many connections already."""
        super().connection_made(transport)
        self._door: Door = self.app_state["door"]
        self._patience = self._door.read_within
        bound(transport)
        transport.set_write_buffer_limits(high=0)
        try:
            self._address = self._door.enter(self.client[0] if self.client else "")
        except Refused:
            self._door.cut("crowded")
            transport.write(self._door.crowded)
            transport.close()
        else:
            self._wait()

    def data_received(self, data: bytes) -> None:
        """Give the rest of a request no more time than a whole one."""
        super().data_received(data)
        cycle: Any = self.cycle
        if self._is_upgraded or (cycle is not None and not cycle.response_complete):
            self._stop_waiting()
        else:
            self._wait()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand the connection over to the WebSocket."""
        self._is_upgraded = True
        self._leave()
        self.transport.set_write_buffer_limits()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting for the client."""
        self._stop_waiting()
        self._leave()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Start the clock, because something could not be sent at once."""
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """Stop the clock, because everything has been sent."""
        super().resume_writing()
        self._stop_watching()

    def shutdown(self) -> None:
        """Stop without waiting for clients that are not sending or reading right now."""
        cycle: Any = self.cycle
        if cycle is not None and not cycle.response_complete and cycle.more_body:
            self._cut("stopping")
            return
        super().shutdown()
        self._patience = LAST_WORDS
        if self._unread is not None:
            self._watch()

    def _leave(self) -> None:
        self._stop_watching()
        self._door.exit(self._address)
        self._address = ""

    def _cut(self, reason: str) -> None:
        if not self.transport.is_closing() or reason == "unread":
            self._door.cut(reason)
        self.transport.abort()

    def _watch(self) -> None:
        self._stop_watching()
        self._left = unsent(self.transport)
        self._unread = self.loop.call_later(self._patience, self._look)

    def _look(self) -> None:
        if unsent(self.transport) < self._left:
            self._watch()
        else:
            self._cut("unread")

    def _stop_watching(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _wait(self) -> None:
        if self._waiting is None and not self.transport.is_closing():
            self._waiting = self.loop.call_later(REQUEST_WITHIN, self._cut, "silent")

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


class Mailbox:
    """The messages that wait for the one reader of a connection. A queue of asyncio's takes fifteen times the memory."""

    __slots__ = ("_messages", "_reader")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        """Add a message."""
        self._messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        """Wait for the next message and take it."""
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._messages.pop(0)

    def qsize(self) -> int:
        """Return how many messages wait."""
        return len(self._messages)

    def empty(self) -> bool:
        """Return whether no message waits."""
        return not self._messages


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket that the application finds in its scope, under the extension ``lastcard``.

    ``counts`` is called for every ping, pong and message fragment, none of which the application sees.
    """

    counts: Callable[[], None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Set up the connection so that messages leave at once."""
        self.queue = cast("Any", Mailbox())
        self.writable = WRITABLE
        super().connection_made(transport)
        self._door: Door = self.app_state["door"]
        raw = transport.get_extra_info("socket")
        if raw is not None and raw.family in (socket.AF_INET, socket.AF_INET6):
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def handle_connect(self, event: Request) -> None:
        """Make this object available to the application."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            cast("dict[str, Any]", self.scope["extensions"])["lastcard"] = self
        else:
            self._end()

    def settle(self) -> None:
        """Forget the handshake once it is done. Thousands of connections may wait, and nobody asks for its headers again."""
        del self.request, self.response
        cast("list[Any]", self.scope["headers"]).clear()
        self.scope["state"].clear()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Do not wait for a client that was refused or dropped. It may never read responses from before the upgrade."""
        super().on_task_complete(task)
        self._end()

    def pause_writing(self) -> None:
        """Go on. Whoever sends looks at the backlog."""

    def resume_writing(self) -> None:
        """Go on."""

    def handle_ping(self) -> None:
        """Answer a ping, as long as it fits within the message limit."""
        self._count()
        if self.close_sent:
            self.conn.data_to_send()
        else:
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Count a pong, unless it answers our own ping."""
        if self.pending_ping_payload is None or bytes(event.data) != self.pending_ping_payload:
            self._count()
        else:
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Count every fragment of a message, even an empty one."""
        self._count()
        if not self.close_sent:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on. Only if several are waiting are no more read, since stopping and starting again costs time."""
        if self.read_paused or self.queue.qsize() >= MOST_WAITING:
            super().send_receive_event_to_app()
            return
        self.read_paused = True
        super().send_receive_event_to_app()
        self.read_paused = False

    def _count(self) -> None:
        """Count a frame that is not a message. Until there is something to count it, none is allowed."""
        if self.counts is None:
            self.transport.abort()
        elif not self.close_sent:
            self.counts()

    @property
    def backlog(self) -> int:
        """Return how many bytes have not been sent yet."""
        return self.transport.get_write_buffer_size()

    def tell(self, frame: bytes) -> int:
        """Send text without waiting, and return how many bytes have not been sent yet."""
        transport = self.transport
        if self.close_sent or self.disconnected or transport.is_closing() or not self.handshake_complete:
            return 0
        transport.write(_text_head(len(frame)) + frame)
        return transport.get_write_buffer_size()

    def drop(self, code: int, reason: str) -> None:
        """Close without waiting, and cut the link if the other side does not close it soon."""
        if self.close_sent or self.disconnected:
            return
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        if not self.transport.is_closing():
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(LAST_WORDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """Cut a dead link even if something is still waiting to be sent."""
        if not self.close_sent and not self.transport.is_closing():
            self._door.closed(DEAD)
        super().keepalive_timeout()
        self._end()

    def handle_close(self, event: Frame) -> None:
        """Do not wait for a client that says goodbye."""
        super().handle_close(event)
        self._end()

    def handle_parser_exception(self) -> None:
        """Do not wait for a client that sends something unreadable."""
        if self.conn.close_sent is not None and not self.close_sent:
            self._door.closed(self.conn.close_sent.code)
        super().handle_parser_exception()
        self._end()

    def eof_received(self) -> None:
        """Do not wait for a client that hangs up."""
        self._end()

    def shutdown(self) -> None:
        """Close the connection because the server is stopping."""
        super().shutdown()
        self._end()

    def _end(self) -> None:
        """Cut the link soon. Closing it alone would wait until everything has been read."""
        self.loop.call_later(LAST_WORDS, self.transport.abort)
