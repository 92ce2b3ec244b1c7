"""The cards in each edition's deck."""

from collections import Counter

import pytest

from lastcard import Game, InvalidPosition, editions
from rules.helpers import ALL, LEAFLETS_2023, NOT_DARE, SPECIALS, everything


def deck_of(edition: str, **options: object) -> Counter[str]:
    """Return the cards of a two-player game."""
    return everything(Game(edition, players=2, seed=0, options=options))


@pytest.mark.rule("deck-numbers")
@pytest.mark.parametrize("edition", ALL)
def test_nineteen_numbers_a_color(edition: str) -> None:
    """Every color has one 0 and two each of 1 through 9."""
    deck = deck_of(edition)
    for color in editions.get(edition).colors:
        assert [deck[f"{color}-{n}"] for n in range(10)] == [1, 2, 2, 2, 2, 2, 2, 2, 2, 2]


@pytest.mark.rule("deck-numbers")
@pytest.mark.parametrize("edition", ALL)
def test_four_colors(edition: str) -> None:
    """Every edition has four colors, and every number card is one of them."""
    numbers = {
        card.partition("-")[0] for card in deck_of(edition) if card.rpartition("-")[2] in "0123456789" and "dare" not in card
    }
    assert len(numbers) == 4
    assert numbers == set(editions.get(edition).colors)


@pytest.mark.rule("deck-actions")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("action", ["skip", "reverse"])
def test_two_skip_and_two_reverse_a_color(edition: str, action: str) -> None:
    """Every color has two Skips and two Reverses."""
    deck = deck_of(edition)
    for color in editions.get(edition).colors:
        assert sum(n for card, n in deck.items() if card.partition("@")[0] == f"{color}-{action}") == 2


@pytest.mark.rule("deck-actions")
@pytest.mark.parametrize("edition", NOT_DARE)
def test_two_draw_two_a_color(edition: str) -> None:
    """Every color has two Draw Twos, except in Dare!."""
    deck = deck_of(edition)
    for color in editions.get(edition).colors:
        assert sum(n for card, n in deck.items() if card.partition("@")[0] == f"{color}-draw-two") == 2


@pytest.mark.rule("deck-actions", "deck-da")
def test_dare_has_dares_in_place_of_draws() -> None:
    """Dare! has two Dares in each color, and no Draw Two, Wild or Wild Draw Four."""
    deck = deck_of("dare")
    for color in editions.get("dare").colors:
        assert sum(n for card, n in deck.items() if card.startswith(f"{color}-dare-")) == 2
    assert not any("draw" in card or card == "wild" for card in deck)


@pytest.mark.rule("deck-wilds")
@pytest.mark.parametrize("edition", NOT_DARE)
@pytest.mark.parametrize("wild", ["wild", "wild-draw-four"])
def test_four_of_each_wild(edition: str, wild: str) -> None:
    """There are four Wilds and four Wild Draw Fours."""
    assert sum(n for card, n in deck_of(edition).items() if card.partition("@")[0] == wild) == 4


@pytest.mark.rule("deck-wilds")
def test_classic_has_nothing_else() -> None:
    """Classic has 108 cards, and its only wilds are the Wild and the Wild Draw Four."""
    deck = deck_of("classic")
    assert deck.total() == 108
    assert {card for card in deck if card.startswith("wild")} == {"wild", "wild-draw-four"}


@pytest.mark.rule("deck-specials")
@pytest.mark.parametrize(("edition", "special"), SPECIALS.items())
def test_four_of_the_special_card(edition: str, special: str) -> None:
    """Four special cards bring the deck to 112."""
    deck = deck_of(edition)
    assert deck[special] == 4
    assert deck.total() == 112


@pytest.mark.rule("deck-foil")
@pytest.mark.parametrize(("edition", "special"), SPECIALS.items())
def test_no_foil_unless_asked_for(edition: str, special: str) -> None:
    """The foil card stays in the box by default, even when a position asks for it."""
    assert deck_of(edition)[f"{special}@foil"] == 0
    with pytest.raises(InvalidPosition, match=f"this deck has 0 {special}@foil, not 1"):
        Game.arrange(edition, hands=[[f"{special}@foil"], ["red-1"]], top="red-2")


@pytest.mark.rule("deck-foil")
@pytest.mark.parametrize(("edition", "special"), SPECIALS.items())
def test_foil_takes_a_place(edition: str, special: str) -> None:
    """The foil card replaces one ordinary copy, so the deck still has 112 cards."""
    deck = deck_of(edition, foil=True)
    assert (deck[special], deck[f"{special}@foil"], deck.total()) == (3, 1, 112)


