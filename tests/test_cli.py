"""The command line: what each command shows, and how it refuses."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from lastcard import Game, __version__, cli, editions, extras
from lastcard.cards import SYMBOLS, WILD_SYMBOL, label
from lastcard.rulebook import origin
from lastcard.server.wire.catalog import catalog

CARD = re.compile(r"(?<!\S)(?!color )(\S+) ((?:red|yellow|green|blue|gold|silver)\b|(?:Batman |Superman )?(?:Wild|Hero)\b)")


def run(*args: str, width: int = 120, stdin: bytes | str | None = None, **environment: str) -> Result:
    """Run a command line in this process, on a terminal of the given width."""
    env = {"COLUMNS": str(width), "NO_COLOR": None, "FORCE_COLOR": None, **environment}
    return CliRunner().invoke(cli.app, args, input=stdin, env=env)


def shell(*args: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a command line in its own process."""
    command = [sys.executable, "-c", "from lastcard.cli import main; main()", *args]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=60)


def refusal(*args: str, stdin: bytes | str | None = None) -> str:
    """Run a wrong command line and return the one line it prints."""
    result = run(*args, stdin=stdin)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("lastcard: ")
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith("\n")
    return result.stderr


def short_game() -> Game:
    """Seat 0 gives seat 1 a card with Rule of Two and goes out a lap later."""
    game = Game.arrange(
        "dark-side",
        hands=[["wild-rule-of-two", "blue-3", "red-1"], ["blue-5", "blue-6"]],
        top="green-9",
        draw=["yellow-2"],
    )
    for seat, move in (
        (0, "play wild-rule-of-two red"),
        (0, "apprentice 1"),
        (0, "give blue-3"),
        (0, "uno"),
        (1, "draw"),
        (1, "pass"),
        (0, "play red-1"),
    ):
        game.move(seat, move)
    return game


@pytest.fixture
def record(tmp_path: Path) -> str:
    """The path of a short game's record."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(short_game().record()))
    return str(path)


# ---- output ----------------------------------------------------------------------------------------
def test_alone_it_greets_and_lists_its_commands() -> None:
    """`lastcard` alone greets you, suggests three things to do, and names every command."""
    result = run()
    assert result.exit_code == 0
    assert "Welcome to lastcard" in result.stdout
    assert result.stdout.count("\n  lastcard ") == 3
    for command in cli.app.registered_commands:
        assert command.callback
        assert command.callback.__name__ in result.stdout


def test_the_three_things_to_do_are_commands() -> None:
    """Each of the three things the greeting suggests is a command with a help text."""
    for thing, _ in cli.THREE_THINGS:
        assert run(thing.split()[1], "--help").exit_code == 0


def test_version_is_told() -> None:
    """`lastcard --version` prints `lastcard.__version__`."""
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*", __version__)
    assert run("--version").stdout == f"lastcard {__version__}\n"


COMMANDS = [command.callback.__name__ for command in cli.app.registered_commands if command.callback]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_explains_itself(command: str) -> None:
    """Every command has a help text with a usage line, under --help and under -h, and flags take no value in it."""
    result = run(*command.split(), "--help")
    assert result.exit_code == 0
    assert f"Usage: lastcard {command}".rstrip() in result.stdout
    assert run(*command.split(), "-h").stdout == result.stdout
    assert not re.search(r"<\w+", result.stdout)


def test_the_program_is_a_module_too() -> None:
    """`python -m lastcard` is the same program."""
    done = subprocess.run([sys.executable, "-m", "lastcard", "--version"], capture_output=True, check=False, timeout=60)
    assert done.stdout.decode().split() == ["lastcard", __version__]


@pytest.mark.rule("color-symbols")
def test_editions_are_listed_with_cards_and_colors() -> None:
    """`lastcard editions` shows each edition's id, title, summary, deck size, and colors with their symbols."""
    shown = run("editions", width=200).stdout
    for name in editions.names():
        edition = editions.get(name)
        assert re.search(
            rf"^{name} +{len(edition.deck(edition.read_options(None)))} +{re.escape(edition.title)}", shown, re.MULTILINE
        )
        assert edition.summary in shown
        assert "  ".join(f"{SYMBOLS[color].glyph} {color}" for color in edition.colors) in shown


