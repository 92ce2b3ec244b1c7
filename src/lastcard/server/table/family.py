"""A family table: emotes only, no voice or video, things to do for all ages, and no rules in somebody's own words.

One switch sets all of it. While it is on, nobody can allow any of it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from ...edition import Edition
from ...options import Option
from ..wire.commands import Refused
from ..wire.table_settings import Settings, SomeSettings

LIST = "family"  # of the lists of things to do that an edition offers, the one for all ages
SAFE: dict[str, Any] = {"chat": "emotes", "media": "off"}  # the settings that the switch sets
NEVER: tuple[Any, ...] = (False, "off")  # is safe too


def settled(settings: Settings, changes: SomeSettings | None = None) -> Settings:
    """These settings, with what a family table needs. Refused if the changes name what it doesn't allow."""
    if not settings.family:
        return settings
    loose = {name: safe for name, safe in SAFE.items() if getattr(settings, name) not in (safe, *NEVER)}
    if changes is not None and any(getattr(changes, name) is not UNSET for name in loose):
        raise Refused("family-table", "This is a family table: turn that off first.")
    return replace(settings, **loose)


def safe_options(edition: Edition, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a family table has to change, each with a value that it allows."""
    values = {option.name: (options.get(option.name, option.default), _safe(option, options)) for option in edition.options}
    return {name: safe for name, (value, safe) in values.items() if safe != value}


def _safe(option: Option, options: Mapping[str, Any]) -> Any:
    value, form = options.get(option.name, option.default), option.form
    if form["type"] in ("dares", "rules"):
        return option.default
    if form["type"] == "card-rules":
        ready = [(rule["name"], rule["text"]) for rule in form["library"]]
        return [rule for rule in value if (rule["name"], rule["text"]) in ready]
    lists = [each["value"] for each in form.get("values", ()) if "items" in each]
    return (LIST if LIST in lists else option.default) if lists else value


def check_options(edition: Edition, options: Mapping[str, Any]) -> None:
    """Refuse options that a family table doesn't allow."""
    if safe_options(edition, options):
        says = "This is a family table: it plays with rules from the lists, and with dares for all ages."
        raise Refused("family-table", says)
