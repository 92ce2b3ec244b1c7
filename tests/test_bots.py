"""Bots finish every game, know only what a player could know, and do what they promise."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from lastcard import Game, InvalidOption, Move, View, editions
from lastcard import bots as installed
from lastcard.bots import may_decline, play, play_round
from lastcard.bots.simple import CHAOS, RANDOM
from lastcard.bots.steady import STEADY
from lastcard.cards import FX_NONE, FX_SPECIAL
from lastcard.testing import walk
from lastcard.worlds import redeal
from variants import variants

BOTS = [RANDOM, CHAOS, STEADY]
EACH = pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)


def choice(game: Game, seat: int, bot: installed.Bot = STEADY, seed: int = 0) -> str | None:
    """What a bot chooses from all of a seat's moves."""
    move = bot.choose(game.view(seat), game.moves(seat), Random(seed))
    return None if move is None else str(move)


def chance(game: Game, seat: int, bot: installed.Bot = STEADY, seed: int = 0) -> str | None:
    """What a bot chooses when asked for a move out of turn."""
    move = bot.choose(game.view(seat), game.chances(seat), Random(seed))
    return None if move is None else str(move)


# ---- what they ask -------------------------------------------------------------------------------
def test_cards_say_what_they_do_at_this_table() -> None:
    """A kind in a view gives its color, points and effect; a Customizable card has an effect only if it carries a rule."""
    rule = {"name": "Rain", "steps": [{"who": "next", "does": "draws", "n": 1}]}
    kinds = Game("dawn-of-justice", 2, seed=1, options={"house_rules": {"batman": rule}}).view(0).kinds
    assert (kinds["gold-skip@batman"].color, kinds["gold-skip@batman"].value, kinds["gold-skip@batman"].skips) == (
        "gold",
        20,
        True,
    )
    assert (kinds["wild-draw-four@batman"].draws, kinds["hero@batman"].draws) == (4, 0)
    assert (kinds["wild-custom@batman"].effect, kinds["wild-custom@superman"].effect) == (FX_SPECIAL, FX_NONE)
    dare = Game("dare", 2, seed=1).view(0).kinds["red-dare-3"]
    assert (dare.draws, dare.skips) == (2, False)


def test_moves_say_what_they_mean() -> None:
    """A move knows what its verb means, even if it was made from text alone."""
    assert Move("catch 1").meaning.chance
    assert Move("vote abstain", word="abstain").is_mild
    assert not Move("vote yes", word="yes").is_mild
    assert not Move("juggle 3").meaning.chance


# ---- all of them -----------------------------------------------------------------------------------
def test_bots_are_found_by_name() -> None:
    """Our bots are found through entry points, each with its name and a sentence about it."""
    assert {"chaos", "random", "search", "steady"} <= set(installed.names())
    for name in installed.names():
        assert installed.get(name).name == name
        assert installed.get(name).about.endswith(".")


def test_an_unknown_bot_is_refused() -> None:
    """An unknown bot is refused with the list of installed ones."""
    with pytest.raises(InvalidOption, match=r"no bot 'genius'; there are chaos, .*random, search, steady"):
        installed.get("genius")


@EACH
@pytest.mark.parametrize("players", [2, 4, 10])
@pytest.mark.parametrize("edition", editions.names())
def test_every_bot_finishes_rounds(edition: str, players: int, bot: installed.Bot) -> None:
    """Every bot finishes rounds in every edition, with default and other options, for 2, 4 and 10 players."""
    for seed, options in enumerate(variants(edition)):
        game = Game(edition, players, seed=seed, options=options)
        play_round(game, [bot] * players, Random(seed))
        assert game.round_over


@pytest.mark.parametrize("edition", editions.names())
def test_bots_finish_games_together(edition: str) -> None:
    """Bots of different kinds play whole games to a target with each other."""
    game = Game(edition, 4, seed=3, options={**variants(edition)[2], "target": 300})
    play(game, [STEADY, RANDOM, CHAOS, STEADY], Random(3))
    assert game.over


