"""A whole session in the logs, at the most talkative level: none of its secrets is there."""

from __future__ import annotations

import json
import signal
import sqlite3
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.sync.client import ClientConnection, connect

from lastcard.server.cluster.nats_server import NatsServer
from lastcard.server.table.table import hashed
from live_server import FAST, PATIENCE
from postgres import Postgres
from serve_command import process

ADMIN, RELAY = "the-admin-of-this-session", "the-secret-of-the-relay"
SAID, PASSWORD = "between ourselves", "the-password-of-the-database"


class Session:
    """Somebody with a seat, on a WebSocket."""

    def __init__(self, socket: ClientConnection, **hello: str) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}
        self.n = 0
        self.socket.send(json.dumps(hello))
        self.take()

    def take(self) -> dict[str, Any]:
        """Receive a frame."""
        frame: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
        self.state |= frame.get("set", {})
        self.n = frame.get("n", self.n)
        return frame

    def do(self, what: str, **more: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        cid = f"{what}-{self.n}"
        self.socket.send(json.dumps({"do": what, "id": cid, **more}))
        while (frame := self.take()).get("id") != cid:
            pass
        return frame


def test_logs_of_several_processes_have_no_secrets(tmp_path: Path, postgres: Postgres, nats: NatsServer) -> None:
    """A table at two doors, a lost bus and an owner that ends leave none of their secrets in the logs."""
    database = postgres.database().replace("lastcard@", f"lastcard:{PASSWORD}@")
    flags = ["--log-level", "debug", "--database", database, "--bus", nats.address]
    with process(tmp_path, *flags) as (owner, here), process(tmp_path, *flags) as (door, there):
        with ExitStack() as stack:
            made = httpx.post(f"{here}/api/tables", json={"edition": "classic", "name": "Ann", "seats": 2}).json()
            places = [f"{address.replace('http', 'ws')}/ws/{made['table']}" for address in (here, there)]
            ann = Session(stack.enter_context(connect(places[0], compression=None)), token=made["token"])
            joined = httpx.post(f"{there}/api/join", json={"code": made["invite"], "name": "Ben"}).json()
            ben = Session(stack.enter_context(connect(places[1], compression=None)), token=joined["token"])
            ben.do("chat", text=SAID)
            nats.stop()
            try:
                while httpx.get(f"{there}/healthz").status_code == 200:
                    ann.do("ping")
            finally:
                nats.start()
            ben.do("chat", text=SAID)
            owner.send_signal(signal.SIGTERM)
            logged = "".join(owner.communicate(timeout=PATIENCE))
            ben.do("chat", text=SAID)
        door.send_signal(signal.SIGTERM)
        logged += "".join(door.communicate(timeout=PATIENCE))
    token = urlsplit(nats.address).username
    assert token
    keys = [made["token"], joined["token"], made["invite"], made["watch"]]
    secrets = [*keys, *map(hashed, keys), token, PASSWORD, SAID]
    assert "the bus is gone" in logged
    assert "table made" in logged
    assert [secret for secret in secrets if secret.lower() in logged.lower()] == []


def test_logs_have_no_secrets(tmp_path: Path) -> None:
    """Tables, codes, moves, chat, calls, wrong guesses, broken messages and what admins do leave no secret in the logs."""
    flags = ["--log-level", "debug", "--admin-token", ADMIN, "--ice-server", "turn:127.0.0.1", "--turn-secret", RELAY]
    with (
        process(tmp_path, *flags) as (server, address),
        httpx.Client(base_url=address, timeout=PATIENCE) as http,
        ExitStack() as stack,
    ):
        settings = {**FAST, "media": "video"}
        made = http.post("/api/tables", json={"edition": "classic", "name": "Ann", "seats": 2, "settings": settings}).json()
        joined = http.post("/api/join", json={"code": made["invite"], "name": "Ben"}).json()
        table, keys = made["table"], [made["token"], joined["token"]]
        place = f"{address.replace('http', 'ws')}/ws/{table}"
        sockets = [stack.enter_context(connect(place, compression=None)) for _ in range(3)]
        ann, ben = (Session(socket, token=key) for socket, key in zip(sockets, keys, strict=False))
        Session(sockets[2], watch=made["watch"])
        for player in (ann, ben):
            player.do("ready", digest=player.state["digest"])
        ann.do("start")
        ann.do("chat", text=SAID)
        ann.do("call")
        ann.do("move", move="nonsense", n=0)
        ann.socket.send("\0 broken {")
        while 0 not in ann.state.get("to_move", []) and 1 not in ann.state.get("to_move", []):
            ann.take()
        for player, seat in ((ann, 0), (ben, 1)):
            while player.state.get("stage") != "playing":
                player.take()
            if seat in player.state["to_move"]:
                player.do("move", move=player.state["moves"][0], n=player.n)
        for code in ("WRONG-CODE-1", keys[0], ""):
            http.post("/api/join", json={"code": code, "name": "Eve"})
        http.post("/api/tables", content=json.dumps({"token": keys[0], "nonsense": made["invite"]}))
        http.get(f"/api/tables/{table}/record", headers={"Authorization": f"Bearer {made['watch']}"})
        http.get("/healthz", headers={"Host": f"{made['invite']}.example"})
        admin = {"Authorization": f"Bearer {ADMIN}"}
        assert http.get(f"/admin/tables/{table}/log?hands=yes", headers=admin).status_code == 200
        assert http.post("/admin/bans", json={"table": table, "seat": 1}, headers=admin).status_code == 201
        assert http.post("/admin/announcement", json={"text": SAID}, headers=admin).status_code == 200
        http.get("/admin/tables", headers={"Authorization": f"Bearer {keys[1]}"})
        for socket in sockets:
            socket.close()
        server.send_signal(signal.SIGTERM)
        logged = "".join(server.communicate(timeout=PATIENCE))
    with sqlite3.connect(tmp_path / "t.db") as database:
        (first,) = database.execute("SELECT entry FROM entries WHERE number = 1").fetchone()
    database.close()
    secrets = [*keys, made["invite"], made["watch"], json.loads(first)["secret"], ADMIN, RELAY, SAID]
    secrets += [hashed(secret) for secret in (*keys, made["invite"], made["watch"])]
    assert "An admin looks at hands." in logged
    assert "table made" in logged
    assert [secret for secret in secrets if secret.lower() in logged.lower()] == []
