"""Bad input and bad clients are refused or disconnected with a code, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import socket as sockets
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from lastcard.server.http import bodies
from lastcard.server.http import socket as socket_module
from lastcard.server.http.addresses import Proxies
from lastcard.server.http.guard import Bucket, Guard
from lastcard.server.http.limits import Limits
from lastcard.server.live import hub as hub_module
from lastcard.server.live import tokens
from lastcard.server.wire.commands import Refused
from live_server import PATIENCE, WIDE, Live, Player, eventually, serving

pytestmark = pytest.mark.anyio


async def is_well(player: Player) -> None:
    """Check that a player's connection and table work."""
    answer = await player.do("chat", text="still here")
    assert answer.get("n"), answer


# ---- where a page comes from -------------------------------------------------------------------------
@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", ""])
async def test_a_foreign_origin_is_refused_at_the_handshake(live: Live, origin: str) -> None:
    """A WebSocket from another site's page is refused before it opens, and so is a POST."""
    made = await live.create()
    with pytest.raises(InvalidStatus) as refused:
        async with live.socket(made["table"], additional_headers={"Origin": origin}):
            pass
    assert refused.value.response.status_code == 403
    assert "Content-Security-Policy" in refused.value.response.headers
    response = await live.post("/api/tables", {}, Origin=origin)
    assert response.status_code == 403
    assert response.json()["refused"]["code"] == "foreign-origin"


@pytest.mark.parametrize("path", ["", "a/b"])
async def test_a_websocket_leads_to_a_table_or_nowhere(live: Live, path: str) -> None:
    """A WebSocket whose address names no table is refused with a sentence before it opens."""
    with pytest.raises(InvalidStatus) as refused:
        async with live.socket(path):
            pass
    assert refused.value.response.status_code == 404
    assert json.loads(refused.value.response.body)["refused"]["code"] == "no-table"


async def test_own_and_configured_origins_are_let_in(tmp_path: Path) -> None:
    """Pages of this server and of the configured sites may connect."""
    async with serving(tmp_path, origins=("https://play.example",), lost_after=60.0) as live:
        made = await live.create()
        for origin in (f"http://{live.host}", f"https://{live.host}", "https://play.example"):
            async with live.socket(made["table"], additional_headers={"Origin": origin}) as socket:
                await socket.send(json.dumps({"token": made["token"]}))
                assert json.loads(await socket.recv())["n"] == 1


# ---- messages ----------------------------------------------------------------------------------------
async def test_a_message_that_is_too_large_closes_its_connection(live: Live) -> None:
    """A message over 8 KiB is closed with 1009, and the others at the table notice nothing."""
    async with live.pair() as (ann, ben):
        await ben.say(do="chat", text="x" * 9000)
        assert (await ben.closed())[0] == 1009
        await is_well(ann)


async def test_a_flood_closes_its_connection(tmp_path: Path) -> None:
    """Sending faster than the limit is closed with 4429, and the others notice nothing."""
    async with serving(tmp_path, limits=Limits(messages_per_second=5), refills=False) as live, live.pair() as (ann, ben):
        for _ in range(30):
            await ben.socket.send('{"do":"ping"}')
        assert (await ben.closed())[0] == 4429
        await is_well(ann)


async def test_many_connections_of_one_address_share_a_limit(tmp_path: Path) -> None:
    """Opening more connections does not give an address more messages."""
    async with serving(tmp_path, limits=Limits(messages_per_second=1000, messages_per_address=2), refills=False) as live:
        made = await live.create()
        async with live.player(made["table"], made["token"]) as one, live.player(made["table"], made["token"]) as two:
            for _ in range(8):
                await one.socket.send('{"do":"ping"}')
                await two.socket.send('{"do":"ping"}')
            assert (await one.closed())[0] == 4429
            assert (await two.closed())[0] == 4429


