"""House rules on number, Skip, Reverse and plain Wild cards of any edition."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lastcard import Game, IllegalMove, InvalidOption, editions
from lastcard.bots.steady import STEADY
from lastcard.card_rules import LIBRARY, SEVEN_ZERO
from lastcard.testing import walk
from special_cards import counts, names, play, texts, vote_all

HANDS = [["red-7", "red-1", "red-2", "red-3"], ["blue-1", "blue-2"], ["green-1", "green-2", "green-3"]]


def step(does: str, who: str | None = None, n: int | None = None) -> dict[str, Any]:
    """Return one step as a table writes it."""
    return {"does": does, **({} if who is None else {"who": who}), **({} if n is None else {"n": n})}


def row(when: str, *steps: dict[str, Any], text: str = "") -> dict[str, Any]:
    """Return one row of card rules."""
    return {"when": when, "name": f"Rule of {when}", "text": text, "steps": [*steps]}


def table(
    *rows: dict[str, Any],
    hands: list[list[str]] | None = None,
    top: str = "red-9",
    edition: str = "classic",
    turn: int = 0,
    direction: int = 1,
    **options: Any,
) -> Game:
    """Return a table with these card rules."""
    given = {"card_rules": [*rows], **options}
    return Game.arrange(edition, hands=hands or HANDS, top=top, options=given, turn=turn, direction=direction)


# ---- what runs -------------------------------------------------------------------------------------
@pytest.mark.rule("card-rules")
@pytest.mark.parametrize("edition", editions.names())
def test_a_number_carries_a_rule_in_every_edition(edition: str) -> None:
    """In every edition a number card runs the rule that the table has written on it."""
    game = table(
        row("7", step("draws", "everyone else", 2)), edition=edition, hands=[["red-7", "red-1", "red-2"], ["blue-1"] * 2]
    )
    game.move(0, "play red-7")
    assert (counts(game), game.turn) == ([2, 4], 1)
    assert names(game.events(None))[-4:] == ["played", "rule", "drew", "drew"]


@pytest.mark.rule("card-rules")
def test_seven_swaps_and_zero_passes_on() -> None:
    """Seven-Zero: a 7 swaps hands with a player you choose, and a 0 passes all hands on in the direction of play."""
    game = table(*SEVEN_ZERO)
    game.move(0, "play red-7")
    assert (game.to_move, texts(game, 0), game.phase) == ((0,), ["choose 1", "choose 2"], "choose")
    assert game.view(1).special["rule"]["name"] == "Seven swaps"
    assert game.sentences(1)[-1] == "House rule on a red 7: “Seven swaps”"
    game.move(0, "choose 2")
    assert game.hands == [["green-1", "green-2", "green-3"], ["blue-1", "blue-2"], ["red-1", "red-2", "red-3"]]
    for direction, after in ((1, [["g"], ["r", "r"], ["b"]]), (-1, [["b"], ["g"], ["r", "r"]])):
        hands = [["red-0", "red-1", "red-2"], ["blue-1"], ["green-1"]]
        game = table(*SEVEN_ZERO, hands=hands, direction=direction)
        game.move(0, "play red-0")
        assert [[card[0] for card in hand] for hand in game.hands] == after


@pytest.mark.rule("card-rules")
def test_the_effect_of_the_card_comes_first() -> None:
    """A Reverse turns play around first, so that the next player is the one on the other side."""
    game = table(
        row("reverse", step("draws", "next", 2)), hands=[["red-reverse", "red-1", "red-2"], ["blue-1"] * 2, ["blue-2"] * 2]
    )
    game.move(0, "play red-reverse")
    assert (counts(game), game.turn, game.direction) == ([2, 2, 4], 2, -1)


@pytest.mark.rule("card-rules")
def test_the_more_exact_row_runs_alone() -> None:
    """A row about one colored card replaces the row about all of them."""
    rows = (row("red-7", step("draws", "me", 1)), row("7", step("draws", "next", 3)))
    game = table(*rows, hands=[["red-7", "blue-7", "red-2"], ["blue-1"] * 2])
    game.move(0, "play red-7")
    assert counts(game) == [3, 2]
    game = table(*rows, hands=[["red-7", "blue-7", "red-2"], ["blue-1"] * 2], top="blue-9")
    game.move(0, "play blue-7")
    assert counts(game) == [2, 5]


@pytest.mark.rule("card-rules")
def test_only_the_plain_wild_is_a_wild_here() -> None:
    """A rule on wilds is about the plain Wild: neither a Wild Draw Four nor an edition's own wild runs it."""
    rule = row("wild", step("draws", "everyone else", 1))
    hands = [["wild", "wild-draw-four", "red-1"], ["blue-1"] * 2]
    game = table(rule, hands=hands)
    game.move(0, "play wild red")
    assert counts(game) == [2, 3]
    game = table(rule, hands=hands, draw_four="free")
    game.move(0, "play wild-draw-four red")
    assert counts(game) == [2, 6]
    game = table(rule, hands=[["hero@batman", "wild@batman", "red-1"], ["blue-1"] * 2], edition="dawn-of-justice")
    game.move(0, "play hero@batman red")
    assert (counts(game), game.turn) == ([2, 2], 1)


