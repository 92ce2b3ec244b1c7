"""House rules: what a table writes on the Customizable cards, and the hook for going further."""

from __future__ import annotations

from typing import Any

import pytest

import house_hook
from lastcard import Game, editions, house_rules
from lastcard.errors import InvalidOption
from special_cards import counts, names, play, refused_by, texts, vote, vote_all

CARD = "wild-custom@batman"
WHO = ("me", "next", "previous", "chosen", "everyone", "everyone else", "most", "fewest")
# Seat 0 plays the card and chooses seat 2 if a rule asks; seat 3 has the most cards and seat 1 the fewest.
SEATS = {
    "me": {0},
    "next": {1},
    "previous": {3},
    "chosen": {2},
    "everyone": {0, 1, 2, 3},
    "everyone else": {1, 2, 3},
    "most": {3},
    "fewest": {1},
}
HANDS = [
    ["silver-1", "silver-2", "silver-3"],
    ["gold-1", "gold-2"],
    ["blue-1", "blue-2", "blue-3", "blue-4"],
    ["red-1", "red-2", "red-3", "red-4", "red-5"],
]


def step(does: str, who: str | None = None, n: int | None = None) -> dict[str, Any]:
    """Return one step as a table writes it."""
    return {"does": does, **({} if who is None else {"who": who}), **({} if n is None else {"n": n})}


def rule(*steps: dict[str, Any], text: str = "Sing.") -> dict[str, Any]:
    """Return a house rule made of these steps."""
    return {"name": "Ours", "text": text, "steps": list(steps)}


def table(written: dict[str, Any], hands: list[list[str]] | None = None, direction: int = 1) -> Game:
    """Seat 0 has played the Customizable card with this rule, and the next player has accepted it."""
    held = [list(hand) for hand in (hands or HANDS)]
    held[0] = [CARD, *held[0]]
    options = {"house_rules": {"batman": written, "superman": None}}
    game = Game.arrange("dawn-of-justice", hands=held, top="red-9", direction=direction, options=options)
    game.move(0, f"play {CARD} gold")
    game.move(game.to_move[0], "accept")
    return game


def run(written: dict[str, Any], hands: list[list[str]] | None = None, direction: int = 1) -> Game:
    """Do the same as ``table``, choosing seat 2 if the rule asks for someone."""
    game = table(written, hands, direction)
    if game.phase == "choose":
        game.move(0, "choose 2")
    return game


# ---- draws -----------------------------------------------------------------------------------------
@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("n", [1, 9])
def test_draws(who: str, n: int) -> None:
    """Exactly the players that a "draws" step names draw that many cards, and play goes on."""
    game = run(rule(step("draws", who, n)))
    assert counts(game) == [len(hand) + (n if seat in SEATS[who] else 0) for seat, hand in enumerate(HANDS)]
    assert (game.turn, game.phase, game.color, game.top) == (1, "turn", "gold", CARD)


@pytest.mark.rule("custom-rule", "pile-reshuffle")
def test_several_draw_in_order_of_play() -> None:
    """When several players draw, the next player is first and the player of the card last."""
    game = run(rule(step("draws", "everyone", 1)), direction=-1)
    drawers = [event.seat for event in game.events(None) if event.what == "drew"]
    assert drawers == [3, 2, 1, 0]


@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize(("who", "seat"), [("next", 3), ("previous", 1)])
def test_next_and_previous_follow_the_direction(who: str, seat: int) -> None:
    """When play runs to the right, the next player is the one on the right."""
    game = run(rule(step("draws", who, 2)), direction=-1)
    assert counts(game)[seat] == len(HANDS[seat]) + 2


@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize("who", ["most", "fewest"])
def test_of_several_with_most_or_fewest_the_first_in_order_of_play_is_meant(who: str) -> None:
    """If players tie for most or fewest cards, the first in order of play is meant, and the player of the card comes last."""
    hands = [["silver-1", "silver-2"], ["gold-1", "gold-2"], ["blue-1", "blue-2"]]
    assert counts(run(rule(step("draws", who, 1)), hands)) == [2, 3, 2]
    assert counts(run(rule(step("draws", who, 1)), hands, direction=-1)) == [2, 2, 3]


