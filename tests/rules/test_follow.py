"""Adding cards with the same number, one by one (follow)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lastcard import Game, IllegalMove, editions
from lastcard.bots.steady import STEADY
from lastcard.card_rules import SEVEN_ZERO
from special_cards import counts, names, play, texts

HANDS = [["red-4", "blue-4", "green-4", "red-1", "yellow-2"], ["blue-1", "blue-2"], ["green-1", "green-2"]]


def table(hands: list[list[str]] | None = None, edition: str = "classic", top: str = "red-9", **options: Any) -> Game:
    """Return a table where cards with the same number may be added."""
    return Game.arrange(edition, hands=hands or HANDS, top=top, options={"follow": "number", **options})


@pytest.mark.rule("follow")
@pytest.mark.parametrize("edition", editions.names())
def test_cards_with_the_same_number_are_added_one_by_one(edition: str) -> None:
    """In every edition a number card may be followed up until its player is done, and the last card's color counts."""
    fours = [f"{color}-4" for color in editions.get(edition).colors]
    top = editions.get(edition).colors[0]
    game = table([[*fours, f"{top}-1"], [f"{top}-2", f"{top}-3"]], edition, top=f"{top}-9")
    game.move(0, f"play {fours[0]}")
    assert (game.phase, game.to_move, game.turn) == ("follow", (0,), 0)
    assert texts(game, 0) == ["done", *(f"play {card}" for card in fours[1:])]
    play(game, (0, f"play {fours[2]}"), (0, f"play {fours[1]}"), (0, "done"))
    assert (game.turn, game.color, counts(game)) == (1, editions.get(edition).colors[1], [2, 2])
    assert names(game.events(None))[-1] == "stopped"


@pytest.mark.rule("follow")
def test_the_player_is_asked_whatever_they_hold() -> None:
    """Without another card of that number, being done is the only move, but it has to be made."""
    game = table([["red-4", "red-1", "red-2"], ["blue-1"] * 2])
    game.move(0, "play red-4")
    assert (texts(game, 0), texts(game, 1)) == (["done"], [])
    with pytest.raises(IllegalMove, match="only add cards with the same number"):
        game.move(0, "play red-1")
    with pytest.raises(IllegalMove, match="Add a card with the same number"):
        game.move(0, "draw")
    with pytest.raises(IllegalMove, match="Waiting for"):
        game.move(1, "play blue-1")


@pytest.mark.rule("follow")
def test_only_numbers_are_followed_up() -> None:
    """Neither an action card nor a wild is followed up, and no wild is added."""
    game = table([["red-skip", "blue-skip", "red-1"], ["blue-1"] * 2, ["green-1"] * 2])
    game.move(0, "play red-skip")
    assert (game.phase, game.turn) == ("turn", 2)
    game = table([["red-4", "wild", "red-1"], ["blue-1"] * 2])
    game.move(0, "play red-4")
    assert texts(game, 0) == ["done"]


@pytest.mark.rule("follow")
def test_a_drawn_number_is_followed_up() -> None:
    """A number card that was just drawn may be followed up with cards from the hand."""
    options = {"follow": "number"}
    game = Game.arrange("classic", [["blue-4", "green-5", "green-6"], ["blue-1"] * 2], "red-9", draw=["red-4"], options=options)
    play(game, (0, "draw"), (0, "play red-4"))
    assert texts(game, 0) == ["done", "play blue-4"]


@pytest.mark.rule("follow", "uno-window")
def test_a_call_comes_before_a_follow_up() -> None:
    """A player who owes a call may say that they are done, but must call before adding a card."""
    game = table([["red-4", "blue-4"], ["blue-1"] * 2])
    game.move(0, "play red-4")
    assert game.owes_uno == (0,)
    assert texts(game, 0) == ["done", "uno"]
    with pytest.raises(IllegalMove, match="Call UNO before you go on"):
        game.move(0, "play blue-4")
    play(game, (0, "uno"), (0, "play blue-4"))
    assert game.winners == (0,)
    game = table([["red-4", "blue-4"], ["blue-1"] * 2])
    play(game, (0, "play red-4"), (0, "done"), (1, "catch 0"))
    assert counts(game) == [3, 2]


@pytest.mark.rule("follow", "uno-window")
def test_a_follow_up_closes_the_windows_of_others() -> None:
    """A follow-up is a play: after it nobody can be caught for what came before."""
    game = table([["red-4", "blue-4", "green-4"], ["blue-1"] * 2])
    game.move(0, "play red-4")
    play(game, (0, "play blue-4"))
    assert game.owes_uno == (0,)
    play(game, (0, "uno"), (0, "play green-4"))
    assert game.round_over


@pytest.mark.rule("follow", "last-card")
def test_a_last_card_may_be_a_follow_up() -> None:
    """A follow-up goes out like any number card, and a single card rule runs for the last card of several."""
    game = table([["red-7", "blue-7", "red-1"], ["blue-1"] * 2], card_rules=SEVEN_ZERO, last_card="number")
    play(game, (0, "play red-7"), (0, "play blue-7 uno"))
    assert game.phase == "follow"
    game.move(0, "done")
    assert (game.phase, names(game.events(None)).count("rule")) == ("choose", 1)


@pytest.mark.rule("follow", "rule-of-two")
def test_two_moves_share_the_word_done() -> None:
    """In an edition with a move of the same name, each means what the game waits for, and records replay."""
    hands = [["red-4", "wild-rule-of-two", "red-1", "red-2", "red-3"], ["red-5", "blue-2"]]
    game = table(hands, "dark-side")
    play(game, (0, "play red-4"), (0, "done"), (1, "play red-5 uno"), (1, "done"))
    play(game, (0, "play wild-rule-of-two red"), (0, "apprentice 1"), (0, "give red-1"))
    assert texts(game, 0)[-1] == "done"
    game.move(0, "done")
    assert (game.turn, counts(game)) == (1, [2, 2])
    assert Game.replay(game.record()).hands == game.hands


@pytest.mark.rule("follow")
def test_steady_adds_what_it_can() -> None:
    """The bot ``steady`` begins with the number it holds most of and adds them all."""
    game = table([["red-4", "blue-4", "green-4", "red-1", "yellow-2"], ["blue-1"] * 2])
    rng, made = Random(1), []
    while game.turn == 0:
        made.append(str(STEADY.choose(game.view(0), game.moves(0), rng)))
        game.move(0, made[-1])
    assert made[0] == "play red-4"
    assert {*made[1:3]} == {"play blue-4", "play green-4"}
    assert made[3] == "done"


@pytest.mark.rule("follow", "turn-limit")
def test_follow_ups_are_no_turns() -> None:
    """Only the first card of a turn counts for the limit of turns."""
    game = table()
    play(game, (0, "play red-4"), (0, "play blue-4"), (0, "done"))
    assert game.inside().round.turns == 1


@pytest.mark.rule("follow")
def test_what_a_follow_up_brings_is_said() -> None:
    """A number card says that more may be added, and being done says whose turn it is then."""
    game = table()
    told = {str(move): [each.says for each in said] for move, said in game.consequences(0).items()}
    assert told["play red-4"] == ["Then you may add cards with the same number."]
    game.move(0, "play red-4")
    assert [each.says for each in game.consequences(0)[game.moves(0)[0]]] == ["{seat} is next."]
