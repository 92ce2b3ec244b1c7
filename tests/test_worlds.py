"""Hidden information: if what a seat can't see is dealt again, the seat is told the same, byte for byte."""

import json
from collections import Counter
from itertools import chain
from random import Random

import pytest

from lastcard import Game, InvalidRecord, editions
from lastcard.testing import shown, walk
from lastcard.worlds import redeal
from variants import phases, variants

EACH_PHASE = 12  # positions of a phase that are dealt again, at most


def refusals(game: Game, seat: int, texts: list[str]) -> list[str]:
    """Return what a seat would be told if it tried these moves."""
    return [str(game.why_not(seat, text)) for text in texts]


@pytest.mark.rule("hidden", "hero-secret")
@pytest.mark.parametrize("edition", editions.names())
def test_redeal_tells_nothing(edition: str) -> None:
    """In every phase, nothing that a seat or spectator is told, refusals included, depends on what they can't see."""
    reached: Counter[str] = Counter()
    tried: set[str] = set()
    for options in variants(edition):
        for seed in range(40):
            rng = Random(seed)
            here: Counter[str] = Counter()
            for game in walk(edition, players=(10, 2, 7, 3)[seed % 4], seed=seed, options={**options, "target": 500}, rounds=2):
                tried.update(str(move) for seat in game.to_move for move in game.moves(seat))
                if here[game.phase] >= 3 or reached[game.phase] >= EACH_PHASE or rng.random() > 0.2:
                    continue
                here[game.phase] += 1
                reached[game.phase] += 1
                texts = rng.sample(sorted(tried), min(10, len(tried)))
                for seat in (None, *range(game.players)):
                    world = redeal(game, seat, rng)
                    where = f"{edition} {options}, seed {seed}, phase {game.phase}, seat {seat}"
                    assert shown(world, seat) == shown(game, seat), where
                    if seat is not None:
                        assert refusals(world, seat, texts) == refusals(game, seat, texts), where
            if len(reached) == len(phases(edition)) and min(reached.values()) >= EACH_PHASE:
                break
    assert set(reached) == phases(edition)


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", editions.names())
def test_redeal_is_a_table_of_the_same_deck(edition: str) -> None:
    """A world has the same cards, differs in what is hidden, leaves the game alone, and can be played to the end."""
    rng = Random(5)
    differs = 0
    for number, game in enumerate(walk(edition, players=3, seed=8, options=variants(edition)[1])):
        if number % 11:
            continue
        seat = rng.randrange(3)
        before = game.record(), game.hands, game.draw_pile, [shown(game, s) for s in range(3)]
        world = redeal(game, seat, rng)
        assert before == (game.record(), game.hands, game.draw_pile, [shown(game, s) for s in range(3)])
        cards = [Counter(chain(*g.hands, g.draw_pile, g.discard_pile)) for g in (game, world)]
        assert cards[0] == cards[1]
        assert [list(world.view(s).hand) for s in range(3)] == world.hands
        differs += world.hands != game.hands
        for _ in range(400):
            if world.round_over:
                break
            mover = world.to_move[0]
            world.move(mover, next(m for m in [*world.moves(mover)][::-1] if m.verb != "draw" or len(world.moves(mover)) == 1))
    assert differs


@pytest.mark.rule("hidden")
def test_redeal_reaches_every_hand() -> None:
    """Every hand that an opponent could hold, as far as the seat knows, is dealt in some world, and no other is."""
    game = Game.arrange(
        "classic", [["red-1", "red-2"], ["blue-1", "blue-2"]], top="red-9", draw=["green-1", "green-1"], rest=False
    )
    rng = Random(0)
    hands = {tuple(sorted(redeal(game, 0, rng).hands[1])) for _ in range(200)}
    pairs = {("blue-1", "blue-2"), ("blue-1", "green-1"), ("blue-2", "green-1"), ("green-1", "green-1")}
    assert hands == pairs


@pytest.mark.rule("hidden", "wd4-show")
def test_redeal_keeps_a_shown_hand() -> None:
    """A hand shown in a challenge is the same in every world of the challenger, but not in anyone else's."""
    game = Game.arrange("classic", [["wild-draw-four", "red-1", "blue-1"], ["green-1"] * 2, ["yellow-1"] * 2], top="red-9")
    game.move(0, "play wild-draw-four blue")
    game.move(1, "challenge")
    rng = Random(0)
    assert all(set(redeal(game, 1, rng).hands[0]) >= {"red-1", "blue-1"} for _ in range(20))
    assert not all(set(redeal(game, 2, rng).hands[0]) >= {"red-1", "blue-1"} for _ in range(20))


@pytest.mark.rule("hidden", "rule-of-two")
def test_redeal_chooses_a_hidden_gift_again() -> None:
    """If a card that a third seat once saw may have been given away, that seat's worlds differ about it."""
    hands = [["wild-draw-four", "red-1", "blue-1", "wild-rule-of-two", "blue-3"], ["green-1"] * 2, ["yellow-1"] * 2]
    game = Game.arrange("dark-side", hands, top="red-9", draw=["green-2"] * 2 + ["green-3"] * 2, direction=1)
    game.move(0, "play wild-draw-four blue")
    game.move(1, "challenge")
    game.move(1, "draw")
    game.move(1, "pass")
    game.move(2, "draw")
    game.move(2, "pass")
    game.move(0, "play wild-rule-of-two red")
    game.move(0, "apprentice 2")
    game.move(0, "give red-1")
    game.move(0, "done")
    rng = Random(0)
    worlds = [redeal(game, 1, rng) for _ in range(60)]
    assert {"red-1" in world.hands[2] for world in worlds} == {True, False}
    assert {shown(world, 1) for world in worlds} == {shown(game, 1)}
    assert all("red-1" in redeal(game, seat, rng).hands[2] for seat in (0, 2) for _ in range(20))