# ---- discards --------------------------------------------------------------------------------------
@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize("who", WHO)
def test_discards(who: str) -> None:
    """Exactly the players that a "discards" step names choose a card to discard, in any order, and then play goes on."""
    game = run(rule(step("discards", who, 1)))
    assert (set(game.to_move), game.turn) == (SEATS[who], 0)
    for seat in reversed(game.to_move):
        assert texts(game, seat) == [f"discard {card}" for card in game.hands[seat]]
        game.move(seat, f"discard {game.hands[seat][0]}")
    assert counts(game) == [len(hand) - (1 if seat in SEATS[who] else 0) for seat, hand in enumerate(HANDS)]
    assert (game.turn, game.phase) == (1, "turn")


@pytest.mark.rule("custom-rule")
def test_several_cards_are_discarded_one_by_one() -> None:
    """A player who must discard several cards chooses them one at a time."""
    game = run(rule(step("discards", "chosen", 3)))
    for card in ("blue-4", "blue-1", "blue-3"):
        assert game.to_move == (2,)
        game.move(2, f"discard {card}")
    assert (game.hands[2], game.turn) == (["blue-2"], 1)


@pytest.mark.rule("custom-rule")
def test_discards_go_under_the_card_that_was_played() -> None:
    """Discards go under the Customizable, which stays on top with its color, and everyone sees them."""
    game = run(rule(step("discards", "me", 1)))
    game.move(0, "discard silver-2")
    assert (game.discard_pile, game.color) == (["red-9", "silver-2", CARD], "gold")
    assert game.events(None)[-1].card == "silver-2"


@pytest.mark.rule("custom-rule", "uno-duty-any-way")
def test_no_step_takes_a_last_card() -> None:
    """You never discard your last card: told to discard too many you keep one, and with one card you aren't asked."""
    game = run(rule(step("discards", "everyone", 9)), [["silver-1"], ["gold-1", "gold-2"], ["blue-1"]])
    assert game.to_move == (1,)
    game.move(1, "discard gold-1")
    assert (counts(game), game.phase, game.turn) == ([1, 1, 1], "turn", 1)


@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize(("seat", "move"), [(2, "discard red-1"), (1, "discard gold-1"), (2, "draw"), (1, "choose 2")])
def test_what_is_not_a_discard(seat: int, move: str) -> None:
    """Only a player who is asked can discard, and only their own card."""
    assert refused_by(run(rule(step("discards", "chosen", 1))), seat, move) in ("custom-rule", "turn-draw")


# ---- hands -----------------------------------------------------------------------------------------
@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize(("to", "by"), [("left", 1), ("right", -1)])
def test_hands_pass(to: str, by: int, direction: int) -> None:
    """Passing hands moves every hand one seat to that side of the table, whichever way play runs."""
    game = run(rule(step(f"passes hands {to}")), direction=direction)
    assert [game.hands[(seat + by) % 4] for seat in range(4)] == HANDS


@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize("who", ["next", "previous", "chosen", "most", "fewest"])
def test_hands_are_swapped(who: str) -> None:
    """The player of the card and the player the step names swap hands, and nobody else does."""
    game = run(rule(step("swaps hands", who)))
    (other,) = SEATS[who]
    wanted = [list(hand) for hand in HANDS]
    wanted[0], wanted[other] = wanted[other], wanted[0]
    assert game.hands == wanted


@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize(
    ("does", "old"),
    [
        (step("swaps hands", "chosen"), [2, 1, 0, 3]),
        (step("passes hands left"), [3, 0, 1, 2]),
        (step("passes hands right"), [1, 2, 3, 0]),
    ],
)
def test_a_hand_received_is_played_from(does: dict[str, Any], old: list[int]) -> None:
    """After hands change places, you play with the cards you now hold."""
    game = run(rule(does, step("discards", "everyone", 1)))
    for seat in range(4):
        assert texts(game, seat) == [f"discard {card}" for card in HANDS[old[seat]]]
        game.move(seat, f"discard {HANDS[old[seat]][0]}")
    assert counts(game) == [len(HANDS[seat]) - 1 for seat in old]


@pytest.mark.rule("custom-rule")
def test_a_swap_with_oneself_changes_nothing() -> None:
    """If the player of the card already has the most cards, swapping with whoever has the most does nothing."""
    hands = [["silver-1", "silver-2"], ["gold-1"], ["blue-1"]]
    assert run(rule(step("swaps hands", "most")), hands).hands == hands


