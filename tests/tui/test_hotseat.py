"""Several people at one screen: whoever looks sees their own cards alone."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard import Game
from terminal import on_screen

pytestmark = pytest.mark.anyio

ANN, BEA = ["green-1", "green-2", "green-3", "red-4"], ["blue-5", "blue-6", "blue-7", "red-8"]


def table(ann: list[str] = ANN, bea: list[str] = BEA, **more: Any) -> Game:
    """Two people; Ann's cards are green but one, Bea's blue but one."""
    return Game.arrange("classic", hands=[ann, bea], top="red-9", **more)


async def test_the_screen_changes_hands() -> None:
    """Before anybody sees a hand, the screen says whose it is and shows none; Enter takes it over."""
    async with on_screen(table(), 2) as screen:
        assert "The next move is Ann's." in screen.text
        assert "green" not in screen.text
        assert "blue" not in screen.text
        await screen.press("enter")
        assert "▲ green" in screen.text
        await screen.choose("Play ● red-4")
        assert "The next move is Bea's." in screen.text
        assert "green" not in screen.text
        assert "blue" not in screen.text


async def test_a_name_in_brackets_is_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """What looks like markup in a name is shown as it is."""
    monkeypatch.setattr("terminal.PEOPLE", ("[/b]", "Bea"))
    async with on_screen(table(), 2) as screen:
        assert "I am [/b], and nobody else looks" in " ".join(screen.text.split())


@pytest.mark.rule("hidden")
async def test_nobody_sees_another_hand() -> None:
    """On each one's screen, through a lap of plays, draws and passes, no card of the other is named."""
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
    """With other cards in Ann's hand, everything that Bea's screen shows is the same to the character."""
    shown = []
    for ann in (ANN, ["yellow-1", "wild", "green-3", "red-4"]):
        async with on_screen(table(ann, turn=1), 2) as screen:
            waiting = screen.lines
            await screen.press("enter")
            shown.append((waiting, screen.lines, screen.log))
    assert shown[0] == shown[1]


async def test_a_call_is_made_while_the_screen_changes_hands() -> None:
    """What shows no card, a late call or a catch, can be called out by anybody before the screen is taken over."""
    async with on_screen(table(["red-1", "green-2"]), 2) as screen:
        await screen.press("enter")
        await screen.choose("Play ● red-1")
        assert "1 Ann: Call UNO" in screen.text
        assert "2 Bea: Catch Ann" in screen.text
        await screen.press("2")
        assert "Bea catches Ann without the call" in screen.log


async def test_somebody_comes_first_out_of_turn() -> None:
    """By o another person takes the screen out of turn, blocks with a Hero card, and the hand is hidden again."""
    hands = [["red-skip@superman", "red-1", "red-2"], ["gold-5", "gold-6", "gold-7"], ["hero@batman", "blue-1", "blue-2"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9")
    async with on_screen(game, 3) as screen:
        await screen.press("enter")
        await screen.choose("Play ● red-skip@superman")
        assert "The next move is Bea's." in screen.text
        await screen.press("o")
        assert "hero" not in screen.text
        await screen.press("3")
        await screen.choose("Block with ✱ hero@batman", "■ blue")
        assert "Cid blocks with ✱ hero@batman" in screen.log
        assert "The next move is Bea's." in screen.text


async def test_who_comes_first_and_does_nothing_hides_the_hand_again() -> None:
    """Esc gives the screen back."""
    hands = [["red-skip@superman", "red-1", "red-2"], ["gold-5", "gold-6", "gold-7"], ["hero@batman", "blue-1", "blue-2"]]
    async with on_screen(Game.arrange("dawn-of-justice", hands=hands, top="red-9"), 3) as screen:
        await screen.press("enter")
        await screen.choose("Play ● red-skip@superman")
        await screen.press("o", "3", "escape")
        assert "hero" not in screen.text
        assert "The next move is Bea's." in screen.text


async def test_all_who_show_a_card_are_asked_one_after_another() -> None:
    """Where several are to choose at once, the screen goes round, and no choice is seen before all are made."""
    hands = [["wild-unite-etheria", "red-1", "red-2"], ["yellow-5", "yellow-6"], ["blue-1", "blue-2"]]
    async with on_screen(Game.arrange("etheria", hands=hands, top="red-9"), 3) as screen:
        await screen.press("enter")
        await screen.choose("Play ✱ wild-unite-etheria", "Hide ● red-1")
        await screen.press("enter")
        await screen.choose("Show ★ yellow-5")
        assert "yellow" not in screen.text
        await screen.press("enter")
        assert "yellow" not in screen.text
        await screen.choose("Show ■ blue-1")
        assert "The next move is Ann's." in screen.text
        await screen.press("enter")
        assert "Bea shows ★ yellow-5" in screen.log


async def test_bots_play_beside_people() -> None:
    """Between two people a bot plays, and nobody's hand is shown meanwhile."""
    hands = [["red-1", "green-2", "green-3"], ["blue-5", "blue-6", "red-7"], ["red-4", "yellow-6", "yellow-7"]]
    async with on_screen(Game.arrange("classic", hands=hands, top="red-9", turn=1), 2, (2, "play red-4")) as screen:
        await screen.press("enter")
        await screen.choose("Play ● red-7")
        assert "The next move is Ann's." in screen.text
        assert "Ada plays ● red-4" in screen.log


@pytest.mark.rule("hidden")
async def test_nobody_is_told_why_not_while_nobody_holds_the_screen() -> None:
    """While the screen changes hands, asking why a move is not allowed tells nothing of anybody's cards."""
    async with on_screen(table(), 2) as screen:
        reasons = [await screen.seat.why_not(move) for move in ("play green-1", "play yellow-1", "draw")]
        assert {reason.code for reason in reasons if reason} == {"not-playing"}
