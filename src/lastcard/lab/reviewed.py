"""A review for people: words in a terminal, and a picture."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from ..cards import label
from .review import Balance, Chance, Decision, Review

BARS = "▁▂▃▄▅▆▇█"
MOST_TOLD = 8
NINETY_FIVE = 2.09  # standard errors that are told by twenty parts


def told(found: Review) -> Iterator[str]:
    """The review line by line; no color says anything."""
    yield f"Review of {who(found)}: {found.edition}, {found.players} players"
    ended = {balance.round: balance for balance in found.balances}
    for number, curve in curves(found).items():
        balance = ended.get(number)
        yield ""
        yield f"Round {number + 1}: {'not played to its end' if balance is None else result(balance)}"
        yield f"  win chance  {sparkline(curve)}  {curve[0].win:.0%} at the start"
        if balance is not None:
            yield f"  {balance_words(balance)}"
    costly = found.costly()
    yield ""
    if not costly:
        yield "No move was clearly a mistake."
        return
    yield "What cost most:" if len(costly) > 1 else "One move was clearly a mistake:"
    for decision in costly[:MOST_TOLD]:
        yield f"  {decision_words(decision)}"
    if len(costly) > MOST_TOLD:
        yield f"  … and {len(costly) - MOST_TOLD} more"


def curves(found: Review) -> dict[int, list[Chance]]:
    """The chances of each round."""
    return {number: list(curve) for number, curve in groupby(found.chances, key=lambda chance: chance.round)}


def who(found: Review) -> str:
    """The seat, with its player's name where the record has names."""
    return f"seat {found.seat}" + (f" ({found.names[found.seat]})" if found.names else "")


def sparkline(curve: list[Chance]) -> str:
    """The chance after each move as a line of bars."""
    return "".join(BARS[min(int(chance.win * len(BARS)), len(BARS) - 1)] for chance in curve)


def result(balance: Balance) -> str:
    """How a round ended for the seat."""
    return "won" if balance.won else "nobody won" if balance.winner is None else "lost"


def balance_words(balance: Balance) -> str:
    """Luck and skill, with the error of the estimate."""
    luck, skill, error = (round(100 * part) for part in (balance.luck, balance.skill, NINETY_FIVE * balance.error))
    return f"luck {luck:+d} %, skill {skill:+d} % (±{error} %); an even share is {balance.even:.0%}"


def decision_words(decision: Decision) -> str:
    """What was done, what would have been better, by how much, and why."""
    did = said(decision.played) if decision.played else "let a chance pass"
    better = said(decision.best) if decision.best else "let it pass"
    error = NINETY_FIVE * decision.error
    return f"move {decision.number}, {did}: {better} was worth {decision.cost:.0%} more (±{error:.1%}). {why(decision)}"


def why(decision: Decision) -> str:
    """The reason for the better move, with seats and cards as they are shown."""
    shown = {"seat": lambda seat: f"seat {seat}", "card": label}
    return decision.says.format(**{name: shown.get(name, str)(value) for name, value in decision.args.items()})


def said(move: str) -> str:
    """A move's text with its card as cards are shown."""
    verb, *words = move.split(" ")
    return " ".join([verb, *(label(word) if "-" in word or "@" in word or word == "wild" else word for word in words)])


def draw_review(path: Path, found: Review) -> None:
    """The chance after every move, and where it was given away."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    from .figures import BAD, COLORS, EVEN, GRID, STYLE, head, save

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(11, 4.6))
        head(
            figure,
            f"Review of {who(found)}",
            f"{found.edition}, {found.players} players; the chance to win, with 95 % intervals",
        )
        axes = figure.add_axes((0.07, 0.13, 0.9, 0.66))
        for curve in curves(found).values():
            numbers, wins = [chance.number for chance in curve], [chance.win for chance in curve]
            spread = [NINETY_FIVE * chance.error for chance in curve]
            low, high = ([w - d for w, d in zip(wins, spread, strict=True)], [w + d for w, d in zip(wins, spread, strict=True)])
            axes.fill_between(numbers, low, high, color=COLORS[0], alpha=0.2, lw=0)
            axes.plot(numbers, wins, color=COLORS[0], lw=2)
            axes.axvline(numbers[-1], color=GRID, lw=1)
        axes.axhline(1 / found.players, color=EVEN, lw=1, ls=(0, (4, 3)))
        for decision in found.costly()[:MOST_TOLD]:
            axes.plot([decision.number], [decision.win], "o", color=BAD, ms=7)
            note = f"{decision.played or 'passed up'} (-{decision.cost:.0%})"
            axes.annotate(note, (decision.number, decision.win), (4, 8), textcoords="offset points", size=8, color=BAD)
        axes.set_ylim(-0.02, 1.02)
        axes.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1.0, decimals=0))
        axes.set_xlabel("move")
        save(figure, path)
