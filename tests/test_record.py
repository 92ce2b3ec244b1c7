"""Records can be replayed, and broken or hostile ones are refused at once in a sentence."""

import copy
import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from lastcard import Game, IllegalMove, InvalidRecord, editions
from lastcard.testing import shown, walk
from variants import HOUSE_RULES, variants

QUICKLY = 2.0  # seconds of this thread's processor time, however busy the machine is


def played(edition: str = "classic", players: int = 3, seed: int = 1, **more: Any) -> Game:
    """Play a game to the end of its last round."""
    *_, game = walk(edition, players, seed, **more)
    return game


def same(game: Game, again: Game) -> bool:
    """Return whether two games are the same, in full and for every viewer."""
    truth = game.hands == again.hands and game.draw_pile == again.draw_pile and game.scores == again.scores
    return truth and all(shown(game, seat) == shown(again, seat) for seat in (None, *range(game.players)))


@pytest.mark.parametrize("edition", editions.names())
def test_round_trip(edition: str) -> None:
    """A record, as data or as JSON text or bytes, gives the same game with the same record, rounds and options included."""
    for options in variants(edition):
        game = played(edition, players=4, seed=6, options={**options, "target": 400}, rounds=3)
        record = game.record()
        for form in (record, json.dumps(record), json.dumps(record).encode()):
            again = Game.replay(form)
            assert same(game, again)
            assert again.record() == record


def test_times_are_kept() -> None:
    """The times of moves are recorded and survive replaying, and a move without one stays without."""
    game = Game.arrange("classic", [["red-1", "red-2", "red-3"], ["red-4", "red-5"]], top="red-9")
    game.move(0, "play red-1", at=1500)
    game.move(1, "draw")
    assert game.record()["moves"] == [[0, "play red-1", 1500], [1, "draw"]]
    assert Game.replay(game.record()).record()["moves"] == [[0, "play red-1", 1500], [1, "draw"]]


def test_rewritten_options_are_kept() -> None:
    """House rules rewritten between rounds are recorded with the round from which they apply."""
    game = played("dawn-of-justice", players=2, seed=4, options={"target": 5000})
    game.next_round({"house_rules": HOUSE_RULES[0]})
    record = game.record()
    assert list(record["rewritten"]) == ["1"]
    again = Game.replay(json.dumps(record))
    assert again.options == game.options
    assert again.options["house_rules"]["batman"]["name"] == "Signal"


def test_arranged_game_is_kept() -> None:
    """The record of an arranged game holds its position, and replays."""
    game = Game.arrange(
        "dark-side",
        [["wild", "red-2", "red-3"], ["red-4", "red-5"]],
        top="wild",
        color="red",
        draw=["blue-1", "blue-2"],
        discard=["green-1"],
        turn=1,
        direction=-1,
        dealer=1,
        scores=[20, 30],
        options={"target": 200},
        seed=5,
    )
    game.move(1, "draw")
    game.move(1, "pass")
    again = Game.replay(json.dumps(game.record()))
    assert same(game, again)
    assert again.record() == game.record()


def test_an_early_end_is_kept() -> None:
    """A game that was ended early replays to its end, decided by the scores so far."""
    hands = [["red-1", "red-2"], ["blue-3"], ["blue-4"]]
    game = Game.arrange("classic", hands, top="red-9", scores=[30, 30, 10], options={"target": 500})
    assert [event.what for event in game.end()] == ["ended"]
    assert (game.over, game.round_over, game.winners, game.scores) == (True, True, (0, 1), (30, 30, 10))
    again = Game.replay(game.record())
    assert (again.over, again.winners, again.view(0)) == (True, (0, 1), game.view(0))
    for after in (game.end, game.next_round):
        with pytest.raises(IllegalMove, match="The game is over"):
            after()


def test_deck_order_is_kept() -> None:
    """The record of a game from a given deck order holds that order, and replays."""
    edition = editions.get("classic")
    deck = [edition.codec.card_texts[kind] for kind in edition.deck(edition.read_options(None))][::-1]
    game = Game("classic", players=2, seed=3, deck=deck)
    game.move(game.turn, "draw")
    record = game.record()
    assert record["deck"] == deck
    assert same(game, Game.replay(json.dumps(record)))


