"""The strong bot: what it tries, what it believes, and that it knows nothing that it could not."""

import pickle
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from lastcard import Game, Move, editions
from lastcard.bots import Timed, play_round
from lastcard.bots import trials as made
from lastcard.bots.reasons import REASONS
from lastcard.bots.search import SEARCH, Estimate, SearchBot, cost, estimates, reason
from lastcard.bots.steady import STEADY
from lastcard.bots.trials import WHOLE, Trials, compiled, interpreted
from lastcard.rules.beliefs import NEVER, PLAYED
from lastcard.rules.core import OVER
from lastcard.rules.evidence import HISTORY
from lastcard.rules.trials import TOTALS, TRIALS, VALUE
from lastcard.testing import walk
from lastcard.worlds import redeal
from tables import phases, variants

QUICK = SearchBot(rollouts=400, engine=interpreted)


def tried(game: Game, seat: int, rollouts: int = 400, seed: int = 0, **more: Any) -> dict[str, Estimate]:
    """How each move of a seat goes, by its text."""
    found = estimates(game.view(seat), game.moves(seat), rollouts=rollouts, rng=Random(seed), engine=interpreted, **more)
    return {str(estimate.move): estimate for estimate in found}


def worlds(game: Game, seat: int, count: int, *, odd: int = NEVER) -> list[Any]:
    """The rounds that a seat imagines, who takes everybody for a steady player, or with ``odd`` 0 for anybody."""
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
    """The cards of a hand in an imagined world."""
    texts = game.edition.codec.card_texts
    return [texts[kind] for kind, copies in enumerate(world.hand[seat]) for _ in range(copies)]


# ---- estimates -------------------------------------------------------------------------------------
@pytest.mark.parametrize("edition", editions.names())
def test_every_choice_can_be_tried(edition: str) -> None:
    """In every phase in which a seat has a choice each of its moves is tried, as often as the others."""
    reached: set[str] = set()
    for number, options in enumerate(variants(edition)):
        for game in walk(edition, players=(2, 3, 5)[number], seed=4 + number, options=options):
            if game.phase in reached and number < 2 and len(reached) < len(phases(edition)) - 1:
                continue
            for seat in range(game.players):
                moves = game.moves(seat)
                if len(moves) > 1:
                    reached.add(game.phase)
                    found = estimates(game.view(seat), moves, rollouts=50 * len(moves), rng=Random(1), engine=interpreted)
                    assert [estimate.move for estimate in found] == moves
                    assert {estimate.rollouts for estimate in found} == {1}
            if game.phase == "turn" and len(reached) >= len(phases(edition)) - 2:
                break
    assert reached


def test_estimates_are_chances() -> None:
    """An estimate is a share of rounds won with its standard error, and the points are those of rounds won."""
    game = Game.arrange("classic", [["red-1", "blue-2"], ["wild", "blue-3"]], top="red-9")
    for estimate in tried(game, 0, rollouts=2000).values():
        assert 0 <= estimate.win <= 1
        assert estimate.error == pytest.approx((estimate.win * (1 - estimate.win) / estimate.rollouts) ** 0.5)
        assert estimate.points >= estimate.win
        assert estimate.value == pytest.approx(estimate.win, abs=0.001)


def test_the_last_card_wins() -> None:
    """A move that goes out is estimated to win for certain."""
    game = Game.arrange("classic", [["red-1"], ["wild", "blue-3"]], top="red-9")
    found = tried(game, 0, rollouts=2000)
    assert found["play red-1"].win == 1
    assert found["play red-1"].error == 0
    assert found["play red-1"].points > 0
    assert found["draw"].win < 1


def test_a_forgotten_call_costs() -> None:
    """A play that leaves one card is worth more with the call than without."""
    game = Game.arrange("classic", [["red-1", "red-2"], ["red-3", "blue-3", "blue-4"]], top="red-9")
    found = tried(game, 0, rollouts=10_000)
    assert found["play red-1 uno"].win > found["play red-1"].win


def test_same_dice_same_estimates() -> None:
    """The same view, moves and dice give the same estimates; other dice give others."""
    game = Game("classic", 3, seed=5)
    seat = game.to_move[0]
    assert tried(game, seat, rollouts=3000) == tried(game, seat, rollouts=3000)
    assert tried(game, seat, rollouts=3000) != tried(game, seat, rollouts=3000, seed=1)


