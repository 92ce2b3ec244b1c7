"""Table rules about answering draw cards: stacking, sending back, and when a Wild Draw Four may be played."""

from typing import Any

import pytest

from lastcard import Game, IllegalMove, InvalidOption, editions
from lastcard.tui import words
from rules.helpers import NOT_DARE, arrange, say

PLENTY = ["green-1", "green-2", "green-3"]
THIRD = ["yellow-6", "yellow-7", "yellow-8"]
every_edition = pytest.mark.parametrize("edition", NOT_DARE)


def table(hands: list[list[str]], edition: str = "classic", top: str = "red-9", **options: str) -> Game:
    """Set up a position in which seat 0 plays first."""
    return arrange(edition, hands, top, options=options or {"stacking": "any"})


def do(game: Game, *moves: tuple[int, str]) -> Game:
    """Make these moves, written in classic words."""
    for seat, move in moves:
        game.move(seat, say(game.edition.id, move))
    return game


def answers(game: Game, seat: int) -> set[str]:
    """Return the cards that a seat may play, in classic words."""
    return {str(move.card) for move in game.moves(seat) if move.verb == "play"}


def refused(game: Game, seat: int, move: str) -> tuple[str, str]:
    """Return the rule and the code by which a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        game.move(seat, move)
    return caught.value.rule, caught.value.refusal.code


def counts(game: Game) -> list[int]:
    """Return how many cards everyone has."""
    return [len(hand) for hand in game.hands]


# ---- stack -----------------------------------------------------------------------------------------
@every_edition
@pytest.mark.rule("stack")
def test_the_sum_moves_on_until_somebody_takes_it(edition: str) -> None:
    """Draw Twos pile up, and whoever takes the sum loses the turn."""
    hands = [["red-draw-two", *PLENTY], ["blue-draw-two", *PLENTY], ["yellow-1", "yellow-2"], ["yellow-3", "yellow-4"]]
    game = do(table(hands, edition), (0, "play red-draw-two"), (1, "play blue-draw-two"), (2, "accept"))
    assert counts(game) == [3, 3, 6, 2]
    assert (game.turn, game.color) == (3, "blue")
    assert Game.replay(game.record()).hands == game.hands


@pytest.mark.rule("stack")
@pytest.mark.parametrize(
    ("stacking", "on_two", "on_four"),
    [
        ("same", {"blue-draw-two", "red-draw-two"}, {"wild-draw-four"}),
        ("up", {"blue-draw-two", "red-draw-two", "wild-draw-four"}, {"wild-draw-four"}),
        ("any", {"blue-draw-two", "red-draw-two", "wild-draw-four"}, {"blue-draw-two", "wild-draw-four"}),
    ],
)
def test_what_may_be_put_on(stacking: str, on_two: set[str], on_four: set[str]) -> None:
    """The table chooses which draw cards answer which, and other cards never do."""
    own = ["wild-draw-four", "blue-draw-two", "red-draw-two", "red-1", "red-reverse", "wild"]
    for played, expected in (("red-draw-two", on_two), ("wild-draw-four blue", on_four)):
        game = table([[played.split(maxsplit=1)[0], *PLENTY], own, THIRD], stacking=stacking)
        do(game, (0, f"play {played}"))
        assert answers(game, 1) == expected


@pytest.mark.rule("stack", "turn-no-stacking")
def test_the_leaflet_does_not_stack() -> None:
    """Without the table rule nobody is asked, and a Draw Two takes effect at once."""
    game = arrange("classic", [["red-draw-two", *PLENTY], ["blue-draw-two", *PLENTY], THIRD[:2]], "red-9")
    do(game, (0, "play red-draw-two"))
    assert (counts(game), game.turn) == ([3, 6, 2], 2)
    assert game.view(2).pending is None


@pytest.mark.rule("stack")
def test_a_card_that_does_not_answer_is_refused_with_the_sum() -> None:
    """A refusal says what else there is to do."""
    game = do(table([["red-draw-two", *PLENTY], ["red-1", *PLENTY]]), (0, "play red-draw-two"))
    assert refused(game, 1, "play red-1") == ("stack", "no-answer")
    assert refused(game, 1, "play blue-draw-two") == ("turn-match", "not-held")
    assert refused(game, 1, "draw") == ("turn-draw", "answer-owed")


@pytest.mark.rule("stack")
def test_a_stacked_card_closes_the_window_for_a_catch() -> None:
    """Stacking a card is a play: nobody can catch the player before it anymore. Taking the sum closes no window."""
    hands = [["red-draw-two", "green-1"], ["blue-draw-two", *PLENTY], THIRD]
    assert "catch 0" in do(table(hands), (0, "play red-draw-two"), (1, "accept")).moves(2)
    assert "catch 0" not in do(table(hands), (0, "play red-draw-two"), (1, "play blue-draw-two")).moves(2)


@pytest.mark.rule("stack")
def test_turn_stays_with_the_last_card() -> None:
    """Until the sum is settled, the turn is with the player of the last card."""
    hands = [["red-draw-two", *PLENTY], ["blue-draw-two", *PLENTY], THIRD]
    game = do(table(hands), (0, "play red-draw-two"))
    assert (game.turn, game.to_move) == (0, (1,))
    assert (do(game, (1, "play blue-draw-two")).turn, game.to_move) == (1, (2,))


# ---- stack-asked -----------------------------------------------------------------------------------
@every_edition
@pytest.mark.rule("stack-asked")
def test_a_player_who_is_hit_is_asked_whatever_they_hold(edition: str) -> None:
    """Even a player who can't answer is asked, and everyone sees the sum and the answers that are allowed."""
    game = do(table([["red-draw-two", *PLENTY], ["yellow-1", "yellow-2"], THIRD], edition), (0, "play red-draw-two"))
    assert game.to_move == (1,)
    assert "accept" in game.moves(1)
    for seat in (None, 0, 1, 2):
        pending = game.view(seat).to_dict()["pending"]
        assert (pending["sum"], pending["hit"]) == (2, 1)
        assert say(edition, "blue-draw-two") in pending["answers"]
        assert say(edition, "wild-draw-four") in pending["answers"]
        assert say(edition, "red-reverse") not in pending["answers"]


