"""The texts of Dawn of Justice: its lesson, and its rules in words."""

from __future__ import annotations

from ... import rulebook as book
from ...lessons import Lesson, Step
from ...rulebook import Rule

OTHERS = (["blue-1", "blue-2", "blue-3"], ["gold-1", "gold-2", "red-draw-two@superman", "hero@batman"])

RAIN = {"name": "Rain", "steps": [{"does": "draws", "who": "everyone else", "n": 1}]}

SWAP = {"name": "Trading places", "steps": [{"does": "swaps hands", "who": "next"}]}

LESSON = Lesson(
    "heroes",
    "Heroes and house rules",
    rules=("hero-block", "hero-block-effect", "hero-wild", "custom-rule"),
    steps=(
        Step(
            "On your turn, a Hero is a Wild. Play it and pick a color.",
            ("play hero@superman …",),
            {"hands": [["hero@superman", "blue-7", "blue-8", "gold-3"], *OTHERS], "top": "red-9"},
        ),
        Step(
            "{seat}'s Draw Two hits you. It shows Superman, so Batman's Hero stops it, at any time. Block it!",
            ("block hero@batman …",),
            {
                "hands": [
                    ["hero@batman", "blue-7", "blue-8", "gold-3"],
                    OTHERS[0],
                    ["red-draw-two@superman", "red-1", "red-2"],
                ],
                "top": "red-9",
                "turn": 2,
            },
            ((2, "play red-draw-two@superman"),),
        ),
        Step(
            "No cards for you, and you picked the color. Now play your Skip.",
            ("play red-skip@superman",),
            {"hands": [["red-skip@superman", "blue-7", "blue-8", "gold-3"], *OTHERS], "top": "red-9"},
        ),
        Step(
            "That works both ways: {seat} blocked it with a Hero. Your Skip does nothing, and {seat} picked the color.",
            script=((2, "block hero@batman gold"),),
        ),
        Step(
            "Your table writes its own rules on the Wild Customizable. On this one, everyone else draws a card. Play it.",
            ("play wild-custom@superman …",),
            {
                "hands": [["wild-custom@superman", "blue-7", "blue-8"], *OTHERS],
                "top": "red-9",
                "options": {"house_rules": {"superman": RAIN}},
            },
        ),
        Step("{seat} accepted it and nobody blocked, so the rule ran.", script=((1, "accept"),)),
        Step(
            "On {seat}'s card, the rule is to swap hands with the next player: you. You have no Hero to block it, so accept.",
            ("accept",),
            {
                "hands": [["blue-7", "blue-8", "red-2"], OTHERS[0], ["wild-custom@batman", "gold-1", "gold-2"]],
                "top": "red-9",
                "turn": 2,
                "options": {"house_rules": {"batman": SWAP}},
            },
            ((2, "play wild-custom@batman gold"),),
        ),
    ),
)

WORDS = {
    "turn-match": "On your turn play one card that matches the top card by color (after a wild: the named color), number "
    "or symbol. A wild matches anything. An emblem is not matched.",
    "uno-duty-any-way": "The call is owed whichever move leaves the one card: a block, too. A one-card hand that a house "
    "rule makes owes no call, and no house rule takes a last card.",
    "out-draw": "A last Draw Two or Wild Draw Four still makes the next player draw before counting, without a challenge. "
    "Every other effect of a last card is dropped. Only a last Draw Two or Wild Draw Four waits for a block, and its "
    "player has won even if it is blocked, and even if the Hero was the blocker's last card.",
    "stack": "Whoever is hit by a draw card may put another draw card on top instead of drawing, and the sum moves on to "
    "the next player. The table chooses how: a Draw Two on a Draw Two and a Wild Draw Four on a Wild Draw Four; also a "
    "Wild Draw Four on a Draw Two; or also a Draw Two of the named color on a Wild Draw Four. Whoever takes the sum loses "
    "the turn. Putting a card on accepts the card below; a Hero that blocks the top card ends the whole stack, and nobody "
    "draws.",
    "stack-out": "A draw card put on as a last card goes out. The player it hits takes the whole sum and cannot answer, "
    "unless a Hero blocks it; its player has won anyway.",
    "deflect": "Whoever is hit by a draw card may answer with a Reverse of the color in force: play turns around, and the "
    "sum goes to the neighbor in the new direction, with two players to the other. The last draw card still decides what "
    "may be put on, and nobody may challenge until another draw card is. A Hero that blocks the Reverse ends the whole "
    "stack. A Reverse as a last card goes out; it waits for a block too, and then the player it hits takes the sum and "
    "cannot answer.",
}

RULEBOOK = (
    *book.DECK,
    *book.DECK_WILDS,
    Rule(
        "deck-dj",
        "112 cards: 76 numbers, 24 colored action cards, 4 Wild, 4 Wild Draw Four, 2 Hero, 2 Wild Customizable.",
    ),
    Rule(
        "deck-emblem",
        "Every action card shows Batman or Superman, half of each and one of each pair of a color; one Hero card of each.",
        ruling=True,
    ),
    *book.SETUP,
    *book.SETUP_OLDER,
    Rule("open-draw-two", "An opening Draw Two: the player left of the dealer draws two and misses the turn."),
    Rule(
        "open-wild",
        "An opening Wild, Hero or Customizable: the player left of the dealer names the color, then takes the first turn; "
        "nothing else happens.",
    ),
    Rule(
        "open-wild-draw-four",
        "An opening Wild Draw Four goes back into the deck, shuffled; another card is turned.",
    ),
    Rule("open-no-block", "An opening card was played by nobody, so no Hero blocks it.", ruling=True),
    *book.TURN,
    *book.UNO,
    *book.ACTIONS,
    *book.DRAWS_AND_WILDS,
    Rule("hero-wild", "A Hero card is a wild on one's own turn."),
    Rule(
        "hero-block",
        "An action card with Superman is blocked by Batman's Hero card and the other way round: by any other player, out "
        "of turn, until the player who was next before it has accepted it. For a Wild, a blank Customizable and a plain "
        "two-player Reverse that player's play or draw accepts too; for the rest only accepting or challenging does. A "
        "house rule runs after it was accepted. Where the one Hero card that could block lies face up in the discard pile, "
        "everybody can see that, and nothing waits for a block.",
        ruling=True,
    ),
    Rule(
        "hero-block-effect",
        "The blocked action does nothing and a color it named is void; the blocker names the color. Play goes on with the "
        "player after the one whose card was blocked, in the direction before it. No Hero blocks a Hero; a block with the "
        "last card goes out.",
        ruling=True,
    ),
    Rule("hero-block-challenge", "A Wild Draw Four is blocked before it is taken or challenged.", ruling=True),
    Rule(
        "hero-secret",
        "Nothing that anybody else sees or can time tells whether a player holds a Hero card.",
        ruling=True,
    ),
    Rule(
        "custom-rule",
        "A Customizable card is a wild that runs the house rule written on it. The table writes the rule, all agree before "
        "the round, and it can be rewritten between rounds; the two cards may carry different rules; with no rule written "
        "it is a plain Wild.",
    ),
    *book.GOING_OUT,
    *book.MATCH_500,
    *book.EVERYBODY,
)
