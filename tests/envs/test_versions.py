"""Versions of the observation, and privileged rows for critics."""

from random import Random
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from lastcard import Game, InvalidOption, editions
from lastcard.envs import layout, observe, privileged_layout
from lastcard.envs.aec import LastcardAEC
from lastcard.envs.episode import Episode
from lastcard.envs.privileged import privileged_row
from lastcard.envs.recalled import CHOICE, CHOICES, DREW_AND_KEPT, PLAYED
from lastcard.envs.single import Place
from lastcard.envs.testing import choose
from lastcard.envs.vector import LastcardVectorEnv
from lastcard.worlds import redeal


@pytest.mark.parametrize("edition", editions.names())
def test_version_1_is_the_same_by_kernels_and_by_views(edition: str) -> None:
    """The kernels, interpreted, write the same bytes of version 1 as a view does, in every edition."""
    found = editions.get(edition)
    place = Place(found, 3, None, {"target": 60}, "win", 400, 1, compiled=False)
    episode, rng = Episode(found, 3, 5, {"target": 60}, longest=400, version=1), Random(5)
    place.start(5)
    while not episode.over:
        seat = episode.seat
        assert seat is not None
        for name, part in place.layout.slices.items():
            assert episode.observe(seat)[part].tolist() == place.row[part].tolist(), name
        action = choose(episode, rng)
        episode.act(action)
        assert place.act(action)


def test_version_1_begins_with_version_0() -> None:
    """What version 0 shows is at the same place in version 1."""
    game = Game("classic", 4, seed=3)
    assert np.array_equal(observe(game, 1, version=1)[: layout(4).size], observe(game, 1))
    assert list(layout(4, 1).slices)[: len(layout(4).slices)] == list(layout(4).slices)
    with pytest.raises(InvalidOption, match="version 0 or 1"):
        layout(4, 2)


def test_choices_say_who_drew_on_which_color() -> None:
    """Version 1 shows what a player drew on and how many choices ago, what was played on what, and all cards discarded."""
    game = Game.arrange(
        "classic", [["red-1", "red-2", "blue-2"], ["green-4", "green-5"], ["blue-7"]], top="red-9", draw=["yellow-3"]
    )
    codes, places = game.edition.codec.card_codes, layout(3, 1).slices
    for seat, move in ((0, "play red-1"), (1, "draw"), (1, "pass")):
        game.move(seat, move)
    row = observe(game, 2, version=1)
    choices = row[places["choices"]].reshape(3, CHOICES, CHOICE)
    assert choices[1, 0].tolist() == [PLAYED + codes["red-1"], 1 + codes["red-9"], 1, 3]
    assert choices[2, 0].tolist() == [DREW_AND_KEPT, 1 + codes["red-1"], 1, 2]
    assert not choices[0].any()
    assert not choices[1, 1].any()
    colors = row[places["colors"]].reshape(3, 2, 4)
    assert colors[2, 0].tolist() == [1, 0, 0, 0]
    assert not colors[1].any()
    assert {code for code in range(80) if row[places["played"]][code]} == {codes["red-9"], codes["red-1"]}


def test_all_cards_discarded_stay_known_after_a_reshuffle() -> None:
    """Version 1 keeps counting cards that were shuffled back into the draw pile; version 0 sees the pile alone."""
    game = Game.arrange(
        "classic", [["red-1", "red-2", "red-3"], ["blue-1", "blue-2", "blue-3"]], top="red-9", draw=["blue-8"], rest=False
    )
    for seat, move in ((0, "play red-1"), (1, "play blue-1"), (0, "draw"), (0, "pass"), (1, "draw")):
        game.move(seat, move)
    row, places = observe(game, 0, version=1), layout(2, 1).slices
    assert row[places["discarded"]].sum() == 1
    assert row[places["played"]].sum() == 3


# ---- privileged rows -------------------------------------------------------------------------------
def truth(game: Game, seat: int) -> list[Any]:
    """What a privileged row says, in words."""
    texts = game.edition.codec.card_texts
    parts = {name: privileged_row(game, seat)[part] for name, part in privileged_layout(game.players).items()}
    return [texts[code - 1] for code in parts["next"] if code]


def test_privileged_rows_show_hands_and_pile() -> None:
    """A privileged row has every hand, counted from a seat, and the cards that will be drawn next."""
    game = Game("etheria", 3, seed=8)
    parts = {name: privileged_row(game, 1)[part] for name, part in privileged_layout(3).items()}
    codes = game.edition.codec.card_codes
    hands = parts["hands"].reshape(3, -1)
    for place in range(3):
        assert sorted(np.repeat(np.arange(80), hands[place])) == sorted(codes[card] for card in game.hands[(1 + place) % 3])
    assert truth(game, 1) == game.draw_pile[:16]
    assert parts["pile"].sum() == len(game.draw_pile)


def test_privileged_rows_are_the_same_everywhere() -> None:
    """Vector, single and PettingZoo environments show the same privileged rows at both speeds, only if they are asked to."""
    env = LastcardVectorEnv(1, "classic", 3, None, privileged=True)
    _, infos = env.reset(seed=4)
    table = LastcardAEC("classic", 3, privileged=True, compiled=False)
    table.reset(seed=4)
    for _ in range(60):
        assert infos["privileged"][0].tobytes() == table.state().tobytes()
        action = int(env.sample()[0])
        *_, infos = env.step(np.array([action]))
        table.step(action)
        if infos["_final_obs"][0]:
            break
    one = gym.make("lastcard/classic-v0", version=1, players=3, privileged=True)
    _, info = one.reset(seed=4)
    assert info["privileged"].shape == table.state_space.shape


def test_nothing_is_privileged_by_default() -> None:
    """Without the option there are no privileged rows, and PettingZoo's state is refused."""
    _, info = gym.make("lastcard/classic-v0", version=1).reset(seed=1)
    assert set(info) == {"action_mask"}
    _, infos = LastcardVectorEnv(1, "classic", 2, version=1).reset(seed=1)
    assert "privileged" not in infos
    table = LastcardAEC("classic", 2)
    table.reset(seed=1)
    with pytest.raises(InvalidOption, match="privileged=True"):
        table.state()


@pytest.mark.rule("hidden")
def test_redealt_worlds_differ_in_privileged_rows_alone() -> None:
    """If everything hidden is dealt again, version 1 stays the same to the byte, and the privileged row does not."""
    game = Game("dark-side", 4, seed=6)
    world = redeal(game, 2, Random(1))
    assert observe(game, 2, version=1).tobytes() == observe(world, 2, version=1).tobytes()
    assert privileged_row(game, 2).tobytes() != privileged_row(world, 2).tobytes()
