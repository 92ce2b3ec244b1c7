"""A record: one JSON document from which a whole game can be played again.

It names the edition and the version of its rules, the table's options and players, where the cards came from (a seed, a deck
order or an arranged position; of a fair deal also how its seed came about), the names of the players if known, and every
move with its seat and, if known, its time in milliseconds. Reading one checks its form; :meth:`lastcard.Game.replay` checks
the moves.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from .errors import InvalidRecord
from .rules.fair import DIGITS, is_contribution, is_seed
from .texts import quoted, trouble_with

FORMAT = "lastcard-record-1"
LARGEST = 4 << 20
NO_RECORD = "this is not the record of a game"
MOST_MOVES = 100_000
LONGEST_NAME = 40
LATEST = 1 << 53
NEXT_ROUND = "next round"


class Position(TypedDict):
    """An arranged position: the arguments of :meth:`lastcard.Game.arrange`."""

    hands: list[list[str]]
    top: str
    color: NotRequired[str | None]
    draw: NotRequired[list[str]]
    discard: NotRequired[list[str]]
    rest: NotRequired[bool]
    turn: NotRequired[int]
    direction: NotRequired[int]
    dealer: NotRequired[int | None]
    scores: NotRequired[list[int] | None]


class Fair(TypedDict):
    """How the seed of a fair deal came about, all in hex: what was told before, the secret, what each seat added."""

    commitment: str
    secret: str
    contributions: list[str]


class Record(TypedDict):
    """The document. A move is ``[seat, text]`` or ``[seat, text, milliseconds]``; ``[null, "next round"]`` deals again."""

    format: str
    edition: str
    rules_version: int
    players: int
    seed: int | str
    options: dict[str, Any]
    moves: list[list[Any]]
    rewritten: NotRequired[dict[str, dict[str, Any]]]
    deck: NotRequired[list[str]]
    position: NotRequired[Position]
    scores: NotRequired[list[int]]
    winners: NotRequired[list[int]]
    names: NotRequired[list[str]]
    fair: NotRequired[Fair]


def read(data: object) -> Record:
    """A record from its JSON text or from plain data; InvalidRecord says what is wrong with its form."""
    import msgspec

    if isinstance(data, (str, bytes, bytearray)):
        if len(data) > LARGEST:
            exact = f"a record has at most {LARGEST >> 20} MiB; this one is larger"
            raise InvalidRecord(exact, says="this record is too large")
        try:
            data = msgspec.json.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise InvalidRecord(f"this is not a JSON document: {error}", says=NO_RECORD) from None
    if not isinstance(data, dict):
        raise InvalidRecord(f"a record is a JSON object, not {type(data).__name__}", says=NO_RECORD)
    if data.get("format") != FORMAT:
        raise InvalidRecord(f"this is not a record of the format {FORMAT}", says=NO_RECORD)
    _check_keys("a record", data, Record)
    try:
        record = msgspec.convert(data, Record)
    except (msgspec.ValidationError, RecursionError, UnicodeError) as error:
        raise InvalidRecord(f"this record is broken: {error}") from None
    if "position" in record:
        _check_keys("a position", data["position"], Position)
        if "deck" in record:
            raise InvalidRecord("a record has a deck order or a position, not both")
        if len(record["position"]["hands"]) != record["players"]:
            raise InvalidRecord(f"a position of {quoted(record['players'])} players has as many hands")
    _check_entries(record["moves"])
    _check_rewritten(record)
    _check_names(record)
    if "fair" in record:
        _check_keys("a fair deal", data["fair"], Fair)
        _check_fair(record, record["fair"])
    return record


def _check_keys(what: str, data: dict[Any, Any], form: Any) -> None:
    for key in data:
        if key not in form.__annotations__:
            raise InvalidRecord(f"{what} has no field {quoted(key)}")


def _check_entries(moves: list[list[Any]]) -> None:
    if len(moves) > MOST_MOVES:
        raise InvalidRecord(f"a record has at most {MOST_MOVES} moves, not {len(moves)}")
    for number, entry in enumerate(moves, 1):
        seat, text, *time = entry if 2 <= len(entry) <= 3 else (0, None)
        timed = not time or (type(time[0]) is int and 0 <= time[0] < LATEST)
        if not isinstance(text, str) or not (seat is None or type(seat) is int) or not timed:
            raise InvalidRecord(f"move {number} must be a seat, a text, and perhaps a time")
        if seat is None and text != NEXT_ROUND:
            raise InvalidRecord(f"move {number} has no seat")


def _check_rewritten(record: Record) -> None:
    dealt = sum(1 for entry in record["moves"] if entry[0] is None)
    rounds = {str(number) for number in range(1, dealt + 1)}
    for number in record.get("rewritten", {}):
        if number not in rounds:
            raise InvalidRecord(f"options were rewritten for round {quoted(number)}, which was not dealt")


def _check_names(record: Record) -> None:
    names = record.get("names", [])
    if "names" in record and len(names) != record["players"]:
        raise InvalidRecord(f"a record of {quoted(record['players'])} players has as many names, not {len(names)}")
    for name in names:
        trouble = trouble_with(name, LONGEST_NAME)
        if trouble:
            raise InvalidRecord(f"a name {trouble}")


def _check_fair(record: Record, fair: Fair) -> None:
    for name, value in (("seed", record["seed"]), ("secret", fair["secret"]), ("commitment", fair["commitment"])):
        if not is_seed(value):
            raise InvalidRecord(f"the {name} of a fair deal is {DIGITS} hex digits, not {quoted(value)}")
    if len(fair["contributions"]) != record["players"]:
        raise InvalidRecord(f"a fair deal of {quoted(record['players'])} players has a contribution of each, empty or not")
    if not all(map(is_contribution, fair["contributions"])):
        raise InvalidRecord(f"a contribution is up to {DIGITS} hex digits, two a byte")