async def test_a_client_that_does_not_read_is_let_go(tmp_path: Path) -> None:
    """A reader that falls behind is disconnected and holds up nobody."""
    async with serving(tmp_path, largest_backlog=1 << 14, limits=WIDE, ping_every=600.0) as live, live.pair() as (ann, ben):
        raw = ben.socket.transport.get_extra_info("socket")
        raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        ben.socket.transport.pause_reading()
        for _ in range(4000):
            await ann.do("chat", text="x" * 200)
            if live.hub.metrics.closed["4413"]:
                break
        assert live.hub.metrics.closed["4413"] == 1
        room = live.hub.rooms[ann.made["table"]]
        await eventually(lambda: len(room.subscribers.links()) == 1)
        await is_well(ann)
        ben.socket.transport.abort()


PING = b"\x89\xfd" + bytes(4 + 125)
PONG, PART = b"\x8a\x80" + bytes(4), b"\x00\x80" + bytes(4)


@pytest.mark.parametrize("frames", [PING * 500, PONG * 500, b"\x01\x80" + bytes(4) + PART * 500])
async def test_a_flood_of_what_is_not_a_message_closes_its_connection(live: Live, frames: bytes) -> None:
    """Pings, unsolicited pongs and empty message fragments count as messages."""
    async with live.pair() as (ann, ben):
        ben.socket.transport.write(frames)
        assert (await ben.closed())[0] == 4429
        assert live.hub.metrics.closed == {"4429": 1}
        await is_well(ann)


async def test_a_client_that_does_not_read_the_answers_to_pings_is_let_go(tmp_path: Path) -> None:
    """A client that sends pings and reads nothing is disconnected when the answers pile up."""
    async with serving(tmp_path, largest_backlog=1 << 14, limits=WIDE) as live, live.pair() as (ann, ben):
        room = live.hub.rooms[ann.made["table"]]
        raw = ben.socket.transport.get_extra_info("socket")
        raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        ben.socket.transport.pause_reading()
        async with asyncio.timeout(PATIENCE):
            while len(room.subscribers.links()) > 1:
                ben.socket.transport.write(PING * 100)
                await asyncio.sleep(0.001)
        assert live.hub.metrics.closed["4413"] == 1
        await is_well(ann)
        ben.socket.transport.abort()


async def test_a_client_that_says_no_hello_is_let_go(tmp_path: Path) -> None:
    """A connection that does not say hello in time is closed with 4408."""
    async with serving(tmp_path, hello_within=0.05) as live:
        made = await live.create()
        async with live.socket(made["table"]) as socket:
            assert (await Player(socket).closed())[0] == 4408


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ("nonsense", 4400),
        ('{"token": 7}', 4400),
        ('{"token": "00000000000000000000000000000000"}', 4401),
        ('{"watch": "0000-0000-0000"}', 4403),
        ('{"watch": ""}', 4403),
        ('{"token": "x", "version": 99}', 4426),
        ("[" * 4000, 4400),
    ],
)
async def test_a_wrong_hello_is_let_go_with_a_code(live: Live, hello: str, code: int) -> None:
    """A hello that is invalid or leads to no seat is closed with a code that says why."""
    made = await live.create()
    async with live.socket(made["table"]) as socket:
        await socket.send(hello)
        assert (await Player(socket).closed())[0] == code


async def test_a_table_that_does_not_exist_is_said(live: Live) -> None:
    """A hello at a table that does not exist is closed with 4404."""
    made = await live.create()
    for table in ("0" * 16, "..", "x" * 300):
        async with live.socket(table.replace("..", "%2e%2e")) as socket:
            await socket.send(json.dumps({"token": made["token"]}))
            assert (await Player(socket).closed())[0] == 4404


