"""The table line by line, for screen readers, simple terminals and scripts."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from ..errors import Refusal
from ..moves import PLAY
from ..table_rulebook import rulebook_at
from ..typed_text import PLACEHOLDER
from . import words
from .local import LocalSeat
from .records import numbered, review_lines, saved_sentence
from .seat import Seat

HELP = """Type the number of a move, or the move itself, for example: play red-5, or catch Bo.
You can also type: hand, top, counts, moves, why MOVE, rule (of the last refusal), rules, rules ID, hint, help, quit."""
HELP_THERE = "At this table you can also type: say TEXT, ready, start, bot, extend, back, leave, rematch."
HAND_OVER = """{name}, it's your turn. Press Enter when nobody else is looking at the screen.
To go first, out of turn, type your name."""
AGAIN = "Press Enter to deal again, or type review or quit."
PROMPT = "> "
DIGITS = 9  # of a typed number that count


class Lines:
    """The lines that a player types, and None at the end. A thread reads them, so that news can arrive meanwhile."""

    def __init__(self, source: TextIO | None) -> None:
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._source = source
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self._source or ():  # closed input counts as ended
            self._put(line.strip())
        self._put(None)

    def _put(self, line: str | None) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._queue.put_nowait, line)

    async def next(self) -> str | None:
        """The next line."""
        return await self._queue.get()


class Plain:
    """Plays a game in sentences, and with ``again`` one game after another. What was said and still holds isn't repeated."""

    def __init__(
        self, seat: Seat, lines: Lines, say: Callable[[str], None], file: Path | None = None, *, again: bool = False
    ) -> None:
        self.seat = seat
        self.lines = lines
        self.say = say
        self.file = file
        self.again = again
        self._told: dict[int | None, int] = {}
        self._heard = 0
        self._asked: list[str] | None = None
        self._before: list[str] = []
        self._before_at = -1
        self._counts: Sequence[int] = ()
        self._known: list[str] = []
        self._game = 0
        self._rule = ""
        self._stage = ""
        self._next: asyncio.Task[str | None] | None = None

    async def run(self) -> None:
        """Play until the game is over, the player quits, or the input ends."""
        self.say("Type help to see what you can type.")
        while True:
            await self.seat.settled()
            seen = self.seat.version
            if self.seat.is_lost and not self.seat.is_remote:
                self.say(self.seat.is_lost)
                self.say(saved_sentence(await self.seat.record(), self.file))
                return
            self._tell_news()
            if self.seat.is_lost:
                self.say(self.seat.is_lost)
                return
            if self.seat.stage == "over" and not self.seat.is_remote and not await self._over():
                return
            self._ask()
            line = await self._line(seen)
            if line is None:
                await self._end_of_input()
                return
            if line is not self.CHANGED and not await self._obey(line):
                return

    async def _over(self) -> bool:
        """Save the record of a game that is over, once. False if no other game follows."""
        if self._game != self.seat.games:
            self._game = self.seat.games
            for line in self.seat.tally_lines():
                self.say(line)
            self.say(saved_sentence(await self.seat.record(), numbered(self.file, self.seat.games)))
        return self.again

    CHANGED = "\0changed"

    async def _line(self, seen: int) -> str | None:
        """The next line, or CHANGED if there is news at a server's table first."""
        if self._next is None:
            self._next = asyncio.create_task(self.lines.next())
        if self.seat.is_remote:
            news = asyncio.create_task(self.seat.changed(seen))
            await asyncio.wait([self._next, news], return_when=asyncio.FIRST_COMPLETED)
            news.cancel()
            if not self._next.done():
                return self.CHANGED
        line = await self._next
        self._next, self._asked = None, None
        return line

    # ---- telling ------------------------------------------------------------------------------------
    def _tell_news(self) -> None:
        seat = self.seat
        for line in seat.lines[self._heard :]:
            self.say(line)
        self._heard = len(seat.lines)
        since = self._told.get(seat.number, 0)
        events = seat.events(since) if seat.event_count > since else []
        self._told[seat.number] = seat.event_count
        for sentence in words.news(seat.edition, events, seat.names, seat.you):
            self.say(f"{sentence}.")
        if tip := seat.tip(events):
            self.say(tip)
        if seat.stage != self._stage:
            self._stage = seat.stage
            self._tell_stage()

    def _tell_stage(self) -> None:
        seat, view = self.seat, self.seat.view
        if seat.stage in ("between", "over") and view is not None:
            for line in words.score_lines(seat.edition, view, seat.names, seat.you):
                self.say(line)
        if seat.stage == "over" and view is not None:
            self.say(words.ending(view, seat.names, seat.you))

    def _ask(self) -> None:
        """Print the current question, with whatever changed. After a line that changed nothing, only the prompt comes again."""
        question = self._question()
        if question and question != self._asked:
            if question != self._before or self.seat.event_count != self._before_at:
                for line in self._news_of_table():
                    self.say(line)
                for line in question:
                    if self.seat.stage != "lobby" or line not in self._before:
                        self.say(line)
            self._before, self._before_at = question, self.seat.event_count
            print(PROMPT, end="", flush=True)
        self._asked = question

    def _question(self) -> list[str]:
        """Say what is asked now, and list the choices."""
        seat, view = self.seat, self.seat.view
        if view is None or seat.stage != "playing":
            return self._between_games()
        if seat.wanted is not None:
            return [HAND_OVER.format(name=seat.names[seat.wanted]), *self._numbered()]
        if seat.is_asked and seat.offers:
            return [words.prompt(seat.edition, view, seat.moves, seat.names), *self._numbered()]
        return self._chance()

    def _between_games(self) -> list[str]:
        seat = self.seat
        if seat.stage == "lobby" or seat.view is None:
            return [*seat.lobby_lines(), *self._numbered()]
        if seat.is_remote:
            return self._numbered()
        return [AGAIN if seat.stage == "over" else "Press Enter for the next round."]

    def _chance(self) -> list[str]:
        seat = self.seat
        if seat.is_shared and seat.number is None:
            return ["Does anyone want to act out of turn? Type your name, or press Enter to go on.", *self._numbered()]
        return ["You can act out of turn, or press Enter to let it go by:", *self._numbered()] if seat.choices() else []

    def _news_of_table(self) -> list[str]:
        """Return what has changed at the table since the player was last told: facts, counts, and their hand."""
        seat, view = self.seat, self.seat.view
        if view is None or not seat.is_asked or not seat.offers:
            return []
        facts = [fact if fact.endswith(".") else f"{fact}." for fact in words.facts(seat.edition, view, seat.names)]
        names = ["you" if number == seat.you else name for number, name in enumerate(seat.names)]
        was = self._counts or [-1] * len(names)
        changed = [f"{name} {now}" for name, now, then in zip(names, view.counts, was, strict=True) if now != then]
        counts = [f"Cards: {', '.join(changed)}."] if changed else []
        piles = [] if self._counts else [words.pile_line(self.seat.edition, view)]  # after that, the plays show it
        told = [line for line in [*facts, self._hand()] if line not in self._known]
        self._counts, self._known = view.counts, [*facts, self._hand()]
        return [*told[:-1], *counts, *piles, *told[-1:]]

    def _hand(self) -> str:
        view = self.seat.view
        if view is None or self.seat.number is None:
            return "No hand is shown."
        return f"Your hand: {words.card_list(self.seat.edition, view.hand) or 'no cards'}."

    def _numbered(self) -> list[str]:
        choices = enumerate(self.seat.choices(), 1)
        return [f"{number}: {words.with_brings(choice.text, choice.brings)}" for number, choice in choices]

    # ---- obeying ------------------------------------------------------------------------------------
    async def _obey(self, line: str) -> bool:
        """Do what was typed. False ends the game."""
        word, _, rest = line.partition(" ")
        word, rest = word.casefold(), rest.strip()
        if word == "quit" or (word == "leave" and not self.seat.is_remote):
            return await self._quit()
        if word in ("help", "?"):
            self.say(HELP + (f"\n{HELP_THERE}" if self.seat.is_remote else ""))
        elif word in ("hand", "top", "counts", "moves"):
            self._look(word)
        elif word == "why":
            await self._why(rest)
        elif word in ("rules", "rule"):
            self._rules(rest or (self._rule if word == "rule" else ""))
        elif word == "hint":
            self.say(await self.seat.hint_sentence())
        elif word == "review":
            await self._review()
        elif word == "again":
            await self._deal_again()
        elif not await self._there(word, rest):
            await self._act(line)
        return True

    async def _quit(self) -> bool:
        if not self.seat.is_remote and self.seat.stage != "over":
            self.say(saved_sentence(await self.seat.record(), numbered(self.file, self.seat.games)))
        self.say("Goodbye.")
        return False

    async def _end_of_input(self) -> None:
        if self.seat.stage == "over":
            return
        if self.seat.is_remote:
            self.say("The input has ended. Run the same command to come back to your seat.")
        else:
            saved = saved_sentence(await self.seat.record(), numbered(self.file, self.seat.games))
            self.say(f"The input ended before the game did. {saved}")

    def _look(self, word: str) -> None:
        view = self.seat.view
        if view is None:
            self.say("The cards haven't been dealt yet.")
        elif word == "hand":
            self.say(self._hand())
        elif word == "top":
            self.say(words.pile_line(self.seat.edition, view))
            self.say(f"Play runs {words.direction(view)}.")
        elif word == "counts":
            for line in words.count_lines(self.seat.edition, view, self.seat.names):
                self.say(line)
        else:
            for line in self._numbered() or ["You have nothing to choose right now."]:
                self.say(line)

    def _refuse(self, refusal: Refusal) -> None:
        """Say why something is not allowed. Typing ``rule`` then shows the rule."""
        self._rule = refusal.rule
        self.say(words.refused(self.seat.edition, refusal, self.seat.names))

    def _rules(self, rule: str) -> None:
        book = rulebook_at(self.seat.edition, self.seat.options)
        found = [entry for entry in book if entry.rule.id == rule.casefold()]
        if not rule or not found:
            ids = ", ".join(entry.rule.id for entry in book)
            self.say(f"{'' if not rule else f'There is no rule {rule!r} at this table. '}Rules: {ids}.")
        for entry in found:
            changed = f" ({words.origin_at(entry)})" if entry.changed_by or entry.rule.table else ""
            self.say(f"{entry.rule.id}: {entry.rule.text}{changed}")

    async def _why(self, text: str) -> None:
        found = words.matching(self.seat.edition, text, self.seat.offers, self.seat.names)
        edition, names = self.seat.edition, self.seat.names
        if unknown := "" if found else words.unknown_player(edition, words.numbered(edition, text, names), names):
            self.say(unknown)
            return
        is_card = text in edition.codec.card_codes
        typed = f"{edition.codec.verbs[PLAY].word} {text}" if is_card else words.numbered(edition, text, names)
        refusal = None if found else await self.seat.why_not(typed)
        if refusal is None:
            self.say("That is allowed.")
        else:
            self._refuse(refusal)

    async def _review(self) -> None:
        """Go over a finished game."""
        record = await self.seat.record() if self.seat.stage == "over" else None
        if record is None:
            self.say("You can review the game once it is over.")
            return
        self.say("Going over the game, move by move. This can take a minute.")
        whose = self.seat.people if isinstance(self.seat, LocalSeat) else [self.seat.number or 0]
        for number in whose:
            for line in await review_lines(record, number):
                self.say(line)

    async def _deal_again(self) -> None:
        if self.seat.stage != "over":
            self.say("You can deal again once the game is over.")
            return
        self._told, self._counts, self._known, self._before, self._heard = {}, (), [], [], 0
        refusal = await self.seat.deal_again()
        if refusal is not None:
            self._refuse(refusal)

    async def _there(self, word: str, rest: str) -> bool:
        """Run a command of a server's table. False if the word isn't one."""
        command = self.seat.table_commands(word, rest) if self.seat.is_remote else None
        if command is not None:
            await self._command(command)
        return command is not None

    async def _command(self, command: Mapping[str, Any]) -> None:
        refusal = await self.seat.command(**command)
        if refusal is not None:
            self._refuse(refusal)

    async def _act(self, line: str) -> None:
        """Act on a line that isn't a command: Enter, a name, a number or a move."""
        seat = self.seat
        named = [s for s, name in enumerate(seat.names) if name.casefold() == line.casefold()]
        if not line:
            await self._enter()
        elif seat.is_shared and seat.number is None and named and isinstance(seat, LocalSeat) and named[0] in seat.people:
            self._hand_over(named[0])
        else:
            await self._move(line)

    async def _enter(self) -> None:
        seat = self.seat
        if seat.stage == "over" and not seat.is_remote:
            await self._deal_again()
        elif seat.stage == "between":
            self._counts = ()
            await seat.go_on()
        elif seat.wanted is not None:
            self._hand_over(seat.wanted)
        elif seat.is_shared and seat.number is not None and not seat.is_asked:
            self._clear()
            seat.take(None)
        elif not seat.is_asked:
            seat.let_pass()

    def _hand_over(self, to: int) -> None:
        self._clear()
        self.seat.take(to)

    def _clear(self) -> None:
        """Clear the last player's hand from the screen."""
        self._counts, self._known, self._before = (), [], []
        if sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb":
            print("\x1b[2J\x1b[3J\x1b[H", end="", flush=True)
        else:
            self.say("\n" * 50 if sys.stdout.isatty() else "-" * 20)

    async def _move(self, line: str) -> None:
        chosen = await self._meant(line)
        if chosen is None:
            return
        seat, move = chosen
        if move.endswith(f" {PLACEHOLDER}"):
            said = await self._free_text(move.partition(" ")[0])
            if not said:
                return
            move = said
        was = self.seat.number
        refusal = await self.seat.do(move, seat)
        if refusal is not None:
            self._refuse(refusal)
        elif self.seat.is_shared and was is not None and self.seat.number is None:
            self._clear()

    async def _meant(self, line: str) -> tuple[int | None, str] | None:
        """The seat and the move that a typed line means."""
        offers, names = self.seat.offers, self.seat.names
        found = self.seat.choices()
        if line.isdecimal():
            number = int(line[:DIGITS])
            if not 1 <= number <= len(found):
                wrong = f"There is no choice {number}. The choices are 1 to {len(found)}."
                self.say(wrong if found else "You have nothing to choose right now.")
                return None
            return await self._of(found[number - 1])
        meant = words.matching(self.seat.edition, line, offers, names)
        groups = words.choices(self.seat.edition, meant, names, self.seat.number)
        if len(groups) == 1:
            return await self._of(groups[0])
        typed = words.numbered(self.seat.edition, line, names)
        if len(groups) > 1:
            self.say("That could mean: " + "; ".join(choice.text for choice in groups) + ".")
        elif self.seat.number is None:
            self.say("Nobody has the keyboard. Press Enter first." if self.seat.is_shared else "You are only watching.")
        elif unknown := words.unknown_player(self.seat.edition, typed, names):
            self.say(unknown)
        else:
            return self.seat.number, typed
        return None

    async def _of(self, choice: words.Choice) -> tuple[int | None, str] | None:
        """The move of a choice. Asks for the color if there are several."""
        if choice.command is not None:
            await self._command(choice.command)
            return None
        if len(choice.moves) == 1:
            return choice.seat, str(choice.moves[0])
        colors = [move.color or "" for move in choice.moves]
        numbered = ", ".join(f"{n} {words.color_label(color)}" for n, color in enumerate(colors, 1))
        answer = await self._question_line(f"Which color? {numbered}.")
        for n, (color, move) in enumerate(zip(colors, choice.moves, strict=True), 1):
            if answer.casefold() in (str(n), color, words.color_label(color)):
                return choice.seat, str(move)
        self.say("You didn't pick a color, so nothing is played.")
        return None

    async def _free_text(self, verb: str) -> str | None:
        suggested: Sequence[str] = self.seat.edition.suggestions.get(verb, ())
        if suggested:
            self.say("For example: " + "; ".join(f"{n} {text}" for n, text in enumerate(suggested, 1)) + ".")
        said = await self._question_line(f"Say the {verb}:")
        if said.isdecimal() and 1 <= int(said[:DIGITS]) <= len(suggested):
            said = suggested[int(said[:DIGITS]) - 1]
        if not said:
            self.say("You didn't say anything.")
        return f"{verb} {said}" if said else None

    async def _question_line(self, question: str) -> str:
        self.say(question)
        print(PROMPT, end="", flush=True)
        return await self.lines.next() or ""


def printed(text: str) -> None:
    """Print a line at once, without control characters that would steer the terminal."""
    print("".join(c if c == "\n" or unicodedata.category(c) != "Cc" else "�" for c in text), flush=True)


async def play_plain(seat: Seat, file: Path | None = None, source: TextIO | None = None) -> None:
    """Play line by line from standard input. Ctrl-C saves the record too."""
    try:
        read = source or sys.stdin
        again = read is not None and read.isatty()  # a script that types forever must come to an end
        await Plain(seat, Lines(read), printed, file, again=again).run()
    except asyncio.CancelledError:
        if not seat.is_remote and seat.stage != "over":
            printed(f"\n{saved_sentence(await seat.record(), numbered(file, seat.games))}")
        raise
    finally:
        await seat.close()
