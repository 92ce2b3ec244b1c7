"""Words and moderation: what may be said at a table, blocks, reports, and what a host can do about a player."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from lastcard import editions
from lastcard.server.table import decide, log
from lastcard.server.table.table import Table
from lastcard.server.wire import commands as wire
from lastcard.server.wire.commands import Refused
from lastcard.server.wire.table_settings import Settings, SomeSettings
from live_server import Live
from table_logs import Desk, inside, told_state
from variants import variants

THREE = ("Ann", "Bea", "Cleo")
HI, WOW = wire.Chat(text="hi"), wire.Emote(emote="wow")


def change(**settings: Any) -> wire.Change:
    """The command that changes these settings."""
    return wire.Change(settings=SomeSettings(**settings))


# ---- chat --------------------------------------------------------------------------------------------
def test_a_table_can_have_emotes_alone() -> None:
    """With chat for emotes alone, emotes are sent and typed lines are refused with a sentence that says so."""
    desk = Desk(chat="emotes")
    desk.do(1, WOW)
    refused = desk.refusal(1, HI)
    assert (refused.code, refused.sentence) == ("emotes-only", "This table has quick messages only.")
    desk.do(0, change(chat=True))
    desk.do(1, HI)
    desk.do(0, change(chat=False))
    assert [desk.code(1, HI), desk.code(1, WOW)] == ["chat-off"] * 2


@pytest.mark.parametrize("chat", [True, False])
def test_tables_of_older_servers_still_open(chat: bool) -> None:
    """A log without the new settings, where chat was only on or off, opens as it was."""
    entry = msgspec.json.decode(Desk().log[0])
    for name in ("room", "family"):
        del entry["settings"][name]
    entry["settings"]["chat"] = chat
    table = Table([log.decode(msgspec.json.encode(entry))])
    assert table.settings == Settings(chat=chat)
    assert (table.settings.room, table.settings.family) == (False, False)


def test_an_entry_without_moderation_is_as_short_as_before() -> None:
    """A table where nobody was muted, silenced or removed begins with an entry that older servers' fields suffice for."""
    names = set(msgspec.json.decode(Desk().log[0]))
    assert not names & {"mutes", "silenced", "removed"}


# ---- blocks ------------------------------------------------------------------------------------------
def test_a_block_holds_in_the_rematch() -> None:
    """Who blocked somebody hears nothing of them at the rematch either, until they lift it."""
    desk = Desk(people=THREE)
    desk.do(0, wire.Mute(seat=1))
    desk.do(2, wire.Mute(seat=1))
    desk.do(2, wire.Mute(seat=1, on=False))
    desk.arrange([["red-1"], ["blue-3", "blue-4"], ["green-3", "green-4"]], "red-9")
    desk.move(0, "play red-1")
    again = desk.rematch()
    assert [told_state(again.table, viewer)["muted"] for viewer in (0, 1, 2)] == [[1], [], []]
    assert inside(again.folded())[0]["moderation"].mutes == again.table.moderation.mutes


# ---- the host mutes ----------------------------------------------------------------------------------
def test_the_host_mutes_a_player_for_everyone() -> None:
    """A silenced player can neither type nor gesture, everyone sees why, and the host can lift it."""
    desk = Desk(people=THREE)
    desk.do(0, wire.Silence(seat=1))
    assert [desk.code(1, HI), desk.code(1, WOW)] == ["silenced"] * 2
    assert [seat.get("silenced") for seat in told_state(desk.table, None)["seats"]] == [None, True, None]
    desk.do(2, HI)
    desk.do(0, wire.Silence(seat=1, on=False))
    desk.do(1, HI)


def test_a_silenced_player_stays_silenced() -> None:
    """Leaving and coming back helps neither with the same token nor with the same name, nor does the rematch."""
    desk = Desk(people=THREE)
    desk.do(0, wire.Silence(seat=1))
    desk.do(1, wire.Leave())
    desk.sit("Other name", "token of Bea")
    assert desk.code(1, HI) == "silenced"
    desk.do(1, wire.Leave())
    desk.sit("BEA", "another token")
    assert desk.code(1, HI) == "silenced"
    desk.arrange([["red-1"], ["blue-3", "blue-4"], ["green-3", "green-4"]], "red-9")
    desk.move(0, "play red-1")
    assert desk.rematch().code(1, WOW) == "silenced"


