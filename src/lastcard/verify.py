"""Whether the deals of a recorded game were fair: what was promised before, kept afterward.

A fair deal (:mod:`lastcard.rules.fair`) can be checked by anybody once it is over: the secret is the one that was committed
to, the seed follows from it and from what the players added, the moves replay with that seed, and every shuffle comes out
the same when it is done again from the seed and the cards alone.
"""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from .errors import InvalidRecord
from .game import Game
from .record import Record, read
from .rules.fair import Shuffle, commitment, mixed_seed, shuffled


class Finding(NamedTuple):
    """One step of the check: whether it holds, and what was found in a sentence."""

    step: str
    holds: bool
    sentence: str


def verify(record: object, told: str | None = None) -> list[Finding]:
    """Every step of the check of a record (a document, or its JSON text); the deal is fair where all of them hold.

    ``told`` is the commitment that a player noted before the deal. InvalidRecord: it is no record, or not of a fair deal.
    """
    document = read(record)
    if "fair" not in document:
        raise InvalidRecord("this record tells of no fair deal: there is nothing to verify")
    findings = [_commitment(document)]
    if told is not None:
        findings.append(_told(document, told))
    findings.append(_seed(document))
    findings.append(_source(document))
    try:
        game = Game.replay(document)
    except InvalidRecord as error:
        return [*findings, Finding("moves", holds=False, sentence=f"the game does not replay: {error}")]
    moves = len(document["moves"])
    findings.append(Finding("moves", holds=True, sentence=f"all {moves} moves replay, to the same scores and winners"))
    seed = str(game.seed)
    for number, shuffles in groupby(game.shuffles(), key=lambda shuffle: shuffle.round):
        findings.append(_shuffles(seed, number, list(shuffles)))
    return findings


def _commitment(document: Record) -> Finding:
    fair = document["fair"]
    holds = commitment(fair["secret"]) == fair["commitment"].lower()
    return Finding(
        "commitment",
        holds,
        f"the secret is {'the' if holds else 'not the'} one that was committed to: {fair['commitment'].lower()}",
    )


def _told(document: Record, told: str) -> Finding:
    holds = document["fair"]["commitment"].lower() == told.strip().lower()
    return Finding("told", holds, f"the commitment is {'the' if holds else 'not the'} one that you were told")


def _seed(document: Record) -> Finding:
    fair = document["fair"]
    holds = mixed_seed(fair["secret"], fair["contributions"]) == str(document["seed"]).lower()
    added = sum(1 for given in fair["contributions"] if given)
    return Finding(
        "seed",
        holds,
        f"the seed {'follows' if holds else 'does not follow'} from the secret and what {added} of "
        f"{document['players']} seats added",
    )


def _source(document: Record) -> Finding:
    given = next((name for name in ("deck", "position") if name in document), None)
    if given is None:
        return Finding("cards", holds=True, sentence="every deal begins with a shuffle")
    return Finding("cards", holds=False, sentence=f"the first deal comes from a given {given}, not from the seed")


def _shuffles(seed: str, number: int, shuffles: list[Shuffle]) -> Finding:
    wrong = [s.number for s in shuffles if shuffled(seed, s.round, s.number, s.before, s.top) != s.after]
    if wrong:
        return Finding("shuffles", holds=False, sentence=f"round {number + 1}: shuffle {wrong[0]} comes out otherwise")
    count = f"{len(shuffles)} shuffle{'' if len(shuffles) == 1 else 's'}"
    return Finding("shuffles", holds=True, sentence=f"round {number + 1}: {count} done again, to the same order of cards")
