"""Going out, scoring, and winning the game."""

from typing import Any

import pytest

from lastcard import Game, IllegalMove, editions
from rules.helpers import (
    ALL,
    LEAFLETS_2023,
    NOT_DARE,
    OLDER,
    SPECIALS,
    arrange,
    cards,
    do,
    everything,
    refused,
    say,
    whats,
    whole_deck,
)


def won(edition: str, *others: list[str], **more: Any) -> Game:
    """Seat 0 has just played the last card."""
    game = arrange(edition, [["red-1"], *others], "red-9", **more)
    game.move(0, "play red-1")
    return game


# ---- going out -------------------------------------------------------------------------------------
@pytest.mark.rule("out")
@pytest.mark.parametrize("edition", ALL)
def test_the_last_card_wins_the_round(edition: str) -> None:
    """A player who plays their last card wins the round, and everyone sees it."""
    game = won(edition, ["blue-3", "blue-4"], ["blue-5"])
    assert game.round_over
    assert game.to_move == ()
    assert [game.view(seat).winner for seat in (0, 1, None)] == [0, 0, 0]
    assert game.events(None)[-1].what == "out"


@pytest.mark.rule("out")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("text", ["draw", "play blue-3", "pass", "uno", "catch 0"])
def test_nothing_follows_the_last_card(edition: str, text: str) -> None:
    """After the round nobody has a move, and any move is refused for that reason."""
    game = won(edition, ["blue-3", "blue-4"], ["blue-5"])
    assert [game.moves(seat) for seat in range(3)] == [[], [], []]
    assert refused(game, 1, text) == "out"


@pytest.mark.rule("out")
@pytest.mark.parametrize("edition", ALL)
def test_the_last_card_may_be_the_drawn_one_only_if_it_is_the_last(edition: str) -> None:
    """Playing a drawn card doesn't end the round if you still hold another card."""
    game = arrange(edition, [["blue-1"], ["blue-3"]], "red-9", draw=["red-7"])
    game.move(0, "draw")
    game.move(0, "play red-7 uno")
    assert not game.round_over


@pytest.mark.rule("out-draw")
@pytest.mark.parametrize("edition", NOT_DARE)
def test_a_last_draw_two_still_draws(edition: str) -> None:
    """The next player still draws two for a last Draw Two, and those cards are counted."""
    hands = [["red-draw-two"], ["blue-3"], ["blue-5"]]
    game = arrange(edition, hands, "red-9", draw=["blue-7", "green-8"])
    do(game, 0, "play red-draw-two")
    assert game.hands[1] == cards(edition, ["blue-3", "blue-7", "green-8"])
    assert game.round_over
    assert game.scores == (3 + 7 + 8 + 5, 0, 0)


@pytest.mark.rule("out-draw")
@pytest.mark.parametrize("edition", NOT_DARE)
@pytest.mark.parametrize("bluff", [True, False])
def test_a_last_wild_draw_four_still_draws(edition: str, bluff: bool) -> None:
    """The next player still draws four for a last Wild Draw Four, without a challenge, and those cards are counted."""
    draw = ["blue-7", "green-8", "green-1", "blue-1"]
    game = arrange(edition, [["wild-draw-four"], ["blue-3"], ["blue-5"]], "red-9", draw=draw, options={"bluff": bluff})
    game.move(0, say(edition, "play wild-draw-four blue"))
    assert "challenge" not in game.moves(1)
    if edition == "dawn-of-justice":
        assert game.moves(1) == ["accept"]
        game.move(1, "accept")
    assert game.round_over
    assert game.scores == (3 + 7 + 8 + 1 + 1 + 5, 0, 0)


@pytest.mark.rule("out-draw")
def test_a_last_wild_draw_four_that_waits_is_not_challenged() -> None:
    """In Dawn of Justice a last Wild Draw Four waits for a block, but can't be challenged."""
    game = arrange("dawn-of-justice", [["wild-draw-four"], ["blue-3"], ["blue-5"]], "red-9")
    game.move(0, "play wild-draw-four@batman blue")
    assert refused(game, 1, "challenge") == "out-draw"


