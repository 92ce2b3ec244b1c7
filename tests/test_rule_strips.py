"""Strips: rules in small pictures, as words that a client can draw."""

from __future__ import annotations

import re

import pytest

from lastcard import Edition, editions
from lastcard.cards import FIRST_WILD
from lastcard.house_rules import STEPS
from lastcard.table_rule_words import SIGNS, WORDS

LETTERS = 4
WRITTEN = "card_rules"  # its strips are made of its steps


def is_drawn(word: str, edition: Edition) -> bool:
    """Whether a word is a card of the edition, a back, a sign, or a few letters."""
    card = re.fullmatch(r"(\d)\.(.+)", word)
    if card:
        color = edition.colors[int(card[1])]
        return any(kind.text.split("@")[0] == f"{color}-{card[2]}" for kind in edition.kinds if kind.copies)
    if word.startswith("wild"):
        return any(kind.text.split("@")[0] == word for kind in edition.kinds if kind.copies and kind.code >= FIRST_WILD)
    return word == "back" or word in SIGNS or len(word.replace("{n}", "9")) <= LETTERS


@pytest.mark.parametrize("rule", sorted(WORDS.keys() - {WRITTEN}))
def test_every_change_of_a_table_rule_has_a_strip(rule: str) -> None:
    """Each value that has a sentence has pictures, which speak of cards and signs that can be drawn."""
    words = WORDS[rule]
    assert all(value in words.strips or "n" in words.strips for value in words.told)
    edition = editions.get("classic")
    for strip in words.strips.values():
        assert all(is_drawn(word, edition) for word in strip.split()), strip


@pytest.mark.parametrize("does", STEPS)
def test_every_step_of_a_written_rule_has_a_strip(does: str) -> None:
    """What a step does is a picture too, and its number is in it where the picture would say nothing without it."""
    strip = STEPS[does].strip
    assert strip
    assert all(is_drawn(word, editions.get("classic")) for word in strip.split())


@pytest.mark.parametrize("does", STEPS)
def test_a_step_that_needs_more_has_a_title_of_its_own(does: str) -> None:
    """A list names a step without whom it is about and how many, so only a step about neither goes by its sentence."""
    step = STEPS[does]
    assert bool(step.title) == bool(step.who or step.takes_n)
    assert "{" not in step.title
