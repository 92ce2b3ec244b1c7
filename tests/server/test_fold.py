"""Whatever anyone does at a table, its log folds to the same table, and nobody is told what is not theirs."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from lastcard import editions
from lastcard.bots.levels import LEVELS
from lastcard.server.table import decide, time_is_up
from lastcard.server.table.decide import Again, Held
from lastcard.server.wire import commands as wire
from lastcard.server.wire.commands import Refused
from lastcard.server.wire.emotes import EMOTES, THINGS
from lastcard.server.wire.table_settings import SomeSettings
from table_logs import SECRET, Desk, inside, token_of, told_state
from variants import allowed

SEATS = st.integers(0, 4)
TABLES = [(name, options) for name in editions.names() for options in ({}, *allowed(editions.get(name)))]
PEOPLE = ("Ann", "Bea", "Cleo")
OTHER_SETTINGS = st.builds(
    SomeSettings,
    clock=st.sampled_from([0, 15, 60]),
    grace=st.sampled_from([0, 750]),
    chat=st.sampled_from([True, False, "emotes"]),
    watchers=st.booleans(),
    room=st.booleans(),
    family=st.booleans(),
)
COMMANDS = st.one_of(
    st.builds(wire.Ready, digest=st.just("right")),
    st.builds(wire.Ready, digest=st.text(max_size=5)),
    st.builds(wire.Contribute, hex=st.binary(max_size=4).map(bytes.hex)),
    st.builds(wire.Veto, dares=st.lists(st.integers(0, 17), max_size=4)),
    st.builds(wire.Chat, text=st.text(max_size=20)),
    st.builds(wire.Emote, emote=st.sampled_from([*EMOTES, "rude"])),
    st.builds(wire.Emote, emote=st.sampled_from([*THINGS, "brick"]), at=SEATS),
    st.builds(wire.Face, face=st.integers(0, 99)),
    st.builds(wire.Mute, seat=SEATS, on=st.booleans()),
    st.builds(wire.Back),
    st.builds(wire.Keep, seat=SEATS, yes=st.booleans()),
    st.builds(wire.Extend),
    st.builds(wire.Wait),
    st.builds(wire.Bot, seat=SEATS, level=st.sampled_from([*LEVELS, "none"])),
    st.builds(wire.Remove, seat=SEATS, for_good=st.booleans()),
    st.builds(wire.Report, seat=SEATS),
    st.builds(wire.Silence, seat=SEATS, on=st.booleans()),
    st.builds(wire.Change, seats=st.integers(1, 6)),
    st.builds(wire.Change, settings=OTHER_SETTINGS),
    st.builds(wire.Change, options=st.sampled_from([{}, {"target": 1}, {"dealer": 3}, {"house_rules": {}}, {"nonsense": 1}])),
    st.builds(wire.Start),
    st.builds(wire.Rematch),
)


class AnyTable(RuleBasedStateMachine):
    """A table where anyone does anything at any time."""

    desk: Desk

    @initialize(
        table=st.sampled_from(TABLES),
        bots=st.integers(0, 2),
        points=st.sampled_from([1, 300]),
        clock=st.sampled_from([0, 15, 60]),
        starts=st.booleans(),
    )
    def sit_down(self, table: tuple[str, dict[str, Any]], bots: int, points: int, clock: int, starts: bool) -> None:
        """Seat three people at a table of some edition, perhaps with bots, perhaps already in a game."""
        edition, options = table
        self.said = 0
        self.desk = Desk(edition, PEOPLE, bots=("easy",) * bots, options={**options, "target": points}, clock=clock)
        if starts:
            self.desk.start()

    def attempt(self, seat: int, command: wire.SeatCommand) -> None:
        """Do a command, or have it refused by a known kind of answer that leaves the table unchanged."""
        desk = self.desk
        seat %= len(desk.table.seats)
        if not desk.table.seats[seat].is_human:
            return
        before = desk.table.number
        try:
            desk.do(seat, command)
        except (Refused, Held, Again):
            assert desk.table.number == before

    @rule(seat=SEATS, command=COMMANDS, cid=st.sampled_from(["", "a", "b"]))
    def ask(self, seat: int, command: wire.SeatCommand, cid: str) -> None:
        """Have anyone ask for anything."""
        fields = {name: getattr(command, name) for name in command.__struct_fields__} | {"id": cid}
        if isinstance(command, wire.Ready) and command.digest == "right":
            fields["digest"] = self.desk.table.digest
        self.attempt(seat, type(command)(**fields))

    @precondition(lambda self: self.desk.table.stage in ("lobby", "between"))
    @rule()
    def get_ready(self) -> None:
        """Have everyone agree, and the host fill the seats and deal."""
        desk = self.desk
        for seat in range(len(desk.table.seats)):
            self.attempt(desk.table.host or 0, wire.Bot(seat=seat))
            self.attempt(seat, wire.Ready(digest=desk.table.digest))
        self.attempt(desk.table.host or 0, wire.Start())

    @precondition(lambda self: self.desk.table.stage == "playing")
    @rule(who=SEATS, pick=st.integers(0, 1000), behind=st.integers(0, 2), steps=st.integers(1, 60))
    def play(self, who: int, pick: int, behind: int, steps: int) -> None:
        """Let some of the seats that are asked move, people and bots."""
        desk = self.desk
        for step in range(steps):
            if desk.table.stage != "playing":
                return
            desk.later(0.8)
            seat = desk.game.to_move[(who + step) % len(desk.game.to_move)]
            moves = desk.table.moves(seat)
            active = [move for move in moves if move not in ("draw", "pass", "take")] or moves
            self.said += 1
            move = active[pick % len(active)].replace("…", f"words {self.said}")
            if desk.table.seats[seat].is_present:
                self.attempt(seat, wire.Move(move=move, n=desk.table.number - behind))
            else:
                try:
                    desk.write(decide.bot_move(desk.table, seat, move, desk.now))
                except Held as held:
                    desk.now = held.until

    @precondition(lambda self: self.desk.table.stage == "playing")
    @rule(who=SEATS, pick=st.integers(0, 1000))
    def interrupt(self, who: int, pick: int) -> None:
        """Have someone do something out of turn, or try to."""
        seat = who % len(self.desk.table.seats)
        moves = [*self.desk.game.chances(seat), "catch 0", "uno", "vote yes"]
        self.attempt(seat, wire.Move(move=str(moves[pick % len(moves)]), n=self.desk.table.number))

    @rule(seconds=st.sampled_from([0.001, 0.5, 20.0, 61.0, -30.0]))
    def wait(self, seconds: float) -> None:
        """Let time pass or set a clock back, and let the clocks act."""
        desk = self.desk.later(seconds)
        for _ in range(20):
            entries = time_is_up.overdue(desk.table, desk.now)
            if not entries:
                return
            desk.write(entries)
        raise AssertionError("the clocks never come to rest")

    @rule(seat=SEATS, leaves=st.booleans())
    def lose(self, seat: int, leaves: bool) -> None:
        """Have someone leave or lose the connection."""
        seat %= len(self.desk.table.seats)
        if leaves:
            self.attempt(seat, wire.Leave())
        else:
            self.desk.write(decide.go_away(self.desk.table, seat, "connection", self.desk.now))

    @rule(name=st.text(max_size=30))
    def come(self, name: str) -> None:
        """Have someone sit down."""
        try:
            self.desk.sit(name, "newcomer")
        except Refused as refused:
            assert refused.code in ("started", "table-full", "bad-name")  # noqa: PT017

    @invariant()
    def folds_to_the_same(self) -> None:
        """Another process has the same table, in every field and in what it tells every viewer."""
        if hasattr(self, "desk") and self.desk.table.number % 5 == 0:
            folded = self.desk.folded()
            assert inside(folded) == inside(self.desk.table)
            assert self.desk.states(folded) == self.desk.states()

    @invariant()
    def keeps_its_secrets(self) -> None:
        """Nobody is told a token, another seat's moves or, before the end, the secret."""
        if not hasattr(self, "desk"):
            return
        table, told = self.desk.table, b"".join(self.desk.states()).decode()
        assert not any(token_of(name) in told for name in PEOPLE)
        assert (SECRET in told) == (table.stage == "over")
        assert told_state(table, None)["moves"] == []

    @invariant()
    def asks_somebody(self) -> None:
        """While a round is on and someone is present, a bot is asked, or a person who has a clock if there is company."""
        if not hasattr(self, "desk") or self.desk.table.stage != "playing":
            return
        table = self.desk.table
        for seat in self.desk.game.to_move:
            place = table.seats[seat]
            is_timed = place.is_present and table.settings.clock > 0 and table.has_company and table.answer_at is None
            assert (place.deadline is not None) == is_timed
            assert table.answer_at is None or (place.is_present and table.pending is not None)
            assert not table.has_people or place.is_present or seat in table.bot_seats()
            assert time_is_up.mildest(table, seat) not in ("", "…")

    @invariant()
    def has_names_and_numbers(self) -> None:
        """Names at a table are distinct, and the host is someone who sits there."""
        if hasattr(self, "desk"):
            names = [name.casefold() for name in self.desk.table.names() if name]
            assert len(set(names)) == len(names)
            host = self.desk.table.host
            assert host is None or self.desk.table.seats[host].is_human


AnyTable.TestCase.settings = settings(
    max_examples=150,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
TestAnyTable = AnyTable.TestCase
