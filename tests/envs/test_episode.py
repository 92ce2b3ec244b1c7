"""Who is asked in an episode, what it pays, and that observations reveal nothing hidden."""

import pickle
from random import Random

import numpy as np
import pytest

from lastcard import Game, InvalidMove, InvalidOption, editions
from lastcard.envs import DECLINE, Episode, layout
from lastcard.envs.episode import points_payoffs, win_payoffs
from lastcard.envs.observation import SEAT, observe
from lastcard.envs.testing import check_nothing_hidden, choose
from lastcard.worlds import redeal


def around(game: Game) -> Episode:
    """An episode at an arranged position."""
    episode = Episode(game.edition, game.players, 0)
    episode.game = game
    episode._to_ask = list(game.offers())
    return episode


def action(episode: Episode, move: str) -> int:
    """The number of this move for the seat being asked."""
    assert episode.seat is not None
    return episode.actions.number(move, episode.seat)


def test_everybody_is_asked_whatever_they_hold() -> None:
    """After a card that a Hero could block, every other seat is asked even if none holds one, and can only decline."""
    hands = [["red-skip@batman", "red-1", "red-2"], ["blue-1", "blue-2"], ["gold-1", "gold-2"]]
    episode = around(Game.arrange("dawn-of-justice", hands, top="red-9"))
    episode.act(action(episode, "play red-skip@batman"))
    asked = []
    while episode.is_chance:
        assert episode.seat is not None
        asked.append(episode.seat)
        assert episode.legal(episode.seat) == [DECLINE]
        episode.act(DECLINE)
    assert asked == [1, 2]
    assert episode.seat == 1


def test_a_player_who_owes_the_call_is_asked_first() -> None:
    """A player who forgot to call with one card left may still call before the others may catch."""
    episode = around(Game.arrange("classic", [["red-1", "red-2"], ["blue-1"] * 2, ["green-1"] * 2], top="red-9"))
    episode.act(action(episode, "play red-1"))
    assert (episode.seat, episode.is_chance) == (0, True)
    assert episode.legal(0) == sorted([DECLINE, action(episode, "uno")])
    episode.act(DECLINE)
    assert episode.seat == 1
    assert action(episode, "catch 0") in episode.legal(1)


def test_an_illegal_action_changes_nothing() -> None:
    """An illegal action is refused and changes nothing."""
    episode = Episode("classic", 3, seed=1)
    before = episode.game.record()
    assert episode.seat is not None
    wrong = next(number for number in range(len(episode.actions)) if number not in episode.legal(episode.seat))
    with pytest.raises(InvalidMove, match="cannot take action"):
        episode.act(wrong)
    assert (episode.game.record(), episode.taken) == (before, [])


@pytest.mark.parametrize("players", range(2, 11))
def test_payoffs_add_up_to_zero(players: int) -> None:
    """The winner gets what the others lose, with any number of players, for wins and for points."""
    points = [7 * seat + 3 for seat in range(players)]
    for winner in range(players):
        won = win_payoffs(players, [winner])
        assert won[winner] == 1
        assert sum(won) == pytest.approx(0)
        assert len(set(won)) == 2
        scored = points_payoffs([winner], points)
        assert scored[winner] == sum(points) - points[winner]
        assert sum(scored) == 0


def test_payoffs_of_a_round() -> None:
    """A round pays its winner 1, or the points in the other hands."""
    hands = [["red-1"], ["blue-1", "blue-2"], ["wild", "green-5"]]
    for payoff, expected in (("win", [1, -0.5, -0.5]), ("points", [58, -3, -55])):
        episode = around(Game.arrange("classic", hands, top="red-9"))
        episode.payoff = payoff  # type: ignore[assignment]
        episode.act(action(episode, "play red-1"))
        assert episode.terminated
        assert episode.rewards == episode.returns == expected


def test_a_round_without_a_winner_pays_nothing() -> None:
    """If nobody can go on, nobody wins or loses."""
    game = Game.arrange("classic", [["blue-1"], ["blue-2"]], top="red-9", rest=False)
    episode = around(game)
    episode.act(action(episode, "pass"))
    episode.act(action(episode, "pass"))
    assert episode.terminated
    assert episode.rewards == [0, 0]


