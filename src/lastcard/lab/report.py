"""A simulation as one page that needs nothing else: no script, no font, no request."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from html import escape
from pathlib import Path

from .. import editions
from ..cards import SYMBOLS
from ..house import sentence
from ..options import as_typed
from . import charts
from .files import whole
from .simulation import MEASURES
from .statistics import Estimate, histogram_quantile
from .tables import TITLES, Told, number, percent, place_names

# What a change of a measure means, more and less, and its unit.
CHANGES = {
    "moves": ("A round is longer", "A round is shorter", "moves"),
    "points": ("The winner takes more", "The winner takes less", "points"),
    "drawn": ("More cards are drawn", "Fewer cards are drawn", "cards"),
    "lead_changes": ("The lead changes more often", "The lead changes less often", "times"),
    "reshuffles": ("The draw pile is made anew more often", "The draw pile is made anew less often", "times"),
    "largest_hand": ("Hands grow larger", "Hands stay smaller", "cards"),
}

NUMBERS = {
    "moves": "moves a round",
    "points": "points for the winner",
    "drawn": "cards drawn",
    "lead_changes": "changes of the lead",
    "largest_hand": "cards in the largest hand",
}
WHO = {
    "random": "random plays any card that fits, draws only when it must, and calls UNO; among people a round goes otherwise.",
    "chaos": "chaos does anything that the rules allow.",
}


def write_report(path: Path, told: Told) -> None:
    """Write the page."""
    with whole(path) as part:
        part.write_text(page(told), encoding="utf-8")


def page(told: Told) -> str:
    """The whole page."""
    edition = editions.get(told.setting.edition)
    ground, *rest = edition.mood.colors
    style = Path(__file__).with_name("report.css").read_text(encoding="utf-8")
    title = edition.title if told.rule is None else f"What {told.rule['name']} does"
    rule = "" if told.rule is None else f'<p class="rule">{escape(sentence(told.rule))}</p>'
    glyphs = [SYMBOLS[color].glyph for color in edition.colors]
    return "".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            f"<title>{escape(title)} · lastcard</title><style>{style}</style></head>",
            f'<body class="{"alone" if told.rule is None else "pair"}">',
            f'<header style="--ground:{escape(ground)};--light:{escape(_lightest(rest))}"><div><div>',
            f'<p class="eyebrow">{escape(told.title)}</p><h1>{escape(title)}</h1>{rule}',
            f"<p>{escape(told.played)}</p></div>{charts.fan(_card_colors(rest), glyphs)}</div></header>",
            f"<main>{''.join(_body(told))}</main>{_footer(told)}</body></html>\n",
        ]
    )


def _lightest(colors: list[str]) -> str:
    return max(colors, key=lambda color: sum(int(color[i : i + 2], 16) * weight for i, weight in ((1, 3), (3, 6), (5, 1))))


def _card_colors(colors: list[str]) -> list[str]:
    """The colors of the mood that a white symbol's ground can have."""
    dark = [color for color in colors if sum(int(color[i : i + 2], 16) for i in (1, 3, 5)) < 600]
    return dark or colors


def _body(told: Told) -> Iterator[str]:
    yield f'<section class="numbers">{"".join(_numbers(told))}</section><div class="grid">'
    short = "".join(f"<li>{escape(text)}</li>" for text in (_alone(told) if told.rule is None else _compared(told)))
    wide = " wide" if told.rule is None else ""
    yield f'<section class="panel{wide}"><h2>In short</h2><ul class="short">{short}</ul></section>'
    if told.rule is not None:
        yield _panel("What changes", "Relative to rounds without the rule, on the same deals.", _changes(told))
    key = "" if told.rule is None else f'<p class="key"><span>without</span><span>{escape(told.names[1])}</span></p>'
    yield _panel("How long a round is", _range(told, "moves"), key + charts.histogram(told, "moves"))
    yield _panel("What the winner takes", _range(told, "points"), key + charts.histogram(told, "points"))
    yield _panel("Who wins", f"From above. Even is {1 / told.setting.players:.1%}.", charts.seats(told))
    yield f'<div class="stack">{"".join(_small_panels(told, key))}</div>'
    yield _panel("Cards played", "How often a round, by what they show.", key + _line_table(told, "cards"))
    yield _panel("What happens", "How often a round.", key + _line_table(told, "events"))
    yield "</div>"


def _small_panels(told: Told, key: str) -> Iterator[str]:
    yield _panel("Cards drawn", _range(told, "drawn"), key + charts.histogram(told, "drawn"))
    lead = "How often another seat is alone in holding the fewest cards."
    yield _panel("How often the lead changes", lead, key + charts.histogram(told, "lead_changes"))


def _panel(title: str, below: str, content: str) -> str:
    return f'<section class="panel"><h2>{title}</h2><p>{escape(below)}</p>{content}</section>'


def _numbers(told: Told) -> Iterator[str]:
    """The figures to remember."""
    for measure, below in NUMBERS.items():
        mean = told.outcome.runs[-1].measure(measure).mean
        change = ""
        if told.outcome.changes:
            by = told.outcome.changes[0].measures.estimate(MEASURES.index(measure))
            change = f' <i class="{_tone(by)}">{by.mean:+.1f}</i>' if by.excludes(0) else ' <i class="even">as before</i>'
        yield f'<div class="number"><b>{mean:.1f}{change}</b><span>{below}</span></div>'


def _tone(change: Estimate) -> str:
    return "even" if not change.excludes(0) else "up" if change.mean > 0 else "down"


