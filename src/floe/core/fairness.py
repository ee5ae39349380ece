"""Fair dealing: nobody, not the server either, can have chosen the deal. ``docs/fairness.md`` tells how and why.

When a table is set up the server draws a secret and publishes a commitment to it. Then each player adds entropy. The
game's seed follows from the secret and all entropy together, so the server could not choose it, for it was bound to
its secret first, and no player could, for none of them knew the secret. After the game the secret is revealed, and
anyone can check both steps.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from floe.core.errors import BadRecord

_HEX = re.compile(r"[0-9a-f]{0,64}")


def new_secret() -> str:
    """A server's secret: 256 random bits in hexadecimal digits."""
    return secrets.token_hex(32)


def commitment_to(secret: str, table: str) -> str:
    """What is published before the game: SHA-256("floe commitment/<table>/<secret>")."""
    return hashlib.sha256(f"floe commitment/{table}/{secret}".encode()).hexdigest()


def seed_from(secret: str, table: str, entropy: Sequence[str]) -> str:
    """The game's seed: HMAC-SHA-256 with the secret as key, over the table and each seat's entropy in order."""
    message = "/".join(("floe deal", table, *entropy))
    return hmac.new(secret.encode(), message.encode(), hashlib.sha256).hexdigest()


@dataclass(frozen=True)
class SealedDeal:
    """How a game's seed came about. ``secret`` is none as long as the game runs."""

    table: str
    commitment: str
    entropy: tuple[str, ...]
    secret: str | None

    def check(self, seed: object) -> None:
        """Whether secret, commitment, entropy and seed fit together; raises ``BadRecord`` if not."""
        if any(_HEX.fullmatch(one) is None for one in self.entropy):
            raise BadRecord("deal.entropy", "each seat's entropy is at most 64 hexadecimal digits")
        if self.secret is None:
            raise BadRecord("deal.secret", "is not revealed, so the deal cannot be checked")
        if commitment_to(self.secret, self.table) != self.commitment:
            raise BadRecord("deal.commitment", "is not a commitment to this secret")
        if seed_from(self.secret, self.table, self.entropy) != seed:
            raise BadRecord("seed", "does not follow from the secret and the players' entropy")
