"""Why a move is best, in words."""

import pytest

from lastcard import Game, editions
from lastcard.bots.hint_words import REASONS, WAITS, advised
from lastcard.bots.search import Estimate, reason
from lastcard.testing import walk
from variants import variants


def why(game: Game, seat: int, best: str) -> str:
    """Return the reason for a move in words, supposing it were the best."""
    found = [Estimate(move, float(move == best), 0.0, 0.0, float(move == best), 10) for move in game.moves(seat)]
    template, args = reason(game.view(seat), found)
    assert template in REASONS
    return template.format(**args)


@pytest.mark.parametrize(
    ("hand", "counts", "move", "says"),
    [
        (["red-1"], [1], "play red-1", "It's your last card: you win the round."),
        (["red-draw-two", "red-1", "blue-2"], [1, 3], "play red-draw-two", "1 has only 1 left and draws 2 more."),
        (["red-skip", "red-1", "blue-2"], [2, 3], "play red-skip", "1 has only 2 left and loses a turn."),
        (["red-skip", "red-1", "blue-2"], [3], "play red-skip", "You're up again right away."),
        (["red-1", "wild", "blue-2"], [3], "play red-1", "It saves wild for later."),
        (["wild", "blue-1", "blue-2"], [3], "play wild blue", "You can follow up with blue: you have 2."),
        (["red-9", "blue-7", "blue-2"], [3], "play blue-7", "You can follow up with blue: you have 1 more."),
        (["wild", "blue-1", "green-1"], [3], "play wild blue", "It won 10 of 10 simulated rounds."),
        (["wild", "blue-1", "green-1", "green-2"], [3], "play wild blue", "It won 10 of 10 simulated rounds."),
        (["red-9", "red-1", "blue-7", "blue-2"], [3], "play blue-7", "It won 10 of 10 simulated rounds."),
        (["red-9", "blue-7", "blue-2"], [3], "play red-9", "It gets rid of 9 points."),
        (["blue-1", "blue-2"], [3], "draw", "Nothing in your hand matches."),
    ],
)
def test_reasons(hand: list[str], counts: list[int], move: str, says: str) -> None:
    """A reason states a fact about the move that the player can check."""
    others = [[f"green-{n}" for n in range(1, count + 1)] for count in counts]
    assert why(Game.arrange("classic", [hand, *others], top="red-7"), 0, move) == says


@pytest.mark.parametrize(
    ("hand", "move", "instead", "says"),
    [
        (["wild", "red-8", "red-5", "blue-7"], "play blue-7", "play wild red", "It saves wild for later."),
        (["blue-skip", "blue-7", "red-1"], "play blue-skip", "play blue-7", "You're up again right away."),
        (["blue-skip", "blue-reverse", "red-1"], "play blue-skip", "play blue-reverse", "It won 10 of 10 simulated rounds."),
    ],
)
def test_compared_with_one_other_move_a_reason_tells_them_apart(hand: list[str], move: str, instead: str, says: str) -> None:
    """What speaks just as much for the other move is no reason to prefer this one."""
    game = Game.arrange("classic", [hand, ["green-2", "green-3", "green-4"]], top="wild", color="blue")
    found = [Estimate(each, float(each == move), 0.0, 0.0, float(each == move), 10) for each in game.moves(0)]
    template, args = reason(game.view(0), [each for each in found if str(each.move) in (move, instead)])
    assert template.format(**args) == says


@pytest.mark.parametrize(("cards", "says"), [(1, "1 is closest to going out."), (2, "It won 10 of 10 simulated rounds.")])
def test_a_player_is_closest_to_going_out_with_fewer_cards_than_the_others(cards: int, says: str) -> None:
    """Between players with as many cards, none is the closest to going out."""
    hands = [["wild-rule-of-two", "red-1", "red-2", "red-3"], ["green-1", "green-2"][:cards], ["blue-1", "blue-2"]]
    game = Game.arrange("dark-side", hands, top="red-7")
    game.move(0, next(str(move) for move in game.moves(0) if str(move).startswith("play wild-rule-of-two red")))
    assert why(game, 0, str(next(move for move in game.moves(0) if move.seat == 1))) == says


def test_a_player_who_may_choose_is_not_said_to_draw() -> None:
    """A dared player may draw or do the dare, so the reason doesn't say that they draw."""
    dare = next(str(kind) for kind in editions.get("dare").codec.card_codes if str(kind).startswith("red-dare"))
    game = Game.arrange("dare", [[dare, "red-1", "blue-2"], ["green-1", "green-2"]], top="red-7")
    move = next(str(move) for move in game.moves(0) if str(move).startswith(f"play {dare}"))
    assert "draws" not in why(game, 0, move)


@pytest.mark.parametrize("edition", editions.names())
def test_every_best_move_has_a_reason(edition: str) -> None:
    """Every move that may be best has a sentence with everything its template asks for."""
    for options in variants(edition):
        for game in walk(edition, players=3, seed=9, options=options):
            for seat in range(3):
                for move in game.moves(seat):
                    assert why(game, seat, move)


def best(hand: list[str], values: dict[str, float], wins: dict[str, float] | None = None) -> tuple[str, str]:
    """Return the advised move on a yellow 7 and the template of its reason, with these values and 0 for other moves.

    Every move wins as many rounds as games, unless ``wins`` says how many rounds each wins.
    """
    wins = values if wins is None else wins
    game = Game.arrange("classic", [hand, ["red-1", "red-2", "red-3"], ["blue-1", "blue-2", "blue-3"]], top="yellow-7")
    found = [Estimate(move, wins.get(str(move), 0.0), 0.01, 0.0, values.get(str(move), 0.0), 10) for move in game.moves(0)]
    return str(advised(game.view(0), found).move), reason(game.view(0), found)[0]


HAND = ["yellow-4", "yellow-6", "wild", "green-1", "green-2", "red-5"]


@pytest.mark.parametrize(
    ("values", "move"),
    [
        ({"draw": 0.25, "play yellow-4": 0.23, "play wild green": 0.24}, "play yellow-4"),
        ({"draw": 0.25, "play wild green": 0.23, "play yellow-4": 0.1}, "play wild green"),
        ({"play wild red": 0.25, "play wild green": 0.23}, "play wild green"),
        ({"play yellow-4": 0.23, "play yellow-6": 0.25}, "play yellow-6"),
    ],
)
def test_among_moves_about_as_good_a_hint_is_the_natural_one(values: dict[str, float], move: str) -> None:
    """A card goes before a wild, a play before drawing, and the color a hand has most of before others."""
    assert best(HAND, values)[0] == move


def test_a_surprising_move_that_is_clearly_better_is_advised() -> None:
    """Drawing with a card to play is advised where it gains enough, and only then cards are said to be worth more later."""
    assert best(HAND, {"draw": 0.35, "play yellow-4": 0.23}) == ("draw", WAITS)


def test_a_surprising_move_may_be_clearly_better_for_the_round_alone() -> None:
    """In a long game one round changes little, so a move that wins clearly more rounds counts as clearly better."""
    values = {"draw": 0.52, "play yellow-4": 0.5}
    assert best(HAND, values, {"draw": 0.4, "play yellow-4": 0.28})[0] == "draw"
    assert best(HAND, values, {"draw": 0.4, "play yellow-4": 0.39})[0] == "play yellow-4"
