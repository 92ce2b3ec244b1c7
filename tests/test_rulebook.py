"""The catalog of rules: every rule in it is in its editions and is shown by a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulebook
from lastcard import Edition, editions

ALL = ("classic", "dare", "dark-side", "dawn-of-justice", "etheria", "favorite-line")
SPECIAL_2023 = ("dark-side", "etheria", "favorite-line")
LIKE_2023 = ("classic", *SPECIAL_2023)
OLDER = ("dare", "dawn-of-justice")
NOT_DARE = tuple(name for name in ALL if name != "dare")
DARE, DARK_SIDE, DAWN, ETHERIA, FAVORITE_LINE = (
    ("dare",),
    ("dark-side",),
    ("dawn-of-justice",),
    ("etheria",),
    ("favorite-line",),
)

CATALOG = {
    # Deck
    "deck-numbers": ALL,
    "deck-actions": ALL,
    "deck-wilds": NOT_DARE,
    "deck-specials": SPECIAL_2023,
    "deck-foil": SPECIAL_2023,
    "deck-dj": DAWN,
    "deck-emblem": DAWN,
    "deck-da": DARE,
    "deck-dare-number": DARE,
    # Set-up
    "setup-players": ALL,
    "setup-deal": ALL,
    "setup-dealer-chosen": LIKE_2023,
    "setup-dealer-cut": OLDER,
    "setup-flip": ALL,
    "setup-ignore-action": LIKE_2023,
    "setup-first": ALL,
    "open-reverse": OLDER,
    "open-skip": OLDER,
    "open-draw-two": DAWN,
    "open-wild": DAWN,
    "open-wild-draw-four": DAWN,
    "open-dare": DARE,
    "open-wild-dare": DARE,
    "open-no-block": DAWN,
    # Turn
    "turn-match": ALL,
    "turn-draw": ALL,
    "turn-draw-by-choice": ALL,
    "turn-drawn-only": ALL,
    "turn-no-stacking": ALL,
    "pile-reshuffle": ALL,
    "pile-exhausted": ALL,
    "reverse-two": ALL,
    # UNO
    "uno-duty": ALL,
    "uno-duty-any-way": ALL,
    "uno-catch": ALL,
    "uno-window": ALL,
    "uno-once": ALL,
    "uno-false": ALL,
    # Cards
    "skip": ALL,
    "reverse": ALL,
    "draw-two": NOT_DARE,
    "wild": NOT_DARE,
    "wd4-legal": NOT_DARE,
    "wd4-wilds-match": LIKE_2023,
    "wd4-take": NOT_DARE,
    "wd4-show": NOT_DARE,
    "wd4-innocent": NOT_DARE,
    "wd4-guilty": NOT_DARE,
    "wd4-color": NOT_DARE,
    "rule-of-two": DARK_SIDE,
    "favorite-line": FAVORITE_LINE,
    "favorite-line-judge": FAVORITE_LINE,
    "etheria-secret": ETHERIA,
    "etheria-reveal": ETHERIA,
    "etheria-miss": ETHERIA,
    "etheria-match": ETHERIA,
    "etheria-none": ETHERIA,
    "etheria-out": ETHERIA,
    "hero-wild": DAWN,
    "hero-block": DAWN,
    "hero-block-effect": DAWN,
    "hero-block-challenge": DAWN,
    "hero-secret": DAWN,
    "custom-rule": DAWN,
    "dare": DARE,
    "dare-wild": DARE,
    "dare-lists": DARE,
    "dare-tease": DARE,
    "dare-judge": DARE,
    "dare-fail": DARE,
    "dare-lasting": DARE,
    # Going out, scoring, winning
    "out": ALL,
    "out-draw": ALL,
    "score-values": ALL,
    "score-winner": ALL,
    "match-500": OLDER,
    "match-single": LIKE_2023,
    "match-lowest": ALL,
    "match-deal": ALL,
    # Table rules
    "stack": NOT_DARE,
    "stack-asked": NOT_DARE,
    "stack-guilt": NOT_DARE,
    "stack-challenge": NOT_DARE,
    "stack-out": NOT_DARE,
    "deflect": NOT_DARE,
    "draw-four": NOT_DARE,
    "draw-until": ALL,
    "drawn-play": ALL,
    "must-play": ALL,
    "hand-limit": ALL,
    "uno-penalty": ALL,
    "uno-silent": ALL,
    "last-card": ALL,
    "hand-size": ALL,
    "turn-limit": ALL,
    "follow": ALL,
    "jump-in": ALL,
    "teams": ALL,
    "teams-hidden": ALL,
    "teams-votes": ALL,
    "card-rules": ALL,
    "card-rules-turn": ALL,
    "card-rules-not": ALL,
    # For every player
    "color-symbols": ALL,
    "hidden": ALL,
}

BOOKS = [editions.get(name) for name in editions.names()]
TESTS = rulebook.marked_tests(Path(__file__).parent)
MARKED = sorted(rulebook.tests_by_rule(TESTS))
IDS = sorted({rule.id for edition in BOOKS for rule in edition.rulebook})


@pytest.mark.parametrize("rule", IDS)
def test_every_rule_has_a_marked_test(rule: str) -> None:
    """Every rule of an edition's rulebook is marked on at least one test."""
    assert rule in MARKED, f'no test is marked @pytest.mark.rule("{rule}")'


