"""How long an easy bot takes to move while other tables are full of hard ones.

    .venv/bin/python benchmarks/bot_latency.py [--tables N] [--bots N] [--warm SECONDS] [--seconds SECONDS]

On a fresh server, a person plays against an easy bot, first alone and then while N tables of one person and nine hard bots
play. A wait is what the client sees, from the frame that gives the bot the turn to the frame of its move. It includes the
bot's own pace of 0.7 to 1.6 s, so what counts is how much longer it gets. The rules are compiled during the warm-up.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from statistics import fmean
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

BAR = 0.15  # seconds by which the mean wait may grow, about one running choice
ENDLESS = {"target": 100_000}


class Table:
    """A person among bots, who only draws and passes."""

    def __init__(self, host: str, bots: list[str], *, paced: bool) -> None:
        self.host = host
        self.bots = bots
        self.paced = paced
        self.waits: list[float] = []
        self.moves = 0

    async def play(self, http: httpx.AsyncClient) -> None:
        """Play until canceled."""
        settings = {"pace": "human" if self.paced else "fast", "clock": 0, "grace": 0}
        body = {"edition": "classic", "name": "Ann", "seats": len(self.bots) + 1, "bots": self.bots, "settings": settings}
        made = (await http.post("/api/tables", json={**body, "options": ENDLESS})).raise_for_status().json()
        with suppress(ConnectionClosed):
            async with connect(f"ws://{self.host}/ws/{made['table']}", max_size=None) as socket:
                await socket.send(json.dumps({"token": made["token"]}))
                await self._follow(socket)

    async def _follow(self, socket: Any) -> None:
        state: dict[str, Any] = {}
        asked = 0.0
        async for text in socket:
            frame = json.loads(text)
            now = time.perf_counter()
            if asked and frame.get("events"):
                self.waits.append(now - asked)
            state |= frame.get("set", {})
            if "set" not in frame:
                continue
            self.moves += 1
            answer = _answer(state, frame.get("n", 0))
            asked = now if answer is None and state["stage"] == "playing" and 0 not in state["to_move"] else 0.0
            if answer is not None:
                await socket.send(json.dumps(answer))


def _answer(state: dict[str, Any], n: int) -> dict[str, Any] | None:
    """The person's next command; None to wait for others."""
    if state["stage"] in ("lobby", "between"):
        if not state["seats"][0].get("ready"):
            return {"do": "ready", "id": f"r{n}", "digest": state["digest"]}
        return {"do": "start", "id": f"s{n}"} if state["stage"] == "lobby" else None
    if state["stage"] == "playing" and 0 in state["to_move"] and state["moves"]:
        moves = state["moves"]
        move = next((each for each in ("pass", "draw") if each in moves), moves[0])
        return {"do": "move", "id": f"m{n}", "move": move, "n": n}
    return None


async def measured(host: str, given: argparse.Namespace) -> tuple[list[float], list[float], float]:
    """The waits alone and among others, and how many moves per second the others make."""
    async with httpx.AsyncClient(base_url=f"http://{host}", timeout=60) as http:
        easy = Table(host, ["easy"], paced=True)
        others = [Table(host, ["hard"] * given.bots, paced=False) for _ in range(given.tables)]
        tasks = [asyncio.create_task(easy.play(http))]
        await asyncio.sleep(given.seconds)
        alone, easy.waits = easy.waits, []
        tasks += [asyncio.create_task(table.play(http)) for table in others]
        await asyncio.sleep(given.warm)
        easy.waits, before = [], sum(table.moves for table in others)
        await asyncio.sleep(given.seconds)
        rate = (sum(table.moves for table in others) - before) / given.seconds
        for task in tasks:
            if task.done():
                task.result()
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return alone, easy.waits, rate


def main() -> None:
    """Print a table. Returns nonzero if the bot waits too long for others."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--bots", type=int, default=9, help="at each of these tables")
    parser.add_argument("--warm", type=float, default=30.0)
    parser.add_argument("--seconds", type=float, default=30.0, help="for each of the two measurements")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lastcard-") as folder:
        command = [str(Path(sys.executable).with_name("lastcard")), "serve", "--host", "127.0.0.1", "--port", "0", "--no-qr"]
        limits = [part for limit in ("tables_per_hour=1000", "connections=1000") for part in ("--limit", limit)]
        command += ["--database", str(Path(folder) / "tables.db"), *limits]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            host = server.stdout.readline().split("http://")[1].split("/")[0]
            alone, among, rate = asyncio.run(measured(host, given))
        finally:
            server.terminate()
            server.wait()
    print("| an easy bot's move | count | mean s | p95 s | longest s |\n| --- | --- | --- | --- | --- |")
    busy = f"beside {given.tables} tables of {given.bots} hard bots ({rate:.0f} frames a second)"
    for name, waits in (("alone", alone), (busy, among)):
        late = sorted(waits)[int(len(waits) * 0.95)]
        print(f"| {name} | {len(waits)} | {fmean(waits):.2f} | {late:.2f} | {max(waits):.2f} |")
    slower = fmean(among) - fmean(alone)
    print(f"\nbar: at most {BAR} s longer on average; measured: {slower:+.3f} s, {'met' if slower <= BAR else 'MISSED'}")
    sys.exit(slower > BAR)


if __name__ == "__main__":
    main()
