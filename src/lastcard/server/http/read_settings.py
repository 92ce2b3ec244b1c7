"""The settings of a server, from the command line, the environment, a file, and the defaults: the first that has one wins.

``python -m lastcard.server.http.read_settings`` prints the table of all settings for docs/hosting.md.
"""

from __future__ import annotations

import os
import re
import socket
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import fields
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

from ...typed_text import meant, quoted
from ..cluster.bus import BusError, check_address
from ..serve_settings import PREFIX, SETTINGS, Config, Setting
from .addresses import Networks
from .hosts import read_host
from .limits import Limits

CONFIG = f"{PREFIX}CONFIG"
DEFAULT = "default"
LARGEST_FILE = 1 << 20
LONGEST_SOCKET = 100  # systems differ; all take this many
SHORTEST_TOKEN = 20
# Names in the environment that are ours but set nothing on a server.
OTHERS = frozenset({CONFIG, f"{PREFIX}STATIC", f"{PREFIX}CLIENT", f"{PREFIX}SERVER"})
TRUE, FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
BY_NAME = {each.name: each for each in SETTINGS}
LIMITS = tuple(each.name for each in fields(Limits))


class CannotServe(Exception):
    """Says in one sentence why a server cannot start."""


class InForce(NamedTuple):
    """A value and where it comes from."""

    value: Any
    source: str


class Settings:
    """All settings in force, and everything that is wrong with them."""

    def __init__(self, flags: Mapping[str, Any], environment: Mapping[str, str], file: str | None = None) -> None:
        self.problems: list[str] = []
        self.in_force: dict[str, InForce] = {}
        self.limits = {name: InForce(getattr(Limits, name), DEFAULT) for name in LIMITS}
        written = self._read_file(file or environment.get(CONFIG, ""))
        self._check_names(environment, written)
        self._file = file or environment.get(CONFIG, "")
        for each in SETTINGS:
            self._find(each, flags, environment, written)
        self._check_together()

    def config(self) -> Config:
        """The configuration. CannotServe says what is wrong with it."""
        if self.problems:
            more = len(self.problems) - 1
            raise CannotServe(self.problems[0] + (f" (and {more} more: see lastcard serve --check)" if more else ""))
        values = {each.field: self.in_force[each.name].value for each in SETTINGS}
        values["limits"] = Limits(**{name: limit.value for name, limit in self.limits.items()})
        if host := values["host"]:
            values["allowed_hosts"] = (read_host(host), *values["allowed_hosts"])
        return Config(**values)

    def check_database(self) -> None:
        """See whether the database is one that can be used, without opening it."""
        from ..storage.database import StoreError, parse

        try:
            parse(self.in_force["database"].value)
        except StoreError as error:
            self.problems.append(str(error))

    def rows(self) -> list[tuple[str, str, str]]:
        """Name, value and source of everything in force, without secrets."""
        found = [
            (name, shown(BY_NAME[name], value), source) for name, (value, source) in self.in_force.items() if name != "limit"
        ]
        return found + [(f"limit {name}", str(limit.value), limit.source) for name, limit in self.limits.items()]

    # ---- finding ------------------------------------------------------------------------------------
    def _read_file(self, name: str) -> Mapping[str, Any]:
        if not name:
            return {}
        try:
            with Path(name).expanduser().open("rb") as file:
                return tomllib.loads(file.read(LARGEST_FILE).decode())
        except OSError as error:
            self.problems.append(f"cannot read {quoted(name)}: {error.strerror}")
        except (tomllib.TOMLDecodeError, UnicodeError) as error:
            self.problems.append(f"{name} is not a TOML file: {error}")
        return {}

    def _kept(self, each: Setting, name: str | None) -> str | None:
        """A secret from a file of its own, as containers and systemd hand them over."""
        if not name or not each.secret:
            return None
        try:
            return Path(name).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeError) as error:
            self.problems.append(f"{each.variable}_FILE: cannot read {quoted(name)}: {getattr(error, 'strerror', error)}")
            return None

    def _check_names(self, environment: Mapping[str, str], written: Mapping[str, Any]) -> None:
        known = [each.variable for each in SETTINGS] + [f"{each.variable}_FILE" for each in SETTINGS if each.secret]
        short = [name.removeprefix(PREFIX) for name in known]
        for name in environment:
            # Others may have variables that begin like ours, so only those that look mistyped are wrong.
            if name.startswith(PREFIX) and name not in known and name not in OTHERS:
                for near in get_close_matches(name.removeprefix(PREFIX), short, n=1, cutoff=0.7):
                    self.problems.append(f"there is no setting {name}; did you mean {PREFIX}{near}?")
        everything = f"; there are {', '.join(BY_NAME)}"
        for name in written:
            if name not in BY_NAME:
                self.problems.append(f"the file has no setting {quoted(name)}{meant(name, BY_NAME, everything)}")

    def _find(
        self, each: Setting, flags: Mapping[str, Any], environment: Mapping[str, str], written: Mapping[str, Any]
    ) -> None:
        """Find one setting, from the weakest source to the strongest: limits of several sources add up."""
        self.in_force[each.name] = InForce(self._default(each), DEFAULT)
        sources = (
            (written.get(each.name), self._file),
            (self._kept(each, environment.get(f"{each.variable}_FILE")), f"{each.variable}_FILE"),
            (_typed(each, environment.get(each.variable) or None), each.variable),
            (flags.get(each.name), each.flag),
        )
        for given, source in sources:
            if given is None:
                continue
            try:
                if each.name == "limit":
                    self.limits |= {name: InForce(number, source) for name, number in read_limits(given).items()}
                else:
                    self.in_force[each.name] = InForce(CHECKS.get(each.name, _same)(read(each, given)), source)
            except ValueError as error:
                self.problems.append(f"{source}{f': {each.name}' if source == self._file else ''}: {error}")

    def _default(self, each: Setting) -> Any:
        """What holds if a setting is not given."""
        if each.name == "database":
            return default_database()
        if each.name == "admin-socket":
            return default_socket(self.in_force["database"].value)
        return default_workers() if each.name == "workers" else each.default

    def _check_together(self) -> None:
        from ..live.ice import check_ice

        try:
            check_ice(self.in_force["ice-server"].value, self.in_force["turn-secret"].value)
        except ValueError as error:
            self.problems.append(str(error))
        bus, processes = self.in_force["bus"].value, self.in_force["processes"].value
        if (bus or processes > 1) and not self.in_force["database"].value.startswith("postgres"):
            self.problems.append("several processes need PostgreSQL: name it with --database postgresql://user@host/name")
        try:
            if bus:
                check_address(bus)
        except BusError as error:
            self.problems.append(str(error))


