"""Tables that change the leaflet, in combination: they end, lose no card, keep secrets, and replay."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest

from lastcard import Game, editions, presets
from lastcard.bots.asking import together
from lastcard.bots.search import SearchBot
from lastcard.bots.simple import RANDOM
from lastcard.bots.steady import STEADY
from lastcard.bots.trials import interpreted
from lastcard.testing import shown, walk
from lastcard.worlds import redeal
from table_choices import at_random, choices, covering, is_allowed, players_at

PLAYERS = (2, 3, 4, 7, 10)
SEARCH = SearchBot(rollouts=400, engine=interpreted)
every_edition = pytest.mark.parametrize("edition", editions.names())


def check_table(edition: str, players: int, seed: int, options: dict[str, Any], every: int) -> Game:
    """Walk through a round at such a table, check everything that always holds, and return the game."""
    where = f"{edition}, {players} players, seed {seed}, {options}"
    rng = Random(seed)
    for number, game in enumerate(walk(edition, players, seed, options)):
        assert bool(game.to_move) != game.round_over, where
        asked = {*game.to_move, *game.offers()}
        for seat in range(players):
            moves = game.moves(seat)
            assert bool(moves) or seat not in game.to_move, f"{where}: seat {seat} has no move after {number}"
            assert seat in asked or not moves, f"{where}: seat {seat} is never asked after {number}"
        if number % every == 0:
            check_cards(game, where)
            seat = rng.choice([None, *range(players)])
            assert shown(redeal(game, seat, rng), seat) == shown(game, seat), f"{where}: seat {seat} after {number}"
    assert game.round_over, where
    again = Game.replay(game.record())
    assert (again.hands, again.scores, shown(again, None)) == (game.hands, game.scores, shown(game, None)), where
    return game


def check_cards(game: Game, where: str) -> None:
    """Check that no card is lost or doubled."""
    there = Counter([*game.draw_pile, *game.discard_pile, *(card for hand in game.hands for card in hand)])
    deck = Counter(game.edition.codec.card_texts[code] for code in game.edition.deck(game.options))
    assert there == deck, where


@every_edition
def test_changed_tables_hold_together(edition: str) -> None:
    """With rules changed at random, somebody can always move, no card is lost, nothing hidden shows, and records replay."""
    for number, options in enumerate(at_random(editions.get(edition), 6, seed=2)):
        check_table(edition, players_at(options, PLAYERS[number % 5]), number, options, every=9)


@pytest.mark.long
@every_edition
def test_every_pair_of_table_rules_holds_together(edition: str) -> None:
    """The same holds for every pair of values, and for 500 full combinations."""
    found = editions.get(edition)
    for number, options in enumerate([*covering(found), *at_random(found, 500, seed=3)]):
        check_table(edition, players_at(options, PLAYERS[number % 5]), number, options, every=23)


@every_edition
def test_the_pairs_are_all_covered(edition: str) -> None:
    """The tables of the long test contain every pair of values that may be chosen together."""
    found = editions.get(edition)
    tables, offered = covering(found), choices(found)
    for a, b in combinations(offered, 2):
        for x in offered[a]:
            for y in offered[b]:
                together = any(table[a] == x and table[b] == y for table in tables)
                assert together or not is_allowed(found, {a: x, b: y}), (a, x, b, y)


@every_edition
def test_steady_plays_at_changed_tables(edition: str) -> None:
    """The bot ``steady`` plays legally whatever the table has changed, and its choice depends on what it sees alone."""
    rng = Random(5)
    for number, options in enumerate(at_random(editions.get(edition), 3, seed=4)):
        game = Game(edition, players_at(options, PLAYERS[number]), seed=number, options=options)
        for step in range(150):
            if game.round_over:
                break
            seat = game.to_move[0]
            moves, state = game.moves(seat), rng.getstate()
            move = STEADY.choose(game.view(seat), moves, rng)
            assert move is not None
            assert game.why_not(seat, move) is None, (options, move)
            if step % 25 == 0:
                rng.setstate(state)
                world = redeal(game, seat, Random(step))
                assert STEADY.choose(world.view(seat), world.moves(seat), rng) == move
            game.move(seat, move)


TABLES: list[dict[str, Any]] = [
    dict(presets.find("party").options),
    {**presets.find("ruthless").options, "jump_in": "identical"},
    {"jump_in": "identical", "follow": "number", "teams": "pairs", "uno_calls": "silent", "draw": "until-playable"},
]


@pytest.mark.rule("hidden", "jump-in", "stack", "follow", "teams-hidden")
@pytest.mark.parametrize("options", TABLES, ids=("party", "ruthless", "teams"))
def test_bots_at_changed_tables_know_nothing_that_they_cannot_see(options: dict[str, Any]) -> None:
    """Dealt again, a table asks the same seats, and every bot makes the same choice, above all whether to jump in."""
    rng, asked, jumps = Random(6), 0, 0
    for seed in range(4):
        for number, game in enumerate(walk("classic", 4, seed, options)):
            for seat in range(4):
                moves = game.moves(seat)
                can_jump = any(move.verb == "jump" for move in moves)
                if not moves or (number % 8 and not can_jump):
                    continue
                world = redeal(game, seat, rng)
                assert (world.to_move, world.offers()) == (game.to_move, game.offers())
                for bot in (RANDOM, STEADY, SEARCH):
                    found = {bot.choose(table.view(seat), table.moves(seat), Random(7)) for table in (game, world)}
                    assert len(found) == 1, (options, seed, number, seat, bot.name, found)
                asked, jumps = asked + 1, jumps + can_jump
    assert asked > 20
    assert jumps > 3


@pytest.mark.rule("jump-in", "hidden")
def test_a_player_who_may_jump_in_is_asked_whatever_they_hold() -> None:
    """Everyone but the card's player and the player on turn is asked, with the same card in hand or without."""
    asked = set()
    for held in ("red-5", "blue-8"):
        hands = [["red-5", "red-1", "red-2"], ["green-1", "green-2"], [held, "blue-2"], ["blue-4", "blue-6"]]
        game = Game.arrange("classic", hands, top="red-9", options={"jump_in": "identical"})
        game.move(0, "play red-5")
        asked.add((game.to_move, tuple(game.offers()), tuple(question.seat for question in together(game, range(4)))))
    assert asked == {((1,), (2, 3), (2, 3, 1))}
