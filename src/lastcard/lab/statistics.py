"""Means with intervals, and ratings. Rounds of the same deal are correlated, but deals are independent.

A *cluster* is a group of rounds that may be correlated, such as those of a deal. Intervals come from how clusters differ.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Z95 = 1.959963984540054  # a normal variable is within this many standard deviations 95 times in 100
FIRST_RATING = 1500
FEW = 10  # clusters that could all be the same by chance
_SCALE = 400 / math.log(10)  # Elo: 400 points are ten times the chance


class Estimate(NamedTuple):
    """A mean, and half the width of its 95% interval, which is nan if the data cannot tell."""

    mean: float
    margin: float

    @property
    def low(self) -> float:
        return self.mean - self.margin

    @property
    def high(self) -> float:
        return self.mean + self.margin

    def excludes(self, value: float) -> bool:
        """Whether the interval excludes a value."""
        return abs(self.mean - value) > self.margin


@dataclass
class Clusters:
    """Means of some quantities over rounds in clusters. Two of them can be added, as chunks are."""

    count: int
    size: float
    size_squares: float
    totals: Array
    squares: Array
    mixed: Array

    @classmethod
    def of(cls, totals: ArrayLike, sizes: ArrayLike | None = None) -> Self:
        """From each cluster's totals (one row per cluster, one column per quantity) and number of rounds (default: 1)."""
        table = np.asarray(totals, np.float64)
        table = table.reshape(len(table), -1)
        size = np.ones(len(table)) if sizes is None else np.asarray(sizes, np.float64)
        return cls(len(table), float(size.sum()), float(size @ size), table.sum(0), (table * table).sum(0), size @ table)

    def __add__(self, other: Self) -> Self:
        return type(self)(
            self.count + other.count,
            self.size + other.size,
            self.size_squares + other.size_squares,
            self.totals + other.totals,
            self.squares + other.squares,
            self.mixed + other.mixed,
        )

    @property
    def means(self) -> Array:
        """The mean of each quantity over all rounds."""
        return self.totals / self.size

    @property
    def variances(self) -> Array:
        """The variance of each total, by the ratio estimate for cluster samples; nan for fewer than two clusters."""
        if self.count < 2:
            return np.full(len(self.totals), math.nan)
        means = self.means
        spread = self.squares - 2 * means * self.mixed + means * means * self.size_squares
        return np.asarray(np.maximum(spread, 0) * self.count / (self.count - 1))

    @property
    def margins(self) -> Array:
        """Half the width of each mean's 95% interval, by Student's t."""
        return np.asarray(np.sqrt(self.variances) / self.size * quantile(max(1, self.count - 1)))

    def estimate(self, column: int = 0) -> Estimate:
        """One mean with its margin."""
        return Estimate(float(self.means[column]), float(self.margins[column]))

    def counted(self, column: int = 0) -> Estimate:
        """The mean of something that is counted and may be rare. What has not happened in these rounds still might.

        The margin reaches at least as far as the gamma interval of a weighted Poisson count (Fay and Feuer, 1997).
        """
        found = self.estimate(column)
        total, variance = abs(float(self.totals[column])) + 1, float(self.variances[column]) + 1
        reach = chi_square(2 * total * total / variance) * variance / (2 * total) - (total - 1)
        return found if math.isnan(reach) else Estimate(found.mean, max(found.margin, reach / self.size))

    def share(self, column: int = 0) -> Estimate:
        """A share. If it is 0 or 1, the margin is what this many clusters could still hide.

        The same goes if a few clusters are all the same. If many are, that may be the truth, as with equal players.
        """
        found = self.estimate(column)
        if found.margin == 0 and (found.mean in (0, 1) or self.count < FEW):
            return Estimate(found.mean, (1 - 0.05 ** (1 / self.count)) * max(found.mean, 1 - found.mean))
        return found


