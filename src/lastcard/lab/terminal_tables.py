"""Results as tables in the terminal."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ..house_rules import sentence
from .arena import Arena, Standings
from .counter_names import Line, lines_of
from .programs import PREFIX
from .simulation import MEASURES, Outcome, Setting, Simulation
from .statistics import Estimate, histogram_quantile

TITLES = {
    "moves": "moves",
    "points": "points for the winner",
    "drawn": "cards drawn",
    "lead_changes": "lead changes",
    "reshuffles": "reshuffles",
    "largest_hand": "largest hand",
}


def _table(*columns: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for number, column in enumerate(columns):
        table.add_column(column, no_wrap=True, justify="left" if number == 0 else "right")
    return table


def percent(estimate: Estimate) -> str:
    """A share with its margin."""
    return f"{estimate.mean:.1%}" if math.isnan(estimate.margin) else f"{estimate.mean:.1%} ± {estimate.margin:.1%}"


def digits_for(margin: float) -> int:
    """Return how many decimals a mean deserves: up to the second digit of its margin."""
    return min(5, max(0, 1 - math.floor(math.log10(margin))))


def number(estimate: Estimate) -> str:
    """A mean with its margin, rounded to the digits that mean something."""
    mean, margin = estimate
    if math.isnan(margin) or margin < 1e-9:
        return f"{mean:.4g}"
    digits = digits_for(margin)
    return f"{mean:,.{digits}f} ± {margin:.{digits}f}"


def shown(bot: str) -> str:
    """A bot's name in a table: of a program only its last part, without folders."""
    return bot.rpartition(" ")[2].removeprefix(PREFIX).rpartition("/")[2] if bot.startswith(PREFIX) else bot


# ---- arena -----------------------------------------------------------------------------------------
def arena_tables(arena: Arena, found: Standings) -> Iterator[RenderableType]:
    """The results of every pairing, then the ratings."""
    what = "rounds" if arena.target is None else f"games to {arena.target}"
    yield Text(f"{arena.edition}, {arena.players} players, deals from seed {arena.seed}, each from every seat", "bold")
    table = _table("bot", "against", what, "wins", "points per round", "others' points")
    table.columns[1].justify = "left"
    for meeting in found.meetings:
        clear = meeting.wins.excludes(found.even)
        style = "" if not clear else "green" if meeting.wins.mean > found.even else "red"
        others = shown(meeting.against) if arena.players == 2 else f"{arena.players - 1} x {shown(meeting.against)}"
        wins = Text(percent(meeting.wins), style)
        points = number(meeting.points), number(meeting.against_points)
        table.add_row(shown(meeting.bot), others, f"{meeting.games:,}", wins, *points)
    yield table
    yield Text(f"An even share is {found.even:.1%}. ± is the 95% interval over deals.", "italic")
    if found.ratings:
        yield ""
        yield _ratings(found)
    for bot, choices, illegal, failed, first in found.faults:
        yield ""
        yield Text(f"{bot} made {illegal:,} illegal moves and failed {failed:,} times in {choices:,} choices.", "bold")
        yield f"The first time: {first}"


def _ratings(found: Standings) -> Table:
    table = _table("rating", "Elo", "OpenSkill", "at least", "per choice")
    for bot, elo, skill, seconds in found.ratings:
        skills = ["", ""] if skill is None else [f"{skill.mu:.1f} ± {2 * skill.sigma:.1f}", f"{skill.ordinal:.1f}"]
        margin = "" if math.isnan(elo.margin) else f" ± {elo.margin:.0f}"
        table.add_row(shown(bot), f"{elo.mean:.0f}{margin}", *skills, duration(seconds))
    return table


def duration(seconds: float) -> str:
    """A time in a unit that suits it."""
    return f"{seconds * 1e6:.0f} µs" if seconds < 1e-3 else f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"