@pytest.mark.rule("card-rules")
def test_a_performance_is_judged_in_every_edition() -> None:
    """What a rule's text says is done and judged, with the strictness of the edition."""
    rule = row("7", step("performs", "me", 3), text="Sing.")
    tables: list[tuple[str, dict[str, Any]]] = [("classic", {}), ("favorite-line", {}), ("dare", {"strictness": "unanimous"})]
    for edition, options in tables:
        game = table(rule, edition=edition, hands=[["red-7", "red-1", "red-2"], ["blue-1"] * 2, ["blue-2"] * 2], **options)
        game.move(0, "play red-7")
        assert (game.phase, game.to_move) == ("vote", (1, 2))
        assert game.view(1).special == {"rule": game.options["card_rules"][0], "performer": 0}
        play(game, (1, "vote yes"), (2, "vote no"))
        assert counts(game)[0] == (5 if edition == "dare" else 2), edition


@pytest.mark.rule("card-rules")
def test_a_lasting_dare_can_fail_while_a_rule_waits() -> None:
    """A dare that is called failed while a house rule waits for a choice is judged, and then the rule goes on."""
    rule = row("7", step("draws", "chosen", 2))
    options = {"dare_list": "house-rules", "house_rules": [{"text": "Whisper.", "lasting": True}] * 16, "card_rules": [rule]}
    hands = [["red-dare-3", "red-1", "red-2"], ["red-7", "red-3", "red-4"], ["blue-2"] * 2]
    game = Game.arrange("dare", hands=hands, top="red-9", options=options)
    play(game, (0, "play red-dare-3"), (1, "dare"), (1, "play red-7"))
    assert game.phase == "choose"
    play(game, (2, "failed 1"), (0, "vote no"))
    assert (game.phase, game.to_move, counts(game)) == ("choose", (1,), [2, 4, 2])
    game.move(1, "choose 0")
    assert (counts(game), game.turn) == ([4, 4, 2], 2)


@pytest.mark.rule("card-rules", "hero-block")
def test_a_card_that_can_be_blocked_runs_its_rule_once_it_is_accepted() -> None:
    """In an edition with blocks, a rule on an action card waits for the block, and a blocked card runs none."""
    rule = row("wild", step("draws", "next", 3))
    hands = [["wild@batman", "red-1", "red-2"], ["blue-1"] * 2, ["hero@superman", "blue-2", "blue-3"]]
    game = table(rule, hands=hands, edition="dawn-of-justice")
    game.move(0, "play wild@batman red")
    assert texts(game, 1) == ["accept"]
    game.move(1, "accept")
    assert (counts(game), game.turn) == ([2, 5, 3], 1)
    game = table(rule, hands=hands, edition="dawn-of-justice")
    play(game, (0, "play wild@batman red"), (2, "block hero@superman blue"))
    assert (counts(game), game.turn) == ([2, 2, 2], 1)


# ---- turns -----------------------------------------------------------------------------------------
@pytest.mark.rule("card-rules-turn")
def test_lost_turns_add_up() -> None:
    """A Skip with a rule that skips two more makes three players lose their turns; a two-player Reverse counts as one."""
    hands = [["red-skip", "red-1", "red-2"], *[["blue-1", "green-1"]] * 2, *[["blue-2", "green-2"]] * 2]
    game = table(row("skip", step("skips", n=2)), hands=hands)
    game.move(0, "play red-skip")
    assert (game.turn, names(game.events(None))[-3:]) == (4, ["skipped"] * 3)
    hands = [["red-reverse", "red-1", "red-2"], ["blue-1"] * 2]
    game = table(row("reverse", step("skips", n=1)), hands=hands)
    game.move(0, "play red-reverse")
    assert game.turn == 1
    game = table(row("reverse", step("draws", "me", 1)), hands=hands)
    game.move(0, "play red-reverse")
    assert game.turn == 0


@pytest.mark.rule("card-rules-turn")
def test_playing_again_beats_lost_turns() -> None:
    """A player who plays again does so, and nobody loses a turn."""
    game = table(row("skip", step("plays again"), step("skips", n=1)), hands=[["red-skip", "red-1", "red-2"], *HANDS[1:]])
    game.move(0, "play red-skip")
    assert (game.turn, "skipped" in names(game.events(None))) == (0, False)


