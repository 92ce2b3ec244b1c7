"""Every snippet in the README and the documentation runs as written."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import lastcard
from lastcard import cli
from lastcard.record import proof
from lastcard.rules.fair import mixed_seed

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    {ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")}
    - {ROOT / "docs" / "hooks.md", ROOT / "docs" / "rulebook.md"}
)
LANGUAGES = {"pycon", "python", "console", "sh", "json", "text", "toml"}


def blocks(page: Path) -> Iterator[tuple[str, int, list[str]]]:
    """The fenced blocks of a page: language, line number of the fence, lines. Skips directives such as ``{include}``."""
    language, start, lines = "", 0, list[str]()
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            if start:
                if not language.startswith("{"):
                    yield language, start, lines
                start = 0
            else:
                language, start, lines = line[3:].strip(), number, []
        elif start:
            lines.append(line)


def is_file(lines: list[str]) -> bool:
    """Whether a block is a file that the page's sessions import: its first line is a comment with its name."""
    return lines[0].startswith("# ") and lines[0].endswith(".py")


def snippets(*languages: str) -> list[Any]:
    """The blocks in these languages as test parameters, named by page and line."""
    return [
        pytest.param(page, start, lines, id=f"{page.relative_to(ROOT).as_posix()}:{start}")
        for page in PAGES
        for language, start, lines in blocks(page)
        if language in languages and not is_file(lines)
    ]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "```pycon" in page.read_text(encoding="utf-8")], ids=lambda p: p.name
)
def test_sessions_answer_as_written(page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The Python sessions of a page, run one after another, print what the page says."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    shown = [""] * len(page.read_text(encoding="utf-8").splitlines())
    for language, start, lines in blocks(page):
        if language == "pycon":
            shown[start : start + len(lines)] = lines
        elif language == "python" and is_file(lines):
            (tmp_path / lines[0].removeprefix("# ")).write_text("\n".join(lines))
    name = page.relative_to(ROOT).as_posix()
    session = doctest.DocTestParser().get_doctest("\n".join(shown) + "\n", {}, name, name, 0)
    told: list[str] = []
    outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(session, out=told.append)
    assert outcome.failed == 0, "".join(told)


@pytest.mark.parametrize(("page", "start", "lines"), snippets("console"))
def test_commands_work(page: Path, start: int, lines: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every `$ lastcard` line of a page exits with 0, given the record or house rule that some of them read."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    secret = "ab" * 32
    game = lastcard.Game("classic", players=2, seed=mixed_seed(secret, ["", ""]))
    game.fair = proof(secret, ["", ""])
    (tmp_path / "game.json").write_text(json.dumps(game.record()))
    for text in ("\n".join(some) for language, _, some in blocks(page) if language == "json"):
        if '"steps"' in text:
            (tmp_path / f"{json.loads(text)['name'].lower()}.json").write_text(text)
    commands = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
    assert commands
    for command in commands:
        program, *arguments = shlex.split(command, comments=True)
        assert program == "lastcard"
        result = CliRunner().invoke(cli.app, arguments)
        assert (result.exit_code, result.stderr) == (0, ""), command


@pytest.mark.parametrize(("page", "start", "lines"), snippets("python"))
def test_example_tests_pass(page: Path, start: int, lines: list[str]) -> None:
    """The code on a page runs, and its tests pass."""
    space: dict[str, Any] = {"pytest": pytest, "Game": lastcard.Game}
    exec(compile("\n".join(lines), f"{page}:{start}", "exec"), space)
    tests: list[Callable[[], None]] = [value for name, value in space.items() if name.startswith("test_")]
    for test in tests:
        test()


@pytest.mark.parametrize(("page", "start", "lines"), snippets("sh"))
def test_scripts_are_there(page: Path, start: int, lines: list[str]) -> None:
    """Every script that a page names exists and is executable."""
    scripts = [line.split()[0] for line in lines if line.startswith("scripts/")]
    assert all((ROOT / script).stat().st_mode & 0o111 for script in scripts)


def test_every_block_says_what_it_is() -> None:
    """Every block of code names a known language."""
    assert {language for page in PAGES for language, _, _ in blocks(page)} <= LANGUAGES


def test_the_files_to_change_are_there() -> None:
    """Every file that the architecture page sends you to exists."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.partition("## Where do I change …")[2].partition("\n## ")[0]
    named = re.findall(r"`([\w/-]+(?:/|\.\w+))`", section)
    assert len(named) > 20
    assert [name for name in named if not any((folder / name).exists() for folder in (ROOT, ROOT / "src" / "lastcard"))] == []
