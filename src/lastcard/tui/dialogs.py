"""The windows that open over the table: help, rules, a line to type, handing over, points, leaving."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from ..edition import Edition
from ..options import Options
from ..record import Record
from ..table_rulebook import rulebook_at
from . import words
from .drawing import clicked, tinted
from .records import review_lines

CLOSE = {"escape": "", "q": "", "enter": ""}
ANSWERS = {"Enter": "enter", "Esc": "escape"}  # keys whose names differ from what is pressed
HELP = """\
Cards you can play have a number. The list shows every move.

  1 2 3 …    choose from the list (then Enter if there are 10 or more)
  ← →        select a card in your hand
  ↑ ↓        select an entry in the list
  Enter      play it, or see why you can't and which rule says so
  d p        draw, pass
  u c        call UNO, catch a player who forgot to
  Space      let a chance to act out of turn go by
  Esc        go back
  h          get a hint: what the strongest bot would do, and why
  r          read the rulebook
  f          change how fast bots play
  PgUp PgDn  scroll the log
  o          let someone else at this screen go first
  t          chat at a server's table, or type /extend, /back …
  q          leave; you can save the record of the game
  a v        when the game is over: deal again, review your game

You can also click: cards, entries of the list, the draw pile, and the keys in the bottom line.

▶ marks the player to move. UNO? marks a player with one card who has not called: catch them."""


class Part(Static):
    """Text on the screen. Parts that can be clicked look like the rest."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.auto_links = False


class Dialog(ModalScreen[str]):
    """A window with lines of text, and an answer for each key."""

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
        """A frame with a title, the lines and the keys."""
        frame = Vertical()
        frame.border_title = self.heading
        with frame:
            with VerticalScroll(can_focus=False):
                yield Part(self._shown(), id="lines")
            yield Part(self._key_line(), id="keys", markup=False)

    def _shown(self) -> Text:
        """The lines. One that begins with a key answers when it is clicked."""
        return Text("\n").join(self._answering(line, line.plain.partition("  ")[0]) for line in self.lines)

    def _key_line(self) -> Text:
        return Text(" · ").join(self._answering(Text(part), part.partition(":")[0]) for part in self.keys.split(" · "))

    def _answering(self, text: Text, key: str) -> Text:
        pressed = ANSWERS.get(key, key)
        return clicked(text, f"answer({pressed!r})") if pressed in self.answers else text

    def action_answer(self, key: str) -> None:
        """Answer with the mouse."""
        self.dismiss(self.answers[key])

    def on_key(self, event: events.Key) -> None:
        """Close the window on an answer, or scroll."""
        event.stop()
        key = event.character if event.character in self.answers else event.key
        if key in self.answers:
            self.dismiss(self.answers[key])
        elif event.key in self.SCROLLS:
            self.query_one(VerticalScroll).scroll_relative(y=self.SCROLLS[event.key], animate=False)


class HandOver(Dialog):
    """A window that covers the whole table while the screen changes hands."""

    CSS = """
    HandOver { align: center middle; background: $background; }
    HandOver > Vertical { width: 90%; max-width: 100; height: auto; max-height: 90%; border: round $primary; padding: 1 2; }
    HandOver VerticalScroll { height: auto; max-height: 70vh; }
    HandOver #keys { text-style: bold; height: auto; margin-top: 1; }
    """


class ReviewWindow(Dialog):
    """A window that goes over a finished game, which takes a while."""

    def __init__(self, record: Record, seat: int) -> None:
        super().__init__("Review", ["Going over the game, move by move. This can take a minute…"], "Esc: close", CLOSE)
        self.record = record
        self.seat = seat

    def on_mount(self) -> None:
        """Start the review. Closing the window stops it."""
        self.run_worker(self._think())

    async def _think(self) -> None:
        self.lines = [tinted(line) for line in await review_lines(self.record, self.seat)]
        self.query_one("#lines", Part).update(self._shown())


def help_dialog() -> Dialog:
    """The window that explains every key."""
    return Dialog("Help", HELP.splitlines(), "Esc: close", {**CLOSE, "?": ""})


def rulebook(edition: Edition, options: Options, first: str = "") -> Dialog:
    """The window with every rule of the table and its id, the changed ones before the leaflet's. A wanted one comes first."""
    lines: list[Text | str] = [edition.summary, *words.table_rule_lines(edition, options), ""]
    for entry in sorted(rulebook_at(edition, options), key=lambda entry: entry.rule.id != first):
        rule = entry.rule
        lines += [Text.assemble((rule.id, "bold"), "  ", (words.origin_at(entry), "italic")), f"  {rule.text}"]
        lines += ["", Text("All rules", "bold"), ""] if rule.id == first else []
    return Dialog(edition.title, lines, "↑ ↓ PgUp PgDn · Esc: close", {**CLOSE, "r": ""})


class Writing(ModalScreen[str]):
    """A line to type. ↑ and ↓ go through the suggestions."""

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
        """The line, and the keys that close it."""
        suggester = SuggestFromList(self.suggestions, case_sensitive=False) if self.suggestions else None
        frame = Vertical()
        frame.border_title = self.heading
        with frame:
            yield Input(value=self.text, max_length=200, suggester=suggester, compact=True)
            more = f"↑ ↓: {len(self.suggestions)} suggestions · " if self.suggestions else ""
            yield Static(f"{more}Enter: say it · Esc: cancel")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the line."""
        self.dismiss(event.value.strip())

    def on_key(self, event: events.Key) -> None:
        """Cancel with Esc, or go through the suggestions."""
        if event.key == "escape":
            event.stop()
            self.dismiss("")
        elif event.key in ("up", "down") and self.suggestions:
            event.stop()
            self.at = (self.at + (1 if event.key == "down" else -1)) % len(self.suggestions)
            line = self.query_one(Input)
            line.value = self.suggestions[self.at]
            line.cursor_position = len(line.value)