@pytest.mark.rule("card-rules-turn")
def test_nobody_plays_again_four_times_in_a_row() -> None:
    """The fourth time in a row does nothing, so that lost turns count; a turn that comes in another way begins a new row."""
    ones = ["red-1", "red-1", "blue-1", "blue-1", "green-1", "green-1"]
    game = table(row("1", step("plays again"), step("skips", n=1)), hands=[[*ones, "red-2"], ["blue-3"] * 2, ["blue-4"] * 2])
    for card in ones[:3]:
        game.move(0, f"play {card}")
        assert game.turn == 0
    game.move(0, "play blue-1")
    assert (game.turn, names(game.events(None))[-1]) == (2, "skipped")
    play(game, (2, "play blue-4"), (0, "draw"))
    play(game, (0, "pass"), (1, "draw"), (1, "pass"), (2, "draw"), (2, "pass"))
    game.move(0, "draw")
    game = table(row("1", step("plays again")), hands=[["red-1", "red-1", "red-2"], ["blue-3"] * 2])
    play(game, (0, "play red-1"), (0, "draw"), (0, "pass"))
    assert game.turn == 1


# ---- what runs no rule -----------------------------------------------------------------------------
@pytest.mark.rule("card-rules-not")
def test_a_last_card_runs_no_rule() -> None:
    """A last card goes out, and its rule is dropped."""
    game = table(*SEVEN_ZERO, hands=[["red-7"], ["blue-1"] * 2])
    game.move(0, "play red-7")
    assert (game.round_over, game.winners) == (True, (0,))


@pytest.mark.rule("card-rules-not")
def test_an_opening_card_runs_no_rule() -> None:
    """The opening card was played by nobody."""
    rule = row("red-5", step("draws", "everyone", 3))
    deck = [editions.get("classic").codec.card_texts[code] for code in editions.get("classic").deck({})]
    deck.remove("red-5")
    deck.insert(14, "red-5")
    game = Game("classic", 2, options={"card_rules": [rule]}, deck=deck)
    assert (game.top, counts(game)) == ("red-5", [7, 7])


@pytest.mark.rule("card-rules-not", "deflect")
def test_a_deflecting_reverse_runs_no_rule() -> None:
    """A Reverse that sends a draw card back runs no rule."""
    hands = [["red-draw-two", "red-1", "red-2"], ["red-reverse", "blue-1", "blue-2"], ["green-1"] * 2]
    game = table(row("reverse", step("draws", "everyone", 1)), hands=hands, deflect="reverse")
    play(game, (0, "play red-draw-two"), (1, "play red-reverse"), (0, "accept"))
    assert counts(game) == [4, 2, 2]


@pytest.mark.rule("card-rules-not", "uno-duty-any-way")
def test_a_rule_that_leaves_one_card_owes_no_call() -> None:
    """A player who gets a one-card hand by a swap doesn't have to call, and a catch is refused with the reason."""
    game = table(*SEVEN_ZERO, hands=[["red-7", "red-1"], ["blue-1", "blue-2", "blue-3"], ["green-1"] * 2])
    play(game, (0, "play red-7"), (0, "choose 1"))
    assert (counts(game), game.owes_uno) == ([3, 1, 2], ())
    with pytest.raises(IllegalMove, match="a house rule left them with one card"):
        game.move(0, "catch 1")


# ---- writing them ----------------------------------------------------------------------------------
WRONG = {
    "no list": ("7", "card rules are a list of rows"),
    "too many": ([row(str(n), step("reverses")) for n in range(9)], "at most 8 card rules, not 9"),
    "no when": ([{"name": "x", "steps": [step("reverses")]}], "says which cards it is about with 'when'"),
    "no such card": ([row("joker", step("reverses"))], "no rule can be written on 'joker'"),
    "a draw card": ([row("draw-two", step("reverses"))], "no rule can be written on 'draw-two'"),
    "twice": ([row("7", step("reverses")), row("7", step("plays again"))], "two rows are about 7"),
    "no text": ([row("7", step("performs", "me", 1))], "'performs' needs a text"),
    "no step": ([row("7")], "a house rule needs a list of steps"),
}


@pytest.mark.rule("card-rules")
@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_be_written_is_refused(what: str) -> None:
    """Rows that make no sense are refused, and the refusal says why."""
    given, why = WRONG[what]
    with pytest.raises(InvalidOption, match="card_rules is a list of up to 8 rows") as refusal:
        Game("classic", options={"card_rules": given})
    assert why in str(refusal.value)