async def test_nonsense_is_refused_and_the_connection_goes_on(live: Live) -> None:
    """An invalid command is refused with a sentence, and the connection stays open."""
    async with live.pair() as (ann, _):
        for text in (
            "",
            "null",
            "{}",
            '{"do":"fly"}',
            '{"do":"move"}',
            '{"do":"chat","text":"a","extra":1}',
            "\ufffd",
            "[" * 999,
        ):
            await ann.socket.send(text)
            answer = await ann.until(lambda frame: "refused" in frame)
            assert answer["refused"]["code"] == "bad-message"
        await ann.socket.send(b"\xff\xfe")
        await ann.until(lambda frame: "refused" in frame)
        await is_well(ann)


# ---- seats -------------------------------------------------------------------------------------------
async def test_a_token_is_good_for_its_own_table_only(live: Live) -> None:
    """Another table's token opens neither the WebSocket nor the commands nor the record of this one."""
    here, there = await live.create(), await live.create()
    async with live.socket(here["table"]) as socket:
        await socket.send(json.dumps({"token": there["token"]}))
        assert (await Player(socket).closed())[0] == 4401
    command = {"do": "ready", "digest": "x"}
    response = await live.post(f"/api/tables/{here['table']}/commands", command, token=there["token"])
    assert (response.status_code, response.json()["refused"]["code"]) == (403, "no-seat")
    for path in (f"/api/tables/{here['table']}", f"/api/tables/{here['table']}/record"):
        response = await live.http.get(path, headers={"Authorization": f"Bearer {there['token']}"})
        assert response.status_code == 403
    assert (await live.http.get(f"/api/tables/{here['table']}")).status_code == 401


@pytest.mark.parametrize(("watchers", "refusal"), [(True, "not-over"), (False, "no-watching")])
async def test_a_record_is_for_watchers_where_there_may_be_any(live: Live, watchers: bool, refusal: str) -> None:
    """The watch code opens the record only while watching is allowed."""
    made = await live.create(settings={"watchers": watchers})
    key = {"Authorization": f"Bearer {made['watch']}"}
    response = await live.http.get(f"/api/tables/{made['table']}/record", headers=key)
    assert response.json()["refused"]["code"] == refusal


async def test_a_record_needs_a_finished_game(live: Live) -> None:
    """Before the end nobody can get a record."""
    made = await live.create()
    for key in (made["token"], made["watch"]):
        response = await live.http.get(f"/api/tables/{made['table']}/record", headers={"Authorization": f"Bearer {key}"})
        assert (response.status_code, response.json()["refused"]["code"]) == (409, "not-over")


async def test_an_invite_is_no_watch_code_nor_the_other_way(live: Live) -> None:
    """An invite code does not open a spectator's WebSocket, and a watch code gives no seat."""
    made = await live.create()
    async with live.socket(made["table"]) as socket:
        await socket.send(json.dumps({"watch": made["invite"]}))
        assert (await Player(socket).closed())[0] == 4403
    joined = await live.join(made["watch"])
    assert "seat" not in joined
    assert "token" not in joined


# ---- limits per address ------------------------------------------------------------------------------
async def test_tables_per_address_are_limited(tmp_path: Path) -> None:
    """An address that has created its share of tables is refused with 429 and told to wait."""
    async with serving(tmp_path, limits=Limits(tables_per_hour=2)) as live:
        await live.create()
        await live.create()
        response = await live.post("/api/tables", {"edition": "classic", "name": "Ann"})
        assert (response.status_code, response.json()["refused"]["code"]) == (429, "too-many")
        assert response.headers["Retry-After"]


async def test_seats_per_address_are_limited(tmp_path: Path) -> None:
    """An address that has taken its share of seats is refused with 429."""
    async with serving(tmp_path, limits=Limits(seats_per_hour=1)) as live:
        made = await live.create(seats=4)
        await live.join(made["invite"])
        response = await live.post("/api/join", {"code": made["invite"], "name": "Eve"})
        assert response.status_code == 429


