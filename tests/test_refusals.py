"""Refused moves get a sentence for the player and a rule from the edition's rulebook, and legal moves are never refused."""

import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from lastcard import Edition, Game, IllegalMove, InvalidMove, InvalidPosition, editions
from lastcard.testing.walks import walk
from rules.helpers import opened

EDITIONS = editions.names()


def reason(game: Game, seat: int, text: str) -> str:
    """Return the refusal of a move as a player reads it."""
    with pytest.raises(IllegalMove) as caught:
        game.move(seat, text)
    return str(caught.value)


def turn(*hand: str, top: str = "blue-9", color: str | None = None, **more: Any) -> Game:
    """Seat 0 of three is to move in the classic edition."""
    others = [["green-1", "green-2"], ["green-3", "green-4"]]
    return Game.arrange("classic", hands=[list(hand), *others], top=top, color=color, **more)


# ---- the sentences ---------------------------------------------------------------------------------
@pytest.mark.rule("turn-match")
@pytest.mark.parametrize(
    ("top", "color", "text", "sentence"),
    [
        ("blue-9", None, "play red-4", "You can't play red-4: you need blue, another 9 or a wild. (turn-match)"),
        ("blue-skip", None, "play red-4", "You can't play red-4: you need blue, another skip or a wild. (turn-match)"),
        ("wild", "blue", "play red-4", "You can't play red-4: you need blue or a wild. (turn-match)"),
        ("blue-9", None, "play blue-4", "You don't have blue-4. (turn-match)"),
    ],
)
def test_why_a_card_cannot_be_played(top: str, color: str | None, text: str, sentence: str) -> None:
    """The refusal names the card, and the color and the number or symbol that it would have to match."""
    assert reason(turn("red-4", "red-5", top=top, color=color), 0, text) == sentence


@pytest.mark.rule("turn-match", "turn-draw")
def test_whose_turn_it_is() -> None:
    """Out of turn, the refusal says whose turn it is."""
    game = turn("red-4", "red-5")
    assert reason(game, 1, "play green-1") == "It's seat 0's turn. (turn-match)"
    assert reason(game, 2, "draw") == "It's seat 0's turn. (turn-draw)"


@pytest.mark.rule("turn-drawn-only")
def test_why_only_the_drawn_card() -> None:
    """After a draw the refusal says what you can still do; before it, that you can only pass after drawing."""
    game = turn("blue-4", "red-5", draw=["blue-7"])
    assert reason(game, 0, "pass") == "You can only pass after drawing a card. (turn-drawn-only)"
    game.move(0, "draw")
    assert reason(game, 0, "play blue-4") == "You can only play the card you just drew, or pass. (turn-drawn-only)"
    assert reason(game, 0, "draw") == "You've already drawn: play that card or pass. (turn-drawn-only)"
    game = turn("blue-4", "red-5", draw=["green-7"])
    game.move(0, "draw")
    assert reason(game, 0, "draw") == "You've already drawn: pass. (turn-drawn-only)"


@pytest.mark.rule("wd4-legal", "wd4-wilds-match")
def test_why_no_wild_draw_four() -> None:
    """At a table without bluffing the refusal names the color, and mentions another wild where that counts."""
    game = turn("wild-draw-four", "blue-5", options={"bluff": False})
    sentence = "You can't play wild-draw-four while you hold a blue card or a different wild. (wd4-legal)"
    assert reason(game, 0, "play wild-draw-four red") == sentence


@pytest.mark.rule("wd4-take", "turn-no-stacking")
def test_why_no_other_answer() -> None:
    """While a Wild Draw Four waits, the refusal says who may challenge and that nothing can be played on top."""
    hands = [["wild-draw-four", "blue-5", "blue-6"], ["wild-draw-four", "green-2"], ["green-3", "green-4"]]
    game = Game.arrange("classic", hands=hands, top="blue-9")
    game.move(0, "play wild-draw-four red")
    assert reason(game, 2, "challenge") == "Only the next player can challenge. (wd4-take)"
    assert reason(game, 1, "play wild-draw-four red") == (
        "You can't stack wild-draw-four on top: answer the card first. (turn-no-stacking)"
    )
    assert reason(game, 2, "draw") == "Waiting for seat 1. (turn-draw)"


