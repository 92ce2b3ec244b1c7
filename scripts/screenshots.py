"""Takes the pictures for the README and the documentation in a real Chromium, from arranged tables: scripts/screenshots."""

from __future__ import annotations

import base64
import io
import sys
import tempfile
from itertools import pairwise
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
# A short round for the animated picture: the hands, and who plays what.
SHORT: dict[str, Any] = {
    "hands": [
        ["red-skip", "wild", "blue-9"],
        ["blue-3", "blue-1", "green-4"],
        ["red-draw-two", "blue-reverse", "green-2"],
        ["yellow-1", "yellow-2"],
    ],
    "top": "red-5",
}
ROUND = (
    (0, "play red-skip"),
    (2, "play red-draw-two"),
    (0, "play wild blue uno"),
    (1, "play blue-3"),
    (2, "play blue-reverse uno"),
    (1, "play blue-1 uno"),
    (0, "play blue-9"),
)
FILM = ViewportSize(width=960, height=600)
BEAT, LAST = 1500, 5000  # milliseconds from move to move, and for the end
FRAME = 110  # the shortest a frame is shown, in milliseconds
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
        """Shoot the home page on a phone."""
        page = self.people.home(**PHONE)
        page.get_by_test_id("play-now").wait_for()
        shoot(page, "home-phone")

    def tables(self) -> None:
        """Shoot a table on a desktop and on a phone, and a question on a phone."""
        made = self.begun()
        page = self.people.seated(made, **DESKTOP)
        page.locator('[data-card="green-9"]').click(position={"x": 16, "y": 40}, force=True)  # to show why it can't be played
        page.mouse.move(0, 0)
        shoot(page, "table")
        shoot(self.people.seated(made, **PHONE), "table-phone")
        page = self.people.seated(self.table("dark-side", GIFT), **PHONE)
        page.locator('[data-card="wild-rule-of-two"]').click(position={"x": 16, "y": 40})
        page.locator('[data-move="play wild-rule-of-two red"]').click()
        shoot(page, "question-phone")

    def film(self) -> None:
        """Film a short round from its first move to its end, as an animated picture."""
        self.house.arrange("classic", **SHORT)
        made = self.house.table("classic", seats=len(SHORT["hands"]))
        seats = [made, *(self.house.join(made, name) for name in ("Ben", "Cleo", "Dot"))]
        self.house.start_game(*seats)
        page = self.people.seated(
            made, viewport=FILM, color_scheme="dark", settings={"motion": "full", "speed": "normal", "theme": "dark"}
        )
        page.get_by_test_id("hand").wait_for()
        page.wait_for_timeout(CALM)
        frames: list[tuple[float, bytes]] = []
        camera = page.context.new_cdp_session(page)

        def keep(told: dict[str, Any]) -> None:
            frames.append((told["metadata"]["timestamp"], base64.b64decode(told["data"])))
            camera.send("Page.screencastFrameAck", {"sessionId": told["sessionId"]})

        camera.on("Page.screencastFrame", keep)
        camera.send("Page.startScreencast", {"format": "png"})
        for seat, move in ROUND:
            self.house.command(seats[seat], do="move", move=move, n=self.house.number(made["table"]))
            page.wait_for_timeout(BEAT)
        page.wait_for_timeout(LAST)
        camera.send("Page.stopScreencast")
        save_film(frames, "round")

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


def save_film(frames: list[tuple[float, bytes]], name: str) -> None:
    """Save frames with their times in seconds as an animated picture, without those that would be shown too briefly."""
    kept: list[tuple[float, bytes]] = []
    for time, data in frames:
        if not kept or 1000 * (time - kept[-1][0]) >= FRAME:
            kept.append((time, data))
    kept[-1] = (kept[-1][0], frames[-1][1])
    times = [time for time, _ in kept]
    shown = [min(LAST // 3, round(1000 * (then - now))) for now, then in pairwise(times)]
    first, *others = [
        Image.open(io.BytesIO(data)).convert("RGB").resize((720, 450), Image.Resampling.LANCZOS) for _, data in kept
    ]
    path = PICTURES / f"{name}.webp"
    first.save(path, save_all=True, append_images=others, duration=[*shown, LAST // 2], loop=0, quality=60, method=6)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size >> 10} kB, {len(kept)} frames")


def main() -> None:
    """Take all the pictures."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch, chromium.opened() as browser:
        house = House(Path(folder), patch)
        people = People(browser, house)
        studio = Studio(house, people)
        try:
            studio.home()
            studio.tables()
            studio.film()
            studio.lobby()
            studio.decks()
        finally:
            people.close()
            house.stop()


if __name__ == "__main__":
    main()
