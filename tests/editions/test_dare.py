"""UNO Dare!: dares and how they are judged, opening cards, last cards, and the dare lists."""

from __future__ import annotations

from typing import Any

import pytest

from dares import LASTING, NOW, dared, lasting, performer, performing, table
from lastcard import Game
from lastcard.editions.texts.dare import LISTS
from lastcard.errors import InvalidOption
from special_cards import counts, names, play, refused_by, texts, vote, vote_all

COLORED_DARES = [f"{color}-dare-{n + i}" for i in (0, 4) for n, color in enumerate(("blue", "green", "red", "yellow"), 1)]
WRITTEN: list[Any] = ["Clap.", {"text": "Hum.", "lasting": True}, "", None, {"text": "Nod."}]


# ---- dare ------------------------------------------------------------------------------------------
@pytest.mark.rule("dare")
def test_the_next_player_chooses() -> None:
    """The next player alone must draw two or do the dare, and the turn stays with the player of the card until then."""
    game = dared()
    assert (game.to_move, texts(game, 1), game.turn) == ((1,), ["take", "dare"], 0)


@pytest.mark.rule("dare")
def test_taking_two_keeps_the_turn() -> None:
    """A player who draws two instead of doing the dare keeps their turn."""
    game = dared()
    assert names(game.move(1, "take")) == ["takes", "drew", "drew"]
    assert (counts(game)[1], game.turn, game.to_move, game.phase) == (6, 1, (1,), "turn")


@pytest.mark.rule("dare")
@pytest.mark.parametrize("word", ["yes", "no"])
def test_doing_the_dare_keeps_the_turn(word: str) -> None:
    """Whatever the verdict, the dared player then takes their turn."""
    game = performing()
    assert game.turn == 0
    vote_all(game, word)
    assert (game.turn, game.to_move, game.phase) == (1, (1,), "turn")


@pytest.mark.rule("dare")
def test_where_a_dare_costs_the_turn_taking_two_does() -> None:
    """With `dare_turn` set to "loses", a player who draws two instead loses their turn."""
    game = dared(options={"dare_turn": "loses"})
    assert names(game.move(1, "take")) == ["takes", "drew", "drew", "skipped"]
    assert (counts(game)[1], game.turn, game.to_move, game.phase) == (6, 2, (2,), "turn")


@pytest.mark.rule("dare")
@pytest.mark.parametrize("word", ["yes", "no"])
def test_where_a_dare_costs_the_turn_doing_it_does(word: str) -> None:
    """With `dare_turn` set to "loses", the dared player's turn is over whatever the verdict."""
    game = performing(options={"dare_turn": "loses"})
    vote_all(game, word)
    assert (game.turn, game.to_move, game.phase) == (2, (2,), "turn")


@pytest.mark.rule("dare", "open-dare", "open-wild-dare")
@pytest.mark.parametrize("card", ["blue-dare-1", "wild-dare-9"])
def test_an_opening_dare_costs_no_turn(card: str) -> None:
    """An opening dare never costs a turn, even where other dares do."""
    game = opened(card, dare_turn="loses")
    game.move(1, "take")
    if card.startswith("wild"):
        game.move(1, "color red")
    assert (game.turn, game.to_move, game.phase) == (1, (1,), "turn")


@pytest.mark.rule("dare", "out-draw")
def test_a_last_dare_still_ends_the_round_where_it_costs_the_turn() -> None:
    """Where a dare costs a turn, a last Dare still ends the round once it is settled."""
    game = dared(hands=[[NOW], *table(NOW).hands[1:]], options={"dare_turn": "loses"})
    game.move(1, "take")
    assert game.round_over


@pytest.mark.rule("dare")
@pytest.mark.parametrize("direction", [1, -1])
def test_next_is_in_the_direction_of_play(direction: int) -> None:
    """The player who is next in the direction of play is dared."""
    assert dared(direction=direction).to_move == (direction % 4,)


@pytest.mark.rule("dare", "dare-lists")
@pytest.mark.parametrize("card", COLORED_DARES)
@pytest.mark.parametrize("dare_list", LISTS)
def test_the_dare_is_the_one_of_that_number_in_the_chosen_list(card: str, dare_list: str) -> None:
    """Everyone sees the number, text and kind of the dare that the card names."""
    number = int(card[-1])
    game = dared(card, options={"dare_list": dare_list})
    entry = LISTS[dare_list][number - 1]
    for seat in (0, 1, None):
        assert game.view(seat).special["dare"] == {"number": number, "text": entry.text, "lasting": entry.lasting}


