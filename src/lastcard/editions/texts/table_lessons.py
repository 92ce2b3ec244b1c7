"""Lessons about table rules that people often change. One edition has them, and tables of every edition lead there."""

from __future__ import annotations

from ...card_rules import SEVEN_ZERO
from ...lesson_type import Lesson, Step

STACKS = {"stacking": "any"}
JUMPS = {"jump_in": "identical"}
PAIRS = {"teams": "pairs"}
SWAPS = {"card_rules": [*SEVEN_ZERO]}

STACKING = Lesson(
    "stacking",
    "Stacking",
    rules=("stack", "stack-asked", "stack-out"),
    steps=(
        Step(
            "This table stacks. {seat}'s Draw Two hits you, but don't draw: put your own Draw Two on top.",
            ("play blue-draw-two",),
            {
                "hands": [
                    ["blue-draw-two", "green-2", "yellow-7"],
                    ["red-1", "red-2", "red-3"],
                    ["red-draw-two", "red-4", "red-5"],
                ],
                "top": "red-9",
                "turn": 2,
                "options": STACKS,
            },
            ((2, "play red-draw-two"),),
        ),
        Step(
            "Four cards, and a lost turn: {seat} had nothing to put on top, so the stack ends there.", script=((1, "accept"),)
        ),
        Step(
            "It works against you, too: {seat} put a Wild Draw Four on top of a Draw Two. Nothing you hold goes on it, so take "
            "the cards.",
            ("accept",),
            {
                "hands": [
                    ["green-2", "yellow-7"],
                    ["red-draw-two", "red-1", "red-2"],
                    ["wild-draw-four", "green-4", "green-5"],
                ],
                "top": "red-9",
                "turn": 1,
                "options": STACKS,
            },
            ((1, "play red-draw-two"), (2, "play wild-draw-four blue")),
        ),
        Step("Six at once! Keep a draw card in your hand for a moment like this."),
    ),
)

SEVEN_ZERO_LESSON = Lesson(
    "seven-zero",
    "Seven-Zero",
    rules=("card-rules", "card-rules-not"),
    steps=(
        Step(
            "At this table, a 7 swaps your hand for another player's. Play yours.",
            ("play red-7",),
            {
                "hands": [
                    ["red-7", "green-2", "yellow-4", "yellow-5"],
                    ["blue-1", "blue-2"],
                    ["green-1", "green-3", "green-4"],
                ],
                "top": "red-9",
                "options": SWAPS,
            },
        ),
        Step("Whose hand would you like? The smallest one is closest to winning.", ("choose 1",)),
        Step(
            "A 0 passes every hand on in the direction of play. {seat} played one, so you hold {seat}'s cards now, and yours "
            "went to the player after you.",
            (),
            {
                "hands": [["red-1", "red-2"], ["blue-1", "blue-2", "blue-3"], ["red-0", "green-3", "green-4", "green-5"]],
                "top": "red-9",
                "turn": 2,
                "options": SWAPS,
            },
            ((2, "play red-0"),),
        ),
    ),
)

JUMPING_IN = Lesson(
    "jumping-in",
    "Jumping in",
    rules=("jump-in",),
    steps=(
        Step(
            "At this table you can jump in out of turn with exactly the card that was just played. {seat} played a red 4, and "
            "you hold the other one. Quick, before the next turn begins!",
            ("jump red-4",),
            {
                "hands": [["red-4", "green-2", "yellow-7"], ["red-4", "red-1", "blue-1", "blue-2"], ["green-1", "green-3"]],
                "top": "red-9",
                "turn": 1,
                "options": JUMPS,
            },
            ((1, "play red-4"),),
        ),
        Step("Play goes on after you, so {seat} plays again, and whoever was next has to wait.", script=((1, "play red-1"),)),
        Step(
            "It happens to you, too. Play your blue 5.",
            ("play blue-5",),
            {
                "hands": [["blue-5", "green-2", "yellow-7"], ["red-1", "red-2", "red-3"], ["blue-5", "green-1", "green-3"]],
                "top": "blue-9",
                "options": JUMPS,
            },
        ),
        Step("{seat} had the other blue 5 and jumped in. Now it's your turn again.", script=((2, "jump blue-5"),)),
    ),
)

TEAMS = Lesson(
    "teams",
    "Playing in teams",
    rules=("teams", "teams-hidden"),
    steps=(
        Step(
            "You play in pairs. Your partner sits opposite, has one card left and picked blue the last time: help them with "
            "your blue 9.",
            ("play blue-9",),
            {
                "hands": [["red-1", "blue-9", "green-2"], ["blue-3", "yellow-2"], ["blue-5"], ["yellow-4", "yellow-6"]],
                "top": "red-9",
                "options": PAIRS,
            },
        ),
        Step(
            "{seat} went out, so you both win. Only the other team's cards count.",
            script=((1, "play blue-3 uno"), (2, "play blue-5")),
        ),
    ),
)

TABLE_LESSONS = (STACKING, SEVEN_ZERO_LESSON, JUMPING_IN, TEAMS)
