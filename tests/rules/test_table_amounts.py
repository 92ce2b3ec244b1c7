"""Table rules about drawing, calling UNO, going out and dealing."""

from typing import Any

import pytest

from lastcard import Game, IllegalMove, InvalidOption
from rules.helpers import ALL, arrange, say

GREEN = ["green-1", "green-2", "green-3"]
every_edition = pytest.mark.parametrize("edition", ALL)


def table(hands: list[list[str]], *draw: str, edition: str = "classic", top: str = "red-9", **options: Any) -> Game:
    """Set up a position in which seat 0 plays first."""
    return arrange(edition, hands, top, draw=draw, options=options)


def texts(game: Game, seat: int = 0) -> list[str]:
    """Return the texts of a seat's moves."""
    return [str(move) for move in game.moves(seat)]


def refused(game: Game, seat: int, move: str) -> tuple[str, str]:
    """Return the rule and the code by which a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        game.move(seat, say(game.edition.id, move))
    return caught.value.rule, caught.value.refusal.code


# ---- drawing ---------------------------------------------------------------------------------------
@every_edition
@pytest.mark.rule("draw-until")
def test_draw_until_a_card_can_be_played(edition: str) -> None:
    """One draw goes on until the drawn card may be played, and only that card may be."""
    game = table([GREEN, GREEN], "blue-1", "yellow-2", "red-5", "red-6", edition=edition, draw="until-playable")
    game.move(0, "draw")
    assert len(game.hands[0]) == 6
    assert texts(game) == ["play red-5", "pass"]


@pytest.mark.rule("draw-until", "hand-limit")
def test_drawing_stops_at_the_limit_or_with_the_piles() -> None:
    """Drawing until a card fits ends with a full hand, or when nothing is left."""
    nine = [*GREEN, *GREEN, "blue-1", "blue-2", "blue-3"]
    game = table([nine, ["yellow-1"]], "blue-4", "blue-5", draw="until-playable", hand_limit=10)
    game.move(0, "draw")
    assert (len(game.hands[0]), texts(game)) == (10, ["pass"])
    game = Game.arrange(
        "classic", [GREEN, ["yellow-1"]], "red-9", draw=["blue-4"], rest=False, options={"draw": "until-playable"}
    )
    game.move(0, "draw")
    assert (len(game.hands[0]), texts(game)) == (4, ["pass"])


@every_edition
@pytest.mark.rule("drawn-play")
def test_a_drawn_card_must_be_played(edition: str) -> None:
    """A drawn card that fits must be played, and one that doesn't is kept."""
    game = table([GREEN, GREEN], "red-5", edition=edition, drawn="must")
    game.move(0, "draw")
    assert texts(game) == ["play red-5"]
    assert refused(game, 0, "pass") == ("drawn-play", "must-play-drawn")
    game = table([GREEN, GREEN], "blue-5", edition=edition, drawn="must")
    game.move(0, "draw")
    assert texts(game) == ["pass"]


@pytest.mark.rule("drawn-play", "must-play")
def test_nobody_must_play_a_guilty_wild_draw_four() -> None:
    """You never have to play a Wild Draw Four that a challenge would find guilty."""
    game = table([["red-1", *GREEN], GREEN], "wild-draw-four", drawn="must")
    game.move(0, "draw")
    assert "pass" in texts(game)
    assert "draw" in texts(table([["wild-draw-four", "wild-draw-four"], GREEN], must_play=True))
    assert "draw" not in texts(table([["wild-draw-four", "blue-1"], GREEN], must_play=True))


@every_edition
@pytest.mark.rule("must-play")
def test_a_player_who_can_play_must_play(edition: str) -> None:
    """Nobody draws by choice while they can play, and players who can't play still draw."""
    game = table([["red-1", "blue-2"], GREEN], edition=edition, must_play=True)
    assert "draw" not in texts(game)
    assert refused(game, 0, "draw") == ("must-play", "must-play")
    assert texts(table([GREEN, GREEN], edition=edition, must_play=True)) == ["draw"]


@pytest.mark.rule("hand-limit")
def test_a_full_hand_draws_nothing() -> None:
    """With a full hand you play if you can and pass if you can't, and the rest of a penalty is dropped."""
    ten = [*GREEN, *GREEN, "blue-1", "blue-2", "blue-3", "blue-4"]
    game = table([["red-draw-two", "red-1", "yellow-1"], [*ten[:9]], ["yellow-5", "yellow-6"]], hand_limit=10)
    game.move(0, "play red-draw-two")
    assert len(game.hands[1]) == 10
    game = table([ten, ["yellow-1"]], hand_limit=10)
    assert texts(game) == ["pass"]
    assert refused(game, 0, "draw") == ("hand-limit", "hand-full")


@pytest.mark.rule("hand-limit")
def test_a_lap_of_passes_ends_the_round() -> None:
    """If all hands are full and nobody can play, the round ends without a winner, as it does with empty piles."""
    ten = [*GREEN, "green-4", "green-5", "blue-1", "blue-2", "blue-3", "blue-4", "blue-5"]
    game = table([ten, ten], hand_limit=10)
    game.move(0, "pass")
    game.move(1, "pass")
    assert (game.round_over, game.winners) == (True, ())


