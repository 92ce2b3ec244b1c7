"""The strong bot: what it tries, and that it knows nothing it shouldn't."""

import pickle
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from lastcard import Game, Move, editions
from lastcard.bots import Timed, play_round
from lastcard.bots import trials as made
from lastcard.bots.search import SEARCH, Estimate, SearchBot, estimates
from lastcard.bots.steady import STEADY
from lastcard.bots.trials import Trials, compiled, interpreted
from lastcard.play.trials import TOTALS, TRIALS
from lastcard.testing import walk
from lastcard.worlds import redeal
from variants import phases, variants

QUICK = SearchBot(rollouts=400, engine=interpreted)


def tried(game: Game, seat: int, rollouts: int = 400, seed: int = 0, **more: Any) -> dict[str, Estimate]:
    """Return how each of a seat's moves goes, by its text."""
    found = estimates(game.view(seat), game.moves(seat), rollouts=rollouts, rng=Random(seed), engine=interpreted, **more)
    return {str(estimate.move): estimate for estimate in found}


# ---- estimates -------------------------------------------------------------------------------------
@pytest.mark.parametrize("edition", editions.names())
def test_every_choice_can_be_tried(edition: str) -> None:
    """In every phase in which a seat has a choice, each of its moves is tried equally often."""
    reached: set[str] = set()
    for number, options in enumerate(variants(edition)):
        for game in walk(edition, players=(2, 3, 5)[number], seed=4 + number, options=options):
            if game.phase in reached and number < 2 and len(reached) < len(phases(edition)) - 1:
                continue
            for seat in range(game.players):
                moves = game.moves(seat)
                if len(moves) > 1:
                    reached.add(game.phase)
                    found = estimates(game.view(seat), moves, rollouts=50 * len(moves), rng=Random(1), engine=interpreted)
                    assert [estimate.move for estimate in found] == moves
                    assert {estimate.rollouts for estimate in found} == {1}
            if game.phase == "turn" and len(reached) >= len(phases(edition)) - 2:
                break
    assert reached


def test_estimates_are_chances() -> None:
    """An estimate is the share of rounds won with its standard error, and the points are those of rounds won."""
    game = Game.arrange("classic", [["red-1", "blue-2"], ["wild", "blue-3"]], top="red-9")
    for estimate in tried(game, 0, rollouts=2000).values():
        assert 0 <= estimate.win <= 1
        assert estimate.error == pytest.approx((estimate.win * (1 - estimate.win) / estimate.rollouts) ** 0.5)
        assert estimate.points >= estimate.win
        assert estimate.value == pytest.approx(estimate.win, abs=0.001)


def test_the_last_card_wins() -> None:
    """A move that goes out is estimated to win for certain."""
    game = Game.arrange("classic", [["red-1"], ["wild", "blue-3"]], top="red-9")
    found = tried(game, 0, rollouts=2000)
    assert found["play red-1"].win == 1
    assert found["play red-1"].error == 0
    assert found["play red-1"].points > 0
    assert found["draw"].win < 1


def test_a_forgotten_call_costs() -> None:
    """A play that leaves one card is worth more with the call than without."""
    game = Game.arrange("classic", [["red-1", "red-2"], ["red-3", "blue-3", "blue-4"]], top="red-9")
    found = tried(game, 0, rollouts=10_000)
    assert found["play red-1 uno"].win > found["play red-1"].win


def test_same_dice_same_estimates() -> None:
    """The same view, moves and dice give the same estimates, and other dice give others."""
    game = Game("classic", 3, seed=5)
    seat = game.to_move[0]
    assert tried(game, seat, rollouts=3000) == tried(game, seat, rollouts=3000)
    assert tried(game, seat, rollouts=3000) != tried(game, seat, rollouts=3000, seed=1)


def test_all_moves_meet_the_same_worlds() -> None:
    """All moves are tried in the same worlds, so a move that is listed twice gets the same estimate twice."""
    game = Game("classic", 3, seed=5)
    seat = game.to_move[0]
    move = game.moves(seat)[0]
    twice = estimates(game.view(seat), [move, move], rollouts=2000, rng=Random(3), engine=interpreted)
    assert twice[0] == twice[1]


