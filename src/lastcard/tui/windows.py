"""The windows over a table: help, rules, chat, handing over, points, the end of a game, leaving."""

from __future__ import annotations

from pathlib import Path

from textual.screen import Screen

from ..errors import Refusal
from . import words
from .dialogs import Dialog, HandOver, ReviewWindow, Writing, help_dialog, rulebook
from .local import LocalSeat
from .records import numbered, saved_sentence
from .seat import Seat
from .words import Choice


class Windows(Screen[None]):
    """A screen at one seat that can open windows. Bots wait while one is open."""

    seat: Seat
    file: Path | None
    _scored = -1
    _rule = ""

    def show_table(self) -> None:
        """Draw the current state."""
        raise NotImplementedError

    def say(self, note: str) -> None:
        """Show the player a note until something happens."""
        raise NotImplementedError

    def say_refusal(self, refusal: Refusal | None, otherwise: str = "") -> None:
        """Say why something is not allowed. The rulebook then opens at its rule."""
        if refusal is None:
            self.say(otherwise)
            return
        self._rule = refusal.rule
        self.say(
            words.refused(self.seat.edition, refusal, self.seat.names) + (" Press r for the rule." if refusal.rule else "")
        )

    def activate(self, choice: Choice) -> None:
        """Do what an entry of the list stands for."""
        raise NotImplementedError

    async def _command(self, command: dict[str, str]) -> None:
        self.say_refusal(await self.seat.command(**command))

    def _open(self, dialog: Dialog | Writing, then: object = None) -> None:
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
        """Show the rulebook, beginning with the rule that refused something last."""
        self._open(rulebook(self.seat.edition, self.seat.options, self._rule))
        self._rule = ""

    def action_chat(self) -> None:
        """Chat, or send the table a /command."""
        if not self.seat.is_remote:
            self.say("Chat works only at a server's table.")
            return

        def said(text: str | None) -> None:
            if text:
                word, _, rest = text.removeprefix("/").partition(" ")
                asked = self.seat.table_commands(word, rest) if text.startswith("/") else {"do": "chat", "text": text}
                if asked is None:
                    self.say(f"There is no command /{word}.")
                else:
                    self.run_worker(self._command(asked))

        self._open(Writing("Say something to the table"), said)

    # ---- several people at one screen -----------------------------------------------------------------
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

    def open_what_is_due(self) -> None:
        """Open the window that the table needs now: the points, the end, or handing over."""
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
        lines = [f"It's {name}'s turn.", "", words.pile_line(seat.edition, seat.view) if seat.view else "", ""]
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
                self.activate(offered[int(answer.split()[1]) - 1])
            self.show_table()

        self.app.push_screen(
            HandOver("Hand over", lines, keys, {**answers, "enter": "here", "o": "other", "q": "quit"}), answered
        )

    # ---- ends -----------------------------------------------------------------------------------------
    def _open_points(self) -> None:
        seat = self.seat
        view = seat.view
        if view is None:
            return
        lines = words.score_lines(seat.edition, view, seat.names, seat.you)
        if seat.stage == "over":
            self._open_end([words.ending(view, seat.names, seat.you), "", *lines, *seat.tally_lines()])
            return

        def answered(answer: str | None) -> None:
            if answer == "on":
                self.run_worker(seat.go_on())
            elif answer == "leave":
                self.action_leave()

        keys, answers = "Enter: next round · q: leave", {"enter": "on", "n": "on", "q": "leave"}
        self.app.push_screen(Dialog(f"Round {view.round + 1}", lines, keys, answers), answered)

    def _open_end(self, lines: list[str]) -> None:
        def answered(answer: str | None) -> None:
            if answer == "again":
                self.run_worker(self._deal_again())
            elif answer == "review":
                self.action_review()
            elif answer in ("save", "quit"):
                self.run_worker(self.end(save=answer == "save"))

        keys = "Enter: deal again · v: review your game · s: save the record and leave · q: leave"
        answers = {"enter": "again", "a": "again", "v": "review", "s": "save", "q": "quit", "escape": "stay"}
        self.app.push_screen(Dialog("The game is over", lines, keys, answers), answered)

    def action_again(self) -> None:
        """Deal another game once this one is over."""
        if self.seat.stage == "over":
            self.run_worker(self._deal_again())
        else:
            self.say("You can deal again once the game is over.")

    async def _deal_again(self) -> None:
        self._scored = -1
        await self.seat.deal_again()

    def action_review(self) -> None:
        """Go over the finished game. If several people share the screen, ask whose."""
        seat = self.seat
        if seat.stage != "over":
            self.say("You can review the game once it is over.")
        elif not isinstance(seat, LocalSeat) or not seat.is_shared:
            self.run_worker(self._review(seat.number or 0))
        else:
            people = {str(n): who for n, who in enumerate(seat.people, 1)}

            def chosen(key: str | None) -> None:
                if key:
                    self.run_worker(self._review(people[key]))
                else:
                    self._back_to_end()

            lines = [f"{key}  {seat.names[who]}" for key, who in people.items()]
            answers = {**{key: key for key in people}, "escape": ""}
            self.app.push_screen(Dialog("Review whose game?", lines, "Esc: go back", answers), chosen)

    async def _review(self, seat: int) -> None:
        record = await self.seat.record()
        if record is None:
            self.say("There is no record to review.")
        else:
            self.app.push_screen(ReviewWindow(record, seat), self._back_to_end)

    def _back_to_end(self, _: str | None = None) -> None:
        self._scored = -1
        self.show_table()

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
                self.run_worker(self.end(save=answer == "save"))
            else:
                self._back_to_end()

        answers = {"y": "leave", "escape": "", "n": ""} | ({"s": "save"} if saves else {})
        self._open(Dialog("Leave", lines, keys, answers), answered)

    async def end(self, *, save: bool) -> None:
        """Close the screen, after saving the record if wanted."""
        file = numbered(self.file, self.seat.games)
        self.app.exit(saved_sentence(await self.seat.record(), file) if save else "")
