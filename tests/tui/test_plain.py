"""The table line by line: whole games played by a script, and the words you can type."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from distributions import install
from lastcard import Game, editions
from lastcard.cards import label
from lastcard.tui.plain import printed
from terminal import FAILING_RULES

COMMAND = [sys.executable, "-c", "from lastcard.cli import main; main()", "play"]
PATIENCE = 120


class Script:
    """A real process that the test answers line by line."""

    def __init__(self, *arguments: str, folder: Path, before: str = "") -> None:
        environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data")}
        self.process = subprocess.Popen(
            [*COMMAND[:2], f"{before}{COMMAND[2]}", *COMMAND[3:], *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        )
        self.told = ""

    def read(self) -> str | None:
        """The output up to the next prompt; None at the end."""
        assert self.process.stdout
        said = b""
        while not said.endswith(b"\n> ") and said != b"> ":
            byte = self.process.stdout.read(1)
            if not byte:
                self.told += said.decode()
                return None
            said += byte
        self.told += said.decode()
        return said.decode()

    def answer(self, line: str) -> str | None:
        """Type a line and return the output up to the next prompt."""
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()
        return self.read()

    def end(self) -> str:
        """Close the input and return the whole output."""
        assert self.process.stdin
        self.process.stdin.close()
        while self.read() is not None:
            pass
        assert self.process.stderr
        assert self.process.stderr.read().decode() == ""
        assert self.process.wait(PATIENCE) == 0
        self.process.stdout.close()  # type: ignore[union-attr]
        self.process.stderr.close()
        return self.told


def play_out(script: Script) -> str:
    """Answer every question until the game is over: always the first choice, and a new text each time."""
    said, number = script.answer("moves") if script.told else script.read(), 0
    while said is not None:
        number += 1
        assert number < 3000
        asked = said.splitlines()[-2] if said.count("\n") > 1 else said
        if asked.startswith("Say the"):
            said = script.answer(f"text number {number}")
        elif asked.startswith("Press Enter"):
            said = script.answer("")
        else:
            said = script.answer("1")
    return script.end()


@pytest.mark.parametrize("edition", editions.names())
def test_a_whole_game_by_a_script(edition: str, tmp_path: Path) -> None:
    """A script plays a whole game of each edition using only numbers, and the record replays to the same end."""
    file = tmp_path / "game.json"
    script = Script(edition, "--plain", "--players", "3", "--seed", "11", "--save", str(file), "--name", "Ann", folder=tmp_path)
    told = play_out(script)
    game = Game.replay(json.loads(file.read_text()))
    assert game.over
    assert game.names == ["Ann", "Ada", "Bo"]
    won = "You win" if game.winners[0] == 0 else f"{game.names[game.winners[0]]} wins"
    assert f"{won} the game." in told
    assert f"Record saved: {file}" in told
    assert "Scores: " in told


BROKEN = """
import lastcard.bots.steady
import lastcard.tui.local
import terminal

def choose(*_):
    raise ZeroDivisionError("no such luck")

if __name__ == "__main__":
    lastcard.bots.steady.SteadyBot.choose = choose
    lastcard.tui.local.advise = terminal.no_advice
"""


def test_bots_and_hints_that_fail_are_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When hints and bots raise errors, a sentence says so for each, and the game is still finished and saved."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    file = tmp_path / "game.json"
    arguments = ("classic", "--plain", "--players", "3", "--seed", "11", "--save", str(file))
    script = Script(*arguments, folder=tmp_path, before=BROKEN)
    script.read()
    assert "No hint: the bot failed with ZeroDivisionError, no such luck." in (script.answer("hint") or "")
    told = play_out(script)
    assert told.count("A bot failed with ZeroDivisionError, no such luck. A plain bot moves for it.") == 1
    assert Game.replay(json.loads(file.read_text())).over


def test_rules_that_fail_are_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When an edition's code fails, the game ends with a sentence and the moves so far are saved."""
    install(tmp_path, "plug-failing", {"plug_failing.py": FAILING_RULES}, editions.GROUP, it="plug_failing")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    file = tmp_path / "game.json"
    script = Script("failing", "--plain", "--players", "3", "--seed", "11", "--save", str(file), folder=tmp_path)
    told = play_out(script)
    assert "The rules of Failing failed with AttributeError" in told
    assert f"Record saved: {file}" in told
    assert "draw-two" not in str(json.loads(file.read_text())["moves"][-1])