@pytest.mark.parametrize("name", editions.names())
def test_rules_show_the_whole_rulebook(name: str) -> None:
    """`lastcard rules` shows every rule, whether it is a ruling, and every option with the values it allows."""
    shown = run("rules", name, width=2000).stdout
    edition = editions.get(name)
    for rule in edition.rulebook:
        assert re.search(rf"^{rule.id}  {origin(rule)}\n    {re.escape(rule.text)} *$", shown, re.MULTILINE)
    for option in edition.options:
        assert re.search(rf"^{option.name}  default: .+\n    .*{re.escape(option.allowed)}\. *$", shown, re.MULTILINE)


@pytest.mark.parametrize("name", editions.names())
def test_rules_count_the_deck(name: str) -> None:
    """The counts that `lastcard rules` shows add up to the size of the deck."""
    edition = editions.get(name)
    deck = run("rules", name).stdout.partition("Deck\n")[2].partition("\n\n")[0]
    counts = [int(count) for count in re.findall(r"  +(\d+)  ", deck)]
    assert sum(counts) == len(edition.deck(edition.read_options(None)))


@pytest.mark.parametrize("name", editions.names())
@pytest.mark.rule("color-symbols")
def test_deal_shows_every_hand_with_symbols(name: str) -> None:
    """`lastcard deal` shows each hand, the card turned up and who starts, each card with its color's symbol."""
    shown = run("deal", name, "--players", "3", "--seed", "7", width=300).stdout
    game = Game(name, players=3, seed=7)
    for seat, hand in enumerate(game.hands):
        assert re.search(
            rf"^seat {seat} +" + " +".join(re.escape(label(card, game.edition.kinds_by_text)) for card in hand) + " *$",
            shown,
            re.MULTILINE,
        )
    assert f"The top card is {label(game.top)}" in shown
    assert re.search(rf"^seat {game.to_move[0]} (starts|answers)", shown, re.MULTILINE)


@pytest.mark.rule("color-symbols")
@pytest.mark.parametrize("name", editions.names())
@pytest.mark.parametrize("width", [30, 80])
def test_no_card_is_shown_without_its_symbol(name: str, width: int) -> None:
    """Every card follows the symbol of its color, however narrow the terminal."""
    shown = run("deal", name, "--players", "10", "--seed", "1", width=width).stdout
    found = CARD.findall(shown)
    assert len(found) >= 70
    for symbol, card in found:
        assert symbol == SYMBOLS.get(card, WILD_SYMBOL).glyph


@pytest.mark.rule("hidden")
def test_deal_for_a_seat_hides_the_other_hands() -> None:
    """`lastcard deal --seat` shows that seat's hand and only the number of cards in the others."""
    shown = run("deal", "classic", "--seed", "7", "--seat", "2", width=300).stdout
    hands = [line for line in shown.splitlines() if re.match(r"seat \d  ", line)]
    assert [line.split(maxsplit=2)[2].strip() for line in hands if not line.startswith("seat 2")] == ["7 cards"] * 3
    assert all(label(card) in hands[2] for card in Game("classic", seed=7).hands[2])


def test_deal_without_a_seed_shows_the_one_it_used() -> None:
    """A random deal shows its seed, which deals the same cards again."""
    shown = run("deal", "classic").stdout
    seed = re.search(r"seed (\d+)", shown)
    assert seed
    assert run("deal", "classic", "--seed", seed[1]).stdout == shown


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("seat", [None, 1])
def test_deal_gives_a_view_as_json(seat: int | None) -> None:
    """`lastcard deal --json` prints the seat's View, or a spectator's without --seat."""
    result = run("deal", "dark-side", "--seed", "7", "--json", *([] if seat is None else ["--seat", str(seat)]))
    assert json.loads(result.stdout) == Game("dark-side", seed=7).view(seat).to_dict()


def test_editions_and_rules_come_as_json() -> None:
    """With --json, editions lists what each one is, and rules gives an edition as the server does."""
    listed = json.loads(run("editions", "--json").stdout)
    assert [each["id"] for each in listed] == editions.names()
    assert listed[0] == {
        "id": "classic",
        "title": "Classic",
        "summary": editions.get("classic").summary,
        "version": editions.get("classic").version,
        "cards": 108,
        "colors": ["red", "yellow", "green", "blue"],
    }
    told = json.loads(run("rules", "dare", "--json").stdout)
    served = json.loads(catalog())["editions"]
    assert told == next(each for each in served if each["id"] == "dare")


