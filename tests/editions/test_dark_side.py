"""Star Wars: Dark Side and its special card, the Wild Rule of Two."""

from __future__ import annotations

import pytest

from lastcard import Game
from lastcard.errors import InvalidMove
from special_cards import counts, names, play, refused_by, texts

ROT = "wild-rule-of-two"


def master(
    *others: str, players: int = 3, direction: int = 1, card: str = ROT, options: dict[str, object] | None = None
) -> Game:
    """Seat 0 has the turn and holds a Rule of Two plus these other cards."""
    hands = [[card, *others], ["green-1", "green-2"], ["yellow-1", "yellow-2"], ["yellow-3", "yellow-4"]][:players]
    return Game.arrange("dark-side", hands=hands, top="red-9", direction=direction, options=options)


def giving(*others: str) -> Game:
    """Seat 0 has played a Rule of Two, named blue, and picked seat 2 as apprentice."""
    game = master(*others)
    play(game, (0, f"play {ROT} blue"), (0, "apprentice 2"))
    return game


@pytest.mark.rule("rule-of-two")
@pytest.mark.parametrize("color", ["red", "yellow", "green", "blue"])
def test_it_is_a_wild_that_names_any_color(color: str) -> None:
    """You can play a Rule of Two on anything and name any color, including the current one."""
    game = master("blue-1", "blue-2")
    game.move(0, f"play {ROT} {color}")
    assert game.color == color


@pytest.mark.rule("hidden")
def test_the_color_before_it_is_told() -> None:
    """While a card is being resolved, everyone knows which color was in force before it."""
    hands = [["wild-draw-four", "blue-1"], ["red-2", "red-3"], [ROT, "blue-2", "blue-3"]]
    game = Game.arrange("dark-side", hands=hands, top="green-9")
    play(game, (0, "play wild-draw-four red uno"), (1, "accept"), (2, f"play {ROT} blue"))
    pending = game.view(0).pending
    assert pending is not None
    assert (pending.card, pending.color_before) == (ROT, "red")


@pytest.mark.rule("rule-of-two")
def test_the_color_is_named_with_the_card() -> None:
    """A Rule of Two must be played with a color."""
    with pytest.raises(InvalidMove, match="COLOR"):
        master("blue-1").move(0, f"play {ROT}")


@pytest.mark.rule("rule-of-two")
def test_any_other_player_can_be_the_apprentice() -> None:
    """The player of the card, and nobody else, is asked to pick an apprentice from all the others."""
    game = master("blue-1", "blue-2", players=4)
    game.move(0, f"play {ROT} blue")
    assert game.to_move == (0,)
    assert texts(game, 0) == ["apprentice 1", "apprentice 2", "apprentice 3"]


@pytest.mark.rule("rule-of-two")
@pytest.mark.parametrize("other", [0, 3])
def test_nobody_is_their_own_apprentice(other: int) -> None:
    """You can't pick yourself or an empty seat as the apprentice."""
    game = master("blue-1", "blue-2")
    game.move(0, f"play {ROT} blue")
    assert refused_by(game, 0, f"apprentice {other}") == "rule-of-two"


@pytest.mark.rule("rule-of-two")
def test_a_gift_changes_hands() -> None:
    """A given card moves from the master's hand to the apprentice's."""
    game = giving("blue-1", "blue-2", "red-3")
    game.move(0, "give blue-1")
    assert game.hands[0] == ["blue-2", "red-3"]
    assert game.hands[2] == ["yellow-1", "yellow-2", "blue-1"]


@pytest.mark.rule("rule-of-two")
def test_any_card_can_be_given() -> None:
    """The master may give any card, wilds included, or stop giving; each kind is listed once."""
    game = giving("blue-2", "blue-2", "wild", "red-3")
    assert texts(game, 0) == ["give red-3", "give blue-2", "give wild", "done"]


@pytest.mark.rule("rule-of-two")
def test_no_gift_is_allowed() -> None:
    """The master may give nothing at all."""
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
    """After two gifts play goes on automatically."""
    game = giving("blue-1", "blue-2", "red-3", "red-4")
    play(game, (0, "give blue-1"), (0, "give red-4"))
    assert (game.hands[0], game.turn, game.to_move) == (["blue-2", "red-3"], 1, (1,))


@pytest.mark.rule("rule-of-two")
def test_two_copies_of_a_card_can_be_given() -> None:
    """The two gifts may be two copies of the same card."""
    game = giving("blue-1", "blue-1", "red-3")
    play(game, (0, "give blue-1"), (0, "give blue-1"))
    assert game.hands[2][-2:] == ["blue-1", "blue-1"]


@pytest.mark.rule("rule-of-two")
def test_the_last_card_is_never_given() -> None:
    """With two cards left the master can give only one, because the last card is never given."""
    game = giving("blue-1", "blue-2")
    game.move(0, "give blue-1")
    assert (game.hands[0], game.turn) == (["blue-2"], 1)