def lines(*typed: str, arguments: tuple[str, ...] = ("classic", "--seed", "3", "--players", "2"), folder: Path) -> list[str]:
    """The output of a process that reads these lines from a pipe, without --plain."""
    script = Script(*arguments, folder=folder)
    assert script.process.stdin
    script.process.stdin.write("".join(f"{line}\n" for line in typed).encode())
    return script.end().splitlines()


def test_a_pipe_is_answered_in_lines(tmp_path: Path) -> None:
    """Without a terminal, the table prints line by line, and at the end of the input says once where the record is."""
    said = lines(folder=tmp_path)
    assert "\x1b" not in "".join(said)
    ended = [line for line in said if "The input ended before the game did. Record saved: " in line]
    assert len(ended) == 1
    assert Game.replay(Path(ended[0].rpartition("saved: ")[2]).read_text()).players == 2


def test_what_can_be_asked(tmp_path: Path) -> None:
    """The words hand, top, counts, moves, why, rules and help get answers in sentences."""
    said = "\n".join(
        lines(
            "hand",
            "top",
            "counts",
            "moves",
            "why play green-0",
            "why draw",
            "rules uno-catch",
            "rules",
            "help",
            folder=tmp_path,
        )
    )
    assert said.count("Your hand: ") >= 2
    assert "Top card: " in said
    assert "Play runs clockwise." in said
    assert "Ada (dealer): 7 cards, 0 points." in said or "Player (you" in said
    assert "You don't have ▲ green 0." in said
    assert "That is allowed." in said
    assert "uno-catch: If someone forgets, you can catch them" in said
    assert "Rules: deck-numbers" in said
    assert "Type the number of a move" in said


def test_moves_can_be_typed_in_several_ways(tmp_path: Path) -> None:
    """You can type a move's number, its text, its words or just its card, and anything else is refused with a reason."""
    game = Game("classic", 2, seed=3, options={"dealer": 1})
    card = next(move.card for move in game.moves(0) if move.verb == "play" and move.color is None)
    assert card
    arguments = ("classic", "--seed", "3", "--players", "2", "--option", "dealer=1")
    for typed in (card, card.replace("-", " ").upper()):
        assert f"You play {label(card)}" in "\n".join(lines(typed, arguments=arguments, folder=tmp_path))
    said = "\n".join(lines("fly home", "99", "play red-5 uno uno", f"play {card}", arguments=arguments, folder=tmp_path))
    assert f"You play {label(card)}" in said
    assert "'fly home' is not a move" in said
    assert "There is no choice 99" in said


def test_quitting_saves(tmp_path: Path) -> None:
    """Quitting saves the record and says where."""
    said = lines("quit", "hand", folder=tmp_path)
    assert "Record saved: " in said[-2]
    assert said[-1] == "Goodbye."


def test_an_interruption_saves(tmp_path: Path) -> None:
    """Ctrl-C saves the record, says where, and exits with code 130 and no other output."""
    script = Script("classic", "--seed", "3", "--save", str(tmp_path / "game.json"), folder=tmp_path)
    script.read()
    script.process.send_signal(signal.SIGINT)
    said, errors = script.process.communicate(timeout=PATIENCE)
    assert (script.process.returncode, errors) == (130, b"")
    assert said.decode() == f"\nRecord saved: {tmp_path / 'game.json'}\n"


