"""Refused moves: a sentence for the player, a rule of the edition's own rulebook, and never a word against a legal move."""

import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from lastcard import Edition, Game, IllegalMove, InvalidMove, editions
from lastcard.testing.walks import walk
from rules.helpers import opened

EDITIONS = editions.names()


def reason(game: Game, seat: int, text: str) -> str:
    """The refusal of a move as a player reads it."""
    with pytest.raises(IllegalMove) as caught:
        game.move(seat, text)
    return str(caught.value)


def turn(*hand: str, top: str = "blue-9", color: str | None = None, **more: Any) -> Game:
    """Seat 0 of three is to move, in the classic edition."""
    others = [["green-1", "green-2"], ["green-3", "green-4"]]
    return Game.arrange("classic", hands=[list(hand), *others], top=top, color=color, **more)


# ---- the sentences ---------------------------------------------------------------------------------
@pytest.mark.rule("turn-match")
@pytest.mark.parametrize(
    ("top", "color", "text", "sentence"),
    [
        ("blue-9", None, "play red-4", "red-4 matches neither blue nor 9 (turn-match)"),
        ("blue-skip", None, "play red-4", "red-4 matches neither blue nor skip (turn-match)"),
        ("wild", "blue", "play red-4", "red-4 does not match blue (turn-match)"),
        ("blue-9", None, "play blue-4", "blue-4 is not in your hand (turn-match)"),
    ],
)
def test_why_a_card_cannot_be_played(top: str, color: str | None, text: str, sentence: str) -> None:
    """The sentence names the card, and the color and number or symbol that it would have to match."""
    assert reason(turn("red-4", "red-5", top=top, color=color), 0, text) == sentence


@pytest.mark.rule("turn-match", "turn-draw")
def test_whose_turn_it_is() -> None:
    """Out of turn the sentence names the seat whose turn it is."""
    game = turn("red-4", "red-5")
    assert reason(game, 1, "play green-1") == "it is not your turn but seat 0's (turn-match)"
    assert reason(game, 2, "draw") == "it is not your turn but seat 0's (turn-draw)"


@pytest.mark.rule("turn-drawn-only")
def test_why_only_the_drawn_card() -> None:
    """After a draw the sentences say what is left to do; before it that a pass comes after."""
    game = turn("blue-4", "red-5", draw=["blue-7"])
    assert reason(game, 0, "pass") == "you may pass only after drawing a card (turn-drawn-only)"
    game.move(0, "draw")
    assert reason(game, 0, "play blue-4") == "after drawing only the drawn card may be played (turn-drawn-only)"
    assert reason(game, 0, "draw") == "you have drawn already: play that card or pass (turn-drawn-only)"


@pytest.mark.rule("wd4-legal", "wd4-wilds-match")
def test_why_no_wild_draw_four() -> None:
    """At a table without bluff the sentence names the color, and where another wild counts says so."""
    game = turn("wild-draw-four", "blue-5", options={"bluff": False})
    sentence = "wild-draw-four is not allowed while you hold a blue card or another wild (wd4-legal)"
    assert reason(game, 0, "play wild-draw-four red") == sentence


@pytest.mark.rule("wd4-take", "turn-no-stacking")
def test_why_no_other_answer() -> None:
    """While a Wild Draw Four waits, the sentences say who may challenge and that nothing is put on top."""
    hands = [["wild-draw-four", "blue-5", "blue-6"], ["wild-draw-four", "green-2"], ["green-3", "green-4"]]
    game = Game.arrange("classic", hands=hands, top="blue-9")
    game.move(0, "play wild-draw-four red")
    assert reason(game, 2, "challenge") == "only the next player may challenge (wd4-take)"
    assert reason(game, 1, "play wild-draw-four red") == (
        "wild-draw-four cannot be put on top: answer the card first (turn-no-stacking)"
    )
    assert reason(game, 2, "draw") == "the game waits for seat 1 (turn-draw)"


@pytest.mark.rule("uno-window", "uno-false", "uno-catch")
def test_why_no_call_and_no_catch() -> None:
    """The sentences about the call say what is owed, and by whom."""
    game = Game.arrange("classic", hands=[["red-skip", "red-1"], ["green-1", "green-2"]], top="red-9")
    assert reason(game, 0, "uno") == "you owe no call (uno-false)"
    game.move(0, "play red-skip")
    assert reason(game, 0, "play red-1") == "call UNO before you play on (uno-window)"
    assert reason(game, 0, "catch 0") == "nobody catches themselves: say 'uno' (uno-catch)"
    assert reason(game, 0, "catch 1") == "seat 1 owes no call (uno-false)"


