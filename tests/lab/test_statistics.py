"""Means, intervals and ratings against known values."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lastcard.lab.statistics import Clusters, bootstrap, chi_square, elo, histogram_quantile, openskill, quantile, strengths


def test_single_rounds_give_the_textbook_interval() -> None:
    """With clusters of one round, the mean and its margin are those of Student's t."""
    found = Clusters.of([1, 2, 3, 4, 5]).estimate()
    assert found.mean == 3
    assert found.margin == pytest.approx(2.776 * math.sqrt(2.5) / math.sqrt(5), abs=1e-3)


def test_copies_within_a_cluster_add_no_certainty() -> None:
    """Playing every deal twice with the same result leaves the margin as it was."""
    once, twice = Clusters.of([1, 2, 3, 4, 5]), Clusters.of([2, 4, 6, 8, 10], [2] * 5)
    assert twice.estimate() == pytest.approx(once.estimate())


def test_clusters_of_different_size_are_weighed_by_their_rounds() -> None:
    """The mean is over rounds, not over clusters, and the margin is that of the ratio estimate."""
    found = Clusters.of([3, 0, 2], [3, 1, 2]).estimate()
    assert found.mean == pytest.approx(5 / 6)
    spread = sum((total - size * 5 / 6) ** 2 for total, size in ((3, 3), (0, 1), (2, 2)))
    assert found.margin == pytest.approx(quantile(2) * math.sqrt(1.5 * spread) / 6)


def test_parts_add_up_to_the_whole() -> None:
    """Adding clusters gives the same result as taking all of them at once."""
    table, sizes = np.arange(12.0).reshape(6, 2) % 5, np.array([1, 2, 1, 3, 1, 1])
    whole = Clusters.of(table, sizes)
    added = Clusters.of(table[:2], sizes[:2]) + Clusters.of(table[2:], sizes[2:])
    assert np.allclose(added.means, whole.means)
    assert np.allclose(added.margins, whole.margins)


def test_one_cluster_tells_no_interval() -> None:
    """The margin of a single cluster is not a number, and excludes nothing."""
    found = Clusters.of([4], [8]).estimate()
    assert math.isnan(found.margin)
    assert not found.excludes(0)


def test_what_never_happened_might_still() -> None:
    """A share of zero in ten clusters has the margin of the largest share that could still hide."""
    assert Clusters.of([0] * 10).share().margin == pytest.approx(1 - 0.05**0.1)
    assert Clusters.of([1] * 10).share().mean == 1
    assert Clusters.of([0, 1] * 5).share() == Clusters.of([0, 1] * 5).estimate()


@pytest.mark.parametrize(
    ("freedom", "expected"), [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (10, 2.228), (30, 2.042), (10_000, 1.960)]
)
def test_quantiles_are_those_of_the_tables(freedom: int, expected: float) -> None:
    """Student's t at 97.5% agrees with printed tables to half a percent."""
    assert quantile(freedom) == pytest.approx(expected, rel=5e-3)


def test_a_coin_is_within_its_interval_95_times_in_100() -> None:
    """About 950 of 1,000 intervals for a fair coin contain one half."""
    tosses = np.random.default_rng(3).integers(0, 2, (1000, 60))
    held = sum(not Clusters.of(row).estimate().excludes(0.5) for row in tosses)
    assert 930 <= held <= 968


@pytest.mark.parametrize(("rounds", "rate"), [(10, 0.02), (10, 0.3), (100, 0.005), (100, 0.05), (100, 1.0)])
def test_a_rare_count_is_within_its_interval_95_times_in_100(rounds: int, rate: float) -> None:
    """At least 375 of 400 intervals for rare events contain the truth."""
    happened = np.random.default_rng(7).poisson(rate, (400, rounds))
    held = sum(not Clusters.of(row).counted().excludes(rate) for row in happened)
    assert held >= 375


def test_a_rare_count_that_comes_in_bunches_is_within_its_interval() -> None:
    """For an event that comes in bursts in one round of a hundred, nine in ten intervals contain the truth."""
    rng = np.random.default_rng(7)
    happened = (rng.random((400, 300)) < 0.01) * rng.geometric(0.6, (400, 300))
    held = sum(not Clusters.of(row).counted().excludes(0.01 / 0.6) for row in happened)
    assert held >= 365


