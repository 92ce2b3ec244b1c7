"""A seat at a server's table, over a WebSocket that reconnects whenever it has to. See docs/protocol.md."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from .. import editions
from ..bots.levels import LEVELS
from ..errors import InvalidOption, LastcardError, Refusal
from ..events import Event
from ..moves import Move
from ..record import Record
from ..sentence_type import Sentence
from ..view import Pending, View
from . import words
from .records import token_for
from .seat import Seat
from .words import Choice

PROTOCOL = 1  # the version of the protocol that this client speaks
FIRST_WAIT, LONGEST_WAIT = 0.5, 15.0
HTTP_PATIENCE = 20
LARGEST_FRAME = 32 << 20  # bytes; the first frame holds the whole game, about 20 KiB per round
TOO_LARGE = 1009  # the close code for a larger message
# The close codes after which reconnecting is pointless, and what they mean.
FATAL = {
    4401: "your seat at this table is gone",
    4403: "this table doesn't allow watching, or the watch code is wrong",
    4404: "this table no longer exists",
    4426: "the server speaks another version of the protocol; install the version of lastcard that it runs",
    4500: "the server can no longer read this table",
}
AWAY = {"clock": "slow", "connection": "away", "left": "left", "kept": "bot"}


class CannotJoin(LastcardError):
    """The server refused a seat, could not be reached, or the link is wrong."""


class Link(NamedTuple):
    """The parts of an invite or watch link."""

    server: str
    code: str
    is_watching: bool


def read_link(text: str) -> Link:
    """The server and the code of a link such as ``http://localhost:8000/#join=K7M2-9QXD-4TRB``."""
    parts = urlsplit(text if "://" in text else f"http://{text}")
    word, _, code = parts.fragment.partition("=")
    if parts.scheme not in ("http", "https") or not parts.netloc or word not in ("join", "watch") or not code:
        raise CannotJoin("that is not an invite link; one looks like http://localhost:8000/#join=K7M2-9QXD-4TRB")
    return Link(f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}", code, word == "watch")


