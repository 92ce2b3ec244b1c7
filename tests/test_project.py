"""The project around the program: versions, packages, installation, releases, and files for other services."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from ruamel.yaml import YAML

from lastcard import __version__

ROOT = Path(__file__).resolve().parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
IS_PUBLISHED = False  # on PyPI; when this changes, so do docs/installing.md and src/lastcard/extras.py
WORKFLOWS = ROOT / ".github" / "workflows"
# Which of the schemas that come with check-jsonschema describes which files.
SCHEMAS = {
    "vendor.github-workflows": ".github/workflows/*.yml",
    "custom.github-workflows-require-timeout": ".github/workflows/*.yml",
    "vendor.github-issue-forms": ".github/ISSUE_TEMPLATE/*.yml",
    "vendor.dependabot": ".github/dependabot.yml",
    "vendor.citation-file-format": "CITATION.cff",
}


def tracked(*patterns: str) -> list[Path]:
    """Return the matching files under version control."""
    listed = subprocess.run(["git", "ls-files", "-z", "--", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def yaml(path: Path) -> Any:
    """Return the contents of a YAML file."""
    return YAML(typ="safe").load(path)


# ---- installing ------------------------------------------------------------------------------------
def test_nothing_promises_what_pypi_does_not_have() -> None:
    """While lastcard is not on PyPI, no page, sentence or comment says that pip can find it there by name."""
    promise = re.compile(r"pip3? install[^\n#`]*?(?<![\w./-])lastcard(?![\w./-])")
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in tracked("*.md", "src", "web/src", "scripts", "docs", "examples", "benchmarks", ".github")
        if path.suffix not in {".png", ".webp", ".svg", ".json", ".npy"}
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if promise.search(line.replace("in a clone of lastcard", ""))
    ]
    assert IS_PUBLISHED or not found


def test_every_package_is_pinned() -> None:
    """constraints.txt has a version for everything that pyproject.toml asks for, in alphabetical order."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = [Requirement(line).name for line in lines]
    project = PROJECT["project"]
    wanted = [*project["dependencies"], *(each for extra in project["optional-dependencies"].values() for each in extra)]
    names = {canonicalize_name(Requirement(each).name) for each in wanted} - {"lastcard"}
    assert names <= set(pinned)
    assert pinned == sorted(pinned)


# ---- versions --------------------------------------------------------------------------------------
def test_the_version_is_said_once() -> None:
    """The version is set in the package, read from there by pyproject.toml, and repeated in the citation."""
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "src/lastcard/__init__.py"
    assert yaml(ROOT / "CITATION.cff")["version"] == __version__
    assert "version" not in json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))


def test_the_changelog_knows_this_version() -> None:
    """CHANGELOG.md has a section for the current version, whatever has changed since."""
    assert f"\n## {__version__}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


# ---- releases --------------------------------------------------------------------------------------
@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Create a repository with what scripts/release checks, ready to be released as 1.2.3."""
    files = {
        "src/lastcard/__init__.py": '__version__ = "1.2.3"\n',
        "CHANGELOG.md": "# Changelog\n\n## 1.2.3\n\n- Better.\n\n## 1.2.2\n\n- Good.\n",
        "CITATION.cff": "version: 1.2.3\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "release", tmp_path / "scripts")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(clone: Path, *words: str) -> None:
    """Run git in the repository, as nobody in particular."""
    who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false", "-c", "tag.gpgsign=false"]
    subprocess.run(["git", *who, *words], cwd=clone, check=True, capture_output=True)


def commit(clone: Path) -> None:
    """Commit everything in the repository."""
    git(clone, "add", "--all")
    git(clone, "commit", "--quiet", "--message", "Change something")


def release(clone: Path, option: str = "--check") -> tuple[int, str]:
    """Return the exit code of scripts/release and what it prints."""
    done = subprocess.run([clone / "scripts" / "release", option], capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout + done.stderr


def test_a_release_that_is_ready(clone: Path) -> None:
    """A release may be made when one version is used everywhere, its changes are described, and everything is committed."""
    assert release(clone) == (0, "lastcard 1.2.3 is ready. What comes next is in docs/releasing.md.\n")


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("src/lastcard/__init__.py", '__version__ = "1.2.4"\n', "CHANGELOG.md says nothing about 1.2.4"),
        ("CHANGELOG.md", "## 1.2.3\n\n## 1.2.2\n\n- Good.\n", "CHANGELOG.md says nothing about 1.2.3"),
        ("CHANGELOG.md", "## Unreleased\n\n- More.\n\n## 1.2.3\n\n- Better.\n", "CHANGELOG.md still has unreleased changes"),
        ("CITATION.cff", "version: 1.2.2\n", "CITATION.cff is not about version 1.2.3"),
    ],
)
def test_a_release_that_is_not_ready(clone: Path, name: str, text: str, says: str) -> None:
    """A release that isn't ready is refused with what is missing, whether it is committed or not."""
    (clone / name).write_text(text, encoding="utf-8")
    assert release(clone) == (1, "scripts/release: there are changes that are not committed\n")
    commit(clone)
    code, told = release(clone)
    assert (code, told.startswith(f"scripts/release: {says}")) == (1, True)


