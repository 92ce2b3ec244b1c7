"""What players say and gesture at a table, and who hears it. No I/O."""

from __future__ import annotations

import json

import pytest
from msgspec import UNSET

from lastcard.server.table import decide, frames, log
from lastcard.server.wire import commands as wire
from lastcard.server.wire.emotes import EMOTES
from server_walks import NOTHING_YET, updated
from table_logs import Desk, told_state


def test_chat_is_plain_and_short() -> None:
    """Chat contains no control or bidi characters and at most 200 characters, and empty text is not a line."""
    desk = Desk()
    desk.do(1, wire.Chat(text="  hi\n\u202eall\x00 " + "z" * 300))
    line = desk.table.lines(0)[0]
    assert line.text.startswith("hi all z")
    assert len(line.text) == wire.CHAT_LENGTH
    assert (line.seat, line.name) == (1, "Bea")
    assert desk.code(1, wire.Chat(text="\u200b \n")) == "bad-message"


def test_emotes_are_from_the_list() -> None:
    """An emote must be one of the eight."""
    desk = Desk()
    assert isinstance(desk.do(1, wire.Emote(emote="wow"))[0], log.Gestured)
    assert desk.code(1, wire.Emote(emote="<script>")) == "bad-message"


@pytest.mark.parametrize("thing", ["paper-ball", "flower", "confetti"])
@pytest.mark.parametrize("at", [0, 2])
def test_things_can_be_thrown_at_anyone_else(thing: str, at: int) -> None:
    """A player throws one of three things at another player or at a bot, and everyone is told who threw what at whom."""
    desk = Desk(bots=("easy",))
    entries = desk.do(1, wire.Emote(emote=thing, at=at))
    assert json.loads(wire.encode(frames.said(entries))) == [{"seat": 1, "emote": thing, "at": at}]
    assert desk.table.lines(at) == []


@pytest.mark.parametrize(
    ("thing", "at", "code", "sentence"),
    [
        ("flower", 1, "seat-empty", "There's nobody else in that seat."),
        ("flower", 2, "seat-empty", "There's nobody else in that seat."),
        ("flower", 3, "no-such-seat", "There's no such seat."),
        ("flower", -1, "no-such-seat", "There's no such seat."),
        ("flower", 2**70, "no-such-seat", "There's no such seat."),
        ("brick", 0, "bad-message", "You can throw paper-ball, flower, confetti."),
        ("wow", 0, "bad-message", "You can throw paper-ball, flower, confetti."),
        ("flower", None, "bad-message", f"Quick messages are {', '.join(EMOTES)}."),
    ],
)
def test_nothing_else_is_thrown(thing: str, at: int | None, code: str, sentence: str) -> None:
    """You can't throw at yourself, at an empty seat or at none, and only the things on the list can be thrown."""
    desk = Desk(empty=1)
    refused = desk.refusal(1, wire.Emote(emote=thing, at=at))
    assert (refused.code, refused.sentence) == (code, sentence)


def test_throws_have_a_pause() -> None:
    """After a throw, the same player has to wait before the next one, also once the log is read again. Others needn't wait."""
    desk = Desk()
    desk.do(1, wire.Emote(emote="flower", at=0))
    desk.later(2)
    flower = wire.Emote(emote="flower", at=0)
    refused = desk.refusal(1, flower)
    assert (refused.code, refused.sentence) == ("too-soon", "You've just thrown something: wait 3 seconds between throws.")
    with pytest.raises(wire.Refused):
        decide.decide(desk.folded(), 1, flower, desk.now)
    desk.do(1, wire.Emote(emote="wow"))
    desk.do(0, wire.Emote(emote="confetti", at=1))
    desk.later(1)
    desk.do(1, flower)


def test_a_face_can_be_changed_at_any_time() -> None:
    """Everyone sees the new face of a player, in the lobby and in a running game."""
    desk = Desk()
    seats = desk.table.seats
    desk.do(1, wire.Face(face=7))
    desk.start()
    shown = seats[1].info()
    assert shown
    assert shown.face == 7
    desk.do(1, wire.Face(face=0))
    shown = seats[1].info()
    assert shown
    assert shown.face is UNSET


def test_chat_off_means_emotes_off() -> None:
    """Chat, emotes and throws are all refused at a table with chat turned off."""
    desk = Desk(chat=False)
    said = (wire.Chat(text="hi"), wire.Emote(emote="wow"), wire.Emote(emote="flower", at=0))
    assert [desk.code(1, command) for command in said] == ["chat-off"] * 3


