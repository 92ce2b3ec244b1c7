"""Star Wars: Dark Side, the Wild Rule of Two."""

from __future__ import annotations

import pytest

from lastcard import Game
from lastcard.errors import InvalidMove
from special import counts, names, play, refused_by, texts

ROT = "wild-rule-of-two"


def master(
    *others: str, players: int = 3, direction: int = 1, card: str = ROT, options: dict[str, object] | None = None
) -> Game:
    """Seat 0 holds a Rule of Two and these other cards, and has the turn."""
    hands = [[card, *others], ["green-1", "green-2"], ["yellow-1", "yellow-2"], ["yellow-3", "yellow-4"]][:players]
    return Game.arrange("dark-side", hands=hands, top="red-9", direction=direction, options=options)


def giving(*others: str) -> Game:
    """Seat 0 has played a Rule of Two, named blue, and taken seat 2 as apprentice."""
    game = master(*others)
    play(game, (0, f"play {ROT} blue"), (0, "apprentice 2"))
    return game


@pytest.mark.rule("rule-of-two")
@pytest.mark.parametrize("color", ["red", "yellow", "green", "blue"])
def test_it_is_a_wild_that_names_any_color(color: str) -> None:
    """A Rule of Two is playable on anything and its player names any color, the one in force included."""
    game = master("blue-1", "blue-2")
    game.move(0, f"play {ROT} {color}")
    assert game.color == color


@pytest.mark.rule("hidden")
def test_the_color_before_it_is_told() -> None:
    """Of a card that waits everybody knows the color that was in force when it was played, whatever was played before."""
    hands = [["wild-draw-four", "blue-1"], ["red-2", "red-3"], [ROT, "blue-2", "blue-3"]]
    game = Game.arrange("dark-side", hands=hands, top="green-9")
    play(game, (0, "play wild-draw-four red uno"), (1, "accept"), (2, f"play {ROT} blue"))
    pending = game.view(0).pending
    assert pending is not None
    assert (pending.card, pending.color_before) == (ROT, "red")


@pytest.mark.rule("rule-of-two")
def test_the_color_is_named_with_the_card() -> None:
    """A Rule of Two without a color is no move."""
    with pytest.raises(InvalidMove, match="COLOR"):
        master("blue-1").move(0, f"play {ROT}")


@pytest.mark.rule("rule-of-two")
def test_any_other_player_can_be_the_apprentice() -> None:
    """After the card its player alone is asked, and for an apprentice among all others."""
    game = master("blue-1", "blue-2", players=4)
    game.move(0, f"play {ROT} blue")
    assert game.to_move == (0,)
    assert texts(game, 0) == ["apprentice 1", "apprentice 2", "apprentice 3"]


@pytest.mark.rule("rule-of-two")
@pytest.mark.parametrize("other", [0, 3])
def test_nobody_is_the_own_apprentice(other: int) -> None:
    """The player of the card, or a seat nobody sits at, cannot be the apprentice."""
    game = master("blue-1", "blue-2")
    game.move(0, f"play {ROT} blue")
    assert refused_by(game, 0, f"apprentice {other}") == "rule-of-two"


@pytest.mark.rule("rule-of-two")
def test_a_gift_changes_hands() -> None:
    """A given card leaves the master's hand and is in the apprentice's."""
    game = giving("blue-1", "blue-2", "red-3")
    game.move(0, "give blue-1")
    assert game.hands[0] == ["blue-2", "red-3"]
    assert game.hands[2] == ["yellow-1", "yellow-2", "blue-1"]


@pytest.mark.rule("rule-of-two")
def test_any_card_can_be_given() -> None:
    """Every kind in the hand, wilds too, can be given, each listed once; or no more."""
    game = giving("blue-2", "blue-2", "wild", "red-3")
    assert texts(game, 0) == ["give red-3", "give blue-2", "give wild", "done"]


@pytest.mark.rule("rule-of-two")
def test_no_gift_is_allowed() -> None:
    """Giving nothing at all is the master's right."""
    game = giving("blue-1", "blue-2")
    game.move(0, "done")
    assert (game.hands[0], game.turn) == (["blue-1", "blue-2"], 1)


@pytest.mark.rule("rule-of-two")
def test_one_gift_and_done() -> None:
    """After one gift the master may stop."""
    game = giving("blue-1", "blue-2", "red-3")
    play(game, (0, "give blue-1"), (0, "done"))
    assert (counts(game)[0], game.turn) == (2, 1)


@pytest.mark.rule("rule-of-two")
def test_two_gifts_end_it() -> None:
    """After two gifts play goes on by itself."""
    game = giving("blue-1", "blue-2", "red-3", "red-4")
    play(game, (0, "give blue-1"), (0, "give red-4"))
    assert (game.hands[0], game.turn, game.to_move) == (["blue-2", "red-3"], 1, (1,))


