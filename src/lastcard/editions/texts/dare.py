"""The texts of UNO Dare!: three lists of sixteen dares, the options, its lesson, prompts, events and rules in words."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from ... import rulebook as book
from ...events import Effect, EventText
from ...house_rules import check_dares, dares_form
from ...lesson_type import Lesson, Step
from ...moves import VerbText
from ...options import Option, Options, choice
from ...prompts import Prompt
from ...rulebook import Rule
from ...tips import Tip

DARES = 16

VERB_TEXTS = {
    "take": VerbText("Draw two", "You can only draw two when someone dares you."),
    "dare": VerbText("Do the dare", "You can only do a dare when someone dares you."),
    "failed seat": VerbText(
        "{seat} has failed",
        "You can only report a dare that's still going on, and not during a vote.",
        {"not-yourself": "You can't report yourself: admit it instead."},
        title="Report a failed dare",
    ),
    "failed": VerbText(
        "Admit that you failed",
        "You can only admit that you failed while your dare is going on, and not during a vote.",
    ),
}


class Dare(NamedTuple):
    """A dare, and whether it lasts until the player's next turn."""

    text: str
    lasting: bool = False


FAMILY = (
    Dare("Name five sea animals before someone counts to ten."),
    Dare("Speak only in questions until your next turn.", lasting=True),
    Dare("Hum a tune everyone knows until someone guesses it."),
    Dare("Keep one hand on your head until your next turn.", lasting=True),
    Dare("Say something nice about each of the other players."),
    Dare("Tell the table about the best meal you've ever had, without naming the food."),
    Dare("End every sentence with 'if you please' until your next turn.", lasting=True),
    Dare("Make three animal sounds and let the others guess them."),
    Dare("Count backward from thirty by threes."),
    Dare("Talk like a weather reporter until your next turn.", lasting=True),
    Dare("Describe something in the room without naming it, until someone guesses it."),
    Dare("Keep smiling until your next turn.", lasting=True),
    Dare("Say the alphabet backward from Z to Q."),
    Dare("Whisper everything you say until your next turn.", lasting=True),
    Dare("Make up a two-line poem about the player on your left."),
    Dare("Tell a joke. One smile at the table is enough."),
)
SHOWOFF = (
    Dare("Announce every card like a sportscaster at the finals until your next turn.", lasting=True),
    Dare("Balance something flat on one finger for five seconds."),
    Dare("Show off one of your talents for ten seconds."),
    Dare("Talk about yourself in the third person until your next turn.", lasting=True),
    Dare("Give a three-sentence victory speech, as if you'd already won."),
    Dare("Name ten countries in twenty seconds."),
    Dare("Speak as slowly and grandly as a king or queen until your next turn.", lasting=True),
    Dare("Do your best impression of another player's laugh."),
    Dare("Sing everything you say until your next turn.", lasting=True),
    Dare("Say a tongue twister three times without slipping up."),
    Dare("Strike a pose like a statue and hold it until your next turn. You may blink.", lasting=True),
    Dare("Explain the rules of this game in fifteen seconds."),
    Dare("Draw the player on your right with your eyes closed, and show everyone."),
    Dare("Applaud every card anyone plays until your next turn.", lasting=True),
    Dare("Grab something ordinary and sell it to the table in twenty seconds."),
    Dare("Multiply two numbers under twenty in your head. The table picks them."),
)
DAREDEVIL = (
    Dare("Keep your eyes closed until your next turn, except to play.", lasting=True),
    Dare("Let the player on your left pick a funny face for you, and hold it for ten seconds."),
    Dare("Truthfully answer one harmless question from the table."),
    Dare("Don't say a word with the letter E in it until your next turn.", lasting=True),
    Dare("Stand on one leg until the table has counted to thirty."),
    Dare("Keep a straight face until your next turn, while everyone else tries to make you laugh.", lasting=True),
    Dare("Tell a story in four sentences that start with A, B, C and D."),
    Dare("Make up a dance move and teach it to the table."),
    Dare("Speak in rhymes until your next turn.", lasting=True),
    Dare("Imitate a machine, with sounds and movements, until someone guesses it."),
    Dare("Keep both elbows above your shoulders until your next turn.", lasting=True),
    Dare("Confess the silliest thing you believed as a kid."),
    Dare("Let the player on your right give you a word, and say three that rhyme with it in ten seconds."),
    Dare("Answer everything anyone says to you with 'certainly, captain' until your next turn.", lasting=True),
    Dare("For fifteen seconds, be a robot whose battery is running out."),
    Dare("Guess which color the player on your left is thinking of, in two tries."),
)
LISTS = {"family": FAMILY, "showoff": SHOWOFF, "daredevil": DAREDEVIL}


