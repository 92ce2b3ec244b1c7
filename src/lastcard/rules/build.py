"""One source, two speeds: puts the kernels of several modules together, interpreted or compiled.

A kernel calls other kernels by the names in its module, as everywhere in Python, with one exception. A *hook* is looked up
when the modules are put together, and a later module replaces it by defining a kernel of the same name. That is how an
edition changes the shared rules. Nothing else can be replaced, and :mod:`~lastcard.rules.hooks` enforces that. To call the
hook that a module's own version replaces, import it under another name: ``from .effects import on_out as on_out_before``.
"""

from __future__ import annotations

import hashlib
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeGuard, TypeVar

from .. import bits
from . import numba_parts
from .inline import inlined_codes

F = TypeVar("F", bound=Callable[..., Any])
Space = dict[str, Any]


def kernel(function: F) -> F:
    """Mark a function as part of the rules. It uses only ints and fixed rows, no objects and no exceptions."""
    function.__dict__["kernel"] = True
    return function


def hook(function: F) -> F:
    """Mark a kernel that a later module may replace. Its docstring says ``When:`` it runs and what it ``May:`` change."""
    function.__dict__["hook"] = True
    return kernel(function)


def entry(function: F) -> F:
    """Mark a kernel that Python calls in its compiled form. Only kernels call the others, so those compile faster."""
    function.__dict__["entry"] = True
    return kernel(function)


def inlined(function: F) -> F:
    """Mark a kernel to be inlined where it is called, since a call with many rows pushes dozens of words. Use it sparingly."""
    function.__dict__["inlined"] = True
    return kernel(function)


def lowest(bits: int) -> int:
    """Return the position of the lowest bit that is set."""
    return (bits & -bits).bit_length() - 1


def nth(bits: int, i: int) -> int:
    """Return the position of the i-th bit that is set, counting from 0."""
    while i > 0:
        bits &= bits - 1
        i -= 1
    return (bits & -bits).bit_length() - 1


def is_kernel(value: object) -> TypeGuard[types.FunctionType]:
    """Whether this function is marked as part of the rules. Functions of ``bits`` need no mark."""
    return isinstance(value, types.FunctionType) and ("kernel" in value.__dict__ or value.__module__ == bits.__name__)


def kernels_in(module: types.ModuleType) -> dict[str, types.FunctionType]:
    """Return the kernels that a module itself defines, by name. Imported ones don't count."""
    return {name: value for name, value in vars(module).items() if is_kernel(value) and value.__module__ == module.__name__}


def interpret(*modules: types.ModuleType, **replaced: Callable[[Callable[..., Any]], Any]) -> types.SimpleNamespace:
    """Put kernels together as plain Python. Events are appended to ``round.log``.

    Each function in ``replaced`` takes the kernel of that name and returns its replacement.
    """
    assembly = _Assembly(modules, lambda function, twin: twin, inlined=(lowest,))
    for name, replace in {"note": lambda _: _log, **replaced}.items():
        function = assembly.named[name]
        assembly.built[function] = replace(assembly.built[function])
    return types.SimpleNamespace(**assembly.linked())


def interpret_kernels(
    *modules: types.ModuleType, replaced: Mapping[Callable[..., Any], Callable[..., Any]]
) -> types.SimpleNamespace:
    """Put kernels together as plain Python, with other kernels of these modules in place of some, as when they are compiled."""
    assembly = _Assembly(modules, lambda function, twin: twin, inlined=(lowest,))
    for function, other in replaced.items():
        assembly.built[function] = assembly.built[other]
    return types.SimpleNamespace(**assembly.linked())


