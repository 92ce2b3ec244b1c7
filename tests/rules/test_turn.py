"""A turn: matching, drawing and passing, the piles, and a Reverse with two players."""

from typing import Any

import pytest

from lastcard import Game
from rules.helpers import ALL, LEAFLETS_2023, NOT_DARE, arrange, cards, do, everything, refused, say, whats, whole_deck


# ---- what matches ----------------------------------------------------------------------------------
@pytest.mark.rule("turn-match")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(
    ("top", "card"),
    [
        ("red-9", "red-1"),
        ("red-9", "red-skip"),
        ("red-9", "blue-9"),
        ("red-skip", "red-0"),
        ("red-skip", "blue-skip"),
        ("red-reverse", "yellow-reverse"),
    ],
)
def test_color_number_or_symbol_matches(edition: str, top: str, card: str) -> None:
    """You may play a card of the same color, number or symbol, and it becomes the top card."""
    game = arrange(edition, [[card, "green-4", "green-5"], ["blue-1", "blue-2"], ["blue-3", "blue-4"]], top)
    assert say(edition, f"play {card}") in game.moves(0)
    do(game, 0, f"play {card}")
    assert game.top == say(edition, card)
    assert game.color == say(edition, card.partition("-")[0])
    assert game.hands[0] == cards(edition, ["green-4", "green-5"])


@pytest.mark.rule("turn-match")
@pytest.mark.parametrize("edition", NOT_DARE)
def test_draw_two_matches_draw_two(edition: str) -> None:
    """A Draw Two may be played on a Draw Two of another color."""
    game = arrange(edition, [["blue-draw-two", "green-4"], ["blue-1", "blue-2"]], "red-draw-two")
    assert say(edition, "play blue-draw-two") in game.moves(0)


@pytest.mark.rule("turn-match")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(
    ("top", "card"),
    [
        ("red-9", "blue-1"),
        ("red-9", "blue-skip"),
        ("red-skip", "blue-reverse"),
        ("red-reverse", "blue-skip"),
        ("red-skip", "blue-0"),
    ],
)
def test_nothing_else_matches(edition: str, top: str, card: str) -> None:
    """A card that shares neither color, number nor symbol is refused, and nothing changes."""
    game = arrange(edition, [[card, "green-4"], ["blue-1", "blue-2"]], top)
    before = game.view(0)
    assert refused(game, 0, f"play {card}") == "turn-match"
    assert game.view(0) == before


@pytest.mark.rule("turn-match")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("top", ["red-9", "red-skip", "red-reverse"])
def test_a_wild_matches_anything(edition: str, top: str) -> None:
    """A wild may be played on any card, with any color."""
    game = arrange(edition, [["wild", "green-4", "green-5"], ["blue-1", "blue-2"]], top)
    plays = [say(edition, f"play wild {color}") for color in ("red", "yellow", "green", "blue")]
    assert set(plays) <= set(game.moves(0))


@pytest.mark.rule("turn-match")
@pytest.mark.parametrize("edition", ALL)
def test_after_a_wild_the_named_color_matches(edition: str) -> None:
    """On a wild you may only play the named color or another wild."""
    game = arrange(edition, [["blue-4", "red-4", "green-skip", "red-9"], ["blue-1", "blue-2"]], "wild", color="blue")
    assert game.moves(0) == ["play blue-4", "draw"]
    assert refused(game, 0, "play red-4") == "turn-match"


@pytest.mark.rule("turn-match")
def test_any_dare_matches_any_dare() -> None:
    """A Dare may be played on a Dare of another color and number."""
    game = Game.arrange("dare", hands=[["blue-dare-5", "green-4", "green-5"], ["blue-1", "blue-2"]], top="red-dare-3")
    assert "play blue-dare-5" in game.moves(0)


@pytest.mark.rule("turn-match")
@pytest.mark.parametrize(
    ("top", "color", "card"),
    [("blue-3", None, "red-dare-3"), ("red-dare-3", None, "blue-3"), ("wild-dare-9", "red", "blue-9")],
)
def test_the_number_of_a_dare_is_not_matched(top: str, color: str | None, card: str) -> None:
    """The number on a Dare or Wild Dare doesn't match a number card."""
    game = Game.arrange("dare", hands=[[card, "yellow-4", "yellow-5"], ["blue-1", "blue-2"]], top=top, color=color)
    assert game.moves(0) == ["draw"]
    assert refused(game, 0, f"play {card}") == "turn-match"


