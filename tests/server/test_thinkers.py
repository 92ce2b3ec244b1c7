"""Bots that think for too long hold up nobody, and an easy bot waits only for the search that is running."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any

import pytest

from lastcard import Game, bots
from lastcard.bots import thinkers
from lastcard.bots.thinkers import Ask, Thinkers
from lastcard.server.live.bots import TICK, release

pytestmark = pytest.mark.anyio


class Endless:
    """A bot that never chooses and cannot be stopped."""

    name = "endless"
    about = "thinks"

    def choose(self, *_: object) -> None:
        while True:
            with suppress(Exception):
                time.sleep(0.01)


def asked(*levels: str) -> list[Ask]:
    """A question to bots of these levels, one per seat."""
    game = Game("classic", max(2, len(levels)), seed=1)
    seat = game.to_move[0]
    return [Ask(number, level, game.view(seat), game.moves(seat)) for number, level in enumerate(levels)]


def test_a_choice_that_takes_too_long_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that does not choose in time declines, and the table's other bots are still asked."""
    get = bots.get
    monkeypatch.setattr(thinkers, "CHOICE_WITHIN", 1.0)
    monkeypatch.setattr(bots, "get", lambda name: Endless() if name == "random" else get(name))
    asks = asked("easy", "medium")
    slow, quick = thinkers.answer(asks)
    assert slow is None
    assert quick in [str(move) for move in asks[1].moves]


async def test_bots_choose_in_a_worker() -> None:
    """Every bot that is asked chooses one of its moves, whatever its level."""
    thinkers, asks = Thinkers("bots"), asked("easy", "hard", "medium", "hard")
    try:
        for ask, chosen in zip(asks, await thinkers.choose(asks), strict=True):
            assert chosen in [str(move) for move in ask.moves]
        assert await thinkers.choose(()) == []
    finally:
        await thinkers.close()


class Noted(Thinkers):
    """Answers in place of a worker, and records what it was asked."""

    def __init__(self, *failing: int) -> None:
        super().__init__("bots")
        self.jobs: list[tuple[list[int], str, bool]] = []
        self._failing = failing

    async def run(self, function: Any, *given: Any, key: str = "", urgent: bool = False, **more: Any) -> Any:
        """Record the seats that a job is about, and answer for them."""
        asks: Sequence[Ask] = given[0]
        self.jobs.append(([ask.seat for ask in asks], key, urgent))
        await asyncio.sleep(0)
        if any(ask.seat in self._failing for ask in asks):
            raise BrokenProcessPool
        return [f"move {ask.seat}" for ask in asks]


async def test_each_search_is_a_job_of_its_own() -> None:
    """Bots that need no time are asked together before all searches, and each search is a separate job in the table's turn."""
    thinkers = Noted()
    chosen = await thinkers.choose(asked("hard", "easy", "hard", "medium"), "table")
    assert chosen == ["move 0", "move 1", "move 2", "move 3"]
    assert thinkers.jobs == [([1, 3], "table", True), ([0], "table", False), ([2], "table", False)]


async def test_a_bot_whose_worker_dies_declines_alone() -> None:
    """If a bot's worker dies, the table's other bots still choose. If no worker answers, it is an error."""
    assert await Noted(2).choose(asked("hard", "easy", "hard")) == ["move 0", "move 1", None]
    with pytest.raises(BrokenProcessPool):
        await Noted(0).choose(asked("hard"))


@pytest.mark.rule("hero-secret")
def test_answers_are_given_at_fixed_times() -> None:
    """However long bots think, they answer on time or a whole number of ticks late."""
    until = 100.0
    assert release(until, 99.999) == release(until, 99.9) == release(until, 100.0) == until
    late = [release(until, until + TICK * share) for share in (0.01, 0.5, 0.99)]
    assert late == [until + TICK] * 3