def test_a_version_is_released_once(clone: Path) -> None:
    """A version that already has a tag can't be released again."""
    git(clone, "tag", "v1.2.3")
    code, told = release(clone)
    assert (code, "the tag v1.2.3 is taken" in told) == (1, True)


def test_only_the_tagged_commit_is_published(clone: Path) -> None:
    """The workflow goes on only if the tag names the version and this very commit."""
    assert release(clone, "--tagged") == (1, "scripts/release: this commit is not tagged v1.2.3\n")
    git(clone, "tag", "--annotate", "--message", "1.2.3", "v1.2.3")
    (clone / "more").touch()
    commit(clone)
    assert release(clone, "--tagged") == (1, "scripts/release: this commit is not tagged v1.2.3\n")


# ---- files for other services ----------------------------------------------------------------------
@pytest.mark.parametrize(("schema", "files"), SCHEMAS.items())
def test_files_are_valid(schema: str, files: str) -> None:
    """Workflows, forms, dependabot's settings and the citation match their schemas."""
    paths = sorted(ROOT.glob(files))
    assert paths
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_tests_run_on_every_python() -> None:
    """The workflow tests the oldest Python we support, every newer one up to 3.14, and macOS."""
    matrix = yaml(WORKFLOWS / "tests.yml")["jobs"]["test"]["strategy"]["matrix"]
    supported = SpecifierSet(PROJECT["project"]["requires-python"])
    assert matrix["python"] == [version for version in (f"3.{minor}" for minor in range(15)) if version in supported]
    assert any(each["os"].startswith("macos") for each in matrix["include"])


def test_workflows_run_scripts_that_are_there() -> None:
    """Every script that a workflow runs exists and is executable, and by default workflows may only read the repository."""
    for path in WORKFLOWS.glob("*.yml"):
        workflow = yaml(path)
        assert workflow["permissions"] == {"contents": "read"}
        steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
        scripts = re.findall(r"^scripts/\S+", "\n".join(step.get("run", "") for step in steps), re.MULTILINE)
        assert scripts
        assert all((ROOT / script).stat().st_mode & 0o111 for script in scripts)


def test_hooks_before_a_commit_fetch_nothing() -> None:
    """The pre-commit hooks are our own and run the tools in .venv."""
    config = ROOT / ".pre-commit-config.yaml"
    command = [sys.executable, "-m", "pre_commit", "validate-config", str(config)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    (repository,) = yaml(config)["repos"]
    assert repository["repo"] == "local"
    assert all(hook["entry"].startswith(".venv/bin/") for hook in repository["hooks"])


def test_the_container_installs_what_developing_takes() -> None:
    """The development container runs scripts/install and nothing else."""
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
    assert container["postCreateCommand"] == "scripts/install"


def test_migrations_are_one_line() -> None:
    """Every migration but the first follows the one before it, so that a database has one way to the newest schema."""
    folder = ROOT / "src" / "lastcard" / "server" / "storage" / "migrations" / "versions"
    found = [
        re.findall(r'^(?:down_)?revision.*= (?:"(\d+)"|None)$', path.read_text(), re.MULTILINE) for path in folder.glob("v*.py")
    ]
    assert sorted(found) == [[f"{number:04}", f"{number - 1:04}" if number > 1 else ""] for number in range(1, len(found) + 1)]
