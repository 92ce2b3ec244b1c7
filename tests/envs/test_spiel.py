"""The OpenSpiel games."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts, outcome_sampling_mccfr

from lastcard import editions, presets
from lastcard.envs import layout
from lastcard.envs.spiel import EVENTS, LastcardState, parameter_of, short_name


def walk(state: Any, rng: Random) -> None:
    """A random action, mostly a play if there is one."""
    legal = state.legal_actions()
    plays = [action for action in legal if state.action_to_string(action).startswith("play")]
    state.apply_action(rng.choice(plays if plays and rng.random() < 0.8 else legal))


def dealt(edition: str, deal: int, **params: Any) -> Any:
    """A state just after the deal."""
    state = pyspiel.load_game(short_name(edition), params).new_initial_state()
    state.apply_action(deal)
    return state


@pytest.mark.parametrize("edition", editions.names())
def test_openspiel_accepts_it(edition: str) -> None:
    """OpenSpiel's own random simulations pass, with every state serialized and read back."""
    game = pyspiel.load_game(short_name(edition), {"players": 3, "longest": 40, "deals": 50})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("preset", presets.PRESETS[1:], ids=presets.names()[1:])
def test_openspiel_accepts_every_preset(preset: presets.Preset) -> None:
    """OpenSpiel's own random simulations pass at tables that play by a preset."""
    given = {"players": 3, "longest": 40, "deals": 50, "options": parameter_of(preset.options)}
    game = pyspiel.load_game(short_name("classic"), given)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("edition", editions.names())
def test_cards_are_conserved(edition: str) -> None:
    """Hands and piles add up to the deck after every action, and returns add up to zero at the end."""
    state, rng = dealt(edition, 7, players=4), Random(7)
    found = editions.get(edition)
    deck = Counter(found.codec.card_texts[code] for code in found.deck(state.episode.game.options))
    while not state.is_terminal():
        game = state.episode.game
        assert Counter([*game.draw_pile, *game.discard_pile, *(card for hand in game.hands for card in hand)]) == deck
        walk(state, rng)
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) == 1


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", editions.names())
def test_resampling_keeps_what_a_player_knows(edition: str) -> None:
    """A resampled state looks the same to its player but has different cards."""
    state, rng, others = dealt(edition, 5, players=3), Random(5), 0
    for number in range(60):
        if state.is_terminal():
            break
        if number % 6 == 0:
            player = state.current_player()
            again = state.resample_from_infostate(player, rng.random)
            assert again.information_state_string(player) == state.information_state_string(player)
            assert again.observation_string(player) == state.observation_string(player)
            assert again.observation_tensor(player) == state.observation_tensor(player)
            assert again.legal_actions() == state.legal_actions()
            others += again.episode.game.hands != state.episode.game.hands
        walk(state, rng)
    assert others > 3


def test_a_state_is_its_history() -> None:
    """Replaying a state's history, a deal and the actions after it, gives the same state."""
    state, rng = dealt("etheria", 3, players=3), Random(3)
    for _ in range(40):
        walk(state, rng)
    again: LastcardState = state.get_game().new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
    assert again.episode is not None
    assert again.episode.game.record() == state.episode.game.record()


@pytest.mark.parametrize("target", [100, 5000])
def test_returns_stay_within_their_bounds(target: int) -> None:
    """The announced maximum utility covers a player who wins every round."""
    game = pyspiel.load_game(short_name("classic"), {"payoff": "points", "target": target})
    assert game.max_utility() > target
    assert game.min_utility() < -target


def test_a_clone_goes_on_alone() -> None:
    """An action in a clone does not change the original state."""
    state = dealt("classic", 3, players=2)
    before = str(state)
    walk(state.clone(), Random(1))
    assert str(state) == before


def test_ismcts_plays_it() -> None:
    """OpenSpiel's Python ISMCTS finds legal moves."""
    state = dealt("classic", 3, players=2, longest=200)
    dice = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1, dice), 2.0, 8, random_state=dice)
    for _ in range(3):
        action = int(bot.step(state))
        assert action in state.legal_actions()
        state.apply_action(action)


GOLDENS = Path(__file__).parents[1] / "goldens"


@pytest.mark.parametrize("edition", editions.names())
def test_playthroughs_stay_the_same(edition: str) -> None:
    """OpenSpiel's own playthrough of a few actions is the golden one. Tensors are left out; other tests compare them."""
    text = generate_playthrough.playthrough(f"{short_name(edition)}(players=2,longest=8,deals=10)", None, seed=7)
    shown = "\n".join(line for line in text.splitlines() if "Tensor" not in line and not set(line) <= set("◯◉◌◎ "))
    golden = GOLDENS / edition / "openspiel.txt"
    assert shown == golden.read_text(encoding="utf-8").rstrip("\n")


def test_the_tensor_of_an_information_state_remembers() -> None:
    """The tensor of an information state begins with version 1 of the observation, and ends with the last events."""
    state, rng = dealt("classic", 3, players=2), Random(1)
    for _ in range(12):
        walk(state, rng)
    tensor = np.array(state.information_state_tensor(0))
    size = layout(2, 1).size
    assert len(tensor) == size + 4 * EVENTS
    assert tensor[:size].astype(np.uint8).tobytes() == state.episode.observe(0, version=1).tobytes()
    history = layout(2, 1).slices["history"]
    assert tensor[size : size + 32].tolist() == tensor[history].tolist()


@pytest.mark.rule("hidden")
def test_the_tensor_of_an_information_state_hides_what_is_hidden() -> None:
    """A resampled state has the same information state for its player, as a string and as a tensor."""
    state, rng = dealt("dark-side", 3, players=3), Random(2)
    for _ in range(12):
        walk(state, rng)
    other = state.resample_from_infostate(1, rng.random)
    assert other.information_state_string(1) == state.information_state_string(1)
    assert other.information_state_tensor(1) == state.information_state_tensor(1)


def test_outcome_sampling_mccfr_runs() -> None:
    """Outcome-sampling MCCFR, which calls itself once for every action, runs to a horizon that it can reach."""
    np.random.seed(1)  # noqa: NPY002 - the solver rolls numpy's old dice
    game = pyspiel.load_game(short_name("classic"), {"players": 2, "longest": 60, "deals": 4})
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    assert solver.average_policy().action_probabilities(dealt("classic", 1, players=2, longest=60, deals=4))