# ---- simulation ------------------------------------------------------------------------------------
class Told(NamedTuple):
    """A simulation with its outcome, and the house rule of the second setting, if there is one."""

    simulation: Simulation
    outcome: Outcome
    rule: Mapping[str, Any] | None = None

    @property
    def setting(self) -> Setting:
        return self.simulation.settings[0]

    @property
    def names(self) -> tuple[str, ...]:
        """The headings of the settings, side by side."""
        return ("",) if self.rule is None else ("without", f"with {self.rule['name']}")

    @property
    def title(self) -> str:
        return f"{self.setting.edition}, {self.setting.players} players"

    @property
    def played(self) -> str:
        """The number of rounds, the policy and the first seed."""
        return f"{self.outcome.runs[0].games:,} rounds by {self.simulation.policy}, deals from seed {self.simulation.seed}"

    def lines(self, group: str) -> list[tuple[int, Line]]:
        """The lines of a group that happened at least once, with their numbers."""
        return [
            (i, line)
            for i, line in enumerate(lines_of(self.setting.edition))
            if line.group == group and any(run.counts.totals[i] for run in self.outcome.runs)
        ]

    def share(self, i: int) -> float:
        """The share of rounds in which a line happened."""
        return float(self.outcome.runs[0].counts.means[len(lines_of(self.setting.edition)) + i])


def place_names(players: int) -> list[str]:
    """The places at a table, from the dealer's left."""
    return ["left of the dealer", *(f"{nth(place)} after the dealer" for place in range(2, players)), "the dealer", "nobody"]


def nth(place: int) -> str:
    """An ordinal number up to 20th."""
    return f"{place}" + {1: "st", 2: "nd", 3: "rd"}.get(place, "th")


def simulation_tables(told: Told) -> Iterator[RenderableType]:
    """The tables of one run, or of two side by side."""
    if told.rule is not None:
        yield Text(f"{told.rule['name']}: {sentence(told.rule)}")
    yield Text(f"{told.title}, {told.played}", "bold")
    yield _measure_table(told)
    yield ""
    yield _place_table(told)
    for group, title in (("cards", "card played"), ("events", "what happens")):
        yield ""
        yield _line_table(told, group, title)
    yield Text("± is the 95% interval of the mean.", "italic")


def _measure_table(told: Told) -> Table:
    """The measures of a round."""
    runs = told.outcome.runs
    alone = len(runs) == 1
    table = _table("per round", *(("mean", "median", "9 in 10 between", "max") if alone else (*told.names, "difference")))
    for i, measure in enumerate(MEASURES):
        cells: list[RenderableType] = [number(run.measure(measure)) for run in runs]
        if alone:
            counts = runs[0].histogram(measure)
            low, middle, high = (histogram_quantile(counts, share) for share in (0.05, 0.5, 0.95))
            cells += [str(middle), f"{low} and {high}", str(len(counts) - 1)]
        else:
            cells += [_difference(change.measures.counted(i)) for change in told.outcome.changes]
        table.add_row(TITLES[measure], *cells)
    return table


def _difference(estimate: Estimate) -> RenderableType:
    """A difference, or "none" if its interval includes zero."""
    if math.isnan(estimate.margin):
        return Text("too few rounds", "dim")
    if not estimate.excludes(0):
        return Text(f"none, ± {number(estimate).rpartition('± ')[2]}" if estimate.margin else "none", "dim")
    return Text(("+" if estimate.mean > 0 else "") + number(estimate), "bold")


def _place_table(told: Told) -> Table:
    """Return a table of wins by place."""
    players, runs = told.setting.players, told.outcome.runs
    table = _table("who wins", *(told.names if len(runs) > 1 else ("rounds",)))
    for place, name in enumerate(place_names(players)):
        if place < players or any(run.places.totals[place] for run in runs):
            table.add_row(name, *(percent(run.wins(place)) for run in runs))
    return table


def _line_table(told: Told, group: str, title: str) -> Table:
    """Return a table of how often each card or event comes up per round."""
    alone = len(told.outcome.runs) == 1
    last = "in the deck" if group == "cards" else "of rounds"
    table = _table(title, *(("per round", last) if alone else (*told.names, "difference")))
    for i, line in told.lines(group):
        cells: list[RenderableType] = [number(run.counts.counted(i)) for run in told.outcome.runs]
        if not alone:
            cells += [_difference(change.counts.counted(i)) for change in told.outcome.changes]
        elif group == "cards":
            cells.append(str(line.copies))
        else:
            cells.append("" if line.rounds is None else f"{told.share(i):.1%}")
        table.add_row(line.says if alone and group == "events" else line.name, *cells)
    return table
