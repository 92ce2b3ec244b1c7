"""A simulation's report as a single HTML page, without scripts, fonts or requests."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from html import escape
from pathlib import Path

from .. import editions
from ..cards import SYMBOLS
from ..house_rules import sentence
from ..options import as_typed
from . import svg
from .file_names import whole
from .simulation import MEASURES
from .statistics import Estimate, histogram_quantile
from .terminal_tables import TITLES, Told, number, percent, place_names

# What more and less of each measure means, and its unit.
CHANGES = {
    "moves": ("A round is longer", "A round is shorter", "moves"),
    "points": ("The winner takes more", "The winner takes less", "points"),
    "drawn": ("More cards are drawn", "Fewer cards are drawn", "cards"),
    "lead_changes": ("The lead changes more often", "The lead changes less often", "times"),
    "reshuffles": ("The discard pile is reshuffled more often", "The discard pile is reshuffled less often", "times"),
    "largest_hand": ("Hands grow larger", "Hands stay smaller", "cards"),
}

NUMBERS = {
    "moves": "moves per round",
    "points": "points for the winner",
    "drawn": "cards drawn",
    "lead_changes": "lead changes",
    "largest_hand": "cards in the largest hand",
}
WHO = {
    "random": "The policy random plays any card that matches, draws only when it must, and calls UNO. People play differently.",
    "chaos": "The policy chaos does anything the rules allow.",
}


def write_report(path: Path, told: Told) -> None:
    """Write the page."""
    with whole(path) as part:
        part.write_text(page(told), encoding="utf-8")


def page(told: Told) -> str:
    """The page as HTML."""
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
            f"<p>{escape(told.played)}</p></div>{svg.fan(_card_colors(rest), glyphs)}</div></header>",
            f"<main>{''.join(_body(told))}</main>{_footer(told)}</body></html>\n",
        ]
    )


def _lightest(colors: list[str]) -> str:
    return max(colors, key=lambda color: sum(int(color[i : i + 2], 16) * weight for i, weight in ((1, 3), (3, 6), (5, 1))))


def _card_colors(colors: list[str]) -> list[str]:
    """The edition's colors that are dark enough behind a white symbol."""
    dark = [color for color in colors if sum(int(color[i : i + 2], 16) for i in (1, 3, 5)) < 600]
    return dark or colors


def _body(told: Told) -> Iterator[str]:
    yield f'<section class="numbers">{"".join(_numbers(told))}</section><div class="grid">'
    short = "".join(f"<li>{escape(text)}</li>" for text in (_alone(told) if told.rule is None else _compared(told)))
    wide = " wide" if told.rule is None else ""
    yield f'<section class="panel{wide}"><h2>In short</h2><ul class="short">{short}</ul></section>'
    if told.rule is not None:
        yield _panel("What changes", "Compared with rounds of the same deals without the rule.", _changes(told))
    key = "" if told.rule is None else f'<p class="key"><span>without</span><span>{escape(told.names[1])}</span></p>'
    yield _panel("How long a round lasts", _range(told, "moves"), key + svg.histogram(told, "moves"))
    yield _panel("What the winner takes", _range(told, "points"), key + svg.histogram(told, "points"))
    yield _panel("Who wins", f"The table from above. An even share is {1 / told.setting.players:.1%}.", svg.seats(told))
    yield f'<div class="stack">{"".join(_small_panels(told, key))}</div>'
    yield _panel("Cards played", "How often per round, by face.", key + _line_table(told, "cards"))
    yield _panel("What happens", "How often per round.", key + _line_table(told, "events"))
    yield "</div>"


def _small_panels(told: Told, key: str) -> Iterator[str]:
    yield _panel("Cards drawn", _range(told, "drawn"), key + svg.histogram(told, "drawn"))
    lead = "How often another seat becomes the one with the fewest cards."
    yield _panel("How often the lead changes", lead, key + svg.histogram(told, "lead_changes"))


def _panel(title: str, below: str, content: str) -> str:
    return f'<section class="panel"><h2>{title}</h2><p>{escape(below)}</p>{content}</section>'


def _numbers(told: Told) -> Iterator[str]:
    """The headline figures."""
    for measure, below in NUMBERS.items():
        mean = told.outcome.runs[-1].measure(measure).mean
        change = ""
        if told.outcome.changes:
            by = told.outcome.changes[0].measures.counted(MEASURES.index(measure))
            change = f' <i class="{_tone(by)}">{by.mean:+.1f}</i>' if by.excludes(0) else ' <i class="even">unchanged</i>'
        yield f'<div class="number"><b>{mean:.1f}{change}</b><span>{below}</span></div>'


def _tone(change: Estimate) -> str:
    return "even" if not change.excludes(0) else "up" if change.mean > 0 else "down"