@pytest.mark.rule("uno-window", "uno-false", "uno-catch")
def test_why_no_call_and_no_catch() -> None:
    """A refused call or catch says what is owed and by whom."""
    game = Game.arrange("classic", hands=[["red-skip", "red-1"], ["green-1", "green-2"]], top="red-9")
    assert reason(game, 0, "uno") == "You don't have to call UNO now. (uno-false)"
    game.move(0, "play red-skip")
    assert reason(game, 0, "play red-1") == "Call UNO before you go on. (uno-window)"
    assert reason(game, 0, "catch 0") == "You can't catch yourself: call UNO instead. (uno-catch)"
    assert reason(game, 0, "catch 1") == "Seat 1 has 2 cards and doesn't have to call UNO. (uno-false)"


@pytest.mark.rule("uno-false")
def test_why_no_call_with_this_card() -> None:
    """Calling with a card that isn't your next to last is refused for that reason."""
    game = turn("blue-4", "red-5", "red-6")
    assert reason(game, 0, "play blue-4 uno") == "You can only call UNO with your next-to-last card. (uno-false)"


@pytest.mark.rule("pile-exhausted")
def test_why_nothing_is_drawn() -> None:
    """If only the top card is left on the table, the refusal to draw says so."""
    game = turn("blue-4", "red-5", rest=False)
    assert reason(game, 0, "draw") == "There are no cards left to draw: play if you can, or pass. (pile-exhausted)"
    assert reason(game, 0, "pass") == "There's nothing left to draw, so you have to play. (pile-exhausted)"


@pytest.mark.rule("out")
def test_why_nothing_after_the_round() -> None:
    """After the round, every move is refused because the round is over."""
    game = turn("blue-4")
    game.move(0, "play blue-4")
    assert reason(game, 1, "draw") == "The round is over. (out)"


# ---- what is owed first ----------------------------------------------------------------------------
ROT, LINE, UNITE = "wild-rule-of-two", "wild-favorite-line", "wild-unite-etheria"
OTHERS = [["green-1", "green-2"], ["green-3", "green-4"]]


def owing(edition: str, card: str, *then: str) -> Game:
    """Seat 0 has played this card and then made these moves."""
    game = Game.arrange(edition, hands=[[card, "red-4", "red-5", "red-6"], *OTHERS], top="red-9")
    for move in (f"play {card}" if card == UNITE else f"play {card} red", *then):
        game.move(0, move)
    return game


@pytest.mark.parametrize("move", ["draw", "play red-4", "play green-7", "pass"])
@pytest.mark.parametrize(
    ("edition", "moves", "first"),
    [
        ("dark-side", [ROT], "Pick an apprentice first."),
        ("dark-side", [ROT, "apprentice 1"], "Finish giving cards to your apprentice first."),
        ("favorite-line", [LINE], "Pick a film first."),
        ("etheria", [UNITE], "Make your secret choice first."),
    ],
)
def test_what_is_owed_before_a_play_or_draw(edition: str, moves: list[str], first: str, move: str) -> None:
    """While a card asks its player for something, the refusal to play, draw or pass says what it is."""
    refusal = owing(edition, *moves).why_not(0, move)
    assert refusal is not None
    assert (refusal.sentence, refusal.code) == (first, "answer-owed")


@pytest.mark.parametrize("move", ["draw", "play green-1", "play red-7", "play wild red", "pass"])
def test_a_card_that_waits_is_answered_first(move: str) -> None:
    """While a Wild Draw Four waits for the next player's answer, nothing else is possible, whether a card matches or not."""
    game = Game.arrange("classic", hands=[["wild-draw-four", "blue-1", "blue-2"], ["wild", "green-1"]], top="red-9")
    game.move(0, "play wild-draw-four green")
    refusal = game.why_not(1, move)
    assert refusal is not None
    assert refusal.sentence == "Answer the wild-draw-four first."


