"""Every special card on the full screen, played by keyboard."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard import Game
from terminal import on_screen

pytestmark = pytest.mark.anyio

SPARE = ["blue-7", "blue-8", "blue-9"]


def table(edition: str, mine: list[str], top: str, players: int = 3, **more: Any) -> Game:
    """A person at seat 0 holds these cards and has the turn, and the others hold number cards."""
    color = Game(edition).edition.colors
    others = [[f"{color[i % 4]}-{5 + i}", f"{color[i % 4]}-{6 + i}", f"{color[(i + 1) % 4]}-4"] for i in range(players - 1)]
    return Game.arrange(edition, hands=[mine, *others], top=top, **more)


async def test_a_wild_asks_for_its_color() -> None:
    """A wild is one entry of the list, and then you pick its color by symbol and word."""
    async with on_screen(table("classic", ["wild", *SPARE], "red-9")) as screen:
        await screen.choose("Play ✱ Wild")
        assert "which color?" in screen.text
        assert "1 ● red" in screen.text
        await screen.choose("★ yellow")
        assert screen.game.color == "yellow"
        assert "You play ✱ Wild and pick ★ yellow" in screen.text


async def test_escape_takes_a_wild_back() -> None:
    """Esc closes the question about the color, and nothing is played."""
    async with on_screen(table("classic", ["wild", *SPARE], "red-9")) as screen:
        await screen.choose("Play ✱ Wild")
        await screen.press("escape")
        assert screen.game.top == "red-9"
        assert "Your turn: match ● red or 9" in screen.text


async def test_a_wild_draw_four_is_challenged() -> None:
    """The next player can challenge, and sees only the hand that is shown."""
    hands = [["blue-7", "blue-8", "green-1"], ["wild-draw-four", "red-1", "red-2", "yellow-5"], ["green-5", "green-6"]]
    game = Game.arrange("classic", hands=hands, top="red-9", turn=1, direction=-1)
    async with on_screen(game, 1, (1, "play wild-draw-four green")) as screen:
        assert "Ada played ✱ Wild Draw Four" in screen.text
        assert "Ada's Wild Draw Four hits you. Draw, or challenge?" in screen.text
        await screen.choose("Challenge")
        assert "Ada shows you ● red 1, ● red 2, ★ yellow 5" in screen.text
        assert "Ada was bluffing" in screen.text


async def test_a_wild_draw_four_is_accepted() -> None:
    """A player who does not challenge draws four cards and sees them."""
    hands = [["blue-7", "blue-8"], ["wild-draw-four", "green-1", "yellow-5"]]
    game = Game.arrange("classic", hands=hands, top="red-9", turn=1, draw=["red-1", "red-2", "red-3", "red-4"])
    async with on_screen(game, 1, (1, "play wild-draw-four green")) as screen:
        await screen.choose("Draw four")
        assert "You draw ● red 1, ● red 2, ● red 3, ● red 4" in screen.text


async def test_rule_of_two() -> None:
    """Rule of Two asks for a color, an apprentice by name, and up to two cards."""
    mine = ["wild-rule-of-two", "blue-7", "blue-8", "red-2"]
    async with on_screen(table("dark-side", mine, "red-9")) as screen:
        await screen.choose("Play ✱ Wild Rule of Two", "▲ green")
        assert "Pick an apprentice. You can give them up to two of your cards." in screen.text
        await screen.choose("Bo")
        assert "Apprentice: Bo" in screen.text
        assert "Cards left to give: 2" in screen.text
        await screen.press("right", "enter")
        assert "You give Bo ● red 2" in screen.text
        await screen.choose("Done")
        assert "You are done giving" in screen.text
        assert "You know that Bo has ● red 2" in screen.text


async def test_favorite_line_names_a_film() -> None:
    """My Favorite Line asks for a film, which you type or pick from suggestions with the arrow keys."""
    async with on_screen(table("favorite-line", ["wild-favorite-line", *SPARE], "red-9")) as screen:
        await screen.choose("Play ✱ Wild My Favorite Line", "▲ green", "Pick the film")
        assert "11 suggestions" in screen.text
        await screen.press("down", "down", "enter")
        assert "You pick the film: Episode II" in screen.text


async def test_favorite_line_says_a_line_and_is_judged() -> None:
    """You type a line, and the other players judge it."""
    hands = [["blue-7", "blue-8", "green-1"], ["wild-favorite-line", "red-1", "red-2"], ["green-5", "green-6"]]
    game = Game.arrange("favorite-line", hands=hands, top="red-9", turn=1, direction=-1)
    script = [(1, "play wild-favorite-line green"), (1, "film Solo"), (1, "vote yes"), (2, "vote yes"), (2, "line Two!")]
    async with on_screen(game, 1, *script) as screen:
        assert "Film: Solo" in screen.text
        await screen.choose("Say the line")
        await screen.press(*"One", "exclamation_mark", "enter")
        assert "You say: One!" in screen.log
        assert "Bo says: Two!" in screen.text
        assert "All eyes on Bo" in screen.text
        assert "Is that a line from the film?" in screen.text
        await screen.choose("no")
        assert "Your vote: no" in screen.text


async def test_favorite_line_that_was_said_is_refused() -> None:
    """A line that was said before is refused with its rule, and you can say another."""
    hands = [["blue-7", "blue-8", "green-1"], ["red-1", "red-2"], ["wild-favorite-line", "green-5", "green-6"]]
    game = Game.arrange("favorite-line", hands=hands, top="red-9", turn=2, direction=-1, options={"until_miss": True})
    script = [(2, "play wild-favorite-line green"), (2, "film Solo"), (1, "line One")]
    async with on_screen(game, 1, *script) as screen:
        await screen.choose("abstain")
        await screen.choose("Say the line")
        await screen.press(*"one", "enter")
        assert "That line has already been said: say another." in screen.text
        await screen.choose("I don't know one")
        assert "You don't know a line" in screen.text


async def test_unite_etheria_hides_a_card_and_places_it() -> None:
    """Unite Etheria asks for a secret card, shows the others' cards, and lets you place it after a match."""
    hands = [["wild-unite-etheria", "blue-7", "green-1", "green-2"], ["blue-1", "red-2"], ["green-5", "green-6"]]
    game = Game.arrange("etheria", hands=hands, top="red-9")
    async with on_screen(game, 1, (1, "reveal blue-1"), (2, "reveal green-5")) as screen:
        await screen.choose("Play ✱ Wild Unite Etheria")
        assert "Pick a card to hide." in screen.text
        await screen.choose("Hide ■ blue 7")
        assert "Your secret card: ■ blue 7" in screen.text
        assert "Ada matches with ■ blue 1" in screen.text
        assert "Somebody matched, so you may discard your secret card." in screen.text
        await screen.choose("Discard it")
        assert screen.game.discard_pile[-1] == "blue-7" or "You discard ■ blue 7" in screen.text


