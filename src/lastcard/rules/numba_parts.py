"""Compiles kernels with Numba, and keeps every use of Numba's private parts in one place.

The private parts only make compiling and running faster. If the installed Numba doesn't have them, kernels are compiled with
plain ``njit``, after one warning.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache, partial
from types import FunctionType
from typing import Any, NamedTuple

# The versions of Numba whose private parts are known to work (tests/test_numba.py). In other versions they are tried first.
OLDEST, NEWEST = (0, 61), (0, 68)


class Parts(NamedTuple):
    """Classes built from private parts of Numba."""

    dispatcher: type[Any]
    linking: type[Any]
    closing: type[Any]


def compiler(*, boundscheck: bool, cache: bool) -> Callable[..., Any]:
    """Return a function that compiles another on its first call. It is told which ones are inner, and which are inlined."""
    import numba

    jit = partial(numba.njit, nogil=True, error_model="numpy", boundscheck=boundscheck)
    parts = private_parts()
    if parts is None:
        return lambda function, *, is_inner, is_inlined: jit(cache=cache and not is_inner)(function)
    return partial(_compile, jit, parts, cache=cache)


def _compile(jit: Any, parts: Parts, function: Any, *, is_inner: bool, is_inlined: bool, cache: bool) -> Any:
    compiled = jit(
        # Kernels allocate nothing. With _nrt, every view of a row would count references, at about 80 ns a step.
        _nrt=False,
        forceinline=is_inlined,
        no_cpython_wrapper=is_inner,
        no_cfunc_wrapper=is_inner,
        cache=cache and not is_inner,
        pipeline_class=parts.linking if is_inner else parts.closing,
    )(function)
    compiled.__class__ = parts.dispatcher
    return compiled


def recognized(entry: Any, *arguments: Any) -> Callable[..., Any]:
    """Return an entry for arguments of the same types as these, with which it has been called before.

    It trusts them. Numba takes longer to look at twenty arrays than a kernel takes to make several moves.
    """
    import numba

    if not hasattr(entry, "get_overload"):
        return entry  # type: ignore[no-any-return]
    found: Callable[..., Any] = entry.get_overload(tuple(map(numba.typeof, arguments)))
    return found


@cache
def private_parts() -> Parts | None:
    """Return the private parts of this Numba. If it doesn't have them, warn and return None."""
    import numba

    try:
        parts = Parts(_dispatcher(), _linking_compiler(), _closing_compiler())
        if not OLDEST <= numba.version_info.short <= NEWEST:
            _try_out(parts)
    except Exception as error:  # noqa: BLE001 - anything may have changed
        warnings.warn(
            f"Numba {numba.__version__} is not as lastcard knows it ({type(error).__name__}: {error}): "
            "the rules are compiled the plain way, which takes longer and plays slower",
            RuntimeWarning,
            stacklevel=2,
        )
        return None
    return parts


def _try_out(parts: Parts) -> None:
    """Use these parts to compile and run two functions, one of which calls the other."""
    import numba

    jit = partial(numba.njit, nogil=True, error_model="numpy", boundscheck=False)
    build = partial(_compile, jit, parts, is_inlined=False, cache=False)
    one_more = build(lambda n: n + 1, is_inner=True)
    seven = build(FunctionType(_seven.__code__, {"one_more": one_more}), is_inner=False)
    if seven(3) != 7:
        raise ValueError("what it compiled is wrong")


def _seven(n: int) -> int:
    return one_more(n) + one_more(2)  # type: ignore[name-defined,no-any-return] # noqa: F821 - given where it is compiled


def _dispatcher() -> type[Any]:
    """Return a dispatcher that compiles a kernel once instead of again for each constant it is called with."""
    from numba.core import types as nb
    from numba.core.registry import CPUDispatcher

    CPUDispatcher.get_call_template  # noqa: B018 - AttributeError if it is gone

    class Dispatcher(CPUDispatcher):
        def get_call_template(self, args: Any, kws: Any) -> Any:
            plain: Any = nb.unliteral
            named = {name: plain(arg) for name, arg in dict(kws).items()}
            return super().get_call_template(tuple(map(plain, args)), named)

    return Dispatcher


def _linking_compiler() -> type[Any]:
    """Return a compiler for inner kernels. Its code is only optimized once it is linked into an entry."""
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler

    for name in ("_get_module_for_linking", "_ensure_finalized", "finalize", "get_pointer_to_function"):
        getattr(JITCodeLibrary, name)

    class Linked(JITCodeLibrary):
        """A library that isn't optimized or turned into machine code by itself."""

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
            """Do nothing, since only code that handles Python objects needs an environment."""

    class Inner(Compiler):
        def compile_extra(self, func: Any) -> Any:
            self.state.library = Linked(self.state.targetctx.codegen(), func.__qualname__)  # type: ignore[no-untyped-call]
            return super().compile_extra(func)  # type: ignore[no-untyped-call]

    return Inner


def _closing_compiler() -> type[Any]:
    """Return a compiler for entries. Once linked, nothing else can call the kernels in it, so more of them are inlined."""
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler

    JITCodeLibrary._optimize_final_module  # noqa: B018, SLF001 - AttributeError if it is gone

    class Closed(JITCodeLibrary):
        """A library whose linked functions are its own."""

        def _optimize_final_module(self) -> None:
            for function in self._final_module.functions:
                if not function.is_declaration and function.linkage.name == "linkonce_odr":
                    function.linkage = "internal"
            super()._optimize_final_module()  # type: ignore[no-untyped-call]

    class Outer(Compiler):
        def compile_extra(self, func: Any) -> Any:
            self.state.library = Closed(self.state.targetctx.codegen(), func.__qualname__)  # type: ignore[no-untyped-call]
            self.state.library.enable_object_caching()
            return super().compile_extra(func)  # type: ignore[no-untyped-call]

    return Outer


@cache
def teach_bits(lowest: Callable[[int], int], nth: Callable[[int, int], int]) -> None:
    """Teach Numba to count and find bits with a few machine instructions, once per process."""
    from numba.core import cgutils
    from numba.core import types as nb
    from numba.extending import intrinsic, overload, overload_method

    @intrinsic
    def count_ones(typing_context: Any, bits: Any) -> Any:
        return nb.int64(nb.int64), lambda context, builder, signature, args: builder.ctpop(args[0])

    @intrinsic
    def count_zeros(typing_context: Any, bits: Any) -> Any:
        return nb.int64(nb.int64), lambda context, builder, signature, args: builder.cttz(args[0], cgutils.true_bit)

    @overload_method(nb.Integer, "bit_count")
    def fast_bit_count(bits):  # type: ignore[no-untyped-def] # Numba reads an annotation here as a type
        return lambda bits: count_ones(bits)  # type: ignore[call-arg]

    @overload(lowest)
    def fast_lowest(bits):  # type: ignore[no-untyped-def]
        return lambda bits: count_zeros(bits)  # type: ignore[call-arg]

    @overload(nth)
    def fast_nth(bits, i):  # type: ignore[no-untyped-def]
        def one_of_few(bits, i):  # type: ignore[no-untyped-def]
            """Make the first four ready and pick one. A branch here would be guessed wrong half of the time."""
            while i > 3:
                bits &= bits - 1
                i -= 1
            one = bits & bits - 1
            two = one & one - 1
            three = two & two - 1
            early = one if i & 1 else bits
            late = three if i & 1 else two
            return count_zeros(late if i & 2 else early)  # type: ignore[call-arg]

        return one_of_few
