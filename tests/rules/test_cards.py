"""The cards that several editions share."""

from collections import Counter

import pytest

from lastcard import Event, Game, IllegalMove
from rules.helpers import ALL, LEAFLETS_2023, NOT_DARE, arrange, cards, do, refused, say, whats

THREE = (["red-3", "red-4"], ["red-5", "red-6"], ["red-7", "red-8"])


@pytest.mark.rule("skip")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(("direction", "turn"), [(1, 2), (-1, 3)])
def test_skip(edition: str, direction: int, turn: int) -> None:
    """The next player in the direction of play loses a turn and draws nothing."""
    hands = [["red-skip", "red-1", "red-2"], *THREE, ["blue-3", "blue-4"]]
    game = arrange(edition, hands, "red-9", direction=direction)
    do(game, 0, "play red-skip")
    assert (game.turn, game.direction) == (turn, direction)
    assert [len(hand) for hand in game.hands] == [2, 2, 2, 2, 2]


@pytest.mark.rule("skip")
@pytest.mark.parametrize("edition", ALL)
def test_skip_of_two(edition: str) -> None:
    """With two players, a Skip gives the player who played it another turn."""
    game = arrange(edition, [["red-skip", "red-1", "red-2"], ["red-3", "red-4"]], "red-9")
    do(game, 0, "play red-skip")
    assert game.turn == 0


@pytest.mark.rule("reverse")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(("direction", "turn"), [(1, 3), (-1, 1)])
def test_reverse(edition: str, direction: int, turn: int) -> None:
    """Play reverses: the player who went before is now next."""
    game = arrange(edition, [["red-reverse", "red-1", "red-2"], *THREE], "red-9", direction=direction)
    do(game, 0, "play red-reverse")
    assert (game.turn, game.direction) == (turn, -direction)


@pytest.mark.rule("draw-two")
@pytest.mark.parametrize("edition", NOT_DARE)
@pytest.mark.parametrize(("direction", "victim"), [(1, 1), (-1, 3)])
def test_draw_two(edition: str, direction: int, victim: int) -> None:
    """The next player draws two and loses a turn."""
    draw = ["blue-1", "blue-2", "blue-3"]
    game = arrange(edition, [["red-draw-two", "red-1", "red-2"], *THREE], "red-9", direction=direction, draw=draw)
    do(game, 0, "play red-draw-two")
    assert game.hands[victim][2:] == ["blue-1", "blue-2"]
    assert game.turn == 2
    assert game.draw_pile[0] == "blue-3"


@pytest.mark.rule("wild")
@pytest.mark.parametrize("edition", NOT_DARE)
@pytest.mark.parametrize("color", ["red", "yellow", "green", "blue"])
def test_wild_names_any_color(edition: str, color: str) -> None:
    """You can play a Wild even if you could play another card, and you may name any color, including the current one."""
    game = arrange(edition, [["wild", "red-1", "red-2"], *THREE], "red-9")
    do(game, 0, f"play wild {color}")
    assert (game.top, game.color) == (say(edition, "wild"), say(edition, color))
    assert game.turn == 1


@pytest.mark.rule("wild")
@pytest.mark.parametrize("edition", NOT_DARE)
def test_wild_must_name_a_color(edition: str) -> None:
    """A Wild played without a color, or with a color the edition doesn't have, is not a move."""
    game = arrange(edition, [["wild", "red-1", "red-2"], *THREE], "red-9")
    with pytest.raises(ValueError, match="is not a move"):
        game.move(0, say(edition, "play wild"))
    with pytest.raises(ValueError, match="'purple' is not one of"):
        game.move(0, say(edition, "play wild purple"))


# ---- Wild Draw Four: when it is allowed --------------------------------------------------------------
def judged(game: Game) -> str | None:
    """Return what the challenge found."""
    return next(event.word for event in reversed(game.events(None)) if event.what == "judged")


@pytest.mark.rule("wd4-legal")
@pytest.mark.parametrize("edition", NOT_DARE)
def test_a_bluff_can_be_played_and_challenged(edition: str) -> None:
    """You can play a Wild Draw Four while holding a card of the current color, but a challenge finds you guilty."""
    game = arrange(edition, [["wild-draw-four", "red-1", "blue-2"], *THREE], "red-9")
    do(game, 0, "play wild-draw-four blue")
    do(game, 1, "challenge")
    assert judged(game) == "guilty"


@pytest.mark.rule("wd4-legal")
@pytest.mark.parametrize("edition", NOT_DARE)
def test_without_a_card_of_the_color_it_is_honest(edition: str) -> None:
    """Only the color in force before the Wild Draw Four counts, so holding a card of the color you name is fine."""
    game = arrange(edition, [["wild-draw-four", "blue-1", "blue-2"], *THREE], "red-9")
    do(game, 0, "play wild-draw-four blue")
    do(game, 1, "challenge")
    assert judged(game) == "innocent"


