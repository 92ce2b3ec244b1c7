"""Shows a position as text, as the seat being asked sees it."""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import label
from ..view import View


def _cards(view: View, cards: Sequence[str]) -> str:
    return ", ".join(label(card, view.kinds) for card in cards)


def render_view(view: View, asked: str) -> str:
    """Return what a seat knows, in a few lines. ``asked`` lists its actions."""
    seats = [
        f"{'>' if seat in view.to_move else ' '} seat {seat}: {count:2} card{'s' if count != 1 else ' '}"
        + (f", {view.scores[seat]} points" if view.scores[seat] else "")
        + (", owes the call" if seat in view.owes_uno else "")
        + (f", holds {_cards(view, view.known[seat])}" if seat in view.known else "")
        for seat, count in enumerate(view.counts)
    ]
    top, color = label(view.top, view.kinds), view.color or "not picked"
    direction = "clockwise" if view.direction == 1 else "counterclockwise"
    return "\n".join(
        [
            f"{view.edition}: {top}, color {color}, {direction}, draw pile {view.draw_count}",
            *seats,
            f"  hand of seat {view.seat}: {_cards(view, view.hand) or 'none'}",
            f"  {view.phase}: {asked}",
        ]
    )
