"""UNO Dare!: being dared and judged, openings, last cards, and the lists."""

from __future__ import annotations

from typing import Any

import pytest

from dares import LASTING, NOW, dared, lasting, performer, performing, table
from lastcard import Game
from lastcard.editions.dare import LISTS
from lastcard.errors import InvalidOption
from special import counts, names, play, refused_by, texts, vote, vote_all

COLORED_DARES = [f"{color}-dare-{n + i}" for i in (0, 4) for n, color in enumerate(("blue", "green", "red", "yellow"), 1)]
WRITTEN: list[Any] = ["Clap.", {"text": "Hum.", "lasting": True}, "", None, {"text": "Nod."}]


# ---- dare ------------------------------------------------------------------------------------------
@pytest.mark.rule("dare")
def test_the_next_player_chooses() -> None:
    """A Dare asks the next player alone: draw two or do the dare; the turn stays with the card's player."""
    game = dared()
    assert (game.to_move, texts(game, 1), game.turn) == ((1,), ["take", "dare"], 0)


@pytest.mark.rule("dare")
def test_taking_two_keeps_the_turn() -> None:
    """Who draws two instead then takes the turn: nothing says that it is lost."""
    game = dared()
    assert names(game.move(1, "take")) == ["takes", "drew", "drew"]
    assert (counts(game)[1], game.turn, game.to_move, game.phase) == (6, 1, (1,), "turn")


@pytest.mark.rule("dare")
@pytest.mark.parametrize("word", ["yes", "no"])
def test_doing_the_dare_keeps_the_turn(word: str) -> None:
    """Judged either way, the dared player then takes the turn."""
    game = performing()
    assert game.turn == 0
    vote_all(game, word)
    assert (game.turn, game.to_move, game.phase) == (1, (1,), "turn")


@pytest.mark.rule("dare")
@pytest.mark.parametrize("direction", [1, -1])
def test_next_is_in_the_direction_of_play(direction: int) -> None:
    """The player next in order of play is dared."""
    assert dared(direction=direction).to_move == (direction % 4,)


@pytest.mark.rule("dare", "dare-lists")
@pytest.mark.parametrize("card", COLORED_DARES)
@pytest.mark.parametrize("dare_list", LISTS)
def test_the_dare_is_the_one_of_that_number_in_the_chosen_list(card: str, dare_list: str) -> None:
    """Everybody sees number, text and kind of the dare that the card names."""
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
    """While somebody is dared nobody plays, draws or judges, and nobody else answers."""
    assert refused_by(dared(), seat, move) in ("turn-match", "turn-draw", "dare-judge", "dare")


@pytest.mark.rule("dare", "turn-match")
def test_any_dare_matches_any_dare() -> None:
    """A Dare of another color and number goes on a Dare."""
    hands = [[NOW, "red-1", "red-2"], ["red-dare-7", "yellow-1", "yellow-2"]]
    game = Game.arrange("dare", hands=hands, top="blue-9")
    play(game, (0, f"play {NOW}"), (1, "take"))
    assert "play red-dare-7" in texts(game, 1)


# ---- dare-wild -------------------------------------------------------------------------------------
@pytest.mark.rule("dare-wild")
@pytest.mark.parametrize("number", range(9, 17))
@pytest.mark.parametrize("color", ["blue", "green", "red", "yellow"])
def test_a_wild_dare_is_a_dare_and_a_wild(number: int, color: str) -> None:
    """A Wild Dare is playable with another playable card in hand, names any color, and dares the next player."""
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
    """A dare for now waits for the votes of all but the performer."""
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
    """By majority more than half of the votes cast must say no to fail; unanimous, one no is enough; failing costs two."""
    game = performing(options={"strictness": strictness})
    vote(game, s3=words[0], s0=words[1], s2=words[2])
    done = by_majority if strictness == "majority" else by_all
    assert counts(game)[1] == (4 if done else 6)
    assert names(game.events(None)).count("done" if done else "failed") == 1


@pytest.mark.rule("dare-judge")
def test_a_majority_is_the_default() -> None:
    """Where the table says nothing, one no among three votes does not fail a dare."""
    game = performing()
    vote(game, s0="no", s2="yes", s3="yes")
    assert counts(game)[1] == 4


@pytest.mark.rule("dare-judge")
@pytest.mark.parametrize(("word", "cards"), [("yes", 4), ("no", 6), ("abstain", 4)])
def test_with_two_players_the_other_judges_alone(word: str, cards: int) -> None:
    """The one vote decides."""
    game = performing(players=2)
    assert game.to_move == (0,)
    game.move(0, f"vote {word}")
    assert counts(game)[1] == cards


