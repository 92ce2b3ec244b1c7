"""The editions, one file per leaflet, with their longer texts in ``texts``. They are discovered, not listed.

An edition is a module with an ``EDITION``. The entry points in the group ``lastcard.editions`` name the packages to search,
both ours and those of other distributions.
"""

from __future__ import annotations

import importlib
from functools import cache
from types import ModuleType

from ..edition import Edition
from ..errors import InvalidOption
from ..plugins import entries, leave_out
from ..typed_text import meant, quoted

GROUP = "lastcard.editions"
BROKEN = (Exception, SystemExit)  # anything can happen in someone else's code
DEFAULT = "classic"  # used when no edition is named, whatever is installed


def names() -> list[str]:
    """Return the ids of all installed editions: ours first, then those of other distributions."""
    return list(_found())


def get(edition: object) -> Edition:
    """Return the edition with this id. An Edition is returned as it is."""
    if isinstance(edition, Edition):
        return edition
    found = _found().get(edition) if isinstance(edition, str) else None
    if found is None:
        others = f"; there are {', '.join(names())}"
        raise InvalidOption(f"there is no edition {quoted(edition)}{meant(edition, names(), others)}")
    return found


@cache
def _found() -> dict[str, Edition]:
    """Find our editions, then those of other distributions. One of theirs that is broken is left out."""
    modules = map(importlib.import_module, _modules_in(importlib.import_module(__name__)))
    ours = [module.EDITION for module in modules if hasattr(module, "EDITION")]
    found: dict[str, Edition] = {edition.id: edition for edition in ours}
    for distribution, entry in entries(GROUP):
        if entry.value != __name__:
            try:
                inside = _modules_in(entry.load())
            except BROKEN as error:
                leave_out(f"the plug-in {entry.value}", distribution, error)
                continue
            _add_all(found, inside, distribution, f"the plug-in {entry.value}")
    return {name: found[name] for name in sorted(found, key=lambda name: (found[name] not in ours, name))}


def _modules_in(package: ModuleType) -> list[str]:
    """Return the name of a module and, if it is a package, the names of the modules in it."""
    import pkgutil

    if not isinstance(package, ModuleType):
        raise TypeError(
            f"an entry point names a module or a package, without a colon, and not an {type(package).__name__} in it"
        )
    inside = [f"{package.__name__}.{info.name}" for info in pkgutil.iter_modules(getattr(package, "__path__", ()))]
    return [name for name in (package.__name__, *inside) if name != __name__]


def _add_all(found: dict[str, Edition], modules: list[str], distribution: str, plug_in: str) -> None:
    has_edition = False
    for name in modules:
        try:
            module = importlib.import_module(name)
        except BROKEN as error:
            leave_out(f"the module {name}", distribution, error)
            has_edition = True
            continue
        if hasattr(module, "EDITION"):
            has_edition = True
            _add(found, module.EDITION, name, distribution)
    if not has_edition:
        leave_out(plug_in, distribution, "none of its modules has an EDITION")


def _add(found: dict[str, Edition], edition: object, module: str, distribution: str) -> None:
    if not isinstance(edition, Edition):
        leave_out(f"the module {module}", distribution, f"its EDITION is no Edition, but a {type(edition).__name__}")
        return
    what = f"the edition {edition.id!r}"
    try:
        edition.own_modules  # noqa: B018 - InvalidEdition says what is wrong with it
        edition.deck(edition.read_options(None))
    except BROKEN as error:
        leave_out(what, distribution, error)
        return
    if found.setdefault(edition.id, edition) is not edition:
        leave_out(what, distribution, "there is another edition with that id")