@pytest.mark.rule("hidden")
def test_replay_comes_as_json(record: str) -> None:
    """With --json, replay gives the events of every move as one seat saw them, with their sentences."""
    told = json.loads(run("replay", record, "--json", "--seat", "1").stdout)
    assert (told["edition"], told["names"], told["winners"]) == ("dark-side", ["seat 0", "seat 1"], [0])
    assert len(told["steps"]) == 1 + len(short_game().record()["moves"])
    gift = told["steps"][3]["events"][0]
    assert (gift["seat"], gift["to"], gift["card"]) == (0, 1, "blue-3")
    assert "blue 3" in gift["sentence"]
    assert "blue-3" not in json.dumps(json.loads(run("replay", record, "--json").stdout)["steps"][:5])


def test_deal_takes_options_as_json_or_words() -> None:
    """An option is NAME=VALUE, and the value is JSON or a plain word."""
    arguments = ["-o", "target=null", "-o", "dare_list=showoff", "-o", "dealer=1", "-o", 'house_rules=["Sing"]']
    options = json.loads(run("deal", "dare", "--json", *arguments).stdout)["options"]
    assert (options["target"], options["dare_list"], options["dealer"]) == (None, "showoff", 1)
    assert options["house_rules"][0]["text"] == "Sing"


@pytest.mark.rule("hidden")
@pytest.mark.parametrize(
    ("seat", "gift", "drawn"),
    [(None, "a card", "a card"), (0, "■ blue 3", "a card"), (1, "■ blue 3", "★ yellow 2")],
)
def test_replay_tells_what_a_seat_saw(record: str, seat: int | None, gift: str, drawn: str) -> None:
    """`lastcard replay` retells each move with the cards that the seat, or a spectator, may know."""
    shown = run("replay", record, *([] if seat is None else ["--seat", str(seat)])).stdout
    told = shown[shown.index("   1  ") :].splitlines()
    assert told == [
        "   1  Seat 0 plays ✱ Wild Rule of Two and picks ● red",
        "   2  Seat 0 takes seat 1 as an apprentice",
        f"   3  Seat 0 gives seat 1 {gift}",
        "   4  Seat 0 calls UNO",
        f"   5  Seat 1 draws {drawn}",
        "   6  Seat 1 passes",
        "   7  Seat 0 plays ● red 1",
        "      Seat 0 wins the round. Points in the other hands: 16",
        "Scores: seat 0 16, seat 1 0",
        "",
        "Seat 0 wins the game",
    ]


def test_replay_gathers_a_deal_in_a_line_for_each_seat(record: str) -> None:
    """A seat reads its own hand on one line, and how many cards each of the others was dealt."""
    shown = run("replay", record, "--seat", "1").stdout
    assert "      Seat 0 is dealt 3 cards\n" in shown
    assert "      Seat 1 is dealt ■ blue 5, ■ blue 6\n" in shown


def test_replay_calls_players_by_their_names(tmp_path: Path) -> None:
    """A record with names is retold with them instead of seat numbers."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**short_game().record(), "names": ["Ada", "Bo"]}))
    shown = run("replay", str(path)).stdout
    assert "   2  Ada takes Bo as an apprentice\n" in shown
    assert shown.endswith("Scores: Ada 16, Bo 0\n\nAda wins the game\n")
    assert "seat" not in shown


def test_replay_reads_standard_input(record: str) -> None:
    """`lastcard replay -` reads the record from standard input."""
    assert run("replay", "-", stdin=Path(record).read_bytes()).stdout == run("replay", record).stdout


def test_replay_counts_rounds(tmp_path: Path) -> None:
    """Each round of a longer game has a heading and ends with the scores."""
    game = Game.arrange("classic", hands=[["red-1"], ["blue-5"]], top="red-9", options={"target": 500})
    game.move(0, "play red-1")
    game.next_round()
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.record()))
    shown = run("replay", str(path)).stdout
    assert [line for line in shown.splitlines() if line.startswith(("Round", "Scores"))] == [
        "Round 1",
        "Scores: seat 0 5, seat 1 0",
        "Round 2",
    ]
    assert shown.endswith(f"The record ends here, with seat {game.to_move[0]} to move\n")


def test_bench_measures_an_edition() -> None:
    """`lastcard bench` shows the microseconds per move and how to run the full benchmark."""
    shown = run("bench", "--edition", "classic", "--seconds", "0.01", "--interpreted").stdout
    assert re.search(r"^classic +\d+\.\d µs a move", shown, re.MULTILINE)
    assert "benchmarks/rules.py" in shown


def test_bench_without_numba_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numba, `lastcard bench` measures the interpreted rules and says how to install the compiled ones."""
    monkeypatch.setattr(cli, "find_spec", lambda name: None)
    shown = run("bench", "--edition", "etheria", "--seconds", "0.01").stdout
    assert re.search(r"^etheria +\d+\.\d µs a move", shown, re.MULTILINE)
    assert f"-e'{extras.CLONE}[lab]'" in "".join(shown.split())  # however the line is wrapped


