"""The texts of UNO Dare!: three lists of sixteen dares, the options, its lesson, and its rules in words."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from ... import rulebook as book
from ...house import check_dares, dares_form
from ...lessons import Lesson, Step
from ...options import Option, Options, choice
from ...rulebook import Rule

DARES = 16


class Dare(NamedTuple):
    """What to do, and whether it lasts until the player's next turn."""

    text: str
    lasting: bool = False


FAMILY = (
    Dare("Name five animals that live in the sea before somebody counts to ten."),
    Dare("Speak only in questions until your next turn.", lasting=True),
    Dare("Hum a tune that everybody knows until somebody guesses it."),
    Dare("Keep one hand on your head until your next turn.", lasting=True),
    Dare("Say something kind about every other player."),
    Dare("Tell the table about the best meal you ever had, without naming the food."),
    Dare("Say 'if you please' at the end of every sentence until your next turn.", lasting=True),
    Dare("Make three different animal sounds; the others must guess them."),
    Dare("Count backward from thirty by threes."),
    Dare("Talk like a weather reporter until your next turn.", lasting=True),
    Dare("Describe something in the room without naming it, until somebody guesses it."),
    Dare("Smile without a break until your next turn.", lasting=True),
    Dare("Recite the alphabet from the end as far as the letter Q."),
    Dare("Whisper everything you say until your next turn.", lasting=True),
    Dare("Invent a two-line poem about the player on your left."),
    Dare("Tell a joke; one smile at the table is enough."),
)
SHOWOFF = (
    Dare("Announce every card like a sports commentator at a final until your next turn.", lasting=True),
    Dare("Balance something flat on one finger for five seconds."),
    Dare("Show a talent of yours for ten seconds."),
    Dare("Refer to yourself by your first name only until your next turn.", lasting=True),
    Dare("Give a victory speech of three sentences, as if you had won already."),
    Dare("Name ten countries in twenty seconds."),
    Dare("Speak as slowly and grandly as a king or queen until your next turn.", lasting=True),
    Dare("Do your best impression of another player's way of laughing."),
    Dare("Sing your next words, whatever they are, until your next turn.", lasting=True),
    Dare("Say a tongue twister of your choice three times without a slip."),
    Dare("Strike a statue's pose and hold it, blinking allowed, until your next turn.", lasting=True),
    Dare("Explain the rules of this game in fifteen seconds."),
    Dare("Draw the player on your right with your eyes closed and show it."),
    Dare("Applaud every card that anybody plays until your next turn.", lasting=True),
    Dare("Sell the table an everyday thing within reach, in twenty seconds."),
    Dare("Multiply two numbers below twenty that the table gives you, in your head."),
)
DAREDEVIL = (
    Dare("Keep your eyes closed whenever it is not your turn, until your next turn.", lasting=True),
    Dare("Let the player on your left choose your funniest facial expression; hold it for ten seconds."),
    Dare("Answer one harmless question of the table's truthfully."),
    Dare("Say no word with the letter E until your next turn.", lasting=True),
    Dare("Stand on one leg until the table has counted to thirty."),
    Dare("Keep a straight face while everybody else tries to make you laugh, until your next turn.", lasting=True),
    Dare("Tell a story of four sentences in which each begins with the next letter of the alphabet."),
    Dare("Make up a dance move and teach it to the table."),
    Dare("Speak in rhymes until your next turn.", lasting=True),
    Dare("Imitate a machine with sound and movement until somebody guesses it."),
    Dare("Keep both elbows above your shoulders until your next turn.", lasting=True),
    Dare("Confess the silliest thing you ever believed as a child."),
    Dare("Let the player on your right name a word; say three that rhyme with it in ten seconds."),
    Dare("Answer everything that is said to you with 'certainly, captain' until your next turn.", lasting=True),
    Dare("Pretend to be a robot whose battery runs out, for fifteen seconds."),
    Dare("Guess the color of the card that the player on your left thinks of, in two tries."),
)
LISTS = {"family": FAMILY, "showoff": SHOWOFF, "daredevil": DAREDEVIL}


def dares_of(options: Options) -> tuple[Dare | None, ...]:
    """Return the sixteen dares of the list that the table has chosen, with None for each one it left blank."""
    if options["dare_list"] in LISTS:
        return LISTS[options["dare_list"]]
    return tuple(None if dare is None else Dare(**dare) for dare in options["house_rules"])


def _dare_list() -> Option:
    """Build the option for the list of dares (dare-lists). Its form says what a list holds. Dares are vetoed by number."""
    names = {"family": "Family", "showoff": "Showoff", "daredevil": "Daredevil", "house-rules": "House Rules, by the table"}
    option = choice("dare_list", "the list of dares for this game", *names, rule="dare-lists", says=names)
    for value in option.form["values"]:
        if value["value"] in LISTS:
            value["items"] = [dare._asdict() for dare in LISTS[value["value"]]]
        else:
            value["written"] = "house_rules"
    return option


