"""The rules that several leaflets share, in our words. An edition's rulebook combines some of these groups with its own rules.

The words fit what all leaflets share. An edition whose cards need other words supplies them (``worded``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Rule(NamedTuple):
    """One rule. ``ruling`` is true if the leaflet leaves it open and we decided it, ``table`` if tables may choose it."""

    id: str
    text: str
    ruling: bool = False
    table: bool = False


def origin(rule: Rule) -> str:
    """Return where a rule comes from: the leaflet, our ruling, or a table that chooses it."""
    if rule.table:
        return "table rule"
    return "ruling" if rule.ruling else "leaflet"


def worded(rules: Iterable[Rule], texts: Mapping[str, str]) -> tuple[Rule, ...]:
    """Return the same rules, with the texts of some of them replaced by id."""
    return tuple(rule._replace(text=texts.get(rule.id, rule.text)) for rule in rules)


DECK = (
    Rule("deck-numbers", "Every color has nineteen number cards: one 0 and two each of 1 to 9."),
    Rule("deck-actions", "Every color has two Skip, two Reverse and two Draw Two."),
)
DECK_WILDS = (Rule("deck-wilds", "There are four Wild and four Wild Draw Four cards."),)
DECK_SPECIALS = (
    Rule(
        "deck-specials",
        "Four of the edition's special card make 112 cards in play; the leaflet prints no counts.",
        ruling=True,
    ),
    Rule(
        "deck-foil",
        "The foil card is a twin of the special card. The table may let it take the place of one ordinary copy: "
        "112 cards stay in play and it plays the same.",
    ),
)
SETUP = (
    Rule(
        "setup-players",
        "Two to ten players sit down; the leaflets do not say how many, the deck sets the limit.",
        ruling=True,
    ),
    Rule("setup-deal", "Everybody is dealt seven cards; the rest is the draw pile."),
    Rule("setup-flip", "The top card of the draw pile is turned up and starts the discard pile."),
    Rule("setup-first", "The player to the left of the dealer begins, and play runs clockwise."),
)
SETUP_2023 = (
    Rule("setup-dealer-chosen", "The table chooses the dealer; where it does not, chance does."),
    Rule(
        "setup-ignore-action",
        "An opening card with a symbol, or a wild, is ignored: it stays under, and cards are turned up until a number shows.",
        ruling=True,
    ),
)
SETUP_OLDER = (
    Rule(
        "setup-dealer-cut",
        "Each player draws a card and the highest number deals; a symbol counts zero. Those tied draw again, then all cards "
        "go back and are shuffled.",
        ruling=True,
    ),
    Rule(
        "open-reverse",
        "An opening Reverse lets the dealer go first, and play runs to the right; with two players nobody is skipped by it.",
    ),
    Rule("open-skip", "An opening Skip skips the player to the left of the dealer."),
)
TURN = (
    Rule(
        "turn-match",
        "On your turn play one card that matches the top card by color (after a wild: the named color), number or symbol. "
        "A wild matches anything.",
        ruling=True,
    ),
    Rule("turn-draw", "Otherwise draw one card."),
    Rule("turn-draw-by-choice", "A player who could play may draw instead."),
    Rule(
        "turn-drawn-only",
        "After drawing, only the drawn card may be played, at once; or pass. The pass is always a move of its own, so that "
        "nobody learns whether the card fits.",
        ruling=True,
    ),
    Rule("turn-no-stacking", "A card that makes you draw cannot be answered with another one: no leaflet stacks."),
    Rule(
        "pile-reshuffle",
        "When a card is to be drawn and the draw pile is empty, the discards under the top card are shuffled into a new one, "
        "also in the middle of a draw. Several who draw at once draw in order of play.",
        ruling=True,
    ),
    Rule(
        "pile-exhausted",
        "Where nothing is left to reshuffle, a player draws what there is. With nothing to draw, a player who can play must, "
        "and one who cannot passes. A Wild Draw Four that a challenge would find guilty need not be played: its player may "
        "pass instead. A full lap of such passes ends the round without a winner. Nobody scores, the deal passes on, and in a "
        "single-round game another round decides.",
        ruling=True,
    ),
    Rule(
        "reverse-two",
        "With two players a Reverse also skips the other player, as every table plays it; an option takes the plain letter.",
        ruling=True,
    ),
)
UNO = (
    Rule("uno-duty", "A player who comes down to one card must call UNO, with the move or after it."),
    Rule(
        "uno-duty-any-way",
        "The call is owed whichever move leaves the one card.",
        ruling=True,
    ),
    Rule("uno-catch", "Any other player may catch a missing call until the next turn begins: two cards."),
    Rule(
        "uno-window",
        "The next turn begins with the first play, draw or pass by the player whose turn it has become; an answer to a card is "
        "no turn. A player who has the turn again and still owes the call must call before playing on.",
        ruling=True,
    ),
    Rule(
        "uno-once",
        "Once the call is made or the window is past, that card is safe. Coming down to one again is a new duty; a duty ends "
        "when the hand is no longer one card. Several players' duties run side by side.",
        ruling=True,
    ),
    Rule("uno-false", "Calling or catching without cause is refused with a reason and costs nothing.", ruling=True),
)
ACTIONS = (
    Rule("skip", "Skip: the next player loses the turn."),
    Rule("reverse", "Reverse: the direction of play turns."),
)
DRAWS_AND_WILDS = (
    Rule("draw-two", "Draw Two: the next player draws two and loses the turn."),
    Rule(
        "wild",
        "Wild: playable at any time, also with another playable card in hand; its player names any color, the one in force "
        "included.",
    ),
    Rule(
        "wd4-legal",
        "A Wild Draw Four is allowed only with no card of the color in force in hand. It can still be played against the rule: "
        "that is the bluff a challenge is for. A table without bluff refuses the play by the same test, except that another "
        "Wild Draw Four in hand never counts there, and nobody can challenge.",
    ),
    Rule("wd4-take", "The next player draws four and loses the turn, or challenges. Nobody else may challenge."),
    Rule(
        "wd4-show",
        "On a challenge the challenger alone sees the hand. It is shown and judged as it stood when the card was played: a "
        "catch in between changes nothing.",
    ),
    Rule("wd4-innocent", "Challenged and innocent: the challenger draws six and loses the turn."),
    Rule(
        "wd4-guilty",
        "Challenged and guilty: who played it draws four; the challenger draws none and takes the turn.",
        ruling=True,
    ),
    Rule("wd4-color", "The named color stands, whatever the challenge finds."),
)
WILDS_MATCH = (Rule("wd4-wilds-match", "For the Wild Draw Four another wild in hand counts as a match too."),)
GOING_OUT = (
    Rule("out", "Who plays the last card has won the round."),
    Rule(
        "out-draw",
        "A last Draw Two or Wild Draw Four still makes the next player draw before counting, without a challenge. Every other "
        "effect of a last card is dropped.",
        ruling=True,
    ),
    Rule(
        "score-values",
        "Numbers count their face value; Skip, Reverse and Draw Two 20; every wild 50.",
    ),
    Rule("score-winner", "The winner of the round gets the value of all other hands."),
    Rule(
        "match-lowest",
        "Other scoring: each player adds up what is left in the own hand; when one reaches the target, the lowest total wins. "
        "Tied lowest share it.",
        ruling=True,
    ),
    Rule("match-deal", "The deal passes to the left after each round, and all cards are shuffled anew.", ruling=True),
)
MATCH_500 = (Rule("match-500", "Rounds go on until a player reaches 500 points, who wins; the target is an option."),)
MATCH_SINGLE = (Rule("match-single", "One round decides; scoring to 500 is the table's choice."),)
EVERYBODY = (
    Rule("color-symbols", "Every card shows a symbol for its color, so that the game can be played with no color vision."),
    Rule(
        "hidden",
        "A player or spectator gets only what that seat may know: own hand, counts, the discard pile, what was shown to it.",
    ),
)
