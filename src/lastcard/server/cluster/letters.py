"""What doors and owners send each other over the bus."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from ..wire.commands import Refused


class Letter(Struct, frozen=True, array_like=True, kw_only=True):
    """The base class of all of them."""


# ---- from a door to an owner ---------------------------------------------------------------------------
class AboutTable(Letter, frozen=True, kw_only=True):
    """A question about a table. Without a ``token_hash``, it is asked by a stranger or a spectator."""

    table: str
    token_hash: str = ""
    address: str = ""


class Attach(AboutTable, frozen=True, tag="attach"):
    """Add a connection of a door, which has seen this many events. Its frames go into this stream."""

    door: str
    stream: int
    link: int
    seen: int = 0


class Detach(AboutTable, frozen=True, tag="detach"):
    """Remove a connection of a door."""

    door: str
    link: int


class Refresh(AboutTable, frozen=True, tag="refresh"):
    """Show all connections of a door, by number, with their token hashes, the whole table in a new stream."""

    door: str
    stream: int
    links: dict[int, str]


class Do(AboutTable, frozen=True, tag="do"):
    """Do what a seat's client asks for, on a connection of a door, or over HTTP (link 0).

    ``cid`` stands for the command's id if its client gave none, so that the command can be sent again.
    """

    command: bytes
    door: str = ""
    link: int = 0
    cid: str = ""


class Sit(AboutTable, frozen=True, tag="sit"):
    """Give the holder of a token, by its hash, a seat."""

    name: str
    holder: str
    face: int


class Look(AboutTable, frozen=True, tag="look"):
    """Show a seat its table once."""


class Invite(AboutTable, frozen=True, tag="invite"):
    """Say what an invitation to a table says to someone of this name."""

    name: str = ""


class End(AboutTable, frozen=True, tag="end"):
    """End a game in progress. The answer is the stage that the table was in."""


class Beat(Letter, frozen=True, tag="beat"):
    """A sign of life from a door, with the stream and the last count of each table that it follows."""

    door: str
    tables: dict[str, tuple[int, int]]


class Census(Letter, frozen=True, tag="census"):
    """Describe a process and list its connections, for an admin who asked another one."""


class Drain(Letter, frozen=True, tag="drain"):
    """End a process, for an admin who asked another one. With ``finish``, after the games that only it can read."""

    finish: bool = False


Question = Attach | Detach | Refresh | Do | Sit | Look | Invite | End | Beat | Census | Drain


# ---- from an owner to a door ----------------------------------------------------------------------------
class Answer(Letter, frozen=True, tag="answer"):
    """What the client is told. If a frame has told it already, ``told`` says the same for a door that has missed the frame.

    ``count`` is the number of the last frames that were sent to the door.
    """

    data: bytes = b""
    told: bytes = b""
    count: int = 0


class Refusal(Letter, frozen=True, tag="refusal"):
    """Why something is refused."""

    code: str
    says: str
    rule: str
    args: dict[str, Any]

    @classmethod
    def of(cls, refused: Refused) -> Refusal:
        """Make it from an exception."""
        return cls(code=refused.code, says=refused.says, rule=refused.rule, args=refused.args_said)

    def exception(self) -> Refused:
        """Make an exception of it again."""
        return Refused(self.code, self.says, self.rule, **self.args)


class NotMine(Letter, frozen=True, tag="not-mine"):
    """The process does not own the table any longer, or does not know the connection."""


class Counts(Letter, frozen=True, tag="counts"):
    """The last count of each table of a door whose count differs, or -1 for one that it does not follow."""

    tables: dict[str, int]


class ConnectionInfo(NamedTuple):
    """A connection: from where, at which table, with the hash of which token, and since when."""

    address: str
    table: str
    token_hash: str
    since: float


class Connections(Letter, frozen=True, tag="connections"):
    """All connections of a process, and which one it is: its machine, its number there, its release, and since when it runs.

    ``tables`` is how many it owns.
    """

    listed: list[ConnectionInfo]
    host: str
    pid: int
    version: str
    since: float
    tables: int


class Draining(Letter, frozen=True, tag="draining"):
    """A process has begun to end: its number on its machine, and how many connections move on."""

    pid: int
    connections: int


Reply = Answer | Refusal | NotMine | Counts | Connections | Draining


class Frames(Letter, frozen=True):
    """Frames for connections of a door at a table, in order: the connections, what to do, and the frame.

    What to do is TELL, OFFER, or a code to close with.
    """

    table: str
    stream: int
    count: int
    frames: list[tuple[list[int], int, bytes]]


TELL, OFFER = 0, 1
pack = msgspec.msgpack.Encoder().encode
read_question = msgspec.msgpack.Decoder(Question).decode
read_reply = msgspec.msgpack.Decoder(Reply).decode
read_frames = msgspec.msgpack.Decoder(Frames).decode