def _range(told: Told, measure: str) -> str:
    counts = told.outcome.runs[-1].histogram(measure)
    low, high = histogram_quantile(counts, 0.05), histogram_quantile(counts, 0.95)
    bars = " (the dark bars)" if told.rule is None else ""
    return f"Nine rounds in ten are between {low} and {high}{bars}. The maximum is {len(counts) - 1}."


# ---- sentences -------------------------------------------------------------------------------------
def _alone(told: Told) -> Iterator[str]:
    run, players = told.outcome.runs[0], told.setting.players
    moves, leads = run.histogram("moves"), run.histogram("lead_changes")
    middle, long = histogram_quantile(moves, 0.5), histogram_quantile(moves, 0.95)
    longest = len(moves) - 1
    yield f"Half of all rounds end within {middle} moves. One in twenty takes more than {long}, and the longest took {longest}."
    yield f"The winner takes {number(run.measure('points'))} points on average."
    yield _best_place(told)
    kept = f"in {leads[0] / run.games:.1%} of rounds, the first to lead keeps the lead"
    yield f"The lead changes {run.measure('lead_changes').mean:.1f} times per round. {kept[0].upper()}{kept[1:]}."
    drawn = {line.name: float(run.counts.means[i]) for i, line in told.lines("events")}
    turn, must = drawn.get("drew", 0), drawn.get("had to draw", 0)
    yield f"Players draw {turn + must:.1f} cards per round: {turn:.1f} on their turn, and {must:.1f} because a card makes them."
    nobody = run.wins(players)
    if nobody.mean:
        yield f"Nobody wins {percent(nobody)} of rounds."


def _best_place(told: Told) -> str:
    run, players = told.outcome.runs[-1], told.setting.players
    best = max((run.wins(place), place_names(players)[place]) for place in range(players))
    over = Estimate(best[0].mean - 1 / players, best[0].margin)
    if not over.excludes(0):
        return f"No seat is better than another, as far as {run.games:,} rounds can show."
    return f"The best seat is {best[1]}: it wins {percent(best[0])}, {over.mean * 100:.1f} percentage points above its share."


def _compared(told: Told) -> Iterator[str]:
    unchanged = []
    for i, measure in enumerate(MEASURES):
        by, before = told.outcome.changes[0].measures.counted(i), told.outcome.runs[0].measure(measure).mean
        more, less, unit = CHANGES[measure]
        if not by.excludes(0):
            unchanged.append(TITLES[measure])
        else:
            relative = f", {by.mean / before:+.1%}" if before else ""
            yield f"{more if by.mean > 0 else less}: {'+' if by.mean > 0 else ''}{number(by)} {unit} per round{relative}."
    if unchanged:
        games = told.outcome.runs[0].games
        same = f"Unchanged, as far as {games:,} rounds can show: {', '.join(unchanged)}."
        yield same if games > 1 else "A single round shows nothing."
    yield _best_place(told)
    new = [(i, line) for i, line in told.lines("events") if not told.outcome.runs[0].counts.totals[i]]
    if new:
        yield (
            "New: "
            + "; ".join(f"{line.says}, {told.outcome.runs[1].counts.means[i]:.2f} times per round" for i, line in new)
            + "."
        )


def _changes(told: Told) -> str:
    rows = []
    for i, measure in enumerate(MEASURES):
        by, before = told.outcome.changes[0].measures.counted(i), told.outcome.runs[0].measure(measure).mean
        if before > 0.5 and by.margin >= 0:  # the relative change of something rare says little
            rows.append((TITLES[measure], by.mean / before, by.margin / before))
    return svg.whiskers(told, rows)


# ---- tables ----------------------------------------------------------------------------------------
def _line_table(told: Told, group: str) -> str:
    lines, runs = told.lines(group), told.outcome.runs
    most = max((run.counts.means[i] for run in runs for i, _ in lines), default=1)
    head = "in the deck" if group == "cards" else "of rounds"
    columns = f'<th class="n">per round</th><th class="n">{head if len(runs) == 1 else "difference"}</th>'
    rows = []
    for i, line in lines:
        bars = "".join(f'<div style="width:{100 * run.counts.means[i] / most:.2f}%"></div>' for run in runs)
        mean = runs[-1].counts.counted(i)
        if len(runs) > 1:
            by = told.outcome.changes[0].counts.counted(i)
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
    who = WHO.get(policy, f"The bot {policy} plays every seat.")
    parts = ["lastcard", "simulate", told.setting.edition, "--players", str(told.setting.players), "--policy", policy]
    parts += ["--games", games, "--seed", str(told.simulation.seed), *as_typed(told.setting.options)]
    parts += [] if told.rule is None else ["--house-rule", "FILE"]
    return (
        f"<footer><p>{escape(who)} "
        "A change is marked if its 95% interval excludes zero. One in twenty such intervals misses the truth.</p>"
        f"<p><code>{escape(shlex.join(parts))}</code></p></footer>"
    )
