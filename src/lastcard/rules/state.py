"""The fields of a round and of its rules. One typed class defines both the interpreted and the compiled layout.

In interpreted rules a state is an object that holds ints, lists and bytearrays. In compiled rules the same fields form a
numpy record. An edition adds fields in a subclass.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from functools import cache
from typing import Annotated, Any, Self, get_args, get_origin, get_type_hints

from ..house_rules import MOST_RULES, MOST_STEPS, ROW
from ..moves import SEATS
from .amounts import Amounts

Row = MutableSequence[int]
Grid = MutableSequence[Row]
KINDS, CARDS, MOVES = 80, 112, 512

NONE = -1
NOT_YET = -1  # the ballot of a seat that has not voted
# Phases. An edition's own are from SPECIAL to CHOOSING, and those of table rules follow.
OVER, TURN, DREW, ANSWER, COLOR, VOTING, SPECIAL = range(7)
CHOOSING, DISCARDING, FOLLOWING = 13, 14, 15
PHASES = {OVER: "over", TURN: "turn", DREW: "drew", ANSWER: "answer", COLOR: "color", VOTING: "vote"}
TABLE_PHASES = {CHOOSING: "choose", DISCARDING: "discard", FOLLOWING: "follow"}
# Whether a card waits for the next player's answer, and whether a play or draw by that player counts as one.
NO_ANSWER, ANSWER_UNLESS_LAST, ANSWER_ALWAYS, ANSWER_OR_GO_ON = range(4)
# Which draw cards may be put on one another (stack), in the order of the option's values.
STACK_OFF, STACK_SAME, STACK_UP, STACK_ANY = range(4)


class State:
    """Named fields, all zero at first. ``rng_a`` and ``rng_b`` are the state of the dice."""

    rng_a: int
    rng_b: int

    def __new__(cls) -> Self:
        made: Self = object.__new__(_slotted(cls))  # type: ignore[arg-type] # mypy takes a type[Self] for unhashable
        return made

    def __init__(self) -> None:
        for name, (code, shape) in fields(type(self)).items():
            setattr(self, name, _zero(code, shape))

    def copy(self) -> Self:
        """Return a copy that shares no fields with this state."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        for name, (_, shape) in fields(type(self)).items():
            value = getattr(self, name)
            if shape:
                value = value[:] if len(shape) == 1 else [row[:] for row in value]
            setattr(twin, name, value)
        return twin


class Rules(Amounts, State):
    """Everything that an edition and the table's options determine. It stays constant during a round."""

    players: int
    deck_n: int
    bluff: int  # wd4-legal: a Wild Draw Four may be played against the rule, and challenged
    free: int  # draw-four: a Wild Draw Four may be played at any time, and nobody challenges
    stacking: int  # stack: 0, or one of STACK_SAME, STACK_UP and STACK_ANY
    deflects: int  # deflect: a Reverse answers a draw card
    stacks: int  # either of the two: every draw card waits for an answer
    more: int  # stack, deflect, jump-in, follow, card-rules: a play may lead to more than in the leaflet
    until: int  # draw-until: a player draws until the drawn card may be played
    drawn_must: int  # drawn-play: a drawn card that may be played must be
    forced: int  # must-play: nobody draws by choice while they can play
    hand_limit: int  # hand-limit: nobody draws beyond this many cards; 0 for no limit
    silent: int  # uno-silent: nobody has to call UNO
    limit: int  # turn-limit: a round ends without a winner after this many turns; 0 for no limit
    follows: int  # follow: cards with the same number may be added
    narrows: int  # stack, deflect, follow, last-card: what may be played is not always what matches
    ends: int  # last-card: not every card may be a last one
    last_kinds: int  # set of colored kinds that may be
    last_wilds: int  # set of ranks of wilds that may be
    wilds_match: int  # wd4-wilds-match
    two_reverse_skips: int  # reverse-two
    colorless: int  # mask of wild ranks whose play names no color
    draw_four: int  # mask of wild ranks that are a Wild Draw Four
    draw_two: int  # mask of ranks that are a Draw Two, alike in every color
    reverse: int  # mask of ranks that are a Reverse
    fx: Annotated[Row, "i8", KINDS]
    value: Annotated[Row, "i8", KINDS]
    symbol: Annotated[Grid, "i8", 5, 16]  # color, rank -> mask of the ranks with the same symbol
    answered: Annotated[Row, "i8", KINDS]  # whether this card waits for an answer: NO_ANSWER or one of the others
    jumps: int  # jump-in: an identical card may be played out of turn
    twins: Annotated[Row, "i8", KINDS]  # how many cards look like this one, emblems apart; 0 if nobody jumps in with it
    teams: int  # teams: partners sit opposite, and win together
    unanimous: int  # a single no fails the performer
    ruled: int  # card-rules: some card carries a house rule
    written: Annotated[Row, "i8", KINDS]  # the number of the house rule on a card, from 1 on; 0 for none
    house: Annotated[Grid, "i8", MOST_RULES + 1, MOST_STEPS * ROW]  # by that number
    moving: Annotated[Row, "i8", MOST_RULES + 1]  # how each moves hands: STAY, SWAP_CHOSEN or MOVE
    deck: Annotated[Row, "u1", CARDS]


