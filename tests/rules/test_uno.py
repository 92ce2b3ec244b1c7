"""Calling UNO: who must call, who may catch them, and until when."""

import pytest

from lastcard import Game, IllegalMove, InvalidMove
from rules.helpers import ALL, NOT_DARE, arrange, cards, do, refused, say, whats

HANDS = [["red-1", "blue-1"], ["red-3", "green-3", "green-5"], ["red-4", "green-4", "green-6"]]


def silent(edition: str) -> Game:
    """Seat 0 of three has just gone down to one card without calling."""
    game = arrange(edition, HANDS, "red-9", draw=["green-7", "green-8", "red-7"])
    game.move(0, "play red-1")
    return game


# ---- the duty --------------------------------------------------------------------------------------
@pytest.mark.rule("uno-duty")
@pytest.mark.parametrize("edition", ALL)
def test_coming_down_to_one_card_is_a_duty(edition: str) -> None:
    """A player who goes down to one card without calling owes the call, and everyone can see that."""
    game = silent(edition)
    assert "uno" in game.moves(0)
    assert [game.view(seat).owes_uno for seat in (0, 1, 2, None)] == [(0,)] * 4


@pytest.mark.rule("uno-duty")
@pytest.mark.parametrize("edition", ALL)
def test_the_call_may_come_with_the_card(edition: str) -> None:
    """A player who calls while playing the card owes nothing more."""
    game = arrange(edition, HANDS, "red-9")
    seen = game.move(0, "play red-1 uno")
    assert seen[0].what == "played"
    assert seen[0].uno
    assert game.view(1).owes_uno == ()
    assert refused(game, 1, "catch 0") == "uno-false"


@pytest.mark.rule("uno-duty")
@pytest.mark.parametrize("edition", ALL)
def test_the_call_may_come_after_the_card(edition: str) -> None:
    """You may still call after playing, during the next player's turn, and it costs nothing."""
    game = silent(edition)
    assert whats(game.move(0, "uno")) == ["called"]
    assert game.view(1).owes_uno == ()
    assert (game.hands[0], game.turn) == (["blue-1"], 1)


@pytest.mark.rule("uno-duty")
@pytest.mark.parametrize("edition", ALL)
def test_no_duty_with_two_cards_or_none(edition: str) -> None:
    """A play that leaves two cards, or none, needs no call."""
    game = arrange(edition, [["red-1", "blue-1", "blue-2"], ["red-3"]], "red-9")
    game.move(0, "play red-1")
    assert game.view(0).owes_uno == ()
    game.move(1, "play red-3")
    assert game.view(0).owes_uno == ()


@pytest.mark.rule("uno-duty")
@pytest.mark.parametrize("edition", ALL)
def test_the_drawn_card_counts_too(edition: str) -> None:
    """A player who draws a second card and plays one is down to one again and owes the call."""
    game = arrange(edition, [["blue-1"], ["red-3", "green-3"]], "red-9", draw=["red-7"])
    game.move(0, "draw")
    assert game.moves(0) == ["play red-7", "play red-7 uno", "pass"]
    game.move(0, "play red-7")
    assert game.view(1).owes_uno == (0,)


@pytest.mark.rule("uno-duty")
@pytest.mark.parametrize("edition", ALL)
def test_plays_that_leave_one_card_are_listed_twice(edition: str) -> None:
    """With two cards in hand, every play is listed both without and with the call, for each color of a wild too."""
    game = arrange(edition, [["red-1", "wild"], ["red-3", "green-3"]], "red-9")
    plays = [move for move in game.moves(0) if move.verb == "play"]
    assert [move for move in plays if not move.uno] == [
        "play red-1",
        *(say(edition, f"play wild {color}") for color in game.edition.colors),
    ]
    assert {f"{move} uno" for move in plays if not move.uno} == {move for move in plays if move.uno}


@pytest.mark.rule("uno-duty", "uno-false")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("hand", [["red-1"], ["red-1", "blue-1", "blue-2"]])
def test_no_other_play_takes_the_call(edition: str, hand: list[str]) -> None:
    """A play that leaves no cards, or more than one, is listed once and can't come with the call."""
    game = arrange(edition, [hand, ["red-3", "green-3"]], "red-9")
    assert [move for move in game.moves(0) if move.verb == "play"] == ["play red-1"]
    assert refused(game, 0, "play red-1 uno") == "uno-false"