def dares_of(options: Options) -> tuple[Dare | None, ...]:
    """Return the sixteen dares of the list that the table has chosen, with None for each one it left blank."""
    if options["dare_list"] in LISTS:
        return LISTS[options["dare_list"]]
    return tuple(None if dare is None else Dare(**dare) for dare in options["house_rules"])


def _dare_list() -> Option:
    """Build the option for the list of dares (dare-lists). Its form says what a list holds. Dares are vetoed by number."""
    names = {
        "family": "Family",
        "showoff": "Showoff",
        "daredevil": "Daredevil",
        "house-rules": "House Rules, written by the table",
    }
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
    "the dares your table writes on the House Rules list",
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
    says={"majority": "it fails if more than half of the votes say no", "unanimous": "it only counts if every vote says yes"},
)
DARE_TURN = choice(
    "dare_turn",
    "what being dared does to your turn",
    "keeps",
    "loses",
    rule="dare",
    says={"keeps": "you still take your turn", "loses": "you lose your turn"},
)
OPTIONS = (DARE_LIST, HOUSE_DARES, STRICTNESS, DARE_TURN)

# ---- the lesson -------------------------------------------------------------------------------------
OTHERS = (["blue-1", "blue-2", "blue-3"], ["yellow-1", "yellow-2", "red-dare-7", "wild-dare-16"])
LESSON = Lesson(
    "dares",
    "Draw two or do the dare",
    rules=("dare", "dare-judge", "dare-wild"),
    steps=(
        Step(
            "Your Dare makes the next player draw two or do dare 3. Play it!",
            ("play red-dare-3",),
            {"hands": [["red-dare-3", "green-2", "green-3", "yellow-7"], *OTHERS], "top": "red-9"},
            then=((1, "take"),),
        ),
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
        Step(
            "{seat} does the dare. Does it count? The table judges, and failing costs two cards.",
            ("vote …",),
            script=((1, "dare"),),
            then=((2, "vote yes"),),
        ),
        Step(
            "{seat}'s Wild Dare is for you. Do it this time: tell a joke!",
            ("dare",),
            {"hands": [["red-1", "green-2", "green-3"], *OTHERS], "top": "red-9", "turn": 2},
            ((2, "play wild-dare-16 yellow"),),
        ),
        Step("Take your time. In a game, the others listen, then vote."),
        Step("It counts, so you draw nothing. Then it's your turn.", script=((1, "vote yes"), (2, "vote yes"))),
    ),
)

# ---- prompts and events -----------------------------------------------------------------------------
PROMPTS = {
    "dare": Prompt(
        "Draw two, or do the dare?", "Waiting for {seats} to draw two or do the dare.", "Draw two or do the dare first."
    ),
    "vote": Prompt("Did {seat} do the dare?", "Waiting for {seats} to judge the dare."),
}
_ACCEPTED = Effect("spotlight", "seat", "special", 2, ("Dare accepted!",))
EVENTS = {
    "dared": EventText("{seat} gets dare {n}", "You get dare {n}", effect=Effect("spotlight", "seat", "tense", 3, ("Dared!",))),
    "takes": EventText("{seat} draws two instead", "You draw two instead", effect=Effect("stamp", "seat", "bad", 1)),
    "does": EventText("{seat} takes on dare {n}", "You take on dare {n}", effect=_ACCEPTED),
    "lasts": EventText(
        "{seat} takes on dare {n} until their next turn", "You take on dare {n} until your next turn", effect=_ACCEPTED
    ),
    "done": EventText(
        "{seat} completes the dare", "You complete the dare", effect=Effect("burst", "seat", "win", 3, ("Dare done!",))
    ),
    "failed": EventText("{seat} fails the dare", "You fail the dare", effect=Effect("stamp", "seat", "bad", 3, ("Failed!",))),
    "called-failed": EventText(
        "{seat} says that {to} has failed",
        "You say that {to} has failed",
        "{seat} says that you have failed",
        Effect("stamp", "to", "tense", 3, ("Failed?",)),
    ),
    "admitted": EventText(
        "{seat} admits failing the dare",
        "You admit failing the dare",
        effect=Effect("stamp", "seat", "bad", 3, ("Failed!",)),
    ),
}