def test_only_the_host_moderates() -> None:
    """Nobody but the host can silence or remove, and the host neither themselves nor a bot nor an empty seat."""
    desk = Desk(people=("Ann", "Bea"), bots=("easy",), empty=1)
    for command in (wire.Silence(seat=0), wire.Remove(seat=0, for_good=True)):
        assert desk.code(1, command) == "not-host"
    assert [desk.code(0, wire.Silence(seat=seat)) for seat in (0, 2, 3, 9, -1)] == [
        *("seat-empty", "seat-empty", "seat-empty", "no-such-seat", "no-such-seat")
    ]
    assert [desk.code(0, wire.Remove(seat=seat, for_good=True)) for seat in (0, 3, 9)] == [
        *("seat-empty", "seat-empty", "no-such-seat")
    ]


# ---- the host removes --------------------------------------------------------------------------------
def test_a_removed_player_does_not_come_back() -> None:
    """Removed for good in the lobby, a player gets no seat by the same token or name. Anyone else does."""
    desk = Desk(people=THREE)
    desk.do(0, wire.Remove(seat=1, for_good=True))
    for name, token in (("Bea", "token of Bea"), ("Dan", "token of Bea"), ("bea", "new")):
        with pytest.raises(Refused) as refused:
            desk.sit(name, token)
        assert (refused.value.code, refused.value.sentence) == ("removed", "The host has removed you from this table.")
    assert desk.sit("Dan") == 1


def test_a_name_with_a_number_stays_out_too() -> None:
    """Who got a number behind a taken name doesn't come back by typing the same name again."""
    desk = Desk(people=("Ann", "Bea"), empty=2)
    desk.sit("Bea", "a troll's token")
    assert desk.table.names()[2] == "Bea 2"
    desk.do(0, wire.Remove(seat=2, for_good=True))
    with pytest.raises(Refused) as refused:
        desk.sit("Bea", "a new token")
    assert refused.value.code == "removed"


def test_removing_somebody_before_a_rematch_deals_nothing() -> None:
    """When the one who isn't ready is removed before a rematch, the game waits for the empty seat to be filled."""
    desk = Desk(people=THREE)
    desk.arrange([["red-1"], ["blue-3", "blue-4"], ["green-3", "green-4"]], "red-9").move(0, "play red-1")
    again = desk.rematch()
    again.ready(0)
    again.ready(2)
    again.do(0, wire.Remove(seat=1, for_good=True))
    assert (again.table.stage, again.table.seats[1].person) == ("lobby", None)
    assert again.code(0, wire.Start()) == "empty-seats"


def test_the_old_table_moderates_nobody_at_the_next() -> None:
    """Once the next game has a table, the host is sent there to mute or remove."""
    desk = Desk(people=THREE)
    desk.arrange([["red-1"], ["blue-3", "blue-4"], ["green-3", "green-4"]], "red-9").move(0, "play red-1")
    desk.write([log.Rematched(t=desk.now, to="table-2")])
    for command in (wire.Silence(seat=1), wire.Remove(seat=1, for_good=True)):
        refused = desk.refusal(0, command)
        assert (refused.code, refused.sentence) == ("moved-on", "The next game already has a table: do it there.")


def test_freeing_a_seat_is_no_ban() -> None:
    """A seat that the host only frees can be taken again by the same player."""
    desk = Desk(people=THREE)
    desk.do(0, wire.Remove(seat=1))
    assert desk.sit("Bea") == 1


def test_a_player_is_removed_in_the_middle_of_a_game() -> None:
    """A bot plays on in the seat, the token opens nothing any more, and the rematch has a bot there."""
    desk = Desk(people=THREE).start()
    desk.do(0, wire.Remove(seat=1, for_good=True))
    table = desk.table
    assert sorted(table.holders().values()) == [0, 2]
    assert [seat.is_human for seat in table.seats] == [True, False, True]
    assert told_state(table, None)["seats"][1]["away"] == "kept"
    assert desk.code(0, wire.Remove(seat=1, for_good=True)) == "seat-empty"
    assert desk.states(desk.folded()) == desk.states()
    assert desk.rematch().table.seats[1].person.level  # type: ignore[union-attr]