async def test_lists_of_games_per_address_are_limited(tmp_path: Path) -> None:
    """An address that has requested its share of lists is refused with 429."""
    async with serving(tmp_path, limits=Limits(lists_per_minute=1)) as live:
        answers = [await live.post("/api/games", {"tokens": []}) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 429]


async def test_connections_per_address_are_limited(tmp_path: Path) -> None:
    """One connection too many is refused at the handshake, and closing another makes room again."""
    async with serving(tmp_path, limits=Limits(connections=1)) as live:
        made = await live.create()
        async with live.player(made["table"], made["token"]):
            with pytest.raises(InvalidStatus) as refused:
                async with live.socket(made["table"]):
                    pass
            assert refused.value.response.status_code == 429
        await eventually(lambda: not live.web.parts.gate.guard.sockets.held)
        async with live.player(made["table"], made["token"]):
            pass


async def test_guessing_codes_is_limited(tmp_path: Path) -> None:
    """After too many wrong codes an address cannot try another, not even the right one, wherever it tries."""
    async with serving(tmp_path, limits=Limits(guesses_per_minute=3), refills=False) as live:
        made = await live.create()
        for _ in range(3):
            assert (await live.post("/api/join", {"code": tokens.new_code(), "name": "Eve"})).status_code == 404
        assert (await live.post("/api/join", {"code": made["invite"], "name": "Eve"})).status_code == 429
        async with live.socket(made["table"]) as socket:
            await socket.send(json.dumps({"watch": made["watch"]}))
            assert (await Player(socket).closed())[0] == 4429


def test_codes_have_sixty_bits_and_read_aloud() -> None:
    """A code is twelve letters from an alphabet of 32 in three groups, and lowercase, spaces and look-alikes are understood."""
    found = {tokens.new_code() for _ in range(1000)}
    assert len(found) == 1000
    assert all(re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}", code) for code in found)
    assert tokens.read_code(" abcd efgh ilo0 ") == "ABCD-EFGH-1100"
    assert tokens.read_code("ABCD-EFGH-110") is None
    assert tokens.read_code("ABCD-EFGH-110U") is None


def test_a_forwarded_address_counts_only_from_trusted_proxies() -> None:
    """The last address in the chain that is not a trusted proxy is believed, and none is without trusted proxies."""
    assert Proxies([]).address("10.0.0.1", "1.2.3.4") == "10.0.0.1"
    trusting = Proxies(["10.0.0.0/8"])
    assert trusting.address("10.0.0.1", "9.9.9.9, 1.2.3.4") == "1.2.3.4"
    assert trusting.address("10.0.0.1", "1.2.3.4, 10.0.0.7") == "1.2.3.4"
    assert trusting.address("8.8.8.8", "1.2.3.4") == "8.8.8.8"
    assert trusting.address("10.0.0.1", "") == "10.0.0.1"
    assert trusting.address("10.0.0.1", "garbage\u00e9") == "garbage\u00e9"


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("1.2.3.4:567", "1.2.3.4"),
        ("[2001:db8::1]:567", "2001:db8::/64"),
        ("[2001:db8::1]", "2001:db8::/64"),
        ("2001:db8::1", "2001:db8::/64"),
        ("1.2.3.4:567, 10.0.0.7:80", "1.2.3.4"),
    ],
)
def test_a_forwarded_address_counts_without_its_port(forwarded: str, address: str) -> None:
    """A client is one address, whatever port a proxy reports with it."""
    assert Proxies(["10.0.0.0/8"]).address("10.0.0.1", forwarded) == address


def test_a_household_of_ipv6_is_one_address() -> None:
    """IPv6 addresses are counted by their first half, and IPv4-mapped ones as IPv4."""
    proxies = Proxies([])
    assert proxies.address("2001:db8::1", "") == proxies.address("2001:db8::ffff:2", "") == "2001:db8::/64"
    assert proxies.address("::ffff:1.2.3.4", "") == "1.2.3.4"