@pytest.mark.rule("dare", "turn-no-stacking")
@pytest.mark.parametrize(
    ("seat", "move"), [(1, "play blue-1"), (1, "draw"), (1, "vote yes"), (2, "take"), (0, "dare"), (2, "dare")]
)
def test_only_the_dared_player_answers_and_only_so(seat: int, move: str) -> None:
    """While someone is dared nobody plays, draws or judges, and nobody else can answer."""
    assert refused_by(dared(), seat, move) in ("turn-match", "turn-draw", "dare-judge", "dare")


@pytest.mark.rule("dare", "turn-match")
def test_any_dare_matches_any_dare() -> None:
    """A Dare may be played on a Dare of another color and number."""
    hands = [[NOW, "red-1", "red-2"], ["red-dare-7", "yellow-1", "yellow-2"]]
    game = Game.arrange("dare", hands=hands, top="blue-9")
    play(game, (0, f"play {NOW}"), (1, "take"))
    assert "play red-dare-7" in texts(game, 1)


# ---- dare-wild -------------------------------------------------------------------------------------
@pytest.mark.rule("dare-wild")
@pytest.mark.parametrize("number", range(9, 17))
@pytest.mark.parametrize("color", ["blue", "green", "red", "yellow"])
def test_a_wild_dare_is_a_dare_and_a_wild(number: int, color: str) -> None:
    """You can play a Wild Dare even if you could play another card; you name any color, and the next player is dared."""
    game = table(f"wild-dare-{number}", "blue-5")
    game.move(0, f"play wild-dare-{number} {color}")
    assert (game.color, game.to_move, texts(game, 1)) == (color, (1,), ["take", "dare"])
    assert game.view(1).special["dare"]["number"] == number


@pytest.mark.rule("dare-wild")
def test_the_named_color_is_what_the_dared_player_matches() -> None:
    """After the dare the named color is in force."""
    game = dared("wild-dare-9")
    game.move(1, "take")
    assert {"play green-1", "play green-3"} <= set(texts(game, 1))
    assert refused_by(game, 1, "play blue-1") == "turn-match"


# ---- dare-judge, dare-fail -------------------------------------------------------------------------
@pytest.mark.rule("dare-judge")
def test_all_others_judge() -> None:
    """Everyone but the performer votes on a dare that is done at once."""
    game = performing()
    assert (game.to_move, texts(game, 2)) == ((0, 2, 3), ["vote yes", "vote no", "vote abstain"])
    assert game.moves(1) == []
    assert refused_by(game, 1, "vote yes") == "dare-judge"


VOTES: list[tuple[tuple[str, str, str], bool, bool]] = [
    (("yes", "yes", "yes"), True, True),
    (("no", "yes", "yes"), True, False),
    (("no", "no", "yes"), False, False),
    (("no", "no", "no"), False, False),
    (("no", "yes", "abstain"), True, False),
    (("no", "abstain", "abstain"), False, False),
    (("yes", "abstain", "abstain"), True, True),
    (("abstain", "abstain", "abstain"), True, True),
]


@pytest.mark.rule("dare-judge", "dare-fail")
@pytest.mark.parametrize(("words", "by_majority", "by_all"), VOTES)
@pytest.mark.parametrize("strictness", ["majority", "unanimous"])
def test_strictness(words: tuple[str, str, str], by_majority: bool, by_all: bool, strictness: str) -> None:
    """Judged by majority, a dare fails if more than half vote no; judged unanimously, one no is enough. Failing costs two."""
    game = performing(options={"strictness": strictness})
    vote(game, s3=words[0], s0=words[1], s2=words[2])
    done = by_majority if strictness == "majority" else by_all
    assert counts(game)[1] == (4 if done else 6)
    assert names(game.events(None)).count("done" if done else "failed") == 1


@pytest.mark.rule("dare-judge")
def test_a_majority_is_the_default() -> None:
    """Unless the table says otherwise, one no among three votes doesn't fail a dare."""
    game = performing()
    vote(game, s0="no", s2="yes", s3="yes")
    assert counts(game)[1] == 4


@pytest.mark.rule("dare-judge")
@pytest.mark.parametrize(("word", "cards"), [("yes", 4), ("no", 6), ("abstain", 4)])
def test_with_two_players_the_other_judges_alone(word: str, cards: int) -> None:
    """With two players, the other player's vote decides."""
    game = performing(players=2)
    assert game.to_move == (0,)
    game.move(0, f"vote {word}")
    assert counts(game)[1] == cards


