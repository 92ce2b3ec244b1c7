"""Takes the pictures for the README and the documentation in a real Chromium, from arranged tables: scripts/screenshots."""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, ViewportSize

import lastcard

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import chromium  # noqa: E402 - from the tests, like the two below
from browser.house import House  # noqa: E402
from browser.people import People  # noqa: E402

PICTURES = ROOT / "docs" / "_static" / "pictures"
DESKTOP: dict[str, Any] = {"viewport": ViewportSize(width=1280, height=800), "color_scheme": "light"}
PHONE: dict[str, Any] = {"viewport": ViewportSize(width=390, height=760), "device_scale_factor": 1.5, "color_scheme": "dark"}
COLORS, ROUNDS = 256, 3  # size of a picture's palette, and how many times it is refined
CALM = 1500  # milliseconds until nothing moves anymore
TABLE: dict[str, Any] = {
    "hands": [
        ["red-2", "red-skip", "yellow-5", "green-9", "blue-5", "wild"],
        ["blue-1", "red-8", "blue-2"],
        ["green-1", "yellow-8", "green-2", "green-3", "yellow-draw-two", "green-4"],
        ["red-3", "red-4", "yellow-2", "red-6"],
    ],
    "top": "red-5",
    "turn": 1,
}
PLAYED = ("play red-8", "play yellow-8", "play yellow-2")  # by the players before us
GIFT = {
    "hands": [
        ["wild-rule-of-two", "red-2", "yellow-9", "blue-draw-two", "green-4"],
        ["blue-1", "blue-2", "blue-3"],
        ["green-1", "green-2", "green-3", "green-5"],
    ],
    "top": "yellow-7",
}


class Studio:
    """A server, the people at it, and a camera."""

    def __init__(self, house: House, people: People) -> None:
        self.house = house
        self.people = people

    def table(self, edition: str, position: dict[str, Any]) -> dict[str, Any]:
        """Start a game against bots from a position."""
        self.house.arrange(edition, **position)
        made = self.house.table(edition, seats=len(position["hands"]), bots=len(position["hands"]) - 1, settings={"clock": 60})
        self.house.start_game(made)
        return made

    def begun(self) -> dict[str, Any]:
        """Start a game among people, with a few moves made; it is the first seat's turn."""
        self.house.arrange("classic", **TABLE)
        made = self.house.table("classic", seats=len(TABLE["hands"]), settings={"clock": 60})
        others = [self.house.join(made, name) for name in ("Ben", "Cleo", "Dot")]
        self.house.start_game(made, *others)
        for seat, move in zip(others, PLAYED, strict=True):
            self.house.command(seat, do="move", move=move, n=self.house.number(made["table"]))
        return made

    def home(self) -> None:
        """Shoot the home page."""
        shoot(self.people.home(**DESKTOP), "home")
        shoot(self.people.home(**PHONE), "home-phone")

    def tables(self) -> None:
        """Shoot a table on a desktop and on a phone, and a question on a phone."""
        made = self.begun()
        page = self.people.seated(made, **DESKTOP)
        page.locator('[data-card="green-9"]').hover(position={"x": 16, "y": 40})  # to show why it can't be played
        shoot(page, "table")
        shoot(self.people.seated(made, **PHONE), "table-phone")
        page = self.people.seated(self.table("dark-side", GIFT), **PHONE)
        page.locator('[data-card="wild-rule-of-two"]').click(position={"x": 16, "y": 40})
        page.locator('[data-move="play wild-rule-of-two red"]').click()
        shoot(page, "question-phone")

    def lobby(self) -> None:
        """Shoot a lobby before the game."""
        made = self.house.table("dawn-of-justice", seats=4, bots=1)
        self.house.join(made, "Ben")
        shoot(self.people.seated(made, **DESKTOP), "lobby")

    def decks(self) -> None:
        """Shoot the cards of every edition."""
        for edition in lastcard.editions.names():
            page = self.people.home(viewport=ViewportSize(width=760, height=900), color_scheme="light")
            page.goto(f"{self.house.url}#rules={edition}&face=all")
            page.locator(".cards").first.wait_for()
            shoot(page.locator("section.panel:has(.cards)"), f"cards-{edition}")


def shoot(seen: Page | Locator, name: str) -> None:
    """Save a page or a part of it, with a palette to keep the file small."""
    page = seen if isinstance(seen, Page) else seen.page
    page.wait_for_timeout(CALM)
    image = Image.open(io.BytesIO(seen.screenshot())).convert("RGB").quantize(COLORS, kmeans=ROUNDS, dither=Image.Dither.NONE)
    PICTURES.mkdir(parents=True, exist_ok=True)
    path = PICTURES / f"{name}.png"
    image.save(path, optimize=True)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size >> 10} kB")


def main() -> None:
    """Take all the pictures."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch, chromium.opened() as browser:
        house = House(Path(folder), patch)
        people = People(browser, house)
        studio = Studio(house, people)
        try:
            studio.home()
            studio.tables()
            studio.lobby()
            studio.decks()
        finally:
            people.close()
            house.stop()


if __name__ == "__main__":
    main()
