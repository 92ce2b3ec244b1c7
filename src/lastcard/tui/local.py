"""A table in this process: people at this screen, and bots that think in the background."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import resource_tracker
from random import Random
from typing import Any

from ..bots import asking
from ..bots.asking import Question
from ..bots.bot_names import BOT_NAMES
from ..bots.hints import advise
from ..bots.levels import HARDEST, PLAINEST, STAND_IN
from ..bots.thinkers import Ask, Thinkers, player
from ..errors import IllegalMove, InvalidMove, Refusal
from ..events import Event
from ..game import Game
from ..moves import UNO, Move
from ..record import Record
from ..sentence_type import Sentence
from . import words
from .seat import Seat
from .words import table_rule_lines

PACES = {"slow": 2.4, "normal": 1.1, "fast": 0.15}  # seconds per move
LONGEST_REASON = 120  # characters of an error message to show
GRACE = 2.5  # times longer while a person could act out of turn

NOBODY = Refusal("", "not-playing", "Nobody has the screen right now.")

Think = Callable[[Sequence[Ask]], Awaitable[list[str | None]]]


def choose(asks: Sequence[Ask]) -> list[str | None]:
    """Return what the bots choose, where None declines."""
    chosen = [player(ask.level).choose(ask.view, ask.moves, Random()) if ask.moves else None for ask in asks]  # noqa: S311
    return [None if move is None else str(move) for move in chosen]


def stand_in(asks: Sequence[Ask]) -> list[str | None]:
    """Return what the plainest bots choose in place of ones that failed."""
    return choose([ask._replace(level=PLAINEST) for ask in asks])


def failure(error: Exception) -> str:
    """An error in an edition's or a bot's code, short enough for a sentence."""
    first, *_ = str(error).splitlines() or [""]
    return f"{type(error).__name__}{', ' * bool(first)}{first[:LONGEST_REASON].rstrip('.')}"


class LocalSeat(Seat):
    """The seat, or seats, at this screen in a game in this process.

    ``levels`` gives the bots' seats and levels; all other seats are people at this screen. With a ``pace`` of None, bots move
    at once, but wait for ``let_pass`` before a move that would end a person's chance to act out of turn. Bots wait while
    ``paused``.
    """

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        levels: Mapping[int, str],
        *,
        pace: float | None = PACES["normal"],
        think: Think | None = None,
    ) -> None:
        super().__init__()
        self.game = game
        self.edition = game.edition
        self.names = list(names)
        self.levels = dict(levels)
        self.people = tuple(s for s in range(game.players) if s not in levels)
        self.is_shared = len(self.people) > 1
        self.number = None if self.is_shared else self.people[0]
        self.pace = pace
        self.paused = False
        self._has_failed = False
        self._won: Counter[int] = Counter()
        self._think = think or self._think_beside
        self._thinkers = Thinkers("bots")
        self._passed: object = None
        self._calm = asyncio.Event()
        self.lines += table_rule_lines(self.edition, game.options)
        self._look()

    def start(self) -> LocalSeat:
        """Let the bots play. Call it inside a running loop, before a screen takes over the standard streams."""
        if os.name == "posix":
            resource_tracker.ensure_running()  # while the streams are the terminal's: processes that start later use it
        self._task = asyncio.create_task(self._play_bots())
        return self

    async def _think_beside(self, asks: Sequence[Ask]) -> list[str | None]:
        """Choose in a thread, or in a separate process for the hardest bots, so that the screen never waits."""
        if not any(ask.level == HARDEST for ask in asks):
            return await asyncio.to_thread(choose, asks)
        try:
            return await self._thinkers.choose(asks)
        except (BrokenProcessPool, TimeoutError):
            return await asyncio.to_thread(choose, [ask._replace(level=STAND_IN) for ask in asks])

    async def close(self) -> None:
        """Stop the bots."""
        await self._thinkers.close()
        await super().close()

    # ---- seeing -------------------------------------------------------------------------------------
    def _look(self) -> None:
        """Refresh everything that the player at the screen sees."""
        game = self.game
        self.stage = "over" if game.over else "between" if game.round_over else "playing"
        self.view = game.view(self.number)
        self.event_count = game.event_count
        self.offers = self._offers()
        asked = [seat for seat in self.people if seat in game.to_move]
        self.wanted = asked[0] if self.is_shared and asked and self.number is None else None

    def _offers(self) -> list[tuple[int, Move]]:
        """The moves at this screen. If nobody has it, only those that reveal no card, which anyone can call out."""
        if self.game.round_over:
            return []
        if self.number is not None:
            return [(self.number, move) for move in self.game.moves(self.number)]
        return [(seat, move) for seat in self.people for move in self.game.chances(seat) if move.card is None]

    @property
    def brings(self) -> words.Brings:
        """What the moves on offer cost or bring, in words."""
        told: dict[tuple[int, Move], str] = {}
        for seat in {seat for seat, _ in self.offers}:
            found: dict[Move, tuple[Sentence, ...]] = {}
            with suppress(Exception):  # an edition may be anyone's code
                found = self.game.consequences(seat)
            told |= words.brings(self.edition, found, seat, self.names)
        return told

    def _news_for_all(self) -> None:
        self._calm.clear()
        self._look()
        self.tell()

    def events(self, since: int) -> list[Event]:
        """The events as the player at the screen may see them."""
        return self.game.events(self.number, since)

    def take(self, seat: int | None) -> None:
        """Hand the screen to a seat, or to nobody (None), which hides every hand."""
        self.number = seat
        self._look()
        self.tell()

    # ---- acting -------------------------------------------------------------------------------------
    async def do(self, move: str, seat: int | None = None) -> Refusal | None:
        """Make a person's move."""
        mover = self.number if seat is None else seat
        if mover is None:
            return NOBODY
        if self.is_lost:
            return Refusal("", "game-over", self.is_lost)
        try:
            self.game.move(mover, move)
            if self.is_shared and self.number is not None and self.number not in self.game.to_move and not self.game.round_over:
                self.number = None
            self._news_for_all()
        except IllegalMove as error:
            return error.refusal
        except InvalidMove as error:
            return Refusal("", "invalid-move", error.sentence)
        except Exception as error:  # noqa: BLE001 - an edition may be anyone's code
            self._lose(error)
        return None

    def _lose(self, error: Exception) -> None:
        """End the game because the rules themselves failed. The moves so far are kept."""
        self.is_lost = f"The rules of {self.edition.title} failed with {failure(error)}. The game ends here."
        self.offers = []
        self._calm.set()
        self.tell()

    async def why_not(self, move: str) -> Refusal | None:
        """Ask the rules why the player at the screen may not make a move."""
        if self.number is None:
            return NOBODY
        try:
            return self.game.why_not(self.number, move)
        except InvalidMove as error:
            return Refusal("", "invalid-move", error.sentence)

    async def hint(self) -> Mapping[str, Any] | Refusal:
        """Think about a hint in a separate process."""
        if self.number is None or not self.moves:
            return Refusal("", "not-now", "There's nothing for you to decide right now.")
        try:
            advice: Mapping[str, Any] = await self._thinkers.run(
                advise, Ask(self.number, HARDEST, self.game.view(self.number), self.game.moves(self.number))
            )
        except (BrokenProcessPool, TimeoutError):
            return Refusal("", "no-hints", "No hint this time: try again.")
        except Exception as error:  # noqa: BLE001 - a bot or an edition may be anyone's code
            return Refusal("", "no-hints", f"No hint: the bot failed with {failure(error)}.")
        return advice

    async def go_on(self) -> Refusal | None:
        """Deal the next round."""
        if self.game.round_over and not self.game.over and not self.is_lost:
            self.number = None if self.is_shared else self.number
            try:
                self.game.next_round()
                self._news_for_all()
            except Exception as error:  # noqa: BLE001 - an edition may be anyone's code
                self._lose(error)
        return None

    async def deal_again(self) -> Refusal | None:
        """Deal another game of the same edition, with the same people, bots and options."""
        if self.game.over and not self.is_lost:
            self._won.update(self.game.winners)
            self.games += 1
            self.game = Game(self.edition, self.game.players, None, self.game.options)
            self.number = None if self.is_shared else self.number
            self._passed = None
            self.lines.clear()
            self._news_for_all()
        return None

    def tally_lines(self) -> list[str]:
        """Say who won how many games, most first."""
        won = self._won + Counter(self.game.winners)
        told = [f"{'you' if seat == self.you else self.names[seat]} {count}" for seat, count in won.most_common()]
        return [f"Games won so far: {', '.join(told)}."] if self.games > 1 else []

    async def record(self) -> Record | None:
        """The game so far, with the players' names."""
        self.game.names = self.names
        return self.game.record()

    def let_pass(self) -> None:
        """Let the bots go on without the people acting out of turn."""
        self._passed = self._window()
        self._calm.clear()
        self.tell()

    def pause(self, *, on: bool) -> None:
        """Make the bots wait, or go on."""
        if self.paused != on:
            self.paused = on
            self.tell()

    def hurry(self) -> str:
        """Switch to the next pace and return its name."""
        paces = list(PACES)
        now = next((name for name in paces if PACES[name] == self.pace), paces[-1])
        name = paces[(paces.index(now) + 1) % len(paces)]
        self.pace = PACES[name]
        self.tell()
        return name

    async def settled(self) -> None:
        """Wait until the bots have nothing to do or are waiting for a person."""
        await self._calm.wait()

    # ---- bots ---------------------------------------------------------------------------------------
    def _questions(self) -> list[Question]:
        """The questions for the bots now."""
        return [] if self.game.round_over else asking.together(self.game, self.levels)

    @property
    def may_come_between(self) -> bool:
        """Whether people could act out of turn and have not let the chance go by.

        At a shared screen, the answer does not depend on the cards they hold (rule hidden).
        """
        idle = [s for s in self.people if s not in self.game.to_move]
        offered = self.game.offers()
        could = any(s in offered if self.is_shared else self.game.chances(s) for s in idle)
        return could and self._passed != self._window()

    def _window(self) -> object:
        """Return what people can do out of turn now. Letting it go by holds until this changes."""
        view = self.game.view(None)
        pending = (view.pending, len(view.discard_pile)) if view.pending else None
        return pending, view.owes_uno, *(str(m) for s in self.people for m in self.game.chances(s) if m.card is None)

    async def _play_bots(self) -> None:
        try:
            await self._play_on()
        except Exception as error:  # noqa: BLE001 - an edition may be anyone's code
            self._lose(error)

    async def _play_on(self) -> None:
        while not self.is_lost:
            seen = self.version
            asked = [] if self.paused else self._questions()
            calls = [question for question in asked if question.seat in self.game.owes_uno]
            if calls and await self._let_move(calls, only=self.game.edition.codec.verbs[UNO].word):
                continue
            if asked and not await self._disturbed(asked, seen) and await self._let_move(asked):
                continue
            if self.version == seen:
                self._calm.set()
                await self.changed(seen)

    async def _let_move(self, asked: Sequence[Question], only: str = "") -> bool:
        """Ask these bots, or plain ones if one fails. True if one moved or something else happened meanwhile."""
        seen = self.version
        asks = [Ask(seat, self.levels[seat], self.game.view(seat), moves) for seat, moves, _ in asked]
        try:
            chosen = await self._think(asks)
        except Exception as error:  # noqa: BLE001 - a bot may be anyone's code
            self._tell_failure(error)
            chosen = await asyncio.to_thread(stand_in, asks)
        try:
            self._make(asked, chosen, only, seen)
        except (IllegalMove, InvalidMove) as error:
            self._tell_failure(error)
            self._make(asked, await asyncio.to_thread(stand_in, asks), only, seen)
        return self.version != seen

    def _make(self, asked: Sequence[Question], chosen: Sequence[str | None], only: str, seen: int) -> None:
        """Make the chosen move that counts (``only``: of this verb), unless something has happened since."""
        answers = [(question, move) for question, move in zip(asked, chosen, strict=True) if not only or move == only]
        answered = asking.heard(answers) if self.version == seen else None
        if answered is not None:
            question, move = answered
            self.game.move(question.seat, move or str(question.moves[0]))
            self._news_for_all()

    def _tell_failure(self, error: Exception) -> None:
        """Tell people about a failing bot, but only the first time."""
        if not self._has_failed:
            self._has_failed = True
            self.lines.append(f"A bot failed with {failure(error)}. A plain bot moves for it.")

    async def _disturbed(self, asked: Sequence[Question], seen: int) -> bool:
        """Wait long enough for people to follow. True if something happened in the meantime, or a person goes first."""
        if self.pace is None:
            return self.may_come_between and any(question.is_owed for question in asked)
        with suppress(TimeoutError):
            async with asyncio.timeout(self.pace * (GRACE if self.may_come_between else 1)):
                await self.changed(seen)
        return self.version != seen


def seated(people: Sequence[str], players: int) -> list[str]:
    """A name for every seat, first the people's and then the bots'."""
    free = [name for name in BOT_NAMES if name.casefold() not in {p.casefold() for p in people}]
    return [*people, *free][:players]
