"""Checks that an edition's lessons can be played and teach its special cards, and that its tips can be said."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from ..cards import FX_NONE, FX_SPECIAL, Kind
from ..edition import Edition
from ..errors import LastcardError
from ..lesson_run import GO_ON, Learning, Moment
from ..lesson_type import LEARNER, Lesson, Step
from ..tips import HITS
from .checks import WORD

TURN = "turn"
SHARED = "; BASICS of lastcard.editions.texts.basics_lesson, as the first lesson, teaches the shared cards"


def check_lessons(edition: Edition) -> None:
    """Lessons can be played by every wanted move, and use each special card for and against the learner.

    An edition may have no lessons. If it has some, they use every card but the numbers: the shared ones, too.
    """
    known = {rule.id for rule in edition.rulebook}
    ids = [lesson.id for lesson in edition.lessons]
    for lesson in edition.lessons:
        name = f"{edition.id}: the lesson {lesson.id!r}"
        assert ids.count(lesson.id) == 1, f"{name} is there twice"
        assert re.fullmatch(WORD, lesson.id), f"{name} has an id that is not lower-case letters and digits with hyphens"
        assert lesson.title.strip(), f"{name} has no title"
        unknown = [rule for rule in lesson.rules if rule not in known]
        assert not unknown, f"{name} teaches the rule {unknown[:1]}, which is not in the rulebook"
        assert lesson.steps, f"{name} has no steps"
        assert lesson.steps[0].position is not None, f"{name} begins without a position"
        assert not lesson.steps[-1].then, f"{name} ends before the answers to its last move can be read: add a step to read"
        for at, step in enumerate(lesson.steps):
            _check_step(f"{name}, step {at + 1}", step)
            _check_outcome(f"{name}, step {at + 1}", step, lesson.steps[at + 1 : at + 2])
            _play(edition, lesson, at)
    if edition.lessons:
        _check_special_cards(edition)


def _check_step(where: str, step: Step) -> None:
    assert step.says.strip(), f"{where} says nothing"
    braces = set(re.findall(r"{(\w*)}", step.says + step.outcome)) - {"seat"}
    assert not braces, f"{where} has {braces} in braces; there is only {{seat}}"
    scripted = [seat for seat, _ in (*step.script, *step.then)]
    assert LEARNER not in scripted, f"{where} has a scripted move of the learner, seat {LEARNER}"


def _check_outcome(where: str, step: Step, then: Sequence[Step]) -> None:
    """An outcome has a move to follow and a pause to be read in, which only comes before a new position."""
    has_pause = bool(step.wants) and any(after.position is not None for after in then)
    assert not step.outcome or has_pause, f"{where} has an outcome, but no move and new position around it"


def _play(edition: Edition, lesson: Lesson, at: int) -> None:
    """Play up to a step by the first wanted moves, then every wanted move."""
    where = f"{edition.id}: the lesson {lesson.id!r}, step {at + 1}"
    here = _begin(edition, lesson, at, where)
    step, listed = here.step, here.game.moves(LEARNER)
    for want in step.wants:
        found = [move for move in listed if step._replace(wants=(want,)).is_wanted(move)]
        assert found, f"{where} wants {want!r}, which is not among the learner's moves {[str(move) for move in listed]}"
    for move in here.wanted if step.wants else [GO_ON]:
        branch = _begin(edition, lesson, at, where)
        try:
            branch.do(move)
        except LastcardError as error:
            raise AssertionError(f"{where}: after {str(move)!r}, the lesson cannot go on: {error}") from None
        stuck = not branch.is_over and branch.step.wants and not branch.wanted
        assert not stuck, f"{where}: after {str(move)!r}, nothing that the next step wants is among the learner's moves"


def _begin(edition: Edition, lesson: Lesson, at: int, where: str) -> Learning:
    try:
        return Learning(edition, lesson, at)
    except (LastcardError, IndexError) as error:
        raise AssertionError(f"{where} cannot be reached: {error}") from None


def _check_special_cards(edition: Edition) -> None:
    """Every card but the numbers is used by the learner, in a step that wants nothing else, and against them."""
    special = {kind.face: kind for kind in edition.kinds if kind.copies and is_special(kind)}
    by = set[str]().union(*(used_by(edition, lesson) for lesson in edition.lessons))
    against = set[str]().union(*(used_against(edition, lesson) for lesson in edition.lessons))
    for face, kind in special.items():
        hint = "" if kind.does or kind.effect == FX_SPECIAL else SHARED
        assert face in by, f"{edition.id}: no lesson lets the learner use the special card {face!r}{hint}"
        assert face in against, f"{edition.id}: no lesson uses the special card {face!r} against the learner{hint}"


def is_special(kind: Kind) -> bool:
    """Whether a card does something, or goes on any card."""
    return kind.effect != FX_NONE or bool(kind.does) or kind.color is None


def _faces(edition: Edition, move: str) -> set[str]:
    """The faces of the cards in a move."""
    faces = {kind.text: kind.face for kind in edition.kinds}
    return {faces[word] for word in move.split()[1:] if word in faces}


def used_by(edition: Edition, lesson: Lesson) -> set[str]:
    """The faces that the learner uses, in steps that can't be done with another card."""
    steps = ([_faces(edition, want) for want in step.wants] for step in lesson.steps)
    return set[str]().union(*(set.intersection(*wanted) for wanted in steps if wanted))


