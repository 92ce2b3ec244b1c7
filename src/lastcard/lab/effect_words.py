"""The effects of rules in words: "Rounds last about a third longer." A change within its margin is no clear difference."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from ..sentence_type import Sentence, sentence
from .effect_forms import FigureInfo

JUMPERS = Sentence("This assumes that everyone always jumps in on time, so it's the most that jumping in can change.")


def words(even: float, figures: Sequence[FigureInfo], nobody: int, rounds: int) -> list[Sentence]:
    """Say what changes, the most important first. ``even`` is how often a player without skill would win."""
    by_name = {figure.name: figure for figure in figures}
    told = [_length(by_name["turns"]), _comebacks(by_name["comebacks"])]
    if "skill" in by_name:
        told.append(_skill(by_name["skill"], even))
    told += _drawn(by_name["drawn"])
    if "first" in by_name:
        told += _first(by_name["first"])
    if nobody:
        told.append(sentence("{n} of {m} rounds ended without a winner.", n=nobody, m=rounds))
    return told


def _nearest(change: float, texts: Mapping[float, str]) -> Sentence:
    """The text for the nearest change: factors count, so that half and double are equally far away."""
    at = math.log(max(1 + change, 0.01))
    return Sentence(texts[min(texts, key=lambda known: abs(math.log(1 + known) - at))])


def _length(turns: FigureInfo) -> Sentence:
    if not turns.clear:
        return Sentence("Rounds last about as long as by the leaflet: there is no clear difference.")
    says = {
        -0.6: "Rounds are less than half as long.",
        -0.5: "Rounds are about half as long.",
        -0.33: "Rounds are about a third shorter.",
        -0.25: "Rounds are about a quarter shorter.",
        -0.2: "Rounds are about a fifth shorter.",
        -0.1: "Rounds are about a tenth shorter.",
        -0.04: "Rounds are slightly shorter.",
        0.04: "Rounds last slightly longer.",
        0.1: "Rounds last about a tenth longer.",
        0.2: "Rounds last about a fifth longer.",
        0.25: "Rounds last about a quarter longer.",
        0.33: "Rounds last about a third longer.",
        0.5: "Rounds last about one and a half times as long.",
        0.75: "Rounds last nearly twice as long.",
        1.0: "Rounds last about twice as long.",
        1.6: "Rounds last more than twice as long.",
    }
    return _nearest(turns.change.mean, says)


def _comebacks(comebacks: FigureInfo) -> Sentence:
    before, after = comebacks.leaflet.mean, comebacks.table.mean
    if not comebacks.clear or not before or not after:
        return Sentence("There is no clear difference in comebacks.")
    says = {
        -0.6: "Comebacks almost disappear.",
        -0.4: "Comebacks are about half as common.",
        -0.15: "Comebacks are a little rarer.",
        0.15: "Comebacks are a little more common.",
        0.5: "Comebacks are about one and a half times as common.",
        1.0: "Comebacks are about twice as common.",
        1.8: "Comebacks are more than twice as common.",
    }
    return _nearest(after / before - 1, says)


def _skill(skill: FigureInfo, even: float) -> Sentence:
    """How much more than an even share a skilled player wins, against the leaflet."""
    before, after = skill.leaflet.mean - even, skill.table.mean - even
    if not skill.clear or before <= 0:
        return Sentence("There is no clear difference between luck and skill.")
    says = {
        -0.7: "Luck decides almost everything.",
        -0.4: "Luck counts much more.",
        -0.1: "Luck counts a little more.",
        0.1: "Skill counts a little more.",
        0.5: "Skill counts much more.",
    }
    return _nearest(max(after, 0.0) / before - 1, says)


def _drawn(drawn: FigureInfo) -> list[Sentence]:
    if not drawn.clear or abs(drawn.change.mean) < 0.05:
        return []
    says = {
        -0.4: "Everyone draws far fewer cards.",
        -0.1: "Everyone draws fewer cards.",
        0.1: "Everyone draws more cards.",
        0.6: "Everyone draws far more cards.",
    }
    return [_nearest(drawn.change.mean, says)]


def _first(first: FigureInfo) -> list[Sentence]:
    if not first.clear:
        return []
    return [Sentence("Going first helps more." if first.change.mean > 0 else "Going first helps less.")]