def test_a_count_that_never_came_might_still() -> None:
    """Zero in ten rounds leaves 3.7 open, as a Poisson count of zero does, and fewer than two rounds say nothing."""
    assert Clusters.of([0] * 10).counted().margin == pytest.approx(0.369, abs=0.004)
    assert math.isnan(Clusters.of([4], [8]).counted().margin)


def test_a_common_count_keeps_the_textbook_interval() -> None:
    """If something happens in every round, the margin is that of Student's t to a few percent."""
    counts = Clusters.of(np.random.default_rng(7).poisson(80, 60))
    assert counts.counted().margin == pytest.approx(counts.estimate().margin, rel=0.05)
    assert counts.counted().margin >= counts.estimate().margin


@pytest.mark.parametrize(("freedom", "expected"), [(2, 7.378), (3, 9.348), (10, 20.483), (100, 129.561)])
def test_chi_square_is_that_of_the_tables(freedom: int, expected: float) -> None:
    """Chi-square at 97.5% agrees with printed tables to one percent."""
    assert chi_square(freedom) == pytest.approx(expected, rel=0.01)


def test_a_few_equal_clusters_are_not_certain() -> None:
    """A few deals with the same result leave a margin, and ten or more do not."""
    assert Clusters.of([1, 1], [2, 2]).share().margin == pytest.approx((1 - 0.05**0.5) / 2)
    assert Clusters.of([1] * 10, [2] * 10).share().margin == 0


def test_quantiles_of_a_histogram() -> None:
    """The median of ten rounds is 2 if six of them are 2 or less."""
    assert histogram_quantile([1, 2, 3, 4], 0.5) == 2
    assert histogram_quantile([0, 0, 5], 0.05) == 2
    assert histogram_quantile([], 0.5) == 0


# ---- ratings ---------------------------------------------------------------------------------------
def test_three_wins_to_one_are_190_points() -> None:
    """A player who wins three rounds of four is 400 log10(3) Elo points above the other."""
    ratings = elo(strengths(np.array([75_000.0, 25_000.0]), np.array([[1, 1]]), np.array([100_000.0])))
    assert ratings[0] - ratings[1] == pytest.approx(400 * math.log10(3), abs=0.1)
    assert ratings.mean() == pytest.approx(1500)


def test_an_even_share_alone_among_three_is_no_difference() -> None:
    """One seat of four with a quarter of the wins has the same rating as the others."""
    ratings = elo(strengths(np.array([25_000.0, 75_000.0]), np.array([[1, 3]]), np.array([100_000.0])))
    assert ratings[0] == pytest.approx(ratings[1], abs=0.1)


def test_a_clean_sweep_stays_finite() -> None:
    """Ten wins in ten rounds give a high rating, not an infinite one."""
    ratings = elo(strengths(np.array([10.0, 0.0]), np.array([[1, 1]]), np.array([10.0])))
    assert 300 < ratings[0] - ratings[1] < 1000


def test_ratings_are_transitive_over_pairings() -> None:
    """Pairings among three players fit on one scale."""
    seats = np.array([[1, 1, 0], [0, 1, 1]])
    ratings = elo(strengths(np.array([9000.0, 1000.0 + 9000.0, 1000.0]), seats, np.array([10_000.0, 10_000.0])))
    assert ratings[0] - ratings[2] == pytest.approx(2 * 400 * math.log10(9), rel=0.01)


def test_bootstrap_agrees_with_the_formula() -> None:
    """Resampling clusters gives about the same margin as the formula."""
    values = np.random.default_rng(5).normal(size=400)
    margin = bootstrap(400, lambda weights: np.array([weights @ values / weights.sum()]), times=500)[0]
    assert margin == pytest.approx(Clusters.of(values).estimate().margin, rel=0.15)


def test_openskill_is_the_library_s() -> None:
    """After one round with two players, the ratings are those that OpenSkill itself gives."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    (winner,), (loser,) = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])
    skills = openskill([(["b", "a"], 1)])
    assert skills["a"] == (winner.mu, winner.sigma)
    assert skills["b"] == (loser.mu, loser.sigma)


def test_openskill_puts_the_winner_of_many_first() -> None:
    """A player who beats three copies of another has the higher rating and more certainty than at first."""
    skills = openskill([(["a", "b", "b", "b"], 0)] * 20)
    assert skills["a"].ordinal > skills["b"].ordinal
    assert skills["a"].sigma < 25 / 3
