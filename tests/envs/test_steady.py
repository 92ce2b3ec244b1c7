"""The vector environment's `steady` opponents choose like the bot of that name, from what their seat has seen."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
import pytest

from lastcard import editions
from lastcard.bots.steady import STEADY
from lastcard.envs import kernels, seen, steady
from lastcard.envs.actions import DECLINE
from lastcard.envs.episode import Episode
from lastcard.envs.places import POLICIES, episode_states, fill_actions
from lastcard.envs.testing import choose
from lastcard.envs.vector import LastcardVectorEnv
from lastcard.rules.build import interpret
from lastcard.rules.state import MOVES, NONE
from lastcard.view import View
from variants import phases, variants

SOCIAL = {"vote", "dare", "film", "line"}  # what people say and do, which the environment chooses at random
EQUALS = 60  # times the bot is asked if there is more than one best move


class Table:
    """An episode played by an environment's kernels, interpreted, along with the same game."""

    def __init__(self, edition: str, players: int, seed: int, options: Mapping[str, Any] | None = None) -> None:
        self.edition = editions.get(edition)
        self.kernels, self.steady = (
            interpret(*self.edition.assembled("steady", (seen, last)), note=lambda _: seen.note) for last in (kernels, steady)
        )
        self.episode = Episode(self.edition, players, seed, options)
        self.r, self.g = (state() for state in episode_states(self.edition))
        self.people = POLICIES["steady"].player()
        self.edition.fill_rules(self.r, self.episode.game.options, players)
        fill_actions(self.r, self.episode.actions)
        seen.fill_tells(self.g, self.edition)
        for name, value in POLICIES["steady"].weights.items():
            setattr(self.people, name, value)
        self.r.first_dealer, self.g.seed = NONE, seed
        self.kernels.begin_episode(self.r, self.g, self.people)

    @property
    def seat(self) -> int:
        """The seat being asked."""
        seat: int = self.kernels.asked_seat(self.g)
        assert seat == self.episode.seat
        return seat

    def opponent(self) -> int:
        """The action that an opponent in this seat takes."""
        code = self.steady.opponent_move(self.r, self.g, self.seat, self.people, [0] * MOVES)
        action: int = DECLINE if code == NONE else self.kernels.action_of(self.r, self.g, self.seat, code)
        return action

    def act(self, action: int) -> None:
        """Take an action for the seat being asked."""
        self.kernels.take_action(self.r, self.g, self.seat, self.kernels.move_of_action(self.r, self.g, self.seat, action))
        self.episode.act(action)


def bot_would(episode: Episode, action: int) -> bool:
    """Whether the bot would, or with several equally good moves might, make this move now."""
    game, seat = episode.game, episode.seat
    assert seat is not None
    chances, view = game.chances(seat), game.view(seat)
    moves = chances if episode.is_chance else [move for move in game.moves(seat) if move not in chances]
    move = episode.actions.move(action, seat)
    return any((STEADY.choose(view, moves, Random(dice)) if moves else None) == move for dice in range(EQUALS))


def guesses_at_known_cards(view: View) -> bool:
    """Whether the card to show may match one that is known in the player's hand, which the bot counts too."""
    return view.phase == "reveal" and view.pending is not None and bool(view.known.get(view.pending.seat))


@pytest.mark.parametrize("edition", editions.names())
def test_they_choose_as_the_bot(edition: str) -> None:
    """In every phase and at every kind of table, opponents do what the bot `steady` would do."""
    compared: Counter[str] = Counter()
    near = 0
    for number, options in enumerate(8 * variants(edition)):
        table, rng = Table(edition, (2, 3, 4, 7)[number % 4], number, options), Random(number)
        while not table.episode.over:
            action, view = table.opponent(), table.episode.game.view(table.seat)
            if table.episode.is_chance or not (view.phase in SOCIAL or guesses_at_known_cards(view)):
                compared[view.phase] += 1
                near += view.phase == "turn" and min(view.counts) <= 3
                assert bot_would(table.episode, action), (
                    f"deal {number}: {table.episode.actions.move(action, table.seat)}, {view}"
                )
            table.act(action if rng.random() < 0.8 else choose(table.episode, rng))
    assert phases(edition) - SOCIAL - {"over"} <= compared.keys()
    assert compared["turn"] > near > 300


def test_compiled_they_do_the_same() -> None:
    """The compiled environment shows its agent the same as after the moves of interpreted opponents."""
    env = LastcardVectorEnv(1, "classic", 3, "steady")
    rows, _ = env.reset(seed=5)
    rng, checked = Random(5), 0
    for seed in range(5, 25):
        table = Table("classic", 3, seed)
        while not table.episode.over:
            if table.seat:
                table.act(table.opponent())
            else:
                assert rows[0].tobytes() == table.episode.observe(0).tobytes()
                action = choose(table.episode, rng)
                table.act(action)
                env.step(np.array([action]))
                checked += 1
    assert checked > 300
