"""She-Ra: Unite Etheria, its secret card, and the cards shown against it."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard import Game
from lastcard.editions.etheria import E_SECRET
from lastcard.tui.words import prompt
from special_cards import counts, names, play, refused_by, texts

UNITE = "wild-unite-etheria"
SECRET = "blue-7"


def table(*others: str, direction: int = 1, **more: Any) -> Game:
    """Seat 0 has the turn and holds the card and these others; seat 1 can match blue, seat 2 green, and both hold a wild."""
    hands = [[UNITE, *others], ["blue-1", "red-1", "wild"], ["green-1", "red-2", "wild"]]
    return Game.arrange("etheria", hands=hands, top="red-9", direction=direction, **more)


def hidden(*others: str, secret: str = SECRET, **more: Any) -> Game:
    """Seat 0 has played the card and hidden a card, and the others must each show one."""
    game = table(*(others or (SECRET, "green-5", "red-5")), **more)
    play(game, (0, f"play {UNITE}"), (0, f"secret {secret}"))
    return game


def shown(one: str, two: str, *others: str, secret: str = SECRET, **more: Any) -> Game:
    """Everyone has shown a card."""
    game = hidden(*others, secret=secret, **more)
    play(game, (1, f"reveal {one}"), (2, f"reveal {two}"))
    return game


# ---- etheria-secret --------------------------------------------------------------------------------
@pytest.mark.rule("etheria-secret")
def test_no_color_is_named_with_the_card() -> None:
    """Unite Etheria is played without a color, which is settled later."""
    game = table(SECRET, "green-5")
    assert texts(game, 0) == [f"play {UNITE}", "draw"]
    game.move(0, f"play {UNITE}")
    assert (game.color, game.turn, game.to_move) == (None, 0, (0,))


@pytest.mark.rule("etheria-secret")
def test_any_colored_card_can_be_the_secret() -> None:
    """The secret may be any colored card in your hand, action cards included, but not a wild."""
    game = table(SECRET, "green-skip", "wild", "green-skip", "red-5")
    game.move(0, f"play {UNITE}")
    assert texts(game, 0) == ["secret red-5", "secret green-skip", f"secret {SECRET}"]


@pytest.mark.rule("etheria-secret")
@pytest.mark.parametrize("move", ["secret wild", "secret green-1", "color red"])
def test_what_cannot_be_hidden(move: str) -> None:
    """You can't hide a wild or a card you don't hold, or name a color instead while you hold a colored card."""
    game = table(SECRET, "wild")
    game.move(0, f"play {UNITE}")
    assert refused_by(game, 0, move) == "etheria-secret"


@pytest.mark.rule("etheria-secret")
def test_the_secret_card_stays_in_the_hand_and_its_count() -> None:
    """The secret card stays in your hand and still counts as one of your cards."""
    game = hidden()
    assert SECRET in game.hands[0]
    assert game.view(1).counts == (3, 3, 3)


@pytest.mark.rule("etheria-secret")
def test_with_wilds_only_a_color_is_named() -> None:
    """A player with no colored card just names a color, and play goes on without anyone showing or drawing."""
    game = table("wild", "wild-draw-four")
    game.move(0, f"play {UNITE}")
    assert texts(game, 0) == ["color red", "color yellow", "color green", "color blue"]
    game.move(0, "color green")
    assert (game.color, game.turn, counts(game)) == ("green", 1, [2, 3, 3])


@pytest.mark.rule("etheria-secret", "hidden")
def test_nobody_else_can_tell_whether_a_card_or_a_color_is_being_chosen() -> None:
    """Until the choice is made, the others can't tell whether a card or a color is being chosen."""
    seen = []
    for others in ((SECRET, "green-5"), ("wild", "wild-draw-four")):
        game = table(*others)
        game.move(0, f"play {UNITE}")
        seats = (1, 2, None)
        seen.append(
            (
                [game.view(seat).to_dict() for seat in seats],
                [game.events(seat) for seat in seats],
                [game.moves(seat) for seat in (1, 2)],
                game.to_move,
                game.phase,
                game.offers(),
            )
        )
    assert seen[0] == seen[1]


@pytest.mark.rule("etheria-secret", "hidden")
@pytest.mark.parametrize("seat", [1, 2, None])
def test_the_secret_is_the_players_alone(seat: int | None) -> None:
    """The others learn that a card is hidden and nothing about it."""
    games = [hidden(SECRET, "green-5", secret=secret) for secret in (SECRET, "green-5")]
    assert games[0].view(seat) == games[1].view(seat)
    assert games[0].events(seat) == games[1].events(seat)
    assert games[0].events(seat)[-1].what == "secret"