@pytest.mark.rule("deck-foil")
@pytest.mark.parametrize(("edition", "special"), SPECIALS.items())
def test_foil_plays_the_same(edition: str, special: str) -> None:
    """The foil card may be played whenever its ordinary twin may, and leads to the same choices."""
    hands = [[special, f"{special}@foil", "blue-1", "blue-2"], ["red-1", "red-2"], ["red-3", "red-4"]]
    game = Game.arrange(edition, hands=hands, top="green-9", options={"foil": True})
    plays = [move for move in game.moves(0) if move.card == special]
    assert [move.replace(special, f"{special}@foil") for move in plays] == [
        move for move in game.moves(0) if move.card == f"{special}@foil"
    ]
    other = game.copy()
    game.move(0, plays[0])
    other.move(0, plays[0].replace(special, f"{special}@foil"))
    assert other.top == f"{special}@foil"
    assert (other.phase, other.to_move, other.color) == (game.phase, game.to_move, game.color)


@pytest.mark.rule("deck-foil")
@pytest.mark.parametrize("edition", LEAFLETS_2023)
def test_only_special_editions_have_a_foil(edition: str) -> None:
    """The foil option exists only in editions that have a special card."""
    assert any(option.name == "foil" for option in editions.get(edition).options) == (edition in SPECIALS)


@pytest.mark.rule("deck-dj")
def test_dawn_of_justice_deck() -> None:
    """Dawn of Justice has 112 cards: 76 numbers, 24 colored action cards, and 12 wilds of four kinds."""
    deck = deck_of("dawn-of-justice")
    sorts: Counter[str] = Counter()
    for card, copies in deck.items():
        name = card.partition("@")[0]
        color, _, rest = name.partition("-")
        sorts[("number" if rest.isdigit() else "action") if color in ("blue", "gold", "red", "silver") else name] += copies
    assert sorts == {"number": 76, "action": 24, "wild": 4, "wild-draw-four": 4, "hero": 2, "wild-custom": 2}
    assert deck.total() == 112


@pytest.mark.rule("deck-emblem")
def test_half_of_the_action_cards_show_each_hero() -> None:
    """Batman is on one card of each colored pair, half of the wilds, one Hero and one Customizable; Superman is on the rest."""
    deck = deck_of("dawn-of-justice")
    batman = {card.partition("@")[0]: copies for card, copies in deck.items() if card.endswith("@batman")}
    superman = {card.partition("@")[0]: copies for card, copies in deck.items() if card.endswith("@superman")}
    colored = [f"{color}-{action}" for color in ("blue", "gold", "red", "silver") for action in ("skip", "reverse", "draw-two")]
    assert batman == {**dict.fromkeys(colored, 1), "wild": 2, "wild-draw-four": 2, "wild-custom": 1, "hero": 1}
    assert superman == batman


@pytest.mark.rule("deck-emblem")
def test_numbers_show_no_hero() -> None:
    """Number cards have no emblem, and every other card has one."""
    for card in deck_of("dawn-of-justice"):
        assert card.partition("@")[0][-1].isdigit() == ("@" not in card)


@pytest.mark.rule("deck-da")
def test_dare_deck() -> None:
    """Dare! has 108 cards: 76 numbers, 8 Skips, 8 Reverses, 8 Dares and 8 Wild Dares."""
    deck = deck_of("dare")
    sorts: Counter[str] = Counter()
    for card, copies in deck.items():
        sort = next((sort for sort in ("wild-dare", "dare", "skip", "reverse") if sort in card), "number")
        sorts[sort] += copies
    assert sorts == {"number": 76, "skip": 8, "reverse": 8, "dare": 8, "wild-dare": 8}


@pytest.mark.rule("deck-dare-number")
def test_every_dare_number_once() -> None:
    """Blue has dares 1 and 5, green 2 and 6, red 3 and 7, yellow 4 and 8; the Wild Dares have 9 through 16."""
    dares = {card: copies for card, copies in deck_of("dare").items() if "dare" in card}
    pairs = {"blue": (1, 5), "green": (2, 6), "red": (3, 7), "yellow": (4, 8)}
    expected = [f"{color}-dare-{n}" for color, numbers in pairs.items() for n in numbers]
    expected += [f"wild-dare-{n}" for n in range(9, 17)]
    assert dares == dict.fromkeys(expected, 1)
