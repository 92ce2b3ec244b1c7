"""How table rules are told to players: a short title, a sentence and a strip of pictures for each change, and an example.

A sentence and a strip belong to a value of their option. Those of ``n`` are for any other number, which {n} stands for. A strip
is a row of words: a card by its symbol with the number of its color in front (``0.draw-two``) or by the name of a wild,
``back`` for a card that nobody sees, one of SIGNS, or else a few letters to show as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .errors import NOTHING

SIGNS = (">", "<", "yes", "no", "swap", "again", "act")


class Words(NamedTuple):
    """What players read and see about one table rule."""

    title: str
    told: Mapping[str, str]
    example: str
    strips: Mapping[str, str] = NOTHING
    changes: tuple[str, ...] = ()  # the ids of the leaflet's rules that no longer hold as they are written


WORDS = {
    "stacking": Words(
        "Stacking",
        {
            "same": "Hit by a draw card? Put one of the same kind on top, and the sum moves on.",
            "up": "Hit by a draw card? Put one of the same kind or a Wild Draw Four on top, and the sum moves on.",
            "any": "Hit by a draw card? Put another one on top, and the sum moves on. On a Wild Draw Four, a Draw Two needs "
            "the color that was picked.",
        },
        "Bo plays a Draw Two at you. You put your own on top, and now Cleo draws four, unless she adds one too.",
        strips={
            "same": "0.draw-two 1.draw-two > +4",
            "up": "0.draw-two wild-draw-four > +6",
            "any": "wild-draw-four 0.draw-two > +6",
        },
        changes=("turn-no-stacking", "draw-two", "wd4-take"),
    ),
    "deflect": Words(
        "Deflecting",
        {"reverse": "Hit by a draw card? A Reverse of the current color sends the cards back."},
        "Bo's red Draw Two hits you. You answer with a red Reverse, and Bo draws two.",
        strips={"reverse": "0.draw-two 0.reverse < +2"},
        changes=("turn-no-stacking", "draw-two", "wd4-take"),
    ),
    "draw_four": Words(
        "Wild Draw Four",
        {
            "strict": "You can play a Wild Draw Four only when its rule allows it. There are no bluffs and no challenges.",
            "free": "You can play a Wild Draw Four at any time, and nobody can challenge it.",
        },
        "The pile shows a red 9, and you hold a red 5. By the leaflet a Wild Draw Four would be a bluff.",
        strips={"strict": "0.9 > wild-draw-four no", "free": "0.9 > wild-draw-four yes"},
        changes=("wd4-legal", "wd4-take", "wd4-show", "wd4-innocent", "wd4-guilty", "wd4-wilds-match"),
    ),
    "draw": Words(
        "Drawing on",
        {"until-playable": "When you draw, you keep drawing until you can play a card."},
        "On a blue 4 you draw a red 7, a green 2 and then a blue 1. All three are yours, and you can play the blue 1.",
        strips={"until-playable": "back back back > 0.7 yes"},
        changes=("turn-draw",),
    ),
    "drawn": Words(
        "Forced drawn card",
        {"must": "If the card you drew fits, you have to play it."},
        "You draw a Wild and would like to save it. Here you have to play it at once.",
        strips={"must": "back > 0.7 > yes"},
        changes=("turn-drawn-only",),
    ),
    "must_play": Words(
        "Forced play",
        {"true": "If you can play, you can't draw instead."},
        "The only card that fits is your precious Wild. You have to play it, since you can't draw by choice.",
        strips={"true": "0.7 yes back no"},
        changes=("turn-draw-by-choice",),
    ),
    "hand_limit": Words(
        "Hand limit",
        {"n": "Draw cards and penalties never take your hand above {n} cards."},
        "The limit is 15, and you hold 14 cards. A Wild Draw Four hits you, and you draw only one.",
        strips={"n": "back > ≤{n}"},
        changes=("pile-exhausted",),
    ),
    "uno_penalty": Words(
        "UNO penalty",
        {"1": "A forgotten UNO costs 1 card.", "n": "A forgotten UNO costs {n} cards."},
        "You play down to one card and say nothing. Bo catches you, and you draw the penalty.",
        strips={"n": "UNO no > +{n}"},
        changes=("uno-catch",),
    ),
    "uno_calls": Words(
        "Silent UNO",
        {"silent": "Nobody has to call UNO, and nobody can be caught."},
        "You play down to one card, and the game simply goes on.",
        strips={"silent": "back > UNO no"},
        changes=("uno-duty", "uno-duty-any-way", "uno-catch", "uno-window", "uno-once", "uno-false"),
    ),
    "last_card": Words(
        "Last card",
        {"no-wild": "Your last card can't be a wild.", "number": "Your last card has to be a number card."},
        "A Wild Draw Four is all you have left. You can't go out with it, so you keep drawing.",
        strips={"no-wild": "wild no", "number": "0.7 yes 0.skip no wild no"},
        changes=("out", "out-draw"),
    ),
    "hand_size": Words(
        "Hand size",
        {"n": "Everyone starts with {n} cards."},
        "With five cards instead of seven, you are two plays closer to the end.",
        strips={"n": "back {n}"},
        changes=("setup-deal",),
    ),
    "follow": Words(
        "Following up",
        {"number": "After a number card, you can add more cards with the same number."},
        "You play a red 4, then your blue 4 and your green 4, and say that you're done. Play goes on with green.",
        strips={"number": "0.4 > 1.4 > 2.4"},
        changes=("turn-match",),
    ),
    "jump_in": Words(
        "Jumping in",
        {"identical": "Hold exactly the card that was just played? Jump in with it, even if it isn't your turn."},
        "Bo plays a red 4, and Cleo is next. You hold the other red 4 and slap it down. Now play goes on after you.",
        strips={"identical": "0.4 > 0.4 !"},
        changes=("turn-match",),
    ),
    "teams": Words(
        "Teams",
        {"pairs": "You play in pairs. Your partner sits opposite, and if one of you wins, you both do."},
        "You play your last card. You and your partner both win, and the cards in your partner's hand don't count.",
        strips={"pairs": "A B A B"},
        changes=("score-winner", "match-lowest", "match-500", "match-single"),
    ),
    "card_rules": Words(
        "Card rules",
        {
            "1": "One kind of card carries a house rule.",
            "n": "{n} kinds of cards carry a house rule.",
        },
        "Your table lets a 7 swap hands. Bo plays one, picks you, and walks off with your two cards.",
    ),
}
