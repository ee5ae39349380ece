"""How long a person waits: importing Floe, the first play after an installation, and every later one.

One core does it all, so what is told is the processor time that it takes: how long it lasts on a machine that does
nothing else. Of several starts the quickest counts.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

_IMPORT = """
import time
begin = time.process_time()
import floe
print(time.process_time() - begin)
"""

# Numba loads SciPy where it finds it, and only the peers bring it along.
_PLAY = """
import sys
sys.modules["scipy"] = None
import floe
game = floe.game(sys.argv[1])
game.warm_up()
state = game.new(seed=1)
print(state.play(state.legal_actions()[0]))
"""


def _python(code: str, *arguments: str, **settings: str | None) -> str:
    environment = os.environ | {f"FLOE_{name.upper()}": value for name, value in settings.items() if value}
    done = subprocess.run(  # noqa: S603  # our own interpreter, our own code
        [sys.executable, "-c", code, *arguments], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def import_seconds(rounds: int) -> float:
    """``import floe`` in a fresh interpreter."""
    return min(float(_python(_IMPORT)) for _ in range(rounds))


def _play_seconds(game: str, cache: str | None, **settings: str) -> float:
    begin = os.times()
    _python(_PLAY, game, cache_dir=cache, **settings)
    end = os.times()
    return end.children_user + end.children_system - begin.children_user - begin.children_system


def cached_play_seconds(game: str, rounds: int) -> float:
    """From starting Python to the board after the first action, with everything in the cache."""
    _play_seconds(game, None)
    return min(_play_seconds(game, None) for _ in range(rounds))


def first_play_seconds(game: str) -> float:
    """The same with an empty cache: everything is compiled."""
    with tempfile.TemporaryDirectory() as cache:
        return _play_seconds(game, cache, precompiled="0")