def test_all_moves_meet_the_same_worlds() -> None:
    """Two moves that are the same for the rules, one listed twice, come to the same estimate."""
    game = Game("classic", 3, seed=5)
    seat = game.to_move[0]
    move = game.moves(seat)[0]
    twice = estimates(game.view(seat), [move, move], rollouts=2000, rng=Random(3), engine=interpreted)
    assert twice[0] == twice[1]


def test_points_count_on_the_way_to_a_target() -> None:
    """To a target the value is the chance to win the game: a round that cannot save it is worth nothing."""
    hands = [["red-1", "blue-2"], ["red-3", "blue-3"]]
    near = Game.arrange("classic", hands, top="red-9", options={"target": 500}, scores=[499, 0])
    far = Game.arrange("classic", hands, top="red-9", options={"target": 500}, scores=[0, 499])
    for game, least, most in ((near, 0.9, 1.0), (far, 0.0, 0.9)):
        for estimate in tried(game, 0, rollouts=2000).values():
            assert least * estimate.win <= estimate.value <= 1.0
            assert estimate.value <= max(most, estimate.win)
    assert tried(near, 0)["draw"].value > tried(far, 0)["draw"].value


def test_people_know_lines() -> None:
    """Where people know lines an estimate says so: the card that asks for one hurts the others less."""
    game = Game.arrange("favorite-line", [["wild-favorite-line", "red-1"], ["blue-1", "blue-2"]], top="red-9")
    cards = [Move(f"play wild-favorite-line {color}") for color in game.edition.colors]
    never, always = (
        sum(tried(game, 0, rollouts=100_000, people={"line": n})[f"{card} uno"].win for card in cards) for n in (0, 1000)
    )
    assert never > always


# ---- beliefs ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("edition", editions.names())
def test_a_world_is_a_table_of_the_same_deck(edition: str) -> None:
    """In every phase an imagined world has the whole deck, hands of the right size, and what the seat knows in its place."""
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


def test_who_draws_has_nothing_that_fits() -> None:
    """After a draw and a pass on red 9 no card of that hand is red or a 9, and only the drawn one may be wild."""
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
    """Cards that come after a draw may be of that color: it speaks only of those that were there."""
    game = Game.arrange("classic", [["red-draw-two", "red-2"], ["blue-1", "blue-2"]], top="red-9", turn=1, draw=["yellow-5"])
    for seat, move in ((1, "draw"), (1, "pass"), (0, "play red-draw-two uno")):
        game.move(seat, move)
    counts = Counter(sum(card.startswith("red-") for card in held(game, world, 1)) for world in worlds(game, 0, 200))
    assert set(counts) == {0, 1, 2}


def test_a_choice_tells() -> None:
    """Who changes the color by a card that fits has most likely more of the new color than of the old."""
    hands = [["green-1", "green-2"], ["blue-7", "blue-2", "blue-3", "blue-4"]]
    game = Game.arrange("classic", hands, top="red-7", turn=1)
    game.move(1, "play blue-7")
    found = [held(game, world, 1) for world in worlds(game, 0, 80)]
    anybody = [held(game, world, 1) for world in worlds(game, 0, 80, odd=0)]
    reds, chance = (sum(card.startswith("red-") for hand in hands for card in hand) for hands in (found, anybody))
    assert reds < 0.75 * chance


def test_a_wild_that_is_spent_tells() -> None:
    """Who plays a wild had most likely nothing else that fits; a colored card tells nothing of the kind."""
    hands = [["red-1", "red-2"], ["wild", "blue-2", "green-3"]]
    game = Game.arrange("classic", hands, top="red-9", turn=1)
    game.move(1, "play wild blue")
    assert not [card for world in worlds(game, 0, 60) for card in held(game, world, 1) if card.startswith("red-")]
    plain = Game.arrange("classic", [hands[0], ["red-3", "blue-2", "green-3"]], top="red-9", turn=1)
    plain.move(1, "play red-3")
    assert [card for world in worlds(plain, 0, 60) for card in held(plain, world, 1) if card.startswith("red-")]


