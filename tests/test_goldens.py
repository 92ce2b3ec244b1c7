"""Golden records: whole games that are checked in and must replay to the same end.

After a deliberate change of the rules, ``scripts/make-goldens`` plays them again and the edition's ``version`` goes up.
After a change of words, ``scripts/make-goldens wording`` only rewrites their sentences.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from lastcard import Game, editions
from make_goldens import WORDING, end, name_of, records, verbs, wording

GOLDENS = records()
every_golden = pytest.mark.parametrize("path", GOLDENS, ids=[name_of(path) for path in GOLDENS])


def golden(path: Path) -> Any:
    """Return a golden file's data."""
    return json.loads(path.read_text(encoding="utf-8"))


def of(edition: str) -> list[Path]:
    """Return the records of an edition."""
    return [path for path in GOLDENS if path.parent.name == edition]


@every_golden
def test_golden_game_ends_as_before(path: Path) -> None:
    """A golden record replays to the same hands, scores and winners, and everyone sees the same events along the way."""
    game = Game.replay(path.read_bytes())
    assert game.edition.id == path.parent.name
    assert game.over
    assert end(game) == golden(path.with_suffix(".end.json"))


@every_golden
def test_golden_game_is_told_as_before(path: Path) -> None:
    """A golden record is described to everyone in the same sentences."""
    assert wording(Game.replay(path.read_bytes())) == golden(WORDING)[name_of(path)]


@pytest.mark.parametrize("edition", editions.names())
def test_edition_has_golden_games(edition: str) -> None:
    """Every edition has at least three golden games, one of them to 500 over several rounds."""
    records = [golden(path) for path in of(edition)]
    assert len(records) >= 3
    targets = [editions.get(edition).read_options(record["options"])["target"] for record in records]
    deals = [[None, "next round"] in record["moves"] for record in records]
    assert (500, True) in zip(targets, deals, strict=True)


@pytest.mark.parametrize("edition", editions.names())
def test_golden_games_use_every_move(edition: str) -> None:
    """Together, an edition's golden games use every verb that the edition has."""
    used = set().union(*(verbs(Game.replay(path.read_bytes())) for path in of(edition)))
    assert used == {verb.word for verb in editions.get(edition).verbs}


def test_goldens_are_of_editions_that_exist() -> None:
    """Every folder of goldens belongs to an edition, and every record comes with its end."""
    assert {path.parent.name for path in GOLDENS} == set(editions.names())
    assert all(path.with_suffix(".end.json").exists() for path in GOLDENS)
    assert list(golden(WORDING)) == [name_of(path) for path in GOLDENS]
