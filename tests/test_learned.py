"""The bot ``learned``: its network knows what its seat knows, and rates moves alike at both speeds."""

from collections.abc import Iterator
from random import Random

import pytest

from lastcard import Game, editions
from lastcard.bots import play_round
from lastcard.bots.learned import LearnedBot, folder, laid, network, teach_verbs, weights
from lastcard.bots.search import worth_trying
from lastcard.bots.steady import STEADY
from lastcard.bots.trials import compiled, interpreted
from lastcard.cards import WILD
from lastcard.play.network import CEILING, CERTAIN, DEEP, HIDDEN, INPUTS, MOST, Thought
from lastcard.testing import walk
from lastcard.worlds import redeal

SLOW = LearnedBot(interpreted)


def choices(edition: str, players: int, every: int = 3) -> Iterator[tuple[Game, int]]:
    """Positions of a walk in which a seat has something to weigh."""
    for number, game in enumerate(walk(edition, players=players, seed=7, rounds=2)):
        seat = game.to_move[0] if game.to_move else None
        if number % every == 0 and seat is not None and len(worth_trying(game.view(seat), game.moves(seat))) > 1:
            yield game, seat


@pytest.mark.parametrize("edition", editions.names())
def test_networks_are_small(edition: str) -> None:
    """An edition's file has at most 300 kB, with weights that cannot overflow."""
    assert (folder() / f"{edition}.npy").stat().st_size <= 300_000
    for numbers in weights(edition):
        first, second = numbers[: INPUTS * HIDDEN], numbers[INPUTS * HIDDEN : (INPUTS + DEEP) * HIDDEN]
        assert max(map(abs, first)) * (MOST + 5) * INPUTS < 1 << 31
        assert max(map(abs, second)) * CEILING * HIDDEN < 1 << 31


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", editions.names())
def test_ratings_depend_on_what_the_seat_sees_alone(edition: str) -> None:
    """If everything a seat cannot see is dealt again, every rating stays the same to the last digit."""
    rng, asked = Random(3), 0
    for game, seat in choices(edition, 4, every=9):
        moves = worth_trying(game.view(seat), game.moves(seat))
        world = redeal(game, seat, rng)
        assert SLOW.rate(world.view(seat), moves) == SLOW.rate(game.view(seat), moves)
        asked += 1
    assert asked > 2


@pytest.mark.parametrize("edition", editions.names())
def test_it_learned_from_what_it_sees(edition: str) -> None:
    """The true round gives the same inputs as the view, so the network is asked what it was taught."""
    found = editions.get(edition)
    engine = interpreted(found)
    for game, seat in choices(edition, 3, every=9):
        view, inside = game.view(seat), game.inside()
        rules, rounds, seen, [thought] = laid(engine, found, view)
        truth = Thought()
        teach_verbs(truth, found)
        engine.kernels.describe_seat(rules[0], rounds[0], seen[0], seat, thought)
        engine.kernels.describe_seat(inside.rules, inside.round, game._evidence, seat, truth)
        for move in game.moves(seat):
            code = found.codec.read(move)[0]
            engine.kernels.describe_move(rules[0], rounds[0], seat, code, thought)
            engine.kernels.describe_move(inside.rules, inside.round, seat, code, truth)
            assert list(thought.inputs) == list(truth.inputs), move


def test_a_draw_says_what_a_player_lacks() -> None:
    """A player who draws has neither the color nor a wild, except for the cards that came since."""
    found = editions.get("classic")
    engine = interpreted(found)
    hands = [["red-1", "red-2", "red-3"], ["blue-1", "blue-2", "green-4"], ["red-5", "blue-6", "yellow-7"]]
    game = Game.arrange("classic", hands, top="red-9", draw=["green-8"])
    for seat, move in ((0, "play red-3"), (1, "draw"), (1, "pass")):
        game.play(seat, move)
    rules, rounds, seen, [thought] = laid(engine, found, game.view(2))
    engine.kernels.describe_seat(rules[0], rounds[0], seen[0], 2, thought)
    red, blue = (found.codec.card_codes[card] >> 4 for card in ("red-1", "blue-1"))
    assert [thought.new[1][color] for color in (red, WILD, blue)] == [0, 0, 4]
    assert [thought.lacks[1][color] for color in (red, WILD)] == [CERTAIN, CERTAIN]
    assert 0 < thought.lacks[1][blue] < CERTAIN
    assert engine.kernels.chance_of_none(2, 10, 40) == CERTAIN * 9 // 16


@pytest.mark.parametrize("edition", editions.names())
def test_both_speeds_rate_alike(edition: str) -> None:
    """Compiled and interpreted networks give the same ratings, digit for digit."""
    fast, rated = LearnedBot(compiled), 0
    for players in (2, 5):
        for game, seat in choices(edition, players, every=11):
            view = game.view(seat)
            moves = worth_trying(view, game.moves(seat))
            assert fast.rate(view, moves) == SLOW.rate(view, moves)
            rated += 1
    assert rated > 5


def test_it_plays_like_steady_where_it_learned_nothing() -> None:
    """At a table with other rules the bot chooses as `steady` does."""
    game = Game("classic", 3, seed=5, options={"stacking": "any"})
    seat = game.to_move[0]
    view, moves = game.view(seat), game.moves(seat)
    assert SLOW.rate(view, moves) is None
    assert SLOW.choose(view, moves, Random(1)) == STEADY.choose(view, moves, Random(1))


@pytest.mark.parametrize("edition", editions.names())
def test_it_finishes_rounds(edition: str) -> None:
    """The bot finishes rounds of every edition, with two players and with more."""
    for players in (2, 4):
        game = Game(edition, players, seed=2)
        play_round(game, [SLOW] * players, Random(2))
        assert game.round_over


def test_two_players_have_weights_of_their_own() -> None:
    """There is one set of weights for two players and one for more."""
    found = editions.get("classic")
    assert network(found, interpreted(found), 2) != network(found, interpreted(found), 3)
    assert network(found, interpreted(found), 3) == network(found, interpreted(found), 10)


def test_it_goes_out_with_its_last_card() -> None:
    """With one card left that matches, the bot plays it instead of drawing."""
    for players in (2, 4):
        others = [["blue-1", "blue-2"], ["green-3", "green-4"], ["yellow-5", "yellow-6"]]
        game = Game.arrange("classic", [["red-1"], *others[: players - 1]], top="red-9")
        assert SLOW.choose(game.view(0), game.moves(0), Random(1)) == "play red-1"
