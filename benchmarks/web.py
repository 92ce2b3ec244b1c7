"""How large the web client is, and how soon you can play at a first table: python benchmarks/web.py.

The time runs from the click on "Play now" on a freshly opened page, or from opening a table's address, until you can click a
legal move. The server and the browser are on this machine, and nothing is cached.
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
from serve_command import process  # noqa: E402

TIMES = 7
MOVE = '[data-testid="screen-play"] [data-testid="hand"] button'


def sizes() -> None:
    """The size of the packed JavaScript for the first page and for the first table."""
    spec = importlib.util.spec_from_file_location("web_build", ROOT / "web" / "build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, size in module.start_sizes().items():
        print(f"{name}: {size / 1000:.1f} kB of packed JavaScript")


def opened(browser: Browser, address: str) -> tuple[float, float, float]:
    """Seconds until the first page is usable, from the click to the table, and to open the table's address directly."""
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
    """The table that this browser remembers."""
    page.goto(f"{address}/icon.svg")
    table: str = page.evaluate("Object.keys(JSON.parse(localStorage.getItem('lastcard.tables')))[0]")
    page.close()
    return table


def ready(page: Page) -> None:
    """Wait until the hand is there and can be clicked."""
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
