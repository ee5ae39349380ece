"""Functions of numbers that come out the same, to the last bit, wherever a kernel runs.

Those of the platform's library differ from one system to the next in the last bit, and elsewhere there is no such
library. These take nothing but sums, products and bits.
"""

from __future__ import annotations

import math

import numpy as np

from floe.core.jit import compiled

_LOG2_E = 1.4426950408889634
_LN2_HIGH = 0.693147180369123816490  # its last 32 bits are zero, so that a multiple of it is exact
_LN2_LOW = 1.90821492927058770002e-10
_LN2 = 0.6931471805599453
_SQRT2 = 1.4142135623730951
_LEAST, _MOST = -708.0, 709.0
_BIAS, _MANTISSA_BITS = 1023, 52
_MANTISSA = (1 << _MANTISSA_BITS) - 1
_ONE = _BIAS << _MANTISSA_BITS
_EXP_TERMS = tuple(1 / math.factorial(n) for n in range(13, -1, -1))  # of the series in r, the last ones first
_LOG_TERMS = tuple(1 / n for n in range(21, 0, -2))


@compiled
def exp(x: float) -> float:
    """e to the power of x, good to two units in the last place; 0 below -708, and beyond 709 as at 709."""
    wide = np.float64(x)
    if wide < _LEAST:
        return 0.0
    wide = min(wide, np.float64(_MOST))
    k = int(np.floor(wide * _LOG2_E + 0.5))
    r = (wide - k * _LN2_HIGH) - k * _LN2_LOW  # from -0.35 to 0.35
    power = 0.0
    for term in _EXP_TERMS:
        power = power * r + term
    return float(power * np.int64((k + _BIAS) << _MANTISSA_BITS).view(np.float64))


@compiled
def log(x: float) -> float:
    """The natural logarithm of a number that is positive, finite and not tiny (2**-1022 or more)."""
    bits = np.float64(x).view(np.int64)
    k = (bits >> _MANTISSA_BITS) - _BIAS
    m = np.int64((bits & _MANTISSA) | _ONE).view(np.float64)  # from 1 to 2
    if m > _SQRT2:
        m *= 0.5
        k += 1
    f = (m - 1.0) / (m + 1.0)
    square, total = f * f, 0.0
    for term in _LOG_TERMS:
        total = total * square + term
    return float(k * _LN2 + 2.0 * f * total)