@pytest.mark.rule("uno-duty")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("text", ["draw uno", "pass uno", "catch 1 uno", "uno uno"])
def test_only_a_play_takes_the_call(edition: str, text: str) -> None:
    """The call can only come with a play, never with another move."""
    game = arrange(edition, HANDS, "red-9")
    with pytest.raises(InvalidMove, match="is not a move"):
        game.move(0, text)


@pytest.mark.rule("uno-duty")
@pytest.mark.parametrize("edition", ALL)
def test_an_arranged_card_is_safe(edition: str) -> None:
    """A one-card hand in an arranged position owes no call."""
    game = arrange(edition, [["red-1"], ["red-3"]], "red-9")
    assert game.view(0).owes_uno == ()
    assert game.moves(1) == []


# ---- the catch -------------------------------------------------------------------------------------
@pytest.mark.rule("uno-catch")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("catcher", [1, 2])
def test_any_other_player_may_catch(edition: str, catcher: int) -> None:
    """Any other player may make the catch: it costs two cards, and the turn goes on as before."""
    game = silent(edition)
    assert "catch 0" in game.moves(catcher)
    game.move(catcher, "catch 0")
    assert game.hands[0] == cards(edition, ["blue-1", "green-7", "green-8"])
    assert (game.turn, game.to_move) == (1, (1,))


@pytest.mark.rule("uno-catch")
@pytest.mark.parametrize("edition", ALL)
def test_nobody_catches_themselves(edition: str) -> None:
    """You can't catch yourself."""
    game = silent(edition)
    assert "catch 0" not in game.moves(0)
    assert refused(game, 0, "catch 0") == "uno-catch"


@pytest.mark.rule("uno-catch")
@pytest.mark.parametrize("edition", ALL)
def test_a_catch_puts_nobody_in_to_move(edition: str) -> None:
    """The game waits only for the player whose turn it is, but everyone is offered the chance to call or catch."""
    game = silent(edition)
    assert game.to_move == (1,)
    assert game.offers() == (1, 2, 0)


@pytest.mark.rule("uno-catch", "pile-exhausted")
@pytest.mark.parametrize("edition", ALL)
def test_a_catch_draws_what_there_is(edition: str) -> None:
    """A player who is caught when only one card is left draws that one and owes nothing more."""
    game = arrange(edition, [["red-1", "blue-1"], ["red-3", "green-3"]], "red-9", rest=False)
    game.move(0, "play red-1")
    game.move(1, "catch 0")
    assert game.hands[0] == ["blue-1", "red-9"]
    assert game.view(1).owes_uno == ()


# ---- the window ------------------------------------------------------------------------------------
@pytest.mark.rule("uno-window", "uno-once")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("first", ["play red-3", "draw"])
def test_the_window_closes_when_the_next_turn_begins(edition: str, first: str) -> None:
    """Once the next player plays or draws, nobody can be caught and nobody owes the call."""
    game = silent(edition)
    game.move(1, first)
    assert game.view(2).owes_uno == ()
    assert refused(game, 2, "catch 0") == "uno-false"
    assert refused(game, 1, "catch 0") == "uno-false"
    assert refused(game, 0, "uno") == "uno-false"


@pytest.mark.rule("uno-window")
@pytest.mark.parametrize("edition", NOT_DARE)
def test_a_pass_begins_a_turn_too(edition: str) -> None:
    """A pass with nothing to draw ends the chance to catch, just like a play or a draw."""
    game = arrange(edition, [["red-draw-two", "blue-1"], ["green-3"], ["green-4"]], "red-9", rest=False)
    do(game, 0, "play red-draw-two")
    assert (game.turn, game.moves(2)) == (2, ["pass", "catch 0"])
    game.move(2, "pass")
    assert refused(game, 1, "catch 0") == "uno-false"


@pytest.mark.rule("uno-window")
@pytest.mark.parametrize("edition", ALL)
def test_after_a_skip_the_window_waits_for_the_one_whose_turn_it_is(edition: str) -> None:
    """A skipped player doesn't start a turn, so the chance to catch lasts until the player after them does."""
    game = arrange(edition, [["red-skip", "blue-1"], HANDS[1], HANDS[2]], "red-9")
    do(game, 0, "play red-skip")
    assert game.turn == 2
    assert "catch 0" in game.moves(1)
    game.move(2, "draw")
    assert game.moves(1) == []


