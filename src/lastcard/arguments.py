"""Command-line arguments that several commands share."""

from typing import Annotated

import typer

Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set an option of the edition; repeatable.", show_default=False),
]
Seed = Annotated[int | None, typer.Option("--seed", help="Shuffle seed; random if omitted.", show_default=False)]