def test_a_vote_and_a_dare_come_first() -> None:
    """A player who is dared, or who owes a card to show or a line, is told to do that first."""
    dare = Game.arrange("dare", hands=[["red-dare-3", "red-1", "red-2"], ["red-4", "red-5"]], top="red-9")
    dare.move(0, "play red-dare-3")
    assert reason(dare, 1, "play red-4") == "Draw two or do the dare first. (turn-match)"
    shows = owing("etheria", UNITE, "secret red-4")
    assert reason(shows, 1, "draw") == "Pick a card to show first. (turn-draw)"
    says = owing("favorite-line", LINE, "film Solo")
    assert reason(says, 1, "draw") == "Say a line first, or admit that you don't know one. (turn-draw)"


@pytest.mark.rule("turn-no-stacking")
@pytest.mark.parametrize("edition", ["classic", "dawn-of-justice"])
@pytest.mark.parametrize("players", [2, 3])
def test_why_no_draw_two_on_a_draw_two(edition: str, players: int) -> None:
    """A player hit by a Draw Two is told that cards don't stack, not that it is someone else's turn."""
    mark = "@batman" if edition == "dawn-of-justice" else ""
    hands = [[f"red-draw-two{mark}", "red-1", "red-2"], [f"blue-draw-two{mark}", "red-3"], ["red-4", "red-5"]]
    discard = ["hero@superman"] if mark else []
    game = Game.arrange(edition, hands=hands[:players], top="red-9", discard=discard)
    game.move(0, f"play red-draw-two{mark}")
    refusal = game.why_not(1, f"play blue-draw-two{mark}")
    assert refusal is not None
    assert refusal.rule == "turn-no-stacking"
    assert refusal.sentence == f"You can't stack blue-draw-two{mark}: the card on top cost you this turn."


@pytest.mark.rule("turn-no-stacking")
def test_later_it_is_just_not_their_turn() -> None:
    """Once the next turn has passed, the refusal no longer mentions the Draw Two."""
    hands = [["red-draw-two", "red-1"], ["blue-draw-two", "red-3"], ["blue-4", "blue-5"], ["blue-6", "blue-7"]]
    game = Game.arrange("classic", hands=hands, top="red-9")
    for seat, move in ((0, "play red-draw-two uno"), (2, "draw"), (2, "pass")):
        game.move(seat, move)
    assert reason(game, 1, "play blue-draw-two") == "It's seat 3's turn. (turn-match)"


@pytest.mark.rule("turn-no-stacking")
def test_a_card_on_top_that_cost_no_turn_is_no_reason() -> None:
    """If the card on top cost you no turn, you are only told that it is someone else's turn."""
    hands = [["red-draw-two", "red-1", "red-2"], ["blue-draw-two", "blue-3"], ["blue-4", "blue-5"]]
    lap = Game.arrange("classic", hands=hands, top="red-9")
    lap.move(0, "play red-draw-two")
    for seat in (2, 0, 1):
        lap.move(seat, "draw")
        lap.move(seat, "pass")
    guilty = Game.arrange("classic", hands=[["wild-draw-four", "red-1", "red-2"], *hands[1:]], top="red-9")
    for seat, move in ((0, "play wild-draw-four blue"), (1, "challenge"), (1, "draw"), (1, "pass")):
        guilty.move(seat, move)
    hands = [[UNITE, "red-draw-two", "red-2"], ["red-3", "blue-draw-two"], ["blue-4", "blue-5"]]
    placed = Game.arrange("etheria", hands=hands, top="red-9")
    for seat, move in ((0, f"play {UNITE}"), (0, "secret red-draw-two"), (1, "reveal red-3"), (2, "reveal blue-4")):
        placed.move(seat, move)
    for seat, move in ((0, "place uno"), (1, "draw"), (1, "pass")):
        placed.move(seat, move)
    for game in (lap, guilty, placed):
        assert reason(game, 1, "play blue-draw-two") == "It's seat 2's turn. (turn-match)"


