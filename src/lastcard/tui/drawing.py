"""Draws cards, players, piles and choices as text. Each color is a color, a shape and a word (rule color-symbols).

Nothing is lost without color: cards you can choose show a number, and the selected one has a double frame or an arrow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from rich.cells import cell_len
from rich.text import Text

from .. import pictures
from ..cards import WILD_SYMBOL, color_of
from ..edition import Edition
from ..view import View
from .words import Choice, color_label, direction, styled

T = TypeVar("T")

INKS = {color: f"bold {ink} on {paper}" for color, (ink, paper) in pictures.INKS.items()}
TINTS = {"red": "#f0655c", "yellow": "#f2c230", "green": "#5fc27e", "blue": "#6fa8ff", "gold": "#e0b23a", "silver": "#c3cad1"}
WILD_INK = f"bold {pictures.WILD_INK[0]} on {pictures.WILD_INK[1]}"
BACK_INK = "white on #2b3550"
FRAME, PICKED = "╭─╮│╰╯", "╔═╗║╚╝"
CARD_ROWS = 4


def tinted(line: str, style: str = "") -> Text:
    """A line whose cards and colors are tinted so that they read well on the table."""
    return styled(line, style, TINTS)


def ink(card: str) -> str:
    """The Rich style of a card."""
    return INKS.get(color_of(card) or "", WILD_INK)


def face(edition: Edition, card: str) -> tuple[str, str, str]:
    """What a card shows on its two lines and its lower edge."""
    kind = next(kind for kind in edition.kinds if kind.text == card)
    color, extra = color_of(card), card.partition("@")[2]
    title = f"{kind.title} {kind.number}" if kind.number else kind.title
    if color:
        return color_label(color), title, extra
    return f"{WILD_SYMBOL.glyph} wild", title.removeprefix("Wild").strip(), extra


def box(lines: tuple[str, str, str], style: str, *, mark: str = "", picked: bool = False) -> list[Text]:
    """A card of four rows, with ``mark`` on its upper edge."""
    width = max(cell_len(line) for line in (*lines, mark, "     "))
    left, dash, right, side, low, end = list(PICKED if picked else FRAME)
    upper = f"{left}{_padded(mark, width, dash)}{right}"
    lower = f"{low}{_padded(lines[2], width, dash)}{end}"
    inner = [f"{side}{_padded(line, width, ' ')}{side}" for line in lines[:2]]
    return [Text(row, style) for row in (upper, *inner, lower)]


def _padded(text: str, width: int, fill: str) -> str:
    return text + fill * (width - cell_len(text))


def beside(boxes: Sequence[Sequence[Text]], gap: str = " ") -> list[Text]:
    """Put boxes of equal height side by side."""
    return [Text(gap).join(rows) for rows in zip(*boxes, strict=True)]


def hand(edition: Edition, cards: Sequence[str], marks: Mapping[str, str], picked: int | None, width: int, height: int) -> Text:
    """A hand that fits a space of this size: as cards, or as a list if there are too many. The picked card always shows."""
    boxes = [
        box(face(edition, card), _ink(card, marks), mark=marks.get(card, ""), picked=i == picked)
        for i, card in enumerate(cards)
    ]
    rows = _wrapped(boxes, [cell_len(each[0].plain) for each in boxes], width)
    if len(rows) * CARD_ROWS <= height:
        return Text("\n").join(line for row in rows for line in beside(row))
    chips = [_chip(edition, card, marks.get(card, ""), picked=i == picked) for i, card in enumerate(cards)]
    lines = [Text(" ").join(row) for row in _wrapped(chips, [cell_len(chip.plain) for chip in chips], width)]
    return Text("\n").join(_window(lines, _line_of(picked, chips, width), height))


def _ink(card: str, marks: Mapping[str, str]) -> str:
    """A card's style, dimmed if it cannot be played."""
    return ink(card) if card in marks else f"{ink(card)} dim"


