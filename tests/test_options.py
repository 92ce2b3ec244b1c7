"""Options follow the leaflet by default, and unknown or invalid ones are refused."""

from typing import Any

import pytest

from lastcard import Game, InvalidOption, editions

SHARED: dict[str, Any] = {"scoring": "winner", "two_player_reverse": "skip", "dealer": None}
OF_2023 = {**SHARED, "target": None, "bluff": True}
DEFAULTS: dict[str, dict[str, Any]] = {
    "classic": OF_2023,
    "dark-side": {**OF_2023, "foil": False},
    "etheria": {**OF_2023, "foil": False},
    "favorite-line": {**OF_2023, "foil": False, "until_miss": False},
    "dawn-of-justice": {**SHARED, "target": 500, "bluff": True, "house_rules": {"batman": None, "superman": None}},
    "dare": {
        **SHARED,
        "target": 500,
        "dare_list": "family",
        "house_rules": [None] * 16,
        "strictness": "majority",
        "dare_turn": "keeps",
    },
}
EVERY_OPTION = [(edition, name) for edition, options in DEFAULTS.items() for name in options]

ALLOWED: dict[str, list[Any]] = {
    "target": [None, 1, 500, 100_000],
    "scoring": ["winner", "lowest"],
    "two_player_reverse": ["skip", "plain"],
    "dealer": [None, 0, 3],
    "bluff": [True, False],
    "foil": [False, True],
    "until_miss": [False, True],
    "strictness": ["majority", "unanimous"],
    "dare_turn": ["keeps", "loses"],
    "dare_list": ["family", "showoff", "daredevil", "house-rules"],
}
# Each with the words that say what is allowed.
REFUSED: dict[str, tuple[str, list[Any]]] = {
    "target": ("a whole number from 1 to 100000, or null: one round decides", [0, -1, 100_001, 1.5, "500", True, [500]]),
    "scoring": ('"winner" or "lowest"', ["highest", "", None, 0, True, ["winner"]]),
    "two_player_reverse": ('"skip" or "plain"', ["both", None, True, 1]),
    "dealer": ("a whole number from 0 to 9, or null", [-1, 10, "0", True, 1.0]),
    "bluff": ("true or false", ["true", 1, 0, None]),
    "foil": ("false or true", ["yes", 1, 0, None]),
    "until_miss": ("false or true", ["yes", 1, 0, None]),
    "strictness": ('"majority" or "unanimous"', ["strict", None, 1]),
    "dare_turn": ('"keeps" or "loses"', ["skips", None, True]),
    "dare_list": ('"family" or "showoff" or "daredevil" or "house-rules"', ["party", None, 1]),
    "house_rules": ("", [7, "draw", {"joker": None}, [["draw"]]]),
}


def test_every_edition_is_here() -> None:
    """Every edition has a list of its defaults."""
    assert sorted(DEFAULTS) == editions.names()


@pytest.mark.rule("match-single", "match-500", "wd4-legal", "deck-foil", "reverse-two", "dare-lists")
@pytest.mark.parametrize("edition", DEFAULTS)
def test_defaults_are_the_leaflet(edition: str) -> None:
    """A table that chooses nothing plays as the leaflet says."""
    assert Game(edition, seed=1).options == DEFAULTS[edition]


@pytest.mark.parametrize(("edition", "name"), EVERY_OPTION)
def test_what_is_allowed_is_kept(edition: str, name: str) -> None:
    """Every value that an option allows is kept as given, and changes no other option."""
    for value in ALLOWED.get(name, []):
        assert Game(edition, seed=1, options={name: value}).options == {**DEFAULTS[edition], name: value}


@pytest.mark.parametrize(("edition", "name"), EVERY_OPTION)
def test_what_is_not_allowed_is_refused_with_what_is(edition: str, name: str) -> None:
    """A wrong value or type is refused with the option, the values it takes and the value given."""
    allowed, values = REFUSED[name]
    for value in values:
        with pytest.raises(InvalidOption, match=rf"^{name} is ") as caught:
            Game(edition, seed=1, options={name: value})
        assert allowed in str(caught.value)
        assert repr(value) in str(caught.value)


