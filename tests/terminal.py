"""The full-screen table in tests: keys in, text of the screen out, and bots that do as they are told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from rich.style import Style
from textual.pilot import Pilot

from lastcard import Game
from lastcard.server.thinking import Ask
from lastcard.tui.app import TableApp
from lastcard.tui.local import LocalSeat, Think, choose, seated

PEOPLE = ("Ann", "Bea", "Cid", "Dan", "Eva")


def told(*script: tuple[int, str]) -> Think:
    """Bots that make these moves, in this order; what is not in the script they decline, or do the first that they may."""
    left = list(script)

    async def think(asks: Sequence[Ask]) -> list[str | None]:
        answers: list[str | None] = [None] * len(asks)
        for i, ask in enumerate(asks):
            if left and left[0][0] == ask.seat and any(_begins(left[0][1], str(move)) for move in ask.moves):
                answers[i] = left.pop(0)[1]
                break
        return answers

    return think


async def thinking(asks: Sequence[Ask]) -> list[str | None]:
    """Bots that choose by themselves."""
    return choose(asks)


def _begins(said: str, move: str) -> bool:
    return said == move or (move.endswith("…") and said.startswith(move[:-1]))


class Screen:
    """A table on a screen of some size."""

    def __init__(self, app: TableApp, pilot: Pilot[Any], seat: LocalSeat) -> None:
        self.app = app
        self.pilot = pilot
        self.seat = seat
        self.game = seat.game

    @property
    def lines(self) -> list[str]:
        """The screen, line by line."""
        return ["".join(part.text for part in strip) for strip in self.app.screen._compositor.render_strips()]

    @property
    def text(self) -> str:
        """The screen with single spaces, so that a sentence that is wrapped is still found."""
        return " ".join(" ".join(self.lines).split())

    @property
    def log(self) -> str:
        """What was told, also what has gone out of sight."""
        return "; ".join(self.table._lines)

    @property
    def styles(self) -> list[Style]:
        """How everything on the screen is drawn, as it goes to the terminal."""
        found = []
        for strip in self.app.screen._compositor.render_strips():
            for line_filter in self.app._filters:
                strip = strip.apply_filter(line_filter, self.app.screen.background_colors[1])  # noqa: PLW2901
            found += [part.style for part in strip if part.style is not None]
        return found

    async def press(self, *keys: str) -> None:
        """Keys, one after another, until everything is drawn and the bots have done what they do."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        """Until nobody but a person has anything to do, and it is shown."""
        await self.pilot.pause()
        if busy := [worker for worker in self.app.workers if worker.group != "follow"]:
            await self.app.workers.wait_for_complete(busy)
        if not self.seat.paused and self.seat.pace is None:
            await self.seat.settled()
        await self.pilot.pause()

    async def choose(self, *entries: str) -> None:
        """Entries of the numbered list by the beginning of their words, with the digits that stand before them."""
        for entry in entries:
            menu = [choice.text for choice in self.table.menu]
            found = [number for number, text in enumerate(menu, 1) if text.startswith(entry)]
            assert found, f"{entry!r} is not in {menu}"
            assert f"{found[0]} {menu[found[0] - 1]}"[:30] in self.text
            await self.press(*str(found[0]), *(["enter"] if found[0] * 10 <= len(menu) else []))

    @property
    def table(self) -> Any:
        """The screen of the table, whatever lies over it."""
        return self.app.screen_stack[1]


@asynccontextmanager
async def on_screen(
    game: Game,
    people: int = 1,
    *script: tuple[int, str],
    size: tuple[int, int] = (80, 24),
    think: Think | None = None,
    pace: float | None = None,
    file: Path | None = None,
) -> AsyncIterator[Screen]:
    """A game on a screen: the first seats are people, the others bots that follow the script at once."""
    names = seated(PEOPLE[:people], game.players)
    levels = dict.fromkeys(range(people, game.players), "medium")
    seat = LocalSeat(game, names, levels, pace=pace, think=think or told(*script)).start()
    app = TableApp(seat, file)
    try:
        async with app.run_test(size=size) as pilot:
            screen = Screen(app, pilot, seat)
            await screen.settle()
            yield screen
    finally:
        await seat.close()
