"""What rules change: rounds by a table's rules against the leaflet, measured at both speeds, in words and figures."""

from __future__ import annotations

import math
from random import Random

import pytest

from lastcard import Game, editions
from lastcard.bots import play_round
from lastcard.bots.steady import STEADY
from lastcard.errors import InvalidOption
from lastcard.lab.effect_forms import EstimateInfo, FigureInfo
from lastcard.lab.effect_kernels import ANSWER_SECONDS, MEASURES, TURN_SECONDS
from lastcard.lab.effect_words import JUMPERS, words
from lastcard.lab.effects import FIRST, PAIRS, Sums, Table, by_games, effects_of, measure, question
from test_cli import refusal, run


def figure(name: str, before: float, after: float, *, clear: bool = True) -> FigureInfo:
    """Make a figure with these means."""
    share = name not in ("turns", "drawn")
    change = after - before if share else after / before - 1
    return FigureInfo(
        name=name,
        title=name,
        says=name,
        share=share,
        leaflet=EstimateInfo(mean=before, margin=0.001),
        table=EstimateInfo(mean=after, margin=0.001),
        change=EstimateInfo(mean=change, margin=abs(change) / 2 if clear else abs(change) + 1),
        clear=clear,
    )


def test_both_speeds_agree() -> None:
    """The compiled rules play exactly the rounds of the interpreted ones, with skilled players alone and among others."""
    pytest.importorskip("numba")
    options = {"stacking": "any", "last_card": "number"}
    fast, slow = (Table(editions.get("classic"), 3, options, compiled=compiled) for compiled in (True, False))
    for table in (fast, slow):
        table.play(40)
        table.play_skill(30)
    assert (fast.steady, fast.skilled) == (slow.steady, slow.skilled)


@pytest.mark.parametrize("edition", editions.names())
def test_rounds_are_counted(edition: str) -> None:
    """In every edition, rounds end, last some turns, take the stated seconds, and have at most one comeback each."""
    table = Table(editions.get(edition), 4, {}, compiled=False)
    table.play(30)
    table.play_skill(8)
    sums = {name: table.steady.total(name) for name in MEASURES}
    assert sums["seconds"] == TURN_SECONDS * sums["turns"] + ANSWER_SECONDS * sums["answers"]
    assert 30 * 7 < sums["turns"] < 30 * 300
    assert sums["nobody"] == 0
    assert sums["won"] == 30
    assert 0 <= sums["comeback"] + sums["first"] <= 60
    assert table.skilled.rounds == 8


def test_turns_are_those_of_the_rules() -> None:
    """A turn begins with a play, a draw or a pass of the player on turn. Answers count apart."""
    turns = answers = 0
    for seed in range(20):
        game = Game("classic", 2, seed, {"stacking": "any"})
        play_round(game, [STEADY] * 2, Random(seed))
        turns += game._round.turns
        answers += sum(move.split()[0] in ("accept", "challenge") for _, move, *_ in game.record()["moves"])
    table = Table(editions.get("classic"), 2, {"stacking": "any"}, compiled=False)
    table.play(60)
    mean, margin = table.steady.estimate("turns")
    assert abs(mean - turns / 20) < 4 * margin
    assert table.steady.total("answers") > 0 < answers


def test_the_same_question_is_recognized() -> None:
    """What rounds do not depend on is left out of a question, and the answer to an equal one is free."""
    one = question("classic", 4, {"stacking": "any", "target": 500, "dealer": 1})
    assert one == question("classic", 4, {"stacking": "any", "scoring": "lowest", "draw": "one"})
    assert '"stacking"' not in one.leaflet
    assert measure(one.edition, 4, one.leaflet, by_games(5, compiled=False)) is measure(
        one.edition, 4, one.leaflet, by_games(5, compiled=False)
    )


@pytest.mark.parametrize("games", [1, 2, 45])
def test_a_number_of_games_is_played(games: int) -> None:
    """If a number of rounds is asked for, exactly that many are played of each kind, rounded up to every seat."""
    found = measure("classic", 2, "{}", by_games(games, compiled=False))
    assert (found.steady.rounds, found.skilled.rounds) == (games, games + games % 2)


def test_a_first_answer_is_exact_enough() -> None:
    """The first answer knows the length of a round within 3%."""
    asked = question("classic", 10, {"hand_size": 5})
    patient = FIRST._replace(seconds=math.inf, waiting=math.inf)  # on a slow machine or under a tracer, too
    mean, margin = measure(asked.edition, 10, asked.table, patient).steady.estimate("turns")
    assert margin <= 0.03 * mean


def test_a_machine_that_has_no_time_still_answers() -> None:
    """Where everything else goes first, the answer comes after fewer rounds, with an interval that says so."""
    found = measure("classic", 2, "{}", FIRST._replace(waiting=0))
    assert found.steady.rounds == 1 + FIRST.step


