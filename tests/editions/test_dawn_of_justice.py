"""Batman v Superman: Dawn of Justice and its Hero cards."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard import Game, editions
from special_cards import counts, names, play, refused_by, texts

OTHER = {"batman": "superman", "superman": "batman"}
EMBLEMS = ("batman", "superman")
RULE = {"name": "Two for all", "steps": [{"does": "draws", "who": "everyone else", "n": 2}]}
BOTH_WRITTEN = {"house_rules": {"batman": RULE, "superman": RULE}}
# Every action card: its play, written without the emblem, and whether it is blank or has a house rule.
ACTIONS = ("red-skip", "red-reverse", "red-draw-two", "wild", "wild-draw-four", "wild-custom", "written wild-custom")


def named(card: str, emblem: str) -> str:
    """Return the card's text with its emblem."""
    return f"{card.removeprefix('written ')}@{emblem}"


def said(card: str, emblem: str, color: str = "blue") -> str:
    """Return the play of a card, in which a wild names a color."""
    text = named(card, emblem)
    return f"play {text} {color}" if text.startswith("wild") else f"play {text}"


def table(
    card: str, emblem: str = "batman", *, holder: int | None = 2, last: bool = False, direction: int = 1, **more: Any
) -> Game:
    """Seat 0 has played this card, and the holder has the Hero that can block it."""
    hands = [
        [named(card, emblem), *([] if last else ["silver-1", "silver-2"])],
        ["gold-1", "gold-2", "blue-1"],
        ["gold-3", "gold-4", "blue-2"],
        ["gold-5", "gold-6", "blue-3"],
    ]
    if holder is not None:
        hands[holder].append(f"hero@{OTHER[emblem]}")
    options = more.pop("options", BOTH_WRITTEN if card.startswith("written") else None)
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9", direction=direction, options=options, **more)
    game.move(0, said(card, emblem))
    return game


def duel(card: str, *others: str, plain: bool = False) -> Game:
    """With two players, seat 0 has played this card and holds Superman's Hero, and seat 1 holds Batman's."""
    hands = [[card, "silver-1", "hero@superman"], ["gold-1", "hero@batman", *others]]
    options = {"two_player_reverse": "plain" if plain else "skip"}
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9", options=options)
    game.move(0, f"play {card} blue" if card.startswith("wild") else f"play {card}")
    return game