def test_record_is_the_callers_own() -> None:
    """Changing a record, or the options that a game was made with, changes nothing in the game."""
    options = {"house_rules": copy.deepcopy(HOUSE_RULES[0])}
    game = Game("dawn-of-justice", players=2, seed=1, options=options)
    before = copy.deepcopy(game.record())
    options["house_rules"]["batman"]["name"] = "Changed"
    game.record()["options"]["house_rules"]["batman"]["steps"].clear()
    assert game.record() == before


def test_refused_move_is_not_recorded() -> None:
    """A refused move leaves no trace in the record."""
    game = Game("classic", players=2, seed=1)
    with pytest.raises(IllegalMove):
        game.move(game.turn, "pass")
    assert game.record()["moves"] == []


def nested(depth: int) -> Any:
    """Return lists nested in lists."""
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


def with_number(record: dict[Any, Any]) -> object:
    """Return a record with a field that has a number for a name."""
    return {**record, 7: 1}


def change(**fields: Any) -> Callable[[dict[str, Any]], object]:
    """Return a record with other fields."""
    return lambda record: {**record, **fields}


def entry(*new: Any) -> Callable[[dict[str, Any]], object]:
    """Return a record with a different third move."""
    return lambda record: {**record, "moves": [*record["moves"][:2], list(new), *record["moves"][3:]]}


def position(**fields: Any) -> Callable[[dict[str, Any]], object]:
    """Return a record that begins with an arranged position."""
    arranged = {"hands": [["red-1"], ["red-2"], ["red-3"]], "top": "red-9", **fields}
    return lambda record: {**record, "position": arranged, "moves": [], "scores": [0, 0, 0], "winners": []}


def text(change_text: Callable[[str], object]) -> Callable[[dict[str, Any]], object]:
    """Return the record's JSON text, changed."""
    return lambda record: change_text(json.dumps(record))


