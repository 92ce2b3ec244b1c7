"""A table in this process: people at this screen, and bots that think beside it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import resource_tracker
from random import Random
from typing import Any

from ..errors import IllegalMove, InvalidMove, Refusal
from ..events import Event
from ..game import Game
from ..moves import Move
from ..record import Record
from ..server.decide import BOT_NAMES
from ..server.hints import advise
from ..server.thinking import HARDEST, STAND_IN, Ask, Thinkers, player
from .seat import Seat

PACES = {"slow": 2.4, "normal": 1.1, "fast": 0.15}  # seconds a move
GRACE = 2.5  # so many times longer where a person may come between

NOBODY = Refusal("", "not-playing", "nobody holds the screen now")

Think = Callable[[Sequence[Ask]], Awaitable[list[str | None]]]


def choose(asks: Sequence[Ask]) -> list[str | None]:
    """What the bots choose; None declines."""
    chosen = [player(ask.level).choose(ask.view, ask.moves, Random()) if ask.moves else None for ask in asks]  # noqa: S311
    return [None if move is None else str(move) for move in chosen]


class LocalSeat(Seat):
    """The screen of a game in this process.

    ``levels`` says which seats bots play; everybody else is a person at this screen. ``pace`` None plays on at once, but
    waits for ``let_pass`` before a bot ends the chance of a person to come between. While ``paused`` bots wait.
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
        self._think = think or self._think_beside
        self._thinkers = Thinkers(1)
        self._passed: object = None
        self._calm = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._look()

    def start(self) -> LocalSeat:
        """Let the bots play; needs a running loop, and comes before a screen takes the standard streams."""
        if os.name == "posix":
            resource_tracker.ensure_running()  # with the streams as they are: processes are started beside it later
        self._task = asyncio.create_task(self._play_bots())
        return self

    async def _think_beside(self, asks: Sequence[Ask]) -> list[str | None]:
        """In a thread, and where a bot thinks hard in a process of its own, so that the screen never waits."""
        if not any(ask.level == HARDEST for ask in asks):
            return await asyncio.to_thread(choose, asks)
        try:
            return await self._thinkers.choose(asks)
        except (BrokenProcessPool, TimeoutError):
            return await asyncio.to_thread(choose, [ask._replace(level=STAND_IN) for ask in asks])

    async def close(self) -> None:
        """The bots go home."""
        await self._thinkers.close()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    # ---- what is seen -------------------------------------------------------------------------------
    def _look(self) -> None:
        """Everything as it is now, for the one who looks."""
        game = self.game
        self.stage = "over" if game.over else "between" if game.round_over else "playing"
        self.view = game.view(self.number)
        self.event_count = game.event_count
        self.discard_count = len(self.view.discard_pile)
        self.offers = self._offers()
        asked = [seat for seat in self.people if seat in game.to_move]
        self.wanted = asked[0] if self.is_shared and asked and self.number is None else None

    def _offers(self) -> list[tuple[int, Move]]:
        """The moves at this screen; when nobody holds it, what shows no card and so can be called out by anybody."""
        if self.game.round_over:
            return []
        if self.number is not None:
            return [(self.number, move) for move in self.game.moves(self.number)]
        return [(seat, move) for seat in self.people for move in self.game.chances(seat) if move.card is None]

    def _news_for_all(self) -> None:
        self._calm.clear()
        self._look()
        self.tell()

    def events(self, since: int) -> list[Event]:
        """As the one who looks may see them."""
        return self.game.events(self.number, since)

    def take(self, seat: int | None) -> None:
        """Somebody else looks at the screen; None: nobody's hand is shown."""
        self.number = seat
        self._look()
        self.tell()

    # ---- what is done -------------------------------------------------------------------------------
    async def do(self, move: str, seat: int | None = None) -> Refusal | None:
        """A person's move."""
        mover = self.number if seat is None else seat
        if mover is None:
            return NOBODY
        try:
            self.game.move(mover, move)
        except IllegalMove as error:
            return error.refusal
        except InvalidMove as error:
            return Refusal("", "invalid-move", str(error))
        if self.is_shared and self.number is not None and self.number not in self.game.to_move and not self.game.round_over:
            self.number = None
        self._news_for_all()
        return None

    async def why_not(self, move: str) -> Refusal | None:
        """Asked of the rules, for who holds the screen."""
        if self.number is None:
            return NOBODY
        try:
            return self.game.why_not(self.number, move)
        except InvalidMove as error:
            return Refusal("", "invalid-move", str(error))

    async def hint(self) -> Mapping[str, Any] | Refusal:
        """Thought about in a process of its own."""
        if self.number is None or not self.moves:
            return Refusal("", "not-now", "nothing is asked of you now")
        try:
            advice: Mapping[str, Any] = await self._thinkers.run(
                advise, Ask(self.number, HARDEST, self.game.view(self.number), self.game.moves(self.number))
            )
        except (BrokenProcessPool, TimeoutError):
            return Refusal("", "no-hints", "nothing came to mind")
        return advice

    async def go_on(self) -> Refusal | None:
        """The next round."""
        if self.game.round_over and not self.game.over:
            self.game.next_round()
            self.number = None if self.is_shared else self.number
            self._news_for_all()
        return None

    async def record(self) -> Record | None:
        """The game so far, with names."""
        self.game.names = self.names
        return self.game.record()

    def let_pass(self) -> None:
        """Bots may go on from here."""
        self._passed = self._window()
        self._calm.clear()
        self.tell()

    def pause(self, *, on: bool) -> None:
        """Bots wait while somebody reads."""
        if self.paused != on:
            self.paused = on
            self.tell()

    def hurry(self) -> str:
        """The next pace; its name."""
        paces = list(PACES)
        now = next((name for name in paces if PACES[name] == self.pace), paces[-1])
        name = paces[(paces.index(now) + 1) % len(paces)]
        self.pace = PACES[name]
        self.tell()
        return name

    async def settled(self) -> None:
        """Until the bots have nothing to do, or give way to a person."""
        await self._calm.wait()

    # ---- bots ---------------------------------------------------------------------------------------
    def _asks(self) -> list[Ask]:
        """The bots that are to move or may come between; who owes a call first."""
        game = self.game
        if game.round_over:
            return []
        offered = game.offers()
        seats = [s for s in (*offered, *game.to_move) if s in self.levels]
        asks: list[Ask] = []
        for seat in sorted(dict.fromkeys(seats), key=lambda s: s not in game.owes_uno):
            moves = game.moves(seat) if seat in game.to_move else game.chances(seat)
            asks.append(Ask(seat, self.levels[seat], game.view(seat), moves))
        return asks

    @property
    def may_come_between(self) -> bool:
        """Whether people could do something out of turn that they have not let pass.

        Where they share the screen nothing depends on what they hold (rule hidden).
        """
        idle = [s for s in self.people if s not in self.game.to_move]
        offered = self.game.offers()
        could = any(s in offered if self.is_shared else self.game.chances(s) for s in idle)
        return could and self._passed != self._window()

    def _window(self) -> object:
        """What can be done out of turn now: the same as long as letting it pass holds."""
        view = self.game.view(None)
        pending = (view.pending, len(view.discard_pile)) if view.pending else None
        return pending, view.owes_uno, *(str(m) for s in self.people for m in self.game.chances(s) if m.card is None)

    async def _play_bots(self) -> None:
        while True:
            seen = self.version
            asks = [] if self.paused else self._asks()
            calls = [ask for ask in asks if ask.seat in self.game.owes_uno]
            if calls and await self._let_move(calls, only="uno"):
                continue
            if asks and not await self._disturbed(asks, seen) and await self._let_move(asks):
                continue
            if self.version == seen:
                self._calm.set()
                await self.changed(seen)

    async def _let_move(self, asks: Sequence[Ask], only: str = "") -> bool:
        """Ask these bots; whether one has moved, or something else has happened meanwhile."""
        seen = self.version
        chosen = await self._think(asks)
        if self.version != seen:
            return True
        made = self._pick(asks, chosen, only)
        if made is not None:
            self.game.move(*made)
            self._news_for_all()
        return made is not None

    async def _disturbed(self, asks: Sequence[Ask], seen: int) -> bool:
        """Take the time that a person needs to follow; whether something happened meanwhile, or a person comes first."""
        if self.pace is None:
            return self.may_come_between and any(ask.seat in self.game.to_move for ask in asks)
        with suppress(TimeoutError):
            async with asyncio.timeout(self.pace * (GRACE if self.may_come_between else 1)):
                await self.changed(seen)
        return self.version != seen

    def _pick(self, asks: Sequence[Ask], chosen: Sequence[str | None], only: str) -> tuple[int, str] | None:
        """The first chance that is taken, else the first move that is owed; of one verb alone where one is named."""
        both = [(ask, move) for ask, move in zip(asks, chosen, strict=True)]
        if only:
            return next(((ask.seat, move) for ask, move in both if move == only), None)
        chance = next(((ask.seat, move) for ask, move in both if move and ask.seat not in self.game.to_move), None)
        owed = ((ask.seat, move or str(ask.moves[0])) for ask, move in both if ask.seat in self.game.to_move)
        return chance or next(owed, None)


def seated(people: Sequence[str], players: int) -> list[str]:
    """A name for every seat: the people first, then bots."""
    free = [name for name in BOT_NAMES if name.casefold() not in {p.casefold() for p in people}]
    return [*people, *free][:players]
