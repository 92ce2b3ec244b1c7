"""Bots as you type them: an installed bot's name, ``module:attribute`` for your own, or ``command:PROGRAM`` for any program.

``@500`` or ``@20ms`` adds a budget.
"""

from __future__ import annotations

import importlib
import inspect
import os
import re
import sys
from collections.abc import Sequence
from typing import NamedTuple

from .. import bots
from ..bots import Bot
from ..errors import InvalidOption, LastcardError
from ..typed_text import quoted
from . import programs

_BUDGET = re.compile(r"(?P<bot>.+)@(?P<number>[1-9]\d{0,8})(?P<unit>|ms)")


class BotFailed(LastcardError):
    """A bot crashed or made an illegal move. The message says how to reproduce it."""


class Budget(NamedTuple):
    """A limit on a bot's thinking, in rollouts or in time. Only rollouts make its games repeat exactly."""

    rollouts: int | None = None
    milliseconds: int | None = None

    @property
    def given(self) -> dict[str, int]:
        return {name: value for name, value in self._asdict().items() if value is not None}


NO_BUDGET = Budget()


class Entrant(NamedTuple):
    """A bot, and its name in tables."""

    name: str
    bot: Bot
    takes_budget: bool


def entrant(text: str, budget: Budget | None = None) -> Entrant:
    """The bot that a text names. ``budget`` applies if it takes one and the text does not give its own."""
    name, own = text, None
    if match := _BUDGET.fullmatch(text):
        name, number = match["bot"], int(match["number"])
        own = Budget(milliseconds=number) if match["unit"] else Budget(rollouts=number)
    if name.startswith(programs.PREFIX):
        return _program(text, name.removeprefix(programs.PREFIX), own or budget or NO_BUDGET)
    bot = _load(name) if ":" in name else bots.get(name)
    takes = {"rollouts", "milliseconds"} <= _parameters(type(bot))
    if own and not takes:
        raise InvalidOption(f"the bot {quoted(name)} takes no budget")
    chosen = own or budget
    if takes and chosen and chosen.given:
        bot = type(bot)(**chosen.given)
    return Entrant(text, bot, takes)


def _program(text: str, command: str, budget: Budget) -> Entrant:
    """A program with a limit of time."""
    if text.endswith(f"@{budget.rollouts}"):
        raise InvalidOption(f"{quoted(text)} takes a budget in milliseconds, as in @200ms")
    return Entrant(text, programs.program(command, budget.milliseconds), takes_budget=budget.milliseconds is not None)


def _parameters(made_by: type) -> set[str]:
    """The parameters of a class, or an empty set if they cannot be found out."""
    try:
        return set(inspect.signature(made_by).parameters)
    except (TypeError, ValueError):
        return set()


def entrants(texts: Sequence[str], budget: Budget | None = None) -> list[Entrant]:
    """The bots that meet: at least two, with no name twice."""
    if len(texts) < 2:
        raise InvalidOption("an arena needs at least two bots")
    for text in texts:
        if texts.count(text) > 1:
            raise InvalidOption(f"{quoted(text)} is listed twice; to compare two budgets, write them, as in {text}@500")
    found = [entrant(text, budget) for text in texts]
    if budget and budget.given and not any(one.takes_budget for one in found):
        raise InvalidOption(f"none of {', '.join(texts)} takes a budget")
    return found


def _load(text: str) -> Bot:
    """Load a bot by module and attribute, also from the current folder. A class is called without arguments."""
    module, _, attribute = text.partition(":")
    if (here := os.getcwd()) not in sys.path:  # noqa: PTH109  (the path holds strings)
        sys.path.append(here)
    try:
        found = getattr(importlib.import_module(module), attribute)
        bot = found() if isinstance(found, type) else found
    except (Exception, SystemExit) as error:  # noqa: BLE001  (anyone's module: anything may happen)
        raise InvalidOption(f"cannot load the bot {quoted(text)}: {type(error).__name__}: {error}") from None
    if not callable(getattr(bot, "choose", None)):
        raise InvalidOption(f"{quoted(text)} is not a bot: it has no choose(view, moves, rng)")
    return bot  # type: ignore[no-any-return]
