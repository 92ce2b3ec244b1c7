"""The call at a table: who may join it, whom signals reach, and what is refused or dropped."""

from __future__ import annotations

import base64
import hmac
import json
import socket as sockets
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from lastcard.server.http.limits import Limits
from lastcard.server.http.read_settings import CannotServe, Settings
from lastcard.server.live import ice
from lastcard.server.live.room import Room
from lastcard.server.table import decide, log
from lastcard.server.table.decide import Decider
from lastcard.server.wire import commands as wire
from lastcard.server.wire.table_settings import SomeSettings
from live_server import Live, Player, eventually, serving
from live_tables import arranged, start
from table_logs import Desk

pytestmark = pytest.mark.anyio
VOICE = {"media": "voice"}
OFFER = {"kind": "offer", "sdp": "v=0"}
CANDIDATE = {"candidate": "candidate:1 1 udp 1 127.0.0.1 9 typ host", "sdpMid": "0", "sdpMLineIndex": 0}


async def call(player: Player, **more: Any) -> str:
    """Join the call and return its id, once the player is told who is in it."""
    answer = await player.do("call", **more)
    assert "call" in answer, answer
    await player.until(lambda frame: any(each["call"] == answer["call"] for each in frame.get("calls", ())))
    return str(answer["call"])


async def code(player: Player, what: str, **more: Any) -> str:
    """Return the code that a command is refused with."""
    return str((await player.do(what, **more))["refused"]["code"])


async def heard(player: Player) -> dict[str, Any]:
    """Return the next signal."""
    return await player.until(lambda frame: "from" in frame)


async def test_signals_go_from_one_caller_to_another(live: Live) -> None:
    """An offer, an answer and candidates reach exactly the caller they are addressed to, with the sender's call id."""
    async with live.pair(seats=3, settings=VOICE) as (ann, ben):
        mine, theirs = await call(ann), await call(ben)
        assert mine != theirs
        await ann.say(do="signal", to=theirs, **OFFER)
        assert await heard(ben) == {"from": mine, **OFFER}
        await ben.say(do="signal", to=mine, kind="answer", sdp="v=0 yes")
        assert await heard(ann) == {"from": theirs, "kind": "answer", "sdp": "v=0 yes"}
        await ben.say(do="signal", to=mine, kind="candidates", candidates=[CANDIDATE])
        assert (await heard(ann))["candidates"] == [{**CANDIDATE, "usernameFragment": None}]


async def test_players_know_who_is_in_the_call(live: Live) -> None:
    """Every player is told who is in the call, also one who connects later. Spectators are not."""
    async with live.pair(settings=VOICE) as (ann, ben), live.player(ann.made["table"], watch=ann.made["watch"]) as watcher:
        mine = await call(ann)
        told = [{"call": mine, "seat": 0}]
        assert (await ben.until(lambda frame: "calls" in frame))["calls"] == told
        async with live.player(ann.made["table"], ben.token) as again:
            assert (await again.frame())["calls"] == told
        await ann.do("hang-up")
        assert (await ben.until(lambda frame: "calls" in frame))["calls"] == []
        assert "pong" in await watcher.do("ping")  # and nothing before it


async def test_nothing_is_numbered_stored_or_logged(live: Live, caplog: pytest.LogCaptureFixture) -> None:
    """A call leaves no entry in the table's log, no new number, and no line in the server's log."""
    async with live.pair(settings=VOICE) as (ann, ben):
        before = len(await live.hub.store.load(ann.made["table"], 0))
        caplog.set_level("DEBUG")
        await call(ann)
        theirs = await call(ben)
        await ann.say(do="signal", to=theirs, kind="offer", sdp="a secret address")
        await heard(ben)
        await ann.do("hang-up")
        assert len(await live.hub.store.load(ann.made["table"], 0)) == before
        assert (ann.n, ben.n) == (before, before)
        assert "a secret address" not in caplog.text
        assert theirs not in caplog.text