# ---- color and width -------------------------------------------------------------------------------
@pytest.mark.rule("color-symbols")
def test_color_comes_on_top_of_the_symbols() -> None:
    """Cards are colored on a color terminal, and NO_COLOR removes the color and nothing else."""
    arguments = ("deal", "classic", "--seed", "7", "--seat", "0")
    colored = run(*arguments, FORCE_COLOR="1", TERM="xterm-256color").stdout
    plain = run(*arguments, FORCE_COLOR="1", TERM="xterm-256color", NO_COLOR="1").stdout
    assert "\x1b[34m■ blue Reverse" in colored
    assert not re.search(r"\x1b\[[\d;]*3\dm", plain)
    assert re.sub(r"\x1b\[[\d;]*m", "", colored) == re.sub(r"\x1b\[[\d;]*m", "", plain)


@pytest.mark.parametrize("command", [["editions"], ["rules", "dare"], ["deal", "etheria", "--seed", "7"], []])
@pytest.mark.parametrize("width", [40, 100])
def test_output_fits_the_terminal(command: list[str], width: int) -> None:
    """Lists and tables stay within the width of the terminal."""
    lines = run(*command, width=width).stdout.splitlines()
    assert max(len(line) for line in lines) <= width


def test_text_of_others_is_shown_as_it_is(tmp_path: Path) -> None:
    """What a player says is never read as markup."""
    game = Game.arrange("favorite-line", hands=[["wild-favorite-line", "red-1", "red-2"], ["blue-5"]], top="red-9")
    game.move(0, "play wild-favorite-line red")
    game.move(0, "film [bold]:smiley:[/red]")
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.record()))
    assert "[bold]:smiley:[/red]" in run("replay", str(path)).stdout


# ---- wrong input -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["nonsense"], "there is no command 'nonsense'; there are admin, arena, bench, "),
        (["--nonsense"], "there is no option --nonsense; lastcard --help lists them"),
        (["pley"], "there is no command 'pley'; did you mean 'play'?"),
        (["classic"], "there is no command 'classic'; to play classic, run: lastcard play classic"),
        (["deal", "--sead", "7", "classic"], "there is no option --sead; did you mean '--seed'?"),
        (["rules", "Clasic"], "there is no edition 'Clasic'; did you mean 'classic'?"),
        (["deal", "classic", "--option", "targt=500"], "there is no option 'targt'; did you mean 'target'?"),
        (["play", "classic", "--level", "hrd"], "there is no level 'hrd'; did you mean 'hard'?"),
        (["play", "classic", "--level", "best"], "there is no level 'best'; bots play easy, medium or hard"),
        (["rules"], "Missing argument 'EDITION'"),
        (["rules", "chess"], "there is no edition 'chess'; there are classic, dare, "),
        (["deal", "che\nss"], r"there is no edition 'che\nss'"),
        (["bench", "--edition", "chess"], "there is no edition 'chess'"),
        (["bench", "--players", "11"], "2 to 10 can play, not 11"),
        (["bench", "--seconds", "0"], "--seconds"),
        (["deal", "classic", "--players", "1"], "2 to 10 can play, not 1"),
        (["deal", "classic", "--players", "11"], "2 to 10 can play, not 11"),
        (["deal", "classic", "--players", "two"], "--players"),
        (["deal", "classic", "--seed", "-1"], "a seed is a whole number from 0"),
        (["deal", "classic", "--seed", "99999999999999999999999"], "a seed is a whole number from 0"),
        (["deal", "classic", "--seat", "4"], "there is no seat 4; seats are 0 to 3"),
        (["deal", "classic", "--seat", "-1"], "there is no seat -1; seats are 0 to 3"),
        (["deal", "classic", "--option", "target"], "write an option as NAME=VALUE, as in target=500, not 'target'"),
        (["deal", "classic", "--option", "=500"], "write an option as NAME=VALUE"),
        (["deal", "classic", "--option", "target=5", "--option", "target=6"], "option 'target' is given twice"),
        (["deal", "classic", "--option", "goal=500"], "there is no option 'goal'; this edition has bluff, card_rules, "),
        (["deal", "classic", "--option", "target=0"], "target is a whole number from 1 to "),
        (["deal", "classic", "--option", "scoring=best"], 'scoring is "winner" or "lowest", not \'best\''),
        (["deal", "classic", "--option", "target=" + "[" * 100_000], "target is a whole number from 1 to "),
    ],
)
def test_wrong_arguments_are_one_line(arguments: list[str], reason: str) -> None:
    """Wrong input prints one line that says what is allowed, and exits with code 2."""
    line = refusal(*arguments)
    assert reason in line
    assert len(line) < 500


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "this is not a JSON document"),
        (b"\x7fELF\x00\xff\xfe", "this is not a JSON document"),
        (b'{"format": "lastcard-record-1", "moves": [', "this is not a JSON document"),
        (b"[" * 100_000, "this is not a JSON document"),
        (b"[]", "a record is a JSON object"),
        (b"{}", "this is not a record of the format"),
        (b'{"format": "lastcard-record-1"}', "this record is broken"),
        (b" " * (10 << 20), "a record has at most 4 MiB"),
    ],
)
def test_broken_records_are_one_line(tmp_path: Path, content: bytes, reason: str) -> None:
    """A file that is not a record prints one line that says why."""
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    assert reason in refusal("replay", str(path))
    assert reason in refusal("replay", "-", stdin=content)


