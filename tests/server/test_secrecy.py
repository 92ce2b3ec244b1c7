"""The deal of a served game is secret until its end: nothing told before then reveals the seed, whatever players add."""

from __future__ import annotations

import hashlib
import hmac
import inspect
import json
import re
import struct
from collections.abc import Iterator
from itertools import product
from typing import Any

import httpx
import pytest

from lastcard import Game
from lastcard.rules import fair
from lastcard.server.table.table import hashed
from live_server import Live, Player
from sha256 import extended, padding
from table_logs import told_state

pytestmark = pytest.mark.anyio
HEX = re.compile(r"[0-9a-fA-F]{16,64}")
PADDING = padding(32).hex()  # what SHA-256 appends to 32 bytes
NOBODY = ("", "")
ADDED = {
    "nothing": NOBODY,
    "by one": ("c0ffee", ""),
    "the same": ("c0ffee", "c0ffee"),
    "padding": (PADDING, ""),
    "padding and more": (PADDING, "c0ffee"),
    "the commitment": ("COMMITMENT", "COMMITMENT"),
}
# Arguments for the functions of fair.py, beyond what is known.
ORDINARY: dict[str, list[Any]] = {
    "scheme": list(fair.SCHEMES),
    "round_number": [0, 1],
    "number": [0, 1],
    "block": [0, 1],
    "cards": [("red-1", "red-2")],
    "top": [2],
    "given": [""],
    "g": [],  # a round, which nobody outside the server has
}


async def test_nobody_deals_from_what_the_lobby_shows(live: Live) -> None:
    """At a plain table without contributions, the commitment that HTTP shows does not give away the hands."""
    made = await live.create(seats=3, bots=2)
    path, key = f"/api/tables/{made['table']}", {"Authorization": f"Bearer {made['token']}"}
    lobby = (await live.http.get(path, headers=key)).json()["set"]
    await live.post(f"{path}/commands", {"do": "ready", "digest": lobby["digest"]}, made["token"])
    await live.post(f"{path}/commands", {"do": "start"}, made["token"])
    mine = (await live.http.get(path, headers=key)).json()["events"]
    dealt = [event["card"] for event in mine if event["what"] == "dealt" and event["seat"] == 0]
    guess = Game("classic", players=3, seed=lobby["commitment"])
    guessed = [event.card for event in guess.events(0) if event.what == "dealt" and event.seat == 0]
    assert len(dealt) == 7
    assert dealt != guessed


