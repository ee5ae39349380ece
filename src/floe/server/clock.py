"""What time it is, for all that is written down: milliseconds since 1970, and never earlier than before.

A machine's clock may be set back. Whatever was to happen after that would wait until the clock has caught up again:
machines would not play, and nobody's time would run. So time goes on as the processor counts it where the clock says
less, and begins where the last worker has left off. A clock that is set forward is followed. Workers that were started
before and after the clock was set back would disagree; so with every beat each catches up with the one that is ahead.
"""

from __future__ import annotations

import time


def wall() -> int:
    """What the machine's clock says."""
    return time.time_ns() // 1_000_000


def counted_ns() -> int:
    """Nanoseconds as the processor counts them, from some beginning: nobody sets them."""
    return time.monotonic_ns()


def counted() -> float:
    """The same in seconds, for all that lasts."""
    return counted_ns() / 1e9


class Clock:
    """Never goes back."""

    def __init__(self, earliest: int = 0) -> None:
        """``earliest`` is a time that has been already, whatever the machine's clock says."""
        self._last = earliest
        self._counted = counted_ns()

    def __call__(self) -> int:
        counted = counted_ns()
        passed = (counted - self._counted) // 1_000_000
        self._counted += passed * 1_000_000
        self._last = max(wall(), self._last + passed)
        return self._last

    def catch_up(self, with_other: int) -> None:
        """It is no earlier than this, another worker says."""
        self._last = max(self(), with_other)
