"""Players and their pages."""

from __future__ import annotations

import json
import os
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, expect

from browser.house import House

DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=360, height=640)
QUIET = {"sounds": False, "speed": "fast", "motion": "reduced", "language": "en", "tips": False}
PATIENCE = 30_000  # milliseconds
expect.set_options(timeout=PATIENCE)
SHOTS = os.environ.get("LASTCARD_SHOTS")  # a folder for screenshots of every page as a test leaves it
# What Chromium reports when a server restarts or refuses, and when a test answers requests in its place.
EXPECTED = ("net::ERR", "WebSocket", "Failed to load resource", "Service Worker registration blocked")

# Lets time pass faster on a page: its timers and its clock for motion. The time of day stays.
HURRY = """
(times) => {
  if (!window.pace) {
    const wait = window.setTimeout.bind(window), repeat = window.setInterval.bind(window);
    const clock = performance.now.bind(performance);
    window.setTimeout = (act, delay = 0, ...given) => wait(act, delay / pace.times, ...given);
    window.setInterval = (act, delay = 0, ...given) => repeat(act, delay / pace.times, ...given);
    window.pace = { times: 1, since: clock(), then: clock() };
    performance.now = () => pace.then + (clock() - pace.since) * pace.times;
    pace.set = (times) => Object.assign(pace, { then: performance.now(), since: clock(), times });
  }
  pace.set(times);
}
"""


def hurry(page: Page, times: int = 5) -> None:
    """From now on, let everything on a page move and wait this many times faster, in the same order.

    The length that an animation says it has stays the same. Once more with 1, time passes as usual again.
    """
    devtools = page.context.new_cdp_session(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": times})
    page.evaluate(HURRY, times)


def resize(page: Page, size: ViewportSize) -> None:
    """Give a page another size, and wait until it is laid out for it."""
    page.set_viewport_size(size)
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


class People:
    """Players, each with their own browser context, and a list of everything that went wrong on their pages."""

    def __init__(self, browser: Browser, house: House) -> None:
        self._browser = browser
        self._house = house
        self._contexts: list[BrowserContext] = []
        self.troubles: list[str] = []
        self.viewport = DESKTOP  # of everyone whose page gets no other
        self.url = house.url

    def context(
        self,
        viewport: ViewportSize | None = None,
        settings: dict[str, Any] | None = None,
        kept: dict[str, Any] | None = None,
        **more: Any,
    ) -> BrowserContext:
        """Open a separate browser context. ``settings`` are those of the page, and ``kept`` is what else its storage has."""
        context = self._browser.new_context(viewport=viewport or self.viewport, **more)
        context.set_default_timeout(PATIENCE)
        for key, value in {"settings": {**QUIET, **(settings or {})}, **(kept or {})}.items():
            self.keep(context, key, value)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.troubles.append(str(error.error)))
        context.on("request", lambda request: self._local(request.url))
        self._contexts.append(context)
        return context

    def home(self, **more: Any) -> Page:
        """Open the home page."""
        page = self.context(**more).new_page()
        page.goto(self._house.url)
        return page

    def seated(self, seat: dict[str, Any], **more: Any) -> Page:
        """Open a page at a seat, given the answer to making or joining a table."""
        context = self.context(**more)
        self.keep(context, "tables", {seat["table"]: {name: seat.get(name) for name in ("token", "invite", "watch")}})
        page = context.new_page()
        page.goto(f"{self._house.url}#table={seat['table']}")
        return page

    def keep(self, context: BrowserContext, key: str, value: Any) -> None:
        """Put something into the browser's storage unless it is already there."""
        name, text = json.dumps(f"lastcard.{key}"), json.dumps(json.dumps(value))
        context.add_init_script(
            f"if (location.protocol.startsWith('http') && !localStorage.getItem({name})) localStorage.setItem({name}, {text})"
        )

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(word in message.text for word in EXPECTED):
            self.troubles.append(message.text)

    def _local(self, url: str) -> None:
        if not url.startswith((self._house.url, self._house.url.replace("http", "ws", 1), "data:", "blob:")):
            self.troubles.append(f"a request to {url}")

    def close(self) -> None:
        """Close every page, with a screenshot of each if asked for."""
        for number, context in enumerate(self._contexts):
            if SHOTS:
                for page in context.pages:
                    page.screenshot(path=f"{SHOTS}/{number}.png")
            context.close()
