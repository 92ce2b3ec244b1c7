"""The addresses of clients: which networks are trusted, who is behind a proxy, and what counts as one address."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Networks:
    """A set of addresses and networks. ValueError if an entry is not valid."""

    def __init__(self, given: Iterable[str]) -> None:
        self._networks: list[Network] = [ipaddress.ip_network(text, strict=False) for text in given]

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._networks)

    def __contains__(self, address: str) -> bool:
        """Whether an address is in one of them."""
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return False
        if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped:
            parsed = parsed.ipv4_mapped
        return any(parsed in network for network in self._networks)


class Proxies:
    """The proxies that are trusted to name the client's address."""

    def __init__(self, trusted: Iterable[str]) -> None:
        self._trusted = Networks(trusted)

    def trusts(self, peer: str) -> bool:
        """Whether a connection comes from one of them."""
        return peer in self._trusted

    def address(self, peer: str, forwarded: str) -> str:
        """The client's address: the last hop in X-Forwarded-For that is not itself a trusted proxy."""
        if self._trusted:
            for hop in reversed([part.strip() for part in forwarded.split(",") if part.strip()]):
                if peer not in self._trusted:
                    break
                peer = without_port(hop)
        return neighborhood(peer)


def without_port(hop: str) -> str:
    """Strip the port that some proxies add to X-Forwarded-For: 1.2.3.4:567, [2001:db8::1]:567."""
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    host, _, _ = hop.partition(":")
    return host if hop.count(":") == 1 else hop


def neighborhood(address: str) -> str:
    """The address as it is counted: for IPv6, the half of it that identifies a household."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
