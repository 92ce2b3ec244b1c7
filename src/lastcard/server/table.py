"""A table: who sits there, what they agreed to, the game, the clocks. No I/O: the fold of its log.

``apply`` takes in an entry of the log; ``state`` is everything that a viewer may know. What a command leads to is decided in
``decide``; the hub applies what is decided, appends it, and tells it when it is durable.

Stages: lobby -> playing -> (between -> playing)* -> over.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable
from functools import singledispatchmethod
from typing import Any

import msgspec

from .. import editions
from ..game import Game
from ..options import Options, rewritten
from ..record import Fair, Record
from ..rules.fair import commitment, mixed_seed
from . import entries as log
from . import protocol as wire
from .protocol import Refused

Viewer = int | None
RECENT = 64
CHAT_KEPT = 50
BETWEEN = 30  # seconds, at least, to be ready for the next round
TOLD_OTHERWISE = frozenset({"edition", "options", "seat", "discard_pile", "numbers"})  # fields of a view
ASIDES = (
    *(log.Said, log.Gestured, log.Muted, log.Vetoed, log.Contributed, log.KeepVoted),
    *(log.Changed, log.Sat, log.Freed, log.WentAway),
)
LONGER = 60  # seconds, at least, when a player asks for more time


class Seat:
    """One place at the table."""

    def __init__(self, person: log.Person | None) -> None:
        self.person = person
        self.ready = False
        self.away = ""
        self.kept_by_bot = False
        self.away_since = 0.0
        self.missed = 0
        self.extended = 0
        self.muted: frozenset[str] = frozenset()
        self.vetoes: frozenset[int] = frozenset()
        self.contribution = ""
        self.keep_votes: dict[int, bool] = {}
        self.recent: dict[str, int] = {}
        self.deadline: float | None = None
        self.asked = 0
        self.asides = 0
        self.asked_for: tuple[str, int] | None = None

    @property
    def is_human(self) -> bool:
        """A person sits here, present or not."""
        return self.person is not None and not self.person.level and not self.kept_by_bot

    @property
    def is_present(self) -> bool:
        """A person sits here and plays."""
        return self.is_human and not self.away

    def to_dict(self) -> dict[str, Any] | None:
        """What everybody knows of it."""
        if self.person is None:
            return None
        told: dict[str, Any] = {"name": self.person.name, "ready": self.ready or not self.is_present}
        if self.person.level:
            told["bot"] = self.person.level
        if self.away:
            told["away"] = "kept" if self.kept_by_bot else self.away
        if self.contribution:
            told["contributed"] = True
        return told


def hashed(secret: str) -> str:
    """Tokens and codes as they are kept."""
    return hashlib.sha256(secret.encode()).hexdigest()


def plain(text: str, longest: int) -> str:
    """What somebody wrote, without characters that hide or reorder, on one line and not too long."""
    kept = (" " if c.isspace() else c for c in text)
    clean = "".join(c for c in kept if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
    return " ".join(clean.split())[:longest].strip()


def seen(game: Game, viewer: Viewer) -> dict[str, Any]:
    """The part of a state that is the viewer's view of the game."""
    view = game.view(viewer)
    news = {name: value for name, value in vars(view).items() if name not in TOLD_OTHERWISE}
    return {"discard_count": len(view.discard_pile), **msgspec.to_builtins(news, str_keys=True)}


