"""Installs a wheel into a clean venv, away from the sources, and plays a game with it.

python scripts/try_wheel.py dist/*.whl
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

CONSTRAINTS = Path(__file__).parents[1] / "constraints.txt"
HOST = {"edition": "classic", "name": "Ann", "seats": 2, "bots": ["easy"], "settings": {"pace": "fast", "clock": 0, "grace": 0}}
PATIENCE = 60
PAUSE = 0.2  # seconds between two looks at the table; asking more often would exceed the limit for one address


def main(wheel: Path) -> None:
    """Install the wheel, try some commands, and play a game on its server."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        program = install(wheel.resolve(), home)
        told = run(home, program, "--version")
        run(home, program, "editions")
        run(home, program, "play", "classic", "--plain", "--seed", "1", "--fast", given="quit\n")
        scores = serve_a_game(home, program)
    print(f"{wheel.name}: {told.strip()} installs into a clean venv, serves its page and plays a game: {scores}")


def install(wheel: Path, home: Path) -> str:
    """Install the wheel into a clean venv and return the path of its lastcard program."""
    print(f"Installing {wheel.name} into a clean venv ...", flush=True)
    subprocess.run([sys.executable, "-m", "venv", home / "venv"], check=True)
    pip = [str(home / "venv" / "bin" / "python"), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    subprocess.run([*pip, wheel, "-c", CONSTRAINTS], check=True, cwd=home)
    return str(home / "venv" / "bin" / "lastcard")


def environment(home: Path) -> dict[str, str]:
    """An environment with a home folder of its own, so that none of the user's files are touched."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG_"))}
    return {**kept, "HOME": str(home)}


def run(home: Path, program: str, *words: str, given: str = "") -> str:
    """Run a command and return what it prints."""
    done = subprocess.run(
        [program, *words], cwd=home, env=environment(home), input=given, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"lastcard {' '.join(words)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def serve_a_game(home: Path, program: str) -> list[int]:
    """Serve on a free port, load the page, play a game there against a bot, and return the scores."""
    command = [program, "serve", "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(command, cwd=home, env=environment(home), stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            address = next(found[0] for line in server.stdout if (found := re.search(r"http://[\d.]+:\d+", line)))
            page = ask(address, "/").decode()
            script = re.search(r'src="(/assets/[^"]+\.js)"', page)
            if not script or len(ask(address, script[1])) < 1000:
                sys.exit("the web client's page is missing")
            return play(address)
        finally:
            server.terminate()


def play(address: str) -> list[int]:
    """Play a game over plain HTTP, always making the first legal move, and return the scores."""
    made = json.loads(ask(address, "/api/tables", HOST))
    place, token, n = f"/api/tables/{made['table']}", made["token"], 0
    state = json.loads(ask(address, place, token=token))["set"]
    ask(address, f"{place}/commands", {"do": "ready", "digest": state["digest"]}, token)
    ask(address, f"{place}/commands", {"do": "start"}, token)
    while state["stage"] != "over":
        time.sleep(PAUSE)
        frame = json.loads(ask(address, place, token=token))
        state, n = frame["set"], frame["n"]
        if state["stage"] == "playing" and 0 in state["to_move"]:
            moves = sorted(state["moves"], key=lambda move: (not move.startswith("play"), "uno" not in move))
            ask(address, f"{place}/commands", {"do": "move", "move": moves[0], "n": n}, token, refused_is_fine=True)
    return list(state["scores"])


def ask(address: str, path: str, body: Any = None, token: str = "", *, refused_is_fine: bool = False) -> bytes:
    """Send an HTTP request (a POST if there is a body) and return the answer."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(address + path, data, headers), timeout=PATIENCE) as response:
            answer: bytes = response.read()
            return answer
    except urllib.error.HTTPError as error:
        if refused_is_fine and error.code == 409:
            return error.read()
        sys.exit(f"{path} returned {error.code}: {error.read().decode(errors='replace')}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
