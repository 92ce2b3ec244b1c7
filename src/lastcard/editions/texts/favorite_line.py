"""The texts of My Favorite Line: its lesson, tips, prompts, events, verbs and rules in words."""

from __future__ import annotations

from ...events import Effect, EventText
from ...lesson_type import Lesson, Step
from ...moves import VerbText
from ...prompts import Prompt
from ...rulebook import Rule
from ...tips import Tip

FILMS = (
    "Episode I: The Phantom Menace",
    "Episode II: Attack of the Clones",
    "Episode III: Revenge of the Sith",
    "Episode IV: A New Hope",
    "Episode V: The Empire Strikes Back",
    "Episode VI: Return of the Jedi",
    "Episode VII: The Force Awakens",
    "Episode VIII: The Last Jedi",
    "Episode IX: The Rise of Skywalker",
    "Rogue One",
    "Solo",
)

OTHERS = (["blue-1", "blue-2", "blue-3"], ["yellow-1", "yellow-2", "wild-favorite-line", "green-3"])

LESSON = Lesson(
    "favorite-line",
    "My favorite line",
    rules=("favorite-line", "favorite-line-judge"),
    steps=(
        Step(
            "Play Wild My Favorite Line.",
            ("play wild-favorite-line …",),
            {"hands": [["wild-favorite-line", "red-1", "blue-8", "green-2"], *OTHERS], "top": "red-9"},
        ),
        Step("Pick a film. Everyone says a line from it, ending with you.", ("film …",)),
        Step(
            "Does {seat}'s made-up line count? Vote!",
            ("vote …",),
            script=((1, "line Even the moons hold their breath tonight"),),
            then=((2, "vote yes"), (2, "cannot")),
            outcome="It counts: {seat} voted yes, then had none and drew three.",
        ),
        Step(
            "Now {seat} asks you!",
            ("line …",),
            {"hands": [["red-1", "blue-8", "green-2"], *OTHERS], "top": "red-9", "turn": 2},
            ((2, "play wild-favorite-line blue"), (2, "film Rogue One")),
        ),
        Step("Your line counts!", script=((1, "vote yes"), (2, "vote yes"))),
    ),
)

TIPS = (
    Tip("film", "Pick a film that everyone at the table knows a line from.", offers="film …"),
    Tip("line", "Say any line from that film. If nothing comes to mind, you can give up and draw.", offers="line …"),
)

PROMPTS = {
    "film": Prompt("Pick a film.", "Waiting for {seats} to pick a film.", "Pick a film first."),
    "line": Prompt(
        "Say a line from the film.",
        "Waiting for {seats} to say a line.",
        "Say a line first, or admit that you don't know one.",
    ),
    "vote": Prompt("Is that a line from the film?", "Waiting for {seats} to judge the line."),
}

EVENTS = {
    "film": EventText(
        "{seat} picks the film: {text}",
        "You pick the film: {text}",
        effect=Effect("spotlight", "seat", "special", 2, ("Lines, please!",)),
    ),
    "line": EventText("{seat} says: {text}", "You say: {text}", effect=Effect("spotlight", "seat", "chime", 3, ("A line!",))),
    "cannot": EventText(
        "{seat} doesn't know a line", "You don't know a line", effect=Effect("stamp", "seat", "bad", 3, ("Speechless!",))
    ),
}

YOUR_LINE = "You can only do that when it's your turn to say a line."
VERB_TEXTS = {
    "film": VerbText(
        "Pick the film",
        "You can only pick a film right after playing a Wild My Favorite Line.",
        {"named-already": "You've already picked the film."},
    ),
    "line": VerbText("Say the line", YOUR_LINE),
    "cannot": VerbText("I don't know one", YOUR_LINE),
}

RULEBOOK = (
    Rule(
        "favorite-line",
        "Wild My Favorite Line: pick a color and a Star Wars film. Starting with the next player and ending with "
        "you, everyone says a line from it. The first player who can't draws three, and that's the end of it. If "
        "everyone knows a line, nobody draws. With an option, the lines keep going around, for ten laps at most.",
        ruling=True,
    ),
    Rule(
        "favorite-line-judge",
        "A line is rejected if more than half of the votes cast say no. Abstentions don't count, a tie favors the "
        "speaker, and with two players, the other one judges alone. A line that was already said doesn't count, "
        "whatever its capitals, spaces and punctuation, but you may say another one. Giving up or running out of "
        "time means that you don't know one.",
        ruling=True,
    ),
)
