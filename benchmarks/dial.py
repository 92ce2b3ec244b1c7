"""Rules as a dial: how much each table rule changes the length of a round and how much skill decides.

Run it with python benchmarks/dial.py. It turns one rule at a time away from the leaflet, measures both by skilled play, and
writes a chart for each number of players to docs/_static and a table to benchmarks/dial-results.md. It needs the extra lab.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.figure import Figure

from lastcard import editions, presets
from lastcard.card_rules import SEVEN_ZERO
from lastcard.errors import InvalidOption
from lastcard.lab.effect_forms import Effects, EstimateInfo
from lastcard.lab.effects import by_games, effects_of, question
from lastcard.lab.plots import BAD, EVEN, GOOD, STYLE, head, save

EDITION = "classic"
PLAYERS = (2, 4, 10)
ROOT = Path(__file__).parents[1]
NUMBERS = {"hand_limit": (10, 20), "uno_penalty": (1, 4), "hand_size": (3, 5, 10, 15)}


class Setting(NamedTuple):
    """A table that differs from the leaflet in one rule, or plays by a preset."""

    name: str
    options: dict[str, Any]


class Turned(NamedTuple):
    """What a setting changes: the length as a part of the leaflet's, and how often skill wins in parts of 1."""

    setting: Setting
    length: EstimateInfo
    skill: EstimateInfo


def settings() -> Iterator[Setting]:
    """Every value of every table rule on its own, then the presets."""
    for option in editions.get(EDITION).options:
        if not option.group:
            continue
        if option.name == "card_rules":
            yield Setting("Seven-Zero", {option.name: [*SEVEN_ZERO]})
            continue
        values = NUMBERS.get(option.name) or [value for value in _values(option.form) if value != option.default]
        for value in values:
            yield Setting(f"{option.name} = {str(value).lower() if value is True else value}", {option.name: value})
    yield from (Setting(preset.name, dict(preset.options)) for preset in presets.PRESETS if preset.options)


def _values(form: Any) -> list[Any]:
    return [True] if form["type"] == "flag" else [each["value"] for each in form["values"]]


def turned(players: int, games: int, *, compiled: bool) -> Iterator[Turned]:
    """Measure every setting that this many players can play by."""
    for setting in settings():
        try:
            asked = question(EDITION, players, setting.options)
        except InvalidOption:
            continue
        figures = {figure.name: figure for figure in _told(effects_of(asked, by_games(games, compiled=compiled))).figures}
        yield Turned(setting, figures["turns"].change, figures["skill"].change)


def _told(found: Effects) -> Effects:
    print(f"{found.players} players: {found.says[0].says}", flush=True)
    return found


# ---- what is written -------------------------------------------------------------------------------
def draw(path: Path, players: int, found: list[Turned], games: int) -> None:
    """Draw both changes of every setting with their 95% intervals. Gray is no clear difference."""
    with mpl.rc_context(STYLE):
        height = 1.9 + 0.25 * len(found)
        figure = Figure(figsize=(10, height))
        told = f"{EDITION}, {players} players, {games:,} rounds by each set of rules; against the leaflet, with 95% intervals"
        head(figure, "Rules as a dial", told)
        left, right = figure.subplots(1, 2, sharey=True, gridspec_kw={"top": 1 - 1.2 / height, "bottom": 0.6 / height})
        figure.subplots_adjust(left=0.2, right=0.97, wspace=0.12)
        _changes(left, "Length of a round", [each.length for each in found], "% of the leaflet's turns")
        _changes(right, "Skill", [each.skill for each in found], "percentage points that a skilled player wins more often")
        left.set_yticks(range(len(found)), [each.setting.name for each in found])
        left.invert_yaxis()
        save(figure, path)


def _changes(axes: Any, title: str, changes: list[EstimateInfo], label: str) -> None:
    axes.set_title(title)
    axes.axvline(0, color=EVEN, lw=1)
    rows = range(len(changes))
    means, margins = [100 * change.mean for change in changes], [100 * change.margin for change in changes]
    clear = [abs(mean) > margin for mean, margin in zip(means, margins, strict=True)]
    colors = [(GOOD if mean > 0 else BAD) if sure else EVEN for mean, sure in zip(means, clear, strict=True)]
    axes.hlines(rows, [0] * len(changes), means, colors=colors, lw=5, alpha=0.35)
    low, high = ([mean + sign * margin for mean, margin in zip(means, margins, strict=True)] for sign in (-1, 1))
    axes.hlines(rows, low, high, colors=colors, lw=1.5)
    axes.set_xlabel(label)
    axes.grid(axis="x", color="#e4dfd3", lw=0.6)


def table(found: dict[int, list[Turned]]) -> str:
    """All figures as a table in Markdown."""
    columns = [f"{what}, {players}" for players in found for what in ("length", "skill")]
    lines = [f"| rule | {' | '.join(columns)} |", f"| --- |{' ---: |' * len(columns)}"]
    for setting in settings():
        cells = []
        for each in found.values():
            here = next((one for one in each if one.setting == setting), None)
            cells += [""] * 2 if here is None else [_cell(here.length, "%"), _cell(here.skill, "")]
        lines.append(f"| {setting.name} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _cell(change: EstimateInfo, unit: str) -> str:
    mean = f"{100 * change.mean:+.1f}{unit} ± {100 * change.margin:.1f}".replace("-", "\N{MINUS SIGN}")
    return mean if abs(change.mean) > change.margin else f"({mean})"


def main() -> None:
    """Measure, draw and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="rounds of each kind by each set of rules")
    parser.add_argument("--players", type=int, nargs="*", default=PLAYERS)
    parser.add_argument("--interpreted", action="store_true", help="without compiling: slow")
    parser.add_argument("--into", type=Path, default=ROOT, help="the folder to write to")
    given = parser.parse_args()
    found = {players: list(turned(players, given.games, compiled=not given.interpreted)) for players in given.players}
    (given.into / "docs" / "_static").mkdir(parents=True, exist_ok=True)
    (given.into / "benchmarks").mkdir(exist_ok=True)
    for players, each in found.items():
        draw(given.into / "docs" / "_static" / f"dial-{players}.svg", players, each, given.games)
    (given.into / "benchmarks" / "dial-results.md").write_text(table(found), encoding="utf-8")


if __name__ == "__main__":
    main()