@pytest.mark.rule("rule-of-two")
def test_the_apprentice_is_asked_also_with_nothing_to_give() -> None:
    """A master with one card left still picks an apprentice, but can't give anything."""
    game = master("blue-1")
    game.move(0, f"play {ROT} blue uno")
    assert (game.to_move, game.moves(0)) == ((0,), ["apprentice 1", "apprentice 2"])
    game.move(0, "apprentice 1")
    assert (game.hands[0], game.turn, game.to_move) == (["blue-1"], 1, (1,))


@pytest.mark.rule("rule-of-two")
def test_with_two_players_the_apprentice_is_still_named() -> None:
    """With two players the other one is still picked as apprentice, and then has the turn."""
    game = master("blue-1", "blue-2", players=2)
    game.move(0, f"play {ROT} blue")
    assert game.moves(0) == ["apprentice 1"]
    play(game, (0, "apprentice 1"), (0, "done"))
    assert game.turn == 1


@pytest.mark.rule("rule-of-two")
@pytest.mark.parametrize(("direction", "after"), [(1, 1), (-1, 2)])
def test_play_goes_on_in_order(direction: int, after: int) -> None:
    """Whoever the apprentice is, the next player in order of play has the turn."""
    game = master("blue-1", "blue-2", direction=direction)
    play(game, (0, f"play {ROT} blue"), (0, f"apprentice {after % 2 + 1}"), (0, "done"))
    assert game.turn == after


@pytest.mark.rule("rule-of-two")
def test_the_turn_stays_until_the_gifts_are_over() -> None:
    """It stays the master's turn while they pick an apprentice and give cards."""
    game = master("blue-1", "blue-2", "red-3", "red-4")
    turns = []
    for move in (f"play {ROT} blue", "apprentice 2", "give blue-1"):
        game.move(0, move)
        turns.append((game.turn, game.to_move))
    assert turns == [(0, (0,))] * 3


@pytest.mark.rule("rule-of-two")
@pytest.mark.parametrize("move", ["give green-1", "give red-9"])
def test_only_own_cards_are_given(move: str) -> None:
    """The master can't give a card that isn't in their hand."""
    assert refused_by(giving("blue-1", "blue-2"), 0, move) == "rule-of-two"


@pytest.mark.rule("rule-of-two")
@pytest.mark.parametrize("move", ["give yellow-1", "done", "apprentice 0"])
def test_nobody_else_gives(move: str) -> None:
    """Only the master can pick an apprentice or give cards."""
    assert refused_by(giving("blue-1", "blue-2"), 2, move) == "rule-of-two"


@pytest.mark.rule("rule-of-two")
def test_nothing_is_given_before_an_apprentice_is_named() -> None:
    """The master must pick an apprentice before giving a card."""
    game = master("blue-1", "blue-2")
    game.move(0, f"play {ROT} blue")
    assert refused_by(game, 0, "give blue-1") == "rule-of-two"


@pytest.mark.rule("rule-of-two")
@pytest.mark.parametrize("move", ["draw", "play green-1"])
def test_the_others_wait(move: str) -> None:
    """Nobody else plays while cards are being given."""
    assert refused_by(giving("blue-1", "blue-2"), 1, move) in ("turn-draw", "turn-match")


@pytest.mark.rule("rule-of-two", "hidden")
@pytest.mark.parametrize(("seat", "card"), [(0, "blue-1"), (2, "blue-1"), (1, None), (None, None)])
def test_only_the_two_see_which_card(seat: int | None, card: str | None) -> None:
    """The master and the apprentice see which card was given; the others only see that one was."""
    game = giving("blue-1", "blue-2", "red-3")
    game.move(0, "give blue-1")
    event = game.events(seat)[-1]
    assert (event.what, event.seat, event.to, event.card) == ("gave", 0, 2, card)


@pytest.mark.rule("rule-of-two", "hidden")
def test_everybody_sees_who_is_the_apprentice_and_how_many_are_given() -> None:
    """Everyone, spectators included, sees the apprentice, the gifts left and the size of each hand."""
    game = giving("blue-1", "blue-2", "red-3", "red-4")
    game.move(0, "give blue-1")
    for seat in (None, 0, 1, 2):
        view = game.view(seat)
        assert view.special == {"apprentice": 2, "gifts_left": 1}
        assert view.counts == (3, 2, 3)


@pytest.mark.rule("rule-of-two")
def test_the_view_promises_no_gift_of_a_last_card() -> None:
    """The number of gifts left never includes the master's last card."""
    assert giving("blue-1", "blue-2").view(1).special["gifts_left"] == 1