@EACH
@pytest.mark.parametrize("edition", editions.names())
def test_none_only_where_it_declines(edition: str, bot: installed.Bot) -> None:
    """A bot chooses a legal move whenever the game is waiting for it, and declines only moves out of turn."""
    rng = Random(1)
    for options in variants(edition):
        for game in walk(edition, players=3, seed=11, options=options):
            for seat in game.to_move:
                view, moves = game.view(seat), game.moves(seat)
                if game.why_not(seat, str(bot.choose(view, moves, rng) or "")) is not None:
                    raise AssertionError(f"{bot.name} declined or broke a rule: {view.phase}, {moves}")
            for seat in game.offers():
                moves = game.chances(seat)
                move = bot.choose(game.view(seat), moves, rng) if moves else None
                assert move is None or move in moves


@EACH
@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", editions.names())
def test_no_bot_knows_what_it_cannot_see(edition: str, bot: installed.Bot) -> None:
    """If everything a seat cannot see is dealt again, its bot chooses the same."""
    rng = Random(2)
    asked = 0
    for number, game in enumerate(walk(edition, players=4, seed=5, options=variants(edition)[1], rounds=2)):
        if number % 7:
            continue
        for seat in range(4):
            if not game.moves(seat):
                continue
            world = redeal(game, seat, rng)
            for seed in range(5):
                assert choice(world, seat, bot, seed) == choice(game, seat, bot, seed)
            asked += 1
    assert asked > 5


@EACH
def test_bots_keep_nothing(bot: installed.Bot) -> None:
    """The same view, moves and dice give the same choice, whatever was played in between."""
    game = Game("dark-side", 4, seed=9)
    seat = game.to_move[0]
    before = [choice(game, seat, bot, seed) for seed in range(20)]
    play(game.copy(), [bot] * 4, Random(1))
    assert [choice(game, seat, bot, seed) for seed in range(20)] == before


def test_a_bot_that_declines_its_duty_is_named() -> None:
    """A bot that returns None when it must choose raises an error with its name instead of looping forever."""

    class Idle:
        name = "idle"
        about = "Does nothing."

        def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
            return None

    with pytest.raises(RuntimeError, match="the bot idle at seat"):
        play_round(Game("classic", 2, seed=1), [Idle(), Idle()], Random(0))


def test_a_player_who_owes_a_call_is_asked_first() -> None:
    """A player who owes the call may make it before anyone catches them."""
    hands = [["wild-rule-of-two", "red-1", "red-2"], ["blue-1"] * 2, ["green-1"] * 2]
    game = Game.arrange("dark-side", hands, top="red-9")
    for move in ("play wild-rule-of-two red", "apprentice 1", "give red-1"):
        game.move(0, move)
    assert game.owes_uno == (0,)
    play_round(game, [STEADY] * 3, Random(0))
    told = [event.what for event in game.events(None)]
    assert "called" in told
    assert "caught" not in told


# ---- random and chaos ------------------------------------------------------------------------------
def test_random_draws_only_when_it_must() -> None:
    """`random` never draws while it can play, and chooses uniformly among its plays, counting each color of a wild."""
    game = Game.arrange("classic", [["red-1", "red-2", "blue-3", "wild"], ["blue-1"]], top="red-9")
    chosen = Counter(choice(game, 0, RANDOM, seed) for seed in range(600))
    assert set(chosen) == {"play red-1", "play red-2", *(f"play wild {color}" for color in game.edition.colors)}
    assert min(chosen.values()) > 60
    stuck = Game.arrange("classic", [["blue-3"], ["blue-1"]], top="red-9")
    assert {choice(stuck, 0, RANDOM, seed) for seed in range(20)} == {"draw"}


