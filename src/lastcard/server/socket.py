"""uvicorn's WebSocket with what a table needs besides: telling without waiting, and an end for those who do not read.

A frame goes into the transport's buffer at once, so everybody at a table is told in the same breath. The buffer is bounded: a
reader that falls behind is let go, as is one whose link is dead.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

LAST_WORDS = 1.0  # seconds for the close to get through
KERNEL_BUFFER = 64 << 10


class Socket(WebSocketsSansIOProtocol):
    """Found by the application in its scope, under the extension ``lastcard``."""

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

    def tell(self, frame: bytes) -> int:
        """Send a text without waiting; how many bytes have not left yet."""
        if self.close_sent or self.disconnected or self.transport.is_closing() or not self.handshake_complete:
            return 0
        self.conn.send_text(frame)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return self.transport.get_write_buffer_size()

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
