"""A seat keeps what it was shown until the card is seen to leave, may have left unseen, or the round ends."""

import pytest

from lastcard import Game, View, editions
from lastcard.events import Event
from lastcard.testing.walks import walk

SWAP = {"batman": {"name": "Swap", "steps": [{"does": "swaps hands", "who": "next"}]}}
LEFT = {"batman": {"name": "Round", "steps": [{"does": "passes hands left"}]}}


def challenged(edition: str = "classic", extra: str = "red-7") -> Game:
    """Seat 0 played a guilty Wild Draw Four, seat 1 has challenged it and has the turn, and seat 2 is watching."""
    hands = [["wild-draw-four", "red-1", "blue-1", extra], ["green-1", "green-2", "blue-8"], ["yellow-1", "yellow-2", "blue-9"]]
    game = Game.arrange(edition, hands, top="red-9", draw=["green-3", "green-4", "green-5", "green-6"])
    game.move(0, "play wild-draw-four blue")
    game.move(1, "challenge")
    return game


def known(game: Game, seat: int | None, other: int) -> list[str]:
    """Return the cards that a seat knows in another hand."""
    view: View = game.view(seat)
    return sorted(view.known.get(other, ()))


def cards_told(events: list[Event], what: str) -> list[str | None]:
    """Return the cards of some events, with None where the seat may not see them."""
    return [event.card for event in events if event.what == what]


@pytest.mark.rule("hidden", "wd4-show")
def test_challenger_keeps_the_shown_hand() -> None:
    """The challenger knows the hand as it was shown, not the cards drawn afterward, and nobody else knows any of it."""
    game = challenged()
    assert known(game, 1, 0) == ["blue-1", "red-1", "red-7"]
    assert known(game, 2, 0) == []
    assert known(game, None, 0) == []


@pytest.mark.rule("hidden", "wd4-show")
def test_hand_is_shown_in_no_telling_order() -> None:
    """A hand is shown in the order of the deck, because the order in hand would tell which card came last."""
    game = challenged()
    assert cards_told(game.events(1), "shown") == ["red-1", "red-7", "blue-1"]
    assert cards_told(game.events(2), "shown") == [None, None, None]


@pytest.mark.rule("hidden", "wd4-show")
def test_known_card_is_forgotten_when_seen_to_leave() -> None:
    """You stop knowing a card once it is played, and still know the others."""
    game = challenged()
    game.move(1, "play blue-8")
    game.move(2, "play blue-9")
    game.move(0, "play blue-1")
    assert known(game, 1, 0) == ["red-1", "red-7"]


@pytest.mark.rule("hidden", "wd4-show")
def test_knowledge_ends_with_the_round() -> None:
    """When a new round begins, nothing is known about other hands."""
    hands = [["wild-draw-four", "red-1", "blue-1"], ["blue-8", "green-2"], ["yellow-1", "yellow-2"]]
    game = Game.arrange("classic", hands, top="red-9", options={"target": 500})
    game.move(0, "play wild-draw-four blue")
    game.move(1, "challenge")
    assert known(game, 1, 0) == ["blue-1", "red-1"]
    game.move(1, "play blue-8 uno")
    game.move(2, "draw")
    game.move(2, "pass")
    while not game.round_over:
        seat = game.to_move[0]
        moves = game.moves(seat)
        game.move(seat, moves[0])
    game.next_round()
    assert game.view(1).known == {}


@pytest.mark.rule("hidden", "rule-of-two")
def test_gift_is_known_to_both_sides_alone() -> None:
    """The giver and the apprentice know which card was given, and nobody else is told."""
    hands = [["wild-rule-of-two", "red-1", "red-2"], ["green-1", "green-2"], ["blue-1", "blue-2"]]
    game = Game.arrange("dark-side", hands, top="red-9")
    game.move(0, "play wild-rule-of-two red")
    game.move(0, "apprentice 2")
    game.move(0, "give red-1")
    assert known(game, 0, 2) == ["red-1"]
    assert "red-1" in game.view(2).hand
    assert known(game, 1, 2) == []
    assert known(game, None, 2) == []
    assert [cards_told(game.events(seat), "gave") for seat in (0, 1, 2, None)] == [["red-1"], [None], ["red-1"], [None]]


@pytest.mark.rule("hidden", "rule-of-two")
def test_hidden_gift_makes_knowledge_uncertain() -> None:
    """After a gift you couldn't see, you are certain only of the cards you would know even if one of them was given."""
    game = challenged("dark-side", extra="wild-rule-of-two")
    game.move(1, "play blue-8")
    game.move(2, "play blue-9")
    game.move(0, "play wild-rule-of-two red")
    assert known(game, 1, 0) == ["blue-1", "red-1"]
    game.move(0, "apprentice 2")
    game.move(0, "give green-3")
    assert known(game, 1, 0) == []
    assert known(game, 1, 2) == []


@pytest.mark.rule("hidden", "rule-of-two")
def test_own_gift_leaves_knowledge_certain() -> None:
    """An apprentice who challenged earlier sees which card left the hand they know, and still knows the rest."""
    game = challenged("dark-side", extra="wild-rule-of-two")
    game.move(1, "play blue-8")
    game.move(2, "play blue-9")
    game.move(0, "play wild-rule-of-two red")
    game.move(0, "apprentice 1")
    game.move(0, "give red-1")
    assert known(game, 1, 0) == ["blue-1"]
    assert "red-1" in game.view(1).hand