def test_points_count_on_the_way_to_a_target() -> None:
    """When playing to a target the value is the chance to win the game, so a round that can't save it is worth nothing."""
    hands = [["red-1", "blue-2"], ["red-3", "blue-3"]]
    near = Game.arrange("classic", hands, top="red-9", options={"target": 500}, scores=[499, 0])
    far = Game.arrange("classic", hands, top="red-9", options={"target": 500}, scores=[0, 499])
    for game, least, most in ((near, 0.9, 1.0), (far, 0.0, 0.9)):
        for estimate in tried(game, 0, rollouts=2000).values():
            assert least * estimate.win <= estimate.value <= 1.0
            assert estimate.value <= max(most, estimate.win)
    assert tried(near, 0)["draw"].value > tried(far, 0)["draw"].value


def test_people_know_lines() -> None:
    """If people know lines, estimates reflect it: the card that asks for one hurts the others less."""
    game = Game.arrange("favorite-line", [["wild-favorite-line", "red-1"], ["blue-1", "blue-2"]], top="red-9")
    cards = [Move(f"play wild-favorite-line {color}") for color in game.edition.colors]
    never, always = (
        sum(tried(game, 0, rollouts=100_000, people={"line": n})[f"{card} uno"].win for card in cards) for n in (0, 1000)
    )
    assert never > always


# ---- hidden information ----------------------------------------------------------------------------
@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", editions.names())
def test_search_knows_nothing_that_it_cannot_see(edition: str) -> None:
    """If everything a seat can't see is dealt again, the same dice give the same estimates and the same choice."""
    rng = Random(3)
    asked = 0
    for number, game in enumerate(walk(edition, players=4, seed=8, options=variants(edition)[1], rounds=2)):
        if number % 9:
            continue
        for seat in range(4):
            if len(game.moves(seat)) < 2:
                continue
            world = redeal(game, seat, rng)
            assert tried(world, seat, rollouts=200) == tried(game, seat, rollouts=200)
            views = [table.view(seat) for table in (world, game)]
            assert len({QUICK.choose(view, game.moves(seat), Random(7)) for view in views}) == 1
            asked += 1
    assert asked > 3


@pytest.mark.rule("hidden")
def test_guilt_of_others_is_not_told() -> None:
    """Only the player of a pending Wild Draw Four has its guilt in their view's numbers."""
    game = Game.arrange("classic", [["wild-draw-four", "red-1", "blue-1"], ["green-1", "blue-5"], ["red-3"] * 2], top="red-9")
    game.move(0, "play wild-draw-four blue")
    assert [game.view(seat).numbers.own.get("guilty") for seat in (0, 1, 2, None)] == [1, None, None, None]
    game.move(1, "accept")
    game.move(2, "draw")
    assert all("guilty" not in game.view(seat).numbers.own for seat in (0, 1, 2))


@pytest.mark.rule("hidden")
def test_a_drawn_card_is_told_to_its_seat() -> None:
    """Only the player who drew a card has it in their view's numbers."""
    game = Game.arrange("classic", [["red-1", "red-2"], ["blue-3", "blue-4"]], top="green-9", draw=["yellow-5"])
    game.move(0, "draw")
    assert "drawn" in game.view(0).numbers.own
    assert "drawn" not in {**game.view(1).numbers.own, **game.view(1).numbers.public, **game.view(None).numbers.own}


def test_numbers_stay_inside() -> None:
    """A view's numbers are sent to a bot's process and to nobody else."""
    view = Game("dark-side", 4, seed=3).view(1)
    assert not {"numbers", "kinds"} & set(view.to_dict())
    assert pickle.loads(pickle.dumps(view)) == view


def test_moves_keep_their_meaning_on_the_way() -> None:
    """A move that was sent to a bot's process still has its edition's meaning."""
    for move in Game("dark-side", 4, seed=3).moves(0):
        again = pickle.loads(pickle.dumps(move))
        assert (again, again.meaning, again.card) == (move, move.meaning, move.card)


