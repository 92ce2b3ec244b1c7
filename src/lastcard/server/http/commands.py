"""The command ``lastcard serve``."""

from __future__ import annotations

import inspect
import os
import sys
from typing import Annotated, Any

import typer

from ..serve_settings import SETTINGS, Setting
from .limits import Limits
from .read_settings import CannotServe, Settings, kind, told_about, told_default

WRONG = 1  # the exit code of --check if something is wrong


def _serve(*, config: str | None, check: bool, **flags: Any) -> None:
    """Host tables: play in the browser with bots, or with friends who follow a link."""
    settings = Settings({name.replace("_", "-"): value for name, value in flags.items()}, os.environ, config)
    if check:
        settings.check_database()
        _show(settings)
        if settings.problems:
            raise typer.Exit(WRONG)
        return
    from . import serve as web

    sock = None
    try:
        found = settings.config()
        sock = web.listen(found.host, found.port)
        places = web.addresses(found.host, sock.getsockname()[1])
        web.serve(found, sock, lambda: _ready(places, qr=found.qr))
    except CannotServe as error:
        raise typer.TyperException(str(error)) from None
    finally:
        if sock is not None:
            sock.close()


def _show(settings: Settings) -> None:
    """Print what is in force, where it comes from, and what is wrong."""
    rows = settings.rows()
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for name, value, source in rows:
        typer.echo(f"{name:{widths[0]}}  {value:{widths[1]}}  {source}")
    for problem in settings.problems:
        typer.echo(f"lastcard: {problem}", err=True)
    if not settings.problems:
        typer.echo("Nothing is wrong with these settings.")


def _ready(places: list[str], *, qr: bool) -> None:
    """Print the addresses once the server is ready."""
    from .serve import qr_code

    typer.echo(f"lastcard is at {places[0]}  (Ctrl-C stops it)")
    for place in places[1:]:
        typer.echo(f"Phones and others on your network: {place}")
        if qr:
            typer.echo(qr_code(place))
    sys.stdout.flush()


# ---- the flags -------------------------------------------------------------------------------------
FORMS = {int: "NUMBER", float: "NUMBER"}


def _flag(each: Setting) -> inspect.Parameter:
    """A setting as an option of the command. Its value is read by ``settings``, as it is from everywhere else."""
    options: dict[str, Any] = {"help": f"{told_about(each)} Default: {told_default(each)}.", "show_default": False}
    form: Any = str | None
    names = [each.flag]
    if kind(each) is bool:
        form, names = bool | None, [f"{each.flag}/--no-{each.name}"]
    else:
        options["metavar"] = each.form or FORMS.get(kind(each), "TEXT")
    if kind(each) in (tuple, Limits):
        form = list[str] | None
    if each.choices:
        options["autocompletion"] = lambda: each.choices
    return _parameter(each.name.replace("-", "_"), Annotated[form, typer.Option(*names, **options)])


def _parameter(name: str, form: Any, default: object = None) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=form)


def _with_flags(command: Any, *more: inspect.Parameter) -> Any:
    """The command with a flag for every setting, as Typer reads them: from its signature."""
    parameters = [*map(_flag, SETTINGS), *more]
    command.__signature__ = inspect.Signature(parameters)
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    command.__name__ = "serve"
    return command


serve = _with_flags(
    _serve,
    _parameter(
        "config",
        Annotated[
            str | None,
            typer.Option(
                "--config", metavar="FILE", help="A TOML file with settings. Default: LASTCARD_CONFIG.", show_default=False
            ),
        ],
    ),
    _parameter(
        "check",
        Annotated[
            bool,
            typer.Option("--check", help="Show what is in force, where it comes from and what is wrong; don't serve."),
        ],
        default=False,
    ),
)
