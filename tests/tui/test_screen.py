"""The full screen: its size, colors and windows, and the ends of rounds and games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from edition_copies import load
from lastcard import Game, editions
from lastcard.bots.thinkers import Ask
from lastcard.cards import SYMBOLS
from lastcard.table_rulebook import rulebook_at
from lastcard.tui.local import LocalSeat
from lastcard.tui.picker import Picker
from lastcard.tui.tips import Tips
from terminal import FAILING_RULES, Screen, failing, no_advice, on_screen, thinking, told

pytestmark = pytest.mark.anyio


def parts(screen: Screen) -> dict[str, bool]:
    """Which parts of the table are completely visible."""
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
    """Every edition fits into 80 columns and 24 lines, with two players and with ten."""
    async with on_screen(Game(edition, players, seed=5), think=thinking) as screen:
        assert [name for name, there in parts(screen).items() if not there and screen.seat.stage == "playing"] == []
        assert [line for line in screen.lines if len(line.rstrip()) > 80] == []


async def test_a_hand_of_thirty_cards_is_reached_card_by_card() -> None:
    """A hand that is too large for its space is shown around the selected card."""
    hand = [f"{color}-{n}" for color in ("red", "yellow", "green", "blue") for n in range(1, 8)] + ["wild", "wild-draw-four"]
    async with on_screen(Game.arrange("classic", hands=[hand, ["red-9", "red-8"]], top="red-9")) as screen:
        assert "● red 1" in screen.text
        await screen.press("left")
        assert "✱ wild Draw Four]" in screen.text
        assert "? help · q quit" in screen.lines[-1]


async def test_the_screen_may_change_its_size() -> None:
    """A large screen shows cards as cards and a small one as words, and resizing loses nothing."""
    hand = [f"red-{n}" for n in range(1, 9)] + ["blue-1", "blue-2", "blue-3"]
    async with on_screen(Game.arrange("classic", hands=[hand, ["green-1", "green-2"]], top="red-9"), size=(120, 40)) as screen:
        assert any("│● red│" in line for line in screen.lines[20:])
        await screen.pilot.resize_terminal(80, 24)
        await screen.settle()
        assert not any("│● red│" in line for line in screen.lines[20:])
        assert "● red 1" in screen.text
        assert "? help · q quit" in screen.lines[-1]


async def test_without_colors_none_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR nothing is drawn in color, and shapes, words, numbers and frames still say everything."""
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
    """Without NO_COLOR, a red card is drawn on red."""
    async with on_screen(Game.arrange("classic", hands=[["red-1", "blue-2"], ["green-1", "green-2"]], top="red-9")) as screen:
        assert "#b3261e" in {style.bgcolor.name for style in screen.styles if style.bgcolor}


@pytest.mark.rule("color-symbols")
@pytest.mark.parametrize("edition", editions.names())
async def test_every_color_is_a_shape_and_a_word(edition: str) -> None:
    """A card of each of the edition's colors shows its shape and its word."""
    found = editions.get(edition)
    hand = [f"{color}-5" for color in found.colors]
    game = Game.arrange(edition, hands=[hand, ["red-1", "red-2"]], top=f"{found.colors[0]}-7")
    async with on_screen(game) as screen:
        assert all(f"{SYMBOLS[color].glyph} {color}" in screen.text for color in found.colors)


async def test_the_log_gives_tips(tmp_path: Path) -> None:
    """The log offers a lesson and gives tips once, and neither if tips are off."""
    game = Game.arrange("classic", hands=[["red-1", "red-2"], ["green-1", "green-2"]], top="yellow-9")
    file = tmp_path / "tips.json"
    for wants_tips, count in ((False, 0), (True, 1), (True, 0)):
        async with on_screen(game.copy(), tips=Tips(game.edition, file) if wants_tips else None) as screen:
            assert [screen.log.count(said) for said in ("lastcard learn classic", "Tip: ")] == [count, count]


