"""Runs the command line safely: wrong input is one line, and closed or odd streams do no harm."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Any, NoReturn

import typer

from . import editions
from .cli_arguments import CommandGroup
from .errors import LastcardError
from .typed_text import meant, quoted

WRONG_INPUT = 2


class Commands(CommandGroup):
    """The commands. Errors print as one line, not as a box or a traceback, and a closed pipe ends the program quietly."""

    def main(self, *args: Any, **more: Any) -> NoReturn:
        """Run a command line and exit."""
        _mend_streams()
        try:
            code = super().main(*args, **{**more, "prog_name": "lastcard", "standalone_mode": False})
            sys.stdout.flush()
        except (typer.TyperException, LastcardError) as error:
            print(f"lastcard: {' '.join(_sentence(error).split())}", file=sys.stderr)
            code = WRONG_INPUT
        except (KeyboardInterrupt, typer.Abort):
            code = 130
        except OSError as error:
            code = _cannot_write(error)
        sys.exit(code if isinstance(code, int) else 0)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find a command. If there isn't one, say which was probably meant."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            to_play = f"; to play {name}, run: lastcard play {name}" if name in editions.names() else ""
            everything = f"; there are {', '.join(sorted(self.commands))}"
            raise typer.TyperException(f"there is no command {quoted(name)}{to_play or meant(name, self.commands, everything)}")
        return super().resolve_command(ctx, args)


def _sentence(error: Exception) -> str:
    """Say what is wrong with a command line. A mistyped option gets the nearest one instead of a list."""
    option, context = getattr(error, "option_name", None), getattr(error, "ctx", None)
    if getattr(error, "possibilities", ()) != () and option and context:
        known = [name for param in context.command.get_params(context) for name in (*param.opts, *param.secondary_opts)]
        flags = [name for name in known if name.startswith("-")]
        return f"there is no option {option}{meant(option, flags, f'; {context.command_path} --help lists them')}"
    return error.format_message() if isinstance(error, typer.TyperException) else str(error)


def tell_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Print a warning as a sentence, without the line of code that raised it."""
    print(f"lastcard: {message}", file=sys.stderr)


def _mend_streams() -> None:
    """Keep going when output is closed or cannot encode a symbol, and when input is not valid text."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  (stays open until the program ends)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _cannot_write(error: OSError) -> int:
    """Give up on standard output: discard its buffer, which would otherwise fail again when Python exits."""
    if not isinstance(error, BrokenPipeError):
        print(f"lastcard: cannot write: {error.strerror or error}", file=sys.stderr)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1
