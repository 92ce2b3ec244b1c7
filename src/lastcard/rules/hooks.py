"""Checks that an edition replaces only hooks, with kernels of the same form, when its rules are built."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import signature
from types import CodeType, FunctionType, ModuleType
from typing import Any

from .. import bits
from ..errors import InvalidEdition
from .build import is_kernel, kernels_in

Kernels = Mapping[str, FunctionType]
OF_EDITION = "@EDITION.hook"


def hooks_in(modules: Iterable[ModuleType]) -> dict[str, FunctionType]:
    """Return the hooks that these modules offer, by name."""
    return {name: f for module in modules for name, f in kernels_in(module).items() if "hook" in f.__dict__}


def check_modules(
    own: Sequence[ModuleType],
    shared: Sequence[ModuleType],
    optional: Sequence[ModuleType],
    games: Sequence[ModuleType],
    plain: Iterable[str],
) -> None:
    """Raise InvalidEdition if an edition's modules replace something that isn't a hook, or call something that isn't there.

    ``shared`` are the modules that every edition has at least for its bots, and ``games`` are those of them that are also
    there while a game is played. ``optional`` are the modules it may include. ``plain`` names the hooks that aren't kernels.
    """
    known = {name: function for module in shared for name, function in kernels_in(module).items()}
    missing = hooks_in(module for module in optional if module not in own)
    for module in own:
        mark = mark_in(module)
        for name, value in [*vars(module).items()]:
            if isinstance(value, FunctionType) and value.__module__ == module.__name__ and name not in plain:
                _check(name, value, known, missing, mark)
                if "replaces" in value.__dict__ and not _is_hook(known.get(name)):
                    near = nearest(name, (*_hooks(known), *plain))
                    raise InvalidEdition(f"{where(value)}: there is no hook {name}; the nearest by name is {near}")
        known |= {name: function for name, function in kernels_in(module).items() if not _is_hook(known.get(name))}
    brought = [module for module in own if module not in optional]
    _check_called(brought, known)
    for module in brought:
        _check_imported(module, (*shared, *own), hooks_in((*shared, *optional, *own)))
        _check_calls(module, brought, (*games, *own), hooks_in((*games, *own)), shared)


def check_home(
    name: str, home: ModuleType, own: Sequence[ModuleType], shared: Sequence[ModuleType], optional: Sequence[ModuleType]
) -> None:
    """Raise InvalidEdition if the module that holds an edition defines or imports hooks that aren't used."""
    kernels = kernels_in(home)
    if home not in own and kernels:
        first, hooks = next(iter(kernels)), ", ".join(kernels)
        raise InvalidEdition(
            f"{where(kernels[first])}: the kernels of this file ({hooks}) are not used, because none of them is a hook of its "
            f"EDITION {name!r}; mark those that replace hooks with {OF_EDITION}"
        )
    _check_imported(home, (*shared, *own, home), hooks_in((*shared, *optional, *own)))


def check_plain(home: ModuleType, used: Mapping[str, object]) -> None:
    """Raise InvalidEdition if an edition's module has an unused function with the name of a plain hook."""
    for name, hook in used.items():
        function = vars(home).get(name)
        if isinstance(function, FunctionType) and function is not hook and "replaces" not in function.__dict__:
            raise InvalidEdition(
                f"{where(function)}: {name} has the name of a hook, but is not used; mark it with {OF_EDITION}"
            )


def mark_in(module: ModuleType) -> str:
    """Return how this module marks functions that replace hooks: on the edition in its own file, elsewhere as kernels."""
    return OF_EDITION if any("replaces" in f.__dict__ for f in kernels_in(module).values()) else "@kernel"


def where(function: FunctionType) -> str:
    """Return the file and line of a function, for messages."""
    return f"{function.__code__.co_filename}, line {function.__code__.co_firstlineno}"


def nearest(name: str, hooks: Iterable[str]) -> str:
    """Return the hook whose name is closest to this one."""
    from difflib import get_close_matches

    return get_close_matches(name, [*hooks], n=1, cutoff=0.0)[0]


def _check_imported(module: ModuleType, there: Sequence[ModuleType], hooks: Kernels) -> None:
    homes = {each.__name__ for each in there}
    for name, value in vars(module).items():
        if name in hooks and isinstance(value, FunctionType) and value.__module__ not in homes:
            raise InvalidEdition(
                f"{module.__file__}: {name} is imported from {value.__module__}, which the edition does not include, so that "
                f"it does nothing here; add that module to parts, or define {name} in this file"
            )


def _is_hook(function: FunctionType | None) -> bool:
    return function is not None and "hook" in function.__dict__


