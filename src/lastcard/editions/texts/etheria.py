"""The texts of Unite Etheria: its lesson, tips, prompts, events, verbs and rules in words."""

from __future__ import annotations

from ...events import NO_EFFECT, Effect, EventText
from ...lesson_type import Lesson, Step
from ...moves import VerbText
from ...prompts import Prompt
from ...rulebook import Rule
from ...tips import Tip

LESSON = Lesson(
    "unite-etheria",
    "Unite Etheria",
    rules=("etheria-secret", "etheria-reveal", "etheria-miss", "etheria-match"),
    steps=(
        Step(
            "{seat} hid a card. Guess its color: show one of that color.",
            ("reveal …",),
            {
                "hands": [
                    ["wild-unite-etheria", "red-5", "blue-8", "green-2"],
                    ["blue-1", "red-1", "blue-3"],
                    ["wild-unite-etheria", "blue-4", "green-4", "yellow-1"],
                ],
                "top": "red-9",
                "turn": 2,
            },
            ((2, "play wild-unite-etheria"), (2, "secret blue-4")),
            ((1, "reveal blue-1"), (2, "place")),
        ),
        Step("It was blue. A miss costs one card. Now play Wild Unite Etheria!", ("play wild-unite-etheria",)),
        Step("Hide your red card and let the others guess.", ("secret red-5",)),
        Step(
            "Someone guessed red, so your hidden card may go, too!",
            ("place", "keep"),
            script=((1, "reveal red-1"), (2, "reveal green-4")),
        ),
    ),
)

TIPS = (
    Tip("secret", "Hide a card. Everyone else then shows one, and whoever doesn't match its color draws.", offers="secret …"),
    Tip("reveal", "Guess the color of the hidden card, and show a card of that color.", offers="reveal …"),
)

PROMPTS = {
    "secret": Prompt("Pick a card to hide.", "Waiting for {seats} to choose in secret.", "Make your secret choice first."),
    "reveal": Prompt(
        "{seat} hid a card. Pick one of yours to show.",
        "Waiting for {seats} to pick a card to show.",
        "Pick a card to show first.",
    ),
    "unite": Prompt(
        "Somebody matched: discard your secret card?",
        "Waiting for {seats} to discard or keep the secret card.",
        "Discard or keep your secret card first.",
    ),
}

EVENTS = {
    "secret": EventText("{seat} hides {card}", "You hide {card}", effect=Effect("stamp", "seat", "chime", 2, ("Hidden!",))),
    "picked": EventText("{seat} picks {card} to show", "You pick {card} to show"),
    "revealed": EventText(
        "{seat} shows {card}", "You show {card}", effect=Effect("spotlight", "seat", "chime", 2, ("Revealed!",))
    ),
    "secret-shown": EventText(
        "{seat}'s secret card is {card}",
        "Your secret card is {card}",
        effect=Effect("spotlight", "seat", "chime", 3, ("The secret!",)),
    ),
    "matched": EventText(
        "{seat} matches the secret card's color",
        "You match the secret card's color",
        effect=Effect("burst", "seat", "special", 3, ("A match!",)),
    ),
    "placed": EventText("{seat} discards {card}", "You discard {card}"),
    "kept": EventText("{seat} takes back the secret card", "You take back your secret card", effect=NO_EFFECT),
}

AFTER_MATCH = "You can only decide about your own secret card, after someone matches it."
VERB_TEXTS = {
    "secret": VerbText(
        "Hide {card}",
        "You can only hide a card right after playing a Wild Unite Etheria.",
        {
            "not-colored": "Your secret card must have a color.",
            "not-held": "Your secret card must come from your hand.",
            "hidden-already": "You've already hidden a card.",
        },
    ),
    "reveal": VerbText(
        "Show {card}",
        "You can only show one card, while someone else's secret card is waiting.",
        {"not-held": "You can only show a card from your hand."},
    ),
    "place": VerbText("Discard it", AFTER_MATCH),
    "keep": VerbText("Keep it", AFTER_MATCH),
}

WORDS = {
    "uno-duty-any-way": "You have to call no matter which move leaves you with one card, even if it's discarding "
    "your secret card.",
}

RULEBOOK = (
    Rule(
        "etheria-secret",
        "Wild Unite Etheria: secretly choose a colored card from your hand. It stays in your hand and counts as part "
        "of it until you discard it. If you only have wilds, you just pick a color, and nobody else can tell which of "
        "the two you're doing.",
        ruling=True,
    ),
    Rule(
        "etheria-reveal",
        "Everyone else picks a card to show, all at the same time, without knowing the secret card or what the "
        "others pick. Any card will do, but a wild matches nothing.",
        ruling=True,
    ),
    Rule(
        "etheria-miss",
        "Then all the cards are shown. If yours doesn't match the color of the secret card, you draw one. Either "
        "way, you keep the card you showed.",
    ),
    Rule(
        "etheria-match",
        "If at least one player matches, you may put your secret card on the discard pile. It's now the top card, "
        "but its action does nothing. If you keep it, you pick a color instead.",
        ruling=True,
    ),
    Rule("etheria-none", "If nobody matches, your secret card goes back into your hand, and you pick a color."),
    Rule("etheria-out", "If the secret card you discard is your last card, you win the round.", ruling=True),
)
