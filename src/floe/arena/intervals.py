"""Figures with the bounds between which the truth lies, most likely."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

CONFIDENCE = 0.95
_SIGMAS = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True)
class Interval:
    """A figure and its bounds."""

    value: float
    low: float
    high: float


def proportion(part: float, whole: float) -> Interval:
    """A part of a whole number of games, with Wilson's bounds. Shared wins may be counted in parts.

    (They vary less than whole wins do, so with many of them the bounds are wider than they need be.)
    """
    if whole == 0:
        return Interval(math.nan, 0.0, 1.0)
    p, z = part / whole, _SIGMAS**2 / whole
    middle = (p + z / 2) / (1 + z)
    reach = math.sqrt(z * p * (1 - p) + z * z / 4) / (1 + z)
    return Interval(p, max(0.0, min(p, middle - reach)), min(1.0, max(p, middle + reach)))