# ---- hero-wild -------------------------------------------------------------------------------------
@pytest.mark.rule("hero-wild")
@pytest.mark.parametrize("emblem", EMBLEMS)
@pytest.mark.parametrize("color", ["blue", "gold", "red", "silver"])
def test_a_hero_is_a_wild_on_your_own_turn(emblem: str, color: str) -> None:
    """On your own turn you can play a Hero on anything and name any color, and it does nothing else."""
    hands = [[f"hero@{emblem}", "silver-1", "silver-2"], ["gold-1", "gold-2"], ["gold-3"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9")
    game.move(0, f"play hero@{emblem} {color}")
    assert (game.color, game.turn, game.to_move, game.phase) == (color, 1, (1,), "turn")


@pytest.mark.rule("hero-block-effect")
@pytest.mark.parametrize("emblem", EMBLEMS)
def test_no_hero_blocks_a_hero(emblem: str) -> None:
    """A Hero card can't be blocked, so nobody is asked."""
    hands = [[f"hero@{emblem}", "silver-1", "silver-2"], ["gold-1", f"hero@{OTHER[emblem]}"], ["gold-3"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9")
    game.move(0, f"play hero@{emblem} blue")
    assert refused_by(game, 1, f"block hero@{OTHER[emblem]} red") == "hero-block"


@pytest.mark.rule("hero-block")
def test_a_number_cannot_be_blocked() -> None:
    """A number card can't be blocked."""
    game = Game.arrange("dawn-of-justice", hands=[["red-1", "red-2"], ["gold-1", "hero@batman"]], top="red-9")
    game.move(0, "play red-1 uno")
    assert refused_by(game, 1, "block hero@batman red") == "hero-block"


# ---- hero-block ------------------------------------------------------------------------------------
@pytest.mark.rule("hero-block")
@pytest.mark.parametrize("emblem", EMBLEMS)
@pytest.mark.parametrize("card", ACTIONS)
@pytest.mark.parametrize("holder", [1, 2, 3])
def test_the_other_hero_blocks_every_action_card(card: str, emblem: str, holder: int) -> None:
    """Any other player may block an action card of the other emblem and name any color."""
    game = table(card, emblem, holder=holder)
    hero = f"hero@{OTHER[emblem]}"
    blocks = [move for move in texts(game, holder) if move.startswith("block")]
    assert blocks == [f"block {hero} {color}" for color in ("blue", "gold", "red", "silver")]


@pytest.mark.rule("uno-duty", "uno-duty-any-way")
def test_the_call_may_come_with_the_block() -> None:
    """A block that leaves one card may come with the call, and then nobody can catch the blocker."""
    hands = [["red-skip@batman", "silver-1", "silver-2"], ["gold-1", "hero@superman"], ["gold-3"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9")
    game.move(0, "play red-skip@batman")
    colors = ("blue", "gold", "red", "silver")
    blocks = [f"block hero@superman {color}" for color in colors]
    assert texts(game, 1) == ["accept", *blocks, *(f"{block} uno" for block in blocks)]
    assert names(game.move(1, "block hero@superman gold uno")) == ["blocked", "called"]
    assert (game.owes_uno, game.hands[1], game.turn) == ((), ["gold-1"], 1)


@pytest.mark.rule("uno-false")
def test_no_call_comes_with_a_block_that_leaves_more() -> None:
    """A block that leaves more than one card can't come with the call."""
    assert refused_by(table("red-skip"), 2, "block hero@superman gold uno") == "uno-false"


@pytest.mark.rule("hero-block-effect")
@pytest.mark.parametrize("emblem", EMBLEMS)
@pytest.mark.parametrize("card", ACTIONS)
@pytest.mark.parametrize("holder", [1, 2, 3])
@pytest.mark.parametrize("direction", [1, -1])
def test_a_blocked_action_does_nothing(card: str, emblem: str, holder: int, direction: int) -> None:
    """A blocked card has no effect: the blocker's color is in force, and play goes on in the same direction."""
    game = table(card, emblem, holder=holder, direction=direction)
    game.move(holder, f"block hero@{OTHER[emblem]} gold")
    assert (game.color, game.top, game.direction) == ("gold", f"hero@{OTHER[emblem]}", direction)
    assert game.turn == (1 if direction == 1 else 3)
    assert (game.to_move, game.phase) == ((game.turn,), "turn")
    assert counts(game) == [2, 3, 3, 3]


@pytest.mark.rule("hero-block")
@pytest.mark.parametrize("emblem", EMBLEMS)
@pytest.mark.parametrize("card", ACTIONS)
def test_the_same_emblem_does_not_block(card: str, emblem: str) -> None:
    """Batman's Hero doesn't block Batman's cards, nor Superman's Hero Superman's."""
    hands = [[named(card, emblem), "silver-1", "silver-2"], ["gold-1", f"hero@{emblem}"]]
    options = BOTH_WRITTEN if card.startswith("written") else None
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9", options=options)
    game.move(0, said(card, emblem))
    assert refused_by(game, 1, f"block hero@{emblem} red") == "hero-block"


@pytest.mark.rule("hero-block")
@pytest.mark.parametrize(
    ("seat", "move"), [(0, "block hero@superman red"), (1, "block hero@superman red"), (2, "block gold-3 red")]
)
def test_what_is_not_a_block(seat: int, move: str) -> None:
    """You can't block your own card, block without the right Hero, or block with another card."""
    assert refused_by(table("red-skip"), seat, move) == "hero-block"


@pytest.mark.rule("hero-block")
@pytest.mark.parametrize(("direction", "answerer"), [(1, 1), (-1, 3)])
@pytest.mark.parametrize("card", ACTIONS)
def test_the_player_who_was_next_alone_is_awaited(card: str, direction: int, answerer: int) -> None:
    """Whoever holds the Hero, the round waits only for the player who was next, and the turn stays where it is."""
    game = table(card, direction=direction)
    assert (game.to_move, game.turn) == ((answerer,), 0)
    assert "accept" in texts(game, answerer)


@pytest.mark.rule("hero-block")
@pytest.mark.parametrize("card", ["red-skip", "red-reverse", "red-draw-two", "wild-draw-four", "written wild-custom"])
@pytest.mark.parametrize("move", ["draw", "play gold-1", "play blue-1"])
def test_these_cards_are_accepted_in_so_many_words(card: str, move: str) -> None:
    """If the card does something to someone, it must be accepted explicitly: playing or drawing isn't enough."""
    game = table(card)
    wanted = ["accept", "challenge"] if card == "wild-draw-four" else ["accept"]
    assert texts(game, 1) == wanted
    assert refused_by(game, 1, move) in ("turn-draw", "turn-match", "turn-no-stacking")


@pytest.mark.rule("hero-block")
@pytest.mark.parametrize("card", ["wild", "wild-custom"])
def test_a_play_or_draw_accepts_a_wild_and_a_blank_customizable(card: str) -> None:
    """After a Wild or a blank Customizable, the next player can simply go on, or accept first."""
    game = table(card)
    assert texts(game, 1) == ["accept", "play blue-1", "draw"]


@pytest.mark.rule("hero-block")
def test_a_play_accepts_a_plain_reverse_of_two() -> None:
    """With two players and a Reverse that doesn't skip, the other player can simply go on, or accept first."""
    game = duel("red-reverse@superman", "red-1", plain=True)
    assert {"accept", "play red-1", "draw"} <= set(texts(game, 1))
    game.move(1, "play red-1")
    assert (game.direction, game.turn, game.hands[1]) == (-1, 0, ["gold-1", "hero@batman"])


@pytest.mark.rule("hero-block", "reverse-two")
def test_a_skipping_reverse_of_two_is_accepted_in_so_many_words() -> None:
    """With two players and a Reverse that skips, the other player has to accept it."""
    game = duel("red-reverse@superman", "red-1")
    assert [move for move in texts(game, 1) if not move.startswith("block")] == ["accept"]
    game.move(1, "accept")
    assert (game.turn, game.to_move) == (0, (0,))


@pytest.mark.rule("hero-block", "uno-window")
@pytest.mark.parametrize("move", ["play blue-1", "draw"])
def test_going_on_is_the_next_players_turn(move: str) -> None:
    """A play or draw that accepts a Wild starts that player's turn, so blocking and catching are over."""
    hands = [["wild@batman", "silver-1"], ["blue-1", "gold-1", "gold-2"], ["gold-3", "hero@superman"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9")
    game.move(0, "play wild@batman blue")
    assert "catch 0" in texts(game, 2)
    game.move(1, move)
    assert (refused_by(game, 2, "catch 0"), refused_by(game, 2, "block hero@superman red")) == ("uno-false", "hero-block")
    assert (game.turn, game.phase) == ((2, "turn") if move.startswith("play") else (1, "drew"))


@pytest.mark.rule("hero-block")
def test_an_accepted_wild_leaves_the_turn_to_be_taken() -> None:
    """After explicitly accepting a Wild, the next player still has a whole turn."""
    game = table("wild")
    game.move(1, "accept")
    assert (game.turn, game.phase, game.color) == (1, "turn", "blue")
    assert texts(game, 1) == ["play blue-1", "draw"]


@pytest.mark.rule("hero-block")
@pytest.mark.parametrize("card", ACTIONS)
def test_an_accepted_card_can_be_blocked_no_more(card: str) -> None:
    """Once the next player accepts a card, nobody can block it."""
    game = table(card)
    game.move(1, "accept")
    assert refused_by(game, 2, "block hero@superman red") == "hero-block"


@pytest.mark.rule("hero-block", "skip", "reverse", "draw-two", "wd4-take")
@pytest.mark.parametrize(
    ("card", "turn", "direction", "drawn"),
    [("red-skip", 2, 1, 0), ("red-reverse", 3, -1, 0), ("red-draw-two", 2, 1, 2), ("wild-draw-four", 2, 1, 4)],
)
def test_an_accepted_action_happens(card: str, turn: int, direction: int, drawn: int) -> None:
    """An accepted card has its usual effect on the next player."""
    game = table(card)
    game.move(1, "accept")
    assert (game.turn, game.direction, counts(game)[1]) == (turn, direction, 3 + drawn)


@pytest.mark.rule("hero-block", "custom-rule")
def test_a_house_rule_runs_after_it_is_accepted() -> None:
    """A written rule runs only after the next player accepts the card."""
    game = table("written wild-custom")
    assert counts(game) == [2, 3, 4, 3]
    game.move(1, "accept")
    assert counts(game) == [2, 5, 6, 5]


@pytest.mark.rule("hero-block")
def test_only_the_next_player_accepts() -> None:
    """Only the next player can accept the card."""
    assert refused_by(table("red-skip"), 3, "accept") == "hero-block"


# ---- hero-block-challenge --------------------------------------------------------------------------
@pytest.mark.rule("hero-block-challenge")
@pytest.mark.parametrize("holder", [1, 2])
def test_a_wild_draw_four_is_blocked_before_the_challenge(holder: int) -> None:
    """A Wild Draw Four can be blocked until it is accepted or challenged, and after a block neither is possible."""
    game = table("wild-draw-four", holder=holder)
    assert {"accept", "challenge"} <= set(texts(game, 1))
    game.move(holder, "block hero@superman gold")
    assert refused_by(game, 1, "challenge") == "wd4-take"
    assert counts(game) == [2, 3, 3, 3]


@pytest.mark.rule("hero-block-challenge")
@pytest.mark.parametrize("answer", ["accept", "challenge"])
def test_after_the_answer_it_is_too_late_to_block(answer: str) -> None:
    """Once a Wild Draw Four is accepted or challenged, nobody can block it."""
    game = table("wild-draw-four")
    game.move(1, answer)
    assert refused_by(game, 2, "block hero@superman gold") == "hero-block"


@pytest.mark.rule("hero-block", "wd4-legal")
def test_without_bluff_a_wild_draw_four_still_waits_for_a_block() -> None:
    """A table without bluffing has no challenge, but a Wild Draw Four can still be blocked."""
    game = table("wild-draw-four", options={"bluff": False})
    assert (texts(game, 1), game.to_move) == (["accept"], (1,))
    assert "block hero@superman red" in texts(game, 2)


# ---- hero-block-effect -----------------------------------------------------------------------------
@pytest.mark.rule("hero-block-effect")
def test_the_color_of_the_blocked_card_is_void() -> None:
    """The blocker's color replaces any color named for the blocked card."""
    game = table("wild")
    assert game.color == "blue"
    game.move(2, "block hero@superman silver")
    assert game.color == "silver"


@pytest.mark.rule("hero-block-effect")
def test_blocked_with_two_players_the_other_has_the_turn() -> None:
    """With two players, a blocked Skip skips nobody, so the blocker plays next."""
    game = duel("red-skip@superman")
    game.move(1, "block hero@batman red")
    assert (game.turn, game.color) == (1, "red")


@pytest.mark.rule("hero-block-effect")
def test_a_block_with_the_last_card_goes_out() -> None:
    """A player who blocks with their last card wins the round."""
    hands = [["red-draw-two@batman", "silver-1"], ["gold-1"], ["hero@superman"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9", options={"target": None})
    play(game, (0, "play red-draw-two@batman uno"), (2, "block hero@superman blue"))
    assert (game.round_over, game.winners, game.scores) == (True, (2,), (0, 0, 2))


@pytest.mark.rule("hero-block-effect", "hidden")
def test_a_block_is_told_to_all() -> None:
    """Everyone sees who blocked, with which card, and the color."""
    game = table("red-skip")
    game.move(2, "block hero@superman blue")
    for seat in (0, 1, 2, 3, None):
        event = game.events(seat)[-1]
        assert (event.what, event.seat, event.card, event.color) == ("blocked", 2, "hero@superman", "blue")


# ---- hero-secret -----------------------------------------------------------------------------------
@pytest.mark.rule("hero-secret", "hidden")
@pytest.mark.parametrize("card", ACTIONS)
def test_nothing_tells_who_holds_a_hero(card: str) -> None:
    """Nothing that another player or a spectator sees, or may do, gives away who holds the Hero."""
    seen = []
    for swapped in (False, True):
        hands = [[named(card, "batman"), "silver-1", "silver-2"], ["gold-1", "gold-2"], ["gold-3", "silver-3"], ["gold-5"]]
        if swapped:
            hands[2][1] = "hero@superman"
        options = BOTH_WRITTEN if card.startswith("written") else None
        game = Game.arrange("dawn-of-justice", hands=hands, top="red-9", options=options)
        game.move(0, said(card, "batman"))
        seats = (0, 1, 3)
        views = [game.view(seat).to_dict() for seat in (*seats, None)]
        seen.append((views, [game.moves(seat) for seat in seats], game.to_move, game.offers(), game.phase, game.events(None)))
    assert seen[0] == seen[1]


# ---- the Hero that could block lies face up --------------------------------------------------------
HERO_SEEN: dict[str, Any] = {"holder": None, "discard": ["hero@superman"]}


@pytest.mark.rule("hero-block")
@pytest.mark.parametrize(
    ("card", "turn"),
    [("red-skip", 2), ("red-reverse", 3), ("red-draw-two", 2), ("wild", 1), ("wild-custom", 1), ("written wild-custom", 1)],
)
def test_no_window_opens_when_the_hero_lies_face_up(card: str, turn: int) -> None:
    """If the only Hero that could block is in the discard pile, an action card takes effect at once and nobody is asked."""
    game = table(card, **HERO_SEEN)
    assert (game.phase, game.turn, game.to_move, game.offers()) == ("turn", turn, (turn,), ())


@pytest.mark.rule("hero-block", "wd4-take")
def test_a_wild_draw_four_is_then_answered_as_elsewhere() -> None:
    """If the Hero is in the discard pile, a Wild Draw Four is accepted or challenged, but nobody is asked for a block."""
    game = table("wild-draw-four", **HERO_SEEN)
    assert (game.to_move, texts(game, 1), game.offers()) == ((1,), ["accept", "challenge"], ())


@pytest.mark.rule("hero-block", "wd4-legal")
def test_without_bluff_a_wild_draw_four_is_then_not_answered() -> None:
    """At a table without bluffing, a Wild Draw Four takes effect at once if the Hero is in the discard pile."""
    game = table("wild-draw-four", options={"bluff": False}, **HERO_SEEN)
    assert (game.phase, game.turn, counts(game)[1]) == ("turn", 2, 7)


@pytest.mark.rule("hero-block", "out-draw")
@pytest.mark.parametrize(("card", "drawn"), [("red-draw-two", 2), ("wild-draw-four", 4)])
def test_a_last_card_then_waits_for_nobody(card: str, drawn: int) -> None:
    """If the Hero is in the discard pile, a last Draw Two or Wild Draw Four is drawn at once and the round is over."""
    game = table(card, last=True, **HERO_SEEN)
    assert (game.round_over, counts(game)[1]) == (True, 3 + drawn)


@pytest.mark.rule("hero-block")
def test_the_other_hero_in_the_discard_pile_changes_nothing() -> None:
    """Only the Hero that could block matters: the other one in the discard pile changes nothing."""
    game = table("red-skip", holder=None, discard=["hero@batman"])
    assert (game.phase, game.to_move, set(game.offers())) == ("answer", (1,), {1, 2, 3})


@pytest.mark.rule("hero-block")
def test_a_window_that_did_not_open_stays_closed() -> None:
    """If a reshuffle hides the Hero while a Wild Draw Four waits, blocking still isn't possible."""
    hands = [["wild-draw-four@batman", "silver-1"], ["gold-1", "gold-2"], ["gold-3", "gold-4"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="hero@superman", color="red", rest=False)
    game.move(0, "play wild-draw-four@batman blue")
    game.move(2, "catch 0")
    assert "hero@superman" not in game.discard_pile
    assert game.offers() == ()


@pytest.mark.rule("hero-block")
def test_why_nobody_can_block_then() -> None:
    """If the Hero is in the discard pile, the refusal to block says so."""
    game = table("wild-draw-four", **HERO_SEEN)
    refusal = game.why_not(2, "block hero@superman red")
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("hero-block", "hero-seen")


@pytest.mark.rule("hero-secret")
@pytest.mark.parametrize("holder", [None, 1, 2, 3])
def test_everybody_but_the_cards_player_is_asked(holder: int | None) -> None:
    """Everyone but the player of the card is asked, starting to that player's left, whatever they hold."""
    assert table("red-skip", holder=holder).offers() == (1, 2, 3)


@pytest.mark.rule("hero-secret")
def test_nobody_is_asked_when_nothing_can_be_blocked() -> None:
    """Once the card is accepted, nobody is asked about a block."""
    game = table("red-skip")
    game.move(1, "accept")
    assert game.offers() == ()


@pytest.mark.rule("hero-secret")
def test_the_wait_is_there_when_both_heroes_are_in_their_own_hand() -> None:
    """Even if you hold both Heroes yourself, your card waits for an answer."""
    hands = [["red-skip@batman", "hero@batman", "hero@superman"], ["gold-1"], ["gold-2"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9")
    game.move(0, "play red-skip@batman")
    assert (game.to_move, game.offers()) == ((1,), (1, 2))


# ---- open-no-block, open-wild ----------------------------------------------------------------------
def opened(card: str) -> Game:
    """Start a game of three, dealt by seat 0, that this card opens; seat 2 is dealt both Heroes."""
    cards = [kind.text for kind in Game("dawn-of-justice", seed=0).edition.kinds for _ in range(kind.copies)]
    numbers = [text for text in cards if text[-1].isdigit()]
    dealt = numbers[:21]
    dealt[1], dealt[4] = "hero@batman", "hero@superman"
    order = [*dealt, card]
    for text in order:
        cards.remove(text)
    return Game("dawn-of-justice", players=3, seed=0, deck=[*order, *cards], options={"dealer": 0, **BOTH_WRITTEN})


@pytest.mark.rule("open-no-block")
@pytest.mark.parametrize("emblem", EMBLEMS)
@pytest.mark.parametrize("card", ["red-skip", "red-reverse", "red-draw-two", "wild", "wild-custom"])
def test_an_opening_card_is_not_blocked(card: str, emblem: str) -> None:
    """Nobody played the opening card, so no Hero blocks it and nobody is asked."""
    game = opened(f"{card}@{emblem}")
    assert {"hero@batman", "hero@superman"} <= set(game.hands[2])
    assert game.offers() == ()
    assert not [move for move in texts(game, 2) if move.startswith("block")]
    assert refused_by(game, 2, f"block hero@{OTHER[emblem]} red") == "hero-block"


@pytest.mark.rule("open-wild", "custom-rule")
def test_an_opening_customizable_only_asks_for_a_color() -> None:
    """A rule on an opening Customizable doesn't run: the player to the dealer's left names a color and plays."""
    game = opened("wild-custom@batman")
    assert (game.to_move, game.turn, game.color) == ((1,), 1, None)
    game.move(1, "color gold")
    assert (game.color, game.turn, counts(game)) == ("gold", 1, [7, 7, 7])


# ---- out-draw with blocks --------------------------------------------------------------------------
@pytest.mark.rule("out-draw")
@pytest.mark.parametrize(("card", "drawn"), [("red-draw-two", 2), ("wild-draw-four", 4)])
def test_a_last_drawing_card_waits_for_a_block_and_then_draws(card: str, drawn: int) -> None:
    """A last Draw Two or Wild Draw Four waits for an answer, can't be challenged, and is drawn before the count."""
    game = table(card, last=True)
    assert (game.round_over, game.to_move, texts(game, 1)) == (False, (1,), ["accept"])
    game.move(1, "accept")
    assert (game.round_over, counts(game)[1], game.view(1).winner) == (True, 3 + drawn, 0)


@pytest.mark.rule("out-draw")
@pytest.mark.parametrize("card", ["red-draw-two", "wild-draw-four"])
def test_a_blocked_last_card_has_won_all_the_same(card: str) -> None:
    """If a last card is blocked nobody draws, but its player still wins the round."""
    game = table(card, last=True)
    game.move(2, "block hero@superman blue")
    assert (game.round_over, game.view(1).winner, counts(game)) == (True, 0, [0, 3, 3, 3])


@pytest.mark.rule("out-draw", "hero-block-effect")
def test_the_last_card_wins_against_a_last_hero() -> None:
    """Even if the Hero was the blocker's last card, the player who went out first wins."""
    hands = [["red-draw-two@batman"], ["gold-1"], ["hero@superman"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9")
    play(game, (0, "play red-draw-two@batman"), (2, "block hero@superman blue"))
    assert (game.round_over, game.view(1).winner, game.scores) == (True, 0, (1, 0, 0))


@pytest.mark.rule("out-draw")
@pytest.mark.parametrize("card", ["red-skip", "red-reverse", "wild", "wild-custom", "written wild-custom"])
def test_every_other_last_card_waits_for_nothing(card: str) -> None:
    """Any other last action card ends the round at once, without its effect."""
    game = table(card, last=True)
    assert (game.round_over, game.view(1).winner, game.to_move, game.offers()) == (True, 0, (), ())
    assert counts(game) == [0, 3, 4, 3]


# ---- uno -------------------------------------------------------------------------------------------
@pytest.mark.rule("uno-duty-any-way")
def test_a_block_that_leaves_one_card_owes_the_call() -> None:
    """A player who goes down to one card by blocking must call and can be caught by anyone else."""
    hands = [["red-skip@batman", "silver-1", "silver-2"], ["gold-1", "gold-2"], ["gold-3", "hero@superman"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9")
    play(game, (0, "play red-skip@batman"), (2, "block hero@superman blue"))
    assert (texts(game, 2), game.view(0).owes_uno) == (["uno"], (2,))
    game.move(0, "catch 2")
    assert counts(game)[2] == 3


@pytest.mark.rule("uno-duty-any-way", "uno-window")
def test_a_blocker_who_is_next_calls_before_playing_on() -> None:
    """A blocker who is next to play with one card must call first."""
    hands = [["red-skip@batman", "silver-1", "silver-2"], ["blue-3", "hero@superman"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9")
    play(game, (0, "play red-skip@batman"), (1, "block hero@superman blue"))
    assert (game.turn, texts(game, 1)) == (1, ["uno"])
    assert refused_by(game, 1, "play blue-3") == "uno-window"
    play(game, (1, "uno"), (1, "play blue-3"))
    assert game.round_over


@pytest.mark.rule("uno-once", "uno-duty-any-way")
def test_the_duties_of_player_and_blocker_run_side_by_side() -> None:
    """After a block, the player whose card was blocked still owes the call."""
    hands = [["red-skip@batman", "silver-1"], ["gold-1", "gold-2"], ["gold-3", "hero@superman"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9")
    play(game, (0, "play red-skip@batman"), (2, "block hero@superman blue"))
    assert game.view(1).owes_uno == (0, 2)
    play(game, (1, "catch 0"), (1, "catch 2"))
    assert counts(game) == [3, 2, 3]


@pytest.mark.rule("uno-catch", "hero-block")
def test_a_catch_does_not_end_the_wait() -> None:
    """A catch between a card and its answer doesn't change anything: the answer is still owed."""
    hands = [["red-skip@batman", "silver-1"], ["gold-1", "gold-2"], ["gold-3", "hero@superman"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9")
    play(game, (0, "play red-skip@batman"), (2, "catch 0"))
    assert (game.to_move, counts(game)[0]) == ((1,), 3)
    assert "block hero@superman red" in texts(game, 2)


@pytest.mark.rule("hero-block")
def test_what_is_told() -> None:
    """The acceptance is reported before its effects."""
    game = table("red-draw-two")
    start = len(game.events(None)) - 1
    game.move(1, "accept")
    assert names(game.events(None, since=start)) == ["played", "accepted", "drew", "drew", "skipped"]


@pytest.mark.rule("wd4-wilds-match")
def test_a_wild_draw_four_says_that_other_wilds_do_not_count() -> None:
    """A player who looks at a Wild Draw Four reads that only cards of the color keep it from being played."""
    edition = editions.get("dawn-of-justice")
    about = edition.info(edition.kinds_by_text["wild-draw-four@batman"])
    assert about.says.endswith("You're only allowed to play it if you have no card of the current color.")
    assert about.args == {"n": 4}
