"""Worker processes that stay when a server stops: to start one takes as long as many a test."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.bots.thinkers import Thinkers
from lastcard.bots.workers import Workers
from lastcard.server.live import hub, rule_effects


class _Stays(Workers):
    async def close(self) -> None:
        """Stay for the next server."""


class _ThinkersStay(_Stays, Thinkers):
    pass


class Staff:
    """The workers of one server after another, by what they do."""

    def __init__(self) -> None:
        self._hired: dict[str, Workers] = {}

    def work_for_servers(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let servers take these workers instead of new ones."""
        monkeypatch.setattr(hub, "Thinkers", self._thinkers)
        monkeypatch.setattr(hub, "Workers", self._workers)
        monkeypatch.setattr(rule_effects, "Workers", self._workers)

    def _thinkers(self, work: str, *given: Any) -> Workers:
        return self._hired.setdefault(work, _ThinkersStay(work, *given))

    def _workers(self, work: str, *given: Any, **limits: Any) -> Workers:
        return self._hired.setdefault(work, _Stays(work, *given, **limits))

    async def go_home(self) -> None:
        """End every process."""
        for workers in self._hired.values():
            await Workers.close(workers)
