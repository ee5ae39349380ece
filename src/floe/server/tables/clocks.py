"""Clocks, as arithmetic: times are milliseconds that the caller gives.

Only the clock of the person who is waited for runs. What a decision took is settled when it is made, less the time
in which no server was up and less an allowance for the network, and stored with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from floe.server.wire.tables import Clock, ClockFace, LiveClock

DAY = 86_400_000

NETWORK_ALLOWANCE = 1_000
"""At most so much of a decision's time is taken to be the network's."""
RECONNECT_ALLOWANCE = 20_000
"""At most so much of a decision's time is forgiven to one whose connection was lost."""


@dataclass(frozen=True)
class Outage:
    """A time in which no server was up. Nobody is charged for it."""

    began: int
    ended: int


def passed(since: int, now: int, outages: Iterable[Outage]) -> int:
    """The milliseconds from ``since`` to ``now`` in which a server was up."""
    down = sum(max(0, min(now, outage.ended) - max(since, outage.began)) for outage in outages)
    return max(0, now - since - down)


@dataclass
class Clocks:
    """The clocks of one running game."""

    kind: Clock
    left: list[int] = field(default_factory=list)
    running: int | None = None
    since: int = 0

    @classmethod
    def wound_up(cls, kind: Clock, seats: int) -> Clocks:
        return cls(kind, [_allotted(kind)] * seats)

    def charge(self, took: int) -> None:
        """The seat whose clock runs has taken so long."""
        if self.running is not None:
            self.left[self.running] = max(0, self.left[self.running] - took)

    def turn_ended(self, seat: int) -> None:
        """A live clock gains its increment when a turn of one's own is over."""
        if isinstance(self.kind, LiveClock):
            self.left[seat] += self.kind.increment * 1000

    def wait_for(self, seat: int | None, at: int, moved: bool) -> None:
        """From now on this seat is waited for; none while a machine thinks or nobody has to decide.

        ``moved``: play has come to the seat. Who only left and is back has no more time than before.
        """
        if moved and seat is not None and seat != self.running and not isinstance(self.kind, LiveClock):
            self.left[seat] = _allotted(self.kind)
        self.running, self.since = seat, at

    def renew(self, seat: int) -> None:
        """After its time was up, a seat that comes back has some time again: of a live clock, a minute at the most."""
        self.left[seat] = (
            min(60_000, _allotted(self.kind)) if isinstance(self.kind, LiveClock) else _allotted(self.kind)
        )

    def took(self, now: int, outages: Sequence[Outage], allowance: int = 0) -> int:
        """What a decision made now is to be charged."""
        return 0 if self.running is None else max(0, passed(self.since, now, outages) - allowance)

    def deadline(self, outages: Sequence[Outage] = ()) -> int | None:
        """When the time of the seat that is waited for is up, if the server stays up."""
        if self.running is None:
            return None
        down = sum(max(0, outage.ended - max(self.since, outage.began)) for outage in outages)
        return self.since + self.left[self.running] + down

    def faces(self, now: int, outages: Sequence[Outage]) -> list[ClockFace]:
        """What each clock shows now."""
        return [
            ClockFace(max(0, left - self.took(now, outages)), running=True) if seat == self.running
            else ClockFace(left, running=False)
            for seat, left in enumerate(self.left)
        ]  # fmt: skip


def _allotted(kind: Clock) -> int:
    return kind.seconds * 1000 if isinstance(kind, LiveClock) else kind.days * DAY
