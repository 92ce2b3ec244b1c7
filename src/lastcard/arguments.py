"""What the commands of the command line share: how they show their arguments, and the arguments that several take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperOption

PLACEHOLDERS = {"int": "NUMBER", "float": "NUMBER", "Path": "FILE"}  # for values of these types; others are TEXT


def show_plainly(params: Iterable[Any]) -> None:
    """Show flags without a value in a command's help, and other options with the kind of value they take."""
    for param in params:
        if not isinstance(param, TyperOption):
            param.display_type_rich = lambda ctx: ""  # its name says it
        elif param.metavar is None:
            takes = PLACEHOLDERS.get(param.bare_type().partition(" ")[0], "TEXT")
            param.metavar = "" if param.is_flag else takes


class Command(TyperCommand):
    """A command with a plain help page."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The arguments and options, including ``--help``."""
        params = super().get_params(ctx)
        show_plainly(params)
        return params


Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set an option of the edition; repeatable.", show_default=False),
]
Seed = Annotated[int | None, typer.Option("--seed", help="Shuffle seed; random if omitted.", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
