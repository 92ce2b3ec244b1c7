"""Helpers for the tests of shared rules, which write a position in classic cards and play it in any edition's cards."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from lastcard import Edition, Event, Game, IllegalMove, editions

LEAFLETS_2023 = ("classic", "dark-side", "etheria", "favorite-line")
OLDER = ("dare", "dawn-of-justice")
ALL = (*LEAFLETS_2023, *OLDER)
NOT_DARE = (*LEAFLETS_2023, "dawn-of-justice")
SPECIALS = {"dark-side": "wild-rule-of-two", "favorite-line": "wild-favorite-line", "etheria": "wild-unite-etheria"}

_DAWN_COLORS = {"yellow": "gold", "green": "silver"}
_WITH_EMBLEM = ("skip", "reverse", "draw-two", "wild", "wild-draw-four")


def say(edition: str, text: str) -> str:
    """Translate a card or move from classic words into this edition's; action cards of Dawn of Justice show Batman."""
    return " ".join(_word(edition, word) for word in text.split(" "))


def _word(edition: str, word: str) -> str:
    if edition == "dare" and word == "wild":
        return "wild-dare-9"
    if edition != "dawn-of-justice":
        return word
    color, dash, rest = word.partition("-")
    if color in _DAWN_COLORS:
        word = _DAWN_COLORS[color] + dash + rest
    return f"{word}@batman" if word in _WITH_EMBLEM or rest in _WITH_EMBLEM else word


def cards(edition: str, texts: Sequence[str]) -> list[str]:
    """Translate several cards into this edition's words."""
    return [say(edition, text) for text in texts]


def arrange(
    edition: str,
    hands: Sequence[Sequence[str]],
    top: str,
    *,
    color: str | None = None,
    draw: Sequence[str] = (),
    discard: Sequence[str] = (),
    **more: Any,
) -> Game:
    """Set up a position written in classic words."""
    return Game.arrange(
        edition,
        hands=[cards(edition, hand) for hand in hands],
        top=say(edition, top),
        color=None if color is None else say(edition, color),
        draw=cards(edition, draw),
        discard=cards(edition, discard),
        **more,
    )


def do(game: Game, seat: int, text: str) -> list[Event]:
    """Make a move written in classic words; if the only thing left to wait for is a block, the next player accepts."""
    seen = game.move(seat, say(game.edition.id, text))
    if game.phase == "answer" and "challenge" not in game.moves(game.to_move[0]):
        game.move(game.to_move[0], "accept")
    return seen


def refused(game: Game, seat: int, text: str) -> str:
    """Return the rule that refuses a move written in classic words."""
    with pytest.raises(IllegalMove) as caught:
        game.move(seat, say(game.edition.id, text))
    return caught.value.rule


def whole_deck(edition: Edition | str) -> list[str]:
    """Return every card of a deck without foil, in printed order."""
    return [kind.text for kind in editions.get(edition).kinds for _ in range(kind.copies)]


def everything(game: Game) -> Counter[str]:
    """Return every card on the table, wherever it is."""
    return Counter([*game.draw_pile, *game.discard_pile, *(card for hand in game.hands for card in hand)])


def opened(edition: str, *opening: str, players: int = 4, dealer: int = 0, dealt: Sequence[str] = (), **options: Any) -> Game:
    """Start a game from an ordered deck: ``dealt`` goes out first, then the rest of the hands, then the given opening cards."""
    rest = whole_deck(edition)
    for card in (*dealt, *opening):
        rest.remove(card)
    hands = 7 * players - len(dealt)
    deck = [*dealt, *rest[:hands], *opening, *rest[hands:]]
    return Game(edition, players, seed=1, options={"dealer": dealer, **options}, deck=deck)


def whats(seen: Sequence[Event]) -> list[str]:
    """Return the names of the given events."""
    return [event.what for event in seen]