def watch_cards_come(game: Game, seat: int, move: Move, came: list[list[list[Any]]]) -> None:
    """Do a move. ``came`` has the cards of each seat in the order in which they came, and the choice with which they left."""
    choice = game.view(None).numbers.evidence["choices"][seat]
    game.move(seat, move)
    is_choice = game.view(None).numbers.evidence["choices"][seat] > choice
    for other, hand in enumerate(game.hands):
        held = Counter(card for card, left in came[other] if left is None)
        for card in (held - Counter(hand)).elements():
            twins = [entry for entry in came[other] if entry[0] == card and entry[1] is None]
            (twins[0] if is_choice else twins[-1])[1] = choice if is_choice else -1
        came[other] += [[card, None] for card in (Counter(hand) - held).elements()]


ODD_ONE_OUT = 1000  # bits, more than all choices between equals can add up to


def true_surprise(game: Game, seat: int, other: int, came: list[list[Any]]) -> int:
    """How surprising the choices of another seat are with its true hand, as one seat sees it."""
    trials = Trials(game.view(seat), seed=1, engine=interpreted, odd=ODD_ONE_OUT)
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


@pytest.mark.parametrize("players", [2, 4])
def test_true_hands_surprise_nobody(players: int) -> None:
    """What steady players did is explained by the hands that they held, in the order in which their cards came."""
    choices = surprises = 0
    for seed in range(6):
        game, rng = Game("classic", players, seed=seed, options={"bluff": False}), Random(seed)
        came: list[list[list[Any]]] = [[[card, None] for card in hand] for hand in game.hands]
        while not game.round_over:
            seat = game.to_move[0]
            other = (seat + 1) % players
            surprises += true_surprise(game, seat, other, came[other]) // ODD_ONE_OUT
            choices += min(game.view(None).numbers.evidence["choices"][other], HISTORY)
            move = STEADY.choose(game.view(seat), game.moves(seat), rng)
            assert move is not None
            watch_cards_come(game, seat, move, came)
    assert choices > 500
    assert surprises < choices / 200, (surprises, choices)


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
    """A play says by how much more likely another hand would have been played so: one of two as good is one bit of surprise."""
    game = Game.arrange("classic", [["green-1", "green-2"], hand], top="red-3", turn=1)
    came: list[list[list[Any]]] = [[[card, None] for card in cards] for cards in game.hands]
    watch_cards_come(game, 1, Move(move), came)
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
    """Whether a pending Wild Draw Four broke the rule follows the imagined hand, for its player the own one."""
    game = Game.arrange("classic", [["wild-draw-four", "red-1", "blue-1"], ["green-1"] * 2], top="red-9")
    game.move(0, "play wild-draw-four blue")
    for world in worlds(game, 1, 80, odd=0):
        cards = held(game, world, 0)
        assert world.guilty == any(card.startswith(("red-", "wild")) for card in cards)
    assert {world.guilty for world in worlds(game, 1, 80, odd=0)} == {0, 1}
    assert {world.guilty for world in worlds(game, 0, 5)} == {1}


@pytest.mark.rule("etheria-reveal")
def test_hidden_choices_are_imagined() -> None:
    """A secret card and the cards picked to be shown are cards of the imagined hands; the own ones are what they are."""
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


# ---- hidden information ----------------------------------------------------------------------------
@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", editions.names())
def test_search_knows_nothing_that_it_cannot_see(edition: str) -> None:
    """Where all that a seat cannot see is dealt anew, the same dice give the same estimates and the same choice."""
    rng = Random(3)
    asked = 0
    for number, game in enumerate(walk(edition, players=4, seed=6, options=variants(edition)[1], rounds=2)):
        if number % 9:
            continue
        for seat in range(4):
            if len(game.moves(seat)) < 2:
                continue
            world = redeal(game, seat, rng)
            assert tried(world, seat, rollouts=200) == tried(game, seat, rollouts=200)
            views = [table.view(seat) for table in (world, game)]
            assert len({QUICK.choose(view, game.moves(seat), Random(7)) for view in views}) == 1
            asked += 1
    assert asked > 3


@pytest.mark.rule("hidden")
def test_guilt_of_others_is_not_told() -> None:
    """A view's numbers hold the guilt of a Wild Draw Four for its player alone, and only while it is pending."""
    game = Game.arrange("classic", [["wild-draw-four", "red-1", "blue-1"], ["green-1", "blue-5"], ["red-3"] * 2], top="red-9")
    game.move(0, "play wild-draw-four blue")
    assert [game.view(seat).numbers.own.get("guilty") for seat in (0, 1, 2, None)] == [1, None, None, None]
    game.move(1, "accept")
    game.move(2, "draw")
    assert all("guilty" not in game.view(seat).numbers.own for seat in (0, 1, 2))