# ---- everything that is told, and everything that can be derived from it ----------------------------
class Eavesdropper:
    """All players and spectators together: what any of them is sent, and what they contribute."""

    def __init__(self, live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
        self.known: set[str] = set()
        self.tables: set[str] = {""}
        self.added: list[str] = []
        take_in = Player.frame

        async def frame(player: Player) -> dict[str, Any]:
            told = await take_in(player)
            self.hear(json.dumps(told))
            return told

        async def answered(response: httpx.Response) -> None:
            self.hear((await response.aread()).decode() + str(response.headers))

        monkeypatch.setattr(Player, "frame", frame)
        live.http.event_hooks["response"].append(answered)

    def hear(self, text: str) -> None:
        """Keep a value that something could be derived from."""
        self.known |= {found.lower() for found in HEX.findall(text)}

    def guesses(self) -> set[str]:
        """What is known, everything derived from it, and everything derived from that."""
        told = self.known | set(self.added)
        once = told | set(self._derived(told, told))
        return once | set(self._derived(once, told))

    def _derived(self, known: set[str], told: set[str]) -> Iterator[str]:
        for text in known:
            yield hashed(text)
            if len(text) % 2 == 0:
                yield hashlib.sha256(bytes.fromhex(text)).hexdigest()
        seeds = [text for text in known if fair.is_seed(text)]
        for function in functions():
            for given in product(*(self._choices(name, seeds) for name in inspect.signature(function).parameters)):
                yield from as_seeds(function(*given))
        for seed, text in product(seeds, told):
            for one, other in ((seed, text), (text, seed)):
                yield hmac.new(one.encode(), other.encode(), "sha256").hexdigest()
                if len(text) % 2 == 0:
                    yield hmac.new(bytes.fromhex(one), bytes.fromhex(other), "sha256").hexdigest()
        for seed, rest in product(seeds, self._ends()):
            yield extended(seed, 32, rest)

    def _choices(self, name: str, seeds: list[str]) -> list[Any]:
        """The possible values of a parameter. A new parameter has to be added here by hand."""
        known: dict[str, list[Any]] = {
            "secret": seeds,
            "seed": seeds,
            "key": [bytes.fromhex(seed) for seed in seeds],
            "contributions": [[], [""] * len(self.added), self.added],
            "table": sorted(self.tables),
        }
        return known[name] if name in known else ORDINARY[name]

    def _ends(self) -> list[bytes]:
        return [bytes.fromhex("".join(self.added[first:])) for first in range(len(self.added) + 1)]


def functions() -> list[Any]:
    """Every public function of fair.py."""
    found = [function for name, function in inspect.getmembers(fair, inspect.isfunction) if not name.startswith("_")]
    return [function for function in found if function.__module__ == fair.__name__]


def as_seeds(value: Any) -> Iterator[str]:
    """The result of a function, if it could be a seed."""
    if isinstance(value, tuple) and all(isinstance(word, int) for word in value):
        value = struct.pack(f">{len(value)}I", *value).hex()
    if isinstance(value, str):
        yield value


async def overhear(live: Live, added: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> tuple[Eavesdropper, Game]:
    """A game under way, and observers who have seen everything there is to see."""
    ear = Eavesdropper(live, monkeypatch)
    made = await live.create(settings={"public": True})
    table, keys = made["table"], [made["token"], made["watch"], "nobody"]
    ear.tables.add(table)
    await look_around(live, table, keys)
    keys.append((await live.join(made["invite"]))["token"])
    async with (
        live.player(table, made["token"]) as ann,
        live.player(table, keys[-1]) as ben,
        live.player(table, watch=made["watch"]) as watcher,
    ):
        ear.added = [given.replace("COMMITMENT", ann.state["commitment"]) for given in added]
        for player, given in zip((ann, ben), ear.added, strict=True):
            if given:
                await player.do("contribute", hex=given)
            await player.ready()
        await ann.do("start")
        await play(ann, ben, moves=12)
        await watcher.reaches(max(ann.n, ben.n))
    await look_around(live, table, keys)
    game = live.hub.rooms[table].table.game
    assert game is not None
    assert not game.over
    return ear, game


async def play(*players: Player, moves: int) -> None:
    """Make this many moves, drawing if possible so that nobody wins yet."""
    number = max(player.n for player in players)
    for _ in range(moves):
        for player in players:
            await player.reaches(number)
        mover = next(player for player in players if player.state["you"] in player.state["to_move"])
        listed = mover.state["moves"]
        await mover.do("why", move="play red-0")
        answer = await mover.move(next((move for move in listed if move in ("draw", "pass")), listed[0]))
        assert "refused" not in answer, answer
        number = mover.n


async def look_around(live: Live, table: str, keys: list[str]) -> None:
    """Everything HTTP tells with each of these keys."""
    for path, key in product(("", "/record", "/replay", "/review", "/best-move"), keys):
        await live.http.get(f"/api/tables/{table}{path}", headers={"Authorization": f"Bearer {key}"})
    for path in ("/api/tables", "/api/editions", "/api/openapi.json", "/healthz", "/metrics", "/"):
        await live.http.get(path)
    await live.post("/api/games", {"tokens": keys})


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("added", ADDED.values(), ids=ADDED)
async def test_nothing_told_before_the_end_gives_the_seed(
    live: Live, added: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No derivation in the code base, applied once or twice to all that anyone is sent, yields the seed."""
    ear, game = await overhear(live, added, monkeypatch)
    table = live.hub.rooms[max(ear.tables)].table
    assert told_state(table, None)["commitment"] in ear.known
    assert not {game.seed, table.secret} & ear.guesses()


@pytest.mark.parametrize("added", ["nothing", "padding", "padding and more"])
async def test_the_same_derivations_give_the_seed_of_scheme_1(live: Live, added: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The derivations tried are strong enough to compute a version 1 deal."""
    monkeypatch.setattr("lastcard.server.table.table.SCHEME", 1)
    ear, game = await overhear(live, ADDED[added], monkeypatch)
    assert game.seed in ear.guesses()
