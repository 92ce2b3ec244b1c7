"""Writes the rulebook page: every rule with its editions and the tests that demonstrate it.

Rules come from the editions' ``rulebook``. Tests are found by searching their source for ``@pytest.mark.rule("id", ...)``
on functions, classes and modules (``pytestmark``), so nothing has to be imported or run.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lastcard import Edition
from lastcard.rulebook import Rule


@dataclass(frozen=True, kw_only=True)
class MarkedTest:
    """A test with rule marks: ``where`` is its pytest id, and ``fact`` is the first line of its docstring."""

    where: str
    fact: str
    rules: tuple[str, ...]


def marked_tests(folder: Path) -> list[MarkedTest]:
    """Find every test under ``folder`` that is marked with a rule, file by file, in file order."""
    found: list[MarkedTest] = []
    for path in sorted(folder.rglob("*.py")):
        where = path.relative_to(folder.parent).as_posix()
        module = ast.parse(path.read_text(encoding="utf-8"), filename=where)
        found += _tests_in(module.body, where, _pytestmark(module.body, where))
    return found


def tests_by_rule(tests: Iterable[MarkedTest]) -> dict[str, list[MarkedTest]]:
    """Group the tests by the rule ids they name."""
    by_rule: dict[str, list[MarkedTest]] = defaultdict(list)
    for test in tests:
        for rule in test.rules:
            by_rule[rule].append(test)
    return dict(by_rule)


def write(path: Path, *, editions: Sequence[Edition], tests: Iterable[MarkedTest]) -> None:
    """Write the page, but leave an unchanged one alone so that Sphinx doesn't read it again."""
    page = render(editions, tests)
    if not path.exists() or path.read_text(encoding="utf-8") != page:
        path.write_text(page, encoding="utf-8")


def render(editions: Sequence[Edition], tests: Iterable[MarkedTest]) -> str:
    """Render the page as MyST Markdown: the editions, then a table of rules and tests for each group."""
    by_rule = tests_by_rule(tests)
    lines = [*HEAD, *_edition_list(editions)]
    for title, rules in _groups(editions).items():
        lines += ["", f"## {_plain(title)}", "", *TABLE]
        for rule, where in rules:
            lines.append(f"* - [`{rule.id}`]{{#{rule.id}}}")
            for text, said_by in _texts(rule.id, where).items():
                names = "every edition" if len(said_by) == len(editions) else ", ".join(edition.id for edition in said_by)
                origin = "table rule" if rule.table else "ruling" if rule.ruling else "leaflet"
                lines += ["", f"    {_plain(text)}", "", f"    [{origin} · {names}]{{.origin}}"]
            lines += _test_cell(by_rule.get(rule.id, []))
        lines.append(":::")
    return "\n".join(lines) + "\n"


PICTURES = Path(__file__).parent / "_static" / "pictures"
HEAD = (
    "---",
    "hide-toc: true",
    "---",
    "",
    "# Rulebook",
    "",
    "Every rule of every edition, in our own words, next to the tests that show it at work. A rule either comes from the",
    "*leaflet* or is a *ruling*, our answer when a leaflet is silent or unclear. A [*table rule*](table-rules.md)",
    "applies only at a table that has chosen it. A refused move leads to its rule by the id you see here. This page is",
    "generated from the editions and the tests.",
)
TABLE = (":::{list-table}", ":class: rulebook", ":header-rows: 1", ":widths: 50 50", "", "* - Rule", "  - Tests")


def _edition_list(editions: Sequence[Edition]) -> Iterator[str]:
    """List the editions, each with a picture of its cards if scripts/screenshots has made one."""
    for edition in editions:
        yield from ("", f"{_plain(edition.title)} (`{edition.id}`)", f": {_plain(edition.summary)}")
        picture = f"cards-{edition.id}.png"
        if (PICTURES / picture).exists():
            yield from ("", f"  ![Every card of {_plain(edition.title)}](_static/pictures/{picture}){{.cards}}")


def _groups(editions: Sequence[Edition]) -> dict[str, list[tuple[Rule, list[Edition]]]]:
    """Group the rules, with their editions: rules of every edition first, then of several, then each edition's own."""
    rules: dict[str, tuple[Rule, list[Edition]]] = {}
    for edition in editions:
        for rule in edition.rulebook:
            rules.setdefault(rule.id, (rule, []))[1].append(edition)
    titles = ["Every edition", "Several editions", *(f"Only {edition.title}" for edition in editions)]
    groups: dict[str, list[tuple[Rule, list[Edition]]]] = {title: [] for title in titles}
    for rule, where in rules.values():
        if len(where) == len(editions):
            groups["Every edition"].append((rule, where))
        elif len(where) > 1:
            groups["Several editions"].append((rule, where))
        else:
            groups[f"Only {where[0].title}"].append((rule, where))
    return {title: members for title, members in groups.items() if members}


def _texts(rule: str, editions: Sequence[Edition]) -> dict[str, list[Edition]]:
    """Map each wording of a rule to the editions that use it, because some editions need their own."""
    texts: dict[str, list[Edition]] = defaultdict(list)
    for edition in editions:
        texts[next(own.text for own in edition.rulebook if own.id == rule)].append(edition)
    return texts


def _test_cell(tests: Sequence[MarkedTest]) -> Iterator[str]:
    if not tests:
        yield "  - *no test yet*"
    for number, test in enumerate(tests):
        yield f"  {'-' if number == 0 else ' '} - {_plain(test.fact)} [`{test.where}`]{{.where}}"


def _plain(text: str) -> str:
    """Escape a text as one Markdown line that shows as written, except that code in backticks stays code."""
    parts = re.split(r"(`[^`]+`)", " ".join(text.split()))
    return "".join(part if part.startswith("`") else re.sub(r"([\\`*_<>\[\]{}|#~])", r"\\\1", part) for part in parts)


def _tests_in(body: Sequence[ast.stmt], where: str, inherited: tuple[str, ...]) -> Iterator[MarkedTest]:
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        rules = inherited + _marks(node.decorator_list, where)
        inside: list[MarkedTest] = []
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            rules += _pytestmark(node.body, where)
            inside = list(_tests_in(node.body, f"{where}::{node.name}", rules))
        if inside:
            yield from inside
        elif node.name.lower().startswith("test") and rules:
            fact = (ast.get_docstring(node) or node.name.replace("_", " ")).splitlines()[0]
            yield MarkedTest(where=f"{where}::{node.name}", fact=fact, rules=tuple(dict.fromkeys(rules)))


def _pytestmark(body: Sequence[ast.stmt], where: str) -> tuple[str, ...]:
    """Read the rule ids from the ``pytestmark`` of a module or a class."""
    values: list[ast.expr] = []
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id="pytestmark")], value=value):
                values.append(value)
    return _marks(values, where)


def _marks(expressions: Iterable[ast.expr], where: str) -> tuple[str, ...]:
    """Collect the ids in every ``...mark.rule("id", ...)`` in the expressions, including ``pytest.param(marks=...)``."""
    ids: list[str] = []
    for node in (node for expression in expressions for node in ast.walk(expression)):
        match node:
            case ast.Call(func=ast.Attribute(attr="rule", value=ast.Attribute(attr="mark") | ast.Name(id="mark"))):
                ids += [_literal(argument, where) for argument in node.args]
    return tuple(ids)


def _literal(argument: ast.expr, where: str) -> str:
    match argument:
        case ast.Constant(value=str(text)):
            return text
    raise ValueError(f"{where}, line {argument.lineno}: a rule mark only takes ids as plain strings")
