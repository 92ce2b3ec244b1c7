"""Observations: one row of bytes, made only of what a seat may know.

Seats are counted from the observer to the left, and cards by their code (:class:`~lastcard.cards.Kind`). :class:`Layout` says
where each part is, and :func:`observe` writes it from a seat's view and events. The compiled environment writes the same
bytes from its own fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import editions
from ..bits import move_of, said_with
from ..edition import Edition
from ..errors import InvalidOption
from ..events import E_DEALT, E_DREW, Event
from ..game import Game
from ..play.evidence import HISTORY as RECALLED
from ..rules.state import KINDS, TURN
from ..scores import partner_of
from ..typed_text import quoted
from ..view import View
from .recalled import CHOICE, CHOICES, COLORS, discarded_ever, write_choices

VERSIONS = (0, 1)
Bytes = NDArray[np.uint8]
PHASES = 16
HISTORY = 8  # events remembered
ENTRY = 4  # bytes of an event: what, seat, card, number
MOST = 255
POINTS = 4  # scores are divided by this
SEAT = ("owes_uno", "count", "to_move", "score", "turn", "partner", "pending", "")  # bytes of a seat


class Layout:
    """The parts of an observation for a number of players: ``slices`` by name, in order, and ``size`` in bytes.

    ``about`` says what each part holds.
    """

    def __init__(self, players: int, version: int = 0) -> None:
        self.players = players
        self.version = version
        self.slices: dict[str, slice] = {}
        self.about: dict[str, str] = {}
        self.size = 0
        for name, size, about in _parts(players, version):
            self.slices[name] = slice(self.size, self.size + size)
            self.about[name] = about
            self.size += size


def _parts(players: int, version: int) -> Iterator[tuple[str, int, str]]:
    yield "hand", KINDS, "copies of each card in your hand"
    yield "discarded", KINDS, "copies of each card on the discard pile"
    yield "top", KINDS, "1 at the top card"
    yield "shown", KINDS * (players - 1), "for each other seat, copies of each card that you know to be in its hand"
    yield (
        "seats",
        len(SEAT) * players,
        "for each seat, yours first: 1 if it owes the call; cards in hand; 1 if the game is waiting for it; points from "
        + f"earlier rounds, divided by {POINTS}; 1 if it has the turn; in teams, 1 if it is your partner; 1 if it "
        + "played the pending card; 0",
    )
    yield "color", 5, "1 at the current color, or at the fifth place if a color is still to be picked"
    yield "direction", 1, "1 if play runs clockwise"
    yield "chance", 1, "1 if you are asked for a move out of turn"
    yield "draw_count", 1, "cards in the draw pile"
    yield "phase", PHASES, "1 at what the round is waiting for"
    yield "drawn", 1, "1 + the card you just drew on your turn"
    yield "pending", 2, "1 + the card whose effect is pending, 1 + the color before it"
    yield "stack", 2, "at a table that stacks: how many cards are coming, 1 + the seat they are coming to, counted from yours"
    yield "jump", 1, "at a table that jumps in: 1 + the card just played, while somebody else may jump in on it"
    yield "spare", 2, "0"
    yield "history", HISTORY * ENTRY, "the last events, newest first: what, 1 + seat, 1 + card, 1 + number; 0 if unknown"
    if version >= 1:
        yield (
            "choices",
            CHOICES * CHOICE * players,
            f"for each seat, yours first, its last {CHOICES} choices, newest first: 1 if it drew, 2 if it drew and kept the "
            + "card, 3 + the card it played; 1 + the top card then; 1 + the color then, plus 8 times 1 + the color that a wild "
            + "named; its cards then; 0 if there were fewer. A card played right after it was drawn is no choice",
        )
        yield (
            "colors",
            COLORS * players,
            "for each seat, yours first, by color: 1 + how many choices ago it last drew on that color, 0 if it didn't; then "
            + f"by color, how often it left that color without a wild; both in its last {RECALLED} choices",
        )
        yield "played", KINDS, "copies of each card discarded in this round, also those shuffled back into the draw pile"


@cache
def layout(players: int, version: int = 0) -> Layout:
    """The layout of an observation for a number of players, cached."""
    if version not in VERSIONS:
        raise InvalidOption(f"an observation has version {' or '.join(map(str, VERSIONS))}, not {quoted(version)}")
    return Layout(players, version)


def observe(game: Game, seat: int, *, chance: bool = False, version: int = 0) -> Bytes:
    """A seat's observation. ``chance`` says whether it is being asked for a move out of turn."""
    row = observe_view(game.view(seat), chance=chance, edition=game.edition, version=version)
    places = layout(game.players, version)
    part = row[places.slices["history"]]
    for place, entry in enumerate(history(game, seat)):
        part[place * ENTRY : (place + 1) * ENTRY] = entry
    if version >= 1:
        discarded_ever(game.events(seat), game.edition.teller, game.edition.codec.card_codes, row[places.slices["played"]])
    return row


class _Choices(NamedTuple):
    """Everyone's choices as a view holds them."""

    choices: Any
    choice: Any


