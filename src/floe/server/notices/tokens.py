"""Links in messages that let their receiver do one thing to one address, without a cookie: confirm it, or end it."""

from __future__ import annotations

import hashlib
import hmac
from typing import Literal

Purpose = Literal["confirm", "stop"]


def token(secret: str, purpose: Purpose, address_id: str) -> str:
    return f"{address_id}.{_seal(secret, purpose, address_id)}"


def read(secret: str, purpose: Purpose, given: str) -> str | None:
    """The address that a token is for; none if it is not one of this server's."""
    address_id, _, seal = given.partition(".")
    return address_id if hmac.compare_digest(seal.encode(), _seal(secret, purpose, address_id).encode()) else None


def _seal(secret: str, purpose: Purpose, address_id: str) -> str:
    return hmac.new(secret.encode(), f"floe {purpose}/{address_id}".encode(), hashlib.sha256).hexdigest()[:40]