@pytest.mark.rule("etheria-secret", "hidden")
def test_the_player_sees_their_own_secret() -> None:
    """You can see your own secret card."""
    game = hidden()
    assert game.view(0).special == {"secret": {"0": SECRET}}
    assert game.events(0)[-1].card == SECRET


@pytest.mark.rule("etheria-secret")
@pytest.mark.parametrize("move", ["secret blue-1", "color red"])
def test_nobody_else_hides(move: str) -> None:
    """Only the player of the card chooses the secret."""
    game = table(SECRET, "green-5")
    game.move(0, f"play {UNITE}")
    assert refused_by(game, 1, move) in ("etheria-secret", "etheria-none")


# ---- etheria-reveal --------------------------------------------------------------------------------
@pytest.mark.rule("etheria-reveal")
def test_all_others_are_asked_at_the_same_time() -> None:
    """Everyone else is asked to show a card at the same time, and the turn stays where it is."""
    game = hidden()
    assert (game.to_move, game.turn) == ((1, 2), 0)
    assert game.moves(0) == []


@pytest.mark.rule("etheria-reveal")
def test_any_card_can_be_shown() -> None:
    """You may show any card in your hand, wilds included."""
    game = hidden()
    assert texts(game, 1) == ["reveal red-1", "reveal blue-1", "reveal wild"]


@pytest.mark.rule("etheria-reveal")
@pytest.mark.parametrize("first", [1, 2])
def test_cards_are_picked_in_any_order(first: int) -> None:
    """The others may pick in any order, and nothing is shown until everyone has."""
    game = hidden()
    game.move(first, "reveal wild")
    assert game.to_move == (3 - first,)
    assert "revealed" not in names(game.events(None))


@pytest.mark.rule("etheria-reveal")
def test_a_pick_is_final() -> None:
    """You can't pick twice."""
    game = hidden()
    game.move(1, "reveal wild")
    assert refused_by(game, 1, "reveal blue-1") == "etheria-reveal"


@pytest.mark.rule("etheria-reveal")
@pytest.mark.parametrize(("seat", "move"), [(1, "reveal green-1"), (0, f"reveal {SECRET}")])
def test_only_the_others_show_and_only_own_cards(seat: int, move: str) -> None:
    """You can only show a card you hold, and the player of the card shows none."""
    assert refused_by(hidden(), seat, move) == "etheria-reveal"


@pytest.mark.rule("etheria-reveal", "hidden")
@pytest.mark.parametrize("seat", [0, 2, None])
def test_a_pick_is_hidden_until_all_have_picked(seat: int | None) -> None:
    """The others see that someone has picked a card, but not which one."""
    games = [hidden(), hidden()]
    games[0].move(1, "reveal blue-1")
    games[1].move(1, "reveal wild")
    assert games[0].view(seat) == games[1].view(seat)
    assert games[0].events(seat) == games[1].events(seat)


@pytest.mark.rule("etheria-reveal", "hidden")
def test_a_player_who_picked_sees_their_own_pick() -> None:
    """You can see the card you picked."""
    game = hidden()
    game.move(1, "reveal wild")
    assert game.view(1).special == {"picked": "wild"}
    assert game.events(1)[-1].card == "wild"


@pytest.mark.rule("etheria-reveal", "hidden")
def test_the_next_card_asks_afresh() -> None:
    """A card picked for one Unite Etheria doesn't count for the next."""
    game = Game.arrange("etheria", hands=[[UNITE, SECRET, "red-5"], [UNITE, "blue-1", "red-1"]], top="red-9")
    play(game, (0, f"play {UNITE}"), (0, f"secret {SECRET}"), (1, "reveal red-1"), (0, "color red"))
    play(game, (1, f"play {UNITE}"), (1, "secret blue-1"))
    assert (game.view(0).special, game.view(1).special) == ({}, {"secret": {"1": "blue-1"}})
    assert game.to_move == (0,)


@pytest.mark.rule("etheria-reveal")
def test_a_wild_matches_nothing() -> None:
    """A player who shows a wild misses and draws."""
    game = shown("wild", "green-1")
    assert counts(game)[1] == 4


