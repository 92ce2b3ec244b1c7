"""A language is data: two files with texts, and no change to any code or test."""

from __future__ import annotations

import importlib.util
import json
import shutil
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
CODE, FORMS = "pl", ("one", "few", "many", "other")  # Polish has more plural forms than any language we have


def made_up(text: str) -> str:
    """Return a text that stands in for a translation."""
    return f"{text} ~"


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Load web/build.py for a copy of the client's sources with two more files in it."""
    spec = importlib.util.spec_from_file_location("web_build", ROOT / "web" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    folder = tmp_path / "web"
    shutil.copytree(ROOT / "web", folder, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
    (folder / "node_modules").symlink_to(ROOT / "web" / "node_modules", target_is_directory=True)
    monkeypatch.setattr(module, "WEB", folder)
    texts = folder / "src" / "texts"
    english = json.loads((texts / "en.json").read_text(encoding="utf-8"))
    flat = {key: made_up(text) for key, text in english.items()} | {"dare.lasting": english["dare.lasting"]}
    plural = [key.removesuffix("_other") for key in english if key.endswith("_other")]
    flat |= {f"{key}_{form}": made_up(english[f"{key}_other"]) for key in plural for form in FORMS}
    game = {text: made_up(text) for text in json.loads((texts / "de.game.json").read_text(encoding="utf-8"))}
    for name, found in ((f"{CODE}.json", flat), (f"{CODE}.game.json", game)):
        (texts / name).write_text(json.dumps(found, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return module


def test_two_files_add_a_language(web: ModuleType, tmp_path: Path) -> None:
    """With its two files, a language passes the tests of texts, is built, works offline, and takes new texts."""
    web.run("vitest", "run", "src/texts", quiet=True)
    # Only the texts are built: all other files take longer, and no language changes them.
    texts = ("--ssr", "src/texts/index.ts")
    web.run("vite", "build", *texts, "--logLevel", "warn", "--outDir", str(tmp_path / "static"), quiet=True)
    parts = {"-".join(path.name.split("-")[:2]) for path in (tmp_path / "static" / "assets").iterdir()}
    assert {f"{CODE}-{part}" for part in ("start", "home", "table", "playing", "rest")} <= parts
    worker = (tmp_path / "static" / "sw.js").read_text(encoding="utf-8")
    assert json.dumps(CODE) in worker
    web.node(web.WEB / "scripts" / "text.mjs", "home.new", "New", "Neu", "Nuevo", "Nowe", quiet=True)
    assert json.loads((web.WEB / "src" / "texts" / f"{CODE}.json").read_text(encoding="utf-8"))["home.new"] == "Nowe"


def test_a_lost_text_is_found(web: ModuleType) -> None:
    """The tests of texts fail for a language that lacks one of its plural forms."""
    path = web.WEB / "src" / "texts" / f"{CODE}.json"
    texts = json.loads(path.read_text(encoding="utf-8"))
    del texts["say.cards_few"]
    path.write_text(json.dumps(texts), encoding="utf-8")
    with pytest.raises(web.CannotBuild):
        web.run("vitest", "run", "src/texts/texts.test.ts", quiet=True)
