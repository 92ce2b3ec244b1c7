"""A shortcut between the bus and its socket: messages bypass nats-py's tasks and queues, which cost more than the messages do.

nats-py still connects, signs in, subscribes, pings and reconnects. Everything but messages for this process is passed on to it.
Where its insides are not as expected, or it speaks over a WebSocket, there is no shortcut, and messages go through it.
"""

# ruff: noqa: SLF001 - nats-py has no hook for this; tests say when its insides have changed

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

MOST_WAITING = 4 << 20  # bytes that NATS has not taken yet before no more are sent
_MESSAGE, _WITH_HEADERS, _LINE = b"MSG ", b"HMSG ", b"\r\n"


class Shortcut(asyncio.Protocol):
    """One connection to NATS, in the place of nats-py's protocol. ``hear`` gets a message and says whether it was for it."""

    def __init__(self, transport: asyncio.Transport, hear: Callable[[bytes, bytes], bool]) -> None:
        self._transport = transport
        self._nats_py = cast("asyncio.Protocol", transport.get_protocol())
        self._hear = hear
        self._rest = b""
        transport.set_protocol(self)

    @classmethod
    def of(cls, client: Any, hear: Callable[[bytes, bytes], bool]) -> Shortcut | None:
        """Take a client's connection over, if it is between two messages and nothing that has arrived waits to be read."""
        with suppress(AttributeError, ImportError):
            from nats.protocol.parser import AWAITING_CONTROL_LINE

            reader, transport = client._transport._io_reader, client._transport._io_writer.transport
            is_between = client._ps.state == AWAITING_CONTROL_LINE and not (client._ps.buf or reader._buffer)
            if is_between and not transport.is_closing():
                return cls(transport, hear)
        return None

    @property
    def is_over(self) -> bool:
        """Whether the connection has ended."""
        return self._transport.is_closing()

    @property
    def is_full(self) -> bool:
        """Whether NATS is behind, so that what comes next has to wait."""
        return self._transport.get_write_buffer_size() > MOST_WAITING

    def send(self, data: bytes) -> None:
        """Send whole messages, without waiting."""
        self._transport.write(data)

    # ---- what the transport calls --------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        """Take the messages out, and pass everything else on."""
        data, at = self._rest + data if self._rest else data, 0
        while (line := data.find(_LINE, at)) >= 0:
            end = start = line + 2
            if data.startswith(_MESSAGE, at) or data.startswith(_WITH_HEADERS, at):
                words = data[at:line].split()
                end = start + int(words[-1]) + 2
                if end > len(data):
                    break
                if self._hear(words[1], data[start : end - 2]):
                    at = end
                    continue
            self._nats_py.data_received(data[at:end])
            at = end
        self._rest = data[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        """Have nats-py connect again."""
        self._nats_py.connection_lost(exc)

    def eof_received(self) -> bool | None:
        """Have nats-py connect again."""
        return self._nats_py.eof_received()

    def pause_writing(self) -> None:
        """Have nats-py wait. The bus looks whether the connection is full."""
        self._nats_py.pause_writing()

    def resume_writing(self) -> None:
        """Let nats-py go on."""
        self._nats_py.resume_writing()
