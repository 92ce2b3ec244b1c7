"""The full screen: its size, colors, windows, and the ends of rounds and games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lastcard import Game, editions
from lastcard.cards import SYMBOLS
from lastcard.tui.local import LocalSeat
from lastcard.tui.picker import Picker
from terminal import Screen, on_screen, thinking

pytestmark = pytest.mark.anyio


def parts(screen: Screen) -> dict[str, bool]:
    """Which parts of the table are there, whole, within the screen."""
    text, view = screen.text, screen.seat.view
    assert view is not None
    return {
        "players": all(f"{name}" in text for name in screen.seat.names),
        "counts": text.count(" cards") >= screen.game.players - view.counts.count(1),
        "piles": "draw" in text and str(view.draw_count) in text and "play runs" in text,
        "prompt": "Your turn" in text or "Waiting for" in text or "?" in text or "Choose" in text,
        "keys": "? help · q quit" in screen.lines[-1],
        "first choice": not screen.seat.choices() or f"1 {screen.seat.choices()[0].text}" in text,
        "log": screen.log.rpartition("; ")[2][:20] in text,
    }


@pytest.mark.parametrize("edition", editions.names())
@pytest.mark.parametrize("players", [2, 10])
async def test_80_by_24_is_enough(edition: str, players: int) -> None:
    """In 80 columns and 24 lines everything of any edition is there, for two players and for ten."""
    async with on_screen(Game(edition, players, seed=5), think=thinking) as screen:
        assert [name for name, there in parts(screen).items() if not there and screen.seat.stage == "playing"] == []
        assert [line for line in screen.lines if len(line.rstrip()) > 80] == []


async def test_a_hand_of_thirty_cards_is_reached_card_by_card() -> None:
    """A hand that is larger than its place is shown around the card that is selected."""
    hand = [f"{color}-{n}" for color in ("red", "yellow", "green", "blue") for n in range(1, 8)] + ["wild", "wild-draw-four"]
    async with on_screen(Game.arrange("classic", hands=[hand, ["red-9", "red-8"]], top="red-9")) as screen:
        assert "● red 1" in screen.text
        await screen.press("left")
        assert "✱ wild Draw Four]" in screen.text
        assert "? help · q quit" in screen.lines[-1]


async def test_the_screen_may_change_its_size() -> None:
    """A larger screen shows cards as cards, a smaller one as words; nothing is lost on the way."""
    hand = [f"red-{n}" for n in range(1, 9)] + ["blue-1", "blue-2", "blue-3"]
    async with on_screen(Game.arrange("classic", hands=[hand, ["green-1", "green-2"]], top="red-9"), size=(120, 40)) as screen:
        assert any("│● red│" in line for line in screen.lines[20:])
        await screen.pilot.resize_terminal(80, 24)
        await screen.settle()
        assert not any("│● red│" in line for line in screen.lines[20:])
        assert "● red 1" in screen.text
        assert "? help · q quit" in screen.lines[-1]


async def test_without_colors_none_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR nothing that is drawn has a color, and shapes, words, numbers and frames still say everything."""
    monkeypatch.setenv("NO_COLOR", "1")
    hands = [["red-1", "blue-2", "wild"], ["green-1", "green-2"]]
    async with on_screen(Game.arrange("classic", hands=hands, top="red-9")) as screen:
        await screen.press("right")
        named = {style.color.name for style in screen.styles if style.color} | {
            style.bgcolor.name for style in screen.styles if style.bgcolor
        }
        assert named <= {"default"}
        assert "color ● red" in screen.text.replace("│", "").replace("9", "") or "● red" in screen.text
        assert any("╔1" in line for line in screen.lines)


async def test_with_colors_cards_have_them() -> None:
    """Without NO_COLOR a red card is drawn on red."""
    async with on_screen(Game.arrange("classic", hands=[["red-1", "blue-2"], ["green-1", "green-2"]], top="red-9")) as screen:
        assert "#b3261e" in {style.bgcolor.name for style in screen.styles if style.bgcolor}


@pytest.mark.rule("color-symbols")
@pytest.mark.parametrize("edition", editions.names())
async def test_every_color_is_a_shape_and_a_word(edition: str) -> None:
    """A card of each color of the edition stands on the screen with its shape and its word."""
    found = editions.get(edition)
    hand = [f"{color}-5" for color in found.colors]
    game = Game.arrange(edition, hands=[hand, ["red-1", "red-2"]], top=f"{found.colors[0]}-7")
    async with on_screen(game) as screen:
        assert all(f"{SYMBOLS[color].glyph} {color}" in screen.text for color in found.colors)


