"""Option sets for every edition that lead its rules down different paths, by option name."""

from typing import Any

from lastcard import Edition, InvalidOption, editions
from lastcard.moves import ACCEPT, CHOOSE, DISCARD, NAME, VOTE

CARD_STEPS = [
    {"does": "draws", "who": "most", "n": 2},
    {"does": "discards", "who": "everyone", "n": 2},
    {"does": "passes hands left"},
    {"does": "performs", "who": "everyone else", "n": 1},
    {"does": "plays again"},
]
MORE_STEPS = [
    {"does": "swaps hands", "who": "chosen"},
    {"does": "skips", "n": 2},
    {"does": "reverses"},
    {"does": "discards", "who": "chosen", "n": 1},
    {"does": "passes hands right"},
    {"does": "draws", "who": "fewest", "n": 1},
    {"does": "swaps hands", "who": "previous"},
]
HOUSE_RULES: list[Any] = [
    {
        "batman": {"name": "Signal", "text": "Hum like a cave full of bats.", "steps": CARD_STEPS},
        "superman": {"name": "Whirlwind", "steps": MORE_STEPS},
    },
    ["Say a word backward.", {"text": "Speak softly.", "lasting": True}, None, *["Clap twice."] * 13],
]
VALUES: dict[str, list[Any]] = {
    "bluff": [False],
    "two_player_reverse": ["plain"],
    "scoring": ["lowest"],
    "foil": [True],
    "until_miss": [True],
    "strictness": ["unanimous"],
    "dare_turn": ["loses"],
    "dare_list": ["daredevil", "house-rules"],
    "house_rules": HOUSE_RULES,
}


def allowed(edition: Edition) -> list[dict[str, Any]]:
    """Return every option of VALUES that this edition takes, one at a time."""
    found = []
    for name, values in VALUES.items():
        for value in values:
            try:
                edition.read_options({name: value})
            except InvalidOption:
                continue
            found.append({name: value})
    return found


def variants(edition: str | Edition) -> list[dict[str, Any]]:
    """Return three tables: the leaflet's own, one with every option changed, and one with only its own texts changed."""
    changes = allowed(editions.get(edition))
    everything: dict[str, Any] = {}
    for change in changes:
        everything = {**change, **everything}
    written = {name: value for change in changes for name, value in change.items() if name in ("house_rules", "dare_list")}
    return [{}, everything, written]


def phases(edition: str | Edition) -> set[str]:
    """Return the phases that a game of this edition can be in."""
    found = editions.get(edition)
    verbs = {verb.code for verb in found.verbs}
    shared = {"answer": ACCEPT, "color": NAME, "vote": VOTE, "choose": CHOOSE, "discard": DISCARD}
    return {"turn", "drew", "over", *found.phases.values(), *(name for name, verb in shared.items() if verb in verbs)}
