"""A table: who sits there, what they agreed to, the game, and the clocks. It is the fold of its log and does no I/O.

``apply`` takes in an entry of the log. ``state`` says what a viewer may know, and ``decide`` what a command leads to. The
hub applies what was decided, appends it, and tells it once it is durable.

Stages: lobby -> playing -> (between -> playing)* -> over.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

import msgspec

from ... import editions
from ...bots.asking import is_window_open
from ...errors import LastcardError
from ...game import Game
from ...options import Options, rewritten
from ...record import Fair, Record, proof
from ...rules.fair import SCHEME, commitment, mixed_seed
from ..wire.commands import Refused
from ..wire.messages import ChatLine, ReportInfo, SeatInfo, Stage
from ..wire.table_settings import Settings
from . import log
from .moderation import Moderation
from .seat import Seat
from .tonight import tallied
from .window import answers_at

Viewer = int | None  # the seat of a viewer, or None for spectators
RECENT = 64
CHAT_KEPT = 50
BETWEEN = 30  # seconds, at least, to get ready for the next round
COUNTDOWN = 15  # seconds until the next round or the rematch is dealt by itself
MANNERS = 2  # of new tables: see log.Created
ASIDES = (
    *(log.Said, log.Gestured, log.Faced, log.Muted, log.Reported, log.Silenced),
    *(log.Vetoed, log.Contributed, log.KeepVoted),
    *(log.Changed, log.Sat, log.Freed, log.Removed, log.WentAway),
)
RULES_CHANGED = "The rules have changed since this game began and don't allow what was played, so it can't go on."
NOBODY = log.Person("")
LONGER = 60  # seconds, at least, when a player asks for more time

E = TypeVar("E", bound=log.Entry)
_FOLDS: dict[type[log.Entry], Callable[[Any, Any], None]] = {}


def hashed(secret: str) -> str:
    """The hash under which a token or code is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def plain(text: str, longest: int) -> str:
    """Clean up what someone wrote: no characters that hide or reorder text, on one line, and not too long."""
    kept = (" " if c.isspace() else c for c in text)
    clean = "".join(c for c in kept if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
    return " ".join(clean.split())[:longest].strip()


def _later(due: float | None, seconds: float) -> float | None:
    return None if due is None else due + seconds


class Company(NamedTuple):
    """The seats as everyone may know them, as long as nobody has lost the connection, the host, and who holds which seat."""

    seats: list[SeatInfo | None]
    tokens: list[str]  # the hash of each seat's, or an empty string
    host: int | None
    holders: dict[str, int]  # by token hash
    all_present: bool


def _folds(kind: type[E]) -> Callable[[Callable[[Table, E], None]], Callable[[Table, E], None]]:
    """Mark the method that takes in entries of this kind."""

    def mark(method: Callable[[Table, E], None]) -> Callable[[Table, E], None]:
        _FOLDS[kind] = method
        return method

    return mark


class Table:
    """The fold of a table's log."""

    def __init__(self, entries: Iterable[log.AnyEntry] = ()) -> None:
        self.number = 0
        self.id = ""
        self.edition = ""
        self.version = 0
        self.options: Options = {}
        self.settings = Settings()
        self.seats: list[Seat] = []
        self.secret = ""
        self.scheme = SCHEME  # of the deal; a game always finishes with the scheme it was dealt with
        self.game: Game | None = None
        self.time = 0.0
        self.since = 0.0
        self.owing: frozenset[int] = frozenset()
        self.pending: tuple[int, int] | None = None
        self.window_at = 0.0
        self.window_number = 0
        self.offline: set[str] = set()  # by token hash: who has just lost the connection. The room knows it, not the log.
        self.chat: list[tuple[log.Person, ChatLine]] = []
        self.moderation = Moderation()
        self.rematch = ""
        self.tonight: list[log.Tally] = []  # before this game
        self.manners = MANNERS
        self.is_rematch = False
        self.is_stopped = False  # someone stopped the countdown
        self.deal_at: float | None = None
        self.answer_at: float | None = None
        self.rewrite: dict[str, Any] = {}
        self._constant_part: dict[str, Any] = {}
        self._company: Company | None = None
        for entry in entries:
            self.apply(entry)

    # ---- queries ------------------------------------------------------------------------------------
    @property
    def stage(self) -> Stage:
        """The stage: lobby, playing, between or over."""
        game = self.game
        if game is None:
            return "lobby"
        if not game.round_over:
            return "playing"
        return "over" if game.over else "between"

    @property
    def host(self) -> int | None:
        """The seat of the one who came first of the people present, or else of those who have not left."""
        people = [(bool(seat.away), seat.came, i) for i, seat in enumerate(self.seats) if seat.is_human and seat.away != "left"]
        return min(people)[2] if people else None

    @property
    def is_older(self) -> bool:
        """Whether it was begun with an older version of its edition's rules. Such a table loads only if none of it changed."""
        return self.version != editions.get(self.edition).version

    @property
    def has_people(self) -> bool:
        """Whether a person is present. Bots do not play on among themselves."""
        return any(seat.is_present for seat in self.seats)

    @property
    def has_company(self) -> bool:
        """Whether several people play here, and not one with bots alone. Those who left for good don't count."""
        return sum(seat.is_human and seat.away != "left" for seat in self.seats) > 1

    @property
    def has_window(self) -> bool:
        """Whether someone could call, be caught or block now."""
        return bool(self.owing) or self.pending is not None

    @property
    def digest(self) -> str:
        """A digest of what a player agrees to by being ready: the edition and every option, including house rules and dares."""
        return str(self.constant["digest"])

    @property
    def constant(self) -> dict[str, Any]:
        """The fields of the state that are the same for everyone and seldom change."""
        if not self._constant_part:
            options = editions.get(self.edition).read_options(rewritten(self.options, self.rewrite))
            agreed = msgspec.json.encode([self.edition, options], order="sorted")
            self._constant_part = {
                "table": self.id,
                "edition": self.edition,
                "options": options,
                "digest": hashlib.sha256(agreed).hexdigest()[:16],
                "settings": self.settings,
                "commitment": commitment(self.secret, self.id, self.scheme),
                "scheme": self.scheme,
            }
        return self._constant_part

    @property
    def due(self) -> float | None:
        """The time at which the next clock or countdown runs out."""
        times = [seat.deadline for seat in self.seats if seat.deadline is not None]
        times += [time for time in (self.deal_at, self.answer_at) if time is not None]
        return min(times) if times else None

    @property
    def company(self) -> Company:
        """Who sits here. Worked out again after every entry that isn't a move."""
        if self._company is None:
            infos = [seat.info(silenced=self.moderation.is_silenced(seat.person)) for seat in self.seats]
            tokens = [seat.token_hash for seat in self.seats]
            held = {token: i for i, token in enumerate(tokens) if token}
            self._company = Company(infos, tokens, self.host, held, all(seat.is_present for seat in self.seats))
        return self._company

    def seat_of(self, token_hash: str) -> int | None:
        """The seat that a token holds."""
        return self.company.holders.get(token_hash)

    def holders(self) -> dict[str, int]:
        """The hashes of the tokens that hold a seat, each with its seat."""
        return self.company.holders

    def bot_seats(self) -> list[int]:
        """The seats played by a bot that the game waits for or might hear from."""
        if self.game is None or self.company.all_present or self.stage != "playing" or not self.has_people:
            return []
        asked = {*self.game.to_move, *self.game.offers()}
        return [i for i, seat in enumerate(self.seats) if i in asked and not seat.is_present]

    def moves(self, seat: int) -> list[str]:
        """The legal moves of a seat, minus what it has vetoed."""
        return [] if self.game is None else [str(m) for m in self.game.moves(seat) if not self.is_vetoed(seat, m)]

    def is_vetoed(self, seat: int, move: str) -> bool:
        """Whether a player has already ruled out this move by a veto."""
        offered = self.game.vetoable if self.game else None
        return offered is not None and move == offered[0] and offered[1] in self.seats[seat].vetoes

    # ---- the fold -----------------------------------------------------------------------------------
    def apply(self, entry: log.AnyEntry) -> None:
        """Take in the next entry of the log."""
        self.number += 1
        self.time = max(self.time, entry.t)
        by = entry.by if entry.by is not None else getattr(entry, "seat", None)
        asker = self.seats[by] if by is not None else None
        is_move = type(entry) is log.Moved
        had_company = is_move or self.has_company
        try:
            _FOLDS[type(entry)](self, entry)
        except LastcardError as error:
            if self.is_older:
                raise Refused("broken", RULES_CHANGED) from error
            raise
        if not is_move:
            self._company = None
            if self.game is not None and self.has_company != had_company:
                self._restart_clocks(entry.t)
        if self.game is None or self.game.round_over:
            self._count_down(entry.t)
        if asker and not is_move and isinstance(entry, ASIDES):
            asker.asides += 1
        if asker and entry.cid:
            asker.recent[entry.cid] = self.number
            if len(asker.recent) > RECENT:
                del asker.recent[next(iter(asker.recent))]

    @_folds(log.Created)
    def _(self, entry: log.Created) -> None:
        if entry.edition not in editions.names():
            raise Refused("broken", "This table plays {edition}, which this server no longer has.", edition=entry.edition)
        edition = editions.get(entry.edition)
        if not edition.plays(entry.rules_version):
            says = "This table plays {edition} by version {begun} of its rules, and this server plays version {version}."
            raise Refused("broken", says, begun=entry.rules_version, edition=entry.edition, version=edition.version)
        self._begin(entry)

    def _begin(self, entry: log.Created) -> None:
        self.id = entry.table
        self.edition = entry.edition
        self.version = entry.rules_version
        self.options = entry.options
        self.settings = entry.settings
        self.secret = entry.secret
        self.seats = [Seat(person) for person in entry.people]
        self.since = entry.t
        self.tonight = entry.tonight
        self.manners = entry.manners
        self.moderation.begin(entry)
        self.is_rematch = entry.agreed is not None
        for seat in entry.agreed or ():
            self.seats[seat].agreed = self.digest
        for place, seat in enumerate(entry.came or range(len(self.seats))):
            self.seats[seat].came = place - len(self.seats)  # before anyone who sits down later

    def _count_down(self, t: float) -> None:
        """Start, continue or stop the countdown to the next deal. It runs while everyone present has agreed to the options."""
        before, self.deal_at = self.deal_at, None
        if self._deals_itself:
            self.deal_at = t + COUNTDOWN if before is None else before
            for seat in self.seats:
                seat.deadline = None
        elif before is not None and self.stage == "between":
            self._restart_clocks(t)

    @property
    def _deals_itself(self) -> bool:
        if self.manners < MANNERS or self.is_stopped or not (self.stage == "between" or (self.is_rematch and not self.game)):
            return False
        has_agreed = all(seat.agreed == self.digest for seat in self.seats if seat.is_present)
        return has_agreed and self.has_people and all(seat.person for seat in self.seats)

    @_folds(log.Sat)
    def _(self, entry: log.Sat) -> None:
        seat = self.seats[entry.seat] = Seat(entry.person, came=self.number)
        if self.stage == "between":
            seat.away_since = entry.t
            seat.deadline = self._due(seat, entry.t, BETWEEN)

    @_folds(log.Freed)
    def _(self, entry: log.Freed) -> None:
        self.seats[entry.seat] = Seat(None)

    @_folds(log.Changed)
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
        """Change the options, so that everyone must agree again."""
        if self.game is None:
            self.options = options
        else:
            self.rewrite = {**self.rewrite, **options}
        for seat in self.seats:
            seat.ready = False

    def _restart_clocks(self, t: float) -> None:
        """Give everyone the game waits for their full time again."""
        to_move = self.game.to_move if self.game else ()
        for i, seat in enumerate(self.seats):
            if self.stage == "between" and not seat.ready:
                seat.deadline = self._due(seat, t, BETWEEN)
            else:
                seat.deadline = self._due(seat, t) if i in to_move and self.answer_at is None else None

    def _due(self, seat: Seat, t: float, at_least: int = 0) -> float | None:
        """When the time of a seat that is asked now will run out. Nobody waits for a person who plays with bots alone."""
        is_waited_for = self.settings.clock and seat.is_present and self.has_company
        return t + max(self.settings.clock, at_least) if is_waited_for else None

    @_folds(log.Readied)
    def _(self, entry: log.Readied) -> None:
        # In a lobby begun by an older server, players got ready under a different commitment.
        self.seats[entry.seat].ready = self.game is not None or entry.scheme == self.scheme
        self.seats[entry.seat].deadline = None
        self.seats[entry.seat].agreed = self.digest

    @_folds(log.Waited)
    def _(self, entry: log.Waited) -> None:
        self.is_stopped = True

    @_folds(log.Contributed)
    def _(self, entry: log.Contributed) -> None:
        self.seats[entry.seat].contribution = entry.hex

    @_folds(log.Vetoed)
    def _(self, entry: log.Vetoed) -> None:
        self.seats[entry.seat].vetoes = frozenset(entry.dares)

    @_folds(log.Started)
    def _(self, entry: log.Started) -> None:
        self.game = Game(self.edition, len(self.seats), self._seed_by(entry.scheme), self.options)
        for seat in self.seats:
            seat.away_since = entry.t
        self._after_deal(entry.t)

    def _seed_by(self, scheme: int) -> str:
        """The seed under this scheme, which becomes the table's."""
        self.scheme = scheme
        self._constant_part = {}
        return mixed_seed(self.secret, self._contributions(), self.id, scheme)

    def _contributions(self) -> list[str]:
        return [seat.contribution for seat in self.seats]

    @_folds(log.Dealt)
    def _(self, entry: log.Dealt) -> None:
        assert self.game is not None  # noqa: S101 - decided only between rounds
        self.game.next_round(self.rewrite or None)
        self.options = rewritten(self.options, self.rewrite)
        self.rewrite = {}
        self._constant_part = {}
        self._after_deal(entry.t)

    def _after_deal(self, t: float) -> None:
        self.deal_at, self.is_stopped = None, False
        for seat in self.seats:
            seat.ready = False
            seat.deadline = None
            seat.extended = 0
        self.since = t
        self._ask(t, mover=None)

    @_folds(log.Moved)
    def _(self, entry: log.Moved) -> None:
        assert self.game is not None  # noqa: S101 - decided only in a game
        is_chance = entry.how != "clock" and entry.move in self.game.chances(entry.seat)
        self.game.play(entry.seat, entry.move, at=max(0, round((entry.t - self.since) * 1000)))
        seat = self.seats[entry.seat]
        if entry.how != "window":
            seat.missed = seat.missed + 1 if entry.how == "clock" else 0
        self._ask(entry.t, mover=None if is_chance else entry.seat)
        if self.game.round_over:
            self.since = entry.t
            self._restart_clocks(entry.t)

    @_folds(log.Ended)
    def _(self, entry: log.Ended) -> None:
        assert self.game is not None  # noqa: S101 - decided only in a game
        self.game.end()
        self._ask(entry.t, mover=None)

    def _ask(self, t: float, mover: int | None) -> None:
        """Open windows, and set the clocks of seats that the game newly waits for or asks something new.

        ``mover`` has done what was asked. A move out of turn leaves earlier questions as they were.
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
        pending = (game.turn, game.discard_count) if is_window_open(game) else None
        if owing - self.owing or (pending and pending != self.pending):
            self.window_at, self.window_number = t, self.number
        is_new = pending != self.pending
        self.owing, self.pending = owing, pending
        if is_new:
            self._open_window(t)

    def _open_window(self, t: float) -> None:
        """Set when the pending card takes effect by itself, in place of the clock of the person it hits."""
        assert self.game is not None  # noqa: S101 - asked only in a game
        self.answer_at = answers_at(self.game, self.settings, t) if self.pending else None
        if self.answer_at is not None:
            hit = self.seats[self.game.to_move[0]]
            self.answer_at, hit.deadline = (self.answer_at, None) if hit.is_present else (None, hit.deadline)

    @_folds(log.Said)
    def _(self, entry: log.Said) -> None:
        speaker = self._person(entry.seat)
        self.chat.append((speaker, ChatLine(seat=entry.seat, name=speaker.name, text=entry.text)))
        del self.chat[:-CHAT_KEPT]

    @_folds(log.Gestured)
    def _(self, entry: log.Gestured) -> None:
        """Keep only when somebody throws something: an emote is told once."""
        if entry.at is not None:
            self.seats[entry.seat].threw = entry.t

    @_folds(log.Faced)
    def _(self, entry: log.Faced) -> None:
        self.seats[entry.seat].person = msgspec.structs.replace(self._person(entry.seat), face=entry.face)

    @_folds(log.Muted)
    def _(self, entry: log.Muted) -> None:
        self.moderation.mute(self._person(entry.seat), self._person(entry.about), on=entry.on)

    @_folds(log.Reported)
    def _(self, entry: log.Reported) -> None:
        about, by = self._person(entry.about), self._person(entry.seat)
        told = ReportInfo(n=self.number, seat=entry.about, name=about.name, by=by.name, why=entry.why)
        self.moderation.report(told, about, to=None if self.host is None else self._person(self.host))

    @_folds(log.Silenced)
    def _(self, entry: log.Silenced) -> None:
        self.moderation.silence(self._person(entry.seat), on=entry.on)

    @_folds(log.Removed)
    def _(self, entry: log.Removed) -> None:
        self.moderation.remove(self._person(entry.seat))
        if self.game is None:
            self.seats[entry.seat] = Seat(None)
        else:
            self._go_away(entry.seat, "left", entry.t)
            self.seats[entry.seat].kept_by_bot = self.seats[entry.seat].is_removed = True

    @_folds(log.WentAway)
    def _(self, entry: log.WentAway) -> None:
        self._go_away(entry.seat, entry.why, entry.t)

    def _go_away(self, number: int, why: str, t: float) -> None:
        seat = self.seats[number]
        seat.away = why
        seat.away_since = t
        seat.deadline = None
        seat.missed = 0
        seat.keep_votes = {}
        if self.answer_at is not None and self.game is not None and number in self.game.to_move:
            self.answer_at = None

    @_folds(log.CameBack)
    def _(self, entry: log.CameBack) -> None:
        seat = self.seats[entry.seat]
        seat.away = ""
        if self.game is not None and entry.seat in self.game.to_move:
            seat.deadline, seat.asked = self._due(seat, entry.t), self.number
            self._open_window(entry.t)
        elif self.stage == "between" and not seat.ready:
            seat.deadline = self._due(seat, entry.t, BETWEEN)

    @_folds(log.KeepVoted)
    def _(self, entry: log.KeepVoted) -> None:
        about = self.seats[entry.about]
        about.keep_votes[entry.seat] = entry.yes
        others = [i for i, seat in enumerate(self.seats) if seat.is_present]
        if sum(about.keep_votes.get(i, False) for i in others) * 2 > len(others):
            about.kept_by_bot = True

    @_folds(log.Extended)
    def _(self, entry: log.Extended) -> None:
        seat = self.seats[entry.seat]
        seat.deadline = self._due(seat, entry.t, LONGER)
        self.answer_at = None
        seat.extended += 1
        seat.missed = 0

    @_folds(log.Outage)
    def _(self, entry: log.Outage) -> None:
        for seat in self.seats:
            seat.deadline = _later(seat.deadline, entry.seconds)
        self.deal_at, self.answer_at = _later(self.deal_at, entry.seconds), _later(self.answer_at, entry.seconds)

    @_folds(log.Rematched)
    def _(self, entry: log.Rematched) -> None:
        self.rematch = entry.to

    # ---- what viewers are told ----------------------------------------------------------------------
    def reports_to(self, viewer: int) -> list[ReportInfo]:
        """What players have told the host, if the viewer is the host."""
        is_told = bool(self.moderation.reports) and viewer == self.host
        return self.moderation.told(self._person(viewer)) if is_told else []

    def hears(self, viewer: Viewer, speaker: int) -> bool:
        """Whether a viewer is told what a seat says and gestures."""
        return self._hears(viewer, self._person(speaker))

    def _hears(self, viewer: Viewer, speaker: log.Person) -> bool:
        return self.moderation.hears(None if viewer is None else self._person(viewer), speaker)

    def _person(self, seat: int) -> log.Person:
        return self.seats[seat].person or NOBODY

    def lines(self, viewer: Viewer) -> list[ChatLine]:
        """The last lines of chat that a viewer hears."""
        return [line for speaker, line in self.chat if self._hears(viewer, speaker)]

    def fair(self) -> Fair:
        """The proof of the deal, available once the game is over."""
        return proof(self.secret, self._contributions(), self.id, self.scheme)

    def people(self) -> list[log.Person | None]:
        """The person or bot in each seat."""
        return [seat.person for seat in self.seats]

    def tonight_so_far(self) -> list[log.Tally]:
        """Tonight's score, including this game once it is over."""
        if self.game is None or not self.game.over:
            return self.tonight
        return tallied(self.tonight, self.people(), self.game.scores, self.game.winners)

    def names(self) -> list[str]:
        """The name at every seat."""
        return [seat.person.name if seat.person else "" for seat in self.seats]

    def faces(self) -> list[int]:
        """The number of the face that each player picked, or 0 for the one drawn from the name."""
        return [seat.person.face if seat.person else 0 for seat in self.seats]

    def record(self) -> Record:
        """The record of a finished game, including the proof of its deal."""
        if self.game is None or self.stage != "over":
            raise Refused("not-over", "You can get the record once the game is over.")
        record = self.game.record()
        record["fair"] = self.fair()
        record["names"] = self.names()
        if any(self.faces()):
            record["faces"] = self.faces()
        return record