async def test_limits_see_through_a_trusted_proxy(tmp_path: Path) -> None:
    """Behind a trusted proxy each client has its own limits, and a client's own claim changes nothing."""
    async with serving(tmp_path, limits=Limits(tables_per_hour=1), trusted_proxies=("127.0.0.1",)) as live:
        body = {"edition": "classic", "name": "Ann"}
        for address, status in (("1.1.1.1", 201), ("2.2.2.2", 201), ("1.1.1.1", 429), ("3.3.3.3, 2.2.2.2", 429)):
            response = await live.post("/api/tables", body, **{"X-Forwarded-For": address})
            assert response.status_code == status


def test_a_bucket_refills_evenly() -> None:
    """A bucket gives what it holds at once, then refills at its rate, and never exceeds its size."""
    bucket = Bucket(2, 1, now=0)
    assert [bucket.take(0), bucket.take(0), bucket.take(0)] == [True, True, False]
    assert [bucket.take(1), bucket.take(1)] == [True, False]
    assert [bucket.take(100), bucket.take(100), bucket.take(100)] == [True, True, False]


def test_what_is_counted_is_forgotten_again() -> None:
    """Buckets that are full again are forgotten."""
    now = [0.0]
    guard = Guard(Limits(), clock=lambda: now[0])
    for number in range(100):
        guard.take("requests", str(number))
    now[0] = 3600.0
    guard.tidy()
    assert not guard._buckets


def test_too_much_is_refused_with_one_code() -> None:
    """Every limit is refused with the same code."""
    guard = Guard(Limits(tables_per_hour=1), clock=lambda: 0.0)
    guard.take("tables", "a")
    with pytest.raises(Refused) as refused:
        guard.take("tables", "a")
    assert refused.value.code == "too-many"


# ---- HTTP --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"nonsense", 400),
        (b"[" * 60000, 400),
        (b'{"edition":"classic"}', 400),
        (b'{"edition":"classic","name":"A","more":1}', 400),
        (b'{"edition":"nowhere","name":"A"}', 400),
        (b'{"edition":"classic","name":"\\u202e"}', 400),
        (b'{"edition":"classic","name":"A","seats":99}', 400),
        (b'{"edition":"classic","name":"A","options":{"target":"x"}}', 400),
        (b'{"edition":"classic","name":"A","token":"mine"}', 400),
        (b'{"edition":"classic","name":"A","settings":{"clock":7}}', 400),
        (b'{"edition":"classic","name":"' + b"A" * 70000 + b'"}', 413),
        (b"\xff\xfe", 400),
    ],
)
async def test_a_wrong_body_is_refused_with_a_sentence(live: Live, body: bytes, status: int) -> None:
    """Whatever is posted, the response is a code and one sentence."""
    response = await live.http.post("/api/tables", content=body)
    assert response.status_code == status
    told = response.json()["refused"]
    assert told["code"]
    assert 0 < len(told["text"]) <= 300
    assert "Traceback" not in told["text"]


