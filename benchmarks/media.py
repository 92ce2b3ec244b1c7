"""What calls cost: browsers with made-up devices hear and see each other over the loopback, on this machine alone.

For 2, 4, 6 and 10 players at a table with voice and video, it prints how many pairs were connected and when, what each browser
received, and the CPU time of the browsers and of the server. All browsers run on one machine, which then is the limit:
``python benchmarks/media.py --players 2,4`` tries fewer.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import chromium
from browser.house import House
from browser.media import FLAGS, join, tables
from browser.people import People

EDITION = "classic"
CAMERA = "--use-fake-device-for-media-stream=fps=20"  # tests use a slower one; a page asks for 15 frames a second
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hal", "Ida", "Jo")
PATIENCE = 30.0  # seconds for everybody to be connected
MEASURED = 5.0  # seconds of talking
AMOUNTS = """async () => {
  const found = { connected: 0, audio: 0, video: 0, frames: 0, trip: 0 };
  for (const pair of window.pairs) {
    if (pair.connectionState !== "connected") continue;
    found.connected++;
    for (const each of (await pair.getStats()).values()) {
      if (each.type === "inbound-rtp") found[each.kind] += each.bytesReceived;
      if (each.type === "inbound-rtp" && each.kind === "video") found.frames += each.framesDecoded;
      if (each.type === "candidate-pair" && each.nominated) found.trip = Math.max(found.trip, each.currentRoundTripTime || 0);
    }
  }
  return found;
}"""


def browsers_seconds() -> float:
    """The CPU seconds of this process's children and their children so far, from /proc."""
    parents, used = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        pid = int(stat.parent.name)
        parents[pid], used[pid] = int(fields[1]), (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def is_ours(pid: int) -> bool:
        while pid in parents:
            if parents[pid] == os.getpid():
                return True
            pid = parents[pid]
        return False

    return sum(seconds for pid, seconds in used.items() if is_ours(pid))


def measure(players: int) -> dict[str, Any]:
    """Let this many people join the call of a table, and look at what they get."""
    patched = pytest.MonkeyPatch()
    with tempfile.TemporaryDirectory() as folder, chromium.opened(*FLAGS, CAMERA) as browser:
        house = House(Path(folder), patched)
        people = People(browser, house)
        try:
            pages = tables(house, people, EDITION, NAMES[:players], settings={"media": "video"})
            began = time.monotonic()
            for page in pages:
                join(page, camera=True)
            wanted = players * (players - 1)
            while True:
                first = [page.evaluate(AMOUNTS) for page in pages]
                took = time.monotonic() - began
                if sum(each["connected"] for each in first) == wanted or took > PATIENCE + players:
                    break
                pages[0].wait_for_timeout(200)
            cpu, server, start = browsers_seconds(), time.process_time(), time.monotonic()
            first = [page.evaluate(AMOUNTS) for page in pages]
            pages[0].wait_for_timeout(MEASURED * 1000)
            last = [page.evaluate(AMOUNTS) for page in pages]
            seconds = time.monotonic() - start
            gained = {
                name: sum(max(after[name] - before[name], 0) for before, after in zip(first, last, strict=True))
                / seconds
                / players
                for name in ("audio", "video", "frames")
            }
            return {
                "players": players,
                "pairs": f"{sum(each['connected'] for each in last)} of {wanted}",
                "after": took,
                "cpu": (browsers_seconds() - cpu) / seconds,
                "server": (time.process_time() - server) / seconds,
                "trip": max(each["trip"] for each in last) * 1000,
                **gained,
            }
        finally:
            people.close()
            house.stop()
            patched.undo()


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", default="2,4,6,10", help="how many players, separated by commas")
    given = parser.parse_args()
    print("| players | pairs connected | after | voice received | video received | frames | round trip | browsers | server |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for players in map(int, given.players.split(",")):
        found = measure(players)
        print(
            f"| {players} | {found['pairs']} | {found['after']:.1f} s | {found['audio'] / 1000:.1f} kB/s "
            f"| {found['video'] / 1000:.1f} kB/s | {found['frames']:.0f} a second | {found['trip']:.0f} ms "
            f"| {found['cpu']:.2f} cores | {found['server']:.3f} cores |",
            flush=True,
        )
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"\nLoad averages of the machine at the end: {load}.")
    print(
        f"\nFor each player, over {MEASURED:.0f} s, on {os.cpu_count()} cores. With six or more, only a performer sends video. "
        "Where connections broke meanwhile, what they had received is not counted."
    )


if __name__ == "__main__":
    main()
