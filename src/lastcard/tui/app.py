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
from textual.screen import Screen
from textual.widgets import Rule, Static

from ..moves import Move
from ..texts import PLACEHOLDER
from . import drawing, words
from .dialogs import Dialog, HandOver, Writing, help_dialog, rulebook
from .drawing import tinted
from .local import LocalSeat
from .records import saved_sentence
from .seat import Seat
from .words import Choice

KEPT_LINES = 400
AWAITED = {
    "lobby": "The host deals once everyone is ready.",
    "between": "The next round starts once everyone is ready.",
    "over": "The game is over. Press q to leave; you can save the record first.",
}
KEYS = "1-9 ←→ ↑↓ Enter · d draw · u UNO · c catch · h hint · r rules · ? help · q quit"


class TableApp(App[str]):
    """The app for one seat. It returns a sentence to print after the screen closes."""

    TITLE = "lastcard"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    TableScreen { layout: vertical; }
    #title { height: 1; background: $primary; color: $text; text-style: bold; }
    #players { height: auto; }
    #middle { height: 1fr; min-height: 4; }
    #log { width: 1fr; height: 100%; scrollbar-size-vertical: 1; }
    #piles { width: auto; height: 4; margin: 0 0 0 1; }
    #facts { height: auto; max-height: 4; }
    Rule { margin: 0; height: 1; color: $primary-darken-2; }
    #prompt { height: auto; max-height: 2; }
    #message { height: auto; max-height: 3; }
    #choices, #hand { height: auto; }
    #keys { height: 1; color: $text-muted; }
    """

    def __init__(self, seat: Seat, file: Path | None = None) -> None:
        # With NO_COLOR, Textual would otherwise draw shades of gray.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.seat = seat
        self.file = file

    def on_mount(self) -> None:
        """Open the table."""
        self.push_screen(TableScreen(self.seat, self.file))


class TableScreen(Screen[None]):
    """What a seat sees, and a numbered list of what it can do."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "entry(-1)"),
        Binding("down", "entry(1)"),
        Binding("left", "card(-1)"),
        Binding("right", "card(1)"),
        Binding("enter", "choose"),
        Binding("escape", "back"),
        Binding("space", "let_pass"),
        Binding("d", "verb('draw')"),
        Binding("p", "verb('pass')"),
        Binding("u", "uno"),
        Binding("c", "catch"),
        Binding("h", "hint"),
        Binding("r", "rules"),
        Binding("question_mark", "help"),
        Binding("f", "pace"),
        Binding("o", "other"),
        Binding("t", "chat"),
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
        self._shown: tuple[int | None, int] = (None, -1)
        self._lines: list[str] = []
        self._heard = 0
        self._scored = -1
        self._over = False

    def compose(self) -> ComposeResult:
        """The parts of the screen, from top to bottom."""
        yield Static(id="title", markup=False)
        yield Static(id="players")
        yield Rule()
        with Horizontal(id="middle"):
            with VerticalScroll(id="log", can_focus=False):
                yield Static(id="lines")
            yield Static(id="piles")
        yield Rule()
        yield Static(id="facts")
        yield Static(id="prompt")
        yield Static(id="message")
        yield Static(id="choices")
        yield Static(id="hand")
        yield Static(KEYS, id="keys")

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
        self.show_table()

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
        view = self.seat.view
        if view is not None:
            self._show_players()
            self.query_one("#piles", Static).update(drawing.piles(self.seat.edition, view))
        self._show_prompt()
        self._show_hand()
        if self.app.screen is self:
            self._open_what_is_due()

    def _put(self, where: str, what: Text | str) -> None:
        shown = self.query_one(where, Static)
        shown.update(what)
        shown.display = bool(str(what))

    def _show_title(self) -> None:
        seat, view = self.seat, self.seat.view
        parts = [seat.edition.title]
        if view is not None:
            target = view.options.get("target")
            parts += [f"round {view.round + 1}", f"to {target}" if target else "one round"]
        if seat.is_lost or seat.status:
            parts.append(seat.is_lost or seat.status)
        self.query_one("#title", Static).update(" " + " · ".join(parts))

    def _show_players(self) -> None:
        view, seat = self.seat.view, self.seat
        if view is not None:
            self._put("#players", drawing.players(view, seat.names, seat.seconds_left, seat.away, self.size.width))

    def _show_log(self) -> None:
        seat = self.seat
        viewer, told = self._shown
        if viewer != seat.number or told < 0:
            self._lines, told = [], 0
            self._heard = 0
        fresh = words.news(seat.edition, seat.events(told), seat.names) if seat.event_count > told else []
        said = seat.lines[self._heard :]
        self._heard = len(seat.lines)
        self._shown = (seat.number, seat.event_count)
        if fresh or said or viewer != seat.number:
            self._lines = [*self._lines, *fresh, *said][-KEPT_LINES:]
        lines = [*self._lines, *self._end_lines()]
        self.query_one("#lines", Static).update(Text("\n").join(tinted(line) for line in lines))
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
            facts = " · ".join([*words.facts(seat.edition, view, seat.names), *words.known_lines(view, seat.names)])
            prompt = self.submenu or words.prompt(seat.edition, view, seat.moves, seat.names)
            if seat.offers and not seat.is_asked and not self.submenu:
                prompt += " You can act out of turn, or press Space to let it go by."
        self._put("#facts", tinted(facts))
        self._put("#prompt", tinted(prompt, "bold"))
        self._put("#message", tinted(self.note, "italic"))
        typed = f"  number {self.typed}_" if self.typed else ""
        self._put("#choices", drawing.choices(self.menu, self.cursor, self.size.width, self._choice_rows()) + Text(typed))

    def _choice_rows(self) -> int:
        return 4 if self.size.height < 30 else 8

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
        height = {True: 4, False: 8}[self.size.height < 30]
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
            self._activate(self.menu[int(typed) - 1])
        self.show_table()

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
            self._activate(self.menu[self.cursor])
        else:
            self._say("Pick a number, or use the arrow keys.")

    def _choose_card(self, card: str) -> None:
        found = [choice for choice in self.menu if choice.card == card]
        if len(found) == 1:
            self._activate(found[0])
        elif found:
            self._ask_which("Which?", found)
        else:
            verb = next((move.verb for move in self.seat.moves if move.card is not None), "play")
            colors = self.seat.edition.colors
            kind = self.seat.edition.codec.card_codes[card]
            names_color = verb == "play" and self.seat.edition.codec.names_color(kind)
            self.run_worker(self._why(f"{verb} {card}{f' {colors[0]}' if names_color else ''}"))

    def _activate(self, choice: Choice) -> None:
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
        refusal = await self.seat.do(move, seat)
        self._say("" if refusal is None else words.refused(refusal, self.seat.names))

    async def _command(self, command: dict[str, str]) -> None:
        refusal = await self.seat.command(**command)
        self._say("" if refusal is None else words.refused(refusal, self.seat.names))

    async def _why(self, move: str) -> None:
        refusal = await self.seat.why_not(move)
        self._say("That is allowed." if refusal is None else words.refused(refusal, self.seat.names))

    def _say(self, note: str) -> None:
        """Show the player a note until something happens."""
        self.note, self._noted_at = note, self.seat.event_count
        self.show_table()

    # ---- keys ---------------------------------------------------------------------------------------
    def action_verb(self, word: str) -> None:
        """Make a one-word move, or say why it isn't allowed."""
        found = [move for move in self.seat.moves if move == word]
        self.run_worker(self._do(self.seat.number, word) if found else self._why(word))

    def action_uno(self) -> None:
        """Call UNO, or play the selected card with the call."""
        late = [(seat, move) for seat, move in self.seat.offers if move.verb == "uno"]
        chosen = self.menu[self.cursor].moves[:1] if self.cursor is not None and self.cursor < len(self.menu) else ()
        wanted = {(move.verb, move.card) for move in chosen}
        calls = [choice for choice in self.menu if choice.moves and choice.moves[0].uno]
        with_call = [choice for choice in calls if (choice.moves[0].verb, choice.card) in wanted]
        if late:
            self.run_worker(self._do(*late[0]))
        elif with_call:
            self._activate(with_call[0])
        else:
            self.run_worker(self._why("uno"))

    def action_catch(self) -> None:
        """Catch a player who has not called UNO."""
        found = [choice for choice in self.menu if choice.moves and choice.moves[0].verb == "catch"]
        if len(found) == 1:
            self._activate(found[0])
        elif found:
            self._ask_which("Catch whom?", found)
        else:
            self._say("Nobody has forgotten to call UNO (uno-false).")

    def action_back(self) -> None:
        """Close an open question, or else let a chance go by."""
        if self.submenu or self.typed:
            self.submenu, self.menu, self.typed = "", [], ""
            self._say("")
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
        self._say("Thinking…")
        self.run_worker(self._hint(), exclusive=True, group="hint")

    async def _hint(self) -> None:
        self._say(await self.seat.hint_sentence())

    def action_pace(self) -> None:
        """Change how fast bots play."""
        if isinstance(self.seat, LocalSeat):
            self._say(f"Bot speed: {self.seat.hurry()}.")

    def action_scroll_log(self, lines: int) -> None:
        """Scroll the log."""
        self.query_one("#log", VerticalScroll).scroll_relative(y=lines, animate=False)

    # ---- windows ------------------------------------------------------------------------------------
    def _open(self, dialog: Dialog | Writing, then: object = None) -> None:
        """Open a window. Bots wait while it is open."""
        if isinstance(self.seat, LocalSeat):
            self.seat.pause(on=True)
        self.app.push_screen(dialog, then if callable(then) else self._resume)

    def _resume(self, _: str | None = None) -> None:
        if isinstance(self.seat, LocalSeat):
            self.seat.pause(on=False)
        self.show_table()

    def action_help(self) -> None:
        """Show every key."""
        self._open(help_dialog())

    def action_rules(self) -> None:
        """Show the rulebook."""
        self._open(rulebook(self.seat.edition))

    def action_chat(self) -> None:
        """Chat, or send the table a /command."""
        if not self.seat.is_remote:
            self._say("Chat works only at a server's table.")
            return

        def said(text: str | None) -> None:
            if text:
                word, _, rest = text.removeprefix("/").partition(" ")
                asked = self.seat.table_commands(word, rest) if text.startswith("/") else {"do": "chat", "text": text}
                if asked is None:
                    self._say(f"There is no command /{word}.")
                else:
                    self.run_worker(self._command(asked))

        self._open(Writing("Say something to the table"), said)

    def action_other(self) -> None:
        """Let someone else at this screen act out of turn."""
        seat = self.seat
        if not isinstance(seat, LocalSeat) or not seat.is_shared or seat.stage != "playing":
            return
        others = {str(n): who for n, who in enumerate((s for s in seat.people if s != seat.number), 1)}

        def taken(key: str | None) -> None:
            if key:
                seat.take(others[key])
            self._resume()

        seat.take(None)
        lines = ["Who wants to go first? Everyone else, please look away.", ""]
        lines += [f"{key}  {seat.names[who]}" for key, who in others.items()]
        self._open(HandOver("Out of turn", lines, "Esc: nobody", {**{key: key for key in others}, "escape": ""}), taken)

    def _open_what_is_due(self) -> None:
        seat = self.seat
        if seat.stage in ("between", "over") and seat.view is not None and not seat.is_remote:
            if self._scored != seat.event_count:
                self._scored = seat.event_count
                self._open_points()
        elif seat.wanted is not None:
            self._open_hand_over(seat.wanted)

    def _open_hand_over(self, to: int) -> None:
        seat = self.seat
        name = seat.names[to]
        offered = [choice for choice in seat.choices() if choice.moves]
        lines = [f"It's {name}'s turn.", "", words.pile_line(seat.view) if seat.view else "", ""]
        lines += [f"{number}  {choice.text}" for number, choice in enumerate(offered, 1)]
        answers = {str(number): f"do {number}" for number in range(1, len(offered) + 1)}
        keys = f"Enter: I'm {name}, and nobody else is looking · o: someone else goes first · q: leave"

        def answered(answer: str | None) -> None:
            if answer == "here":
                seat.take(to)
            elif answer == "other":
                self.action_other()
            elif answer == "quit":
                self.action_leave()
            elif answer:
                self._activate(offered[int(answer.split()[1]) - 1])
            self.show_table()

        self.app.push_screen(
            HandOver("Hand over", lines, keys, {**answers, "enter": "here", "o": "other", "q": "quit"}), answered
        )

    def _open_points(self) -> None:
        seat = self.seat
        view = seat.view
        if view is None:
            return
        lines = words.score_lines(seat.edition, view, seat.names, seat.you)
        if seat.stage == "over":
            lines += ["", words.ending(view, seat.names, seat.you)]
            keys, answers = "s: save the record and leave · q: leave", {"s": "save", "q": "quit", "escape": "stay"}
        else:
            keys, answers = "Enter: next round · q: leave", {"enter": "on", "n": "on", "q": "leave"}

        def answered(answer: str | None) -> None:
            if answer == "on":
                self.run_worker(seat.go_on())
            elif answer == "leave":
                self.action_leave()
            elif answer in ("save", "quit"):
                self.run_worker(self._end(save=answer == "save"))

        self.app.push_screen(Dialog(f"Round {view.round + 1}", lines, keys, answers), answered)

    def action_leave(self) -> None:
        """Ask before leaving, and offer to save the record."""
        lines = ["Leave the table?"]
        keys = "s: save the record and leave · y: leave · Esc: stay"
        saves = not self.seat.is_remote or self.seat.stage == "over"
        if not saves:
            lines.append("A bot plays for you while you're away. Run the same command to come back to your seat.")
            keys = "y: leave · Esc: stay"

        def answered(answer: str | None) -> None:
            self._resume()
            if answer:
                self.run_worker(self._end(save=answer == "save"))
            else:
                self._scored = -1
                self.show_table()

        answers = {"y": "leave", "escape": "", "n": ""} | ({"s": "save"} if saves else {})
        self._open(Dialog("Leave", lines, keys, answers), answered)

    async def _end(self, *, save: bool) -> None:
        self.app.exit(saved_sentence(await self.seat.record(), self.file) if save else "")