async def test_unite_etheria_shows_a_card() -> None:
    """A player asked to show a card picks one and keeps seeing which it was until all are shown."""
    hands = [["blue-7", "green-1", "green-2"], ["wild-unite-etheria", "blue-1", "red-2"], ["green-5", "green-6"]]
    game = Game.arrange("etheria", hands=hands, top="red-9", turn=1)
    async with on_screen(game, 1, (1, "play wild-unite-etheria"), (1, "secret blue-1"), (1, "keep")) as screen:
        assert "hid a card. Pick one of yours to show." in screen.text
        await screen.press("left", "enter")
        assert "You show ■ blue 7" in screen.text
        assert "Ada's secret card is ■ blue 1".casefold() in screen.text.casefold()


async def test_a_hero_blocks_out_of_turn() -> None:
    """A Hero card can block a waiting action card, even out of turn, and picks the color."""
    hands = [["hero@batman", "red-7", "red-8"], ["red-skip@superman", "red-1", "red-2"], ["gold-5", "gold-6"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9", turn=1)
    async with on_screen(game, 1, (1, "play red-skip@superman")) as screen:
        assert "Waiting for Bo to accept the card." in screen.text
        await screen.choose("Block with ✱ Batman Hero", "◆ gold")
        assert "You block with ✱ Batman Hero and pick ◆ gold" in screen.text


async def test_a_chance_passes_by_space() -> None:
    """Space lets a chance go by, and the bots go on."""
    hands = [["hero@batman", "red-7", "red-8"], ["red-skip@superman", "red-1", "red-2"], ["gold-5", "gold-6"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9", turn=1)
    async with on_screen(game, 1, (1, "play red-skip@superman")) as screen:
        await screen.press("space")
        assert "Bo accepts" in screen.text
        assert "Bo loses a turn" in screen.text


HOUSE = {
    "batman": {"name": "Swap", "steps": [{"does": "swaps hands", "who": "chosen"}]},
    "superman": {
        "name": "Hum",
        "text": "Hum a tune.",
        "steps": [{"does": "discards", "who": "everyone", "n": 1}, {"does": "performs", "who": "next", "n": 2}],
    },
}


async def test_a_customizable_card_chooses_a_player() -> None:
    """A house rule about a chosen player asks for one by name, and the log says what it does."""
    game = table("dawn-of-justice", ["wild-custom@batman", "red-7", "red-8"], "red-9", options={"house_rules": HOUSE})
    async with on_screen(game, 1, (1, "accept")) as screen:
        await screen.choose("Play ✱ Batman Wild Customizable", "◆ gold")
        assert "House rule: Swap: You swap hands with the chosen player." in screen.text
        assert "Pick a player." in screen.text
        await screen.choose("Bo")
        assert "You swap hands with Bo" in screen.text


async def test_a_customizable_card_discards_and_judges() -> None:
    """A house rule that asks everyone for a card, then the table for a verdict, speaks to you and names who is judged."""
    game = table("dawn-of-justice", ["wild-custom@superman", "red-7", "red-8"], "red-9", options={"house_rules": HOUSE})
    script = [(1, "accept"), (1, "discard red-5"), (2, "discard red-6")]
    async with on_screen(game, 1, *script) as screen:
        await screen.choose("Play ✱ Superman Wild Customizable", "◆ gold")
        assert "You still have to discard: 1" in screen.text
        await screen.choose("Discard ● red 7")
        assert "Did Ada do what the card says?" in screen.text
        assert "Hum a tune." in screen.text
        assert "All eyes on Ada" in screen.text
        await screen.choose("yes")
        assert "The verdict: Ada did it" in screen.text


def dared(card: str, players: int = 3) -> Game:
    """Seat 2 plays this Dare on the person at seat 0."""
    hands = [["yellow-1", "blue-1", "green-1"], ["yellow-2", "blue-2", "green-2"], [card, "red-1", "red-2"]]
    return Game.arrange("dare", hands=hands[:players], top=f"{card.partition('-')[0]}-9", turn=2)


async def test_a_dare_is_done_and_judged() -> None:
    """A dare is shown in words, and the others judge the player who does it."""
    async with on_screen(dared("blue-dare-1"), 1, (2, "play blue-dare-1"), (1, "vote yes"), (2, "vote yes")) as screen:
        assert "Draw two, or do the dare?" in screen.text
        assert "Name five sea animals" in screen.text
        await screen.choose("Do the dare")
        assert "You complete the dare" in screen.text


async def test_a_dare_is_not_done() -> None:
    """You can draw two cards instead of doing the dare."""
    async with on_screen(dared("blue-dare-1"), 1, (2, "play blue-dare-1")) as screen:
        await screen.choose("Draw two")
        assert "You draw two instead" in screen.text


async def test_a_lasting_dare_is_admitted_failed() -> None:
    """A lasting dare stays on the screen, and its performer can admit to failing."""
    async with on_screen(dared("green-dare-2"), 1, (2, "play green-dare-2")) as screen:
        await screen.choose("Do the dare")
        assert "You're doing: number 2: Speak only in questions" in screen.text
        await screen.choose("Admit that you failed")
        assert "You admit failing the dare" in screen.text


async def test_another_lasting_dare_is_called_failed_and_judged() -> None:
    """Anyone can say that a player failed a lasting dare, and the table judges at once."""
    hands = [["yellow-1", "blue-1", "green-1"], ["yellow-2", "blue-2", "green-2"], ["green-dare-2", "red-1", "red-2"]]
    game = Game.arrange("dare", hands=hands, top="green-9", turn=2, direction=-1)
    async with on_screen(game, 1, (2, "play green-dare-2"), (1, "dare"), (1, "play green-2"), (2, "vote no")) as screen:
        await screen.choose("Ada has failed")
        assert "You say that Ada has failed" in screen.text


async def test_uno_with_the_card() -> None:
    """The key u plays the selected card with the call."""
    async with on_screen(table("classic", ["red-1", "red-2"], "red-9")) as screen:
        await screen.press("right", "u")
        assert "You play ● red 1, calling UNO" in screen.text


async def test_uno_after_the_card() -> None:
    """The key u also calls late, until the next turn begins."""
    async with on_screen(table("classic", ["red-1", "red-2"], "red-9")) as screen:
        await screen.choose("Play ● red 1")
        assert "UNO?" in screen.text
        await screen.press("u")
        assert "You call UNO" in screen.text


async def test_catching_by_a_key() -> None:
    """The key c catches a player with one card who has not called."""
    game = Game.arrange(
        "classic", hands=[["blue-7", "blue-8"], ["red-1", "red-2"], ["green-5", "green-6"]], top="red-9", turn=1
    )
    async with on_screen(game, 1, (1, "play red-1")) as screen:
        await screen.press("c")
        assert "You catch Ada forgetting UNO" in screen.text


async def test_a_card_that_does_not_fit_says_why() -> None:
    """Enter on a card you can't play shows the reason and changes nothing. The rulebook then begins with the rule."""
    async with on_screen(table("classic", ["red-1", "blue-2", "wild"], "red-9")) as screen:
        await screen.press("right", "right", "enter")
        assert "You can't play ■ blue 2: you need ● red, another 9 or a wild." in screen.text
        assert screen.game.top == "red-9"
        await screen.press("r")
        assert screen.text.index("turn-match") < screen.text.index("All rules")


async def test_refusals_name_people() -> None:
    """A reason about another player gives their name, not a seat number."""
    async with on_screen(table("classic", ["red-1", "blue-2", "wild"], "red-9", turn=1), pace=1000) as screen:
        await screen.press("d")
        assert "It's Ada's turn." in screen.text


async def test_drawing_and_passing() -> None:
    """The key d draws, the drawn card is shown, and p passes. The bottom line offers the one that is possible."""
    async with on_screen(table("classic", ["blue-1", "blue-2", "blue-3"], "red-9", draw=["yellow-1"])) as screen:
        assert "nothing you hold matches ● red or 9; draw a card." in screen.text
        assert "d draw" in screen.text
        await screen.press("d")
        assert "You drew ★ yellow 1: it doesn't match ● red or 9, so pass." in screen.text
        assert "p pass" in screen.text
        assert "d draw" not in screen.text
        await screen.press("p")
        assert "You pass" in screen.text


async def test_a_reason_goes_when_something_happens() -> None:
    """The reason why a card can't be played stays until something happens."""
    async with on_screen(table("classic", ["red-1", "blue-2", "wild"], "red-9", draw=["yellow-1"])) as screen:
        await screen.press("right", "right", "enter")
        assert "Press r for the rule" in screen.text
        await screen.press("d")
        assert "Press r for the rule" not in screen.text