@pytest.mark.rule("uno-false")
def test_why_no_call_with_this_card() -> None:
    """The call with a card that is not the next to last is refused as such."""
    game = turn("blue-4", "red-5", "red-6")
    assert reason(game, 0, "play blue-4 uno") == "UNO is called with the next-to-last card only (uno-false)"


@pytest.mark.rule("pile-exhausted")
def test_why_nothing_is_drawn() -> None:
    """With nothing on the table but the top card the sentences say so."""
    game = turn("blue-4", "red-5", rest=False)
    assert reason(game, 0, "draw") == "there is no card left to draw (pile-exhausted)"
    assert reason(game, 0, "pass") == "with nothing to draw, who can play must play (pile-exhausted)"


@pytest.mark.rule("out")
def test_why_nothing_after_the_round() -> None:
    """After the round every move is refused for that reason."""
    game = turn("blue-4")
    game.move(0, "play blue-4")
    assert reason(game, 1, "draw") == "the round is over (out)"


def test_a_refusal_is_more_than_a_sentence() -> None:
    """The error carries rule, code and sentence apart, is a ValueError, and survives being sent to another process."""
    game = turn("red-4", "red-5")
    with pytest.raises(IllegalMove) as caught:
        game.move(0, "play red-4")
    error = caught.value
    assert (error.rule, error.code, error.sentence) == ("turn-match", "no-match", "red-4 matches neither blue nor 9")
    assert game.why_not(0, "play red-4") == error.refusal
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.refusal, str(again)) == (IllegalMove, error.refusal, str(error))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is not a move; moves begin with"),
        ("jump", "'jump' is not a move; moves begin with accept, catch, challenge, draw, pass, play, uno"),
        ("play", "say 'play CARD'"),
        ("play wild", "say 'play CARD COLOR'"),
        ("play red-4 blue", "say 'play CARD'"),
        ("play purple-4", "this edition has no card 'purple-4'"),
        ("play wild-dare-9 red", "this edition has no card 'wild-dare-9'"),
        ("play wild gold", "'gold' is not one of red, yellow, green, blue"),
        ("catch 10", "'10' is not a seat: seats are 0 to 9"),
        ("catch x", "'x' is not a seat"),
        ("catch 01", "'01' is not a seat"),
        ("draw 2", "say 'draw'"),
        (None, "a move is text, not NoneType"),
        (7, "a move is text, not int"),
    ],
)
def test_what_is_no_move(text: object, says: str) -> None:
    """What is not a move at all is an InvalidMove that says what a move looks like, and changes nothing."""
    game = turn("red-4", "red-5")
    before = game.view(0)
    with pytest.raises(InvalidMove) as caught:
        game.move(0, text)  # type: ignore[arg-type]
    assert says in str(caught.value)
    assert game.view(0) == before


@pytest.mark.parametrize("seat", [-1, 3, 10, "0", None, True, 0.0])
def test_there_is_no_such_seat(seat: object) -> None:
    """A move, a list of moves or a view of a seat that is not at the table is refused with the seats there are."""
    game = turn("red-4", "red-5")
    for ask in (lambda: game.move(seat, "draw"), lambda: game.moves(seat), lambda: game.why_not(seat, "draw")):  # type: ignore[arg-type]
        with pytest.raises(InvalidMove, match=r"there is no seat .*; seats are 0 to 2"):
            ask()


# ---- over many positions ---------------------------------------------------------------------------
def every_move(edition: Edition, players: int) -> Iterator[str]:
    """Every move that can be said in an edition, with free text as a placeholder; a seat too many included."""
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
    """There is no reason against a move exactly if it is listed, and every reason is a rule of the edition's rulebook."""
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
    """Games by chance under several options, and those that begin with a color to be named."""
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
    """Ask about every move of every seat."""
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
    """Phases that the shared rules name and an edition never enters."""
    voting = {"dare", "dawn-of-justice", "favorite-line"}
    owing_a_color = {"dare", "dawn-of-justice", "etheria"}
    unused = set() if edition in voting else {"vote"}
    unused |= set() if edition in owing_a_color else {"color"}
    return unused | ({"answer"} if edition == "dare" else set())


def test_a_refusal_can_be_said_otherwise() -> None:
    """The sentence is a template and what stands in its braces: cards and colors as texts, seats as numbers."""
    game = turn("red-4", "red-5", top="blue-9")
    refusal = game.why_not(0, "play red-4")
    assert refusal is not None
    assert refusal.says == "{card} matches neither {color} nor {symbol}"
    assert refusal.args == {"card": "red-4", "color": "blue", "symbol": "9"}
    other = game.why_not(1, "draw")
    assert other is not None
    assert (other.says, other.args) == ("it is not your turn but {seat}'s", {"seat": 0})
