"""Measuring rates on a machine that does other things too.

Work that belongs to one core is timed by the processor time that it gets, not by the clock on the wall; what is
compared is run in turns, and of several rounds the median counts.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

Run = Callable[[int], int]
"""Does about so many actions and answers how many they were."""


@dataclass
class Workload:
    """Something that plays actions, and how fast it turned out to be."""

    key: str
    run: Run
    clock: Callable[[], float] = time.thread_time
    size: int = 0
    rates: list[float] = field(default_factory=list)

    def prepare(self, seconds: float) -> None:
        """Run once to compile and warm up, then find a size that takes about so long."""
        self.run(1)
        self.size = 64
        while True:
            took = self._timed()[1]
            if took >= seconds / 4:
                break
            self.size *= 4
        self.size = max(1, int(self.size * seconds / took))

    def measure(self) -> None:
        actions, took = self._timed()
        self.rates.append(actions / took)

    def _timed(self) -> tuple[int, float]:
        begin = self.clock()
        actions = self.run(self.size)
        return actions, max(self.clock() - begin, 1e-9)

    @property
    def rate(self) -> float:
        """Actions a second."""
        return statistics.median(self.rates)


def ratio(one: Workload, other: Workload) -> float:
    """How many times as fast one is, taken round by round."""
    return statistics.median(a / b for a, b in zip(one.rates, other.rates, strict=True))


def in_turns(workloads: list[Workload], rounds: int, seconds: float, done: Callable[[str], None]) -> None:
    """Measure all of them round by round, so that a slow minute of the machine strikes all alike."""
    for workload in workloads:
        workload.prepare(seconds)
        done(workload.key)
    for _ in range(rounds):
        for workload in workloads:
            workload.measure()
            done(workload.key)
