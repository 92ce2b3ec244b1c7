"""What a seat believes about hands it can't see: worlds imagined from what everyone did."""

from collections import Counter
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from lastcard import Game, Move, editions
from lastcard.bots.asking import heard, one_by_one
from lastcard.bots.steady import STEADY
from lastcard.bots.trials import Trials, interpreted
from lastcard.card_rules import SEVEN_ZERO
from lastcard.play.beliefs import NEVER, PLAYED
from lastcard.play.evidence import HISTORY
from lastcard.rules.state import OVER
from lastcard.testing import walk
from variants import variants


def worlds(game: Game, seat: int, count: int, *, odd: int = NEVER) -> list[Any]:
    """Return the rounds that a seat imagines if it takes everyone for a steady player, or for anyone at all with ``odd`` 0."""
    trials = Trials(game.view(seat), seed=1, engine=interpreted)
    kernels, r, g, e, p = trials.engine.kernels, trials.rules[0], trials.rounds[0].copy(), trials.unseen[0], trials.player[0]
    e.odd = odd
    kernels.seed_dice(p, 5)
    kernels.first_world(r, g, e, seat, p)
    kernels.rethink(r, g, e, p, 60 if odd else 0)
    found = []
    for _ in range(count):
        kernels.rethink(r, g, e, p, 10)
        found.append(g.copy())
        kernels.imagine(r, found[-1], seat, p)
    return found


def held(game: Game, world: Any, seat: int) -> list[str]:
    """Return the cards of a hand in an imagined world."""
    texts = game.edition.codec.card_texts
    return [texts[kind] for kind, copies in enumerate(world.hand[seat]) for _ in range(copies)]


@pytest.mark.parametrize("edition", editions.names())
def test_a_world_is_a_table_of_the_same_deck(edition: str) -> None:
    """In every phase an imagined world has the whole deck, hands of the right size, and the cards that the seat knows."""
    for options in variants(edition):
        for number, game in enumerate(walk(edition, players=4, seed=7, options=options)):
            seat = number % 4
            if number % 5 or game.round_over:
                continue
            view = game.view(seat)
            for world in worlds(game, seat, 2):
                hands = [held(game, world, other) for other in range(4)]
                assert [len(hand) for hand in hands] == list(view.counts)
                assert Counter(hands[seat]) == Counter(view.hand)
                assert all(not Counter(cards) - Counter(hands[other]) for other, cards in view.known.items())
                pile = [game.edition.codec.card_texts[kind] for kind in world.draw[: world.draw_n]]
                assert len(pile) == view.draw_count
                deck = [game.edition.codec.card_texts[kind] for kind in game.edition.deck(game.options)]
                assert Counter(pile) + Counter(view.discard_pile) + sum(map(Counter, hands), Counter()) == Counter(deck)
                assert world.phase != OVER
                assert world.owes_uno == game._round.owes_uno


def test_a_player_who_draws_has_nothing_that_fits() -> None:
    """If a player draws and passes on a red 9, that hand has no red card and no 9, and only the drawn card may be wild."""
    hands = [["red-1", "red-2"], ["blue-1", "blue-2", "green-3"]]
    game = Game.arrange("classic", hands, top="red-9", turn=1, draw=["yellow-5"])
    game.move(1, "draw")
    game.move(1, "pass")
    for world in worlds(game, 0, 60):
        cards = held(game, world, 1)
        assert not [card for card in cards if card.startswith("red-") or card.endswith("-9")]
        assert sum(card.startswith("wild") for card in cards) <= 1
    doubted = [card for world in worlds(game, 0, 60, odd=0) for card in held(game, world, 1)]
    assert any(card.startswith("red-") for card in doubted)


def test_later_cards_may_fit() -> None:
    """Cards that come after a draw may be of that color, because the draw tells only about the cards held then."""
    game = Game.arrange("classic", [["red-draw-two", "red-2"], ["blue-1", "blue-2"]], top="red-9", turn=1, draw=["yellow-5"])
    for seat, move in ((1, "draw"), (1, "pass"), (0, "play red-draw-two uno")):
        game.move(seat, move)
    counts = Counter(sum(card.startswith("red-") for card in held(game, world, 1)) for world in worlds(game, 0, 200))
    assert set(counts) == {0, 1, 2}