@pytest.mark.rule("dare-judge", "hidden")
def test_votes_are_hidden_until_all_have_voted() -> None:
    """Nobody sees another's vote before the last one; then all are told."""
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
    """Until the vote is closed nothing but votes, calls and catches is possible."""
    assert refused_by(performing(), seat, move) == "dare-judge"


@pytest.mark.rule("dare-judge", "uno-window", "uno-catch")
def test_a_vote_does_not_suspend_catches() -> None:
    """Who owes the call with the Dare can be caught during the vote, also by the performer."""
    game = Game.arrange("dare", hands=[[NOW, "red-1"], ["blue-1", "blue-2"], ["green-1"]], top="blue-9")
    play(game, (0, f"play {NOW}"), (1, "dare"))
    assert (texts(game, 1), texts(game, 0)[-1]) == (["catch 0"], "uno")
    game.move(1, "catch 0")
    assert (counts(game)[0], game.to_move) == (3, (0, 2))


# ---- dare-tease ------------------------------------------------------------------------------------
@pytest.mark.rule("dare-tease")
def test_teasing_is_talk_and_nothing_in_the_rules_stops_it() -> None:
    """While a dare lasts, everybody plays as ever, fast or slow: the moves are those without the dare, and the call."""
    free, busy = dared(LASTING), lasting()
    free.move(1, "take")
    play(free, (1, "play green-1"), (2, "play green-2"))
    play(busy, (1, "play green-1"), (2, "play green-2"))
    for seat in (0, 2, 3):
        assert texts(busy, seat) == [*texts(free, seat), "failed 1"]


@pytest.mark.rule("dare-tease", "dare-lasting", "dare-fail")
def test_who_slips_while_teased_can_be_called() -> None:
    """A performer who refuses to answer, or slips, fails by a call that the others support."""
    game = lasting()
    game.move(1, "play green-1")
    play(game, (3, "failed 1"), (0, "vote no"), (2, "vote yes"))
    assert counts(game)[1] == 3 + 2


# ---- out-draw --------------------------------------------------------------------------------------
@pytest.mark.rule("out-draw")
@pytest.mark.parametrize("card", [NOW, "wild-dare-9", "wild-dare-10"])
@pytest.mark.parametrize(("answer", "word", "cards"), [("take", None, 3), ("dare", "no", 3), ("dare", "yes", 1)])
def test_a_last_dare_is_still_taken_or_done_before_the_count(card: str, answer: str, word: str | None, cards: int) -> None:
    """A last Dare makes the next player draw two or do it; the winner judges too; what was drawn counts."""
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
    """Without open dares nothing is awaited after a last card that is no Dare."""
    game = Game.arrange("dare", hands=[[card], ["green-1"], ["red-5"]], top="blue-9")
    game.move(0, f"play {card}")
    assert (game.round_over, game.to_move, game.offers()) == (True, (), ())


# ---- open-dare, open-wild-dare ---------------------------------------------------------------------
def opened(card: str, **options: Any) -> Game:
    """A game of three, dealt by seat 0, that this card opens."""
    cards = [kind.text for kind in Game("dare", seed=0).edition.kinds for _ in range(kind.copies)]
    order = [*cards[:21], card]
    for text in order:
        cards.remove(text)
    return Game("dare", players=3, seed=0, deck=[*order, *cards], options={"dealer": 0, **options})


@pytest.mark.rule("open-dare")
@pytest.mark.parametrize("answer", ["take", "dare"])
def test_an_opening_dare_is_for_the_left_of_the_dealer(answer: str) -> None:
    """That player draws two or does the dare, judged by all others, and then has the first turn."""
    game = opened("red-dare-3")
    assert (game.to_move, game.turn, texts(game, 1), game.color) == ((1,), 1, ["take", "dare"], "red")
    game.move(1, answer)
    if answer == "dare":
        assert (game.to_move, game.turn) == ((0, 2), 1)
        vote_all(game, "no")
    assert (counts(game), game.turn, game.to_move, game.phase) == ([7, 9, 7], 1, (1,), "turn")


@pytest.mark.rule("open-dare", "dare-lasting")
def test_an_opening_dare_may_last() -> None:
    """A lasting dare begins, runs through the first turn, and is judged at the following one."""
    game = opened("green-dare-2")
    game.move(1, "dare")
    assert (game.turn, game.phase, game.view(0).special["running"]["1"]["number"]) == (1, "turn", 2)
    for seat in (1, 2, 0):
        play(game, (seat, "draw"), (seat, "pass"))
    assert (game.phase, performer(game), game.turn) == ("vote", 1, 1)


