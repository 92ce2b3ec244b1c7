"""``lastcard serve`` as a process: it starts quickly, says where it is, refuses in one sentence, and stops cleanly."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import psutil  # type: ignore[import-untyped]
import pytest
from typer.testing import CliRunner
from websockets.sync.client import connect

from lastcard import cli
from lastcard.server.http.read_settings import Settings
from lastcard.server.http.serve import addresses, listen
from live_server import PATIENCE
from serve_command import COMMAND, process


def refusal(*args: str) -> str:
    """The error message for a command line that cannot work."""
    result = CliRunner().invoke(cli.app, ["serve", *args])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_bots_have_all_cores_but_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots think in as many processes as requested, or else in one fewer than there are cores, but at least one."""
    assert Settings({"workers": "3"}, {}).config().workers == 3
    for cores, workers in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, cores=cores: set(range(cores)), raising=False)
        assert Settings({}, {}).config().workers == workers


def test_a_port_that_is_taken_is_said_in_one_sentence() -> None:
    """A port in use gives exit code 2 and one sentence that says what to do."""
    with listen("127.0.0.1", 0) as taken:
        taken.listen()
        told = refusal("--host", "127.0.0.1", "--port", str(taken.getsockname()[1]))
    assert "is taken" in told
    assert "--port" in told


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--limit", "cakes=7"], "tables_per_hour"),
        (["--limit", "connections=lots"], "NAME=NUMBER"),
        (["--log-level", "loud"], "debug, info, warning, error"),
        (["--trust-proxy", "somewhere"], "does not appear to be"),
        (["--allowed-host", "https://cards.example.org"], "--allowed-host is a name"),
    ],
)
def test_wrong_options_are_refused(args: list[str], words: str) -> None:
    """An invalid option gives one sentence that says what is possible."""
    assert words in refusal(*args)


@pytest.mark.parametrize(("database", "words"), [("mysql://x/y", "must be SQLite"), ("/dev/null/x.db", "cannot be made")])
def test_a_database_that_cannot_be_opened_is_said_in_one_sentence(database: str, words: str) -> None:
    """A database that cannot be opened gives exit code 2 and one sentence."""
    command = [*COMMAND, "--port", "0", "--host", "127.0.0.1", "--database", database]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith("lastcard: ")
    assert done.stderr.count("\n") == 1
    assert words in done.stderr
    assert done.stdout == ""


def test_addresses_are_those_it_listens_at() -> None:
    """A server that listens everywhere is at localhost, and one that listens at one address is only there."""
    assert addresses("0.0.0.0", 8000)[0] == "http://localhost:8000/"
    assert addresses("127.0.0.1", 8000) == ["http://127.0.0.1:8000/"]
    assert addresses("::1", 8000) == ["http://[::1]:8000/"]


def test_it_is_ready_soon_and_serves_the_page(tmp_path: Path) -> None:
    """With little CPU time it says where it is and serves the page, with script and style in separate files."""
    with process(tmp_path) as (server, address):
        page = httpx.get(address, timeout=PATIENCE)
        worked = psutil.Process(server.pid).cpu_times()  # a busy machine delays it without adding CPU time
        assert worked.user + worked.system < 4  # two seconds on an idle machine
        assert page.status_code == 200
        assert "<script>" not in page.text
        assert "style=" not in page.text
        files = re.findall(r'(?:src|href)="(/[^"]+)"', page.text)
        assert {Path(file).suffix for file in files} >= {".js", ".css"}
        assert {httpx.get(f"{address}{file}", timeout=PATIENCE).status_code for file in files} == {200}


def test_the_web_process_imports_no_more_than_it_needs() -> None:
    """Serving a table with bots loads neither numba nor numpy, nor what only several processes need, in any process."""
    program = (
        "import sys; import lastcard.server.http.serve, lastcard.bots.workers as w, lastcard.cli;"
        "from multiprocessing import Pipe; w._begin(0, Pipe()[1]);"
        "print([m for m in ('nats', 'numba', 'numpy', 'psycopg', 'typer') if m in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60).stdout
    assert told.strip() == "['typer']"


LOOP = """
import asyncio, socket, sys
from lastcard.server.http import serve
from lastcard.server.http.read_settings import Settings
async def told(self, sockets):
    print(type(asyncio.get_running_loop()).__module__)
serve.Web.serve_quietly = told
serve.serve(Settings({}, {}).config(), socket.socket(), print)
"""


@pytest.mark.parametrize(
    ("before", "loop"), [("", "uvloop"), ("import sys; sys.modules['uvloop'] = None", "asyncio.unix_events")]
)
def test_uvloop_is_used_where_it_can_be_had(before: str, loop: str) -> None:
    """A server runs on an event loop of uvloop's, or on asyncio's own where uvloop isn't installed."""
    done = subprocess.run([sys.executable, "-c", before + LOOP], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert done.stdout.strip() == loop


def test_a_signal_ends_it_in_good_order(tmp_path: Path) -> None:
    """On SIGTERM clients hear of the restart, logs are JSON without secrets, and the table is there afterward."""
    body = {"edition": "classic", "name": "Ann", "seats": 2, "bots": ["easy"], "settings": {"pace": "fast"}}
    with process(tmp_path, "--log-level", "info") as (server, address):
        made = httpx.post(f"{address}/api/tables", json=body, timeout=PATIENCE).json()
        with connect(f"{address.replace('http', 'ws')}/ws/{made['table']}", open_timeout=PATIENCE) as socket:
            socket.send(json.dumps({"token": made["token"]}))
            first = json.loads(socket.recv())
            server.send_signal(signal.SIGTERM)
            while True:
                try:
                    socket.recv(timeout=PATIENCE)
                except Exception:  # noqa: BLE001
                    break
            assert socket.close_code == 1012
        logged = server.communicate(timeout=PATIENCE)[1]
        assert server.returncode == 0
    assert all(json.loads(line)["level"] for line in logged.splitlines())
    assert made["table"] in logged
    assert not [secret for secret in (made["token"], made["invite"], made["watch"]) if secret in logged]
    with process(tmp_path) as (_, address):
        headers = {"Authorization": f"Bearer {made['token']}"}
        told = httpx.get(f"{address}/api/tables/{made['table']}", headers=headers, timeout=PATIENCE).json()
    assert told["set"] == first["set"]


def test_the_bots_workers_end_with_the_server(tmp_path: Path) -> None:
    """However the server ends, even by kill -9, none of its bot workers are left."""
    body = {"edition": "classic", "name": "Ann", "seats": 2, "bots": ["easy"]}
    with process(tmp_path) as (server, address):
        httpx.post(f"{address}/api/tables", json=body, timeout=PATIENCE)
        workers: list[psutil.Process] = []
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            workers = psutil.Process(server.pid).children(recursive=True)
            if len(workers) >= 2:  # the worker and the resource tracker
                break
            time.sleep(0.01)
        assert workers
        time.sleep(0.5)
        server.kill()
        server.wait()
        _, alive = psutil.wait_procs(workers, timeout=PATIENCE)
    assert not alive
