"""What do a table's rules change? Measured in workers that let everything else go first, and never twice for equal rules."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib.util import find_spec

from ...bots.workers import Workers
from ...errors import LastcardError
from ...lab.effect_forms import Effects
from ...lab.effects import EXACT, FIRST, LATER, Aim, Measured, compared, measure, question
from ..wire.commands import AskEffects, Refused
from .ask_worker import ask_worker
from .once import Once

LAST = 19  # the nice level of work that may always wait
LONGEST, LONGEST_EXACT = 30.0, 180.0  # seconds of wall time after which a worker counts as stuck; an exact one compiles
MOST_WAITING = 6  # jobs of one address
KEPT = 500  # measured tables

Measurement = tuple[str, int, str, Aim, bool]  # the arguments of measure


class EffectsOfRules:
    """Answers what rules change. The leaflet's table and the changed one are measured side by side and kept apart."""

    def __init__(self) -> None:
        self._first = Workers("effects", 2, within=LONGEST, most=MOST_WAITING, nice=LAST)
        self._exact = Workers("exact_effects", within=LONGEST_EXACT, patience=LONGEST_EXACT, most=MOST_WAITING, nice=LAST)
        self._measured: Once[Measured] = Once(KEPT)

    @property
    def workers(self) -> tuple[Workers, ...]:
        """The workers, for the metrics and to close them."""
        return (self._first, self._exact)

    def cancel(self) -> None:
        """Give up what is under way."""
        self._measured.cancel()

    async def ask(self, body: AskEffects, address: str, spend: Callable[[], None]) -> Effects:
        """Answer a question. ``spend`` is called, and may refuse, before any work is done that is not done already."""
        try:
            asked = question(body.edition, body.players, body.options)
        except LastcardError as error:
            raise Refused("bad-option", "{error}", error=error.sentence) from None
        aim = FIRST if not body.refined else EXACT if find_spec("numba") else LATER
        keys = [(asked.edition, asked.players, options, aim, asked.pairs) for options in (asked.leaflet, asked.table)]
        if any(key not in self._measured for key in keys):
            spend()
        leaflet, table = await asyncio.gather(*(self._measure(key, address) for key in keys))
        return compared(asked, leaflet, table, final=body.refined)

    async def _measure(self, key: Measurement, address: str) -> Measured:
        workers = self._exact if key[3].compiled else self._first
        return await self._measured.do(key, lambda: ask_worker(workers, measure, *key, address=address))
