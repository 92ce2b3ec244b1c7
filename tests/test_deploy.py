"""The files in deploy/: their steps and commands are carried out and their settings served, without a container engine."""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
import venv
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple, cast
from urllib.parse import urlsplit

import psycopg
import pytest
import yaml  # type: ignore[import-untyped]
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from websockets.asyncio.client import connect

from killable_servers import Acknowledged, Pair, check_log
from lastcard.server.cluster.nats_server import NatsServer
from lastcard.server.http.read_settings import Settings
from lastcard.server.http.serve import Web
from lastcard.server.serve_settings import SETTINGS
from live_server import Live
from postgres import Postgres
from serve_command import COMMAND, process

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
PLAIN_IMAGE = re.compile(r"[a-z]+:[\w.-]+")  # no registry's host before it
SITE, PASSWORD = "cards.example.org", "something-long"  # in .env
# pip takes nothing from the network: what is needed is there, and it builds with what is there.
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "false", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
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


def extras(stage: list[Step]) -> set[str]:
    """The extras that a stage installs with the wheel."""
    return {extra for step in stage for found in re.findall(r"\.whl\)\[([\w,]+)\]", step.rest) for extra in found.split(",")}


def run(command: str | list[str], **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a command, or a line of the shell, and keep what it says."""
    return subprocess.run(command, shell=isinstance(command, str), capture_output=True, text=True, check=False, **more)


def is_healthy(port: str, python: str = sys.executable) -> bool:
    """Whether the image's health check succeeds for the server at this port."""
    command = only(steps()[-1], "HEALTHCHECK").command
    assert command[0] == "python"
    asked = [python, *(word.replace(":8000/", f":{port}/") for word in command[1:])]
    assert asked[1:] != command[1:]
    return run(asked).returncode == 0


def services() -> dict[str, Any]:
    """The services of the compose file."""
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    return found


def unit(section: str = "Service") -> Mapping[str, Any]:
    """A section of the systemd unit."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string((DEPLOY / "lastcard.service").read_text(encoding="utf-8"))
    return parser[section]


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


def needs(wanted: Iterable[str]) -> set[str]:
    """The packages that these requirements need here, with those that they need, without lastcard."""
    todo, seen = [Requirement(each) for each in wanted], set[str]()
    while todo:
        each = todo.pop()
        if str(each) in seen:
            continue
        seen.add(str(each))
        found = map(Requirement, metadata.requires(each.name) or ())
        todo += [more for more in found if is_wanted(more, each.extras)]
    return {name for each in seen if (name := canonicalize_name(Requirement(each).name)) != "lastcard"}


def is_wanted(requirement: Requirement, chosen: set[str]) -> bool:
    """Whether a requirement of a package holds here, with these of its extras."""
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *chosen))


def make_available(python: Path, *wanted: str) -> None:
    """Put these packages, and what they need, into the Python of a venv, without copying or fetching anything."""
    (site,) = (python / "lib").glob("python*/site-packages")
    for name in needs(wanted):
        package = metadata.distribution(name)
        for part in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            (site / part).symlink_to(Path(str(package.locate_file(part))))


def test_the_image_is_small_and_careful() -> None:
    """The image is a slim one without the sources, its user is not root, and it has a volume and a health check."""
    build, final = steps()
    for stage in (build, final):
        assert PLAIN_IMAGE.fullmatch(stage[0].rest.partition(" ")[0])
        assert "-slim" in stage[0].rest
        for step in stage:
            if step.word == "RUN":
                assert subprocess.run(["sh", "-n", "-c", step.rest], check=False).returncode == 0
    assert extras(final)
    assert extras(final) <= set(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"])
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
    with process(tmp_path) as (server, address):
        port = address.rpartition(":")[2]
        assert is_healthy(port)
        server.kill()
        server.wait()
        assert not is_healthy(port)


def test_the_services_fit_together() -> None:
    """The compose file starts the image with settings that hold, and everything it names is there."""
    found = services()
    assert set(found) == {"lastcard", "db", "bus", "caddy"}
    ours = found["lastcard"]
    assert (DEPLOY / ours["build"]["context"] / ours["build"]["dockerfile"]).resolve() == DEPLOY / "Containerfile"
    assert ours["read_only"]
    assert ours["cap_drop"] == ["ALL"]
    settings = in_force(*compose_settings())
    whole = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    assert settings.config().trusted_proxies == (whole["networks"]["front"]["ipam"]["config"][0]["subnet"],)
    for name, service in found.items():
        assert "image" not in service or PLAIN_IMAGE.fullmatch(service["image"])
        assert set(service["networks"]) <= set(whole["networks"])
        assert set(service.get("depends_on", ())) <= set(found), name


def compose_settings() -> tuple[dict[str, str], list[str]]:
    """The environment and the command of the service lastcard: the image's, and what the compose file puts on top."""
    ours, final = services()["lastcard"], steps()[-1]
    given = {name: str(value) for name, value in ours["environment"].items()}
    command = ours.get("command", only(final, "CMD").command)
    return {**environment(final), **given}, [*only(final, "ENTRYPOINT").command, *command]


def share_a_network(*names: str) -> bool:
    """Whether these services can reach each other."""
    return bool(set.intersection(*(set(services()[name]["networks"]) for name in names)))


def test_the_server_accepts_the_settings_of_its_service() -> None:
    """``lastcard serve --check`` finds nothing wrong with the environment that the compose file gives, and uses all of it."""
    given, (_program, *words) = compose_settings()
    checked = run([*COMMAND[:-1], *words, "--check"], env={"PATH": os.environ["PATH"], **given})
    assert checked.returncode == 0, checked.stdout + checked.stderr
    used = {line.split()[-1] for line in checked.stdout.splitlines() if line}
    assert {name for name in given if name.startswith("LASTCARD_")} <= used


class BehindCaddy(Live):
    """A server as players reach it through the proxy, which passes on the name of the site and their address."""

    def __init__(self, port: str) -> None:
        super().__init__(cast("Web", None), int(port))
        self.host, self.port = SITE, port
        self.http.headers.update({"Host": SITE, **self.forwarded})

    forwarded: Mapping[str, str] = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": SITE}

    def socket(self, table: str, **more: Any) -> connect:
        """Open a WebSocket from a page of the site."""
        place = {"host": "127.0.0.1", "port": int(self.port), "origin": f"https://{SITE}"}
        return super().socket(table, additional_headers=self.forwarded, **place, **more)


@contextmanager
def other_services() -> Iterator[dict[str, str]]:
    """Run db and bus on this machine, and give what takes the place of addresses and the password."""
    postgres, nats = Postgres(durable=False), NatsServer()
    try:
        postgres.start()
        postgres.client("createdb", "lastcard")
        with psycopg.connect(host=str(postgres.folder), user="lastcard", autocommit=True) as connection:
            connection.execute(f"ALTER USER lastcard PASSWORD '{PASSWORD}'".encode())
            (postgres.folder / "data" / "pg_hba.conf").write_text("local all all scram-sha-256\n")
            connection.execute("SELECT pg_reload_conf()")
        nats.start()
        yield {
            "@db/lastcard": f"@/lastcard?host={postgres.folder}",
            "nats://bus:4222": nats.address,
            services()["lastcard"]["environment"]["LASTCARD_TRUST_PROXY"]: "127.0.0.1",
            services()["lastcard"]["environment"]["PGPASSWORD"]: PASSWORD,
        }
    finally:
        nats.remove()
        postgres.remove()


def on_this_machine(given: Mapping[str, str], places: Mapping[str, str]) -> dict[str, str]:
    """An environment of the compose file with other addresses, and the password in place of its name."""
    found = {**given, "LASTCARD_HOST": "127.0.0.1", "LASTCARD_PORT": "0"}
    for old, new in places.items():
        (name,) = [name for name, value in found.items() if old in value]
        found[name] = found[name].replace(old, new)
    return found


@contextmanager
def composed(places: Mapping[str, str], *program: str) -> Iterator[BehindCaddy]:
    """Run the service lastcard with the environment and the command of the compose file."""
    given, (_program, *words) = compose_settings()
    with tempfile.TemporaryDirectory(prefix="lc") as own:
        environment = on_this_machine(given, {"/tmp/": f"{own}/", **places})
        command = [*(program or COMMAND[:-1]), *words]
        environment |= {"PATH": os.environ["PATH"], "HOME": own}
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://127\.0\.0\.1:(\d+)", server.stdout.readline())
                assert found is not None
                yield BehindCaddy(found[1])
            finally:
                server.terminate()
        assert server.wait() == 0


async def play_through(places: Mapping[str, str], *program: str) -> None:
    """Have two players play a few moves, each through another container, and find the moves in the database."""
    acknowledged = Acknowledged()
    with composed(places, *program) as first, composed(places, *program) as second:
        assert is_healthy(first.port)
        assert is_healthy(second.port)
        pair = await Pair.dealt(first, acknowledged)
        await pair.play(first, second, moves=6)
        await first.http.aclose()
        await second.http.aclose()
    given, command = compose_settings()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PGPASSWORD", PASSWORD)
        await check_log(in_force(on_this_machine(given, places), command).config().database, acknowledged)
    assert len(acknowledged) == 6


@pytest.mark.anyio
async def test_the_services_serve() -> None:
    """Two containers with what the compose file says pass the health check, and players of one table play through both."""
    with other_services() as places:
        await play_through(places)


def test_the_server_reaches_its_database() -> None:
    """The database's address names a service in the same network, with the user, password and name that this one has."""
    given, command = compose_settings()
    address = urlsplit(in_force(given, command).config().database)
    assert share_a_network("lastcard", str(address.hostname))
    theirs = services()[str(address.hostname)]
    user = theirs["environment"]["POSTGRES_USER"]
    assert (address.username, address.path) == (user, f"/{theirs['environment'].get('POSTGRES_DB', user)}")
    assert given["PGPASSWORD"] == theirs["environment"]["POSTGRES_PASSWORD"]
    assert theirs["healthcheck"]["test"][-2:] == ["--username", user]
    assert theirs["image"].startswith("postgres:")
    assert (address.port or 5432, theirs.get("command")) == (5432, None)


def test_the_server_reaches_its_bus() -> None:
    """The bus's address names a NATS server in the same network, at the port where it listens."""
    given, command = compose_settings()
    address = urlsplit(in_force(given, command).config().bus)
    assert share_a_network("lastcard", str(address.hostname))
    theirs = services()[str(address.hostname)]
    assert theirs["image"].startswith("nats:")
    assert (address.port, theirs.get("command")) == (4222, None)


def test_the_proxy_reaches_the_server() -> None:
    """The Caddyfile passes requests to the service and the port where the server listens, for the site that .env names."""
    given, command = compose_settings()
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    (upstream,) = re.findall(r"^\s*dynamic a (\S+) (\d+)$", text, flags=re.MULTILINE)
    assert upstream == ("lastcard", str(in_force(given, command).config().port))
    assert share_a_network("caddy", upstream[0])
    assert set(re.findall(r"\{\$(\w+)\}", text)) == set(services()["caddy"]["environment"])
    assert "./Caddyfile:/etc/caddy/Caddyfile:ro" in services()["caddy"]["volumes"]


def test_only_the_proxy_is_reached_from_outside() -> None:
    """No service but Caddy publishes a port, and the database and the bus have no way out."""
    whole = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    assert [name for name, service in services().items() if service.get("ports")] == ["caddy"]
    for name in ("db", "bus"):
        assert all(whole["networks"][network]["internal"] for network in services()[name]["networks"])


def test_the_services_keep_their_data() -> None:
    """Every volume is declared and used, every file that is mounted is there, and a read-only server can write to /tmp."""
    whole = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    mounts = [mount.split(":")[0] for service in services().values() for mount in service.get("volumes", ())]
    assert {mount for mount in mounts if not mount.startswith(".")} == set(whole["volumes"])
    assert all((DEPLOY / mount).is_file() for mount in mounts if mount.startswith("."))
    assert "/tmp" in services()["lastcard"]["tmpfs"]


def test_what_has_to_be_written_into_a_file_is_said() -> None:
    """The first lines of the compose file name exactly the variables that it asks for."""
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"^#   (\w+)=", text, flags=re.MULTILINE)) == set(re.findall(r"\$\{(\w+)", text))


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


