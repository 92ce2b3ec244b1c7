"""Tables that change the leaflet: every pair of values of its table rules, and full combinations at random."""

from itertools import combinations
from random import Random
from typing import Any

from lastcard import Edition, InvalidOption
from lastcard.card_rules import SEVEN_ZERO
from lastcard.options import Option
from variants import CARD_STEPS, MORE_STEPS

STEPS = [*CARD_STEPS, *MORE_STEPS, {"does": "passes hands on"}]


def rows(*whens: str) -> list[dict[str, Any]]:
    """Return a rule for each of these cards. Together they use every step there is."""
    dealt = {when: STEPS[i :: len(whens)] for i, when in enumerate(whens)}
    return [{"when": when, "name": "Ours", "text": "Whistle.", "steps": steps} for when, steps in dealt.items()]


Table = dict[str, Any]
OWN: dict[str, list[Any]] = {"card_rules": [[*SEVEN_ZERO], rows("1", "2", "skip", "reverse"), rows("red-0", "0", "4")]}


def values(option: Option) -> list[Any]:
    """Return the values of an option worth trying, the leaflet's first."""
    form = option.form
    if option.name in OWN:
        return [option.default, *OWN[option.name]]
    if form["type"] == "choice":
        found = [each["value"] for each in form["values"]]
        return [option.default, found[0], found[-1]] if isinstance(option.default, int) else found
    if form["type"] == "flag":
        return [option.default, not option.default]
    return list(dict.fromkeys([option.default, form["low"], (form["low"] + form["high"]) // 2, form["high"]]))


def choices(edition: Edition) -> dict[str, list[Any]]:
    """Return the values of every table rule that an edition offers."""
    return {option.name: values(option) for option in edition.options if option.group}


def is_allowed(edition: Edition, table: Table) -> bool:
    """Whether these values may be chosen together."""
    try:
        edition.read_options(table)
    except InvalidOption:
        return False
    return True


def players_at(table: Table, wanted: int) -> int:
    """Return how many can play at a table, at most as many as wanted (hand-size)."""
    most = min(wanted, 75 // int(table.get("hand_size", 7)))
    return max(4, most - most % 2) if table.get("teams") == "pairs" else most


def covering(edition: Edition, seed: int = 0) -> list[Table]:
    """Return tables that together contain every pair of values that may be chosen together."""
    offered, rng = choices(edition), Random(seed)
    left = {
        ((a, x), (b, y))
        for a, b in combinations(offered, 2)
        for x in range(len(offered[a]))
        for y in range(len(offered[b]))
        if is_allowed(edition, {a: offered[a][x], b: offered[b][y]})
    }
    found: list[Table] = []
    while left:
        (a, x), (b, y) = rng.choice(sorted(left))
        picked = {a: x, b: y}
        for name in rng.sample(sorted(offered), len(offered)):
            if name not in picked:
                picked[name] = _best(edition, offered, picked, name, left)
        table = {name: offered[name][i] for name, i in picked.items()}
        left -= {pair for pair in left if all(picked[name] == i for name, i in pair)}
        found.append(table)
    return found


def _best(edition: Edition, offered: dict[str, list[Any]], picked: dict[str, int], name: str, left: set[Any]) -> int:
    """Return the value that covers most pairs together with those that are picked."""

    def gain(i: int) -> int:
        table = {each: offered[each][at] for each, at in {**picked, name: i}.items()}
        if not is_allowed(edition, table):
            return -1
        return sum(tuple(sorted([(name, i), pair])) in left or ((name, i), pair) in left for pair in picked.items())

    return max(range(len(offered[name])), key=gain)


def at_random(edition: Edition, count: int, seed: int = 0) -> list[Table]:
    """Return full combinations of random values that may be chosen together."""
    offered, rng = choices(edition), Random(seed)
    found: list[Table] = []
    while len(found) < count:
        table = {name: rng.choice(each) for name, each in offered.items()}
        if is_allowed(edition, table):
            found.append(table)
    return found