# ---- reports -----------------------------------------------------------------------------------------
def test_a_report_reaches_the_host_alone() -> None:
    """The host reads who reports whom and why. The others' states, spectators' included, stay byte for byte the same."""
    desk = Desk(people=THREE)
    before = desk.states()
    desk.do(2, wire.Report(seat=1, why="name"))
    after = desk.states()
    assert [old == new for old, new in zip(before, after, strict=True)] == [True, False, True, True]
    (told,) = told_state(desk.table, 0)["reports"]
    assert told == {"n": desk.table.number, "seat": 1, "name": "Bea", "by": "Cleo", "why": "name"}
    desk.do(0, wire.Silence(seat=1))
    assert told_state(desk.table, 0)["reports"] == []


def test_one_player_cannot_drown_the_reports() -> None:
    """Reporting the same person again adds nothing, so the reports of others stay in sight."""
    desk = Desk(people=THREE)
    desk.do(2, wire.Report(seat=1, why="name"))
    desk.do(2, wire.Report(seat=1, why="words"))
    assert [report["why"] for report in told_state(desk.table, 0)["reports"]] == ["name"]
    desk.do(1, wire.Report(seat=2))
    assert [report["by"] for report in told_state(desk.table, 0)["reports"]] == ["Cleo", "Bea"]


def test_a_report_is_read_by_the_host_it_was_made_to() -> None:
    """When the host leaves, the next one reads nothing of it, and is told what is reported from then on."""
    desk = Desk(people=(*THREE, "Dan"))
    desk.do(2, wire.Report(seat=1))
    desk.do(1, wire.Report(seat=2))
    desk.do(0, wire.Leave())
    assert desk.table.host == 1
    assert told_state(desk.table, 1)["reports"] == []
    desk.do(3, wire.Report(seat=2))
    assert [report["by"] for report in told_state(desk.table, 1)["reports"]] == ["Dan"]
    desk.sit("Ann", "not Ann's token")
    assert [told_state(desk.folded(), seat)["reports"] != [] for seat in range(4)] == [False, True, False, False]


def test_the_host_who_comes_back_reads_the_reports() -> None:
    """Reports wait for a host who is away, and nobody reads any about themselves. The stand-in can be told the same again."""
    desk = Desk(people=(*THREE, "Dan")).start()
    for about in (1, 3):
        desk.do(2, wire.Report(seat=about))
    desk.write(decide.go_away(desk.table, 0, "connection", desk.now))
    assert (desk.table.host, told_state(desk.table, 1)["reports"]) == (1, [])
    for about in (0, 3, 3):
        desk.do(2, wire.Report(seat=about))
    assert [report["name"] for report in told_state(desk.table, 1)["reports"]] == ["Ann", "Dan"]
    desk.do(0, wire.Back())
    assert [report["name"] for report in told_state(desk.table, 0)["reports"]] == ["Bea", "Dan"]


# ---- who is host -------------------------------------------------------------------------------------
def test_a_newcomer_in_the_first_seat_is_not_host() -> None:
    """The host is whoever of the people present came first, even if seats shift. Someone who comes back comes last."""
    desk = Desk(people=THREE)
    desk.do(0, wire.Leave())
    assert desk.table.host == 1
    assert desk.sit("Dan") == 0
    assert desk.table.host == 1
    desk.do(2, wire.Leave())
    desk.do(1, wire.Change(seats=2))
    assert (desk.table.host, desk.table.names()) == (1, ["Dan", "Bea"])
    desk.do(1, wire.Leave())
    desk.sit("Bea")
    assert desk.table.host == 0
    assert desk.states(desk.folded()) == desk.states()


def test_the_host_who_is_away_is_host_again() -> None:
    """While the host is away, the one who came next stands in. Somebody who sits down between rounds doesn't."""
    desk = Desk(people=("Ann", "Bea"), bots=("easy",), options={"target": 500})
    desk.arrange([["red-1"], ["blue-3", "blue-4"], ["green-3", "green-4"]], "red-9")
    desk.move(0, "play red-1")
    assert desk.table.stage == "between"
    assert desk.sit("Dan") == 2
    desk.write(decide.go_away(desk.table, 0, "connection", desk.now))
    assert desk.table.host == 1
    desk.write(decide.go_away(desk.table, 1, "connection", desk.now))
    assert desk.table.host == 2
    desk.do(1, wire.Back())
    desk.do(0, wire.Back())
    assert desk.table.host == 0


