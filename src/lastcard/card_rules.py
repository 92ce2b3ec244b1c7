"""Card rules: house rules that a table writes on number, Skip, Reverse and plain Wild cards (card-rules).

``LIBRARY`` has ready-made rules to start from. Each says which cards it is meant for, and a table may change all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from .cards import FIRST_WILD, FX_NONE, FX_REVERSE, FX_SKIP, Kind
from .house_rules import CARD_RULES, OWN_RULE, check_rule, encode, moving, rules_form
from .options import Option
from .typed_text import quoted

CARRIES = (FX_NONE, FX_SKIP, FX_REVERSE)


def _step(does: str, who: str | None = None, n: int | None = None) -> dict[str, Any]:
    return {"does": does, **({} if who is None else {"who": who}), **({} if n is None else {"n": n})}


def _ready(when: str, name: str, *steps: dict[str, Any], text: str = "") -> dict[str, Any]:
    return {"when": when, "name": name, "text": text, "steps": [*steps]}


SEVEN_ZERO = (
    _ready("7", "Seven swaps", _step("swaps hands", "chosen")),
    _ready("0", "Zero travels", _step("passes hands on")),
)
LIBRARY = (
    *SEVEN_ZERO,
    _ready("1", "One more time", _step("plays again")),
    _ready("2", "Drizzle", _step("draws", "everyone else", 1)),
    _ready("3", "Pick on someone", _step("draws", "chosen", 2)),
    _ready("4", "Spring cleaning", _step("discards", "everyone", 1)),
    _ready("5", "Catching up", _step("discards", "most", 1)),
    _ready("6", "Leader's tax", _step("draws", "fewest", 2)),
    _ready("8", "Turn the tables", _step("reverses"), _step("skips", n=1)),
    _ready("9", "Robin Hood", _step("swaps hands", "most"), _step("draws", "me", 1)),
    _ready("skip", "Long jump", _step("skips", n=1)),
    _ready("reverse", "Whiplash", _step("draws", "next", 1)),
    _ready("wild", "Gift for everyone", _step("draws", "everyone", 1), _step("plays again")),
    _ready("wild", "Left turn", _step("passes hands left")),
    _ready("5", "Name that tune", _step("performs", "me", 1), text="Hum a song until somebody recognizes it."),
    _ready("3", "Compliment", _step("performs", "next", 2), text="Say something nice about the player on your right."),
)


def ready(name: str) -> dict[str, Any]:
    """Return the rule of the library with this name, for a card of any kind."""
    row = next(row for row in LIBRARY if row["name"] == name)
    return {key: value for key, value in row.items() if key != "when"}


def faces(kinds: Iterable[Kind]) -> dict[str, frozenset[int]]:
    """Return the cards that may carry a rule, by what ``when`` can say: ``7``, ``skip``, ``wild`` or ``red-7``."""
    found: dict[str, set[int]] = {}
    for kind in kinds:
        if not kind.copies or kind.effect not in CARRIES:
            continue
        if kind.code >= FIRST_WILD:
            if kind.face == "wild":
                found.setdefault("wild", set()).add(kind.code)
            continue
        for face in (kind.symbol, f"{kind.color}-{kind.symbol}"):
            found.setdefault(face, set()).add(kind.code)
    return {face: frozenset(codes) for face, codes in found.items()}


def is_exact(when: str) -> bool:
    """Whether a row is about a card of one color and not about all cards with the same face."""
    return "-" in when


def rows_of(kinds: Iterable[Kind], rows: Sequence[Mapping[str, Any]]) -> dict[int, int]:
    """Return the index of the row that counts for each card that has one. A row for one color goes before one for all."""
    known = faces(kinds)
    found: dict[int, int] = {}
    for at, row in sorted(enumerate(rows), key=lambda each: is_exact(each[1]["when"])):
        found |= dict.fromkeys(known[row["when"]], at)
    return found


def rules_on(kinds: Iterable[Kind], rows: Sequence[Mapping[str, Any]]) -> dict[int, Mapping[str, Any]]:
    """Return the rule on each card that has one."""
    return {code: rows[at] for code, at in rows_of(kinds, rows).items()} if rows else {}


def check_card_rules(given: Any, known: Iterable[str]) -> list[dict[str, Any]]:
    """Card rules as they are stored. ValueError says what is wrong."""
    if given is None:
        return []
    if not isinstance(given, Sequence) or isinstance(given, (str, bytes)):
        raise ValueError("card rules are a list of rows")
    if len(given) > CARD_RULES:
        raise ValueError(f"a table has at most {CARD_RULES} card rules, not {len(given)}")
    rows = [_check_row(row, [*known]) for row in given]
    whens = [row["when"] for row in rows]
    for when in whens:
        if whens.count(when) > 1:
            raise ValueError(f"two rows are about {when}")
    return rows


def _check_row(given: Any, known: Sequence[str]) -> dict[str, Any]:
    if not isinstance(given, Mapping) or "when" not in given:
        raise ValueError(f"a row says which cards it is about with 'when', unlike {quoted(given)}")
    when = str(given["when"]) if type(given["when"]) is int else given["when"]
    if when not in known:
        plain = ", ".join(face for face in known if not is_exact(face))
        raise ValueError(f"no rule can be written on {quoted(when)}: say {plain}, or a colored one such as red-7")
    return {"when": when, **check_rule({name: value for name, value in given.items() if name != "when"})}


def write_rules(
    r: Any, kinds: Sequence[Kind], rows: Sequence[Mapping[str, Any]], own: Sequence[Mapping[str, Any] | None]
) -> None:
    """Write a table's card rules and those on cards of the edition's own into the rules' fields."""
    for number, rule in (*enumerate(rows, 1), *enumerate(own, OWN_RULE)):
        steps = encode(rule)
        r.house[number][:] = steps
        r.moving[number] = moving(steps)
    for kind in kinds:
        r.written[kind.code] = 0
    for code, at in rows_of(kinds, rows).items():
        r.written[code] = 1 + at
    r.ruled = int(any(rule is not None for rule in (*rows, *own)))


def option(kinds: Sequence[Kind]) -> Option:
    """Return the option of an edition with these cards."""
    known = faces(kinds)
    titles = {kind.symbol or kind.face: kind.title for kind in kinds}
    plain = {face: titles[face] for face in known if not is_exact(face)}
    form = {
        **rules_form(plain),
        "type": "card-rules",
        "most_rows": CARD_RULES,
        "library": [row for row in LIBRARY if row["when"] in known],
    }
    return Option(
        "card_rules",
        [],
        "house rules on cards",
        f"a list of up to {CARD_RULES} rows, each with 'when', 'name', 'text' and 'steps'",
        partial(check_card_rules, known=known),
        between_rounds=True,
        rule="card-rules",
        form=form,
    )
