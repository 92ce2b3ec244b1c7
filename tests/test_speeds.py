"""One source, two speeds: interpreted and compiled rules agree field by field and move by move."""

from collections.abc import Callable, Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest

from lastcard import Edition, editions, testing
from lastcard.compiled import allocate
from lastcard.play.playout import DEFAULT_PEOPLE, People
from lastcard.rules.build import compile_kernels, fingerprint, interpret
from lastcard.rules.state import MOVES, OVER, Round, State, fields
from table_choices import at_random, covering, players_at
from variants import allowed, variants

PLAYERS = (2, 3, 4, 7, 10)
TABLES = 8  # that change the leaflet
LONGEST = 600  # moves compared in one round


class Speed(NamedTuple):
    """A table at one speed: rules, round and dice as the kernels take them, and a row for moves."""

    kernels: SimpleNamespace
    rules: Any
    round: Any
    people: Any
    out: Any


def test_states_of_the_same_fields_share_their_dtype() -> None:
    """All arrays of a state share one dtype object, because Numba takes microseconds per call to compare two."""
    form = allocate(Round).dtype
    assert allocate(Round, 3).dtype is form
    assert allocate(type("Again", (Round,), {}), 3).dtype is form


@cache
def compiled_kernels(edition: Edition) -> SimpleNamespace:
    """Compile the kernels once per edition, with every index checked."""
    return compile_kernels(*edition.assembled("playouts"), boundscheck=True)


@cache
def interpreted_kernels(edition: Edition) -> SimpleNamespace:
    """Return the same kernels as plain Python."""
    return interpret(*edition.assembled("playouts"))


def tables(edition: Edition, players: int, options: dict[str, Any]) -> tuple[Speed, Speed]:
    """Return the same table interpreted and compiled."""
    checked = edition.read_options(options)
    round_: Any = edition.round()
    round_.log = []
    slow = Speed(interpreted_kernels(edition), [edition.rules()], [round_], [People()], [0] * MOVES)
    rules, state, people = (allocate(cls) for cls in (edition.rules, edition.round, People))
    fast = Speed(compiled_kernels(edition), rules, state, people, np.zeros(MOVES, np.int64))
    for speed in (slow, fast):
        edition.fill_rules(speed.rules[0], checked, players)
        for name, value in DEFAULT_PEOPLE.items():
            setattr(speed.people[0], name, value)
    return slow, fast


def readers(state: State, record: Any) -> dict[str, tuple[Callable[[], Any], Callable[[], Any]]]:
    """Return two readers for every field, interpreted and compiled, that give the same plain lists, ints or bytes."""
    return {name: _reader(state, record, name, *layout) for name, layout in fields(type(state)).items()}


def _reader(
    state: Any, record: Any, name: str, code: str, shape: tuple[int, ...]
) -> tuple[Callable[[], Any], Callable[[], Any]]:
    held = record[name]  # a view of the record's own memory
    if code == "u1" and len(shape) == 1:
        return lambda: getattr(state, name), held[0].tobytes
    if code == "u1":
        return lambda: b"".join(getattr(state, name)), held[0].tobytes
    if shape:
        return lambda: getattr(state, name), held[0].tolist
    return lambda: getattr(state, name), held.item


def differences(fields_of: dict[str, tuple[Callable[[], Any], Callable[[], Any]]]) -> Iterator[str]:
    """Return the fields that differ between the speeds."""
    for name, (slow, fast) in fields_of.items():
        if slow() != fast():
            yield f"{name}: interpreted {slow()!r}, compiled {fast()!r}"


def same_round(edition: Edition, players: int, options: dict[str, Any], seed: int) -> int:
    """Play one round with the chaos policy at both speeds, comparing every field after each move, and return its length."""
    slow, fast = tables(edition, players, options)
    both = readers(slow.round[0], fast.round), readers(slow.rules[0], fast.rules), readers(slow.people[0], fast.people)
    where = f"{edition.id}, {players} players, {options}, seed {seed}"
    for speed in (slow, fast):
        speed.kernels.start(speed.rules, speed.round, speed.people, seed)
    assert not [found for state in both for found in differences(state)], f"{where}, dealt"
    moves = 0
    while slow.round[0].phase != OVER and moves < LONGEST:
        move, again = (s.kernels.chaos_move(s.rules, s.round, s.people, s.out) for s in (slow, fast))
        assert move == again, f"{where}, after {moves} moves"
        if move >= 0:
            moves += 1
            found = [*differences(both[0]), *differences(both[2])]
            assert not found, f"{where}, move {moves}: {found}"
    assert not list(differences(both[1])), f"{where}: the rules have changed"
    return moves


def same_playouts(edition: Edition, players: int, options: dict[str, Any]) -> None:
    """Play rounds with the random policy at both speeds, and compare totals, the last round and the dice."""
    slow, fast = tables(edition, players, options)
    totals = [0] * 13, np.zeros(13, np.int64)
    for speed, total in zip((slow, fast), totals, strict=True):
        speed.kernels.playouts(speed.rules, speed.round, speed.people, speed.out, 99, 12, total)
    assert totals[0] == totals[1].tolist()
    assert not list(differences(readers(slow.round[0], fast.round)))
    assert not list(differences(readers(slow.people[0], fast.people)))


@pytest.mark.parametrize("edition", editions.names())
def test_both_speeds_are_the_same(edition: str) -> None:
    """Both speeds agree in every field after every move, for every number of players and every option, and in playouts."""
    found = editions.get(edition)  # all in one test, so that an edition is compiled once
    moves = [same_round(found, players, {}, seed) for players in PLAYERS for seed in range(5)]
    for number, options in enumerate([*allowed(found), *variants(found)[1:]]):
        moves += [same_round(found, players, options, seed=number) for players in (2, 3, PLAYERS[number % 5])]
    for number, options in enumerate(at_random(found, TABLES)):
        moves.append(same_round(found, players_at(options, PLAYERS[number % 5]), options, seed=number))
    assert sum(moves) > 2000
    for players, options in zip(PLAYERS, variants(found) * 2, strict=False):
        same_playouts(found, players, options)
    for players, options in zip(PLAYERS, at_random(found, 5, seed=1), strict=True):
        same_playouts(found, players_at(options, players), options)


@pytest.mark.long
@pytest.mark.parametrize("edition", editions.names())
def test_every_pair_of_table_rules_is_the_same_at_both_speeds(edition: str) -> None:
    """Both speeds agree after every move for every pair of values of the table rules, and for 500 full combinations."""
    found = editions.get(edition)
    for number, options in enumerate([*covering(found), *at_random(found, 500, seed=3)]):
        same_round(found, players_at(options, PLAYERS[number % 5]), options, seed=number)


def test_suite_compares_speeds() -> None:
    """The conformance suite finds that both speeds of Classic agree."""
    testing.check_edition("classic", ["both speeds agree"])


def test_other_constants_are_other_code() -> None:
    """Compiled code isn't reused after a constant has changed, whichever file the constant is in."""
    modules = editions.get("classic").assembled("playouts")
    assert fingerprint(modules, {"FX_SKIP": 1}) != fingerprint(modules, {"FX_SKIP": 2})
    assert fingerprint(modules, {"FX_SKIP": 1}) == fingerprint(modules, {"FX_SKIP": 1, "lowest": min})