@pytest.mark.rule("hidden")
def test_a_drawn_card_is_told_to_its_seat() -> None:
    """A view's numbers hold the drawn card for who drew it, and nobody else."""
    game = Game.arrange("classic", [["red-1", "red-2"], ["blue-3", "blue-4"]], top="green-9", draw=["yellow-5"])
    game.move(0, "draw")
    assert "drawn" in game.view(0).numbers.own
    assert "drawn" not in {**game.view(1).numbers.own, **game.view(1).numbers.public, **game.view(None).numbers.own}


def test_numbers_stay_inside() -> None:
    """A view's numbers travel to a bot's process and are told to nobody else."""
    view = Game("dark-side", 4, seed=3).view(1)
    assert "numbers" not in view.to_dict()
    assert pickle.loads(pickle.dumps(view)) == view


# ---- the outlook -----------------------------------------------------------------------------------
def outlook(hands: Sequence[Sequence[str]], seat: int = 0) -> float:
    """How likely a seat is said to win where the first is on turn, everybody's cards being known to it."""
    game = Game.arrange("classic", hands, top="red-9")
    view = replace(game.view(0), known={s: tuple(hand) for s, hand in enumerate(hands) if s})
    trials = Trials(view, seed=1, engine=interpreted, turns=1)
    kernels, r, g, p = trials.engine.kernels, trials.rules[0], trials.rounds[0], trials.player[0]
    total = kernels.weigh(r, g, p)
    assert sum(p.standing[: len(hands)]) == total
    return float(p.standing[seat] / total)


def test_chances_follow_from_hands() -> None:
    """Fewer cards, a card that fits, a wild and a Draw Two make a win likelier; a Skip in the hand before, less likely."""
    even = [["red-1", "blue-2", "green-3"], ["red-4", "blue-5", "green-6"]]
    assert 0.4 < outlook(even) < 0.65
    assert outlook([["red-1"], ["blue-5"]]) > 0.98
    for better in (["red-1", "blue-2"], ["wild", "blue-2", "green-3"], ["red-draw-two", "blue-2", "green-3"]):
        assert outlook([better, even[1]]) > outlook(even) + 0.02
    assert outlook([["yellow-1", "blue-2", "green-3"], even[1]]) < outlook(even) - 0.02
    three = [["red-1", "blue-2"], ["red-4", "blue-5"], ["red-2", "blue-6"]]
    assert outlook([["red-skip", "blue-2"], *three[1:]], seat=1) < outlook(three, seat=1) - 0.02


def test_a_card_more_is_always_worse() -> None:
    """However many cards somebody holds, with one more a win is less likely: nobody is to go on drawing for ever."""
    cards = [f"{color}-{number}" for number in range(1, 10) for color in ("red", "blue", "green", "yellow")]
    for players in (2, 3):
        others = [["red-1", "blue-2", "green-3"], ["red-4", "blue-5", "green-6"]][: players - 1]
        chances = [outlook([cards[:count], *others]) for count in range(4, 30)]
        assert all(one > more for one, more in pairwise(chances))


def test_a_judged_trial_is_worth_about_what_a_played_one_is() -> None:
    """On the way through rounds, trials that are judged come to nearly the same values as those played to the end."""
    apart = []
    for game in walk("classic", players=3, seed=5):
        seat = game.to_move[0] if game.to_move else 0
        moves = game.moves(seat)
        if not moves:
            continue
        values = []
        for turns in (0, 2):
            trials = Trials(game.view(seat), 7, engine=interpreted, turns=turns)
            totals = trials.engine.ints(1, TOTALS)
            trials.run([trials.edition.codec.read(moves[0])[0]], 80, totals)
            values.append(totals[0][VALUE] / totals[0][TRIALS] / WHOLE)
        apart.append(values[1] - values[0])
    assert len(apart) > 10
    assert abs(sum(apart)) / len(apart) < 0.04
    assert max(map(abs, apart)) < 0.25


def judged(hands: Sequence[list[str]], score: int, scoring: str) -> float:
    """What it is worth to play the first card of the first hand, by trials that are judged at once."""
    options = {"target": 500, "scoring": scoring}
    game = Game.arrange("classic", hands, top="red-9", scores=[score, 0], options=options)
    trials = Trials(replace(game.view(0), known={1: tuple(hands[1])}), 7, engine=interpreted, turns=1)
    totals = trials.engine.ints(1, TOTALS)
    trials.run([trials.edition.codec.read(Move(f"play {hands[0][0]}"))[0]], 100, totals)
    return float(totals[0][VALUE] / totals[0][TRIALS] / WHOLE)


