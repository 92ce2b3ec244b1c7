"""The end of a game on the screen: deal again, review, save, and the mouse."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastcard import Game, editions
from lastcard.record import Record
from lastcard.tui import words
from terminal import on_screen, thinking

pytestmark = pytest.mark.anyio


def almost_won(**more: object) -> Game:
    """Seat 0 has one card left, which can be played."""
    return Game.arrange("classic", hands=[["red-1"], ["green-1", "wild"]], top="red-9", **more)  # type: ignore[arg-type]


async def reviewed(record: Record, seat: int) -> list[str]:
    """Stand in for a review, which takes seconds."""
    return [f"Review of {record['names'][seat]}: one clear mistake."]


async def test_another_game_is_one_key_away() -> None:
    """After a game, Enter deals another one with the same people and options, and the wins add up."""
    async with on_screen(almost_won(options={"scoring": "lowest"}), think=thinking) as screen:
        await screen.choose("Play ● red 1")
        assert "You win the game." in screen.text
        assert "Games won" not in screen.text
        first = screen.game
        await screen.press("enter")
        assert screen.seat.game is not first
        assert (screen.seat.stage, screen.seat.game.options["scoring"]) == ("playing", "lowest")
        assert screen.seat.tally_lines() == ["Games won so far: you 1."]


async def test_the_log_of_a_new_game_starts_empty() -> None:
    """Another game begins with an empty log."""
    async with on_screen(almost_won(), think=thinking) as screen:
        await screen.choose("Play ● red 1")
        assert "You play ● red 1" in screen.log
        await screen.press("a")
        assert screen.table._lines[0].endswith(("deals", "You deal"))


async def test_a_finished_game_is_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a game, v goes over it, and closing the review leads back to the end."""
    monkeypatch.setattr("lastcard.tui.dialogs.review_lines", reviewed)
    async with on_screen(almost_won()) as screen:
        await screen.press("v")
        assert "You can review the game once it is over." in screen.text
        await screen.choose("Play ● red 1")
        await screen.press("v")
        assert "Review of Ann: one clear mistake." in screen.text
        await screen.press("escape")
        assert "Enter: deal again" in screen.text


async def test_people_at_one_screen_choose_whose_game_to_review(monkeypatch: pytest.MonkeyPatch) -> None:
    """If several people share the screen, the review asks whose game to go over."""
    monkeypatch.setattr("lastcard.tui.dialogs.review_lines", reviewed)
    async with on_screen(almost_won(), 2) as screen:
        await screen.press("enter")
        await screen.choose("Play ● red 1")
        await screen.press("v")
        assert "2 Bea" in screen.text
        await screen.press("2")
        assert "Review of Bea" in screen.text


async def test_games_of_an_evening_do_not_replace_each_other(tmp_path: Path) -> None:
    """The record of a second game goes to a file of its own."""
    file = tmp_path / "game.json"
    async with on_screen(almost_won(), think=thinking, file=file) as screen:
        await screen.choose("Play ● red 1")
        await screen.press("enter")
        await screen.press("q")
        await screen.pilot.press("s")
        await screen.pilot.pause()
    assert not file.exists()
    assert len(Game.replay((tmp_path / "game-2.json").read_text(encoding="utf-8")).hands) == 2


async def test_the_mouse_plays_cards_and_entries() -> None:
    """A click on a card plays it, a click on an entry of the list chooses it, and one on the draw pile draws."""
    hands = [["red-1", "blue-2", "wild"], ["green-1", "green-2", "red-3"]]
    async with on_screen(Game.arrange("classic", hands=hands, top="red-9", draw=["blue-9"]), 1, (1, "play red-3")) as screen:
        await screen.click("● red│")
        assert screen.game.discard_pile[-2:] == ["red-1", "red-3"]
        await screen.click("Play ✱ Wild")
        assert "which color?" in screen.text
        await screen.press("escape")
        await screen.click("draw ")
        assert "blue-9" in screen.game.hands[0]