@pytest.mark.rule("dare-judge", "hidden")
def test_votes_are_hidden_until_all_have_voted() -> None:
    """Nobody sees another player's vote until everyone has voted; then all votes are shown."""
    game = performing()
    game.move(2, "vote no")
    assert [game.events(seat)[-1].word for seat in (2, 0, 1, None)] == ["no", None, None, None]
    vote(game, s0="yes", s3="yes")
    ballots = [(event.seat, event.word) for event in game.events(None) if event.what == "ballot"]
    assert ballots == [(0, "yes"), (2, "no"), (3, "yes")]


@pytest.mark.rule("dare-judge")
@pytest.mark.parametrize("move", ["take", "dare", "draw", "play blue-1", "failed", "failed 1"])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_vote_suspends_everything_else(seat: int, move: str) -> None:
    """Until the vote is over, the only other moves are calls and catches."""
    assert refused_by(performing(), seat, move) == "dare-judge"


@pytest.mark.rule("dare-judge", "uno-window", "uno-catch")
def test_a_vote_does_not_suspend_catches() -> None:
    """A player who owes the call after playing a Dare can be caught during the vote, even by the performer."""
    game = Game.arrange("dare", hands=[[NOW, "red-1"], ["blue-1", "blue-2"], ["green-1"]], top="blue-9")
    play(game, (0, f"play {NOW}"), (1, "dare"))
    assert (texts(game, 1), texts(game, 0)[-1]) == (["catch 0"], "uno")
    game.move(1, "catch 0")
    assert (counts(game)[0], game.to_move) == (3, (0, 2))


# ---- dare-tease ------------------------------------------------------------------------------------
@pytest.mark.rule("dare-tease")
def test_teasing_is_talk_and_nothing_in_the_rules_stops_it() -> None:
    """While a dare lasts everyone plays as usual, with the same moves as without it, plus calling the dare failed."""
    free, busy = dared(LASTING), lasting()
    free.move(1, "take")
    play(free, (1, "play green-1"), (2, "play green-2"))
    play(busy, (1, "play green-1"), (2, "play green-2"))
    for seat in (0, 2, 3):
        assert texts(busy, seat) == [*texts(free, seat), "failed 1"]


@pytest.mark.rule("dare-tease", "dare-lasting", "dare-fail")
def test_a_player_who_slips_while_teased_can_be_called() -> None:
    """If a performer won't answer or slips up, the others can call the dare failed and vote on it."""
    game = lasting()
    game.move(1, "play green-1")
    play(game, (3, "failed 1"), (0, "vote no"), (2, "vote yes"))
    assert counts(game)[1] == 3 + 2


# ---- out-draw --------------------------------------------------------------------------------------
@pytest.mark.rule("out-draw")
@pytest.mark.parametrize("card", [NOW, "wild-dare-9", "wild-dare-10"])
@pytest.mark.parametrize(("answer", "word", "cards"), [("take", None, 3), ("dare", "no", 3), ("dare", "yes", 1)])
def test_a_last_dare_is_still_taken_or_done_before_the_count(card: str, answer: str, word: str | None, cards: int) -> None:
    """A last Dare makes the next player draw two or do it; the winner votes too, and the cards drawn count."""
    game = Game.arrange("dare", hands=[[card], ["green-1"], ["red-5"]], top="blue-9", draw=["red-3", "red-4"])
    game.move(0, f"play {card} green" if card.startswith("wild") else f"play {card}")
    assert (game.round_over, game.to_move, game.turn) == (False, (1,), 0)
    game.move(1, answer)
    if word:
        assert game.to_move == (0, 2)
        vote_all(game, word)
    assert (game.round_over, game.view(2).winner, counts(game)) == (True, 0, [0, cards, 1])
    assert game.scores == (6 + (7 if cards == 3 else 0), 0, 0)


@pytest.mark.rule("out-draw")
@pytest.mark.parametrize("card", ["blue-skip", "blue-reverse", "blue-5"])
def test_every_other_last_card_ends_the_round_at_once(card: str) -> None:
    """If no dare is running, a last card other than a Dare ends the round at once."""
    game = Game.arrange("dare", hands=[[card], ["green-1"], ["red-5"]], top="blue-9")
    game.move(0, f"play {card}")
    assert (game.round_over, game.to_move, game.offers()) == (True, (), ())