# ---- rules -----------------------------------------------------------------------------------------
WORDS = {
    "deck-actions": "Each color has two Skips, two Reverses and two Dares.",
    "turn-match": "On your turn, play one card that matches the top card by color, number or symbol. After a wild, match the "
    "color its player picked. A wild matches anything. The number of a dare doesn't matter: any Dare matches any "
    "other Dare.",
    "pile-exhausted": "If there's nothing left to shuffle either, you draw what there is. If there's nothing to draw at all, "
    "you have to play if you can, and you pass if you can't. If everyone passes like this in a row, the round ends "
    "without a winner. Nobody scores, the deal moves on, and in a single-round game, another round decides.",
    "out-draw": "A Dare or Wild Dare still works as a last card: the next player draws two or does the dare before the "
    "points are counted. A last card has no other effect.",
    "score-values": "Number cards count as many points as they show. Skip, Reverse and Dare count 20, and every wild "
    "counts 50.",
}
TIPS = (
    Tip(
        "dared",
        "Do the dare and you draw nothing, if the table agrees that you did it. Or take the easy way and draw two.",
        offers="take",
    ),
    Tip("lasting-dare", "Someone is in the middle of a dare. If they slip up, call it.", offers="failed …"),
)

RULEBOOK = (
    *book.DECK,
    Rule(
        "deck-da",
        "108 cards: 76 number cards, 8 Skips, 8 Reverses, 8 Dares and 8 Wild Dares. The lists of dares come with them.",
    ),
    Rule(
        "deck-dare-number",
        "Every Dare and Wild Dare has the number of a dare on it: 1 and 5 are blue, 2 and 6 green, 3 and 7 red, 4 "
        "and 8 yellow, and the Wild Dares have 9 to 16.",
        ruling=True,
    ),
    *book.SETUP,
    *book.SETUP_OLDER,
    Rule(
        "open-dare",
        "If the first card is a Dare, the player to the dealer's left draws two or does the dare, and then takes the "
        "first turn.",
    ),
    Rule(
        "open-wild-dare",
        "If the first card is a Wild Dare, the player to the dealer's left draws two or does the dare, picks the "
        "color, and then takes the first turn.",
    ),
    *book.TURN,
    *book.UNO,
    *book.ACTIONS,
    Rule(
        "dare",
        "Dare: the next player draws two, or does the dare with that number on the chosen list. Either way, they "
        "then take their turn, since the leaflet doesn't say that they lose it. A table may decide that being dared "
        "costs the turn. A lasting dare then runs until that player's next turn. A Dare as the first card of the "
        "round never costs a turn.",
        ruling=True,
    ),
    Rule("dare-wild", "Wild Dare: a Dare and a Wild in one. On your turn, you can play it on anything and pick any color."),
    Rule(
        "dare-lists",
        "The table picks one of four lists before the game: Family, Showoff, Daredevil, or House Rules, which it "
        "writes itself. If there's nothing at a number, all you can do is draw two.",
        ruling=True,
    ),
    Rule(
        "dare-tease",
        "Anyone may make a dare easier or harder by talking, asking questions, teasing, or playing fast or slow. You "
        "have to stay in the dare: if you refuse to answer or slip up, you fail.",
    ),
    Rule(
        "dare-judge",
        "The other players judge. A dare fails if more than half of the votes cast say no. Abstentions don't count, "
        "and a tie favors the player who did it. At a unanimous table, a dare only counts if every vote cast says "
        "yes.",
        ruling=True,
    ),
    Rule("dare-fail", "A failed dare costs two cards."),
    Rule(
        "dare-lasting",
        "A dare that lasts until your next turn runs through the turn you take right after it. It's judged when your "
        "following turn begins, before you do anything, and losing a turn doesn't end it. Each of the others may "
        "report once that you failed. That counts as a no, and the rest vote. At a unanimous table, that no decides, "
        "and nobody else is asked. You may also admit that you failed, without a vote. If you're dared again, the "
        "old dare is judged first. At the end of the round, the dare of the last card is judged right away, then the "
        "ones still going on, in order of play. Then the points are counted. The winner's own dare isn't judged.",
        ruling=True,
    ),
    *book.GOING_OUT,
    *book.MATCH_500,
    *book.EVERYBODY,
)
