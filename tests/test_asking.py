"""Whom a game asks, in which order, and whose answer counts."""

from collections.abc import Iterator
from random import Random

import pytest

from lastcard import Game, editions
from lastcard.bots.asking import Question, heard, one_by_one, order, question, together
from lastcard.testing import walk
from lastcard.worlds import redeal

EVERYBODY = range(10)


@pytest.fixture
def owing() -> Game:
    """Seat 0 owes a call, seat 1 is to move, and anyone could catch seat 0."""
    hands = [["red-1", "red-2"], ["blue-1", "red-3"], ["green-1", "red-4"], ["green-2", "red-5"]]
    game = Game.arrange("classic", hands, top="red-9")
    game.move(0, "play red-1")
    assert (game.owes_uno, game.to_move) == ((0,), (1,))
    return game


def test_the_seat_that_owes_a_call_comes_first(owing: Game) -> None:
    """The seat that owes a call may call before anyone catches it; the others follow from the left of the last mover."""
    assert owing.offers() == (1, 2, 3, 0)
    assert order(owing, EVERYBODY) == [0, 1, 2, 3]
    assert order(owing, {3, 1}) == [1, 3]


def test_those_the_game_waits_for_come_last() -> None:
    """A seat that is to move but can do nothing out of turn comes after the seats that can."""
    found = 0
    for game in (game for seed in range(12) for game in walk("dare", 4, seed=seed)):
        late = [seat for seat in game.to_move if seat not in game.offers()]
        if game.offers() and late and not game.owes_uno:
            assert order(game, EVERYBODY) == [*game.offers(), *late]
            found += 1
    assert found


def test_a_question_names_what_may_be_chosen(owing: Game) -> None:
    """A seat that is to move may choose any of its moves; the others only moves that are allowed out of turn."""
    assert question(owing, 1) == Question(1, owing.moves(1), is_owed=True)
    assert question(owing, 2) == Question(2, owing.chances(2), is_owed=False)
    assert [str(move) for move in question(owing, 2).moves] == ["catch 0"]
    assert [asked.seat for asked in together(owing, EVERYBODY)] == order(owing, EVERYBODY)


def test_one_by_one_the_mover_is_asked_in_its_place_and_at_the_end(owing: Game) -> None:
    """A seat that is to move and could catch someone is asked about that first, and about its turn once all have declined."""
    asked = [(each.seat, each.is_owed) for each in one_by_one(owing)]
    assert asked == [(0, False), (1, False), (2, False), (3, False), (1, True)]
    owing.move(0, "uno")
    assert [(each.seat, each.is_owed) for each in one_by_one(owing)] == [(1, True)]


def test_the_first_chance_that_is_taken_counts(owing: Game) -> None:
    """A chance that is taken comes before an owed move, and the first of several chances wins."""
    asked = together(owing, EVERYBODY)
    assert heard(zip(asked, [None, "draw", "catch 0", "catch 0"], strict=True)) == (asked[2], "catch 0")
    assert heard(zip(asked, ["uno", "draw", "catch 0", "catch 0"], strict=True)) == (asked[0], "uno")


def test_without_a_chance_the_first_move_that_is_owed_counts(owing: Game) -> None:
    """The first owed move counts, even if its seat gave no answer and the caller must decide; if none is owed, none counts."""
    asked = together(owing, EVERYBODY)
    assert heard(zip(asked, [None, "draw", None, None], strict=True)) == (asked[1], "draw")
    assert heard(zip(asked, [None] * 4, strict=True)) == (asked[1], None)
    both = [Question(2, [], is_owed=True), Question(0, [], is_owed=True)]
    assert heard(zip(both, ["vote yes", "vote no"], strict=True)) == (both[0], "vote yes")
    assert heard((each, None) for each in asked if not each.is_owed) is None
    assert heard(()) is None


def test_nobody_is_asked_after_a_chance_is_taken(owing: Game) -> None:
    """Answers are taken one at a time, so a bot whose answer would come too late never has to think."""
    asked: list[int] = []

    def answers() -> Iterator[tuple[Question, str | None]]:
        for each in one_by_one(owing):
            asked.append(each.seat)
            yield each, "catch 0" if each.seat == 1 else None

    answered = heard(answers())
    assert answered is not None
    assert (answered[0].seat, answered[0].is_owed, asked) == (1, False, [0, 1])


@pytest.mark.rule("hero-secret")
@pytest.mark.parametrize("edition", editions.names())
def test_being_asked_tells_nothing(edition: str) -> None:
    """Who is asked, in which order, and whether for a duty or a chance, depends only on what a spectator can see."""
    rng = Random(2)
    for game in walk(edition, 4, seed=2):
        if not game.round_over:
            twin = redeal(game, None, rng)
            assert order(twin, EVERYBODY) == order(game, EVERYBODY)
            assert [each.is_owed for each in together(twin, EVERYBODY)] == [each.is_owed for each in together(game, EVERYBODY)]
