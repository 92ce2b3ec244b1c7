"""A house rule that steps can't express: the next player draws as many cards as the player of the card holds."""

from __future__ import annotations

from collections.abc import MutableSequence

from lastcard.rules.build import entry, kernel
from lastcard.rules.piles import draw_cards
from lastcard.rules.seats import after, begin
from lastcard.rules.state import Round, Rules


@kernel
def on_special(r: Rules, g: Round, seat: int) -> None:
    """Run in place of the steps written on a Customizable card."""
    draw_cards(g, after(g, seat, 1), g.hand_n[seat])
    begin(g, after(g, seat, 2))


@entry
def run_hook(rs: MutableSequence[Rules], gs: MutableSequence[Round], seat: int) -> None:
    """Run the hook from Python; this is the entry that gets compiled."""
    on_special(rs[0], gs[0], seat)