@pytest.mark.rule("wd4-legal")
@pytest.mark.parametrize("edition", NOT_DARE)
@pytest.mark.parametrize(("held", "verdict"), [("blue-1", "guilty"), ("red-1", "innocent")])
def test_after_a_wild_the_named_color_counts(edition: str, held: str, verdict: str) -> None:
    """On top of a wild, the color that counts is the one named for that wild."""
    game = arrange(edition, [["wild-draw-four", held, "green-2"], *THREE], "wild", color="blue")
    do(game, 0, "play wild-draw-four green")
    do(game, 1, "challenge")
    assert judged(game) == verdict


@pytest.mark.rule("wd4-legal")
@pytest.mark.parametrize("edition", NOT_DARE)
def test_a_table_without_bluff_refuses_the_bluff(edition: str) -> None:
    """At a table without bluffing, a forbidden Wild Draw Four is refused and never offered, even right after you draw it."""
    hands = [["wild-draw-four", "red-1", "blue-2"], *THREE]
    game = arrange(edition, hands, "red-9", draw=["wild-draw-four"], options={"bluff": False})
    assert game.moves(0) == ["play red-1", "draw"]
    assert refused(game, 0, "play wild-draw-four blue") == "wd4-legal"
    game.move(0, "draw")
    assert game.moves(0) == ["pass"]


@pytest.mark.rule("wd4-legal")
@pytest.mark.parametrize("edition", NOT_DARE)
def test_a_table_without_bluff_has_no_challenge(edition: str) -> None:
    """At a table without bluffing, the next player draws for a Wild Draw Four and is never offered a challenge."""
    game = arrange(edition, [["wild-draw-four", "blue-1", "blue-2"], *THREE], "red-9", options={"bluff": False})
    game.move(0, say(edition, "play wild-draw-four blue"))
    assert "challenge" not in game.moves(1)
    assert refused(game, 1, "challenge") in ("wd4-legal", "wd4-take")
    if edition == "dawn-of-justice":
        game.move(1, "accept")
    assert (len(game.hands[1]), game.turn, game.color) == (6, 2, "blue")


@pytest.mark.rule("wd4-legal")
@pytest.mark.parametrize("edition", NOT_DARE)
@pytest.mark.parametrize("others", [["blue-2"], []])
def test_without_bluff_two_wild_draw_fours_lock_nobody_in(edition: str, others: list[str]) -> None:
    """At a table without bluffing, a second Wild Draw Four in your hand never counts as a match."""
    hands = [["wild-draw-four", "wild-draw-four", *others], *THREE]
    game = arrange(edition, hands, "red-9", options={"bluff": False})
    assert say(edition, "play wild-draw-four blue") in game.moves(0)


@pytest.mark.rule("wd4-legal")
@pytest.mark.parametrize("edition", ["classic", "dark-side", "etheria", "favorite-line"])
def test_without_bluff_a_drawn_second_wild_draw_four_may_be_played(edition: str) -> None:
    """At a table without bluffing, a second Wild Draw Four that you have just drawn may be played too."""
    hands = [["wild-draw-four", "blue-1"], *THREE]
    game = arrange(edition, hands, "red-9", draw=["wild-draw-four"], options={"bluff": False})
    game.move(0, "draw")
    assert "play wild-draw-four red" in game.moves(0)


# ---- Wild Draw Four: what else counts ----------------------------------------------------------------
@pytest.mark.rule("wd4-wilds-match")
@pytest.mark.parametrize("edition", NOT_DARE)
@pytest.mark.parametrize("other", ["wild", "wild-draw-four"])
def test_another_wild_counts_in_2023_alone(edition: str, other: str) -> None:
    """Under the 2023 leaflets any other wild in your hand makes you guilty; in Dawn of Justice it doesn't."""
    game = arrange(edition, [["wild-draw-four", other, "blue-2"], *THREE], "red-9")
    do(game, 0, "play wild-draw-four blue")
    do(game, 1, "challenge")
    assert judged(game) == ("guilty" if edition in LEAFLETS_2023 else "innocent")


@pytest.mark.rule("wd4-wilds-match")
@pytest.mark.parametrize(
    ("edition", "special"),
    [("dark-side", "wild-rule-of-two"), ("favorite-line", "wild-favorite-line"), ("etheria", "wild-unite-etheria")],
)
def test_a_special_wild_counts_too(edition: str, special: str) -> None:
    """The special card of a 2023 edition is a wild, so it counts as a match."""
    game = arrange(edition, [["wild-draw-four", special, "blue-2"], *THREE], "red-9")
    do(game, 0, "play wild-draw-four blue")
    do(game, 1, "challenge")
    assert judged(game) == "guilty"


