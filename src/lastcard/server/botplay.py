"""What bots are asked at a table, in which order, and how fast they answer.

Whom one asks, and when, depends only on what everybody knows: a seat that could block is asked whatever it holds, and the
pace comes from a hash of public facts (rule hero-secret).
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Sequence

from .decide import mildest
from .table import Table
from .thinking import HARDEST, MILLISECONDS, STAND_IN, Ask

QUICKEST, SLOWEST = 0.7, 1.6
SLACK = 1.3  # a search ends a little after its time
CALM = {"easy": 0.0, "medium": 0.5, "hard": 1.0}  # the stronger, the more thoughtful


def position(table: Table) -> tuple[object, ...]:
    """Changes when bots have something new to think about; chat does not change it."""
    return (table.game.event_count if table.game else 0, *table.bot_seats())


def pace(table: Table) -> float:
    """Seconds that a bot takes for its next move: by chance, by its level, and by its temper."""
    if table.game is None:
        return 0.0
    if table.settings.pace == "fast":
        return _thinking_time(table, {*table.game.to_move, *table.game.offers()})
    mood = _share(f"{table.id}/{table.game.event_count}")
    return QUICKEST + (SLOWEST - QUICKEST) * (mood + _temper(table, table.game.to_move)) / 2


def _thinking_time(table: Table, asked: Container[int]) -> float:
    """Seconds that those who search may take: all of it, so that nobody can tell who has something to think about."""
    levels = [person.level for seat in table.bot_seats() if seat in asked and (person := table.seats[seat].person)]
    return levels.count(HARDEST) * SLACK * MILLISECONDS / 1000


def _temper(table: Table, to_move: Sequence[int]) -> float:
    """From 0 to 1, how slow the bot is by nature that the game waits for: by its level and its name."""
    person = next((table.seats[seat].person for seat in table.bot_seats() if seat in to_move), None)
    return (CALM.get(person.level, 0.5) + _share(person.name)) / 2 if person else 0.5


def _share(text: str) -> float:
    """From 0 to 1, the same for the same text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") / (1 << 32)


def asks(table: Table) -> list[Ask]:
    """The bots' seats that are asked now: who owes a call, who may come between, who is to move. None where nobody plays."""
    game = table.game
    if game is None or not any(seat.is_present for seat in table.seats):
        return []
    seats = table.bot_seats()
    owing, offered = game.owes_uno, game.offers()
    order = sorted(seats, key=lambda s: (s not in owing, offered.index(s) if s in offered else len(offered)))
    found: list[Ask] = []
    for seat in order:
        person = table.seats[seat].person
        found.append(ask(table, seat, (person.level if person else "") or STAND_IN))
    return found


def ask(table: Table, seat: int, level: str) -> Ask:
    """A seat's view and the moves that it may choose from, less what its player has vetoed."""
    assert table.game is not None  # noqa: S101 - asked only in a game
    game = table.game
    legal = set(table.moves(seat)) if seat in game.to_move else {str(move) for move in game.chances(seat)}
    return Ask(seat, level, game.view(seat), [move for move in game.moves(seat) if str(move) in legal])


def pick(table: Table, asked: Sequence[Ask], chosen: Sequence[str | None]) -> tuple[int, str] | None:
    """The move that is made: the first chance that is taken, else the first that is owed."""
    to_move = table.game.to_move if table.game else ()
    for ask, move in zip(asked, chosen, strict=True):
        if move is not None and ask.seat not in to_move:
            return ask.seat, move
    for ask, move in zip(asked, chosen, strict=True):
        if ask.seat in to_move:
            return ask.seat, move or mildest(table, ask.seat)
    return None


def fallback(table: Table, seat: int) -> tuple[int, str] | None:
    """What is made when a bot has chosen a move that cannot be: the mildest one that a bot owes, this one's first."""
    to_move = table.game.to_move if table.game else ()
    owing = [s for s in table.bot_seats() if s in to_move]
    return min(((s, mildest(table, s)) for s in owing), key=lambda owed: owed[0] != seat, default=None)
