"""One source, two speeds: a namespace of kernels, interpreted or compiled.

Kernels call each other by bare name. A namespace is built from modules in order; a later module replaces a kernel by
defining one of the same name, which is how an edition changes the shared rules.
"""

from __future__ import annotations

import hashlib
import types
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Mark a function as part of the rules: ints and fixed rows only, no objects, no exceptions."""
    function.__dict__["kernel"] = True
    return function


def entry(function: F) -> F:
    """Mark a kernel that Python calls when it is compiled; the others are called by kernels only, and compile faster."""
    function.__dict__["entry"] = True
    return kernel(function)


def inlined(function: F) -> F:
    """Mark a kernel whose code stands where it is called: a call with many rows pushes dozens of words. For few callers."""
    function.__dict__["inlined"] = True
    return kernel(function)


def popcount(bits: int) -> int:
    """How many bits are set."""
    return bits.bit_count()


def lowest(bits: int) -> int:
    """The place of the lowest bit that is set."""
    return (bits & -bits).bit_length() - 1


def interpret(*modules: types.ModuleType, **replaced: Callable[[Callable[..., Any]], Any]) -> types.SimpleNamespace:
    """The kernels as plain Python; events are appended to ``round.log``.

    Each of ``replaced`` makes from the kernel of its name the function that takes its place.
    """
    space, kernels = _collect(modules)
    space["note"] = _log
    for name, function in kernels.items():
        if name != "note":
            space[name] = types.FunctionType(function.__code__, space, name, function.__defaults__)
    for name, replace in replaced.items():
        space[name] = replace(space[name])
    return types.SimpleNamespace(**space)


def compile_kernels(
    *modules: types.ModuleType, boundscheck: bool = False, cache: bool = True, whole: bool = False
) -> types.SimpleNamespace:
    """The entries among the kernels, compiled by Numba with all that they call when they are first called; no events.

    ``whole``: an entry is optimized once, with all that it calls. That compiles three times as fast, but to code that plays
    rounds 8 % slower than where every kernel is optimized before those that call it.
    """
    import numba
    from numba.core import types as nb
    from numba.core.compiler import Compiler
    from numba.core.registry import CPUDispatcher

    class Dispatcher(CPUDispatcher):
        """Compiles a kernel once, not again for each constant that it is called with."""

        def get_call_template(self, args: Any, kws: Any) -> Any:
            return super().get_call_template(tuple(nb.unliteral(arg) for arg in args), kws)  # type: ignore[no-untyped-call]

    _teach_numba()
    # Kernels allocate nothing; with _nrt (private to Numba) every view of a row would count references, about 80 ns a step.
    jit = partial(numba.njit, nogil=True, error_model="numpy", boundscheck=boundscheck, _nrt=False)
    space, kernels = _collect(modules)
    salt = fingerprint(modules, space) + "_whole" * whole + "_checked" * boundscheck
    for name, function in kernels.items():
        twin = types.FunctionType(function.__code__, space, name, function.__defaults__)
        twin.__module__ = function.__module__
        twin.__qualname__ = f"{name}_{salt}"
        inner = "entry" not in function.__dict__
        compiler = _linking_compiler() if whole and inner else Compiler
        own = {"no_cpython_wrapper": inner, "no_cfunc_wrapper": inner, "cache": cache and not inner, "pipeline_class": compiler}
        space[name] = jit(forceinline="inlined" in function.__dict__, **own)(twin)
        space[name].__class__ = Dispatcher
    return types.SimpleNamespace(**{name: space[name] for name in kernels if "entry" in kernels[name].__dict__})


@cache
def _linking_compiler() -> Any:
    """Compiles kernels that only kernels call, to code that waits to be linked into an entry's; by what is private to Numba."""
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler

    class Linked(JITCodeLibrary):
        """Neither optimized nor made machine code by itself."""

        def finalize(self) -> None:
            for library in dict.fromkeys(self._linking_libraries):
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)  # noqa: SLF001
            self._finalized = True

        def get_pointer_to_function(self, name: str) -> int:
            self._ensure_finalized()  # type: ignore[no-untyped-call]
            return 0

        @property
        def codegen(self) -> Any:
            return self

        def set_env(self, name: str, env: Any) -> None:
            """Nothing: only code that handles Python objects has use for one."""

    class Inner(Compiler):
        def compile_extra(self, func: Any) -> Any:
            self.state.library = Linked(self.state.targetctx.codegen(), func.__qualname__)  # type: ignore[no-untyped-call]
            return super().compile_extra(func)  # type: ignore[no-untyped-call]

    return Inner


def fingerprint(modules: Sequence[types.ModuleType], space: Mapping[str, Any]) -> str:
    """A hash of all that goes into the code: Numba's cache looks at one file only, but a kernel is compiled with others.

    Those are the sources of the kernels that it calls, and the constants, wherever they come from.
    """
    sources = [Path(str(module.__file__)).read_bytes() for module in (*modules, _this_module())]
    constants = sorted((name, value) for name, value in space.items() if isinstance(value, int))
    return hashlib.sha256(b"\0".join([*sources, repr(constants).encode()])).hexdigest()[:12]


def _this_module() -> types.ModuleType:
    import sys

    return sys.modules[__name__]


def _collect(modules: Sequence[types.ModuleType]) -> tuple[dict[str, Any], dict[str, types.FunctionType]]:
    """Constants and kernels by name. An imported kernel is not a definition; a constant has one value everywhere."""
    space: dict[str, Any] = {}
    kernels: dict[str, types.FunctionType] = {}
    for module in modules:
        for name, value in vars(module).items():
            if isinstance(value, types.FunctionType) and "kernel" in value.__dict__:
                if value.__module__ == module.__name__:
                    kernels[name] = value
            elif isinstance(value, int) and space.get(name, value) != value:
                raise ValueError(f"{module.__name__} gives {name} another value than a module before it")
            elif not name.startswith("__"):
                space[name] = value
    return space, kernels


def _log(g: Any, what: int, seat: int, kind: int, n: int) -> None:
    g.log.append((what, seat, kind, n))


def _teach_numba() -> None:
    """Bit counting as single machine instructions; once a process."""
    if "taught" in _teach_numba.__dict__:
        return
    _teach_numba.__dict__["taught"] = True
    from numba.core import cgutils
    from numba.core import types as nb
    from numba.extending import intrinsic, overload

    @intrinsic
    def count_ones(typing_context: Any, bits: Any) -> Any:
        return nb.int64(nb.int64), lambda context, builder, signature, args: builder.ctpop(args[0])

    @intrinsic
    def count_zeros(typing_context: Any, bits: Any) -> Any:
        return nb.int64(nb.int64), lambda context, builder, signature, args: builder.cttz(args[0], cgutils.true_bit)

    @overload(popcount)
    def fast_popcount(bits):  # type: ignore[no-untyped-def] # Numba reads an annotation here as a type
        return lambda bits: count_ones(bits)  # type: ignore[call-arg]

    @overload(lowest)
    def fast_lowest(bits):  # type: ignore[no-untyped-def]
        return lambda bits: count_zeros(bits)  # type: ignore[call-arg]
