"""Checks that the timing of a bot's answer reveals nothing about its hand, measured where frames leave the server.

    .venv/bin/python benchmarks/bot_timing.py [--trials N] [--tables N]

A person plays a Skip that a bot could block with the right Hero, at a table without grace where bots are fast. The bot does
not block, whether or not it holds the Hero, and the next player, also a bot, accepts. An onlooker sees only the time between
the two frames. AUC is the chance that it is longer in a trial with the Hero than in one without, so .5 reveals nothing. The
first row sends answers as soon as they are ready, which shows that the benchmark can detect a difference. Nothing is written
to disk, which would add noise.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import math
import sys
import time
from bisect import bisect_left, bisect_right
from random import Random
from statistics import fmean, median
from typing import cast

from lastcard import Game
from lastcard.server.cluster.lease import Ownership
from lastcard.server.live import bots
from lastcard.server.live.hub import Hub
from lastcard.server.live.metrics import Metrics
from lastcard.server.live.room import Room
from lastcard.server.serve_settings import Config
from lastcard.server.storage.store import Store
from lastcard.server.table import log
from lastcard.server.table.table import Table
from lastcard.server.wire import commands as wire
from lastcard.server.wire.table_settings import Settings

EDITION, SKIP, HERO, OTHER = "dawn-of-justice", "red-skip@superman", "hero@batman", "hero@superman"
HANDS = [[SKIP, "red-1", "red-2"], ["blue-1", "blue-2", "blue-3"], ["red-5", "red-6"]]
POSITIONS = [Game.arrange(EDITION, [*HANDS, [hero, "gold-1", "gold-2"]], top="red-9") for hero in (OTHER, HERO)]
NEAR = 0.015
PEOPLE = ("ann", "cleo")


class NoStore:
    """A store on which everything is durable at once."""

    async def append(self, *_: object, **__: object) -> bool:
        """Do nothing, and say that it is durable."""
        return True


class Watch:
    """A connection that notes when frames are sent to it."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.told = asyncio.Event()

    def tell(self, _frame: bytes) -> None:
        """Note when a frame leaves."""
        self.times.append(time.perf_counter())
        if len(self.times) == 2:
            self.told.set()

    def close(self, code: int) -> None:
        """Fail, since nothing should close during a measurement."""
        raise RuntimeError(f"closed with {code}")


class Trials:
    """A table at which the same position is played again and again."""

    def __init__(self, hub: Hub, name: str, rng: Random) -> None:
        people = [
            log.Person("Ann", token_hash=PEOPLE[0]),
            log.Person("Bo", level="medium"),
            log.Person("Cleo", token_hash=PEOPLE[1]),
            log.Person("Di", level="medium"),
        ]
        settings = Settings(pace="fast", grace=0, clock=0)
        made = log.Created(
            t=1.0, table=name, edition=EDITION, options={}, settings=settings, people=[*people], secret="00" * 32
        )
        self._hub = hub
        self._rng = rng
        self._room = hub.rooms[name] = Room(Table([made, log.Started(t=2.0)]), hub.clock)
        self._watch = Watch()
        self.found: dict[bool, list[float]] = {False: [], True: []}

    async def open(self) -> None:
        """Let people watch."""
        for viewer in PEOPLE:
            await self._hub.attach(self._room, self._watch if viewer == PEOPLE[0] else Watch(), viewer, 0)

    async def run(self, trials: int) -> None:
        """Make this many trials, with and without the Hero in random order."""
        order = [False, True] * trials
        self._rng.shuffle(order)
        for holds in order:
            self.found[holds].append(await self._trial(holds=holds))

    async def _trial(self, *, holds: bool) -> float:
        room, watch = self._room, self._watch
        await self._arrange(POSITIONS[holds].copy())
        watch.times.clear()
        watch.told.clear()
        await self._hub.act(room, PEOPLE[0], wire.Move(move=f"play {SKIP}", n=room.table.number))
        await watch.told.wait()
        assert room.table.game is not None
        last = room.table.game.events(None)[-1]
        assert room.table.game.to_move == (2,), f"something else than accepting happened: {last}"
        asked, answered = watch.times
        return answered - asked

    async def _arrange(self, game: Game) -> None:
        room = self._room
        async with room.lock:
            room.table.game = game
            for seat in room.table.seats:
                seat.asked = 0
            room.tell([])
            self._hub._after(room)  # noqa: SLF001 - as after any change
        if task := self._hub.bots.playing.get(room):
            await asyncio.wait([task])
        await asyncio.sleep(self._rng.random() * 0.002)  # so that trials do not fall into step


def auc(low: list[float], high: list[float]) -> tuple[float, float]:
    """The chance that a value of the second is above one of the first, and its standard error if they do not differ."""
    ordered = sorted(low)
    wins = sum(bisect_left(ordered, value) + bisect_right(ordered, value) for value in high) / 2
    pairs = len(low) * len(high)
    return wins / pairs, math.sqrt((len(low) + len(high) + 1) / (12 * pairs))


async def measured(trials: int, tables: int, seed: int) -> dict[bool, list[float]]:
    """Times in seconds, without the Hero and with it."""
    hub = Hub(Config(database=""), cast("Store", NoStore()), Ownership(cast("Store", NoStore())), Metrics())
    rng = Random(seed)
    places = [Trials(hub, f"table-{number}", Random(rng.random())) for number in range(tables)]
    try:
        for place in places:
            await place.open()
        await places[0].run(5)
        places[0].found = {False: [], True: []}
        gc.collect()
        gc.freeze()
        await asyncio.gather(*(place.run(-(-trials // tables)) for place in places))
    finally:
        await hub.stop()
    return {holds: [t for place in places for t in place.found[holds]] for holds in (False, True)}


def row(name: str, found: dict[bool, list[float]]) -> tuple[str, float]:
    """A row of the table, and its AUC."""
    area, error = auc(found[False], found[True])
    without, held = (f"{median(found[h]) * 1e3:.3f} ({fmean(found[h]) * 1e3:.3f})" for h in (False, True))
    return f"| {name} | {len(found[True]):,} | {without} | {held} | {area:.4f} ± {error:.4f} |", area


def main() -> None:
    """Print the table. Returns nonzero if the times reveal something."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=20_000, help="with the Hero, and as many without")
    parser.add_argument("--tables", type=int, default=8, help="how many tables run side by side")
    parser.add_argument("--at-once", type=int, default=2_000, help="trials in which answers are sent as soon as they are ready")
    given = parser.parse_args()
    print("| answers | trials each way | without the Hero: median (mean) ms | with it | AUC |\n| --- | --- | --- | --- | --- |")
    tick = bots.TICK
    bots.TICK = 1e-6
    print(row("as soon as they are ready", asyncio.run(measured(given.at_once, 1, 1)))[0], flush=True)
    bots.TICK = tick
    text, area = row("at fixed times", asyncio.run(measured(given.trials, given.tables, 2)))
    holds = abs(area - 0.5) <= NEAR
    print(f"{text}\n\nbar: .5 ± {NEAR}: {'met' if holds else 'MISSED'}")
    sys.exit(not holds)


if __name__ == "__main__":
    main()
