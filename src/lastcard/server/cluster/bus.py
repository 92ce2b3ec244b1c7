"""The bus by which processes reach each other: NATS.

Every process listens to one subject of its own, in order: questions, answers to its own questions, and frames for its
connections. What a process has for another at one moment travels in one message, since each message costs far more than what
is in it. Messages may get lost, and nothing is sent twice.
"""

from __future__ import annotations

import asyncio
import logging
import os
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from itertools import count
from typing import Any
from urllib.parse import parse_qsl, urlsplit, urlunsplit

import msgspec
from msgspec import Struct

from ...extras import how_to_install
from ..live.metrics import Metrics
from ..storage.outage import Outage
from .shortcut import Shortcut

ROOT = "lastcard"
CONNECT_WITHIN = 5.0  # seconds
PING_EVERY = 2  # seconds; two pings without an answer end a connection
STEADY_AFTER = 2.0  # seconds after which a connection counts as steady: the others have had time to come back, too
LOST_AFTER = 5.0  # seconds without the bus after which others stop waiting for an answer; a restart takes less
MOST_UNSENT = 100_000  # parcels for one process
LARGEST = 768 << 10  # bytes of a message with several parcels; NATS takes a megabyte
WATCH_EVERY = 0.05  # seconds
RETRY = 0.01  # seconds until more is sent to a NATS that is behind
SCHEMES = ("nats", "tls", "ws", "wss")
FILES = ("credentials", "ca", "certificate", "key")

Parcel = tuple[int, int, bytes]  # what it is, the number of its question, and its data
ASK, ANSWER, FRAMES = 0, 1, 2

log = logging.getLogger(__name__)


class Message(Struct, frozen=True, array_like=True):
    """What one process has for another at one moment."""

    sender: str
    parcels: list[Parcel]


_pack = msgspec.msgpack.Encoder().encode
_read = msgspec.msgpack.Decoder(Message).decode


def bundled(parcels: list[Parcel]) -> Iterator[list[Parcel]]:
    """Divide parcels into messages, in order. Only a message with a single parcel may be larger than LARGEST."""
    begin = size = 0
    for i, parcel in enumerate(parcels):
        if i > begin and size + len(parcel[2]) > LARGEST:
            yield parcels[begin:i]
            begin, size = i, 0
        size += len(parcel[2])
    yield parcels[begin:]


class BusError(Exception):
    """Says in one sentence, without secrets, why the bus cannot be used."""


class NobodyThere(Exception):
    """No process listens to this subject."""


class NoAnswer(Exception):
    """No answer came in time, or the bus is out of reach."""


def check_address(address: str) -> None:
    """Check the address of a bus. BusError says what is wrong."""
    if find_spec("nats") is None:
        raise BusError(f"The bus needs one more package: {how_to_install('cluster')}.")
    parts = urlsplit(address)
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise BusError("The bus's address is not a URL such as nats://host:4222.")
    if unknown := [name for name, _ in parse_qsl(parts.query) if name not in FILES]:
        raise BusError(f"The bus's address has an unknown part, {unknown[0]}: it may name files as {', '.join(FILES)}.")
    for _, name in parse_qsl(parts.query):
        if not os.access(name, os.R_OK):
            raise BusError(f"The bus's address names a file that can't be read: {name}.")


def options(address: str) -> dict[str, Any]:
    """What to connect with: the server, and the files that its address names."""
    parts = urlsplit(address)
    files = dict(parse_qsl(parts.query))
    given: dict[str, Any] = {"servers": urlunsplit(parts._replace(query=""))}
    if "credentials" in files:
        given["user_credentials"] = files["credentials"]
    if parts.scheme in ("tls", "wss") or "ca" in files or "certificate" in files:
        given["tls"] = ssl.create_default_context(cafile=files.get("ca"))
        if "certificate" in files:
            given["tls"].load_cert_chain(files["certificate"], files.get("key"))
    return given


def _fail(future: asyncio.Future[bytes], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)


