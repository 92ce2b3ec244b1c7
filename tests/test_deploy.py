"""The files in deploy/: their steps and commands are carried out and their settings checked, without a container engine."""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import urllib.request
import venv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml  # type: ignore[import-untyped]

from lastcard.server.http.read_settings import Settings
from lastcard.server.serve_settings import SETTINGS
from serve_command import COMMAND, process

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
PLAIN_IMAGE = re.compile(r"[a-z]+:[\w.-]+")  # no registry's host before it
KNOWN = {each.variable for each in SETTINGS} | {f"{each.variable}_FILE" for each in SETTINGS if each.secret}


class Step(NamedTuple):
    """An instruction of a Containerfile."""

    word: str
    rest: str

    @property
    def command(self) -> list[str]:
        """The words of a command: of a JSON array, or those after the options."""
        found: list[str] = json.loads(self.rest[self.rest.index("[") :])
        return found


def steps() -> list[list[Step]]:
    """The instructions of every stage of the Containerfile."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Containerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    found = [Step(*line.split(maxsplit=1)) for line in lines if line.strip()]
    starts = [number for number, step in enumerate(found) if step.word == "FROM"]
    return [found[start:end] for start, end in zip(starts, [*starts[1:], len(found)], strict=True)]


def environment(stage: list[Step]) -> dict[str, str]:
    """What a stage sets in the environment."""
    return dict(word.split("=", 1) for step in stage if step.word == "ENV" for word in shlex.split(step.rest))


def only(stage: list[Step], word: str) -> Step:
    """The one instruction of this name."""
    (found,) = [step for step in stage if step.word == word]
    return found


def services() -> dict[str, Any]:
    """The services of the compose file."""
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    return found


def unit() -> Mapping[str, Any]:
    """The section Service of the systemd unit, with a list for names that come more than once."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string((DEPLOY / "lastcard.service").read_text(encoding="utf-8"))
    return parser["Service"]


def in_force(environment: Mapping[str, str], command: list[str]) -> Settings:
    """The settings of a command such as ``lastcard serve --config FILE``, where FILE is the one in deploy/."""
    assert command[0].rpartition("/")[2] == "lastcard"
    assert command[1] == "serve"
    flags = dict(zip(command[2::2], command[3::2], strict=True))
    file = flags.pop("--config", None)
    assert not flags
    assert {name for name in environment if name.startswith("LASTCARD_")} <= KNOWN
    found = Settings({}, environment, str(DEPLOY / Path(file).name) if file else None)
    found.check_database()
    assert found.problems == []
    return found


