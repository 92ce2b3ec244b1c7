"""UNO Dare!: dares that last until the next turn, and what becomes of them at the end of a round."""

from __future__ import annotations

from typing import Any

import pytest

from dares import LASTING, lasting, performer, table
from lastcard import Game
from special import counts, names, play, refused_by, texts, vote_all


# ---- dare-lasting ----------------------------------------------------------------------------------
@pytest.mark.rule("dare-lasting")
def test_a_lasting_dare_is_not_judged_at_once() -> None:
    """The performer takes the turn right after it while the dare runs, for all to see."""
    game = lasting()
    assert (game.turn, game.to_move, game.phase) == (1, (1,), "turn")
    for seat in (0, 1, None):
        assert game.view(seat).special["running"]["1"]["number"] == 2


@pytest.mark.rule("dare-lasting")
def test_it_is_judged_when_the_following_turn_begins_before_any_move() -> None:
    """A whole round later the performer's turn begins with the vote, and then goes on as a turn."""
    game = lasting()
    play(game, (1, "play green-1"), (2, "play green-2"), (3, "play green-4"), (0, "draw"), (0, "pass"))
    assert (game.phase, game.turn, game.to_move, performer(game)) == ("vote", 1, (0, 2, 3), 1)
    vote_all(game, "yes")
    assert (game.phase, game.turn, game.to_move, counts(game)[1]) == ("turn", 1, (1,), 3)
    assert game.view(0).special == {}


@pytest.mark.rule("dare-lasting", "dare-fail")
def test_judged_and_failed_it_costs_two_and_the_turn_is_kept() -> None:
    """The vote at the following turn costs two cards where it says no."""
    game = lasting()
    play(game, (1, "play green-1"), (2, "play green-2"), (3, "play green-4"), (0, "draw"), (0, "pass"))
    vote_all(game, "no")
    assert (counts(game)[1], game.turn, game.phase) == (5, 1, "turn")


@pytest.mark.rule("dare-lasting")
@pytest.mark.parametrize("moves", [("draw", "pass"), ("play green-1",)])
def test_it_runs_through_the_whole_turn_right_after(moves: tuple[str, ...]) -> None:
    """Drawing, playing or passing in that turn does not end it."""
    game = lasting()
    for move in moves:
        game.move(1, move)
    assert "1" in game.view(0).special["running"]


@pytest.mark.rule("dare-lasting")
def test_a_lost_turn_does_not_end_it() -> None:
    """Skipped, the performer is not judged: the dare runs on to the next turn that begins."""
    hands = table(LASTING, "green-skip").hands
    game = lasting(hands=hands)
    play(game, (1, "play green-1"), (2, "play green-2"), (3, "play green-4"), (0, "play green-skip"))
    assert (game.turn, game.phase) == (2, "turn")
    assert "1" in game.view(0).special["running"]


@pytest.mark.rule("dare-lasting", "reverse-two")
def test_who_skips_back_to_the_own_turn_is_judged() -> None:
    """With two players a Skip by the performer begins the following turn: the vote comes first."""
    hands = [[LASTING, "red-1", "red-2"], ["green-skip", "green-1", "green-3"]]
    game = lasting(hands=hands, players=2)
    game.move(1, "play green-skip")
    assert (game.phase, game.turn, game.to_move) == ("vote", 1, (0,))


@pytest.mark.rule("dare-lasting")
def test_nothing_is_pending_when_a_following_turn_begins() -> None:
    """The last card played is settled: the vote is about the dare, not about that card."""
    game = lasting()
    play(game, (1, "play green-1"), (2, "play green-2"), (3, "play green-4"), (0, "draw"), (0, "pass"))
    assert game.view(0).pending is None
    assert game.view(0).special["dare"]["number"] == 2


@pytest.mark.rule("dare-lasting", "uno-window")
def test_the_vote_before_a_turn_keeps_the_window_open() -> None:
    """A player who owes the call can be caught while the next player's dare is judged: no turn has begun."""
    hands = [[LASTING, "green-5", "red-1"], *table().hands[1:]]
    game = lasting(hands=hands)
    play(game, (1, "play green-1"), (2, "play green-2"), (3, "play green-4"), (0, "play green-5"))
    assert (game.phase, "catch 0" in texts(game, 1)) == ("vote", True)
    vote_all(game, "yes")
    assert "catch 0" in texts(game, 3)


@pytest.mark.rule("dare-lasting")
def test_each_other_player_may_call_it_failed_once() -> None:
    """All others have the call, none twice, and a call that finds no support leaves the dare running."""
    game = lasting()
    assert all("failed 1" in texts(game, seat) for seat in (0, 2, 3))
    play(game, (2, "failed 1"), (0, "vote yes"), (3, "vote yes"))
    assert (counts(game)[1], game.phase, game.turn) == (4, "turn", 1)
    assert refused_by(game, 2, "failed 1") == "dare-lasting"
    assert "1" in game.view(0).special["running"]
    assert "failed 1" in texts(game, 0)


