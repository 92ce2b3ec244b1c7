"""The names a server answers to: another site's page cannot reach it by a name that points to it (DNS rebinding)."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from lastcard.server.http.hosts import Hosts, read_host
from live_server import PATIENCE, Live, serving

pytestmark = pytest.mark.anyio

BODY = {"edition": "classic", "name": "Ann"}


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "localhost.evil.example", "192.0.2.7", "127.0.0.1@evil", "%"]
)
async def test_a_foreign_host_is_refused(tmp_path: Path, host: str) -> None:
    """Metrics, tables and pages are refused under a foreign name, and the refusal names the flag."""
    async with serving(tmp_path) as live:
        answers = [await live.http.get(path, headers={"Host": host}) for path in ("/metrics", "/", "/api/tables")]
        answers.append(await live.post("/api/tables", BODY, Host=host, Origin=f"http://{host}"))
        for answer in answers:
            told = answer.json()["refused"]
            assert (answer.status_code, told["code"]) == (403, "foreign-host")
            assert "--allowed-host" in told["text"]


def calling(live: Live, host: str, table: str) -> connect:
    """Open a WebSocket to a server under this name."""
    name, port = live.host.split(":")
    return connect(f"ws://{host}/ws/{table}", host=name, port=int(port), compression=None, open_timeout=PATIENCE)


async def test_a_websocket_under_a_foreign_host_is_refused(tmp_path: Path) -> None:
    """A page whose name was pointed here gets no WebSocket, although it is same-origin."""
    async with serving(tmp_path) as live:
        made = await live.create()
        with pytest.raises(InvalidStatus) as refused:
            async with calling(live, "evil.example", made["table"]):
                pass
        assert refused.value.response.status_code == 403
        assert b"foreign-host" in refused.value.response.body


def own_hosts(live: Live) -> list[str]:
    """The names by which this machine calls itself."""
    name = socket.gethostname()
    return [
        live.host,
        "localhost",
        "LOCALHOST:1",
        "localhost.",
        "[::1]:8000",
        "127.9.9.9",
        name,
        f"{name.partition('.')[0]}.local:80",
    ]


async def test_the_machine_is_known_by_its_own_names(tmp_path: Path) -> None:
    """Loopback, the address connected to, and the machine's name, with or without .local, are the server's own."""
    async with serving(tmp_path) as live:
        for host in own_hosts(live):
            assert (await live.post("/api/tables", BODY, Host=host)).status_code == 201, host
            assert (await live.http.get("/metrics", headers={"Host": host})).status_code == 200, host


async def test_named_hosts_and_those_of_origins_are_known(tmp_path: Path) -> None:
    """Hosts named by --allowed-host and --origin are answered, but their subdomains are not."""
    async with serving(tmp_path, allowed_hosts=("cards.example.org",), origins=("https://play.example:444",)) as live:
        for host, status in (
            ("cards.example.org", 201),
            ("Cards.Example.org:8000", 201),
            ("play.example", 201),
            ("x.play.example", 403),
        ):
            assert (await live.post("/api/tables", BODY, Host=host)).status_code == status, host
        made = await live.create()
        async with calling(live, "cards.example.org", made["table"]) as link:
            await link.send(json.dumps({"token": made["token"]}))
            assert json.loads(await link.recv())["n"] == 1


async def test_a_trusted_proxy_answers_for_the_host(tmp_path: Path) -> None:
    """A request from a trusted proxy may name any host, but metrics are never shown under a foreign one."""
    async with serving(tmp_path, trusted_proxies=("127.0.0.1",)) as live:
        assert (await live.post("/api/tables", BODY, Host="cards.example.org")).status_code == 201
        answer = await live.http.get("/metrics", headers={"Host": "cards.example.org"})
        assert (answer.status_code, answer.json()["refused"]["code"]) == (403, "foreign-host")


async def test_a_client_without_a_host_is_no_browser(tmp_path: Path) -> None:
    """A load balancer that speaks HTTP/1.0 and names no host is answered."""
    async with serving(tmp_path) as live:
        name, port = live.host.split(":")
        reader, writer = await asyncio.open_connection(name, int(port))
        writer.write(b"GET /healthz HTTP/1.0\r\n\r\n")
        assert b" 200 " in await reader.readline()
        writer.close()


@pytest.mark.parametrize(
    ("own", "host"), [("192.0.2.7", "192.0.2.7:8000"), ("2001:db8::1", "[2001:DB8:0::1]"), ("::ffff:192.0.2.7", "192.0.2.7")]
)
def test_an_own_address_is_known_however_it_is_written(own: str, host: str) -> None:
    """The address by which a client reached the server is one of its hosts."""
    assert Hosts(()).knows(host, own)
    assert not Hosts(()).knows(host, "192.0.2.8")


@pytest.mark.parametrize(
    "text", ["", "https://cards.example.org", "cards.example.org/x", "a b", "a@b", "cards.example.org:x:y"]
)
def test_what_is_not_a_host_is_refused_at_the_start(text: str) -> None:
    """A host is a name or an address without scheme or path."""
    with pytest.raises(ValueError, match="--allowed-host"):
        read_host(text)


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("Cards.Example.org.", "cards.example.org"),
        ("bücher.example:80", "xn--bcher-kva.example"),
        ("[2001:DB8::1]:80", "2001:db8::1"),
    ],
)
def test_a_host_is_read_as_browsers_send_it(text: str, host: str) -> None:
    """Case, a port, a trailing dot and non-ASCII letters make no difference."""
    assert read_host(text) == host
