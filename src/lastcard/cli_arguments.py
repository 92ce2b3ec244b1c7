"""Shared parts of the commands: how they show their arguments, and the arguments that several take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from . import presets
from .errors import InvalidOption
from .options import Option, typed_options
from .table_rules import TABLE_RULES

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


class CommandGroup(TyperGroup):
    """Several commands under one name, with a plain help page."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The options before a command."""
        params = super().get_params(ctx)
        show_plainly(params)
        return params


def _rules(incomplete: str) -> Iterator[str]:
    """Complete the name of a table rule, or one of its values."""
    name, equals, _ = incomplete.partition("=")
    for option in (rule.option for rule in TABLE_RULES):
        if not equals:
            yield f"{option.name}="
        elif option.name == name:
            values = option.form.get("values") or ([{"value": "true"}] if option.form["type"] == "flag" else [])
            yield from (f"{name}={each['value']}" for each in values if each["value"] != option.default)


Preset = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="PRESET",
        help=f"Play by a preset of table rules: {', '.join(presets.names())}.",
        show_default=False,
        autocompletion=presets.names,
    ),
]
TableRules = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        "-r",
        metavar="NAME=VALUE",
        help="Change a table rule, as in stacking=any; repeatable. @FILE reads the value from a JSON file.",
        show_default=False,
        autocompletion=_rules,
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set an option of the edition; repeatable.", show_default=False),
]
Seed = Annotated[int | None, typer.Option("--seed", help="Shuffle seed; random if omitted.", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


def table_options(
    offered: Sequence[Option], title: str, option: Iterable[str] | None, preset: str | None, rule: Iterable[str] | None
) -> dict[str, Any]:
    """Read a table's options and table rules as they are typed. Says on standard error what a preset left out."""
    options = typed_options(option or ())
    rules, left_out = presets.read_rules(offered, preset, rule or ())
    for name in options:
        if name in rules:
            raise InvalidOption(f"{name} is given twice: as an option, and as a table rule or in a preset")
    if preset and left_out:
        typer.echo(f"lastcard: {presets.left_out_words(presets.find(preset), left_out, title)}", err=True)
    return {**options, **rules}
