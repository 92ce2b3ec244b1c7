"""The commands ``lastcard arena`` and ``lastcard simulate``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console, RenderableType

from .. import editions
from ..cli_arguments import Command, Options, Preset, TableRules, table_options
from ..errors import InvalidOption
from ..extras import how_to_install
from ..house_rules import check_rule
from ..options import typed_options
from ..typed_text import quoted

if TYPE_CHECKING:
    from .arena import Arena, Row, Standings
    from .jobs import Collected, Job
    from .simulation import Setting
    from .terminal_tables import Told

STOPPED = 130
_ADDRESS = re.compile(r"auto|local|ray://.+|[^:]+:\d+")


class LabCommand(Command):
    """A command whose ``--ray`` can be used without an address."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Give --ray its default address if it has none."""
        for i in reversed(range(len(args))):
            if args[i] == "--ray" and not _ADDRESS.fullmatch(args[i + 1] if i + 1 < len(args) else ""):
                args.insert(i + 1, "local")
        return super().parse_args(ctx, args)


def _bots() -> list[str]:
    from .. import bots

    return bots.names()


Players = Annotated[int, typer.Option("--players", "-p", help="Players at a table, 2 to 10.")]
Seed = Annotated[int, typer.Option(min=0, max=2**60, help="Seed of the first deal; later deals count up from it.")]
Workers = Annotated[int | None, typer.Option(min=1, help="Number of workers. Default: one per core.", show_default=False)]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="[ADDRESS]", help="Run on a Ray cluster; without an address, start one here.", show_default=False
    ),
]
MOST_GAMES, MOST_ROUNDS = 10**7, 10**10  # a larger number is a typing mistake
MOST_INTERPRETED = 4_000  # rounds of a comparison without numba
Out = Annotated[str | None, typer.Option(metavar="FILE", help="Write every round, as .parquet or .csv.", show_default=False)]
Plot = Annotated[str | None, typer.Option(metavar="FILE", help="Draw a chart, as .svg or .png.", show_default=False)]


def arena(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT BOT…",
            help="Names, module:attribute or command:PROGRAM. Add @500 or @20ms for a budget.",
            show_default=False,
            autocompletion=_bots,
        ),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="BOT", help="One more bot, such as 'command:./my_bot --fast'.", show_default=False),
    ] = None,
    edition: Annotated[
        str | None,
        typer.Option(
            "--edition",
            "-e",
            help="An id from 'lastcard editions'. Default: classic.",
            show_default=False,
            autocompletion=editions.names,
        ),
    ] = None,
    players: Players = 2,
    games: Annotated[int, typer.Option(min=1, max=MOST_GAMES, help="Games per pairing, rounded up to whole deals.")] = 1000,
    seed: Seed = 0,
    target: Annotated[
        int | None, typer.Option(help="Play whole games to this many points instead of rounds.", show_default=False)
    ] = None,
    rollouts: Annotated[
        int | None, typer.Option(min=1, help="Rollouts per choice, for bots that take a budget.", show_default=False)
    ] = None,
    milliseconds: Annotated[
        int | None, typer.Option(min=1, help="Time per choice, for bots that take a budget.", show_default=False)
    ] = None,
    option: Options = None,
    rules: Preset = None,
    rule: TableRules = None,
    workers: Workers = None,
    ray: Ray = None,
    out: Out = None,
    plot: Plot = None,
) -> None:
    """Let bots play each other on the same deals from every seat, and compare win rates and ratings."""
    need_lab(ray)
    from . import file_names, terminal_tables
    from .arena import Arena, standings
    from .entrants import Budget, entrants

    data, picture = file_names.check_name(out, file_names.DATA), file_names.check_name(plot, file_names.PLOT)
    if rollouts and milliseconds:
        raise InvalidOption("give a budget in rollouts or in milliseconds, not both")
    budget = Budget(rollouts, milliseconds)
    chosen = [*(bots or ()), *(bot or ())]
    entrants(chosen, budget)
    book = editions.get(edition or editions.DEFAULT)
    options = table_options(book.options, book.title, option, rules, rule)
    if "target" in options:
        raise InvalidOption("set the target with --target, not with --option")
    job = Arena(tuple(chosen), book.id, players, games, seed, target, budget, options)
    job.check()
    done = _run(job, workers, ray, lambda chunk: players, job.chunks * players, "rounds" if target is None else "games")
    rows = [row for chunk in sorted(done.parts) for row in done.parts[chunk]]
    written: list[Path] = []
    if rows:
        try:
            written = _write_rows(rows, data)  # before the ratings, which take a while for many rounds
        finally:  # a full disk must not lose the result
            found = standings(job, rows)
            _say(*terminal_tables.arena_tables(job, found))
        written += _draw_arena(job, found, picture)
    _end(done, f"{len(rows):,} rounds", written)


