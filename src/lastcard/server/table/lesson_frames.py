"""A lesson as a client sees it. It has no table and no log. It follows from the learner's moves, and nothing is stored."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from ... import editions
from ...bots.bot_names import BOT_NAMES
from ...consequences import grouped
from ...errors import IllegalMove, InvalidMove, InvalidOption
from ...game import Game
from ...lesson_run import Learning, Moment, learn
from ...lesson_type import LEARNER
from ...sentence_type import Sentence
from ..wire import commands as wire
from ..wire.commands import Refused
from ..wire.messages import (
    ConsequenceInfo,
    LessonMoment,
    MadeMove,
    RefusedAnswer,
    ReplayFrame,
    SeatInfo,
    SentenceInfo,
    State,
    refusal_info,
)
from .frames import NOTHING, difference, told_events
from .state import seen
from .table import plain

MOST_MOVES = 100


def lesson_moment(body: wire.Learn) -> LessonMoment | RefusedAnswer:
    """Return where a learner's moves have led in a lesson, with what has happened since the last of them.

    A learner tries things, so a move that a rule or the lesson doesn't allow is a normal answer too.
    """
    if len(body.moves) > MOST_MOVES or not 0 <= body.step <= MOST_MOVES:
        raise Refused("bad-message", "You can make at most {n} moves in a lesson: start it again.", n=MOST_MOVES)
    try:
        learning = learn(editions.get(body.edition), body.lesson, body.moves, body.step)
    except InvalidOption:
        raise Refused("no-lesson", "That lesson doesn't exist: pick one from the list.") from None
    except InvalidMove as error:
        raise Refused("invalid-move", "That isn't a move here: {error}.", error=str(error)) from None
    except IllegalMove as error:
        return RefusedAnswer(refused=refusal_info(Refused.by_rule(error.refusal)))
    return _told(learning, plain(body.name, wire.NAME_LENGTH))


def _told(learning: Learning, name: str) -> LessonMoment:
    said = None if learning.is_over else learning.says
    return LessonMoment(
        step=learning.at,
        steps=len(learning.lesson.steps),
        over=learning.is_over,
        says=_info(said),
        outcome=_info(learning.outcome),
        wants=[str(move) for move in learning.wanted],
        frames=_frames(learning.moments, name),
    )


def _info(said: Sentence | None) -> SentenceInfo | UnsetType:
    return UNSET if said is None else SentenceInfo(says=said.says, args=dict(said.args) or UNSET)


def _frames(moments: list[Moment], name: str) -> list[ReplayFrame]:
    """A frame for each moment. A position that was set up has the whole state, the others what has changed."""
    told: list[ReplayFrame] = []
    before, count = NOTHING, 0
    for number, (game, seat, move) in enumerate(moments):
        if seat is None:
            before, count = NOTHING, game.event_count
        changed, before = difference(before, _state(game, name))
        made = UNSET if seat is None else MadeMove(seat=seat, move=move)
        events = told_events(game, LEARNER, count)
        told.append(ReplayFrame(n=number, e=game.event_count, events=events, set=changed or NOTHING, made=made))
        count = game.event_count
    return told


def _state(game: Game, name: str) -> State:
    names = [name or "You", *(bot for bot in BOT_NAMES if bot.casefold() != name.casefold())]
    found = game.consequences(LEARNER)
    return State(
        **seen(game, LEARNER),
        edition=game.edition.id,
        options=game.options,
        you=LEARNER,
        stage="over" if game.over else "between" if game.round_over else "playing",
        seats=[SeatInfo(name=each, ready=True) for each in names[: game.players]],
        moves=[str(move) for move in found],
        consequences=[
            ConsequenceInfo(says=s.says, args=dict(s.args) or UNSET, moves=at) for s, at in grouped([*found.values()])
        ],
    )
