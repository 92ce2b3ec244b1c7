"""A language is data: two files with texts, and no change to any code or test."""

from __future__ import annotations

import importlib.util
import json
import shutil
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
FORMS = ("one", "few", "many", "other")
# Polish and Slovak have more plural forms than any language we have. The files of Slovak lack one of them. Tests go through the
# languages in the order of their codes, so what they find wrong with Slovak is right in Polish.
CODE, LACKING = "pl", "sk"


def made_up(text: str) -> str:
    """Return a text that stands in for a translation."""
    return f"{text} ~"


class Web(NamedTuple):
    """web/build.py for a copy of the client's sources with two more languages, and what the tests of texts found in it."""

    build: Any
    folder: Path
    failed: list[dict[str, Any]]
    passed: list[dict[str, Any]]


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Web:
    """Add the files of two languages, and run the tests of texts once for both."""
    folder = tmp_path_factory.mktemp("client") / "web"
    build = building(folder)
    texts = folder / "src" / "texts"
    english = json.loads((texts / "en.json").read_text(encoding="utf-8"))
    flat = {key: made_up(text) for key, text in english.items()} | {"dare.lasting": english["dare.lasting"]}
    plural = [key.removesuffix("_other") for key in english if key.endswith("_other")]
    flat |= {f"{key}_{form}": made_up(english[f"{key}_other"]) for key in plural for form in FORMS}
    game = {text: made_up(text) for text in json.loads((texts / "de.game.json").read_text(encoding="utf-8"))}
    lacking = {key: text for key, text in flat.items() if key != "say.cards_few"}
    for code, own in ((CODE, flat), (LACKING, lacking)):
        for name, found in ((f"{code}.json", own), (f"{code}.game.json", game)):
            (texts / name).write_text(json.dumps(found, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    report = folder.with_name("report.json")
    with suppress(build.CannotBuild):  # because of Slovak
        build.run("vitest", "run", "src/texts", "--pool=threads", "--reporter=json", f"--outputFile={report}", quiet=True)
    tests = [test for file in json.loads(report.read_text("utf-8"))["testResults"] for test in file["assertionResults"]]
    split: dict[str, list[dict[str, Any]]] = {"failed": [], "passed": []}
    for test in tests:
        split[test["status"]].append(test)
    return Web(build, folder, **split)


def building(folder: Path) -> ModuleType:
    """Load web/build.py for a copy of the client's sources."""
    spec = importlib.util.spec_from_file_location("web_build", ROOT / "web" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    shutil.copytree(ROOT / "web", folder, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
    (folder / "node_modules").symlink_to(ROOT / "web" / "node_modules", target_is_directory=True)
    module.WEB = folder  # type: ignore[attr-defined]
    return module


def test_two_files_pass_the_tests_of_texts(web: Web) -> None:
    """A language with its two files passes every test of texts."""
    assert len(web.passed) > 10
    assert [test["title"] for test in web.failed if f"./{LACKING}.json" not in test["failureMessages"][0]] == []


def test_a_lost_text_is_found(web: Web) -> None:
    """The tests of texts fail for a language that lacks one of its plural forms."""
    (found,) = web.failed
    assert "plural forms" in found["title"]
    assert f"./{LACKING}.json" in found["failureMessages"][0]


def test_two_files_add_a_language(web: Web, tmp_path: Path) -> None:
    """With its two files, a language is built, works offline, and takes new texts."""
    # Only the texts are built: all other files take longer, and no language changes them.
    texts = ("--ssr", "src/texts/index.ts")
    web.build.run("vite", "build", *texts, "--logLevel", "warn", "--outDir", str(tmp_path / "static"), quiet=True)
    parts = {"-".join(path.name.split("-")[:2]) for path in (tmp_path / "static" / "assets").iterdir()}
    assert {f"{CODE}-{part}" for part in ("start", "home", "table", "playing", "rest")} <= parts
    worker = (tmp_path / "static" / "sw.js").read_text(encoding="utf-8")
    assert json.dumps(CODE) in worker
    added = ("home.new", "New", "Neu", "Nuevo", "Nowe", "Nové")
    web.build.node(web.folder / "scripts" / "text.mjs", *added, quiet=True)
    assert json.loads((web.folder / "src" / "texts" / f"{CODE}.json").read_text(encoding="utf-8"))["home.new"] == "Nowe"
