"""Chance that nobody can foresee: secrets, tokens, names. All that the server draws of it is drawn here.

A simulation of the server puts its own source in the place of ``source``, and can then be repeated from its seed.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable

source: Callable[[int], bytes] = secrets.token_bytes
"""So many random bytes, from the operating system."""


def in_hex(count: int) -> str:
    """So many random bytes in hexadecimal digits."""
    return source(count).hex()


def in_url(count: int) -> str:
    """So many random bytes as a text that can stand in an address."""
    return base64.urlsafe_b64encode(source(count)).rstrip(b"=").decode().replace("-", "_")  # "-w" is an option


def bits() -> int:
    """64 random bits, as a number."""
    return int.from_bytes(source(8))