@pytest.mark.rule("stack-asked")
def test_an_opening_draw_two_takes_effect_at_once() -> None:
    """Nobody played an opening Draw Two, so it waits for no answer."""
    edition = editions.get("dawn-of-justice")
    deck = edition.deck(edition.read_options(None))
    texts = [edition.codec.card_texts[code] for code in deck]
    opening = texts.index("red-draw-two@batman")
    order = [*(text for i, text in enumerate(texts) if i != opening)]
    order.insert(14, "red-draw-two@batman")
    game = Game("dawn-of-justice", 2, seed=1, options={"stacking": "any", "dealer": 0}, deck=order)
    assert (game.top, game.phase, counts(game)) == ("red-draw-two@batman", "turn", [7, 9])


def test_the_leaflet_tells_of_no_stack() -> None:
    """At a table without the rule, a pending card has only its usual fields."""
    game = do(arrange("classic", [["wild-draw-four", *PLENTY], THIRD], "red-9"), (0, "play wild-draw-four red"))
    assert set(game.view(1).to_dict()["pending"]) == {"card", "seat", "color_before"}


# ---- stack-guilt, stack-challenge ------------------------------------------------------------------
@every_edition
@pytest.mark.rule("stack-challenge", "stack-guilt")
@pytest.mark.parametrize("is_guilty", [True, False])
def test_a_challenge_on_a_stack_is_about_the_whole_sum(edition: str, is_guilty: bool) -> None:
    """A player who held back a Draw Two is guilty and takes the sum. Otherwise the challenger takes it, plus two more."""
    kept = "green-draw-two" if is_guilty else "red-1"  # holding a card of the color in force isn't guilt here
    hands = [["red-draw-two", *PLENTY], ["wild-draw-four", kept, "yellow-1"], ["yellow-2", "yellow-3"], THIRD[:1]]
    game = do(table(hands, edition), (0, "play red-draw-two"), (1, "play wild-draw-four blue"), (2, "challenge"))
    assert counts(game) == ([3, 8, 2, 1] if is_guilty else [3, 2, 10, 1])
    assert game.turn == (2 if is_guilty else 3)