def test_odd_input_is_no_reason_to_fail(tmp_path: Path) -> None:
    """A number with thousands of digits and bytes that are not text are treated like any other wrong line."""
    odd = b"9" * 5000 + b"\n\xff\xfe\nquit\n"
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(
        [*COMMAND, "classic", "--seed", "1"], input=odd, capture_output=True, check=False, env=environment, timeout=PATIENCE
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"There is no choice 999999999" in done.stdout
    assert b"Goodbye." in done.stdout


def test_a_closed_input_has_ended(tmp_path: Path) -> None:
    """Closed standard input ends the game like the end of the input does."""
    shell = f"exec {shlex.join([*COMMAND, 'classic'])} <&-"
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=False, env=environment, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The input ended before the game did." in done.stdout


def test_nobody_steers_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Control characters from another player's text do not reach the terminal."""
    printed("Eve: \x1b[2Jhello\nthere")
    assert capsys.readouterr().out == "Eve: �[2Jhello\nthere\n"


def test_the_edition_can_be_chosen(tmp_path: Path) -> None:
    """If you name no edition, you are asked for its number or id."""
    said = "\n".join(lines("3", "quit", arguments=("--seed", "3"), folder=tmp_path))
    assert f"3: {editions.names()[2]}. " in said
    assert "The top card is" in said


def test_several_people_in_lines(tmp_path: Path) -> None:
    """With --hotseat, players are asked by name, see their own hand after Enter, and are separated by a line."""
    arguments = ("classic", "--hotseat", "Ann", "Bea", "--seed", "3", "--option", "dealer=1")
    game = Game("classic", 2, seed=3, options={"dealer": 1})
    said = lines("", "draw", "pass", "", "quit", arguments=arguments, folder=tmp_path)
    hand_over = [i for i, line in enumerate(said) if "it's your turn" in line]
    assert ["Ann" in said[hand_over[0]], "Bea" in said[hand_over[1]]] == [True, True]
    between = "\n".join(said[hand_over[1] :])
    assert any("-" * 20 in line for line in said[hand_over[1] :])
    shown = [line for line in said if line.startswith("Your hand: ")]
    assert all(label(card) in shown[0] for card in game.hands[0])
    assert "Ann draws a card." in between
    only_ann = {label(card) for card in game.hands[0] if card not in (*game.hands[1], game.top)}
    assert not [card for card in only_ann if card in between]


def test_bots_beside_people_in_lines(tmp_path: Path) -> None:
    """The option --bots adds that many bots to the people."""
    said = lines("", "counts", "quit", arguments=("classic", "--hotseat", "Ann", "--bots", "2"), folder=tmp_path)
    assert any(line.startswith("Bo") and " cards, " in line for line in said)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["classic", "Ann"], "to name several people, add --hotseat"),
        (["classic", "--hotseat"], "--hotseat needs everyone's name, each different"),
        (["classic", "--hotseat", "Ann", "ann"], "--hotseat needs everyone's name, each different"),
        (["chess"], "there is no edition 'chess'"),
        (["classic", "--level", "mad"], "there is no level 'mad'; bots play easy, medium or hard"),
        (["classic", "--players", "11"], "2 to 10 can play, not 11 (setup-players)"),
        (["classic", "--hotseat", "Ann", "--bots", "10"], "2 to 10 can play, not 11 (setup-players)"),
        (["classic", "--option", "goal=5"], "there is no option 'goal'"),
        (["classic", "--name", "x" * 41], "a name must have at most 40 characters"),
        (["classic", "--hotseat", "Ann", "\x1b[2J"], "a name must not hold control characters"),
        (["classic", "--save", "no/such/folder/game.json"], "cannot save the record as 'no/such/folder/game.json'"),
        (["classic", "--target", "0"], "target is a whole number from 1"),
    ],
)
def test_wrong_arguments_are_one_line(arguments: list[str], reason: str) -> None:
    """Wrong input prints one line that says what is allowed, and exits with code 2."""
    result = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (result.returncode, result.stdout) == (2, "")
    assert reason in result.stderr
    assert result.stderr.count("\n") == 1