# ---- reading values ------------------------------------------------------------------------------------
@cache
def kind(each: Setting) -> type:
    """The type of a setting's value: str, int, float, bool, tuple, or Limits."""
    hint: Any = get_type_hints(Config)[each.field]
    return next(kind for kind in (bool, int, float, str, Limits, tuple) if hint in (kind, kind | None) or kind is tuple)


def read(each: Setting, given: Any) -> Any:
    """Read a value as it was given: text, or what a file has. ValueError says what is wrong."""
    wanted = kind(each)
    if wanted is tuple:
        texts = [given] if isinstance(given, str) else given
        if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
            raise ValueError("must be a list of texts")
        return tuple(texts)
    if wanted is bool:
        return _read_bool(given)
    if wanted is str:
        if not isinstance(given, str):
            raise ValueError("must be a text, in quotes")
        if each.choices and given not in each.choices:
            raise ValueError(f"must be one of {', '.join(each.choices)}{'' if each.secret else f', not {quoted(given)}'}")
        return given
    return _read_number(each, given, whole=wanted is int)


def _read_bool(given: Any) -> bool:
    if isinstance(given, bool):
        return given
    if not isinstance(given, str) or given.lower() not in TRUE + FALSE:
        raise ValueError(f"must be true or false, not {quoted(given)}")
    return given.lower() in TRUE


def _read_number(each: Setting, given: Any, *, whole: bool) -> float:
    number: float | None = None
    if isinstance(given, str):
        try:
            number = int(given) if whole else float(given)
        except ValueError:
            number = None
    elif isinstance(given, int if whole else (int, float)) and not isinstance(given, bool):
        number = given
    least, most = each.least or 0, each.most if each.most is not None else 1 << 31
    if number is None or not least <= number <= most:  # not a number (nan) is not within either
        up_to = f" to {each.most:g}" if each.most is not None else " on"
        raise ValueError(f"must be a {'whole ' if whole else ''}number from {least:g}{up_to}, not {quoted(given)}")
    return number