# ---- open-dare, open-wild-dare ---------------------------------------------------------------------
def opened(card: str, **options: Any) -> Game:
    """Start a game of three, dealt by seat 0, that this card opens."""
    cards = [kind.text for kind in Game("dare", seed=0).edition.kinds for _ in range(kind.copies)]
    order = [*cards[:21], card]
    for text in order:
        cards.remove(text)
    return Game("dare", players=3, seed=0, deck=[*order, *cards], options={"dealer": 0, **options})


@pytest.mark.rule("open-dare")
@pytest.mark.parametrize("answer", ["take", "dare"])
def test_an_opening_dare_is_for_the_left_of_the_dealer(answer: str) -> None:
    """The player to the dealer's left draws two or does the dare, judged by everyone else, and then takes the first turn."""
    game = opened("red-dare-3")
    assert (game.to_move, game.turn, texts(game, 1), game.color) == ((1,), 1, ["take", "dare"], "red")
    game.move(1, answer)
    if answer == "dare":
        assert (game.to_move, game.turn) == ((0, 2), 1)
        vote_all(game, "no")
    assert (counts(game), game.turn, game.to_move, game.phase) == ([7, 9, 7], 1, (1,), "turn")


@pytest.mark.rule("open-dare", "dare-lasting")
def test_an_opening_dare_may_last() -> None:
    """A lasting opening dare runs through the first turn and is judged when that player's next turn begins."""
    game = opened("green-dare-2")
    game.move(1, "dare")
    assert (game.turn, game.phase, game.view(0).special["running"]["1"]["number"]) == (1, "turn", 2)
    for seat in (1, 2, 0):
        play(game, (seat, "draw"), (seat, "pass"))
    assert (game.phase, performer(game), game.turn) == ("vote", 1, 1)


@pytest.mark.rule("open-wild-dare")
@pytest.mark.parametrize("answer", ["take", "dare"])
def test_an_opening_wild_dare_asks_for_the_color_after_the_dare(answer: str) -> None:
    """For an opening Wild Dare the player settles the dare first, then names the color, then takes the turn."""
    game = opened("wild-dare-9")
    assert (game.to_move, game.turn, texts(game, 1), game.color) == ((1,), 1, ["take", "dare"], None)
    assert refused_by(game, 1, "color red") == "open-wild-dare"
    game.move(1, answer)
    if answer == "dare":
        vote_all(game, "yes")
    assert (game.to_move, game.turn, game.color) == ((1,), 1, None)
    assert texts(game, 1) == ["color blue", "color green", "color red", "color yellow"]
    game.move(1, "color red")
    assert (game.color, game.turn, game.phase) == ("red", 1, "turn")


@pytest.mark.rule("open-wild-dare", "dare-lasting")
def test_an_opening_wild_dare_may_last() -> None:
    """A lasting dare on an opening Wild Dare runs while its color is named, and the first turn doesn't end it."""
    game = opened("wild-dare-10")
    play(game, (1, "dare"), (1, "color red"))
    assert (game.turn, game.phase, game.view(0).special["running"]["1"]["number"]) == (1, "turn", 10)


# ---- dare-lists ------------------------------------------------------------------------------------
@pytest.mark.rule("dare-lists")
def test_family_is_the_default() -> None:
    """Unless the table says otherwise, it plays the Family list."""
    assert Game("dare", seed=0).options["dare_list"] == "family"
    assert set(LISTS) == {"family", "showoff", "daredevil"}


@pytest.mark.rule("dare-lists")
@pytest.mark.parametrize("dares", LISTS.values(), ids=LISTS)
def test_our_lists_have_sixteen_dares_of_both_kinds(dares: tuple[Any, ...]) -> None:
    """Each list has sixteen different short dares, and both the colored cards and the wilds have quick and lasting ones."""
    assert len({dare.text for dare in dares}) == 16
    assert all(0 < len(dare.text) <= 200 for dare in dares)
    assert {dare.lasting for dare in dares[:8]} == {dare.lasting for dare in dares[8:]} == {True, False}


@pytest.mark.rule("dare-lists", "dare-lasting")
@pytest.mark.parametrize("dares", LISTS.values(), ids=LISTS)
def test_a_lasting_dare_says_so(dares: tuple[Any, ...]) -> None:
    """A dare lasts exactly when its text says "until your next turn"."""
    assert [dare.lasting for dare in dares] == ["until your next turn" in dare.text for dare in dares]