def test_the_order_of_coming_holds_in_the_rematch() -> None:
    """At the next game of the evening the same person is host, wherever they sit, and a log says it only if it has to."""
    desk = Desk(people=THREE)
    assert "came" not in msgspec.json.decode(desk.log[0])
    desk.do(0, wire.Leave())
    desk.sit("Dan")
    desk.arrange([["red-1"], ["blue-3", "blue-4"], ["green-3", "green-4"]], "red-9").move(0, "play red-1")
    again = desk.rematch()
    assert (again.table.host, again.folded().host) == (1, 1)
    again.write(decide.go_away(again.table, 1, "connection", again.now))
    assert again.table.host == 2
    again.do(1, wire.Back())
    again.do(1, wire.Leave())
    assert again.sit("Eve") == 1
    assert again.table.host == 2


def test_a_table_in_order_says_nothing_of_it() -> None:
    """The entry of a rematch where everybody came in the order of the seats is as short as before."""
    desk = Desk(people=THREE)
    desk.arrange([["red-1"], ["blue-3", "blue-4"], ["green-3", "green-4"]], "red-9").move(0, "play red-1")
    assert "came" not in msgspec.json.decode(desk.rematch().log[0])


@pytest.mark.parametrize("command", [wire.Silence(seat=0), wire.Remove(seat=0, for_good=True)])
def test_a_stand_in_does_not_moderate_who_came_before(command: wire.SeatCommand) -> None:
    """Whoever is host because the host is away can neither mute nor remove the host, and can do both to others."""
    desk = Desk(people=THREE).start()
    desk.write(decide.go_away(desk.table, 0, "connection", desk.now))
    refused = desk.refusal(1, command)
    assert (refused.code, refused.sentence) == ("came-first", "Ann was here before you: you can block Ann, or leave the table.")
    desk.do(1, msgspec.structs.replace(command, seat=2))


def test_a_stand_in_can_still_free_the_seat_in_the_lobby() -> None:
    """A host who has closed the browser doesn't hold up the others before the game: the seat can be freed, without a ban."""
    desk = Desk(people=THREE)
    desk.write(decide.go_away(desk.table, 0, "connection", desk.now))
    assert desk.code(1, wire.Remove(seat=0, for_good=True)) == "came-first"
    desk.do(1, wire.Remove(seat=0))
    assert desk.sit("Ann") == 0
    assert desk.table.host == 1


def test_nobody_reports_the_host_to_the_host() -> None:
    """A report about the host is refused with what helps, and so are reports about bots, empty seats and oneself."""
    desk = Desk(people=("Ann", "Bea"), bots=("easy",), empty=1)
    assert desk.code(1, wire.Report(seat=0)) == desk.code(0, wire.Report(seat=1)) == "is-host"
    assert [desk.code(1, wire.Report(seat=seat)) for seat in (1, 2, 3)] == ["seat-empty"] * 3


# ---- family tables -----------------------------------------------------------------------------------
@pytest.mark.parametrize("edition", editions.names())
@pytest.mark.parametrize("variant", [0, 1, 2])
def test_one_switch_makes_a_family_table(edition: str, variant: int) -> None:
    """Whatever was chosen before, the switch leaves emotes only and no option with words of the players' own."""
    desk = Desk(edition, options=variants(edition)[variant], media="video")
    desk.do(0, change(family=True))
    assert (desk.table.settings.chat, desk.table.settings.media) == ("emotes", "off")
    assert desk.code(1, HI) == "emotes-only"
    free = [option.name for option in editions.get(edition).options if option.form["type"] in ("dares", "rules")]
    told = told_state(desk.table, None)["options"]
    assert not [name for name in free if any(told[name].values() if isinstance(told[name], dict) else told[name])]
    assert all(not rule["text"] or rule in desk.table.options["card_rules"] for rule in told.get("card_rules", []))
    assert desk.states(desk.folded()) == desk.states()


@pytest.mark.parametrize(
    ("edition", "options"),
    [
        ("dare", {"dare_list": "daredevil"}),
        ("dare", {"house_rules": ["Sing."]}),
        ("dawn-of-justice", {"house_rules": {"batman": {"name": "Mine", "steps": [{"does": "draws", "who": "next", "n": 1}]}}}),
        ("classic", {"card_rules": [{"when": "7", "name": "Mine", "steps": [{"does": "draws", "who": "next", "n": 1}]}]}),
    ],
)
def test_a_family_table_stays_one(edition: str, options: dict[str, Any]) -> None:
    """While it is on, a host with a client of their own can allow none of it again. Turned off, they can."""
    desk = Desk(edition, family=True)
    assert desk.table.settings.chat == "emotes"
    assert desk.code(0, change(chat=True)) == "family-table"
    assert desk.code(0, change(chat=True, family=True)) == "family-table"
    assert desk.code(0, change(media="voice")) == "family-table"
    assert desk.code(0, wire.Change(options=options)) == "family-table"
    desk.do(0, change(chat=False))
    desk.do(0, change(family=False, chat=True))
    desk.do(0, wire.Change(options=options))
    assert desk.folded().settings.chat is True


