"""Players, the dealer, the deal and the opening card."""

from collections import Counter
from collections.abc import Iterator

import pytest

from lastcard import Game, IllegalMove, InvalidOption, InvalidPosition
from rules.helpers import ALL, LEAFLETS_2023, OLDER, SPECIALS, everything, opened, whats, whole_deck

DAWN_RULE = {"name": "Gift", "text": "Everybody draws one.", "steps": [{"who": "everyone", "does": "draws", "n": 1}]}


@pytest.mark.rule("setup-players")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("players", [2, 10])
def test_two_to_ten_play(edition: str, players: int) -> None:
    """Anywhere from two to ten can play."""
    assert len(Game(edition, players, seed=3).hands) == players


@pytest.mark.rule("setup-players")
@pytest.mark.parametrize("players", [0, 1, 11, -2, True, 4.0, "4", None])
def test_other_numbers_of_players_are_refused(players: object) -> None:
    """Anything but a whole number from two to ten is refused, and the refusal gives the limits."""
    with pytest.raises(InvalidOption, match=r"2 to 10 can play, not .* \(setup-players\)"):
        Game("classic", players)  # type: ignore[arg-type]


@pytest.mark.rule("setup-deal")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("players", [2, 5, 10])
def test_seven_cards_each(edition: str, players: int) -> None:
    """Everyone gets seven cards, and the rest are in the two piles."""
    game = opened(edition, "red-5", players=players)
    assert [len(hand) for hand in game.hands] == [7] * players
    assert len(game.draw_pile) == len(whole_deck(edition)) - 7 * players - 1
    assert everything(game) == Counter(whole_deck(edition))


@pytest.mark.rule("setup-deal")
@pytest.mark.parametrize("edition", ALL)
def test_dealt_one_by_one_from_the_left_of_the_dealer(edition: str) -> None:
    """Cards are dealt one at a time, starting to the dealer's left and going around the table."""
    deck = ["red-5", *(card for card in whole_deck(edition) if card != "red-5"), "red-5"]
    game = Game(edition, 3, options={"dealer": 1}, deck=deck)
    assert [game.hands[2], game.hands[0], game.hands[1]] == [deck[0:21:3], deck[1:21:3], deck[2:21:3]]


@pytest.mark.rule("setup-deal")
def test_a_deck_order_holds_every_card() -> None:
    """A deck with a missing or an extra card is refused, and the refusal names that card."""
    deck = whole_deck("classic")
    with pytest.raises(InvalidPosition, match="red-0 is missing"):
        Game("classic", deck=deck[1:])
    with pytest.raises(InvalidPosition, match="this deck has 1 red-0, not 2"):
        Game("classic", deck=[*deck, "red-0"])


@pytest.mark.rule("setup-dealer-chosen")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("dealer", [0, 3])
def test_the_table_may_choose_the_dealer(edition: str, dealer: int) -> None:
    """If the table chooses a dealer, that player deals and nobody cuts."""
    game = Game(edition, 4, seed=5, options={"dealer": dealer})
    assert game.dealer == dealer
    assert "cut" not in whats(game.events(None))


@pytest.mark.rule("setup-dealer-chosen")
@pytest.mark.parametrize("edition", LEAFLETS_2023)
def test_chance_chooses_the_dealer(edition: str) -> None:
    """If the table chooses no dealer, one is picked at random and nobody cuts."""
    games = [Game(edition, 3, seed=seed) for seed in range(30)]
    assert {game.dealer for game in games} == {0, 1, 2}
    assert not any("cut" in whats(game.events(None)) for game in games)


def cuts_of(game: Game) -> list[tuple[int, str]]:
    """Return every card that was cut for the deal, with its seat, in order."""
    return [
        (event.seat, event.card) for event in game.events(None) if event.what == "cut" and event.seat is not None and event.card
    ]


def number_of(card: str) -> int:
    """Return what a card is worth in the cut."""
    color, _, rest = card.partition("-")
    return int(rest) if rest.isdigit() and color != "wild" else 0


def laps_of(game: Game) -> Iterator[dict[int, int]]:
    """Return the numbers cut in each lap by the players still in it; the last one left deals."""
    cuts = cuts_of(game)
    seats = list(range(game.players))
    while cuts:
        lap = {seat: number_of(card) for seat, card in cuts[: len(seats)]}
        assert list(lap) == seats
        yield lap
        cuts = cuts[len(seats) :]
        seats = [seat for seat in seats if lap[seat] == max(lap.values())]
    assert seats == [game.dealer]


@pytest.mark.rule("setup-dealer-cut")
@pytest.mark.parametrize("edition", OLDER)
def test_the_highest_number_deals(edition: str) -> None:
    """Each player draws a card and the highest number deals; only those who tie draw again."""
    laps = [len(list(laps_of(Game(edition, 4, seed=seed)))) for seed in range(60)]
    assert set(laps) >= {1, 2}


