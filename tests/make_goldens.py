"""Makes the goldens: whole games of every edition, how they end, and perft counts. ``scripts/make-goldens`` runs it.

The games are played through the public interface by a policy that calls, catches, blocks, challenges, votes and draws by
chance, so that between them an edition's games use every move that it has.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lastcard import Game, editions
from lastcard.testing import walk
from tables import variants

FOLDER = Path(__file__).parent / "goldens"
PERFT = FOLDER / "perft.json"
NODES = 20_000  # a row of perft ends before it counts more than about so many
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
    """The number of games of 1 to ``depth`` moves from here."""
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
    """The edition's tiny position."""
    return Game.arrange(edition, **POSITIONS[edition], rest=False)


def count(edition: str) -> list[int]:
    """The row of an edition's position, as far as it does not take long."""
    row = perft(arranged(edition), 2)
    while row[-1] * row[-1] < NODES * row[-2]:
        row = perft(arranged(edition), len(row) + 1)
    return row


def games(edition: str) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """The games to keep: a name, the players, the options."""
    plain, everything, written = variants(edition)
    yield "four", 4, plain
    yield "to-500", 3, {**written, "target": 500}
    yield "two", 2, {**everything, "target": None}
    yield "ten", 10, {**written, "target": None}


def whole_game(edition: str, players: int, seed: int, options: dict[str, Any]) -> Game:
    """A game played to its end."""
    *_, game = walk(edition, players, seed, options, rounds=200)
    return game


def verbs(game: Game) -> set[str]:
    """The verbs that were used in a game."""
    return {text.split()[0] for seat, text, *_ in game.record()["moves"] if seat is not None}


def end(game: Game) -> dict[str, Any]:
    """How a game ends, and a hash of what everybody was told on the way."""
    told = {}
    for seat in (None, *range(game.players)):
        stream = [[event.to_dict() for event in game.events(seat)], game.sentences(seat), game.view(seat).to_dict()]
        told["spectator" if seat is None else str(seat)] = hashlib.sha256(
            json.dumps(stream, ensure_ascii=False, sort_keys=True).encode()
        ).hexdigest()
    return {
        "rounds": game.round_number + 1,
        "hands": game.hands,
        "scores": list(game.scores),
        "winners": list(game.winners),
        "told": told,
    }


def choose_games(edition: str) -> dict[str, Game]:
    """One game of each kind; for the longest a seed is sought with which it uses every verb that the first did not."""
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


def write(path: Path, data: object) -> None:
    """One JSON document."""
    text = json.dumps(data, ensure_ascii=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n", encoding="utf-8")


def main() -> None:
    """Write all goldens anew."""
    for edition in editions.names():
        for name, game in choose_games(edition).items():
            assert game.over, f"{edition} {name} has not ended"
            write(FOLDER / edition / f"{name}.json", game.record())
            write(FOLDER / edition / f"{name}.end.json", end(game))
            sys.stdout.write(f"{edition} {name}: {len(game.record()['moves'])} moves\n")
    write(PERFT, {edition: count(edition) for edition in editions.names()})


if __name__ == "__main__":
    main()