@pytest.mark.rule("turn-match")
def test_a_wild_dare_is_no_dare_to_match() -> None:
    """A colored Dare can't be played on a Wild Dare if another color was named."""
    game = Game.arrange("dare", hands=[["blue-dare-1", "yellow-5"], ["blue-1", "blue-2"]], top="wild-dare-9", color="red")
    assert game.moves(0) == ["draw"]


@pytest.mark.rule("turn-match")
def test_an_emblem_is_not_matched() -> None:
    """In Dawn of Justice two cards don't match by their hero, and two Skips match whichever heroes they show."""
    hand = ["blue-reverse@batman", "blue-skip@superman", "gold-1", "gold-2"]
    game = Game.arrange("dawn-of-justice", hands=[hand, ["blue-1", "blue-2"]], top="red-skip@batman")
    assert game.moves(0) == ["play blue-skip@superman", "draw"]


@pytest.mark.rule("turn-match")
@pytest.mark.parametrize("edition", ALL)
def test_only_on_your_turn_and_from_your_hand(edition: str) -> None:
    """You can only play on your turn, and only a card in your hand."""
    game = arrange(edition, [["red-1", "red-2"], ["red-3", "red-4"]], "red-9")
    assert refused(game, 1, "play red-3") == "turn-match"
    assert refused(game, 0, "play red-3") == "turn-match"
    assert (game.top, game.turn) == ("red-9", 0)


# ---- drawing ---------------------------------------------------------------------------------------
@pytest.mark.rule("turn-draw")
@pytest.mark.parametrize("edition", ALL)
def test_without_a_match_one_card_is_drawn(edition: str) -> None:
    """A player with no match can only draw, and gets the top card of the draw pile."""
    game = arrange(edition, [["blue-1", "green-2"], ["red-3", "red-4"]], "red-9", draw=["blue-7", "blue-8"])
    assert game.moves(0) == ["draw"]
    game.move(0, "draw")
    assert game.hands[0] == cards(edition, ["blue-1", "green-2", "blue-7"])
    assert game.draw_pile[0] == "blue-8"
    assert (game.turn, game.to_move) == (0, (0,))


@pytest.mark.rule("turn-draw")
@pytest.mark.parametrize("edition", ALL)
def test_nobody_draws_out_of_turn(edition: str) -> None:
    """You can't draw when it isn't your turn."""
    game = arrange(edition, [["blue-1", "green-2"], ["red-3", "red-4"]], "red-9")
    assert game.moves(1) == []
    assert refused(game, 1, "draw") == "turn-draw"


@pytest.mark.rule("turn-draw-by-choice")
@pytest.mark.parametrize("edition", ALL)
def test_a_player_who_could_play_may_draw(edition: str) -> None:
    """You may draw even if you hold a playable card, or nothing but playable cards."""
    game = arrange(edition, [["red-1", "red-2", "wild"], ["red-3", "red-4"]], "red-9", draw=["blue-7"])
    assert "draw" in game.moves(0)
    game.move(0, "draw")
    assert game.hands[0][-1] == "blue-7"


@pytest.mark.rule("turn-drawn-only")
@pytest.mark.parametrize("edition", ALL)
def test_only_the_drawn_card_may_be_played(edition: str) -> None:
    """After drawing you may play the card you drew or pass, but not play another card."""
    game = arrange(edition, [["red-1", "red-2", "blue-3"], ["red-3", "red-4"]], "red-9", draw=["red-7"])
    game.move(0, "draw")
    assert game.moves(0) == ["play red-7", "pass"]
    assert refused(game, 0, "play red-1") == "turn-drawn-only"
    game.move(0, "play red-7")
    assert (game.top, game.turn) == ("red-7", 1)


