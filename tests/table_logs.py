"""A table and its log in memory, for the tests of how the server rebuilds tables and decides commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from lastcard import Game
from lastcard.server.table import decide, log, state, time_is_up
from lastcard.server.table.table import Table, Viewer, hashed
from lastcard.server.wire import commands as wire
from lastcard.server.wire.commands import Refused
from lastcard.server.wire.table_settings import Settings

SECRET = "5e" * 32
START = 1_700_000_000.25


def told_state(table: Table, viewer: Viewer) -> dict[str, Any]:
    """Return everything that a viewer is told about a table, as it goes over the wire."""
    told: dict[str, Any] = msgspec.json.decode(wire.encode(state.whole(table, viewer)))
    return told


class Desk:
    """A table, its log as it would be stored, and a wall clock."""

    def __init__(
        self,
        edition: str = "classic",
        people: Sequence[str] = ("Ann", "Bea"),
        *,
        bots: Sequence[str] = (),
        empty: int = 0,
        options: dict[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        self.now = START
        self.table = Table()
        self.log: list[bytes] = []
        self.ids = 0
        body = wire.CreateTable(
            edition=edition,
            name=people[0],
            seats=len(people) + len(bots) + empty,
            options=options or {},
            settings=Settings(**settings),
        )
        self.write([decide.create("table-1", body, token_of(people[0]), SECRET, self.now)])
        for name in people[1:]:
            self.sit(name)
        for i, level in enumerate(bots, len(people)):
            self.do(0, wire.Bot(seat=i, level=level))

    def write(self, entries: Sequence[log.AnyEntry]) -> None:
        """Store the entries and then apply them, as the hub does."""
        for entry in entries:
            self.log.append(log.encode(entry))
            self.table.apply(log.decode(self.log[-1]))

    def sit(self, name: str, token: str = "") -> int:
        """Have someone take a seat."""
        seat, entries = decide.sit(self.table, name, hashed(token) if token else token_of(name), self.now)
        self.write(entries)
        return seat

    def do(self, seat: int, command: wire.SeatCommand) -> list[log.AnyEntry]:
        """Decide a seat's command and write the result."""
        entries = decide.decide(self.table, seat, command, self.now)
        self.write(entries)
        return entries

    def refusal(self, seat: int, command: wire.SeatCommand) -> Refused:
        """Return how a command is refused, checking that the table stays as it was."""
        before = self.states()
        with pytest.raises(Refused) as refused:
            decide.decide(self.table, seat, command, self.now)
        assert self.states() == before
        assert refused.value.sentence
        return refused.value

    def code(self, seat: int, command: wire.SeatCommand) -> str:
        """Return the code of the refusal."""
        return self.refusal(seat, command).code

    def ready(self, *seats: int) -> None:
        """Have these seats, or all if none are given, agree to what is written."""
        for seat in seats or range(len(self.table.seats)):
            if self.table.seats[seat].is_present:
                self.do(seat, wire.Ready(digest=self.table.digest))

    def start(self) -> Desk:
        """Have everyone agree and the host deal."""
        self.ready()
        self.do(self.table.host or 0, wire.Start())
        return self

    def arrange(self, hands: list[list[str]], top: str, **more: Any) -> Desk:
        """Start a table with this position in place of the deal, which can't be rebuilt from its log."""
        if self.table.game is None:
            self.start()
        self.table.game = Game.arrange(self.table.edition, hands, top, options=self.table.options, **more)
        for seat in self.table.seats:
            seat.asked_for = None  # by the deal that this one replaces
        self.table._after_deal(self.now)
        return self

    def rematch(self) -> Desk:
        """Return the table of the next game, as the hub creates it."""
        desk = object.__new__(Desk)
        desk.now, desk.table, desk.log, desk.ids = self.now, Table(), [], 0
        desk.write([decide.rematch(self.table, "table-2", SECRET, self.now)])
        return desk

    @property
    def game(self) -> Game:
        """Return the game being played."""
        assert self.table.game is not None
        return self.table.game

    def move(self, seat: int, text: str, *, n: int | None = None, cid: str = "") -> list[log.AnyEntry]:
        """Make a player's move, chosen from the last frame unless ``n`` is given."""
        return self.do(seat, wire.Move(move=text, n=self.table.number if n is None else n, id=cid))

    def later(self, seconds: float) -> Desk:
        """Let time pass."""
        self.now += seconds
        return self

    def run_out(self) -> list[log.AnyEntry]:
        """Move to just after the next clock runs out, and do what it asks for."""
        assert self.table.due is not None
        self.now = max(self.now, self.table.due + 0.001)
        entries = time_is_up.overdue(self.table, self.now)
        self.write(entries)
        return entries

    def folded(self) -> Table:
        """Return the table as another process rebuilds it from the stored log."""
        return Table(log.decode(entry) for entry in self.log)

    def states(self, table: Table | None = None) -> list[bytes]:
        """Return what every viewer is told, as bytes, the spectator first."""
        told = table or self.table
        return [wire.encode(state.whole(told, viewer)) for viewer in (None, *range(len(told.seats)))]


def token_of(name: str) -> str:
    """Return the hash of someone's token."""
    return hashed(f"token of {name}")


def inside(table: Table) -> list[dict[str, Any]]:
    """Return everything that a table keeps about its seats, clocks and commands."""
    own = {name: value for name, value in vars(table).items() if name not in ("seats", "game", "_constant_part", "_company")}
    own["company"] = table.company
    return [own, *({**vars(seat), "person": seat.person} for seat in table.seats)]
