"""A seat at a server's table from the terminal: lobby, moves, chat and reconnecting."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.asyncio.server import ServerConnection, serve

from killable_servers import COMMAND
from lastcard.server.http.serve import Web
from lastcard.tui.app import TableApp
from lastcard.tui.remote import LARGEST_FRAME, CannotJoin, Link, RemoteSeat, read_link, sit_down
from live_server import Live, Player, serving

pytestmark = pytest.mark.anyio
PATIENCE = 60


async def until(seat: RemoteSeat, wanted: Callable[[], Any]) -> None:
    """Wait until a condition holds at this seat."""
    async with asyncio.timeout(PATIENCE):
        while not wanted():
            await seat.changed(seat.version)


@asynccontextmanager
async def joined(live: Live, made: dict[str, Any], name: str = "Tess", word: str = "join") -> AsyncIterator[RemoteSeat]:
    """A player or watcher who joined this table from a terminal."""
    code = made["invite" if word == "join" else "watch"]
    seat = await sit_down(read_link(f"http://{live.host}/#{word}={code}"), name)
    try:
        yield seat
    finally:
        await seat.close()


@asynccontextmanager
async def dealt(live: Live, **more: Any) -> AsyncIterator[tuple[Player, RemoteSeat]]:
    """A table in play: the host has a test client, the other player a terminal."""
    made = await live.create(**more)
    async with live.player(made["table"], made["token"]) as ann, joined(live, made) as seat:
        await seat.command("ready")
        await ann.ready()
        await ann.do("start")
        await until(seat, lambda: seat.stage == "playing")
        yield ann, seat


def test_links_are_read() -> None:
    """Invite and watch links give the server and the code, and anything else is refused with an example."""
    assert read_link("http://localhost:8000/#join=K7M2-9QXD-4TRB") == Link("http://localhost:8000", "K7M2-9QXD-4TRB", False)
    assert read_link("https://cards.example/club/#watch=K7M2") == Link("https://cards.example/club", "K7M2", True)
    for wrong in ("http://localhost:8000/", "ftp://x/#join=A", "K7M2-9QXD-4TRB", "http://x/#play=A"):
        with pytest.raises(CannotJoin, match="that is not an invite link; one looks like"):
            read_link(wrong)


async def test_the_lobby_in_words(tmp_path: Path) -> None:
    """The lobby says in words who sits where, who is ready and what the options are."""
    async with serving(tmp_path) as live:
        made = await live.create("dark-side", seats=3, bots=1)
        async with joined(live, made) as seat:
            lines = "\n".join(seat.lobby_lines())
            assert "Ann (host, not ready yet)." in lines
            assert "(bot, easy)." in lines
            assert "Tess (you, not ready yet)." in lines
            assert "Points that end the game: one round decides." in lines
            assert [choice.text for choice in seat.actions()] == ["Get ready: you agree to these options"]
            assert await seat.command("ready") is None
            await until(seat, lambda: "Tess (you, ready)." in seat.lobby_lines())


async def test_moves_refusals_and_reasons(tmp_path: Path) -> None:
    """A move that is not allowed is refused with the server's sentence and its rule."""
    async with serving(tmp_path) as live, dealt(live, options={"dealer": 0}) as (ann, seat):
        assert seat.is_asked
        assert seat.view is not None
        reason = await seat.why_not("pass")
        assert reason is not None
        assert reason.rule == "turn-drawn-only"
        refused = await seat.do("pass")
        assert refused is not None
        assert refused.sentence == reason.sentence
        assert await seat.do("draw") is None
        assert await seat.do("pass") is None
        await ann.state_is(lambda state: state["to_move"] == [0])
        assert seat.view.hand == tuple(seat.state["hand"])
        assert [event.what for event in seat.events(0)][-2:] == ["drew", "passed"]


async def test_a_round_to_its_end(tmp_path: Path) -> None:
    """After a game you can save its record and play again at a new table."""
    async with serving(tmp_path) as live, dealt(live, seats=3, bots=1, edition="dark-side") as (ann, seat):
        turns = 0
        while seat.stage == "playing":
            await step(ann, seat)
            turns += 1
            assert turns < 2000
        assert seat.view is not None
        assert seat.view.over
        record = await seat.record()
        assert record is not None
        assert record["names"][2] == "Tess"
        table = seat.table
        assert await seat.command("rematch") is None
        assert seat.table != table
        assert seat.stage == "lobby"