def _chip(edition: Edition, card: str, mark: str, *, picked: bool) -> Text:
    color, title, extra = face(edition, card)
    words = " ".join(part for part in (color, title, f"({extra})" if extra else "") if part)
    ends = "[]" if picked else "  "
    return Text(f"{ends[0]}{f'{mark} ' if mark else ''}{words}{ends[1]}", ink(card) if mark else f"{ink(card)} dim")


def _wrapped(things: Sequence[T], widths: Sequence[int], width: int) -> list[list[T]]:
    rows: list[list[T]] = []
    used = width + 1
    for thing, needed in zip(things, widths, strict=True):
        if used + needed > width:
            rows.append([])
            used = 0
        rows[-1].append(thing)
        used += needed + 1
    return rows


def _line_of(picked: int | None, chips: Sequence[Text], width: int) -> int:
    rows = _wrapped(list(range(len(chips))), [cell_len(chip.plain) for chip in chips], width)
    return next((number for number, row in enumerate(rows) if picked in row), 0)


def _window(lines: Sequence[T], wanted: int, height: int) -> Sequence[T]:
    """As many of the lines as fit, including the wanted one."""
    start = max(0, min(wanted - height // 2, len(lines) - height))
    return lines[start : start + height]


def choices(found: Sequence[Choice], cursor: int | None, width: int, height: int) -> Text:
    """The numbered list in columns, with an arrow at the selected entry."""
    if not found:
        return Text("")
    entries = [f"{'▶' if i == cursor else ' '}{i + 1:>2} {choice.text}" for i, choice in enumerate(found)]
    column = min(max(cell_len(entry) for entry in entries) + 2, width)
    columns = max(1, min(width // column, -(-len(entries) // height)))
    per_column = -(-len(entries) // columns)
    texts = [tinted(entry, "bold reverse" if i == cursor else "") for i, entry in enumerate(entries)]
    lines = []
    for row in range(per_column):
        line = Text()
        for i in range(row, len(entries), per_column):
            entry = texts[i]
            entry.truncate(column - 1, overflow="ellipsis", pad=True)
            line += entry + " "
        lines.append(line)
    wanted = (cursor or 0) % per_column
    return Text("\n").join(_window(lines, wanted, height))


def players(view: View, names: Sequence[str], seconds: Mapping[int, int], away: Mapping[int, str], width: int) -> Text:
    """All players with their cards and points, in as many columns as fit. Play runs down, column by column."""
    rows = [_player(view, seat, name, seconds.get(seat), away.get(seat, "")) for seat, name in enumerate(names)]
    columns = max(1, min(3, width // 38))
    per_column = -(-len(rows) // columns)
    column = width // columns
    lines = []
    for row in range(per_column):
        line = Text()
        for i in range(row, len(rows), per_column):
            rows[i].truncate(column - 1, overflow="ellipsis", pad=True)
            line += rows[i] + " "
        lines.append(line)
    return Text("\n").join(lines)


def _player(view: View, seat: int, name: str, seconds: int | None, away: str) -> Text:
    moves = seat in view.to_move
    count = view.counts[seat]
    text = Text(f"{'▶' if moves else ' '} ", "bold" if moves else "")
    text += Text(f"{name[:12]:<12}", "bold" if seat == view.seat else "")
    text += Text(f" {count:>2} card{'s' if count != 1 else ' '} {view.scores[seat]:>4} p")
    marks = ["UNO?"] * (seat in view.owes_uno) + ["you"] * (seat == view.seat) + [away] * bool(away)
    marks += [f"{seconds} s"] * (seconds is not None)
    return text + Text(f" {' '.join(marks)}" if marks else "", "italic")


def piles(edition: Edition, view: View) -> Text:
    """The discard pile, the draw pile, the current color and the direction of play."""
    top = box(face(edition, view.top), ink(view.top))
    draw = box(("draw", f"{view.draw_count:>3}", ""), BACK_INK)
    color = color_label(view.color) if view.color else "not picked"
    style = INKS.get(view.color or "", "")
    arrow = "↓" if view.direction == 1 else "↑"
    facts = [Text("color", "dim"), Text(f" {color} ", style), Text("play runs", "dim"), Text(f"{arrow} {direction(view)}")]
    return Text("\n").join(beside([top, draw, facts]))
