"""The page of baselines: measured in batches that add up, and never showing what was not measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks import baselines
from benchmarks.baselines import BATCH, FIRST_DEAL, Batch, Pairing, missing, page, play, read, written

from lastcard import editions
from lastcard.lab.arena import Arena

PAIR = Pairing("classic", 2, "steady", "random")
LEARNED = Pairing("classic", 2, "learned", "steady")


def test_a_deal_is_what_the_arena_plays() -> None:
    """A deal is won as often as in the arena, from every seat."""
    found = [play(PAIR, deal) for deal in range(FIRST_DEAL, FIRST_DEAL + 4)]
    rows = [row for chunk in range(4) for row in Arena(("steady", "random"), "classic", 2, 8, seed=FIRST_DEAL).run(chunk)]
    assert sum(each.shares for each in found) * 2 == sum(row.winner == row.seat for row in rows)
    assert sum(each.choices for each in found) == sum(row.bot_choices for row in rows)


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    """Batches that are in the file are not played again, and those of older rules or another network are."""
    lines = tmp_path / "lines.jsonl"
    assert read(lines) == {}
    batch = Batch(BATCH, 9.0, 7.5, 400, 0.25)
    now = str(editions.get("classic").version)
    old = written(PAIR, 1, batch).replace(f'"version": [{now}]', '"version": [0]')
    other = written(LEARNED, 1, batch).replace(f'"version": [{now}, "', f'"version": [{now}, "other ')
    assert other != written(LEARNED, 1, batch)
    lines.write_text(written(PAIR, 0, batch) + old + other, encoding="utf-8")
    done = read(lines)
    assert done == {PAIR: {0: batch}}
    left = [each for several in missing(done, 100, 50) for each in several]
    assert (PAIR, 0) not in left
    assert (PAIR, 1) in left
    assert (LEARNED, 1) in left
    assert len(left) == len(set(left))


def test_the_page_says_what_is_not_measured() -> None:
    """A line has the share of wins with its interval, and a pairing without batches says that it has none."""
    told = page({PAIR: {0: Batch(20, 14.0, 11.0, 400, 0.02), 1: Batch(20, 16.0, 14.0, 400, 0.02)}}, "Python 3, here.")
    assert "| `steady` | `random` | 2 | 75.0% ± 7.8 | 50% | 80 | 50 µs |" in told
    assert "| `steady` | `random` | 4 | not measured yet |" in told
    assert all(editions.get(name).title in told for name in editions.names())


def test_the_page_is_what_was_measured() -> None:
    """The page shows what is in the file of batches. ``python benchmarks/baselines.py --page-only`` renews it."""
    assert baselines.PAGE.read_text(encoding="utf-8") == page(read(baselines.LINES), baselines.written_machine())


@pytest.mark.parametrize("edition", editions.names())
def test_every_edition_has_its_pairings(edition: str) -> None:
    """Every bot that plays its own way is on the page, with two and four players."""
    found = {(each.bot, each.players) for each in baselines.pairings([edition])}
    assert found == {(bot, players) for bot in ("chaos", "random", "steady", "learned", "search") for players in (2, 4)}
