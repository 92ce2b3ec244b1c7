"""Counting what each address does, and refusing what exceeds its limits."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..wire.commands import Refused
from .limits import Limits

MOST_KEPT = 100_000


class Bucket:
    """Holds up to ``size`` tokens and gains ``rate`` tokens a second."""

    __slots__ = ("at", "rate", "size", "tokens")

    def __init__(self, size: float, rate: float, now: float) -> None:
        self.size = size
        self.rate = rate
        self.tokens = size
        self.at = now

    def take(self, now: float) -> bool:
        """Take a token if there is one."""
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
        """Whether the bucket is full again, as if never used."""
        self._gain(now)
        return self.tokens >= self.size

    def _gain(self, now: float) -> None:
        self.tokens = min(self.size, self.tokens + max(0.0, now - self.at) * self.rate)
        self.at = now


class Tally:
    """Counts how much of something each address holds at a time. The empty address is not counted."""

    def __init__(self, most: int, refused: Refused) -> None:
        self.held: dict[str, int] = {}
        self._most = most
        self._refused = refused

    def add(self, address: str, amount: int = 1) -> None:
        """Take more, or raise Refused if that is too much. An address that holds nothing may take one thing of any size."""
        has = self.held.get(address, 0)
        if has and has + amount > self._most:
            raise Refused(self._refused.code, self._refused.says)
        if address and amount:
            self.held[address] = has + amount

    def drop(self, address: str, amount: int = 1) -> None:
        """Give back what was taken."""
        left = self.held.get(address, 0) - amount
        if left > 0:
            self.held[address] = left
        else:
            self.held.pop(address, None)

    @contextmanager
    def held_for(self, address: str, amount: int = 1) -> Iterator[None]:
        """Hold this amount for the duration of the block."""
        self.add(address, amount)
        try:
            yield
        finally:
            self.drop(address, amount)


class Guard:
    """Counts what each address does and refuses what exceeds its limits."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}
        crowded = Refused("too-many", "There are too many connections from your address: close some.")
        self.sockets = Tally(limits.connections, crowded)
        self.http = Tally(limits.http_connections, crowded)
        self.unsent = Tally(
            limits.unsent_megabytes << 20,
            Refused("too-many", "Too many answers to your address are still on their way: wait until they arrive."),
        )
        self._rates = {
            "tables": (limits.tables_per_hour, limits.tables_per_hour / 3600),
            "seats": (limits.seats_per_hour, limits.seats_per_hour / 3600),
            "lists": (limits.lists_per_minute, limits.lists_per_minute / 60),
            "lessons": (limits.lessons_per_minute, limits.lessons_per_minute / 60),
            "guesses": (limits.guesses_per_minute, limits.guesses_per_minute / 60),
            "hints": (limits.hints_per_minute, limits.hints_per_minute / 60),
            "replays": (limits.replays_per_minute, limits.replays_per_minute / 60),
            "reviews": (limits.reviews_per_hour, limits.reviews_per_hour / 3600),
            "best_moves": (limits.best_moves_per_hour, limits.best_moves_per_hour / 3600),
            "effects": (limits.effects_per_minute, limits.effects_per_minute / 60),
            "requests": (limits.requests_per_second * 4, limits.requests_per_second),
            "messages": (limits.messages_per_address * 4, limits.messages_per_address),
            "signals": (limits.signals_per_address * 4, limits.signals_per_address),
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
        """Refuse an address that has used up this limit."""
        if not self._bucket(what, address).take(self._clock()):
            raise Refused("too-many", "That's too much at once from your address: wait a little.")

    def may_guess(self, address: str) -> None:
        """Refuse an address after too many wrong codes, even if the next one is right."""
        if self._bucket("guesses", address).is_empty(self._clock()):
            raise Refused("too-many", "Too many wrong codes from your address: wait a minute.")

    def wrong_guess(self, address: str) -> None:
        """Count a try of a code that does not exist."""
        self._bucket("guesses", address).take(self._clock())

    def link_bucket(self) -> Bucket:
        """A bucket for the messages of one connection."""
        rate = self.limits.messages_per_second
        return Bucket(rate * 4, rate, self._clock())

    def signal_bucket(self) -> Bucket:
        """A bucket for the signals of one connection."""
        rate = self.limits.signals_per_second
        return Bucket(rate * 4, rate, self._clock())

    def may_say(self, own: Bucket, address: str) -> bool:
        """Whether a connection may send another message now."""
        return self._may(own, "messages", address)

    def may_signal(self, own: Bucket, address: str) -> bool:
        """Whether a connection may send another signal of a call now."""
        return self._may(own, "signals", address)

    def _may(self, own: Bucket, what: str, address: str) -> bool:
        now = self._clock()
        return own.take(now) and self._bucket(what, address).take(now)

    def tidy(self) -> None:
        """Forget full buckets, and the oldest ones if that is not enough."""
        now = self._clock()
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now)}
        for key in list(self._buckets)[: max(0, len(self._buckets) - MOST_KEPT * 3 // 4)]:
            del self._buckets[key]
