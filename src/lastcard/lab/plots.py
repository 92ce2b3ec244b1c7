"""Results as a chart, in SVG or PNG."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from .arena import Arena, Standings
from .file_names import whole
from .statistics import histogram_quantile
from .terminal_tables import TITLES, Told, percent, place_names

INK, SOFT, GRID, PAPER = "#1d1b26", "#6a6674", "#e4dfd3", "#fffdf8"
COLORS = ("#4b2e9e", "#e0662f")  # without and with a house rule; a single run has the first
GOOD, BAD, EVEN = "#19653a", "#a31621", "#8d8796"
STYLE: Any = {
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": GRID,
    "axes.labelcolor": SOFT,
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 12,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.facecolor": PAPER,
    "figure.facecolor": PAPER,
    "xtick.color": SOFT,
    "ytick.color": INK,
    "xtick.labelsize": 9,
    "ytick.left": False,
    "text.parse_math": False,  # a dollar sign in a name is just a dollar sign
    "svg.fonttype": "none",
    "svg.hashsalt": "lastcard",
    "axes.axisbelow": True,
}


def save(figure: Figure, path: Path) -> None:
    """Save a chart. The same chart always gives the same bytes."""
    plain = {"Date": None} if path.suffix.lower() == ".svg" else {"Software": None}
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # names may be in any script
        with whole(path) as part:
            figure.savefig(part, format=path.suffix[1:].lower(), dpi=160, metadata=plain)


def head(figure: Figure, title: str, below: str) -> None:
    """Write a title and a line below it at the top of the chart."""
    height = figure.get_size_inches()[1]
    figure.text(0.03, 1 - 0.32 / height, title, size=17, weight="bold", va="center")
    figure.text(0.03, 1 - 0.66 / height, below, size=10, color=SOFT, va="center")


# ---- arena -----------------------------------------------------------------------------------------
def draw_arena(path: Path, arena: Arena, found: Standings) -> None:
    """Draw the win rates of all pairings against an even share, and the ratings."""
    with mpl.rc_context(STYLE):
        height = 1.9 + 0.46 * max(len(found.meetings), len(found.ratings) + 1)
        figure = Figure(figsize=(11, height))
        what = "rounds" if arena.target is None else f"games to {arena.target} points"
        most = max(meeting.games for meeting in found.meetings)
        head(
            figure,
            f"{' · '.join(arena.bots)}",
            f"{arena.edition}, {arena.players} players, {most:,} {what} per pairing, each deal from every seat; 95% intervals",
        )
        top = 1 - 1.25 / height
        left, right = figure.subplots(1, 2, width_ratios=(1.7, 1), gridspec_kw={"top": top, "bottom": 0.62 / height})
        figure.subplots_adjust(left=0.2, right=0.95, wspace=0.45)
        _wins(left, arena, found)
        _elo(right, found)
        save(figure, path)


def _wins(axes: Any, arena: Arena, found: Standings) -> None:
    names = [
        f"{m.bot} against {m.against if arena.players == 2 else f'{arena.players - 1} x {m.against}'}" for m in found.meetings
    ]
    axes.set_title("Wins")
    axes.axvline(found.even, color=EVEN, lw=1, ls=(0, (4, 3)))
    for row, meeting in enumerate(found.meetings):
        wins = meeting.wins
        color = EVEN if not wins.excludes(found.even) else GOOD if wins.mean > found.even else BAD
        axes.plot([max(0, wins.low), min(1, wins.high)], [row, row], color=color, lw=3, solid_capstyle="round", alpha=0.45)
        axes.plot([wins.mean], [row], "o", color=color, ms=8)
        axes.annotate(
            f"{wins.mean:.1%}", (wins.mean, row), (0, 9), textcoords="offset points", ha="center", size=9, color=color
        )
    _rows(axes, names)
    axes.set_xlim(-0.02, 1.02)
    axes.xaxis.set_major_formatter(mpl.ticker.PercentFormatter(1.0, decimals=0))
    axes.set_xlabel(f"even is {found.even:.0%}")


def _elo(axes: Any, found: Standings) -> None:
    axes.set_title("Elo")
    axes.axvline(1500, color=EVEN, lw=1, ls=(0, (4, 3)))
    for row, rating in enumerate(found.ratings):
        axes.plot([rating.elo.low, rating.elo.high], [row, row], color=COLORS[0], lw=3, solid_capstyle="round", alpha=0.4)
        axes.plot([rating.elo.mean], [row], "o", color=COLORS[0], ms=8)
        _value(axes, f"{rating.elo.mean:.0f}", rating.elo.mean, row, COLORS[0])
    _rows(axes, [rating.bot for rating in found.ratings])
    axes.margins(x=0.2)


def _value(axes: Any, text: str, x: float, row: int, color: str) -> None:
    axes.annotate(text, (x, row), (0, 9), textcoords="offset points", ha="center", size=9, color=color)


def _rows(axes: Any, names: Sequence[str]) -> None:
    """Label one row per name, the first at the top."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.7)
    axes.grid(axis="x", color=GRID, lw=0.8)
    axes.tick_params(axis="x", length=0)