async def test_a_table_taken_back_is_shown_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the server's log gets shorter, the terminal shows the earlier table without the lost events."""
    monkeypatch.setattr("lastcard.server.live.housekeeping.COMPARED_EVERY", 1)
    async with serving(tmp_path) as live, dealt(live, options={"dealer": 0}) as (_, seat):
        number, count, state = seat._n, seat.event_count, dict(seat.state)
        for move in ("draw", "pass"):
            assert await seat.do(move) is None
        with live.hub.store._writer._engine.begin() as connection:
            connection.exec_driver_sql(f"DELETE FROM entries WHERE number > {number}")
        await until(seat, lambda: seat._n == number)
        assert (seat.event_count, len(seat.events(0)), seat.state) == (count, count, state)


async def step(ann: Player, seat: RemoteSeat) -> None:
    """Let the player to move make their first move, or else wait for news."""
    while ann.n < seat._n:
        await ann.frame()
    if seat.is_asked and seat.offers:
        await seat.do(str(seat.moves[0]))
    elif ann.state["stage"] == "playing" and 0 in ann.state["to_move"]:
        await ann.move(ann.state["moves"][0])
    elif seat.stage == "playing":
        await asyncio.wait_for(seat.changed(seat.version), PATIENCE)


async def test_chat_goes_both_ways(tmp_path: Path) -> None:
    """A chat line shows the speaker's name, and a throw shows at whom. Whoever is thrown at can throw back."""
    async with serving(tmp_path) as live, dealt(live) as (ann, seat):
        assert await seat.command("chat", text="hello from a terminal") is None
        await ann.until(lambda frame: "said" in frame)
        assert ann.said[-1]["text"] == "hello from a terminal"
        await ann.do("chat", text="and from a browser")
        await until(seat, lambda: "Ann: and from a browser" in seat.lines)
        await ann.do("emote", emote="flower", at=seat.number)
        await until(seat, lambda: "Ann: (flower for you)" in seat.lines)
        thrown = seat.table_commands("throw", "confetti ann")
        assert thrown == {"do": "emote", "emote": "confetti", "at": ann.state["you"]}


async def test_an_announcement_is_a_line(tmp_path: Path) -> None:
    """What the people who run the server announce appears among the lines of chat."""
    token = "the-admin-of-this-server"
    async with serving(tmp_path, admin_token=token) as live, dealt(live) as (_, seat):
        assert (await live.post("/admin/announcement", {"text": "We restart at nine."}, token)).status_code == 200
        await until(seat, lambda: "From the people who run this server: We restart at nine." in seat.lines)


async def test_a_watcher_sees_no_hand(tmp_path: Path) -> None:
    """A watcher sees no hand and has no moves."""
    async with serving(tmp_path) as live:
        made = await live.create(seats=2, bots=1)
        async with live.player(made["table"], made["token"]) as ann, joined(live, made, word="watch") as seat:
            await ann.ready()
            await ann.do("start")
            await until(seat, lambda: seat.view is not None)
            assert seat.view is not None
            assert (seat.number, seat.view.hand, seat.choices()) == (None, (), [])


async def test_a_restart_comes_back_to_the_seat(tmp_path: Path) -> None:
    """The same link and name lead back to the same seat, even once the game has started."""
    async with serving(tmp_path) as live:
        made = await live.create(seats=2)
        async with live.player(made["table"], made["token"]) as ann:
            async with joined(live, made) as seat:
                await seat.command("ready")
                await ann.ready()
                await ann.do("start")
                await until(seat, lambda: seat.view is not None)
                hand = seat.state["hand"]
            async with joined(live, made) as again:
                assert (again.number, again.state["hand"]) == (1, hand)
                await until(again, lambda: not again._away(1))


async def test_what_was_not_acknowledged_is_sent_again(tmp_path: Path) -> None:
    """A command from before a lost connection is sent again with the same id and done once."""
    async with serving(tmp_path, lost_after=PATIENCE) as live, dealt(live, options={"dealer": 0}) as (_, seat):
        assert seat._socket is not None
        await seat._socket.close()
        assert await seat.do("draw") is None
        drawn = [event for event in seat.events(0) if event.what == "drew" and event.seat == 1]
        assert len(drawn) == 1
        assert "Reconnected." in seat.lines