def test_a_choice_tells() -> None:
    """A player who changes the color with a matching card most likely has more of the new color than of the old one."""
    hands = [["green-1", "green-2"], ["blue-7", "blue-2", "blue-3", "blue-4"]]
    game = Game.arrange("classic", hands, top="red-7", turn=1)
    game.move(1, "play blue-7")
    found = [held(game, world, 1) for world in worlds(game, 0, 80)]
    anybody = [held(game, world, 1) for world in worlds(game, 0, 80, odd=0)]
    reds, chance = (sum(card.startswith("red-") for hand in hands for card in hand) for hands in (found, anybody))
    assert reds < 0.75 * chance


def test_a_wild_that_is_spent_tells() -> None:
    """A player who plays a wild most likely had nothing else to play; a colored card says no such thing."""
    hands = [["red-1", "red-2"], ["wild", "blue-2", "green-3"]]
    game = Game.arrange("classic", hands, top="red-9", turn=1)
    game.move(1, "play wild blue")
    assert not [card for world in worlds(game, 0, 60) for card in held(game, world, 1) if card.startswith("red-")]
    plain = Game.arrange("classic", [hands[0], ["red-3", "blue-2", "green-3"]], top="red-9", turn=1)
    plain.move(1, "play red-3")
    assert [card for world in worlds(plain, 0, 60) for card in held(plain, world, 1) if card.startswith("red-")]


def watch_cards_come(game: Game, seat: int, move: Move, came: list[list[list[Any]]]) -> None:
    """Make a move, and keep in ``came`` each seat's cards in the order they came, with the choice that removed them."""
    before = game.view(None).numbers.evidence["choices"]
    game.move(seat, move)
    now = game.view(None).numbers.evidence["choices"]
    for other, hand in enumerate(game.hands):
        if now[other] < before[other]:  # its choices are forgotten, because hands have moved
            came[other] = [[card, None] for card in hand]
            continue
        is_choice = other == seat and now[seat] > before[seat]
        held = Counter(card for card, left in came[other] if left is None)
        for card in (held - Counter(hand)).elements():
            twins = [entry for entry in came[other] if entry[0] == card and entry[1] is None]
            (twins[0] if is_choice else twins[-1])[1] = before[seat] if is_choice else -1
        came[other] += [[card, None] for card in hand[held.total() - (held - Counter(hand)).total() :]]


ODD_ONE_OUT = 1000  # bits, more than all choices between equals can add up to


def true_surprise(game: Game, seat: int, other: int, came: list[list[Any]]) -> int:
    """Return how surprising another seat's choices are given its true hand, to a seat that was shown none of its cards."""
    trials = Trials(replace(game.view(seat), known={}), seed=1, engine=interpreted, odd=ODD_ONE_OUT)
    g, e, codes = trials.rounds[0], trials.unseen[0], trials.edition.codec.card_codes
    for card, left in came:
        if left is None:
            e.dealt[other][g.hand_n[other]] = codes[card]
            e.order[other][e.order_n[other]] = g.hand_n[other]
            trials.engine.kernels.gain(g, other, codes[card])
        elif left >= max(0, e.choices[other] - HISTORY):
            e.order[other][e.order_n[other]] = PLAYED + left % HISTORY
        else:
            continue
        e.order_n[other] += 1
    count = partial(trials.engine.kernels.surprise_of, trials.rules[0], g, e, other, trials.player[0])
    found = count(HISTORY * 2 * ODD_ONE_OUT)
    assert [count(most) > most for most in (0, 1)] == [found > most for most in (0, 1)]  # counting may end early
    return int(found)


def count_surprises(options: dict[str, Any], players: int, seeds: int) -> tuple[int, int]:
    """Return how many choices of steady players their true hands don't explain, and how many choices there were."""
    choices = surprises = 0
    for seed in range(seeds):
        game, rng = Game("classic", players, seed=seed, options=options), Random(seed)
        came: list[list[list[Any]]] = [[[card, None] for card in hand] for hand in game.hands]
        while not game.round_over:
            answered = heard((asked, STEADY.choose(game.view(asked.seat), asked.moves, rng)) for asked in one_by_one(game))
            assert answered is not None
            seat, move = answered[0].seat, answered[1]
            assert move is not None
            other = (seat + 1) % players
            surprises += true_surprise(game, seat, other, came[other]) // ODD_ONE_OUT
            choices += min(game.view(None).numbers.evidence["choices"][other], HISTORY)
            watch_cards_come(game, seat, move, came)
    return surprises, choices


@pytest.mark.parametrize("players", [2, 4])
def test_true_hands_surprise_nobody(players: int) -> None:
    """The hands that steady players really held explain what they did, in the order in which their cards came."""
    surprises, choices = count_surprises({}, players, seeds=4)
    assert choices > 1500
    assert surprises <= choices / 500, (surprises, choices)


