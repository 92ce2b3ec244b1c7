"""Tips as data: one sentence for the first time that something happens to a player, or that they may do something.

Every edition has the shared tips that fit its verbs and events, and may add its own. Whoever shows them remembers which have
been seen, so that none comes twice.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache
from typing import NamedTuple

from .events import Event
from .lesson_type import ANY

HITS = ("seat", "to", "")


class Tip(NamedTuple):
    """A sentence, and when to say it, once. Whoever shows tips remembers the ``id``, so a new meaning needs a new id.

    Either ``happens`` names an event, and ``hits`` says whom it has to happen to: the event's ``seat``, its ``to``, or anyone
    (""). Or ``offers`` is a move that the player may make now, where … stands for anything, and ``without`` is one that the
    player may not make.
    """

    id: str
    says: str
    happens: str = ""
    hits: str = "seat"
    offers: str = ""
    without: str = ""

    def is_due(self, you: int, events: Iterable[Event], moves: Collection[str]) -> bool:
        """Whether to say it to a seat now, after these events and with these moves to choose from."""
        if self.happens:
            return any(event.what == self.happens and (not self.hits or getattr(event, self.hits) == you) for event in events)
        return _among(self.offers, moves) and not (self.without and _among(self.without, moves))


@cache
def _pattern(move: str) -> re.Pattern[str]:
    return re.compile(".+".join(map(re.escape, move.split(ANY))))


def _among(move: str, moves: Iterable[str]) -> bool:
    return any(_pattern(move).fullmatch(each) for each in moves)


CHALLENGE = Tip(
    "challenge",
    "A Wild Draw Four is a last resort. If you think its player had a card of the color in play, challenge it.",
    offers="challenge",
)
# The same where another wild counts, too (wd4-wilds-match).
CHALLENGE_WILDS = CHALLENGE._replace(
    says="A Wild Draw Four is a last resort. If you think its player had a card of the color in play or another wild, "
    "challenge it."
)
TIPS = (
    CHALLENGE,
    Tip("forgot", "You have one card left and didn't call UNO. Call it now: someone can still catch you.", offers="uno"),
    Tip("catch", "Someone forgot to call UNO. Catch them before the next turn begins, and they draw.", offers="catch …"),
    Tip("caught", "That's what forgetting UNO costs. Call it when you play your second-to-last card.", happens="caught"),
    Tip(
        "call",
        "Two cards left: call UNO as you play the next one, or someone can catch you.",
        offers="play … uno",
    ),
    Tip("skipped", "You lose this turn. Skips do that, and so can other cards.", happens="skipped"),
    Tip(
        "reversed",
        "A Reverse turns play around: whoever came before you comes after you now.",
        happens="reversed",
        hits="",
    ),
    Tip(
        "jump", "You hold exactly the card that was just played. Jump in with it before the next turn begins!", offers="jump …"
    ),
    Tip("stacked", "The cards add up. Put a draw card on top if you can, or take them all.", happens="stacked", hits="to"),
    Tip("draw", "None of your cards match, so draw one. If it matches, you can play it.", offers="draw", without="play …"),
)


def shared_tips(own: Iterable[Tip], known: Collection[str], *, wilds_match: bool) -> list[Tip]:
    """Return the shared tips about these verbs and events, without those that an edition says in its own words."""
    ids = {tip.id for tip in own}
    tips = [CHALLENGE_WILDS if wilds_match and tip is CHALLENGE else tip for tip in TIPS]
    return [tip for tip in tips if tip.id not in ids and (tip.happens or tip.offers.partition(" ")[0]) in known]
