"""UNO Dare!: dares that last until your next turn, and what happens to them at the end of a round."""

from __future__ import annotations

from typing import Any

import pytest

from dares import LASTING, lasting, performer, table
from lastcard import Game
from rules.helpers import opened
from special_cards import counts, names, play, refused_by, texts, vote_all


# ---- dare-lasting ----------------------------------------------------------------------------------
@pytest.mark.rule("dare-lasting")
def test_a_lasting_dare_is_not_judged_at_once() -> None:
    """The performer takes their turn right away while the dare runs, and everyone can see it."""
    game = lasting()
    assert (game.turn, game.to_move, game.phase) == (1, (1,), "turn")
    for seat in (0, 1, None):
        assert game.view(seat).special["running"]["1"]["number"] == 2


@pytest.mark.rule("dare-lasting")
def test_it_is_judged_when_the_following_turn_begins_before_any_move() -> None:
    """When play comes back to the performer, the vote comes first and then they take their turn."""
    game = lasting()
    play(game, (1, "play green-1"), (2, "play green-2"), (3, "play green-4"), (0, "draw"), (0, "pass"))
    assert (game.phase, game.turn, game.to_move, performer(game)) == ("vote", 1, (0, 2, 3), 1)
    vote_all(game, "yes")
    assert (game.phase, game.turn, game.to_move, counts(game)[1]) == ("turn", 1, (1,), 3)
    assert game.view(0).special == {}


@pytest.mark.rule("dare", "dare-lasting")
def test_where_a_dare_costs_the_turn_it_is_judged_at_the_next_one() -> None:
    """Where a dare costs a turn, the turn is lost at once and the dare runs until the performer's next turn begins."""
    game = lasting(options={"dare_turn": "loses"})
    assert (game.turn, game.phase) == (2, "turn")
    assert "1" in game.view(0).special["running"]
    play(game, (2, "play green-2"), (3, "play green-4"), (0, "draw"), (0, "pass"))
    assert (game.phase, game.turn, game.to_move, performer(game)) == ("vote", 1, (0, 2, 3), 1)
    vote_all(game, "yes")
    assert (game.phase, game.turn, counts(game)[1]) == ("turn", 1, 4)


@pytest.mark.rule("dare", "dare-lasting", "open-dare")
def test_an_opening_lasting_dare_runs_through_the_first_turn() -> None:
    """An opening dare costs no turn, so a lasting one still runs through the first turn, even where other dares cost one."""
    game = opened("dare", LASTING, players=2, dare_turn="loses")
    game.move(1, "dare")
    play(game, (1, "draw"), (1, "pass"))
    assert (game.phase, game.turn) == ("turn", 0)
    play(game, (0, "draw"), (0, "pass"))
    assert (game.phase, performer(game)) == ("vote", 1)


@pytest.mark.rule("dare-lasting", "dare-fail")
def test_judged_and_failed_it_costs_two_and_the_turn_is_kept() -> None:
    """A lasting dare that is voted down costs two cards, and the performer keeps the turn."""
    game = lasting()
    play(game, (1, "play green-1"), (2, "play green-2"), (3, "play green-4"), (0, "draw"), (0, "pass"))
    vote_all(game, "no")
    assert (counts(game)[1], game.turn, game.phase) == (5, 1, "turn")


@pytest.mark.rule("dare-lasting")
@pytest.mark.parametrize("moves", [("draw", "pass"), ("play green-1",)])
def test_it_runs_through_the_whole_turn_right_after(moves: tuple[str, ...]) -> None:
    """Drawing, playing or passing in the turn right after the dare doesn't end it."""
    game = lasting()
    for move in moves:
        game.move(1, move)
    assert "1" in game.view(0).special["running"]


@pytest.mark.rule("dare-lasting")
def test_a_lost_turn_does_not_end_it() -> None:
    """A performer who is skipped isn't judged yet: the dare runs on until their next turn begins."""
    hands = table(LASTING, "green-skip").hands
    game = lasting(hands=hands)
    play(game, (1, "play green-1"), (2, "play green-2"), (3, "play green-4"), (0, "play green-skip"))
    assert (game.turn, game.phase) == (2, "turn")
    assert "1" in game.view(0).special["running"]


@pytest.mark.rule("dare-lasting", "reverse-two")
def test_a_player_who_skips_back_to_their_own_turn_is_judged() -> None:
    """With two players, a Skip by the performer gives them their next turn, so the vote comes first."""
    hands = [[LASTING, "red-1", "red-2"], ["green-skip", "green-1", "green-3"]]
    game = lasting(hands=hands, players=2)
    game.move(1, "play green-skip")
    assert (game.phase, game.turn, game.to_move) == ("vote", 1, (0,))


