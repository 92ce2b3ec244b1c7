"""The command line: look at editions and their rules, deal, replay records, measure.

Wrong input is one line on standard error and exit code 2. Every card is shown with its color's symbol (rule color-symbols).
"""

from __future__ import annotations

import io
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from typer.core import TyperGroup

from . import editions as installed
from .cards import FIRST_WILD, SYMBOLS, WILD_SYMBOL, label
from .edition import Edition
from .errors import LastcardError
from .events import Event
from .game import Game
from .lab.commands import LabCommand, arena, need_lab, simulate
from .options import Option, typed_options
from .record import LARGEST, Record
from .record import read as read_record
from .texts import PLACEHOLDER, quoted
from .tui.commands import join, play
from .tui.words import color_label, sentences, styled
from .verify import verify as check

WRONG_INPUT = 2
NOT_FAIR = 1


class Commands(TyperGroup):
    """Our commands, with errors as one line in place of a box or a traceback, and quiet when nobody listens any more."""

    def main(self, *args: Any, **more: Any) -> NoReturn:
        """Run a command line and exit."""
        _mend_streams()
        try:
            code = super().main(*args, **{**more, "prog_name": "lastcard", "standalone_mode": False})
            sys.stdout.flush()
        except (typer.TyperException, LastcardError) as error:
            told = error.format_message() if isinstance(error, typer.TyperException) else str(error)
            print(f"lastcard: {' '.join(told.split())}", file=sys.stderr)
            code = WRONG_INPUT
        except (KeyboardInterrupt, typer.Abort):
            code = 130
        except OSError as error:
            code = _cannot_write(error)
        sys.exit(code if isinstance(code, int) else 0)


def _mend_streams() -> None:
    """Output that is closed, or cannot write a symbol, is no reason to fail; nor is input that is no text."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  (open until the end)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _cannot_write(error: OSError) -> int:
    """Nothing more can be told; what is still in the buffer must not fail again when Python ends."""
    if not isinstance(error, BrokenPipeError):
        print(f"lastcard: cannot write: {error.strerror or error}", file=sys.stderr)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


app = typer.Typer(cls=Commands, add_completion=False, pretty_exceptions_enable=False)

EditionName = Annotated[str, typer.Argument(metavar="EDITION", help="An id from 'lastcard editions'.", show_default=False)]
Players = Annotated[int, typer.Option("--players", "-p", help="How many sit down: 2 to 10.")]
Seat = Annotated[
    int | None,
    typer.Option("--seat", "-s", help="What this seat may know, and no more. Seats count from 0.", show_default=False),
]
RecordFile = Annotated[
    str, typer.Argument(metavar="FILE", help="A record as JSON; - reads standard input.", show_default=False)
]


def main() -> None:
    """The entry point."""
    app()


@app.callback(invoke_without_command=True)
def lastcard(
    ctx: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """Play, study and extend the UNO family: five editions exactly as their leaflets say, and classic."""
    if show_version:
        typer.echo(f"lastcard {version('lastcard')}")
    elif ctx.invoked_subcommand is None:
        _say(_greeting())


@app.command()
def editions() -> None:
    """List the editions: their cards, their colors, and what is special."""
    table = _table("edition", "cards", "what it is")
    table.columns[1].justify = "right"
    for edition in map(installed.get, installed.names()):
        about = Group(Text(edition.title, "bold"), edition.summary, _colors(edition))
        table.add_row(edition.id, str(len(edition.deck(edition.read_options(None)))), about)
    _say(table)


@app.command()
def rules(edition: EditionName) -> None:
    """Show an edition's rulebook: its deck, its options, and every rule with the id that refusals name."""
    book = installed.get(edition)
    _say(Text.assemble((book.title, "bold"), f" ({book.id})"), book.summary, _colors(book), "")
    _say(Text("Deck", "bold"), _deck(book), "", Text("Options", "bold"))
    for option in book.options:
        _say(*_option(option))
    _say("", Text("Rules", "bold"))
    for rule in book.rulebook:
        _say(Text.assemble((rule.id, "bold"), "  ", ("ruling" if rule.ruling else "leaflet", "italic")), _indented(rule.text))
    _say("", Text("A ruling is our answer where the leaflet is silent or unclear.", "italic"))