# ---- the bot ---------------------------------------------------------------------------------------
def test_search_takes_the_win() -> None:
    """It goes out if it can, and stops a player who would go out next."""
    game = Game.arrange("classic", [["red-1"], ["wild", "blue-3"]], top="red-9")
    assert QUICK.choose(game.view(0), game.moves(0), Random(0)) == "play red-1"
    game = Game.arrange("classic", [["red-draw-two", "red-1", "blue-5"], ["red-2"]], top="red-9")
    bot = SearchBot(rollouts=30_000, engine=interpreted)
    assert {bot.choose(game.view(0), game.moves(0), Random(seed)) for seed in range(2)} == {"play red-draw-two"}


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("edition", editions.names())
def test_search_finishes_rounds(edition: str, players: int) -> None:
    """It plays rounds to the end in every edition, with the leaflet's rules and with a table's own."""
    bot = SearchBot(rollouts=100, engine=interpreted)
    for seed, options in enumerate(variants(edition)):
        game = Game(edition, players, seed=seed, options=options)
        play_round(game, [bot, *[STEADY] * (players - 1)], Random(seed))
        assert game.round_over


def test_an_edition_made_on_the_spot_is_played_steadily() -> None:
    """An edition that isn't installed can't be imagined, so the bot plays it as `steady` does."""
    view = Game("classic", 2, seed=1).view(0)
    moves = Game("classic", 2, seed=1).moves(0)
    vars(view)["edition"] = "unheard-of"
    assert QUICK.choose(view, moves, Random(1)) == STEADY.choose(view, moves, Random(1))


def test_interpreted_trials_where_nothing_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the `lab` extra, the same bot searches with interpreted rules and fewer trials."""

    def missing(*_: object) -> None:
        raise ImportError

    monkeypatch.setattr(made, "compiled", missing)
    game = Game("classic", 2, seed=1)
    seat = game.to_move[0]
    assert SearchBot(rollouts=500).choose(game.view(seat), game.moves(seat), Random(1)) in game.moves(seat)
    assert sum(e.rollouts for e in estimates(game.view(seat), game.moves(seat), rollouts=500, rng=Random(1))) <= 10


def test_an_impatient_bot_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until an edition is compiled, a bot at a table of people plays like `steady`, without delay."""
    assert isinstance(SEARCH, Timed)
    assert not isinstance(STEADY, Timed)
    monkeypatch.setattr("lastcard.bots.search.is_ready", lambda edition: False)
    game = Game("classic", 2, seed=1)
    seat = game.to_move[0]
    bot = SEARCH.timed(50)
    assert bot.choose(game.view(seat), game.moves(seat), Random(2)) == STEADY.choose(
        game.view(seat), game.moves(seat), Random(2)
    )


def test_a_budget_of_time_is_kept() -> None:
    """With a limit in milliseconds instead of rollouts, it chooses a legal move after at least one world."""
    game = Game("classic", 2, seed=1)
    seat = game.to_move[0]
    bot = SearchBot(milliseconds=1, engine=interpreted)
    assert bot.choose(game.view(seat), game.moves(seat), Random(2)) in game.moves(seat)


# ---- both speeds -----------------------------------------------------------------------------------
@pytest.mark.parametrize("turns", [0, 2])
@pytest.mark.parametrize("edition", ["classic", "etheria"])
def test_both_speeds_try_alike(edition: str, turns: int) -> None:
    """Compiled and interpreted trials give the same totals in every phase, whether played to the end or judged early."""
    asked = 0
    for number, game in enumerate(walk(edition, players=3, seed=2)):
        seat = number % 3
        moves = game.moves(seat)
        if not moves:
            continue
        totals = []
        for engine in (interpreted, lambda e: replace(compiled(e), is_compiled=False)):
            trials = Trials(game.view(seat), 11, engine=engine, turns=turns)
            total = trials.engine.ints(len(moves), TOTALS)
            trials.run([trials.edition.codec.read(move)[0] for move in moves], 2, total)
            totals.append([[int(n) for n in row] for row in total])
        assert totals[0] == totals[1]
        assert {row[TRIALS] for row in totals[0]} == {2}
        asked += 1
    assert asked > 10
