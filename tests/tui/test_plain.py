"""The table line by line: whole games by a script, and what can be typed."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lastcard import Game, editions
from lastcard.cards import label
from lastcard.tui.plain import printed

COMMAND = [sys.executable, "-c", "from lastcard.cli import main; main()", "play"]
PATIENCE = 120


class Script:
    """A real process that is answered line by line."""

    def __init__(self, *arguments: str, folder: Path) -> None:
        environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data")}
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
        )
        self.told = ""

    def read(self) -> str | None:
        """What is said up to the next prompt; None at the end."""
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
        """Type a line; what is said then."""
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()
        return self.read()

    def end(self) -> str:
        """The end of the input; everything that was said."""
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
    """Answer every question until the game is over: the first number, and texts that differ."""
    said, number = script.read(), 0
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
    """A script plays a whole game of each edition by numbers alone; its record replays to the end that was told."""
    file = tmp_path / "game.json"
    script = Script(edition, "--plain", "--players", "3", "--seed", "11", "--save", str(file), "--name", "Ann", folder=tmp_path)
    told = play_out(script)
    game = Game.replay(json.loads(file.read_text()))
    assert game.over
    assert game.names == ["Ann", "Ada", "Bo"]
    assert f"{game.names[game.winners[0]]} wins the game." in told
    assert f"The record is saved: {file}" in told
    assert "Scores: " in told


def lines(*typed: str, arguments: tuple[str, ...] = ("classic", "--seed", "3", "--players", "2"), folder: Path) -> list[str]:
    """What a process says to these lines, through a pipe, so without --plain."""
    script = Script(*arguments, folder=folder)
    assert script.process.stdin
    script.process.stdin.write("".join(f"{line}\n" for line in typed).encode())
    return script.end().splitlines()


def test_a_pipe_is_answered_in_lines(tmp_path: Path) -> None:
    """Without a terminal the table speaks line by line, and says once where the record is when the input ends."""
    said = lines(folder=tmp_path)
    assert "\x1b" not in "".join(said)
    ended = [line for line in said if "The input has ended before the game. The record is saved: " in line]
    assert len(ended) == 1
    assert Game.replay(Path(ended[0].rpartition("saved: ")[2]).read_text()).players == 2


def test_what_can_be_asked(tmp_path: Path) -> None:
    """The words hand, top, counts, moves, why, rules and help are answered in sentences."""
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
    assert "Play runs to the left." in said
    assert "Ada (dealer): 7 cards, 0 points." in said or "Player (you" in said
    assert "▲ green-0 is not in your hand (turn-match)." in said
    assert "That is allowed." in said
    assert "uno-catch: Any other player may catch a missing call" in said
    assert "Rules: deck-numbers" in said
    assert "Type the number of a move" in said


def test_moves_are_typed_as_one_likes(tmp_path: Path) -> None:
    """A move is its number, its text, its words, or a card alone; what is none of them is refused with a reason."""
    game = Game("classic", 2, seed=3, options={"dealer": 1})
    card = next(move.card for move in game.moves(0) if move.verb == "play" and move.color is None)
    assert card
    arguments = ("classic", "--seed", "3", "--players", "2", "--option", "dealer=1")
    for typed in (f"play {card}", card, card.replace("-", " ").upper()):
        assert f"Player plays {label(card)}" in "\n".join(lines(typed, arguments=arguments, folder=tmp_path))
    said = "\n".join(lines("fly home", "99", "play red-5 uno uno", arguments=arguments, folder=tmp_path))
    assert "'fly home' is not a move" in said
    assert "There is no number 99" in said


def test_quitting_saves(tmp_path: Path) -> None:
    """The word quit saves the record and says where."""
    said = lines("quit", "hand", folder=tmp_path)
    assert "The record is saved: " in said[-2]
    assert said[-1] == "Goodbye."


def test_an_interruption_saves(tmp_path: Path) -> None:
    """Ctrl-C saves the record, says where, and ends with exit code 130 and no other word."""
    script = Script("classic", "--seed", "3", "--save", str(tmp_path / "game.json"), folder=tmp_path)
    script.read()
    script.process.send_signal(signal.SIGINT)
    said, errors = script.process.communicate(timeout=PATIENCE)
    assert (script.process.returncode, errors) == (130, b"")
    assert said.decode() == f"\nThe record is saved: {tmp_path / 'game.json'}\n"


def test_odd_input_is_no_reason_to_fail(tmp_path: Path) -> None:
    """A number of thousands of digits, and bytes that are no text, are answered like any other wrong line."""
    odd = b"9" * 5000 + b"\n\xff\xfe\nquit\n"
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(
        [*COMMAND, "classic", "--seed", "1"], input=odd, capture_output=True, check=False, env=environment, timeout=PATIENCE
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"There is no number 999999999" in done.stdout
    assert b"Goodbye." in done.stdout


def test_a_closed_input_has_ended(tmp_path: Path) -> None:
    """Without any standard input the game ends as at the end of the input."""
    shell = f"exec {shlex.join([*COMMAND, 'classic'])} <&-"
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=False, env=environment, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The input has ended before the game." in done.stdout


def test_nobody_steers_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Control characters in what somebody at a server wrote do not reach the terminal."""
    printed("Eve: \x1b[2Jhello\nthere")
    assert capsys.readouterr().out == "Eve: �[2Jhello\nthere\n"