def _range(told: Told, measure: str) -> str:
    counts = told.outcome.runs[-1].histogram(measure)
    low, high = histogram_quantile(counts, 0.05), histogram_quantile(counts, 0.95)
    bars = ", the strong bars" if told.rule is None else ""
    return f"Nine rounds in ten lie between {low} and {high}{bars}; the most was {len(counts) - 1}."


# ---- in words --------------------------------------------------------------------------------------
def _alone(told: Told) -> Iterator[str]:
    run, players = told.outcome.runs[0], told.setting.players
    moves, leads = run.histogram("moves"), run.histogram("lead_changes")
    middle, long = histogram_quantile(moves, 0.5), histogram_quantile(moves, 0.95)
    longest = len(moves) - 1
    yield f"Half of all rounds are over after {middle} moves; one in twenty takes more than {long}, the longest took {longest}."
    yield f"The winner takes {number(run.measure('points'))} points on average."
    yield _best_place(told)
    kept = f"in {leads[0] / run.games:.1%} of rounds whoever took it first kept it"
    yield f"The lead changes {run.measure('lead_changes').mean:.1f} times; {kept}."
    drawn = {line.name: float(run.counts.means[i]) for i, line in told.lines("events")}
    turn, must = drawn.get("drew", 0), drawn.get("had to draw", 0)
    yield f"{turn + must:.1f} cards are drawn: {turn:.1f} on the turn, {must:.1f} because somebody has to."
    nobody = run.wins(players)
    if nobody.mean:
        yield f"Nobody wins {percent(nobody)} of rounds."


def _best_place(told: Told) -> str:
    run, players = told.outcome.runs[-1], told.setting.players
    best = max((run.wins(place), place_names(players)[place]) for place in range(players))
    over = Estimate(best[0].mean - 1 / players, best[0].margin)
    if not over.excludes(0):
        return f"No seat is better than another, as far as {run.games:,} rounds can tell."
    return f"The best seat is {best[1]}: it wins {percent(best[0])}, {over.mean * 100:.1f} points above its share."


def _compared(told: Told) -> Iterator[str]:
    unchanged = []
    for i, measure in enumerate(MEASURES):
        by, before = told.outcome.changes[0].measures.estimate(i), told.outcome.runs[0].measure(measure).mean
        more, less, unit = CHANGES[measure]
        if not by.excludes(0):
            unchanged.append(TITLES[measure])
        else:
            relative = f", {by.mean / before:+.1%}" if before else ""
            yield f"{more if by.mean > 0 else less}: {'+' if by.mean > 0 else ''}{number(by)} {unit} a round{relative}."
    if unchanged:
        games = told.outcome.runs[0].games
        same = f"As before, as far as {games:,} rounds can tell: {', '.join(unchanged)}."
        yield same if games > 1 else "One round tells nothing."
    yield _best_place(told)
    new = [(i, line) for i, line in told.lines("events") if not told.outcome.runs[0].counts.totals[i]]
    if new:
        yield (
            "New: "
            + "; ".join(f"{line.says}, {told.outcome.runs[1].counts.means[i]:.2f} times a round" for i, line in new)
            + "."
        )


def _changes(told: Told) -> str:
    rows = []
    for i, measure in enumerate(MEASURES):
        by, before = told.outcome.changes[0].measures.estimate(i), told.outcome.runs[0].measure(measure).mean
        if before > 0.5 and by.margin >= 0:  # a relative change of what hardly happens says little
            rows.append((TITLES[measure], by.mean / before, by.margin / before))
    return charts.whiskers(told, rows)


# ---- tables ----------------------------------------------------------------------------------------
def _line_table(told: Told, group: str) -> str:
    lines, runs = told.lines(group), told.outcome.runs
    most = max((run.counts.means[i] for run in runs for i, _ in lines), default=1)
    head = "in the deck" if group == "cards" else "in rounds"
    columns = f'<th class="n">a round</th><th class="n">{head if len(runs) == 1 else "difference"}</th>'
    rows = []
    for i, line in lines:
        bars = "".join(f'<div style="width:{100 * run.counts.means[i] / most:.2f}%"></div>' for run in runs)
        mean = runs[-1].counts.estimate(i)
        if len(runs) > 1:
            by = told.outcome.changes[0].counts.estimate(i)
            none = "none" if by.margin >= 0 else "too few rounds"
            last = f'<td class="n {_tone(by)}">{f"{by.mean:+.3f}" if by.excludes(0) else none}</td>'
        elif group == "cards":
            last = f'<td class="n">{line.copies}</td>'
        else:
            last = f'<td class="n">{"" if line.rounds is None else f"{told.share(i):.1%}"}</td>'
        name = f'<th scope="row" title="{escape(line.says)}">{escape(line.name)}</th>'
        rows.append(
            f'<tr>{name}<td class="track">{bars}</td><td class="n" title="{number(mean)}">{mean.mean:.3f}</td>{last}</tr>'
        )
    return f"<table><thead><tr><th></th><th></th>{columns}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _footer(told: Told) -> str:
    policy, games = told.simulation.policy, str(told.outcome.runs[0].games)
    who = WHO.get(policy, f"The bot {policy} has every seat.")
    parts = ["lastcard", "simulate", told.setting.edition, "--players", str(told.setting.players), "--policy", policy]
    parts += ["--games", games, "--seed", str(told.simulation.seed), *as_typed(told.setting.options)]
    parts += [] if told.rule is None else ["--house-rule", "FILE"]
    return (
        f"<footer><p>{escape(who)} "
        "A change is marked where its 95 % interval is clear of none; of twenty such intervals one misses.</p>"
        f"<p><code>{escape(shlex.join(parts))}</code></p></footer>"
    )