@pytest.mark.rule("stack-challenge")
@pytest.mark.parametrize(("stacking", "offered"), [("same", False), ("up", False), ("any", True)])
def test_no_challenge_where_no_draw_two_could_be_put_on(stacking: str, offered: bool) -> None:
    """A Wild Draw Four on a Wild Draw Four is challenged only where a Draw Two may follow one."""
    hands = [["wild-draw-four", *PLENTY], ["wild-draw-four", *PLENTY], THIRD]
    game = do(table(hands, stacking=stacking), (0, "play wild-draw-four red"), (1, "play wild-draw-four blue"))
    assert ("challenge" in game.moves(2)) == offered
    if not offered:
        assert refused(game, 2, "challenge") == ("stack-challenge", "no-guilt")


@pytest.mark.rule("stack-guilt")
def test_strict_tables_refuse_by_the_same_test() -> None:
    """Without bluffs, a Wild Draw Four may not be put on by a player who holds a Draw Two that could be."""
    hands = [["red-draw-two", *PLENTY], ["wild-draw-four", "blue-draw-two", "red-1"], THIRD]
    game = do(table(hands, stacking="any", draw_four="strict"), (0, "play red-draw-two"))
    assert answers(game, 1) == {"blue-draw-two"}
    assert refused(game, 1, "play wild-draw-four red") == ("stack-guilt", "draw-two-held")
    hands[1].remove("blue-draw-two")
    game = do(table(hands, stacking="any", draw_four="strict"), (0, "play red-draw-two"))
    assert answers(game, 1) == {"wild-draw-four"}


@pytest.mark.rule("stack-guilt")
def test_putting_a_card_on_gives_up_the_challenge() -> None:
    """Once a card lies on a Wild Draw Four, nobody can challenge it."""
    hands = [["wild-draw-four", "red-1", "red-2"], ["blue-draw-two", "green-1"], THIRD]
    game = do(table(hands), (0, "play wild-draw-four blue"), (1, "play blue-draw-two uno"))
    assert [str(move) for move in game.moves(2)] == ["accept"]


# ---- stack-out -------------------------------------------------------------------------------------
@pytest.mark.rule("stack-out")
@pytest.mark.parametrize("last", ["blue-draw-two", "wild-draw-four red"])
def test_a_last_card_put_on_goes_out(last: str) -> None:
    """A player who stacks their last card wins, and the player it hits takes the sum without being asked."""
    hands = [["red-draw-two", *PLENTY], [last.split(maxsplit=1)[0]], ["blue-draw-two"]]
    game = do(table(hands), (0, "play red-draw-two"), (1, f"play {last}"))
    assert (game.round_over, game.winners) == (True, (1,))
    assert counts(game)[2] == (5 if last == "blue-draw-two" else 7)


# ---- deflect ---------------------------------------------------------------------------------------
@every_edition
@pytest.mark.rule("deflect")
def test_a_reverse_sends_the_sum_back(edition: str) -> None:
    """A Reverse of the color in force turns play around, and the player before takes the sum."""
    hands = [["red-draw-two", *PLENTY], ["red-reverse", "blue-reverse", "yellow-1"], THIRD[:2], PLENTY[:1]]
    game = do(table(hands, edition, deflect="reverse"), (0, "play red-draw-two"))
    assert answers(game, 1) == {say(edition, "red-reverse")}
    do(game, (1, "play red-reverse"), (0, "accept"))
    assert (counts(game), game.direction, game.turn) == ([5, 2, 2, 1], -1, 3)


@pytest.mark.rule("deflect")
def test_with_two_players_it_goes_to_the_other() -> None:
    """With two players the Reverse sends the sum to the other, who may answer in turn."""
    game = table([["red-draw-two", "red-reverse", "green-1"], ["red-reverse", "yellow-1"]], deflect="reverse")
    do(game, (0, "play red-draw-two"), (1, "play red-reverse uno"), (0, "play red-reverse uno"), (1, "accept"))
    assert (counts(game), game.turn) == ([1, 3], 0)


