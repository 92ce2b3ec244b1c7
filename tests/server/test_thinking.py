"""Bots that think for too long hold up nobody, and no end."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any

import pytest

from lastcard import Game, bots
from lastcard.server import thinking
from lastcard.server.thinking import Ask, Thinkers

pytestmark = pytest.mark.anyio


class Endless:
    """A bot that never chooses, and will not be told."""

    name = "endless"
    about = "thinks"

    def choose(self, *_: object) -> None:
        while True:
            with suppress(Exception):
                time.sleep(0.01)


def test_a_choice_that_takes_too_long_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that does not choose in time declines, and the others of the same table are asked all the same."""
    get = bots.get
    monkeypatch.setattr(thinking, "CHOICE_WITHIN", 0.05)
    monkeypatch.setattr(bots, "get", lambda name: Endless() if name == "random" else get(name))
    game = Game("classic", 2, seed=1)
    seat = game.to_move[0]
    asks = [Ask(seat, level, game.view(seat), game.moves(seat)) for level in ("easy", "medium")]
    slow, quick = thinking.answer(asks)
    assert slow is None
    assert quick in [str(move) for move in game.moves(seat)]


async def test_a_worker_that_is_stuck_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer is waited for only so long; the next one comes from another worker."""
    thinkers, stuck = Thinkers(1), _stuck(monkeypatch)
    monkeypatch.setattr(thinking, "ANSWER_WITHIN", 0.1)
    with pytest.raises(TimeoutError):
        await thinkers.choose(stuck)
    monkeypatch.undo()
    assert await thinkers.choose(()) == []
    await thinkers.close()


async def test_a_worker_that_is_stuck_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing does not wait for a bot that does not come to an end."""
    thinkers, stuck = Thinkers(1), _stuck(monkeypatch)
    monkeypatch.setattr(thinking, "GOODBYE", 0.1)
    pool = thinkers._started()
    pool.submit(thinking.answer, stuck)
    workers = list(pool._processes.values())
    assert workers
    await thinkers.close()
    assert not any(worker.is_alive() for worker in workers)


async def test_who_waits_behind_a_stuck_worker_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that waits for a worker which is replaced ends in an error that all are ready for, and is not cancelled."""
    thinkers, stuck = Thinkers(1, within=0.1), _stuck(monkeypatch)
    first = asyncio.create_task(thinkers.choose(stuck))
    await asyncio.sleep(0)
    thinkers._within = 60.0
    others = await asyncio.gather(*(thinkers.choose(stuck) for _ in range(6)), return_exceptions=True)
    assert [type(error) for error in others] == [BrokenProcessPool] * 6
    with pytest.raises(TimeoutError):
        await first


def _stuck(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What keeps a worker for an hour."""
    monkeypatch.setattr(thinking, "answer", time.sleep)
    return 3600