ASKING = [
    {"when": "3", "name": "Again", "steps": [{"does": "plays again"}]},
    {"when": "5", "name": "Away", "steps": [{"does": "discards", "who": "me", "n": 1}]},
    {"when": "skip", "name": "One", "steps": [{"does": "draws", "who": "next", "n": 1}]},
]
TABLES: list[dict[str, Any]] = [
    {"stacking": "same"},
    {"stacking": "up"},
    {"stacking": "any"},
    {"deflect": "reverse"},
    {"stacking": "any", "deflect": "reverse"},
    {"draw_four": "strict"},
    {"draw_four": "free"},
    {"draw": "until-playable"},
    {"drawn": "must"},
    {"must_play": True},
    {"hand_limit": 10},
    {"uno_calls": "silent"},
    {"last_card": "no-wild"},
    {"last_card": "number"},
    {"hand_size": 3},
    {"hand_size": 15},
    {"follow": "number"},
    {"jump_in": "identical"},
    {"card_rules": [*SEVEN_ZERO]},
    {"card_rules": ASKING},
    {"teams": "pairs"},
]


@pytest.mark.rule("stack", "deflect", "draw-four", "draw-until", "drawn-play", "must-play", "hand-limit", "uno-silent")
@pytest.mark.rule("last-card", "hand-size", "follow", "jump-in", "card-rules", "teams")
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_true_hands_surprise_nobody_at_a_changed_table(options: dict[str, Any]) -> None:
    """Under every table rule, too, the hands that steady players really held explain what they did."""
    for players in (2, 4) if "teams" not in options else (4,):
        surprises, choices = count_surprises(options, players, seeds=3)
        assert choices > 150
        assert surprises <= choices / 500, (surprises, choices)


@pytest.mark.rule("stack")
def test_a_player_who_takes_a_stack_had_no_answer() -> None:
    """A player who takes the sum had nothing to put on it, so that only the cards drawn for it may be draw cards."""
    hands = [["red-draw-two", "red-2", "blue-8"], ["blue-1", "blue-2", "green-3"]]
    game = Game.arrange("classic", hands, top="red-9", draw=["yellow-5"] * 2, options={"stacking": "any"})
    game.move(0, "play red-draw-two")
    game.move(1, "accept")
    draws = [sum("draw" in card for card in held(game, world, 1)) for world in worlds(game, 0, 80)]
    anybody = [sum("draw" in card for card in held(game, world, 1)) for world in worlds(game, 0, 80, odd=0)]
    assert max(draws) <= 2 < max(anybody)


@pytest.mark.rule("deflect")
def test_a_player_who_takes_what_was_sent_back_may_have_a_reverse() -> None:
    """After a Reverse nobody can say what would have answered, so that taking the sum tells nothing about the hand."""
    hands = [["red-draw-two", "red-2", "blue-8"], ["red-reverse", "blue-2", "green-3"]]
    game = Game.arrange("classic", hands, top="red-9", draw=["yellow-5"] * 2, options={"deflect": "reverse"})
    for seat, move in ((0, "play red-draw-two"), (1, "play red-reverse"), (0, "accept")):
        game.move(seat, move)
    reverses = [card for world in worlds(game, 1, 80) for card in held(game, world, 0) if card == "red-reverse"]
    assert reverses


@pytest.mark.rule("follow")
def test_a_player_who_is_done_has_no_more_of_that_number() -> None:
    """A player who adds nothing has no more cards with that number."""
    hands = [["red-1", "red-2"], ["red-5", "blue-2", "green-3", "yellow-4"]]
    game = Game.arrange("classic", hands, top="red-9", turn=1, options={"follow": "number"})
    game.move(1, "play red-5")
    game.move(1, "done")
    assert not [card for world in worlds(game, 0, 60) for card in held(game, world, 1) if card.endswith("-5")]


@pytest.mark.rule("last-card")
def test_a_last_card_that_is_not_allowed_is_no_surprise() -> None:
    """A player who draws with one card left may hold an action card that matches, where only a number may be the last."""
    hands = [["red-1", "red-2"], ["red-skip"]]
    game = Game.arrange("classic", hands, top="red-9", turn=1, draw=["yellow-5"], options={"last_card": "number"})
    came: list[list[list[Any]]] = [[[card, None] for card in cards] for cards in game.hands]
    watch_cards_come(game, 1, Move("draw"), came)
    watch_cards_come(game, 1, Move("pass"), came)
    assert true_surprise(game, 0, 1, came[1]) == 0