@pytest.mark.rule("hidden", "wd4-guilty", "wd4-innocent")
def test_redeal_judges_the_new_hand() -> None:
    """A pending Wild Draw Four is innocent or guilty according to the hand that the world deals."""
    game = Game.arrange("classic", [["wild-draw-four", "red-1"], ["green-1", "green-2"]], top="red-9")
    game.move(0, "play wild-draw-four blue uno")
    rng = Random(3)
    verdicts = set()
    for _ in range(60):
        world = redeal(game, 1, rng)
        (left,) = world.hands[0]
        judged = next(event.word for event in world.move(1, "challenge") if event.what == "judged")
        assert judged == ("guilty" if left.startswith(("red-", "wild")) else "innocent")
        verdicts.add(judged)
    assert verdicts == {"guilty", "innocent"}


@pytest.mark.rule("hidden", "etheria-secret", "etheria-reveal")
def test_redeal_changes_secret_and_picked_cards() -> None:
    """The secret card and the cards picked to be shown are hidden from everyone but their owners until all are shown."""
    hands = [["wild-unite-etheria", "red-1", "blue-1"], ["green-1", "green-2"], ["yellow-1", "yellow-2"]]
    game = Game.arrange("etheria", hands, top="red-9")
    game.move(0, "play wild-unite-etheria")
    game.move(0, "secret blue-1")
    game.move(1, "reveal green-2")
    worlds = [redeal(game, 2, Random(i)) for i in range(30)]
    assert len({world.view(0).special["secret"]["0"] for world in worlds}) > 5
    assert len({world.view(1).special["picked"] for world in worlds}) > 5
    for world in worlds:
        assert world.view(0).special["secret"]["0"] in world.hands[0]
        assert world.view(1).special["picked"] in world.hands[1]
        assert next(e.card for e in reversed(world.events(1)) if e.what == "picked") == world.view(1).special["picked"]


@pytest.mark.rule("hidden", "hero-secret")
def test_redeal_moves_a_hero_unnoticed() -> None:
    """Whether another player holds the Hero that could block changes nothing that anyone else is told or asked."""
    hands = [["red-skip@superman", "red-1", "red-2"], ["blue-1", "blue-2"], ["hero@batman", "gold-1"], ["gold-2", "gold-3"]]
    game = Game.arrange("dawn-of-justice", hands, top="red-9")
    game.move(0, "play red-skip@superman")
    for seat in (None, 0, 1, 3):
        worlds = [redeal(game, seat, Random(i)) for i in range(60)]
        assert {any("hero@batman" in hand for hand in world.hands) for world in worlds} == {True, False}
        assert {shown(world, seat) for world in worlds} == {shown(game, seat)}


@pytest.mark.rule("hidden", "favorite-line-judge")
def test_redeal_changes_open_votes() -> None:
    """A vote is hidden from the others until everyone has voted."""
    hands = [["wild-favorite-line", "red-1", "blue-1"], ["green-1", "green-2"], ["yellow-1", "yellow-2"], ["red-2", "red-3"]]
    game = Game.arrange("favorite-line", hands, top="red-9")
    game.move(0, "play wild-favorite-line red")
    game.move(0, "film Solo")
    game.move(1, "line Hello there")
    game.move(2, "vote no")
    words = {redeal(game, 3, Random(i)).events(2)[-1].word for i in range(30)}
    assert words == {"yes", "no", "abstain"}
    assert {redeal(game, 2, Random(i)).events(2)[-1].word for i in range(30)} == {"no"}


@pytest.mark.rule("hidden")
def test_world_does_not_know_the_truth() -> None:
    """A world has neither the seed nor the moves of the game it was made from, and so has no record."""
    game = Game("classic", players=3, seed=12345)
    world = redeal(game, 1, Random(0))
    assert world.seed != game.seed
    with pytest.raises(InvalidRecord, match="no record"):
        world.record()


@pytest.mark.rule("hidden")
def test_world_does_not_know_the_key() -> None:
    """A world of a fair deal has neither the key of its dice nor the shuffles made with it."""
    seed = "5e" * 32
    game = Game("classic", players=3, seed=seed)
    world = redeal(game, 1, Random(0))
    assert shown(world, 1) == shown(game, 1)
    assert bytes.fromhex(seed) not in vars(world._round).values()
    assert seed not in vars(world).values()
    assert not world._shuffles


@pytest.mark.rule("hidden")
def test_same_dice_deal_the_same_world() -> None:
    """The world depends only on the game, the seat and the dice."""
    game = Game("dark-side", players=4, seed=2)
    first, second = (redeal(game, 2, Random(7)) for _ in range(2))
    assert first.hands == second.hands
    assert first.draw_pile == second.draw_pile
    assert json.dumps(first.view(0).to_dict()) == json.dumps(second.view(0).to_dict())
