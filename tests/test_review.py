"""Reviews of recorded games: chances, mistakes, luck and skill, from what one seat knew."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest
from typer.testing import CliRunner

from lastcard import Game, bots, cli, editions
from lastcard.errors import InvalidOption
from lastcard.lab.review_plot import draw_review
from lastcard.review import Reviewer, best_move, review
from lastcard.review_forms import ChanceInfo, Review
from lastcard.review_text import NINETY_FIVE, told

QUICK = 0.05


def reviewed(game: Game, moves: Sequence[tuple[int, str]], seat: int = 0) -> Review:
    """The review of a game after these moves."""
    for mover, move in moves:
        game.move(mover, move)
    return review(game.record(), seat, effort=QUICK)


@pytest.fixture(scope="module")
def whole_round() -> Review:
    """A whole round of four bots, reviewed from a seat that plays at random."""
    game = Game("classic", 4, seed=9)
    bots.play_round(game, [bots.get("random"), *[bots.get("steady")] * 3], Random(3))
    return review(game.record(), 0, effort=QUICK)


def test_drawing_with_the_winning_card_in_hand_is_the_costliest_move() -> None:
    """Drawing instead of going out is named as a mistake, with the card and what it was worth."""
    game = Game.arrange("classic", hands=[["red-5"], ["blue-1", "blue-2"]], top="red-9", draw=["green-1"])
    worst = reviewed(game, [(0, "draw"), (0, "pass")]).costly()[0]
    assert (worst.number, worst.played, worst.best, worst.best_win) == (1, "draw", "play red-5", 1.0)
    assert worst.says == "It's your last card: you win the round."


def test_a_catch_that_was_passed_up_is_a_decision() -> None:
    """A chance out of turn that a seat missed counts among its decisions."""
    game = Game.arrange("classic", hands=[["red-5", "red-6"], ["red-1", "blue-2"], ["red-2", "blue-3", "blue-4"]], top="red-9")
    found = reviewed(game, [(0, "play red-5"), (1, "draw")], seat=2)
    assert [(decision.number, decision.played, decision.best) for decision in found.decisions] == [(2, None, "catch 0")]


def test_a_catch_that_was_passed_up_costs_skill() -> None:
    """Missing an obvious catch counts as a loss of skill, not of luck."""
    game = Game.arrange("classic", hands=[["red-5", "red-6"], ["red-1"], ["red-2", "blue-3", "blue-4"]], top="red-9")
    (balance,) = reviewed(game, [(0, "play red-5"), (1, "play red-1")], seat=2).balances
    assert balance.skill < 0


def test_a_chance_that_goes_with_the_round_belongs_to_it() -> None:
    """A chance missed before the last move of a round belongs to that round and that move."""
    game = Game.arrange(
        "classic", hands=[["red-5", "red-6"], ["red-1"], ["red-2", "blue-3", "blue-4"]], top="red-9", options={"target": 500}
    )
    game.move(0, "play red-5")
    game.move(1, "play red-1")
    game.next_round()
    found = review(game.record(), 2, effort=QUICK)
    assert [(decision.number, decision.round, decision.played) for decision in found.decisions] == [(2, 0, None)]


def test_errors_are_those_of_repeated_reviews() -> None:
    """The reported error matches how much reviews with different dice differ."""
    game, dice = Game("classic", 4, seed=1), Random(1)
    for _ in range(26):
        seat = game.to_move[0]
        game.move(seat, str(bots.get("steady").choose(game.view(seat), game.moves(seat), dice)))
    found: list[ChanceInfo] = []
    for seed in range(16):
        reviewer = Reviewer(game.record(), 0, seed=seed, effort=0.1)
        reviewer.look(26, game)
        found += reviewer.chances
    spread = stdev(chance.win for chance in found)
    assert 0.7 * spread < fmean(chance.error for chance in found) < 1.4 * spread


def test_hidden_cards_make_no_difference() -> None:
    """Two games that looked the same to a seat get the same review, whatever the others held."""
    found = []
    for other in (["blue-1", "blue-2", "blue-3"], ["wild", "wild-draw-four", "green-0"]):
        game = Game.arrange("classic", hands=[["red-5", "red-6", "green-7"], other], top="red-9", draw=["yellow-1"])
        found.append(reviewed(game, [(0, "play red-5"), (1, "draw"), (1, "pass"), (0, "play red-6 uno")]))
    assert found[0].chances == found[1].chances
    assert found[0].decisions == found[1].decisions


CLEVER: dict[str, Any] = {
    "hands": [["blue-skip", "red-skip", "blue-5"], ["red-9", "red-draw-two"]],
    "top": "blue-5",
    "draw": ["green-1"],
}


def test_the_best_move_is_found_with_its_margin() -> None:
    """A move that wins clearly more often than the obvious one is found, at a small part of a review's price."""
    game = Game.arrange("classic", **CLEVER)
    game.move(0, "play blue-5")
    found = best_move(game.record(), 0, effort=QUICK)
    assert found.decision
    assert (found.decision.number, found.decision.played) == (1, "play blue-5")
    assert found.margin > 0.1
    assert found.error < found.margin / 2


