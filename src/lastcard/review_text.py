"""A review in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from . import editions
from .cards import Kind, label
from .review_forms import BalanceInfo, ChanceInfo, DecisionInfo, Review

UNO = "uno"  # the word that adds the call to a move
BARS = "▁▂▃▄▅▆▇█"
MOST_TOLD = 8
NINETY_FIVE = 2.09  # standard errors to a 95% interval, for twenty samplings


def told(found: Review) -> Iterator[str]:
    """The review line by line, without relying on color."""
    yield f"Review of {who(found)}: {found.edition}, {found.players} players"
    ended = {balance.round: balance for balance in found.balances}
    for number, curve in curves(found).items():
        balance = ended.get(number)
        yield ""
        yield f"Round {number + 1}: {'not finished' if balance is None else result(balance)}"
        yield f"  win chance  {sparkline(curve)}  {curve[0].win:.0%} at the start"
        if balance is not None:
            yield f"  {balance_words(balance)}"
    costly = found.costly()
    yield ""
    if costly:
        yield "The costliest moves:" if len(costly) > 1 else "One move was clearly a mistake:"
        yield from _list(costly, found)
    else:
        yield "No move was clearly a mistake."
    hard = found.hard_to_see()
    if hard:
        yield ""
        chance = "Chances" if len(hard) > 1 else "A chance"
        yield f"{chance} that even a solid player would probably have missed:"
        yield from _list(hard, found)


def _list(decisions: Sequence[DecisionInfo], found: Review) -> Iterator[str]:
    kinds = editions.get(found.edition).kinds_by_text
    for decision in decisions[:MOST_TOLD]:
        yield f"  {decision_words(decision, kinds, found.names)}"
    if len(decisions) > MOST_TOLD:
        yield f"  … and {len(decisions) - MOST_TOLD} more"


def curves(found: Review) -> dict[int, list[ChanceInfo]]:
    """The chances by round."""
    return {number: list(curve) for number, curve in groupby(found.chances, key=lambda chance: chance.round)}


def who(found: Review) -> str:
    """The player's name, or the seat if the record has no names."""
    return _player(found.seat, found.names)


def sparkline(curve: list[ChanceInfo]) -> str:
    """The chance after each move as a line of bars."""
    return "".join(BARS[min(int(chance.win * len(BARS)), len(BARS) - 1)] for chance in curve)


def result(balance: BalanceInfo) -> str:
    """Say how a round ended for the seat."""
    return "won" if balance.won else "nobody won" if balance.winner is None else "lost"


def balance_words(balance: BalanceInfo) -> str:
    """Luck and skill, with the error of the estimate."""
    luck, skill, error = (round(100 * part) for part in (balance.luck, balance.skill, NINETY_FIVE * balance.error))
    return f"luck {luck:+d}%, skill {skill:+d}% (±{error}%); an even share is {balance.even:.0%}"


def decision_words(decision: DecisionInfo, kinds: Mapping[str, Kind], names: Sequence[str] | None = None) -> str:
    """Say what the seat did, what would have been better, by how much, and why."""
    did = said(decision.played, kinds, names) if decision.played else "let a chance go by"
    better = said(decision.best, kinds, names) if decision.best else "let it go by"
    error = NINETY_FIVE * decision.error
    gain = f"which was worth {decision.cost:.0%} more (±{error:.1%})"
    return f"Move {decision.number}: {did}. Better: {better}, {gain}. {why(decision, kinds, names)}"


def why(decision: DecisionInfo, kinds: Mapping[str, Kind], names: Sequence[str] | None = None) -> str:
    """The reason for the better move, with names if the record has them."""
    shown: dict[str, Callable[[Any], str]] = {
        "seat": lambda seat: _player(seat, names),
        "card": lambda card: label(card, kinds),
    }
    return decision.says.format(**{name: shown.get(name, str)(value) for name, value in decision.args.items()})


def said(move: str, kinds: Mapping[str, Kind], names: Sequence[str] | None = None) -> str:
    """A move in words, with the name of its card or player."""
    verb, *words = move.split(" ")
    return " ".join([verb, *(_word(word, kinds, names) for word in words)]).replace(f" {UNO}", ", calling UNO")


def _word(word: str, kinds: Mapping[str, Kind], names: Sequence[str] | None) -> str:
    if word.isdecimal():
        return _player(int(word), names)
    return label(word, kinds) if word in kinds else word


def _player(seat: int, names: Sequence[str] | None) -> str:
    return names[seat] if names else f"seat {seat}"
