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

OLD, METHOD = 1, 2
"""How commitments and seeds are made: as at tables of earlier versions of Floe, and now."""
_ENTROPY = re.compile(r"[0-9a-f]{0,64}")
_SECRET = re.compile(r"[0-9a-f]{64}")
_TABLE = re.compile(r"[0-9A-Za-z_-]+")


def new_secret() -> str:
    """A server's secret: 256 random bits in hexadecimal digits."""
    return secrets.token_hex(32)


@dataclass(frozen=True)
class Game:
    """What is dealt, and to whom. All of it goes into the hashes, so that none of it can be claimed otherwise later."""

    table: str
    game: str
    rules_version: int
    persons: tuple[bool, ...]
    """By seat: whether a person plays there, who may have added entropy, or a machine, which adds none."""

    def commitment(self, secret: str, method: int = METHOD) -> str:
        """What is published before the game. By then it is known how many play, but not yet who."""
        if method == OLD:
            return _hash(f"floe commitment/{self.table}/{secret}".encode())
        return _hash(_packed("floe commitment 2", *self._place, secret))

    def seed(self, secret: str, entropy: Sequence[str], method: int = METHOD) -> str:
        """The game's seed: with the secret as key, over the table, who sits there, and each seat's entropy in order."""
        if method == OLD:
            message = "/".join(("floe deal", self.table, *entropy)).encode()
        else:
            kinds = ["person" if person else "machine" for person in self.persons]
            message = _packed("floe deal 2", *self._place, *kinds, *entropy)
        return hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()

    @property
    def _place(self) -> tuple[str, ...]:
        return self.table, self.game, str(self.rules_version), str(len(self.persons))


def _packed(*parts: str) -> bytes:
    """Texts as one, so that no other texts give the same: each behind the number of its bytes."""
    encoded = [part.encode() for part in parts]
    return b"".join(str(len(part)).encode() + b":" + part for part in encoded)


def _hash(message: bytes) -> str:
    return hashlib.sha256(message).hexdigest()


@dataclass(frozen=True)
class SealedDeal:
    """How a game's seed came about. ``secret`` is none as long as the game runs."""

    table: str
    commitment: str
    entropy: tuple[str, ...]
    secret: str | None
    method: int = METHOD

    def check(self, seed: object, game: str, rules_version: int, persons: Sequence[bool]) -> None:
        """Whether all fits together for a game of these seats; raises ``BadRecord`` if not."""
        if self.method not in (OLD, METHOD):
            raise BadRecord("deal.method", f"is {self.method}, which this Floe does not know")
        if _TABLE.fullmatch(self.table) is None:
            raise BadRecord("deal.table", "is no id of a table")
        if len(self.entropy) != len(persons):
            raise BadRecord("deal.entropy", f"is of {len(self.entropy)} seats, and {len(persons)} play")
        for number, (entropy, person) in enumerate(zip(self.entropy, persons, strict=True)):
            if _ENTROPY.fullmatch(entropy) is None:
                raise BadRecord(f"deal.entropy.{number}", "is not at most 64 hexadecimal digits")
            if entropy and not person:
                raise BadRecord(f"deal.entropy.{number}", "is a machine's, which adds nothing to a deal")
        if self.secret is None:
            raise BadRecord("deal.secret", "is not revealed, so the deal cannot be checked")
        if _SECRET.fullmatch(self.secret) is None:
            raise BadRecord("deal.secret", "is not 64 hexadecimal digits")
        dealt = Game(self.table, game, rules_version, tuple(persons))
        if dealt.commitment(self.secret, self.method) != self.commitment:
            raise BadRecord("deal.commitment", "is not a commitment to this secret")
        if dealt.seed(self.secret, self.entropy, self.method) != seed:
            raise BadRecord("seed", "does not follow from the secret and the players' entropy")
