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
    Rule("deck-numbers", "Each color has nineteen number cards: one 0, and two each of 1 through 9."),
    Rule("deck-actions", "Each color has two Skips, two Reverses and two Draw Twos."),
)
DECK_WILDS = (Rule("deck-wilds", "There are four Wilds and four Wild Draw Fours."),)
DECK_SPECIALS = (
    Rule(
        "deck-specials",
        "Four copies of the edition's special card bring the deck to 112 cards. The leaflet doesn't give any numbers.",
        ruling=True,
    ),
    Rule(
        "deck-foil",
        "The foil card is a twin of the special card. A table may swap it in for one ordinary copy: the deck stays "
        "at 112 cards, and the foil plays the same.",
    ),
)
SETUP = (
    Rule(
        "setup-players",
        "Two to ten can play. The leaflets don't give a number, so the size of the deck sets the limit.",
        ruling=True,
    ),
    Rule("setup-deal", "Everyone is dealt seven cards, and the rest form the draw pile."),
    Rule("setup-flip", "The top card of the draw pile is turned over to start the discard pile."),
    Rule("setup-first", "The player to the dealer's left goes first, and play runs clockwise."),
)
SETUP_2023 = (
    Rule("setup-dealer-chosen", "The table picks the dealer. If it doesn't, the dealer is picked at random."),
    Rule(
        "setup-ignore-action",
        "If the first card turned over is an action card or a wild, it's ignored: it stays in the pile, and more "
        "cards are turned over until a number comes up.",
        ruling=True,
    ),
)
SETUP_OLDER = (
    Rule(
        "setup-dealer-cut",
        "Everyone draws a card, and the highest number deals. A card without a number counts as zero, and players "
        "who tie draw again. Then all the cards go back and are shuffled.",
        ruling=True,
    ),
    Rule(
        "open-reverse",
        "If the first card is a Reverse, the dealer goes first, and play runs counterclockwise. With two players, it "
        "doesn't skip anyone.",
    ),
    Rule("open-skip", "If the first card is a Skip, the player to the dealer's left is skipped."),
)
TURN = (
    Rule(
        "turn-match",
        "On your turn, play one card that matches the top card by color, number or symbol. After a wild, match the "
        "color its player picked. A wild matches anything.",
        ruling=True,
    ),
    Rule("turn-draw", "If you don't play, draw one card."),
    Rule("turn-draw-by-choice", "You may draw even if you could play."),
    Rule(
        "turn-drawn-only",
        "After drawing, you may only play the card you just drew, right away, or pass. Passing is always a move of "
        "its own, so nobody learns whether the card would have matched.",
        ruling=True,
    ),
    Rule("turn-no-stacking", "You can't answer a draw card with another one. The official rules don't allow stacking."),
    Rule(
        "pile-reshuffle",
        "If the draw pile runs out, even in the middle of a draw, all discards except the top card are shuffled into "
        "a new one. If several players draw at once, they draw in order of play.",
        ruling=True,
    ),
    Rule(
        "pile-exhausted",
        "If there's nothing left to shuffle either, you draw what there is. If there's nothing to draw at all, you "
        "have to play if you can, and you pass if you can't. You never have to play a Wild Draw Four that would lose "
        "a challenge: you may pass instead. If everyone passes like this in a row, the round ends without a winner. "
        "Nobody scores, the deal moves on, and in a single-round game, another round decides.",
        ruling=True,
    ),
    Rule(
        "reverse-two",
        "With two players, a Reverse also skips the other player, because the direction alone would change nothing. With an "
        "option, it only reverses the direction.",
        ruling=True,
    ),
)
UNO = (
    Rule("uno-duty", "When a move leaves you with one card, you have to call UNO, with the move or right after it."),
    Rule(
        "uno-duty-any-way",
        "You have to call no matter which move leaves you with one card.",
        ruling=True,
    ),
    Rule("uno-catch", "If someone forgets, you can catch them until the next turn begins. It costs them two cards."),
    Rule(
        "uno-window",
        "The next turn begins when the next player plays, draws or passes. Answering a card isn't a turn. If it's "
        "your turn again and you still owe the call, you have to call before you go on.",
        ruling=True,
    ),
    Rule(
        "uno-once",
        "Once you've called, or once it's too late to catch you, you're safe. If you come down to one card again, "
        "you have to call again. If you no longer have just one card, you don't owe a call. Several players can owe "
        "one at the same time.",
        ruling=True,
    ),
    Rule(
        "uno-false",
        "If you call or catch someone for no reason, the game says why that doesn't work, and it costs you nothing.",
        ruling=True,
    ),
)
ACTIONS = (
    Rule("skip", "Skip: the next player loses a turn."),
    Rule("reverse", "Reverse: play changes direction."),
)
DRAWS_AND_WILDS = (
    Rule("draw-two", "Draw Two: the next player draws two and loses a turn."),
    Rule(
        "wild",
        "Wild: on your turn, you can play it on anything, even if you have another card that matches. Pick any "
        "color, or keep the current one.",
    ),
    Rule(
        "wd4-legal",
        "You're only allowed to play a Wild Draw Four if you have no card of the current color. You can still try: "
        "that's a bluff, and challenges are there to catch it. At a table without bluffs, you can't play it against "
        "this rule, and nobody can challenge. There, another Wild Draw Four in your hand never counts.",
    ),
    Rule("wd4-take", "The next player draws four and loses a turn, or challenges. Nobody else can challenge."),
    Rule(
        "wd4-show",
        "After a challenge, only the challenger sees the hand. It's shown and judged as it was when the card was "
        "played, even if its player has been caught since.",
    ),
    Rule("wd4-innocent", "If the player was honest, the challenger draws six and loses a turn."),
    Rule(
        "wd4-guilty",
        "If it was a bluff, the player who bluffed draws four. The challenger draws nothing and takes the turn.",
        ruling=True,
    ),
    Rule("wd4-color", "The color stays as picked, no matter how the challenge ends."),
)
WILDS_MATCH = (Rule("wd4-wilds-match", "For a Wild Draw Four, having a different wild in your hand counts as a match, too."),)
GOING_OUT = (
    Rule("out", "If you play your last card, you win the round."),
    Rule(
        "out-draw",
        "A Draw Two or Wild Draw Four still works as a last card: the next player draws before the points are "
        "counted, and can't challenge. A last card has no other effect.",
        ruling=True,
    ),
    Rule(
        "score-values",
        "Number cards count as many points as they show. Skip, Reverse and Draw Two count 20, and every wild counts 50.",
    ),
    Rule("score-winner", "Whoever wins the round scores the points left in all the other hands."),
    Rule(
        "match-lowest",
        "The other way to score: everyone adds up what's left in their own hand. When someone reaches the target, "
        "the lowest total wins. Players who tie for it share the win.",
        ruling=True,
    ),
    Rule("match-deal", "After each round, the deal passes to the left, and all the cards are shuffled again.", ruling=True),
)
MATCH_500 = (Rule("match-500", "The first player to reach 500 points wins the game. A table can choose another target."),)
MATCH_SINGLE = (Rule("match-single", "One round decides the game. A table can choose to play to 500 points."),)
EVERYBODY = (
    Rule("color-symbols", "Every card shows a symbol for its color, so you can play without telling colors apart."),
    Rule(
        "hidden",
        "Players and spectators only get what they're allowed to know: their own hand, how many cards everyone has, "
        "the discard pile, and whatever they've been shown.",
    ),
)
