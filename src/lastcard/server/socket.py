"""uvicorn's protocols with what a table needs besides: telling without waiting, and an end for those who do not talk or read.

A frame goes into the transport's buffer at once, so everybody at a table is told in the same breath. The buffer is bounded: a
reader that falls behind is let go, as is one whose link is dead.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

LAST_WORDS = 1.0  # seconds for the close to get through
KERNEL_BUFFER = 64 << 10
REQUEST_WITHIN = 10.0  # seconds for the head of a request


class Http(H11Protocol):
    """HTTP that waits only so long for a request to come."""

    _waiting: asyncio.TimerHandle | None = None
    _is_upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The first request is waited for."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Half a request is waited for as long as a whole one."""
        super().data_received(data)
        cycle: Any = self.cycle
        if self._is_upgraded or (cycle is not None and not cycle.response_complete):
            self._stop_waiting()
        else:
            self._wait()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From here on it is a WebSocket's."""
        self._is_upgraded = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is waited for any more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._waiting is None and not self.transport.is_closing():
            self._waiting = self.loop.call_later(REQUEST_WITHIN, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


class Socket(WebSocketsSansIOProtocol):
    """Found by the application in its scope, under the extension ``lastcard``.

    ``counts`` is called for every ping, pong and part of a message, which the application does not see.
    """

    counts: Callable[[], None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Bound what the system buffers too."""
        super().connection_made(transport)
        raw = transport.get_extra_info("socket")
        if raw is not None and raw.family in (socket.AF_INET, socket.AF_INET6):
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def handle_connect(self, event: Request) -> None:
        """Let the application find this object."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            cast("dict[str, Any]", self.scope["extensions"])["lastcard"] = self

    def handle_ping(self) -> None:
        """A ping is answered as long as it counts as a message that may be sent."""
        self._count()
        if self.close_sent:
            self.conn.data_to_send()
        else:
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """The answer to the ping of this side is free."""
        if self.pending_ping_payload is None or bytes(event.data) != self.pending_ping_payload:
            self._count()
        else:
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Every part of a message counts, even an empty one."""
        self._count()
        if not self.close_sent:
            super().handle_cont(event)

    def _count(self) -> None:
        """A frame that is no message has come; before there is anybody to count it, none may."""
        if self.counts is None:
            self.transport.abort()
        elif not self.close_sent:
            self.counts()

    @property
    def backlog(self) -> int:
        """How many bytes have not left yet."""
        return self.transport.get_write_buffer_size()

    def tell(self, frame: bytes) -> int:
        """Send a text without waiting; how many bytes have not left yet."""
        if self.close_sent or self.disconnected or self.transport.is_closing() or not self.handshake_complete:
            return 0
        self.conn.send_text(frame)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return self.backlog

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
        """A dead link is cut even where something is still waiting to be sent."""
        super().keepalive_timeout()
        self.loop.call_later(LAST_WORDS, self.transport.abort)