@pytest.mark.rule("turn-drawn-only")
@pytest.mark.parametrize("edition", ALL)
def test_a_playable_drawn_card_may_be_kept(edition: str) -> None:
    """You may pass and keep the card you drew, which ends your turn."""
    game = arrange(edition, [["red-1", "blue-3"], ["red-3", "red-4"]], "red-9", draw=["red-7"])
    game.move(0, "draw")
    game.move(0, "pass")
    assert game.hands[0] == ["red-1", "blue-3", "red-7"]
    assert (game.turn, game.to_move, game.top) == (1, (1,), "red-9")


@pytest.mark.rule("turn-drawn-only")
@pytest.mark.parametrize("edition", ALL)
def test_passing_is_a_move_of_its_own(edition: str) -> None:
    """Your turn ends only when you pass, even if you can't play the card you drew, so others can't tell the difference."""
    games = [arrange(edition, [["red-1", "blue-3"], ["red-3", "red-4"]], "red-9", draw=[card]) for card in ("red-7", "blue-7")]
    for game in games:
        game.move(0, "draw")
    assert games[1].moves(0) == ["pass"]
    assert games[0].view(1) == games[1].view(1)
    assert games[0].events(1)[-1] == games[1].events(1)[-1]


@pytest.mark.rule("turn-drawn-only")
@pytest.mark.parametrize("edition", ALL)
def test_one_draw_a_turn_and_no_pass_before_it(edition: str) -> None:
    """You can't draw twice in a turn, or pass without drawing."""
    game = arrange(edition, [["red-1", "blue-3"], ["red-3", "red-4"]], "red-9")
    assert refused(game, 0, "pass") == "turn-drawn-only"
    game.move(0, "draw")
    assert refused(game, 0, "draw") == "turn-drawn-only"


# ---- no stacking -----------------------------------------------------------------------------------
@pytest.mark.rule("turn-no-stacking")
@pytest.mark.parametrize("edition", LEAFLETS_2023)
def test_a_draw_two_is_not_answered(edition: str) -> None:
    """A player who holds a Draw Two still draws, because the turn is over before they could put it on top."""
    game = arrange(edition, [["red-draw-two", "red-1", "red-2"], ["blue-draw-two", "red-3"], ["red-4", "red-5"]], "red-9")
    game.move(0, "play red-draw-two")
    assert len(game.hands[1]) == 4
    assert (game.turn, game.moves(1)) == (2, [])