class Bus:
    """This process's connection to the others, which comes back by itself when it breaks.

    ``asked`` gets a question and what answers it, ``told`` gets frames, and ``gone`` a process that no longer listens.
    """

    def __init__(self, address: str, me: str, metrics: Metrics | None = None) -> None:
        check_address(address)
        self._address = address
        self.me = me
        self._here, self._gone = f"{ROOT}.{me}".encode(), f"{ROOT}.{me}.gone.".encode()
        self.asked: Callable[[bytes, Callable[[bytes], None]], None] = lambda _data, _answer: None
        self.told: Callable[[bytes], None] = lambda _data: None
        self.gone: Callable[[str], None] = lambda _process: None
        self._nats: Any = None
        self._numbers = count(1)
        # The process that is asked, its answer, and until when it is waited for.
        self._waiting: dict[int, tuple[str, asyncio.Future[bytes], float]] = {}
        self._is_watching = False
        self._answered: dict[str, float] = {}  # when each process last did
        self._unsent: dict[str, list[Parcel]] = {}  # by the process that it goes to
        self._heads: dict[str, bytes] = {}  # of a message, by the process that it goes to
        self._fills: list[Callable[[], None]] = []  # what has more to send
        self._is_flushing = False  # soon
        self._shortcut: Shortcut | None = None
        self._wake = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None
        self._since = 0.0
        self.outage = Outage()
        metrics = metrics or Metrics()
        about = "Messages from and to other processes, and those that could not be sent."
        self._messages = metrics.count("bus_messages_total", about, "way", ("in", "out", "lost"))
        about = "Questions that were not answered, and connections to the bus that broke and came back."
        self._trouble = metrics.count("bus_trouble_total", about, "what", ("no-answer", "nobody-there", "reconnected"))
        metrics.gauges["bus_connected"] = ("Whether the bus is within reach.", lambda: self.is_connected)
        metrics.gauges["bus_questions"] = ("Questions that wait for another process.", lambda: len(self._waiting))

    async def open(self) -> None:
        """Connect and listen. BusError if that is not possible now."""
        import nats
        from nats.errors import Error

        with suppress(ValueError):
            logging.getLogger("nats").setLevel(logging.CRITICAL)  # what matters is logged here, without addresses
        try:
            async with asyncio.timeout(CONNECT_WITHIN):
                self._nats = await nats.connect(
                    **options(self._address),
                    error_cb=self._failed,
                    disconnected_cb=self._disconnected,
                    reconnected_cb=self._connected,
                    allow_reconnect=True,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=0.2,
                    connect_timeout=2,
                    ping_interval=PING_EVERY,
                    max_outstanding_pings=2,
                )
                await self._nats.subscribe(f"{ROOT}.{self.me}", cb=self._heard)
                await self._nats.subscribe(f"{ROOT}.{self.me}.gone.*", cb=self._heard)
                for _ in range(2):  # nats-py sends the first ping ahead of the subscriptions, and the second one after them
                    await self._nats.flush()
        except (Error, OSError, TimeoutError, ssl.SSLError) as error:
            raise BusError("The bus is out of reach, or does not let this process in.") from error
        self._since = time.monotonic() - STEADY_AFTER
        self._sending = asyncio.create_task(self._send_all())

    async def close(self) -> None:
        """Send what is queued, and disconnect."""
        if self._sending:
            with suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    while self._unsent and self.is_connected:  # noqa: ASYNC110 - only at the end
                        await asyncio.sleep(0.01)
            self._sending.cancel()
        if self._nats:
            with suppress(Exception):
                async with asyncio.timeout(1.0):
                    await self._nats.flush()
            with suppress(Exception):
                await self._nats.close()

    @property
    def is_connected(self) -> bool:
        """Whether the bus is within reach, as far as is known."""
        return bool(self._nats and self._nats.is_connected)

    @property
    def is_steady(self) -> bool:
        """Whether it has been for a while, so that a process that is not there now has really gone."""
        return self.is_connected and time.monotonic() >= self._since + STEADY_AFTER

    @property
    def is_lost(self) -> bool:
        """Whether it has been out of reach for so long that this process can't be expected to answer soon."""
        return not self.is_connected and self.outage.lasts > LOST_AFTER

    def tell(self, process: str, data: bytes) -> None:
        """Send frames to a process, without waiting. If nobody listens there, ``gone`` is called."""
        self._send(process, FRAMES, 0, data)

    def fill(self, fill: Callable[[], None]) -> None:
        """Have this called before the next messages leave, so that what it tells goes along."""
        self._fills.append(fill)
        self._flush_soon()

    async def ask(self, process: str, data: bytes, within: float) -> bytes:
        """Ask a process something. NobodyThere or NoAnswer if it does not answer."""
        number = next(self._numbers)
        if not self.is_connected:
            self._trouble["no-answer"] += 1
            raise NoAnswer
        loop = asyncio.get_running_loop()
        future: asyncio.Future[bytes] = loop.create_future()
        self._waiting[number] = process, future, loop.time() + within
        if not self._is_watching:
            self._watch()
        try:
            self._send(process, ASK, number, data)
            return await future
        except NoAnswer:
            self._trouble["no-answer"] += 1
            raise
        except NobodyThere:
            self._trouble["nobody-there"] += 1
            raise
        finally:
            del self._waiting[number]

    def _watch(self) -> None:
        """Give up answers that are late. One timer for all of them costs less than one for each."""
        loop = asyncio.get_running_loop()
        for _, future, until in self._waiting.values():
            if loop.time() >= until:
                _fail(future, NoAnswer())
        self._is_watching = bool(self._waiting)
        if self._is_watching:
            loop.call_later(WATCH_EVERY, self._watch)

    def has_answered(self, process: str, since: float) -> bool:
        """Whether a process has answered anything since then, by the monotonic clock."""
        return self._answered.get(process, 0.0) >= since

    # ---- sending ------------------------------------------------------------------------------------
    def _send(self, process: str, kind: int, number: int, data: bytes) -> None:
        parcels = self._unsent.get(process)
        if parcels is None:
            parcels = self._unsent[process] = []
            self._flush_soon()
        if len(parcels) < MOST_UNSENT:
            parcels.append((kind, number, data))

    def _flush_soon(self) -> None:
        if not self._is_flushing:
            self._is_flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        """Send what has come up at the same time, to all processes at once."""
        fills, self._fills = self._fills, []
        for fill in fills:
            fill()
        self._is_flushing = False
        shortcut = self._find_shortcut()
        if shortcut is None:
            self._wake.set()
        elif shortcut.is_full:
            self._is_flushing = True
            asyncio.get_running_loop().call_later(RETRY, self._flush)
        else:
            unsent, self._unsent = self._unsent, {}
            messages = (self._message(to, bundle) for to, parcels in unsent.items() for bundle in bundled(parcels))
            shortcut.send(b"".join(messages))

    def _find_shortcut(self) -> Shortcut | None:
        if not self.is_connected:
            return None
        if self._shortcut is None or self._shortcut.is_over:
            self._shortcut = Shortcut.of(self._nats, self._hear)
        return self._shortcut

    def _message(self, process: str, parcels: list[Parcel]) -> bytes:
        """A message as NATS reads it, or nothing if it is too large for it."""
        data = _pack(Message(self.me, parcels))
        if len(data) > self._nats.max_payload:
            self._messages["lost"] += 1
            log.warning("a message to another process is lost", extra={"why": "too large"})
            return b""
        self._messages["out"] += 1
        head = self._heads.get(process)
        if head is None:
            head = self._heads[process] = f"PUB {ROOT}.{process} {ROOT}.{self.me}.gone.{process} ".encode()
        return b"%b%d\r\n%b\r\n" % (head, len(data), data)

    async def _send_all(self) -> None:
        """Send through nats-py while there is no shortcut."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            unsent, self._unsent = self._unsent, {}
            for process, parcels in unsent.items():
                for bundle in bundled(parcels):
                    await self._publish(process, bundle)

    async def _publish(self, process: str, parcels: list[Parcel]) -> None:
        if not self.is_connected:
            self._messages["lost"] += 1
            return  # whoever misses it finds out
        message = _pack(Message(self.me, parcels))
        try:
            await self._nats.publish(f"{ROOT}.{process}", message, reply=f"{ROOT}.{self.me}.gone.{process}")
        except Exception as error:  # noqa: BLE001 - one message that cannot be sent must not stop the others
            self._messages["lost"] += 1
            log.warning("a message to another process is lost", extra={"why": type(error).__name__})
        else:
            self._messages["out"] += 1

    # ---- hearing ------------------------------------------------------------------------------------
    async def _heard(self, message: Any) -> None:
        """Hear a message that came through nats-py."""
        self._hear(message.subject.encode(), message.data)

    def _hear(self, subject: bytes, data: bytes) -> bool:
        """Handle a message, if it is for this process. NATS itself says, in place of an answer, that a process is gone."""
        if subject == self._here:
            self._unpack(data)
        elif subject.startswith(self._gone):
            self._lose(subject.removeprefix(self._gone).decode())
        else:
            return False
        return True

    def _lose(self, process: str) -> None:
        self._give_up(process)
        try:
            self.gone(process)
        except Exception:
            log.exception("A process that is gone could not be given up.")

    def _unpack(self, data: bytes) -> None:
        self._messages["in"] += 1
        try:
            told = _read(data)
        except msgspec.DecodeError:
            log.exception("A message from another process could not be read.")
            return
        for kind, number, parcel in told.parcels:
            try:
                if kind == ASK:
                    self.asked(parcel, partial(self._send, told.sender, ANSWER, number))
                elif kind == ANSWER:
                    self._take_answer(number, parcel)
                elif kind == FRAMES:
                    self.told(parcel)
            except Exception:
                log.exception("A message from another process could not be handled.")

    def _take_answer(self, number: int, data: bytes) -> None:
        process, future, _ = self._waiting.get(number, ("", None, 0.0))
        if future is not None and not future.done():
            self._answered[process] = time.monotonic()
            future.set_result(data)

    def _give_up(self, process: str) -> None:
        for asked, future, _ in self._waiting.values():
            if asked == process:
                _fail(future, NobodyThere())

    async def _connected(self) -> None:
        self._since = time.monotonic()
        self._trouble["reconnected"] += 1
        self.outage.ended()
        log.info("The other processes can be reached again.")

    async def _disconnected(self) -> None:
        if self._nats and self._nats.is_closed:  # by ourselves
            return
        self.outage.failed(time.monotonic())
        log.warning("The other processes cannot be reached: the bus is gone.")

    async def _failed(self, error: Exception) -> None:
        log.debug("the bus", extra={"why": type(error).__name__})
