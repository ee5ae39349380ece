"""Functions of numbers that come out the same everywhere."""

from __future__ import annotations

import math

import numpy as np
import pytest

from floe.core.maths import exp, log


def ulps(found: float, exact: float) -> float:
    return abs(found - exact) / math.ulp(exact)


@pytest.mark.parametrize("x", [0.0, 1.0, -1.0, 0.5, 1e-12, -20.25, 88.7, -708.0, 709.0, *np.linspace(-50, 50, 400)])
def test_exp_is_good_to_two_units_in_the_last_place(x: float) -> None:
    assert ulps(exp(float(x)), math.exp(x)) <= 2


def test_exp_of_what_is_far_below_is_nothing() -> None:
    assert exp(-1e9) == 0
    assert exp(-math.inf) == 0
    assert exp(1e9) == exp(709.0)


def test_exp_of_a_short_number_is_that_of_the_same_long_one() -> None:
    for x in np.linspace(-30, 5, 200, dtype=np.float32):
        assert exp(x) == exp(float(x))


@pytest.mark.parametrize("x", [1.0, 2.0, 3.0, 1.5, 0.25, 1e-300, 1e300, *np.geomspace(1e-3, 1e9, 400)])
def test_log_is_good_to_three_units_in_the_last_place(x: float) -> None:
    found, exact = log(float(x)), math.log(x)
    assert found == exact == 0 or ulps(found, exact) <= 3
