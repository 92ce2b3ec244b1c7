"""The outlook: who is likely to win, estimated from the hands without playing on."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from lastcard import Game, Move
from lastcard.bots.search import cost
from lastcard.bots.trials import WHOLE, Trials, interpreted
from lastcard.play.trials import TOTALS, TRIALS, VALUE
from lastcard.testing import walk


def outlook(hands: Sequence[Sequence[str]], seat: int = 0, options: dict[str, Any] | None = None) -> float:
    """Return how likely a seat is to win when the first seat has the turn and all cards are known to it."""
    game = Game.arrange("classic", hands, top="red-9", options=options)
    view = replace(game.view(0), known={s: tuple(hand) for s, hand in enumerate(hands) if s})
    trials = Trials(view, seed=1, engine=interpreted, turns=1)
    kernels, r, g, p = trials.engine.kernels, trials.rules[0], trials.rounds[0], trials.player[0]
    total = kernels.weigh(r, g, p)
    assert sum(p.standing[: len(hands)]) == total
    return float(p.standing[seat] / total)


def test_chances_follow_from_hands() -> None:
    """Fewer cards, a match, a wild and a Draw Two make a win likelier, and a Skip held by the player before makes it rarer."""
    even = [["red-1", "blue-2", "green-3"], ["red-4", "blue-5", "green-6"]]
    assert 0.4 < outlook(even) < 0.65
    assert outlook([["red-1"], ["blue-5"]]) > 0.98
    for better in (["red-1", "blue-2"], ["wild", "blue-2", "green-3"], ["red-draw-two", "blue-2", "green-3"]):
        assert outlook([better, even[1]]) > outlook(even) + 0.02
    assert outlook([["yellow-1", "blue-2", "green-3"], even[1]]) < outlook(even) - 0.02
    three = [["red-1", "blue-2"], ["red-4", "blue-5"], ["red-2", "blue-6"]]
    assert outlook([["red-skip", "blue-2"], *three[1:]], seat=1) < outlook(three, seat=1) - 0.02


def test_a_card_more_is_always_worse() -> None:
    """One more card always makes a win less likely, however many you hold, so that nobody keeps drawing forever."""
    cards = [f"{color}-{number}" for number in range(1, 10) for color in ("red", "blue", "green", "yellow")]
    for players in (2, 3):
        others = [["red-1", "blue-2", "green-3"], ["red-4", "blue-5", "green-6"]][: players - 1]
        chances = [outlook([cards[:count], *others]) for count in range(4, 30)]
        assert all(one > more for one, more in pairwise(chances))


@pytest.mark.rule("last-card")
def test_a_card_that_may_not_be_the_last_is_no_win() -> None:
    """A single card that matches but may not be a last one is worth less than two cards, one of which can be played."""
    other = ["blue-5", "green-6", "green-7"]
    only, number = {"last_card": "number"}, {"last_card": "no-wild"}
    assert outlook([["red-1"], other], options=only) > 0.98
    assert outlook([["red-skip"], other], options=number) > 0.98
    for last, options in (("red-skip", only), ("wild", only), ("wild", number)):
        assert outlook([[last], other], options=options) < outlook([[last, "red-1"], other], options=options)


@pytest.mark.rule("teams")
@pytest.mark.parametrize("target", [None, 500])
def test_a_partner_who_is_about_to_win_is_as_good(target: int | None) -> None:
    """A judged trial counts the partner's chances as the seat's own."""
    hands = [["red-1", "red-2", "blue-2", "blue-3", "blue-4"], ["green-5"] * 2, ["red-6"], ["green-7"] * 2]
    values = []
    for teams in ("off", "pairs"):
        game = Game.arrange("classic", hands, top="red-9", options={"teams": teams, "target": target})
        trials = Trials(replace(game.view(0), known=dict(enumerate(map(tuple, hands)))), 7, engine=interpreted, turns=2)
        totals = trials.engine.ints(1, TOTALS)
        trials.run([trials.edition.codec.read(Move("play red-1"))[0]], 40, totals)
        values.append(totals[0][VALUE] / totals[0][TRIALS] / WHOLE)
    assert values[1] > values[0] + (0.3 if target is None else 0.05)


def test_a_judged_trial_is_worth_about_what_a_played_one_is() -> None:
    """Throughout a round, trials that are judged early give nearly the same values as those played to the end."""
    apart = []
    for game in walk("classic", players=3, seed=5):
        seat = game.to_move[0] if game.to_move else 0
        moves = game.moves(seat)
        if not moves:
            continue
        values = []
        for turns in (0, 2):
            trials = Trials(game.view(seat), 7, engine=interpreted, turns=turns)
            totals = trials.engine.ints(1, TOTALS)
            trials.run([trials.edition.codec.read(moves[0])[0]], 80, totals)
            values.append(totals[0][VALUE] / totals[0][TRIALS] / WHOLE)
        apart.append(values[1] - values[0])
    assert len(apart) > 10
    assert abs(sum(apart)) / len(apart) < 0.04
    assert max(map(abs, apart)) < 0.25


def judged(hands: Sequence[list[str]], score: int, scoring: str) -> float:
    """Return the value of playing the first card of the first hand, by trials that are judged at once."""
    options = {"target": 500, "scoring": scoring}
    game = Game.arrange("classic", hands, top="red-9", scores=[score, 0], options=options)
    trials = Trials(replace(game.view(0), known={1: tuple(hands[1])}), 7, engine=interpreted, turns=1)
    totals = trials.engine.ints(1, TOTALS)
    trials.run([trials.edition.codec.read(Move(f"play {hands[0][0]}"))[0]], 100, totals)
    return float(totals[0][VALUE] / totals[0][TRIALS] / WHOLE)


LOW, HIGH = ["green-3", "green-4", "yellow-5"], ["green-skip", "green-reverse", "yellow-skip"]


def test_a_judged_trial_counts_points() -> None:
    """On the way to a target, a judged trial is worth more with more points in the other hands, and most near the target."""
    mine = ["red-1", "blue-2", "blue-3"]
    assert judged([mine, HIGH], 100, "winner") > judged([mine, LOW], 100, "winner") + 0.005
    assert judged([mine, LOW], 490, "winner") > judged([mine, LOW], 100, "winner") + 0.1


def test_a_judged_trial_counts_own_points_where_the_fewest_win() -> None:
    """Where points are bad, points left in your own hand make a judged trial worth less."""
    low, high = (judged([["red-1", *cards], ["red-2", "blue-2", "blue-4"]], 300, "lowest") for cards in (LOW, HIGH))
    assert high < low - 0.005


def test_a_wild_is_worth_more_among_many() -> None:
    """With more than two players, search values a wild a little higher than trials say, unless few cards are left."""
    many, few = ["wild", "red-1", "red-2", "blue-3"], ["wild", "red-1", "blue-3"]
    spent = {}
    for players in (2, 3):
        for hand in (many, few):
            game = Game.arrange("classic", [hand, *[["green-1", "green-2"]] * (players - 1)], top="red-9")
            costs = {str(move): cost(game.view(0), move) for move in game.moves(0)}
            assert costs["play red-1"] == costs["draw"] == cost(game.view(0), None) == 0
            spent[players, len(hand)] = costs["play wild blue"]
    assert spent.pop((3, 4)) > 0
    assert set(spent.values()) == {0}