@pytest.mark.rule("open-wild-dare")
@pytest.mark.parametrize("answer", ["take", "dare"])
def test_an_opening_wild_dare_asks_for_the_color_after_the_dare(answer: str) -> None:
    """First draw two or the dare, judged, then that player names the color, then takes the turn."""
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
    """The color is named while the dare runs, and the first turn is not yet the following one."""
    game = opened("wild-dare-10")
    play(game, (1, "dare"), (1, "color red"))
    assert (game.turn, game.phase, game.view(0).special["running"]["1"]["number"]) == (1, "turn", 10)


# ---- dare-lists ------------------------------------------------------------------------------------
@pytest.mark.rule("dare-lists")
def test_family_is_the_default() -> None:
    """Where the table says nothing it plays the Family list."""
    assert Game("dare", seed=0).options["dare_list"] == "family"
    assert set(LISTS) == {"family", "showoff", "daredevil"}


@pytest.mark.rule("dare-lists")
@pytest.mark.parametrize("dares", LISTS.values(), ids=LISTS)
def test_our_lists_have_sixteen_dares_of_both_kinds(dares: tuple[Any, ...]) -> None:
    """Sixteen different short dares, with dares for now and lasting ones on the colored cards and on the wilds."""
    assert len({dare.text for dare in dares}) == 16
    assert all(0 < len(dare.text) <= 200 for dare in dares)
    assert {dare.lasting for dare in dares[:8]} == {dare.lasting for dare in dares[8:]} == {True, False}


@pytest.mark.rule("dare-lists", "dare-lasting")
@pytest.mark.parametrize("dares", LISTS.values(), ids=LISTS)
def test_a_lasting_dare_says_so(dares: tuple[Any, ...]) -> None:
    """A dare lasts exactly where its text says until your next turn."""
    assert [dare.lasting for dare in dares] == ["until your next turn" in dare.text for dare in dares]


@pytest.mark.rule("dare-lists")
def test_the_lists_share_no_dare() -> None:
    """Three lists are forty-eight dares."""
    assert len({dare.text for dares in LISTS.values() for dare in dares}) == 48


def house(**more: Any) -> dict[str, Any]:
    """The options of a table that writes its own dares."""
    return {"dare_list": "house-rules", "house_rules": WRITTEN, **more}


@pytest.mark.rule("dare-lists")
def test_the_table_writes_the_house_rules_list() -> None:
    """The dare of a card is what the table wrote at its number."""
    game = dared(options=house())
    assert game.view(0).special["dare"] == {"number": 1, "text": "Clap.", "lasting": False}
    game.move(1, "dare")
    assert game.phase == "vote"


@pytest.mark.rule("dare-lists", "dare-lasting")
def test_a_written_dare_may_last() -> None:
    """Written as lasting, it runs until the next turn."""
    game = lasting(options=house())
    assert game.view(0).special["running"]["1"] == {"number": 2, "text": "Hum.", "lasting": True}


@pytest.mark.rule("dare-lists")
@pytest.mark.parametrize("card", ["red-dare-3", "yellow-dare-4", "blue-dare-5", "green-dare-6", "wild-dare-16"])
def test_an_empty_entry_leaves_only_drawing_two(card: str) -> None:
    """Where nothing is written at the number, or the list is shorter, the dare cannot be done."""
    game = dared(card, options=house())
    blank = card != "blue-dare-5"
    assert texts(game, 1) == (["take"] if blank else ["take", "dare"])
    if blank:
        assert refused_by(game, 1, "dare") == "dare-lists"


@pytest.mark.rule("dare-lists")
def test_the_list_is_rewritten_between_rounds() -> None:
    """With the next deal the table may write other dares, but not choose another list."""
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
    """A dare list that is too long, or an entry with a wrong text or key, is refused when written, with the reason."""
    with pytest.raises(InvalidOption, match=reason):
        Game("dare", options={"dare_list": "house-rules", "house_rules": written})


@pytest.mark.rule("dare-lists", "dare-judge")
@pytest.mark.parametrize(("option", "value"), [("dare_list", "spicy"), ("strictness", "lenient"), ("dare_list", None)])
def test_there_are_four_lists_and_two_strictnesses(option: str, value: object) -> None:
    """Another value is refused with what is allowed."""
    with pytest.raises(InvalidOption, match=f'{option} is "(family|majority)" or'):
        Game("dare", options={option: value})


@pytest.mark.rule("dare")
def test_what_is_told() -> None:
    """The events of a failed dare, in order."""
    game = table(NOW)
    start = len(game.events(None))
    play(game, (0, f"play {NOW}"), (1, "dare"), (0, "vote no"), (3, "vote no"), (2, "vote yes"))
    assert names(game.events(None, since=start)) == [
        *["played", "dared", "does", "vote", "voted", "voted", "voted", "ballot", "ballot", "ballot"],
        *["verdict", "failed", "drew", "drew"],
    ]
