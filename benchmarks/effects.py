"""How fast "What does it change?" answers. Run it with python benchmarks/effects.py.

A first answer comes from interpreted rounds, within 1 s and with the length of a round within 3%. Once the rules are compiled,
an exact one comes within 3 s, with the length within 0.5%. Both are measured at 2, 4 and 10 players, with the leaflet's rounds
and the table's on a core each, as the server does it. Then a server plays at some tables, by turns with and without someone who
asks one question after another: the p99 of moves must stay the same. The exit code is 1 if a bar is missed.
"""

from __future__ import annotations

import json
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from itertools import count
from statistics import median

from lastcard.lab.effects import EXACT, FIRST, Aim, Question, measure, question
from server import p99, serving

EDITION, OPTIONS = "classic", {"stacking": "any", "deflect": "reverse", "last_card": "number", "uno_penalty": 4}
BARS = ((FIRST, 1.0), (EXACT, 3.0))
PLAYERS = (2, 4, 10)
TABLES, THINK = 4, 0.05  # how many tables play while questions are asked, and the seconds that their players think
TURNS, SECONDS = 5, 4.0  # how often both are measured, and for how long each
SAME = 1.25  # p99 with questions over p99 without them, as a median: what noise explains


def timed(options: str, players: int, aim: Aim) -> tuple[float, float, float, int]:
    """Measure one table from scratch: wall and CPU seconds, the margin relative to the mean, and rounds."""
    measure.cache_clear()
    began, worked = time.perf_counter(), time.process_time()
    sums = measure(EDITION, players, options, aim).steady
    mean, margin = sums.estimate("turns")
    return time.perf_counter() - began, time.process_time() - worked, margin / mean, sums.rounds


def warm(options: str, aim: Aim) -> None:
    """Load and compile what every answer needs."""
    measure(EDITION, 2, options, aim._replace(margin=9, skill_rounds=2, step=2))


@contextmanager
def asking(port: int, numbers: Iterator[int]) -> Iterator[None]:
    """Ask a server one new question after another."""
    done = threading.Event()

    def ask() -> None:
        while not done.is_set():
            n = next(numbers)
            rules = {"hand_size": 3 + n % 4, "uno_penalty": 3 + n // 4 % 8, "hand_limit": 10 + n // 32 % 30}
            body = json.dumps({"edition": EDITION, "players": 10, "options": rules, "refined": False}).encode()
            there = urllib.request.Request(f"http://127.0.0.1:{port}/api/effects", body, {"Content-Type": "application/json"})
            with suppress(urllib.error.HTTPError), urllib.request.urlopen(there, timeout=60) as answer:
                answer.read()  # on a busy machine, the answer may be to come back later

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def beside() -> bool:
    """Print the p99 of moves with and without questions, measured by turns, and return whether it stays the same."""
    found = []
    numbers = count()
    with serving(TABLES, think=THINK) as (server, players, _):
        players.ask("play")
        with asking(server.port, numbers):  # starts the workers
            players.ask("measure", seconds=SECONDS)
        for _ in range(TURNS):
            alone = p99(players.ask("measure", seconds=SECONDS))
            with asking(server.port, numbers):
                found.append((alone, p99(players.ask("measure", seconds=SECONDS))))
    ratio = median(busy / alone for alone, busy in found)
    alone, busy = (median(each) for each in zip(*found, strict=True))
    print(
        f"moves at {TABLES} tables: p99 {alone:.1f} ms alone, {busy:.1f} ms beside {next(numbers)} questions "
        f"(x {ratio:.2f}, bar {SAME:g}): {'met' if ratio <= SAME else 'MISSED'}"
    )
    return ratio <= SAME


def main() -> int:
    """Print both bars for every number of players, and what the questions cost everyone else."""
    missed = int(not beside())
    with ProcessPoolExecutor(2) as pool:
        for aim, within in BARS:
            for players in PLAYERS:
                asked: Question = question(EDITION, players, OPTIONS)
                both = (asked.leaflet, asked.table)
                list(pool.map(warm, both * 2, [aim] * 4))
                began = time.perf_counter()
                found = list(pool.map(timed, both, [players] * 2, [aim] * 2))
                took = time.perf_counter() - began
                worked = max(each[1] for each in found)
                margin = max(each[2] for each in found)
                ok = took <= within and margin <= aim.margin
                missed += not ok
                how = "compiled" if aim.compiled else "interpreted"
                print(
                    f"{players:2} players, {how:11}: {took:.2f} s (bar {within:g} s; {worked:.2f} s of one core), "
                    f"length within {100 * margin:.2f} % (bar {100 * aim.margin:g} %), {found[1][3]:,} rounds: "
                    f"{'met' if ok else 'MISSED'}"
                )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
