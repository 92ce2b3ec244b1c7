"""The connections that follow a table, and what each of them has been told.

Each player is identified by the hash of a token, and all spectators together by the empty string. Seats may shift in the
lobby, but tokens do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from ..table import frames
from ..table.state import Fields
from ..table.table import Table
from ..wire.close_codes import NO_SEAT, NO_WATCHING, REASONS, REPLACED
from ..wire.commands import Refused, encode
from ..wire.messages import OkAnswer, SaidLine

WATCHER = ""  # used instead of a token's hash
MOST_LINKS = 4
MOST_WATCHERS = 200


class Link(Protocol):
    """A connection, as far as a table is concerned."""

    def tell(self, frame: bytes) -> None:
        """Send, without waiting."""

    def offer(self, frame: bytes) -> None:
        """Send what can be missed, unless the client is behind with its reading."""

    def close(self, code: int) -> None:
        """Close with one of the close codes, without waiting."""


class Subscriber:
    """The connections of one player, or of all spectators, and what they alone have been told."""

    def __init__(self) -> None:
        self.links: list[Link] = []
        self.own: Fields = {}


class Subscribers:
    """Everyone who follows one table from this process, by token hash."""

    def __init__(self) -> None:
        self._found: dict[str, Subscriber] = {}
        self._shared: Fields = {}  # what everybody has been told

    def __contains__(self, token_hash: str) -> bool:
        """Whether this player, or any spectator, is connected."""
        return token_hash in self._found

    def include(self, holders: Mapping[str, int]) -> bool:
        """Whether all of these players, by token hash, are connected."""
        return holders.keys() <= self._found.keys()

    def links(self, token_hash: str | None = None) -> list[Link]:
        """Every connection, or only those of one player."""
        if token_hash is not None:
            return [*self._found[token_hash].links] if token_hash in self else []
        return [link for subscriber in self._found.values() for link in subscriber.links]

    def add(self, table: Table, link: Link, token_hash: str, seen: int, now: float) -> bytes:
        """Add a connection that has seen this many events, and return its first frame."""
        if code := _unwelcome(table, token_hash):
            raise Refused("no-seat" if code == NO_SEAT else "no-watching", REASONS[code])
        frame, shared, own = frames.first(table, seat_of(table, token_hash), seen, now)
        self._shared = _agreed(self._shared, shared) if self._found else shared
        subscriber = self._found.setdefault(token_hash, Subscriber())
        subscriber.own = own
        subscriber.links.append(link)
        if len(subscriber.links) > (MOST_LINKS if token_hash else MOST_WATCHERS):
            subscriber.links.pop(0).close(REPLACED)
        return frame

    def remove(self, link: Link, token_hash: str) -> None:
        """Remove a connection that is gone."""
        subscriber = self._found.get(token_hash)
        if subscriber and link in subscriber.links:
            subscriber.links.remove(link)
            if not subscriber.links:
                del self._found[token_hash]

    def tell(self, table: Table, since: int, said: list[SaidLine], mover: str = "", cid: str = "") -> int:
        """Tell everyone what has changed since there were this many events, and return the number of frames sent.

        ``cid`` is the mover's command that this acknowledges.
        """
        if not self._found:
            return 0
        sent = 0
        shared, self._shared = frames.update(table, self._shared, since)
        for token_hash, seat, subscriber in self._welcome(table, mover, cid):
            answered = cid if token_hash == mover else ""
            part, subscriber.own = frames.part(table, seat, subscriber.own, since, shared, said, answered)
            sent += _send(subscriber, frames.composed(shared, part))
        return sent

    def start_over(self, table: Table, now: float) -> int:
        """Show everyone the table as it is now, and return the number of frames sent."""
        sent = 0
        for _, seat, subscriber in self._welcome(table):
            frame, self._shared, subscriber.own = frames.first(table, seat, 0, now)
            sent += _send(subscriber, frame)
        return sent

    def _welcome(self, table: Table, mover: str = "", cid: str = "") -> Iterator[tuple[str, int | None, Subscriber]]:
        """Yield those who may still look on, and their seats. The others are disconnected, the mover with its answer."""
        holders, watchers = table.holders(), table.settings.watchers
        for token_hash, subscriber in list(self._found.items()):
            seat = holders.get(token_hash) if token_hash else None
            if (seat is None if token_hash else not watchers) and (code := _unwelcome(table, token_hash)):
                is_answered = cid and token_hash == mover
                self._dismiss(token_hash, code, encode(OkAnswer(id=cid, ok=table.number)) if is_answered else b"")
            else:
                yield token_hash, seat, subscriber

    def _dismiss(self, token_hash: str, code: int, last_word: bytes) -> None:
        for link in self._found.pop(token_hash).links:
            if last_word:
                link.tell(last_word)
            link.close(code)


def _agreed(told: Fields, newest: Fields) -> Fields:
    """The fields that everybody has been told alike. What only the newest was told comes again for all."""
    return {name: value for name, value in told.items() if name in newest and newest[name] == value}


def seat_of(table: Table, token_hash: str) -> int | None:
    """The seat of a token's hash, or None for spectators and strangers."""
    return table.seat_of(token_hash) if token_hash else None


def _unwelcome(table: Table, token_hash: str) -> int:
    """The close code for someone who may not look on, or 0 if they may."""
    if token_hash:
        return NO_SEAT if table.seat_of(token_hash) is None else 0
    return 0 if table.settings.watchers else NO_WATCHING


def _send(subscriber: Subscriber, frame: bytes) -> int:
    for link in subscriber.links[:]:
        link.tell(frame)
    return len(subscriber.links)
