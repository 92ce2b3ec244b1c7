"""Kinds, moves and sets packed into numbers: what goes in comes out, at no cost to kernels that use the names."""

from __future__ import annotations

from pathlib import Path
from types import FunctionType

import pytest

from edition_copies import changed
from lastcard import Game, bits, editions
from lastcard.assembly import optional_modules, shared_modules
from lastcard.rules.build import kernels_in
from lastcard.rules.inline import formulas, inlined_codes


@pytest.mark.parametrize("verb", [0, 1, 15])
@pytest.mark.parametrize("kind", [0, 63, 79])
@pytest.mark.parametrize("arg", [0, 3, 9])
@pytest.mark.parametrize("uno", [0, 1])
def test_a_move_holds_its_parts(verb: int, kind: int, arg: int, uno: int) -> None:
    """Every part of a move is read back as it was written, and so is the seat stored with it."""
    move = bits.move_of(verb, kind, arg, uno)
    assert (bits.verb_of(move), bits.kind_of(move), bits.arg_of(move), bits.says_uno(move)) == (verb, kind, arg, uno)
    said = bits.said_with(move)
    assert (bits.arg_of(said), bits.says_uno(said)) == (arg, uno)
    assert bits.move_of(verb, kind, arg, uno=1) == bits.with_call(move)
    assert bits.without_call(move) == bits.move_of(verb, kind, arg)
    assert bits.naming(bits.move_of(verb, kind, 5, uno), arg) == move
    assert bits.move_of(0, bits.stem_of(move)) == bits.move_of(verb, kind)
    both = bits.with_seat(9, move)
    assert (bits.seat_in(both), bits.move_in(both)) == (9, move)


def test_a_kind_holds_color_and_rank() -> None:
    """Every color and rank is read back as it was written."""
    parts = [(color, rank) for color in range(5) for rank in range(bits.RANKS)]
    kinds = [bits.kind_at(color, rank) for color, rank in parts]
    assert [(bits.color_of_kind(kind), bits.rank_of(kind)) for kind in kinds] == parts
    assert kinds == [*range(5 * bits.RANKS)]


def test_sets_of_kinds_hold_the_ranks_of_every_color() -> None:
    """A set of kinds contains a kind exactly if it holds that rank in that color."""
    held = [0b1, 0b10, 0b1000000000000001, 0b11]
    kinds = bits.colored_kinds(held)
    in_it = [kind for kind in range(4 * bits.RANKS) if bits.has(kinds, kind)]
    assert in_it == [bits.kind_at(color, rank) for color in range(4) for rank in range(16) if bits.has(held[color], rank)]
    assert bits.in_every_color(0b101) & bits.kinds_of(2) == bits.bit(bits.kind_at(2, 0)) | bits.bit(bits.kind_at(2, 2))


def test_several_are_more_than_one() -> None:
    """A set of one or none doesn't count as several."""
    assert [bits.several(members) for members in (0, 1, 8, 9, 12)] == [False, False, False, True, True]


def names_called(function: FunctionType) -> set[str]:
    """Return the names from ``bits`` that a function's code calls."""
    return {name for name in function.__code__.co_names if name in formulas(bits)}


def test_kernels_do_not_call_the_names() -> None:
    """In every one of our kernels, calls of these names are replaced by what they stand for once the rules are put together."""
    own = [module for name in editions.names() for module in editions.get(name).modules]
    for module in {*shared_modules(), *optional_modules(), *own}:
        kernels = kernels_in(module)
        codes = inlined_codes(module, (*kernels.values(),))
        with_names = {name for name, function in kernels.items() if names_called(function)}
        assert {function.__name__ for function in codes} == with_names
        assert [name for code in codes.values() for name in code.co_names if name in formulas(bits)] == []


def test_code_without_its_names_keeps_its_lines() -> None:
    """The code that runs points to the same source lines as before."""
    for module in shared_modules():
        for function, code in inlined_codes(module, (*kernels_in(module).values(),)).items():
            before = {line for _, _, line in function.__code__.co_lines()}
            assert {line for _, _, line in code.co_lines()} == before
            assert code.co_filename == function.__code__.co_filename


def test_a_source_that_has_changed_is_not_used(tmp_path: Path) -> None:
    """A kernel whose source has changed since it was imported keeps its calls and still works."""
    edition = changed(tmp_path, more="", edition="dark-side")
    module = edition.modules[-1]
    path = Path(str(module.__file__))
    path.write_text(path.read_text(encoding="utf-8").replace("g.gifts_left", "g.gifts"), encoding="utf-8")
    assert not any(f.__name__ == "special_step" for f in inlined_codes(module, (*kernels_in(module).values(),)))
    assert Game(edition, players=3, seed=1).to_move