class Round(State):
    """The state of a round."""

    players: int
    dealer: int
    turn: int
    direction: int
    color: int
    phase: int
    waiting: int  # mask: the seats that the round is waiting for (game.to_move)
    owes_uno: int  # mask: the seats that owe a call and may be caught
    jump: int  # the card just played, while somebody may jump in on it, or NONE
    row: int  # how often somebody has just played again by a house rule
    drawn: int  # kind that the seat on turn has just drawn
    card: int  # kind whose effect is pending
    actor: int  # seat that played it; NONE for the opening card
    guilty: int  # the pending Wild Draw Four was played against the rule
    shown_n: int  # cards its player had left, which a challenge shows
    color_before: int  # the color that was in force when it was played
    answer: int  # whether it waits for an answer: NO_ANSWER or one of the others
    stack: int  # at a table that stacks: how many cards the player hit will have to take; 0 if no draw card is pending
    base: int  # the last draw card of the stack
    under: int  # the draw card that it was put on; NONE for the first
    hit: int  # the seat that has to answer the stack
    idle: int  # passes in a row with nothing to draw
    turns: int  # how many have begun in this round
    limit: int  # the rules' limit of turns
    most: int  # the rules' limit of cards in a hand
    silent: int  # whether the rules want no calls
    teams: int  # whether partners sit opposite
    steps: int
    shuffles: int
    winner: int
    score: int
    draw_n: int
    discard_n: int
    performer: int  # whom the table judges
    ballots: Annotated[Row, "i8", SEATS]
    for_rule: int  # whether a house rule wants the vote
    at: int  # the next step of the running house rule
    chosen: int
    skips: int  # how many turns are lost to the card and to its rule
    again: int
    performers: int  # mask: the seats that still have to do what the text says
    penalty: int
    to_discard: Annotated[Row, "i8", SEATS]
    points: Annotated[Row, "i8", SEATS]  # the points in each hand when the round ended
    hand_n: Annotated[Row, "i8", SEATS]
    held: Annotated[Grid, "i8", SEATS, 5]  # per color (4 = wild): mask of the ranks held
    hand: Annotated[Grid, "u1", SEATS, KINDS]  # copies of each kind
    draw: Annotated[Row, "u1", CARDS]  # the last is drawn next
    discard: Annotated[Row, "u1", CARDS]  # the last is the top card


@cache
def _slotted(cls: type[State]) -> Any:
    """Return a subclass with a slot for each field. Without slots, Python gets slower past thirty attributes."""
    return type(cls.__name__, (cls,), {"__slots__": (*fields(cls),), "__module__": cls.__module__})


def fields(cls: type[State]) -> dict[str, tuple[str, tuple[int, ...]]]:
    """Return the type code and shape of every field by name, with those of base classes first."""
    found = _FIELDS.get(cls)
    if found is None:
        found = {name: _layout(hint) for name, hint in get_type_hints(cls, include_extras=True).items()}
        _FIELDS[cls] = found
    return found


_FIELDS: dict[type[State], dict[str, tuple[str, tuple[int, ...]]]] = {}


def amounts(cls: type[State]) -> dict[str, int]:
    """Return the fields that begin with a value of their own."""
    return {name: getattr(cls, name) for name in fields(cls) if hasattr(cls, name)}


def _layout(hint: Any) -> tuple[str, tuple[int, ...]]:
    if get_origin(hint) is not Annotated:
        return "i8", ()
    code, *shape = get_args(hint)[1:]
    return code, tuple(shape)


def _zero(code: str, shape: tuple[int, ...]) -> Any:
    if not shape:
        return 0
    if len(shape) == 1:
        return bytearray(shape[0]) if code == "u1" else [0] * shape[0]
    return [_zero(code, shape[1:]) for _ in range(shape[0])]


def dtype(cls: type[State]) -> Any:
    """Return the fields as a numpy record type. Equal fields give the same object, since Numba is slow to compare two."""
    return _record(tuple((name, code, shape) for name, (code, shape) in fields(cls).items()))


@cache
def _record(form: tuple[tuple[str, str, tuple[int, ...]], ...]) -> Any:
    import numpy as np

    return np.dtype((np.record, np.dtype(list(form), align=True)))
