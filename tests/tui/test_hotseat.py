"""Several people at one screen, each of whom sees only their own cards."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard import Game
from terminal import on_screen

pytestmark = pytest.mark.anyio

ANN, BEA = ["green-1", "green-2", "green-3", "red-4"], ["blue-5", "blue-6", "blue-7", "red-8"]


def table(ann: list[str] = ANN, bea: list[str] = BEA, **more: Any) -> Game:
    """Two people: all but one of Ann's cards are green, all but one of Bea's blue."""
    return Game.arrange("classic", hands=[ann, bea], top="red-9", **more)


async def test_the_screen_changes_hands() -> None:
    """Between turns the screen says whose turn it is and hides every hand until that player presses Enter."""
    async with on_screen(table(), 2) as screen:
        assert "It's Ann's turn." in screen.text
        assert "green" not in screen.text
        assert "blue" not in screen.text
        await screen.press("enter")
        assert "▲ green" in screen.text
        await screen.choose("Play ● red 4")
        assert "It's Bea's turn." in screen.text
        assert "green" not in screen.text
        assert "blue" not in screen.text


async def test_a_name_in_brackets_is_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that looks like markup is shown unchanged."""
    monkeypatch.setattr("terminal.PEOPLE", ("[/b]", "Bea"))
    async with on_screen(table(), 2) as screen:
        assert "I'm [/b], and nobody else is looking" in " ".join(screen.text.split())


@pytest.mark.rule("hidden")
async def test_nobody_sees_another_hand() -> None:
    """Through a lap of draws and passes, neither player's screen names a card of the other."""
    async with on_screen(table(draw=["green-9", "blue-9"]), 2) as screen:
        await screen.press("enter")
        assert "blue" not in screen.text
        await screen.choose("Draw")
        await screen.choose("Pass")
        await screen.press("enter")
        assert "■ blue" in screen.text
        assert "green" not in screen.text + screen.log
        await screen.choose("Draw")
        await screen.choose("Pass")
        await screen.press("enter")
        assert "blue" not in screen.text + screen.log


@pytest.mark.rule("hidden")
async def test_a_screen_depends_on_what_its_seat_knows() -> None:
    """Bea's screen is the same to the character whatever cards Ann holds."""
    shown = []
    for ann in (ANN, ["yellow-1", "wild", "green-3", "red-4"]):
        async with on_screen(table(ann, turn=1), 2) as screen:
            waiting = screen.lines
            await screen.press("enter")
            shown.append((waiting, screen.lines, screen.log))
    assert shown[0] == shown[1]


async def test_a_call_is_made_while_the_screen_changes_hands() -> None:
    """Anyone can make a late call or a catch before the next player takes the screen, since it shows no card."""
    async with on_screen(table(["red-1", "green-2"]), 2) as screen:
        await screen.press("enter")
        await screen.choose("Play ● red 1")
        assert "1 Ann: Call UNO" in screen.text
        assert "2 Bea: Catch Ann" in screen.text
        await screen.press("2")
        assert "Bea catches Ann forgetting UNO" in screen.log


async def test_someone_goes_first_out_of_turn() -> None:
    """With o, another person takes the screen out of turn and blocks with a Hero card, and the hand is hidden again."""
    hands = [["red-skip@superman", "red-1", "red-2"], ["gold-5", "gold-6", "gold-7"], ["hero@batman", "blue-1", "blue-2"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9")
    async with on_screen(game, 3) as screen:
        await screen.press("enter")
        await screen.choose("Play ● red Superman Skip")
        assert "It's Bea's turn." in screen.text
        await screen.press("o")
        assert "hero" not in screen.text.casefold()
        await screen.press("3")
        await screen.choose("Block with ✱ Batman Hero", "■ blue")
        assert "Cid blocks with ✱ Batman Hero" in screen.log
        assert "It's Bea's turn." in screen.text


async def test_going_first_and_doing_nothing_hides_the_hand_again() -> None:
    """Esc gives the screen back without a move."""
    hands = [["red-skip@superman", "red-1", "red-2"], ["gold-5", "gold-6", "gold-7"], ["hero@batman", "blue-1", "blue-2"]]
    async with on_screen(Game.arrange("dawn-of-justice", hands=hands, top="red-9"), 3) as screen:
        await screen.press("enter")
        await screen.choose("Play ● red Superman Skip")
        await screen.press("o", "3", "escape")
        assert "hero" not in screen.text.casefold()
        assert "It's Bea's turn." in screen.text


async def test_players_who_choose_at_once_are_asked_in_turn() -> None:
    """When several players choose at once, the screen goes around, and no choice shows until all are made."""
    hands = [["wild-unite-etheria", "red-1", "red-2"], ["yellow-5", "yellow-6"], ["blue-1", "blue-2"]]
    async with on_screen(Game.arrange("etheria", hands=hands, top="red-9"), 3) as screen:
        await screen.press("enter")
        await screen.choose("Play ✱ Wild Unite Etheria", "Hide ● red 1")
        await screen.press("enter")
        await screen.choose("Show ★ yellow 5")
        assert "yellow" not in screen.text
        await screen.press("enter")
        assert "yellow" not in screen.text
        await screen.choose("Show ■ blue 1")
        assert "It's Ann's turn." in screen.text
        await screen.press("enter")
        assert "Bea shows ★ yellow 5" in screen.log


async def test_bots_play_beside_people() -> None:
    """A bot plays between two people, and no hand shows meanwhile."""
    hands = [["red-1", "green-2", "green-3"], ["blue-5", "blue-6", "red-7"], ["red-4", "yellow-6", "yellow-7"]]
    async with on_screen(Game.arrange("classic", hands=hands, top="red-9", turn=1), 2, (2, "play red-4")) as screen:
        await screen.press("enter")
        await screen.choose("Play ● red 7")
        assert "It's Ann's turn." in screen.text
        assert "Ada plays ● red 4" in screen.log


@pytest.mark.rule("hidden")
async def test_there_are_no_reasons_while_nobody_has_the_screen() -> None:
    """While the screen changes hands, asking why a move is not allowed reveals nothing about anyone's cards."""
    async with on_screen(table(), 2) as screen:
        reasons = [await screen.seat.why_not(move) for move in ("play green-1", "play yellow-1", "draw")]
        assert {reason.code for reason in reasons if reason} == {"not-playing"}
