"""The editions, one file a leaflet; found, not listed.

An edition is a module with an ``EDITION``. The entry points of the group ``lastcard.editions`` name the packages to look
through: ours, and anybody else's.
"""

from __future__ import annotations

import importlib
from functools import cache
from types import ModuleType

from ..edition import Edition
from ..errors import InvalidOption
from ..texts import quoted

GROUP = "lastcard.editions"


def names() -> list[str]:
    """The ids of all editions that are installed."""
    return sorted(_found())


def get(edition: object) -> Edition:
    """An edition by its id; an Edition is returned as it is."""
    if isinstance(edition, Edition):
        return edition
    found = _found().get(edition) if isinstance(edition, str) else None
    if found is None:
        raise InvalidOption(f"there is no edition {quoted(edition)}; there are {', '.join(names())}")
    return found


@cache
def _found() -> dict[str, Edition]:
    from importlib.metadata import entry_points

    packages = {__name__: importlib.import_module(__name__)}
    for entry in entry_points(group=GROUP):
        packages.setdefault(entry.value, entry.load())
    editions = [edition for package in packages.values() for edition in _editions_in(package)]
    return {edition.id: edition for edition in editions}


def _editions_in(package: ModuleType) -> list[Edition]:
    import pkgutil

    modules = [package]
    for info in pkgutil.iter_modules(getattr(package, "__path__", ())):
        modules.append(importlib.import_module(f"{package.__name__}.{info.name}"))
    return [module.EDITION for module in modules if hasattr(module, "EDITION")]