@pytest.mark.parametrize(("players", "options"), [(10, {"hand_size": 8}), (1, {}), (11, {}), (4, {"stacking": "sometimes"})])
def test_impossible_tables_are_refused(players: int, options: dict[str, object]) -> None:
    """A question about an impossible table is refused before any work is done."""
    with pytest.raises(InvalidOption):
        question("classic", players, options)


def test_intervals() -> None:
    """A mean comes with its 95% interval. Where all rounds are alike, the margin is what so few could still hide."""
    sums = Sums()
    totals = [0] * (2 * len(MEASURES))
    totals[0], totals[1] = 10 + 20 + 30 + 40, 100 + 400 + 900 + 1600
    sums.add(4, totals)
    mean, margin = sums.estimate("turns")
    assert mean == 25
    assert margin == pytest.approx(1.96 * 12.909944 / 2, rel=1e-3)
    assert sums.estimate("nobody") == (0, 0.75)


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (45, 60, "Rounds last about a third longer."),
        (45, 22, "Rounds are about half as long."),
        (45, 90, "Rounds last about twice as long."),
        (45, 46, "Rounds last slightly longer."),
    ],
)
def test_lengths_in_words(before: float, after: float, says: str) -> None:
    """Words say how much longer rounds last."""
    rest = [figure(name, 0.2, 0.2, clear=False) for name in ("comebacks", "first", "skill", "drawn")]
    assert str(words(1 / 4, [figure("turns", before, after), *rest], 0, 100)[0]) == says


def test_changes_in_words() -> None:
    """Words tell comebacks, luck, and rounds without a winner. A change within its margin is no clear difference."""
    changed = {"turns": (40, 41), "comebacks": (0.05, 0.1), "skill": (0.45, 0.42), "drawn": (5, 9), "first": (0.25, 0.3)}
    told = words(1 / 4, [figure(name, *means, clear=name != "turns") for name, means in changed.items()], 3, 100)
    assert [str(said) for said in told] == [
        "Rounds last about as long as by the leaflet: there is no clear difference.",
        "Comebacks are about twice as common.",
        "Luck counts a little more.",
        "Everyone draws far more cards.",
        "Going first helps more.",
        "3 of 100 rounds ended without a winner.",
    ]


def test_simulate_compares_rules() -> None:
    """``lastcard simulate --rule`` says in words, a picture and figures what the rules change."""
    told = run("simulate", "classic", "--players", "2", "--rule", "hand_size=3", "--games", "200").stdout
    assert "these rules against the leaflet" in told
    assert "Everyone starts with 3 cards." in told
    assert "Rounds are" in told
    assert "200 rounds by each set of rules" in told
    assert told.index("Rounds are") < told.index("│") < told.index("Turns in a round")


def test_a_comparison_takes_no_files() -> None:
    """What only a simulation at one table can do is refused beside table rules."""
    assert "--out does not go with --rules" in refusal("simulate", "classic", "--rules", "party", "--out", "x.csv")


def test_effects_are_data() -> None:
    """The effects of a preset are data with words and figures. Without skilled rounds, there is no figure for skill."""
    found = effects_of(question("classic", 3, {"draw_four": "free"}), by_games(20, compiled=False)._replace(skill_rounds=0))
    assert (found.edition, found.players, found.rounds, found.final) == ("classic", 3, 20, False)
    assert "skill" not in {each.name for each in found.figures}
    assert len(found.says) >= 2


@pytest.mark.rule("teams")
def test_pairs_are_compared_with_pairs() -> None:
    """Where partners win together, two players across the table are counted by both sets of rules, so that shares compare."""
    effects = effects_of(question("classic", 4, {"teams": "pairs"}), by_games(200, compiled=False))
    figures = {figure.name: figure for figure in effects.figures}
    assert figures["skill"].says == PAIRS["skill"].says
    for name in ("first", "skill"):
        assert 0.4 < figures[name].leaflet.mean < 1
        assert 0.4 < figures[name].table.mean < 1
    alone = effects_of(question("classic", 4, {"hand_size": 5}), by_games(200, compiled=False))
    assert next(figure for figure in alone.figures if figure.name == "skill").leaflet.mean < figures["skill"].leaflet.mean


@pytest.mark.rule("jump-in")
def test_jumpers_are_said_to_be_on_time() -> None:
    """A comparison with jumping in says that everyone is taken to be on time."""
    for options, said in (({"jump_in": "identical"}, True), ({"hand_size": 5}, False)):
        effects = effects_of(question("classic", 4, options), by_games(10, compiled=False))
        assert (effects.says[-1].says == JUMPERS.says) == said


@pytest.mark.rule("jump-in")
def test_players_jump_in() -> None:
    """In the rounds that are compared, skilled and random players jump in, so the rule changes how rounds go."""
    plain, jumping = (Table(editions.get("classic"), 4, options, compiled=False) for options in ({}, {"jump_in": "identical"}))
    for table in (plain, jumping):
        table.play(20)
        table.play_skill(12)
    assert plain.steady.totals != jumping.steady.totals
    assert plain.skilled.totals != jumping.skilled.totals