@pytest.mark.rule("card-rules")
def test_a_card_that_the_edition_lacks_is_refused() -> None:
    """An edition without a plain Wild refuses a rule on it, and offers none in its library."""
    with pytest.raises(InvalidOption, match="no rule can be written on 'wild'"):
        Game("dare", options={"card_rules": [row("wild", step("reverses"))]})
    library = next(option for option in editions.get("dare").options if option.name == "card_rules").form["library"]
    assert "wild" not in {ready["when"] for ready in library}


@pytest.mark.rule("card-rules")
def test_numbers_may_be_numbers() -> None:
    """A number can be written without quotes, and a table without card rules doesn't name them."""
    game = Game("classic", options={"card_rules": [{"when": 7, "name": "x", "steps": [step("reverses")]}]})
    assert game.options["card_rules"][0]["when"] == "7"
    assert "card_rules" not in Game("classic", options={"card_rules": []}).options


@pytest.mark.rule("card-rules")
def test_card_rules_are_rewritten_between_rounds() -> None:
    """Between rounds a table may write other card rules, and the record replays."""
    game = table(*SEVEN_ZERO, hands=[["red-1"], ["blue-1"] * 2], target=500)
    game.move(0, "play red-1")
    game.next_round({"card_rules": [row("red-3", step("reverses"))]})
    assert [each["when"] for each in game.options["card_rules"]] == ["red-3"]
    assert Game.replay(game.record()).options == game.options
    while not game.round_over:
        seat = game.to_move[0]
        game.move(seat, game.moves(seat)[0])
    if not game.over:
        game.next_round({"card_rules": []})
        assert "card_rules" not in game.options


@pytest.mark.rule("card-rules")
@pytest.mark.parametrize("edition", editions.names())
def test_every_ready_rule_can_be_played(edition: str) -> None:
    """Every rule of the library works as it is, in every edition that has its cards, and a round with it ends."""
    form = next(option for option in editions.get(edition).options if option.name == "card_rules").form
    assert len(LIBRARY) >= 12
    for seed, ready in enumerate(form["library"]):
        *_, game = walk(edition, 3, seed, {"card_rules": [ready]})
        assert game.round_over, ready


@pytest.mark.rule("card-rules")
def test_steady_swaps_with_the_smallest_hand() -> None:
    """With a large hand ``steady`` plays a 7 and takes the smallest hand. With the smallest it plays something else."""
    hands = [
        ["red-7", *["green-5", "green-6", "yellow-5", "yellow-6"], "red-1"],
        ["blue-1"] * 2,
        ["green-1"] * 2 + ["blue-3"] * 2,
    ]
    game = table(*SEVEN_ZERO, hands=hands)
    rng = Random(1)
    assert STEADY.choose(game.view(0), game.moves(0), rng) == "play red-7"
    game.move(0, "play red-7")
    assert STEADY.choose(game.view(0), game.moves(0), rng) == "choose 1"
    game = table(
        *SEVEN_ZERO, hands=[["red-7", "red-8", "green-8"], ["blue-1"] * 2 + ["blue-2"] * 2, ["green-1"] * 2 + ["blue-3"] * 2]
    )
    assert STEADY.choose(game.view(0), game.moves(0), rng) == "play red-8"


@pytest.mark.rule("card-rules")
def test_what_cards_do_is_said_before_they_are_played() -> None:
    """The consequence of a play names the rule and says what it does, and that of a choice says whom it is about."""
    game = table(*SEVEN_ZERO)
    told = {str(move): [each.says for each in said] for move, said in game.consequences(0).items()}
    does = ["House rule: {text}.", "You pick a player and swap hands with them.", "{seat} is next."]
    assert told["play red-7"] == does
    game.move(0, "play red-7")
    assert [each.says for each in game.consequences(0)[game.moves(0)[0]]] == ["You swap hands with {seat}."]


@pytest.mark.rule("card-rules", "hidden")
def test_nobody_sees_more_than_the_hand_that_they_passed_on() -> None:
    """Whoever passes a hand on still knows what was in it, and nobody else does."""
    game = table(*SEVEN_ZERO, hands=[["red-0", "red-1", "red-2"], ["blue-1"] * 2, ["green-1"] * 2])
    game.move(0, "play red-0")
    assert game.view(0).known == {1: ("red-1", "red-2")}
    assert game.view(2).known == {0: ("green-1", "green-1")}
    assert game.view(None).known == {}


def test_votes_of_rules_fail_whoever_most_reject() -> None:
    """If most votes go against the performer of a card rule, the performer draws, and play goes on."""
    game = table(row("7", step("performs", "next", 2), text="Hum."))
    game.move(0, "play red-7")
    vote_all(game, "no")
    assert (counts(game), game.turn) == ([3, 4, 3], 1)