def _hooks(known: Kernels) -> list[str]:
    return [name for name, function in known.items() if _is_hook(function)]


def _check(name: str, function: FunctionType, known: Kernels, missing: Kernels, mark: str) -> None:
    shared = known.get(name)
    if not is_kernel(function):
        if _is_hook(shared) or name in missing:
            raise InvalidEdition(f"{where(function)}: {name} has the name of a hook, but is no kernel; mark it with {mark}")
    elif name in missing:
        raise InvalidEdition(
            f"{where(function)}: the hook {name} belongs to {missing[name].__module__}, which the edition does not include; "
            f"add it to parts, or rename {name}"
        )
    elif shared is not None and not _is_hook(shared):
        raise InvalidEdition(
            f"{where(function)}: the kernel {name} has the name of one in {shared.__module__} that cannot be replaced; rename "
            f"it, or replace a hook (the nearest by name is {nearest(name, _hooks(known))})"
        )
    elif shared is not None and mark != "@kernel" and "replaces" not in function.__dict__:
        raise InvalidEdition(f"{where(function)}: {name} has the name of a hook, but does not replace it; mark it with {mark}")
    elif shared is not None and _form(function) != _form(shared):
        raise InvalidEdition(
            f"{where(function)}: {name}{_form(function)} does not have the form of the hook it replaces, which is "
            f"{name}{_form(shared)}"
        )


def _form(function: FunctionType) -> str:
    """Return the parameter names and the return annotation. Parameter types may be the edition's own."""
    found = signature(function)
    takes = ", ".join(str(p.replace(annotation=p.empty)) for p in found.parameters.values())
    gives: Any = found.return_annotation
    if gives is found.empty:
        return f"({takes})"
    return f"({takes}) -> {gives if isinstance(gives, str) else getattr(gives, '__name__', gives)}"


def _check_called(modules: Sequence[ModuleType], known: Kernels) -> None:
    own = [(name, function) for module in modules for name, function in kernels_in(module).items()]
    called = _reached(modules, [f for name, f in own if _is_hook(known.get(name)) or "entry" in f.__dict__])
    for name, function in own:
        if function not in called:
            raise InvalidEdition(
                f"{where(function)}: nobody calls the kernel {name}, and no hook has its name; the nearest is "
                f"{nearest(name, _hooks(known))}"
            )


def _reached(modules: Sequence[ModuleType], ahead: list[Any]) -> set[Any]:
    """Return these kernels and all kernels of these modules that they call, directly or not."""
    spaces = {module.__name__: vars(module) for module in modules}
    called: set[Any] = set()
    while ahead:
        function = ahead.pop()
        if function not in called:
            called.add(function)
            space = spaces.get(function.__module__, {})
            ahead += [space.get(name) for name in _names(function.__code__) if is_kernel(space.get(name))]
    return called


def _check_calls(
    module: ModuleType,
    own: Sequence[ModuleType],
    there: Sequence[ModuleType],
    hooks: Kernels,
    shared: Sequence[ModuleType],
) -> None:
    """Check that everything a module's kernels call is there when they run, in games or only for bots."""
    in_games = _reached(own, [f for each in own for name, f in kernels_in(each).items() if name in hooks])
    for function in kernels_in(module).values():
        homes = there if function in in_games else (*there, *shared)
        for name in _names(function.__code__):
            trouble = _trouble_with(name, vars(module).get(name), homes, shared)
            if trouble and name in _globals(function.__code__):
                raise InvalidEdition(f"{where(function)}: {function.__name__} {trouble}")


def _trouble_with(name: str, value: object, there: Sequence[ModuleType], shared: Sequence[ModuleType]) -> str:
    """Say what is wrong with a kernel that uses this value, or return an empty text if it may."""
    if isinstance(value, ModuleType):
        return f"uses the module {name}; import what it takes from there by name"
    if not isinstance(value, FunctionType) or value.__module__ in (kernels_in.__module__, bits.__name__):
        return ""
    if not is_kernel(value):
        return f"calls {name}, which is no kernel; mark it with @kernel"
    if value.__module__ in {each.__name__ for each in there}:
        return ""
    if value.__module__ in {each.__name__ for each in shared}:
        return f"calls {name} of {value.__module__}, which only bots have; in a game there are those of {there[0].__name__}"
    return f"calls {name} of {value.__module__}, which the edition does not include; add that module to parts"


def _globals(code: CodeType) -> set[str]:
    """Return the names that a function's code looks up as globals, not as attributes."""
    from dis import get_instructions

    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    found = {str(each.argval) for each in get_instructions(code) if each.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    return found.union(*map(_globals, inner))


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names that a function's code looks up."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