def test_the_image_is_small_and_careful() -> None:
    """The image is a slim one without the sources, its user is not root, and it has a volume and a health check."""
    build, final = steps()
    for stage in (build, final):
        assert PLAIN_IMAGE.fullmatch(stage[0].rest.partition(" ")[0])
        assert "-slim" in stage[0].rest
        for step in stage:
            if step.word == "RUN":
                assert subprocess.run(["sh", "-n", "-c", step.rest], check=False).returncode == 0
    extras = {extra for step in final for found in re.findall(r"\.whl\)\[([\w,]+)\]", step.rest) for extra in found.split(",")}
    assert extras
    assert extras <= set(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"])
    words = [step.word for step in final]
    assert only(final, "USER").rest not in ("0", "root")
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert not any(step.word == "COPY" and "--from" not in step.rest for step in final)
    settings = in_force(environment(final), [*only(final, "ENTRYPOINT").command, *only(final, "CMD").command])
    volume = only(final, "VOLUME").rest
    assert settings.config().database == f"sqlite:///{volume}/tables.db"
    assert str(settings.config().port) == only(final, "EXPOSE").rest
    assert settings.config().admin_socket.startswith("/tmp/"), "the root is read-only"


def test_the_health_check_knows_a_healthy_server(tmp_path: Path) -> None:
    """The command of the health check succeeds where a server answers, and fails where none does."""
    command = only(steps()[-1], "HEALTHCHECK").command
    assert command[0] == "python"
    with process(tmp_path) as (server, address):
        port = address.rpartition(":")[2]
        asked = [sys.executable, *(word.replace(":8000/", f":{port}/") for word in command[1:])]
        assert asked[1:] != command[1:]
        assert subprocess.run(asked, check=False).returncode == 0
        server.kill()
        server.wait()
        assert subprocess.run(asked, check=False, capture_output=True).returncode != 0


def test_the_services_fit_together() -> None:
    """The compose file starts the image with settings that hold, and everything it names is there."""
    found = services()
    assert set(found) == {"lastcard", "db", "bus", "caddy"}
    ours = found["lastcard"]
    assert (DEPLOY / ours["build"]["context"] / ours["build"]["dockerfile"]).resolve() == DEPLOY / "Containerfile"
    assert ours["read_only"]
    assert ours["cap_drop"] == ["ALL"]
    given = {name: str(value) for name, value in ours["environment"].items()}
    final = steps()[-1]
    command = [*only(final, "ENTRYPOINT").command, *only(final, "CMD").command]
    settings = in_force({**environment(final), **given}, command)
    assert re.search(r"@(\w+)/", settings.config().database)[1] in found  # type: ignore[index]
    whole = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    assert settings.config().trusted_proxies == (whole["networks"]["front"]["ipam"]["config"][0]["subnet"],)
    for name, service in found.items():
        assert "image" not in service or PLAIN_IMAGE.fullmatch(service["image"])
        assert set(service["networks"]) <= set(whole["networks"])
        assert set(service.get("depends_on", ())) <= set(found), name
    assert "ports" not in ours
    assert (DEPLOY / "Caddyfile").read_text(encoding="utf-8").count(f"lastcard {settings.config().port}") == 1


def test_the_unit_starts_what_it_has_checked() -> None:
    """The systemd unit checks and serves the same settings, keeps to its own folders, and runs as nobody in particular."""
    service = unit()
    command = shlex.split(service["ExecStart"])
    checked = shlex.split(service["ExecStartPre"])
    assert [word for word in checked if word != "--check"] == command
    config = in_force({}, command).config()
    assert config.database == f"sqlite:////var/lib/{service['StateDirectory']}/tables.db"
    assert config.admin_socket == f"/run/{service['RuntimeDirectory']}/admin"
    hardened = ("DynamicUser", "NoNewPrivileges", "PrivateTmp", "PrivateDevices", "ProtectHome", "RestrictNamespaces")
    assert [service[name] for name in hardened] == ["yes"] * len(hardened)
    assert (service["ProtectSystem"], service["CapabilityBoundingSet"]) == ("strict", "")


def test_the_unit_is_installed_as_it_says(tmp_path: Path) -> None:
    """The commands at the top of the unit put both files in their places, and there the unit's own check passes."""
    text = (DEPLOY / "lastcard.service").read_text(encoding="utf-8")
    commands = [line.removeprefix("#").strip() for line in text.splitlines() if line.startswith("#   ")]
    assert [command.split()[0] for command in commands] == ["python3", "install", "install", "systemctl"]
    (tmp_path / "etc" / "systemd" / "system").mkdir(parents=True)
    for command in commands[1:3]:
        subprocess.run(command.replace(" /etc/", f" {tmp_path}/etc/").split(), cwd=ROOT, check=True)
    assert (tmp_path / "etc/systemd/system/lastcard.service").read_text(encoding="utf-8") == text
    program, *words = shlex.split(unit()["ExecStartPre"].replace("/etc/", f"{tmp_path}/etc/"))
    assert program == f"{commands[0].split()[3]}/bin/lastcard"
    checked = subprocess.run([*COMMAND[:-1], *words], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


def test_the_hosting_page_shows_them() -> None:
    """The hosting page names every file in deploy/."""
    assert [path.name for path in DEPLOY.iterdir() if f"deploy/{path.name}" not in HOSTING and path.name != ".env"] == []


# ---- the steps of the Containerfile, in a folder in place of the image -----------------------------
class Image:
    """A folder that stands for a container's root, with a Python of its own that has our dependencies and nothing of ours."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root
        venv.create(root / "python", symlinks=True)  # pip is among the dependencies
        (site,) = (root / "python" / "lib").glob("python*/site-packages")
        (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
        useradd = root / "python" / "bin" / "useradd"
        useradd.write_text(f"#!/bin/sh\nmkdir -p {root}/data\n")
        useradd.chmod(0o755)
        path = f"{root / 'python' / 'bin'}{os.pathsep}{os.environ['PATH']}"
        # pip takes nothing from the network: what is needed is there, and it builds with what is there.
        offline = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "false", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        self.environment = {"PATH": path, "HOME": str(root), "LASTCARD_CLIENT": "later", **offline}

    def inside(self, text: str) -> str:
        """A text with the image's own folders as they are outside."""
        return re.sub(r"(?<![\w.}])/(source|wheels|data)\b", rf"{self.root}/\1", text)

    def carry_out(self, stage: list[Step]) -> None:
        """Carry out the steps of a stage."""
        for word, rest in stage:
            if word == "WORKDIR":
                self.folder = Path(self.inside(rest))
                self.folder.mkdir(exist_ok=True)
            elif word == "COPY":
                self._copy(rest)
            elif word == "ENV":
                self.environment |= {name: self.inside(value) for name, value in environment([Step(word, rest)]).items()}
            elif word == "RUN":
                done = subprocess.run(
                    self.inside(rest),
                    shell=True,
                    cwd=self.folder,
                    env=self.environment,
                    capture_output=True,
                    text=True,
                    check=False,
                )
                assert done.returncode == 0, f"{rest}\n{done.stdout}{done.stderr}"

    def _copy(self, rest: str) -> None:
        *sources, to = [word for word in rest.split() if not word.startswith("--")]
        if sources == ["."]:
            for path in _tracked():
                target = self.folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / path, target)
            return
        for source in map(self.inside, sources):
            if Path(source).is_file():
                shutil.copy(source, self.inside(to))


def _tracked() -> Iterator[str]:
    """The files of the project, without what .dockerignore names."""
    told = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    yield from (path for path in told.stdout.splitlines() if (ROOT / path).is_file())


@pytest.mark.long
def test_the_steps_make_a_server(tmp_path: Path) -> None:
    """The steps of the Containerfile, one after another, give a program that serves and passes the health check."""
    image = Image(tmp_path)
    for stage in steps():
        image.carry_out(stage)
    final = steps()[-1]
    assert not (tmp_path / "wheels").exists()
    program = shutil.which(only(final, "ENTRYPOINT").command[0], path=image.environment["PATH"])
    assert program == str(tmp_path / "python" / "bin" / "lastcard")
    command = [program, *only(final, "CMD").command, "--port", "0", "--host", "127.0.0.1", "--admin-socket", ""]
    with subprocess.Popen(command, cwd=image.folder, env=image.environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:(\d+)", server.stdout.readline())
            assert found is not None
            check = [word.replace(":8000/", f":{found[1]}/") for word in only(final, "HEALTHCHECK").command]
            assert subprocess.run(check, env=image.environment, check=False).returncode == 0
            with urllib.request.urlopen(f"{found[0]}/api/editions") as response:
                assert len(json.load(response)["editions"]) >= 6
        finally:
            server.terminate()
    assert (tmp_path / "data" / "tables.db").is_file()