@pytest.mark.rule("out-draw")
@pytest.mark.parametrize("card", ["red-draw-two@batman", "wild-draw-four@batman"])
@pytest.mark.parametrize("rest", [[], ["blue-7"]])
def test_a_blocked_last_card_has_won_all_the_same(card: str, rest: list[str]) -> None:
    """Nobody draws for a blocked last Draw Two or Wild Draw Four, but its player still wins, even against a last Hero."""
    game = Game.arrange("dawn-of-justice", hands=[[card], ["blue-3"], ["hero@superman", *rest]], top="red-9")
    game.move(0, f"play {card}" + (" blue" if card.startswith("wild") else ""))
    game.move(2, "block hero@superman gold")
    assert game.view(None).winner == 0
    assert game.hands == [[], ["blue-3"], rest]


@pytest.mark.rule("out-draw")
@pytest.mark.parametrize("card", ["red-dare-3", "wild-dare-9"])
def test_a_last_dare_still_dares(card: str) -> None:
    """For a last Dare or Wild Dare the next player draws two or does the dare, and then the points are counted."""
    game = Game.arrange("dare", hands=[[card], ["blue-3"], ["blue-5"]], top="red-9", draw=["blue-7", "green-8"])
    game.move(0, f"play {card}" + (" blue" if card.startswith("wild") else ""))
    assert (game.round_over, game.to_move, game.moves(1)) == (False, (1,), ["take", "dare"])
    game.move(1, "take")
    assert game.round_over
    assert game.scores == (3 + 7 + 8 + 5, 0, 0)


@pytest.mark.rule("out-draw")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("card", ["red-skip", "red-reverse"])
def test_a_last_skip_or_reverse_does_nothing(edition: str, card: str) -> None:
    """A last Skip or Reverse ends the round at once: nobody is skipped, play doesn't reverse, and nothing waits for a block."""
    game = arrange(edition, [[card], ["blue-3"], ["blue-5"]], "red-9")
    seen = game.move(0, say(edition, f"play {card}"))
    assert whats(seen) == ["played", "out"]
    assert (game.round_over, game.direction) == (True, 1)


@pytest.mark.rule("out-draw")
@pytest.mark.parametrize("edition", NOT_DARE)
def test_a_last_wild_ends_the_round_at_once(edition: str) -> None:
    """A last Wild ends the round at once, without waiting for a block."""
    game = arrange(edition, [["wild"], ["blue-3"], ["blue-5"]], "red-9")
    game.move(0, say(edition, "play wild blue"))
    assert game.round_over


@pytest.mark.rule("out-draw")
@pytest.mark.parametrize(("edition", "special"), SPECIALS.items())
def test_a_last_special_card_does_nothing(edition: str, special: str) -> None:
    """The special card of a 2023 edition, played last, ends the round without its effect."""
    game = Game.arrange(edition, hands=[[special], ["blue-3"], ["blue-5"]], top="red-9")
    game.move(0, next(move for move in game.moves(0) if move.verb == "play"))
    assert game.round_over
    assert game.scores == (8, 0, 0)


# ---- points ----------------------------------------------------------------------------------------
@pytest.mark.rule("score-values")
@pytest.mark.parametrize("edition", ALL)
def test_what_every_card_counts(edition: str) -> None:
    """A number scores its face value, any other colored card 20, and every wild 50."""
    options = {"foil": True} if edition in SPECIALS else {}
    colors = editions.get(edition).colors
    for card in {kind.text for kind in editions.get(edition).kinds}:
        color, _, name = card.partition("-")
        expected = 50 if color not in colors else int(name) if name.isdigit() else 20
        game = Game.arrange(edition, hands=[["red-1"], [card]], top="red-9", options=options)
        game.move(0, "play red-1")
        assert (card, game.scores[0]) == (card, expected)


