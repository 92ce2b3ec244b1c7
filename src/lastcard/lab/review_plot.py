"""A review as a chart, in SVG or PNG."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from ..review_forms import Review
from ..review_text import MOST_TOLD, NINETY_FIVE, curves, who
from .plots import BAD, COLORS, EVEN, GRID, STYLE, head, save


def draw_review(path: Path, found: Review) -> None:
    """Draw the chance after every move, and the moves that gave it away."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(11, 4.6))
        head(
            figure,
            f"Review of {who(found)}",
            f"{found.edition}, {found.players} players: chance to win, with 95% intervals",
        )
        axes = figure.add_axes((0.07, 0.13, 0.9, 0.66))
        for curve in curves(found).values():
            numbers, wins = [chance.number for chance in curve], [chance.win for chance in curve]
            spread = [NINETY_FIVE * chance.error for chance in curve]
            low, high = ([w - d for w, d in zip(wins, spread, strict=True)], [w + d for w, d in zip(wins, spread, strict=True)])
            axes.fill_between(numbers, low, high, color=COLORS[0], alpha=0.2, lw=0)
            axes.plot(numbers, wins, color=COLORS[0], lw=2)
            axes.axvline(numbers[-1], color=GRID, lw=1)
        axes.axhline(1 / found.players, color=EVEN, lw=1, ls=(0, (4, 3)))
        for decision in found.costly()[:MOST_TOLD]:
            axes.plot([decision.number], [decision.win], "o", color=BAD, ms=7)
            note = f"{decision.played or 'passed up'} (-{decision.cost:.0%})"
            axes.annotate(note, (decision.number, decision.win), (4, 8), textcoords="offset points", size=8, color=BAD)
        axes.set_ylim(-0.02, 1.02)
        axes.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1.0, decimals=0))
        axes.set_xlabel("move")
        save(figure, path)