def test_a_family_table_is_made_with_safe_options() -> None:
    """A table that is made as a family table begins with safe options, whatever the request asks for."""
    desk = Desk("dare", options={"dare_list": "showoff"}, family=True, chat=True)
    assert told_state(desk.table, None)["options"]["dare_list"] == "family"


def test_a_wild_game_does_not_turn_into_a_family_game() -> None:
    """In the middle of a game with other dares the switch is refused, with the sentence that helps. Otherwise it works."""
    desk = Desk("dare", options={"dare_list": "daredevil"}).start()
    assert desk.code(0, change(family=True)) == "family-table"
    calm = Desk("dare").start()
    calm.do(0, change(family=True))
    assert calm.code(1, HI) == "emotes-only"


def test_a_room_needs_spectators() -> None:
    """One room means a board, and a board is a spectator."""
    desk = Desk()
    desk.do(0, change(room=True, clock=0))
    assert told_state(desk.table, None)["settings"]["room"] is True
    assert desk.code(0, change(watchers=False)) == "bad-settings"
    desk.do(0, change(watchers=False, room=False))


def test_moderation_counts_as_an_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports and mutes count toward the limit of what a seat may do besides playing."""
    monkeypatch.setattr(decide, "MOST_ASIDES", 2)
    desk = Desk(people=THREE)
    for _ in range(2):
        desk.do(1, wire.Report(seat=2))
    assert desk.code(1, wire.Report(seat=2)) == "no-more"
    for on in (True, False):
        desk.do(0, wire.Silence(seat=1, on=on))
    assert desk.code(0, wire.Silence(seat=1)) == "no-more"


# ---- over the wire -----------------------------------------------------------------------------------
@pytest.mark.anyio
async def test_a_removed_player_is_disconnected_and_stays_out(live: Live) -> None:
    """The socket is closed as without a seat, and neither the token, nor the invite, nor HTTP opens the table again."""
    async with live.pair() as (ann, ben):
        made = ann.made
        await ann.do("remove", seat=1, for_good=True)
        assert (await ben.closed())[0] == 4401
        async with live.socket(made["table"]) as socket:
            await socket.send(json.dumps({"token": ben.token}))
            assert json.loads(await socket.recv())["refused"]["code"] == "no-seat"
        again = await live.post("/api/join", {"code": made["invite"], "name": "Ben", "token": ben.token})
        assert again.json()["refused"]["code"] == "removed"
        command = await live.post(f"/api/tables/{made['table']}/commands", {"do": "chat", "text": "psst"}, ben.token)
        assert command.json()["refused"]["code"] == "no-seat"


@pytest.mark.anyio
async def test_hostile_clients_change_nothing(live: Live) -> None:
    """Spectators, guests and malformed commands neither report nor silence nor remove, and the host's view stays as it was."""
    async with live.pair() as (ann, ben), live.player(ann.made["table"], watch=ann.made["watch"]) as eve:
        commands: list[dict[str, Any]] = [
            {"do": "silence", "seat": 0},
            {"do": "remove", "seat": 0, "for_good": True},
            {"do": "change", "settings": {"chat": "emotes"}},
            {"do": "change", "settings": {"family": True}},
        ]
        for command in commands:
            assert (await ben.do(command.pop("do"), **command))["refused"]["code"] == "not-host"
        assert (await eve.do("report", seat=1))["refused"]["code"] == "no-seat"
        for text in ('{"do": "report", "seat": 0, "why": "<script>"}', '{"do": "change", "settings": {"chat": "rude"}}'):
            await ben.socket.send(text)
            assert (await ben.frame())["refused"]["code"] == "bad-message"
        await ann.do("change", settings={"chat": "emotes"})
        assert (await ben.do("chat", text="hi"))["refused"]["code"] == "emotes-only"
        assert ann.state["reports"] == []
        assert "silenced" not in ann.state["seats"][0]
