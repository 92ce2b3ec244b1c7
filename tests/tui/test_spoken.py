"""The table line by line, in this process: what is said again and what isn't, names, and another game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lastcard import Game
from lastcard.record import Record
from lastcard.tui.local import LocalSeat, seated
from lastcard.tui.plain import Lines, Plain
from lastcard.tui.tips import Tips
from terminal import told

pytestmark = pytest.mark.anyio


class Typed(Lines):
    """Lines that a test types beforehand."""

    def __init__(self, *lines: str) -> None:
        self.left: list[str | None] = [*lines, None]

    async def next(self) -> str | None:
        """The next line."""
        return self.left.pop(0)


async def played(
    game: Game,
    *lines: str,
    script: tuple[tuple[int, str], ...] = (),
    file: Path | None = None,
    tips: Tips | None = None,
) -> list[list[str]]:
    """Type these lines. Return what is said before each of them, and at the end."""
    levels = dict.fromkeys(range(1, game.players), "medium")
    seat = LocalSeat(game, seated(["Ann"], game.players), levels, pace=None, think=told(*script)).start()
    seat.tips = tips
    said: list[list[str]] = [[]]
    typed = Typed(*lines)
    reading = typed.next

    def say(line: str) -> None:
        said[-1].append(line)

    async def read() -> str | None:
        said.append([])
        return await reading()

    typed.next = read  # type: ignore[method-assign]
    try:
        async with asyncio.timeout(60):
            await Plain(seat, typed, say, file, again=True).run()
    finally:
        await seat.close()
    return said


HANDS = [["red-1", "red-2", "blue-5", "green-5"], ["red-3", "green-1", "green-2"], ["red-4", "green-3", "green-4"]]
BOTS = ((1, "play red-3"), (2, "play red-4"))


async def test_tips_are_given_once_and_only_if_wanted(tmp_path: Path) -> None:
    """A first game begins with the offer of a lesson, the next one gives tips, and without tips there is neither."""
    game = Game.arrange("classic", hands=HANDS, top="yellow-9")
    tips = Tips(game.edition, tmp_path / "tips.json")
    offered = (await played(game.copy(), tips=tips))[0]
    assert any("'lastcard learn classic'" in line for line in offered)
    tipped = (await played(game.copy(), tips=Tips(game.edition, tmp_path / "tips.json")))[0]
    assert any(line.startswith("Tip: None of your cards match") for line in tipped)
    silent = (await played(game.copy()))[0]
    assert not any("lastcard learn" in line or line.startswith("Tip:") for line in silent)


async def test_only_what_changed_is_said_again() -> None:
    """A turn later only the changed counts and the hand are said; after a line that changes nothing, nothing is repeated."""
    game = Game.arrange("classic", hands=HANDS, top="red-9")
    first, nonsense, hand, turn, *_ = await played(game, "nonsense", "hand", "play red-1", script=BOTS)
    assert "Cards: you 4, Ada 3, Bo 3." in first
    assert any(line.startswith("Top card: ● red 9") for line in first)
    assert len(nonsense) == 1
    assert hand == ["Your hand: ● red 1, ● red 2, ■ blue 5, ▲ green 5."]
    assert "Cards: you 3, Ada 2, Bo 2." in turn
    assert not any(line.startswith("Top card") for line in turn)
    assert turn[-2:] == ["1: Play ● red 2", "2: Draw a card. If it matches, you may play it."]


async def test_counts_that_stayed_are_not_said() -> None:
    """Only players whose number of cards changed are named."""
    game = Game.arrange("classic", hands=HANDS, top="red-9", draw=["blue-1"])
    *_, drew, _ = await played(game, "draw")
    assert "Cards: you 5." in drew


async def test_players_are_named_in_moves() -> None:
    """A move about a player takes a name, in any case, and a wrong name gets the nearest. `rule` shows a refusal's rule."""
    hands = [["red-1", "red-2", "blue-5"], ["red-3", "green-1"], ["red-4", "green-3", "green-4"]]
    game = Game.arrange("classic", hands=hands, top="red-9", turn=1)
    script = ((1, "play red-3"),)
    _, wrong, why, rule, caught, *_ = await played(game, "catch adda", "why catch bo", "rule", "catch ada", script=script)
    assert wrong == ["There is no player 'adda' here; did you mean 'Ada'?"]
    assert why[0].startswith("Bo has 3 cards")
    assert rule[0].startswith("uno-false: ")
    assert any("You catch Ada" in line for line in caught)


async def test_another_game_is_dealt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a game, review goes over it, and Enter deals another one. Each record has its own file."""

    async def reviewed(record: Record, seat: int) -> list[str]:
        return [f"Review of {record['names'][seat]}"]

    monkeypatch.setattr("lastcard.tui.plain.review_lines", reviewed)
    game = Game.arrange("classic", hands=[["red-1"], ["green-1", "wild"]], top="red-9")
    file = tmp_path / "game.json"
    _, over, review, again, *_ = said = await played(game, "play red-1", "review", "", file=file)
    assert f"Record saved: {file}" in over
    assert over[-1] == "Press Enter to deal again, or type review or quit."
    assert review[-1] == "Review of Ann"
    assert any(line.endswith(("deals.", "You deal.")) for line in again)
    assert f"Record saved: {tmp_path / 'game-2.json'}" in said[-1][-1]