@pytest.mark.rule("turn-no-stacking")
@pytest.mark.parametrize("answer", ["gold-draw-two@superman", "red-draw-two@superman"])
def test_a_draw_two_that_waits_is_not_answered(answer: str) -> None:
    """In Dawn of Justice a Draw Two waits to be accepted, but no other Draw Two can be played on it."""
    hands = [["red-draw-two@batman", "red-1", "red-2"], [answer, "red-3"], ["red-4", "red-5"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9")
    game.move(0, "play red-draw-two@batman")
    assert game.moves(1) == ["accept"]
    assert refused(game, 1, f"play {answer}") == "turn-no-stacking"


@pytest.mark.rule("turn-no-stacking")
@pytest.mark.parametrize("edition", NOT_DARE)
def test_a_wild_draw_four_is_not_answered(edition: str) -> None:
    """Neither a Wild Draw Four nor a Draw Two can be played on a Wild Draw Four that is waiting for its answer."""
    hands = [["wild-draw-four", "red-1", "red-2"], ["wild-draw-four", "blue-draw-two", "red-3"], ["red-4", "red-5"]]
    game = arrange(edition, hands, "blue-9")
    do(game, 0, "play wild-draw-four blue")
    assert game.moves(1) == ["accept", "challenge"]
    assert refused(game, 1, "play wild-draw-four red") == "turn-no-stacking"
    assert refused(game, 1, "play blue-draw-two") == "turn-no-stacking"


@pytest.mark.rule("turn-no-stacking")
@pytest.mark.parametrize("answer", ["play blue-dare-1", "play wild-dare-10 red"])
def test_a_dare_is_not_answered(answer: str) -> None:
    """A player who is dared can't answer with a Dare or Wild Dare."""
    hands = [["red-dare-3", "red-1", "red-2"], ["blue-dare-1", "wild-dare-10", "red-3"], ["red-4", "red-5"]]
    game = Game.arrange("dare", hands=hands, top="red-9")
    game.move(0, "play red-dare-3")
    assert game.moves(1) == ["take", "dare"]
    assert refused(game, 1, answer) == "turn-no-stacking"


# ---- the piles -------------------------------------------------------------------------------------
@pytest.mark.rule("pile-reshuffle")
@pytest.mark.parametrize("edition", ALL)
def test_an_empty_draw_pile_is_refilled(edition: str) -> None:
    """When the draw pile is empty, all discards but the top card become the new draw pile."""
    under = ["blue-1", "blue-2", "blue-3", "blue-4"]
    game = arrange(edition, [["green-1", "green-2"], ["red-3", "red-4"]], "red-9", discard=under, rest=False)
    seen = game.move(0, "draw")
    assert whats(seen) == ["reshuffled", "drew"]
    assert seen[0].n == 4
    assert game.discard_pile == ["red-9"]
    assert sorted([game.hands[0][-1], *game.draw_pile]) == under


@pytest.mark.rule("pile-reshuffle")
@pytest.mark.parametrize("edition", ALL)
def test_the_pile_is_refilled_only_when_needed(edition: str) -> None:
    """Drawing the last card leaves the draw pile empty, and the discards stay where they are."""
    game = arrange(
        edition, [["green-1", "green-2"], ["red-3", "red-4"]], "red-9", discard=["blue-1"], draw=["blue-7"], rest=False
    )
    game.move(0, "draw")
    assert (game.draw_pile, game.discard_pile) == ([], ["blue-1", "red-9"])


@pytest.mark.rule("pile-reshuffle")
@pytest.mark.parametrize("edition", ALL)
def test_the_new_pile_is_shuffled(edition: str) -> None:
    """The new draw pile is shuffled."""
    under = [f"{color}-{n}" for color in ("blue", "green") for n in range(3, 9)]
    orders = set()
    for seed in range(4):
        game = arrange(edition, [["green-1"], ["red-3"]], "red-9", discard=under, rest=False, seed=seed)
        game.move(0, "draw")
        orders.add((game.hands[0][-1], *game.draw_pile))
    assert len(orders) == 4


@pytest.mark.rule("pile-reshuffle")
@pytest.mark.parametrize("edition", ALL)
def test_the_named_color_outlives_the_reshuffle(edition: str) -> None:
    """A wild on top stays in place with the color that was named for it."""
    game = arrange(edition, [["red-1", "green-2"], ["red-3"]], "wild", color="blue", discard=["red-2", "red-3"], rest=False)
    game.move(0, "draw")
    assert (game.top, game.color) == (say(edition, "wild"), "blue")


@pytest.mark.rule("pile-reshuffle")
@pytest.mark.parametrize("edition", NOT_DARE)
def test_the_pile_may_run_out_in_the_middle_of_a_draw(edition: str) -> None:
    """If the pile runs out between two cards, the second comes from the new pile."""
    hands = [["red-draw-two", "red-1", "red-2"], ["red-3"], ["red-4", "red-5"]]
    game = arrange(edition, hands, "red-9", draw=["blue-7"], discard=["blue-1", "blue-2"], rest=False)
    do(game, 0, "play red-draw-two")
    first, second = game.hands[1][1:]
    assert first == "blue-7"
    assert second in ("blue-1", "blue-2", "red-9")
    assert game.discard_pile == [say(edition, "red-draw-two")]


@pytest.mark.rule("pile-reshuffle")
@pytest.mark.parametrize(("direction", "order"), [(1, (1, 2, 3)), (-1, (3, 2, 1))])
def test_several_draw_in_order_of_play(direction: int, order: tuple[int, ...]) -> None:
    """When several players draw at once, the next player draws first, whichever way play runs."""
    hands = [["wild-unite-etheria", "blue-1", "blue-2"], ["red-1", "red-2"], ["red-3", "red-4"], ["red-5", "red-6"]]
    draw = ["green-1", "green-2", "green-3"]
    game = Game.arrange("etheria", hands=hands, top="red-9", draw=draw, direction=direction)
    game.move(0, "play wild-unite-etheria")
    game.move(0, "secret blue-1")
    for seat, card in ((2, "red-3"), (1, "red-1"), (3, "red-5")):
        game.move(seat, f"reveal {card}")
    assert [game.hands[seat][-1] for seat in order] == draw


@pytest.mark.rule("pile-reshuffle")
def test_everybody_draws_in_order_of_play() -> None:
    """When a house rule makes everyone draw, the next player draws first and the player of the card last."""
    rule = {"name": "Rain", "text": "", "steps": [{"does": "draws", "who": "everyone", "n": 1}]}
    hands = [["wild-custom@batman", "blue-1", "blue-2"], ["red-1", "red-2"], ["red-3", "red-4"]]
    draw = ["blue-4", "blue-5", "blue-6"]
    options = {"house_rules": {"batman": rule}}
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9", draw=draw, direction=-1, options=options)
    game.move(0, "play wild-custom@batman red")
    game.move(2, "accept")
    assert [game.hands[seat][-1] for seat in (2, 1, 0)] == draw


@pytest.mark.rule("pile-exhausted")
@pytest.mark.parametrize("edition", NOT_DARE)
def test_one_draws_what_there_is(edition: str) -> None:
    """A player who must draw two when only one card is left draws that one and still loses a turn."""
    hands = [["red-draw-two", "red-1", "red-2"], ["red-3"], ["red-4", "red-5"]]
    game = arrange(edition, hands, "red-9", rest=False)
    do(game, 0, "play red-draw-two")
    assert game.hands[1] == ["red-3", "red-9"]
    assert game.turn == 2


def stuck(edition: str, *hands: list[str], **more: Any) -> Game:
    """Set up a position with nothing on the table but the top card."""
    return arrange(edition, hands, "red-9", rest=False, **more)


@pytest.mark.rule("pile-exhausted")
@pytest.mark.parametrize("edition", ALL)
def test_with_nothing_to_draw_who_can_play_must(edition: str) -> None:
    """When there is nothing to draw, a player with a match must play it and can't draw or pass."""
    game = stuck(edition, ["red-1", "blue-2", "blue-3"], ["blue-1"])
    assert game.moves(0) == ["play red-1"]
    assert refused(game, 0, "draw") == "pile-exhausted"
    assert refused(game, 0, "pass") == "pile-exhausted"


@pytest.mark.rule("pile-exhausted", "wd4-wilds-match")
@pytest.mark.parametrize("edition", LEAFLETS_2023)
def test_with_nothing_to_draw_a_guilty_wild_draw_four_may_be_kept(edition: str) -> None:
    """When there is nothing to draw, a player whose only play is a guilty Wild Draw Four may play it or pass."""
    game = stuck(edition, ["wild-draw-four", "wild-draw-four", "blue-1"], ["blue-2"])
    assert [str(move) for move in game.moves(0)] == [
        *(f"play wild-draw-four {color}" for color in ("red", "yellow", "green", "blue")),
        "pass",
    ]
    game.move(0, "pass")
    assert (game.turn, game.round_over) == (1, False)


@pytest.mark.rule("pile-exhausted")
@pytest.mark.parametrize("edition", NOT_DARE)
def test_with_nothing_to_draw_an_honest_wild_draw_four_must_be_played(edition: str) -> None:
    """When there is nothing to draw, a Wild Draw Four that is not a bluff must be played."""
    game = stuck(edition, ["wild-draw-four", "blue-1"], ["blue-2"])
    assert refused(game, 0, "pass") == "pile-exhausted"


@pytest.mark.rule("pile-exhausted", "wd4-legal")
@pytest.mark.parametrize("edition", LEAFLETS_2023)
def test_with_nothing_to_draw_and_no_bluff_two_wild_draw_fours_must_be_played(edition: str) -> None:
    """With nothing to draw and bluffing off, a second Wild Draw Four is no match, so the first one must be played."""
    game = stuck(edition, ["wild-draw-four", "wild-draw-four", "blue-1"], ["blue-2"], options={"bluff": False})
    assert refused(game, 0, "pass") == "pile-exhausted"


@pytest.mark.rule("pile-exhausted")
@pytest.mark.parametrize("edition", ALL)
def test_with_nothing_to_draw_who_cannot_play_passes(edition: str) -> None:
    """A player with nothing to draw and nothing to play can only pass."""
    game = stuck(edition, ["blue-1", "blue-2"], ["blue-3"])
    assert game.moves(0) == ["pass"]
    assert refused(game, 0, "draw") == "pile-exhausted"
    game.move(0, "pass")
    assert (game.turn, game.round_over) == (1, False)


@pytest.mark.rule("pile-exhausted")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("scoring", ["winner", "lowest"])
def test_a_lap_of_passes_ends_the_round_without_winner(edition: str, scoring: str) -> None:
    """If everyone passes in a row, the round ends with no winner and no points."""
    game = stuck(edition, ["blue-1"], ["blue-2"], ["blue-3"], scores=[10, 20, 30], options={"scoring": scoring, "target": 500})
    for seat in range(3):
        assert not game.round_over
        game.move(seat, "pass")
    assert (game.round_over, game.over, game.winners, game.to_move) == (True, False, (), ())
    assert game.scores == (10, 20, 30)
    assert game.view(0).winner is None


@pytest.mark.rule("pile-exhausted")
@pytest.mark.parametrize("edition", ALL)
def test_the_lap_starts_over_when_somebody_plays_or_draws(edition: str) -> None:
    """A play, or a draw it makes possible, starts the count of passes over."""
    game = stuck(edition, ["blue-2", "blue-3"], ["blue-3", "blue-4"], ["red-1", "blue-5", "blue-6"])
    game.move(0, "pass")
    game.move(1, "pass")
    game.move(2, "play red-1")
    game.move(0, "draw")
    game.move(0, "pass")
    game.move(1, "pass")
    game.move(2, "pass")
    assert not game.round_over
    assert game.moves(0) == ["play red-9"]


@pytest.mark.rule("pile-exhausted", "match-deal")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("target", [None, 500])
def test_after_a_round_without_winner_the_next_deals(edition: str, target: int | None) -> None:
    """After a round without a winner the deal passes on, and even a single-round game plays another round."""
    game = stuck(edition, ["blue-1"], ["blue-2"], ["blue-3"], dealer=1, options={"target": target})
    for seat in range(3):
        game.move(seat, "pass")
    game.next_round()
    assert (game.dealer, game.round_over) == (2, False)
    assert everything(game).total() == len(whole_deck(edition))


# ---- two players -----------------------------------------------------------------------------------
@pytest.mark.rule("reverse-two")
@pytest.mark.parametrize("edition", ALL)
def test_a_reverse_of_two_skips(edition: str) -> None:
    """With two players, a Reverse gives the player who played it another turn."""
    game = arrange(edition, [["red-reverse", "red-1", "red-2"], ["red-3", "red-4"]], "red-9")
    do(game, 0, "play red-reverse")
    assert (game.turn, game.direction) == (0, -1)


@pytest.mark.rule("reverse-two")
@pytest.mark.parametrize("edition", ALL)
def test_a_plain_reverse_of_two_skips_nobody(edition: str) -> None:
    """If the table plays Reverse to the letter, the other of two players goes next."""
    options = {"two_player_reverse": "plain"}
    game = arrange(edition, [["red-reverse", "red-1", "red-2"], ["red-3", "red-4"]], "red-9", options=options)
    do(game, 0, "play red-reverse")
    assert (game.turn, game.direction) == (1, -1)


@pytest.mark.rule("reverse-two", "reverse")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("option", ["skip", "plain"])
def test_a_reverse_of_three_skips_nobody(edition: str, option: str) -> None:
    """With three players a Reverse only changes the direction, whatever the table chose for two."""
    hands = [["red-reverse", "red-1", "red-2"], ["red-3", "red-4"], ["red-5", "red-6"]]
    game = arrange(edition, hands, "red-9", options={"two_player_reverse": option})
    do(game, 0, "play red-reverse")
    assert (game.turn, game.direction) == (2, -1)