async def test_a_click_on_a_card_that_cannot_be_played_says_why() -> None:
    """A click on a card that doesn't match says why, as Enter does."""
    hands = [["red-1", "blue-2"], ["green-1", "green-2"]]
    async with on_screen(Game.arrange("classic", hands=hands, top="red-9")) as screen:
        await screen.click("■ blue│")
        assert "You can't play ■ blue 2" in screen.text
        assert screen.game.turn == 0


async def test_the_mouse_answers_windows_and_keys() -> None:
    """The keys in the bottom line and in windows can be clicked."""
    async with on_screen(Game("classic", 2, seed=1)) as screen:
        await screen.click("? help")
        assert "call UNO" in screen.text
        await screen.click("Esc: close")
        await screen.click("q quit")
        assert "Leave the table?" in screen.text
        await screen.click("Esc: stay")
        assert "Your turn" in screen.text or "Waiting" in screen.text


@pytest.mark.parametrize("edition", editions.names())
async def test_60_by_16_is_enough_for_ten(edition: str) -> None:
    """Ten players fit into 60 columns and 16 lines: everyone's cards, the piles, the log, the prompt, a choice, the keys."""
    async with on_screen(Game(edition, 10, seed=5), think=thinking, size=(60, 16)) as screen:
        view = screen.seat.view
        assert view is not None
        names = ["you", *screen.seat.names[1:]]
        assert [name for name, n in zip(names, view.counts, strict=True) if f"{name} {n}" not in screen.text] == []
        assert f"draw pile {view.draw_count}" in screen.text
        assert screen.log.rpartition("; ")[2][:15] in screen.text
        assert "? help · q quit" in screen.lines[-1]
        assert not screen.seat.choices() or f"1 {screen.seat.choices()[0].text}"[:20] in screen.text


async def test_a_large_screen_has_a_side_panel() -> None:
    """On 120 columns and 40 lines, every player has a line with the backs of their cards beside the log."""
    async with on_screen(Game("classic", 10, seed=5), think=thinking, size=(120, 40)) as screen:
        view = screen.seat.view
        assert view is not None
        for name, count in zip(screen.seat.names, view.counts, strict=True):
            line = next(line for line in screen.lines if f" {name} " in line)
            assert line.count("▮") == min(count, 10)


async def test_moves_say_what_they_bring() -> None:
    """The list says beside each move what it costs or brings, and on a narrow screen below the list for the selected move."""
    hands = [["red-skip", "red-1", "blue-5"], ["green-1", "green-2"], ["green-3", "green-4"]]
    async with on_screen(Game.arrange("classic", hands=hands, top="red-9"), think=thinking) as screen:
        bo = screen.seat.names[1]
        assert f"Play ● red Skip {bo} loses a turn." in screen.text
        await screen.pilot.resize_terminal(70, 24)
        await screen.settle()
        assert "loses a turn." not in screen.text
        await screen.press("down", "down")
        assert f"{bo} loses a turn." in screen.text


@pytest.mark.rule("teams")
def test_partners_are_marked_and_win_together() -> None:
    """The terminal marks the partner and the other teams, names both winners, and counts scores by team."""
    hands = [["red-1"], ["blue-1", "blue-2"], ["red-5"], ["blue-7"]]
    options = {"teams": "pairs", "target": 500}
    game = Game.arrange("classic", hands=hands, top="red-9", turn=0, options=options)
    edition, names = editions.get("classic"), ["Ann", "Ben", "Cleo", "Dan"]
    marks = [words.team_mark(game.view(2), seat) for seat in range(4)]
    assert marks == ["partner", "team B", "", "team B"]
    assert words.count_lines(edition, game.view(2), names)[0].startswith("Ann (partner, to move)")
    game.move(0, "play red-1")
    told = words.score_lines(edition, game.view(2), names, 2)
    assert told[-2:] == ["You and Ann win the round and get 10 points.", "Scores: Ann and you 10, Ben and Dan 0."]
    assert words.score_lines(edition, game.view(1), names, 1)[-2] == "Ann and Cleo win the round and get 10 points."
    game = Game.arrange("classic", hands=hands, top="red-9", turn=0, options={"teams": "pairs"})
    game.move(0, "play red-1")
    assert words.ending(game.view(2), names, 2) == "You and Ann win the game."
