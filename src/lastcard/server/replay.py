"""A finished game again: move by move as one of its seats saw it, and what that seat made of it. Workers do it, from a record.

Who has a record knows every card of the game, so any seat may be asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import editions
from ..errors import InvalidOption, InvalidRecord
from ..game import Game
from ..record import Record, read
from .frames import State, difference, told_events
from .protocol import encode
from .table import Viewer, seen
from .thinking import TooLong, limited

LARGEST = 2 << 20  # bytes of a record that somebody sends
MOST_MOVES = 20_000
WITHIN = 10.0  # seconds, in the worker
MOST_ROUNDS = 60
REVIEW_WITHIN = 120.0  # with the time that the rules of an edition take to compile, the first time
EFFORT, EFFORT_INTERPRETED = 0.5, 0.1  # of what the command spends on a round


def replay(record: object, seat: Viewer) -> bytes:
    """The answer, as JSON; InvalidRecord where there is none."""
    document = read(record)
    if len(document["moves"]) > MOST_MOVES:
        raise _none("a game of more than {n} moves is not shown again here", n=MOST_MOVES)
    try:
        with limited(WITHIN):
            return _told(document, seat)
    except TooLong:
        raise _none("this game takes too long to be shown again") from None


def review(record: object, seat: Viewer) -> bytes:
    """The chances of a seat after every move and what its own moves were worth, as JSON; InvalidRecord where there is none."""
    from ..bots.trials import fastest
    from ..lab.review import Reviewer

    document = read(record)
    rounds = 1 + sum(mover is None for mover, *_ in document["moves"])
    if seat is None or not 0 <= seat < document["players"]:
        raise _none("a review is of one of the seats of the game")
    if rounds > MOST_ROUNDS:
        raise _none("a game of more than {n} rounds is not reviewed here", n=MOST_ROUNDS)
    try:
        with limited(REVIEW_WITHIN):
            is_compiled = fastest(editions.get(document["edition"])).is_compiled
            reviewer = Reviewer(document, seat, effort=(EFFORT if is_compiled else EFFORT_INTERPRETED) / rounds)
            for _ in reviewer:
                pass
            return encode(reviewer.result().to_dict())
    except InvalidOption as error:
        raise InvalidRecord(str(error)) from None
    except TooLong:
        raise _none("this game takes too long to be reviewed") from None


def _none(says: str, **args: int) -> InvalidRecord:
    return InvalidRecord(says.format(**args), says=says, **args)


def _told(document: Record, seat: Viewer) -> bytes:
    told: list[State] = []
    before: State = {}
    count = 0
    for number, game in enumerate(Game.replaying(document)):
        if seat is not None and not 0 <= seat < game.players:
            raise _none("there is no seat {n} in this game", n=seat)
        changed, before = difference(before, _state(game, seat, document))
        frame: State = {"n": number, "e": game.event_count, "events": told_events(game, seat, count), "set": changed}
        if number:
            frame["made"] = dict(_made(*document["moves"][number - 1]))
        told.append(frame)
        count = game.event_count
    return encode({"frames": told, "shuffles": [shuffle._asdict() for shuffle in game.shuffles()]})


def _made(seat: int | None, move: str, at: int | None = None) -> Iterator[tuple[str, Any]]:
    yield from (("seat", seat), ("move", move))
    if at is not None:
        yield "at", at


def _state(game: Game, seat: Viewer, document: Record) -> State:
    """What a table would tell, as far as a record knows it."""
    names = document.get("names") or [f"seat {s}" for s in range(game.players)]
    state: State = {
        "edition": game.edition.id,
        "options": game.options,
        "you": seat,
        "stage": "over" if game.over else "between" if game.round_over else "playing",
        "seats": [{"name": name, "ready": True} for name in names],
        "moves": [] if seat is None else [str(move) for move in game.moves(seat)],
        **seen(game, seat),
    }
    return {**state, "fair": document["fair"]} if game.over and "fair" in document else state
