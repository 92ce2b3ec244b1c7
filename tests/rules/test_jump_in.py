"""Jumping in out of turn with exactly the card that was just played (jump-in)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lastcard import Game, IllegalMove, editions
from lastcard.bots import play_round
from lastcard.bots.asking import is_window_open
from lastcard.bots.steady import STEADY
from lastcard.card_rules import SEVEN_ZERO
from lastcard.testing import shown
from lastcard.worlds import redeal
from special_cards import counts, names, play, texts

OTHERS = [["blue-1", "blue-2", "blue-3"], ["red-4", "green-2", "green-3"], ["yellow-1", "yellow-2"]]
HANDS = [["red-4", "red-1", "red-2"], *OTHERS]


def table(hands: list[list[str]] | None = None, edition: str = "classic", top: str = "red-9", **options: Any) -> Game:
    """Return a table where others may jump in; seat 2 holds the other red 4."""
    return Game.arrange(edition, hands=hands or HANDS, top=top, options={"jump_in": "identical", **options})


@pytest.mark.rule("jump-in")
@pytest.mark.parametrize("edition", editions.names())
def test_the_same_card_is_played_out_of_turn(edition: str) -> None:
    """In every edition the holder of the same card may play it out of turn, and play goes on after them."""
    color = editions.get(edition).colors[0]
    hands = [[card.replace("red", color) for card in hand] for hand in ([*HANDS[0]], ["red-5"] * 2, [*HANDS[0]], ["red-6"] * 2)]
    game = table(hands, edition, top=f"{color}-9")
    game.move(0, f"play {color}-4")
    assert (texts(game, 2), game.offers()) == ([f"jump {color}-4"], (2, 3))
    game.move(2, f"jump {color}-4")
    assert (game.turn, counts(game)) == (3, [2, 2, 2, 2])
    assert names(game.events(None))[-2:] == ["jumped", "played"]


@pytest.mark.rule("jump-in", "hidden")
def test_everyone_is_asked_whatever_they_hold() -> None:
    """The window opens whether or not anyone holds the card, for all but the card's player and the player on turn."""
    without = table([["red-4", "red-1", "red-2"], OTHERS[0], ["green-2"] * 2, OTHERS[2]])
    for game in (table(), without):
        game.move(0, "play red-4")
        assert (game.offers(), is_window_open(game)) == ((2, 3), True)
    for seat in (None, 0, 1, 3):
        game = table()
        game.move(0, "play red-4")
        assert shown(redeal(game, seat, Random(3)), seat) == shown(game, seat)


@pytest.mark.rule("jump-in")
def test_the_window_closes_when_the_next_turn_begins() -> None:
    """A play, draw or pass of the player on turn closes the window, and a call or catch doesn't."""
    game = table()
    play(game, (0, "play red-4"), (1, "draw"))
    assert (game.offers(), texts(game, 2)) == ((), [])
    with pytest.raises(IllegalMove, match="You can only jump in right after"):
        game.move(2, "jump red-4")
    game = table([["red-4", "red-1"], *OTHERS])
    play(game, (0, "play red-4"), (1, "catch 0"))
    assert "jump red-4" in texts(game, 2)


@pytest.mark.rule("jump-in")
def test_what_is_not_jumped_on() -> None:
    """No window opens for a 0, for a card whose twin lies open, for wilds and draw cards, or if nobody is left to jump."""
    for card, hands, discard in (
        ("red-0", 3, []),
        ("red-4", 3, ["red-4"]),
        ("wild red", 3, []),
        ("red-draw-two", 3, []),
        ("red-4", 2, []),
    ):
        held = [[card.split()[0], "red-1", "red-2"], *[["blue-1", "blue-2"]] * (hands - 1)]
        game = Game.arrange("classic", held, "red-9", discard=discard, options={"jump_in": "identical"})
        game.move(0, f"play {card}")
        assert (game.offers(), is_window_open(game)) == ((), False), card
    game = table([["red-reverse", "red-1", "red-2"], ["red-reverse", "blue-2", "blue-3"]])
    game.move(0, "play red-reverse")
    assert (game.turn, texts(game, 1)) == (0, ["jump red-reverse"])
    game.move(1, "jump red-reverse")
    assert game.turn == 1


@pytest.mark.rule("jump-in")
def test_an_opening_card_is_not_jumped_on() -> None:
    """Nobody has played the opening card."""
    for seed in range(5):
        assert Game("classic", 4, seed=seed, options={"jump_in": "identical"}).offers() == ()


@pytest.mark.rule("jump-in", "deflect")
def test_a_deflecting_reverse_is_not_jumped_on() -> None:
    """A Reverse that sends a draw card back opens no window, not even once the cards are taken."""
    hands = [
        ["red-draw-two", "red-1", "red-2"],
        ["red-reverse", "blue-2", "blue-3"],
        ["red-reverse", "blue-4"],
        ["green-1"] * 2,
    ]
    game = table(hands, deflect="reverse")
    play(game, (0, "play red-draw-two"), (1, "play red-reverse"), (0, "accept"))
    assert (game.phase, game.offers()) == ("turn", ())