# ---- simulation ------------------------------------------------------------------------------------
def draw_simulation(path: Path, told: Told) -> None:
    """Draw how long rounds are, the points, who wins, the cards played and what happens."""
    with mpl.rc_context(STYLE):
        cards, events = told.lines("cards"), told.lines("events")
        lower = max(len(cards), len(events)) * 0.27
        height = 1.4 + 2.6 + 2.6 + lower + 1.6
        figure = Figure(figsize=(12, height))
        head(figure, told.title if told.rule is None else f"{told.title}: what {told.rule['name']} does", told.played)
        grid = figure.add_gridspec(
            3, 6, height_ratios=(2.1, 2.1, lower), hspace=0.42 * 4 / (height / 3), wspace=1.6,
            left=0.11, right=0.97, top=1 - 1.35 / height, bottom=0.5 / height,
        )  # fmt: skip
        for place, measure in zip(((0, 0), (0, 3)), ("moves", "points"), strict=True):
            _histogram(figure.add_subplot(grid[place[0], place[1] : place[1] + 3]), told, measure)
        for column, measure in ((0, "drawn"), (2, "lead_changes")):
            _histogram(figure.add_subplot(grid[1, column : column + 2]), told, measure)
        _places(figure.add_subplot(grid[1, 4:6]), told)
        _lines(figure.add_subplot(grid[2, 0:3]), told, "cards", "Cards played per round")
        _lines(figure.add_subplot(grid[2, 3:6]), told, "events", "What happens in a round")
        if told.rule is not None:
            figure.axes[0].legend(frameon=False, loc="upper right")
        save(figure, path)


def _histogram(axes: Any, told: Told, measure: str) -> None:
    """Draw the share of rounds with each value, without the longest tail."""
    runs = told.outcome.runs
    end = max(histogram_quantile(run.histogram(measure), 0.995) for run in runs) + 1
    width = max(1, -(-end // 60))
    for number, (run, color, name) in enumerate(zip(runs, COLORS, told.names, strict=False)):
        counts = run.histogram(measure)[:end]
        shares = np.add.reduceat(counts, np.arange(0, len(counts), width)) / run.games
        edges = np.arange(len(shares) + 1) * width
        axes.stairs(shares, edges, fill=number == 0, color=color, alpha=0.85 if number == 0 else 1, lw=1.8, label=name)
    axes.set_title(TITLES[measure].capitalize())
    axes.set_xlim(0, end)
    axes.set_yticks([])
    middle = [histogram_quantile(run.histogram(measure), 0.5) for run in runs]
    axes.set_xlabel(f"median: {' / '.join(map(str, middle))}", size=9)


def _places(axes: Any, told: Told) -> None:
    """Draw who wins, against an even share."""
    players, runs = told.setting.players, told.outcome.runs
    height = 0.7 / len(runs)
    for number, (run, color) in enumerate(zip(runs, COLORS, strict=False)):
        shares, rows = run.places.means[:players], np.arange(players) + height * (number - (len(runs) - 1) / 2)
        axes.barh(rows, shares, height * 0.92, color=color, alpha=0.85)
        if len(runs) == 1:
            for row in range(players):
                axes.text(shares[row], row, f"  {percent(run.wins(row))}", va="center", size=9, color=SOFT)
    axes.set_title("Who wins")
    axes.axvline(1 / players, color=INK, lw=1, ls=(0, (4, 3)))
    axes.set_yticks(range(players), place_names(players)[:players], size=9)
    axes.set_ylim(players - 0.4, -0.6)
    axes.set_xlim(0, 1.75 / players if len(runs) == 1 else 1.3 / players)
    axes.xaxis.set_major_formatter(mpl.ticker.PercentFormatter(1.0, decimals=0))


def _lines(axes: Any, told: Told, group: str, title: str) -> None:
    """Draw a bar for each card or event."""
    lines, runs = told.lines(group), told.outcome.runs
    height = 0.74 / len(runs)
    for number, (run, color) in enumerate(zip(runs, COLORS, strict=False)):
        means = np.array([run.counts.means[i] for i, _ in lines])
        axes.barh(
            np.arange(len(lines)) + height * (number - (len(runs) - 1) / 2), means, height * 0.94, color=color, alpha=0.85
        )
        for row, mean in enumerate(means):
            if len(runs) == 1:
                axes.text(mean, row, f"  {mean:.2f}" if mean >= 0.01 else f"  {mean:.4f}", va="center", size=8, color=SOFT)
    axes.set_title(title)
    axes.set_yticks(range(len(lines)), [line.name for _, line in lines], size=9)
    axes.set_ylim(len(lines) - 0.4, -0.6)
    axes.margins(x=0.12)
    axes.grid(axis="x", color=GRID, lw=0.8)