@pytest.mark.rule("score-winner")
@pytest.mark.parametrize("edition", ALL)
def test_the_winner_gets_all_other_hands(edition: str) -> None:
    """The winner of the round scores the value of all the other hands, and nobody else scores."""
    game = won(edition, ["blue-3", "blue-skip"], ["wild", "blue-5", "blue-0"], scores=[10, 20, 30], options={"target": 500})
    assert game.scores == (10 + 23 + 55, 20, 30)
    assert game.view(1).points == (0, 23, 55)


@pytest.mark.rule("score-winner", "hidden")
@pytest.mark.parametrize("edition", ALL)
def test_hands_are_laid_open_for_the_count(edition: str) -> None:
    """Everyone sees all hands when the points are counted, and not before."""
    game = arrange(edition, [["red-1"], ["blue-3", "blue-4"]], "red-9")
    assert game.view(None).hands is None
    game.move(0, "play red-1")
    assert game.view(None).hands == ((), ("blue-3", "blue-4"))


# ---- the game --------------------------------------------------------------------------------------
@pytest.mark.rule("match-500")
@pytest.mark.parametrize("edition", OLDER)
@pytest.mark.parametrize(("before", "over"), [(491, False), (492, True), (499, True)])
def test_five_hundred_points_win(edition: str, before: int, over: bool) -> None:
    """A player who reaches 500 wins the game; at 499 it goes on."""
    game = won(edition, ["blue-3"], ["blue-5"], scores=[before, 0, 400])
    assert (game.over, game.winners) == (over, (0,) if over else ())
    assert game.round_over


@pytest.mark.rule("match-500")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(("target", "over"), [(8, True), (9, False)])
def test_the_target_is_an_option(edition: str, target: int, over: bool) -> None:
    """In every edition the table may play to a different number of points."""
    game = won(edition, ["blue-3"], ["blue-5"], options={"target": target})
    assert game.over == over


@pytest.mark.rule("match-500")
@pytest.mark.parametrize("edition", OLDER)
def test_one_round_does_not_decide(edition: str) -> None:
    """Under the older leaflets points add up over the rounds until someone has 500."""
    game = won(edition, ["blue-3"], ["blue-5"])
    assert (game.over, game.winners, game.scores) == (False, (), (8, 0, 0))
    game.next_round()
    assert (game.scores, game.round_over) == ((8, 0, 0), False)


@pytest.mark.rule("match-single")
@pytest.mark.parametrize("edition", LEAFLETS_2023)
@pytest.mark.parametrize("scoring", ["winner", "lowest"])
def test_one_round_decides(edition: str, scoring: str) -> None:
    """Under the 2023 leaflets the winner of the round wins the game, and the points are still counted."""
    game = won(edition, ["blue-3"], ["blue-0"], options={"scoring": scoring})
    assert (game.over, game.winners) == (True, (0,))
    assert game.scores == ((3, 0, 0) if scoring == "winner" else (0, 3, 0))


@pytest.mark.rule("match-single")
@pytest.mark.parametrize("edition", LEAFLETS_2023)
def test_scoring_to_500_is_the_choice_of_the_table(edition: str) -> None:
    """In the 2023 editions, too, one round doesn't decide the game when the table plays to 500."""
    game = won(edition, ["blue-3"], ["blue-5"], options={"target": 500})
    assert (game.round_over, game.over) == (True, False)


@pytest.mark.rule("match-lowest")
@pytest.mark.parametrize("edition", ALL)
def test_everybody_counts_their_own_hand(edition: str) -> None:
    """If everyone scores their own hand, each player adds what is left in it, and the winner of the round adds nothing."""
    game = won(edition, ["blue-3", "wild"], ["blue-5"], scores=[100, 200, 300], options={"scoring": "lowest", "target": 500})
    assert game.scores == (100, 253, 305)
    assert not game.over


