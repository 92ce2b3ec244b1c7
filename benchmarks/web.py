"""What the web client weighs, and how soon a first table can be played at: python benchmarks/web.py.

The time is from the click on "Play now" on a page that was just opened, and from the opening of a table's address, to the
moment at which a legal move can be clicked; server and browser on this machine, nothing kept from before.
"""

from __future__ import annotations

import importlib.util
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import chromium  # noqa: E402
from servers import process  # noqa: E402

TIMES = 7
MOVE = '[data-testid="screen-play"] [data-testid="hand"] button'


def sizes() -> None:
    """Packed JavaScript to the first page and to the first table."""
    spec = importlib.util.spec_from_file_location("web_build", ROOT / "web" / "build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, size in module.start_sizes().items():
        print(f"{name}: {size / 1000:.1f} kB of packed JavaScript")


def opened(browser: Browser, address: str) -> tuple[float, float, float]:
    """Seconds until the first page can be used, from the click to the table, and for the table's address on its own."""
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
    began = time.perf_counter()
    again.goto(table)
    ready(again)
    direct = time.perf_counter() - began
    context.close()
    return home, click, direct


def page_table(page: Page, address: str) -> str:
    """The table that this browser has kept."""
    page.goto(f"{address}/icon.svg")
    table: str = page.evaluate("Object.keys(JSON.parse(localStorage.getItem('lastcard.tables')))[0]")
    page.close()
    return table


def ready(page: Page) -> None:
    """The hand is there and takes a click."""
    page.locator(MOVE).first.wait_for()


def main() -> None:
    """Print the figures."""
    sizes()
    with tempfile.TemporaryDirectory() as folder, process(Path(folder)) as (_, address), chromium.opened() as browser:
        measured = [opened(browser, address) for _ in range(TIMES)]
    names = ("the first page can be used after", "from the click to the first table", "a table's address, opened on its own")
    for name, values in zip(names, zip(*measured, strict=True), strict=True):
        print(f"{name}: {statistics.median(values) * 1000:.0f} ms (median of {TIMES}; worst {max(values) * 1000:.0f} ms)")


if __name__ == "__main__":
    main()