@pytest.mark.rule("dare-lists")
def test_the_lists_share_no_dare() -> None:
    """The three lists hold forty-eight different dares."""
    assert len({dare.text for dares in LISTS.values() for dare in dares}) == 48


def house(**more: Any) -> dict[str, Any]:
    """Return the options of a table that writes its own dares."""
    return {"dare_list": "house-rules", "house_rules": WRITTEN, **more}


@pytest.mark.rule("dare-lists")
def test_the_table_writes_the_house_rules_list() -> None:
    """With the House Rules list, a card's dare is the one the table wrote for its number."""
    game = dared(options=house())
    assert game.view(0).special["dare"] == {"number": 1, "text": "Clap.", "lasting": False}
    game.move(1, "dare")
    assert game.phase == "vote"


@pytest.mark.rule("dare-lists", "dare-lasting")
def test_a_written_dare_may_last() -> None:
    """A dare written as lasting runs until the next turn."""
    game = lasting(options=house())
    assert game.view(0).special["running"]["1"] == {"number": 2, "text": "Hum.", "lasting": True}


@pytest.mark.rule("dare-lists")
@pytest.mark.parametrize("card", ["red-dare-3", "yellow-dare-4", "blue-dare-5", "green-dare-6", "wild-dare-16"])
def test_an_empty_entry_leaves_only_drawing_two(card: str) -> None:
    """If nothing is written for a card's number, the dare can't be done and the player must draw two."""
    game = dared(card, options=house())
    blank = card != "blue-dare-5"
    assert texts(game, 1) == (["take"] if blank else ["take", "dare"])
    if blank:
        assert refused_by(game, 1, "dare") == "dare-lists"


@pytest.mark.rule("dare-lists")
def test_the_list_is_rewritten_between_rounds() -> None:
    """The table may write new dares before the next deal, but not switch to another list."""
    game = Game.arrange("dare", hands=[["blue-1"], ["red-1"]], top="blue-9", options=house())
    game.move(0, "play blue-1")
    with pytest.raises(InvalidOption, match="dare_list is fixed"):
        game.next_round({"dare_list": "family"})
    game.next_round({"house_rules": ["Wink."]})
    assert game.options["house_rules"] == [{"text": "Wink.", "lasting": False}, *[None] * 15]


@pytest.mark.rule("dare-lists")
@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("Clap.", "a list of dares"),
        ({"1": "Clap."}, "a list of dares"),
        (["Clap."] * 17, "16 places, not 17"),
        (["x" * 201], "'text' must have at most 200 characters"),
        (["a\nb"], "control characters"),
        (["   "], "must not be empty"),
        ([7], "dare 1 is a text, or a mapping"),
        (["Clap.", {"lasting": True}], "'text' must not be empty"),
        ([{"text": "Clap.", "lasting": "yes"}], "'lasting' is true or false, not 'yes'"),
        ([{"text": "Clap.", "until": 2}], "dare 1 has text, lasting, not 'until'"),
    ],
)
def test_what_cannot_be_written(written: Any, reason: str) -> None:
    """A dare list that is too long, or an entry with an invalid text or key, is refused with the reason as it is written."""
    with pytest.raises(InvalidOption, match=reason):
        Game("dare", options={"dare_list": "house-rules", "house_rules": written})


@pytest.mark.rule("dare-lists", "dare-judge")
@pytest.mark.parametrize(("option", "value"), [("dare_list", "spicy"), ("strictness", "lenient"), ("dare_list", None)])
def test_there_are_four_lists_and_two_strictnesses(option: str, value: object) -> None:
    """Any other list or way of judging is refused, and the refusal says what is allowed."""
    with pytest.raises(InvalidOption, match=f'{option} is "(family|majority)" or'):
        Game("dare", options={option: value})


@pytest.mark.rule("dare")
def test_what_is_told() -> None:
    """A failed dare is reported step by step, in order."""
    game = table(NOW)
    start = len(game.events(None))
    play(game, (0, f"play {NOW}"), (1, "dare"), (0, "vote no"), (3, "vote no"), (2, "vote yes"))
    assert names(game.events(None, since=start)) == [
        *["played", "dared", "does", "vote", "voted", "voted", "voted", "ballot", "ballot", "ballot"],
        *["verdict", "failed", "drew", "drew"],
    ]