@pytest.mark.rule("uno-window")
@pytest.mark.parametrize("edition", ALL)
def test_a_player_who_has_the_turn_again_must_call_first(edition: str) -> None:
    """With two players a Skip gives you another turn, and you must make the call you owe before you play or draw."""
    game = arrange(edition, [["red-skip", "red-1"], ["red-3", "green-3"]], "red-9")
    do(game, 0, "play red-skip")
    assert (game.turn, game.to_move, game.moves(0)) == (0, (0,), ["uno"])
    assert "catch 0" in game.moves(1)
    assert refused(game, 0, "play red-1") == "uno-window"
    assert refused(game, 0, "draw") == "uno-window"
    game.move(0, "uno")
    assert game.moves(0) == ["play red-1", "draw"]


@pytest.mark.rule("uno-window")
@pytest.mark.parametrize("edition", ALL)
def test_a_player_who_has_the_turn_again_can_still_be_caught(edition: str) -> None:
    """The skipped player may catch you; you then go on with three cards and owe no call."""
    game = arrange(edition, [["red-skip", "red-1"], ["red-3", "green-3"]], "red-9", draw=["blue-7", "blue-8"])
    do(game, 0, "play red-skip")
    game.move(1, "catch 0")
    assert game.moves(0) == ["play red-1", "draw"]
    assert game.hands[0] == ["red-1", "blue-7", "blue-8"]


@pytest.mark.rule("uno-window", "wd4-take")
@pytest.mark.parametrize("edition", NOT_DARE)
@pytest.mark.parametrize("answer", ["accept", "challenge"])
def test_an_answer_is_no_turn(edition: str, answer: str) -> None:
    """Accepting a Wild Draw Four, or challenging it wrongly, leaves the chance to catch open until the next turn begins."""
    game = arrange(edition, [["wild-draw-four", "blue-1"], HANDS[1], HANDS[2]], "red-9")
    do(game, 0, "play wild-draw-four red")
    game.move(1, answer)
    assert game.turn == 2
    assert "catch 0" in game.moves(1)
    game.move(2, "play red-4")
    assert refused(game, 1, "catch 0") == "uno-false"


@pytest.mark.rule("uno-window")
@pytest.mark.parametrize("answer", ["take", "dare"])
def test_a_dare_and_its_votes_are_no_turn(answer: str) -> None:
    """A dare and the votes on it leave the chance to catch open until the dared player's first play."""
    hands = [["red-dare-3", "blue-1"], ["red-3", "green-3", "green-5"], ["red-4", "green-4", "green-6"]]
    game = Game.arrange("dare", hands=hands, top="red-9")
    game.move(0, "play red-dare-3")
    assert "catch 0" in game.moves(2)
    game.move(1, answer)
    if answer == "dare":
        assert "catch 0" in game.moves(2)
        game.move(0, "vote yes")
        game.move(2, "vote yes")
    assert game.turn == 1
    assert "catch 0" in game.moves(2)
    game.move(1, "play red-3")
    assert refused(game, 2, "catch 0") == "uno-false"


@pytest.mark.rule("uno-window")
def test_lines_and_votes_are_no_turn() -> None:
    """Saying lines and voting leave the chance to catch open, so a player may be caught even during a vote."""
    hands = [["wild-favorite-line", "blue-1"], ["red-3", "green-3", "green-5"], ["red-4", "green-4", "green-6"]]
    game = Game.arrange("favorite-line", hands=hands, top="red-9")
    game.move(0, "play wild-favorite-line red")
    game.move(0, "film Solo")
    game.move(1, "line one of ours")
    assert "catch 0" in game.moves(1)
    game.move(2, "vote yes")
    game.move(0, "vote yes")
    game.move(2, "cannot")
    assert game.turn == 1
    game.move(2, "catch 0")
    assert len(game.hands[0]) == 3


# ---- once ------------------------------------------------------------------------------------------
@pytest.mark.rule("uno-once")
@pytest.mark.parametrize("edition", ALL)
def test_a_card_called_is_safe(edition: str) -> None:
    """After the call nobody can catch you, and you can't call twice."""
    game = silent(edition)
    game.move(0, "uno")
    assert refused(game, 1, "catch 0") == "uno-false"
    assert refused(game, 0, "uno") == "uno-false"


