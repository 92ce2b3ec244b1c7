"""Calls through a real relay: coturn on the loopback, opened with what the server gives its callers.

Debian's package has it (``apt-get install coturn``). docs/hosting.md sets it up in the same way.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import chromium
from browser.house import House
from browser.media import FLAGS, hears, join, tables
from browser.people import People
from lastcard import editions

SECRET = "a secret that both know"
# The kinds of path that connected pairs use on this side, and what was sent on them.
PATHS = """async () => {
  const kinds = new Set();
  for (const pair of window.pairs) {
    const stats = await pair.getStats();
    for (const each of stats.values())
      if (each.type === "candidate-pair" && each.nominated && each.state === "succeeded")
        kinds.add(stats.get(each.localCandidateId).candidateType);
  }
  return [...kinds];
}"""
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(shutil.which("turnserver") is None, reason="coturn isn't installed: apt-get install coturn"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Open a Chromium with a microphone and a camera that are made up."""
    with chromium.opened(*FLAGS) as browser:
        yield browser


@pytest.fixture
def relay(tmp_path: Path) -> Iterator[str]:
    """Run coturn on the loopback, and return its address. Unlike a relay for the world, it may relay to the loopback."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = tmp_path / "turnserver.conf"
    config.write_text(
        f"""\
listening-ip=127.0.0.1
relay-ip=127.0.0.1
listening-port={port}
fingerprint
use-auth-secret
static-auth-secret={SECRET}
realm=cards.example.org
allow-loopback-peers
no-cli
no-tls
no-dtls
userdb={tmp_path / "turn.db"}
pidfile={tmp_path / "turn.pid"}
log-file={tmp_path / "turn.log"}
simple-log
""",
        encoding="utf-8",
    )
    with subprocess.Popen(["turnserver", "-c", config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as turn:
        try:
            deadline = time.monotonic() + 30
            while not answers(port):
                assert turn.poll() is None, (tmp_path / "turn.log").read_text()
                assert time.monotonic() < deadline
                time.sleep(0.02)
            yield f"127.0.0.1:{port}"
        finally:
            turn.kill()


def answers(port: int) -> bool:
    """Whether something listens at a port."""
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return False
    return True


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, relay: str) -> Iterator[House]:
    """Run a server that knows the relay."""
    house = House(tmp_path, monkeypatch, ice_servers=(f"stun:{relay}", f"turn:{relay}"), turn_secret=SECRET)
    yield house
    house.stop()


def test_two_hear_each_other_through_a_relay(house: House, people: People) -> None:
    """At a table that is open to everyone, two hear each other only through the relay, which takes the server's passwords."""
    pages = tables(house, people, editions.names()[0], ("Ann", "Ben"), settings={"media": "voice", "public": True})
    for page in pages:
        join(page)
    for page in pages:
        hears(page)
        assert page.evaluate("() => window.pairs.map((pair) => pair.getConfiguration().iceTransportPolicy)") == ["relay"]
        assert page.evaluate(PATHS) == ["relay"]