async def test_two_digits() -> None:
    """If the list has more than nine entries, a digit that could start a longer number waits for the next digit or Enter."""
    hand = [f"red-{n}" for n in range(1, 9)] + [f"red-{n}" for n in range(5, 9)]
    game = Game.arrange("classic", hands=[[*hand, "wild", "red-skip", "red-reverse"], ["green-1"] * 2], top="red-9")
    async with on_screen(game) as screen:
        await screen.press("1")
        assert "number 1_" in screen.text
        await screen.press("0")
        assert screen.game.top == "red-reverse"


async def test_help_names_every_key() -> None:
    """The key ? opens the help, Esc closes it, and bots wait meanwhile."""
    async with on_screen(Game("classic", 2, seed=1)) as screen:
        await screen.press("question_mark")
        assert "call UNO" in screen.text
        assert screen.seat.paused
        await screen.press("escape")
        assert not screen.seat.paused


async def test_the_rulebook_is_a_key_away() -> None:
    """The key r shows every rule of the table with its id."""
    async with on_screen(Game("classic", 2, seed=1), size=(100, 400)) as screen:
        await screen.press("r")
        rules = rulebook_at(screen.seat.edition, screen.seat.options)
        assert [entry.rule.id for entry in rules if entry.rule.id not in screen.text] == []


async def test_a_hint_is_a_move() -> None:
    """The key h shows what the strongest bot would do."""
    hands = [["red-1"], ["green-1", "green-2"]]
    async with on_screen(Game.arrange("classic", hands=hands, top="red-9")) as screen:
        await screen.press("h")
        assert "Hint: Play ● red 1" in screen.text


async def test_a_hint_that_fails_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """When a hint raises an error, one sentence says so and the game goes on."""
    monkeypatch.setattr("lastcard.tui.local.advise", no_advice)
    hands = [["red-1", "red-2"], ["green-1", "green-2"]]
    async with on_screen(Game.arrange("classic", hands=hands, top="red-9")) as screen:
        await screen.press("h")
        assert "No hint: the bot failed with ZeroDivisionError, no such luck." in screen.text
        await screen.choose("Play ● red 1")
        assert screen.game.top == "red-1"


async def test_a_bot_that_fails_is_mentioned_once_and_the_game_goes_on(tmp_path: Path) -> None:
    """When a bot raises an error, a plain one moves for it to the end, one sentence says so, and the record is saved."""
    file = tmp_path / "game.json"
    hands = [["red-1", "red-2", "red-3"], ["red-4", "red-5", "red-6"], ["red-7", "red-8", "red-9"]]
    async with on_screen(Game.arrange("classic", hands=hands, top="red-0"), think=failing, file=file, size=(100, 40)) as screen:
        while not screen.game.over:
            await screen.press("1", *(["enter"] if len(screen.table.menu) > 9 else []))
        assert screen.log.count("A bot failed with ZeroDivisionError, no such luck. A plain bot moves for it.") == 1
        await screen.pilot.press("s")
    assert Game.replay(file.read_text(encoding="utf-8")).over


async def test_a_bot_that_makes_an_illegal_move_is_mentioned(tmp_path: Path) -> None:
    """When a bot makes a move that is not allowed, a plain one moves for it."""

    async def wrong(asks: Sequence[Ask]) -> list[str | None]:
        return ["play purple-77" for _ in asks]

    hands = [["red-1", "red-2", "red-3"], ["green-1", "green-2"]]
    async with on_screen(Game.arrange("classic", hands=hands, top="red-9"), think=wrong) as screen:
        await screen.choose("Play ● red 1")
        assert "A bot failed with InvalidMove" in screen.log
        assert screen.game.to_move == (0,)


