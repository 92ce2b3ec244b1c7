"""The seats that agents hold. Each is known by its token alone, and nobody without the token can see or use it."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Any

from .. import editions
from ..bots.levels import LEVELS
from ..errors import InvalidOption, LastcardError, Refusal
from ..game import Game
from ..options import Options
from ..record import LONGEST_NAME
from ..tui import words
from ..tui.local import LocalSeat, seated
from ..tui.remote import read_link, sit_down
from ..tui.seat import Seat
from ..typed_text import meant, quoted, trouble_with
from . import agent_text
from .marking import MarkedSeat, unmarked

MOST_SEATS = 64
LONGEST_WAIT = 120  # seconds


class NoSeat(LastcardError):
    """The token belongs to no seat here."""


class Place:
    """An agent's seat, and how much of the table's news it has been told."""

    def __init__(self, token: str, seat: Seat) -> None:
        self.token = token
        self.seat = seat
        self._told = 0
        self._heard = 0
        self._game = seat.games

    def report(self) -> str:
        """Tell the news since the last report, the table, and what is asked."""
        seat = self.seat
        if seat.games != self._game:
            self._told, self._game = 0, seat.games
        events = seat.events(self._told) if seat.event_count > self._told else []
        lines = seat.lines[self._heard :] if len(seat.lines) >= self._heard else seat.lines
        self._told, self._heard = seat.event_count, len(seat.lines)
        parts = [agent_text.news(seat, events, lines), agent_text.table(seat), agent_text.question(seat)]
        return "\n\n".join("\n".join(part) for part in parts if part)

    async def rules(self) -> str:
        """The rules of this table."""
        seat = self.seat
        options = seat.view.options if seat.view is not None else getattr(seat, "state", {}).get("options", {})
        return agent_text.rules_of(seat.edition, options)

    def typed(self, move: str) -> str:
        """A move as the table takes it: with the number of a player in place of a name, and cards as in the list of moves."""
        edition, names = self.seat.edition, [unmarked(name) for name in self.seat.names]
        listed = [offer for _, offer in words.spelled_out(edition, move, self.seat.offers, names)]
        return str(listed[0]) if listed else words.numbered(edition, move, names)

    async def move(self, move: str) -> str:
        """Make a move, and tell what came of it."""
        refusal = await self.seat.do(self.typed(move))
        if refusal is not None:
            raise NotDone(agent_text.refusal_text(self.seat, refusal))
        return await self._settled()

    async def why_not(self, move: str) -> str:
        """Tell why a move isn't allowed now, with the whole rule."""
        refusal = await self.seat.why_not(self.typed(move))
        if refusal is None:
            return "That move is allowed now."
        rule = agent_text.rule_text(self.seat.edition, refusal.rule)
        return "\n".join([agent_text.refusal_text(self.seat, refusal), *([rule] if rule else [])])

    async def wait(self, seconds: float) -> str:
        """Let the others play until this seat is asked, may act out of turn, hears something, or the time is over."""
        seat = self.seat
        if not seat.is_remote:
            if seat.stage == "playing" and not seat.is_asked:
                seat.let_pass()
            return await self._settled()
        seen, offers = seat.version, list(seat.offers)
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, min(seconds, LONGEST_WAIT))):
                while not self._has_news(offers):
                    seen = await seat.changed(seen)
        return self.report()

    def _has_news(self, offers: list[Any]) -> bool:
        seat = self.seat
        if seat.is_lost or (seat.is_asked and seat.offers) or len(seat.lines) > self._heard or seat.stage != "playing":
            return True
        return bool(seat.offers) and list(seat.offers) != offers

    async def chat(self, text: str) -> str:
        """Say something at a server's table."""
        await self._command(do="chat", text=text)
        return "Said."

    async def at_the_table(self, action: str) -> str:
        """Do something that isn't a move."""
        seat = self.seat
        word, _, rest = action.strip().partition(" ")
        if not seat.is_remote:
            known = {"next": seat.go_on, "again": seat.deal_again}
            if word not in known or seat.stage != {"next": "between", "again": "over"}[word]:
                raise NotDone("You can't do that here now. Use next after a round, and again after a game.")
            await known[word]()
            return await self._settled()
        command = seat.table_commands(word, rest)
        if command is None:
            raise NotDone(f"There is nothing called {quoted(word)} to do at a table.")
        await self._command(**command)
        return self.report()

    async def _command(self, **command: Any) -> None:
        refusal: Refusal | None = await self.seat.command(**command)
        if refusal is not None:
            raise NotDone(agent_text.refusal_text(self.seat, refusal))

    async def _settled(self) -> str:
        """Wait until the bots are done, and tell what happened."""
        await self.seat.settled()
        return self.report()


class NotDone(LastcardError):
    """The table refused. Nothing has changed."""


class Seats:
    """All seats of one program, by token."""

    def __init__(self) -> None:
        self._places: dict[str, Place] = {}

    def __getitem__(self, token: str) -> Place:
        if token not in self._places:
            raise NoSeat("no seat has that token; start_game and join_table give one")
        return self._places[token]

    async def start(self, edition: str, players: int, level: str, name: str, options: Options, seed: int | None) -> Place:
        """Deal a game against bots."""
        if level not in LEVELS:
            others = f"; there are {', '.join(LEVELS)}"
            raise InvalidOption(f"there is no level {quoted(level)}{meant(level, LEVELS, others)}")
        self._check(name)
        game = Game(editions.get(edition), players, seed, dict(options))
        levels = dict.fromkeys(range(1, players), level)
        seat = LocalSeat(game, seated([name], players), levels, pace=None).start()
        place = self._keep(secrets.token_hex(16), seat)
        await seat.settled()
        return place

    async def join(self, link: str, name: str, token: str) -> Place:
        """Sit down at a server's table, or come back to the seat of a token."""
        if token in self._places:
            return self._places[token]
        self._check(name)
        chosen = token or secrets.token_hex(16)
        return self._keep(chosen, await sit_down(read_link(link), name, chosen, MarkedSeat))

    def _check(self, name: str) -> None:
        if trouble := trouble_with(name, LONGEST_NAME):
            raise InvalidOption(f"a name {trouble}")
        if len(self._places) >= MOST_SEATS:
            raise InvalidOption(f"this program holds {MOST_SEATS} seats, the most it can; give one up with leave")

    def _keep(self, token: str, seat: Seat) -> Place:
        self._places[token] = Place(token, seat)
        return self._places[token]

    async def leave(self, token: str) -> None:
        """Give up a seat. At a server's table a bot plays on for it."""
        place = self[token]
        del self._places[token]
        if place.seat.is_remote and place.seat.stage != "over":
            await place.seat.command("leave")
        await place.seat.close()

    async def close(self) -> None:
        """Close every seat, without giving up those at servers."""
        places, self._places = list(self._places.values()), {}
        for place in places:
            await place.seat.close()