class Table:
    """The fold of a table's log."""

    def __init__(self, entries: Iterable[log.AnyEntry] = ()) -> None:
        self.number = 0
        self.id = ""
        self.edition = ""
        self.options: Options = {}
        self.settings = wire.Settings()
        self.seats: list[Seat] = []
        self.secret = ""
        self.game: Game | None = None
        self.time = 0.0
        self.since = 0.0
        self.owing: frozenset[int] = frozenset()
        self.pending: tuple[int, int] | None = None
        self.window_at = 0.0
        self.window_number = 0
        self.chat: list[dict[str, Any]] = []
        self.rematch = ""
        self.rewrite: dict[str, Any] = {}
        self._constant_part: dict[str, Any] = {}
        for entry in entries:
            self.apply(entry)

    # ---- what everybody can ask ---------------------------------------------------------------------
    @property
    def stage(self) -> str:
        """lobby, playing, between or over."""
        if self.game is None:
            return "lobby"
        if self.game.over:
            return "over"
        return "between" if self.game.round_over else "playing"

    @property
    def host(self) -> int | None:
        """The first seat with a person who is there; if none is, with one who has not left."""
        people = [i for i, seat in enumerate(self.seats) if seat.is_human and seat.away != "left"]
        return next((i for i in people if not self.seats[i].away), people[0] if people else None)

    @property
    def has_people(self) -> bool:
        """Whether a person is there; bots do not play on among themselves."""
        return any(seat.is_present for seat in self.seats)

    @property
    def has_window(self) -> bool:
        """Whether somebody could call, be caught or block now."""
        return bool(self.owing) or self.pending is not None

    @property
    def digest(self) -> str:
        """What a player agrees to by being ready: the edition and every option, house rules and dares among them."""
        return str(self._constant["digest"])

    @property
    def _constant(self) -> dict[str, Any]:
        """The part of the state that is the same for everybody and seldom changes."""
        if not self._constant_part:
            options = editions.get(self.edition).read_options(rewritten(self.options, self.rewrite))
            agreed = msgspec.json.encode([self.edition, options], order="sorted")
            self._constant_part = {
                "table": self.id,
                "edition": self.edition,
                "options": options,
                "digest": hashlib.sha256(agreed).hexdigest()[:16],
                "settings": msgspec.to_builtins(self.settings),
                "commitment": commitment(self.secret),
            }
        return self._constant_part

    @property
    def due(self) -> float | None:
        """When a clock next runs out."""
        return min((seat.deadline for seat in self.seats if seat.deadline is not None), default=None)

    def seat_of(self, token_hash: str) -> int | None:
        """The seat that a token holds."""
        for i, seat in enumerate(self.seats):
            if seat.person and seat.person.token and seat.person.token == token_hash:
                return i
        return None

    def bot_seats(self) -> list[int]:
        """The seats that a bot plays and that the game waits for, or might hear from."""
        if self.game is None or self.stage != "playing" or not self.has_people:
            return []
        asked = {*self.game.to_move, *self.game.offers()}
        return [i for i, seat in enumerate(self.seats) if i in asked and not seat.is_present]

    def moves(self, seat: int) -> list[str]:
        """The legal moves of a seat, less what it has vetoed."""
        if self.game is None:
            return []
        moves = [str(move) for move in self.game.moves(seat)]
        return [move for move in moves if not self.is_vetoed(seat, move)]

    def is_vetoed(self, seat: int, move: str) -> bool:
        """Whether a player has said before that this is not for them."""
        offered = self.game.vetoable if self.game else None
        return offered is not None and move == offered[0] and offered[1] in self.seats[seat].vetoes

    # ---- the fold -----------------------------------------------------------------------------------
    def apply(self, entry: log.AnyEntry) -> None:
        """Take in the next entry."""
        self.number += 1
        self.time = max(self.time, entry.t)
        by = entry.by if entry.by is not None else getattr(entry, "seat", None)
        asker = self.seats[by] if by is not None else None
        self._fold(entry)
        if asker and isinstance(entry, ASIDES):
            asker.asides += 1
        if asker and entry.cid:
            asker.recent[entry.cid] = self.number
            if len(asker.recent) > RECENT:
                del asker.recent[next(iter(asker.recent))]

    @singledispatchmethod
    def _fold(self, entry: Any) -> None:
        raise TypeError(f"{type(entry).__name__} is no entry")

    @_fold.register
    def _(self, entry: log.Created) -> None:
        if entry.edition not in editions.names():
            raise Refused(
                "broken", "this table plays {edition}, which this server does not have any more", edition=entry.edition
            )
        version = editions.get(entry.edition).version
        if entry.rules_version != version:
            says = "this table was begun by version {begun} of the rules of {edition}, and this server plays version {version}"
            raise Refused("broken", says, begun=entry.rules_version, edition=entry.edition, version=version)
        self._begin(entry)

    def _begin(self, entry: log.Created) -> None:
        self.id = entry.table
        self.edition = entry.edition
        self.options = entry.options
        self.settings = entry.settings
        self.secret = entry.secret
        self.seats = [Seat(person) for person in entry.people]
        self.since = entry.t

    @_fold.register
    def _(self, entry: log.Sat) -> None:
        self.seats[entry.seat] = Seat(entry.person)

    @_fold.register
    def _(self, entry: log.Freed) -> None:
        self.seats[entry.seat] = Seat(None)

    @_fold.register
    def _(self, entry: log.Changed) -> None:
        self._constant_part = {}
        if entry.settings is not None:
            is_same_clock = self.settings.clock == entry.settings.clock
            self.settings = entry.settings
            if not is_same_clock:
                self._restart_clocks(entry.t)
        if entry.seats is not None:
            people = [seat for seat in self.seats if seat.person][: entry.seats]
            self.seats = people + [Seat(None) for _ in range(entry.seats - len(people))]
        if entry.options is not None:
            self._rewrite(entry.options)
            self._restart_clocks(entry.t)

    def _rewrite(self, options: dict[str, Any]) -> None:
        """Everybody must agree again."""
        if self.game is None:
            self.options = options
        else:
            self.rewrite = {**self.rewrite, **options}
        for seat in self.seats:
            seat.ready = False

    def _restart_clocks(self, t: float) -> None:
        """Everybody who is waited for has the whole time again."""
        to_move = self.game.to_move if self.game else ()
        for i, seat in enumerate(self.seats):
            if self.stage == "between" and not seat.ready:
                seat.deadline = self._due(seat, t, BETWEEN)
            else:
                seat.deadline = self._due(seat, t) if i in to_move else None

    def _due(self, seat: Seat, t: float, at_least: int = 0) -> float | None:
        """When the time of a seat that is asked now runs out."""
        return t + max(self.settings.clock, at_least) if self.settings.clock and seat.is_present else None

    @_fold.register
    def _(self, entry: log.Readied) -> None:
        self.seats[entry.seat].ready = True
        self.seats[entry.seat].deadline = None

    @_fold.register
    def _(self, entry: log.Contributed) -> None:
        self.seats[entry.seat].contribution = entry.hex

    @_fold.register
    def _(self, entry: log.Vetoed) -> None:
        self.seats[entry.seat].vetoes = frozenset(entry.dares)

    @_fold.register
    def _(self, entry: log.Started) -> None:
        seed = mixed_seed(self.secret, [seat.contribution for seat in self.seats])
        self.game = Game(self.edition, len(self.seats), seed, self.options)
        for seat in self.seats:
            seat.away_since = entry.t
        self._after_deal(entry.t)

    @_fold.register
    def _(self, entry: log.Dealt) -> None:
        assert self.game is not None  # noqa: S101 - decided only between rounds
        self.game.next_round(self.rewrite or None)
        self.options = rewritten(self.options, self.rewrite)
        self.rewrite = {}
        self._constant_part = {}
        self._after_deal(entry.t)

    def _after_deal(self, t: float) -> None:
        for seat in self.seats:
            seat.ready = False
            seat.deadline = None
            seat.extended = 0
        self.since = t
        self._ask(t, mover=None)

    @_fold.register
    def _(self, entry: log.Moved) -> None:
        assert self.game is not None  # noqa: S101 - decided only in a game
        is_chance = entry.how != "clock" and entry.move in self.game.chances(entry.seat)
        self.game.move(entry.seat, entry.move, at=max(0, round((entry.t - self.since) * 1000)))
        seat = self.seats[entry.seat]
        seat.missed = seat.missed + 1 if entry.how == "clock" else 0
        self._ask(entry.t, mover=None if is_chance else entry.seat)
        if self.game.round_over:
            self.since = entry.t
            self._restart_clocks(entry.t)

    def _ask(self, t: float, mover: int | None) -> None:
        """Set the clocks of those whom the game newly waits for, or for something new, and open windows.

        ``mover`` has done what was asked; a move out of turn leaves what was asked before.
        """
        assert self.game is not None  # noqa: S101 - asked only in a game
        game = self.game
        to_move, what = game.to_move, (game.phase, game.turn)
        for i, seat in enumerate(self.seats):
            if i not in to_move:
                seat.deadline, seat.asked, seat.asked_for = None, 0, None
            elif i == mover or seat.asked_for != what:
                seat.deadline, seat.asked, seat.asked_for = self._due(seat, t), self.number, what
        owing = frozenset(game.owes_uno)
        pending = (game.turn, len(game.discard_pile)) if game.phase == "answer" and game.offers() else None
        if owing - self.owing or (pending and pending != self.pending):
            self.window_at, self.window_number = t, self.number
        self.owing, self.pending = owing, pending

    @_fold.register
    def _(self, entry: log.Said) -> None:
        self.chat.append({"seat": entry.seat, "name": self.names()[entry.seat], "text": entry.text})
        del self.chat[:-CHAT_KEPT]

    @_fold.register
    def _(self, entry: log.Gestured) -> None:
        """Told once, kept nowhere."""

    @_fold.register
    def _(self, entry: log.Muted) -> None:
        name, seat = self.names()[entry.about], self.seats[entry.seat]
        seat.muted = seat.muted | {name} if entry.on else seat.muted - {name}

    @_fold.register
    def _(self, entry: log.WentAway) -> None:
        seat = self.seats[entry.seat]
        seat.away = entry.why
        seat.away_since = entry.t
        seat.deadline = None
        seat.missed = 0
        seat.keep_votes = {}

    @_fold.register
    def _(self, entry: log.CameBack) -> None:
        seat = self.seats[entry.seat]
        seat.away = ""
        if self.game is not None and entry.seat in self.game.to_move:
            seat.deadline, seat.asked = self._due(seat, entry.t), self.number
        elif self.stage == "between" and not seat.ready:
            seat.deadline = self._due(seat, entry.t, BETWEEN)

    @_fold.register
    def _(self, entry: log.KeepVoted) -> None:
        about = self.seats[entry.about]
        about.keep_votes[entry.seat] = entry.yes
        others = [i for i, seat in enumerate(self.seats) if seat.is_present]
        if sum(about.keep_votes.get(i, False) for i in others) * 2 > len(others):
            about.kept_by_bot = True

    @_fold.register
    def _(self, entry: log.Extended) -> None:
        seat = self.seats[entry.seat]
        seat.deadline = self._due(seat, entry.t, LONGER)
        seat.extended += 1
        seat.missed = 0

    @_fold.register
    def _(self, entry: log.Rematched) -> None:
        self.rematch = entry.to

    # ---- what is told -------------------------------------------------------------------------------
    def state(self, viewer: Viewer) -> dict[str, Any]:
        """Everything a viewer (None: a spectator) may know, field by field."""
        told: dict[str, Any] = {
            **self._constant,
            "you": viewer,
            "stage": self.stage,
            "seats": [seat.to_dict() for seat in self.seats],
            "host": self.host,
            "rematch": self.rematch,
            "clocks": {str(i): round(s.deadline * 1000) for i, s in enumerate(self.seats) if s.deadline is not None},
            "vetoes": sorted(self.seats[viewer].vetoes) if viewer is not None else [],
            "muted": self._muted(viewer),
            "moves": self.moves(viewer) if viewer is not None else [],
        }
        if self.game is not None:
            told |= seen(self.game, viewer)
        if self.stage == "over":
            told["fair"] = self.fair()
        return told

    def _muted(self, viewer: Viewer) -> list[int]:
        if viewer is None or not self.seats[viewer].muted:
            return []
        return [i for i in range(len(self.seats)) if not self.hears(viewer, i)]

    def hears(self, viewer: Viewer, speaker: int) -> bool:
        """Whether what a seat says and gestures is told to a viewer."""
        return viewer is None or self.names()[speaker] not in self.seats[viewer].muted

    def lines(self, viewer: Viewer) -> list[dict[str, Any]]:
        """The last lines of chat, as a viewer hears them."""
        return [line for line in self.chat if viewer is None or line["name"] not in self.seats[viewer].muted]

    def fair(self) -> Fair:
        """What proves the deal, once the game is over."""
        return {
            "commitment": commitment(self.secret),
            "secret": self.secret,
            "contributions": [seat.contribution for seat in self.seats],
        }

    def names(self) -> list[str]:
        """The name on every seat."""
        return [seat.person.name if seat.person else "" for seat in self.seats]

    def record(self) -> Record:
        """The record of a finished game, with what proves its deal."""
        if self.game is None or self.stage != "over":
            raise Refused("not-over", "a record is there when the game is over")
        record = self.game.record()
        record["fair"] = self.fair()
        record["names"] = self.names()
        return record
