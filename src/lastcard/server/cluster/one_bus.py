"""Making sure that a process that starts is on the bus of those that use its database already.

On different buses, each would take the other's owners for dead, and tables would go back and forth between them.
"""

from __future__ import annotations

import asyncio
import time

from . import lease, letters
from .bus import Bus, BusError, NoAnswer, NobodyThere

APART = "Other processes use this database, but none of them answers on this bus: give all of them the same --bus."
ANSWER_WITHIN = 2.0  # seconds. On another bus nobody listens, which is known at once.
PAUSE = 0.2  # seconds between questions


async def find_each_other(bus: Bus, leases: lease.Leases) -> None:
    """Wait until a process that serves answers, or all others do, which start as well. BusError if that takes too long.

    It takes too long once the lease of a process that has died must have run out.
    """
    bus.asked = lambda _data, answer: answer(letters.pack(letters.NotMine()))
    give_up = time.monotonic() + lease.LEASE + lease.RENEW_EVERY
    while others := await leases.within_reach():
        replies = await asyncio.gather(*(_ask(bus, process) for process in others))
        if all(replies) or any(isinstance(reply, letters.Counts) for reply in replies):
            return
        if time.monotonic() > give_up:
            raise BusError(APART)
        await asyncio.sleep(PAUSE)


async def _ask(bus: Bus, process: str) -> letters.Reply | None:
    """The answer to a sign of life, which is NotMine as long as a process starts. None if there is no answer."""
    try:
        reply: letters.Reply = letters.read_reply(
            await bus.ask(process, letters.pack(letters.Beat(door=bus.me, tables={})), ANSWER_WITHIN)
        )
    except (NobodyThere, NoAnswer):
        return None
    return reply
