"""The full-screen table."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Rule

from ..moves import CATCH, DRAW, PASS, PLAY, UNO, Move
from ..typed_text import PLACEHOLDER
from . import drawing, words
from .dialogs import Part, Writing
from .drawing import tinted
from .local import LocalSeat
from .seat import Seat
from .windows import Windows
from .words import Choice

KEPT_LINES = 400
AWAITED = {
    "lobby": "The host deals once everyone is ready.",
    "between": "The next round starts once everyone is ready.",
    "over": "The game is over. Press v to review your game, or q to leave; you can save the record first.",
}
# What the bottom line offers: a key, what it does, and the action a click on it stands for.
KEYS = (
    ("d", "draw", "verb('pile')"),
    ("u", "UNO", "uno"),
    ("c", "catch", "catch"),
    ("h", "hint", "hint"),
    ("r", "rules", "rules"),
    ("?", "help", "help"),
    ("q", "quit", "leave"),
)
PASSING = ("p", "pass", "verb('end')")  # in place of the first when there is nothing to draw
MOVING = "1-9 ←→ ↑↓ Enter · "
LARGE, SMALL = (100, 30), (70, 22)  # a screen this large has a side panel; one smaller than this has no room to spare


class TableApp(App[str]):
    """The app for one seat. It returns a sentence to print after the screen closes."""

    TITLE = "lastcard"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    TableScreen { layout: vertical; }
    #title { height: 1; background: $primary; color: $text; text-style: bold; }
    #players, #pile { height: auto; }
    #middle { height: 1fr; min-height: 1; }
    #side { display: none; width: 52; height: 100%; padding: 0 1 0 0; border-right: solid $primary-darken-2; margin: 0 1 0 0; }
    #log { width: 1fr; height: 100%; scrollbar-size-vertical: 1; }
    #piles { width: auto; height: 4; margin: 0 0 0 1; }
    #facts { height: auto; max-height: 4; }
    Rule { margin: 0; height: 1; color: $primary-darken-2; }
    #prompt { height: auto; max-height: 2; }
    #message { height: auto; max-height: 3; }
    #choices, #hand { height: auto; }
    #keys { height: 1; color: $text-muted; }
    .small Rule { display: none; }
    .small #facts { max-height: 1; }
    .small #message { max-height: 2; }
    """

    def __init__(self, seat: Seat, file: Path | None = None) -> None:
        # With NO_COLOR, Textual would otherwise draw shades of gray.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.seat = seat
        self.file = file

    def on_mount(self) -> None:
        """Open the table."""
        self.push_screen(TableScreen(self.seat, self.file))