def test_chat_and_changes_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a seat reaches its limit for chat and changes, it can still play, come back and get ready."""
    monkeypatch.setattr(decide, "MOST_ASIDES", 7)
    desk = Desk(people=("Ann", "Bea"), bots=("easy",))
    for said in (wire.Chat(text="hi"), wire.Emote(emote="wow"), wire.Mute(seat=1, on=True), wire.Veto(dares=[1])):
        desk.do(0, said)
    for asked in (wire.Bot(seat=2, level="hard"), wire.Change(options={"target": 300})):
        desk.do(0, asked)
    others = (
        wire.Chat(text="hi"),
        wire.Bot(seat=2, level="easy"),
        wire.Change(seats=4),
        wire.Contribute(hex="ab"),
        wire.Leave(),
    )
    assert [desk.code(0, command) for command in others] == ["no-more"] * 5
    desk.do(1, wire.Chat(text="I may"))
    desk.start()
    desk.write(decide.go_away(desk.table, 0, "connection", desk.now))
    desk.do(0, wire.Back())
    assert desk.table.seats[0].is_present


def test_only_the_last_lines_are_kept() -> None:
    """The last fifty lines of chat are kept."""
    desk = Desk()
    for i in range(60):
        desk.do(0, wire.Chat(text=f"line {i}"))
    assert [line.text for line in desk.table.lines(None)] == [f"line {i}" for i in range(10, 60)]


def test_a_muted_player_is_heard_by_all_but_one() -> None:
    """Everyone but the player who muted them hears a muted player, until the mute is lifted."""
    desk = Desk(people=("Ann", "Bea", "Cleo"))
    desk.do(0, wire.Mute(seat=1))
    desk.do(1, wire.Chat(text="boo"))
    assert [desk.table.hears(viewer, 1) for viewer in (None, 0, 1, 2)] == [True, False, True, True]
    assert [len(desk.table.lines(viewer)) for viewer in (None, 0, 1, 2)] == [1, 0, 1, 1]
    assert [told_state(desk.table, viewer)["muted"] for viewer in (None, 0, 1)] == [[], [1], []]
    said = frames.said(desk.do(1, wire.Emote(emote="laugh")))
    told = [json.loads(updated(desk.table, viewer, NOTHING_YET, 0, said)[0]).get("said") for viewer in (None, 0, 1, 2)]
    assert told == [[{"seat": 1, "emote": "laugh"}], None, *[[{"seat": 1, "emote": "laugh"}]] * 2]
    said = frames.said(desk.do(1, wire.Emote(emote="flower", at=0)))
    thrown = [json.loads(updated(desk.table, viewer, NOTHING_YET, 0, said)[0]).get("said") for viewer in (0, 2)]
    assert thrown == [None, [{"seat": 1, "emote": "flower", "at": 0}]]
    desk.do(0, wire.Mute(seat=1, on=False))
    assert len(desk.table.lines(0)) == 1


def test_a_mute_goes_with_the_person() -> None:
    """A person stays muted when seats move up in the lobby."""
    desk = Desk(people=("Ann", "Bea", "Cleo"))
    desk.do(0, wire.Mute(seat=2))
    desk.do(0, wire.Remove(seat=1))
    desk.do(0, wire.Change(seats=2))
    assert told_state(desk.table, 0)["muted"] == [1]


def heard(desk: Desk, viewer: int, speaker: int) -> bool:
    """Whether a viewer hears a speaker now, and hears what was said before."""
    name, lines = desk.table.names()[speaker], desk.table.lines(viewer)
    now, before = desk.table.hears(viewer, speaker), any(line.name == name for line in lines)
    assert now == (speaker not in told_state(desk.table, viewer)["muted"])
    assert now or not before
    return now


@pytest.mark.parametrize(("name", "token"), [("Bea", ""), ("Bob", "token of Bea"), ("BEA", "new"), ("Bea", "new")])
def test_a_muted_player_stays_muted_after_leaving(name: str, token: str) -> None:
    """A muted player who leaves and comes back is still muted, by token under any name or by the same name."""
    desk = Desk(people=("Ann", "Bea", "Cleo"))
    desk.do(1, wire.Chat(text="boo"))
    desk.do(0, wire.Mute(seat=1))
    desk.do(1, wire.Leave())
    assert told_state(desk.table, 0)["muted"] == []
    desk.sit(name, token)
    desk.do(1, wire.Chat(text="me again"))
    assert [heard(desk, viewer, 1) for viewer in (0, 2)] == [False, True]
    assert desk.states(desk.folded()) == desk.states()


def test_a_mute_survives_the_one_who_muted() -> None:
    """A player who muted someone, leaves and comes back with the same token still does not hear them, in any seat."""
    desk = Desk(people=("Ann", "Bea", "Cleo"))
    desk.do(1, wire.Mute(seat=2))
    desk.do(1, wire.Leave())
    desk.do(0, wire.Bot(seat=1, level="easy"))
    desk.do(0, wire.Change(seats=4))
    assert desk.sit("Beatrix", "token of Bea") == 3
    desk.do(2, wire.Chat(text="boo"))
    assert [heard(desk, viewer, 2) for viewer in (0, 3)] == [True, False]


def test_a_stranger_is_not_muted_and_mutes_nobody() -> None:
    """A new player in the seat of someone who was muted, or had muted others, starts fresh."""
    desk = Desk(people=("Ann", "Bea"))
    desk.do(0, wire.Mute(seat=1))
    desk.do(1, wire.Mute(seat=0))
    desk.do(1, wire.Leave())
    desk.sit("Dot")
    assert [heard(desk, 0, 1), heard(desk, 1, 0)] == [True, True]


def test_a_mute_that_was_taken_back_does_not_return() -> None:
    """An unmuted player who leaves and returns is still heard, under the old name and the new one."""
    desk = Desk(people=("Ann", "Bea"))
    desk.do(0, wire.Mute(seat=1))
    desk.do(1, wire.Leave())
    desk.sit("Bob", "token of Bea")
    desk.do(0, wire.Mute(seat=1, on=False))
    for name in ("Bea", "Bob"):
        desk.do(1, wire.Leave())
        desk.sit(name, "token of Bea")
        assert heard(desk, 0, 1)


@pytest.mark.parametrize(("seat", "code"), [(0, "seat-empty"), (2, "seat-empty"), (9, "no-such-seat")])
def test_nobody_mutes_themselves_or_a_bot(seat: int, code: str) -> None:
    """You can only mute another person."""
    assert Desk(bots=("easy",)).code(0, wire.Mute(seat=seat)) == code
