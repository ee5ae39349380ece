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
PASSING_ON = 120_000
"""So long a clock is held at most while the device is passed on and somebody elsewhere waits."""
PASSING_ON_ALONE = 365 * DAY
"""The same where nobody else waits: as long as they like."""


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
    """From when on the running clock runs; ahead of time while it is held."""
    held: int = 0
    """For how long at most the running clock stands, until its person is ready."""

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

    def wait_for(self, seat: int | None, at: int, moved: bool, held: int = 0) -> None:
        """From now on this seat is waited for; none while a machine thinks or nobody has to decide.

        ``moved``: play has come to the seat. Who only left and is back has no more time than before.
        ``held``: so long the clock stands before it runs, unless somebody is ready earlier.
        """
        if moved and seat is not None and seat != self.running and not isinstance(self.kind, LiveClock):
            self.left[seat] = _allotted(self.kind)
        self.running, self.since, self.held = seat, at + held, held

    def ready(self, at: int) -> None:
        """A clock that was held runs from now on."""
        self.since, self.held = min(self.since, at), 0

    def swap(self) -> None:
        """The first two seats change places. Each keeps the time that they have left, and play comes to the other."""
        self.left[0], self.left[1] = self.left[1], self.left[0]
        self.running = None

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

    @property
    def due_by(self) -> int | None:
        """The deadline as lists show it; none while they take as long as they like."""
        return None if self.held == PASSING_ON_ALONE else self.deadline()

    def faces(self, now: int, outages: Sequence[Outage]) -> list[ClockFace]:
        """What each clock shows now."""
        return [
            ClockFace(max(0, left - self.took(now, outages)), running=True, held=max(0, self.since - now))
            if seat == self.running
            else ClockFace(left, running=False)
            for seat, left in enumerate(self.left)
        ]  # fmt: skip


def _allotted(kind: Clock) -> int:
    return kind.seconds * 1000 if isinstance(kind, LiveClock) else kind.days * DAY