LOW, HIGH = ["green-3", "green-4", "yellow-5"], ["green-skip", "green-reverse", "yellow-skip"]


def test_a_judged_trial_counts_points() -> None:
    """On the way to a target a judged trial is worth more with more points in the other hands, and most near the target."""
    mine = ["red-1", "blue-2", "blue-3"]
    assert judged([mine, HIGH], 100, "winner") > judged([mine, LOW], 100, "winner") + 0.005
    assert judged([mine, LOW], 490, "winner") > judged([mine, LOW], 100, "winner") + 0.1


def test_a_judged_trial_counts_own_points_where_the_fewest_win() -> None:
    """Where points are bad, those that stay in the own hand make a judged trial worth less."""
    low, high = (judged([["red-1", *cards], ["red-2", "blue-2", "blue-4"]], 300, "lowest") for cards in (LOW, HIGH))
    assert high < low - 0.005


def test_a_wild_is_dear_among_many() -> None:
    """With more than two players, search wants a little more for a wild than trials say, unless few cards are left."""
    many, few = ["wild", "red-1", "red-2", "blue-3"], ["wild", "red-1", "blue-3"]
    spent = {}
    for players in (2, 3):
        for hand in (many, few):
            game = Game.arrange("classic", [hand, *[["green-1", "green-2"]] * (players - 1)], top="red-9")
            costs = {str(move): cost(game.view(0), move) for move in game.moves(0)}
            assert costs["play red-1"] == costs["draw"] == cost(game.view(0), None) == 0
            spent[players, len(hand)] = costs["play wild blue"]
    assert spent.pop((3, 4)) > 0
    assert set(spent.values()) == {0}


# ---- the bot ---------------------------------------------------------------------------------------
def test_search_takes_the_win() -> None:
    """It goes out where it can, and stops who would go out next."""
    game = Game.arrange("classic", [["red-1"], ["wild", "blue-3"]], top="red-9")
    assert QUICK.choose(game.view(0), game.moves(0), Random(0)) == "play red-1"
    game = Game.arrange("classic", [["red-draw-two", "red-1", "blue-5"], ["red-2"]], top="red-9")
    bot = SearchBot(rollouts=30_000, engine=interpreted)
    assert {bot.choose(game.view(0), game.moves(0), Random(seed)) for seed in range(2)} == {"play red-draw-two"}


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("edition", editions.names())
def test_search_finishes_rounds(edition: str, players: int) -> None:
    """It plays rounds to the end in every edition, by the leaflet's rules and by a table's own."""
    bot = SearchBot(rollouts=100, engine=interpreted)
    for seed, options in enumerate(variants(edition)):
        game = Game(edition, players, seed=seed, options=options)
        play_round(game, [bot, *[STEADY] * (players - 1)], Random(seed))
        assert game.round_over


def test_an_edition_made_on_the_spot_is_played_steadily() -> None:
    """An edition that is not installed cannot be imagined: the bot plays it as `steady` does."""
    view = Game("classic", 2, seed=1).view(0)
    moves = Game("classic", 2, seed=1).moves(0)
    vars(view)["edition"] = "unheard-of"
    assert QUICK.choose(view, moves, Random(1)) == STEADY.choose(view, moves, Random(1))


def test_interpreted_trials_where_nothing_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra `lab` the same bot searches with interpreted rules and fewer trials."""

    def missing(*_: object) -> None:
        raise ImportError

    monkeypatch.setattr(made, "compiled", missing)
    game = Game("classic", 2, seed=1)
    seat = game.to_move[0]
    assert SearchBot(rollouts=500).choose(game.view(seat), game.moves(seat), Random(1)) in game.moves(seat)
    assert sum(e.rollouts for e in estimates(game.view(seat), game.moves(seat), rollouts=500, rng=Random(1))) <= 10


def test_an_impatient_bot_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until an edition is compiled a bot at a table of people plays as `steady`, at once."""
    assert isinstance(SEARCH, Timed)
    assert not isinstance(STEADY, Timed)
    monkeypatch.setattr("lastcard.bots.search.is_ready", lambda edition: False)
    game = Game("classic", 2, seed=1)
    seat = game.to_move[0]
    bot = SEARCH.timed(50)
    assert bot.choose(game.view(seat), game.moves(seat), Random(2)) == STEADY.choose(
        game.view(seat), game.moves(seat), Random(2)
    )


