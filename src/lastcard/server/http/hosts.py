"""The names under which a server may be addressed.

Another site can point its own name at this machine, and its pages then count as same-origin with the server (DNS rebinding).
Their requests still name that host, so the server answers only to names it knows.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable

from .addresses import Networks, without_port

LOOPBACK = ("127.0.0.0/8", "::1/128")
_LOOPBACK = Networks(LOOPBACK)


class Hosts:
    """The machine's own names and addresses plus any it was given, written as in the ``Host`` header."""

    def __init__(self, told: Iterable[str]) -> None:
        self._names = {"localhost", *_own_names(), *map(_plain, told)}

    def knows(self, host: str, own: str) -> bool:
        """Whether a host is ours. ``own`` is the address of this machine that the client connected to."""
        name = _plain(host)
        return name in self._names or name in _LOOPBACK or name == _plain(own)


def read_host(text: str) -> str:
    """Read a host from the command line and normalize it for comparison. ValueError if it isn't one."""
    try:
        name = "" if "/" in text else _plain(text.strip().encode("idna").decode())
    except UnicodeError:
        name = ""
    if not name or not (_is_address(name) or all(letter.isalnum() or letter in "-_." for letter in name)):
        raise ValueError(f"--allowed-host is a name or an address, as cards.example.org, not {text!r}")
    return name


def _own_names() -> Iterable[str]:
    name = _plain(socket.gethostname())
    short = name.partition(".")[0]
    return {name, short, f"{short}.local"} if short else ()


def _plain(host: str) -> str:
    """Normalize a host for comparison: no port, lowercase, and addresses in their shortest form."""
    name = without_port(host).lower().removesuffix(".")
    if not _is_address(name):
        return name
    address = ipaddress.ip_address(name)
    return str(getattr(address, "ipv4_mapped", None) or address)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