class Machine:
    """A folder in place of the root of a machine that runs the unit."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def on(self, text: str) -> str:
        """A text with the machine's own folders as they are here."""
        return re.sub(r"(?<![\w.])/(opt/|etc/|var/lib/|run/)", rf"{self.root}/\1", text)

    def run(self, command: str) -> None:
        """Run a command of an administrator in a clone that has a wheel."""
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        environment = {"PATH": path, "HOME": str(self.root), "LASTCARD_CLIENT": "later", **OFFLINE}
        done = run(self.on(command), cwd=self.root, env=environment)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"

    def started(self, word: str) -> list[str]:
        """The command of the unit after this word, and its settings, here."""
        return shlex.split(self.on(unit()[word]))


@pytest.fixture(scope="module")
def machine() -> Iterator[Machine]:
    """A machine where all commands at the top of the unit were run."""
    text = (DEPLOY / "lastcard.service").read_text(encoding="utf-8")
    commands = [line.removeprefix("#   ").rstrip() for line in text.splitlines() if line.startswith("#   ")]
    assert [command.split()[0] for command in commands] == ["python3", "install", "install", "systemctl"]
    make_venv, install = commands[0].split(" && ")
    with tempfile.TemporaryDirectory(prefix="lc") as folder:  # the path of a socket must be short
        machine = Machine(Path(folder))
        for place in ("etc/systemd/system", f"var/lib/{unit()['StateDirectory']}", f"run/{unit()['RuntimeDirectory']}"):
            (machine.root / place).mkdir(parents=True)
        (machine.root / "deploy").symlink_to(DEPLOY)
        machine.run(f"python3 -m pip wheel --quiet --no-deps --wheel-dir dist {ROOT}")
        machine.run(make_venv)
        make_available(machine.root / "opt" / "lastcard", "lastcard")
        for command in (install, *commands[1:3]):
            machine.run(command)
        if shutil.which("systemctl"):
            machine.run(commands[3].replace("systemctl enable --now", f"systemctl --root={folder} enable"))
        yield machine


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="systemd is for Linux")