@pytest.mark.rule("setup-dealer-cut")
@pytest.mark.parametrize("edition", OLDER)
def test_a_symbol_counts_zero_in_the_cut(edition: str) -> None:
    """A symbol, a wild and a 0 all count zero in the cut, so they tie, and any number from 1 up beats them."""
    tied = beaten = 0
    for seed in range(400):
        game = Game(edition, 2, seed=seed)
        cuts = cuts_of(game)
        (_, first), (_, second) = cuts[:2]
        symbols = [not card.rpartition("-")[2].isdigit() or "dare" in card for card in (first, second)]
        if all(symbols):
            tied += 1
            assert len(cuts) > 2
        elif any(symbols) and max(number_of(first), number_of(second)) > 0:
            beaten += 1
            assert len(cuts) == 2
            assert game.dealer == symbols.index(False)
    assert tied
    assert beaten


@pytest.mark.rule("setup-dealer-cut")
@pytest.mark.parametrize("edition", OLDER)
def test_cut_cards_go_back_when_the_dealer_is_found(edition: str) -> None:
    """Players who tie draw from the remaining cards, and once there is a dealer all cards go back into the deck."""
    deck = Counter(whole_deck(edition))
    for seed in range(150):
        game = Game(edition, 10, seed=seed)
        assert Counter(card for _, card in cuts_of(game)) <= deck
        assert everything(game) == deck


@pytest.mark.rule("setup-flip")
@pytest.mark.parametrize("edition", ALL)
def test_the_top_card_starts_the_discard_pile(edition: str) -> None:
    """After the deal the top card is turned up to start the discard pile, and its color is in force."""
    game = opened(edition, "red-5", "blue-3")
    assert (game.discard_pile, game.top, game.color) == (["red-5"], "red-5", "red")
    assert game.draw_pile[0] == "blue-3"


@pytest.mark.rule("setup-ignore-action")
@pytest.mark.parametrize("edition", LEAFLETS_2023)
@pytest.mark.parametrize("ignored", ["blue-skip", "blue-reverse", "blue-draw-two", "wild", "wild-draw-four", "special"])
def test_an_opening_action_card_is_ignored(edition: str, ignored: str) -> None:
    """An opening action card has no effect: it stays underneath and the next card is turned up."""
    card = SPECIALS.get(edition, "wild") if ignored == "special" else ignored
    game = opened(edition, card, "red-5", dealer=2)
    assert game.discard_pile == [card, "red-5"]
    assert (game.turn, game.to_move, game.direction, game.color) == (3, (3,), 1, "red")
    assert [len(hand) for hand in game.hands] == [7] * 4


@pytest.mark.rule("setup-ignore-action")
@pytest.mark.parametrize("edition", LEAFLETS_2023)
def test_cards_are_turned_up_until_a_number_shows(edition: str) -> None:
    """If several action cards come up in a row, they all stay underneath."""
    game = opened(edition, "wild-draw-four", "blue-skip", "wild", "green-reverse", "yellow-0", "red-1")
    assert game.discard_pile == ["wild-draw-four", "blue-skip", "wild", "green-reverse", "yellow-0"]
    assert game.color == "yellow"


@pytest.mark.rule("setup-first")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 2), (2, 0)])
def test_the_left_of_the_dealer_begins(edition: str, dealer: int, first: int) -> None:
    """The player to the dealer's left goes first, and the player to their left goes next."""
    game = opened(edition, "red-5", players=3, dealer=dealer)
    assert (game.turn, game.to_move, game.direction) == (first, (first,), 1)
    game.move(first, "draw")
    game.move(first, "pass")
    assert game.turn == (first + 1) % 3


def opening(edition: str, action: str) -> str:
    """Return an action card as this older edition writes it."""
    return f"{action}@superman" if edition == "dawn-of-justice" else action


@pytest.mark.rule("open-reverse")
@pytest.mark.parametrize("edition", OLDER)
def test_opening_reverse(edition: str) -> None:
    """After an opening Reverse the dealer goes first and play runs to the right."""
    game = opened(edition, opening(edition, "red-reverse"), dealer=2)
    assert (game.turn, game.to_move, game.direction, game.color) == (2, (2,), -1, "red")
    game.move(2, "draw")
    game.move(2, "pass")
    assert game.turn == 1


@pytest.mark.rule("open-reverse", "reverse-two")
@pytest.mark.parametrize("edition", OLDER)
@pytest.mark.parametrize("reverse", ["skip", "plain"])
def test_opening_reverse_of_two(edition: str, reverse: str) -> None:
    """With two players, an opening Reverse gives the dealer the first turn, whatever the table chose about Reverses."""
    game = opened(edition, opening(edition, "red-reverse"), players=2, dealer=1, two_player_reverse=reverse)
    assert game.turn == 1
    game.move(1, "draw")
    game.move(1, "pass")
    assert game.turn == 0


