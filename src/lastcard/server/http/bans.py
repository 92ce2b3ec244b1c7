"""Who may not use this server, and what it announces, as its people have ordered. Every process knows all orders by heart."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from ..storage.orders import Order
from ..wire.commands import Refused
from .addresses import Network

ADDRESS, PLAYER, ANNOUNCEMENT = "address", "player", "announcement"


class Bans:
    """Bans by address or network, and by a player's key. With none, asking costs next to nothing."""

    def __init__(self) -> None:
        self._networks: list[Network] = []
        self._players: frozenset[str] = frozenset()

    def learn(self, orders: Iterable[Order]) -> None:
        """Know these orders from now on, and no others."""
        given = list(orders)
        self._networks = [ipaddress.ip_network(each.about) for each in given if each.kind == ADDRESS]
        self._players = frozenset(each.about for each in given if each.kind == PLAYER)

    def has_address(self, address: str) -> bool:
        """Whether an address, as limits count it, is banned."""
        if not self._networks or not address:
            return False
        try:
            asked = ipaddress.ip_network(address, strict=False)
        except ValueError:
            return False
        return any(asked.version == network.version and asked.overlaps(network) for network in self._networks)

    def has_player(self, token_hash: str) -> bool:
        """Whether the holder of a token is banned."""
        return token_hash in self._players

    def check_address(self, address: str) -> None:
        """Refuse a banned address."""
        if self.has_address(address):
            raise Refused("banned", "You can't use this server: the people who run it have banned your address.")

    def check_player(self, token_hash: str) -> None:
        """Refuse a banned player."""
        if self.has_player(token_hash):
            raise Refused("banned", "You can't use this server: the people who run it have banned you.")


def read_network(text: str) -> str:
    """An address or a network in the one form in which it is kept. ValueError if it is neither."""
    network = ipaddress.ip_network(text.strip(), strict=False)
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen == 128 and network[0].ipv4_mapped:
        return str(ipaddress.ip_network(network[0].ipv4_mapped))
    return str(network)
