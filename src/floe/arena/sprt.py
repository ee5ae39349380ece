"""Is one level stronger than another? A sequential test, which stops as soon as the games have told.

Wald's sequential probability ratio test of "stronger by ``low`` Elo points" against "stronger by ``high``". What is
observed is a pair of games with the same deal and changed seats, worth 0, ½, 1, 1½ or 2 wins (shared wins count in
parts): five outcomes, so draws and the luck of deals and seats are accounted for. How likely the five are is not
known, so each hypothesis is given its best case: the likelihood is maximised over all distributions with the mean that
the hypothesis claims.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from floe.arena.match import MatchResult
from floe.core.errors import BadOption, shown
from floe.core.typing import F64Array

SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
"""The share of the wins of a pair that an outcome is worth."""

_UNSEEN = 1e-3  # how often an outcome that was not seen is taken to have been: no chance is ever quite zero
_HALVINGS = 60


class Verdict(enum.Enum):
    """What a test has found so far."""

    UNDECIDED = "undecided"
    LOW = "low"
    HIGH = "high"


@dataclass(frozen=True)
class Sprt:
    """The question and how often its answer may be wrong."""

    low: float
    high: float
    alpha: float = 0.05
    """How often "high" may be said where "low" is true."""
    beta: float = 0.05
    """How often "low" may be said where "high" is true."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise BadOption(f"the test needs a low and a high number of Elo points, not {self.low:g} and {self.high:g}")
        for rate in (self.alpha, self.beta):
            if not 0 < rate < 0.5:
                raise BadOption(f"an error rate lies between 0 and 0.5, unlike {shown(rate)}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first the answer is "low", above the second it is "high" (Wald's bounds)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: F64Array) -> float:
        """The logarithm of the ratio of likelihoods, from how often each of the five outcomes was seen."""
        total = float(pairs.sum())
        if total == 0:
            return 0.0
        counted = np.where(pairs > 0, pairs, _UNSEEN)
        seen = counted / counted.sum()
        high, low = (_likeliest(seen, _expected(elo)) for elo in (self.high, self.low))
        return float(total * (seen * np.log(high / low)).sum())

    def verdict(self, pairs: F64Array) -> Verdict:
        """What these pairs of games say: low, high, or not decided yet."""
        lower, upper = self.bounds
        llr = self.llr(pairs)
        return Verdict.LOW if llr <= lower else Verdict.HIGH if llr >= upper else Verdict.UNDECIDED


def _expected(elo: float) -> float:
    """The share of the wins that so many Elo points more should bring."""
    return 1 / (1 + 10 ** (-elo / 400))


def _likeliest(seen: F64Array, mean: float) -> F64Array:
    """The distribution with this mean under which what was seen is likeliest.

    By Lagrange it is seen / (1 + t · (score − mean)) for the one t that gives the mean; halving finds it.
    """
    away = SCORES - mean
    low, high = -1 / away.max(), -1 / away.min()  # between these, every chance is positive
    for _ in range(_HALVINGS):
        t = (low + high) / 2
        if (seen * away / (1 + t * away)).sum() > 0:
            low = t
        else:
            high = t
    likeliest: F64Array = seen / (1 + (low + high) / 2 * away)
    return likeliest


def outcome(level: str, pair: Sequence[MatchResult]) -> int:
    """Which of the five outcomes a pair of games was, for a level."""
    won = sum(game.shares[game.match.seats.index(level)] for game in pair)
    return round(2 * won)