def read_limits(given: Any) -> dict[str, int]:
    """Read limits from a file's table, or from texts such as ``connections=500``. ValueError says what is wrong."""
    if isinstance(given, Mapping):
        pairs = list(given.items())
    else:
        pairs = [(name, number) for name, _, number in (text.partition("=") for text in given)]
    found = {}
    for name, number in pairs:
        if name not in LIMITS:
            raise ValueError(f"there is no limit {quoted(name)}{meant(name, LIMITS)}; there are {', '.join(LIMITS)}")
        whole = int(number) if isinstance(number, str) and number.isascii() and number.isdigit() else number
        if not isinstance(whole, int) or isinstance(whole, bool) or not 0 < whole < 1 << 31:
            raise ValueError(f"a limit is NAME=NUMBER, with a whole number above 0, not {quoted(number)}")
        found[name] = whole
    return found


def _typed(each: Setting, text: str | None) -> Any:
    """What a variable of the environment gives: several values are separated by commas."""
    if text is None or kind(each) not in (tuple, Limits):
        return text
    return [part.strip() for part in text.split(",") if part.strip()]


def _same(value: Any) -> Any:
    return value


def _host(given: str) -> str:
    if given:
        read_host(given)
    return given


def _token(given: str) -> str:
    if given and len(given) < SHORTEST_TOKEN:
        raise ValueError(f"must have at least {SHORTEST_TOKEN} characters, such as those of: openssl rand -hex 32")
    return given


def _socket(given: str) -> str:
    if given and not hasattr(socket, "AF_UNIX"):
        raise ValueError("this system has no such sockets")
    if len(os.fsencode(given)) > LONGEST_SOCKET:
        raise ValueError(f"must have at most {LONGEST_SOCKET} characters")
    return given


def _networks(given: tuple[str, ...]) -> tuple[str, ...]:
    Networks(given)
    return given


def _database(text: str) -> str:
    """A database URL, from a URL or a file name. What the URL itself may not be is said when it is opened."""
    return text if "://" in text else f"sqlite:///{Path(text).expanduser().absolute()}"


CHECKS: dict[str, Callable[[Any], Any]] = {
    "database": _database,
    "host": _host,
    "admin-socket": _socket,
    "admin-token": _token,
    "origin": lambda given: tuple(origin.rstrip("/") for origin in given),
    "trust-proxy": _networks,
    "metrics-from": _networks,
    "allowed-host": lambda given: tuple(map(read_host, given)),
}


def default_workers() -> int:
    """One for each core this process may use, minus the one it needs itself, but at least one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1)


def default_database() -> str:
    """A file in the user's data directory."""
    from platformdirs import user_data_path

    return f"sqlite:///{user_data_path('lastcard', appauthor=False) / 'tables.db'}"


def default_socket(database: str) -> str:
    """A socket next to a SQLite file, where there are such sockets and its name is not too long for one."""
    path = f"{database.removeprefix('sqlite:///')}.admin"
    is_possible = hasattr(socket, "AF_UNIX") and database.startswith("sqlite:///") and len(os.fsencode(path)) <= LONGEST_SOCKET
    return path if is_possible else ""


# ---- showing ---------------------------------------------------------------------------------------
def shown(each: Setting, value: Any) -> str:
    """A value for people's eyes, without secrets."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or value in ("", ()):
        return each.otherwise or "-"
    if each.secret:
        return "(hidden)"
    text = ", ".join(value) if isinstance(value, tuple) else f"{value:g}" if isinstance(value, float) else str(value)
    return re.sub(r"://.*@", "://***@", re.sub(r"([?&]\w*(?:password|secret|token)=)[^&]*", r"\1***", text))


def told_default(each: Setting) -> str:
    """What holds if a setting is not given, in words."""
    return each.otherwise or shown(each, each.default)


def told_about(each: Setting) -> str:
    """What a setting does, in words."""
    choices = f" One of {', '.join(each.choices)}." if each.choices else ""
    return each.about + choices + (" Repeatable." if kind(each) in (tuple, Limits) else "")


def table() -> str:
    """All settings as a table for the documentation."""
    lines = ["| flag | in the environment | default | what it does |", "| --- | --- | --- | --- |"]
    for each in SETTINGS:
        flag = f"`{each.flag}`" + (f", `--no-{each.name}`" if kind(each) is bool else "")
        lines.append(f"| {flag} | `{each.variable}` | {told_default(each)} | {told_about(each)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())  # noqa: T201
