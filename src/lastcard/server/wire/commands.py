"""Commands from a client, and the bodies of HTTP requests. See docs/protocol.md.

A frame to a client carries what changed: ``n`` numbers it, ``set`` holds the fields that have a new value, ``events`` what
happened as this seat may see it. The first frame of a connection has every field.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ...errors import Refusal, filled
from ...record import LAST_FACE
from .table_settings import Settings, SomeSettings

VERSION = 1
LARGEST_MESSAGE = 8 << 10
NAME_LENGTH = 24
CHAT_LENGTH = 200
ID_LENGTH = 64
LONGEST_SENTENCE = 400
LARGEST_SDP = 7000  # characters; an offer of voice and video has about 3,000
LONGEST_CANDIDATE, MOST_CANDIDATES = 400, 32
FaceNumber = Annotated[int, Meta(ge=0, le=LAST_FACE)]  # 0 is the face drawn from the name


# ---- commands: from a seat's client, over its WebSocket or as the body of POST …/commands ------------
class Command(Struct, tag_field="do", forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A request from a client. ``id`` is the client's own: the same id again is answered, not done again."""

    id: str = ""


class Move(Command, tag="move", frozen=True):
    """Make a move; ``n`` is the number of the last frame that the client has seen."""

    move: str
    n: int


class Why(Command, tag="why", frozen=True):
    """Ask why a move is not allowed now."""

    move: str


class Hint(Command, tag="hint", frozen=True):
    """Ask what the strongest bot would do in this seat, and why. Only the player who asks is told."""


class Ready(Command, tag="ready", frozen=True):
    """Agree to the options with this digest, including house rules and dares, and get ready."""

    digest: str


class Wait(Command, tag="wait", frozen=True):
    """Stop the countdown to the next deal, which then waits until everyone is ready."""


class Contribute(Command, tag="contribute", frozen=True):
    """Add your own randomness to the deal: up to 64 hex digits."""

    hex: str


class Veto(Command, tag="veto", frozen=True):
    """Rule out dares, by number, that this player won't do."""

    dares: list[int]


class Chat(Command, tag="chat", frozen=True):
    """Say something to the table."""

    text: str


class Emote(Command, tag="emote", frozen=True):
    """Send one of the quick emotes. With ``at``, throw one of the things at the player in that seat instead."""

    emote: str
    at: int | None = None


class Face(Command, tag="face", frozen=True):
    """Pick another face, by its number; 0 is the one drawn from the name."""

    face: FaceNumber


class Mute(Command, tag="mute", frozen=True):
    """Stop hearing what another player says, emotes included. With ``on`` false, hear it again."""

    seat: int
    on: bool = True


class Report(Command, tag="report", frozen=True):
    """Tell the host about another player, and nobody else."""

    seat: int
    why: Literal["words", "name", "conduct"] = "words"


class Silence(Command, tag="silence", frozen=True):
    """Host: keep everyone from hearing what a player says, emotes included. With ``on`` false, they hear it again."""

    seat: int
    on: bool = True


class Back(Command, tag="back", frozen=True):
    """Take the seat back from the bot."""


class Keep(Command, tag="keep", frozen=True):
    """Vote to let the bot keep an absent player's seat for good."""

    seat: int
    yes: bool = True


class Extend(Command, tag="extend", frozen=True):
    """Ask for more time on the clock."""


class Leave(Command, tag="leave", frozen=True):
    """Give up the seat."""


class Bot(Command, tag="bot", frozen=True):
    """Host: put a bot on an empty seat."""

    seat: int
    level: str = "medium"


class Remove(Command, tag="remove", frozen=True):
    """Host: free a seat before the start. ``for_good`` at any time: the player can't come back, and a bot plays on."""

    seat: int
    for_good: bool = False


class Change(Command, tag="change", frozen=True):
    """Host: change options or seats before the start, what the edition allows between rounds, and settings at any time.

    Anything that isn't named stays as it is.
    """

    options: dict[str, Any] | None = None
    settings: SomeSettings | None = None
    seats: int | None = None


class Start(Command, tag="start", frozen=True):
    """Host: deal."""


class Rematch(Command, tag="rematch", frozen=True):
    """Play another game with the same people."""


class Ping(Command, tag="ping", frozen=True):
    """Check that the server is there. It is answered at once."""