# ---- etheria-miss ----------------------------------------------------------------------------------
@pytest.mark.rule("etheria-miss")
def test_a_player_who_does_not_match_draws_one_and_keeps_the_card() -> None:
    """A player who misses draws one card and keeps the card they showed."""
    game = shown("blue-1", "green-1", draw=["yellow-8"])
    assert game.hands[2] == ["green-1", "red-2", "wild", "yellow-8"]


@pytest.mark.rule("etheria-miss")
def test_a_player_who_matches_just_keeps_the_card() -> None:
    """A player who matches neither draws nor gains anything."""
    assert shown("blue-1", "green-1").hands[1] == ["blue-1", "red-1", "wild"]


@pytest.mark.rule("etheria-miss", "pile-reshuffle")
@pytest.mark.parametrize(("direction", "first"), [(1, 1), (-1, 2)])
def test_those_who_miss_draw_in_order_of_play(direction: int, first: int) -> None:
    """Players who miss draw in order of play, the next player first."""
    game = shown("red-1", "red-2", draw=["yellow-8", "yellow-9"], direction=direction)
    assert game.hands[first][-1] == "yellow-8"
    assert game.hands[3 - first][-1] == "yellow-9"


@pytest.mark.rule("etheria-miss")
def test_only_the_color_counts() -> None:
    """Only the color counts: the same number in another color is a miss."""
    game = hidden("blue-1", "green-5", secret="blue-1")
    play(game, (1, "reveal red-1"), (2, "reveal green-1"))
    assert counts(game) == [2, 4, 4]


@pytest.mark.rule("etheria-miss", "hidden")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_all_is_shown_to_all(seat: int | None) -> None:
    """Once everyone has picked, all see the secret, who matches it and who doesn't, while its player decides what to do."""
    game = shown("blue-1", "green-1")
    cards = {"secret": {"0": SECRET}, "matched": {"1": "blue-1"}, "missed": {"2": "green-1"}}
    assert game.view(seat).special == {**cards, "may_place": 0}
    told = [(event.what, event.seat, event.card) for event in game.events(seat) if event.what in ("revealed", "secret-shown")]
    assert told == [("revealed", 1, "blue-1"), ("revealed", 2, "green-1"), ("secret-shown", 0, SECRET)]
    game.move(0, "keep")
    assert game.view(seat).special == cards
    game.move(0, "color blue")
    assert game.view(seat).special == {}


@pytest.mark.rule("etheria-none", "hidden")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_miss_of_everyone_is_shown_to_all(seat: int | None) -> None:
    """If nobody matches, all see the cards and that nobody did, until the color is picked."""
    game = shown("red-1", "green-1")
    cards = {"secret": {"0": SECRET}, "matched": {}, "missed": {"1": "red-1", "2": "green-1"}}
    assert game.view(seat).special == {**cards, "no_match": 0}
    game.move(0, "color blue")
    assert game.view(seat).special == {}


@pytest.mark.rule("etheria-miss", "hidden")
def test_shown_cards_are_remembered() -> None:
    """The others remember a shown card until they see it leave the hand."""
    game = shown("blue-1", "green-1")
    play(game, (0, "keep"), (0, "color blue"))
    assert game.view(2).known == {0: (SECRET,), 1: ("blue-1",)}
    assert game.view(None).known == {0: (SECRET,), 1: ("blue-1",), 2: ("green-1",)}
    game.move(1, "play blue-1")
    assert game.view(2).known == {0: (SECRET,)}


@pytest.mark.rule("etheria-miss", "hidden")
def test_the_card_drawn_for_a_miss_is_the_drawers_alone() -> None:
    """The others see that a card was drawn for a miss, but not which one."""
    game = shown("blue-1", "green-1", draw=["yellow-8"])
    assert [game.events(seat)[-1].card for seat in (2, 0, 1, None)] == ["yellow-8", None, None, None]


# ---- etheria-match, etheria-none -------------------------------------------------------------------
@pytest.mark.rule("etheria-match")
@pytest.mark.parametrize("cards", [("blue-1", "green-1"), ("blue-1", "wild")])
def test_one_match_is_enough_to_place(cards: tuple[str, str]) -> None:
    """If anyone matches, the player of the card may place the secret card or keep it."""
    game = shown(*cards)
    assert (game.to_move, texts(game, 0), game.turn, game.color) == ((0,), ["place", "keep"], 0, None)


