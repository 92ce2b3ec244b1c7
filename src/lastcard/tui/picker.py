"""The screen on which you pick an edition."""

from __future__ import annotations

import os

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from .. import editions
from .drawing import tinted
from .words import color_label


class Picker(App[str]):
    """A list of editions. It returns the id of the one picked, or None."""

    ENABLE_COMMAND_PALETTE = False
    CSS = "#list { padding: 1 2; height: auto; } #keys { dock: bottom; padding: 0 2; }"

    def __init__(self) -> None:
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.found = [editions.get(name) for name in editions.names()]
        self.at = 0

    def compose(self) -> ComposeResult:
        """The list and the keys."""
        with VerticalScroll(can_focus=False):
            yield Static(id="list")
        yield Static("↑ ↓ or a number · Enter: play · q: quit", id="keys")

    def on_mount(self) -> None:
        """Show the list."""
        self._show()

    def _show(self) -> None:
        lines = [Text("Which edition?", "bold"), Text("")]
        for number, edition in enumerate(self.found, 1):
            chosen = number - 1 == self.at
            lines.append(Text(f"{'▶' if chosen else ' '} {number} {edition.title}", "bold reverse" if chosen else "bold"))
            lines.append(Text(f"    {edition.summary}"))
        colors = "  ".join(map(color_label, self.found[self.at].colors))
        lines += [Text(""), tinted(f"  colors: {colors}")]
        self.query_one("#list", Static).update(Text("\n").join(lines))

    def on_key(self, event: events.Key) -> None:
        """Move through the list, pick an edition or quit."""
        if event.key in ("up", "down"):
            self.at = (self.at + (1 if event.key == "down" else -1)) % len(self.found)
            self._show()
        elif event.character and event.character.isdecimal() and 1 <= int(event.character) <= len(self.found):
            self.exit(self.found[int(event.character) - 1].id)
        elif event.key == "enter":
            self.exit(self.found[self.at].id)
        elif event.key in ("q", "escape"):
            self.exit(None)