class Call(Command, tag="call", frozen=True):
    """Join the table's call on this connection. A call on another connection of the same player ends.

    ``again`` is the call's id from before the connection was lost, if this is the same call.
    """

    again: str = ""


class HangUp(Command, tag="hang-up", frozen=True):
    """Leave the table's call."""


class Candidate(Struct, forbid_unknown_fields=True, frozen=True):
    """A way to reach a browser, in the form of RTCIceCandidateInit."""

    candidate: Annotated[str, Meta(max_length=LONGEST_CANDIDATE)]
    mid: Annotated[str, Meta(max_length=16)] | None = msgspec.field(default=None, name="sdpMid")
    line: int | None = msgspec.field(default=None, name="sdpMLineIndex")
    fragment: Annotated[str, Meta(max_length=256)] | None = msgspec.field(default=None, name="usernameFragment")


class Signal(Command, tag="signal", frozen=True):
    """Hand an offer, an answer or candidates to the browser with the call id ``to``. The server keeps nothing of it."""

    to: str
    kind: Literal["offer", "answer", "candidates"]
    sdp: Annotated[str, Meta(max_length=LARGEST_SDP)] = ""
    candidates: Annotated[list[Candidate], Meta(max_length=MOST_CANDIDATES)] = []


Social = Chat | Emote | Face | Mute | Report | Silence | Keep | Extend | Back | Leave
Lobby = Ready | Wait | Contribute | Veto | Bot | Remove | Change | Start | Rematch
Calling = Call | HangUp | Signal
SeatCommand = Move | Why | Hint | Ping | Social | Lobby | Calling


class Hello(Struct, forbid_unknown_fields=True, frozen=True):
    """The first message on a WebSocket: who is there, and how many events they have seen."""

    token: str = ""
    watch: str = ""
    version: int = VERSION
    events: int = 0


# ---- HTTP bodies ------------------------------------------------------------------------------------
class CreateTable(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/tables. ``bots`` are levels, for the seats after the host's. ``token`` is one that the client already has."""

    edition: str
    name: str
    seats: int = 4
    bots: list[str] = []
    options: dict[str, Any] = {}
    settings: Settings = Settings()
    token: str = ""
    face: FaceNumber = 0


class Join(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/join: by an invite or watch code, or (public tables) by the table's id."""

    code: str = ""
    table: str = ""
    name: str = ""
    token: str = ""
    face: FaceNumber = 0


class Invited(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/invite: an invite code, and the name that the newcomer would like."""

    code: str
    name: str = ""


class MyGames(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/games: the games of these tokens."""

    tokens: list[str]


class Learn(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/lessons: a lesson from a step on, and the learner's moves since then. An empty move goes on after reading."""

    edition: str
    lesson: str
    moves: list[str] = []
    step: int = 0
    name: str = ""


class AskEffects(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/effects: what do these options change compared with the leaflet? A ``refined`` answer takes longer."""

    edition: str
    players: int
    options: dict[str, Any] = {}
    refined: bool = False


class Refused(Exception):
    """A refused command: a code, a sentence with the values for its braces, and perhaps the rule behind it."""

    def __init__(self, code: str, says: str, rule: str = "", **args: Any) -> None:
        self.code = code
        self.says = says
        self.args_said = args
        self.rule = rule
        self.sentence = filled(says, args)[:LONGEST_SENTENCE]
        super().__init__(self.sentence)

    @classmethod
    def by_rule(cls, refusal: Refusal) -> Refused:
        """Make the refusal of a move from the rules' own."""
        return cls(refusal.code, refusal.says, refusal.rule, **refusal.args)


_commands: msgspec.json.Decoder[SeatCommand] = msgspec.json.Decoder(SeatCommand)
_hello = msgspec.json.Decoder(Hello)
encode = msgspec.json.Encoder().encode


def read_command(data: bytes | str) -> SeatCommand:
    """Read a command from its JSON. Refused says what is wrong."""
    try:
        return _commands.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("bad-message", "This isn't a command: {error}.", error=str(error)[:160]) from None


def read_hello(data: bytes | str) -> Hello:
    """Read the first message of a connection."""
    try:
        return _hello.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("bad-message", "Say hello first: {error}.", error=str(error)[:160]) from None