def quantile(freedom: int) -> float:
    """The 97.5% quantile of Student's t, by Hill's expansion; exact for 1 and 2 degrees of freedom."""
    if freedom == 1:
        return math.tan(0.475 * math.pi)
    if freedom == 2:
        return 0.95 * math.sqrt(2 / (1 - 0.95**2))
    z, n = Z95, freedom
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return float(sum(term / n**power for power, term in enumerate(terms)))


def chi_square(freedom: float) -> float:
    """The 97.5% quantile of chi-square, by Wilson and Hilferty; within 1% from two degrees of freedom on."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + Z95 * math.sqrt(part)) ** 3)


def histogram_quantile(counts: Sequence[int] | NDArray[np.int64], share: float) -> int:
    """The smallest value that at least this share of a histogram does not exceed; 0 if it is empty."""
    running = np.cumsum(np.asarray(counts))
    return int(np.searchsorted(running, share * running[-1])) if len(running) and running[-1] else 0


# ---- ratings ---------------------------------------------------------------------------------------
def strengths(wins: Array, seats: NDArray[np.int64], weights: Array) -> Array:
    """The most likely strengths, if each seat wins a round in proportion to its player's strength.

    ``wins`` counts how often each player won, ``seats`` has a row for each line-up with how many seats each player had in it,
    and ``weights`` says how many rounds each line-up played. Half a win and half a loss against an average player keep the
    strength of a player who always wins finite.
    """
    players = len(wins)
    strength = np.ones(players)
    line_ups = seats.astype(np.float64)
    for _ in range(10_000):
        pressure = (weights / (line_ups @ strength)) @ line_ups + 1 / (strength + 1)
        new = (wins + 0.5) / pressure
        new /= math.exp(float(np.log(new).mean()))
        if np.abs(np.log(new / strength)).max() < 1e-9:
            return np.asarray(new)
        strength = new
    return strength


def elo(strength: Array) -> Array:
    """Strengths as Elo points, 1500 on average. Of two players 400 points apart, one wins ten times as often."""
    ratings = _SCALE * np.log(strength)
    return np.asarray(ratings - ratings.mean() + FIRST_RATING)


def bootstrap(clusters: int, statistic: Callable[[Array], Array], times: int = 200, seed: int = 1) -> Array:
    """Half the width of the middle 95% of a statistic when the clusters are resampled with replacement.

    ``statistic`` receives how often each cluster was drawn.
    """
    rng = np.random.default_rng(seed)
    drawn = (np.bincount(rng.integers(clusters, size=clusters), minlength=clusters).astype(np.float64) for _ in range(times))
    low, high = np.percentile(np.stack([statistic(weights) for weights in drawn]), [2.5, 97.5], axis=0)
    return np.asarray((high - low) / 2)


class Skill(NamedTuple):
    """OpenSkill's rating of a player."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A lower bound on the player's skill that is almost certain."""
        return self.mu - 3 * self.sigma


def openskill(rounds: Sequence[tuple[Sequence[str], int]]) -> dict[str, Skill]:
    """OpenSkill's ratings (Plackett-Luce) after these rounds, each given by who sat where and the seat that won.

    A player in several seats takes the mean of their new ratings.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings: dict[str, Any] = {name: model.rating(name=name) for line_up, _ in rounds for name in line_up}
    for line_up, winner in rounds:
        teams = [[model.create_rating([ratings[name].mu, ratings[name].sigma])] for name in line_up]
        rated = model.rate(teams, ranks=[1 if seat == winner else 2 for seat in range(len(line_up))])
        for name in dict.fromkeys(line_up):
            own = [rated[seat][0] for seat, other in enumerate(line_up) if other == name]
            mu, sigma = sum(r.mu for r in own) / len(own), sum(r.sigma for r in own) / len(own)
            ratings[name] = model.create_rating([mu, sigma], name=name)
    return {name: Skill(rating.mu, rating.sigma) for name, rating in ratings.items()}


def by_name(names: Sequence[str], values: Array) -> Mapping[str, float]:
    """Values by name."""
    return dict(zip(names, values.tolist(), strict=True))
