"""The texts of Dawn of Justice: its lesson, tips, prompts, events, verbs and rules in words."""

from __future__ import annotations

from ... import rulebook as book
from ...events import Effect, EventText
from ...lesson_type import Lesson, Step
from ...moves import VerbText
from ...prompts import Prompt
from ...rulebook import Rule
from ...tips import Tip

DRIZZLE = {"name": "Drizzle", "steps": [{"does": "draws", "who": "everyone else", "n": 1}]}

LESSON = Lesson(
    "heroes",
    "Heroes and house rules",
    rules=("hero-block", "hero-block-effect", "hero-wild", "custom-rule"),
    steps=(
        Step(
            "Heroes block cards that show the other hero. Play your Skip and see!",
            ("play red-skip@superman",),
            {
                "hands": [
                    ["red-skip@superman", "blue-7", "blue-8", "gold-3"],
                    ["hero@batman", "blue-1", "blue-2"],
                    ["gold-1", "gold-2", "blue-3"],
                ],
                "top": "red-9",
            },
            then=((1, "block hero@batman gold"),),
            outcome="{seat}'s Batman Hero blocked your Skip!",
        ),
        Step(
            "On your turn, a Hero is a Wild. Play your Superman Hero!",
            ("play hero@superman …",),
            {
                "hands": [
                    ["hero@superman", "hero@batman", "wild-custom@superman", "blue-7", "blue-8"],
                    ["wild-custom@batman", "blue-1", "blue-2"],
                    ["gold-draw-two@superman", "gold-1", "gold-2"],
                ],
                "top": "red-9",
                "options": {"house_rules": {"batman": DRIZZLE, "superman": DRIZZLE}},
            },
        ),
        Step(
            "{seat}'s Draw Two shows Superman: block it with Batman's Hero, even out of turn!",
            ("block hero@batman …",),
            script=((1, "play wild-custom@batman gold"), (2, "play gold-draw-two@superman")),
        ),
        Step(
            "A Wild Customizable does what your table wrote on it. Play this Drizzle: everyone else draws one!",
            ("play wild-custom@superman …",),
        ),
    ),
)

WHILE_PENDING = "You can only block an action card until the next player accepts it."
VERB_TEXTS = {"block": VerbText("Block with {card}", WHILE_PENDING, title="Block")}

WORDS = {
    "turn-match": "On your turn, play one card that matches the top card by color, number or symbol. After a wild, match the "
    "color its player picked. A wild matches anything. Emblems don't count as a match.",
    "uno-duty-any-way": "You have to call no matter which move leaves you with one card, even if it's a block. If a house rule "
    "leaves you with one card, you don't have to call, and no house rule takes your last card.",
    "out-draw": "A Draw Two or Wild Draw Four still works as a last card: the next player draws before the points are "
    "counted, and can't challenge. A last card has no other effect. Only a last Draw Two or Wild Draw Four can "
    "be blocked. Its player has won even then, and even if the Hero was the blocker's last card.",
    "stack": "If a draw card hits you, you may put another one on top instead of drawing. The cards add up and move on to "
    "the next player. The table chooses what goes on top: a Draw Two on a Draw Two and a Wild Draw Four on a "
    "Wild Draw Four; also a Wild Draw Four on a Draw Two; or also a Draw Two of the chosen color on a Wild Draw "
    "Four. Whoever draws the cards loses a turn. Putting a card on top accepts the one below. A Hero that blocks "
    "the top card ends the whole stack, and nobody draws.",
    "stack-out": "You can go out by putting a draw card on a stack. The player it hits draws all the cards and can't answer, "
    "unless a Hero blocks it. You've won either way.",
    "deflect": "If a draw card hits you, you may answer with a Reverse of the current color: play changes direction, and "
    "the cards go to the player who is next now. With two players, that's the other one. The last draw card "
    "still decides what can go on top, and nobody can challenge until another one is played. A Hero that blocks "
    "the Reverse ends the whole stack. If the Reverse is your last card, you go out. A Hero can block it even "
    "then. If nobody does, the player it hits draws the cards and can't answer.",
}