@pytest.mark.rule("etheria-match")
def test_a_placed_card_is_on_top_with_its_color() -> None:
    """A placed card leaves the hand, its color is in force, and the next player has the turn."""
    game = shown("blue-1", "green-1")
    game.move(0, "place")
    assert (game.top, game.color, game.turn, game.to_move) == (SECRET, "blue", 1, (1,))
    assert game.discard_pile[-2:] == [UNITE, SECRET]
    assert SECRET not in game.hands[0]


@pytest.mark.rule("etheria-match", "turn-match")
def test_a_placed_card_is_matched_by_its_face() -> None:
    """The next player may match the number of the placed card."""
    game = hidden("blue-1", "green-5", secret="blue-1")
    play(game, (1, "reveal blue-1"), (2, "reveal red-2"), (0, "place"))
    assert "play red-1" in texts(game, 1)


@pytest.mark.rule("etheria-match")
@pytest.mark.parametrize("secret", ["blue-skip", "blue-reverse", "blue-draw-two"])
def test_a_placed_action_does_nothing(secret: str) -> None:
    """A placed action card has no effect: nobody is skipped, play doesn't reverse, and nobody draws."""
    game = shown("blue-1", "green-1", secret, "green-5", "red-5", secret=secret)
    game.move(0, "place")
    assert (game.turn, game.direction, counts(game)) == (1, 1, [2, 3, 4])


@pytest.mark.rule("etheria-match")
def test_kept_instead_a_color_is_named() -> None:
    """A player who keeps the secret card names any color instead."""
    game = shown("blue-1", "green-1")
    assert names(game.move(0, "keep")) == ["kept"]
    assert (game.to_move, game.turn, game.color) == ((0,), 0, None)
    assert texts(game, 0) == ["color red", "color yellow", "color green", "color blue"]
    game.move(0, "color yellow")
    assert (game.color, game.turn, game.top, SECRET in game.hands[0]) == ("yellow", 1, UNITE, True)


@pytest.mark.rule("etheria-none")
def test_with_no_match_a_color_is_named() -> None:
    """If nobody matches, the secret card can't be placed: it stays in the hand and its player names a color."""
    game = shown("red-1", "green-1")
    assert (game.to_move, texts(game, 0)) == ((0,), ["color red", "color yellow", "color green", "color blue"])
    assert refused_by(game, 0, "place") == "etheria-match"
    game.move(0, "color red")
    assert (game.color, game.turn, SECRET in game.hands[0]) == ("red", 1, True)


@pytest.mark.rule("etheria-none")
def test_the_color_is_free() -> None:
    """The color named at the end doesn't have to be the secret card's."""
    game = shown("red-1", "green-1")
    assert all(game.why_not(0, f"color {color}") is None for color in ("red", "yellow", "green", "blue"))


@pytest.mark.rule("etheria-match", "etheria-none")
@pytest.mark.parametrize(("direction", "after"), [(1, 1), (-1, 2)])
def test_play_goes_on_in_order(direction: int, after: int) -> None:
    """After Unite Etheria the next player in the direction of play has the turn."""
    game = shown("red-1", "green-1", direction=direction)
    game.move(0, "color red")
    assert game.turn == after


@pytest.mark.rule("etheria-match")
@pytest.mark.parametrize("move", ["place", "keep"])
def test_nobody_else_places(move: str) -> None:
    """Only the player of the card places or keeps the secret."""
    assert refused_by(shown("blue-1", "green-1"), 1, move) == "etheria-match"


@pytest.mark.rule("etheria-match")
def test_what_is_told() -> None:
    """The card's events are reported in order: what is shown, who matches, who draws, and what is placed."""
    game = table(SECRET, "green-5", "red-5")
    start = len(game.events(None))
    play(game, (0, f"play {UNITE}"), (0, f"secret {SECRET}"), (2, "reveal wild"), (1, "reveal blue-1"), (0, "place"))
    assert names(game.events(None, since=start)) == [
        *["played", "secret", "picked", "picked", "revealed", "revealed", "secret-shown", "matched", "drew", "placed"],
    ]


# ---- going out and calling -------------------------------------------------------------------------
@pytest.mark.rule("etheria-out")
def test_placing_the_last_card_goes_out() -> None:
    """A player who places the secret as their last card wins the round."""
    game = shown("blue-1", "green-1", SECRET)
    game.move(0, "place")
    assert (game.round_over, game.winners, game.to_move, game.hands[0]) == (True, (0,), (), [])