@app.command()
def deal(
    edition: EditionName,
    players: Players = 4,
    seed: Annotated[int | None, typer.Option(help="Decides every shuffle; by chance without it.", show_default=False)] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", "-o", metavar="NAME=VALUE", help="A choice of the table; may be repeated.", show_default=False
        ),
    ] = None,
    seat: Seat = None,
    as_json: Annotated[bool, typer.Option("--json", help="The view of --seat, else a spectator's, as JSON.")] = False,
) -> None:
    """Deal a round and show every hand, the card turned up, and who begins."""
    game = Game(edition, players, seed, typed_options(option or []))
    view = game.view(seat)
    if as_json:
        typer.echo(json.dumps(view.to_dict(), ensure_ascii=False, indent=2))
        return
    _say(Text.assemble((game.edition.title, "bold"), f" · {players} players · seed {game.seed}"))
    _tell(_told(game, [event for event in game.events(seat) if event.what != "dealt"]))
    first = ", ".join(_seat(s) for s in game.to_move)
    begins = "begins" if game.phase == "turn" else f"answers the card first: {', '.join(game.moves(game.to_move[0]))}"
    _say(f"{first} {begins}", "")
    table = Table.grid(padding=(0, 2))
    for s, hand in enumerate(game.hands):
        hidden = seat not in (None, s)
        table.add_row(
            _seat(s), f"{view.counts[s]} cards" if hidden else Columns([styled(label(card)) for card in hand], padding=(0, 2))
        )
    _say(table)


@app.command()
def replay(
    file: RecordFile,
    seat: Seat = None,
) -> None:
    """Tell a recorded game move by move, as a seat saw it; without --seat, as a spectator did."""
    document = read_record(_read_file(file))
    Game.replay(document)
    _tell(_story(document, seat))


@app.command()
def review(
    file: RecordFile,
    seat: Annotated[int, typer.Option(help="Whose game.")] = 0,
    plot: Annotated[str | None, typer.Option(metavar="FILE", help="Draw it: .svg or .png.", show_default=False)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As data, for other programs.")] = False,
) -> None:
    """Look at a recorded game again from one seat: its chances after every move, what cost most, luck and skill."""
    from rich.progress import track

    from .lab import files, reviewed
    from .lab.review import Reviewer

    picture = files.check_name(plot, files.PLOT)
    if picture:
        need_lab()
    reviewer = Reviewer(_read_file(file), seat)
    console = Console(stderr=True)
    for _ in track(reviewer, "Thinking", reviewer.moves + 1, console=console, transient=True, disable=not console.is_terminal):
        pass
    found = reviewer.result()
    if as_json:
        typer.echo(json.dumps(found.to_dict()))
    else:
        _tell(styled(line) for line in reviewed.told(found))
    if picture:
        reviewed.draw_review(picture, found)
        typer.echo(f"Written: {picture}", err=as_json)


app.command()(play)
app.command()(join)


@app.command()
def verify(
    file: RecordFile,
    told: Annotated[
        str | None,
        typer.Option("--commitment", metavar="HEX", help="What you were told before the deal.", show_default=False),
    ] = None,
) -> None:
    """Check that a recorded game was dealt as was promised before it: secret, seed, moves, and every shuffle."""
    findings = check(_read_file(file), told)
    for finding in findings:
        _tell([Text(f"{'holds' if finding.holds else 'FAILS'}  {finding.sentence}", "" if finding.holds else "bold red")])
    broken = sum(not finding.holds for finding in findings)
    _say(Text("The deal does not check out." if broken else "The deal was fair.", "bold"))
    if broken:
        raise typer.Exit(NOT_FAIR)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 127.0.0.1 is for this machine alone.")] = "0.0.0.0",  # noqa: S104
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 picks a free one.")] = 8000,
    database: Annotated[
        str | None,
        typer.Option(help="A file, or postgresql://user@host/name. Default: a file of yours.", show_default=False),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(help="Another site whose pages may connect, as https://example.org; may be repeated.", show_default=False),
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(help="A proxy, or network of them, that tells clients' addresses; may be repeated.", show_default=False),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=NUMBER",
            help="What one address may do, as connections=500; may be repeated. A wrong name lists them all.",
            show_default=False,
        ),
    ] = None,
    expire_days: Annotated[
        float | None,
        typer.Option(min=0.01, help="Delete tables that nothing has happened at for so long.", show_default=False),
    ] = None,
    metrics_from: Annotated[
        list[str] | None,
        typer.Option(help="An address or network that may read /metrics; may be repeated.", show_default=False),
    ] = None,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "warning",
    qr: Annotated[bool, typer.Option("--qr/--no-qr", help="Show a QR code for phones in the same network.")] = True,
) -> None:
    """Serve tables: play in the browser with friends by a link, and with bots."""
    from .server import serve as web

    sock = None
    try:
        config = web.read_config(database, origin or [], trust_proxy or [], limit or [], expire_days, metrics_from or [])
        web.check_level(log_level)
        sock = web.listen(host, port)
        places = web.addresses(host, sock.getsockname()[1])
        web.serve(config, sock, log_level, lambda: _ready(places, qr=qr))
    except web.CannotServe as error:
        raise typer.TyperException(str(error)) from None
    finally:
        if sock is not None:
            sock.close()