@pytest.mark.rule("dare-lasting")
def test_nothing_is_pending_when_a_following_turn_begins() -> None:
    """By the time a lasting dare is judged the last card played is settled, so the vote is only about the dare."""
    game = lasting()
    play(game, (1, "play green-1"), (2, "play green-2"), (3, "play green-4"), (0, "draw"), (0, "pass"))
    assert game.view(0).pending is None
    assert game.view(0).special["dare"]["number"] == 2


@pytest.mark.rule("dare-lasting", "uno-window")
def test_the_vote_before_a_turn_keeps_the_window_open() -> None:
    """While the next player's dare is judged no turn has begun, so a player who owes the call can still be caught."""
    hands = [[LASTING, "green-5", "red-1"], *table().hands[1:]]
    game = lasting(hands=hands)
    play(game, (1, "play green-1"), (2, "play green-2"), (3, "play green-4"), (0, "play green-5"))
    assert (game.phase, "catch 0" in texts(game, 1)) == ("vote", True)
    vote_all(game, "yes")
    assert "catch 0" in texts(game, 3)


@pytest.mark.rule("dare-lasting")
def test_each_other_player_may_call_it_failed_once() -> None:
    """Each of the others may call a lasting dare failed once, and a call without support leaves it running."""
    game = lasting()
    assert all("failed 1" in texts(game, seat) for seat in (0, 2, 3))
    play(game, (2, "failed 1"), (0, "vote yes"), (3, "vote yes"))
    assert (counts(game)[1], game.phase, game.turn) == (4, "turn", 1)
    assert refused_by(game, 2, "failed 1") == "dare-lasting"
    assert "1" in game.view(0).special["running"]
    assert "failed 1" in texts(game, 0)


@pytest.mark.rule("dare-lasting")
def test_a_call_is_a_no_and_the_rest_vote() -> None:
    """A call counts as the caller's no; the others, except the performer, then vote, and together they decide."""
    game = lasting()
    game.move(2, "failed 1")
    assert (game.to_move, performer(game)) == ((0, 3), 1)
    assert refused_by(game, 2, "vote yes") == "dare-judge"
    play(game, (0, "vote no"), (3, "vote yes"))
    ballots = [(event.seat, event.word) for event in game.events(None) if event.what == "ballot"]
    assert ballots == [(0, "no"), (2, "no"), (3, "yes")]
    assert (counts(game)[1], game.view(0).special) == (6, {})


@pytest.mark.rule("dare-lasting", "dare-judge")
def test_a_call_is_one_vote_among_others() -> None:
    """At a table that judges by majority, a caller can be outvoted."""
    game = lasting()
    play(game, (2, "failed 1"), (0, "vote yes"), (3, "vote yes"))
    assert counts(game)[1] == 4


@pytest.mark.rule("dare-lasting", "dare-judge")
def test_a_call_decides_at_a_unanimous_table() -> None:
    """Where one no is enough, a call costs the performer two cards at once, without a vote, and the round goes on."""
    game = lasting(options={"strictness": "unanimous"})
    before = game.to_move, game.phase
    game.move(2, "failed 1")
    assert counts(game)[1] == 6
    assert (game.to_move, game.phase) == before
    assert [event.seat for event in game.events(None) if event.what == "ballot"] == [2]


@pytest.mark.rule("dare-lasting")
def test_with_two_players_a_call_decides() -> None:
    """With two players, the caller is the only judge, so the call decides."""
    game = lasting(players=2)
    game.move(0, "failed 1")
    assert (counts(game)[1], game.phase, game.to_move) == (6, "turn", (1,))


@pytest.mark.rule("dare-lasting")
@pytest.mark.parametrize("at", ["turn", "drew", "dare"])
@pytest.mark.parametrize("word", ["yes", "no"])
def test_after_a_call_the_round_goes_on_where_it_was(at: str, word: str) -> None:
    """After the vote on a call, the game goes back to whatever it was waiting for."""
    hands = [[LASTING, "red-1", "red-2"], ["green-1", "blue-1", "green-dare-6"], *table().hands[2:]]
    game = lasting(hands=hands)
    if at == "drew":
        game.move(1, "draw")
    elif at == "dare":
        game.move(1, "play green-dare-6")
    before = (game.phase, game.to_move, game.turn, texts(game, game.to_move[0])[:1])
    game.move(0, "failed 1")
    vote_all(game, word)
    assert (game.phase, game.to_move, game.turn, texts(game, game.to_move[0])[:1]) == before


