"""Checks that a recorded game was dealt fairly, as promised before the deal.

Once a game is over, anyone can check its fair deal (:mod:`lastcard.rules.fair`): the secret is the one that was committed to,
the seed follows from it and from what the players added, the moves replay with that seed, and repeating every shuffle from
the seed and the cards gives the same order.
"""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from .errors import InvalidRecord
from .game import RULES_CHANGED, Game
from .record import Record, read
from .rules.fair import SCHEMES, Shuffle, commitment, mixed_seed, shuffled


class Finding(NamedTuple):
    """One step of the check: whether it holds, and a sentence that says so."""

    step: str
    holds: bool
    sentence: str


def verify(record: object, told: str | None = None) -> list[Finding]:
    """Check a record (a document or its JSON text) step by step. The deal is fair if all steps hold.

    ``told`` is the commitment that a player noted before the deal. Raises InvalidRecord if this is not a record of a fair deal,
    or if it is fine except that today's rules do not allow a move of an older game.
    """
    document = read(record)
    if "fair" not in document:
        raise InvalidRecord("this record has no fair-deal data, so there is nothing to verify")
    findings = [_commitment(document)]
    if told is not None:
        findings.append(_told(document, told))
    findings.append(_seed(document))
    findings.append(_source(document))
    try:
        game = Game.replay(document)
    except InvalidRecord as error:
        if error.says == RULES_CHANGED and all(finding.holds for finding in findings):
            exact = f"the secret and the seed hold, but the shuffles cannot be repeated here: {error}"
            raise InvalidRecord(exact, error.says, **error.args_said) from None
        return [*findings, Finding("moves", holds=False, sentence=f"the game does not replay: {error}")]
    moves = len(document["moves"])
    findings.append(Finding("moves", holds=True, sentence=f"all {moves} moves replay and lead to the same scores and winners"))
    seed = str(game.seed)
    for number, shuffles in groupby(game.shuffles(), key=lambda shuffle: shuffle.round):
        findings.append(_shuffles(seed, number, list(shuffles)))
    return findings


def _commitment(document: Record) -> Finding:
    fair = document["fair"]
    holds = commitment(fair["secret"], *_deal(document)) == fair["commitment"].lower()
    return Finding(
        "commitment",
        holds,
        f"the secret is {'the' if holds else 'not the'} one that was committed to: {fair['commitment'].lower()}",
    )


def _deal(document: Record) -> tuple[str, int]:
    """The table where it was dealt, and the scheme."""
    fair = document["fair"]
    return fair.get("table", ""), fair.get("scheme", 1)


def _told(document: Record, told: str) -> Finding:
    """Check the noted commitment. A table that was open during a server update gave two, to the same secret."""
    fair, noted = document["fair"], told.strip().lower()
    holds = fair["commitment"].lower() == noted
    if holds:
        return Finding("told", holds, "the commitment is the one you were given")
    table, scheme = _deal(document)
    earlier = next((old for old in SCHEMES if old < scheme and commitment(fair["secret"], table, old) == noted), None)
    if earlier is not None:
        return Finding("told", holds=True, sentence=f"you were given a commitment to the same secret, by scheme {earlier}")
    return Finding("told", holds, "the commitment is not the one you were given")


def _seed(document: Record) -> Finding:
    fair = document["fair"]
    table, scheme = _deal(document)
    holds = mixed_seed(fair["secret"], fair["contributions"], table, scheme) == str(document["seed"]).lower()
    added = sum(1 for given in fair["contributions"] if given)
    return Finding(
        "seed",
        holds,
        f"the seed {'follows' if holds else 'does not follow'} from the secret and what {added} of "
        f"{document['players']} seats added, by scheme {scheme}"
        f"{' (which relied on the players to keep the deal secret)' if scheme == 1 else ''}",
    )


def _source(document: Record) -> Finding:
    given = next((name for name in ("deck", "position") if name in document), None)
    if given is None:
        return Finding("cards", holds=True, sentence="every deal starts with a shuffle")
    return Finding("cards", holds=False, sentence=f"the first deal comes from a given {given}, not from the seed")


def _shuffles(seed: str, number: int, shuffles: list[Shuffle]) -> Finding:
    wrong = [s.number for s in shuffles if shuffled(seed, s.round, s.number, s.before, s.top) != s.after]
    if wrong:
        return Finding("shuffles", holds=False, sentence=f"round {number + 1}: shuffle {wrong[0]} comes out differently")
    count = f"{len(shuffles)} shuffle{'' if len(shuffles) == 1 else 's'}"
    return Finding("shuffles", holds=True, sentence=f"round {number + 1}: {count} repeated, with the same order of cards")