def simulate(
    edition: Annotated[
        str,
        typer.Argument(
            metavar="EDITION", help="An id from 'lastcard editions'.", show_default=False, autocompletion=editions.names
        ),
    ],
    players: Players = 4,
    games: Annotated[int, typer.Option(min=1, max=MOST_ROUNDS, help="Number of rounds.")] = 100_000,
    seed: Seed = 0,
    policy: Annotated[
        str, typer.Option(help="The player in every seat: random, chaos (both compiled) or any bot.", autocompletion=_bots)
    ] = "random",
    option: Options = None,
    rules: Preset = None,
    rule: TableRules = None,
    house_rule: Annotated[
        str | None, typer.Option(metavar="FILE", help="Compare with this house rule, a JSON file.", show_default=False)
    ] = None,
    workers: Workers = None,
    ray: Ray = None,
    out: Out = None,
    plot: Plot = None,
    report: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write a report as an .html page.", show_default=False)
    ] = None,
) -> None:
    """Play rounds by the million: how long they are, who wins, and how often each card and rule comes up.

    With --rules or --rule, compare these rules with the leaflet when everyone plays well.
    """
    if rules or rule:
        given = {"--policy": policy != "random", "--house-rule": house_rule, "--ray": ray, "--out": out, "--plot": plot}
        for name in (name for name, value in {**given, "--report": report}.items() if value):
            raise InvalidOption(f"{name} does not go with --rules and --rule, which compare with the leaflet; try --option")
        _compare(edition, players, games, option, rules, rule)
        return
    need_lab(ray)
    from . import file_names, terminal_tables
    from .simulation import POLICIES, Setting, Simulation, combined

    places = (
        file_names.check_name(out, file_names.DATA),
        file_names.check_name(plot, file_names.PLOT),
        file_names.check_name(report, file_names.PAGE),
    )
    settings = [Setting(editions.get(edition).id, players, typed_options(option or ()))]
    house = None if house_rule is None else _read_rule(house_rule)
    if house is not None:
        settings.append(with_rule(settings[0], house))
    fast = _has_numba() if policy in POLICIES else False
    job = Simulation(tuple(settings), games, seed, policy, keep_rows=bool(out), compiled=fast)
    job.check()
    starting = f"preparing the rules of {edition}" if fast else "starting"
    done = _run(job, workers, ray, job.rounds, games, "rounds", starting)
    written = []
    if done.parts:
        told = terminal_tables.Told(job, combined(done.parts), house)
        try:
            written = _write_simulation(told, *places)
        finally:
            _say(*terminal_tables.simulation_tables(told))
    _end(done, f"{sum(map(job.rounds, done.parts)):,} rounds", written)


def corpus(
    edition: Annotated[
        str,
        typer.Argument(
            metavar="EDITION", help="An id from 'lastcard editions'.", show_default=False, autocompletion=editions.names
        ),
    ],
    rounds: Annotated[int, typer.Option(min=1, max=MOST_ROUNDS, help="Number of rounds.")] = 10_000,
    players: Players = 4,
    seed: Seed = 0,
    bot: Annotated[
        str, typer.Option(help="Who plays in every seat. 'random' and 'steady' are by far the fastest.", autocompletion=_bots)
    ] = "steady",
    labels: Annotated[
        int, typer.Option(min=0, max=100_000, help="Try each move this often to estimate its chance to win; 0 to skip.")
    ] = 0,
    option: Options = None,
    rules: Preset = None,
    rule: TableRules = None,
    workers: Workers = None,
    ray: Ray = None,
    out: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Where to write it. Default: corpus-EDITION.", show_default=False)
    ] = None,
) -> None:
    """Write rounds between bots as Parquet: every move with the facts of its position. Run it again to continue."""
    need_lab(ray)
    from .corpus import Corpus, Folder, Missing
    from .corpus_play import POLICIES
    from .jobs import cores, run

    book = editions.get(edition)
    options = table_options(book.options, book.title, option, rules, rule)
    fast = _has_numba() if bot in POLICIES or labels else False
    job = Corpus(book.id, players, rounds, seed, bot, options, labels, fast)
    job.check()
    folder = Folder(Path(out or f"corpus-{book.id}"), job)
    folder.start()
    left = tuple(chunk for chunk in range(job.chunks) if not folder.has(chunk))
    played = moves = size = 0
    try:
        starting = f"preparing the rules of {book.id}" if fast else "starting"
        with _progress(sum(map(job.rounds_in, left)), "rounds", starting) as advance:
            for number, part in run(Missing(job, left), workers or cores(), ray):
                folder.put(left[number], part)
                advance(job.rounds_in(left[number]))
                played, moves, size = played + job.rounds_in(left[number]), moves + part.length, size + len(part.moves)
    except KeyboardInterrupt:
        _say(f"Stopped. {folder.path} keeps {played:,} new rounds; run the same command to continue.")
        raise typer.Exit(STOPPED) from None
    if moves:
        _say(f"Wrote {played:,} rounds with {moves:,} moves to {folder.path}, {size / moves:.1f} bytes a move.")
    else:
        _say(f"{folder.path} already has all {rounds:,} rounds.")