@pytest.mark.rule("jump-in", "last-card")
def test_a_jump_is_a_play() -> None:
    """A jump may go out, owes the call, and is refused as a last card that the table doesn't allow."""
    game = table([HANDS[0], OTHERS[0], ["red-4"], OTHERS[2]])
    play(game, (0, "play red-4"), (2, "jump red-4"))
    assert game.winners == (2,)
    game = table([HANDS[0], OTHERS[0], ["red-4", "green-1"], OTHERS[2]])
    game.move(0, "play red-4")
    assert texts(game, 2) == ["jump red-4", "jump red-4 uno"]
    game.move(2, "jump red-4")
    assert game.owes_uno == (2,)
    hands = [["red-skip", "red-1", "red-2"], OTHERS[0], ["green-1"] * 2, ["red-skip"]]
    game = table(hands, last_card="number")
    game.move(0, "play red-skip")
    with pytest.raises(IllegalMove, match="can't go out with red-skip"):
        game.move(3, "jump red-skip")


@pytest.mark.rule("jump-in")
def test_the_action_comes_from_the_jumper() -> None:
    """A Skip that somebody jumps in with skips the player after them."""
    game = table([["red-skip", "red-1", "red-2"], ["red-skip", "blue-2", "blue-3"], ["green-1"] * 2, ["green-2"] * 2])
    play(game, (0, "play red-skip"), (1, "jump red-skip"))
    assert game.turn == 3


@pytest.mark.rule("jump-in", "card-rules", "follow")
def test_rules_and_follow_ups_come_first() -> None:
    """While a choice is pending or its player may follow up nobody jumps in; a jump then has both, too."""
    hands = [["red-7", "red-1", "red-2"], OTHERS[0], ["red-7", "blue-7", "green-3"], OTHERS[2]]
    game = table(hands, card_rules=SEVEN_ZERO[:1], follow="number")
    game.move(0, "play red-7")
    assert (game.phase, game.offers()) == ("follow", ())
    game.move(0, "done")
    assert (game.phase, game.offers()) == ("choose", ())
    game.move(0, "choose 3")
    assert texts(game, 2) == ["jump red-7"]
    game.move(2, "jump red-7")
    assert (game.phase, texts(game, 2)) == ("follow", ["done", "play blue-7", "play blue-7 uno"])
    game.move(2, "done")
    assert (game.phase, game.to_move) == ("choose", (2,))


@pytest.mark.rule("jump-in", "etheria-match")
def test_a_placed_card_is_jumped_on() -> None:
    """A secret card that is placed may be jumped on."""
    hands = [["wild-unite-etheria", "red-4", "red-1", "red-2"], ["red-5", "blue-1"], ["red-4", "green-2"], ["blue-2"] * 2]
    game = table(hands, "etheria")
    play(game, (0, "play wild-unite-etheria"), (0, "secret red-4"))
    play(game, (1, "reveal red-5"), (2, "reveal green-2"), (3, "reveal blue-2"), (0, "place"))
    assert "jump red-4" in texts(game, 2)


@pytest.mark.rule("jump-in", "hero-block")
def test_emblems_do_not_count() -> None:
    """In an edition with emblems a card of the other emblem is the same card, once the first is accepted."""
    hands = [["red-skip@batman", "red-1", "red-2"], ["blue-1"] * 2, ["red-skip@superman", "green-2", "green-3"], ["gold-1"] * 2]
    hands[2] = ["red-skip@superman", "blue-2", "blue-3"]
    game = table(hands, "dawn-of-justice")
    game.move(0, "play red-skip@batman")
    assert texts(game, 2) == []
    play(game, (1, "accept"))
    assert game.turn == 2
    hands[1], hands[2] = ["red-skip@superman", "blue-2", "blue-3"], ["blue-1"] * 2
    game = table(hands, "dawn-of-justice")
    play(game, (0, "play red-skip@batman"), (1, "accept"))
    assert texts(game, 1) == ["jump red-skip@superman"]


REFUSED = {
    "own card": (0, "jump red-4", "your own card"),
    "on turn": (1, "jump red-4", "It's your turn: just play"),
    "not held": (3, "jump red-4", "You don't have red-4"),
    "another card": (2, "jump green-2", "exactly the same card"),
}


@pytest.mark.rule("jump-in")
@pytest.mark.parametrize("what", REFUSED)
def test_a_wrong_jump_is_refused_with_the_reason(what: str) -> None:
    """A jump that is not possible is refused, and the refusal says why."""
    seat, move, why = REFUSED[what]
    game = table()
    game.move(0, "play red-4")
    with pytest.raises(IllegalMove, match=why):
        game.move(seat, move)
    with pytest.raises(IllegalMove, match="Nobody jumps in at this table"):
        Game("classic", seed=1).move(0, "jump red-4")


@pytest.mark.rule("jump-in")
def test_a_player_who_owes_a_call_calls_first() -> None:
    """Somebody who owes a call must call before jumping in."""
    game = table([["red-4", "red-1", "red-2"], ["blue-4"] * 2, ["red-4", "green-2", "green-3"], OTHERS[2]])
    game.move(0, "play red-4")
    game.inside().round.owes_uno |= 4
    with pytest.raises(IllegalMove, match="Call UNO before"):
        game.move(2, "jump red-4")


@pytest.mark.rule("jump-in")
def test_steady_jumps_in() -> None:
    """The bot ``steady`` jumps in, and whole rounds with such bots end and replay."""
    game = table()
    game.move(0, "play red-4")
    assert STEADY.choose(game.view(2), game.chances(2), Random(1)) == "jump red-4"
    jumped = 0
    for seed in range(12):
        game = Game("classic", 4, seed=seed, options={"jump_in": "identical"})
        play_round(game, [STEADY] * 4, Random(seed))
        jumped += sum(event.what == "jumped" for event in game.events(None))
        assert Game.replay(game.record()).scores == game.scores
    assert jumped >= 3
