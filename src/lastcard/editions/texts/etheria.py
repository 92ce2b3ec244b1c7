"""The texts of Unite Etheria: its lesson, and its rules in words."""

from __future__ import annotations

from ...lessons import Lesson, Step
from ...rulebook import Rule

OTHERS = (["red-1", "blue-1", "blue-3"], ["yellow-1", "green-4", "wild-unite-etheria", "blue-4"])

LESSON = Lesson(
    "unite-etheria",
    "Unite Etheria",
    rules=("etheria-secret", "etheria-reveal", "etheria-miss", "etheria-match"),
    steps=(
        Step(
            "Play Wild Unite Etheria. It goes on any card.",
            ("play wild-unite-etheria",),
            {"hands": [["wild-unite-etheria", "red-5", "red-7", "wild", "wild"], *OTHERS], "top": "red-9"},
        ),
        Step("Hide one of your red cards. The others will have to guess its color.", ("secret red-5", "secret red-7")),
        Step(
            "Somebody matched your color, so you may get rid of the hidden card, too. {seat} missed and drew one.",
            ("place", "keep"),
            script=((1, "reveal red-1"), (2, "reveal green-4")),
        ),
        Step(
            "Now somebody else hides a card, and {seat} has picked one to show. Show a card whose color you'd guess.",
            ("reveal …",),
            {"hands": [["red-1", "blue-8", "green-2"], *OTHERS], "top": "red-9", "turn": 2},
            ((2, "play wild-unite-etheria"), (2, "secret blue-4"), (1, "reveal blue-1")),
        ),
        Step("The hidden card was blue. You keep the card you showed, and a miss costs one more.", script=((2, "place"),)),
    ),
)

RULEBOOK = (
    Rule(
        "etheria-secret",
        "Wild Unite Etheria: choose in secret a colored card of your hand. It stays in the hand, and its count, until it "
        "is placed. With wilds only you just name a color, and nobody else can tell which of the two you are choosing.",
        ruling=True,
    ),
    Rule(
        "etheria-reveal",
        "Every other player picks one card to show, at the same time, none knowing another's or the secret; any card, and "
        "a wild matches nothing.",
        ruling=True,
    ),
    Rule(
        "etheria-miss",
        "All is shown. Whoever does not match the secret card's color draws one and keeps the shown card; whoever matches "
        "just keeps it.",
    ),
    Rule(
        "etheria-match",
        "With at least one match the secret card may be put on the discard pile: its color and face are now on top, and "
        "its own action does nothing. Kept instead, a color is named.",
        ruling=True,
    ),
    Rule("etheria-none", "With no match the secret card goes back to the hand and a color is named."),
    Rule("etheria-out", "A player whose placed secret card was the last one has gone out.", ruling=True),
)
