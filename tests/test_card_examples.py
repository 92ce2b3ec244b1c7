"""The examples of cards in play: one for each card that does something, from the lessons where they have one."""

from __future__ import annotations

import pytest

from lastcard import editions
from lastcard.card_examples import CardExample, card_examples

SHARED = {
    "skip": ["played", "skipped"],
    "reverse": ["played", "reversed"],
    "draw-two": ["played", *["drew"] * 2, "skipped"],
    "draw-four": ["played", *["drew"] * 4, "skipped"],
}


def whats(example: CardExample) -> list[str]:
    """Return the names of what happens."""
    return [event.what for event in example.events]


@pytest.mark.parametrize("name", editions.names())
def test_every_card_that_does_something_has_an_example(name: str) -> None:
    """Each name of a card that isn't a number is played once, by seat 0, on a card of the deck."""
    edition = editions.get(name)
    titles = {kind.text: kind.title for kind in edition.kinds if kind.copies}
    examples = card_examples(edition)
    assert {titles[example.card] for example in examples} == {title for title in titles.values() if not title.isdigit()}
    for example in examples:
        assert example.top in titles
        assert example.events[0].what == "played"
        assert (example.events[0].seat, example.events[0].card) == (0, example.card)


@pytest.mark.parametrize("name", editions.names())
def test_shared_cards_do_what_the_leaflet_says(name: str) -> None:
    """Examples follow the leaflet, not a lesson's table rules. A card that can be blocked is accepted first."""
    found = {example.card.split("@")[0].partition("-")[2]: whats(example) for example in card_examples(editions.get(name))}
    for card, happens in SHARED.items():
        if card in found:
            assert [what for what in found[card] if what != "accepted"] == happens


@pytest.mark.parametrize("name", editions.names())
def test_an_edition_s_own_card_plays_to_its_end(name: str) -> None:
    """The last card of the deck asks something, and its example shows the answers, as the edition's lesson gives them."""
    edition = editions.get(name)
    example = card_examples(edition)[-1]
    lessons = [step for lesson in edition.lessons for step in lesson.steps]
    wants = [want.rstrip("…").strip() for step in lessons for want in step.wants]
    assert any(want.startswith(f"play {example.card}") for want in wants)


@pytest.mark.parametrize("name", editions.names())
def test_an_example_is_only_about_its_own_card(name: str) -> None:
    """No other card is played in an example, and nobody calls or is caught."""
    for example in card_examples(editions.get(name)):
        assert whats(example).count("played") == 1
        assert "caught" not in whats(example)
        assert not example.events[0].uno


@pytest.mark.parametrize("name", editions.names())
def test_an_example_shows_what_its_card_matches(name: str) -> None:
    """No example begins on a wild, whose color could not be seen."""
    colors = {kind.text: kind.color for kind in editions.get(name).kinds}
    assert all(colors[example.top] for example in card_examples(editions.get(name)))


def test_examples_are_always_the_same() -> None:
    """Every process of a server tells the same."""
    edition = editions.get(editions.names()[0])
    assert card_examples(edition) == card_examples(edition)
