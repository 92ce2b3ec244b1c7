"""How large the web client is, how soon you can play, and how smoothly it runs.

    python benchmarks/web.py [start] [deal] [rounds] [compiled]

The time runs from the click on "Play now" on a freshly opened page, or from opening a table's address, until you can click a
legal move. The server and the browser are on this machine, and nothing is cached.

A deal of ten plays on a table's page with full motion: its longest task, and the gaps between animation frames. Then one page
stays open for twenty short rounds of the same deal, with full motion at fast speed. After each, when its points show, the
page's nodes and its memory are counted, without garbage. The browser only interprets its JavaScript meanwhile.
"compiled" plays twenty whole rounds of four in a browser that compiles what runs often, as players' browsers do. It prints the
whole heap, which grows by what is compiled until that has settled, and by heap snapshots what of it is code.
"""

from __future__ import annotations

import importlib.util
import itertools
import json
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from compare import origin
from playwright.sync_api import Browser, CDPSession, Page

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import chromium  # noqa: E402
from browser.house import House  # noqa: E402
from lastcard import Game  # noqa: E402
from serve_command import process  # noqa: E402

TIMES = 5
PATIENCE = 30  # seconds for an answer of the server
DEALS = 5
THROTTLE = 4
ROUNDS = 20
SHORT = 18  # the seed of a deal of three cards that is over after at most six moves, whatever is played
ENDLESS = {"target": 100_000}
SHORT_OPTIONS = {**ENDLESS, "hand_size": 3}
SETTLED = 3  # rounds after which nothing should grow
MOVE = '[data-testid="screen-play"] [data-testid="hand"] button'
SEEN = f"""
  const look = () => document.querySelector('{MOVE}') ? (window.seen = performance.now()) : requestAnimationFrame(look);
  requestAnimationFrame(look);
"""
LOADED = """() => {
  const kinds = [[/\\.js$/, "JavaScript"], [/\\.css$/, "styles"], [/\\/api\\/editions/, "the editions"], [/^/, "the rest"]];
  const found = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  return found
    .filter(({ responseEnd }) => responseEnd <= window.seen)
    .map(({ name, encodedBodySize }) => [kinds.find(([like]) => like.test(name))[1], encodedBodySize]);
}"""