def test_files_that_cannot_be_read_are_one_line(tmp_path: Path) -> None:
    """A missing file or a folder prints one line that names it."""
    assert "cannot read" in refusal("replay", str(tmp_path / "missing.json"))
    assert "Is a directory" in refusal("replay", str(tmp_path))


def test_a_record_that_breaks_a_rule_shows_only_the_reason(tmp_path: Path) -> None:
    """A record with an illegal move is refused with the move's number and the rule, before anything is shown."""
    document = short_game().record()
    document["moves"][4] = [1, "play blue-5"]
    path = tmp_path / "game.json"
    path.write_text(json.dumps(document))
    assert "move 5, seat 1, 'play blue-5': You can't play blue-5: you need red or a wild. (turn-match)" in refusal(
        "replay", str(path)
    )


def test_replay_for_a_seat_that_is_not_there(record: str) -> None:
    """A seat beyond the table is refused."""
    assert "there is no seat 2; seats are 0 to 1" in refusal("replay", record, "--seat", "2")


# ---- real processes --------------------------------------------------------------------------------
def test_interruption_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends a command silently, with exit code 130."""

    def interrupted(*_: object) -> Game:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "Game", interrupted)
    result = run("deal", "classic")
    assert (result.exit_code, result.output) == (130, "")


@pytest.mark.parametrize("arguments", [["rules", "dare"], ["deal", "classic", "--json"], ["--help"], ["--version"]])
def test_a_reader_that_goes_away_is_no_error(arguments: list[str]) -> None:
    """A closed pipe ends the command silently."""
    command = [sys.executable, "-c", "from lastcard.cli import main; main()", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 1


def test_a_process_refuses_in_one_line() -> None:
    """In its own process, wrong input prints one line on standard error, exits with code 2 and shows no traceback."""
    result = shell("deal", "chess")
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.startswith(b"lastcard: there is no edition 'chess'")
    assert result.stderr.count(b"\n") == 1


def test_a_process_replays_standard_input(record: str) -> None:
    """In its own process, the command reads a record from a pipe and prints the game."""
    result = shell("replay", "-", stdin=Path(record).read_bytes())
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.rstrip().endswith(b"Seat 0 wins the game")


def test_symbols_that_cannot_be_written_are_replaced() -> None:
    """An output that cannot encode the symbols still shows every card."""
    command = [sys.executable, "-X", "utf8=0", "-c", "from lastcard.cli import main; main()", "deal", "classic", "--seed", "7"]
    result = subprocess.run(command, capture_output=True, check=False, env={"PYTHONIOENCODING": "ascii"}, timeout=60)
    assert (result.returncode, result.stderr) == (0, b"")
    names = {label(card).partition(" ")[2] for hand in Game("classic", seed=7).hands for card in hand}
    assert all(name.encode() in result.stdout for name in names)


# ---- learn -------------------------------------------------------------------------------------------
def test_learn_plays_all_lessons_in_a_row(tmp_path: Path) -> None:
    """Choosing the first move of every step, and Enter after every lesson, leads through all lessons of an edition."""
    edition = editions.get("classic")
    typed = "\n".join("1\n" * len(lesson.steps) for lesson in edition.lessons)
    result = run("learn", stdin=typed, XDG_DATA_HOME=str(tmp_path))
    assert result.exit_code == 0
    headings = [f"{edition.title}: {lesson.title}. Type the number of a move." for lesson in edition.lessons]
    assert [result.stdout.count(heading) for heading in headings] == [1] * len(headings)
    assert result.stdout.count("That's it. Well played!") == len(edition.lessons)


def test_learn_teaches_one_lesson(tmp_path: Path) -> None:
    """The name of a lesson plays only that one, and the end of the input or the word quit leaves it without a complaint."""
    edition = editions.get("classic")
    chosen = edition.lessons[-1]
    for typed in ("", "1\nquit\n"):
        result = run("learn", "classic", chosen.id, stdin=typed, XDG_DATA_HOME=str(tmp_path))
        assert (result.exit_code, result.stderr) == (0, "")
        assert f"{chosen.title}. Type the number of a move." in result.stdout
        assert f"1 of {len(chosen.steps)}. " in result.stdout
        assert "Well played" not in result.stdout
    assert all(lesson.title not in result.stdout for lesson in edition.lessons[:-1])


def test_learn_goes_on_where_it_was_left(tmp_path: Path) -> None:
    """Skipping leads to the next step. Whoever comes back goes on at that step, or with --restart at the first one."""
    steps = len(editions.get("classic").lessons[0].steps)
    home = str(tmp_path)
    first = run("learn", stdin="skip\nskip\nquit\n", XDG_DATA_HOME=home)
    assert [f"\n{number} of {steps}. " in first.stdout for number in (1, 2, 3, 4)] == [True, True, True, False]
    again = run("learn", stdin="quit\n", XDG_DATA_HOME=home)
    assert f"\n3 of {steps}. " in again.stdout
    assert f"\n1 of {steps}. " not in again.stdout
    assert f"\n1 of {steps}. " in run("learn", "--restart", stdin="", XDG_DATA_HOME=home).stdout


def test_learn_offers_the_next_lesson(tmp_path: Path) -> None:
    """After a lesson you may leave, and the next time you go on with the next lesson."""
    basics, following, *_ = editions.get("classic").lessons
    home = str(tmp_path)
    result = run("learn", stdin="skip\n" * len(basics.steps) + "quit\n", XDG_DATA_HOME=home)
    assert f"Press Enter for the next lesson, {following.title}, or type quit." in result.stdout
    assert f"{following.title}. Type" not in result.stdout
    assert f"{following.title}. Type" in run("learn", stdin="", XDG_DATA_HOME=home).stdout


def test_learn_remembers_a_lesson_while_another_is_played(tmp_path: Path) -> None:
    """Finishing one lesson doesn't forget where another one was left."""
    basics, following, *_ = editions.get("classic").lessons
    home = str(tmp_path)
    run("learn", stdin="skip\nquit\n", XDG_DATA_HOME=home)
    run("learn", "classic", following.id, stdin="skip\n" * len(following.steps), XDG_DATA_HOME=home)
    assert f"\n2 of {len(basics.steps)}. " in run("learn", stdin="", XDG_DATA_HOME=home).stdout


def test_learn_survives_a_broken_memory(tmp_path: Path) -> None:
    """If what was kept can't be read or names no step that there is, the lesson begins with its first step."""
    file = tmp_path / "lastcard" / "lessons.json"
    file.parent.mkdir()
    for kept in ("{", "[1]", '{"classic": ["basics", 99]}', '{"classic": "basics"}'):
        file.write_text(kept, encoding="utf-8")
        result = run("learn", stdin="", XDG_DATA_HOME=str(tmp_path))
        assert result.exit_code == 0
        assert "\n1 of " in result.stdout


def test_play_offers_a_lesson_unless_tips_are_off(tmp_path: Path) -> None:
    """The first game of an edition offers its lesson, and --no-tips plays without it."""
    for flags, count in (["--no-tips"], 0), ([], 1):
        result = run("play", "classic", "--plain", *flags, stdin="quit\n", XDG_DATA_HOME=str(tmp_path))
        assert result.exit_code == 0
        assert result.stdout.count("lastcard learn classic") == count


def test_learn_refuses_what_it_does_not_know() -> None:
    """An unknown edition or lesson is refused in a line that says what there is."""
    assert "basics" in refusal("learn", "classic", "juggling")
    assert "classic" in refusal("learn", "clasic")
