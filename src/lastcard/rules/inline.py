"""Makes the functions of ``bits`` free: replaces every call of one in a kernel by the expression that it returns.

Interpreted kernels have ``lowest`` replaced too, for which compiled ones have a machine instruction.

In interpreted code a call takes longer than the shift it stands for, and in compiled code it gets in the way of optimization.
The new code keeps the line numbers of the old, so that errors, debuggers and coverage point to the source.
If a kernel's source isn't available, its calls stay calls.
"""

from __future__ import annotations
import __future__

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from .. import bits


class Formula(NamedTuple):
    """The value of a function in terms of its parameters. ``repeated`` are those that it uses more than once."""

    parameters: list[str]
    defaults: dict[str, ast.expr]
    returned: ast.expr
    repeated: set[str]


@cache
def formulas(source: ModuleType | Callable[..., Any]) -> dict[str, Formula]:
    """Return the formula of each function of a module, or of this one."""
    found = {}
    for node in ast.parse(inspect.getsource(source)).body:
        if isinstance(node, ast.FunctionDef) and isinstance(node.body[-1], ast.Return) and node.body[-1].value is not None:
            names = [arg.arg for arg in node.args.args]
            defaults = dict(zip(reversed(names), reversed(node.args.defaults), strict=False))
            used = [each.id for each in ast.walk(node.body[-1].value) if isinstance(each, ast.Name)]
            repeated = {name for name in names if used.count(name) > 1}
            found[node.name] = Formula(names, defaults, node.body[-1].value, repeated)
    return found


@cache
def inlined_codes(
    module: ModuleType, functions: tuple[FunctionType, ...], others: tuple[Callable[..., Any], ...] = ()
) -> dict[FunctionType, CodeType]:
    """Return new code for the functions that call ``bits`` or one of the others, with those calls inlined."""
    every = formulas(bits) | {other.__name__: formulas(other)[other.__name__] for other in others}
    names = {name: value for name, value in vars(module).items() if isinstance(value, FunctionType)}
    inlinable = {name: value for name, value in names.items() if value.__module__ == bits.__name__ or value in others}
    known = {name: every[value.__name__] for name, value in inlinable.items() if value.__name__ in every}
    wanted = [function for function in functions if any(name in known for name in function.__code__.co_names)]
    if not wanted or not getattr(module, "__file__", None):
        return {}
    try:
        tree = ast.parse(_source_of(module, wanted))
        plain = _codes(tree, module)
        found = _codes(_Inliner(known).visit(tree), module)
    except (OSError, SyntaxError, ValueError):  # no source, or not the one that was imported
        return {}
    return {f: found[f.__name__] for f in wanted if plain.get(f.__name__) == f.__code__}


def _source_of(module: ModuleType, wanted: Iterable[FunctionType]) -> str:
    """Return a module's source with everything blanked out but these functions and whatever follows each of them."""
    lines = Path(str(module.__file__)).read_text(encoding="utf-8").split("\n")
    own = [f for f in vars(module).values() if isinstance(f, FunctionType) and f.__module__ == module.__name__]
    starts = sorted({f.__code__.co_firstlineno - 1 for f in own})
    ends = dict(zip(starts, [*starts[1:], len(lines)], strict=True))
    kept = [""] * len(lines)
    for function in wanted:
        start = function.__code__.co_firstlineno - 1
        kept[start : ends[start]] = lines[start : ends[start]]
    return "\n".join(kept)


def _codes(tree: ast.Module, module: ModuleType) -> dict[str, CodeType]:
    """Compile a module's source and return the code of each function."""
    code = compile(tree, str(module.__file__), "exec", __future__.annotations.compiler_flag, dont_inherit=True)
    return {each.co_name: each for each in code.co_consts if isinstance(each, CodeType)}


class _Inliner(ast.NodeTransformer):
    """Replaces a call by what it returns, wherever every argument is still evaluated once."""

    def __init__(self, known: Mapping[str, Formula]) -> None:
        self._known = known

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        formula = self._known.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if formula is None:
            return node
        given = {**formula.defaults, **dict(zip(formula.parameters, node.args, strict=False))}
        given |= {str(keyword.arg): keyword.value for keyword in node.keywords}
        if not all(_is_plain(given[each]) for each in formula.repeated):
            return node
        return _filled(formula.returned, given, node)


def _is_plain(value: ast.expr) -> bool:
    """Whether evaluating this twice is cheap and has no side effects."""
    return isinstance(value, ast.Name | ast.Constant) or (isinstance(value, ast.Attribute) and _is_plain(value.value))


def _filled(part: Any, given: Mapping[str, ast.expr], at: ast.expr) -> Any:
    """Fill these values into a part of a formula and give it the position of the call. Terms that are zero are left out."""
    if isinstance(part, ast.Name):
        return given[part.id]
    if isinstance(part, list):
        return [_filled(each, given, at) for each in part]
    if not isinstance(part, ast.expr):
        return part
    made = type(part)(**{name: _filled(value, given, at) for name, value in ast.iter_fields(part)})
    if isinstance(made, ast.BinOp):
        if isinstance(made.op, ast.BitOr) and _is_zero(made.right):
            return made.left
        if isinstance(made.op, ast.LShift) and _is_zero(made.left):
            return made.left
    return ast.copy_location(made, at)


def _is_zero(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value == 0