def test_the_edition_can_be_chosen(tmp_path: Path) -> None:
    """Without an edition it is asked for, by number or id."""
    said = "\n".join(lines("3", "quit", arguments=("--seed", "3"), folder=tmp_path))
    assert f"3: {editions.names()[2]}. " in said
    assert "is turned up" in said


def test_several_people_in_lines(tmp_path: Path) -> None:
    """With --hotseat each is asked by name and sees the own hand after Enter; a line stands between."""
    arguments = ("classic", "--hotseat", "Ann", "Bea", "--seed", "3", "--option", "dealer=1")
    game = Game("classic", 2, seed=3, options={"dealer": 1})
    said = lines("", "draw", "pass", "", "quit", arguments=arguments, folder=tmp_path)
    hand_over = [i for i, line in enumerate(said) if "the keyboard is yours" in line]
    assert ["Ann" in said[hand_over[0]], "Bea" in said[hand_over[1]]] == [True, True]
    between = "\n".join(said[hand_over[1] :])
    assert any("-" * 20 in line for line in said[hand_over[1] :])
    shown = [line for line in said if line.startswith("Your hand: ")]
    assert all(card in shown[0] for card in game.hands[0])
    assert "Ann draws a card." in between
    only_ann = {card for card in game.hands[0] if card not in game.hands[1]}
    assert not [card for card in only_ann if f" {card}," in between or f" {card}." in between]


def test_bots_beside_people_in_lines(tmp_path: Path) -> None:
    """With --bots as many sit beside the people."""
    said = lines("", "counts", "quit", arguments=("classic", "--hotseat", "Ann", "--bots", "2"), folder=tmp_path)
    assert any(line.startswith("Bo") and " cards, " in line for line in said)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["classic", "Ann"], "names of several people go with --hotseat"),
        (["classic", "--hotseat"], "--hotseat needs names, each once"),
        (["classic", "--hotseat", "Ann", "ann"], "--hotseat needs names, each once"),
        (["chess"], "there is no edition 'chess'"),
        (["classic", "--level", "mad"], "a level is easy, medium, hard, not 'mad'"),
        (["classic", "--players", "11"], "2 to 10 can play, not 11 (setup-players)"),
        (["classic", "--hotseat", "Ann", "--bots", "10"], "2 to 10 can play, not 11 (setup-players)"),
        (["classic", "--option", "goal=5"], "there is no option 'goal'"),
        (["classic", "--name", "x" * 41], "a name must have at most 40 characters"),
        (["classic", "--hotseat", "Ann", "\x1b[2J"], "a name must not hold control characters"),
        (["classic", "--save", "no/such/folder/game.json"], "the record cannot be saved as 'no/such/folder/game.json'"),
        (["classic", "--target", "0"], "target is a whole number from 1"),
    ],
)
def test_wrong_arguments_are_one_line(arguments: list[str], reason: str) -> None:
    """Wrong input is answered with one line that says what is allowed, and exit code 2."""
    result = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (result.returncode, result.stdout) == (2, "")
    assert reason in result.stderr
    assert result.stderr.count("\n") == 1
