"""A house rule that needs more than steps: the next player draws as many cards as the card's player holds."""

from __future__ import annotations

from collections.abc import MutableSequence

from lastcard.rules.build import entry, kernel
from lastcard.rules.core import after, begin, draw_cards
from lastcard.rules.state import Round, Rules


@kernel
def on_special(r: Rules, g: Round, seat: int) -> None:
    """In place of the steps written on a Customizable card."""
    draw_cards(g, after(g, seat, 1), g.hand_n[seat])
    begin(g, after(g, seat, 2))


@entry
def run_hook(rs: MutableSequence[Rules], gs: MutableSequence[Round], seat: int) -> None:
    """What Python calls when it is compiled."""
    on_special(rs[0], gs[0], seat)
