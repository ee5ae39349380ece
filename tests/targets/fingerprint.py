"""What kernels compute, as a few hashes: the same wherever they run and whoever compiled them.

``python -m tests.targets.fingerprint GAME ...`` prints a line for each: whether kernels that came as machine code are
used (``FLOE_PRECOMPILED`` names their folder, or is 0), and the hashes of games, observations, batches and searches.
It needs NumPy and Numba alone, so it can be run on a machine that has nothing else.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable
from typing import Any

import numpy as np

import floe
from floe.bots.search.heuristics import heuristics_of
from floe.core import jit
from floe.core.randomness import generators
from tests.targets.expected import observations, playouts, searches
from tests.targets.positions import every_setup, positions

POSITIONS = 20_000
_STATES, _STEPS = 16, 40


def fingerprint(name: str) -> dict[str, Any]:
    """The hashes of a game, and where its kernels came from."""
    unit = floe.game(name).loops.unit
    assert unit is not None
    heuristics = heuristics_of(name)
    used = [jit.shipped(one).why_not or "precompiled" for one in (unit, heuristics.unit)]
    return {
        "game": name,
        "kernels": used,
        "positions": _hash(positions(name, POSITIONS)),
        "playouts": _hash([json.dumps(playouts(name)).encode()]),
        "observations": _hash([json.dumps(observations(name)).encode()]),
        "batches": _hash(batches(name)),
        "searches": _hash([json.dumps(searches(name)).encode()]),
    }


def batches(name: str) -> Iterable[bytes]:
    """All that a batch answers, with every option and number of players."""
    compact = ("compact",) if floe.game(name).compact is not None else ()
    for players, rules in every_setup(name):
        batch = floe.batch(name, _STATES, players=players, rules=rules, seed=1, threads=1)
        rngs = generators(2, _STATES)
        for seen in (None, "float32", *compact):
            for _ in range(_STEPS):
                actions = batch.random_actions(rngs)
                actions[0] = 0  # now and then not legal
                yield from _bytes(batch.advance(actions, seen))
        yield from _bytes(batch.random_steps(rngs, _STEPS))
        yield from _bytes((batch.masks(), batch.observe(), batch.step(batch.random_actions(rngs)), batch.states))
        batch.respond(0, rngs)
        yield from _bytes((batch.states, batch.playout(rngs), batch.states, batch.rewards()))
        batch.reset(batch.over)
        yield from _bytes((batch.states,))


def _bytes(arrays: Iterable[np.ndarray[Any, Any] | None]) -> Iterable[bytes]:
    return (array.tobytes() for array in arrays if array is not None)


def _hash(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()[:32]


if __name__ == "__main__":
    for game in sys.argv[1:]:
        print(json.dumps(fingerprint(game)), flush=True)