@pytest.mark.parametrize("bot", [RANDOM, STEADY], ids=lambda bot: bot.name)
def test_calls_come_with_the_card(bot: installed.Bot) -> None:
    """`random` and `steady` call with every play that leaves one card."""
    game = Game.arrange("classic", [["red-1", "red-2"], ["blue-1"] * 2], top="red-9")
    assert {choice(game, 0, bot, seed) for seed in range(30)} <= {"play red-1 uno", "play red-2 uno"}


@pytest.mark.parametrize("bot", [RANDOM, STEADY], ids=lambda bot: bot.name)
def test_a_call_that_is_owed_is_made(bot: installed.Bot) -> None:
    """`random` and `steady` call as soon as they owe it."""
    game = Game.arrange("classic", [["red-1", "red-2"], ["blue-1"] * 2], top="red-9")
    game.move(0, "play red-1")
    assert {chance(game, 0, bot, seed) for seed in range(10)} == {"uno"}


def test_chaos_does_anything() -> None:
    """`chaos` chooses every legal move at some point, and sometimes declines."""
    game = Game.arrange("classic", [["red-1", "red-2"], ["blue-1"] * 2], top="red-9")
    assert {choice(game, 0, CHAOS, seed) for seed in range(200)} == set(game.moves(0))
    game.move(0, "play red-1")
    assert {chance(game, 0, CHAOS, seed) for seed in range(100)} == {None, "uno"}
    assert {chance(game, 1, CHAOS, seed) for seed in range(100)} == {None, "catch 0"}


@pytest.mark.parametrize("bot", [RANDOM, STEADY], ids=lambda bot: bot.name)
def test_bots_leave_judging_to_people(bot: installed.Bot) -> None:
    """`random` and `steady` suggest a film, know no line, abstain, and draw two cards instead of doing a dare."""
    game = Game.arrange("favorite-line", [["wild-favorite-line", "red-1", "red-2"], ["blue-1"] * 2], top="red-9")
    game.move(0, "play wild-favorite-line red")
    films = {choice(game, 0, bot, seed) for seed in range(40)}
    assert len(films) > 5
    assert {str(film).removeprefix("film ") for film in films} <= set(game.edition.suggestions["film"])
    game.move(0, "film Solo")
    assert choice(game, 1, bot) == "cannot"
    game.move(1, "line I know")
    assert choice(game, 0, bot) == "vote abstain"
    dared = Game.arrange("dare", [["red-dare-3", "red-1"], ["blue-1"] * 2], top="red-9")
    dared.move(0, "play red-dare-3 uno")
    assert choice(dared, 1, bot) == "take"


def test_a_lasting_dare_is_never_called_failed_by_a_bot() -> None:
    """`random` and `steady` never judge a lasting dare, whether their own or another's."""
    game = Game.arrange("dare", [["green-dare-2", "green-1", "green-3"], ["blue-1"] * 2], top="green-9")
    game.move(0, "play green-dare-2")
    game.move(1, "dare")
    assert game.view(0).special["running"]
    for seat in (0, 1):
        for seed in range(20):
            assert chance(game, seat, RANDOM, seed) is None
            assert chance(game, seat, STEADY, seed) is None


# ---- steady ----------------------------------------------------------------------------------------
def test_steady_follows_its_longest_color() -> None:
    """It plays the matching card whose color it has more of."""
    game = Game.arrange("classic", [["red-5", "blue-5", "blue-1", "blue-2"], ["green-1"] * 2 + ["green-2"] * 2], top="green-5")
    assert choice(game, 0) == "play blue-5"


def test_steady_keeps_wilds() -> None:
    """It plays a colored card before a wild, and with a wild picks the color it has most of."""
    game = Game.arrange("classic", [["red-5", "wild", "blue-1", "blue-2"], ["green-1"] * 2], top="red-9")
    assert choice(game, 0) == "play red-5"
    game = Game.arrange("classic", [["wild", "blue-1", "blue-2", "green-1"], ["green-1", "red-1"]], top="red-9")
    assert choice(game, 0) == "play wild blue"


