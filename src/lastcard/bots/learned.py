"""A quick bot with a network that learned from millions of tried moves which of them go well.

It weighs each move by what its seat knows and what everyone has openly done, in one pass, without imagining any hands. There
is a file of weights for each edition. An edition without one, and a table with other rules, gets the play of `steady`.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from .. import editions
from ..bits import bit
from ..edition import Edition
from ..errors import InvalidOption
from ..moves import Move
from ..play.evidence import Evidence
from ..play.network import DEEP, HIDDEN, INPUTS, Thought
from ..rules.state import NONE
from ..table_rules import is_changed
from ..view import View
from .search import worth_trying
from .steady import STEADY
from .trials import Engine, fastest, hold, lay_table, rules_at

HEADER = 10  # bytes of a file of numpy before its header, whose length the last two of them say
SIZES = (INPUTS * HIDDEN, HIDDEN * DEEP, DEEP, HIDDEN + DEEP)  # of the three layers and their biases
SETS = 2  # of weights in a file: for two players, and for more


class Network(NamedTuple):
    """The weights of a network, as an engine wants them."""

    first: Any
    second: Any
    third: Any
    biases: Any


def folder() -> Path:
    """Where the weights are."""
    return Path(__file__).parent / "networks"


@cache
def weights(edition: str) -> tuple[array[int], ...]:
    """Return the sets of weights for an edition, or nothing if there is no file. Read without numpy."""
    path = folder() / f"{edition}.npy"
    if not path.is_file():
        return ()
    data = path.read_bytes()
    numbers = array("i")
    numbers.frombytes(data[HEADER + int.from_bytes(data[HEADER - 2 : HEADER], "little") :])
    each = sum(SIZES)
    return tuple(numbers[i * each : (i + 1) * each] for i in range(SETS))


def shaped(numbers: Sequence[int], engine: Engine) -> Network:
    """Return one set of weights as arrays of the engine."""
    parts, at = [], 0
    for size in SIZES:
        parts.append(numbers[at : at + size])
        at += size
    if engine.is_compiled:
        import numpy as np

        rows = [np.array(part, np.int32) for part in parts]
        return Network(rows[0].reshape(INPUTS, HIDDEN), rows[1].reshape(HIDDEN, DEEP), *rows[2:])
    first, second, third, biases = (list(part) for part in parts)
    return Network(
        [first[i : i + HIDDEN] for i in range(0, len(first), HIDDEN)],
        [second[i : i + DEEP] for i in range(0, len(second), DEEP)],
        third,
        biases,
    )


@cache
def network(edition: Edition, engine: Engine, players: int) -> Network:
    """Return an edition's network for a number of players."""
    return shaped(weights(edition.id)[int(players > 2)], engine)


class LearnedBot:
    """Plays the move that its network rates highest. The same view and moves always give the same choice."""

    name = "learned"
    about = "Has tried millions of moves before, and plays at once what usually goes best."

    def __init__(self, engine: Callable[[Edition], Engine] = fastest) -> None:
        self.engine = engine

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        """Return the move rated highest. Moves that need no thought, or people, are chosen like `steady` does."""
        tried = worth_trying(view, moves)
        if len(tried) < 2 or (ratings := self.rate(view, tried)) is None:
            return STEADY.choose(view, moves, rng)
        return tried[max(range(len(tried)), key=ratings.__getitem__)]

    def rate(self, view: View, moves: Sequence[Move | None]) -> list[int] | None:
        """Return how the network rates each move (None: letting a chance pass), or None if it can't."""
        try:
            edition = editions.get(view.edition)
        except InvalidOption:  # an edition that is not installed but made on the spot
            return None
        if view.seat is None or is_changed(view.options) or not weights(edition.id):
            return None
        engine = self.engine(edition)
        codes, ratings = engine.ints(len(moves)), engine.ints(len(moves))
        codes[:] = [NONE if move is None else edition.codec.read(move)[0] for move in moves]
        engine.kernels.rate_moves(
            *laid(engine, edition, view), *network(edition, engine, view.players), view.seat, codes, ratings
        )
        return [int(rating) for rating in ratings]


def laid(engine: Engine, edition: Edition, view: View) -> tuple[Any, ...]:
    """Return what a seat knows as the kernels want it: the rules, the round, everyone's choices, and room to think."""
    rounds, seen, thought = (engine.states(cls, 1) for cls in (edition.round, Evidence, Thought))
    lay_table(rounds[0], edition, view)
    hold(rounds[0], view.seat or 0, [edition.codec.card_codes[card] for card in view.hand])
    evidence = view.numbers.evidence
    for seat in range(view.players):
        seen[0].choices[seat] = evidence["choices"][seat]
        seen[0].choice[seat][:] = evidence["choice"][seat]
    teach_verbs(thought[0], edition)
    rules = rules_at(engine, edition, json.dumps(view.options, sort_keys=True), view.players)
    return tuple(engine.plain(states) for states in (rules, rounds, seen, thought))


def teach_verbs(thought: Any, edition: Edition) -> None:
    """Say which of the edition's verbs come with a card, a color or a seat, and which are for people."""
    for name, takes in (("cards", "card"), ("colors", "color"), ("seats", "seat")):
        setattr(thought, name, sum(bit(verb.code) for verb in edition.verbs if takes in verb.takes.split()))
    thought.people = sum(bit(verb.code) for verb in edition.verbs if verb.social)


LEARNED = LearnedBot()