async def test_who_may_not_call(live: Live) -> None:
    """Spectators and tables with media off are refused, and nobody can call over HTTP."""
    async with live.pair() as (ann, _):
        assert await code(ann, "call") == "media-off"
        assert await code(ann, "signal", to="0" * 16, **OFFER) == "no-call"
        await ann.do("change", settings=VOICE)
        async with live.player(ann.made["table"], watch=ann.made["watch"]) as watcher:
            assert await code(watcher, "call") == "no-seat"
            assert await code(watcher, "signal", to="0" * 16, **OFFER) == "no-call"
            assert await code(watcher, "hang-up") == "no-call"
        path = f"/api/tables/{ann.made['table']}/commands"
        for command in ({"do": "call"}, {"do": "hang-up"}, {"do": "signal", "to": "", **OFFER}):
            assert (await live.post(path, command, ann.token)).json()["refused"]["code"] == "no-call"
        assert (await live.post(path, {"do": "call"}, "f" * 32)).json()["refused"]["code"] == "no-seat"


async def test_hostile_envelopes_change_nothing_for_others(live: Live) -> None:
    """Envelopes from outside the call, to another table's call, to yourself, or too large are refused; nobody hears them."""
    async with live.pair(settings=VOICE) as (ann, ben), live.pair(settings=VOICE) as (cleo, _):
        mine, theirs, elsewhere = await call(ann), await call(ben), await call(cleo)
        assert await code(ann, "signal", to=elsewhere, **OFFER) == "no-call"
        assert await code(ann, "signal", to=mine, **OFFER) == "no-call"
        assert await code(cleo, "signal", to=theirs, **OFFER) == "no-call"
        for bad in (
            {"kind": "offer", "sdp": "x" * (wire.LARGEST_SDP + 1)},
            {"kind": "candidates", "candidates": [{"candidate": "x" * (wire.LONGEST_CANDIDATE + 1)}]},
            {"kind": "candidates", "candidates": [{"candidate": ""}] * (wire.MOST_CANDIDATES + 1)},
            {"kind": "shout", "sdp": "v=0"},
            {**OFFER, "seat": 1},
        ):
            await ann.say(do="signal", to=theirs, **bad)
            refused = await ann.until(lambda frame: "refused" in frame)
            assert refused["refused"]["code"] == "bad-message"
        await ann.say(do="signal", to=theirs, **OFFER)
        assert await heard(ben) == {"from": mine, **OFFER}  # the first that got through
        assert "pong" in await cleo.do("ping")


