"""Replays and reviews of finished games, which workers make from a record.

Anyone who has a record knows every card of the game, so they may ask for any seat.
"""

from __future__ import annotations

from msgspec import UNSET

from ... import editions
from ...bots.workers import TooLong, limited, report
from ...errors import InvalidOption, InvalidRecord
from ...game import Game
from ...record import Record, read, rounds
from ..table.frames import NOTHING, difference, told_events
from ..table.state import seen
from ..table.table import Viewer
from ..wire.commands import encode
from ..wire.messages import MadeMove, Replay, ReplayFrame, SeatInfo, ShuffleInfo, State

LARGEST = 2 << 20  # bytes of a record that a client sends
MOST_MOVES = 20_000
WITHIN = 10.0  # seconds of CPU time
MOST_ROUNDS = 60
DEAREST = 60.0  # seconds of CPU time that a review may be estimated to take
REVIEW_WITHIN = 90.0  # seconds of CPU time that it may actually take
EFFORT, EFFORT_INTERPRETED = 0.5, 0.1  # share of what the command-line review spends on a round
BEST_WITHIN = 5.0  # seconds of CPU time for the search for the best move, which is worth it only if the rules are compiled
# What a review costs in the most expensive edition, in CPU seconds: per move, per player and move, and for full effort.
PRICES, PRICES_INTERPRETED = (0.006, 0.003, 0.35), (0.02, 0.016, 0.8)


def replay(record: object, seat: Viewer) -> bytes:
    """The game move by move as a seat saw it, as JSON. InvalidRecord if the record cannot be replayed."""
    document = read(record)
    if len(document["moves"]) > MOST_MOVES:
        raise _none("This server doesn't replay games of more than {n} moves.", n=MOST_MOVES)
    try:
        with limited(WITHIN, cpu=True):
            return _told(document, seat)
    except TooLong:
        raise _none("This game takes too long to replay.") from None


def review(record: object, seat: Viewer) -> bytes:
    """A seat's chances after every move and what its own moves were worth, as JSON. InvalidRecord if that is impossible.

    Reports what it finds at every move.
    """
    from ...bots.trials import prepare
    from ...review import Reviewer
    from ...review_forms import ReviewPart

    document = read(record)
    count = rounds(document)
    if seat is None or not 0 <= seat < document["players"]:
        raise _none("Pick one of the game's seats to review.")
    if count > MOST_ROUNDS:
        raise _none("This server doesn't review games of more than {n} rounds.", n=MOST_ROUNDS)
    try:
        is_compiled = prepare(editions.get(document["edition"])).is_compiled  # slow the first time
        effort = _effort(len(document["moves"]), count, document["players"], is_compiled=is_compiled)
        with limited(REVIEW_WITHIN, cpu=True):
            reviewer = Reviewer(document, seat, effort=effort)
            chances = decisions = 0
            for looked in reviewer:
                new, made = reviewer.chances[chances:], reviewer.decisions[decisions:]
                report(encode(ReviewPart(looked=looked, moves=reviewer.moves, chances=new, decisions=made)))
                chances, decisions = len(reviewer.chances), len(reviewer.decisions)
            return encode(reviewer.result())
    except InvalidOption as error:
        raise InvalidRecord(str(error)) from None
    except TooLong:
        raise _none("This game takes too long to review.") from None


def best_move(record: object, seat: Viewer) -> bytes:
    """The best move of a seat, as JSON, with the same margin as in the review: a quick look at the end of a game.

    See :func:`review.best_move`.
    """
    from ...bots.trials import prepare
    from ...review import best_move as find
    from ...review_forms import BestMove

    document = read(record)
    if seat is None or not 0 <= seat < document["players"]:
        raise _none("Pick one of the game's seats to review.")
    try:
        if not prepare(editions.get(document["edition"])).is_compiled:  # slow the first time
            return encode(BestMove(looked=False))
        effort = _effort(len(document["moves"]), rounds(document), document["players"], is_compiled=True)
        with limited(BEST_WITHIN, cpu=True):
            return encode(find(document, seat, effort=effort))
    except InvalidOption as error:
        raise InvalidRecord(str(error)) from None
    except TooLong:
        return encode(BestMove(looked=False))


def _effort(moves: int, rounds: int, players: int, *, is_compiled: bool) -> float:
    """The effort that a review can afford. InvalidRecord if even the shortest look at every move is too expensive."""
    move, player, effort = PRICES if is_compiled else PRICES_INTERPRETED
    left = DEAREST - moves * (move + player * players)
    if left <= 0:
        raise _none("A game of {n} moves is too long to review here.", n=moves)
    return min((EFFORT if is_compiled else EFFORT_INTERPRETED) / rounds, left / (max(moves, 1) * effort))


def _none(says: str, **args: int) -> InvalidRecord:
    return InvalidRecord(says.format(**args), says=says, **args)


def _told(document: Record, seat: Viewer) -> bytes:
    told: list[ReplayFrame] = []
    before, count = NOTHING, 0
    for number, game in enumerate(Game.replaying(document)):
        if seat is not None and not 0 <= seat < game.players:
            raise _none("There's no seat {n} in this game.", n=seat)
        changed, before = difference(before, _state(game, seat, document))
        told.append(
            ReplayFrame(
                n=number,
                e=game.event_count,
                events=told_events(game, seat, count),
                set=changed or NOTHING,
                made=_made(*document["moves"][number - 1]) if number else UNSET,
            )
        )
        count = game.event_count
    return encode(Replay(frames=told, shuffles=[ShuffleInfo(**shuffle._asdict()) for shuffle in game.shuffles()]))


def _made(seat: int | None, move: str, at: int | None = None) -> MadeMove:
    return MadeMove(seat=seat, move=move, at=UNSET if at is None else at)


def _state(game: Game, seat: Viewer, document: Record) -> State:
    """The state that a table would tell, as far as a record contains it."""
    names = document.get("names") or [f"seat {s}" for s in range(game.players)]
    faces = document.get("faces") or [0] * game.players
    return State(
        **seen(game, seat),
        edition=game.edition.id,
        options=game.options,
        you=seat,
        stage="over" if game.over else "between" if game.round_over else "playing",
        seats=[SeatInfo(name=name, ready=True, face=face or UNSET) for name, face in zip(names, faces, strict=True)],
        moves=[] if seat is None else [str(move) for move in game.moves(seat)],
        fair=document["fair"] if game.over and "fair" in document else UNSET,
    )