@pytest.mark.rule("wd4-legal")
@pytest.mark.parametrize("edition", ["classic", "dawn-of-justice"])
def test_why_no_challenge_without_bluff(edition: str) -> None:
    """At a table without bluffing, a player hit by a Wild Draw Four is told that nobody can challenge here."""
    four = "wild-draw-four@batman" if edition == "dawn-of-justice" else "wild-draw-four"
    hands = [[four, "red-1", "red-2"], ["red-3", "red-4"], ["red-5", "red-6"]]
    game = Game.arrange(edition, hands=hands, top="blue-9", options={"bluff": False})
    game.move(0, f"play {four} red")
    assert reason(game, 1, "challenge") == "Nobody can challenge at this table: bluffing is off. (wd4-legal)"


@pytest.mark.rule("uno-false", "uno-window")
@pytest.mark.parametrize("move", ["play red-3", "draw"])
def test_why_a_catch_is_too_late(move: str) -> None:
    """Once the next turn has begun, the refusal says that it is too late to catch."""
    game = Game.arrange("classic", hands=[["red-1", "red-2"], ["red-3", "red-4", "red-5"], ["green-3"]], top="red-9")
    game.move(0, "play red-1")
    game.move(1, move)
    assert reason(game, 2, "catch 0") == "It's too late to catch seat 0: the next turn has begun. (uno-false)"


@pytest.mark.rule("uno-false", "uno-once")
@pytest.mark.parametrize("moves", [["play red-1 uno"], ["play red-1", "uno"]])
def test_why_no_catch_after_the_call(moves: list[str]) -> None:
    """Once a player has called, with the card or after it, the refusal to catch them says so."""
    game = Game.arrange("classic", hands=[["red-1", "red-2"], ["red-3", "red-4"], ["green-3"]], top="red-9")
    for move in moves:
        game.move(0, move)
    assert reason(game, 2, "catch 0") == "Seat 0 has already called UNO. (uno-false)"
    game.move(1, "draw")
    assert reason(game, 2, "catch 0") == "Seat 0 has already called UNO. (uno-false)"


@pytest.mark.rule("uno-false")
@pytest.mark.parametrize(("call", "says"), [("", "too late"), (" uno", "has already called UNO")])
def test_why_no_catch_after_a_gift_and_a_block(call: str, says: str) -> None:
    """The refusal also says that a player has called after a gift or a block left them with one card."""
    gift = Game.arrange("dark-side", hands=[[ROT, "red-4", "red-5"], *OTHERS], top="red-9")
    for seat, move in ((0, f"play {ROT} green"), (0, "apprentice 2"), (0, f"give red-4{call}"), (1, "draw")):
        gift.move(seat, move)
    assert says in reason(gift, 2, "catch 0")
    hands = [["red-skip@batman", "red-1", "red-2"], ["blue-3", "blue-4"], ["blue-1", "hero@superman"]]
    block = Game.arrange("dawn-of-justice", hands=hands, top="red-9")
    for seat, move in ((0, "play red-skip@batman"), (2, f"block hero@superman red{call}"), (1, "draw")):
        block.move(seat, move)
    assert says in reason(block, 0, "catch 2")


@pytest.mark.rule("uno-false", "uno-duty-any-way")
def test_why_no_catch_where_a_house_rule_left_one_card() -> None:
    """The refusal says why a one-card hand left by a house rule owes no call."""
    rule = {"name": "Less", "steps": [{"does": "discards", "who": "next", "n": 1}]}
    hands = [["wild-custom@batman", "red-1", "red-2"], ["blue-1", "blue-2"], ["blue-3", "blue-4"]]
    game = Game.arrange("dawn-of-justice", hands=hands, top="red-9", options={"house_rules": {"batman": rule}})
    for seat, move in ((0, "play wild-custom@batman red"), (1, "accept"), (1, "discard blue-1")):
        game.move(seat, move)
    assert reason(game, 2, "catch 1") == "Seat 1 doesn't have to call UNO: a house rule left them with one card. (uno-false)"