def _ready(places: list[str], *, qr: bool) -> None:
    """Where to go, once everything is there."""
    from .server.serve import qr_code

    typer.echo(f"lastcard is at {places[0]}  (Ctrl-C stops it)")
    for place in places[1:]:
        typer.echo(f"Phones and others in your network: {place}")
        if qr:
            typer.echo(qr_code(place))
    sys.stdout.flush()


app.command(cls=LabCommand)(arena)
app.command(cls=LabCommand)(simulate)


@app.command()
def bench(
    edition: Annotated[str | None, typer.Option("--edition", "-e", help="One edition only.", show_default=False)] = None,
    players: Players = 4,
    seconds: Annotated[float, typer.Option(min=0.01, max=60, help="How long each figure is measured.")] = 0.5,
    interpreted: Annotated[bool, typer.Option("--interpreted", help="Leave the compiled rules out.")] = False,
) -> None:
    """Measure the rules at both speeds: microseconds a move interpreted, moves a second compiled."""
    chosen = [installed.get(name) for name in ([edition] if edition else installed.names())]
    compiled = not interpreted and find_spec("numba") is not None
    table = _table("edition", "interpreted", *(["compiled"] if compiled else []))
    for each in chosen:
        row = [each.id, f"{_interpreted_time(each, players, seconds) * 1e6:.1f} µs a move"]
        if compiled:
            row.append(f"{_compiled_rate(each, players, seconds) / 1e6:.1f} M moves/s")
        table.add_row(*row)
    _say(table, f"{players} players, random moves, one core; interpreted with legality and events.")
    if not compiled and not interpreted:
        _say("The compiled rules need the extra lab: pip install 'lastcard[lab]'")
    _say("The full benchmark, against C and other libraries: python benchmarks/rules.py in a clone of the project.")


# ---- showing ---------------------------------------------------------------------------------------
def _console() -> Console:
    """The terminal as it is now. Text of others is never read as markup."""
    return Console(markup=False, highlight=False, emoji=False)


def _say(*parts: RenderableType) -> None:
    """Print in the width of the terminal."""
    console = _console()
    for part in parts:
        console.print(part)


def _tell(lines: Iterable[Text]) -> None:
    """Print lines as they come; the terminal wraps long ones."""
    console = _console()
    for line in lines:
        console.print(line, soft_wrap=True)


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
    ("lastcard simulate classic", "study it: a hundred thousand rounds in a second"),
)