DARE_LIST = _dare_list()
HOUSE_DARES = Option(
    "house_rules",
    [None] * DARES,
    "the dares that the table writes on the House Rules list",
    f"a list of up to {DARES} dares, each a text or a mapping with text and lasting, or null",
    partial(check_dares, most=DARES),
    between_rounds=True,
    rule="dare-lists",
    form=dares_form(DARES),
)
STRICTNESS = choice(
    "strictness",
    "how a dare is judged",
    "majority",
    "unanimous",
    rule="dare-judge",
    says={"majority": "it fails by more than half of the votes", "unanimous": "it is done only if all votes say so"},
)
DARE_TURN = choice(
    "dare_turn",
    "the turn of the player who is dared",
    "keeps",
    "loses",
    rule="dare",
    says={"keeps": "the player who is dared then takes the turn", "loses": "being dared costs the turn"},
)

# ---- the lesson -------------------------------------------------------------------------------------
OTHERS = (["blue-1", "blue-2", "blue-3"], ["yellow-1", "yellow-2", "red-dare-7", "wild-dare-16"])
LESSON = Lesson(
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

# ---- rules -----------------------------------------------------------------------------------------
WORDS = {
    "deck-actions": "Every color has two Skip, two Reverse and two Dare.",
    "turn-match": "On your turn play one card that matches the top card by color (after a wild: the named color), number or "
    "symbol. A wild matches anything. The number of a dare is not matched: any Dare matches any Dare.",
    "pile-exhausted": "Where nothing is left to reshuffle, a player draws what there is. With nothing to draw, a player who "
    "can play must, and one who cannot passes. A full lap of such passes ends the round without a winner. Nobody scores, the "
    "deal passes on, and in a single-round game another round decides.",
    "out-draw": "A last Dare or Wild Dare still makes the next player draw two or do the dare before counting. Every other "
    "effect of a last card is dropped.",
    "score-values": "Numbers count their face value; Skip, Reverse and Dare 20; every wild 50.",
}
RULEBOOK = (
    *book.DECK,
    Rule(
        "deck-da",
        "108 cards: 76 numbers, 8 Skip, 8 Reverse, 8 Dare, 8 Wild Dare; the dare lists lie beside the game.",
    ),
    Rule(
        "deck-dare-number",
        "Each Dare and Wild Dare card carries the number of a dare: blue 1 and 5, green 2 and 6, red 3 and 7, yellow 4 "
        "and 8, Wild Dare 9 to 16, each once.",
        ruling=True,
    ),
    *book.SETUP,
    *book.SETUP_OLDER,
    Rule(
        "open-dare",
        "An opening Dare: the player left of the dealer draws two or does the dare, then takes the first turn.",
    ),
    Rule(
        "open-wild-dare",
        "An opening Wild Dare: draw two or the dare first, then that player names the color, then takes the turn.",
    ),
    *book.TURN,
    *book.UNO,
    *book.ACTIONS,
    Rule(
        "dare",
        "Dare: the next player draws two, or does the dare of that number in the chosen list. Either way that player then "
        "takes the turn, for nothing says that it is lost. A table may decide that being dared costs the turn; a lasting "
        "dare then runs until that player's next turn. An opening dare costs no turn either way.",
        ruling=True,
    ),
    Rule("dare-wild", "Wild Dare: a Dare and a wild together, playable at any time; its player names any color."),
    Rule(
        "dare-lists",
        "One of four lists is chosen at set-up: Family, Showoff, Daredevil, or House Rules, which the table writes. An "
        "empty entry leaves only drawing two.",
        ruling=True,
    ),
    Rule(
        "dare-tease",
        "Any player may make a dare easier or harder by talking, asking, teasing, playing fast or slow. The performer must "
        "stay in the dare; refusing to answer or slipping fails it.",
    ),
    Rule(
        "dare-judge",
        "The other players judge. More than half of the votes cast must say no to fail, abstentions do not count and a tie "
        "favors the performer; at a unanimous table a dare is done only if every vote cast is yes.",
        ruling=True,
    ),
    Rule("dare-fail", "A failed dare costs two cards."),
    Rule(
        "dare-lasting",
        "A dare that lasts until the next turn runs through the turn taken right after it and is judged when the "
        "player's following turn begins, before any move; a lost turn does not end it. Each other player may call it "
        "failed once: that is a no, and the rest vote; at a unanimous table that no decides, and nobody else is asked. The "
        "performer may admit it without a vote. A player dared again is "
        "judged on the old dare first. At the end of the round the last card's dare is judged at once, then the open ones "
        "in order of play, then the points are counted; the winner's own lapses.",
        ruling=True,
    ),
    *book.GOING_OUT,
    *book.MATCH_500,
    *book.EVERYBODY,
)