@pytest.mark.rule("uno-false")
def test_why_no_catch_of_a_larger_hand_or_of_one_that_was_dealt() -> None:
    """For a larger hand the refusal gives the number of cards, and a hand that began with one card owes nothing."""
    game = Game.arrange("classic", hands=[["red-1", "red-2"], ["red-3", "red-4"], ["green-3"]], top="red-9")
    assert reason(game, 0, "catch 1") == "Seat 1 has 2 cards and doesn't have to call UNO. (uno-false)"
    assert reason(game, 0, "catch 2") == "Seat 2 doesn't have to call UNO now. (uno-false)"


@pytest.mark.rule("rule-of-two")
def test_why_no_second_apprentice() -> None:
    """A player who already has an apprentice is told what to do next."""
    game = owing("dark-side", ROT, "apprentice 1")
    assert reason(game, 0, "apprentice 2") == "You've already picked your apprentice: give a card or stop. (rule-of-two)"


def test_why_no_second_film_and_no_second_secret() -> None:
    """A player who has already named a film or hidden a card is told that it is done."""
    film = owing("favorite-line", LINE, "film Solo")
    assert reason(film, 0, "film Rogue One") == "You've already picked the film. (favorite-line)"
    assert "You can only pick a film" in reason(film, 1, "film Rogue One")
    secret = owing("etheria", UNITE, "secret red-4")
    assert reason(secret, 0, "secret red-5") == "You've already hidden a card. (etheria-secret)"
    secret.move(1, "reveal green-1")
    secret.move(2, "reveal green-3")
    assert secret.phase == "color"
    assert reason(secret, 0, "secret red-5") == "You've already hidden a card. (etheria-secret)"


@pytest.mark.rule("uno-catch", "pile-exhausted")
def test_why_no_second_catch_where_nothing_was_left_to_draw() -> None:
    """A player who was caught when nothing was left to draw can't be caught again, and the refusal says why."""
    hands = [["red-draw-two", "red-2"], ["red-3", "red-4"], ["green-3", "green-4"]]
    game = Game.arrange("classic", hands=hands, top="red-9", rest=False)
    for seat, move in ((0, "play red-draw-two"), (2, "catch 0")):
        game.move(seat, move)
    assert len(game.hands[0]) == 1
    assert reason(game, 1, "catch 0") == "Seat 0 has already been caught. (uno-false)"


def test_why_nothing_after_a_game_that_went_on_too_long() -> None:
    """When a game was cut off, the refusal doesn't claim that the cards ran out."""
    game = turn("red-4", "red-5")
    game.end()
    assert reason(game, 0, "draw") == "The game went on too long and is over. (match-deal)"


@pytest.mark.rule("pile-exhausted")
@pytest.mark.parametrize("move", ["draw", "pass", "play red-4", "uno", "catch 1"])
def test_why_nothing_after_a_round_without_winner(move: str) -> None:
    """After a round in which nobody could go on, every move is refused for that reason."""
    game = Game.arrange("classic", hands=[["red-1"], ["red-2"]], top="blue-9", rest=False)
    game.move(0, "pass")
    game.move(1, "pass")
    assert (
        reason(game, 0, move) == "The round is over without a winner: nobody could draw, and everyone passed. (pile-exhausted)"
    )


@pytest.mark.parametrize(("players", "last"), [(2, 1), (3, 2)])
def test_seats_are_counted_as_the_table_has_them(players: int, last: int) -> None:
    """A seat that doesn't exist is refused with the seats that do."""
    game = Game.arrange("dark-side", hands=[[ROT, "red-4", "red-5"], *OTHERS][:players], top="red-9")
    with pytest.raises(InvalidMove, match=f"'10' is not a seat: seats are 0 to {last}$"):
        game.move(0, "catch 10")
    assert reason(game, 0, "catch 7") == f"There's no such seat: seats are numbered 0 to {last}. (uno-false)"
    assert (
        reason(Game("dare", players), 0, "failed 7") == f"There's no such seat: seats are numbered 0 to {last}. (dare-lasting)"
    )
    game.move(0, f"play {ROT} red")
    assert reason(game, 0, "apprentice 7") == f"There's no such seat: seats are numbered 0 to {last}. (rule-of-two)"


