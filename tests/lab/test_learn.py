"""The script that makes the networks of `learned`: it teaches the choices that the bot makes."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks import learn

from lastcard import editions
from lastcard.bots.asking import question
from lastcard.bots.learned import teach_verbs
from lastcard.bots.search import worth_trying
from lastcard.play.network import Thought
from lastcard.rules.build import interpret
from lastcard.rules.state import MOVES, NONE
from lastcard.testing import walk


@pytest.mark.parametrize("edition", editions.names())
def test_it_compares_the_moves_that_the_bot_weighs(edition: str) -> None:
    """What the bot weighs is what its network learned to compare, in turn and out of turn, without what people judge."""
    found = editions.get(edition)
    kernels = interpret(*found.assembled("search", (learn,)))
    thought, out, moves, compared = Thought(), [0] * MOVES, [0] * MOVES, 0
    teach_verbs(thought, found)
    for game in walk(edition, players=3, seed=7, rounds=2):
        inside = game.inside()
        for seat in () if game.owes_uno or game.phase == "voting" else range(3):
            asked = question(game, seat)
            n = kernels.candidates(inside.rules, inside.round, seat, int(not asked.is_owed), thought, out, moves)
            view = game.view(seat)
            if asked.is_owed and game.chances(seat):
                continue  # asked twice: first out of turn
            weighed = worth_trying(view, asked.moves)
            if n > 1:
                assert sorted(moves[:n]) == sorted(NONE if each is None else found.codec.read(each)[0] for each in weighed)
                compared += 1
            else:
                assert len(weighed) < 2
    assert compared > 20


def test_a_gain_is_the_slope_of_what_a_choice_is_worth() -> None:
    """If a rating rises a little, what its choice is worth rises by its gain, and other choices don't change."""
    rng = np.random.default_rng(5)
    groups = np.array([0, 0, 0, 1, 1])
    ratings, values = (0.03 * rng.standard_normal((2, 5))).astype(np.float32)

    def worth(ratings: learn.Floats) -> float:
        odds = np.exp(ratings.astype(np.float64) / learn.DOUBT)
        return float(sum((odds[each] @ values[each]) / odds[each].sum() for each in (groups == 0, groups == 1)))

    step = 1e-4 * learn.DOUBT
    slopes = [(worth(ratings + step * one) - worth(ratings - step * one)) / (2 * step) for one in np.eye(5)]
    assert learn.gain(ratings, values, groups) == pytest.approx(np.array(slopes) * learn.DOUBT, abs=1e-6)
