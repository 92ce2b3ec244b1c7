"""Work that a worker does for an address: replays, reviews and hints."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from ...bots.workers import Full, Workers
from ..wire.commands import Refused


async def ask_worker(
    workers: Workers,
    work: Callable[..., Any],
    *given: Any,
    address: str,
    urgent: bool = False,
    hear: Callable[[bytes], None] | None = None,
) -> Any:
    """Have a worker do something for an address, before what is not urgent. Refused if that is not possible now."""
    try:
        return await workers.run(work, *given, key=address, urgent=urgent, hear=hear)
    except Full as full:
        if full.most is None:
            raise Refused("busy", "Too many people are asking for this: try again in a moment.") from None
        raise Refused("too-many", "{n} requests from your address are already waiting: try again later.", n=full.most) from None
    except (BrokenProcessPool, TimeoutError):
        raise Refused("busy", "This took too long: try again.") from None