@pytest.mark.parametrize(
    ("hand", "move", "bits"),
    [
        (["blue-3", "red-8"], "play blue-3 uno", ODD_ONE_OUT),
        (["blue-3", "green-1"], "play blue-3 uno", 0),
        (["blue-3", "green-3"], "play blue-3 uno", 1),
        (["blue-3", "green-3", "yellow-3"], "play green-3", 2),
        (["wild", "blue-1", "green-2"], "play wild blue", 1),
        (["wild", "blue-1", "green-2", "yellow-4", "yellow-5"], "play wild yellow", 0),
        (["wild", "blue-1", "green-2", "yellow-4", "yellow-5"], "play wild blue", ODD_ONE_OUT),
    ],
)
def test_one_of_equals_is_a_little_surprise(hand: list[str], move: str, bits: int) -> None:
    """Playing one of two equally good cards is one bit of surprise: a hand without the other makes the play twice as likely."""
    game = Game.arrange("classic", [["green-1", "green-2"], hand], top="red-3", turn=1)
    came: list[list[list[Any]]] = [[[card, None] for card in cards] for cards in game.hands]
    watch_cards_come(game, 1, Move(move), came)
    assert true_surprise(game, 0, 1, came[1]) == bits


@pytest.mark.rule("wd4-wilds-match")
@pytest.mark.parametrize(
    ("edition", "hand", "bits"),
    [
        ("dawn-of-justice", ["wild-draw-four@batman", "wild@superman", "blue-1", "blue-2"], 0),
        ("classic", ["wild-draw-four", "wild", "blue-1", "blue-2"], ODD_ONE_OUT),
    ],
)
def test_a_wild_draw_four_beside_a_wild_is_a_surprise_where_it_is_guilt(edition: str, hand: list[str], bits: int) -> None:
    """Steady players never play a Wild Draw Four where another wild makes it guilty; in Dawn of Justice they likely do."""
    game = Game.arrange(edition, [["red-1"], hand], top="red-9", turn=1)
    came: list[list[list[Any]]] = [[[card, None] for card in cards] for cards in game.hands]
    watch_cards_come(game, 1, Move(f"play {hand[0]} blue"), came)
    assert true_surprise(game, 0, 1, came[1]) == bits


def test_a_known_card_stays_known() -> None:
    """A hand that a challenge has shown is the same in every world of the challenger."""
    game = Game.arrange("classic", [["wild-draw-four", "red-1", "blue-1"], ["green-1"] * 2, ["yellow-1"] * 2], top="red-9")
    game.move(0, "play wild-draw-four blue")
    game.move(1, "challenge")
    assert all({"red-1", "blue-1"} <= set(held(game, world, 0)) for world in worlds(game, 1, 20))
    assert not all({"red-1", "blue-1"} <= set(held(game, world, 0)) for world in worlds(game, 2, 20))


@pytest.mark.rule("wd4-guilty", "wd4-innocent")
def test_guilt_is_imagined() -> None:
    """Whether a pending Wild Draw Four broke the rule follows the imagined hand, or for its player the real one."""
    game = Game.arrange("classic", [["wild-draw-four", "red-1", "blue-1"], ["green-1"] * 2], top="red-9")
    game.move(0, "play wild-draw-four blue")
    for world in worlds(game, 1, 80, odd=0):
        cards = held(game, world, 0)
        assert world.guilty == any(card.startswith(("red-", "wild")) for card in cards)
    assert {world.guilty for world in worlds(game, 1, 80, odd=0)} == {0, 1}
    assert {world.guilty for world in worlds(game, 0, 5)} == {1}


@pytest.mark.rule("etheria-reveal")
def test_hidden_choices_are_imagined() -> None:
    """A secret card and the cards picked to be shown come from the imagined hands; the seat's own are the real ones."""
    hands = [["wild-unite-etheria", "red-1", "blue-1"], ["green-1", "green-2"], ["yellow-1", "yellow-2"]]
    game = Game.arrange("etheria", hands, top="red-9")
    for seat, move in ((0, "play wild-unite-etheria"), (0, "secret blue-1"), (1, "reveal green-2")):
        game.move(seat, move)
    codes = game.edition.codec.card_codes
    for world in worlds(game, 2, 30):
        assert world.hand[0][world.secret]
        assert world.hand[1][world.picked[1]]
    assert {world.picked[1] for world in worlds(game, 1, 10)} == {codes["green-2"]}
    assert {world.secret for world in worlds(game, 0, 10)} == {codes["blue-1"]}
    assert len({world.secret for world in worlds(game, 2, 30)}) > 3
