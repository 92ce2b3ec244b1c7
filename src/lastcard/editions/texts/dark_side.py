"""The texts of Dark Side: its lesson, tips, prompts, events, verbs and rules in words."""

from __future__ import annotations

from ...events import NO_EFFECT, Effect, EventText
from ...lesson_type import Lesson, Step
from ...moves import VerbText
from ...prompts import Prompt
from ...rulebook import Rule
from ...tips import Tip

LESSON = Lesson(
    "rule-of-two",
    "The Rule of Two",
    rules=("rule-of-two",),
    steps=(
        Step(
            "The Wild Rule of Two goes on any card. Play it!",
            ("play wild-rule-of-two …",),
            {
                "hands": [
                    ["wild-rule-of-two", "red-1", "blue-8", "green-2", "yellow-7"],
                    ["wild-rule-of-two", "green-1", "yellow-3", "blue-1", "blue-2"],
                    ["blue-3", "yellow-1", "yellow-2"],
                ],
                "top": "red-9",
            },
        ),
        Step("Every master needs an apprentice. Pick one.", ("apprentice …",)),
        Step("Hand over a card you can spare. Only the two of you see it.", ("give …",)),
        Step(
            "Give one more, or stop here. Next, you're the apprentice!",
            ("give …", "done"),
        ),
        Step(
            "{seat} gave you two cards. Only you two know which.",
            script=((1, "play wild-rule-of-two blue"), (1, "apprentice 0"), (1, "give green-1"), (1, "give yellow-3")),
        ),
    ),
)

TIPS = (
    Tip("apprentice", "You're the apprentice now, so you may be handed up to two cards.", happens="apprentice", hits="to"),
    Tip("give", "Give away the cards you can do without. You can give up to two, or stop at any time.", offers="give …"),
)

PROMPTS = {
    "apprentice": Prompt(
        "Pick an apprentice. You can give them up to two of your cards.",
        "Waiting for {seats} to pick an apprentice.",
        "Pick an apprentice first.",
    ),
    "give": Prompt(
        "Pick a card for your apprentice.",
        "Waiting for {seats} to give cards.",
        "Finish giving cards to your apprentice first.",
    ),
}

EVENTS = {
    "apprentice": EventText(
        "{seat} takes {to} as an apprentice",
        "You take {to} as an apprentice",
        "{seat} takes you as an apprentice",
        Effect("spotlight", "to", "tense", 2, ("Apprentice!",)),
    ),
    "gave": EventText(
        "{seat} gives {to} {card}",
        "You give {to} {card}",
        "{seat} gives you {card}",
        Effect("flight", "to", "slide", 2, ("A gift!",)),
    ),
    "done": EventText("{seat} is done giving", "You are done giving", effect=NO_EFFECT),
}

AFTER_PICK = "You can only give cards after picking an apprentice."
VERB_TEXTS = {
    "apprentice": VerbText(
        "{seat}",
        "You can only pick an apprentice right after playing a Wild Rule of Two.",
        {
            "not-yourself": "You can't be your own apprentice: pick someone else.",
            "named-already": "You've already picked your apprentice: give a card or stop.",
        },
    ),
    "give": VerbText("Give {card}", AFTER_PICK, {"not-held": "You can only give a card from your hand."}),
    "done": VerbText("Done", AFTER_PICK),
}

WORDS = {
    "uno-duty-any-way": "You have to call no matter which move leaves you with one card, even if it's a gift to your "
    "apprentice.",
}

RULEBOOK = (
    Rule(
        "rule-of-two",
        "Wild Rule of Two: pick a color, and pick any other player as your apprentice. Give your apprentice up to "
        "two cards of your choice, or none, but never your last one. Only the two of you see which. Then play goes "
        "on as usual.",
        ruling=True,
    ),
)
