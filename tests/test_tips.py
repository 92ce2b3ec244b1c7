"""Tips: said once, when something happens to a player or may be done for the first time."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lastcard import Game, editions
from lastcard.edition import Edition
from lastcard.testing import CHECKS, walk
from lastcard.tips import TIPS, Tip
from lastcard.tui.tips import Tips
from variants import variants

CHANGED: list[dict[str, Any]] = [{"stacking": "same"}, {"jump_in": "identical"}]  # what shared tips are about
OTHERS = [["blue-1"] * 2, ["blue-2"] * 2]


def due(game: Game, seat: int, since: int = 0) -> set[str]:
    """Return the ids of the tips for a seat now."""
    events, moves = game.events(seat, since), [str(move) for move in game.moves(seat)]
    return {tip.id for tip in game.edition.all_tips if tip.is_due(seat, events, moves)}


def test_a_tip_comes_with_a_move_that_is_offered() -> None:
    """A player who can't play is told to draw, one who comes down to one card to call, and one who is hit to challenge."""
    assert due(Game.arrange("classic", hands=[["green-1", "green-2", "green-3"], *OTHERS], top="red-9"), 0) == {"draw"}
    assert due(Game.arrange("classic", hands=[["red-1", "red-2", "red-3"], *OTHERS], top="red-9"), 0) == set()
    game = Game.arrange("classic", hands=[["red-1", "red-2"], ["wild-draw-four", "blue-1", "blue-2"]], top="red-9")
    assert due(game, 0) == {"call"}
    game.move(0, "play red-1")
    assert due(game, 0) == {"forgot"}
    assert due(game, 1) == {"catch"}
    game.move(1, "play wild-draw-four blue")
    assert due(game, 0) == {"challenge"}


def test_a_tip_comes_only_to_the_player_it_is_about() -> None:
    """Whoever loses a turn or is caught gets the tip, and the others don't."""
    game = Game.arrange(
        "classic",
        hands=[["red-skip", "red-1", "red-2"], ["blue-1", "blue-3", "blue-4"], ["blue-2", "blue-5", "blue-6"]],
        top="red-9",
    )
    since = game.event_count
    game.move(0, "play red-skip")
    assert [due(game, seat, since) for seat in range(3)] == [set(), {"skipped"}, {"draw"}]


def test_a_tip_comes_with_the_first_block_window() -> None:
    """Whoever holds a Hero that can block a card is told so as soon as it's played, and nobody else is."""
    hands = [["red-skip@superman", "blue-7", "silver-7"], ["blue-1", "blue-2"], ["hero@batman", "red-2", "blue-2"]]
    game = Game.arrange("dawn-of-justice", hands, top="red-9")
    assert "hero-block" not in due(game, 2)
    game.move(0, "play red-skip@superman")
    assert ["hero-block" in due(game, seat) for seat in range(3)] == [False, False, True]


@pytest.mark.parametrize("name", editions.names())
def test_every_tip_of_an_edition_is_due_at_some_time(name: str) -> None:
    """Each tip comes to somebody in some game, with the leaflet's rules or a table's own."""
    edition = editions.get(name)
    CHECKS["tips"](edition)
    left = {tip.id for tip in edition.all_tips}
    assert {tip.id for tip in TIPS if tip.happens} <= left
    offered = {option.name for option in edition.options}
    changed = [options for options in CHANGED if options.keys() <= offered]
    left -= set() if "stacking" in offered else {"stacked"}  # where no card makes anyone draw, none adds up
    for number, options in enumerate((*variants(name), *changed) * 30):
        since = 0
        for game in walk(name, players=2 + number % 3, seed=number, options=options):
            for seat in range(game.players):
                left -= due(game, seat, since)
            since = game.event_count
        if not left:
            return
    assert left == set()


def test_an_edition_says_a_shared_tip_in_its_own_words() -> None:
    """A tip with the id of a shared one replaces it."""
    own = Tip("draw", "Draw, then.", offers="draw")
    edition = replace(editions.get("classic"), tips=(own,))
    assert [tip for tip in edition.all_tips if tip.id == "draw"] == [own]


BROKEN = {
    "is there twice": (Tip("one", "Hello.", offers="draw"),) * 2,
    "an id that is not": (Tip("The One", "Hello.", offers="draw"),),
    "no sentence": (Tip("one", "hello", offers="draw"),),
    "in braces": (Tip("one", "Hello, {seat}.", offers="draw"),),
    "either for": (Tip("one", "Hello."),),
    "which never happens": (Tip("one", "Hello.", happens="rain"),),
    "it hits 'everybody'": (Tip("one", "Hello.", happens="skipped", hits="everybody"),),
    "whose verb": (Tip("one", "Hello.", offers="dance …"),),
}


@pytest.mark.parametrize("says", BROKEN)
def test_a_broken_tip_does_not_conform(says: str) -> None:
    """Each mistake in a tip is found and named."""
    with pytest.raises(AssertionError, match=says):
        CHECKS["tips"](replace(editions.get("classic"), tips=BROKEN[says]))


def test_the_terminal_offers_a_lesson_before_the_first_game_of_an_edition(tmp_path: Path) -> None:
    """It is offered once for each edition, in whichever game comes first."""
    file = tmp_path / "tips.json"
    for name in editions.names():
        assert f"'lastcard learn {name}'" in (Tips(editions.get(name), file).offer() or "")
        assert Tips(editions.get(name), file).offer() is None


def test_the_terminal_says_a_tip_once(tmp_path: Path) -> None:
    """A tip is remembered in a file, so that neither this game nor the next one repeats it. A broken file is replaced."""
    edition: Edition = editions.get("classic")
    file = tmp_path / "folder" / "tips.json"
    tips = Tips(edition, file)
    assert tips.now(0, [], ["draw"]) == "Tip: None of your cards match, so draw one. If it matches, you can play it."
    assert tips.now(0, [], ["draw"]) is None
    assert Tips(edition, file).now(0, [], ["draw"]) is None
    file.write_text("{", encoding="utf-8")
    assert Tips(edition, file).now(0, [], ["draw"])


@pytest.mark.parametrize("edition", editions.names())
def test_a_tip_about_a_challenge_says_everything_that_counts(edition: str) -> None:
    """Where another wild counts as a match, the tip about a Wild Draw Four says so, and nowhere else."""
    found = editions.get(edition)
    told = [tip.says for tip in found.all_tips if tip.id == "challenge"]
    assert all(("another wild" in says) == found.wilds_match for says in told)
