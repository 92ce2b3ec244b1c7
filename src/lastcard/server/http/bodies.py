"""Reading the bodies of requests, up to a size and within a time."""

from __future__ import annotations

import asyncio
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request

from ..wire.commands import Refused

LARGEST_BODY = 64 << 10
BODY_WITHIN = 10.0

T = TypeVar("T")


async def body_of(request: Request, largest: int) -> bytes:
    """Read the body, up to the largest size allowed."""
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_WITHIN):
            async for chunk in request.stream():
                data += chunk
                if len(data) > largest:
                    raise Refused("too-large", "That's more than {n} bytes.", n=largest)
    except TimeoutError:
        raise Refused("too-slow", "The request didn't arrive in time.") from None
    except ClientDisconnect:
        raise Refused("bad-message", "The request broke off.") from None
    return bytes(data)


async def read(request: Request, form: type[T]) -> T:
    """Read the body as one of the protocol's types."""
    data = await body_of(request, LARGEST_BODY)
    try:
        return msgspec.json.decode(data, type=form)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("bad-message", "The server doesn't understand this request: {error}.", error=str(error)[:160]) from None
