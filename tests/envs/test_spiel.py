"""The OpenSpiel games."""

import json
import pickle
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts, outcome_sampling_mccfr

from lastcard import InvalidMove, editions, presets
from lastcard.envs import layout, spiel
from lastcard.envs.compiled_episode import CompiledEpisode
from lastcard.envs.episode import Episode
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


TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 4, "longest": 60, "options": parameter_of({"hand_size": 3})},
    {"players": 3, "longest": 150, "payoff": "points", "target": 60},
]


@pytest.mark.parametrize("params", TABLES, ids=["two", "cut-off", "points"])
@pytest.mark.parametrize("edition", editions.names())
def test_compiled_and_interpreted_states_are_the_same(
    edition: str, params: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At both speeds, and in clones too, states have the same players, actions, tensors, texts and returns."""
    fast = dealt(edition, 11, **params)
    with monkeypatch.context() as patch:
        patch.setattr(spiel, "can_compile", lambda: False)
        slow = dealt(edition, 11, **params)
    assert (type(fast.episode), type(slow.episode)) == (CompiledEpisode, Episode)
    rng = Random(4)
    for number in range(100):
        assert fast.current_player() == slow.current_player()
        assert fast.legal_actions() == slow.legal_actions()
        assert fast.returns() == slow.returns()
        if number % 7 == 0:
            compare_states(fast, slow, number % params["players"])
        if slow.is_terminal():
            break
        if number % 5 == 0:
            before, fast = fast, fast.clone()
            walk(before, rng)
        walk(slow, rng)
        fast.apply_action(slow.history()[-1])
    assert fast.is_terminal() == slow.is_terminal()
    compare_states(fast, slow, 0)


def compare_states(fast: Any, slow: Any, player: int) -> None:
    """Compare everything that can be told about two states."""
    assert fast.history() == slow.history()
    assert fast.observation_tensor(player) == slow.observation_tensor(player)
    assert fast.information_state_tensor(player) == slow.information_state_tensor(player)
    assert fast.observation_string(player) == slow.observation_string(player)
    assert fast.information_state_string(player) == slow.information_state_string(player)
    assert str(fast) == str(slow)


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


def test_clones_share_what_is_interpreted_until_they_part() -> None:
    """Two clones that go different ways have different texts, and each its own."""
    state = dealt("classic", 3, players=2)
    asked = str(state)
    one, other = state.clone(), state.clone()
    first, *_, last = state.legal_actions()
    one.apply_action(first)
    other.apply_action(last)
    assert len({asked, str(one), str(other)}) == 3
    assert str(state) == asked
    assert str(one.clone()) == str(one)


def test_an_episode_is_pickled_as_its_actions() -> None:
    """A pickled episode goes on where it was, on interpreted rules."""
    state, rng = dealt("classic", 3, players=2), Random(1)
    for _ in range(8):
        walk(state, rng)
    again = pickle.loads(pickle.dumps(state.episode))
    assert (again.seat, again.taken) == (state.episode.seat, state.episode.taken)
    assert again.legal(again.seat) == state.legal_actions()


def test_an_illegal_action_is_refused() -> None:
    """An action that is not allowed now changes nothing."""
    episode = dealt("classic", 3, players=2).episode
    legal = episode.legal(episode.seat)
    wrong = next(action for action in range(len(legal) + 1) if action not in legal)
    with pytest.raises(InvalidMove, match="cannot take action"):
        episode.act(wrong)
    assert (episode.taken, episode.legal(episode.seat)) == ([], legal)


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


def test_structs_have_the_words_of_a_state() -> None:
    """Like the structs of OpenSpiel 2: the state, what a player observes, and actions as moves, in names and as JSON."""
    state = dealt("classic", 3, players=2)
    whole = json.loads(state.to_json())
    assert (whole["deal"], whole["current_player"], len(whole["hands"])) == (3, state.current_player(), 2)
    assert state.to_dict() == state.to_struct().to_dict()
    player, action = state.current_player(), state.legal_actions()[-1]
    assert state.to_observation_struct().to_json() == state.to_observation_struct(player).to_json()
    assert state.to_observation_struct(player).hand == whole["hands"][player]
    struct = state.action_to_struct(player, action)
    assert struct.to_dict() == {"move": state.action_to_string(action)}
    assert state.struct_to_actions(struct) == [action] == state.struct_to_actions(state.action_to_struct(action))
    with pytest.raises(InvalidMove, match="is not an action now"):
        state.apply_action_struct(spiel.Struct({"move": "juggle"}))
    state.apply_action_struct(struct)
    assert state.history() == [3, action]


@pytest.mark.rule("hidden")
def test_the_struct_of_an_observation_hides_what_is_hidden() -> None:
    """A resampled state gives its player the same struct."""
    state, rng = dealt("etheria", 3, players=3), Random(2)
    for _ in range(12):
        walk(state, rng)
    other = state.resample_from_infostate(1, rng.random)
    assert other.to_observation_struct(1).to_json() == state.to_observation_struct(1).to_json()
    assert other.to_json() != state.to_json()


def test_outcome_sampling_mccfr_runs() -> None:
    """Outcome-sampling MCCFR, which calls itself once for every action, runs to a horizon that it can reach."""
    np.random.seed(1)  # noqa: NPY002 - the solver rolls numpy's old dice
    game = pyspiel.load_game(short_name("classic"), {"players": 2, "longest": 60, "deals": 4})
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    assert solver.average_policy().action_probabilities(dealt("classic", 1, players=2, longest=60, deals=4))