TIPS = (
    Tip(
        "hero-block",
        "You hold a Hero card that can block this. Play it now, even out of turn, and pick the color.",
        offers="block …",
    ),
    Tip(
        "house-rule",
        "That card has a house rule written on it. Everyone agreed to it before the deal.",
        happens="rule",
        hits="",
    ),
)

PROMPTS = {
    "answer": Prompt(
        "{seat}'s {card} hits you. Accept it?",
        "Waiting for {seats} to accept the card.",
        "Answer the {card} first.",
        offers={"accept": "{seat}'s {card} hits you."},
    ),
    "vote": Prompt("Did {seat} do what the card says?", "Waiting for {seats} to judge."),
}

EVENTS = {
    "blocked": EventText(
        "{seat} blocks with {card} and picks {color}",
        "You block with {card} and pick {color}",
        effect=Effect("stamp", "discard", "special", 3, ("Blocked!",)),
    ),
}

RULEBOOK = (
    *book.DECK,
    *book.DECK_WILDS,
    Rule(
        "deck-dj",
        "112 cards: 76 number cards, 24 colored action cards, 4 Wilds, 4 Wild Draw Fours, 2 Heroes and 2 Wild Customizables.",
    ),
    Rule(
        "deck-emblem",
        "Every action card shows Batman or Superman: of every two alike, each has one. There's also one Hero card of each.",
        ruling=True,
    ),
    *book.SETUP,
    *book.SETUP_OLDER,
    Rule("open-draw-two", "If the first card is a Draw Two, the player to the dealer's left draws two and loses a turn."),
    Rule(
        "open-wild",
        "If the first card is a Wild, a Hero or a Customizable, the player to the dealer's left picks the color and "
        "then takes the first turn. Nothing else happens.",
    ),
    Rule(
        "open-wild-draw-four",
        "If the first card is a Wild Draw Four, it's shuffled back into the deck, and another card is turned over.",
    ),
    Rule("open-no-block", "Nobody played the first card, so no Hero can block it.", ruling=True),
    *book.TURN,
    *book.UNO,
    *book.ACTIONS,
    *book.DRAWS_AND_WILDS,
    Rule("hero-wild", "On your turn, a Hero is a Wild."),
    Rule(
        "hero-block",
        "Batman's Hero blocks action cards with Superman on them, and the other way around. Anyone but the card's "
        "player can block it, out of turn, until it's accepted by the player who was next when it was played. A "
        "Wild, a blank Customizable and a plain two-player Reverse are also accepted by playing or drawing. "
        "Everything else has to be accepted or challenged. A house rule runs once its card is accepted. If the only "
        "Hero that could block lies face up in the discard pile, everyone can see that, and nothing waits for a "
        "block.",
        ruling=True,
    ),
    Rule(
        "hero-block-effect",
        "A blocked card does nothing, and the color picked with it doesn't count: the blocker picks the color. Play "
        "goes on after the player whose card was blocked, in the same direction as before. A Hero can't block a "
        "Hero. If you block with your last card, you win the round.",
        ruling=True,
    ),
    Rule("hero-block-challenge", "A Wild Draw Four has to be blocked before anyone draws or challenges.", ruling=True),
    Rule(
        "hero-secret",
        "Nobody can tell whether you hold a Hero, neither by what they see nor by how long anything takes.",
        ruling=True,
    ),
    Rule(
        "custom-rule",
        "A Customizable is a Wild with a house rule written on it. The table writes the rule, and everyone agrees to "
        "it before the round. You can rewrite it between rounds, and the two cards can have different rules. With "
        "nothing written on it, the card is a plain Wild.",
    ),
    *book.GOING_OUT,
    *book.MATCH_500,
    *book.EVERYBODY,
)