def test_the_obvious_choice_is_nobodys_best_move() -> None:
    """A player who only did what the rollouts would have done is told of no best move."""
    game = Game.arrange("classic", **CLEVER)
    game.move(0, "play blue-skip")
    assert best_move(game.record(), 0, effort=QUICK).decision is None


def test_a_chance_that_a_solid_player_misses_too_is_no_mistake() -> None:
    """Where the obvious choice is much worse than the best move, it counts neither as a mistake nor against skill."""
    game = Game.arrange("classic", **CLEVER)
    found = reviewed(game, [(0, "play blue-skip")])
    (hidden,) = found.hard_to_see()
    assert (hidden.played, hidden.best) == ("play blue-skip", "play blue-5")
    assert hidden.cost > 0.1
    assert found.costly() == []
    lines = list(told(found))
    assert "No move was clearly a mistake." in lines
    assert "A chance that even a solid player would probably have missed:" in lines


def test_a_review_names_the_best_move_with_the_same_margin() -> None:
    """The search at the end of a game and the review of that game find the same move, and say the same about it."""
    game = Game.arrange("classic", **CLEVER)
    game.move(0, "play blue-5")
    found = best_move(game.record(), 0, effort=QUICK)
    assert found.decision
    assert review(game.record(), 0, effort=QUICK).best_move == found


def test_the_best_move_doesnt_depend_on_hidden_cards() -> None:
    """Two games that looked the same to a seat have the same best move, whatever the other held."""
    found = []
    for other in (["red-9", "red-draw-two"], ["wild", "green-3"]):
        game = Game.arrange("classic", **{**CLEVER, "hands": [CLEVER["hands"][0], other]})
        game.move(0, "play blue-5")
        found.append(best_move(game.record(), 0, effort=QUICK))
    assert found[0] == found[1]


def test_a_player_who_had_no_choice_had_only_luck() -> None:
    """A seat that never had a choice has shown no skill, and lost its even share by luck."""
    game = Game.arrange("classic", hands=[["blue-1", "blue-2"], ["red-3"]], top="red-9", draw=["blue-4"])
    (balance,) = reviewed(game, [(0, "draw"), (0, "pass"), (1, "play red-3")]).balances
    assert (balance.won, balance.skill, balance.luck) == (False, 0.0, -0.5)


def test_the_curve_has_a_point_for_every_move(whole_round: Review) -> None:
    """There is a chance at the deal and after each move, and the last one is the result."""
    assert [chance.number for chance in whole_round.chances] == list(range(len(whole_round.chances)))
    assert whole_round.chances[-1].win == whole_round.balances[0].won


def test_a_needless_wild_draw_four_is_a_mistake(whole_round: Review) -> None:
    """A Wild Draw Four against the rule, with a card to play, stands out in a game of a random player."""
    worst = whole_round.costly()[0]
    assert str(worst.played).startswith("play wild-draw-four")
    assert worst.cost > 0.1


def test_mistakes_are_told_only_where_they_are_sure(whole_round: Review) -> None:
    """No move is called a mistake unless the difference lies well outside the error that is told with it."""
    assert all(decision.cost > 1.4 * NINETY_FIVE * decision.error for decision in whole_round.costly())


def test_the_same_record_gives_the_same_review() -> None:
    """Reviews with the same seed are the same."""
    game = Game.arrange("classic", hands=[["red-5", "red-6", "green-7"], ["blue-1"]], top="red-9")
    game.move(0, "play red-5")
    record = game.record()
    assert review(record, effort=QUICK) == review(record, effort=QUICK)


@pytest.mark.parametrize("edition", editions.names())
def test_every_edition_can_be_reviewed(edition: str) -> None:
    """A whole round of any edition is reviewed to its end, special cards included."""
    game = Game(edition, 3, seed=5)
    bots.play_round(game, [bots.get("chaos"), bots.get("steady"), bots.get("random")], Random(5))
    found = review(game.record(), 0, effort=0.01)
    assert len(found.balances) == 1
    assert next(told(found)).startswith("Review of seat 0")


def test_a_seat_that_is_not_there_is_refused() -> None:
    """Reviewing a seat that does not exist is refused with the range of seats."""
    with pytest.raises(InvalidOption, match="seats are 0 to 1"):
        review(Game("classic", 2, seed=1).record(), 2)


def test_a_round_that_was_not_played_to_its_end_is_told() -> None:
    """An unfinished round is reviewed with its chances but without a result."""
    game = Game.arrange("classic", hands=[["red-5"], ["blue-1", "blue-2"]], top="red-9", draw=["green-1"])
    lines = list(told(reviewed(game, [(0, "draw")])))
    assert "Round 1: not finished" in lines
    assert not any("luck" in line for line in lines)


