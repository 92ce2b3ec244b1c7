"""Rebuilds the record of a finished game from its log alone, for rules or editions that the server no longer has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from ...record import END, FORMAT, NEXT_ROUND, Record
from . import log
from .table import Table


def recorded(table: Table, entries: Iterable[log.AnyEntry]) -> Record:
    """The record of a finished game. A table that has forgotten its moves takes them from its log."""
    if table.game is None or not table.game.has_forgotten or table.stage != "over":
        return table.record()
    record = Unplayed(entries).record()
    record["rules_version"] = table.game.edition.version
    record["scores"], record["winners"] = list(table.game.scores), list(table.game.winners)
    return record


class Unplayed(Table):
    """A table whose game is recorded but not played through again. It knows only who sat there, and the record."""

    def __init__(self, entries: Iterable[log.AnyEntry]) -> None:
        self._version = 0
        self._seed = ""
        self._since = 0.0
        self._moves: list[list[Any]] = []
        self._pending: dict[str, Any] = {}
        self._rewritten: dict[str, dict[str, Any]] = {}
        super().__init__(entries)

    def apply(self, entry: log.AnyEntry) -> None:
        """Take in what a record needs from an entry."""
        if isinstance(entry, log.Created):
            self._begin(entry)
            self._version = entry.rules_version
        elif isinstance(entry, log.Started):
            self._seed = self._seed_by(entry.scheme)
            self._since = entry.t
        elif isinstance(entry, log.Moved):
            self._moves.append([entry.seat, entry.move, max(0, round((entry.t - self._since) * 1000))])
        elif isinstance(entry, log.Dealt):
            self._deal(entry.t)
        elif isinstance(entry, log.Ended):
            self._moves.append([None, END])
        elif not self._seed:
            super().apply(entry)
        elif isinstance(entry, log.Sat):
            self.seats[entry.seat].person = entry.person
        elif isinstance(entry, log.Faced):
            self.seats[entry.seat].person = msgspec.structs.replace(self._person(entry.seat), face=entry.face)
        elif isinstance(entry, log.Changed):
            self._pending |= entry.options or {}
            self.settings = entry.settings or self.settings

    def _deal(self, t: float) -> None:
        self._moves.append([None, NEXT_ROUND])
        if self._pending:
            self._rewritten[str(sum(move[0] is None for move in self._moves))] = self._pending
        self._pending = {}
        self._since = t

    def record(self) -> Record:
        """The record without the scores, which only playing it through would give."""
        record: Record = {
            "format": FORMAT,
            "edition": self.edition,
            "rules_version": self._version,
            "players": len(self.seats),
            "seed": self._seed,
            "options": dict(self.options),
            "moves": self._moves,
            "names": self.names(),
            "fair": self.fair(),
        }
        if any(self.faces()):
            record["faces"] = self.faces()
        return {**record, "rewritten": self._rewritten} if self._rewritten else record
