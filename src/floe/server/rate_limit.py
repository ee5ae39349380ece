"""Limits on how often something may be done."""

from __future__ import annotations

import time
from collections import OrderedDict


class Bucket:
    """So many at once, and so many a second in the long run."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._left = burst
        self._at = time.monotonic()

    def take(self) -> float:
        """Take one. What is left then; below zero if there was none to be taken."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate) - 1
        self._at = now
        return self._left


class Buckets:
    """A bucket for each of many visitors; those that were longest away are forgotten."""

    def __init__(self, rate: float, burst: float, remember: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._remember = remember
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, visitor: str) -> bool:
        """Whether a visitor may do it once more."""
        bucket = self._of.get(visitor)
        if bucket is None:
            bucket = self._of[visitor] = Bucket(self._rate, self._burst)
            if len(self._of) > self._remember:
                self._of.popitem(last=False)
        self._of.move_to_end(visitor)
        return bucket.take() >= 0