def test_a_round_that_nobody_won_is_not_called_lost() -> None:
    """The review of a round in which nobody could go on says that nobody won."""
    game = Game.arrange("classic", hands=[["red-5"], ["blue-1"]], top="green-9", draw=[], rest=False)
    lines = list(told(reviewed(game, [(0, "pass"), (1, "pass")])))
    assert "Round 1: nobody won" in lines
    assert any(line.endswith("at the start") for line in lines)


def test_the_end_of_a_game_that_went_on_too_long_is_no_round() -> None:
    """A game that was cut off is reviewed like any other, and its open chances do not count as missed."""
    hands = [["green-4", "green-1"], ["red-5", "red-7"]]
    game = Game.arrange("classic", hands=hands, top="red-9", draw=["blue-1", "blue-2"], turn=1)
    game.move(1, "play red-5")
    assert "catch 1" in game.chances(0)
    game.end()
    moves: list[list[object]] = [[0, "draw"]] * 120
    efforts = [Reviewer({**game.record(), "moves": made}).effort for made in (moves, [*moves, [None, "end"]])]
    assert efforts[1] == pytest.approx(efforts[0], rel=0.01)
    found = review(game.record(), 0, effort=QUICK)
    assert found.decisions == []
    assert "Round 1: nobody won" in list(told(found))


def test_the_command_tells_and_draws(tmp_path: Path) -> None:
    """The command prints the review, and draws it on request."""
    game = Game.arrange("classic", hands=[["red-5"], ["blue-1", "blue-2"]], top="red-9", draw=["green-1"])
    game.move(0, "draw")
    file, picture = tmp_path / "game.json", tmp_path / "review.svg"
    file.write_text(json.dumps(game.record()))
    result = CliRunner().invoke(cli.app, ["review", str(file), "--plot", str(picture)])
    assert "Move 1: draw. Better: play ● red 5, which was worth" in result.stdout
    assert "<svg" in picture.read_text()


def test_a_name_is_drawn_as_it_is(tmp_path: Path) -> None:
    """Dollar signs, brackets and letters of any script in a name are plain text in the chart."""
    game = Game.arrange("classic", hands=[["red-5"], ["blue-1", "blue-2"]], top="red-9")
    game.names = ["$\\frac{$ <b> 名", "Bea"]
    for name in ("review.svg", "review.png"):
        draw_review(tmp_path / name, reviewed(game.copy(), []))
    assert "$\\frac{$ &lt;b&gt; 名" in (tmp_path / "review.svg").read_text(encoding="utf-8")


def test_the_command_needs_no_extra(tmp_path: Path) -> None:
    """Without the lab extra, a review works, and a chart is refused in one sentence that names the extra."""
    game = Game.arrange("classic", hands=[["red-5"], ["blue-1", "blue-2"]], top="red-9", draw=["green-1"])
    game.move(0, "draw")
    (tmp_path / "game.json").write_text(json.dumps(game.record()))
    missing = "numpy", "polars", "matplotlib", "numba", "openskill"
    program = (
        "import sys, importlib.util\nreal = importlib.util.find_spec\n"
        f"importlib.util.find_spec = lambda name, *more: None if name in {missing} else real(name, *more)\n"
        f"sys.modules.update(dict.fromkeys({missing}))\nfrom lastcard.cli import main\nmain()"
    )
    command = [sys.executable, "-c", program, "review", "game.json"]
    for more, code, says in (([], 0, "play ● red 5, which was worth"), (["--plot", "a.svg"], 2, "[lab]")):
        done = subprocess.run([*command, *more], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == code
        assert says in done.stdout + done.stderr
        assert "Traceback" not in done.stderr


def test_the_command_gives_data(tmp_path: Path) -> None:
    """With --json, the command prints the review as data."""
    file = tmp_path / "game.json"
    file.write_text(json.dumps(Game("classic", 2, seed=1).record()))
    result = CliRunner().invoke(cli.app, ["review", str(file), "--json", "--seat", "1"])
    found = json.loads(result.stdout)
    assert (found["seat"], len(found["chances"])) == (1, 1)


@pytest.mark.rule("teams")
def test_a_partners_win_is_a_win() -> None:
    """In teams, a round that the partner wins is won, and an even share is that of two players."""
    hands = [["red-5"], ["blue-1", "blue-2"], ["red-1", "green-2"], ["blue-3", "blue-4"]]
    game = Game.arrange("classic", hands=hands, top="red-9", options={"teams": "pairs"})
    (balance,) = reviewed(game, [(0, "play red-5")], seat=2).balances
    assert (balance.won, balance.winner, balance.even) == (True, 0, 0.5)