@pytest.mark.rule("custom-rule", "hidden")
@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
@pytest.mark.parametrize("does", ["swaps hands", "passes hands left"])
def test_a_player_who_gave_a_hand_away_knows_it_and_nobody_else(seat: int | None, does: str) -> None:
    """After hands change places you see your new hand and know where your old one went; nobody else does."""
    written = rule(step(does, "chosen" if does == "swaps hands" else None))
    game = run(written)
    view = game.view(seat)
    assert list(view.hand) == ([] if seat is None else game.hands[seat])
    moved = {0: 2, 2: 0} if does == "swaps hands" else {0: 1, 1: 2, 2: 3, 3: 0}
    known = {moved[seat]: tuple(HANDS[seat])} if seat in moved else {}
    assert view.known == known


# ---- turns -----------------------------------------------------------------------------------------
@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize(("n", "turn"), [(1, 2), (2, 3), (3, 0), (4, 1), (9, 2)])
def test_skips(n: int, turn: int) -> None:
    """A "skips" step makes the next players in order lose their turns, as many as it says."""
    game = run(rule(step("skips", n=n)))
    assert (game.turn, names(game.events(None)).count("skipped")) == (turn, n)


@pytest.mark.rule("custom-rule")
def test_plays_again() -> None:
    """A "plays again" step gives the player of the card another turn."""
    game = run(rule(step("plays again")))
    assert (game.turn, game.to_move, game.phase) == (0, (0,), "turn")


@pytest.mark.rule("custom-rule", "uno-window")
def test_a_player_who_plays_again_and_owes_the_call_calls_first() -> None:
    """A player who plays again with one card left must call first and can still be caught."""
    game = run(rule(step("plays again")), [["gold-5"], ["gold-1", "gold-2"], ["blue-1"]])
    assert (texts(game, 0), texts(game, 2)) == (["uno"], ["catch 0"])
    play(game, (0, "uno"), (0, "play gold-5"))
    assert game.round_over


@pytest.mark.rule("custom-rule")
def test_reverses() -> None:
    """A "reverses" step reverses play, so the player who went before has the turn."""
    game = run(rule(step("reverses")))
    assert (game.direction, game.turn) == (-1, 3)


# ---- performs --------------------------------------------------------------------------------------
@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize(("word", "penalty"), [("no", 3), ("yes", 0)])
def test_performs(who: str, word: str, penalty: int) -> None:
    """Each player the step names is judged by everyone else, in order of play, and those who fail draw the penalty."""
    game = run(rule(step("performs", who, 3)))
    judged = []
    while game.phase == "vote":
        performer = game.view(None).special["performer"]
        judged.append(performer)
        assert set(game.to_move) == {0, 1, 2, 3} - {performer}
        assert game.turn == 0
        vote_all(game, word)
    assert judged == [seat for seat in (1, 2, 3, 0) if seat in SEATS[who]]
    assert counts(game) == [len(hand) + (penalty if seat in SEATS[who] else 0) for seat, hand in enumerate(HANDS)]
    assert game.turn == 1


@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize(("words", "fails"), [(("no", "no", "yes"), True), (("no", "yes", "abstain"), False)])
def test_a_performance_fails_by_more_than_half(words: tuple[str, str, str], fails: bool) -> None:
    """A performance fails if more than half of the votes cast say no."""
    game = run(rule(step("performs", "next", 1)))
    vote(game, s0=words[0], s2=words[1], s3=words[2])
    assert counts(game)[1] == (3 if fails else 2)


@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize("move", ["draw", "play gold-1", "accept", "block hero@superman red"])
def test_the_vote_suspends_everything_else(move: str) -> None:
    """While the table judges, nobody plays and nobody blocks."""
    assert refused_by(run(rule(step("performs", "next", 1))), 1, move) == "custom-rule"


@pytest.mark.rule("custom-rule")
def test_everybody_sees_the_rule_that_runs() -> None:
    """While a rule is waiting for someone, everyone sees the rule and the players it names."""
    game = run(rule(step("performs", "next", 1), step("draws", "chosen", 1)))
    for seat in (0, 1, 2, 3, None):
        special = game.view(seat).special
        assert (special["rule"]["text"], special["chosen"], special["performer"]) == ("Sing.", 2, 1)


