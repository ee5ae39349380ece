"""Limits on how often something may be done."""

from __future__ import annotations

import ipaddress
from typing import Any

from floe.server import clock


def address_of(client: Any) -> str:
    """Whom a limit counts: the address, in IPv6 the network of 64 bits that one household or machine usually has."""
    if client is None:
        return ""
    try:
        address = ipaddress.ip_address(client[0])
    except ValueError:
        return str(client[0])
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return str(getattr(address, "ipv4_mapped", None) or address)


class Bucket:
    """So many at once, and so many a second in the long run."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._left = burst
        self._at = clock.counted()

    def take(self) -> float:
        """Take one. What is left then; below zero, and ever lower, if there was none to be taken."""
        self._refill()
        self._left -= 1
        return self._left

    def may_take(self) -> bool:
        """Take one if there is one. Whoever asks in vain is not kept waiting any longer for it."""
        self._refill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def lose(self, number: float) -> None:
        """So many are gone, but no more than there are: nobody has debts."""
        self._refill()
        self._left = max(0.0, self._left - number)

    def _refill(self) -> None:
        now = clock.counted()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