def used_against(edition: Edition, lesson: Lesson) -> set[str]:
    """The faces that others use while it matters to the learner, in a lesson played by the first wanted moves."""
    found = set[str]()
    learning = Learning(edition, lesson)
    moments = learning.moments
    while True:
        for at, (_, seat, move) in enumerate(moments):
            if seat not in (None, LEARNER):
                found |= {face for face in _faces(edition, move) if _matters(edition, face, moments[at - 1 :])}
        if learning.is_over:
            return found
        learning.do(str(learning.wanted[0]) if learning.step.wants else GO_ON)
        moments = learning.moments


def _matters(edition: Edition, face: str, moments: list[Moment]) -> bool:
    """Whether the second of these moments, or what follows until another card is used, matters to the learner.

    A card that hits the next player has to hit the learner, or ask them. Others may also change the color or the direction.
    """
    before = moments[0].game
    later = itertools.takewhile(lambda moment: moment.seat is not None and not _faces(edition, moment.move), moments[2:])
    game = [moments[1], *later][-1].game
    hit = any(LEARNER in (event.seat, event.to) for event in game.events(LEARNER, before.event_count))
    view, was = game.view(LEARNER), before.view(LEARNER)
    if hit or (LEARNER in view.to_move and view.phase != TURN):
        return True
    hits_next = any(kind.skips for kind in edition.kinds if kind.face == face)
    return not hits_next and (view.color, view.direction) != (was.color, was.direction)


def check_tips(edition: Edition) -> None:
    """Tips are sentences, and each waits for an event or a move that the edition has."""
    verbs, events = {verb.word for verb in edition.verbs}, set(edition.teller.by_name)
    ids = [tip.id for tip in edition.tips]
    for tip in edition.tips:
        name = f"{edition.id}: the tip {tip.id!r}"
        assert ids.count(tip.id) == 1, f"{name} is there twice"
        assert re.fullmatch(WORD, tip.id), f"{name} has an id that is not lower-case letters and digits with hyphens"
        assert re.search(r"[.!?]$", tip.says), f"{name} says {tip.says!r}, which is no sentence"
        assert "{" not in tip.says, f"{name} has a name in braces: a tip is the same for everyone"
        assert bool(tip.happens) != bool(tip.offers), f"{name} waits either for what happens or for a move that is offered"
        assert not tip.happens or tip.happens in events, f"{name} waits for {tip.happens!r}, which never happens"
        assert tip.hits in HITS, f"{name} says that it hits {tip.hits!r}; there are {', '.join(map(repr, HITS))}"
        for move in (tip.offers, tip.without):
            assert not move or move.split()[0] in verbs, (
                f"{name} waits for the move {move!r}, whose verb the edition doesn't have"
            )