@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize("performer", ["next", "chosen"])
def test_the_chosen_player_is_named_while_it_matters(performer: str) -> None:
    """Once nothing else will happen to the chosen player, only the player who is judged is named."""
    special = run(rule(step("draws", "chosen", 1), step("performs", performer, 1))).view(0).special
    assert "chosen" not in special
    assert special["performer"] == (1 if performer == "next" else 2)


# ---- chosen ----------------------------------------------------------------------------------------
@pytest.mark.rule("custom-rule")
def test_the_chosen_one_is_asked_for_first() -> None:
    """If a rule names a chosen player, the player of the card picks any other player before a step runs."""
    game = table(rule(step("draws", "everyone", 1), step("draws", "chosen", 1)))
    assert (game.to_move, game.turn, counts(game)) == ((0,), 0, [3, 2, 4, 5])
    assert texts(game, 0) == ["choose 1", "choose 2", "choose 3"]
    game.move(0, "choose 3")
    assert counts(game) == [4, 3, 5, 7]


@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize("move", ["choose 0", "choose 7", "draw"])
def test_only_another_player_is_chosen(move: str) -> None:
    """You can't choose yourself or an empty seat, and you must choose before doing anything else."""
    game = table(rule(step("draws", "chosen", 1)))
    assert refused_by(game, 0, move) in ("custom-rule", "turn-draw")


@pytest.mark.rule("custom-rule")
def test_a_rule_about_nobody_chosen_asks_for_nobody() -> None:
    """If no step names a chosen player, nobody has to be picked."""
    assert table(rule(step("draws", "next", 1))).phase == "turn"


# ---- composition -----------------------------------------------------------------------------------
@pytest.mark.rule("custom-rule")
def test_steps_run_in_order() -> None:
    """Each step builds on the ones before it: after a reverse, the next player is on the other side."""
    game = run(rule(step("draws", "next", 1), step("reverses"), step("draws", "next", 2), step("skips", n=1)))
    assert (counts(game), game.direction, game.turn) == ([3, 3, 4, 7], -1, 2)


@pytest.mark.rule("custom-rule")
def test_most_is_who_has_most_when_the_step_runs() -> None:
    """Who has the most cards is decided when the step runs, so earlier draws count."""
    game = run(rule(step("draws", "chosen", 5), step("draws", "most", 1)))
    assert counts(game) == [3, 2, 10, 5]


@pytest.mark.rule("custom-rule")
def test_a_rule_goes_on_after_a_step_that_waits() -> None:
    """The rule waits for discards and votes one after the other, and then the rest of it runs."""
    game = run(rule(step("discards", "me", 1), step("performs", "next", 2), step("draws", "me", 4), step("plays again")))
    game.move(0, "discard silver-1")
    vote_all(game, "no")
    assert (counts(game), game.turn) == ([6, 4, 4, 5], 0)


@pytest.mark.rule("custom-rule")
def test_the_longest_rule_runs_to_its_end() -> None:
    """A rule with the maximum number of steps runs all of them."""
    game = run(rule(*[step("draws", "next", 1)] * house_rules.MOST_STEPS))
    assert counts(game)[1] == 2 + house_rules.MOST_STEPS