@pytest.mark.rule("etheria-out", "score-winner")
def test_cards_drawn_for_a_miss_count() -> None:
    """A player who wins by placing the secret also scores the cards drawn for misses."""
    game = shown("blue-1", "green-1", SECRET, draw=["yellow-8"])
    game.move(0, "place")
    assert game.scores == (1 + 1 + 50 + 1 + 2 + 50 + 8, 0, 0)


@pytest.mark.rule("out-draw")
def test_as_the_last_card_it_only_wins() -> None:
    """Unite Etheria played as the last card just ends the round."""
    game = table()
    game.move(0, f"play {UNITE}")
    assert (game.round_over, game.winners, game.to_move) == (True, (0,), ())


@pytest.mark.rule("uno-duty-any-way")
def test_a_placed_card_that_leaves_one_owes_the_call() -> None:
    """A player who goes down to one card by placing the secret must call and can be caught."""
    game = shown("blue-1", "green-1", SECRET, "green-5")
    game.move(0, "place")
    assert (texts(game, 0), game.view(1).owes_uno) == (["uno"], (0,))
    game.move(2, "catch 0")
    assert counts(game)[0] == 3


@pytest.mark.rule("uno-duty", "uno-duty-any-way")
def test_the_call_may_come_with_placing() -> None:
    """Placing the secret may come with the call if it leaves one card, and then nobody can catch the player."""
    game = shown("blue-1", "green-1", SECRET, "green-5")
    assert texts(game, 0) == ["place", "place uno", "keep"]
    assert names(game.move(0, "place uno")) == ["placed", "called"]
    assert (game.owes_uno, game.top, game.turn) == ((), SECRET, 1)


@pytest.mark.rule("uno-false")
def test_no_call_comes_with_placing_that_leaves_two() -> None:
    """Placing the secret can't come with the call if it leaves two cards."""
    game = shown("blue-1", "green-1")
    assert texts(game, 0) == ["place", "keep"]
    assert refused_by(game, 0, "place uno") == "uno-false"


@pytest.mark.rule("uno-duty-any-way")
def test_a_placed_card_that_leaves_two_owes_nothing() -> None:
    """Placing the secret needs no call if it leaves two cards."""
    game = shown("blue-1", "green-1")
    game.move(0, "place")
    assert refused_by(game, 1, "catch 0") == "uno-false"


@pytest.mark.rule("uno-duty-any-way", "uno-duty")
def test_a_kept_card_that_was_the_last_needs_no_second_call() -> None:
    """A player who called with Unite Etheria and keeps the secret owes no new call."""
    game = table(SECRET)
    play(game, (0, f"play {UNITE} uno"), (0, f"secret {SECRET}"), (1, "reveal blue-1"), (2, "reveal wild"), (0, "keep"))
    assert game.view(1).owes_uno == ()


@pytest.mark.rule("uno-window", "etheria-reveal")
def test_the_call_is_still_owed_while_cards_are_shown() -> None:
    """Showing cards is not a turn, so the player of the card can be caught until the next turn begins and keeps the secret."""
    game = hidden(SECRET)
    assert "catch 0" in texts(game, 1)
    play(game, (1, "catch 0"), (1, "reveal blue-1"), (2, "reveal wild"), (0, "place"))
    assert (counts(game)[0], game.top, game.round_over) == (2, SECRET, False)


@pytest.mark.rule("deck-foil")
def test_the_foil_card_plays_the_same() -> None:
    """The foil Unite Etheria is played without a color and hides a card just like an ordinary one."""
    hands = [[f"{UNITE}@foil", SECRET, "red-5"], ["blue-1"]]
    game = Game.arrange("etheria", hands=hands, top="red-9", options={"foil": True})
    play(game, (0, f"play {UNITE}@foil"), (0, f"secret {SECRET}"), (1, "reveal blue-1"), (0, "place"))
    assert (game.top, game.turn) == (SECRET, 1)


@pytest.mark.rule("etheria-secret")
def test_everyone_reads_who_hid_a_card() -> None:
    """Hiding a card has a caption, and whoever shows one reads whose secret card it may match and what follows."""
    game = hidden()
    assert game.edition.teller.effects[E_SECRET].shout == ("Hidden!",)
    asked = prompt(game.edition, game.view(1), game.moves(1), ["Ada", "Ben", "Cy"])
    assert asked == "Ada hid a card. Pick one of yours to show."
    (said,) = {str(move): says for move, says in game.consequences(1).items()}["reveal blue-1"]
    assert said.says.endswith("Right color: {seat} may discard the secret card.")
    assert said.args == {"n": 1, "seat": 0}