BROKEN: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    # not a document
    "empty": (text(lambda _: ""), "not a JSON document"),
    "truncated": (text(lambda t: t[:-30]), "not a JSON document"),
    "half": (text(lambda t: t[: len(t) // 2].encode()), "not a JSON document"),
    "not UTF-8": (text(lambda t: b"\xff\xfe" + t.encode()), "not a JSON document"),
    "lone surrogate": (text(lambda t: t.replace("classic", "\ud800")), "not a JSON document"),
    "NaN": (text(lambda t: t.replace('"seed": 1,', '"seed": NaN,')), "not a JSON document"),
    "ten megabytes of space": (text(lambda t: t + " " * 10_000_000), "at most 4 MiB"),
    "ten megabytes of moves": (text(lambda t: t.replace('"moves": [', '"moves": [' + '[0, "draw"], ' * 800_000)), "4 MiB"),
    "brackets without end": (text(lambda _: "[" * 100_000), "not a JSON document"),
    "huge number in text": (text(lambda t: t.replace('"seed": 1,', '"seed": ' + "9" * 4000 + ",")), "a seed is"),
    # not a record
    "nothing": (lambda _: None, "a JSON object, not NoneType"),
    "a list": (lambda record: [record], "a JSON object, not list"),
    "another format": (change(format="chess"), "not a record of the format"),
    "too few faces": (change(faces=[1, 2]), "needs as many faces, not 2"),
    "no such face": (change(faces=[1, 2, 100]), "a face is a number from 0 to 99"),
    "unknown field": (change(cheat=True), "no field 'cheat'"),
    "field that is a number": (with_number, "no field 7"),
    "no moves": (lambda record: {k: v for k, v in record.items() if k != "moves"}, "missing required field `moves`"),
    "players as text": (change(players="3"), "Expected `int`"),
    "players as truth": (change(players=True), "Expected `int`"),
    "eleven players": (change(players=11), "2 to 10 can play"),
    "seed below zero": (change(seed=-1), "a seed is"),
    "seed with a point": (change(seed=1.0), "Expected `int"),
    "seed of few digits": (change(seed="abc123"), "a seed is"),
    "huge seed": (change(seed=10**5000), "a seed is"),
    "unknown edition": (change(edition="tarot"), "no edition 'tarot'"),
    "endless edition": (change(edition="x" * 1_000_000), "no edition 'xxx"),
    "other rules": (change(rules_version=99), "version 99 of the rules of classic, not 2"),
    "unknown option": (change(options={"speed": 9}), "no option 'speed'"),
    "impossible option": (change(options={"target": -5}), "target is a whole number"),
    "options as a list": (change(options=[]), "Expected `object`"),
    "options nested without end": (change(options={"target": nested(100_000)}), "target is a whole number"),
    "moves nested without end": (change(moves=nested(100_000)), "must be a seat"),
    "rewritten for a round that was not dealt": (change(rewritten={"1": {}}), "round '1', which was not dealt"),
    "rewritten for no round": (change(rewritten={"soon": {}}), "round 'soon', which was not dealt"),
    "deck of one card": (change(deck=["red-1"]), "is missing"),
    "deck of unknown cards": (change(deck=["purple-1"]), "no card 'purple-1'"),
    "deck and position": (lambda r: {**r, "deck": [], "position": {"hands": [], "top": ""}}, "not both"),
    # positions
    "position without hands": (change(position={"top": "red-9"}), "missing required field `hands`"),
    "position with more": (position(seed=4), "a position has no field 'seed'"),
    "position with a wrong card": (position(top="purple-9"), "no card 'purple-9'"),
    "position with too many of a card": (position(draw=["red-9", "red-9"]), "this deck has 2 red-9, not 3"),
    "position of others": (position(hands=[["red-1"], ["red-2"]]), "as many hands"),
    "position of numbers": (position(hands=[1, 2, 3]), "Expected `array`"),
    # moves
    "wrong card": (entry(0, "play purple-99"), "move 3, seat 0, 'play purple-99': this edition has no card"),
    "no such move": (entry(0, "dance"), "move 3, .* is not a move"),
    "wrong seat": (entry(7, "draw"), "there is no seat 7"),
    "seat below zero": (entry(-1, "draw"), "there is no seat -1"),
    "huge seat": (entry(10**5000, "draw"), "move 3, seat such a int"),
    "seat as text": (entry("0", "draw"), "move 3 must be a seat"),
    "seat as truth": (entry(True, "draw"), "move 3 must be a seat"),
    "no seat": (entry(None, "draw"), "move 3 has no seat"),
    "no text": (entry(0), "move 3 must be a seat"),
    "too much": (entry(0, "draw", 1, 2), "move 3 must be a seat"),
    "time below zero": (entry(0, "draw", -1), "move 3 must be a seat"),
    "huge time": (entry(0, "draw", 10**30), "move 3 must be a seat"),
    "endless text": (entry(0, "play " + "x" * 3_000_000), "move 3, .* has no card"),
    "deal before the end": (entry(None, "next round"), "The round isn't over yet."),
    "too many moves": (lambda record: {**record, "moves": [[0, "draw"]] * 100_001}, "at most 100000 moves"),
    "move after the end": (lambda record: {**record, "moves": [*record["moves"], [0, "draw"]]}, "The round is over."),
    "deal after the end": (lambda record: {**record, "moves": [*record["moves"], [None, "next round"]]}, "The game is over."),
    "end after the end": (lambda record: {**record, "moves": [*record["moves"], [None, "end"]]}, "The game is over."),
    "moves after an early end": (entry(None, "end"), "move 4, .*The game went on too long and is over"),
    "other scores": (change(scores=[500, 0, 0]), "don't follow from its moves"),
    "other winners": (change(winners=[0, 1, 2]), "don't follow from its moves"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_record_is_refused(name: str) -> None:
    """A broken or hostile record raises InvalidRecord with a short sentence, and quickly."""
    spoil, says = BROKEN[name]
    broken = spoil(dict(played().record()))
    began = time.thread_time()
    with pytest.raises(InvalidRecord, match=says) as caught:
        Game.replay(broken)
    assert time.thread_time() - began < QUICKLY
    assert len(str(caught.value)) < 400


def test_every_truncation_is_refused() -> None:
    """A truncated record is never a record."""
    whole = json.dumps(Game("classic", players=2, seed=1).record())
    for length in range(len(whole)):
        with pytest.raises(InvalidRecord, match="not a JSON document"):
            Game.replay(whole[:length])
