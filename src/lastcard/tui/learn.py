"""A lesson line by line, for ``lastcard learn``."""

from __future__ import annotations

from collections.abc import Callable

from ..bots.bot_names import BOT_NAMES
from ..edition import Edition
from ..errors import IllegalMove, InvalidMove
from ..game import Game
from ..lesson_run import GO_ON, Learning
from ..lesson_type import LEARNER, Lesson
from ..typed_text import PLACEHOLDER
from . import words

NAMES = ("Player", *BOT_NAMES)
Ask = Callable[[], str | None]  # the next line that is typed, or None at the end


def teach(edition: Edition, lesson: Lesson, say: Callable[[str], None], ask: Ask) -> bool:
    """Run a lesson, and return whether it was finished. Typing quit, or the end of the input, leaves it."""
    say(f"{edition.title}: {lesson.title}. Type the number of a move. quit leaves the lesson.")
    learning = Learning(edition, lesson)
    since = 0
    while not learning.is_over:
        since = _show(learning, say, since)
        line = ask()
        if line is None or line in ("q", "quit"):
            return False
        before, seen = learning.game, since
        try:
            learning.do(_move(learning, line))
        except (IllegalMove, InvalidMove) as error:
            say(words.refused(edition, error.refusal, NAMES) if isinstance(error, IllegalMove) else error.sentence)
        if learning.game is not before:
            since = 0
            _news(learning.edition, before, say, seen)
    _news(learning.edition, learning.game, say, since)
    say("That's it. Well played!")
    return True


def _show(learning: Learning, say: Callable[[str], None], since: int) -> int:
    """Tell what happened, what the step says, and what there is to choose. Return how many events have been told."""
    count = _news(learning.edition, learning.game, say, since)
    view = learning.game.view(LEARNER)
    say("")
    says = words.spoken(learning.edition, learning.says.says, learning.says.args, NAMES)
    say(f"{learning.at + 1} of {len(learning.lesson.steps)}. {says}")
    if not learning.step.wants:
        say("Press Enter to go on.")
        return count
    say(f"{words.pile_line(learning.edition, view)} You hold: {words.card_list(learning.edition, view.hand)}.")
    brings = learning.game.consequences(LEARNER)
    coming = view.pending.sum if view.pending else None
    for number, move in enumerate(learning.wanted, 1):
        told = " ".join(words.spoken(learning.edition, said.says, said.args, NAMES) for said in brings[move])
        say(f"{number} {words.with_brings(words.move_words(learning.edition, move, NAMES, coming=coming), told)}")
    return count


def _news(edition: Edition, game: Game, say: Callable[[str], None], since: int) -> int:
    """Tell the moves since this event, but not how a position came about."""
    begins = len([event for event in game.events(LEARNER) if event.what in ("dealer", "dealt", "flipped")])
    for sentence in words.news(edition, game.events(LEARNER, max(since, begins)), NAMES, LEARNER):
        say(f"{sentence}.")
    return game.event_count


def _move(learning: Learning, line: str) -> str:
    """The move that a line stands for: a number of the list, or the move itself."""
    if not learning.step.wants:
        return GO_ON
    wanted = learning.wanted
    if line.isascii() and line.isdigit() and 1 <= int(line[:3]) <= len(wanted):
        chosen = wanted[int(line[:3]) - 1]
        return f"{chosen.verb} words" if chosen.said == PLACEHOLDER else str(chosen)
    return line