@pytest.mark.rule("dare-lasting")
def test_the_performer_may_admit_without_a_vote() -> None:
    """A performer who admits failure draws two at once, which ends the dare and changes nothing else."""
    game = lasting()
    game.move(1, "play green-1")
    assert "failed" in texts(game, 1)
    game.move(1, "failed")
    assert (counts(game)[1], game.turn, game.phase, game.view(0).special) == (5, 2, "turn", {})
    assert refused_by(game, 0, "failed 1") == "dare-lasting"


@pytest.mark.rule("dare-lasting")
@pytest.mark.parametrize(("seat", "move"), [(1, "failed 1"), (0, "failed"), (0, "failed 2"), (0, "failed 0"), (0, "failed 9")])
def test_what_cannot_be_called(seat: int, move: str) -> None:
    """You can't call your own dare failed, admit to a dare you aren't doing, or call one that nobody is doing."""
    assert refused_by(lasting(), seat, move) == "dare-lasting"


@pytest.mark.rule("dare-lasting")
def test_a_call_puts_nobody_into_to_move() -> None:
    """The game waits only for the player whose turn it is, but everyone is offered the chance to call or admit."""
    game = lasting()
    assert (game.to_move, set(game.offers())) == ((1,), {0, 1, 2, 3})


@pytest.mark.rule("dare-lasting")
def test_a_player_dared_again_is_judged_on_the_old_dare_first() -> None:
    """A player who is dared again is judged on the old dare before choosing what to do about the new one."""
    hands = [[LASTING, "green-dare-6", "red-1"], *table().hands[1:]]
    game = lasting(hands=hands)
    play(game, (1, "play green-1"), (2, "play green-2"), (3, "play green-4"), (0, "play green-dare-6"))
    assert (game.phase, performer(game), game.turn) == ("vote", 1, 0)
    assert game.view(2).special["dare"]["number"] == 2
    vote_all(game, "no")
    assert (game.phase, game.to_move, game.turn, counts(game)[1]) == ("dare", (1,), 0, 5)
    assert game.view(2).special["dare"]["number"] == 6


@pytest.mark.rule("dare-lasting")
def test_a_new_lasting_dare_runs_its_own_time() -> None:
    """Once the old dare is judged, a new lasting dare starts over, with new calls, and runs through the turn after it."""
    hands = [[LASTING, "green-dare-6", "wild-dare-10", "red-1"], *table().hands[1:]]
    game = lasting(hands=hands)
    play(game, (0, "failed 1"), (2, "vote yes"), (3, "vote yes"), (1, "play green-1"), (2, "play green-2"), (3, "play green-4"))
    game.move(0, "play wild-dare-10 blue")
    vote_all(game, "yes")
    game.move(1, "dare")
    assert (game.phase, game.turn, game.view(0).special["running"]["1"]["number"]) == ("turn", 1, 10)
    assert "failed 1" in texts(game, 0)


@pytest.mark.rule("dare-lasting")
def test_several_dares_run_side_by_side() -> None:
    """Two performers' dares run at the same time and are called and judged separately."""
    hands = [[LASTING, "red-1", "red-2"], ["wild-dare-10", "yellow-1", "yellow-2"], *table().hands[2:]]
    game = lasting(hands=hands)
    play(game, (1, "play wild-dare-10 green"), (2, "dare"))
    assert set(game.view(0).special["running"]) == {"1", "2"}
    assert [move for move in texts(game, 0) if move.startswith("failed")] == ["failed 1", "failed 2"]
    assert [move for move in texts(game, 1) if move.startswith("failed")] == ["failed", "failed 2"]
    play(game, (1, "failed 2"), (0, "vote no"), (3, "vote no"))
    assert (set(game.view(0).special["running"]), counts(game)[1:3]) == ({"1"}, [2, 6])


# ---- the end of a round ----------------------------------------------------------------------------
def ending(*last: str, **more: Any) -> Game:
    """Seats 1 and 2 are doing lasting dares, and seat 3 is about to play its only card."""
    hands = [[LASTING, "red-1", "red-2"], ["wild-dare-10", "yellow-1", "yellow-2"], ["green-2", "green-3", "green-4"], [*last]]
    game = lasting(hands=hands, **more)
    play(game, (1, "play wild-dare-10 green"), (2, "dare"), (2, "play green-2"))
    return game