@pytest.mark.rule("wd4-wilds-match")
@pytest.mark.parametrize("wild", ["hero@batman", "wild-custom@superman", "wild@superman", "wild-draw-four@superman"])
def test_no_wild_counts_in_dawn_of_justice(wild: str) -> None:
    """In Dawn of Justice no wild in your hand makes you guilty, not even a Hero or a Customizable."""
    game = arrange("dawn-of-justice", [["wild-draw-four", wild, "blue-2"], *THREE], "red-9")
    do(game, 0, "play wild-draw-four blue")
    do(game, 1, "challenge")
    assert judged(game) == "innocent"


@pytest.mark.rule("wd4-wilds-match", "wd4-legal")
@pytest.mark.parametrize("edition", NOT_DARE)
def test_without_bluff_another_wild_forbids_it_in_2023_alone(edition: str) -> None:
    """At a table without bluffing, another wild in hand forbids a Wild Draw Four under the 2023 leaflets only."""
    game = arrange(edition, [["wild-draw-four", "wild", "blue-2"], *THREE], "red-9", options={"bluff": False})
    listed = say(edition, "play wild-draw-four blue") in game.moves(0)
    assert listed == (edition == "dawn-of-justice")


@pytest.mark.rule("wd4-wilds-match")
@pytest.mark.parametrize("edition", NOT_DARE)
@pytest.mark.parametrize(("top", "held"), [("red-9", "blue-9"), ("red-skip", "blue-skip")])
def test_a_matching_number_or_symbol_never_counts(edition: str, top: str, held: str) -> None:
    """A playable card of another color doesn't count as a match in a challenge."""
    game = arrange(edition, [["wild-draw-four", held, "blue-2"], *THREE], top)
    do(game, 0, "play wild-draw-four blue")
    do(game, 1, "challenge")
    assert judged(game) == "innocent"


# ---- Wild Draw Four: the answer ----------------------------------------------------------------------
DRAW = ["green-1", "green-2", "green-3", "green-4", "green-5", "green-6", "green-7"]


def played(edition: str, *hand: str, top: str = "red-9", direction: int = 1) -> Game:
    """Seat 0 of four has played a Wild Draw Four and named blue, calling if that leaves one card."""
    game = arrange(edition, [["wild-draw-four", *hand], *THREE], top, draw=DRAW, direction=direction)
    game.move(0, say(edition, "play wild-draw-four blue" + (" uno" if len(hand) == 1 else "")))
    return game


@pytest.mark.rule("wd4-take")
@pytest.mark.parametrize("edition", NOT_DARE)
@pytest.mark.parametrize(("direction", "victim"), [(1, 1), (-1, 3)])
def test_the_next_player_draws_four(edition: str, direction: int, victim: int) -> None:
    """A player who accepts a Wild Draw Four draws four and loses a turn."""
    game = played(edition, "blue-1", "blue-2", direction=direction)
    game.move(victim, "accept")
    assert game.hands[victim][2:] == cards(edition, DRAW[:4])
    assert (game.turn, len(game.hands[0])) == (2, 2)


@pytest.mark.rule("wd4-take")
@pytest.mark.parametrize("edition", NOT_DARE)
def test_the_turn_stays_until_the_answer(edition: str) -> None:
    """Until the next player answers, the turn stays with the player of the card and the game waits for nobody else."""
    game = played(edition, "blue-1", "blue-2")
    assert (game.turn, game.to_move) == (0, (1,))
    assert game.moves(1) == ["accept", "challenge"]
    pending = game.view(2).pending
    assert pending is not None
    assert (pending.card, pending.seat) == (say(edition, "wild-draw-four"), 0)


@pytest.mark.rule("wd4-take")
@pytest.mark.parametrize("edition", NOT_DARE)
@pytest.mark.parametrize("seat", [0, 2, 3])
def test_nobody_else_may_challenge(edition: str, seat: int) -> None:
    """Only the next player may challenge or accept, not the player of the card or anyone else."""
    game = played(edition, "red-1", "blue-2")
    assert game.moves(seat) == []
    assert refused(game, seat, "challenge") == "wd4-take"
    with pytest.raises(IllegalMove):
        game.move(seat, "accept")


@pytest.mark.rule("wd4-take")
@pytest.mark.parametrize("edition", NOT_DARE)
@pytest.mark.parametrize("card", ["red-skip", "red-draw-two", "wild"])
def test_only_a_wild_draw_four_is_challenged(edition: str, card: str) -> None:
    """No other card can be challenged."""
    game = arrange(edition, [[card, "red-1", "red-2"], *THREE], "red-9")
    game.move(0, say(edition, f"play {card}" + (" red" if card == "wild" else "")))
    assert "challenge" not in game.moves(1)
    assert refused(game, 1, "challenge") == "wd4-take"


