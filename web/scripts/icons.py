"""Draws the icons of the installed app from icon.svg: python web/scripts/icons.py."""

from __future__ import annotations

import sys
from pathlib import Path

PUBLIC = Path(__file__).resolve().parent.parent / "public"
sys.path.insert(0, str(PUBLIC.parent.parent / "tests"))
import chromium  # noqa: E402

FIELD = "#241b4d"
# File, pixels, and the mark's share of the width.
ICONS = (
    ("icon-180.png", 180, 0.82),
    ("icon-192.png", 192, 0.82),
    ("icon-512.png", 512, 0.82),
    ("icon-maskable-512.png", 512, 0.6),
)


def main() -> None:
    """Take a screenshot of the mark on a plain field for each icon."""
    mark = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    with chromium.opened() as browser:
        page = browser.new_page()
        for name, size, share in ICONS:
            page.set_viewport_size({"width": size, "height": size})
            style = f"body {{ margin: 0; background: {FIELD}; display: grid; place-items: center; height: 100vh }}"
            page.set_content(f"<style>{style} svg {{ width: {share * 100}vw }}</style>{mark}")
            page.screenshot(path=PUBLIC / name)


if __name__ == "__main__":
    main()
