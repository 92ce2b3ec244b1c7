"""The answers to the commands of a seat's client, over its connection or over HTTP."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET

from ..wire import commands as wire
from ..wire.commands import Refused, encode
from ..wire.messages import HintAnswer, OkAnswer, PongAnswer, WhyAnswer, refusal_info
from .hub import Hub
from .room import Room
from .subscribers import Link

UNASKED = frozenset({"no-seat", "no-table", "broken", "stopping", "store", "busy"})  # refusals that say nothing about a move


def pong(command: wire.Ping, now: float) -> bytes:
    """The answer to a ping, with the current time."""
    return encode(PongAnswer(id=command.id, pong=round(now * 1000)))


class Answers:
    """Answers commands at a hub's tables. ``pay`` may refuse a hint to an address."""

    def __init__(self, hub: Hub, pay: Callable[[str], None]) -> None:
        self._hub = hub
        self._pay = pay

    def call(self, room: Room, link: Link, token_hash: str, command: wire.Calling, tell: Callable[[bytes], None]) -> None:
        """Join or leave the call, or pass a signal on. None of it is logged, so nothing waits."""
        calls = self._hub.calls
        if isinstance(command, wire.Signal):
            calls.signal(room, link, command)
            return
        try:
            if isinstance(command, wire.Call):
                tell(encode(calls.join(room, link, token_hash, command)))
            else:
                calls.hang_up(room, link)
                tell(encode(OkAnswer(id=command.id, ok=room.table.number)))
        finally:
            calls.follow(room)  # the caller has to know its own id first

    async def answer(
        self, room: Room, token_hash: str, address: str, command: wire.SeatCommand, cid: str = ""
    ) -> tuple[bytes, bool]:
        """Do what a command asks for, and return its answer, and whether a frame has told it already.

        ``cid`` stands for the command's id if it has none.
        """
        if isinstance(command, wire.Ping):
            return pong(command, room.now()), False
        if isinstance(command, wire.Why):
            return encode(await self._why(room, token_hash, command)), False
        done = await self._hub.act(room, token_hash, command, cid)
        if isinstance(command, wire.Hint):
            hint = await self._hub.hints.ask(room, token_hash, address, lambda: self._pay(address))
            return encode(HintAnswer(id=command.id, hint=hint)), False
        return encode(OkAnswer(id=command.id, ok=done.number, made=done.made or UNSET)), done.told and not done.made

    async def _why(self, room: Room, token_hash: str, command: wire.Why) -> WhyAnswer:
        """Say why a move is not allowed, or null if it is. Refused if the question itself is invalid."""
        try:
            await self._hub.act(room, token_hash, command)
        except Refused as refused:
            if refused.code in UNASKED:
                raise
            return WhyAnswer(id=command.id, why=refusal_info(refused))
        return WhyAnswer(id=command.id, why=None)