async def test_two_digits() -> None:
    """Where the list has more than nine entries, a digit that could go on waits for the next one or Enter."""
    hand = [f"red-{n}" for n in range(1, 9)] + [f"red-{n}" for n in range(5, 9)]
    game = Game.arrange("classic", hands=[[*hand, "wild", "red-skip", "red-reverse"], ["green-1"] * 2], top="red-9")
    async with on_screen(game) as screen:
        await screen.press("1")
        assert "number 1_" in screen.text
        await screen.press("0")
        assert screen.game.top == "red-reverse"


async def test_help_names_every_key() -> None:
    """The key ? opens the help, any of its keys closes it, and bots wait meanwhile."""
    async with on_screen(Game("classic", 2, seed=1)) as screen:
        await screen.press("question_mark")
        assert "call UNO" in screen.text
        assert screen.seat.paused
        await screen.press("escape")
        assert not screen.seat.paused


async def test_the_rulebook_is_a_key_away() -> None:
    """The key r shows every rule of the edition by its id."""
    async with on_screen(Game("classic", 2, seed=1), size=(100, 200)) as screen:
        await screen.press("r")
        assert all(rule.id in screen.text for rule in screen.seat.edition.rulebook)


async def test_a_hint_is_a_move() -> None:
    """The key h says what the strongest bot would do."""
    hands = [["red-1"], ["green-1", "green-2"]]
    async with on_screen(Game.arrange("classic", hands=hands, top="red-9")) as screen:
        await screen.press("h")
        assert "Hint: Play ● red-1" in screen.text


async def test_the_points_are_told_card_by_card_and_the_next_round_is_dealt() -> None:
    """After a round every hand is counted card by card; Enter deals again."""
    hands = [["red-1"], ["green-1", "wild"]]
    async with on_screen(Game.arrange("classic", hands=hands, top="red-9", options={"target": 500})) as screen:
        await screen.choose("Play ● red-1")
        assert "Ada: ▲ green-1 1, ✱ wild 50 = 51 points." in screen.text
        assert "Scores: Ann 51, Ada 0." in screen.text
        await screen.press("enter")
        assert screen.game.round_number == 1
        assert "round 2" in screen.lines[0]


async def test_the_record_is_saved_after_the_game(tmp_path: Path) -> None:
    """After the game s saves its record, with names, where it was asked for."""
    file = tmp_path / "game.json"
    async with on_screen(Game.arrange("classic", hands=[["red-1"], ["green-1", "wild"]], top="red-9"), file=file) as screen:
        await screen.choose("Play ● red-1")
        assert "Ann wins the game." in screen.text
        await screen.pilot.press("s")
        await screen.pilot.pause()
    assert screen.app.return_value == f"The record is saved: {file}"
    assert Game.replay(json.loads(file.read_text())).winners == (0,)


async def test_leaving_asks_and_can_save(tmp_path: Path) -> None:
    """The key q asks; Esc stays, s saves what was played so far."""
    file = tmp_path / "game.json"
    async with on_screen(Game("classic", 2, seed=1), file=file) as screen:
        await screen.press("q", "escape")
        assert not file.exists()
        await screen.press("q")
        await screen.pilot.press("s")
        await screen.pilot.pause()
    assert Game.replay(json.loads(file.read_text())).names == ["Ann", "Ada"]


async def test_bots_play_at_a_pace() -> None:
    """Bots take their time, which a key changes; they move by themselves."""
    hands = [["red-1", "blue-2"], ["green-1", "red-2"]]
    async with on_screen(Game.arrange("classic", hands=hands, top="red-9", turn=1), pace=1000) as screen:
        assert screen.game.turn == 1
        await screen.press("f", "f", "f")
        assert "Bots are fast now." in screen.text
        while screen.game.turn == 1:
            await screen.seat.changed(screen.seat.version)
        await screen.settle()
        assert "Your turn" in screen.text


async def test_an_edition_is_picked_from_a_list() -> None:
    """Without an edition a list of all comes first: arrow keys and Enter, or a number; q picks none."""
    for keys, picked in ((["down", "enter"], editions.names()[1]), (["3"], editions.names()[2]), (["q"], None)):
        app = Picker()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*keys)
        assert app.return_value == picked


async def test_hard_bots_think_beside_the_screen() -> None:
    """A bot of the hardest level chooses in a process of its own, and its move arrives."""
    hands = [["red-1", "blue-2"], ["green-1", "red-2", "red-3"]]
    game = Game.arrange("classic", hands=hands, top="red-9", turn=1)
    seat = LocalSeat(game, ["Ann", "Ada"], {1: "hard"}, pace=None).start()
    await seat.settled()
    assert seat.is_asked
    await seat.close()