def test_several_seats_are_listed_as_a_sentence_does() -> None:
    """The players the game is waiting for are listed with commas and one "and"."""
    hands = [[UNITE, "red-4", "red-5"], *([f"green-{n}", f"blue-{n}"] for n in range(1, 4))]
    game = Game.arrange("etheria", hands=hands, top="red-9")
    game.move(0, f"play {UNITE}")
    game.move(0, "secret red-4")
    assert reason(game, 0, "draw") == "Waiting for seats 1, 2 and 3. (turn-draw)"
    game.move(1, "reveal green-1")
    assert reason(game, 0, "draw") == "Waiting for seats 2 and 3. (turn-draw)"
    game.move(2, "reveal green-2")
    assert reason(game, 0, "draw") == "Waiting for seat 3. (turn-draw)"


def test_too_many_of_a_card_are_counted_in_good_english() -> None:
    """A position with too many copies of a card is refused with the number the deck has."""
    with pytest.raises(InvalidPosition, match=r"^this deck has 1 red-0, not 2$"):
        Game.arrange("classic", hands=[["red-0", "red-0"], ["red-1"]], top="red-9")


def test_a_refusal_is_more_than_a_sentence() -> None:
    """The error has a rule, a code and a sentence, is a ValueError, and survives being sent to another process."""
    game = turn("red-4", "red-5")
    with pytest.raises(IllegalMove) as caught:
        game.move(0, "play red-4")
    error = caught.value
    assert (error.rule, error.code, error.sentence) == (
        "turn-match",
        "no-match",
        "You can't play red-4: you need blue, another 9 or a wild.",
    )
    assert game.why_not(0, "play red-4") == error.refusal
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.refusal, str(again)) == (IllegalMove, error.refusal, str(error))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is not a move; moves begin with"),
        ("hop", "'hop' is not a move; moves begin with accept, catch, challenge, draw, pass, play, uno"),
        ("play", "say 'play CARD'"),
        ("play wild", "say 'play CARD COLOR'"),
        ("play red-4 blue", "say 'play CARD'"),
        ("play purple-4", "this edition has no card 'purple-4'"),
        ("play wild-dare-9 red", "this edition has no card 'wild-dare-9'"),
        ("play wild gold", "'gold' is not one of red, yellow, green, blue"),
        ("catch 10", "'10' is not a seat: seats are 0 to 2"),
        ("catch x", "'x' is not a seat"),
        ("catch 01", "'01' is not a seat"),
        ("draw 2", "say 'draw'"),
        (None, "a move is text, not NoneType"),
        (7, "a move is text, not int"),
    ],
)
def test_what_is_not_a_move(text: object, says: str) -> None:
    """Text that isn't a move raises an InvalidMove that says what a move looks like, and nothing changes."""
    game = turn("red-4", "red-5")
    before = game.view(0)
    with pytest.raises(InvalidMove) as caught:
        game.move(0, text)  # type: ignore[arg-type]
    assert says in str(caught.value)
    assert game.view(0) == before


@pytest.mark.parametrize("seat", [-1, 3, 10, "0", None, True, 0.0])
def test_there_is_no_such_seat(seat: object) -> None:
    """A move, a list of moves or a view for a seat that doesn't exist is refused with the seats that do."""
    game = turn("red-4", "red-5")
    for ask in (lambda: game.move(seat, "draw"), lambda: game.moves(seat), lambda: game.why_not(seat, "draw")):  # type: ignore[arg-type]
        with pytest.raises(InvalidMove, match=r"there is no seat .*; seats are 0 to 2"):
            ask()


