"""A record: one JSON document from which a whole game can be replayed.

It holds the edition and the version of its rules, the table's options and players, where the cards came from (a seed, a deck
order or an arranged position), for a fair deal how its seed came about, the players' names if known, and every move with its
seat and, if known, its time in milliseconds. :meth:`lastcard.Game.record` makes one. Reading a record checks its form;
:meth:`lastcard.Game.replay` checks its moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict

from .errors import InvalidRecord
from .rules.fair import DIGITS, SCHEME, SCHEMES, commitment, is_contribution, is_seed
from .typed_text import quoted, trouble_with

FORMAT = "lastcard-record-1"
LARGEST = 4 << 20
NO_RECORD = "This isn't the record of a game."
MOST_MOVES = 100_000
LONGEST_NAME = 40
LAST_FACE = 99
LONGEST_TABLE = 64
LATEST = 1 << 53
NEXT_ROUND = "next round"
END = "end"


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
    """The origin of a fair deal's seed, in hex: the commitment given before, the secret, and what each seat added.

    ``scheme`` says how they are combined (1 if missing), and ``table`` at which table (none if missing).
    """

    commitment: str
    secret: str
    contributions: list[str]
    scheme: NotRequired[int]
    table: NotRequired[str]


class Record(TypedDict):
    """The document. A move is ``[seat, text]`` or ``[seat, text, milliseconds]``; ``[null, "next round"]`` deals again.

    ``[null, "end"]`` ends a game that went on too long, which the scores so far decided.
    """

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
    faces: NotRequired[list[int]]
    fair: NotRequired[Fair]


def proof(secret: str, contributions: Sequence[str], table: str = "", scheme: int = SCHEME) -> Fair:
    """The fair-deal data of a record, with which it can be verified."""
    fair: Fair = {
        "commitment": commitment(secret, table, scheme),
        "secret": secret,
        "contributions": list(contributions),
    }
    if scheme != 1:  # records of scheme 1 never had these fields
        fair["scheme"], fair["table"] = scheme, table
    return fair


def read(data: object) -> Record:
    """Read a record from its JSON text or from plain data. InvalidRecord says what is wrong with its form."""
    import msgspec

    if isinstance(data, (str, bytes, bytearray)):
        data = _decoded(data)
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
        _check_position(record)
    _check_entries(record["moves"])
    _check_rewritten(record)
    _check_names(record)
    _check_faces(record)
    if "fair" in record:
        _check_keys("a fair deal", data["fair"], Fair)
        _check_fair(record, record["fair"])
    return record


def _decoded(text: str | bytes | bytearray) -> object:
    import msgspec

    if len(text) > LARGEST:
        exact = f"a record has at most {LARGEST >> 20} MiB; this one is larger"
        raise InvalidRecord(exact, says="This record is too large.")
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InvalidRecord(f"this is not a JSON document: {error}", says=NO_RECORD) from None


def _check_position(record: Record) -> None:
    if "deck" in record:
        raise InvalidRecord("a record has a deck order or a position, not both")
    if len(record["position"]["hands"]) != record["players"]:
        raise InvalidRecord(f"a position for {quoted(record['players'])} players needs as many hands")


def rounds(record: Record) -> int:
    """The number of rounds dealt in a game."""
    return 1 + sum(1 for seat, text, *_ in record["moves"] if seat is None and text == NEXT_ROUND)


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
            raise InvalidRecord(f"move {number} must be a seat, a text and, optionally, a time")
        if seat is None and text not in (NEXT_ROUND, END):
            raise InvalidRecord(f"move {number} has no seat")


def _check_rewritten(record: Record) -> None:
    dealt = {str(number) for number in range(1, rounds(record))}
    for number in record.get("rewritten", {}):
        if number not in dealt:
            raise InvalidRecord(f"options were rewritten for round {quoted(number)}, which was not dealt")


def _check_names(record: Record) -> None:
    names = record.get("names", [])
    if "names" in record and len(names) != record["players"]:
        raise InvalidRecord(f"a record of {quoted(record['players'])} players needs as many names, not {len(names)}")
    for name in names:
        trouble = trouble_with(name, LONGEST_NAME)
        if trouble:
            raise InvalidRecord(f"a name {trouble}")


def _check_faces(record: Record) -> None:
    faces = record.get("faces", [])
    if "faces" in record and len(faces) != record["players"]:
        raise InvalidRecord(f"a record of {quoted(record['players'])} players needs as many faces, not {len(faces)}")
    if any(not 0 <= face <= LAST_FACE for face in faces):
        raise InvalidRecord(f"a face is a number from 0 to {LAST_FACE}")


def _check_fair(record: Record, fair: Fair) -> None:
    for name, value in (("seed", record["seed"]), ("secret", fair["secret"]), ("commitment", fair["commitment"])):
        if not is_seed(value):
            raise InvalidRecord(f"the {name} of a fair deal must be {DIGITS} hex digits, not {quoted(value)}")
    if len(fair["contributions"]) != record["players"]:
        raise InvalidRecord(f"a fair deal for {quoted(record['players'])} players needs a contribution from each, even empty")
    if not all(map(is_contribution, fair["contributions"])):
        raise InvalidRecord(f"a contribution must be up to {DIGITS} hex digits, two per byte")
    if fair.get("scheme", 1) not in SCHEMES:
        raise InvalidRecord(f"the scheme of a fair deal must be {' or '.join(map(str, SCHEMES))}, not {quoted(fair['scheme'])}")
    trouble = trouble_with(fair["table"], LONGEST_TABLE) if fair.get("table") else None
    if trouble:
        raise InvalidRecord(f"the id of a table {trouble}")