@pytest.mark.rule("deflect")
def test_a_reverse_of_another_color_is_refused() -> None:
    """Only a Reverse of the color in force counts."""
    game = table([["red-draw-two", *PLENTY], ["blue-reverse", "yellow-1"]], deflect="reverse")
    assert refused(do(game, (0, "play red-draw-two")), 1, "play blue-reverse") == ("deflect", "no-match")
    assert refused(game, 1, "play yellow-1") == ("deflect", "no-answer")


@pytest.mark.rule("deflect")
def test_after_a_deflection_the_last_draw_card_counts() -> None:
    """What may be put on is judged by the last draw card, and nobody may challenge until there is another."""
    hands = [
        ["wild-draw-four", "red-draw-two", "blue-draw-two", "wild-draw-four", "red-1"],
        ["blue-reverse", "yellow-1", "wild-draw-four"],
        THIRD,
    ]
    game = table(hands, stacking="same", deflect="reverse")
    do(game, (0, "play wild-draw-four blue"), (1, "play blue-reverse"))
    assert answers(game, 0) == {"wild-draw-four"}
    assert refused(game, 0, "challenge") == ("deflect", "deflected")


@pytest.mark.rule("deflect")
def test_a_last_reverse_goes_out() -> None:
    """A player who deflects with their last card wins, and the player it hits takes the sum."""
    game = table([["red-draw-two", *PLENTY], ["red-reverse"], THIRD[:1]], deflect="reverse")
    do(game, (0, "play red-draw-two"), (1, "play red-reverse"))
    assert (game.winners, counts(game)) == ((1,), [5, 0, 1])


# ---- draw-four -------------------------------------------------------------------------------------
@every_edition
@pytest.mark.rule("draw-four")
def test_a_free_wild_draw_four(edition: str) -> None:
    """At a table where it is free, anyone can play it at any time, and nobody can challenge."""
    game = table([["wild-draw-four", "red-1", "wild"], PLENTY[:1], THIRD[:2]], edition, draw_four="free")
    do(game, (0, "play wild-draw-four blue"))
    if edition == "dawn-of-justice":
        assert game.moves(1) == ["accept"]
        game.move(1, "accept")
    assert (counts(game), game.turn) == ([2, 5, 2], 2)
    assert game.edition.read_options({"draw_four": "free"})["draw_four"] == "free"


@pytest.mark.rule("draw-four")
def test_strict_is_the_table_without_bluff() -> None:
    """``draw_four=strict`` plays like the older ``bluff=false``, which is still read, but not beside it."""
    hands = [["wild-draw-four", "red-1", "blue-1"], THIRD]
    for options in ({"draw_four": "strict"}, {"bluff": False}):
        game = arrange("classic", hands, "red-9", options=options)
        assert refused(game, 0, "play wild-draw-four red") == ("wd4-legal", "color-held")
    with pytest.raises(InvalidOption, match="give only one of the two"):
        arrange("classic", hands, "red-9", options={"bluff": False, "draw_four": "free"})


@pytest.mark.parametrize("options", [{}, {"stacking": "off", "deflect": "off", "draw_four": "bluff"}])
def test_a_table_names_only_what_it_changes(options: dict[str, Any]) -> None:
    """Options that stay as in the leaflet are left out of a game's options, and so out of views."""
    assert Game("classic", 2, seed=1, options=options).options == Game("classic", 2, seed=1).options


def test_stacking_is_offered_where_there_are_draw_cards() -> None:
    """An edition without draw cards offers no rule about them."""
    groups = {name: {option.name for option in editions.get(name).options if option.group} for name in editions.names()}
    assert all({"stacking", "deflect", "draw_four"} <= groups[name] for name in NOT_DARE)
    assert not {"stacking", "deflect", "draw_four"} & groups["dare"]


# ---- Dawn of Justice -------------------------------------------------------------------------------
def dawn(*hands: list[str], **options: str) -> Game:
    """Set up a table of Dawn of Justice that stacks and sends back."""
    chosen = options or {"stacking": "any", "deflect": "reverse"}
    return Game.arrange("dawn-of-justice", hands=hands, top="red-9", options=chosen)


FILL = ["silver-1", "silver-2", "silver-3"]
MORE = ["gold-1", "gold-2", "gold-3"]


