"""What the people who run a server can do while it runs, by ``lastcard admin``, and that nobody else can."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import stat
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from lastcard import cli
from lastcard.server.http.admin import free_socket, local_socket
from lastcard.server.http.bans import Bans, read_network
from lastcard.server.http.limits import Limits
from lastcard.server.live import last_games, tokens
from lastcard.server.storage.backups import NOT_EMPTY
from lastcard.server.storage.orders import Order, Orders
from lastcard.server.storage.store import Store
from lastcard.server.table.table import hashed
from live_server import Live, Player, eventually, serving

pytestmark = pytest.mark.anyio

TOKEN = "a-very-long-admin-token"
GATED = ("tables", "connections", "processes", "bans", "tables/x/log")
POSTS = ("tables/x/close", "announcement", "bans", "bans/lift", "drain")


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder with a short name: the names of sockets are."""
    with tempfile.TemporaryDirectory(prefix="lc") as folder:
        yield Path(folder)


@asynccontextmanager
async def running(place: Path, **more: Any) -> AsyncIterator[Live]:
    """A server that admins get in to, by socket and by token."""
    async with serving(place, admin_socket=str(place / "admin"), admin_token=TOKEN, **more) as live:
        yield live


async def admin(place: Path, *args: str) -> Result:
    """What ``lastcard admin`` says."""
    command = ["admin", *args] + (
        [] if args[0] in ("backup", "restore") or "--url" in args else ["--socket", str(place / "admin")]
    )
    return await asyncio.to_thread(CliRunner().invoke, cli.app, command)