async def test_every_response_has_security_headers(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages, data and errors of every kind all have the strict policy and the other headers, and name no software."""

    async def broken(*_: Any) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(live.hub, "create", broken)
    responses = [
        *[await live.http.get(path) for path in ("/", "/sw.js", "/api/editions", "/api/openapi.json", "/healthz")],
        *[await live.http.get(path) for path in ("/metrics", "/nothing", "/assets/../app.py", "/api/tables/x", "/ws/x")],
        await live.http.delete("/api/tables"),
        await live.post("/api/tables", {"edition": "classic", "name": "Ann"}),
    ]
    assert {response.status_code for response in responses} == {200, 401, 404, 405, 500}
    for response in responses:
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert "Server" not in response.headers


async def test_an_error_of_ours_tells_nothing_about_it(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """When something fails inside, clients get one sentence, the connection stays open, and the log has the details."""

    def broken(*_: Any) -> list[Any]:
        raise RuntimeError("the secret is 1234")

    async with live.pair() as (ann, _):
        with monkeypatch.context() as patch:
            patch.setattr(hub_module, "decide", broken)
            answer = await ann.do("chat", text="hi")
            assert answer["refused"]["code"] == "internal"
            assert "secret" not in json.dumps(answer)
            path = f"/api/tables/{ann.made['table']}/commands"
            response = await live.post(path, {"do": "chat", "text": "hi"}, token=ann.token)
            assert response.status_code == 500
            assert "secret" not in response.text
        await is_well(ann)


def contents(folder: Path) -> bytes:
    """The contents of all files in a folder."""
    return b"".join(path.read_bytes() for path in folder.iterdir())


# ---- secrets -----------------------------------------------------------------------------------------
async def test_no_secret_is_kept_or_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Tokens and codes appear in no log line and only hashed in the database, and chat appears in no log line."""
    caplog.set_level(logging.DEBUG)
    for name in ("websockets", "uvicorn.error"):  # their debug lines come from the test's own client, or show every frame
        caplog.set_level(logging.INFO, logger=name)
    async with serving(tmp_path) as live, live.pair() as (ann, ben):
        await ann.do("chat", text="a private word")
        await live.post("/api/join", {"code": ann.made["watch"]})
        await ann.do("leave")
        secrets = [ann.token, ben.token, ann.made["invite"], ann.made["watch"]]
    logged = "\n".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records if record.name != "httpcore")
    kept = contents(tmp_path)
    for secret in secrets:
        assert secret not in logged
        assert secret.encode() not in kept
    assert "a private word" not in logged


async def test_a_token_is_128_random_bits(live: Live) -> None:
    """Every seat gets its own token of 32 hex digits, and a client may reuse one of that form."""
    made = [await live.create() for _ in range(5)]
    assert len({each["token"] for each in made}) == 5
    assert all(re.fullmatch("[0-9a-f]{32}", each["token"]) for each in made)
    again = await live.create(token=made[0]["token"])
    assert again["token"] == made[0]["token"]
    games = (await live.post("/api/games", {"tokens": [made[0]["token"]]})).json()["games"]
    assert {game["table"] for game in games} == {made[0]["table"], again["table"]}


# ---- requests that break off -------------------------------------------------------------------------
async def test_a_connection_that_breaks_off_is_no_matter(live: Live) -> None:
    """Clients that vanish in the middle of anything leave the table unchanged."""
    async with live.pair() as (ann, ben):
        for _ in range(20):
            socket = await live.socket(ann.made["table"])
            await socket.send(json.dumps({"token": ben.token}))
            socket.transport.abort()
        try:
            await is_well(ann)
        except ConnectionClosed:
            pytest.fail("the table is gone")


async def test_half_a_request_is_not_waited_for(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that sends half a request, or none, is cut, but a WebSocket opened in time is not."""
    monkeypatch.setattr(socket_module, "REQUEST_WITHIN", 1.0)  # seconds, enough for a handshake on a busy machine

    async def is_cut(begun: bytes) -> None:
        reader, writer = await asyncio.open_connection(*live.host.split(":"))
        writer.write(begun)
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionResetError):
                assert await reader.read() == b""
        writer.close()

    async with live.pair() as (ann, _):
        await asyncio.gather(is_cut(b""), is_cut(b"GET / HTTP/1.1\r\nHost: x\r\n"))
        await is_well(ann)


async def test_half_a_body_is_not_waited_for(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request whose body does not arrive is told that it is too slow."""
    monkeypatch.setattr(bodies, "BODY_WITHIN", 0.05)
    host, port = live.host.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"POST /api/join HTTP/1.1\r\nHost: {live.host}\r\nContent-Length: 10\r\n\r\n{{".encode())
    async with asyncio.timeout(PATIENCE):
        assert b" 408 " in await reader.readline()
    writer.close()
