"""The effects of rules in a terminal: words first, then a small picture, then figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ..edition import Edition
from ..sentence_type import Sentence
from .effect_forms import Effects, EstimateInfo, FigureInfo

HALF = 12  # characters of the picture on each side
WIDEST = 1.0  # a change of this size fills it


def effect_tables(edition: Edition, options: Mapping[str, Any], found: Effects) -> Iterator[RenderableType]:
    """Everything that a terminal shows about the effects of a table's rules."""
    yield Text(f"{edition.title} · {found.players} players · these rules against the leaflet", "bold")
    for option in edition.options:
        if option.group and option.name in options:
            yield f"  {option.tell(options[option.name])}"
    yield ""
    yield " ".join(str(Sentence(said.says, said.args)) for said in found.says)
    yield ""
    yield _picture(found)
    yield ""
    yield _figures(found)
    yield ""
    yield (
        f"{found.rounds:,} rounds by each set of rules, everyone playing well. ± is the 95% interval. Minutes assume "
        f"{found.turn_seconds} seconds per turn and {found.answer_seconds} per answer."
    )


def _picture(found: Effects) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for _ in range(3):
        table.add_column(no_wrap=True)
    for figure in found.figures:
        if figure.name not in ("minutes", "nobody"):
            table.add_row(figure.title, _bar(_part(figure)), _change(figure))
    return table


def _part(figure: FigureInfo) -> float:
    """The change as a part of the leaflet's figure, which bars of all figures can share."""
    if not figure.share:
        return figure.change.mean
    return figure.change.mean / figure.leaflet.mean if figure.leaflet.mean else 0.0


def _bar(part: float) -> Text:
    """A bar to the left of the middle for less, to the right for more."""
    size = min(HALF, round(abs(part) / WIDEST * HALF))
    left, right = ("█" * size, "") if part < 0 else ("", "█" * size)
    return Text(f"{left:>{HALF}}│{right:<{HALF}}")


def _change(figure: FigureInfo) -> str:
    if not figure.clear:
        return "no clear difference"
    unit = "points" if figure.share else "%"
    return f"{100 * figure.change.mean:+.1f} {unit} ± {100 * figure.change.margin:.1f}"


def _figures(found: Effects) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("")
    for column in ("leaflet", "these rules"):
        table.add_column(column, justify="right")
    for figure in found.figures:
        table.add_row(figure.says, _value(figure, figure.leaflet), _value(figure, figure.table))
    return table


def _value(figure: FigureInfo, value: EstimateInfo) -> str:
    if figure.share:
        return f"{100 * value.mean:.1f}% ± {100 * value.margin:.1f}"
    return f"{value.mean:.2f} ± {value.margin:.2f}"