def test_steady_hurts_who_is_about_to_go_out() -> None:
    """A Draw Two is played when the next player has one card left."""
    game = Game.arrange(
        "classic", [["red-draw-two", "red-1", "red-2", "red-3"], ["blue-1"], ["blue-1"] + ["green-2"] * 2], top="red-9"
    )
    assert choice(game, 0) == "play red-draw-two"


def test_steady_does_not_bluff() -> None:
    """It does not bluff with a Wild Draw Four while it can play something else."""
    game = Game.arrange("classic", [["wild-draw-four", "red-1", "blue-2"], ["green-1"] * 2], top="red-9")
    assert choice(game, 0) == "play red-1"


def test_steady_challenges_on_odds() -> None:
    """It challenges a full hand, in which some card most likely matched."""
    full = [["wild-draw-four", "red-1", "blue-2", "blue-3", "green-1", "green-3", "yellow-1"], ["green-7"] * 2]
    game = Game.arrange("classic", full, top="red-9")
    game.move(0, "play wild-draw-four blue")
    assert choice(game, 1) == "challenge"


@pytest.mark.rule("wd4-wilds-match")
def test_steady_knows_where_a_wild_is_no_match() -> None:
    """Holding another wild, it plays a Wild Draw Four in Dawn of Justice, where that is honest, and keeps it in Classic."""
    emblems = ["wild-draw-four@batman", "wild@superman", "blue-1", "blue-2"]
    dawn = Game.arrange("dawn-of-justice", [emblems, ["silver-1"]], top="red-9")
    assert choice(dawn, 0) == "play wild-draw-four@batman blue"
    classic = Game.arrange("classic", [["wild-draw-four", "wild", "blue-1", "blue-2"], ["green-1"]], top="red-9")
    assert choice(classic, 0) == "play wild blue"


@pytest.mark.rule("wd4-wilds-match")
def test_steady_doubts_wilds_only_where_they_are_guilt() -> None:
    """Holding most of a color, it challenges a hand of two only if wilds count as guilt too."""
    reds = ["red-1", "red-1", "red-2", "red-2", "red-3", "red-3"]
    classic = Game.arrange("classic", [["wild-draw-four", "blue-1", "blue-2"], reds], top="red-9")
    classic.move(0, "play wild-draw-four blue")
    assert choice(classic, 1) == "challenge"
    dawn = Game.arrange("dawn-of-justice", [["wild-draw-four@batman", "blue-1", "blue-2"], reds], top="red-9")
    dawn.move(0, "play wild-draw-four@batman blue")
    assert choice(dawn, 1) == "accept"


def test_steady_accepts_what_it_knows_to_be_right() -> None:
    """It does not challenge a hand that it has seen and knows to hold no card of the color."""
    drawn = ["blue-2", "blue-3", "blue-4", "blue-5", "blue-6", "blue-7", "wild-draw-four"]
    hands = [["wild-draw-four", "blue-1", "green-3"], ["yellow-5", "red-4"]]
    game = Game.arrange("classic", hands, top="red-9", draw=drawn)
    for seat, move in (
        (0, "play wild-draw-four yellow"),
        (1, "challenge"),
        (0, "draw"),
        (0, "pass"),
        (1, "play yellow-5"),
        (0, "play wild-draw-four red"),
    ):
        game.move(seat, move)
    assert choice(game, 1) == "accept"


def test_steady_catches() -> None:
    """It catches a player who forgets to call."""
    game = Game.arrange("classic", [["red-1", "red-2"], ["blue-1"] * 2, ["blue-2"] * 2], top="red-9")
    game.move(0, "play red-1")
    assert chance(game, 1) == "catch 0"
    assert chance(game, 2) == "catch 0"