@on_linux
def test_the_unit_is_installed_as_it_says(machine: Machine) -> None:
    """The commands at the top of the unit put program and files in their places, and there the unit's own check passes."""
    installed = machine.root / "etc/systemd/system/lastcard.service"
    assert installed.read_text(encoding="utf-8") == (DEPLOY / "lastcard.service").read_text(encoding="utf-8")
    wanted = installed.parent / f"{unit('Install')['WantedBy']}.wants" / installed.name
    assert wanted.is_symlink() == bool(shutil.which("systemctl"))
    checked = run(machine.started("ExecStartPre"), env={})
    assert checked.returncode == 0, checked.stderr


@on_linux
def test_the_unit_serves(machine: Machine) -> None:
    """The installed program serves with the installed settings, in its own folders, and ends when it is told to."""
    settings = machine.root / "etc" / "lastcard" / "lastcard.toml"
    text = settings.read_text(encoding="utf-8").replace("port = 8000", "port = 0")
    settings.write_text(machine.on(text), encoding="utf-8")
    with subprocess.Popen(machine.started("ExecStart"), env={}, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:(\d+)", server.stdout.readline())
            assert found is not None
            assert is_healthy(found[1])
            assert (machine.root / "var" / "lib" / unit()["StateDirectory"] / "tables.db").is_file()
            assert (machine.root / "run" / unit()["RuntimeDirectory"] / "admin").is_socket()
        finally:
            server.terminate()
        assert server.wait(int(unit()["TimeoutStopSec"])) == 0


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze comes with systemd")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    """The unit has no setting that systemd does not know, and nothing else that it remarks on."""
    text = (DEPLOY / "lastcard.service").read_text(encoding="utf-8")
    copy = tmp_path / "lastcard.service"
    copy.write_text(text.replace("/opt/lastcard/bin/lastcard", "/bin/sh"), encoding="utf-8")
    command = ["systemd-analyze", "verify", "--recursive-errors=no", str(copy)]  # other units of this machine may have faults
    said = run(command)
    assert said.returncode == 0, said.stderr
    assert copy.name not in said.stderr


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not on every machine")
def test_caddy_understands_its_file(tmp_path: Path) -> None:
    """Caddy takes the Caddyfile for the site that .env names, and warns of nothing in it, not even of its format."""
    command = ["caddy", "validate", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    said = run(command, env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "SITE": SITE})
    assert said.returncode == 0, said.stderr
    assert '"level":"warn"' not in said.stderr


def test_the_hosting_page_shows_them() -> None:
    """The hosting page names every file in deploy/."""
    assert [path.name for path in DEPLOY.iterdir() if f"deploy/{path.name}" not in HOSTING and path.name != ".env"] == []


# ---- the steps of the Containerfile, in a folder in place of the image -----------------------------
class Image:
    """A folder that stands for a container's root, with a Python of its own that has pip and what the stage will install."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root
        self.python = str(root / "python" / "bin" / "python")
        path = f"{root / 'python' / 'bin'}{os.pathsep}{os.environ['PATH']}"
        self.environment = {"PATH": path, "HOME": str(root), "LASTCARD_CLIENT": "later", **OFFLINE}

    def start(self, *available: str) -> None:
        """Begin a stage with a fresh Python. pip could fetch these packages and what they need."""
        venv.create(self.root / "python", symlinks=True, clear=True)
        make_available(self.root / "python", "pip", *available)
        useradd = self.root / "python" / "bin" / "useradd"
        useradd.write_text(f"#!/bin/sh\nmkdir -p {self.root}/data\n")
        useradd.chmod(0o755)

    @property
    def program(self) -> str:
        """The path of the program in the image."""
        return str(self.root / "python" / "bin" / "lastcard")

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
                done = run(self.inside(rest), cwd=self.folder, env=self.environment)
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


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """The steps of the Containerfile, carried out one after another."""
    image, (build, final) = Image(tmp_path_factory.mktemp("image")), steps()
    image.start(*tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"])
    image.carry_out(build)
    image.start(f"lastcard[{','.join(extras(final))}]")
    image.carry_out(final)
    assert not (image.root / "wheels").exists()
    return image


@pytest.mark.long
def test_the_steps_make_a_server(image: Image) -> None:
    """The steps of the Containerfile give a program that serves and passes the health check."""
    final = steps()[-1]
    program = shutil.which(only(final, "ENTRYPOINT").command[0], path=image.environment["PATH"])
    assert program == image.program
    command = [program, *only(final, "CMD").command, "--port", "0", "--host", "127.0.0.1", "--admin-socket", ""]
    with subprocess.Popen(command, cwd=image.folder, env=image.environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:(\d+)", server.stdout.readline())
            assert found is not None
            assert is_healthy(found[1], image.python)
            with urllib.request.urlopen(f"{found[0]}/api/editions") as response:
                assert len(json.load(response)["editions"]) >= 6
        finally:
            server.terminate()
    assert (image.root / "data" / "tables.db").is_file()


@pytest.mark.long
@pytest.mark.anyio
async def test_the_image_has_what_the_compose_file_needs(image: Image) -> None:
    """The image's program, with nothing but what its steps install, serves what the compose file says."""
    with other_services() as places:
        await play_through(places, image.program)