@pytest.mark.parametrize("whose", ["a person's", "a bot's"])
async def test_rules_that_fail_are_a_sentence_and_what_was_played_is_kept(tmp_path: Path, whose: str) -> None:
    """When an edition's code fails, the game ends with a sentence, whoever moved, and the moves so far are saved."""
    edition, file = load(tmp_path, FAILING_RULES), tmp_path / "game.json"
    hands = [["red-1", "red-draw-two", "red-3"], ["red-draw-two", "red-7"]]
    game = Game.arrange(edition, hands=hands, top="red-9")
    async with on_screen(game, think=told((1, "play red-draw-two uno")), file=file, size=(100, 40)) as screen:
        await screen.choose("Play ● red Draw Two" if whose == "a person's" else "Play ● red 1")
        assert "The rules of Failing failed with AttributeError" in screen.text
        assert [move for _, move, *_ in screen.game.record()["moves"]] == ([] if whose == "a person's" else ["play red-1"])
        await screen.press("1")
        await screen.press("q", "s")
    assert "play red-draw-two" not in file.read_text(encoding="utf-8")


async def test_the_points_are_counted_card_by_card_and_the_next_round_is_dealt() -> None:
    """After a round, every hand is counted card by card, and Enter deals the next round."""
    hands = [["red-1"], ["green-1", "wild"]]
    async with on_screen(Game.arrange("classic", hands=hands, top="red-9", options={"target": 500})) as screen:
        await screen.choose("Play ● red 1")
        assert "Ada: ▲ green 1 (1), ✱ Wild (50) = 51 points." in screen.text
        assert "You win the round and get 51 points." in screen.text
        assert "Scores: you 51, Ada 0." in screen.text
        await screen.press("enter")
        assert screen.game.round_number == 1
        assert "round 2" in screen.lines[0]


async def test_the_record_is_saved_after_the_game(tmp_path: Path) -> None:
    """After the game, s saves its record with the players' names to the given file."""
    file = tmp_path / "game.json"
    async with on_screen(Game.arrange("classic", hands=[["red-1"], ["green-1", "wild"]], top="red-9"), file=file) as screen:
        await screen.choose("Play ● red 1")
        assert "You win the game." in screen.text
        await screen.pilot.press("s")
        await screen.pilot.pause()
    assert screen.app.return_value == f"Record saved: {file}"
    assert Game.replay(json.loads(file.read_text())).winners == (0,)


async def test_leaving_asks_and_can_save(tmp_path: Path) -> None:
    """The key q asks before leaving: Esc stays, and s saves the game so far."""
    file = tmp_path / "game.json"
    async with on_screen(Game("classic", 2, seed=1), file=file) as screen:
        await screen.press("q", "escape")
        assert not file.exists()
        await screen.press("q")
        await screen.pilot.press("s")
        await screen.pilot.pause()
    assert Game.replay(json.loads(file.read_text())).names == ["Ann", "Ada"]


async def test_bots_play_at_a_pace() -> None:
    """Bots move by themselves, at a pace that a key changes."""
    hands = [["red-1", "blue-2"], ["green-1", "red-2"]]
    async with on_screen(Game.arrange("classic", hands=hands, top="red-9", turn=1), pace=1000) as screen:
        assert screen.game.turn == 1
        screen.seat.pause(on=True)
        await screen.press("f", "f", "f")
        assert "Bot speed: fast." in screen.text
        screen.seat.pause(on=False)
        while screen.game.turn == 1:
            await screen.seat.changed(screen.seat.version)
        await screen.settle()
        assert "Your turn" in screen.text


async def test_an_edition_is_picked_from_a_list() -> None:
    """If you name no edition, you pick one with arrow keys and Enter or by number, or quit with q."""
    for keys, picked in ((["down", "enter"], editions.names()[1]), (["3"], editions.names()[2]), (["q"], None)):
        app = Picker()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*keys)
        assert app.return_value == picked


async def test_hard_bots_think_beside_the_screen() -> None:
    """A bot of the hardest level thinks in a separate process, and its move arrives."""
    hands = [["red-1", "blue-2"], ["green-1", "red-2", "red-3"]]
    game = Game.arrange("classic", hands=hands, top="red-9", turn=1)
    seat = LocalSeat(game, ["Ann", "Ada"], {1: "hard"}, pace=None).start()
    await seat.settled()
    assert seat.is_asked
    await seat.close()