async def test_too_many_signals_are_dropped_and_the_socket_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Signals over their limit are dropped unread. The connection stays, and playing and chatting go on as before."""
    reading = Mock(wraps=wire.read_command)
    monkeypatch.setattr(wire, "read_command", reading)
    limits = Limits(signals_per_second=2)
    async with serving(tmp_path, refills=False, limits=limits) as live, live.pair(settings=VOICE) as (ann, ben):
        mine, theirs = await call(ann), await call(ben)
        for number in range(200):
            await ann.say(do="signal", to=theirs, kind="offer", sdp=str(number))
        await ann.do("chat", text="still here")
        got: list[dict[str, Any]] = []
        while not ben.said:
            got.append(await ben.frame())
        assert [frame["sdp"] for frame in got if "from" in frame] == [str(number) for number in range(8)]
        assert sum('"signal"' in str(call) for call in reading.call_args_list) == 8
        await ben.say(do="signal", to=mine, **OFFER)
        assert (await heard(ann))["from"] == theirs


async def test_signals_never_fill_the_connection_of_a_slow_caller(tmp_path: Path) -> None:
    """A caller who reads slowly misses signals and keeps the seat, however many large ones somebody sends."""
    limits = Limits(signals_per_second=500)
    async with serving(tmp_path, largest_backlog=1 << 16, limits=limits) as live, live.pair(settings=VOICE) as (ann, ben):
        await call(ann)
        theirs = await call(ben)
        raw = ben.socket.transport.get_extra_info("socket")
        raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        ben.socket.transport.pause_reading()
        for _ in range(1500):
            await ann.say(do="signal", to=theirs, kind="offer", sdp="x" * 7000)
        assert "pong" in await ann.do("ping")
        assert live.hub.metrics.closed == {}
        ben.socket.transport.abort()


async def test_one_tab_holds_the_call(live: Live) -> None:
    """A player who joins in a second tab takes the call there: the first one's call is over and can't signal."""
    async with live.pair(settings=VOICE) as (ann, ben), live.player(ann.made["table"], ann.token) as tab:
        first, theirs = await call(ann), await call(ben)
        second = await call(tab)
        told = (await ann.until(lambda frame: any(each["call"] == second for each in frame.get("calls", ()))))["calls"]
        assert {each["call"] for each in told} == {second, theirs}
        assert first not in str(told)
        assert await code(ann, "signal", to=theirs, **OFFER) == "no-call"
        assert await code(ben, "signal", to=first, **OFFER) == "no-call"
        assert await code(ann, "hang-up") == "no-call"


async def test_a_lost_connection_keeps_the_call_for_a_while(tmp_path: Path) -> None:
    """A caller who reconnects in time keeps the call id, and the others notice nothing."""
    async with serving(tmp_path, lost_after=60) as live, live.pair(settings=VOICE) as (ann, ben):
        await call(ben)
        async with live.player(ann.made["table"], ann.token) as lost:
            mine = await call(lost)
        await eventually(lambda: all(caller.link or caller.id == mine for caller in callers(live, ann)))
        async with live.player(ann.made["table"], ann.token) as back:
            assert await call_id(back, again=mine) == mine
            await ben.say(do="signal", to=mine, **OFFER)
            assert (await heard(back))["kind"] == "offer"


async def call_id(player: Player, **more: Any) -> str:
    """Join the call and return its id."""
    return str((await player.do("call", **more))["call"])


def callers(live: Live, player: Player) -> list[Any]:
    """Return the callers at a player's table."""
    return live.hub.calls._at(live.hub.rooms[player.made["table"]]).all


async def test_an_id_is_no_key(live: Live) -> None:
    """Naming another player's call id when joining gives you an id of your own."""
    async with live.pair(settings=VOICE) as (ann, ben):
        mine = await call(ann)
        assert await call_id(ben, again=mine) != mine
        assert len(callers(live, ann)) == 2


async def test_a_caller_who_stays_away_leaves_the_call(live: Live) -> None:
    """When a connection stays lost, the others are told that the caller is gone."""
    async with live.pair(settings=VOICE) as (ann, ben):
        theirs = await call(ben)
        async with live.player(ann.made["table"], ann.token) as lost:
            await call(lost)
        told = await ben.until(lambda frame: frame.get("calls") == [{"call": theirs, "seat": 1}])
        assert told


async def test_a_removed_player_is_out_of_the_call(live: Live) -> None:
    """A player whom the host removes is out of the call, and the ids of the others stay while seats shift."""
    made = await live.create(seats=3, settings=VOICE)
    ben, cleo = await live.join(made["invite"]), await live.join(made["invite"], "Cleo")
    async with AsyncExitStack() as stack:
        tokens = (made["token"], ben["token"], cleo["token"])
        players = [await stack.enter_async_context(live.player(made["table"], token)) for token in tokens]
        ids = [await call(player) for player in players]
        await players[0].do("remove", seat=1)
        await players[0].do("change", seats=2)
        told = [{"call": ids[0], "seat": 0}, {"call": ids[2], "seat": 1}]
        assert await players[2].until(lambda frame: frame.get("calls") == told)
        assert (await players[1].closed())[0] == 4401
        assert await code(players[0], "signal", to=ids[1], **OFFER) == "no-call"