@pytest.mark.rule("dare-lasting")
def test_a_call_is_a_no_and_the_rest_vote() -> None:
    """The caller's vote is cast; the rest, but not the performer, are awaited, and together they decide."""
    game = lasting()
    game.move(2, "failed 1")
    assert (game.to_move, performer(game)) == ((0, 3), 1)
    assert refused_by(game, 2, "vote yes") == "dare-judge"
    play(game, (0, "vote no"), (3, "vote yes"))
    ballots = [(event.seat, event.word) for event in game.events(None) if event.what == "ballot"]
    assert ballots == [(0, "no"), (2, "no"), (3, "yes")]
    assert (counts(game)[1], game.view(0).special) == (6, {})


@pytest.mark.rule("dare-lasting", "dare-judge")
@pytest.mark.parametrize(("strictness", "cards"), [("majority", 4), ("unanimous", 6)])
def test_a_call_is_judged_by_the_tables_strictness(strictness: str, cards: int) -> None:
    """At a unanimous table the caller's no is enough."""
    game = lasting(options={"strictness": strictness})
    play(game, (2, "failed 1"), (0, "vote yes"), (3, "vote yes"))
    assert counts(game)[1] == cards


@pytest.mark.rule("dare-lasting")
def test_with_two_players_a_call_decides() -> None:
    """The only judge has said no."""
    game = lasting(players=2)
    game.move(0, "failed 1")
    assert (counts(game)[1], game.phase, game.to_move) == (6, "turn", (1,))


@pytest.mark.rule("dare-lasting")
@pytest.mark.parametrize("at", ["turn", "drew", "dare"])
@pytest.mark.parametrize("word", ["yes", "no"])
def test_after_a_call_the_round_goes_on_where_it_was(at: str, word: str) -> None:
    """Whatever was awaited before the call is awaited again after the vote."""
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
    """Admitting costs the two cards at once, ends the dare, and changes nothing else."""
    game = lasting()
    game.move(1, "play green-1")
    assert "failed" in texts(game, 1)
    game.move(1, "failed")
    assert (counts(game)[1], game.turn, game.phase, game.view(0).special) == (5, 2, "turn", {})
    assert refused_by(game, 0, "failed 1") == "dare-lasting"


@pytest.mark.rule("dare-lasting")
@pytest.mark.parametrize(("seat", "move"), [(1, "failed 1"), (0, "failed"), (0, "failed 2"), (0, "failed 0"), (0, "failed 9")])
def test_what_cannot_be_called(seat: int, move: str) -> None:
    """Nobody calls the own dare by number, admits what is not running, or calls a dare that nobody does."""
    assert refused_by(lasting(), seat, move) == "dare-lasting"


@pytest.mark.rule("dare-lasting")
def test_a_call_puts_nobody_into_to_move() -> None:
    """The chance to call is out of turn: the game waits for the turn alone, but all others and the performer are asked."""
    game = lasting()
    assert (game.to_move, set(game.offers())) == ((1,), {0, 1, 2, 3})


@pytest.mark.rule("dare-lasting")
def test_a_player_dared_again_is_judged_on_the_old_dare_first() -> None:
    """Dared while a dare runs, the player is judged on it, by its own text, before choosing about the new one."""
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
    """After the old one is judged a new lasting dare begins afresh: with new calls, through the turn right after it."""
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
    """Two performers are called and judged apart."""
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
    """Seats 1 and 2 do lasting dares, and seat 3 is about to play its only card."""
    hands = [[LASTING, "red-1", "red-2"], ["wild-dare-10", "yellow-1", "yellow-2"], ["green-2", "green-3", "green-4"], [*last]]
    game = lasting(hands=hands, **more)
    play(game, (1, "play wild-dare-10 green"), (2, "dare"), (2, "play green-2"))
    return game


@pytest.mark.rule("dare-lasting", "out")
def test_at_the_end_the_open_dares_are_judged_in_order_of_play_before_the_count() -> None:
    """After the last card each open dare is judged, the next player's first; a failure counts for the winner."""
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
    """A lasting dare of a last card does not last: it is judged now, then the open ones, then the count."""
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
    """The old dare, then the choice, then the new dare, then the count."""
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
    """Who goes out while doing a dare is neither judged nor called on it any more."""
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
    """In the next round nobody does an old dare."""
    game = ending("green-5")
    game.move(3, "play green-5")
    vote_all(game, "yes")
    vote_all(game, "yes")
    game.next_round()
    assert "running" not in game.view(0).special


@pytest.mark.rule("dare-lasting", "pile-exhausted")
def test_a_round_without_winner_ends_every_dare() -> None:
    """Where nobody can go on there is nothing to count: open dares lapse, and the next round knows nothing of them."""
    hands = [["wild-dare-10", "red-1"], ["green-1"], ["green-3"]]
    game = Game.arrange("dare", hands=hands, top="blue-9", rest=False)
    play(game, (0, "play wild-dare-10 yellow"), (1, "dare"), (2, "catch 0"), (1, "pass"), (2, "pass"), (0, "pass"))
    assert (game.round_over, game.view(0).winner, counts(game)) == (True, None, [2, 1, 1])
    game.next_round()
    assert "running" not in game.view(0).special


@pytest.mark.rule("dare-lasting")
def test_what_is_told() -> None:
    """A lasting dare, a call, and an admission have their events."""
    game = lasting()
    assert names(game.events(None))[-1] == "lasts"
    assert names(game.move(0, "failed 1")) == ["called-failed", "vote"]
    vote_all(game, "yes")
    assert names(game.move(1, "failed")) == ["admitted", "drew", "drew"]