# ---- Wild Draw Four: what is shown -------------------------------------------------------------------
def shown(seen: list[Event]) -> list[str | None]:
    """Return the cards that a challenge has shown, as this viewer may see them."""
    return [event.card for event in seen if event.what == "shown"]


@pytest.mark.rule("wd4-show", "hidden")
@pytest.mark.parametrize("edition", NOT_DARE)
@pytest.mark.parametrize("hand", [("red-1", "blue-2"), ("blue-1", "blue-2")])
def test_the_challenger_sees_the_hand(edition: str, hand: tuple[str, str]) -> None:
    """The challenger sees the whole hand, guilty or not, and knows those cards from then on."""
    game = played(edition, *hand)
    assert Counter(shown(game.move(1, "challenge"))) == Counter(hand)
    assert Counter(game.view(1).known[0]) == Counter(hand)


@pytest.mark.rule("wd4-show", "hidden")
@pytest.mark.parametrize("edition", NOT_DARE)
@pytest.mark.parametrize("seat", [2, 3, None])
def test_nobody_else_sees_the_hand(edition: str, seat: int | None) -> None:
    """Other players and spectators learn that a hand was shown and what the verdict was, but see no cards."""
    game = played(edition, "red-1", "blue-2")
    game.move(1, "challenge")
    seen = game.events(seat)
    assert shown(seen) == [None, None]
    assert {"challenged", "shows", "judged"} <= set(whats(seen))
    assert game.view(seat).known == {}


@pytest.mark.rule("wd4-show", "hidden")
@pytest.mark.parametrize("edition", NOT_DARE)
def test_without_a_challenge_no_hand_is_shown(edition: str) -> None:
    """A player who accepts doesn't see the hand."""
    game = played(edition, "red-1", "blue-2")
    game.move(1, "accept")
    assert game.view(1).known == {}


@pytest.mark.rule("wd4-show", "uno-catch")
@pytest.mark.parametrize("edition", NOT_DARE)
@pytest.mark.parametrize(("held", "verdict"), [("blue-1", "innocent"), ("red-1", "guilty")])
def test_a_catch_in_between_changes_nothing(edition: str, held: str, verdict: str) -> None:
    """The hand is shown and judged as it was when the card was played, without any cards drawn for a catch since then."""
    hands = [["wild-draw-four", held], *THREE]
    game = arrange(edition, hands, "red-9", draw=["red-1", "red-2"])
    game.move(0, say(edition, "play wild-draw-four blue"))
    game.move(2, "catch 0")
    assert game.hands[0] == [held, "red-1", "red-2"]
    assert game.moves(1) == ["accept", "challenge"]
    assert shown(game.move(1, "challenge")) == [held]
    assert game.view(1).known[0] == (held,)
    assert judged(game) == verdict


@pytest.mark.rule("wd4-innocent")
@pytest.mark.parametrize("edition", NOT_DARE)
@pytest.mark.parametrize(("direction", "challenger"), [(1, 1), (-1, 3)])
def test_a_wrong_challenge_costs_six(edition: str, direction: int, challenger: int) -> None:
    """If the player was innocent, the challenger draws six in all and loses a turn."""
    game = played(edition, "blue-1", "blue-2", direction=direction)
    game.move(challenger, "challenge")
    assert game.hands[challenger][2:] == cards(edition, DRAW[:6])
    assert (len(game.hands[0]), game.turn) == (2, 2)


@pytest.mark.rule("wd4-guilty")
@pytest.mark.parametrize("edition", NOT_DARE)
@pytest.mark.parametrize(("direction", "challenger"), [(1, 1), (-1, 3)])
def test_a_right_challenge_costs_four(edition: str, direction: int, challenger: int) -> None:
    """If the player was guilty, they draw four; the challenger draws nothing and takes a turn."""
    game = played(edition, "red-1", "blue-2", direction=direction)
    game.move(challenger, "challenge")
    assert game.hands[0][2:] == cards(edition, DRAW[:4])
    assert len(game.hands[challenger]) == 2
    assert (game.turn, game.to_move) == (challenger, (challenger,))
    assert "draw" in game.moves(challenger)


@pytest.mark.rule("wd4-color")
@pytest.mark.parametrize("edition", NOT_DARE)
@pytest.mark.parametrize("answer", ["accept", "challenge"])
@pytest.mark.parametrize("hand", [("red-1", "green-2"), ("green-1", "green-2")])
def test_the_named_color_stands(edition: str, answer: str, hand: tuple[str, str]) -> None:
    """The named color stays in force, whatever the answer or the verdict."""
    game = played(edition, *hand)
    game.move(1, answer)
    assert (game.color, game.top) == ("blue", say(edition, "wild-draw-four"))