def _post(url: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    return _answer(urllib.request.Request(url, json.dumps(body).encode(), headers))  # noqa: S310 - http or https, by read_link


def _answer(request: urllib.request.Request) -> dict[str, Any]:
    """The server's answer. Raises CannotJoin with the server's own sentence if it refuses."""
    try:
        with urllib.request.urlopen(request, timeout=HTTP_PATIENCE) as response:  # noqa: S310
            told: dict[str, Any] = json.load(response)
            return told
    except urllib.error.HTTPError as error:
        try:
            sentence = str(json.load(error)["refused"]["text"])
        except (ValueError, KeyError, TypeError):
            sentence = f"the server answered with status {error.code}"
        raise CannotJoin(sentence) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise CannotJoin(f"cannot reach the server: {getattr(reason, 'strerror', None) or reason}") from None


async def sit_down(link: Link, name: str, token: str = "", kind: type[RemoteSeat] | None = None) -> RemoteSeat:
    """Take a seat, return to the one of this token (or else to the user's earlier one), or watch."""
    token = "" if link.is_watching else token or token_for(link.server, name)
    body = {"code": link.code} if link.is_watching else {"code": link.code, "name": name, "token": token}
    joined = await asyncio.to_thread(_post, f"{link.server}/api/join", body)
    hello = {"watch": link.code} if joined["role"] == "watch" else {"token": joined["token"]}
    seat = (kind or RemoteSeat)(link.server, joined["table"], hello)
    await seat.connect()
    return seat


class RemoteSeat(Seat):
    """A seat, or a spectator's place, at a server's table."""

    is_remote = True

    def __init__(self, server: str, table: str, hello: dict[str, str]) -> None:
        super().__init__()
        self.server = server
        self.table = table
        self.hello = hello
        self.state: dict[str, Any] = {}
        self.stage = "lobby"
        self.names = []
        self._n = 0
        self._events: list[Event] = []
        self._first_event = 0
        self._ahead = 0.0
        self._socket: ClientConnection | None = None
        self._pending: dict[str, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self._ids = (f"{secrets.token_hex(6)}-{number}" for number in range(1 << 30))
        self._ready = asyncio.Event()

    # ---- the connection -----------------------------------------------------------------------------
    async def connect(self) -> None:
        """Connect, and return once the table has arrived."""
        self._task = asyncio.create_task(self._stay_connected())
        await self._ready.wait()
        if not self.state:
            raise CannotJoin(self.is_lost)

    async def _stay_connected(self) -> None:
        wait = FIRST_WAIT
        while True:
            try:
                async with connect(
                    self._address(), compression=None, max_size=LARGEST_FRAME, open_timeout=HTTP_PATIENCE
                ) as socket:
                    await self._talk(socket)
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 0
                if closed.sent and closed.sent.code == TOO_LARGE:
                    return self._give_up(f"the server sent more than {LARGEST_FRAME >> 20} MiB at once, which no table needs")
                if code in FATAL:
                    return self._give_up(FATAL[code])
                wait = FIRST_WAIT if self._socket is not None else wait
            except (OSError, InvalidHandshake, TimeoutError):
                pass
            except (InvalidURI, InvalidOption) as error:
                return self._give_up(str(error))
            if self._socket is not None:
                self._socket, wait = None, FIRST_WAIT
                self.lines.append("Connection lost. Reconnecting…")
            self.status = "no connection"
            self.tell()
            await asyncio.sleep(wait * random.uniform(0.8, 1.2))  # noqa: S311 - so that clients don't all reconnect at once
            wait = min(2 * wait, LONGEST_WAIT)

    def _give_up(self, why: str) -> None:
        self.is_lost = f"The game ends here: {why}."
        self.status = self.is_lost
        self._refuse_all()
        self._ready.set()
        self.tell()

    def _refuse_all(self) -> None:
        """Refuse every command that is still waiting for an answer."""
        for message, _ in list(self._pending.values()):
            self._take({"id": message["id"], "refused": {"code": "closed", "says": self.is_lost}})

    def _address(self) -> str:
        return f"{self.server.replace('http', 'ws', 1)}/ws/{self.table}"

    async def _talk(self, socket: ClientConnection) -> None:
        seen = self._first_event + len(self._events)
        await socket.send(json.dumps({**self.hello, "version": PROTOCOL, "events": seen}))
        while "refused" in (first := self.read_frame(await socket.recv())):
            pass  # the server closes the connection next, and the close code says what to do
        if self._socket is None and self.status:
            self.lines.append("Reconnected.")
        self._take_first(first)
        self._socket, self.status = socket, ""
        self._ready.set()
        self.tell()
        if self._away(self.number) == "connection":
            await self._send({"do": "back"})
        for message, _ in list(self._pending.values()):
            await socket.send(json.dumps(message))
        async for data in socket:
            frame = self.read_frame(data)
            if "version" in frame:  # the table was taken back to an earlier state
                self._take_first(frame)
            else:
                self._take(frame)
            self.tell()

    # ---- receiving ----------------------------------------------------------------------------------
    def read_frame(self, data: str | bytes) -> dict[str, Any]:
        """Read a frame as it came over the socket."""
        frame: dict[str, Any] = json.loads(data)
        return frame

    def _take_first(self, frame: dict[str, Any]) -> None:
        self.state = {}
        self._ahead = frame["time"] / 1000 - time.time()
        if not self.lines:
            self.lines += [f"{line['name']}: {line['text']}" for line in frame.get("chat", [])]
        missed = frame["e"] - len(frame["events"])
        if missed != self._first_event + len(self._events):
            self._events, self._first_event = [], missed
        self._take(frame)

    def _take(self, frame: dict[str, Any]) -> None:
        """Apply a frame, and pass it to whoever is waiting for it."""
        self._events += [Event(**event) for event in frame.get("events", [])]
        self._n = frame.get("n", self._n)
        if "set" in frame:
            self.state |= frame["set"]
            self._look()
        for line in frame.get("said", []):
            self.lines.append(f"{self.names[line['seat']]}: {line.get('text') or self._gesture(line)}")
        if frame.get("announcement"):
            self.lines.append(f"From the people who run this server: {frame['announcement']}")
        if frame.get("id") in self._pending:
            _, answer = self._pending.pop(frame["id"])
            if not answer.done():
                answer.set_result(frame)

    def _gesture(self, line: dict[str, Any]) -> str:
        """An emote, or what was thrown and at whom, in parentheses."""
        if "at" not in line:
            return f"({line['emote']})"
        return f"({line['emote']} for {'you' if line['at'] == self.number else self.names[line['at']]})"

    def _look(self) -> None:
        """Turn the state into a view and a list of choices."""
        state = self.state
        self.edition = editions.get(state["edition"])
        self.number = state["you"]
        self.stage = state["stage"]
        self.names = [seat["name"] if seat else "nobody" for seat in state["seats"]]
        self.event_count = self._first_event + len(self._events)
        if "phase" in state and state["phase"] is not None:
            self.view = view_of(state)
        moves = state["moves"] if self.stage == "playing" and not self._away(self.number) else []
        self.offers = [(self.number, self.edition.codec.clean(move)) for move in moves if self.number is not None]

    @property
    def brings(self) -> words.Brings:
        """What the moves on offer cost or bring, in words."""
        told: dict[Move, list[Sentence]] = {}
        for each in self.state.get("consequences") or ():
            for _, move in [self.offers[at] for at in each["moves"] if at < len(self.offers)]:
                told.setdefault(move, []).append(Sentence(each["says"], each.get("args") or {}))
        return words.brings(self.edition, told, self.number, self.names) if self.number is not None else {}

    def _away(self, seat: int | None) -> str:
        told = self.state["seats"][seat] if seat is not None else None
        return str(told.get("away", "")) if told else ""

    @property
    def away(self) -> dict[int, str]:
        """The marks of players who are away and of bots."""
        told = enumerate(self.state.get("seats", []))
        marks = {i: AWAY[s["away"]] if s.get("away") else "bot" if s.get("bot") else "" for i, s in told if s}
        return {seat: mark for seat, mark in marks.items() if mark}

    @property
    def seconds_left(self) -> dict[int, int]:
        """The seconds each clock has left, by the server's time."""
        now = time.time() + self._ahead
        return {int(seat): max(0, round(due / 1000 - now)) for seat, due in self.state.get("clocks", {}).items()}

    def events(self, since: int) -> list[Event]:
        """The events from number ``since`` on, as far as the server has sent them."""
        return self._events[max(0, since - self._first_event) :]

    # ---- sending ------------------------------------------------------------------------------------
    async def _send(self, message: dict[str, Any]) -> asyncio.Future[dict[str, Any]]:
        """Send a command now or after reconnecting, always under the same id."""
        cid = next(self._ids)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._pending[cid] = ({**message, "id": cid}, answer)
        if self.is_lost:
            self._refuse_all()
        elif self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(json.dumps(self._pending[cid][0]))
        return answer

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a command and wait for its answer, across as many connections as it takes."""
        return await (await self._send(message))

    async def do(self, move: str, seat: int | None = None) -> Refusal | None:
        """Make a move, based on the last frame. If only a lost connection made it stale, send it once more."""
        chosen_at = self.event_count
        refusal = _refusal(await self.ask({"do": "move", "move": move, "n": self._n}), "refused")
        if refusal is not None and refusal.code == "stale" and self.event_count == chosen_at:
            refusal = _refusal(await self.ask({"do": "move", "move": move, "n": self._n}), "refused")
        return refusal

    async def why_not(self, move: str) -> Refusal | None:
        """Ask the server why a move is not allowed."""
        answer = await self.ask({"do": "why", "move": move})
        return _refusal(answer, "refused") or _refusal(answer, "why")

    async def hint(self) -> Mapping[str, Any] | Refusal:
        """Ask the server for a hint, if the table allows hints."""
        answer = await self.ask({"do": "hint"})
        told: Mapping[str, Any] = answer.get("hint", {})
        return told or _refusal(answer, "refused") or Refusal("", "no-hints", "There's no hint right now.")

    async def go_on(self) -> Refusal | None:
        """Get ready, which agrees to the current options."""
        return await self.command("ready")

    async def deal_again(self) -> Refusal | None:
        """Play again with the same people."""
        return await self.command("rematch")

    async def command(self, do: str, **more: Any) -> Refusal | None:
        """Send any other command that a seat may give."""
        if do == "ready":
            more["digest"] = self.state["digest"]
            if self.stage == "lobby":
                await self.ask({"do": "contribute", "hex": secrets.token_hex(32)})
        answer = await self.ask({"do": do, **more})
        if do == "rematch" and "refused" not in answer:
            await self.follow_rematch()
        return _refusal(answer, "refused")

    async def follow_rematch(self) -> None:
        """Move to the next table, where this token already has its seat."""
        while not self.state.get("rematch"):
            await self.changed(self.version)
        await self.close()
        self.table = self.state["rematch"]
        self.view, self._events, self._first_event, self._socket, self.status = None, [], 0, None, ""
        self._ready.clear()
        self.games += 1
        self.lines.append("A new game begins.")
        await self.connect()

    async def record(self) -> Record | None:
        """The record of a finished game."""
        if self.stage != "over" or "token" not in self.hello:
            return None
        url = f"{self.server}/api/tables/{self.table}/record"
        request = urllib.request.Request(url, headers={"Authorization": f"Bearer {self.hello['token']}"})  # noqa: S310
        record: Any = await asyncio.to_thread(_answer, request)
        return record  # type: ignore[no-any-return]

    # ---- outside the game ---------------------------------------------------------------------------
    def actions(self) -> list[Choice]:
        """The actions of this stage: get ready, start, add bots, come back, play again."""
        if self.number is None or not self.state:
            return []
        away, is_ready = self._away(self.number), self.state["seats"][self.number]["ready"]
        found: list[Choice] = []
        if away and away != "kept":
            found.append(_action("Take your seat back from the bot", do="back"))
        if self.stage == "lobby":
            found += self._lobby_actions(is_ready=is_ready)
        elif self.stage == "between" and not is_ready:
            found.append(_action("Ready for the next round", do="ready"))
        elif self.stage == "over":
            found.append(_action("Play again with the same people", do="rematch"))
        return found

    def _lobby_actions(self, *, is_ready: bool) -> list[Choice]:
        found = [] if is_ready else [_action("Get ready: you agree to these options", do="ready")]
        if self.state["host"] == self.number:
            found.append(_action("Start the game", do="start"))
            empty = [i for i, seat in enumerate(self.state["seats"]) if seat is None]
            levels = LEVELS if empty else ()
            found += [_action(f"Add a bot ({each})", do="bot", seat=empty[0], level=each) for each in levels]
        return found

    def lobby_lines(self) -> list[str]:
        """Say who sits where, who is ready, and what the options are."""
        if not self.state:
            return []
        lines = [f"{self.edition.title}. {self.edition.summary}"]
        for number, seat in enumerate(self.state["seats"]):
            marks = ["host"] * (number == self.state["host"]) + ["you"] * (number == self.number)
            if seat is None:
                continue
            marks += [f"bot, {seat['bot']}"] if seat.get("bot") else ["ready" if seat["ready"] else "not ready yet"]
            lines.append(f"{seat['name']} ({', '.join(marks)}).")
        free = self.state["seats"].count(None)
        lines += [f"{free} free {'seat' if free == 1 else 'seats'}."] if free else []
        lines += words.option_lines(self.edition, self.state["options"])
        return [*lines, f"Commitment, to check the deal afterward: {self.state['commitment']}."]

    def table_commands(self, word: str, rest: str) -> dict[str, Any] | None:
        """The command that a typed word and the rest of its line stand for."""
        known = {name.casefold(): seat for seat, name in enumerate(self.names)}
        seat = known.get(rest.casefold(), int(rest) if rest.isdecimal() else -1)
        thing, _, target = rest.partition(" ")
        free = [number for number, taken in enumerate(self.state["seats"]) if taken is None]
        more: dict[str, dict[str, Any]] = {
            **{plain: {} for plain in ("ready", "start", "extend", "back", "leave", "rematch")},
            **{about: {"seat": seat} for about in ("mute", "keep", "remove")},
            "say": {"do": "chat", "text": rest},
            "emote": {"emote": rest or "hello"},
            "throw": {"do": "emote", "emote": thing, "at": known.get(target.strip().casefold(), -1)},
            "bot": {"seat": free[0] if free else 0, "level": rest.rpartition(" ")[2] or "medium"},
            "veto": {"dares": [int(dare) for dare in rest.split() if dare.isdecimal()]},
        }
        return {"do": word, **more[word]} if word in more else None


def _action(text: str, **command: Any) -> Choice:
    return Choice(None, text, (), command)


def _refusal(answer: dict[str, Any], field: str) -> Refusal | None:
    told = answer.get(field)
    return Refusal(told.get("rule", ""), told["code"], told["says"], told.get("args", {})) if told else None


def view_of(state: dict[str, Any]) -> View:
    """The state of a table as a View. Its discard pile holds only the top card."""
    given = {field.name: _frozen(state.get(field.name)) for field in fields(View)}
    pending = state.get("pending")
    return View(
        **{
            **given,
            "seat": state["you"],
            "options": state["options"],
            "special": state["special"],
            "known": {int(seat): tuple(cards) for seat, cards in state["known"].items()},
            "pending": Pending(**pending) if pending else None,
            "discard_pile": (state["top"],),
        }
    )


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
