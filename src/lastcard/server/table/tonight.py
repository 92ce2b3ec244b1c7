"""Tonight's score: who has won how often, over a game and its rematches."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from ..wire.messages import TonightLine
from .log import Person, Tally


def is_same(one: Person, other: Person) -> bool:
    """Whether two are the same person, as far as a table can tell: by token or, among people, by name."""
    is_person = bool(one.token_hash and other.token_hash)
    return is_person and (one.token_hash == other.token_hash or one.name.casefold() == other.name.casefold())


def _is_known(one: Person, other: Person) -> bool:
    """Whether two are the same person, or the same bot."""
    return is_same(one, other) or (bool(one.level and other.level) and one.name == other.name)


def tallied(
    before: Sequence[Tally], people: Sequence[Person | None], scores: Sequence[int], winners: Sequence[int]
) -> list[Tally]:
    """Tonight's score after a game. People who played earlier tonight keep their place in the list."""
    after = list(before)
    for seat, person in enumerate(people):
        if person is None:
            continue
        place = next((i for i, tally in enumerate(after) if _is_known(tally.person, person)), len(after))
        old = after[place] if place < len(after) else Tally(person)
        after[place : place + 1] = [
            replace(
                old,
                person=person,
                games=old.games + 1,
                won=old.won + (seat in winners),
                points=old.points + scores[seat],
            )
        ]
    return after


def told_tonight(tallies: Sequence[Tally], people: Sequence[Person | None]) -> list[TonightLine]:
    """Tonight's score as everyone is told it, most wins first."""
    lines = [
        TonightLine(
            name=tally.person.name,
            games=tally.games,
            won=tally.won,
            points=tally.points,
            seat=next((i for i, person in enumerate(people) if person and _is_known(person, tally.person)), UNSET),
        )
        for tally in tallies
    ]
    return sorted(lines, key=lambda line: -line.won)