async def test_the_host_turns_media_off_for_everyone(live: Live) -> None:
    """With media off the call is over for everyone, and turning it on again brings nobody back."""
    async with live.pair(settings={"media": "video"}) as (ann, ben):
        await call(ann)
        theirs = await call(ben)
        await start(ann, ben)
        await ann.do("change", settings={"media": "off"})
        await ben.until(lambda frame: frame.get("calls") == [])
        assert await code(ann, "signal", to=theirs, **OFFER) == "no-call"
        await ann.do("change", settings={"media": "voice"})
        assert callers(live, ann) == []
        assert await code(ben, "change", settings={"media": "off"}) == "not-host"


async def test_a_player_who_gives_up_the_seat_is_out_of_the_call(live: Live) -> None:
    """A player who leaves a game is out of the call. One whose clock ran out still hears the others."""
    async with live.pair(settings=VOICE) as (ann, ben):
        await call(ann)
        theirs = await call(ben)
        await start(ann, ben)
        await ann.do("leave")
        await ben.until(lambda frame: frame.get("calls") == [{"call": theirs, "seat": 1}])
        assert await code(ann, "call") == "no-seat"


async def test_a_seat_that_a_bot_takes_over(live: Live) -> None:
    """While a bot plays for someone who is away, they are in the call. Once the table gives the bot the seat, they are not."""
    async with live.pair(settings=VOICE) as (ann, ben):
        mine, theirs = await call(ann), await call(ben)
        await start(ann, ben)
        room = live.hub.rooms[ann.made["table"]]
        await change(live, room, lambda table, now: decide.go_away(table, 1, "clock", now))
        await ann.say(do="signal", to=theirs, **OFFER)
        assert await heard(ben) == {"from": mine, **OFFER}
        await change(live, room, lambda table, now: [log.KeepVoted(t=now, seat=0, about=1, yes=True)])
        await ann.until(lambda frame: frame.get("calls") == [{"call": mine, "seat": 0}])
        assert await code(ben, "signal", to=mine, **OFFER) == "no-call"
        assert await code(ben, "call") == "no-seat"
        assert await code(ann, "signal", to=theirs, **OFFER) == "no-call"


async def change(live: Live, room: Room, decider: Decider) -> None:
    """Let something happen at a table that no command asks for."""
    async with room.lock:
        await live.hub.commit(room, decider)


async def test_a_player_removed_in_the_middle_of_a_game_is_out_of_the_call(live: Live) -> None:
    """The connection of a player who is removed for good ends, and so does the call, before anything else can be said."""
    async with live.pair(settings=VOICE) as (ann, ben):
        mine, theirs = await call(ann), await call(ben)
        await start(ann, ben)
        await ann.do("remove", seat=1, for_good=True)
        assert [caller.id for caller in callers(live, ann)] == [mine]
        assert (await ben.closed())[0] == 4401
        assert await code(ann, "signal", to=theirs, **OFFER) == "no-call"
        async with live.socket(ann.made["table"]) as socket:
            await socket.send(json.dumps({"token": ben.token}))
            assert json.loads(await socket.recv())["refused"]["code"] == "no-seat"


async def test_the_call_outlasts_the_game_but_not_the_table(live: Live) -> None:
    """After the last card people still hear each other. The rematch begins without a call, and with the table it is over."""
    async with live.pair(settings=VOICE) as (ann, ben):
        mine, theirs = await call(ann), await call(ben)
        room = await arranged(live, ann, ben, hands=[["red-1"], ["blue-3", "blue-4"]])
        await ann.move("play red-1")
        await ben.state_is(lambda state: state["stage"] == "over")
        await ann.say(do="signal", to=theirs, **OFFER)
        assert await heard(ben) == {"from": mine, **OFFER}
        made = (await ann.do("rematch"))["made"]
        async with live.player(made["table"], ann.token) as again:
            assert again.state["settings"]["media"] == "voice"
            assert await code(again, "signal", to=theirs, **OFFER) == "no-call"
        live.hub.forget(room)
        assert [(await player.closed())[0] for player in (ann, ben)] == [4404, 4404]
        assert live.hub.calls._callers.get(room) is None