def test_a_budget_of_time_is_kept() -> None:
    """With milliseconds in place of rollouts it chooses a legal move after at least one world."""
    game = Game("classic", 2, seed=1)
    seat = game.to_move[0]
    bot = SearchBot(milliseconds=1, engine=interpreted)
    assert bot.choose(game.view(seat), game.moves(seat), Random(2)) in game.moves(seat)


# ---- both speeds -----------------------------------------------------------------------------------
@pytest.mark.parametrize("turns", [0, 2])
@pytest.mark.parametrize("edition", ["classic", "etheria"])
def test_both_speeds_try_alike(edition: str, turns: int) -> None:
    """Compiled and interpreted trials come to the same totals, in every phase, played to the end or judged before."""
    asked = 0
    for number, game in enumerate(walk(edition, players=3, seed=2)):
        seat = number % 3
        moves = game.moves(seat)
        if not moves:
            continue
        totals = []
        for engine in (interpreted, lambda e: replace(compiled(e), is_compiled=False)):
            trials = Trials(game.view(seat), 11, engine=engine, turns=turns)
            total = trials.engine.ints(len(moves), TOTALS)
            trials.run([trials.edition.codec.read(move)[0] for move in moves], 2, total)
            totals.append([[int(n) for n in row] for row in total])
        assert totals[0] == totals[1]
        assert {row[TRIALS] for row in totals[0]} == {2}
        asked += 1
    assert asked > 10


# ---- reasons ---------------------------------------------------------------------------------------
def why(game: Game, seat: int, best: str) -> str:
    """The reason for a move, if it were the best, in words."""
    found = [Estimate(move, float(move == best), 0.0, 0.0, float(move == best), 10) for move in game.moves(seat)]
    template, args = reason(game.view(seat), found)
    assert template in REASONS
    return template.format(**args)


@pytest.mark.parametrize(
    ("hand", "counts", "move", "says"),
    [
        (["red-1"], [1], "play red-1", "It is your last card: you win the round."),
        (["red-draw-two", "red-1", "blue-2"], [1, 3], "play red-draw-two", "1 has few cards left, 1, and draws 2 more."),
        (["red-skip", "red-1", "blue-2"], [2, 3], "play red-skip", "1 has few cards left, 2, and loses the turn."),
        (["red-skip", "red-1", "blue-2"], [3], "play red-skip", "The turn comes back to you."),
        (["red-1", "wild", "blue-2"], [3], "play red-1", "It saves wild for later."),
        (["wild", "blue-1", "blue-2"], [3], "play wild blue", "You hold 2 blue to follow."),
        (["red-9", "blue-7", "blue-2"], [3], "play blue-7", "1 more blue can follow from your hand."),
        (["red-9", "blue-7", "blue-2"], [3], "play red-9", "It gets rid of 9 points."),
        (["blue-1", "blue-2"], [3], "draw", "Nothing in your hand fits."),
    ],
)
def test_reasons(hand: list[str], counts: list[int], move: str, says: str) -> None:
    """A reason states a fact about the move that the player can check."""
    others = [[f"green-{n}" for n in range(1, count + 1)] for count in counts]
    assert why(Game.arrange("classic", [hand, *others], top="red-7"), 0, move) == says


def test_who_may_choose_is_not_said_to_draw() -> None:
    """A dare takes two cards or is done, so that nobody knows who will draw."""
    dare = next(str(kind) for kind in editions.get("dare").codec.card_codes if str(kind).startswith("red-dare"))
    game = Game.arrange("dare", [[dare, "red-1", "blue-2"], ["green-1", "green-2"]], top="red-7")
    move = next(str(move) for move in game.moves(0) if str(move).startswith(f"play {dare}"))
    assert "draws" not in why(game, 0, move)


@pytest.mark.parametrize("edition", editions.names())
def test_every_best_move_has_a_reason(edition: str) -> None:
    """Whatever move is best there is a sentence for it, with everything that its template asks for."""
    for options in variants(edition):
        for game in walk(edition, players=3, seed=9, options=options):
            for seat in range(3):
                for move in game.moves(seat):
                    assert why(game, seat, move)
