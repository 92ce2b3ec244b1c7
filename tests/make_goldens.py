"""Write the goldens: whole games of every edition, how they end, and perft counts. ``scripts/make-goldens`` runs it.

There are two kinds. *Play* is what happened: records, ends, events, views and perft. It changes only when the rules do.
*Wording* is the sentences that describe it. ``scripts/make-goldens wording`` rewrites those and nothing else.

The games are played through the public interface by a policy that calls, catches, blocks, challenges, votes and draws at
random, so that together an edition's games use every move it has.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lastcard import Game, editions
from lastcard.testing import walk
from variants import variants

FOLDER = Path(__file__).parent / "goldens"
PERFT = FOLDER / "perft.json"
WORDING = FOLDER / "wording.json"
NODES = 20_000  # a row of perft ends before it counts many more than this
SEEDS = 400

PILE = ["green-1", "red-7", "blue-2", "yellow-4", "green-5", "red-3"]
SECOND = ["blue-9", "green-skip"]
SIGNAL = {"name": "Signal", "steps": [{"does": "discards", "who": "chosen", "n": 1}, {"does": "passes hands left"}]}
POSITIONS: dict[str, dict[str, Any]] = {
    "classic": {
        "hands": [["wild-draw-four", "red-1"], ["red-reverse", "blue-1", "wild"], ["red-draw-two", "green-1"]],
        "top": "red-9",
        "draw": PILE,
    },
    "dark-side": {
        "hands": [["wild-rule-of-two", "red-1", "blue-1"], ["red-skip", "red-2"], SECOND],
        "top": "red-9",
        "draw": PILE,
    },
    "favorite-line": {"hands": [["wild-favorite-line", "red-1"], ["red-2", "blue-2"], SECOND], "top": "red-9", "draw": PILE},
    "etheria": {"hands": [["wild-unite-etheria", "red-1", "blue-1"], ["red-2", "wild"], SECOND], "top": "red-9", "draw": PILE},
    "dawn-of-justice": {
        "hands": [["wild-custom@batman", "red-skip@superman"], ["hero@superman", "red-2"], ["hero@batman", "gold-1", "red-3"]],
        "top": "red-9",
        "draw": ["gold-4", "silver-5", "blue-6", "red-7"],
        "options": {"house_rules": {"batman": SIGNAL}},
    },
    "dare": {
        "hands": [["red-dare-3", "wild-dare-10", "red-4"], ["red-1", "blue-dare-1"], ["green-3", "red-9"]],
        "top": "red-8",
        "draw": ["green-1", "red-7", "blue-2", "yellow-4"],
    },
}


def perft(game: Game, depth: int) -> list[int]:
    """Count the games of 1 to ``depth`` moves from here."""
    counts = [0] * depth
    for seat in range(game.players):
        for move in game.moves(seat):
            counts[0] += 1
            if depth > 1:
                after = game.copy()
                after.move(seat, move)
                for i, count in enumerate(perft(after, depth - 1)):
                    counts[i + 1] += count
    return counts


def arranged(edition: str) -> Game:
    """Set up the edition's tiny position."""
    return Game.arrange(edition, **POSITIONS[edition], rest=False)


def count(edition: str) -> list[int]:
    """Return the perft row of an edition's position, as deep as it stays fast."""
    row = perft(arranged(edition), 2)
    while row[-1] * row[-1] < NODES * row[-2]:
        row = perft(arranged(edition), len(row) + 1)
    return row


def games(edition: str) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Return the games to keep, each with a name, the number of players, and options."""
    plain, everything, written = variants(edition)
    yield "four", 4, plain
    yield "to-500", 3, {**written, "target": 500}
    yield "two", 2, {**everything, "target": None}
    yield "ten", 10, {**written, "target": None}


def whole_game(edition: str, players: int, seed: int, options: dict[str, Any]) -> Game:
    """Play a game to its end."""
    *_, game = walk(edition, players, seed, options, rounds=200)
    return game


def verbs(game: Game) -> set[str]:
    """Return the verbs that were used in a game."""
    return {text.split()[0] for seat, text, *_ in game.record()["moves"] if seat is not None}


def digest(data: object) -> str:
    """Return a hash of JSON data."""
    return hashlib.sha256(json.dumps(data, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


def seats(game: Game) -> dict[str, int | None]:
    """Return everyone who follows a game, by the name that goldens use."""
    return {"spectator": None, **{str(seat): seat for seat in range(game.players)}}


def end(game: Game) -> dict[str, Any]:
    """Return how a game ends, and a hash of the events that everyone saw along the way."""
    return {
        "rounds": game.round_number + 1,
        "hands": game.hands,
        "scores": list(game.scores),
        "winners": list(game.winners),
        "seen": {
            name: digest([[event.to_dict() for event in game.events(seat)], game.view(seat).to_dict()])
            for name, seat in seats(game).items()
        },
    }


def wording(game: Game) -> dict[str, str]:
    """Return a hash of the sentences that describe a game to everyone."""
    return {name: digest(game.sentences(seat)) for name, seat in seats(game).items()}


def records() -> list[Path]:
    """Return the paths of the golden records."""
    return sorted(path for path in FOLDER.glob("*/*.json") if not path.name.endswith(".end.json"))


def name_of(path: Path) -> str:
    """Return the edition and name of a golden record."""
    return f"{path.parent.name}/{path.stem}"


def choose_games(edition: str) -> dict[str, Game]:
    """Choose one game of each kind; for the longest, look for a seed that uses every verb the first did not."""
    missing = {verb.word for verb in editions.get(edition).verbs}
    chosen: dict[str, Game] = {}
    for name, players, options in games(edition):
        game = whole_game(edition, players, 0, options)
        for seed in range(1, SEEDS if name == "to-500" else 1):
            if missing <= verbs(game):
                break
            another = whole_game(edition, players, seed, options)
            game = max(game, another, key=lambda game: len(missing & verbs(game)))
        missing -= verbs(game)
        chosen[name] = game
    return chosen


def write(path: Path, data: object, indent: int | None = None) -> None:
    """Write one JSON document."""
    text = json.dumps(data, ensure_ascii=False, indent=indent)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n", encoding="utf-8")


def write_play() -> None:
    """Play all golden games again."""
    for edition in editions.names():
        for name, game in choose_games(edition).items():
            assert game.over, f"{edition} {name} has not ended"
            write(FOLDER / edition / f"{name}.json", game.record())
            write(FOLDER / edition / f"{name}.end.json", end(game))
            sys.stdout.write(f"{edition} {name}: {len(game.record()['moves'])} moves\n")
    write(PERFT, {edition: count(edition) for edition in editions.names()})


def write_wording() -> None:
    """Write the sentences of the golden games again."""
    write(WORDING, {name_of(path): wording(Game.replay(path.read_bytes())) for path in records()}, indent=1)


def main(words: list[str]) -> None:
    """Write the goldens again: all of them, or only how they are worded."""
    if words not in ([], ["wording"]):
        sys.exit("usage: scripts/make-goldens [wording]")
    if not words:
        write_play()
    write_wording()


if __name__ == "__main__":
    main(sys.argv[1:])