def sizes() -> None:
    """The size of the packed JavaScript for the first page and for the first table."""
    spec = importlib.util.spec_from_file_location("web_build", ROOT / "web" / "build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, by_language in module.start_sizes().items():
        for code, size in by_language.items():
            print(f"{name} ({code}): {size / 1000:.1f} kB of packed JavaScript")


def opened(browser: Browser, address: str) -> tuple[float, float, float, Counter[str]]:
    """Seconds until the first page is usable, from the click to the table, and to open the table's address directly.

    Then the bytes that the address has loaded by then, packed, by what they are.
    """
    context = browser.new_context()
    page = context.new_page()
    began = time.perf_counter()
    page.goto(address)
    page.get_by_test_id("play-now").wait_for()
    home = time.perf_counter() - began
    began = time.perf_counter()
    page.get_by_test_id("play-now").click()
    ready(page)
    click = time.perf_counter() - began
    page.goto("about:blank")
    context.clear_permissions()
    again = context.new_page()
    table = f"{address}/#table=" + page_table(context.new_page(), address)
    again.add_init_script(SEEN)
    began = time.perf_counter()
    again.goto(table)
    ready(again)
    direct = time.perf_counter() - began
    loaded: Counter[str] = Counter()
    for kind, size in again.evaluate(LOADED):
        loaded[kind] += size
    context.close()
    return home, click, direct, loaded


def page_table(page: Page, address: str) -> str:
    """The table that this browser remembers."""
    page.goto(f"{address}/icon.svg")
    table: str = page.evaluate("Object.keys(JSON.parse(localStorage.getItem('lastcard.tables')))[0]")
    page.close()
    return table


def ready(page: Page) -> None:
    """Wait until the hand is there and can be clicked."""
    page.locator(MOVE).first.wait_for()


# ---- how smoothly it runs ---------------------------------------------------------------------------
WATCH = """
  window.tasks = [];
  window.frames = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: "longtask" });
  const frame = (now) => { window.frames.push(now); requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
"""
SMOOTH = {"motion": "full", "sounds": False, "language": "en"}


def table(address: str, **more: Any) -> dict[str, Any]:
    """Make a table against bots that play at once."""
    settings = {"pace": "fast", "grace": 0, "clock": 0, "hints": False}
    body = {"edition": "classic", "name": "Ann", "settings": settings, **more}
    made: dict[str, Any] = httpx.post(f"{address}/api/tables", json=body, timeout=PATIENCE).json()
    return made


def command(address: str, made: dict[str, Any], **said: Any) -> None:
    """Send a command of the player's seat."""
    httpx.post(
        f"{address}/api/tables/{made['table']}/commands", json=said, headers=key(made), timeout=PATIENCE
    ).raise_for_status()


def key(made: dict[str, Any]) -> dict[str, str]:
    """What opens the player's seat."""
    return {"Authorization": f"Bearer {made['token']}"}


def state(address: str, made: dict[str, Any]) -> dict[str, Any]:
    """The first frame of a table."""
    frame: dict[str, Any] = httpx.get(f"{address}/api/tables/{made['table']}", headers=key(made), timeout=PATIENCE).json()
    return frame


def at_table(browser: Browser, address: str, made: dict[str, Any], **settings: Any) -> Page:
    """Open a page at the player's seat."""
    kept = {"lastcard.tables": {made["table"]: made}, "lastcard.settings": {**SMOOTH, **settings}}
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.add_init_script(
        f"for (const [key, value] of Object.entries({json.dumps(kept)})) localStorage[key] = JSON.stringify(value)"
    )
    page.goto(f"{address}/#table={made['table']}")
    return page


def dealt(browser: Browser, address: str, throttle: int) -> tuple[float, float]:
    """The longest task of a deal of ten, in milliseconds (0: below 50), and the gap between frames that 95% keep."""
    made = table(address, seats=10, bots=["easy"] * 9)
    page = at_table(browser, address, made)
    page.get_by_test_id("screen-lobby").wait_for()
    page.wait_for_timeout(500)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": throttle})
    page.evaluate(f"() => {{ {WATCH} }}")
    command(address, made, do="ready", digest=state(address, made)["set"]["digest"])
    command(address, made, do="start")
    ready(page)
    page.wait_for_timeout(3000)
    tasks, frames = page.evaluate("[window.tasks, window.frames]")
    page.context.close()
    gaps = sorted(after - before for before, after in itertools.pairwise(frames))
    return max(tasks, default=0.0), gaps[int(len(gaps) * 0.95)]


PLAY = """
  const click = (found) => { const it = document.querySelector(found); it?.click(); return !!it; };
  const found = ['[data-dialog="shown"] .button', '[data-testid="uno"][data-move]',
    '[data-testid="uno"][aria-pressed="false"]', 'dialog [data-testid="move"]',
    '[data-testid="hand"] .playable', '.acts [data-move="pass"]', '.acts [data-move="draw"]',
    '.acts [data-testid="decide"]'];
  setInterval(() => found.some(click), 60);
"""


Weights = list[tuple[float, float]]  # nodes and bytes, round by round


def nothing(number: int, client: CDPSession) -> None:
    """What happens after a round if nobody looks closer."""


def weighed(client: CDPSession) -> tuple[float, float]:
    """The nodes and the bytes in use, without garbage."""
    for _ in range(3):
        client.send("HeapProfiler.collectGarbage")
    found = {each["name"]: each["value"] for each in client.send("Performance.getMetrics")["metrics"]}
    return found["Nodes"], found["JSHeapUsedSize"]


def parts(client: CDPSession) -> tuple[int, int]:
    """The bytes on the heap by a snapshot: code, bytecode and what the browser has learned about functions, and the rest."""
    chunks: list[str] = []
    client.on("HeapProfiler.addHeapSnapshotChunk", lambda event: chunks.append(event["chunk"]))
    client.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    found = json.loads("".join(chunks))
    meta, nodes = found["snapshot"]["meta"], found["nodes"]
    fields, names = meta["node_fields"], meta["node_types"][0]
    sizes: Counter[str] = Counter()
    for at in range(0, len(nodes), len(fields)):
        sizes[names[nodes[at + fields.index("type")]]] += nodes[at + fields.index("self_size")]
    return sizes["code"], sizes.total() - sizes["code"] - sizes["native"]  # the engine counts native objects elsewhere


class SameDeal(Game):
    """A game in which every round has the same dealer."""

    def _new_round(self, deck: list[int] | None = None) -> None:
        self._dealer = 0
        super()._new_round(deck)


class SameDeals(House):
    """A server on which every round of a game has the same deal."""

    def _deal(self, edition: str, players: int, seed: str, options: Any) -> Game:
        return SameDeal(edition, players, SHORT, options)


def rounds(
    browser: Browser, folder: Path, players: int, options: dict[str, int], after: Callable[[int, CDPSession], None] = nothing
) -> Weights:
    """The nodes and the bytes after each round of one game. ``after`` is called with its number and the page's session."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lastcard.game.round_seed", lambda seed, number: SHORT)
        house = SameDeals(folder, patch)
        try:
            return played(browser, house.url.rstrip("/"), players, options, after)
        finally:
            house.stop()


def played(
    browser: Browser, address: str, players: int, options: dict[str, int], after: Callable[[int, CDPSession], None]
) -> Weights:
    """Play the rounds of one game on one page, and weigh it after each."""
    made = table(address, seats=players, options=options)
    others = [join(address, made, f"Ben {number}") for number in range(1, players)]
    page = at_table(browser, address, made, speed="fast")
    client = page.context.new_cdp_session(page)
    client.send("Performance.enable")
    get_ready(address, made, *others)
    command(address, made, do="start")
    page.evaluate(f"() => {{ {PLAY} }}")
    told = []
    between = page.get_by_test_id("screen-between")
    for number in range(1, ROUNDS + 1):
        while not between.count():
            for other in others:
                answer(address, other)
            page.wait_for_timeout(50)
        between.wait_for()
        page.wait_for_timeout(300)
        told.append(weighed(client))
        after(number, client)
        get_ready(address, *others, made)
        page.get_by_test_id("screen-play").wait_for()
    page.context.close()
    return told


def join(address: str, made: dict[str, Any], name: str) -> dict[str, Any]:
    """Take another seat."""
    body = {"code": made["invite"], "name": name}
    return {**made, **httpx.post(f"{address}/api/join", json=body, timeout=PATIENCE).json()}


def get_ready(address: str, *seats: dict[str, Any]) -> None:
    """Agree to play."""
    for seat in seats:
        command(address, seat, do="ready", digest=state(address, seat)["set"]["digest"])


def answer(address: str, seat: dict[str, Any]) -> None:
    """Play a card of the other player, or draw and pass, when it is their turn."""
    frame = state(address, seat)
    seen = frame["set"]
    if seen["stage"] == "playing" and seen["you"] in seen["to_move"]:
        moves = seen["moves"]
        plays = [move for move in moves if move.startswith("play")]
        called = [move for move in plays if move.endswith(" uno")]
        chosen = (called or plays or [move for move in ("pass", "draw") if move in moves] or moves)[0]
        command(address, seat, do="move", move=chosen, n=frame["n"])


def smoothness(browser: Browser, address: str) -> None:
    """Print how a deal of ten runs."""
    for throttle in (1, THROTTLE):
        tasks, gaps = zip(*(dealt(browser, address, throttle) for _ in range(DEALS)), strict=True)
        name = f"deal of ten, CPU slowed {throttle}x" if throttle > 1 else "deal of ten"
        longest = ", ".join(map(lasting, sorted(tasks)))
        print(
            f"{name}: longest task {lasting(statistics.median(tasks))} ms (median of {DEALS}: {longest}); "
            f"gap between frames at 95%: {statistics.median(gaps):.0f} ms (median)"
        )


def lasting(task: float) -> str:
    """A task's milliseconds. The browser tells only of tasks that take at least 50."""
    return f"{task:.0f}" if task else "under 50"


def growth(browser: Browser, folder: Path) -> None:
    """Print how much a page grows from round to round."""
    tell_growth(rounds(browser, folder, 2, SHORT_OPTIONS))


def compiled_growth(browser: Browser, folder: Path) -> None:
    """Print the same for a browser that compiles, and what of it is code."""
    known: list[tuple[int, int]] = []

    def look(number: int, client: CDPSession) -> None:
        if number in (SETTLED, ROUNDS):
            known.append(parts(client))

    tell_growth(rounds(browser, folder, 4, ENDLESS, look))
    for name, before, after in zip(("code", "everything else"), *known, strict=True):
        print(f"  of it {name}: {before:,} to {after:,} bytes, {after / before - 1:+.1%}")


def tell_growth(told: Weights) -> None:
    """Print the nodes and the bytes from the round on in which all should have settled."""
    for name, values in zip(("nodes", "heap"), zip(*told[SETTLED - 1 :], strict=True), strict=True):
        mean = statistics.mean(values)
        print(
            f"{name}, rounds {SETTLED} to {ROUNDS}: {values[0]:,.0f} at first, at most {max(values) / values[0] - 1:+.1%}, "
            f"within {max(abs(value / mean - 1) for value in values):.1%} of their mean"
        )
        print(f"  {', '.join(f'{value:,.0f}' for value in values)}")


def main() -> None:
    """Print the figures."""
    wanted = sys.argv[1:] or ["start", "deal", "rounds"]
    print(f"{origin(measured=wanted)}; load of this machine: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder, process(Path(folder)) as (_, address), chromium.opened() as browser:
        if "start" in wanted:
            starts(browser, address)
        if "deal" in wanted:
            smoothness(browser, address)
    for name, flags, print_growth in (("rounds", ["--js-flags=--jitless"], growth), ("compiled", [], compiled_growth)):
        if name in wanted:
            with tempfile.TemporaryDirectory() as folder, chromium.opened(*flags) as browser:
                print_growth(browser, Path(folder))


def starts(browser: Browser, address: str) -> None:
    """Print how large the client is and how soon you can play."""
    sizes()
    *times, loads = zip(*(opened(browser, address) for _ in range(TIMES)), strict=True)
    names = ("the first page can be used after", "from the click to the first table", "a table's address, opened on its own")
    for name, values in zip(names, times, strict=True):
        print(f"{name}: {statistics.median(values) * 1000:.0f} ms (median of {TIMES}; worst {max(values) * 1000:.0f} ms)")
    most = max(loads, key=Counter.total)
    told = ", ".join(f"{kind} {size / 1000:.1f} kB" for kind, size in most.most_common())
    print(f"by the time a hand can be clicked there, in English: {most.total() / 1000:.1f} kB in all ({told})")


if __name__ == "__main__":
    main()
