"""Events in words: they speak to the player, call everyone else by name, and tell nothing twice."""

from lastcard import Game, editions
from lastcard.events import HAPPENINGS, Event, Teller
from lastcard.tui.words import news

NAMES = ["Ann", "Bo", "Cy"]


def test_sentences_speak_to_their_seat() -> None:
    """A seat reads "you" about itself, whichever part it plays, and everyone else reads its number."""
    game = Game.arrange("classic", hands=[["red-draw-two", "red-1"], ["blue-2"], ["blue-3"]], top="red-9", draw=["green-4"] * 2)
    start = game.event_count
    game.move(0, "play red-draw-two")
    game.move(1, "catch 0")
    assert game.sentences(0, start)[0] == "You play a red Draw Two"
    assert game.sentences(1, start)[:3] == ["Seat 0 plays a red Draw Two", "You draw a green 4", "You draw a green 4"]
    for seat, told in ((0, "Seat 1 catches you"), (1, "You catch seat 0"), (2, "Seat 1 catches seat 0")):
        assert f"{told} forgetting UNO" in game.sentences(seat, start)


def test_a_picked_color_agrees_with_the_player() -> None:
    """The player of a wild picks a color; to themselves, they "pick" it."""
    teller = editions.get("classic").teller
    event = Event("played", seat=0, card="wild", color="red", uno=True)
    assert teller.sentence(event, NAMES.__getitem__) == "Ann plays a Wild and picks red, calling UNO"
    assert teller.sentence(event, NAMES.__getitem__, you=0) == "You play a Wild and pick red, calling UNO"


def test_a_happening_without_words_for_the_player_uses_the_name() -> None:
    """An edition doesn't have to say how it speaks to players: they then read the plain sentence with their name."""
    plain = [happening._replace(you="", to_you="") for happening in HAPPENINGS]
    teller = Teller(plain, {}, (), lambda kind: False, {})
    assert teller.sentence(Event("passed", seat=0), NAMES.__getitem__, you=0) == "Ann passes"
    assert teller.sentence(Event("challenged", seat=1, to=0), NAMES.__getitem__, you=0) == "Bo challenges Ann"


def test_swapped_hands_are_told_once() -> None:
    """When hands change owners, one line says so, not one for each card."""
    edition = editions.get("dawn-of-justice")
    rule = {"batman": {"name": "Swap", "steps": [{"does": "swaps hands", "who": "next"}]}}
    hands = [["wild-custom@batman", "red-1", "red-2"], ["red-3", "red-4"], ["hero@superman", "gold-1"]]
    game = Game.arrange(edition, hands=hands, top="red-9", options={"house_rules": rule})
    game.move(0, "play wild-custom@batman red")
    game.move(1, "accept")
    told = news(edition, game.events(0), NAMES, you=0)
    assert "You swap hands with Bo" in told
    assert not any("hands" in line and "You swap" not in line for line in told)