@pytest.mark.rule("open-skip")
@pytest.mark.parametrize("edition", OLDER)
@pytest.mark.parametrize(("players", "dealer", "first"), [(4, 0, 2), (4, 3, 1), (2, 0, 0)])
def test_opening_skip(edition: str, players: int, dealer: int, first: int) -> None:
    """An opening Skip skips the player to the dealer's left."""
    game = opened(edition, opening(edition, "red-skip"), players=players, dealer=dealer)
    assert (game.turn, game.to_move, game.direction, game.color) == (first, (first,), 1, "red")
    assert [len(hand) for hand in game.hands] == [7] * players


@pytest.mark.rule("open-draw-two")
@pytest.mark.parametrize(("players", "first"), [(4, 3), (2, 1)])
def test_opening_draw_two(players: int, first: int) -> None:
    """After an opening Draw Two the player to the dealer's left draws two and misses a turn."""
    game = opened("dawn-of-justice", "red-draw-two@batman", "blue-1", "blue-2", players=players, dealer=1)
    left = 2 % players
    assert game.hands[left][7:] == ["blue-1", "blue-2"]
    assert (game.turn, game.color) == (first, "red")
    assert sum(len(hand) for hand in game.hands) == 7 * players + 2


WILDS = ["wild@batman", "wild@superman", "hero@batman", "hero@superman", "wild-custom@batman", "wild-custom@superman"]


@pytest.mark.rule("open-wild")
@pytest.mark.parametrize("wild", WILDS)
def test_opening_wild_asks_for_a_color(wild: str) -> None:
    """After an opening Wild, Hero or Customizable the player to the dealer's left must name a color first."""
    game = opened("dawn-of-justice", wild, dealer=3, house_rules={"batman": DAWN_RULE, "superman": DAWN_RULE})
    assert (game.top, game.color, game.turn, game.to_move) == (wild, None, 0, (0,))
    assert game.moves(0) == ["color blue", "color gold", "color red", "color silver"]
    with pytest.raises(IllegalMove):
        game.move(0, "draw")


@pytest.mark.rule("open-wild")
@pytest.mark.parametrize("wild", WILDS)
def test_opening_wild_gives_the_turn(wild: str) -> None:
    """The player who names the color of an opening wild takes the first turn, and a rule written on the card doesn't run."""
    game = opened("dawn-of-justice", wild, dealer=3, house_rules={"batman": DAWN_RULE, "superman": DAWN_RULE})
    game.move(0, "color silver")
    assert (game.color, game.turn, game.to_move, game.direction) == ("silver", 0, (0,), 1)
    assert [len(hand) for hand in game.hands] == [7] * 4
    game.move(0, "draw")
    game.move(0, "pass")
    assert game.turn == 1


@pytest.mark.rule("open-wild-draw-four")
@pytest.mark.parametrize("emblem", ["batman", "superman"])
def test_opening_wild_draw_four_goes_back(emblem: str) -> None:
    """An opening Wild Draw Four is shuffled back into the deck, and another card is turned up."""
    card = f"wild-draw-four@{emblem}"
    game = opened("dawn-of-justice", card, "red-5")
    seen = [(event.what, event.card) for event in game.events(None) if event.what in ("flipped", "returned")]
    assert seen[:2] == [("flipped", card), ("returned", card)]
    assert seen[-1] == ("flipped", game.top)
    assert not game.top.startswith("wild-draw-four")
    assert game.discard_pile == [game.top]
    assert everything(game) == Counter(whole_deck("dawn-of-justice"))
    in_order = whole_deck("dawn-of-justice")
    in_order.remove(card)
    in_order.remove("red-5")
    assert sum(left == right for left, right in zip(game.draw_pile[-40:], in_order[-40:], strict=True)) < 20


@pytest.mark.rule("open-no-block")
@pytest.mark.parametrize("card", ["red-skip", "red-reverse", "red-draw-two", "wild", "wild-custom"])
@pytest.mark.parametrize(("emblem", "hero"), [("batman", "superman"), ("superman", "batman")])
def test_no_hero_blocks_an_opening_card(card: str, emblem: str, hero: str) -> None:
    """The opening card doesn't wait to be accepted, and no Hero can block it."""
    game = opened("dawn-of-justice", f"{card}@{emblem}", dealt=[f"hero@{hero}"])
    assert f"hero@{hero}" in game.hands[1]
    assert game.phase in ("turn", "color")
    assert not any(move.verb in ("block", "accept") for move in game.moves(1))
    refusal = game.why_not(1, f"block hero@{hero} red")
    assert refusal is not None
    assert refusal.rule == "hero-block"
