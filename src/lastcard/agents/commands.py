"""The command ``lastcard mcp``."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from ..errors import InvalidOption
from ..extras import how_to_install

LOOPBACK = "127.0.0.1"


def mcp(
    http: Annotated[
        bool, typer.Option("--http", help="Serve streamable HTTP on this machine, not standard input and output.")
    ] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port for --http; 0 picks a free one.")] = 8765,
) -> None:
    """Give agents a seat: tools for the Model Context Protocol, to play bots or at a server's table."""
    if find_spec("mcp") is None:
        raise InvalidOption(f"this command needs the mcp extra: {how_to_install('mcp')}")
    import asyncio

    from .running import over_http, over_pipes

    asyncio.run(over_http(LOOPBACK, port) if http else over_pipes())