async def told(place: Path, *args: str) -> Any:
    """The JSON that ``lastcard admin`` prints."""
    result = await admin(place, *args, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


async def begin(ann: Player, ben: Player) -> None:
    """Start the game of a table of two."""
    await ann.ready()
    await ben.ready()
    await ann.do("start")
    for player in (ann, ben):
        await player.state_is(lambda state: state["stage"] == "playing")


async def test_tables_connections_and_logs(place: Path, caplog: pytest.LogCaptureFixture) -> None:
    """An admin sees the tables, who is connected, and a log as a spectator saw it; hands only on request, which is logged."""
    async with running(place) as live, live.pair() as (ann, ben):
        await begin(ann, ben)
        await ann.do("chat", text="between ourselves")
        table = ann.made["table"]
        (listed,) = (await told(place, "tables"))["tables"]
        assert (listed["table"], listed["status"], listed["people"], listed["connections"]) == (
            table,
            "playing",
            ["Ann", "Ben"],
            2,
        )
        assert (await told(place, "tables", "--status", "over"))["tables"] == []
        found = (await told(place, "connections"))["connections"]
        assert [(each["address"], each["table"], each["who"]) for each in found] == [
            ("127.0.0.1", table, "Ann"),
            ("127.0.0.1", table, "Ben"),
        ]
        plain = await told(place, "log", table)
        assert plain["stage"] == "playing"
        assert "hands" not in plain
        cards = set(ann.state["hand"])
        with_hands = await told(place, "log", table, "--hands")
        assert set(with_hands["hands"][0]["cards"]) == cards
        secret = live.hub.rooms[table].table.secret
        for shown in (plain, with_hands, (await admin(place, "log", table)).stdout):
            text = json.dumps(shown)
            assert not any(hidden in text for hidden in (secret, ann.token, ben.token, "between ourselves"))
    looks = [record for record in caplog.records if record.getMessage() == "An admin looks at hands."]
    assert [(record.levelno, record.__dict__["table"]) for record in looks] == [(logging.WARNING, table)]


async def test_a_table_is_closed(place: Path) -> None:
    """A closed game ends for everybody and keeps its record; a lobby is deleted; a closed or unknown table is said to be so."""
    async with running(place) as live, live.pair() as (ann, ben):
        await begin(ann, ben)
        table = ann.made["table"]
        assert (await told(place, "close", table))["now"] == "ended"
        await ben.state_is(lambda state: state["stage"] == "over")
        record = await live.http.get(f"/api/tables/{table}/record", headers={"Authorization": f"Bearer {ann.token}"})
        assert record.status_code == 200
        assert (await told(place, "close", table))["now"] == "over"
        other = await live.create()
        async with live.player(other["table"], other["token"]) as host:
            assert (await told(place, "close", other["table"]))["now"] == "deleted"
            assert (await host.closed())[0] == 4404
        refused = await admin(place, "close", other["table"])
        assert (refused.exit_code, refused.stderr) == (2, "lastcard: There's no such table.\n")
        assert (await told(place, "close", table, "--delete"))["now"] == "deleted"
        assert (await told(place, "tables"))["tables"] == []


async def test_an_announcement_reaches_everybody(place: Path) -> None:
    """Those at a table and those who come later are told, also after a restart, until it is taken back."""
    async with running(place) as live, live.pair() as (ann, _):
        assert (await told(place, "announce", "We restart at nine."))["connections"] == 2
        assert (await ann.until(lambda frame: "announcement" in frame))["announcement"] == "We restart at nine."
        assert "at most 200" in (await admin(place, "announce", "x" * 201)).stderr
        made, token = ann.made, ann.token
    async with running(place) as live, live.player(made["table"], token) as ann:
        assert (await ann.frame())["announcement"] == "We restart at nine."
        await told(place, "announce")
        assert (await ann.frame())["announcement"] == ""


async def test_a_banned_address_is_refused_everything(place: Path) -> None:
    """A banned address loses its connections and is refused before anything is looked up, also after a restart."""
    proxy = {"trusted_proxies": ("127.0.0.1",)}
    theirs = {"X-Forwarded-For": "203.0.113.7"}
    async with running(place, **proxy) as live:
        made = await live.create()
        async with live.socket(made["table"], additional_headers=theirs) as socket:
            player = Player(socket)
            await player.say(token=made["token"])
            await player.frame()
            ban = await told(place, "ban", "--address", "203.0.113.0/24", "--why", "floods")
            assert (ban["kind"], ban["who"], ban["why"]) == ("address", "203.0.113.0/24", "floods")
            assert (await player.closed())[0] == 4410
    async with running(place, **proxy) as live:
        refused = await live.http.get("/healthz", headers=theirs)
        assert (refused.status_code, refused.json()["refused"]["code"]) == (403, "banned")
        assert (await live.http.get("/healthz")).status_code == 200
        assert (await told(place, "unban", "203.0.113.0/24"))["kind"] == "address"
        assert (await live.http.get("/healthz", headers=theirs)).status_code == 200
        assert (await admin(place, "unban", "203.0.113.0/24")).stderr == "lastcard: There is no such ban.\n"


async def test_a_banned_player_is_refused_by_key(place: Path) -> None:
    """A banned player loses the connection and can neither come back, nor join, nor make a table with that key."""
    async with running(place) as live, live.pair() as (ann, ben):
        table = ann.made["table"]
        (line,) = [line for line in (await admin(place, "ban", "--table", table, "--seat", "1")).stdout.splitlines() if line]
        key = line.split()[-1]
        assert key == hashed(ben.token)[:12]
        assert (await ben.closed())[0] == 4410
        back = live.socket(table)
        async with back as socket:
            again = Player(socket)
            await again.say(token=ben.token)
            assert (await again.frame())["refused"]["code"] == "banned"
        headers = {"Authorization": f"Bearer {ben.token}"}
        assert (await live.http.get(f"/api/tables/{table}", headers=headers)).status_code == 403
        for path, body in (
            ("tables", {"edition": "classic", "name": "Ben", "seats": 2}),
            ("join", {"code": ann.made["invite"], "name": "B"}),
        ):
            assert (await live.post(f"/api/{path}", {**body, "token": ben.token})).json()["refused"]["code"] == "banned"
        listed = (await admin(place, "bans")).stdout
        assert f"Ben at {table}" in listed
        assert ben.token not in listed
        assert "Nobody sits there" in (await admin(place, "ban", "--table", table, "--seat", "7")).stderr
        await told(place, "unban", key)
        async with live.player(table, ben.token) as ben_again:
            assert ben_again.state["you"] == 1


async def test_a_process_is_drained(tmp_path: Path, place: Path) -> None:
    """A drained process tells its clients to come back, ends, and removes its socket."""
    async with running(place) as live, live.pair() as (ann, _):
        assert (await told(place, "drain"))["connections"] == 2
        assert (await ann.closed())[0] == 1012
        await eventually(lambda: live.web.should_exit)
    assert not (place / "admin").exists()
    gone = await admin(place, "tables")
    assert gone.exit_code == 2
    assert gone.stderr.startswith("lastcard: no server answers at ")


async def test_a_process_finishes_its_last_games(place: Path) -> None:
    """A process that is to finish takes no new tables and tells load balancers so; it ends when its last game has ended."""
    async with running(place) as live, live.pair() as (ann, ben):
        for player in (ann, ben):
            await player.ready()
        await ann.do("start")
        assert (await admin(place, "drain", "--finish")).stdout.endswith("ends after the last game that only it can read.\n")
        await eventually(lambda: live.hub.is_finishing)
        assert (await live.http.get("/healthz")).status_code == 503
        refused = await live.post("/api/tables", {"edition": "classic", "name": "Cleo", "seats": 2})
        assert refused.json()["refused"]["code"] == "stopping"
        assert "refused" not in await ben.do("chat", text="We play on.")
        await told(place, "close", ann.state["table"])
        assert (await ann.closed())[0] == 1012


async def test_a_game_that_everybody_left_is_finished_too(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is to finish waits for players who have left a game without a clock, but not forever."""
    monkeypatch.setattr(last_games, "EVERY", 0.01)
    monkeypatch.setattr(last_games, "STORED_EVERY", 0.01)
    async with running(place, idle_after=-1.0, unseen_after=0.05) as live:
        async with live.pair() as (ann, ben):
            await begin(ann, ben)
            table, looks = ann.made["table"], list[None]()
            room = live.hub.rooms[table]
        await eventually(lambda: not room.subscribers.links() and not live.hub.is_busy(room))
        await live.hub._housekeeping.evict()
        assert table not in live.hub.rooms
        leave_to_others = live.hub.ownership.leave_to_others

        async def look() -> set[str] | None:
            looks.append(None)
            return await leave_to_others()

        monkeypatch.setattr(live.hub.ownership, "leave_to_others", look)
        await admin(place, "drain", "--finish")
        await eventually(lambda: len(looks) > 3)
        assert not live.web.should_exit
        async with live.player(table, ann.token) as again:
            assert again.state["stage"] == "playing"
            monkeypatch.setattr(last_games, "ABANDONED_AFTER", -3600.0)
            room = live.hub.rooms[table]
        await eventually(lambda: not room.subscribers.links() and not live.hub.is_busy(room))
        await live.hub._housekeeping.evict()
        await eventually(lambda: live.web.should_exit)


async def test_only_the_token_opens_the_door(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over HTTP, nothing but the token gets any answer, nothing is read before, and guesses are limited."""
    async with running(place, limits=Limits(guesses_per_minute=4)) as live:
        url = f"http://{live.host}"
        monkeypatch.setenv("LASTCARD_ADMIN_TOKEN", TOKEN)
        assert (await told(place, "tables", "--url", url))["tables"] == []
        asked: list[object] = []
        monkeypatch.setattr(Orders, "_do", lambda *args, **more: asked.append(args))
        for given in ("x", TOKEN[:-1], f"{TOKEN}x", TOKEN.upper()):
            headers = {"Authorization": f"Bearer {given}"}
            response = await live.http.get("/admin/tables", headers=headers)
            assert (response.status_code, response.json()["refused"]["code"]) == (401, "not-admin")
        assert (await live.http.get("/admin/tables", headers={"Authorization": f"Bearer {TOKEN}"})).status_code == 429
        assert asked == []
        monkeypatch.setenv("LASTCARD_ADMIN_TOKEN", "")
        assert "needs the admin token" in (await admin(place, "tables", "--url", url)).stderr


async def test_every_address_is_closed_to_strangers(live: Live, place: Path) -> None:
    """Without a token in the settings there is nothing over HTTP; with one, every request needs it."""
    requests = [("GET", path) for path in GATED] + [("POST", path) for path in POSTS]
    for method, path in requests:
        assert (await live.http.request(method, f"/admin/{path}", headers={"Authorization": "Bearer x"})).status_code == 404
    async with running(place, limits=Limits(guesses_per_minute=1000)) as guarded:
        for method, path in requests:
            response = await guarded.http.request(
                method, f"/admin/{path}", headers={"Authorization": f"Bearer {tokens.new_token()}"}
            )
            assert response.status_code == 401, path
        routes: list[Any] = guarded.web.parts.admin.app.routes
        listed = {(method, route.path[1:].replace("{table}", "x")) for route in routes for method in route.methods}
        assert {each for each in listed if each[0] != "HEAD"} == set(requests)


async def test_the_socket_is_its_users_alone(place: Path) -> None:
    """Only the server's user may open the socket. A left-over one is replaced; a file or a living server's is not."""
    async with running(place):
        assert stat.S_IMODE((place / "admin").stat().st_mode) == 0o600
        with pytest.raises(OSError, match="another server"):
            local_socket(str(place / "admin"))
        second, sock = free_socket(str(place / "admin"))
        sock.close()
        assert second == str(place / "admin.2")
    local_socket(str(place / "old")).close()
    local_socket(str(place / "old")).close()
    (place / "file").write_text("mine")
    with pytest.raises(FileExistsError, match="not a socket"):
        local_socket(str(place / "file"))
    assert (place / "file").read_text() == "mine"


async def test_back_up_and_restore(place: Path) -> None:
    """A backup of a running server has every table, never overwrites, and replaces tables only with --replace."""
    copy, database = str(place / "copy.db"), str(place / "tables.db")
    async with running(place) as live:
        made = await live.create()
        assert (await told(place, "backup", copy, "--database", database))["tables"] == 1
        assert stat.S_IMODE((place / "copy.db").stat().st_mode) == 0o600
        await live.create()
        assert "already exists" in (await admin(place, "backup", copy, "--database", database)).stderr
    assert "add --replace" in (await admin(place, "restore", copy, "--database", database)).stderr
    assert (await told(place, "restore", copy, "--replace", "--database", database))["tables"] == 1
    async with running(place) as live:
        assert [each["table"] for each in (await told(place, "tables"))["tables"]] == [made["table"]]
    (place / "junk").write_bytes(b"junk" * 999)
    assert "is not a backup" in (await admin(place, "restore", str(place / "junk"), "--database", database)).stderr
    assert (
        "There is no database" in (await admin(place, "backup", str(place / "x"), "--database", str(place / "none.db"))).stderr
    )


async def test_what_is_no_database_of_ours_is_kept(place: Path) -> None:
    """A restore overwrites neither another program's database nor a file that can't be read, unless --replace is given."""
    copy, other, junk = (place / name for name in ("copy.db", "other.db", "junk"))
    async with running(place):
        await told(place, "backup", str(copy), "--database", str(place / "tables.db"))
    with closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE bookmarks (page)")
    junk.write_bytes(b"junk" * 999)
    for file in (other, junk):
        before = file.read_bytes()
        assert NOT_EMPTY in (await admin(place, "restore", str(copy), "--database", str(file))).stderr
        assert file.read_bytes() == before
    assert (await told(place, "restore", str(copy), "--replace", "--database", str(other)))["tables"] == 0


async def test_a_served_database_is_not_restored(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a server has the database, a restore changes nothing and says what to do."""
    monkeypatch.setattr("lastcard.server.storage.lock.PATIENCE", 0)
    async with running(place) as live:
        await live.create()
        await told(place, "backup", str(place / "copy.db"), "--database", str(place / "tables.db"))
        refused = await admin(place, "restore", str(place / "copy.db"), "--database", str(place / "tables.db"))
        assert "stop it first" in refused.stderr
        assert len((await told(place, "tables"))["tables"]) == 1


async def test_orders_are_stored(store: Store, url: str) -> None:
    """Orders are kept in either database, once each, and can be lifted."""
    orders = Orders(url)
    try:
        await orders.give(Order("address", "203.0.113.7/32", "one", 1.0))
        await orders.give(Order("address", "203.0.113.7/32", "two", 2.0))
        assert await orders.all() == [Order("address", "203.0.113.7/32", "two", 2.0)]
        assert [await orders.lift("address", "203.0.113.7/32") for _ in range(2)] == [True, False]
        assert await orders.tables(None, 9) == []
        assert not await orders.delete("none")
    finally:
        await orders.close()


def test_bans_know_networks() -> None:
    """A ban of a network holds for its addresses, also as limits count them: by the half of an IPv6 address, or without one."""
    bans = Bans()
    bans.learn(
        [
            Order("address", read_network(text), "", 0.0)
            for text in ("203.0.113.9", "198.51.100.0/24", "2001:db8::7", "::ffff:192.0.2.1")
        ]
    )
    asked = ["203.0.113.9", "203.0.113.8", "198.51.100.7", "2001:db8::/64", "2001:db8:1::/64", "192.0.2.1", "", "nonsense"]
    assert [bans.has_address(address) for address in asked] == [True, False, True, True, False, True, False, False]