@pytest.mark.rule("hero-block")
def test_steady_blocks_when_it_matters() -> None:
    """It blocks a Draw Two that hits it, goes out with a block, and keeps the Hero card if another player is hit."""
    hands = [
        ["red-draw-two@superman", "red-1", "red-2"],
        ["hero@batman", "blue-1", "blue-2", "gold-1"],
        ["blue-3"] * 2 + ["gold-3"],
    ]
    game = Game.arrange("dawn-of-justice", hands, top="red-9")
    game.move(0, "play red-draw-two@superman")
    assert str(chance(game, 1)) == "block hero@batman blue"
    other = Game.arrange("dawn-of-justice", [hands[0], hands[2], hands[1]], top="red-9")
    other.move(0, "play red-draw-two@superman")
    assert chance(other, 2) is None
    last = Game.arrange("dawn-of-justice", [hands[0], hands[2], ["hero@batman"]], top="red-9")
    last.move(0, "play red-draw-two@superman")
    assert str(chance(last, 2)).startswith("block hero@batman")


@pytest.mark.rule("hero-block", "custom-rule")
def test_steady_keeps_its_hero_where_nothing_hits_it() -> None:
    """The next player blocks a Customizable card with a rule but not a blank one."""
    hands = [["wild-custom@superman", "red-1", "red-2"], ["hero@batman", "blue-1", "blue-2", "gold-1"]]
    rules = {"superman": {"name": "Gust", "steps": [{"does": "draws", "who": "next", "n": 2}]}}
    for written, answer in ((rules, "block hero@batman blue"), ({}, "None")):
        game = Game.arrange("dawn-of-justice", hands, top="red-9", options={"house_rules": written})
        game.move(0, "play wild-custom@superman red")
        assert str(chance(game, 1)) == answer


@pytest.mark.rule("rule-of-two")
def test_steady_gives_what_it_needs_least_to_whoever_has_fewest() -> None:
    """The apprentice is the player nearest to going out, and gets the odd color, never the wild."""
    hands = [["wild-rule-of-two", "red-1", "red-2", "blue-9", "wild"], ["green-1"] * 2 + ["green-2"], ["yellow-1"] * 2]
    game = Game.arrange("dark-side", hands, top="red-9")
    game.move(0, "play wild-rule-of-two red")
    assert choice(game, 0) == "apprentice 2"
    game.move(0, "apprentice 2")
    assert choice(game, 0) == "give blue-9"


@pytest.mark.rule("etheria-secret", "etheria-reveal", "etheria-match")
def test_steady_unites_etheria() -> None:
    """It hides a card of its longest color, shows no wild, and places the secret card."""
    hands = [["wild-unite-etheria", "red-1", "blue-1", "blue-2"], ["wild", "green-2", "blue-3"]]
    game = Game.arrange("etheria", hands, top="red-9")
    game.move(0, "play wild-unite-etheria")
    assert choice(game, 0) == "secret blue-2"
    game.move(0, "secret blue-2")
    assert choice(game, 1) in ("reveal green-2", "reveal blue-3")
    game.move(1, "reveal blue-3")
    assert choice(game, 0) == "place"


def test_declining() -> None:
    """A bot may answer None out of turn and to moves out of turn, but not when it must move or call."""
    game = Game.arrange("classic", [["red-skip", "red-2"], ["blue-1"] * 2], top="red-9")
    assert not may_decline(game.view(0), game.moves(0))
    game.move(0, "play red-skip")
    assert game.to_move == (0,)
    assert not may_decline(game.view(0), game.moves(0))
    assert may_decline(game.view(1), game.moves(1))


@pytest.mark.parametrize("name", ["random", "steady"])
def test_a_gift_that_leaves_one_card_comes_with_the_call(name: str) -> None:
    """Bots that never forget the call also make it with a gift."""
    game = Game.arrange("dark-side", hands=[["wild-rule-of-two", "red-1", "blue-1"], ["green-1", "green-2"]], top="red-9")
    game.move(0, "play wild-rule-of-two red")
    game.move(0, "apprentice 1")
    for seed in range(8):
        move = installed.get(name).choose(game.view(0), game.moves(0), Random(seed))
        assert move is not None
        assert move.uno or move.verb == "done"
