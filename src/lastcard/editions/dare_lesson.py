"""The lesson of the Dare edition."""

from __future__ import annotations

from ..lessons import Lesson, Step

OTHERS = (["blue-1", "blue-2", "blue-3"], ["yellow-1", "yellow-2", "red-dare-7", "wild-dare-16"])
DARES_LESSON = Lesson(
    "dares",
    "Draw two or do the dare",
    rules=("dare", "dare-judge", "dare-wild"),
    steps=(
        Step(
            "A Dare makes the next player draw two or do the dare with its number. Play yours.",
            ("play red-dare-3",),
            {"hands": [["red-dare-3", "green-2", "green-3", "yellow-7"], *OTHERS], "top": "red-9"},
        ),
        Step("{seat} would rather draw two, and then takes the turn.", script=((1, "take"),)),
        Step(
            "Now {seat} dares you. Draw two, or do it?",
            ("take", "dare"),
            {"hands": [["red-1", "green-2", "green-3"], *OTHERS], "top": "red-9", "turn": 2},
            ((2, "play red-dare-7"),),
        ),
        Step(
            "A Wild Dare goes on any card. Play it and pick a color.",
            ("play wild-dare-9 …",),
            {"hands": [["wild-dare-9", "green-2", "green-3", "yellow-7"], *OTHERS], "top": "red-9"},
        ),
        Step("{seat} does the dare, and the table judges. What do you say?", ("vote …",), script=((1, "dare"),)),
        Step("{seat} has voted, too. A failed dare costs two cards.", script=((2, "vote yes"),)),
        Step(
            "One more for you, from {seat}'s Wild Dare. Draw two, or do it?",
            ("take", "dare"),
            {"hands": [["red-1", "green-2", "green-3"], *OTHERS], "top": "red-9", "turn": 2},
            ((2, "play wild-dare-16 yellow"),),
        ),
    ),
)