def observe_view(view: View, *, chance: bool = False, edition: Edition | None = None, version: int = 0) -> Bytes:
    """An observation without the history and all cards played, which a view does not hold. This is what a bot can observe."""
    found, places, seat = edition or editions.get(view.edition), layout(view.players, version), view.seat or 0
    row = np.zeros(places.size, np.uint8)
    codes, parts = found.codec.card_codes, {name: row[part] for name, part in places.slices.items()}
    _count(parts["hand"], view.hand, codes)
    _count(parts["discarded"], view.discard_pile, codes)
    _count(parts["top"], [view.top], codes)
    for other, cards in view.known.items():
        start = ((other - seat) % view.players - 1) * KINDS
        _count(parts["shown"][start : start + KINDS], cards, codes)
    _write_seats(parts["seats"].reshape(-1, len(SEAT)), view, seat)
    _write_table(parts, view, found)
    parts["chance"][0] = chance
    if version >= 1:
        told = view.numbers.evidence
        evidence: Any = _Choices(told["choices"], told["choice"])
        write_choices(evidence, view.players, seat, row[places.slices["choices"].start :])  # type: ignore[arg-type] # as compiled
    return row


def _count(part: Bytes, cards: Any, codes: dict[str, int]) -> None:
    for card in cards:
        part[codes[card]] += 1


def _write_seats(part: Bytes, view: View, seat: int) -> None:
    for place in range(view.players):
        who = (seat + place) % view.players
        part[place] = (
            who in view.owes_uno,
            view.counts[who],
            who in view.to_move,
            min(view.scores[who] // POINTS, MOST),
            who == view.turn,
            who == partner_of(view.options, view.players, seat),
            view.pending is not None and who == view.pending.seat,
            0,
        )


def _write_table(parts: dict[str, Bytes], view: View, edition: Edition) -> None:
    colors, codes = edition.colors, edition.codec.card_codes
    phases = {name: number for number, name in edition.phase_names.items()}
    parts["color"][4 if view.color is None else colors.index(view.color)] = 1
    parts["direction"][0] = view.direction == 1
    parts["draw_count"][0] = view.draw_count
    parts["phase"][phases[view.phase]] = 1
    parts["jump"][0] = _jump(view.numbers.public, view.players)
    parts["drawn"][0] = 0 if view.drawn is None else 1 + codes[view.drawn]
    if view.pending is not None:
        before = view.pending.color_before
        parts["pending"][:] = 1 + codes[view.pending.card], 0 if before is None else 1 + colors.index(before)
        if view.pending.sum is not None and view.pending.hit is not None:
            parts["stack"][:] = view.pending.sum, 1 + (view.pending.hit - (view.seat or 0)) % view.players


def _jump(public: Mapping[str, Any], players: int) -> int:
    """1 + the code of the card that somebody may jump in on now, or 0 (jump-in)."""
    is_open = public["phase"] == TURN and public["discard"][public["discard_n"] - 1] == public["jump"]
    return 1 + int(public["jump"]) if is_open and (players > 2 or public["actor"] == public["turn"]) else 0


def history(game: Game, seat: int, most: int = HISTORY) -> list[tuple[int, int, int, int]]:
    """The last events of this round, newest first. Cards drawn in a row are one event with their number."""
    entries: list[tuple[int, int, int, int]] = []
    drawn = 0
    for event in _backward(game, seat):
        happening = game.edition.teller.by_name[event.what]
        if happening.code == E_DEALT or happening.cards in ("shown", "handed"):
            continue
        entry = _entry(game, seat, event)
        if happening.code == E_DREW:
            drawn = drawn + 1 if drawn and entries[-1][1] == entry[1] else 1
            if drawn > 1:
                entries.pop()
            entry = (*entry[:2], 0, 1 + drawn)
        else:
            drawn = 0
        if len(entries) == most:
            break
        entries.append(entry)
        if happening.cards == "clear":
            break
    return entries


def _backward(game: Game, seat: int) -> Iterator[Event]:
    """A seat's events from newest to oldest, read in batches."""
    stop = game.event_count
    while stop > 0:
        start = max(stop - 32, 0)
        yield from reversed(game.events(seat, since=start)[: stop - start])
        stop = start


def _entry(game: Game, seat: int, event: Event) -> tuple[int, int, int, int]:
    happening, players = game.edition.teller.by_name[event.what], game.players
    who = 0 if event.seat is None else 1 + (event.seat - seat) % players
    card = 0 if event.card is None else 1 + game.edition.codec.card_codes[event.card]
    number = 0
    if happening.n == "play":
        color = 0 if event.color is None else game.edition.colors.index(event.color)
        number = 1 + said_with(move_of(0, arg=color, uno=int(event.uno or 0)))
    elif happening.n == "color" and event.color is not None:
        number = 1 + game.edition.colors.index(event.color)
    elif happening.n == "seat" and event.to is not None:
        number = 1 + (event.to - seat) % players
    elif happening.n == "n" and event.n is not None:
        number = 1 + min(event.n, MOST - 1)
    elif happening.n == "word" and event.word is not None:
        number = 1 + happening.words.index(event.word)
    return happening.code, who, card, number