@pytest.mark.rule("rule-of-two", "hidden")
def test_the_master_knows_the_gift_until_it_is_seen_to_leave() -> None:
    """Only the master knows that the apprentice holds the gift, until it is played."""
    game = giving("blue-1", "blue-2", "red-3")
    play(game, (0, "give blue-1"), (0, "done"))
    assert game.view(0).known == {2: ("blue-1",)}
    assert game.view(1).known == game.view(None).known == {}
    play(game, (1, "draw"), (1, "pass"), (2, "play blue-1"))
    assert game.view(0).known == {}


@pytest.mark.rule("rule-of-two", "hidden")
def test_a_known_card_may_have_been_the_gift() -> None:
    """Having seen a hand doesn't tell you which of its cards was given away."""
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
    """The card's events are reported in order."""
    game = giving("blue-1", "blue-2", "red-3")
    start = len(game.events(None))
    play(game, (0, "give red-3"), (0, "done"))
    assert names(game.events(None))[start - 2 :] == ["played", "apprentice", "gave", "done"]


@pytest.mark.rule("uno-duty-any-way")
def test_a_gift_that_leaves_one_card_owes_the_call() -> None:
    """A master who goes down to one card by giving owes the call and can be caught."""
    game = giving("blue-1", "blue-2")
    game.move(0, "give blue-1")
    assert game.moves(0) == ["uno"]
    assert "catch 0" in game.moves(1)
    assert "catch 0" in game.moves(2)
    game.move(2, "catch 0")
    assert counts(game)[0] == 3


@pytest.mark.rule("uno-duty", "uno-duty-any-way")
def test_the_call_may_come_with_the_gift() -> None:
    """A gift that leaves one card may come with the call, and then nobody can catch the master."""
    game = giving("blue-1", "red-2")
    assert texts(game, 0) == ["give red-2", "give blue-1", "give red-2 uno", "give blue-1 uno", "done"]
    told = names(game.move(0, "give blue-1 uno"))
    assert told == ["gave", "called"]
    assert (game.owes_uno, game.hands[0], game.turn) == ((), ["red-2"], 1)


@pytest.mark.rule("uno-false")
def test_no_call_comes_with_a_gift_that_leaves_two_cards() -> None:
    """A gift that leaves more than one card can't come with the call."""
    game = giving("blue-1", "blue-2", "red-3")
    assert refused_by(game, 0, "give blue-1 uno") == "uno-false"
    assert texts(game, 0) == ["give red-3", "give blue-1", "give blue-2", "done"]


@pytest.mark.rule("uno-duty-any-way")
def test_a_gift_that_leaves_two_cards_owes_nothing() -> None:
    """A gift that leaves more than one card needs no call."""
    game = giving("blue-1", "blue-2", "red-3")
    game.move(0, "give blue-1")
    assert refused_by(game, 0, "uno") == "uno-false"


@pytest.mark.rule("uno-duty-any-way")
def test_a_call_after_the_gift_is_safe() -> None:
    """The master may call right after the gift and is then safe."""
    game = giving("blue-1", "blue-2")
    play(game, (0, "give blue-1"), (0, "uno"))
    assert refused_by(game, 1, "catch 0") == "uno-false"


@pytest.mark.rule("uno-duty-any-way", "uno-window")
def test_the_window_of_a_gift_closes_with_the_next_turn() -> None:
    """Once the next player draws, the master can no longer be caught."""
    game = giving("blue-1", "blue-2")
    play(game, (0, "give blue-1"), (1, "draw"))
    assert refused_by(game, 2, "catch 0") == "uno-false"


@pytest.mark.rule("uno-duty-any-way", "uno-once")
def test_a_catch_before_the_gifts_leaves_a_new_duty() -> None:
    """A master who is caught before giving, and gives down to one card again, owes a new call."""
    game = master("blue-1")
    play(game, (0, f"play {ROT} blue"), (1, "catch 0"), (0, "apprentice 2"))
    cards = game.hands[0]
    play(game, (0, f"give {cards[1]}"), (0, f"give {cards[2]}"))
    assert game.moves(0) == ["uno"]


@pytest.mark.rule("deck-foil", "rule-of-two")
def test_the_foil_card_plays_the_same() -> None:
    """The foil Rule of Two asks for an apprentice and gives cards just like an ordinary one."""
    game = master("blue-1", "blue-2", card=f"{ROT}@foil", options={"foil": True})
    game.move(0, f"play {ROT}@foil blue")
    assert (game.color, game.moves(0)) == ("blue", ["apprentice 1", "apprentice 2"])
    play(game, (0, "apprentice 2"), (0, "give blue-1"))
    assert game.hands[2][-1] == "blue-1"


@pytest.mark.rule("out-draw", "rule-of-two")
def test_as_the_last_card_it_only_wins() -> None:
    """A Rule of Two played as the last card just ends the round, without an apprentice."""
    game = Game.arrange("dark-side", hands=[[ROT], ["green-1"], ["yellow-1"]], top="red-9")
    game.move(0, f"play {ROT} blue")
    assert (game.round_over, game.winners, game.to_move) == (True, (0,), ())