# ---- over many positions ---------------------------------------------------------------------------
def every_move(edition: Edition, players: int) -> Iterator[str]:
    """Return every move that can be written in an edition, with a placeholder for free text and one seat too many."""
    follow = {
        "card": [kind.text for kind in edition.kinds],
        "color": list(edition.colors),
        "seat": [str(seat) for seat in range(min(players + 1, 10))],
        "text": ["…"],
    }
    for verb in edition.verbs:
        lists = [follow.get(want, list(verb.words)) for want in verb.takes.split()]
        for kind in edition.kinds if verb.word == "play" else ():
            colors = edition.colors if edition.codec.names_color(kind.code) else ("",)
            plays = [f"play {kind.text} {color}".strip() for color in colors]
            yield from plays
            yield from (f"{play} uno" for play in plays)
        if verb.word == "play":
            continue
        texts = [verb.word]
        for more in lists:
            texts = [f"{text} {word}" for text in texts for word in more]
        yield from texts


OPTIONS: dict[str, list[dict[str, Any]]] = {
    "dawn-of-justice": [
        {
            "house_rules": {
                "batman": {
                    "name": "Toll",
                    "text": "Clap.",
                    "steps": [
                        {"does": "discards", "who": "everyone", "n": 1},
                        {"does": "performs", "who": "next", "n": 1},
                        {"does": "draws", "who": "chosen", "n": 2},
                    ],
                }
            }
        },
    ],
    "favorite-line": [{"until_miss": True}],
    "dare": [{"dare_list": "house-rules", "house_rules": ["Clap.", {"text": "Hum.", "lasting": True}] * 5}],
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3])
def test_the_reason_and_the_list_agree(edition: str, players: int) -> None:
    """A move is refused exactly if it isn't listed, and every refusal names a rule of the edition's rulebook."""
    book = {rule.id for rule in editions.get(edition).rulebook}
    texts = list(every_move(editions.get(edition), players))
    phases = set()
    rng = Random(players)
    for game in positions(edition, players):
        if game.phase not in phases or rng.random() < 0.1:
            phases.add(game.phase)
            agree(game, texts, book)
    assert phases == set(editions.get(edition).phase_names.values()) - unused_phases(edition)


def positions(edition: str, players: int) -> Iterator[Game]:
    """Return random games under several options, including those that begin with a color to be named."""
    letter = {"two_player_reverse": "plain"}
    for options in ({}, *OPTIONS.get(edition, ()), letter if edition == "dare" else {**letter, "bluff": False}):
        for seed in range(12):
            yield from walk(edition, players, seed, options)
    if edition == "dawn-of-justice":
        yield opened(edition, "hero@batman", players=players)
    if edition == "dare":
        game = opened(edition, "wild-dare-9", players=players)
        game.move(1, "take")
        yield game


def agree(game: Game, texts: list[str], book: set[str]) -> None:
    """Check every move of every seat."""
    for seat in range(game.players):
        listed = set(map(str, game.moves(seat)))
        assert listed <= set(texts)
        for text in texts:
            refusal = game.why_not(seat, text)
            assert (refusal is None) == (text in listed), (seat, text, refusal)
            if refusal is not None:
                assert refusal.rule in book, (text, refusal)
                assert refusal.sentence
                assert refusal.code


def unused_phases(edition: str) -> set[str]:
    """Return phases that the shared rules name and an edition never enters."""
    voting = {"dare", "dawn-of-justice", "favorite-line"}
    owing_a_color = {"dare", "dawn-of-justice", "etheria"}
    unused = set() if edition in voting else {"vote"}
    unused |= set() if edition in owing_a_color else {"color"}
    unused |= {"follow"} if edition == "dawn-of-justice" else {"follow", "choose", "discard"}
    return unused | ({"answer"} if edition == "dare" else set())


def test_a_refusal_can_be_said_otherwise() -> None:
    """A refusal is a template with values for its braces: text for cards and colors, numbers for seats."""
    game = turn("red-4", "red-5", top="blue-9")
    refusal = game.why_not(0, "play red-4")
    assert refusal is not None
    assert refusal.says == "You can't play {card}: you need {color}, another {symbol} or a wild."
    assert refusal.args == {"card": "red-4", "color": "blue", "symbol": "9"}
    other = game.why_not(1, "draw")
    assert other is not None
    assert (other.says, other.args) == ("It's {seat}'s turn.", {"seat": 0})