# ---- UNO -------------------------------------------------------------------------------------------
@every_edition
@pytest.mark.rule("uno-penalty")
@pytest.mark.parametrize("n", [1, 4])
def test_a_missed_call_costs_what_the_table_says(edition: str, n: int) -> None:
    """Whoever is caught draws as many cards as the table has chosen."""
    game = table([["red-1", "green-1"], GREEN], edition=edition, uno_penalty=n)
    game.move(0, "play red-1")
    game.move(1, "catch 0")
    assert len(game.hands[0]) == 1 + n


@every_edition
@pytest.mark.rule("uno-silent")
def test_nobody_calls_at_a_silent_table(edition: str) -> None:
    """No move is listed with a call, nobody owes one, and calls and catches are refused."""
    game = table([["red-1", "green-1"], ["red-2", *GREEN]], edition=edition, uno_calls="silent")
    assert texts(game) == ["play red-1", "draw"]
    assert refused(game, 0, "play red-1 uno") == ("uno-silent", "silent")
    game.move(0, "play red-1")
    assert (game.owes_uno, game.offers()) == ((), ())
    assert refused(game, 0, "uno") == ("uno-silent", "silent")
    assert refused(game, 1, "catch 0") == ("uno-silent", "silent")


# ---- last-card -------------------------------------------------------------------------------------
@pytest.mark.rule("last-card")
@pytest.mark.parametrize(
    ("last_card", "allowed"),
    [
        ("no-wild", {"red-1": True, "red-skip": True, "wild": False}),
        ("number", {"red-1": True, "red-skip": False, "wild": False}),
    ],
)
def test_what_a_last_card_may_be(last_card: str, allowed: dict[str, bool]) -> None:
    """A last card that the table doesn't allow can't be played, and its player keeps drawing."""
    for card, may in allowed.items():
        game = table([[card], GREEN], last_card=last_card)
        assert any(move.verb == "play" for move in game.moves(0)) == may
        assert "draw" in texts(game)
        if not may:
            assert refused(game, 0, f"play {card}" + (" red" if card == "wild" else "")) == ("last-card", "not-last")


@pytest.mark.rule("last-card", "stack")
def test_a_draw_two_is_no_last_card_of_numbers_on_a_stack() -> None:
    """The same holds for an answer on a stack."""
    game = table([["red-draw-two", *GREEN], ["blue-draw-two"]], last_card="number", stacking="any")
    game.move(0, "play red-draw-two")
    assert texts(game, 1) == ["accept"]
    assert refused(game, 1, "play blue-draw-two") == ("last-card", "not-last")


@pytest.mark.rule("last-card")
def test_a_hero_is_no_last_card_without_wilds() -> None:
    """In Dawn of Justice nobody can block with their last card if it may not be a wild."""
    hands = [["red-skip@batman", "silver-1", "silver-2"], ["gold-1"], ["hero@superman"]]
    game = Game.arrange("dawn-of-justice", hands, "red-9", options={"last_card": "no-wild"})
    game.move(0, "play red-skip@batman")
    assert not game.chances(2)
    assert refused(game, 2, "block hero@superman red") == ("last-card", "not-last")


@pytest.mark.rule("last-card")
def test_a_forbidden_secret_card_is_kept() -> None:
    """In She-Ra's edition, a matched secret card that isn't allowed as a last card can only be kept."""
    hands = [["wild-unite-etheria", "red-skip"], ["red-1", "red-2"]]
    game = Game.arrange("etheria", hands, "red-9", options={"last_card": "number"})
    for seat, move in ((0, "play wild-unite-etheria uno"), (0, "secret red-skip"), (1, "reveal red-1")):
        game.move(seat, move)
    assert texts(game) == ["keep"]


# ---- dealing and ending ----------------------------------------------------------------------------
@every_edition
@pytest.mark.rule("hand-size")
@pytest.mark.parametrize("n", [3, 15])
def test_everyone_is_dealt_what_the_table_says(edition: str, n: int) -> None:
    """The table chooses how many cards everyone is dealt."""
    assert max(len(hand) for hand in Game(edition, 4, seed=1, options={"hand_size": n, "dealer": 0}).hands) >= n
    with pytest.raises(InvalidOption, match="6 players can be dealt at most 12 cards each, not 15"):
        Game(edition, 6, options={"hand_size": 15})


def test_table_rules_that_contradict_are_refused() -> None:
    """A hand limit must be above the hand size, and silent tables have no penalty."""
    with pytest.raises(InvalidOption, match="a hand limit of 10 is too low"):
        Game("classic", 2, options={"hand_limit": 10, "hand_size": 12})
    with pytest.raises(InvalidOption, match="nobody is caught"):
        Game("classic", 2, options={"uno_calls": "silent", "uno_penalty": 4})


@every_edition
@pytest.mark.rule("turn-limit")
def test_a_round_at_a_changed_table_ends_after_a_thousand_turns(edition: str) -> None:
    """After the thousandth turn the round ends without a winner; by the leaflet, or with strict draws alone, it goes on."""
    for options, ends in (({"uno_penalty": 3}, True), ({}, False)):
        game = Game(edition, 2, seed=3, options=options)
        game.inside().round.turns = 999
        while game.phase != "turn":
            game.move(game.to_move[0], game.moves(game.to_move[0])[0])
        game.move(game.turn, "draw")
        assert game.phase == "drew"
        game.move(game.turn, "pass")
        over: bool = game.round_over
        assert over == ends
        if over:
            assert game.sentences(None)[-1] == "After 1000 turns, the round ends without a winner"
            assert refused(game, 0, "draw") == ("turn-limit", "round-over")