def test_every_mark_names_a_rule() -> None:
    """Tests are marked only with rules that exist."""
    assert [rule for rule in MARKED if rule not in IDS] == []


@pytest.mark.parametrize("rule", CATALOG)
def test_every_rule_of_the_catalog_is_in_its_editions(rule: str) -> None:
    """A rule is in the rulebooks of exactly the editions that the catalog names."""
    assert sorted(edition.id for edition in BOOKS if any(r.id == rule for r in edition.rulebook)) == sorted(CATALOG[rule])


def test_no_rule_is_missing_from_the_catalog() -> None:
    """The editions have no rule that is missing from the catalog."""
    assert set(IDS) <= set(CATALOG)


@pytest.mark.parametrize("edition", BOOKS, ids=lambda edition: edition.id)
def test_rules_are_named_once(edition: Edition) -> None:
    """A rulebook has each id once, with a text for it."""
    ids = [rule.id for rule in edition.rulebook]
    assert len(ids) == len(set(ids))
    assert all(rule.text.endswith(".") for rule in edition.rulebook)


# Words, other than card names, that belong to some editions only; no other edition's rulebook uses them.
OWN_WORDS = {
    "emblem": DAWN,
    "batman": DAWN,
    "superman": DAWN,
    "block": DAWN,
    "customizable": DAWN,
    "house rule": DAWN + DARE,
    "dare": DARE,
    "apprentice": DARK_SIDE,
    "gift": DARK_SIDE,
    "film": FAVORITE_LINE,
    "secret": ETHERIA,
    "challenge": NOT_DARE,
    "foil": SPECIAL_2023,
    "vote": (*DAWN, *DARE, *FAVORITE_LINE),
}


@pytest.mark.parametrize("edition", BOOKS, ids=lambda edition: edition.id)
def test_a_rulebook_speaks_of_its_own_cards_only(edition: Edition) -> None:
    """No rule of an edition mentions a card, or anything about a card, that only other editions have."""
    others = {kind.title for other in BOOKS for kind in other.kinds} - {kind.title for kind in edition.kinds}
    words = [word for word, where in OWN_WORDS.items() if edition.id not in where]
    names = [rf"\b{title}\b" for title in others if not title.isdigit() and title != "Wild"]  # a wild is any of them
    foreign = re.compile("|".join([*names, *(rf"(?i:\b{word})" for word in words)]))
    assert [(rule.id, found[0]) for rule in edition.rulebook if (found := foreign.search(rule.text))] == []


def test_the_page_gives_every_wording() -> None:
    """If editions word a shared rule differently, the page shows each wording with its editions."""
    page = rulebook.render(BOOKS, [])
    cell = page.partition("{#score-values}")[2].partition("\n* - ")[0]
    assert "Reverse and Draw Two count 20" in cell
    assert "Reverse and Dare count 20, and every wild counts 50.\n\n    [leaflet · dare]{.origin}" in cell


def test_verbs_are_refused_by_rules_that_there_are() -> None:
    """The rule named when a verb is refused is in the edition's rulebook."""
    for edition in BOOKS:
        ids = {rule.id for rule in edition.rulebook}
        assert {verb.rule for verb in edition.verbs} <= ids


def test_the_page_shows_rule_editions_origin_and_tests() -> None:
    """The rulebook page has each rule once, with its editions, its origin (leaflet or ruling) and the facts of its tests."""
    test = rulebook.MarkedTest(where="tests/test_x.py::test_y", fact="Nobody passes.", rules=("rule-of-two",))
    page = rulebook.render(BOOKS, [test])
    assert page.count("{#rule-of-two}") == 1
    cell = page.partition("{#rule-of-two}")[2].partition("\n* - ")[0]
    assert "[ruling · dark-side]{.origin}" in cell
    assert "Nobody passes. [`tests/test_x.py::test_y`]{.where}" in cell


def test_marks_are_found_on_functions_classes_and_modules(tmp_path: Path) -> None:
    """The scanner reads marks on a function, a class and a module, without running them."""
    (tmp_path / "test_x.py").write_text(
        'pytestmark = pytest.mark.rule("out")\n'
        '@pytest.mark.rule("skip", "reverse")\n'
        'def test_a():\n    """A fact."""\n'
        '@pytest.mark.rule("wild")\n'
        "class TestB:\n    def test_c(self): ...\n"
    )
    found = [(test.fact, test.rules) for test in rulebook.marked_tests(tmp_path)]
    assert found == [("A fact.", ("out", "skip", "reverse")), ("test c", ("out", "wild"))]


def test_every_ruling_has_its_reason() -> None:
    """The page of rulings gives a reason for every rule that is our own."""
    page = (Path(__file__).parent.parent / "docs" / "rulings.md").read_text(encoding="utf-8")
    ours = {rule.id for name in editions.names() for rule in editions.get(name).rulebook if rule.ruling}
    reasoned = {word.strip("`") for line in page.splitlines() if line.startswith("`") for word in line.split(", ")}
    assert ours - reasoned == set()