@pytest.mark.rule("custom-rule")
def test_the_two_cards_may_carry_different_rules() -> None:
    """Each of the two cards runs its own rule."""
    rules = {"batman": rule(step("draws", "next", 1)), "superman": rule(step("draws", "previous", 2))}
    hands = [["wild-custom@batman", "silver-1", "silver-2"], ["wild-custom@superman", "gold-1", "gold-2"], ["blue-1"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9", options={"house_rules": rules})
    play(game, (0, "play wild-custom@batman red"), (1, "accept"))
    assert counts(game) == [2, 4, 1]
    play(game, (1, "play wild-custom@superman red"), (2, "accept"))
    assert counts(game) == [4, 3, 1]


@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize("first", [step("plays again"), step("skips", n=2)])
def test_a_rule_leaves_nothing_to_the_next_one(first: dict[str, Any]) -> None:
    """Skips, extra turns and a chosen player don't carry over to the next rule."""
    rules = {"batman": rule(step("draws", "chosen", 1), first), "superman": rule(step("discards", "next", 1))}
    hands = [["wild-custom@batman", "wild-custom@superman", "silver-1"], ["gold-1", "gold-2"], ["blue-1", "blue-2"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9", options={"house_rules": rules})
    play(game, (0, "play wild-custom@batman red"), (1, "accept"), (0, "choose 2"))
    assert game.turn == 0
    play(game, (0, "play wild-custom@superman red uno"), (1, "accept"))
    assert (game.to_move, "chosen" in game.view(0).special) == ((1,), False)
    game.move(1, "discard gold-1")
    assert (game.turn, game.phase) == (1, "turn")


@pytest.mark.rule("custom-rule")
def test_what_is_told() -> None:
    """The rule, the choice and every step are reported."""
    steps = [step("swaps hands", "chosen"), step("passes hands left"), step("reverses"), step("draws", "me", 1)]
    game = run(rule(*steps, step("plays again")))
    told = [name for name in names(game.events(None)) if name not in ("dealer", "dealt", "flipped", "handed")]
    assert told == ["played", "accepted", "rule", "chose", "swapped", "hands-passed", "reversed", "drew", "again"]


@pytest.mark.rule("custom-rule")
def test_a_card_with_no_rule_is_a_plain_wild() -> None:
    """If only one of the cards has a rule, the blank one just names a color."""
    hands = [["wild-custom@superman", "silver-1", "silver-2"], ["gold-1", "gold-2"]]
    rules = {"batman": rule(step("draws", "next", 1))}
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9", options={"house_rules": rules})
    play(game, (0, "play wild-custom@superman gold"), (1, "play gold-1 uno"))
    assert (game.color, counts(game)) == ("gold", [2, 1])


@pytest.mark.rule("out-draw", "custom-rule")
def test_a_rule_on_a_last_card_is_dropped() -> None:
    """A Customizable played as the last card wins the round, and its rule doesn't run."""
    options = {"house_rules": {"batman": rule(step("draws", "everyone", 3))}}
    game = Game.arrange("dawn-of-justice", hands=[[CARD], ["gold-1"]], top="red-9", options=options)
    game.move(0, f"play {CARD} gold")
    assert (game.round_over, counts(game)) == (True, [0, 1])


# ---- calls -----------------------------------------------------------------------------------------
@pytest.mark.rule("uno-duty-any-way")
@pytest.mark.parametrize(
    ("does", "moves", "seat"),
    [
        (step("discards", "next", 1), ((1, "discard gold-1"),), 1),
        (step("swaps hands", "previous"), (), 2),
        (step("passes hands left"), (), 1),
    ],
)
def test_a_one_card_hand_that_a_house_rule_makes_owes_no_call(
    does: dict[str, Any], moves: tuple[tuple[int, str], ...], seat: int
) -> None:
    """A discard or a swapped hand that leaves you with one card needs no call, and a call owed doesn't move with a hand."""
    game = run(rule(does), [["silver-1"], ["gold-1", "gold-2"], ["blue-1", "blue-2", "blue-3"]])
    play(game, *moves)
    assert counts(game)[seat] == 1
    assert game.view(0).owes_uno == ((0,) if does["does"] == "discards" else ())


@pytest.mark.rule("uno-once", "custom-rule")
def test_drawing_by_a_house_rule_ends_a_duty() -> None:
    """A player who owes the call and draws by a house rule no longer owes it."""
    game = run(rule(step("draws", "me", 1)), [["silver-1"], ["gold-1"], ["blue-1"]])
    assert refused_by(game, 1, "catch 0") == "uno-false"


# ---- writing ---------------------------------------------------------------------------------------
def finished(options: dict[str, Any] | None = None) -> Game:
    """Set up a round that seat 0 has just won, in a game that goes on."""
    game = Game.arrange("dawn-of-justice", hands=[["red-1"], ["gold-1"]], top="red-9", options=options)
    game.move(0, "play red-1")
    return game


@pytest.mark.rule("custom-rule")
def test_rules_are_rewritten_between_rounds() -> None:
    """A table may write new rules before the next deal, everyone sees them, and a card left out keeps its rule."""
    old, new = rule(step("reverses")), rule(step("draws", "me", 1), text="")
    game = finished({"house_rules": {"batman": old}})
    game.next_round({"house_rules": {"superman": new}})
    assert game.options["house_rules"] == {"batman": old, "superman": new}
    assert game.view(None).options["house_rules"]["superman"] == new
    assert Game.replay(game.record()).options == game.options


@pytest.mark.rule("custom-rule")
def test_a_rewritten_rule_is_the_one_that_runs() -> None:
    """In the next round, a Customizable does what is now written on it."""
    game = finished({"house_rules": {"batman": rule(step("reverses"))}})
    game.next_round({"house_rules": {"batman": rule(step("draws", "next", 3)), "superman": rule(step("draws", "next", 3))}})
    while not any(card.startswith("wild-custom") for card in game.hands[game.turn]) or game.phase != "turn":
        (seat,) = game.to_move
        moves = [move for move in texts(game, seat) if move.split()[0] in ("color", "accept", "draw", "pass")]
        game.move(seat, moves[0])
    seat = game.turn
    other = 1 - seat
    count = counts(game)[other]
    card = next(card for card in game.hands[seat] if card.startswith("wild-custom"))
    play(game, (seat, f"play {card} red"), (other, "accept"))
    assert counts(game)[other] == count + 3


@pytest.mark.rule("custom-rule")
def test_rules_stay_written_when_nothing_is_said() -> None:
    """The next round keeps the rules unless the table changes them."""
    game = finished({"house_rules": {"batman": rule(step("reverses"))}})
    game.next_round()
    assert game.options["house_rules"]["batman"] == rule(step("reverses"))


@pytest.mark.rule("custom-rule")
def test_a_bad_rewriting_changes_nothing() -> None:
    """If a new rule is refused, the round stays over and the old rules stay written."""
    game = finished({"house_rules": {"batman": rule(step("reverses"))}})
    with pytest.raises(InvalidOption, match="no step 'sings'"):
        game.next_round({"house_rules": {"batman": rule(step("sings"))}})
    assert (game.round_over, game.round_number, game.options["house_rules"]["batman"]) == (True, 0, rule(step("reverses")))


REFUSED: list[tuple[Any, str]] = [
    ("draw two", "a house rule has a name, a text and steps"),
    ([], "a house rule has a name, a text and steps"),
    ({"name": "Ours", "steps": [step("reverses")], "color": "red"}, "not 'color'"),
    ({"steps": [step("reverses")]}, "'name' must not be empty"),
    ({"name": 7, "steps": [step("reverses")]}, "'name' must be text, not int"),
    ({"name": "x" * 41, "steps": [step("reverses")]}, "'name' must have at most 40"),
    ({"name": "a\x07b", "steps": [step("reverses")]}, "'name' must not hold control"),
    ({"name": "Ours", "text": "x" * 201, "steps": [step("reverses")]}, "'text' must have at most 200"),
    ({"name": "Ours", "text": None, "steps": [step("reverses")]}, "'text' must be text"),
    ({"name": "Ours"}, "needs a list of steps"),
    ({"name": "Ours", "steps": []}, "needs a list of steps"),
    ({"name": "Ours", "steps": "reverses"}, "needs a list of steps"),
    ({"name": "Ours", "steps": ["reverses"]}, "a step is a mapping with 'does'"),
    ({"name": "Ours", "steps": [step("reverses")] * 9}, "at most 8 steps, not 9"),
    (rule(step("sings")), "no step 'sings'; the steps are draws, discards"),
    (rule({}), "no step None"),
    (rule({"does": ["draws"]}), "there is no step"),
    (rule({**step("reverses"), "times": 2}), "a step has does, who, n, not 'times'"),
    (rule(step("draws", "next", 0)), "a number n from 1 to 9, not 0"),
    (rule(step("draws", "next", 10)), "a number n from 1 to 9, not 10"),
    (rule(step("draws", "next")), "a number n from 1 to 9, not None"),
    (rule({"does": "draws", "who": "next", "n": True}), "a number n from 1 to 9, not True"),
    (rule({"does": "draws", "who": "next", "n": 2.0}), "a number n from 1 to 9, not 2.0"),
    (rule(step("skips")), "a number n from 1 to 9"),
    (rule(step("reverses", n=1)), "'reverses' takes no number"),
    (rule(step("draws", n=1)), "'draws' can be about me, next, .*, not None"),
    (rule(step("draws", "dealer", 1)), "not 'dealer'"),
    (rule({"does": "draws", "who": ["me"], "n": 1}), "'draws' can be about me"),
    (rule(step("swaps hands", "everyone")), "'swaps hands' can be about next, previous, chosen, most, fewest"),
    (rule(step("swaps hands", "me")), "not 'me'"),
    (rule(step("plays again", "next")), "takes no 'who'"),
    (rule(step("performs", "me", 2), text=""), "'performs' needs a text"),
]


@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize(("written", "reason"), REFUSED)
def test_what_cannot_be_written(written: Any, reason: str) -> None:
    """A rule with an invalid step, number, player, key or text is refused with the reason as it is written."""
    with pytest.raises(InvalidOption, match=reason) as refusal:
        Game("dawn-of-justice", options={"house_rules": {"batman": written}})
    assert "house_rules" in str(refusal.value)


@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize("rules", [[], "none", {"joker": None}, {1: None}])
def test_only_the_two_cards_are_written_on(rules: Any) -> None:
    """House rules can be written only for Batman's and Superman's Customizable."""
    with pytest.raises(InvalidOption, match='a mapping of "batman" and "superman"'):
        Game("dawn-of-justice", options={"house_rules": rules})


@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize("does", house_rules.STEPS)
def test_every_step_can_be_written_and_said(does: str) -> None:
    """Every step is accepted with each player it can name, and each reads as its own sentence."""
    word = house_rules.STEPS[does]
    said = set()
    for who in word.who or (None,):
        written = house_rules.check_rule(rule(step(does, who, 3 if word.takes_n else None)))
        said.add(house_rules.sentence(written))
    assert len(said) == max(1, len(word.who))
    assert all(sentence.endswith(".") and "{" not in sentence for sentence in said)


@pytest.mark.rule("custom-rule")
@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        ([step("draws", "next", 2)], "The next player draws 2."),
        ([step("draws", "me", 1), step("plays again")], "You draw 1; then you play again."),
        ([step("skips", n=1)], "The next player loses a turn."),
        ([step("skips", n=2)], "The next 2 players lose a turn."),
        ([step("swaps hands", "most")], "You swap hands with whoever has the most cards."),
        ([step("performs", "chosen", 3)], "The chosen player does what the text says, judged by the table, or draws 3."),
        ([step("discards", "everyone", 1)], "Everyone discards 1 of their cards, but never the last one."),
    ],
)
def test_a_rule_in_words(steps: list[dict[str, Any]], sentence: str) -> None:
    """The table can read a rule as a sentence before agreeing to it."""
    assert house_rules.sentence(house_rules.check_rule(rule(*steps))) == sentence


@pytest.mark.rule("custom-rule")
def test_texts_are_trimmed() -> None:
    """Spaces around a rule's name and text are trimmed."""
    assert house_rules.check_rule({"name": " Ours ", "text": " Sing. ", "steps": [step("reverses")]}) == rule(step("reverses"))


# ---- the hook --------------------------------------------------------------------------------------
@pytest.mark.rule("custom-rule")
def test_a_module_of_kernels_replaces_what_steps_cannot_say() -> None:
    """A module of kernels can replace what steps can't express, and the original edition stays as it was."""
    ours = editions.get("dawn-of-justice").with_kernels(house_hook, id="ours")
    options = {"house_rules": {"batman": rule(step("reverses"))}}
    hands = [[CARD, *HANDS[0]], *HANDS[1:]]
    game = Game.arrange(ours, hands=hands, top="red-9", options=options)
    play(game, (0, f"play {CARD} gold"), (1, "accept"))
    assert (counts(game), game.turn, game.direction, game.edition.id) == ([3, 5, 4, 5], 2, 1, "ours")
    assert run(rule(step("reverses"))).direction == -1


@pytest.mark.rule("custom-rule")
def test_the_hook_compiles() -> None:
    """The compiled kernels do the same as the plain ones."""
    from lastcard.compiled import allocate
    from lastcard.rules.build import compile_kernels

    ours = editions.get("dawn-of-justice").with_kernels(house_hook)
    kernels, rules, rounds = compile_kernels(*ours.assembled(), cache=False), allocate(ours.rules), allocate(ours.round)
    ours.fill_rules(rules[0], ours.read_options(None), 4)
    rounds[0].players, rounds[0].direction, rounds[0].draw_n = 4, 1, 50
    rounds[0].hand_n[:4] = [3, 2, 4, 5]
    kernels.run_hook(rules, rounds, 0)
    assert (list(rounds[0].hand_n[:4]), rounds[0].turn, rounds[0].draw_n) == ([3, 5, 4, 5], 2, 47)
