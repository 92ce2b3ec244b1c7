"""Positions set up by hand: the arguments of :meth:`lastcard.Game.arrange`, read, checked and laid on the table.

Cards come in as texts. The result is a :class:`Layout` in the rules' own numbers that can be played on from, or
InvalidPosition with the reason. The order of a given deck is read here too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from .bits import color_of_kind
from .cards import FIRST_WILD
from .edition import Edition
from .errors import InvalidPosition
from .events import E_DEALER, E_DEALT, E_FLIPPED, Row
from .moves import SEATS
from .record import Position
from .rules.state import NONE, Round
from .scores import team_of
from .typed_text import quoted


class Layout(NamedTuple):
    """A position in the rules' own numbers."""

    hands: list[list[int]]
    discard: list[int]  # with the top card last
    color: int
    draw: list[int]  # starting with the card drawn next
    rest: list[int]  # goes under ``draw``, once it is shuffled
    turn: int
    direction: int
    dealer: int | None
    scores: tuple[int, ...]


def as_data(given: Mapping[str, Any]) -> Position:
    """Return the arguments of ``arrange`` in new lists, as a record keeps them. Only their form is checked."""
    hands, draw, discard, scores = (given[name] for name in ("hands", "draw", "discard", "scores"))
    for name, cards in (("hands", hands), ("draw", draw), ("discard", discard), ("scores", scores or ())):
        if not _is_list(cards):
            raise InvalidPosition(f"{name} is a list, not {quoted(cards)}")
    if not all(map(_is_list, hands)):
        raise InvalidPosition("each hand is a list of cards")
    if not 2 <= len(hands) <= SEATS:
        raise InvalidPosition(f"a position has 2 to {SEATS} hands, not {len(hands)}")
    lists = {
        "hands": [list(hand) for hand in hands],
        "draw": list(draw),
        "discard": list(discard),
        "scores": None if scores is None else list(scores),
    }
    return cast("Position", {**given, **lists})


def read_position(edition: Edition, options: Mapping[str, Any], position: Position) -> Layout:
    """Read a whole position in the form of :func:`as_data`, ready to be laid out."""
    players = len(position["hands"])
    _check_words(position, players)
    hands = _read_hands(edition, position["hands"])
    top = _read_card(edition, position["top"])
    draw, under = ([_read_card(edition, card) for card in cards] for cards in (position["draw"], position["discard"]))
    left = _left_over(edition, options, [top, *draw, *under, *(kind for hand in hands for kind in hand)])
    return Layout(
        hands=hands,
        discard=[*under, top],
        color=_read_color(edition, top, position["color"]),
        draw=draw,
        rest=left if position["rest"] else [],
        turn=position["turn"],
        direction=position["direction"],
        dealer=position["dealer"],
        scores=_read_scores(options, position["scores"], players),
    )


def read_deck(edition: Edition, options: Mapping[str, Any], deck: Sequence[str]) -> list[int]:
    """Read the order of a whole deck, starting with the card dealt first."""
    order = [_read_card(edition, card) for card in deck]
    missing = _left_over(edition, options, order)
    if missing:
        card = edition.codec.card_texts[missing[0]]
        raise InvalidPosition(f"a deck order holds every card of the edition: {card} is missing")
    return order


def lay_out(layout: Layout, kernels: Any, g: Round, log: list[Row]) -> None:
    """Put the cards where they belong and give a seat the turn. The dealer and the dice must be set already."""
    log.append((E_DEALER, g.dealer, 0, 0))
    for seat, hand in enumerate(layout.hands):
        for kind in hand:
            kernels.gain(g, seat, kind)
            log.append((E_DEALT, seat, kind, 0))
    _lay_piles(layout, kernels, g)
    log.append((E_FLIPPED, NONE, layout.discard[-1], 0))
    g.color = layout.color
    g.direction = layout.direction
    kernels.take_turn(g, layout.turn)


def _lay_piles(layout: Layout, kernels: Any, g: Round) -> None:
    below, drawn = len(layout.rest), len(layout.draw)
    g.draw[:below] = bytes(layout.rest)
    g.draw_n = below
    kernels.shuffle_draw(g, below)
    g.draw[below : below + drawn] = bytes(reversed(layout.draw))
    g.draw_n += drawn
    for kind in layout.discard:
        kernels.discard(g, kind)


def _is_list(given: object) -> bool:
    return isinstance(given, Sequence) and not isinstance(given, (str, bytes))


def _check_words(position: Position, players: int) -> None:
    """Check everything except the cards: the seats, the direction, and whether the rest of the deck is used."""
    turn, dealer, direction, rest = position["turn"], position["dealer"], position["direction"], position["rest"]
    for name, seat in (("turn", turn), ("dealer", 0 if dealer is None else dealer)):
        if type(seat) is not int or not 0 <= seat < players:
            raise InvalidPosition(f"{name} is a seat from 0 to {players - 1}, not {quoted(seat)}")
    if type(direction) is not int or direction not in (1, -1):
        raise InvalidPosition(f"direction is 1 or -1, not {quoted(direction)}")
    if not isinstance(rest, bool):
        raise InvalidPosition(f"rest is true or false, not {quoted(rest)}")


def _read_card(edition: Edition, card: object) -> int:
    code = edition.codec.card_codes.get(card) if isinstance(card, str) else None
    if code is None:
        raise InvalidPosition(f"{edition.id} has no card {quoted(card)}")
    return code


def _read_hands(edition: Edition, hands: list[list[str]]) -> list[list[int]]:
    held = [[_read_card(edition, card) for card in hand] for hand in hands]
    if not all(held):
        raise InvalidPosition(f"seat {held.index([])} has no cards: its round would be over")
    return held


def _left_over(edition: Edition, options: Mapping[str, Any], used: list[int]) -> list[int]:
    """Return the rest of the deck, and refuse more copies of a card than the deck has."""
    deck = Counter(edition.deck(options))
    for kind, copies in Counter(used).items():
        if copies > deck[kind]:
            raise InvalidPosition(f"this deck has {deck[kind]} {edition.codec.card_texts[kind]}, not {copies}")
    return sorted((deck - Counter(used)).elements())


def _read_color(edition: Edition, top: int, color: str | None) -> int:
    colors = edition.colors
    if color is not None and color not in colors:
        raise InvalidPosition(f"color is one of {', '.join(colors)}, not {quoted(color)}")
    if top >= FIRST_WILD:
        if color is None:
            raise InvalidPosition("a wild on top needs the color that was named")
        return colors.index(color)
    if color is not None and colors.index(color) != color_of_kind(top):
        raise InvalidPosition(f"the color of {edition.codec.card_texts[top]} is {colors[color_of_kind(top)]}, not {color}")
    return color_of_kind(top)


def _read_scores(options: Mapping[str, Any], scores: list[int] | None, players: int) -> tuple[int, ...]:
    target = options["target"]
    if scores is None:
        return (0,) * players
    if len(scores) != players or any(type(score) is not int or score < 0 for score in scores):
        raise InvalidPosition(f"scores are {players} whole numbers from 0 on, not {quoted(scores)}")
    if any(scores[seat] != scores[other] for seat in range(players) for other in team_of(options, players, seat)):
        raise InvalidPosition("partners have the same score (teams-votes)")
    if target is not None and max(scores) >= target:
        raise InvalidPosition(f"somebody has reached {target}: the game would be over")
    return tuple(scores)