@pytest.mark.rule("dare-lasting", "out")
def test_at_the_end_the_open_dares_are_judged_in_order_of_play_before_the_count() -> None:
    """After the last card each open dare is judged, starting with the next player's, and cards drawn for a failure count."""
    game = ending("green-5")
    game.move(3, "play green-5")
    assert (game.round_over, performer(game), game.to_move, game.turn) == (False, 1, (0, 2, 3), 3)
    vote_all(game, "no")
    assert (game.round_over, performer(game)) == (False, 2)
    vote_all(game, "yes")
    assert (game.round_over, game.view(0).winner, counts(game)) == (True, 3, [2, 4, 2, 0])
    assert game.scores[3] == sum(game.view(0).points or ())


@pytest.mark.rule("dare-lasting", "out-draw")
def test_the_last_cards_dare_is_judged_at_once_and_first() -> None:
    """A lasting dare on a last card is judged at once, before the open dares and the count."""
    game = ending("wild-dare-12")
    game.move(3, "play wild-dare-12 red")
    assert game.view(0).special["dare"]["lasting"]
    assert (game.to_move, texts(game, 0)[:2], game.round_over) == ((0,), ["take", "dare"], False)
    game.move(0, "dare")
    assert (game.phase, performer(game), game.to_move) == ("vote", 0, (1, 2, 3))
    judged = []
    while not game.round_over:
        judged.append(performer(game))
        vote_all(game, "no")
    assert (judged, counts(game)) == ([0, 1, 2], [4, 4, 4, 0])


@pytest.mark.rule("dare-lasting", "out-draw")
def test_a_performer_dared_by_the_last_card_is_judged_on_the_old_dare_first() -> None:
    """If a last card dares a performer, the old dare is judged first, then comes the choice, the new dare and the count."""
    hands = [["wild-dare-9", LASTING], ["green-1", "green-3", "yellow-1"]]
    game = lasting(hands=hands, players=2)
    play(game, (0, "uno"), (1, "play green-1"), (0, "play wild-dare-9 red"))
    assert (game.phase, game.view(0).special["dare"]["number"]) == ("vote", 2)
    game.move(0, "vote yes")
    assert (game.phase, game.to_move) == ("dare", (1,))
    play(game, (1, "dare"), (0, "vote no"))
    assert (game.round_over, game.view(1).winner, counts(game)) == (True, 0, [0, 4])


@pytest.mark.rule("dare-lasting")
@pytest.mark.parametrize("last", ["green-1", "wild-dare-9"])
def test_the_winners_own_dare_lapses(last: str) -> None:
    """A player who goes out while doing a dare is no longer judged or called on it."""
    hands = [[LASTING, "red-1", "red-2"], [last], ["green-2", "green-4"]]
    game = lasting(hands=hands, players=3)
    game.move(1, f"play {last} red" if last.startswith("wild") else f"play {last}")
    if last.startswith("wild"):
        assert refused_by(game, 0, "failed 1") == "dare-lasting"
        assert refused_by(game, 1, "failed") == "dare-lasting"
        game.move(2, "take")
    assert (game.round_over, game.view(0).winner, counts(game)[1]) == (True, 1, 0)


@pytest.mark.rule("dare-lasting")
def test_dares_end_with_the_round() -> None:
    """No dare carries over into the next round."""
    game = ending("green-5")
    game.move(3, "play green-5")
    vote_all(game, "yes")
    vote_all(game, "yes")
    game.next_round()
    assert "running" not in game.view(0).special


@pytest.mark.rule("dare-lasting", "pile-exhausted")
def test_a_round_without_winner_ends_every_dare() -> None:
    """If nobody can go on, open dares are dropped without a vote, and none carries over into the next round."""
    hands = [["wild-dare-10", "red-1"], ["green-1"], ["green-3"]]
    game = Game.arrange("dare", hands=hands, top="blue-9", rest=False)
    play(game, (0, "play wild-dare-10 yellow"), (1, "dare"), (2, "catch 0"), (1, "pass"), (2, "pass"), (0, "pass"))
    assert (game.round_over, game.view(0).winner, counts(game)) == (True, None, [2, 1, 1])
    game.next_round()
    assert "running" not in game.view(0).special


@pytest.mark.rule("dare-lasting")
def test_what_is_told() -> None:
    """A lasting dare, a call and an admission are all reported."""
    game = lasting()
    assert names(game.events(None))[-1] == "lasts"
    assert names(game.move(0, "failed 1")) == ["called-failed", "vote"]
    vote_all(game, "yes")
    assert names(game.move(1, "failed")) == ["admitted", "drew", "drew"]
