"""The lessons that editions begin with: one for the shared deck, and a short one for decks with other cards."""

from __future__ import annotations

from ...lesson_type import Lesson, Step

OTHERS = (["blue-1", "blue-2", "blue-3", "red-reverse"], ["yellow-1", "yellow-2", "red-draw-two", "yellow-3"])
UNO_STEPS = (
    Step(
        "Two cards left. Press UNO!, then play a card.",
        ("play red-5 uno", "play red-6 uno"),
        {"hands": [["red-5", "red-6"], ["blue-1"] * 2, ["blue-2"] * 2], "top": "red-9"},
    ),
    Step(
        "{seat} has one card left and forgot to call UNO. Catch them before the next turn begins!",
        ("catch 2",),
        {"hands": [["blue-1", "blue-2"], ["blue-3"] * 2, ["red-5", "red-6"]], "top": "red-9", "turn": 2},
        ((2, "play red-5"),),
    ),
    Step(
        "It can happen to you, too: play a card, but don't call UNO.",
        ("play red-5", "play red-6"),
        {"hands": [["red-5", "red-6"], ["blue-1"] * 2, ["blue-2"] * 2], "top": "red-9"},
    ),
    Step("{seat} was watching: two cards for you. Next time, call UNO.", script=((1, "catch 0"),)),
    Step(
        "One card left, and it matches. Play it and win!",
        ("play red-5",),
        {"hands": [["red-5"], ["blue-1"] * 2, ["blue-2"] * 2], "top": "red-9"},
    ),
)
BASICS = Lesson(
    "basics",
    "The basics",
    rules=("turn-match", "turn-draw", "skip", "reverse", "draw-two", "wild", "wd4-guilty", "wd4-innocent", "uno-catch", "out"),
    steps=(
        Step(
            "Get rid of your cards first! Match the top card by color or by number: play a red card, or a 9.",
            ("play red-5", "play blue-9"),
            {"hands": [["red-5", "blue-9", "green-2", "yellow-7"], *OTHERS], "top": "red-9"},
        ),
        Step(
            "Nothing you hold matches now. No problem: draw a card.",
            ("draw",),
            {"hands": [["green-2", "green-3", "yellow-7"], *OTHERS], "top": "red-9", "draw": ["red-4"]},
        ),
        Step("Lucky you, it matches. Play it right away.", ("play red-4",)),
        Step(
            "A Skip takes the next player's turn away. Try it.",
            ("play red-skip",),
            {"hands": [["red-skip", "green-2", "green-3", "yellow-7"], OTHERS[1], OTHERS[0]], "top": "red-9"},
        ),
        Step(
            "Here comes the answer! A Reverse turns play around, and {seat}'s Draw Two costs you two cards and your turn.",
            script=((2, "play red-reverse"), (1, "play red-draw-two")),
        ),
        Step(
            "Your turn to strike back: play your Draw Two or your Reverse.",
            ("play red-draw-two", "play red-reverse"),
            {"hands": [["red-draw-two", "red-reverse", "green-3", "yellow-7"], ["blue-1"] * 2, ["blue-2"] * 2], "top": "red-9"},
        ),
        Step(
            "A Wild goes on any card. Play it and pick green: that's what you hold most of.",
            ("play wild green",),
            {"hands": [["wild", "green-2", "green-3", "green-7"], ["blue-1"] * 2, ["blue-2"] * 2], "top": "red-9"},
        ),
        Step(
            "{seat} played a Wild Draw Four on red. That's only allowed if {seat} has no red card and no other wild. It looks "
            "like a bluff: challenge it!",
            ("challenge",),
            {"hands": [["blue-1", "green-2", "yellow-7"], ["wild-draw-four", "red-5", "red-7"]], "top": "red-9", "turn": 1},
            ((1, "play wild-draw-four blue"),),
        ),
        Step(
            "Caught: {seat} had red and drew the four cards. But what if you're wrong? Challenge this one, too.",
            ("challenge",),
            {"hands": [["blue-1", "green-2", "yellow-7"], ["wild-draw-four", "blue-5", "green-7"]], "top": "red-9", "turn": 1},
            ((1, "play wild-draw-four blue"),),
        ),
        Step("{seat} was honest this time, so you drew six instead of four. Challenge when you have a reason."),
        Step(
            "Now you. Your Wild Draw Four is no bluff, so play it and pick green.",
            ("play wild-draw-four green",),
            {"hands": [["wild-draw-four", "green-2", "green-3"], ["blue-1"] * 2], "top": "red-9"},
        ),
        Step("{seat} didn't believe you and drew six. Well played!", script=((1, "challenge"),)),
        *UNO_STEPS,
    ),
)


def short_basics(*, colors: tuple[str, str] = ("green", "yellow"), emblem: str = "") -> Lesson:
    """Make a first lesson without draw cards and wilds.

    ``colors`` are those of the deck besides red and blue, and ``emblem`` is how the names of its action cards end. Action cards
    with an emblem have to be accepted.
    """
    rest, others = [f"{colors[0]}-2", f"{colors[0]}-3", f"{colors[1]}-7"], (["blue-1"] * 2, ["blue-2"] * 2)
    accepted = ((1, "accept"),) if emblem else ()
    return Lesson(
        "basics",
        "The basics",
        rules=("turn-match", "turn-draw", "skip", "reverse", "uno-catch", "out"),
        steps=(
            Step(
                "Get rid of your cards first! Match the top card by color or by number: play a red card, or a 9.",
                ("play red-5", "play blue-9"),
                {"hands": [["red-5", "blue-9", *rest[1:]], *others], "top": "red-9"},
            ),
            Step(
                "Nothing you hold matches now. No problem: draw a card.",
                ("draw",),
                {"hands": [rest, *others], "top": "red-9", "draw": ["red-4"]},
            ),
            Step("Lucky you, it matches. Play it right away.", ("play red-4",)),
            Step(
                "A Skip takes the next player's turn away. Try it.",
                (f"play red-skip{emblem}",),
                {"hands": [[f"red-skip{emblem}", *rest], *others], "top": "red-9"},
                then=accepted,
            ),
            Step(
                "A Reverse turns play around, so the player before you comes next. Play yours.",
                (f"play red-reverse{emblem}",),
                {"hands": [[f"red-reverse{emblem}", *rest], *others], "top": "red-9"},
                then=accepted,
            ),
            *UNO_STEPS,
        ),
    )
