"""For all tests: how Hypothesis searches, and what has to be installed."""

from __future__ import annotations

import signal

import pytest

import floe
from floe.testing import profiles

__all__ = ["profiles"]

# A run started in the background by a script ignores Ctrl-C, and so would all that the tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

if "connectfour" not in floe.game_names():
    why = floe.games.found().broken.get("connectfour", "it is not installed")
    raise pytest.UsageError(
        f"the tests play the example game, Connect Four, but {why}; "
        "`make .venv/.dev` installs it, or `pip install --no-deps -e examples/connectfour`"
    )