@pytest.mark.rule("match-lowest")
def test_nobody_is_told_to_get_the_points_that_others_keep() -> None:
    """The end of a round is announced correctly under either scoring: the points are what is left in the other hands."""
    game = won("classic", ["blue-3", "wild"], ["blue-5"], options={"scoring": "lowest", "target": 500})
    assert game.sentences(None)[-1] == "Seat 0 wins the round. Points in the other hands: 58"
    assert game.scores == (0, 53, 5)


@pytest.mark.rule("match-lowest")
@pytest.mark.parametrize("edition", ALL)
def test_the_lowest_total_wins(edition: str) -> None:
    """When someone reaches the target the lowest total wins, no matter who won the last round."""
    game = won(edition, ["blue-3"], ["blue-5"], scores=[400, 497, 10], options={"scoring": "lowest", "target": 500})
    assert (game.scores, game.over, game.winners) == ((400, 500, 15), True, (2,))


@pytest.mark.rule("match-lowest")
@pytest.mark.parametrize("edition", ALL)
def test_tied_lowest_share_the_win(edition: str) -> None:
    """Two players who share the lowest total both win."""
    game = won(edition, ["blue-3"], ["blue-5"], scores=[15, 497, 10], options={"scoring": "lowest", "target": 500})
    assert game.winners == (0, 2)


@pytest.mark.rule("match-deal")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(("dealer", "following"), [(0, 1), (2, 0)])
def test_the_deal_passes_to_the_left(edition: str, dealer: int, following: int) -> None:
    """The player to the last dealer's left deals the next round, whichever way play ran, and nobody cuts for it."""
    game = won(edition, ["blue-3"], ["blue-5"], dealer=dealer, direction=-1, options={"target": 500})
    seen = game.next_round()
    assert game.dealer == following
    assert game.round_number == 1
    assert "cut" not in whats(seen)


@pytest.mark.rule("match-deal")
@pytest.mark.parametrize("edition", ALL)
def test_all_cards_are_shuffled_again(edition: str) -> None:
    """The whole deck is shuffled again for every round."""
    game = Game(edition, 2, seed=11, options={"target": 500})
    deck = sorted(whole_deck(edition))
    orders = []
    for _ in range(2):
        orders.append([event.card for event in game.events(0) if event.what == "dealt" and event.seat == 0])
        assert sorted(everything(game).elements()) == deck
        play_on(game)
        game.next_round()
    assert orders[0] != orders[1][7:]


def play_on(game: Game) -> None:
    """Play until the round is over, taking the first listed play, or else the first listed move."""
    while not game.round_over:
        seat = game.to_move[0]
        moves = [move for move in game.moves(seat) if not move.startswith("catch")]
        game.move(seat, next((move for move in moves if move.verb == "play"), moves[0]))


@pytest.mark.rule("match-deal")
@pytest.mark.parametrize("edition", ALL)
def test_no_next_round_before_the_end(edition: str) -> None:
    """The next round isn't dealt while this one is still going."""
    game = arrange(edition, [["red-1", "red-2"], ["blue-3"]], "red-9", options={"target": 500})
    with pytest.raises(IllegalMove, match="The round isn't over yet") as caught:
        game.next_round()
    assert caught.value.rule == "match-deal"
    assert game.hands == [["red-1", "red-2"], ["blue-3"]]


@pytest.mark.rule("match-deal")
@pytest.mark.parametrize("edition", ALL)
def test_no_next_round_after_the_game(edition: str) -> None:
    """Nothing is dealt once the game is over."""
    game = won(edition, ["blue-3"], ["blue-5"], options={"target": 8})
    with pytest.raises(IllegalMove, match="The game is over") as caught:
        game.next_round()
    assert caught.value.rule == "match-deal"
    assert game.winners == (0,)
