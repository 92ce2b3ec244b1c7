"""An edition may change the amounts printed in the leaflets, and play follows them."""

from dataclasses import replace
from typing import Any

import pytest

from lastcard import Edition, Game, editions
from lastcard.options import Options

HANDS = [["red-5", "wild-draw-four", "blue-1"], ["red-draw-two", "green-3", "red-1"], ["yellow-1", "yellow-2"]]


def _larger(r: Any, edition: Edition, options: Options) -> None:
    r.hand_size, r.uno_penalty, r.draw_two_n, r.draw_four_n, r.challenge_n = 5, 3, 4, 6, 1


LARGER = replace(editions.get("classic"), id="larger", fill=_larger)


def arranged() -> Game:
    """Set up a position in which each of three players has something to play."""
    return Game.arrange(LARGER, hands=HANDS, top="red-9", turn=0)


def test_the_first_hands() -> None:
    """Players are dealt as many cards as the edition says."""
    assert [len(hand) for hand in Game(LARGER, players=3, seed=1).hands] == [5, 5, 5]


def test_a_draw_two() -> None:
    """A Draw Two makes the next player draw as many cards as the edition says."""
    game = arranged()
    game.move(0, "play red-5")
    game.move(1, "play red-draw-two")
    assert len(game.hands[2]) == 2 + 4


@pytest.mark.parametrize(("answer", "counts"), [("accept", (2, 9, 2)), ("challenge", (8, 3, 2))])
def test_a_wild_draw_four(answer: str, counts: tuple[int, ...]) -> None:
    """A Wild Draw Four costs as many cards as the edition says, for a player who accepts it and for a guilty one."""
    game = arranged()
    game.move(0, "play wild-draw-four blue")
    game.move(1, answer)
    assert tuple(map(len, game.hands)) == counts


def test_a_wrong_challenge() -> None:
    """A wrong challenge costs the card's own amount plus the extra that the edition says."""
    game = Game.arrange(LARGER, hands=[["wild-draw-four", "blue-1", "blue-2"], *HANDS[1:]], top="red-9", turn=0)
    game.move(0, "play wild-draw-four blue")
    game.move(1, "challenge")
    assert len(game.hands[1]) == 3 + 6 + 1


def test_a_forgotten_call() -> None:
    """A player who is caught draws as many cards as the edition says."""
    game = Game.arrange(LARGER, hands=[["red-5", "blue-1"], *HANDS[1:]], top="red-9", turn=0)
    game.move(0, "play red-5")
    game.move(2, "catch 0")
    assert len(game.hands[0]) == 1 + 3


def _other(edition: str, **amounts: int) -> Edition:
    """Return an edition with other amounts."""
    found = editions.get(edition)

    def fill(r: Any, edition: Edition, options: Options) -> None:
        found.fill(r, edition, options)
        for name, amount in amounts.items():
            setattr(r, name, amount)

    return replace(found, fill=fill)


@pytest.mark.parametrize(
    ("edition", "amount", "card", "moves"),
    [
        ("dark-side", "gifts", "wild-rule-of-two blue", ["0 apprentice 1", "0 give red-1", "0 give red-2", "0 give red-3"]),
        ("favorite-line", "miss_n", "wild-favorite-line blue", ["0 film Solo", "1 cannot"]),
        ("etheria", "miss_n", "wild-unite-etheria", ["0 secret red-1", "1 reveal blue-1"]),
        ("dare", "dare_n", "red-dare-3", ["1 take"]),
    ],
)
def test_a_special_card(edition: str, amount: str, card: str, moves: list[str]) -> None:
    """The amount on an edition's special card is the one in its rules."""
    hands = [[card.partition(" ")[0], "red-1", "red-2", "red-3", "red-4", "red-5"], ["blue-1"]]
    game = Game.arrange(_other(edition, **{amount: 3}), hands=hands, top="red-9", turn=0)
    game.move(0, f"play {card}")
    for move in moves:
        seat, _, text = move.partition(" ")
        game.move(int(seat), text)
    assert len(game.hands[1]) == 1 + 3