@pytest.mark.rule("rule-of-two")
def test_two_copies_of_a_card_can_be_given() -> None:
    """The two gifts may be twins."""
    game = giving("blue-1", "blue-1", "red-3")
    play(game, (0, "give blue-1"), (0, "give blue-1"))
    assert game.hands[2][-2:] == ["blue-1", "blue-1"]


@pytest.mark.rule("rule-of-two")
def test_the_last_card_is_never_given() -> None:
    """With two cards left one gift ends it: the last card stays."""
    game = giving("blue-1", "blue-2")
    game.move(0, "give blue-1")
    assert (game.hands[0], game.turn) == (["blue-2"], 1)


@pytest.mark.rule("rule-of-two")
def test_the_apprentice_is_asked_also_with_nothing_to_give() -> None:
    """With one card left an apprentice is still named, and then nothing can be given."""
    game = master("blue-1")
    game.move(0, f"play {ROT} blue uno")
    assert (game.to_move, game.moves(0)) == ((0,), ["apprentice 1", "apprentice 2"])
    game.move(0, "apprentice 1")
    assert (game.hands[0], game.turn, game.to_move) == (["blue-1"], 1, (1,))


@pytest.mark.rule("rule-of-two")
def test_with_two_players_the_apprentice_is_still_named() -> None:
    """The only other player is named like any other, and then has the turn."""
    game = master("blue-1", "blue-2", players=2)
    game.move(0, f"play {ROT} blue")
    assert game.moves(0) == ["apprentice 1"]
    play(game, (0, "apprentice 1"), (0, "done"))
    assert game.turn == 1


@pytest.mark.rule("rule-of-two")
@pytest.mark.parametrize(("direction", "after"), [(1, 1), (-1, 2)])
def test_play_goes_on_in_order(direction: int, after: int) -> None:
    """Whoever is the apprentice, the next player in the order of play has the turn."""
    game = master("blue-1", "blue-2", direction=direction)
    play(game, (0, f"play {ROT} blue"), (0, f"apprentice {after % 2 + 1}"), (0, "done"))
    assert game.turn == after


@pytest.mark.rule("rule-of-two")
def test_the_turn_stays_until_the_gifts_are_over() -> None:
    """While an apprentice is chosen and cards are given, the turn is the master's."""
    game = master("blue-1", "blue-2", "red-3", "red-4")
    turns = []
    for move in (f"play {ROT} blue", "apprentice 2", "give blue-1"):
        game.move(0, move)
        turns.append((game.turn, game.to_move))
    assert turns == [(0, (0,))] * 3


@pytest.mark.rule("rule-of-two")
@pytest.mark.parametrize("move", ["give green-1", "give red-9"])
def test_only_own_cards_are_given(move: str) -> None:
    """A card that is not in the master's hand cannot be given."""
    assert refused_by(giving("blue-1", "blue-2"), 0, move) == "rule-of-two"


@pytest.mark.rule("rule-of-two")
@pytest.mark.parametrize("move", ["give yellow-1", "done", "apprentice 0"])
def test_nobody_else_gives(move: str) -> None:
    """The verbs of the card are the master's alone."""
    assert refused_by(giving("blue-1", "blue-2"), 2, move) == "rule-of-two"


@pytest.mark.rule("rule-of-two")
def test_nothing_is_given_before_an_apprentice_is_named() -> None:
    """A gift needs an apprentice first."""
    game = master("blue-1", "blue-2")
    game.move(0, f"play {ROT} blue")
    assert refused_by(game, 0, "give blue-1") == "rule-of-two"


@pytest.mark.rule("rule-of-two")
@pytest.mark.parametrize("move", ["draw", "play green-1"])
def test_the_others_wait(move: str) -> None:
    """Nobody plays on while cards are given."""
    assert refused_by(giving("blue-1", "blue-2"), 1, move) in ("turn-draw", "turn-match")


@pytest.mark.rule("rule-of-two", "hidden")
@pytest.mark.parametrize(("seat", "card"), [(0, "blue-1"), (2, "blue-1"), (1, None), (None, None)])
def test_only_the_two_see_which_card(seat: int | None, card: str | None) -> None:
    """Master and apprentice see the gift in their events, the others only that there was one."""
    game = giving("blue-1", "blue-2", "red-3")
    game.move(0, "give blue-1")
    event = game.events(seat)[-1]
    assert (event.what, event.seat, event.to, event.card) == ("gave", 0, 2, card)


@pytest.mark.rule("rule-of-two", "hidden")
def test_everybody_sees_who_is_the_apprentice_and_how_many_are_given() -> None:
    """Apprentice, gifts left and counts are open to all, spectators too."""
    game = giving("blue-1", "blue-2", "red-3", "red-4")
    game.move(0, "give blue-1")
    for seat in (None, 0, 1, 2):
        view = game.view(seat)
        assert view.special == {"apprentice": 2, "gifts_left": 1}
        assert view.counts == (3, 2, 3)


@pytest.mark.rule("rule-of-two")
def test_the_view_promises_no_gift_of_a_last_card() -> None:
    """The number of gifts left never counts the last card."""
    assert giving("blue-1", "blue-2").view(1).special["gifts_left"] == 1


