"""Writes the hooks page: when each hook runs, what it may change and which editions use it, from the kernels' docstrings."""

import inspect
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import FunctionType, ModuleType

from lastcard import Edition
from lastcard.assembly import optional_modules, shared_modules
from lastcard.edition import PLAIN_HOOKS
from lastcard.rules.build import kernels_in
from lastcard.rules.hooks import hooks_in

HEAD = (
    "# Hooks",
    "",
    "A hook is a kernel of the shared rules that an edition can replace. To replace one, define a function with the same name,",
    "the same parameters and the same return annotation, and mark it with `@EDITION.hook`. In a part or a house rule, mark it",
    "with `@kernel`. All other kernels are closed: if you replace one of them, or define a kernel that nothing calls, you get",
    "an error when the rules are built. [](adding-an-edition.md) shows hooks at work. This page is generated from the",
    "docstrings of the hooks.",
    "",
    "An edition can mark a few more functions with `@EDITION.hook`. They are plain Python, not kernels:",
    f"{', '.join(f'`{name}`' for name in PLAIN_HOOKS)}. The docstring of `Edition.hook` says what each of them does.",
    "",
    "A replacement can call the kernel it replaces. Import the hook under another name:",
    "`from lastcard.rules.effects import on_out as on_out_before`. That name is the version just before yours: the shared one,",
    "one from a part or, for house rules, the one from the edition they are added to.",
)
TITLES = {
    "setup": "How a round begins",
    "seats": "When a turn begins",
    "legal": "What a seat may do",
    "effects": "What a move does",
    "openings": "Openings of the older leaflets (`parts=(openings,)`)",
    "votes": "Votes (`parts=(votes,)`)",
    "evidence": "What bots watch",
    "playout": "How rounds are played out at random",
    "policy": "How a steady player plays",
    "trials": "How worlds are imagined",
}


def write(path: Path, *, editions: Sequence[Edition]) -> None:
    """Write the page, but leave an unchanged one alone so that Sphinx doesn't read it again."""
    page = render(editions)
    if not path.exists() or path.read_text(encoding="utf-8") != page:
        path.write_text(page, encoding="utf-8")


def render(editions: Sequence[Edition]) -> str:
    """Render the page as MyST Markdown: the hooks of each module, in file order."""
    lines = [*HEAD]
    for module in sorted((*shared_modules(), *optional_modules()), key=_place):
        hooks = hooks_in([module])
        if hooks:
            lines += ["", f"## {TITLES[_stem(module)]}"]
        for name, function in hooks.items():
            lines += ["", *_section(name, function, users(name, editions))]
    return "\n".join(lines) + "\n"


def users(name: str, editions: Iterable[Edition]) -> list[str]:
    """List the editions that replace a hook, directly or through a part they include."""
    return [each.id for each in editions if any(name in kernels_in(module) for module in each.own_modules)]


def _stem(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2]


def _place(module: ModuleType) -> int:
    return [*TITLES].index(_stem(module)) if _stem(module) in TITLES else len(TITLES)


def _section(name: str, function: FunctionType, used_by: list[str]) -> Iterator[str]:
    about, when, may = _parts(inspect.getdoc(function) or "")
    yield f"### {name}"
    yield ""
    yield f"`{name}({', '.join(inspect.signature(function).parameters)})` in `{function.__module__}`. {about}"
    yield ""
    yield f"- *When it runs*: {when}"
    yield f"- *What it may change*: {may}"
    yield f"- *Who uses it*: {', '.join(f'`{each}`' for each in used_by) or 'none of our editions'}."


def _parts(text: str) -> tuple[str, str, str]:
    found = re.fullmatch(r"(.*?)\n\nWhen: (.*?)\nMay: (.*)", text.strip(), re.DOTALL)
    if found is None:
        raise ValueError(f"a hook's docstring must say when it runs and what it may change: {text!r} doesn't")
    about, when, may = (" ".join(part.split()).replace("``", "`") for part in found.groups())
    return about, when, may
