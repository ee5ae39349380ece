"""What an address may ask of the server, whichever of its workers it asks.

Each worker counts for itself, and tells the others by the bus what is worth telling: an address that has taken a good
part of what it may. So an address that asks all workers in turn gets little more than one that asks a single one, and
people who just play are never spoken of. If the bus is away, each worker goes by what it counts itself.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping

import msgspec

from floe.server import clock
from floe.server.rate_limit import Bucket
from floe.server.settings import Settings

WORTH_TELLING = 1 / 20
"""Of what an address may take in a minute, or hold."""
TOLD_AT_ONCE = 100
"""Addresses in a message: PostgreSQL passes on no more than 8,000 bytes."""
BELIEVED_S = 5.0
"""So long another worker's word about open sockets holds; it is said again every second."""
THOUGHTS = ("/api/hint", "/api/judge", "/api/lines")
PICTURES = ("/picture.png", "/animation.gif")
TABLES = "/api/tables"
ADDRESSES = ("/api/me/notices/", "/api/notices/")
"""Where one is called: each may cause a message to somebody."""
MOVES = "/api/me/move"
"""And below it: what is asked with a link to another device, or with a recovery code."""
CODES_PER_MINUTE = 5
"""So often the same recovery code may be tried, from wherever."""
FILES = ("/assets/", "/kernels/", "/python/", "/icons/")
"""Files of the web app. A first visit that keeps all of them for later, offline, asks for more than a hundred."""


class Use(msgspec.Struct, frozen=True, tag="use"):
    """What a worker tells the others of what addresses have taken since it told last, or have open now."""

    worker: str
    of: str
    """The name of a limit."""
    by: dict[str, int]


class Buckets:
    """A bucket for each of many visitors; those that were longest away are forgotten."""

    def __init__(self, per_minute: float, remember: int = 10_000) -> None:
        self._per_minute = per_minute
        self._remember = remember
        self._of: OrderedDict[str, Bucket] = OrderedDict()
        self._untold: dict[str, int] = {}
        """What was taken here in this minute and not told."""
        self._minute = 0

    def take(self, visitor: str) -> bool:
        """Whether a visitor may do it once more."""
        if not self._bucket(visitor).may_take():
            return False
        self._untold[visitor] = self._untold.get(visitor, 0) + 1
        return True

    def charge(self, visitor: str, number: int) -> None:
        """A visitor has taken so many elsewhere."""
        self._bucket(visitor).lose(number)

    def tell(self) -> dict[str, int]:
        """What visitors have taken here and the other workers should know, once."""
        least = max(1.0, self._per_minute * WORTH_TELLING)
        told = {visitor: number for visitor, number in self._untold.items() if number >= least}
        minute = int(clock.counted() // 60)
        self._untold = {} if minute != self._minute else {key: n for key, n in self._untold.items() if key not in told}
        self._minute = minute
        return told

    def _bucket(self, visitor: str) -> Bucket:
        bucket = self._of.get(visitor)
        if bucket is None:
            bucket = self._of[visitor] = Bucket(self._per_minute / 60, self._per_minute)
            if len(self._of) > self._remember:
                forgotten, _ = self._of.popitem(last=False)
                self._untold.pop(forgotten, None)
        self._of.move_to_end(visitor)
        return bucket


class Limits:
    """How much each address may ask for, whatever it asks."""

    def __init__(self, settings: Settings) -> None:
        self._sockets = settings.sockets_per_address
        self._buckets = {
            "requests": Buckets(settings.requests_per_minute),
            "hints": Buckets(settings.hints_per_minute),
            "pictures": Buckets(settings.pictures_per_minute),
            "tables": Buckets(settings.tables_per_minute),
            "moves": Buckets(settings.moves_per_minute),
            "codes": Buckets(CODES_PER_MINUTE),
            "addresses": Buckets(settings.addresses_per_minute),
        }
        self._elsewhere: dict[str, dict[str, tuple[float, int]]] = {}
        """By address and worker: when it was told, and how many sockets are open there."""

    def allow(self, visitor: str, method: str, path: str) -> bool:
        """Whether an address has not asked too often. What makes a core work has limits of its own; files have none."""
        if path.startswith(FILES):
            return True
        if not self._buckets["requests"].take(visitor):
            return False
        if method == "POST" and path.startswith(MOVES):
            return self._buckets["moves"].take(visitor)
        if path in THOUGHTS:
            return self._buckets["hints"].take(visitor)
        if method == "POST" and (path.rstrip("/") == TABLES or path.endswith("/rematch")):
            return self._buckets["tables"].take(visitor)
        if method == "POST" and path.startswith(ADDRESSES):
            return self._buckets["addresses"].take(visitor)
        return not path.endswith(PICTURES) or self._buckets["pictures"].take(visitor)

    def may_try(self, handle: str) -> bool:
        """Whether a recovery code, which begins so, may be tried once more."""
        return self._buckets["codes"].take(handle)

    def may_open(self, visitor: str, here: int) -> bool:
        """Whether an address that has so many sockets open here may open one more."""
        since = clock.counted() - BELIEVED_S
        elsewhere = sum(number for at, number in self._elsewhere.get(visitor, {}).values() if at > since)
        return here + elsewhere < self._sockets

    def tell(self, worker: str, sockets: Mapping[str, int]) -> Iterator[Use]:
        """What the other workers should know, given how many sockets each address has open here."""
        many = {visitor: number for visitor, number in sockets.items() if number >= self._sockets * WORTH_TELLING}
        for name, by in ({key: one.tell() for key, one in self._buckets.items()} | {"sockets": many}).items():
            told = list(by.items())
            for first in range(0, len(told), TOLD_AT_ONCE):
                yield Use(worker, name, dict(told[first : first + TOLD_AT_ONCE]))

    def hear(self, use: Use) -> None:
        """Another worker tells."""
        if use.of in self._buckets:
            for visitor, number in use.by.items():
                self._buckets[use.of].charge(visitor, number)
        elif use.of == "sockets":
            now = clock.counted()
            for visitor, number in use.by.items():
                self._elsewhere.setdefault(visitor, {})[use.worker] = now, number
            self._elsewhere = {
                visitor: fresh
                for visitor, told in self._elsewhere.items()
                if (fresh := {one: (at, number) for one, (at, number) in told.items() if at > now - BELIEVED_S})
            }
