"""What an edition's own part of a view shows, and the words for it."""

from __future__ import annotations

from typing import NamedTuple

from .rules.state import VOTING


class Shown(NamedTuple):
    """A field in an edition's own part of a view: the type of its value, and the sentence that shows it as {it}.

    ``holds`` is seat, card, number, text, texts, dare (number, text, lasting) or rule (a house rule). With "… by seat", there
    is a value for each of some seats, and {seat} stands for the seat. ``you`` is the sentence for the player it is about. In
    its ``phases``, the view shows the public field of the round with that name, and ``sees`` needn't return it.

    Cards that turn out well or badly for their players have a ``sign``, "yes" or "no", and a ``label`` of a few words that
    says so. While a view has such cards, they are the event at the table: interfaces show them large, and bots give everyone
    time to read.
    """

    holds: str
    says: str
    phases: tuple[int, ...] = ()
    you: str = ""
    sign: str = ""
    label: str = ""


SHOWS = {
    "rule": Shown("rule", "House rule: {it}"),
    "chosen": Shown("seat", "Chosen player: {it}", you="You're the chosen player"),
    "to_discard": Shown("number by seat", "{seat} still has to discard: {it}", you="You still have to discard: {it}"),
    "performer": Shown("seat", "All eyes on {it}", (VOTING,), you="All eyes on you"),
}
