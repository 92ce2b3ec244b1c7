"""Helpers that drive the full-screen table: keys in, the screen's text out, and bots that follow a script."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from rich.style import Style
from textual.pilot import Pilot

from lastcard import Game
from lastcard.bots.thinkers import Ask
from lastcard.tui.app import TableApp
from lastcard.tui.local import LocalSeat, Think, choose, seated
from lastcard.tui.tips import Tips

PEOPLE = ("Ann", "Bea", "Cid", "Dan", "Eva")
# An edition whose code fails when a card makes a player draw.
FAILING_RULES = """
from lastcard.edition import edition_2023

EDITION = edition_2023(id="failing", title="Failing", summary="Draw Two is broken.")

@EDITION.hook
def make_next_draw(r, g, seat) -> None:
    g.nothing += 1
"""


def told(*script: tuple[int, str]) -> Think:
    """Return bots that make these moves in this order; otherwise they decline, or make their first move."""
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
    """Return bots that choose for themselves."""
    return choose(asks)


async def failing(asks: Sequence[Ask]) -> list[str | None]:
    """Return bots that raise an error."""
    raise ZeroDivisionError("no such luck")


def no_advice(ask: Ask) -> dict[str, Any]:
    """Raise an error instead of giving a hint."""
    raise ZeroDivisionError("no such luck")


def _begins(said: str, move: str) -> bool:
    return said == move or (move.endswith("…") and said.startswith(move[:-1]))


class Screen:
    """A table on a screen of a given size."""

    def __init__(self, app: TableApp, pilot: Pilot[Any], seat: LocalSeat) -> None:
        self.app = app
        self.pilot = pilot
        self.seat = seat
        self.game = seat.game

    @property
    def lines(self) -> list[str]:
        """Return the screen line by line."""
        return ["".join(part.text for part in strip) for strip in self.app.screen._compositor.render_strips()]

    @property
    def text(self) -> str:
        """Return the screen's text with single spaces, so that a wrapped sentence is still found."""
        return " ".join(" ".join(self.lines).split())

    @property
    def log(self) -> str:
        """Return the whole log, including lines that have scrolled away."""
        return "; ".join(self.table._lines)

    @property
    def styles(self) -> list[Style]:
        """Return the styles of everything on the screen, as they reach the terminal."""
        found = []
        for strip in self.app.screen._compositor.render_strips():
            for line_filter in self.app._filters:
                strip = strip.apply_filter(line_filter, self.app.screen.background_colors[1])  # noqa: PLW2901
            found += [part.style for part in strip if part.style is not None]
        return found

    async def press(self, *keys: str) -> None:
        """Press keys one after another, each time waiting for the bots and the screen."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        """Wait until only people have something to do, and the screen shows it."""
        await self.pilot.pause()
        if busy := [worker for worker in self.app.workers if worker.group != "follow"]:
            await self.app.workers.wait_for_complete(busy)
        if not self.seat.paused and self.seat.pace is None:
            await self.seat.settled()
        await self.pilot.pause()

    async def click(self, words: str) -> None:
        """Click in the middle of the last place where the screen shows these words."""
        places = [(line.rindex(words), y) for y, line in enumerate(self.lines) if words in line]
        assert places, f"{words!r} is not on the screen"
        x, y = places[-1]
        await self.pilot.click(offset=(x + len(words) // 2, y))
        await self.settle()

    async def choose(self, *entries: str) -> None:
        """Choose entries of the numbered list by the start of their words, typing their numbers."""
        for entry in entries:
            menu = [choice.text for choice in self.table.menu]
            found = [number for number, text in enumerate(menu, 1) if text.startswith(entry)]
            assert found, f"{entry!r} is not in {menu}"
            assert f"{found[0]} {menu[found[0] - 1]}"[:30] in self.text
            await self.press(*str(found[0]), *(["enter"] if found[0] * 10 <= len(menu) else []))

    @property
    def table(self) -> Any:
        """Return the table's screen, whatever window is open over it."""
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
    tips: Tips | None = None,
) -> AsyncIterator[Screen]:
    """Show a game on a screen, with people in the first seats and bots that follow the script in the others."""
    names = seated(PEOPLE[:people], game.players)
    levels = dict.fromkeys(range(people, game.players), "medium")
    seat = LocalSeat(game, names, levels, pace=pace, think=think or told(*script)).start()
    seat.tips = tips
    app = TableApp(seat, file)
    try:
        async with app.run_test(size=size) as pilot:
            screen = Screen(app, pilot, seat)
            await screen.settle()
            yield screen
    finally:
        await seat.close()
