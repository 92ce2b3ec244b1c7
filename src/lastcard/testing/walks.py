"""Walks: games of random moves through everything that an edition offers, including moves out of turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from ..edition import Edition
from ..errors import InvalidOption
from ..game import Game
from ..moves import SEATS, Move
from ..table_rules import check_players
from ..typed_text import PLACEHOLDER

LONGEST = 5000  # moves in a round after which a walk counts as endless


def spoken(game: Game, move: Move, rng: Random) -> str:
    """The text of a move, with some words filled in if it takes free text."""
    return str(move) if move.said != PLACEHOLDER else f"{move.verb} {rng.randrange(10**9)} words"


def choose(game: Game, rng: Random) -> tuple[int, str]:
    """A seat and one of its legal moves: mostly a seat the game is waiting for, and plays rather than draws."""
    asked = game.offers() if rng.random() < 0.4 else ()
    able = [seat for seat in asked if game.moves(seat)]
    if not able:
        able = [seat for seat in game.to_move if game.moves(seat)]
    seat = rng.choice(able)
    moves = game.moves(seat)
    active = [move for move in moves if move.verb not in ("draw", "pass")]
    if active and rng.random() < 0.9:
        moves = active
    return seat, spoken(game, rng.choice(moves), rng)


def other_options(edition: Edition, number: int = 0) -> dict[str, Any]:
    """A value other than the default for each option that lists its values. House rules use every step there is.

    As ``number`` counts up from 0, every value of an option has its turn, the last one first.
    """
    found: dict[str, Any] = {}
    for option in edition.options:
        form = option.form
        if form["type"] == "flag":
            found[option.name] = not option.default
        elif form["type"] == "choice":
            others = [each["value"] for each in form["values"] if each["value"] != option.default]
            value = others[-1 - number % len(others)] if others else option.default
            if _is_allowed(edition, {**found, option.name: value}):
                found[option.name] = value
        elif form["type"] == "rules":
            found[option.name] = _written_rules(form, [place["value"] for place in form["places"]])
        elif form["type"] == "card-rules":
            rules = _written_rules(form, [place["value"] for place in form["places"]][-4:])
            found[option.name] = [{"when": when, **rule} for when, rule in rules.items()]
    return found


def _is_allowed(edition: Edition, options: dict[str, Any]) -> bool:
    """Whether these options may be chosen together, at a table of any size."""
    try:
        for players in (2, 3, SEATS):
            check_players(edition.read_options(options), players)
    except InvalidOption:
        return False
    return True


def _written_rules(form: Mapping[str, Any], places: Sequence[str]) -> dict[str, Any]:
    """A rule at each place. Together they use every step, about a chosen player if possible."""
    rules: dict[str, Any] = {place: {"name": "Walk", "text": "Whistle.", "steps": []} for place in places}
    for number, step in enumerate(form["steps"]):
        given = {"does": step["does"]}
        if step["who"]:
            given["who"] = "chosen" if "chosen" in step["who"] else step["who"][0]
        if step["takes_n"]:
            given["n"] = 1
        rules[places[number % len(places)]]["steps"].append(given)
    return rules


def walk(
    edition: str | Edition, players: int, seed: int, options: Mapping[str, Any] | None = None, rounds: int = 1
) -> Iterator[Game]:
    """Yield one game before its first move and after each move, for a number of rounds."""
    rng = Random(seed)
    game = Game(edition, players=players, seed=seed, options=options)
    yield game
    for number in range(rounds):
        if number:
            game.next_round()
            yield game
        for _ in range(LONGEST):
            if game.round_over:
                break
            game.move(*choose(game, rng))
            yield game
        if game.over:
            return
