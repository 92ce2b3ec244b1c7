"""Checks that an edition keeps its word: everything it declares happens, and its refusals are true."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from string import Formatter

from ..cards import color_of
from ..edition import Edition
from ..events import SAID
from ..game import Game
from ..moves import Verb
from .checks import positions
from .walks import other_options, walk

PLAYERS = (2, 3, 4, 3, 6)
WALKS = 60  # enough for everything that can happen


def check_everything_happens(edition: Edition) -> None:
    """Every verb, phase and event that the edition declares happens in some walk, with default or other options."""
    left = {f"the verb {verb.word!r}" for verb in edition.verbs}
    left |= {f"the phase {phase!r}" for phase in edition.phases.values()}
    left |= {f"the event {happening.name!r}" for happening in edition.happenings}
    for seed in range(WALKS):
        options = other_options(edition, seed // 2) if seed % 2 else None
        left -= _happened(edition, PLAYERS[seed % len(PLAYERS)], seed, options)
        if not left:
            return
    raise AssertionError(f"{edition.id}: {_listed(sorted(left))} declared, but never happened in {WALKS} rounds")


def _listed(names: list[str]) -> str:
    return f"{names[0]} is" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} are"


def _happened(edition: Edition, players: int, seed: int, options: dict[str, object] | None) -> set[str]:
    phases = set()
    for game in walk(edition, players, seed, options):
        phases.add(f"the phase {game.phase!r}")
    verbs = {f"the verb {text.split()[0]!r}" for _, text, *_ in game.record()["moves"]}
    return phases | verbs | {f"the event {event.what!r}" for event in game.events(None)}


def check_words(edition: Edition) -> None:
    """Names in braces are known, texts belong to something declared, and verbs are refused by rules in the rulebook."""
    known = {rule.id for rule in edition.rulebook}
    for verb in edition.verbs:
        _fills(f"{edition.id}: the verb {verb.word!r}", verb.says, ("card", "color", "seat", "word"))
        assert verb.rule in known, (
            f"{edition.id}: the verb {verb.word!r} is refused by {verb.rule!r}, which is not in the rulebook"
        )
        for says in verb.refuses.values():
            _fills(f"{edition.id}: the verb {verb.word!r}", says, ("card", "last"))
    for name in edition.verb_texts:
        is_verb = any(name in (verb.word, f"{verb.word} {verb.takes}") for verb in edition.verbs)
        assert is_verb, f"{edition.id}: there are texts for {name!r}, which is not a verb of the edition"
    for name in edition.event_texts:
        is_event = any(name == happening.name for happening in edition.happenings)
        assert is_event, f"{edition.id}: there are texts for {name!r}, which is not an event of the edition"
    for happening in edition.happenings:
        assert happening.says, f"{edition.id}: the event {happening.name!r} says nothing"
        for says in (happening.says, happening.you, happening.to_you):
            _fills(f"{edition.id}: the event {happening.name!r}", says, SAID)
    for phase, prompt in edition.prompts.items():
        is_phase = phase in edition.phase_names.values()
        assert is_phase, f"{edition.id}: there is a prompt for {phase!r}, which is not a phase"
        for says in (prompt.asks, *prompt.offers.values()):
            _fills(f"{edition.id}: the prompt of {phase!r}", says, ("seat", "card"))
        for says, names in ((prompt.waits, ("seats",)), (prompt.first, ("card",))):
            _fills(f"{edition.id}: the prompt of {phase!r}", says, names)


def _fills(what: str, says: str, names: Iterable[str]) -> None:
    """Check that a sentence has only these names in braces."""
    allowed = ", ".join(names)
    for _, name, _, _ in Formatter().parse(says):
        assert name is None or name in names, f"{what} says {{{name}}}, but it may only say {allowed or 'nothing in braces'}"


def check_moves_explained(edition: Edition) -> None:
    """Every legal move has at least one sentence about what it leads to, with nothing left in braces."""
    for where, game in chain(positions(edition, 5), positions(edition, 7, other_options(edition))):
        for seat in range(game.players):
            for move, said in game.consequences(seat).items():
                assert said, f"{where}: seat {seat} isn't told what {str(move)!r} leads to; give its verb a rule, or brings"
                for each in said:
                    _fills(f"{where}: the consequence of {str(move)!r}", each.says, each.args)


def check_refusals_true(edition: Edition) -> None:
    """A refusal never says something that anyone at the table can see is false."""
    known = {rule.id for rule in edition.rulebook}
    for where, game in chain(positions(edition, 9), positions(edition, 13, other_options(edition))):
        for seat in range(game.players):
            allowed = {str(move).split()[0] for move in game.moves(seat)}
            for verb in edition.verbs:
                for text in _texts(edition, verb, game.players):
                    refusal = game.why_not(seat, text)
                    if refusal is None:
                        continue
                    _fills(f"{where}: the refusal of {text!r}", refusal.says, refusal.args)
                    assert refusal.rule in known, (
                        f"{where}: {text!r} is refused by {refusal.rule!r}, which is not in the rulebook"
                    )
                    untrue = _untrue(game, seat, text, refusal.code, verb_allowed=verb.word in allowed)
                    assert not untrue, f"{where}: {text!r} of seat {seat} is refused because {refusal}, but {untrue}"


def _texts(edition: Edition, verb: Verb, players: int) -> Iterator[str]:
    """Legal and illegal moves of a verb: every card, every seat, and one seat too many."""
    cards = [kind.text for kind in edition.kinds]
    if verb.takes == "":
        yield verb.word
    elif verb.takes == "seat":
        yield from (f"{verb.word} {seat}" for seat in range(min(players + 1, 10)))
    elif verb.takes == "card color":
        yield from (f"{verb.word} {card} {edition.colors[0]}" for card in cards)
    elif verb.takes == "card":
        named = edition.codec.names_color
        colored = {card: f" {edition.colors[0]}" for card in cards if verb.word == "play" and named(edition.codec.card(card))}
        yield from (f"{verb.word} {card}{colored.get(card, '')}" for card in cards)
    elif verb.takes in ("color", "word"):
        yield from (f"{verb.word} {word}" for word in (edition.colors if verb.takes == "color" else verb.words))


def _untrue(game: Game, seat: int, text: str, code: str, *, verb_allowed: bool) -> str:
    """Return what is false about a refusal with this code, or an empty text if it may be true."""
    move = game.edition.codec.clean(text)
    but = ""
    match code:
        case "out-of-place" if verb_allowed:
            but = f"seat {seat} may {move.verb!r} now, just not like that; give the verb its phase, or the reason in why_not"
        case "not-your-turn" if seat in game.to_move:
            but = f"the game is waiting for seat {seat}"
        case "not-held" if move.card in game.hands[seat]:
            but = f"seat {seat} holds {move.card}"
        case "no-such-seat" if move.seat not in (None, seat) and move.seat in range(game.players):
            but = f"there is a seat {move.seat}"
        case "not-yourself" if move.seat not in (None, seat):
            but = f"seat {move.seat} is not seat {seat}"
        case "not-colored" if move.card and color_of(move.card):
            but = f"{move.card} has a color"
        case "round-over" if not game.round_over:
            but = "the round is still going on"
    return but
