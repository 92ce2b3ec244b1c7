"""Bots that think in worker processes. A worker gets only what a bot may know: its seat's view and legal moves."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ..moves import Move
from ..view import View
from .levels import HARDEST, PLAYERS
from .workers import TooLong, Workers, limited

if TYPE_CHECKING:
    from . import Bot

log = logging.getLogger(__name__)

MILLISECONDS = 150.0  # milliseconds for one choice of a bot that takes a time limit
CHOICE_WITHIN = 3.0  # seconds for one choice, in the worker


class Ask(NamedTuple):
    """A bot's seat is asked for a move, which is optional if none is owed."""

    seat: int
    level: str
    view: View
    moves: Sequence[Move]


def answer(asks: Sequence[Ask]) -> list[str | None]:
    """Return what the bots choose, computed in a worker. None declines."""
    chosen: list[str | None] = []
    for ask in asks:
        bot = player(ask.level)
        move = None
        try:
            with limited(CHOICE_WITHIN):
                move = bot.choose(ask.view, ask.moves, Random()) if ask.moves else None
        except TooLong:
            log.warning("The bot %s has thought for too long.", bot.name)
        chosen.append(None if move is None else str(move))
    return chosen


def player(level: str) -> Bot:
    """Return the bot that plays this level for people. If it takes a time limit, it gets one and starts without delay."""
    from .. import bots

    found = set(bots.names())
    bot = bots.get(next(name for name in PLAYERS[level] if name in found))
    return bot.timed(MILLISECONDS) if isinstance(bot, bots.Timed) else bot


class Thinkers(Workers):
    """Worker processes for bots."""

    async def choose(self, asks: Sequence[Ask], table: str = "") -> list[str | None]:
        """Return the choices of a table's bots. If a worker fails its bot declines, and if all fail an error is raised.

        Each search is a separate job, and moves that need none come before all searches, so an easy bot waits for at most one
        choice.
        """
        quick = [ask for ask in asks if ask.level != HARDEST]
        batches = [*([quick] if quick else []), *([ask] for ask in asks if ask.level == HARDEST)]
        jobs = [self.run(answer, batch, key=table, urgent=batch is quick) for batch in batches]
        answers = await asyncio.gather(*jobs, return_exceptions=True)
        failures = [found for found in answers if isinstance(found, BaseException)]
        if failures and len(failures) == len(batches):
            raise failures[0]
        chosen: dict[int, str | None] = {}
        for batch, found in zip(batches, answers, strict=True):
            moves = [None] * len(batch) if isinstance(found, BaseException) else found
            chosen |= {ask.seat: move for ask, move in zip(batch, moves, strict=True)}
        return [chosen[ask.seat] for ask in asks]