@pytest.mark.parametrize("edition", DEFAULTS)
@pytest.mark.parametrize("name", ["targt", "Target", "", "stack", 7, None])
def test_an_unknown_option_is_refused_with_those_there_are(edition: str, name: object) -> None:
    """An unknown option is refused with the list of the edition's options."""
    with pytest.raises(InvalidOption, match="there is no option") as caught:
        Game(edition, options={name: 1})  # type: ignore[dict-item]
    assert repr(name) in str(caught.value)
    assert ", ".join(sorted(option.name for option in editions.get(edition).options)) in str(caught.value)
    assert {option.name for option in editions.get(edition).options if not option.group} == set(DEFAULTS[edition])


@pytest.mark.parametrize(("edition", "name"), [("classic", "foil"), ("dare", "bluff"), ("dark-side", "until_miss")])
def test_an_option_of_another_edition_is_unknown(edition: str, name: str) -> None:
    """An option exists only where its rule does."""
    with pytest.raises(InvalidOption, match=f"there is no option '{name}'"):
        Game(edition, options={name: True})


@pytest.mark.parametrize("options", ["target", [("target", 500)], 500])
def test_options_are_names_with_values(options: object) -> None:
    """Options that are not a mapping are refused."""
    with pytest.raises(InvalidOption, match="options are names with values, not"):
        Game("classic", options=options)  # type: ignore[arg-type]


@pytest.mark.parametrize("edition", DEFAULTS)
def test_the_dealer_is_a_seat_of_this_table(edition: str) -> None:
    """A dealer beyond the players of the table is refused with its seats."""
    with pytest.raises(InvalidOption, match="dealer is a seat from 0 to 2, not 3"):
        Game(edition, 3, options={"dealer": 3})


def test_an_unknown_edition_is_refused_with_those_there_are() -> None:
    """An unknown edition is refused with the list of editions."""
    with pytest.raises(InvalidOption, match="there is no edition 'jedi'; there are classic, dare, dark-side"):
        Game("jedi")


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1.0, "7", True])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    """A seed that is out of range or of the wrong type is refused with the range."""
    with pytest.raises(InvalidOption, match=r"a seed is a whole number from 0 to 2\*\*64 - 1"):
        Game("classic", seed=seed)  # type: ignore[arg-type]


@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize("edition", DEFAULTS)
def test_only_house_rules_change_between_rounds(edition: str) -> None:
    """Between rounds only the table's own texts may be rewritten, and a refusal deals no round."""
    game = Game.arrange(edition, hands=[["red-1"], ["blue-3"]], top="red-9", options={"target": 500})
    game.move(0, "play red-1")
    with pytest.raises(InvalidOption, match="scoring is fixed for the whole game"):
        game.next_round({"scoring": "lowest"})
    assert game.round_over
    assert game.options["scoring"] == "winner"
    changeable = [option.name for option in game.edition.options if option.between_rounds]
    assert changeable == [*(["house_rules"] if "house_rules" in DEFAULTS[edition] else []), "card_rules"]


@pytest.mark.rule("dare-lists")
@pytest.mark.parametrize("written", ["House Rules", "house_rules", "HOUSE-RULES"])
def test_words_may_be_written_as_people_do(written: str) -> None:
    """Capitals, spaces and underscores in an option's word do not matter, and the plain word is stored."""
    assert Game("dare", seed=1, options={"dare_list": written}).options["dare_list"] == "house-rules"


@pytest.mark.parametrize("edition", ["dare", "dawn-of-justice"])
def test_null_writes_no_house_rules(edition: str) -> None:
    """Null means no house rules, as by default."""
    assert Game(edition, seed=1, options={"house_rules": None}).options == Game(edition, seed=1).options


def test_seeds_of_64_bits_deal_differently() -> None:
    """Seeds that differ only in their highest bits deal different hands."""
    assert Game("classic", seed=1).hands != Game("classic", seed=1 + (1 << 62)).hands


def test_a_view_hands_out_nothing_of_the_game() -> None:
    """Changing a view's plain data does not change the options of this game or later ones."""
    Game("dare", players=2, seed=1).view(0).to_dict()["options"]["house_rules"][0] = {"text": "mine", "lasting": False}
    assert Game("dare", players=2, seed=1).options["house_rules"] == [None] * 16
