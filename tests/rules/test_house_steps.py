"""House rules run in an edition made for these tests: every step, every choice, and what comes after."""

from __future__ import annotations

from typing import Any

import pytest

from house_edition import EDITION
from lastcard import Game, testing
from lastcard.house_rules import STEPS
from special_cards import counts, names, play, texts, vote_all

HANDS = [["red-1", "red-2", "red-3"], ["blue-1", "blue-2"], ["green-1", "green-2", "green-3", "green-4"]]


def step(does: str, who: str | None = None, n: int | None = None) -> dict[str, Any]:
    """Return one step as a table writes it."""
    return {"does": does, **({} if who is None else {"who": who}), **({} if n is None else {"n": n})}


def running(*steps: dict[str, Any]) -> Game:
    """Seat 0 has played the card with a rule of these steps; seat 1 has the fewest cards and seat 2 the most."""
    hands = [["wild-house", *HANDS[0]], *HANDS[1:]]
    options = {"house_rule": {"name": "Ours", "text": "Sing.", "steps": list(steps)}}
    game = Game.arrange(EDITION, hands=hands, top="yellow-9", options=options)
    game.move(0, "play wild-house red")
    return game


# The step and its result: cards in the three hands, whose turn it is, and the direction.
AT_ONCE = {
    "me": (step("draws", "me", 2), [5, 2, 4], 1, 1),
    "next": (step("draws", "next", 2), [3, 4, 4], 1, 1),
    "previous": (step("draws", "previous", 2), [3, 2, 6], 1, 1),
    "everyone": (step("draws", "everyone", 1), [4, 3, 5], 1, 1),
    "everyone else": (step("draws", "everyone else", 1), [3, 3, 5], 1, 1),
    "most": (step("draws", "most", 1), [3, 2, 5], 1, 1),
    "fewest": (step("draws", "fewest", 1), [3, 3, 4], 1, 1),
    "passes hands left": (step("passes hands left"), [4, 3, 2], 1, 1),
    "passes hands right": (step("passes hands right"), [2, 4, 3], 1, 1),
    "passes hands on": (step("passes hands on"), [4, 3, 2], 1, 1),
    "swaps hands": (step("swaps hands", "next"), [2, 3, 4], 1, 1),
    "skips": (step("skips", n=1), [3, 2, 4], 2, 1),
    "plays again": (step("plays again"), [3, 2, 4], 0, 1),
    "reverses": (step("reverses"), [3, 2, 4], 2, -1),
}


@pytest.mark.parametrize("what", AT_ONCE)
def test_a_step_that_asks_nobody_is_done_at_once(what: str) -> None:
    """A rule that asks nobody anything finishes within the move that played the card."""
    does, cards, turn, direction = AT_ONCE[what]
    game = running(does)
    assert (counts(game), game.turn, game.direction, game.phase) == (cards, turn, direction, "turn")


def test_a_rule_about_somebody_chosen_asks_first() -> None:
    """The player of the card chooses one of the others, listed in order of play, before anything else happens."""
    game = running(step("draws", "me", 1), step("draws", "chosen", 3))
    assert (game.to_move, texts(game, 0), counts(game)) == ((0,), ["choose 1", "choose 2"], [3, 2, 4])
    game.move(0, "choose 2")
    assert (counts(game), game.turn) == ([4, 2, 7], 1)


def test_a_step_that_waits_is_gone_on_from() -> None:
    """Players who must discard do so in any order; then the next step runs."""
    game = running(step("discards", "everyone else", 1), step("draws", "me", 1))
    assert game.to_move == (1, 2)
    play(game, (2, "discard green-4"), (1, "discard blue-1"))
    assert (counts(game), game.turn, game.top) == ([4, 1, 3], 1, "wild-house")
    assert names(game.events(None))[-3:] == ["discarded", "discarded", "drew"]


def test_nobody_discards_the_last_card() -> None:
    """A player told to discard too many cards keeps the last one and is not asked again."""
    game = running(step("discards", "next", 9))
    game.move(1, "discard blue-2")
    assert (counts(game), game.phase, game.turn) == ([3, 1, 4], "turn", 1)


@pytest.mark.parametrize(("word", "cards"), [("yes", [3, 2, 4]), ("no", [3, 6, 8])])
def test_performances_are_judged_one_after_another(word: str, cards: list[int]) -> None:
    """Every player the step names is judged, in order of play, and those who fail draw."""
    game = running(step("performs", "everyone else", 4))
    for performer in (1, 2):
        assert performer not in game.to_move
        vote_all(game, word)
    assert (counts(game), game.phase, game.turn) == (cards, "turn", 1)


def test_the_last_of_several_steps_decides_nothing_alone() -> None:
    """Skips add up, and a player who plays again does so no matter who was skipped."""
    assert running(step("skips", n=1), step("skips", n=1)).turn == 0
    assert running(step("skips", n=1), step("plays again")).turn == 0


def test_an_edition_with_house_rules_conforms() -> None:
    """House rules don't depend on one edition: another edition that uses them passes the suite, hidden information included."""
    checks = ["rules are built", "words", "moves are listed", "cards are conserved", "rounds end", "hidden information"]
    testing.check_edition(EDITION, checks)


def test_every_step_of_the_vocabulary_is_run_here() -> None:
    """Every step that a house rule may use has a test of what it does."""
    assert {*STEPS} <= {does["does"] for does, *_ in AT_ONCE.values()} | {"discards", "performs"}