@pytest.mark.rule("rule-of-two", "hidden")
def test_the_master_knows_the_gift_until_it_is_seen_to_leave() -> None:
    """The master's view keeps the gift in the apprentice's hand, nobody else's does, until it is played."""
    game = giving("blue-1", "blue-2", "red-3")
    play(game, (0, "give blue-1"), (0, "done"))
    assert game.view(0).known == {2: ("blue-1",)}
    assert game.view(1).known == game.view(None).known == {}
    play(game, (1, "draw"), (1, "pass"), (2, "play blue-1"))
    assert game.view(0).known == {}


@pytest.mark.rule("rule-of-two", "hidden")
def test_a_known_card_may_have_been_the_gift() -> None:
    """Who has seen a hand does not know which of its cards was given away."""
    hands = [["wild-draw-four", ROT, "blue-1", "blue-2"], ["green-1", "green-2"], ["yellow-1", "yellow-2"]]
    game = Game.arrange("dark-side", hands=hands, top="red-9")
    play(game, (0, "play wild-draw-four blue"), (1, "challenge"), (1, "draw"), (1, "pass"), (2, "draw"), (2, "pass"))
    play(game, (0, f"play {ROT} red"), (0, "apprentice 2"))
    assert "blue-1" in game.view(1).known[0]
    game.move(0, "give blue-1")
    assert "blue-1" not in game.view(1).known.get(0, ())
    assert "blue-2" not in game.view(1).known.get(0, ())


@pytest.mark.rule("rule-of-two")
def test_what_is_told() -> None:
    """The events of the card, in order."""
    game = giving("blue-1", "blue-2", "red-3")
    start = len(game.events(None))
    play(game, (0, "give red-3"), (0, "done"))
    assert names(game.events(None))[start - 2 :] == ["played", "apprentice", "gave", "done"]


@pytest.mark.rule("uno-duty-any-way")
def test_a_gift_that_leaves_one_card_owes_the_call() -> None:
    """Coming down to one card by a gift is a duty to call, and can be caught."""
    game = giving("blue-1", "blue-2")
    game.move(0, "give blue-1")
    assert game.moves(0) == ["uno"]
    assert "catch 0" in game.moves(1)
    assert "catch 0" in game.moves(2)
    game.move(2, "catch 0")
    assert counts(game)[0] == 3


@pytest.mark.rule("uno-duty-any-way")
def test_a_gift_that_leaves_two_cards_owes_nothing() -> None:
    """A gift that leaves more than one card is no duty."""
    game = giving("blue-1", "blue-2", "red-3")
    game.move(0, "give blue-1")
    assert refused_by(game, 0, "uno") == "uno-false"


@pytest.mark.rule("uno-duty-any-way")
def test_a_call_after_the_gift_is_safe() -> None:
    """The call made after the gift closes the duty."""
    game = giving("blue-1", "blue-2")
    play(game, (0, "give blue-1"), (0, "uno"))
    assert refused_by(game, 1, "catch 0") == "uno-false"


@pytest.mark.rule("uno-duty-any-way", "uno-window")
def test_the_window_of_a_gift_closes_with_the_next_turn() -> None:
    """The next player's draw ends the chance to catch."""
    game = giving("blue-1", "blue-2")
    play(game, (0, "give blue-1"), (1, "draw"))
    assert refused_by(game, 2, "catch 0") == "uno-false"


@pytest.mark.rule("uno-duty-any-way", "uno-once")
def test_a_catch_before_the_gifts_leaves_a_new_duty() -> None:
    """Caught after the card and down to one again by gifts, the master owes a new call."""
    game = master("blue-1")
    play(game, (0, f"play {ROT} blue"), (1, "catch 0"), (0, "apprentice 2"))
    cards = game.hands[0]
    play(game, (0, f"give {cards[1]}"), (0, f"give {cards[2]}"))
    assert game.moves(0) == ["uno"]


@pytest.mark.rule("deck-foil", "rule-of-two")
def test_the_foil_card_plays_the_same() -> None:
    """The foil Rule of Two asks for an apprentice and gives cards like its twin."""
    game = master("blue-1", "blue-2", card=f"{ROT}@foil", options={"foil": True})
    game.move(0, f"play {ROT}@foil blue")
    assert (game.color, game.moves(0)) == ("blue", ["apprentice 1", "apprentice 2"])
    play(game, (0, "apprentice 2"), (0, "give blue-1"))
    assert game.hands[2][-1] == "blue-1"


@pytest.mark.rule("out-draw", "rule-of-two")
def test_as_the_last_card_it_only_wins() -> None:
    """Played as the last card a Rule of Two names no apprentice: the round is over."""
    game = Game.arrange("dark-side", hands=[[ROT], ["green-1"], ["yellow-1"]], top="red-9")
    game.move(0, f"play {ROT} blue")
    assert (game.round_over, game.winners, game.to_move) == (True, (0,), ())
