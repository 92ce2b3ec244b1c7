"""How much one address or one connection may ask for: token buckets, and who is behind a proxy."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields

from .protocol import Refused

MOST_KEPT = 100_000
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True)
class Limits:
    """What one address may do. A rate allows its number at once and refills evenly over its time."""

    tables_per_hour: int = 60  #: tables made
    seats_per_hour: int = 200  #: seats taken at others' tables
    connections: int = 100  #: WebSockets open at a time
    lists_per_minute: int = 60  #: lists of games asked for by tokens
    guesses_per_minute: int = 20  #: wrong codes
    hints_per_minute: int = 30  #: hints
    replays_per_minute: int = 30  #: games shown again, and records fetched
    reviews_per_hour: int = 30  #: games reviewed
    requests_per_second: int = 50  #: HTTP requests
    messages_per_second: int = 20  #: messages on one WebSocket, four seconds' worth at once
    messages_per_address: int = 200  #: messages a second of all its WebSockets, four seconds' worth at once

    @classmethod
    def read(cls, given: Iterable[str]) -> Limits:
        """From texts such as ``connections=500``; ValueError says what is wrong."""
        names = [field.name for field in fields(cls)]
        values: dict[str, int] = {}
        for text in given:
            name, _, number = text.partition("=")
            if name not in names or not number.isascii() or not number.isdigit() or not 0 < int(number) < 1 << 31:
                raise ValueError(f"a limit is NAME=NUMBER, with a name from {', '.join(names)}")
            values[name] = int(number)
        return cls(**values)


class Bucket:
    """Holds up to ``size`` tokens and gains ``rate`` a second."""

    __slots__ = ("at", "rate", "size", "tokens")

    def __init__(self, size: float, rate: float, now: float) -> None:
        self.size = size
        self.rate = rate
        self.tokens = size
        self.at = now

    def take(self, now: float) -> bool:
        """Take a token, where there is one."""
        self._gain(now)
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    def is_empty(self, now: float) -> bool:
        """Whether nothing can be taken now."""
        self._gain(now)
        return self.tokens < 1

    def is_full(self, now: float) -> bool:
        """Whether it is as good as new."""
        self._gain(now)
        return self.tokens >= self.size

    def _gain(self, now: float) -> None:
        self.tokens = min(self.size, self.tokens + max(0.0, now - self.at) * self.rate)
        self.at = now


class Guard:
    """Counts what every address does, and refuses what is too much."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._open: dict[str, int] = {}
        self._rates = {
            "tables": (limits.tables_per_hour, limits.tables_per_hour / 3600),
            "seats": (limits.seats_per_hour, limits.seats_per_hour / 3600),
            "lists": (limits.lists_per_minute, limits.lists_per_minute / 60),
            "guesses": (limits.guesses_per_minute, limits.guesses_per_minute / 60),
            "hints": (limits.hints_per_minute, limits.hints_per_minute / 60),
            "replays": (limits.replays_per_minute, limits.replays_per_minute / 60),
            "reviews": (limits.reviews_per_hour, limits.reviews_per_hour / 3600),
            "requests": (limits.requests_per_second * 4, limits.requests_per_second),
            "messages": (limits.messages_per_address * 4, limits.messages_per_address),
        }

    def _bucket(self, what: str, address: str) -> Bucket:
        bucket = self._buckets.get((what, address))
        if bucket is None:
            if len(self._buckets) >= MOST_KEPT:
                self.tidy()
            size, rate = self._rates[what]
            bucket = self._buckets[what, address] = Bucket(size, rate, self._clock())
        return bucket

    def take(self, what: str, address: str) -> None:
        """Refused where an address has done too much of this."""
        if not self._bucket(what, address).take(self._clock()):
            raise Refused("too-many", "that is too much from your address: wait a little")

    def may_guess(self, address: str) -> None:
        """Refused after too many wrong codes, right ones too."""
        if self._bucket("guesses", address).is_empty(self._clock()):
            raise Refused("too-many", "too many wrong codes from your address: wait a minute")

    def wrong_guess(self, address: str) -> None:
        """A code that does not exist was tried."""
        self._bucket("guesses", address).take(self._clock())

    def link_bucket(self) -> Bucket:
        """For the messages of one connection."""
        rate = self.limits.messages_per_second
        return Bucket(rate * 4, rate, self._clock())

    def may_say(self, own: Bucket, address: str) -> bool:
        """Whether a connection may send another message now."""
        now = self._clock()
        return own.take(now) and self._bucket("messages", address).take(now)

    def enter(self, address: str) -> None:
        """One more connection; Refused where there are too many."""
        if self._open.get(address, 0) >= self.limits.connections:
            raise Refused("too-many", "too many connections from your address")
        self._open[address] = self._open.get(address, 0) + 1

    def exit(self, address: str) -> None:
        """One connection fewer."""
        left = self._open[address] - 1
        if left:
            self._open[address] = left
        else:
            del self._open[address]

    def tidy(self) -> None:
        """Forget the buckets that are full; where that is not enough, the oldest ones."""
        now = self._clock()
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now)}
        for key in list(self._buckets)[: max(0, len(self._buckets) - MOST_KEPT * 3 // 4)]:
            del self._buckets[key]


class Networks:
    """Addresses and networks of them; ValueError where one is none."""

    def __init__(self, given: Iterable[str]) -> None:
        self._networks: list[Network] = [ipaddress.ip_network(text, strict=False) for text in given]

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._networks)

    def __contains__(self, address: str) -> bool:
        """Whether an address is in one of them."""
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return False
        if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped:
            parsed = parsed.ipv4_mapped
        return any(parsed in network for network in self._networks)


class Proxies:
    """The proxies whose word about the client's address is believed."""

    def __init__(self, trusted: Iterable[str]) -> None:
        self._trusted = Networks(trusted)

    def address(self, peer: str, forwarded: str) -> str:
        """The client's address: of the X-Forwarded-For chain the last that no trusted proxy vouches for."""
        if self._trusted:
            for hop in reversed([part.strip() for part in forwarded.split(",") if part.strip()]):
                if peer not in self._trusted:
                    break
                peer = without_port(hop)
        return neighborhood(peer)


def without_port(hop: str) -> str:
    """An address of X-Forwarded-For, to which some proxies add the client's port: 1.2.3.4:567, [2001:db8::1]:567."""
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    host, _, _ = hop.partition(":")
    return host if hop.count(":") == 1 else hop


def neighborhood(address: str) -> str:
    """An address as it is counted: of IPv6 the half that a household has."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
