"""Compiled and interpreted, the kernels play the same games."""

from __future__ import annotations

import os
import subprocess
import sys

import floe
from floe.core.jit import interpreted
from floe.testing import trace


def test_the_other_way_reaches_the_same_positions(name: str) -> None:
    """This Python beside another one, which compiles if this one does not."""
    other = subprocess.run(
        [sys.executable, "-m", trace.__name__, name],
        env=os.environ | {"NUMBA_DISABLE_JIT": "0" if interpreted() else "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    way, *lines = other.stdout.splitlines()
    assert way == str(not interpreted())
    assert lines == list(trace.trace(name))
    assert len(lines) == 41 * len(floe.game(name).players)