class TableScreen(Windows):
    """The table as a seat sees it, and a numbered list of what it can do."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "entry(-1)"),
        Binding("down", "entry(1)"),
        Binding("left", "card(-1)"),
        Binding("right", "card(1)"),
        Binding("enter", "choose"),
        Binding("escape", "back"),
        Binding("space", "let_pass"),
        Binding("d", "verb('pile')"),
        Binding("p", "verb('end')"),
        Binding("u", "uno"),
        Binding("c", "catch"),
        Binding("h", "hint"),
        Binding("r", "rules"),
        Binding("question_mark", "help"),
        Binding("f", "pace"),
        Binding("o", "other"),
        Binding("t", "chat"),
        Binding("a", "again"),
        Binding("v", "review"),
        Binding("pageup", "scroll_log(-5)"),
        Binding("pagedown", "scroll_log(5)"),
        Binding("q", "leave"),
        Binding("ctrl+c,ctrl+q", "leave"),
    ]

    def __init__(self, seat: Seat, file: Path | None) -> None:
        super().__init__()
        self.seat = seat
        self.file = file
        self.menu: list[Choice] = []
        self.submenu = ""
        self.cursor: int | None = None
        self.card: int | None = None
        self.typed = ""
        self.note = ""
        self._noted_at = 0
        self._shown: tuple[int | None, int, int] = (None, 0, -1)
        self._lines: list[str] = []
        self._heard = 0

    def compose(self) -> ComposeResult:
        """The parts of the screen, from top to bottom."""
        yield Part(id="title", markup=False)
        yield Part(id="players")
        yield Part(id="pile")
        yield Rule()
        with Horizontal(id="middle"):
            yield Part(id="side")
            with VerticalScroll(id="log", can_focus=False):
                yield Part(id="lines")
            yield Part(id="piles")
        yield Rule()
        yield Part(id="facts")
        yield Part(id="prompt")
        yield Part(id="message")
        yield Part(id="choices")
        yield Part(id="hand")
        yield Part(id="keys")

    def on_mount(self) -> None:
        """Start following the table."""
        self.set_interval(1, self._tick)
        self.run_worker(self._follow(), group="follow")

    async def _follow(self) -> None:
        while True:
            seen = self.seat.version
            self.show_table()
            await self.seat.changed(seen)

    def _tick(self) -> None:
        if self.seat.seconds_left and self.seat.view is not None:
            self._show_players()

    def on_resize(self) -> None:
        """Redraw for the new size."""
        self.set_class(self.is_small, "small")
        self.show_table()

    @property
    def is_large(self) -> bool:
        """Whether there is room for a side panel."""
        return self.size.width >= LARGE[0] and self.size.height >= LARGE[1]

    @property
    def is_small(self) -> bool:
        """Whether every line counts."""
        return self.size.width < SMALL[0] or self.size.height < SMALL[1]

    # ---- showing ------------------------------------------------------------------------------------
    def show_table(self) -> None:
        """Draw the current state."""
        if not self.is_mounted:
            return
        if self._noted_at != self.seat.event_count:
            self.note = ""
        self._renew_menu()
        self._show_log()
        self._show_title()
        self._show_keys()
        self._show_players()
        self._show_prompt()
        self._show_hand()
        if self.app.screen is self:
            self.open_what_is_due()

    def _put(self, where: str, what: Text | str) -> None:
        shown = self.query_one(where, Part)
        shown.update(what)
        shown.display = bool(str(what))

    def _show_title(self) -> None:
        seat, view = self.seat, self.seat.view
        parts = [seat.edition.title]
        if view is not None:
            target = view.options.get("target")
            parts.append(f"round {view.round + 1}, to {words.points(target)}" if target else "one round")
        if seat.is_lost or seat.status:
            parts.append(seat.is_lost or seat.status)
        self.query_one("#title", Part).update(" " + " · ".join(parts))

    def _show_players(self) -> None:
        """Show the players and the piles: in a panel at the side, above the log, or in as few lines as possible."""
        view, seat = self.seat.view, self.seat
        if view is None:
            return
        people = drawing.People(view, seat.names, seat.seconds_left, seat.away)
        piles = drawing.piles(seat.edition, view)
        large, small = self.is_large, self.is_small
        above = drawing.few_lines if small else drawing.players
        self._put("#side", drawing.side(people, piles) if large else "")
        self._put("#players", "" if large else above(people, self.size.width))
        self._put("#pile", drawing.pile(view) if small else "")
        self._put("#piles", "" if large or small else piles)

    def _show_keys(self) -> None:
        moving = "" if self.is_small else MOVING
        does = {move.does for move in self.seat.moves}
        first = PASSING if PASS in does and DRAW not in does else KEYS[0]
        keys = [first, *(key for key in KEYS[1:] if not self.is_small or key[1] != "rules")]
        self.query_one("#keys", Part).update(drawing.keys(moving, keys))

    def _show_log(self) -> None:
        seat = self.seat
        viewer, game, told = self._shown
        if viewer != seat.number or game != seat.games or told < 0:
            self._lines, told = [], 0
            self._heard = 0
        events = seat.events(told) if seat.event_count > told else []
        fresh = words.news(seat.edition, events, seat.names, seat.you)
        tip = seat.tip(events)
        said = seat.lines[self._heard :]
        self._heard = len(seat.lines)
        self._shown = (seat.number, seat.games, seat.event_count)
        if fresh or said or tip or viewer != seat.number:
            self._lines = [*self._lines, *fresh, *said, *([tip] if tip else [])][-KEPT_LINES:]
        lines = [*self._lines, *self._end_lines()]
        self.query_one("#lines", Part).update(Text("\n").join(tinted(line) for line in lines))
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)

    def _end_lines(self) -> list[str]:
        """The lines below the log: the lobby, or the end of a round at a server's table."""
        seat, view = self.seat, self.seat.view
        if seat.stage == "lobby" or view is None:
            return seat.lobby_lines()
        if not seat.is_remote or seat.stage == "playing":
            return []
        ending = ["", words.ending(view, seat.names, seat.you)] if seat.stage == "over" else []
        return ["", *words.score_lines(seat.edition, view, seat.names, seat.you), *ending]

    def _show_prompt(self) -> None:
        seat, view = self.seat, self.seat.view
        facts, prompt = "", AWAITED.get(seat.stage, "") if seat.is_remote else ""
        if view is not None and seat.stage == "playing":
            facts = " · ".join(
                [*words.facts(seat.edition, view, seat.names), *words.known_lines(seat.edition, view, seat.names)]
            )
            prompt = self.submenu or words.prompt(seat.edition, view, seat.moves, seat.names)
            if seat.offers and not seat.is_asked and not self.submenu:
                prompt += " You can act out of turn, or press Space to let it go by."
        self._put("#facts", tinted(facts))
        self._put("#prompt", tinted(prompt, "bold"))
        self._put("#message", tinted(self.note or self._brings(), "italic"))
        typed = f"  number {self.typed}_" if self.typed else ""
        self._put("#choices", drawing.choices(self.menu, self.cursor, self.size.width, self._choice_rows()) + Text(typed))

    def _brings(self) -> str:
        """What the selected entry costs or brings, if the list has no room for it."""
        beside = len(self.menu) <= self._choice_rows() and self.size.width >= drawing.WITH_BRINGS
        if beside or self.cursor is None or self.cursor >= len(self.menu):
            return ""
        return self.menu[self.cursor].brings

    def _choice_rows(self) -> int:
        return 4 if self.size.height < LARGE[1] else 8

    @property
    def hand(self) -> list[str]:
        """The player's cards, in the order of the deck."""
        view, codes = self.seat.view, self.seat.edition.codec.card_codes
        return sorted(view.hand, key=codes.__getitem__) if view is not None and self.seat.number is not None else []

    def _show_hand(self) -> None:
        marks: dict[str, str] = {}
        for number, choice in enumerate(self.menu, 1):
            if choice.card is not None and not self.submenu:
                marks.setdefault(choice.card, str(number))
        height = 3 if self.is_small else 4 if self.size.height < LARGE[1] else 8
        shown = drawing.hand(self.seat.edition, self.hand, marks, self.card, self.size.width, height)
        self._put("#hand", shown)

    # ---- choosing -----------------------------------------------------------------------------------
    def _renew_menu(self) -> None:
        """Refresh the list. An open question about a card stays open while its moves are still allowed."""
        offered = set(self.seat.offers)
        if self.submenu and all((choice.seat, move) in offered for choice in self.menu for move in choice.moves):
            return
        new = self.seat.choices()
        if new == self.menu and not self.submenu:
            return
        kept = self.menu[self.cursor].text if self.cursor is not None and self.cursor < len(self.menu) else ""
        self.menu, self.submenu, self.typed = new, "", ""
        self.cursor = next((i for i, choice in enumerate(new) if choice.text == kept), None)
        if self.card is not None and self.card >= len(self.hand):
            self.card = None

    def _ask_which(self, title: str, menu: Sequence[Choice]) -> None:
        self.menu, self.submenu, self.cursor, self.card, self.typed = list(menu), title, None, None, ""
        self.show_table()

    def on_key(self, event: events.Key) -> None:
        """Choose by number. A digit counts at once unless a longer number could start with it."""
        if event.character is None or not event.character.isdecimal():
            return
        event.stop()
        typed = self.typed + event.character
        if not 1 <= int(typed) <= len(self.menu):
            typed = event.character
        if not 1 <= int(typed) <= len(self.menu):
            self.typed = ""
        elif int(typed) * 10 <= len(self.menu):
            self.typed, self.cursor = typed, int(typed) - 1
        else:
            self.typed = ""
            self.activate(self.menu[int(typed) - 1])
        self.show_table()

    def action_click_entry(self, number: int) -> None:
        """Choose an entry of the list with the mouse."""
        if number < len(self.menu):
            self.activate(self.menu[number])
            self.show_table()

    def action_click_card(self, number: int) -> None:
        """Choose a card with the mouse, as Enter does."""
        if number < len(self.hand) and not self.submenu:
            self.card, self.cursor = number, None
            self.show_table()
            self._choose_card(self.hand[number])

    def action_entry(self, step: int) -> None:
        """Move up or down the list."""
        if self.menu:
            start = -1 if self.cursor is None and step > 0 else self.cursor or 0
            self.cursor = (start + step) % len(self.menu)
            card = self.menu[self.cursor].card
            self.card = self.hand.index(card) if card in self.hand else None
            self.typed = ""
            self.show_table()

    def action_card(self, step: int) -> None:
        """Move left or right in the hand."""
        if self.hand and not self.submenu:
            start = -1 if self.card is None and step > 0 else self.card or 0
            self.card = (start + step) % len(self.hand)
            cards = [choice.card for choice in self.menu]
            self.cursor = cards.index(self.hand[self.card]) if self.hand[self.card] in cards else None
            self.typed = ""
            self.show_table()

    def action_choose(self) -> None:
        """Do what is selected: a list entry, or a card. A card with several moves asks which."""
        if self.card is not None and not self.submenu and not self.typed:
            self._choose_card(self.hand[self.card])
        elif self.cursor is not None and self.cursor < len(self.menu):
            self.activate(self.menu[self.cursor])
        else:
            self.say("Pick a number, or use the arrow keys.")

    def _choose_card(self, card: str) -> None:
        found = [choice for choice in self.menu if choice.card == card]
        if len(found) == 1:
            self.activate(found[0])
        elif found:
            self._ask_which("Which?", found)
        else:
            verbs = self.seat.edition.codec.verbs
            verb = next((move.meaning for move in self.seat.moves if move.card is not None), verbs[PLAY])
            colors = self.seat.edition.colors
            kind = self.seat.edition.codec.card_codes[card]
            names_color = verb.code == PLAY and self.seat.edition.codec.names_color(kind)
            self.run_worker(self._why(f"{verb.word} {card}{f' {colors[0]}' if names_color else ''}"))

    def activate(self, choice: Choice) -> None:
        """Do what an entry of the list stands for. A card with several colors asks which."""
        self.typed = ""
        if choice.command is not None:
            self.run_worker(self._command(dict(choice.command)))
        elif len(choice.moves) > 1:
            colors = [Choice(choice.seat, words.color_label(move.color or ""), (move,)) for move in choice.moves]
            self._ask_which(f"{choice.text}: which color?", colors)
        elif choice.moves[0].said == PLACEHOLDER:
            self._write(choice.seat, choice.moves[0])
        else:
            self.run_worker(self._do(choice.seat, str(choice.moves[0])))

    def _write(self, seat: int | None, move: Move, text: str = "") -> None:
        def written(said: str | None) -> None:
            self._resume()
            if said:
                self.run_worker(self._do(seat, f"{move.verb} {said}"))

        title = words.move_words(self.seat.edition, move, self.seat.names)
        self._open(Writing(title, self.seat.edition.suggestions.get(move.verb, ()), text), written)

    async def _do(self, seat: int | None, move: str) -> None:
        self.submenu, self.menu, self.cursor, self.card = "", [], None, None
        self.say_refusal(await self.seat.do(move, seat))

    async def _why(self, move: str) -> None:
        self.say_refusal(await self.seat.why_not(move), "That is allowed.")

    def say(self, note: str) -> None:
        """Show the player a note until something happens."""
        self.note, self._noted_at = note, self.seat.event_count
        self.show_table()

    # ---- keys ---------------------------------------------------------------------------------------
    def action_verb(self, place: str) -> None:
        """Make the move whose verb stands at this place, or say why it isn't allowed."""
        word = next(verb.word for verb in self.seat.edition.every_verb if verb.at == place)
        found = [move for move in self.seat.moves if move == word]
        self.run_worker(self._do(self.seat.number, word) if found else self._why(word))

    def action_uno(self) -> None:
        """Call UNO, or play the selected card with the call."""
        late = [(seat, move) for seat, move in self.seat.offers if move.does == UNO]
        chosen = self.menu[self.cursor].moves[:1] if self.cursor is not None and self.cursor < len(self.menu) else ()
        wanted = {(move.verb, move.card) for move in chosen}
        calls = [choice for choice in self.menu if choice.moves and choice.moves[0].uno]
        with_call = [choice for choice in calls if (choice.moves[0].verb, choice.card) in wanted]
        if late:
            self.run_worker(self._do(*late[0]))
        elif with_call:
            self.activate(with_call[0])
        else:
            self.action_verb("call")

    def action_catch(self) -> None:
        """Catch a player who has not called UNO."""
        found = [choice for choice in self.menu if choice.moves and choice.moves[0].does == CATCH]
        if len(found) == 1:
            self.activate(found[0])
        elif found:
            self._ask_which("Catch whom?", found)
        else:
            self.say("Nobody has forgotten to call UNO.")

    def action_back(self) -> None:
        """Close an open question, or else let a chance go by."""
        if self.submenu or self.typed:
            self.submenu, self.menu, self.typed = "", [], ""
            self.say("")
        else:
            self.action_let_pass()

    def action_let_pass(self) -> None:
        """Let a chance to act out of turn go by. At a shared screen, this hides the hand again."""
        self.note = ""
        if self.seat.is_shared and self.seat.number is not None and not self.seat.is_asked:
            self.seat.take(None)
        elif not self.seat.is_asked:
            self.seat.let_pass()
        self.show_table()

    def action_hint(self) -> None:
        """Show what the strongest bot would do."""
        self.say("Thinking…")
        self.run_worker(self._hint(), exclusive=True, group="hint")

    async def _hint(self) -> None:
        self.say(await self.seat.hint_sentence())

    def action_pace(self) -> None:
        """Change how fast bots play."""
        if isinstance(self.seat, LocalSeat):
            self.say(f"Bot speed: {self.seat.hurry()}.")

    def action_scroll_log(self, lines: int) -> None:
        """Scroll the log."""
        self.query_one("#log", VerticalScroll).scroll_relative(y=lines, animate=False)
