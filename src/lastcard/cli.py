"""The command line: browse editions and their rules, deal, replay records, serve tables, measure.

Wrong input prints one line on standard error and exits with code 2. Every card is shown with its color's symbol (rule
color-symbols).
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from . import __version__
from . import editions as installed
from .agents.commands import mcp
from .bench import compiled_rate, interpreted_time
from .cards import FIRST_WILD, SYMBOLS, WILD_SYMBOL, label
from .cli_arguments import AsJson, Command, Options, Preset, Seed, TableRules, table_options
from .cli_shell import Commands, tell_warning
from .edition import Edition
from .errors import listed
from .events import Event
from .extras import how_to_install
from .game import Game
from .lab.commands import LabCommand, arena, corpus, need_lab, simulate
from .options import Option
from .record import LARGEST, Record
from .record import read as read_record
from .rulebook import origin
from .server.http.admin_commands import admin
from .server.http.commands import serve
from .table_rulebook import Entry, rulebook_at
from .tui.commands import join, learn, play
from .tui.words import color_label, sentences, styled
from .typed_text import quoted
from .verify import verify as check

NOT_FAIR = 1


app = typer.Typer(cls=Commands, pretty_exceptions_enable=False, context_settings={"help_option_names": ["-h", "--help"]})

EditionName = Annotated[
    str,
    typer.Argument(
        metavar="EDITION", help="An id from 'lastcard editions'.", show_default=False, autocompletion=installed.names
    ),
]
Players = Annotated[int, typer.Option("--players", "-p", help="Number of players, 2 to 10.")]
Seat = Annotated[
    int | None,
    typer.Option("--seat", "-s", help="Show only what this seat may know. Seats count from 0.", show_default=False),
]
RecordFile = Annotated[
    str, typer.Argument(metavar="FILE", help="A record in JSON. Use - for standard input.", show_default=False)
]


def main() -> None:
    """Run the program."""
    warnings.showwarning = tell_warning
    app()


@app.callback(invoke_without_command=True)
def lastcard(
    ctx: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """Play, study and extend the UNO family: the classic game and five editions, each as its leaflet says."""
    if show_version:
        typer.echo(f"lastcard {__version__}")
    elif ctx.invoked_subcommand is None:
        _say(_greeting())


@app.command(cls=Command)
def editions(as_json: AsJson = False) -> None:
    """List the editions with their cards, their colors and what makes each special."""
    if as_json:
        _print_json([_summary(installed.get(name)) for name in installed.names()])
        return
    table = _table("edition", "cards", "what it is")
    table.columns[1].justify = "right"
    for edition in map(installed.get, installed.names()):
        about = Group(Text(edition.title, "bold"), edition.summary, _colors(edition))
        table.add_row(edition.id, str(len(edition.deck(edition.read_options(None)))), about)
    _say(table)


@app.command(cls=Command)
def rules(edition: EditionName, rules: Preset = None, rule: TableRules = None, as_json: AsJson = False) -> None:
    """Show the rulebook of an edition, or of a table with changed rules: deck, options, and every rule with its id."""
    book = installed.get(edition)
    if as_json:
        from .server.wire.catalog import edition_info

        _print_json(edition_info(book))
        return
    from .primer import primer

    _say(Text.assemble((book.title, "bold"), f" ({book.id})"), book.summary, _colors(book), "")
    _say(Text("In short", "bold"), *primer(book).lines(), "")
    _say(Text("Deck", "bold"), _deck(book), "", Text("Options", "bold"))
    for option in book.options:
        _say(*_option(option))
    _say("", Text("Rules", "bold"))
    table = book.read_options(table_options(book.options, book.title, None, rules, rule))
    for each, changed_by in rulebook_at(book, table) if rules or rule else map(Entry, book.rulebook):
        changed = f", changed here by {listed(changed_by)}" if changed_by else ""
        _say(Text.assemble((each.id, "bold"), "  ", (origin(each) + changed, "italic")), _indented(each.text))
    _say("", Text("A ruling is our decision where the leaflet is silent or unclear.", "italic"))


@app.command(cls=Command)
def deal(
    edition: EditionName,
    players: Players = 4,
    seed: Seed = None,
    option: Options = None,
    rules: Preset = None,
    rule: TableRules = None,
    seat: Seat = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the view as JSON: of --seat, or of a spectator.")] = False,
) -> None:
    """Deal a round and show every hand, the card turned up and who starts."""
    found = installed.get(edition)
    game = Game(edition, players, seed, table_options(found.options, found.title, option, rules, rule))
    view = game.view(seat)
    if as_json:
        _print_json(view.to_dict())
        return
    _say(Text.assemble((game.edition.title, "bold"), f" · {players} players · seed {game.seed}"))
    _tell(_told(game, [event for event in game.events(seat) if event.what != "dealt"], _seat))
    first = ", ".join(_seat(s) for s in game.to_move)
    starts = "starts" if game.phase == "turn" else f"answers the card first: {', '.join(game.moves(game.to_move[0]))}"
    _say(f"{first} {starts}", "")
    table = Table.grid(padding=(0, 2))
    for s, hand in enumerate(game.hands):
        hidden = seat not in (None, s)
        table.add_row(
            _seat(s),
            f"{view.counts[s]} cards"
            if hidden
            else Columns([styled(label(card, view.kinds)) for card in hand], padding=(0, 2)),
        )
    _say(table)


@app.command(cls=Command)
def replay(
    file: RecordFile,
    seat: Seat = None,
    as_json: AsJson = False,
) -> None:
    """Retell a recorded game move by move, as a spectator saw it or, with --seat, as that seat did."""
    document = read_record(_read_file(file))
    game = Game.replay(document)
    if as_json:
        steps = [{"move": number, "events": events} for number, events in enumerate(_steps(document, seat))]
        ends = {"scores": game.scores, "winners": game.winners}
        _print_json({"edition": game.edition.id, "names": _names(document), "seat": seat, "steps": steps, **ends})
    else:
        _tell(_story(document, seat))


@app.command(cls=Command)
def review(
    file: RecordFile,
    seat: Annotated[int, typer.Option(help="The seat to review.")] = 0,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Also draw a chart, as .svg or .png.", show_default=False)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Review a recorded game from one seat: its chances after every move, its costliest moves, luck and skill."""
    from rich.progress import track

    from . import review_text
    from .lab import file_names
    from .review import Reviewer

    picture = file_names.check_name(plot, file_names.PLOT)
    if picture:
        need_lab()
    reviewer = Reviewer(_read_file(file), seat)
    console = Console(stderr=True)
    for _ in track(reviewer, "Thinking", reviewer.moves + 1, console=console, transient=True, disable=not console.is_terminal):
        pass
    found = reviewer.result()
    if as_json:
        _print_json(found)
    else:
        _tell(styled(line) for line in review_text.told(found))
    if picture:
        from .lab.review_plot import draw_review

        draw_review(picture, found)
        typer.echo(f"Wrote {picture}", err=as_json)


