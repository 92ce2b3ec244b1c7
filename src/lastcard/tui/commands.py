"""The commands ``lastcard play``, ``lastcard join`` and ``lastcard learn``. They import what they need when they run."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import editions
from ..bots.levels import LEVELS
from ..cli_arguments import Options, Preset, Seed, TableRules, table_options
from ..errors import InvalidOption, listed
from ..record import LONGEST_NAME
from ..typed_text import meant, quoted, trouble_with

if TYPE_CHECKING:
    from .remote import Link
    from .seat import Seat

Plain = Annotated[bool, typer.Option("--plain", help="Play line by line, for screen readers, simple terminals and scripts.")]
Tip = Annotated[bool, typer.Option("--tips/--no-tips", help="Give a tip when something happens for the first time.")]
Name = Annotated[str, typer.Option("--name", "-n", help="Your name.")]


def play(
    who: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[EDITION] [NAME]...",
            help="An id from 'lastcard editions', or leave it out to choose one. With --hotseat, the players' names follow.",
            show_default=False,
            autocompletion=editions.names,
        ),
    ] = None,
    players: Annotated[int, typer.Option("--players", "-p", help="Number of players including bots, 2 to 10.")] = 4,
    level: Annotated[
        str, typer.Option("--level", "-l", help="How well bots play: easy, medium or hard.", autocompletion=lambda: [*LEVELS])
    ] = "medium",
    seed: Seed = None,
    option: Options = None,
    rules: Preset = None,
    rule: TableRules = None,
    target: Annotated[int | None, typer.Option(help="Play until someone has this many points.", show_default=False)] = None,
    name: Name = "Player",
    hotseat: Annotated[bool, typer.Option("--hotseat", help="Share this screen with other people.")] = False,
    bots: Annotated[int, typer.Option(min=0, help="Number of bots to add with --hotseat.")] = 0,
    fast: Annotated[bool, typer.Option("--fast", help="Make bots play quickly.")] = False,
    plain: Plain = False,
    tips: Tip = True,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to save the record. Default: your data folder.")
    ] = None,
) -> None:
    """Play in the terminal, against bots or with friends at one screen."""
    edition, people = _read_who(who or [], name, hotseat=hotseat)
    for each in people:
        if trouble := trouble_with(each, LONGEST_NAME):
            raise InvalidOption(f"a name {trouble}")
    if save is not None and (save.is_dir() or not save.absolute().parent.is_dir()):
        raise InvalidOption(f"cannot save the record as {quoted(str(save))}: it is a folder, or its folder does not exist")
    if level not in LEVELS:
        others = f"; bots play {listed(LEVELS, ' or ')}"
        raise InvalidOption(f"there is no level {quoted(level)}{meant(level, LEVELS, others)}")
    count = len(people) + bots if hotseat else players
    is_plain = plain or not _is_terminal()
    if edition is None:
        edition = _choose_edition(is_plain=is_plain)
        if edition is None:
            return
    found = editions.get(edition)
    options = table_options(found.options, found.title, option, rules, rule)
    if target is not None:
        options["target"] = target
    import asyncio

    asyncio.run(_play(edition, people, count, level, seed, options, fast=fast, is_plain=is_plain, save=save, tips=tips))


def join(
    url: Annotated[str, typer.Argument(metavar="URL", help="An invite or watch link.", show_default=False)],
    name: Name = "Player",
    plain: Plain = False,
    tips: Tip = True,
) -> None:
    """Join a server's table with an invite link, or watch one with a watch link. Others can play in their browsers."""
    import asyncio

    from .remote import read_link

    asyncio.run(_join(read_link(url), name, is_plain=plain or not _is_terminal(), tips=tips))


def learn(
    edition: Annotated[
        str,
        typer.Argument(metavar="EDITION", help="An id from 'lastcard editions'.", autocompletion=editions.names),
    ] = editions.DEFAULT,
    lesson: Annotated[
        str | None, typer.Argument(metavar="[LESSON]", help="Only this lesson, not all of them.", show_default=False)
    ] = None,
    restart: Annotated[
        bool, typer.Option("--restart", help="Begin with the first step, not where you left off.", show_default=False)
    ] = False,
) -> None:
    """Learn an edition by playing it, line by line. A lesson takes a minute or two."""
    from ..lesson_run import find_lesson
    from .learn import Places, teach_all
    from .tips import Tips

    found = editions.get(edition)
    lessons = found.lessons if lesson is None else (find_lesson(found, lesson),)
    if not lessons:
        raise typer.BadParameter(f"{found.title} has no lessons; try 'lastcard rules {found.id}'")

    Tips(found).offer()  # it needs no offer any more

    def ask() -> str | None:
        typer.echo("> ", nl=False)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        return line.strip() if line else None

    places = Places()
    if restart:
        places.forget(found, lessons)
    teach_all(found, lessons, places, typer.echo, ask)


async def _join(link: Link, name: str, *, is_plain: bool, tips: bool) -> None:
    from .remote import sit_down
    from .tips import Tips

    seat = await sit_down(link, name)
    seat.tips = Tips(seat.edition) if tips else None
    if is_plain:
        from .plain import play_plain

        await play_plain(seat)
    else:
        await _full_screen(seat, None)


def _read_who(who: Sequence[str], name: str, *, hotseat: bool) -> tuple[str | None, list[str]]:
    """The edition, if one is named, and the names of the people."""
    known = bool(who) and (who[0] in editions.names() or not hotseat)
    edition, names = (who[0], list(who[1:])) if known else (None, list(who))
    if not hotseat:
        if names:
            raise InvalidOption("to name several people, add --hotseat; to name yourself, use --name")
        return edition, [name]
    if not names or len({each.casefold() for each in names}) < len(names):
        raise InvalidOption("--hotseat needs everyone's name, each different: lastcard play EDITION --hotseat Ann Bea")
    return edition, names


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def _choose_edition(*, is_plain: bool) -> str | None:
    """Ask which edition to play."""
    if not is_plain:
        from .picker import Picker

        return Picker().run()
    found = [editions.get(each) for each in editions.names()]
    for number, each in enumerate(found, 1):
        typer.echo(f"{number}: {each.id}. {each.title}. {each.summary}")
    typer.echo("Which edition? Type its number or id.")
    typed = "" if sys.stdin is None else sys.stdin.readline().strip()
    return {str(number): each.id for number, each in enumerate(found, 1)}.get(typed, typed) or None


async def _play(
    edition: str,
    people: Sequence[str],
    players: int,
    level: str,
    seed: int | None,
    options: dict[str, Any],
    *,
    fast: bool,
    is_plain: bool,
    save: Path | None,
    tips: bool,
) -> None:
    from ..game import Game
    from .local import PACES, LocalSeat, seated
    from .tips import Tips

    game = Game(edition, players, seed, options)
    levels = dict.fromkeys(range(len(people), players), level)
    pace = None if is_plain else PACES["fast" if fast else "normal"]
    seat = LocalSeat(game, seated(people, players), levels, pace=pace).start()
    seat.tips = Tips(seat.edition) if tips else None
    if is_plain:
        from .plain import play_plain

        await play_plain(seat, save)
    else:
        await _full_screen(seat, save)


async def _full_screen(seat: Seat, save: Path | None) -> None:
    from .app import TableApp

    try:
        told = await TableApp(seat, save).run_async()
    finally:
        await seat.close()
    if told:
        typer.echo(told)
