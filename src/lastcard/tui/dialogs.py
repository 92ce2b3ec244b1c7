"""What lies over the table for a while: help, rules, a text to write, handing over, points, leaving."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from ..edition import Edition
from .drawing import tinted

HELP = """\
What can be played carries a number; the list has every move.

  1 2 3 …    choose from the list (Enter if the number could go on)
  ← →        a card of your hand
  ↑ ↓        an entry of the list
  Enter      play it, or hear why not, with the rule's id
  d p        draw, pass
  u c        call UNO, catch who has not called
  Space      let a chance pass; Esc goes back
  h          hint: what the strongest bot would do, and why
  r          the rulebook
  f          how fast bots play
  PgUp PgDn  what happened before
  o          somebody else at this screen comes first
  t          say something at a server's table, or /extend, /back …
  q          leave; the record of the game can be saved

▶ is to move. UNO? has one card and has not called: catch them."""


class Dialog(ModalScreen[str]):
    """A window over the table: lines, and what each key answers."""

    CSS = """
    Dialog { align: center middle; }
    Dialog > Vertical { width: 90%; max-width: 100; height: auto; max-height: 90%; border: round $primary; padding: 0 1; }
    Dialog VerticalScroll { height: auto; max-height: 72vh; scrollbar-size-vertical: 1; }
    Dialog #keys { text-style: bold; height: auto; margin-top: 1; }
    """
    SCROLLS: ClassVar = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -100000, "end": 100000}

    def __init__(self, title: str, lines: Sequence[Text | str], keys: str, answers: dict[str, str]) -> None:
        super().__init__()
        self.heading = title
        self.lines = [line if isinstance(line, Text) else tinted(line) for line in lines]
        self.keys = keys
        self.answers = answers

    def compose(self) -> ComposeResult:
        """A frame with a title, the lines, and the keys."""
        frame = Vertical()
        frame.border_title = self.heading
        with frame:
            with VerticalScroll(can_focus=False):
                yield Static(Text("\n").join(self.lines), id="lines")
            yield Static(self.keys, id="keys", markup=False)

    def on_key(self, event: events.Key) -> None:
        """An answer closes the window; others scroll."""
        event.stop()
        key = event.character if event.character in self.answers else event.key
        if key in self.answers:
            self.dismiss(self.answers[key])
        elif event.key in self.SCROLLS:
            self.query_one(VerticalScroll).scroll_relative(y=self.SCROLLS[event.key], animate=False)


class HandOver(Dialog):
    """Nothing of the table is to be seen while the screen changes hands."""

    CSS = """
    HandOver { align: center middle; background: $background; }
    HandOver > Vertical { width: 90%; max-width: 100; height: auto; max-height: 90%; border: round $primary; padding: 1 2; }
    HandOver VerticalScroll { height: auto; max-height: 70vh; }
    HandOver #keys { text-style: bold; height: auto; margin-top: 1; }
    """


def help_dialog() -> Dialog:
    """Every key."""
    return Dialog("Help", HELP.splitlines(), "Esc closes", {"escape": "", "q": "", "enter": "", "?": ""})


def rulebook(edition: Edition) -> Dialog:
    """Every rule of the edition with its id."""
    lines: list[Text | str] = [edition.summary, ""]
    for rule in edition.rulebook:
        lines += [Text.assemble((rule.id, "bold"), "  ", ("ruling" if rule.ruling else "leaflet", "italic")), f"  {rule.text}"]
    return Dialog(edition.title, lines, "↑ ↓ PgUp PgDn · Esc closes", {"escape": "", "q": "", "enter": "", "r": ""})


class Writing(ModalScreen[str]):
    """A line to write; ↑ and ↓ go through what is suggested."""

    CSS = """
    Writing { align: center middle; }
    Writing > Vertical { width: 90%; max-width: 90; height: auto; border: round $primary; padding: 0 1; }
    Writing Input { width: 100%; }
    """

    def __init__(self, title: str, suggestions: Sequence[str] = (), text: str = "") -> None:
        super().__init__()
        self.heading = title
        self.suggestions = list(suggestions)
        self.text = text
        self.at = -1

    def compose(self) -> ComposeResult:
        """The line, and how to close it."""
        suggester = SuggestFromList(self.suggestions, case_sensitive=False) if self.suggestions else None
        frame = Vertical()
        frame.border_title = self.heading
        with frame:
            yield Input(value=self.text, max_length=200, suggester=suggester, compact=True)
            more = f"↑ ↓ go through {len(self.suggestions)} suggestions · " if self.suggestions else ""
            yield Static(f"{more}Enter says it · Esc does not")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Said."""
        self.dismiss(event.value.strip())

    def on_key(self, event: events.Key) -> None:
        """Esc, and the suggestions."""
        if event.key == "escape":
            event.stop()
            self.dismiss("")
        elif event.key in ("up", "down") and self.suggestions:
            event.stop()
            self.at = (self.at + (1 if event.key == "down" else -1)) % len(self.suggestions)
            line = self.query_one(Input)
            line.value = self.suggestions[self.at]
            line.cursor_position = len(line.value)
