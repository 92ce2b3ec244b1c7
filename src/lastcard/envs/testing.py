"""Checks that the environments of every edition must pass, ours and yours.

    from lastcard.envs import testing
    testing.check_environments(EDITION)

A failing check raises AssertionError with a sentence that says what is wrong and where.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np

from .. import editions
from ..edition import Edition
from ..worlds import redeal
from .actions import DECLINE, actions_of
from .episode import Episode, Payoff
from .observation import VERSIONS, layout
from .vector import LastcardVectorEnv

LONGEST = 300  # actions after which the compared episodes are cut off
PLACES = 2


def choose(episode: Episode, rng: Random) -> int:
    """Choose an action for the seat being asked, mostly a play so that episodes end."""
    assert episode.seat is not None
    legal = episode.legal(episode.seat)
    plays = [action for action in legal if 1 <= action <= 2 * episode.actions.calling]
    return rng.choice(plays if plays and rng.random() < 0.8 else legal)


def check_actions(edition: Edition) -> None:
    """Every legal move has its own number, which leads back to it whichever seat makes it."""
    for players in (2, 3, 10):
        episode, rng, numbers = Episode(edition, players, players), Random(players), actions_of(edition, players)
        while not episode.over:
            for seat in range(players):
                for move in episode.game.moves(seat):
                    number = numbers.number(move, seat)
                    assert number != DECLINE, f"{edition.id}: {move!r} has the number that declines"
                    again = numbers.move(number, seat) or ""
                    same = again == move if move.said is None else again.split()[0] == move.verb
                    assert same, f"{edition.id}, seat {seat}: {move!r} comes back as {again!r}"
            episode.act(choose(episode, rng))


def check_nothing_hidden(edition: Edition, every: int = 7) -> None:
    """If everything a seat cannot see is dealt again, its observation and its actions stay the same, byte for byte.

    The newest version of an observation begins with the older ones.
    """
    for players, seed in ((2, 1), (4, 2)):
        episode, rng = Episode(edition, players, seed, version=max(VERSIONS)), Random(seed)
        while not episode.over:
            for seat in range(players) if len(episode.taken) % every == 0 else ():
                world = episode.around(redeal(episode.game, seat, rng))
                where = f"{edition.id}, {players} players, seed {seed}, after {len(episode.taken)} actions: seat {seat}"
                assert world.observe(seat).tobytes() == episode.observe(seat).tobytes(), f"{where} observes hidden cards"
                assert world.legal(seat) == episode.legal(seat), f"{where} is offered actions that depend on hidden cards"
                assert world.seat == episode.seat, f"{where} can infer hidden cards from who is asked"
            episode.act(choose(episode, rng))


def check_both_speeds(
    edition: Edition,
    players: int = 3,
    options: Mapping[str, Any] | None = None,
    payoff: Payoff = "win",
    steps: int = 250,
    version: int = 0,
) -> int:
    """Interpreted and compiled episodes with the same seeds and actions are the same. Returns how many ended."""
    env = LastcardVectorEnv(PLACES, edition, players, None, options, payoff, LONGEST, version=version)
    seed = 11 * players
    rows, infos = env.reset(seed=seed)
    episodes = [Episode(edition, players, seed + i, options, payoff, LONGEST, version) for i in range(PLACES)]
    rng, ended = Random(players), 0
    for number in range(steps):
        where = f"{edition.id}, {players} players, {options or 'no options'}, step {number}"
        for i, episode in enumerate(episodes):
            _shows_the_same(episode, int(infos["seat"][i]), rows[i], infos["action_mask"][i], where)
        seats, taken = infos["seat"].tolist(), [choose(episode, rng) for episode in episodes]
        rows, rewards, terminated, truncated, infos = env.step(np.array(taken))
        for i, episode in enumerate(episodes):
            episode.act(taken[i])
            assert np.allclose(infos["payoffs"][i], episode.rewards), f"{where}: the payoffs are {infos['payoffs'][i]}"
            assert np.isclose(rewards[i], episode.rewards[seats[i]]), f"{where}: the reward is {rewards[i]}"
            assert (terminated[i], truncated[i]) == (episode.terminated, episode.truncated), (
                f"{where}: only one of the two episodes has ended"
            )
            if episode.over:
                ended += 1
                assert infos["final_obs"][i].tobytes() == episode.observe(seats[i]).tobytes(), (
                    f"{where}: the last observations differ"
                )
                deal = int(episode.game.seed) + PLACES
                episodes[i] = Episode(edition, players, deal, options, payoff, LONGEST, version)
    return ended


def _shows_the_same(episode: Episode, seat: int, row: Any, mask: Any, where: str) -> None:
    assert episode.seat == seat, f"{where}: seat {seat} is asked, not {episode.seat}"
    observed = episode.observe(seat)
    for name, part in layout(episode.game.players, episode.version).slices.items():
        assert observed[part].tolist() == row[part].tolist(), f"{where}: {name} of seat {seat} differs"
    assert episode.legal(seat) == mask.nonzero()[0].tolist(), f"{where}: the actions of seat {seat} differ"


def check_environments(edition: str | Edition) -> None:
    """Run all of these checks on an edition, given as an object or by its id."""
    found = editions.get(edition)
    check_actions(found)
    check_nothing_hidden(found)
    check_both_speeds(found)