async def test_whom_the_host_mutes_is_out_of_the_call(live: Live) -> None:
    """A player whom the host has muted for everyone is out of the call, and can't join it until the host unmutes them."""
    async with live.pair(settings=VOICE) as (ann, ben):
        mine = await call(ann)
        await call(ben)
        await ann.do("silence", seat=1)
        await ben.until(lambda frame: frame.get("calls") == [{"call": mine, "seat": 0}])
        assert await code(ben, "call") == "silenced"
        await ann.do("silence", seat=1, on=False)
        assert await call(ben)


async def test_a_family_table_has_no_calls(live: Live) -> None:
    """Where a table becomes a family table, its call ends, and media can't be turned on."""
    async with live.pair(settings=VOICE) as (ann, ben):
        await call(ann)
        await ann.do("change", settings={"family": True})
        await ben.until(lambda frame: frame.get("calls") == [])
        assert await code(ann, "change", settings=VOICE) == "family-table"


@pytest.mark.parametrize("servers", [(), ("stun:127.0.0.1",), ("stun:127.0.0.1", "turn:127.0.0.1:3478")])
async def test_public_tables_need_a_relay(tmp_path: Path, servers: tuple[str, ...]) -> None:
    """At a table that is open to everyone, callers may only use a relay. Without one there is no call."""
    settings = {"public": True, "media": "video"}
    async with serving(tmp_path, ice_servers=servers, turn_secret="s") as live, live.pair(settings=settings) as (ann, _):
        if not ice.has_relay(servers):
            assert await code(ann, "call") == "no-media"
            return
        answer = await ann.do("call")
        assert answer["relay"]
        assert [server["urls"] for server in answer["ice"]] == [[servers[0]], [servers[1]]]


def test_what_opens_a_relay_is_valid_for_some_hours() -> None:
    """The password is the HMAC that a TURN server computes from the name, which says until when it is valid."""
    stun, turn = ice.ice_servers(("stun:a", "turn:b", "turns:c"), "north", 1000.0)
    assert (stun.urls, turn.urls) == (["stun:a"], ["turn:b", "turns:c"])
    assert isinstance(turn.username, str)
    assert isinstance(turn.credential, str)
    assert int(turn.username.split(":")[0]) == 1000 + ice.VALID_FOR
    assert base64.b64decode(turn.credential) == hmac.digest(b"north", turn.username.encode(), "sha1")


@pytest.mark.parametrize(
    ("servers", "secret", "sentence"),
    [(["http://a"], "", "an ICE server is"), (["turn:a"], "", "needs --turn-secret"), ([], "x", "is for a TURN server")],
)
def test_wrong_ice_servers_are_refused(servers: list[str], secret: str, sentence: str) -> None:
    """A server does not start with ICE servers that cannot work."""
    with pytest.raises(CannotServe, match=sentence):
        Settings({"ice-server": servers, "turn-secret": secret}, {}).config()


async def test_only_our_own_pages_may_use_devices(live: Live) -> None:
    """The camera and the microphone are for the server's own pages, not for any frame in them. Calls loosen nothing else."""
    headers = (await live.http.get("/healthz")).headers
    assert {"camera=(self)", "microphone=(self)", "geolocation=()"} <= set(headers["Permissions-Policy"].split(", "))
    content = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert (content["default-src"], content["connect-src"], content.get("media-src")) == ("'none'", "'self'", None)


def test_older_tables_still_open() -> None:
    """A table from before the setting has media off, and it can be turned on. The setting is kept in the log."""
    desk = Desk()
    created = json.loads(desk.log[0])
    del created["settings"]["media"]
    older = log.decode(json.dumps(created).encode())
    assert isinstance(older, log.Created)
    assert older.settings.media == "off"
    desk.do(0, wire.Change(settings=SomeSettings(media="video")))
    assert desk.folded().settings.media == "video"