def test_a_target_makes_an_episode_a_game() -> None:
    """With a target, rounds go on until someone reaches it, and only that pays."""
    episode, rng, paid = Episode("classic", 2, seed=3, options={"target": 200}), Random(3), 0
    while not episode.over:
        episode.act(choose(episode, rng))
        paid += any(episode.rewards)
    assert episode.game.over
    assert episode.game.round_number > 0
    assert paid == 1
    assert sorted(episode.returns) == [-1, 1]


def test_an_episode_is_cut_off() -> None:
    """After its longest number of actions an episode is truncated, and nobody is asked or paid."""
    episode, rng = Episode("classic", 2, seed=1, longest=5), Random(1)
    for _ in range(5):
        assert not episode.over
        episode.act(choose(episode, rng))
    assert (episode.truncated, episode.terminated, episode.seat, episode.returns) == (True, False, None, [0, 0])


def test_an_episode_can_be_pickled() -> None:
    """A pickled episode replays its actions, and a redealt world cannot be pickled."""
    episode, rng = Episode("etheria", 3, seed=5), Random(5)
    for _ in range(30):
        episode.act(choose(episode, rng))
    again = pickle.loads(pickle.dumps(episode))
    assert again.game.record() == episode.game.record()
    assert (again.seat, again.taken) == (episode.seat, episode.taken)
    with pytest.raises(TypeError, match="redealt"):
        pickle.dumps(episode.around(redeal(episode.game, 0, rng)))


def test_payoff_must_be_known() -> None:
    """An unknown payoff is refused with the list of payoffs."""
    with pytest.raises(InvalidOption, match="win, points"):
        Episode("classic", 2, payoff="money")  # type: ignore[arg-type]


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", editions.names())
def test_observations_hold_nothing_hidden(edition: str) -> None:
    """If everything a seat cannot see is dealt again, its observation and its actions stay the same, byte for byte."""
    check_nothing_hidden(editions.get(edition))


def test_a_shown_hand_is_observed() -> None:
    """Only the challenger observes the cards of the hand that was shown."""
    hands = [["wild-draw-four", "red-1", "blue-2"], ["green-7"] * 2, ["green-6"] * 2]
    episode = around(Game.arrange("classic", hands, top="red-9"))
    episode.act(action(episode, "play wild-draw-four blue"))
    episode.act(action(episode, "challenge"))
    places, codes = layout(3), episode.game.edition.codec.card_codes
    shown = episode.observe(1)[places.slices["shown"]].reshape(2, -1)
    assert set(np.nonzero(shown[1])[0]) == {codes["red-1"], codes["blue-2"]}
    assert not episode.observe(2)[places.slices["shown"]].any()


def test_layout_covers_the_row() -> None:
    """The parts of an observation follow each other without gaps, and each says what it holds."""
    for players in range(2, 11):
        places = layout(players)
        parts = list(places.slices.values())
        assert [part.start for part in parts] == [0, *(part.stop for part in parts[:-1])]
        assert parts[-1].stop == places.size == len(Episode("classic", players, 1).observe(0))
        assert all(places.about.values())


@pytest.mark.rule("jump-in", "teams")
def test_table_rules_are_observed() -> None:
    """Observations tell the card that somebody may jump in on, and the partner's seat. By the leaflet these bytes are 0."""
    hands = [["red-1", "red-2"], ["blue-1", "red-3"], ["green-1", "green-2"], ["yellow-1", "yellow-2"]]
    seen = {}
    for rules in ({}, {"jump_in": "identical", "teams": "pairs"}):
        game = Game.arrange("classic", hands, top="red-9", options=rules)
        game.move(0, "play red-1 uno")
        row, places = observe(game, 1), layout(4).slices
        seen[len(rules)] = int(row[places["jump"]][0]), row[places["seats"]].reshape(4, -1)[:, SEAT.index("partner")].tolist()
    code = 1 + editions.get("classic").codec.card_codes["red-1"]
    assert seen == {0: (0, [0, 0, 0, 0]), 2: (code, [0, 0, 1, 0])}


@pytest.mark.rule("jump-in")
def test_nobody_is_left_to_jump_in() -> None:
    """With two players, the window shows only if the card's player has the turn again."""
    shown = []
    for card in ("red-1", "red-skip"):
        game = Game.arrange(
            "classic", [[card, "red-2", "red-4"], ["blue-1", "red-3"]], "red-9", options={"jump_in": "identical"}
        )
        game.move(0, f"play {card}")
        shown.append(int(observe(game, 1)[layout(2).slices["jump"]][0]) > 0)
    assert shown == [False, True]
