"""Games and rules for the web client's tests: ``python tests/web_fixtures.py`` writes ``web/src/testing/fixtures``."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

from lastcard import Game, editions
from lastcard.events import SOUNDS
from lastcard.house_rules import STEPS, sentence
from lastcard.record import proof
from lastcard.rules.fair import SCHEMES, mixed_seed
from lastcard.server.wire.emotes import EMOTES
from lastcard.worlds import redeal

FOLDER = Path(__file__).parents[1] / "web" / "src" / "testing" / "fixtures"
EDITION = "dawn-of-justice"
NUMBER = 100  # of a game of two rounds in which all of these happen
TABLE = "11f33cbd237a77f8"
OF_THE_PILE = {"dealer", "cut", "dealt", "flipped", "returned", "drew", "reshuffled"}


def played(number: int) -> Game:
    """Play a whole game of three at random, dealt by fair dice."""
    rng = random.Random(number)
    secret, added = rng.randbytes(32).hex(), [rng.randbytes(8).hex(), "", rng.randbytes(32).hex()]
    game = Game(EDITION, players=3, seed=mixed_seed(secret, added, TABLE), options={"target": 100})
    game.fair = proof(secret, added, TABLE)
    while not game.over:
        if game.round_over:
            game.next_round()
            continue
        seat = rng.choice(game.to_move)
        game.move(seat, str(rng.choice(game.moves(seat))))
    return game


def fair() -> dict[str, Any]:
    """Return two rounds of a fair deal in which a pile is cut, an opening card is returned, and the discards are reshuffled."""
    game = played(NUMBER)
    seen = [event._replace(seen_by=None).to_dict() for event in game.events(0) if event.what in OF_THE_PILE]
    assert {event["what"] for event in seen} == OF_THE_PILE
    assert game.round_number == 1
    return {
        "fair": game.record()["fair"],
        "seed": game.seed,
        "shuffles": [shuffle._asdict() for shuffle in game.shuffles()],
        "events": seen,
        "kinds": [{"text": kind.text, "copies": kind.copies} for kind in editions.get(EDITION).kinds],
    }


def schemes() -> list[dict[str, Any]]:
    """Return seeds and their proofs for every scheme, with and without a table, and with all kinds of contributions."""
    secret = random.Random(NUMBER).randbytes(32).hex()
    lists = (["", ""], ["c0ffee", ""], ["", "c0ffee"], ["ab", "ab"], ["abab", ""], ["ff" * 32, "00", ""])
    return [
        {"fair": proof(secret, added, table, scheme), "seed": mixed_seed(secret, added, table, scheme)}
        for scheme in SCHEMES
        for table in (TABLE, "")
        for added in lists
    ]


def house() -> dict[str, Any]:
    """Return the form of house rules, and rules of every step with their sentences."""
    option = next(option for option in editions.get(EDITION).options if option.form["type"] == "rules")
    rules = [
        {"steps": [{"does": does, **({"who": who} if who else {}), **({"n": n} if step.takes_n else {})}]}
        for does, step in STEPS.items()
        for who in step.who or ("",)
        for n in ((1, 3) if step.takes_n else (0,))
    ]
    rules.append({"steps": [{"does": "draws", "who": "next", "n": 2}, {"does": "reverses"}, {"does": "plays again"}]})
    return {"form": option.form, "rules": [{**rule, "sentence": sentence(rule)} for rule in rules]}


def redealt() -> list[dict[str, Any]]:
    """Return what every seat and a spectator see of each move of a round, and of the same one with all hidden cards redealt."""
    after, starts = Game(EDITION, players=3, seed=NUMBER), [0]
    while not after.round_over:
        game = after.copy()
        starts.append(game.event_count)
        after.move(game.to_move[0], str(game.moves(game.to_move[0])[0]))
    twin = redeal(game, None, random.Random(NUMBER))
    seen = [told.events(viewer) for told in (game, twin) for viewer in (None, 0, 1, 2)]
    assert len(set(map(tuple, seen))) == len(seen) - 1  # a spectator's are the same
    return [
        {"at": at, "seen": [[each.to_dict() for each in events[at:end]] for events in seen]} for at, end in pairwise(starts)
    ]


def sounds() -> list[str]:
    """Return the sounds that an event can have."""
    return [sound for sound in SOUNDS if sound]


FIXTURES: dict[str, Callable[[], Any]] = {
    "fair": fair,
    "schemes": schemes,
    "house": house,
    "redealt": redealt,
    "sounds": sounds,
    "emotes": lambda: EMOTES,
}


def text(name: str) -> str:
    """Return the fixture's text as it is stored."""
    return json.dumps(FIXTURES[name](), ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in FIXTURES:
        (FOLDER / f"{name}.json").write_text(text(name), encoding="utf-8")
