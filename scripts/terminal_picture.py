"""Draws the picture of the terminal table for the documentation as an SVG, without a browser: scripts/screenshots runs it."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from lastcard import Game
from lastcard.tui.app import TableApp
from lastcard.tui.local import LocalSeat

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "_static" / "pictures" / "terminal.svg"
SIZE = (96, 28)
NAMES = ("Ann", "Ada", "Bo", "Cleo")
HANDS = (
    ("red-2", "red-skip", "yellow-5", "yellow-reverse", "green-9", "wild-rule-of-two", "wild"),
    ("blue-1", "red-8", "blue-2", "blue-6"),
    ("green-1", "yellow-8", "green-2", "green-3", "yellow-draw-two"),
    ("red-3", "red-4", "yellow-2"),
)
PLAYED = ((0, "play red-skip"), (2, "draw"), (2, "pass"), (3, "play red-3"), (0, "play red-2"))
ANSWERED = ((1, "play red-8"), (2, "play yellow-8"), (3, "play yellow-2 uno"))
KEYS = ("right", "right", "right", "enter")  # select a green card and ask why it can't be played


def arranged() -> Game:
    """A Dark Side table with some moves in the log; it is the first seat's turn."""
    game = Game.arrange("dark-side", HANDS, top="red-5", draw=["blue-9"])
    for seat, move in (*PLAYED, *ANSWERED):
        game.move(seat, move)
    return game


async def drawn() -> str:
    """The table as Textual exports it."""
    game = arranged()
    # The bots never start, so the table stays as it is.
    app = TableApp(LocalSeat(game, NAMES, dict.fromkeys(range(1, game.players), "hard")))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(*KEYS)
        await pilot.pause()
        return app.export_screenshot(title="lastcard play dark-side")


def self_contained(svg: str) -> str:
    """The same picture without fonts from the web and without names that change from run to run."""
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("font-family: Fira Code,", "font-family: Fira Code, ui-monospace, Menlo, Consolas, DejaVu Sans Mono,")
    return re.sub(r"terminal-\d+", "terminal", svg)


def main() -> None:
    """Write the picture."""
    PICTURE.write_text(self_contained(asyncio.run(drawn())) + "\n", encoding="utf-8")
    print(f"{PICTURE.relative_to(ROOT)}: {PICTURE.stat().st_size >> 10} kB")


if __name__ == "__main__":
    main()
