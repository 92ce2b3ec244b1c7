"""How games, views, hands and editions show themselves in a REPL, on a Rich console and in a notebook."""

from __future__ import annotations

import json
import re
from io import StringIO

import pytest
from rich.console import Console

from lastcard import Game, editions
from lastcard.cards import SYMBOLS

HANDS = [["red-5", "wild-draw-four", "blue-skip"], ["green-1", "yellow-2"]]


def printed(thing: object, width: int = 100) -> str:
    """Return what a Rich console prints."""
    console = Console(file=StringIO(), width=width, force_terminal=False)
    console.print(thing)
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def arranged() -> Game:
    """Seat 0 is to move on a red 9."""
    return Game.arrange("classic", hands=HANDS, top="red-9")


def test_a_game_is_one_line() -> None:
    """`repr(game)` names the edition, the round, who is to move, the top card and how many cards everyone has."""
    game = arranged()
    assert repr(game) == "<Game of classic: round 1, seat 0 to move, ● red 9 on top, cards 3 2>"
    game.names = ["Ada", "Bo"]
    game.move(0, "play wild-draw-four green")
    assert repr(game) == "<Game of classic: round 1, Bo to move, ✱ Wild Draw Four (green) on top, cards 2 2>"


def test_a_finished_game_tells_who_won() -> None:
    """After the last move, `repr(game)` names the winner and the scores."""
    game = Game.arrange("classic", hands=[["red-1"], ["green-1", "wild"]], top="red-9")
    game.move(0, "play red-1")
    assert repr(game) == "<Game of classic: over, seat 0 won, scores 51 0>"


@pytest.mark.parametrize("name", editions.names())
def test_an_edition_is_one_line(name: str) -> None:
    """`repr(edition)` is its id and its title."""
    edition = editions.get(name)
    assert repr(edition) == f"<Edition {name}: {edition.title}>"
    assert len(repr(edition)) < 80


@pytest.mark.rule("hidden")
def test_a_view_shows_only_what_its_seat_knows() -> None:
    """A view shows its own hand, and of the others only how many cards they have."""
    view = arranged().view(0)
    assert repr(view) == "<View from seat 0 of classic: round 1, you to move, ● red 9 on top, cards 3 2>"
    for shown in (printed(view), view._repr_html_(), repr(view)):
        assert "green" not in shown
        assert "yellow" not in shown
    assert "● red 5" in printed(view)
    assert "wild-draw-four" in view._repr_html_()
    assert "wild-draw-four" not in arranged().view(None)._repr_html_()


@pytest.mark.rule("color-symbols")
@pytest.mark.parametrize("name", editions.names())
def test_every_card_is_drawn_with_shape_and_word(name: str) -> None:
    """In a notebook and on a console, every card of every edition shows the shape and the word of its color."""
    game = Game(name, 10, seed=3)
    html, text = game._repr_html_(), " ".join(printed(game, width=200).split())
    drawn = re.findall(r">([^<>]+)<br><small>(\w+)</small><br>", html)
    assert len(drawn) == 1 + sum(map(len, game.hands))
    glyphs = {color: symbol.glyph for color, symbol in SYMBOLS.items()} | {"wild": "✱"}
    assert all(glyphs[color] == glyph for glyph, color in drawn)
    assert all(f"{glyph} {color}" in text for glyph, color in set(drawn))


@pytest.mark.parametrize(
    ("edition", "card", "name", "face"),
    [
        ("dawn-of-justice", "wild-custom@batman", "Batman Wild Customizable", "Customizable Batman"),
        ("favorite-line", "wild-favorite-line", "Wild My Favorite Line", "My Favorite Line"),
        ("dare", "red-dare-3", "red Dare 3", "Dare 3"),
        ("classic", "wild", "Wild", ""),
    ],
)
def test_a_card_has_the_name_that_its_edition_gives_it(edition: str, card: str, name: str, face: str) -> None:
    """A picture of a card is called what its edition calls the card, in a game, a view and a hand."""
    top = {"dawn-of-justice": "gold-9"}.get(edition, "red-9")
    game = Game.arrange(edition, hands=[[card, "red-1"], ["red-2", "red-3"]], top=top)
    for picture in (game, game.view(0), game.hands[0], game.view(0).hand):
        html = picture._repr_html_()  # type: ignore[union-attr]
        assert f'role="img" aria-label="{name}" title="{card}"' in html
        assert f">{face}</b>" in html
    assert face in printed(game.view(0).hand)


def test_a_hand_is_drawn_and_is_still_a_list() -> None:
    """A hand is drawn as cards, and otherwise it is the list of texts it always was."""
    game = arranged()
    assert game.hands == HANDS
    assert repr(game.hands[1]) == "['green-1', 'yellow-2']"
    assert printed(game.hands[1]).split() == ["▲", "green", "1", "★", "yellow", "2"]
    assert "▲<br><small>green</small>" in game.hands[1]._repr_html_()  # type: ignore[attr-defined]
    assert game.view(1).hand == tuple(HANDS[1])
    assert json.loads(json.dumps([game.hands, game.view(1).hand])) == [HANDS, HANDS[1]]


def test_names_are_text_in_a_notebook() -> None:
    """A player's name is never read as HTML."""
    game = arranged()
    game.names = ["<script>alert(1)</script>", "Bo"]
    assert "<script>" not in game._repr_html_()
    assert "&lt;script&gt;" in game._repr_html_()
