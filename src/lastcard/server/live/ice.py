"""Servers that help browsers to call each other: STUN tells a browser its own address, and TURN relays what two of them send.

A relay is opened with a name and a password that are valid for some hours. The password is an HMAC of the name, by a secret
that the relay knows too (the REST scheme of TURN servers such as coturn).
"""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Sequence

from ..wire.messages import IceServer

STUN, TURN = ("stun:", "stuns:"), ("turn:", "turns:")
VALID_FOR = 6 * 3600  # seconds


def check_ice(servers: Sequence[str], secret: str) -> None:
    """Check the servers given to --ice-server. A ValueError says what is wrong."""
    if any(not server.startswith((*STUN, *TURN)) for server in servers):
        raise ValueError("an ICE server is stun:HOST, stun:HOST:PORT, turn:HOST or turn:HOST:PORT")
    if has_relay(servers) and not secret:
        raise ValueError("a TURN server needs --turn-secret, the secret that it shares with this server")
    if secret and not has_relay(servers):
        raise ValueError("--turn-secret is for a TURN server: name it with --ice-server turn:HOST")


def has_relay(servers: Sequence[str]) -> bool:
    """Whether one of these servers relays."""
    return any(server.startswith(TURN) for server in servers)


def ice_servers(servers: Sequence[str], secret: str, now: float) -> list[IceServer]:
    """The servers as a browser takes them, with what opens the relays from ``now`` on."""
    stun = [server for server in servers if server.startswith(STUN)]
    turn = [server for server in servers if server.startswith(TURN)]
    found = [IceServer(urls=stun)] if stun else []
    if turn:
        name = f"{round(now) + VALID_FOR}:{secrets.token_hex(4)}"
        mac = hmac.digest(secret.encode(), name.encode(), "sha1")
        found.append(IceServer(urls=turn, username=name, credential=base64.b64encode(mac).decode()))
    return found