async def test_a_server_that_sends_too_much_is_abandoned() -> None:
    """The seat refuses a frame larger than any table's and does not reconnect."""

    async def flood(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send("x" * (LARGEST_FRAME + 1))

    async with serve(flood, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        with pytest.raises(CannotJoin, match="the server sent more than 32 MiB at once"):
            await RemoteSeat(f"http://127.0.0.1:{port}", "0" * 16, {"token": "t"}).connect()


async def test_a_refused_hello_is_a_sentence(tmp_path: Path) -> None:
    """A table that no longer exists is reported in one sentence, to later commands too."""
    async with serving(tmp_path) as live:
        seat = RemoteSeat(f"http://{live.host}", "0" * 16, {"token": "t" * 22})
        with pytest.raises(CannotJoin, match="this table no longer exists"):
            await seat.connect()
        refusal = await seat.do("draw")
    assert refusal is not None
    assert "this table no longer exists" in refusal.sentence


async def test_a_wrong_code_is_a_sentence(tmp_path: Path) -> None:
    """A wrong code and an unreachable server are reported in one sentence each."""
    async with serving(tmp_path) as live:
        with pytest.raises(CannotJoin, match="code"):
            await sit_down(read_link(f"http://{live.host}/#join=AAAA-BBBB-CCCC"), "Tess")
    with pytest.raises(CannotJoin, match="cannot reach the server: "):
        await sit_down(read_link("http://127.0.0.1:9/#join=AAAA-BBBB-CCCC"), "Tess")


async def test_the_screen_of_a_server_table(tmp_path: Path) -> None:
    """The full screen shows a server's table too: the lobby, a numbered start, and then the hand."""
    async with serving(tmp_path) as live:
        made = await live.create(seats=2, options={"dealer": 0})
        async with live.player(made["table"], made["token"]) as ann, joined(live, made) as seat:
            app = TableApp(seat)
            async with app.run_test(size=(80, 24)) as pilot:
                await pilot.pause()
                assert "Tess (you, not ready yet)." in shown(app)
                await pilot.press("1")
                await ann.ready()
                await ann.do("start")
                await until(seat, lambda: seat.stage == "playing")
                await pilot.pause()
                assert "Your turn: " in shown(app)
                await pilot.press("t", *"hello", "enter")
                await ann.until(lambda frame: "said" in frame)
                assert ann.said[-1]["text"] == "hello"


def shown(app: TableApp) -> str:
    """The text on the screen, with single spaces."""
    strips = app.screen._compositor.render_strips()
    return " ".join(" ".join("".join(part.text for part in strip) for strip in strips).split())


class Server:
    """``lastcard serve`` in its own process, on a port that a restart can use again."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        command = [*COMMAND[:-1], str(port), "--database", str(folder / "t.db")]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout
        self.port = int(self.process.stdout.readline().split()[3].rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        """Kill the server without warning."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


async def test_the_server_restarts(tmp_path: Path) -> None:
    """After a server is killed and restarted, both players come back to the same game and play on."""
    server = await asyncio.to_thread(Server, tmp_path)
    live = Live(cast("Web", None), server.port)
    try:
        made = await live.create(seats=2, options={"dealer": 0})
        async with joined(live, made) as seat:
            async with live.player(made["table"], made["token"]) as ann:
                await seat.command("ready")
                await ann.ready()
                await ann.do("start")
                await until(seat, lambda: seat.stage == "playing")
                hand = seat.state["hand"]
                server.kill()
            await until(seat, lambda: seat.status)
            move = asyncio.create_task(seat.do("draw"))
            server = await asyncio.to_thread(Server, tmp_path, server.port)
            assert await asyncio.wait_for(move, PATIENCE) is None
            assert seat.state["hand"][:-1] == hand
            async with live.player(made["table"], made["token"]) as ann:
                assert await seat.do("pass") is None
                await ann.state_is(lambda state: state["to_move"] == [0])
    finally:
        await live.http.aclose()
        server.kill()


async def test_a_process_joins_by_a_pipe(tmp_path: Path) -> None:
    """Through a pipe, ``lastcard join`` prints the lobby line by line, chats, and ends with the input."""
    async with serving(tmp_path) as live:
        made = await live.create(seats=2)
        link = f"http://{live.host}/#join={made['invite']}"
        command = [sys.executable, "-c", "from lastcard.cli import main; main()", "join", link, "--name", "Tess"]
        async with live.player(made["table"], made["token"]) as ann:
            running = asyncio.to_thread(
                subprocess.run,
                command,
                input="ready\nsay hello\n",
                capture_output=True,
                text=True,
                check=False,
                timeout=PATIENCE,
            )
            result = await running
            await ann.until(lambda frame: "said" in frame)
        assert (result.returncode, result.stderr) == (0, "")
        assert "Tess (you, ready)." in result.stdout
        assert result.stdout.rstrip().endswith("Run the same command to come back to your seat.")