def _greeting() -> Group:
    """The three things that one can do, and the names of all commands."""
    things = Table.grid(padding=(0, 2))
    for command, about in THREE_THINGS:
        things.add_row(Text(f"  {command}", "bold"), about)
    names = sorted(command.callback.__name__ for command in app.registered_commands if command.callback)
    return Group(
        Text("Welcome to lastcard: the UNO family, exactly as the leaflets say.", "bold"),
        "",
        things,
        "",
        f"All commands: {', '.join(names)}. Each explains itself: lastcard play --help",
    )


def _deck(edition: Edition) -> Table:
    """The deck by face: how many there are in all colors, and what one counts."""
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


def _story(document: Record, seat: int | None) -> Iterator[Text]:
    """A whole record in words."""
    count = 0
    for number, game in enumerate(Game.replaying(document)):
        events = game.events(seat, since=count)
        count += len(events)
        deals = any(event.what == "dealer" for event in events)
        if deals:
            yield Text(f"Round {game.round_number + 1}", "bold")
        yield from _told(game, events, "" if deals else str(number))
        if game.round_over:
            yield Text("scores: " + ", ".join(f"{_seat(s)} {score}" for s, score in enumerate(game.scores)) + "\n")
    yield Text(_ending(game), "bold")


def _told(game: Game, events: Iterable[Event], number: str = "") -> Iterator[Text]:
    """Events in words, the first of a move with its number."""
    for sentence in sentences(game.edition, events, _seat):
        yield styled(f"{number:>4}  {sentence}")
        number = ""


def _ending(game: Game) -> str:
    if game.over:
        return f"{' and '.join(_seat(s) for s in game.winners)} {'win' if len(game.winners) > 1 else 'wins'} the game"
    if game.round_over:
        return "the record ends between two rounds"
    return f"the record ends here; to move: {', '.join(_seat(s) for s in game.to_move)}"


# ---- reading ---------------------------------------------------------------------------------------
def _read_file(name: str) -> bytes:
    """A file's beginning, as far as a record may go."""
    try:
        if name == "-":
            return b"" if sys.stdin is None else sys.stdin.buffer.read(LARGEST + 1)
        with Path(name).open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise typer.TyperException(f"cannot read {quoted(name)}: {error.strerror}") from None


# ---- measuring -------------------------------------------------------------------------------------
def _interpreted_time(edition: Edition, players: int, seconds: float) -> float:
    """Seconds a move, over whole rounds that were chosen beforehand."""
    rounds = [_random_round(Game(edition, players, seed), seed) for seed in range(8)]
    moves, spent, passes = 0, 0.0, 0
    while spent < seconds:
        for start, chosen in rounds:
            game = start.copy()
            began = time.perf_counter()
            for seat, move in chosen:
                game.move(seat, move)
            if passes:  # the first pass fills the caches
                spent += time.perf_counter() - began
                moves += len(chosen)
        passes += 1
    return spent / moves


def _random_round(game: Game, seed: int) -> tuple[Game, list[tuple[int, str]]]:
    """A round from here on by random moves, plays before draws."""
    from random import Random

    rng, start = Random(seed), game.copy()  # noqa: S311  (a benchmark keeps no secret)
    chosen: list[tuple[int, str]] = []
    while not game.round_over:
        seat = game.to_move[0]
        moves = game.moves(seat)
        move = rng.choice([move for move in moves if move.verb == "play"] or moves)
        chosen.append((seat, str(move) if move.said != PLACEHOLDER else f"{move.verb} number {len(chosen)}"))
        game.move(*chosen[-1])
    return start, chosen


def _compiled_rate(edition: Edition, players: int, seconds: float) -> float:
    """Moves a second in playouts."""
    from .compiled import Compiled

    compiled = Compiled(edition, players=players)
    rounds, spent = 1000, 0.0
    while True:
        began = time.perf_counter()
        totals = compiled.playouts(0, rounds)
        spent = time.perf_counter() - began
        if spent >= seconds:
            return totals.moves / spent
        rounds *= 2