@pytest.mark.rule("stack", "hero-block")
def test_a_hero_ends_the_whole_stack() -> None:
    """A Hero that blocks the top card of a stack ends it: nobody draws."""
    hands = (["red-draw-two@batman", *FILL], ["blue-draw-two@batman", *FILL], MORE, ["hero@superman", *MORE])
    game = do(dawn(*hands), (0, "play red-draw-two@batman"), (1, "play blue-draw-two@batman"))
    game.move(3, "block hero@superman gold")
    assert (counts(game), game.turn, game.color) == ([3, 3, 3, 3], 2, "gold")


@pytest.mark.rule("stack", "hero-block")
def test_putting_a_card_on_ends_the_block_window_below() -> None:
    """A Hero that could block only the card below comes too late."""
    hands = (["red-draw-two@batman", *FILL], ["blue-draw-two@superman", *FILL], ["hero@superman", *MORE])
    game = do(dawn(*hands), (0, "play red-draw-two@batman"))
    assert any(move.verb == "block" for move in game.moves(2))
    assert not any(move.verb == "block" for move in do(game, (1, "play blue-draw-two@superman")).moves(2))


@pytest.mark.rule("deflect", "hero-block")
def test_a_blocked_deflection_ends_the_stack_in_the_old_direction() -> None:
    """A Hero that blocks the Reverse cancels the stack, and play goes on after its player as if it had not turned."""
    hands = (["red-draw-two@batman", *FILL], ["red-reverse@batman", *FILL], MORE, ["hero@superman", *MORE])
    game = do(dawn(*hands), (0, "play red-draw-two@batman"), (1, "play red-reverse@batman"))
    assert game.direction == -1
    game.move(3, "block hero@superman gold")
    assert (counts(game), game.direction, game.turn) == ([3, 3, 3, 3], 1, 2)


@pytest.mark.rule("stack-out", "deflect")
@pytest.mark.parametrize("last", ["red-reverse@batman", "blue-draw-two@batman"])
def test_a_last_card_waits_for_a_hero(last: str) -> None:
    """A last draw card or deflection waits for a block. The player it hits can only accept, and its player has won anyway."""
    hands = (["red-draw-two@batman", *FILL], [last], ["gold-draw-two@batman", *FILL], ["hero@superman", *MORE])
    game = do(dawn(*hands), (0, "play red-draw-two@batman"), (1, f"play {last}"))
    hit = game.to_move[0]
    assert [str(move) for move in game.moves(hit)] == ["accept"]
    assert game.view(None).to_dict()["pending"]["answers"] == []
    blocked = game.copy()
    blocked.move(3, "block hero@superman gold")
    assert (blocked.round_over, counts(blocked)[hit]) == (True, len(hands[hit]) - (hit == 0))
    do(game, (hit, "accept"))
    assert game.round_over
    assert counts(game)[hit] == len(hands[hit]) - (hit == 0) + (2 if hit == 0 else 4)


@pytest.mark.rule("stack-asked")
@pytest.mark.parametrize(
    ("card", "held", "asks"),
    [
        ("red-draw-two", "blue-draw-two", "Bo's Draw Two hits you. Take the cards, or answer with one of yours?"),
        ("red-draw-two", "blue-5", "Bo's Draw Two hits you. You have no card to answer with: take the cards."),
        ("wild-draw-four red", "blue-5", "Bo's Wild Draw Four hits you. Take the cards, or challenge?"),
        (
            "wild-draw-four red",
            "wild-draw-four",
            "Bo's Wild Draw Four hits you. Take the cards, challenge, or answer with one of yours?",
        ),
    ],
)
def test_the_question_offers_only_what_the_player_can_do(card: str, held: str, asks: str) -> None:
    """A player hit by a draw card is asked about answering it, or challenging it, only if they can."""
    hands = [[card.split(maxsplit=1)[0], "green-1", "green-2"], [held, "green-3", "green-4"]]
    game = Game.arrange("classic", hands=hands, top="red-9", options={"stacking": "same"})
    game.move(0, f"play {card}")
    assert words.prompt(game.edition, game.view(1), game.moves(1), ["Bo", "Ann"]) == asks
