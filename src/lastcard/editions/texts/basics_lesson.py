"""The lessons that editions begin with: one for the shared deck, and a short one for decks without its draw cards and wilds.

Each is two short games, so that what one player does is what the next one has to deal with.
"""

from __future__ import annotations

from typing import Any

from ...lesson_type import Lesson, Step

MATCH = "Empty your hand to win! Match color or number: play red or a 9."
SKIP = "It matches! Play your Skip: the next player loses a turn."
WITHOUT_WILDS = "{seat} may only play this with no blue card and no other wild. A bluff? Challenge!"
WITHOUT_BLUE = "{seat} may only play this with no blue card. A bluff? Challenge!"


def basics(
    *,
    colors: tuple[str, str] = ("green", "yellow"),
    emblem: str = "",
    bluff: str = WITHOUT_WILDS,
    **more: Any,
) -> Lesson:
    """Make the first lesson for a deck with all shared cards.

    ``colors`` are those of the deck besides red and blue, and ``emblem`` is how the names of its action cards end.
    ``bluff`` says when a Wild Draw Four is allowed, and ``more`` goes into both positions.
    """
    third, fourth = colors
    return Lesson(
        "basics",
        "The basics",
        rules=(
            "turn-match",
            "turn-draw",
            "skip",
            "reverse",
            "draw-two",
            "wild",
            "wd4-guilty",
            "wd4-innocent",
            "uno-catch",
            "out",
        ),
        steps=(
            Step(
                MATCH,
                ("play red-5", "play blue-9"),
                {
                    "hands": [
                        ["red-5", "blue-9", f"blue-reverse{emblem}", f"{fourth}-4"],
                        ["blue-5", f"blue-draw-two{emblem}", f"wild-draw-four{emblem}", "blue-6", f"{third}-1"],
                        [f"wild{emblem}", f"{third}-draw-two{emblem}", "blue-3", f"{third}-4", "red-1"],
                    ],
                    "top": "red-9",
                    "draw": [f"{third}-skip{emblem}", f"wild{emblem}", f"{fourth}-7"],
                    **more,
                },
            ),
            Step(
                "{seat}'s Wild changed the color. No match? Draw a card.",
                ("draw",),
                script=((1, "play blue-5"), (2, f"play wild{emblem} {third}")),
            ),
            Step(SKIP, (f"play {third}-skip{emblem}",)),
            Step(
                "Two cards and a lost turn! Turn play around with your Reverse.",
                (f"play blue-reverse{emblem}",),
                script=((2, f"play {third}-draw-two{emblem}"), (1, f"play blue-draw-two{emblem}")),
            ),
            Step(bluff, ("challenge",), script=((2, "play blue-3"), (1, f"play wild-draw-four{emblem} red"))),
            Step("Caught! {seat} had blue and drew four. A Wild goes on anything: play yours!", (f"play wild{emblem} …",)),
            Step(
                "Two cards left: press UNO!, then play Wild Draw Four and pick blue.",
                (f"play wild-draw-four{emblem} blue uno",),
                {
                    "hands": [
                        [f"wild-draw-four{emblem}", f"blue-draw-two{emblem}"],
                        [f"blue-reverse{emblem}", f"{third}-1", f"{third}-2"],
                        [f"blue-skip{emblem}", "red-6"],
                    ],
                    "top": "red-9",
                    **more,
                },
            ),
            Step(
                "Six cards for a wrong challenge! {seat} forgot UNO: catch them before the next turn!",
                ("catch 2",),
                script=((1, "challenge"), (2, f"play blue-skip{emblem}")),
            ),
            Step(
                "Skipped! {seat}'s Reverse brings you back: win with your Draw Two!",
                (f"play blue-draw-two{emblem}",),
                script=((1, f"play blue-reverse{emblem}"),),
            ),
        ),
    )


BASICS = basics()

SHORT_BASICS = Lesson(
    "basics",
    "The basics",
    rules=("turn-match", "turn-draw", "skip", "reverse", "uno-catch", "out"),
    steps=(
        Step(
            MATCH,
            ("play red-5", "play blue-9"),
            {"hands": [["red-5", "blue-9", "green-2", "yellow-7"], ["blue-1"] * 2, ["blue-2"] * 2], "top": "red-9"},
        ),
        Step(
            "Nothing you hold matches now. No problem: draw a card.",
            ("draw",),
            {
                "hands": [
                    ["blue-reverse", "yellow-7", "yellow-8"],
                    ["yellow-reverse", "blue-1", "yellow-2", "green-1", "green-2"],
                    ["yellow-skip", "yellow-1", "yellow-3"],
                ],
                "top": "red-9",
                "draw": ["red-skip"],
            },
        ),
        Step(SKIP, ("play red-skip",)),
        Step(
            "You were skipped, too. {seat}'s Reverse turned play around: turn it back with yours!",
            ("play blue-reverse",),
            script=((2, "play yellow-skip"), (1, "play yellow-reverse")),
        ),
        Step(
            "{seat} has one card left and forgot UNO: catch them before the next turn!",
            ("catch 2",),
            script=((1, "play blue-1"), (2, "play yellow-1")),
        ),
        Step("Two cards left: press UNO!, then play one.", ("play yellow-7 uno", "play yellow-8 uno")),
        Step(
            "Your last card matches. Play it and win!",
            ("play …",),
            script=((1, "play yellow-2"), (2, "play yellow-3")),
        ),
    ),
)
