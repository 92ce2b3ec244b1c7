"""Every color has a symbol, and players and spectators see only what they are allowed to know."""

import json

import pytest

from lastcard import Game, editions
from lastcard.cards import SYMBOLS, WILD_SYMBOL, color_of, label, symbol_of
from rules.helpers import ALL, arrange, cards

HANDS = [["red-1", "blue-1", "blue-2"], ["red-3", "green-3", "green-5"], ["red-4", "green-4", "green-6"]]


# ---- symbols ---------------------------------------------------------------------------------------
@pytest.mark.rule("color-symbols")
@pytest.mark.parametrize("edition", ALL)
def test_every_card_shows_the_symbol_of_its_color(edition: str) -> None:
    """Every card's label begins with the symbol of its color, or with the symbol that all wilds share."""
    for kind in editions.get(edition).kinds:
        color = kind.text.partition("-")[0]
        symbol = SYMBOLS[color] if color in editions.get(edition).colors else WILD_SYMBOL
        assert label(kind.text, {kind.text: kind}) == f"{symbol.glyph} {kind.full_name}"
        assert (kind.color or "") in label(kind.text)


@pytest.mark.rule("color-symbols")
@pytest.mark.parametrize("edition", ALL)
def test_every_color_has_a_symbol_of_its_own(edition: str) -> None:
    """Every color of an edition has its own symbol and symbol name, and so do the wilds."""
    symbols = [*(SYMBOLS[color] for color in editions.get(edition).colors), WILD_SYMBOL]
    assert len({symbol.glyph for symbol in symbols}) == 5
    assert len({symbol.name for symbol in symbols}) == 5
    assert all(len(symbol.glyph) == 1 and symbol.name for symbol in symbols)


@pytest.mark.rule("color-symbols")
@pytest.mark.parametrize("edition", ALL)
def test_cards_of_one_color_share_their_symbol(edition: str) -> None:
    """A card's symbol tells its color and nothing else."""
    for kind in editions.get(edition).kinds:
        color = color_of(kind.text)
        assert symbol_of(kind.text) == (WILD_SYMBOL if color is None else symbol_of(f"{color}-0"))
        assert (color is None) == kind.text.startswith(("wild", "hero"))


# ---- what a seat may know --------------------------------------------------------------------------
@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_player_sees_their_own_hand_alone(edition: str, seat: int) -> None:
    """You see your own hand in full, and only the number of cards in every other hand."""
    view = arrange(edition, HANDS, "red-9").view(seat)
    assert list(view.hand) == cards(edition, HANDS[seat])
    assert view.counts == (3, 3, 3)
    assert view.known == {}
    assert view.hands is None


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", ALL)
def test_a_spectator_sees_no_hand(edition: str) -> None:
    """A spectator sees the number of cards in each hand, the piles, the turn and the color, but no hand."""
    view = arrange(edition, HANDS, "red-9", discard=["blue-8"]).view(None)
    assert (view.seat, view.hand, view.known, view.hands, view.drawn) == (None, (), {}, None, None)
    assert (view.counts, view.top, view.color, view.turn) == ((3, 3, 3), "red-9", "red", 0)
    assert view.discard_pile == ("blue-8", "red-9")


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_draw_pile_is_a_number(edition: str, seat: int | None) -> None:
    """Everyone knows how many cards are in the draw pile, and its order changes nothing that anyone sees."""
    views = [
        arrange(edition, HANDS, "red-9", draw=draw, rest=False).view(seat).to_dict()
        for draw in (["red-7", "blue-7"], ["green-8", "red-8"])
    ]
    assert views[0] == views[1]
    assert views[0]["draw_count"] == 2


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", ALL)
def test_a_dealt_card_is_seen_by_its_player(edition: str) -> None:
    """During the deal you see your own seven cards, and a spectator sees none."""
    game = Game(edition, 3, seed=4, options={"dealer": 0})
    for seat in (0, 1, 2, None):
        seen = [(event.seat, event.card) for event in game.events(seat) if event.what == "dealt"]
        assert [card for owner, card in seen if card is not None] == ([] if seat is None else game.hands[seat])
        assert len(seen) == 21


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", ALL)
def test_a_drawn_card_is_seen_by_its_player(edition: str) -> None:
    """You see the card you draw; the others only see that a card was drawn."""
    game = arrange(edition, HANDS, "red-9", draw=["blue-7"])
    assert [event.card for event in game.move(0, "draw")] == ["blue-7"]
    assert game.view(0).drawn == "blue-7"
    for seat in (1, 2, None):
        drew = game.events(seat)[-1]
        assert (drew.what, drew.seat, drew.card) == ("drew", 0, None)
        assert game.view(seat).drawn is None
        assert game.view(seat).counts == (4, 3, 3)


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", ALL)
def test_penalty_cards_are_hidden_too(edition: str) -> None:
    """The two cards drawn for a catch are seen by the player who was caught, and not by the catcher."""
    game = arrange(edition, [["red-1", "blue-1"], ["red-3", "green-3"]], "red-9", draw=["blue-7", "blue-8"])
    game.move(0, "play red-1")
    start = len(game.events(None))
    assert [event.card for event in game.move(1, "catch 0") if event.what == "drew"] == [None, None]
    assert [event.card for event in game.events(0, since=start) if event.what == "drew"] == ["blue-7", "blue-8"]


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", ALL)
def test_what_was_played_is_seen_by_all(edition: str) -> None:
    """Everyone sees the same card being played."""
    game = arrange(edition, HANDS, "red-9")
    seen = game.move(0, "play red-1")
    assert seen[0].card == "red-1"
    assert all(game.events(seat)[-1] == game.events(0)[-1] for seat in (1, 2, None))


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("seat", [1, None])
def test_a_view_is_plain_data(edition: str, seat: int | None) -> None:
    """A view is JSON data that survives a round trip unchanged."""
    data = Game(edition, 3, seed=4, options={"dealer": 0}).view(seat).to_dict()
    assert json.loads(json.dumps(data)) == data
