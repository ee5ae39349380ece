"""Measuring rates on a machine that does other things too.

Work that belongs to one core is timed by the processor time that it gets, not by the clock on the wall; what is
compared is run in turns, and of several rounds the median counts. Work on several cores has to be timed on the wall,
where whatever else the machine does can only make it slower: so it is run in short bursts, and the best one counts.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

_BURSTS = 8

Run = Callable[[int], int]
"""Does about so many actions and answers how many they were."""


@dataclass
class Workload:
    """Something that plays actions, and how fast it turned out to be."""

    key: str
    run: Run
    on_the_wall: bool = False
    size: int = 0
    rates: list[float] = field(default_factory=list)

    def prepare(self, seconds: float) -> None:
        """Run once to compile and warm up, then find a size that takes about so long."""
        self.run(1)
        seconds = seconds / _BURSTS if self.on_the_wall else seconds
        self.size = 64
        while True:
            took = self._timed()[1]
            if took >= seconds / 4:
                break
            self.size *= 4
        self.size = max(1, int(self.size * seconds / took))

    def measure(self) -> None:
        """One round."""
        rates = []
        for _ in range(_BURSTS if self.on_the_wall else 1):
            actions, took = self._timed()
            rates.append(actions / took)
        self.rates.append(max(rates))

    def _timed(self) -> tuple[int, float]:
        clock = time.perf_counter if self.on_the_wall else time.thread_time
        begin = clock()
        actions = self.run(self.size)
        return actions, max(clock() - begin, 1e-9)

    @property
    def rate(self) -> float:
        """Actions a second."""
        return max(self.rates) if self.on_the_wall else statistics.median(self.rates)


def ratio(one: Workload, other: Workload) -> float:
    """How many times as fast one is, taken round by round."""
    if one.on_the_wall:
        return one.rate / other.rate
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