def compile_kernels(
    *modules: types.ModuleType,
    boundscheck: bool = False,
    cache: bool = True,
    replaced: Mapping[Callable[..., Any], Callable[..., Any]] = MappingProxyType({}),
) -> types.SimpleNamespace:
    """Put kernels together and return the entries, which Numba compiles on their first call. They log no events.

    ``replaced`` maps kernels of these modules to the kernels that take their place. An entry is optimized once, together with
    everything it calls.
    """
    numba_parts.teach_bits(lowest, nth)
    salt = fingerprint((bits, *modules), _constants(modules)) + "_checked" * boundscheck
    jit = numba_parts.compiler(boundscheck=boundscheck, cache=cache)

    def build(function: types.FunctionType, twin: types.FunctionType) -> Any:
        twin.__module__ = function.__module__
        twin.__qualname__ = f"{function.__name__}_{salt}"
        return jit(twin, is_inner="entry" not in function.__dict__, is_inlined="inlined" in function.__dict__)

    assembly = _Assembly(modules, build)
    for function, other in replaced.items():
        assembly.built[function] = assembly.built[other]
    found = assembly.linked()
    return types.SimpleNamespace(**{name: found[name] for name in assembly.entries})


class _Assembly:
    """Modules of kernels put together. Each module has its own names, but only the last version of a hook counts."""

    def __init__(
        self, modules: Sequence[types.ModuleType], build: Callable[..., Any], *, inlined: tuple[Callable[..., Any], ...] = ()
    ) -> None:
        self.built: dict[object, Any] = {}
        self.named: dict[str, types.FunctionType] = {}
        self.entries: set[str] = set()
        self._hooks: dict[str, list[tuple[int, object]]] = {}  # every version of a hook, with its module's index
        modules = (bits, *modules)
        self._spaces = [{name: value for name, value in vars(m).items() if not name.startswith("__")} for m in modules]
        for at, (module, space) in enumerate(zip(modules, self._spaces, strict=True)):
            kernels = kernels_in(module)
            codes = inlined_codes(module, (*kernels.values(),), inlined)
            for name, function in kernels.items():
                code = codes.get(function, function.__code__)
                twin = types.FunctionType(code, space, function.__name__, function.__defaults__)
                self.built[function] = build(function, twin)
                if module is not bits:
                    self._name(at, name, function)

    def _name(self, at: int, name: str, function: types.FunctionType) -> None:
        """Register a kernel by name: the last version of a hook, the only entry, or the first of any other kernels."""
        if name in self._hooks or "hook" in function.__dict__:
            self._hooks.setdefault(name, []).append((at, function))
            self.named[name] = function
        elif "entry" in function.__dict__:
            if name in self.entries:
                raise ValueError(f"{function.__module__} has an entry {name}, and so has a module before it")
            self.entries.add(name)
            self.named[name] = function
        else:
            self.named.setdefault(name, function)

    def linked(self) -> dict[str, Any]:
        """Link every module to the built kernels and return those by name."""
        for at, space in enumerate(self._spaces):
            self._link(at, space)
        return {name: self.built[function] for name, function in self.named.items()}

    def _link(self, at: int, space: Space) -> None:
        """Point a module's names to built kernels. Kernels from modules that aren't included lose their names."""
        for name, value in [*space.items()]:
            if not is_kernel(value):
                continue
            found = self.built.get(value)
            if value.__name__ in self._hooks:
                hooks = self._hooks[value.__name__]
                before = [each for place, each in hooks if place < at] if name != value.__name__ else []
                found = self.built[(before or [each for _, each in hooks])[-1]]
            if found is None:
                del space[name]
            else:
                space[name] = found


def _constants(modules: Sequence[types.ModuleType]) -> dict[str, Any]:
    return {f"{module.__name__}.{name}": value for module in modules for name, value in vars(module).items()}


def fingerprint(modules: Sequence[types.ModuleType], space: Mapping[str, Any]) -> str:
    """Hash everything that goes into the compiled code.

    Numba's cache looks only at one file, but a kernel also depends on the sources of the kernels that it calls and on
    constants from other modules.
    """
    sources = [Path(str(module.__file__)).read_bytes() for module in (*modules, sys.modules[__name__], numba_parts)]
    constants = sorted((name, value) for name, value in space.items() if isinstance(value, int))
    return hashlib.sha256(b"\0".join([*sources, repr(constants).encode()])).hexdigest()[:12]


def _log(g: Any, what: int, seat: int, kind: int, n: int) -> None:
    g.log.append((what, seat, kind, n))
