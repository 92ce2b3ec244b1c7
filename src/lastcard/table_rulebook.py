"""The rulebook of one table: the rules that it has changed come first, then the leaflet's, with a note where they differ."""

from __future__ import annotations

from typing import NamedTuple

from .edition import Edition
from .options import Option, Options
from .rulebook import Rule
from .table_rules import ENDS, is_changed


class Entry(NamedTuple):
    """A rule at a table. ``changed_by`` names the table rules that change it; without any, it holds as it is written."""

    rule: Rule
    changed_by: tuple[str, ...] = ()


def rulebook_at(edition: Edition, options: Options) -> tuple[Entry, ...]:
    """Return the rules of a table with these options: its own first, then the leaflet's. Unchanged table rules are left out."""
    changed = changed_rules(edition, options)
    own = {rule for option in changed for rule in option.brings} | ({ENDS} if is_changed(options) else set())
    first = [Entry(rule) for rule in edition.rulebook if rule.id in own]
    titles = {rule.id: tuple(option.title for option in changed if rule.id in option.changes) for rule in edition.rulebook}
    return (*first, *(Entry(rule, titles[rule.id]) for rule in edition.rulebook if not rule.table))


def changed_rules(edition: Edition, options: Options) -> list[Option]:
    """Return the table rules that differ from the leaflet."""
    return [option for option in edition.options if option.group and option.name in options]
