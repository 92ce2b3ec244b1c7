"""The charts of a report, as SVG that takes its colors from the page and so fits light and dark mode."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

import numpy as np

from .simulation import Ints
from .statistics import Array, histogram_quantile
from .terminal_tables import TITLES, Told, percent, place_names

WIDTH, HEIGHT, FLOOR = 640, 230, 196
ROW = 68  # height in the chart of changes
UNITS = {"moves": "moves", "points": "points", "drawn": "cards", "lead_changes": "changes", "reshuffles": "times"}


def histogram(told: Told, measure: str) -> str:
    """Draw how many rounds have each value, with the middle 90% dark and the median marked. A second run is a line."""
    runs = told.outcome.runs
    end = max(histogram_quantile(run.histogram(measure), 0.995) for run in runs) + 1
    step = next(size for size in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000) if end / size <= 64)
    shares = [_shares(run.histogram(measure), step, end, run.games) for run in runs]
    top = max(float(values.max()) for values in shares)
    scale = WIDTH / (len(shares[0]) * step)
    parts = list(_bars(shares[0], step, scale, top, UNITS.get(measure, ""), _middle(runs[0].histogram(measure))))
    if len(runs) > 1:
        parts.append(f'<path class="with" d="{_outline(shares[1], step, scale, top)}"/>')
    parts += _axis(len(shares[0]) * step, scale)
    for number, run in enumerate(runs):
        middle = histogram_quantile(run.histogram(measure), 0.5)
        x = (middle + 0.5) * scale
        parts.append(f'<path class="middle m{number}" d="M{x:.1f} 14V{FLOOR}"/>')
        if number == len(runs) - 1:
            side = ("start", 6) if x < WIDTH * 0.7 else ("end", -6)
            parts.append(
                f'<text class="note" x="{x + side[1]:.1f}" y="20" text-anchor="{side[0]}">half at most {middle}</text>'
            )
    label = f"{TITLES[measure]} per round: {', '.join(f'mean {run.measure(measure).mean:.1f}' for run in runs)}"
    return _svg(WIDTH, HEIGHT, label, parts)


def _shares(counts: Ints, step: int, end: int, games: int) -> Array:
    size = -(-end // step) * step
    padded = np.zeros(size, np.int64)
    padded[: min(size, len(counts))] = counts[:size]
    return np.asarray(padded.reshape(-1, step).sum(1) / games)


def _middle(counts: Ints) -> tuple[int, int]:
    return histogram_quantile(counts, 0.05), histogram_quantile(counts, 0.95)


def _bars(shares: Array, step: int, scale: float, top: float, unit: str, middle: tuple[int, int]) -> Iterator[str]:
    for i, share in enumerate(shares):
        low, high = i * step, i * step + step - 1
        height = share / top * (FLOOR - 30)
        values = f"{low}" if step == 1 else f"{low} to {high}"
        inside = high >= middle[0] and low <= middle[1]
        yield (
            f'<rect class="bar{"" if inside else " tail"}" x="{low * scale + 0.6:.1f}" y="{FLOOR - height:.1f}" '
            f'width="{step * scale - 1.2:.1f}" height="{height:.1f}" rx="1.5">'
            f"<title>{values} {unit}: {share:.1%} of rounds</title></rect>"
        )


def _outline(shares: Array, step: int, scale: float, top: float) -> str:
    """A stepped line over the bars."""
    path = f"M0 {FLOOR}"
    for i, share in enumerate(shares):
        path += f"V{FLOOR - share / top * (FLOOR - 30):.1f}H{(i + 1) * step * scale:.1f}"
    return path


def _axis(end: int, scale: float) -> Iterator[str]:
    yield f'<path class="axis" d="M0 {FLOOR + 0.5}H{WIDTH}"/>'
    step = next(size for size in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000) if end / size <= 9)
    for value in range(0, end, step):
        x = (value + 0.5 if end <= 64 else value) * scale
        anchor = "start" if x < 12 else "end" if x > WIDTH - 16 else "middle"
        yield f'<text class="tick" x="{x:.1f}" y="{FLOOR + 20}" text-anchor="{anchor}">{value}</text>'


def seats(told: Told) -> str:
    """The table from above, with the dealer at the bottom and how often each seat wins."""
    players, runs = told.setting.players, told.outcome.runs
    width, height = 480, 456
    names, even = place_names(players), 1 / players
    parts = [f'<ellipse class="felt" cx="{width / 2}" cy="{height / 2}" rx="98" ry="112"/>', *_pile(width / 2, height / 2)]
    wide, size = (136, 18) if players <= 6 else (100, 16)
    if len(runs) > 1:
        size -= 4
    for place in range(players):
        angle = math.pi / 2 + 2 * math.pi * (place + 1) / players
        x, y = width / 2 + 170 * math.cos(angle), height / 2 + 192 * math.sin(angle)
        wins = runs[-1].wins(place)
        tone = "even" if not wins.excludes(even) else "more" if wins.mean > even else "less"
        shown = (
            names[place] if players <= 6 else names[place].replace(" from the dealer", "").replace("left of the dealer", "1.")
        )
        told_of = " → ".join(f"{run.places.means[place]:.1%}" for run in runs)
        parts.append(
            f'<g class="seat {tone}"><title>{escape(names[place])}: {percent(wins)}</title>'
            f'<rect x="{x - wide / 2:.1f}" y="{y - 27:.1f}" width="{wide}" height="54" rx="27"/>'
            f'<text class="big" x="{x:.1f}" y="{y - 1:.1f}" style="font-size:{size}px">{told_of}</text>'
            f'<text class="small" x="{x:.1f}" y="{y + 16:.1f}">{escape(shown)}</text></g>'
        )
    label = "; ".join(f"{names[place]} wins {percent(runs[-1].wins(place))}" for place in range(players))
    return _svg(width, height, label, parts)


def _pile(x: float, y: float) -> Iterator[str]:
    """Two piles in the middle, and an arrow for the direction of play, clockwise from above."""
    for i in range(3):
        yield f'<rect class="pile" x="{x - 44 + 2 * i}" y="{y - 28 - 2 * i}" width="36" height="54" rx="5"/>'
    yield f'<rect class="pile up" x="{x + 10}" y="{y - 30}" width="36" height="54" rx="5"/>'
    yield f'<circle class="dot" cx="{x + 28}" cy="{y - 3}" r="9"/>'
    yield f'<path class="way" d="M{x - 78} {y + 34}A86 90 0 0 1 {x - 44} {y - 76}"/>'
    yield f'<path class="tip" d="M{x - 52} {y - 83}L{x - 34} {y - 82}L{x - 44} {y - 66}Z"/>'


def whiskers(told: Told, rows: Sequence[tuple[str, float, float]]) -> str:
    """Relative changes with their intervals, around zero."""
    reach = max([0.02, *(abs(mean) + margin for _, mean, margin in rows)]) * 1.1
    left, height = 190, ROW * len(rows) + 34
    scale = (WIDTH - left - 20) / (2 * reach)
    zero = left + reach * scale
    parts = [f'<path class="none" d="M{zero:.1f} 4V{height - 26}"/>']
    for i, (name, mean, margin) in enumerate(rows):
        y, x = ROW * (i + 0.6), zero + mean * scale
        tone = "even" if abs(mean) <= margin else "up" if mean > 0 else "down"
        parts.append(
            f'<g class="whisker {tone}"><title>{escape(name)}: {mean:+.1%} ± {margin:.1%}</title>'
            f'<text class="name" x="{left - 14}" y="{y + 5}" text-anchor="end">{escape(name)}</text>'
            f'<path d="M{x - margin * scale:.1f} {y}H{x + margin * scale:.1f}"/><circle cx="{x:.1f}" cy="{y}" r="6"/>'
            f'<text class="value" x="{x:.1f}" y="{y - 11}" text-anchor="middle">{mean:+.1%}</text></g>'
        )
    for value in (-reach / 1.1, 0.0, reach / 1.1):
        shown = "no change" if value == 0 else f"{value:+.0%}"
        parts.append(f'<text class="tick" x="{zero + value * scale:.1f}" y="{height - 6}" text-anchor="middle">{shown}</text>')
    return _svg(WIDTH, height, "; ".join(f"{name} {mean:+.1%}" for name, mean, _ in rows), parts)


def fan(colors: Sequence[str], glyphs: Sequence[str]) -> str:
    """A hand of plain cards in an edition's own colors, for decoration."""
    parts = []
    for i, glyph in enumerate(glyphs):
        angle, color = (i - (len(glyphs) - 1) / 2) * 15, escape(colors[i % len(colors)])
        parts.append(
            f'<g transform="rotate({angle:.1f} 150 330)"><rect x="104" y="30" width="92" height="138" rx="13" fill="{color}"/>'
            '<rect x="112" y="38" width="76" height="122" rx="8" fill="none" stroke="#fff" stroke-width="1.5"/>'
            f'<text x="150" y="114" text-anchor="middle" style="font-size:44px;fill:#fff">{glyph}</text>'
            f'<text x="125" y="58" text-anchor="middle" style="font-size:14px;fill:#fff">{glyph}</text></g>'
        )
    return f'<svg class="fan" viewBox="0 0 300 200" aria-hidden="true">{"".join(parts)}</svg>'


def _svg(width: int, height: int, label: str, parts: Sequence[str]) -> str:
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'
