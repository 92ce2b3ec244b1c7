"""An example for each card that does something: what lies on the pile, what the learner plays, and what happens then.

Examples come from the positions of the edition's own lessons. For a card that no lesson lets the learner play, a small position
is arranged around it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .bits import color_of_kind
from .cards import FIRST_WILD, Kind
from .edition import Edition
from .errors import InvalidPosition
from .events import Event
from .game import Game
from .lesson_run import GO_ON, Learning
from .lesson_type import LEARNER, Lesson, Step
from .moves import Move
from .typed_text import PLACEHOLDER

TURN = "turn"
MOST_ANSWERS = 6  # of the questions that a card asks
OTHERS = 2
LAST_CARDS = 2  # they are about calling, catching and going out
WORDS = "words"


class CardExample(NamedTuple):
    """A card on the top card, and the events that follow, as the player who plays it (seat 0) sees them."""

    card: str
    top: str
    events: tuple[Event, ...]


def card_examples(edition: Edition) -> list[CardExample]:
    """Return an example for each name of a card that isn't a number, in the order of the deck."""
    kinds = {kind.text: kind for kind in edition.kinds if kind.copies and not kind.title.isdigit()}
    found: dict[str, CardExample] = {}
    for lesson in edition.lessons:
        for example in _of_lesson(edition, lesson):
            if example.card in kinds:
                found.setdefault(kinds[example.card].title, example)
    wilds = {kind.text for kind in edition.kinds if kind.color is None}
    found = {title: example for title, example in found.items() if example.top not in wilds}  # nobody sees the color there
    for kind in kinds.values():
        if kind.title not in found and (arranged := _arranged(edition, kind)):
            found[kind.title] = arranged
    order = list(dict.fromkeys(kind.title for kind in kinds.values()))
    return [found[title] for title in order if title in found]


def _of_lesson(edition: Edition, lesson: Lesson) -> Iterator[CardExample]:
    """Yield an example for each card that the learner is asked to play, but not for the last two, which are about the end."""
    learning = Learning(edition, lesson)
    while not learning.is_over:
        wanted = learning.wanted
        if wanted and wanted[0].card and _is_usual(learning.game) and len(learning.game.hands[LEARNER]) > LAST_CARDS:
            yield _played(learning.game.copy(), wanted[0], lesson.steps[learning.at :])
        learning.do(str(wanted[0]) if wanted else GO_ON)


def _is_usual(game: Game) -> bool:
    """Whether a game is played by the leaflet, without table rules. What an edition lets a table write may be there."""
    usual = game.edition.read_options(None)
    return all(game.options.get(option.name) == usual.get(option.name) for option in game.edition.options if option.group)


def _played(game: Game, move: Move, steps: tuple[Step, ...]) -> CardExample:
    """Play a card and go on with the lesson until the next turn begins."""
    top, since = game.view(LEARNER).top, game.event_count
    game.move(LEARNER, move)
    _answer(game, steps[0])
    for step in steps[1:]:
        if _is_done(game) or step.position is not None:
            break
        for seat, scripted in step.script:
            game.move(seat, scripted)
        wanted = [each for each in game.moves(LEARNER) if step.is_wanted(each)]
        if wanted:
            game.move(LEARNER, _spoken(game.edition, wanted[0]))
            _answer(game, step)
    return CardExample(str(move.card), str(top), tuple(game.events(LEARNER, since)))


def _is_done(game: Game) -> bool:
    """Whether a card has had its effect: a turn begins, or the round is over."""
    return not game.to_move or game.view(LEARNER).phase == TURN


def _spoken(edition: Edition, move: Move) -> str:
    """Return a move with words of the edition in place of those that a player would write."""
    if not move.endswith(PLACEHOLDER):
        return str(move)
    verb = move.split(" ", 1)[0]
    return f"{move.removesuffix(PLACEHOLDER)}{next(iter(edition.suggestions.get(verb, ())), WORDS)}"


def _answer(game: Game, step: Step) -> None:
    for seat, answer in step.then:
        if _is_done(game):
            return
        game.move(seat, answer)


def _arranged(edition: Edition, kind: Kind) -> CardExample | None:
    """Play a card on a number of its color, and answer what it asks with the first choice."""
    numbers = [each for each in edition.kinds if each.copies and each.title.isdigit() and each.code < FIRST_WILD]
    near = [each for each in numbers if kind.code >= FIRST_WILD or color_of_kind(each.code) == color_of_kind(kind.code)]
    rest = [each.text for each in numbers if each not in near[:1]]
    hands = [[kind.text, *rest[:2]], *(rest[2 + 2 * seat : 4 + 2 * seat] for seat in range(OTHERS))]
    try:
        game = Game.arrange(edition, hands=hands, top=near[0].text)
    except (InvalidPosition, IndexError):  # an unusual deck
        return None
    moves = [move for move in game.moves(LEARNER) if move.card == kind.text]
    if not moves:
        return None
    since = game.event_count
    game.move(LEARNER, moves[0])
    for _ in range(MOST_ANSWERS):
        if _is_done(game):
            break
        seat = game.to_move[0]
        game.move(seat, _spoken(edition, game.moves(seat)[0]))
    return CardExample(kind.text, near[0].text, tuple(game.events(LEARNER, since)))