@pytest.mark.rule("hidden", "etheria-reveal")
def test_reveal_is_known_to_all() -> None:
    """Once all cards are shown everyone, spectators included, knows them in the hands they stay in."""
    hands = [["wild-unite-etheria", "red-1", "red-2"], ["red-3", "green-2"], ["blue-1", "blue-2"]]
    game = Game.arrange("etheria", hands, top="red-9")
    game.move(0, "play wild-unite-etheria")
    game.move(0, "secret red-1")
    game.move(1, "reveal red-3")
    assert known(game, 2, 1) == []
    game.move(2, "reveal blue-1")
    assert [known(game, seat, 1) for seat in (0, 2, None)] == [["red-3"]] * 3
    assert [known(game, seat, 2) for seat in (0, 1, None)] == [["blue-1"]] * 3
    assert [known(game, seat, 0) for seat in (1, 2, None)] == [["red-1"]] * 3
    game.move(0, "place")
    assert known(game, 1, 0) == []


@pytest.mark.rule("hidden", "custom-rule")
def test_swapped_hand_is_known_to_whoever_gave_it() -> None:
    """After a swap each of the two players knows the other's hand, because it was their own; nobody else knows either."""
    hands = [["wild-custom@batman", "red-1", "red-2"], ["blue-3", "blue-4"], ["gold-1", "gold-2"]]
    game = Game.arrange("dawn-of-justice", hands, top="red-9", options={"house_rules": SWAP})
    game.move(0, "play wild-custom@batman red")
    game.move(1, "accept")
    assert game.hands[:2] == [["blue-3", "blue-4"], ["red-1", "red-2"]]
    assert known(game, 0, 1) == ["red-1", "red-2"]
    assert known(game, 1, 0) == ["blue-3", "blue-4"]
    assert known(game, 2, 0) == known(game, 2, 1) == []
    assert list(game.view(0).hand) == ["blue-3", "blue-4"]


@pytest.mark.rule("hidden", "custom-rule")
def test_passed_hand_is_known_to_whoever_gave_it() -> None:
    """When hands pass to the left, everyone knows the hand on their left and no other."""
    hands = [["wild-custom@batman", "red-1", "red-2"], ["blue-3", "blue-4"], ["gold-1", "gold-2"]]
    game = Game.arrange("dawn-of-justice", hands, top="red-9", options={"house_rules": LEFT})
    game.move(0, "play wild-custom@batman red")
    game.move(1, "accept")
    assert game.hands == [["gold-1", "gold-2"], ["red-1", "red-2"], ["blue-3", "blue-4"]]
    assert game.view(0).known == {1: ("red-1", "red-2")}
    assert game.view(1).known == {2: ("blue-3", "blue-4")}
    assert game.view(2).known == {0: ("gold-1", "gold-2")}
    assert game.view(None).known == {}


@pytest.mark.rule("hidden", "custom-rule")
def test_knowledge_travels_with_a_hand() -> None:
    """What you know about a hand stays true after it changes places."""
    hands = [
        ["wild-draw-four@superman", "red-1", "red-2"],
        ["wild-custom@batman", "blue-3", "blue-4"],
        ["gold-1", "gold-2", "gold-3"],
    ]
    game = Game.arrange("dawn-of-justice", hands, top="red-9", options={"house_rules": LEFT})
    game.move(0, "play wild-draw-four@superman gold")
    game.move(1, "challenge")
    game.move(1, "play wild-custom@batman gold")
    game.move(2, "accept")
    assert known(game, 1, 2) == ["blue-3", "blue-4"]
    assert set(game.view(1).hand) >= {"red-1", "red-2"}
    assert known(game, 2, 0) == ["gold-1", "gold-2", "gold-3"]


@pytest.mark.rule("hidden")
def test_drawn_card_is_seen_by_its_seat_alone() -> None:
    """Only the player who draws a card sees which one it is; everyone else sees that a card was drawn."""
    game = Game.arrange("classic", [["red-1", "red-2"], ["blue-3", "blue-4"]], top="green-9", draw=["yellow-5"])
    game.move(0, "draw")
    assert [cards_told(game.events(seat), "drew") for seat in (0, 1, None)] == [["yellow-5"], [None], [None]]
    assert [game.view(seat).drawn for seat in (0, 1, None)] == ["yellow-5", None, None]


@pytest.mark.rule("hidden")
def test_counted_hands_are_seen_by_all() -> None:
    """When a round is counted every hand is shown, in the order of the deck, and none is shown before that."""
    game = Game.arrange("classic", [["red-1"], ["wild", "blue-4", "blue-3"]], top="red-9")
    assert game.view(None).hands is None
    game.move(0, "play red-1")
    assert game.view(None).hands == ((), ("blue-3", "blue-4", "wild"))


@pytest.mark.parametrize("edition", editions.names())
def test_a_game_keeps_all_events_of_all_rounds(edition: str) -> None:
    """Everything that a viewer was told, round after round, is still there at the end, in one piece and from any number on."""
    heard: dict[int | None, list[Event]] = {None: [], 1: []}
    game = Game(edition, players=3)
    for game in walk(edition, 3, seed=4, options={"target": 100_000}, rounds=3):
        for viewer, events in heard.items():
            events.extend(game.events(viewer, since=len(events)))
    for viewer, events in heard.items():
        assert game.events(viewer) == events
        assert game.events(viewer, since=7) == events[7:]
    assert sum(event.what == "dealer" for event in heard[None]) == 3
    assert len(heard[None]) == game.event_count