def _compare(
    edition: str, players: int, games: int, option: list[str] | None, preset: str | None, rule: list[str] | None
) -> None:
    """Print what table rules change."""
    from .effect_tables import effect_tables
    from .effects import by_games, effects_of, question

    book = editions.get(edition)
    options = table_options(book.options, book.title, option, preset, rule)
    asked = question(book.id, players, options)
    fast = _has_numba()
    most = games if fast else min(games, MOST_INTERPRETED)
    with Console(stderr=True).status(f"Playing {4 * most:,} rounds of {book.title}"):
        found = effects_of(asked, by_games(most, compiled=fast))
    _say(*effect_tables(book, options, found))


def _write_rows(rows: list[Row], data: Path | None) -> list[Path]:
    if data is None:
        return []
    from .parquet_and_csv import rows_frame, write_data

    write_data(data, rows_frame(rows))
    return [data]


def _draw_arena(job: Arena, found: Standings, picture: Path | None) -> list[Path]:
    if picture is None:
        return []
    from .plots import draw_arena

    draw_arena(picture, job, found)
    return [picture]


def _write_simulation(told: Told, data: Path | None, picture: Path | None, page: Path | None) -> list[Path]:
    if data:
        from .parquet_and_csv import rounds_frame, write_data

        write_data(data, rounds_frame(told.simulation, told.outcome))
    if picture:
        from .plots import draw_simulation

        draw_simulation(picture, told)
    if page:
        from .report import write_report

        write_report(page, told)
    return [path for path in (data, picture, page) if path]


# ---- running and printing --------------------------------------------------------------------------
def _say(*parts: RenderableType) -> None:
    console = Console(markup=False, highlight=False, emoji=False)
    for part in parts:
        console.print(part)


def need_lab(ray: str | None = None) -> None:
    """Refuse with one sentence, instead of an ImportError, if an extra is missing."""
    if any(find_spec(name) is None for name in ("numpy", "polars", "matplotlib", "openskill")):
        raise InvalidOption(f"this command needs the lab extra: {how_to_install('lab')}")
    if ray is not None and find_spec("ray") is None:
        raise InvalidOption(f"--ray needs the ray extra: {how_to_install('ray')}")


def _has_numba() -> bool:
    """Whether the rules can be compiled. Warns if they cannot."""
    if find_spec("numba") is not None:
        return True
    typer.echo(f"lastcard: this is much slower without numba; to get it, {how_to_install('lab')}", err=True)
    return False


def _run(
    job: Job,
    workers: int | None,
    ray: str | None,
    size: Callable[[int], int],
    total: int,
    unit: str,
    starting: str = "starting",
) -> Collected:
    from .jobs import collect, cores

    with _progress(total, unit, starting) as advance:
        return collect(job, workers or cores(), ray, lambda chunk: advance(size(chunk)))


@contextmanager
def _progress(total: int, unit: str, starting: str) -> Iterator[Callable[[int], None]]:
    """A progress bar with the rate and the time left, if this is a terminal."""
    from rich.progress import BarColumn, Progress, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(TextColumn):
        """The speed so far."""

        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f} {unit}/s" if task.speed else starting)

    console = Console(stderr=True)
    bar = Progress(
        BarColumn(bar_width=None),
        TextColumn("{task.percentage:>3.0f}%"),
        Rate(""),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=console,
        disable=not console.is_terminal,
        transient=True,
        speed_estimate_period=10,
    )
    with bar:
        task = bar.add_task("", total=total)
        yield lambda count: bar.update(task, advance=count)


def _end(done: Collected, amount: str, written: list[Path]) -> None:
    """Say what was written and whether the job ended early."""
    for path in written:
        _say(f"Wrote {path}")
    if done.error:
        if done.parts:
            _say(f"Ended early. These results are from {amount}.")
        raise done.error
    if done.stopped:
        _say(f"Stopped. These results are from {amount}." if done.parts else "Stopped before anything was done.")
        raise typer.Exit(STOPPED)


# ---- house rules -----------------------------------------------------------------------------------
def _read_rule(name: str) -> dict[str, Any]:
    try:
        given = json.loads(Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidOption(f"cannot read {quoted(name)}: {error.strerror}") from None
    except ValueError as error:
        raise InvalidOption(f"{quoted(name)} is not JSON: {error}") from None
    try:
        return check_rule(given)
    except ValueError as error:
        raise InvalidOption(f"{quoted(name)} is not a house rule: {error}") from None


def with_rule(setting: Setting, rule: dict[str, Any]) -> Setting:
    """The same table with the rule on every card that takes one."""
    from .simulation import Setting

    found = cards_for_rules(setting.edition)
    if not found:
        able = [name for name in editions.names() if cards_for_rules(name)]
        raise InvalidOption(f"{setting.edition} has no card for a house rule; editions that do: {', '.join(able)}")
    return Setting(setting.edition, setting.players, {**setting.options, "house_rules": dict.fromkeys(found, rule)})


def cards_for_rules(edition: str) -> list[str]:
    """The cards of an edition that take a house rule, as its option names them."""
    for option in editions.get(edition).options:
        if option.name == "house_rules" and isinstance(option.default, dict):
            return list(option.default)
    return []