@pytest.mark.rule("uno-once")
@pytest.mark.parametrize("edition", ALL)
def test_nobody_is_caught_twice(edition: str) -> None:
    """After one catch, the second catcher is too late."""
    game = silent(edition)
    game.move(1, "catch 0")
    assert refused(game, 2, "catch 0") == "uno-false"
    assert len(game.hands[0]) == 3


@pytest.mark.rule("uno-once")
@pytest.mark.parametrize("edition", ALL)
def test_coming_down_to_one_again_is_a_new_duty(edition: str) -> None:
    """An earlier call doesn't count the next time you go down to one card."""
    game = arrange(edition, [["red-1", "blue-1"], ["red-3", "green-3", "green-5"]], "red-9", draw=["red-7"])
    game.move(0, "play red-1 uno")
    game.move(1, "play red-3")
    game.move(0, "draw")
    game.move(0, "play red-7")
    assert game.view(1).owes_uno == (0,)


@pytest.mark.rule("uno-once", "wd4-guilty")
@pytest.mark.parametrize("edition", NOT_DARE)
def test_the_duty_ends_with_the_one_card_hand(edition: str) -> None:
    """A player who draws four for a guilty Wild Draw Four no longer owes the call and can't be caught."""
    game = arrange(edition, [["wild-draw-four", "red-1"], HANDS[1], HANDS[2]], "red-9")
    do(game, 0, "play wild-draw-four red")
    assert "catch 0" in game.moves(2)
    game.move(1, "challenge")
    assert len(game.hands[0]) == 5
    assert refused(game, 2, "catch 0") == "uno-false"


def two_silent() -> Game:
    """Seat 0 has gone down to one card with a Skip, and seat 2 by blocking it; neither has called."""
    hands = [["red-skip@batman", "blue-1"], ["red-3", "gold-3"], ["hero@superman", "blue-4"], ["red-5", "gold-5"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9", draw=["gold-7", "gold-8", "gold-9"])
    game.move(0, "play red-skip@batman")
    game.move(2, "block hero@superman red")
    return game


@pytest.mark.rule("uno-once", "uno-duty-any-way")
def test_several_duties_run_side_by_side() -> None:
    """Two players who owe the call at once can both be caught, even by each other."""
    game = two_silent()
    assert game.view(1).owes_uno == (0, 2)
    assert {"catch 0", "catch 2"} <= set(game.moves(3))
    assert {"uno", "catch 2"} == set(game.moves(0))
    assert {"uno", "catch 0"} == set(game.moves(2))


@pytest.mark.rule("uno-once")
def test_one_duty_met_leaves_the_other() -> None:
    """A call settles only the caller's own duty, and a catch only that of the player who was caught."""
    game = two_silent()
    game.move(2, "uno")
    assert game.view(1).owes_uno == (0,)
    game.move(2, "catch 0")
    assert [len(hand) for hand in game.hands] == [3, 2, 1, 2]
    assert game.view(1).owes_uno == ()


@pytest.mark.rule("uno-once", "out")
def test_the_end_of_the_round_ends_every_duty() -> None:
    """A call still owed when someone goes out is forgotten: nobody can be caught after the round."""
    hands = [["red-skip@batman", "blue-1"], ["red-3", "gold-3"], ["hero@superman"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9")
    game.move(0, "play red-skip@batman")
    assert "catch 0" in game.moves(1)
    game.move(2, "block hero@superman red")
    assert game.round_over
    assert game.view(1).owes_uno == ()
    assert [game.moves(seat) for seat in range(3)] == [[], [], []]


# ---- without cause ---------------------------------------------------------------------------------
@pytest.mark.rule("uno-false")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(
    ("seat", "text", "sentence"),
    [
        (0, "uno", "You don't have to call UNO now."),
        (1, "catch 0", "Seat 0 doesn't have to call UNO now."),
        (1, "catch 7", "There's no such seat: seats are numbered"),
    ],
)
def test_calls_and_catches_without_cause_are_refused(edition: str, seat: int, text: str, sentence: str) -> None:
    """A call or catch without cause is refused with a reason and costs nothing."""
    game = arrange(edition, [["red-1"], ["red-3", "green-3"]], "red-9")
    before = game.hands
    with pytest.raises(IllegalMove, match=sentence) as caught:
        game.move(seat, text)
    assert caught.value.rule == "uno-false"
    assert game.hands == before
    assert game.record()["moves"] == []