app.command(cls=Command)(play)
app.command(cls=Command)(join)
app.command(cls=Command)(learn)


@app.command(cls=Command)
def verify(
    file: RecordFile,
    told: Annotated[
        str | None,
        typer.Option("--commitment", metavar="HEX", help="The commitment you were given before the deal.", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check that a recorded game was dealt as promised: secret, seed, moves and every shuffle."""
    findings = check(_read_file(file), told)
    fair = all(finding.holds for finding in findings)
    if as_json:
        _print_json({"fair": fair, "findings": [finding._asdict() for finding in findings]})
    else:
        _tell(
            Text(f"{'holds' if each.holds else 'FAILS'}  {each.sentence}", "" if each.holds else "bold red")
            for each in findings
        )
        _say(Text("The deal was fair." if fair else "The deal does not check out.", "bold"))
    if not fair:
        raise typer.Exit(NOT_FAIR)


app.command(cls=Command)(serve)
app.add_typer(admin, name="admin")
app.command(cls=Command)(mcp)
app.command(cls=LabCommand)(arena)
app.command(cls=LabCommand)(simulate)
app.command(cls=LabCommand)(corpus)


@app.command(cls=Command)
def bench(
    edition: Annotated[
        str | None,
        typer.Option("--edition", "-e", help="Measure only this edition.", show_default=False, autocompletion=installed.names),
    ] = None,
    players: Players = 4,
    seconds: Annotated[float, typer.Option(min=0.01, max=60, help="How long to measure each figure, in seconds.")] = 0.5,
    interpreted: Annotated[bool, typer.Option("--interpreted", help="Skip the compiled rules.")] = False,
) -> None:
    """Measure the rules: microseconds per move when interpreted, moves per second when compiled."""
    chosen = [installed.get(name) for name in ([edition] if edition else installed.names())]
    compiled = not interpreted and find_spec("numba") is not None
    table = _table("edition", "interpreted", *(["compiled"] if compiled else []))
    for each in chosen:
        row = [each.id, f"{interpreted_time(each, players, seconds) * 1e6:.1f} µs a move"]
        if compiled:
            row.append(f"{compiled_rate(each, players, seconds) / 1e6:.1f} M moves/s")
        table.add_row(*row)
    _say(table, f"{players} players, random moves, one core. The interpreted figure includes legality checks and events.")
    if not compiled and not interpreted:
        _say(f"The compiled rules need the lab extra: {how_to_install('lab')}")
    _say("To compare with C and other libraries, run python benchmarks/rules.py in a clone of the project.")


# ---- showing ---------------------------------------------------------------------------------------
def _console() -> Console:
    """A console for the terminal as it is now. Text from outside is never read as markup."""
    return Console(markup=False, highlight=False, emoji=False)


def _say(*parts: RenderableType) -> None:
    """Print, wrapped to the width of the terminal."""
    console = _console()
    for part in parts:
        console.print(part)


def _tell(lines: Iterable[Text]) -> None:
    """Print lines as they come and leave the wrapping to the terminal."""
    console = _console()
    for line in lines:
        console.print(line, soft_wrap=True)


def _print_json(data: object) -> None:
    """Print data as indented JSON."""
    import msgspec

    typer.echo(json.dumps(msgspec.to_builtins(data), ensure_ascii=False, indent=2))


def _table(*columns: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for number, column in enumerate(columns):
        table.add_column(column, no_wrap=number == 0)
    return table


def _indented(text: str) -> RenderableType:
    return Padding(Text(text), (0, 0, 0, 4))


def _seat(seat: int) -> str:
    return f"seat {seat}"


def _colors(edition: Edition) -> RenderableType:
    return Columns([styled(color_label(color)) for color in edition.colors], padding=(0, 2))


THREE_THINGS = (
    ("lastcard serve", "play in the browser, with friends or bots"),
    ("lastcard play", "play right here in the terminal"),
    ("lastcard simulate classic", "study the game: a hundred thousand rounds in a second"),
)


def _greeting() -> Group:
    """The three things most people want, and the names of all commands."""
    things = Table.grid(padding=(0, 2))
    for command, about in THREE_THINGS:
        things.add_row(Text(f"  {command}", "bold"), about)
    names = sorted(
        [command.callback.__name__ for command in app.registered_commands if command.callback]
        + [group.name for group in app.registered_groups if group.name]
    )
    return Group(
        Text("Welcome to lastcard: the UNO family, exactly as the leaflets say.", "bold"),
        "",
        things,
        "",
        f"All commands: {', '.join(names)}. Add -h to any of them to learn more.",
    )


def _deck(edition: Edition) -> Table:
    """The deck by face: how many copies there are in all colors, and what each is worth."""
    copies: dict[tuple[str, str], int] = {}
    colors = "".join(SYMBOLS[color].glyph for color in edition.colors)
    for kind in edition.kinds:
        if kind.code >= FIRST_WILD:
            face = f"{WILD_SYMBOL.glyph} {kind.text.partition('@')[0].removesuffix(f'-{kind.number}')}"
        else:
            face = f"{colors} {'0 to 9' if kind.symbol.isdigit() else kind.symbol}"
        points = "face value" if kind.symbol.isdigit() else str(kind.value)
        copies[face, points] = copies.get((face, points), 0) + kind.copies
    table = _table("card", "in the deck", "points")
    table.columns[1].justify = "right"
    for (face, points), count in copies.items():
        table.add_row(face, str(count), points)
    return table


def _option(option: Option) -> tuple[RenderableType, RenderableType]:
    written = option.default.values() if isinstance(option.default, dict) else option.default
    unwritten = isinstance(option.default, (list, dict)) and not any(written)
    default = "nothing written" if unwritten else json.dumps(option.default, ensure_ascii=False)
    title = Text.assemble((option.name, "bold"), f"  default: {default}")
    rule = f" ({option.rule})" if option.rule else ""
    return title, _indented(f"{option.about[:1].upper()}{option.about[1:]}{rule}: {option.allowed}.")


def _summary(edition: Edition) -> dict[str, Any]:
    cards = len(edition.deck(edition.read_options(None)))
    told = {"id": edition.id, "title": edition.title, "summary": edition.summary, "version": edition.version}
    return {**told, "cards": cards, "colors": edition.colors}


def _names(document: Record) -> list[str]:
    """The players' names, or their seats if the record has no names."""
    return document.get("names") or [_seat(seat) for seat in range(document["players"])]


def _steps(document: Record, seat: int | None) -> Iterator[list[dict[str, Any]]]:
    """The events of the deal and of every move as data, each with its sentence."""
    count, name = 0, _names(document).__getitem__
    for game in Game.replaying(document):
        events = game.events(seat, since=count)
        count += len(events)
        tell = game.edition.teller.sentence
        yield [{**event.to_dict(), "sentence": tell(event, name)} for event in events]


def _story(document: Record, seat: int | None) -> Iterator[Text]:
    """A whole record in words, as one seat (None: a spectator) saw it."""
    name = _names(document).__getitem__
    count = 0
    for number, game in enumerate(Game.replaying(document)):
        events = game.events(seat, since=count)
        count += len(events)
        deals = any(event.what == "dealer" for event in events)
        if deals:
            yield Text(f"Round {game.round_number + 1}", "bold")
        yield from _told(game, events, name, "" if deals else str(number))
        if game.round_over:
            yield Text("Scores: " + ", ".join(f"{name(s)} {score}" for s, score in enumerate(game.scores)) + "\n")
    yield Text(_ending(game, name), "bold")


def _told(game: Game, events: Iterable[Event], name: Callable[[int], str], number: str = "") -> Iterator[Text]:
    """Events in words. The first line carries the number of the move."""
    for sentence in sentences(game.edition, events, name):
        yield styled(f"{number:>4}  {sentence}")
        number = ""


def _ending(game: Game, name: Callable[[int], str]) -> str:
    if game.over:
        ending = f"{listed([name(s) for s in game.winners])} {'win' if len(game.winners) > 1 else 'wins'} the game"
    elif game.round_over:
        ending = "the record ends between two rounds"
    else:
        ending = f"the record ends here, with {listed([name(s) for s in game.to_move])} to move"
    return f"{ending[0].upper()}{ending[1:]}"


# ---- reading ---------------------------------------------------------------------------------------
def _read_file(name: str) -> bytes:
    """Read a file, up to one byte more than a record may have."""
    try:
        if name == "-":
            return b"" if sys.stdin is None else sys.stdin.buffer.read(LARGEST + 1)
        with Path(name).open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise typer.TyperException(f"cannot read {quoted(name)}: {error.strerror}") from None
