"""The native search on one thread, measured for `make bench-web`, which has the same search in Node and in Chromium.

Each line of standard input is a game and a way of judging, such as ``icecult network``. The answer is a line of JSON:
simulations a second in one search, and the position that was searched. Who asks again gets another search of it.
"""

from __future__ import annotations

import base64
import functools
import json
import sys
import time

import floe
from floe.bots.search.engine import Searcher
from floe.bots.search.network import weights_of
from floe.bots.search.results import Result, SearchSettings
from floe.bots.search.targets import settings_of
from floe.core.game import State
from floe.core.levels import BY_NETWORK, Budget
from floe.core.randomness import generator

NODES, SIMULATIONS, ACTIONS = 80_000, 40_000, 30


@functools.cache
def searcher(name: str) -> Searcher:
    return Searcher(name, threads=1, nodes=NODES)


@functools.cache
def position(name: str) -> State:
    """Some random actions into a game."""
    one = floe.game(name).new(2, seed=1).mutable()
    one.playout(generator(1), ACTIONS)
    state: State = floe.game(name).state(one.array.copy())
    return state


def search(name: str, way: str, seed: int, simulations: int = SIMULATIONS) -> Result:
    """Search the position."""
    settings = SearchSettings(way, weights_of(name) if way == BY_NETWORK else None, **settings_of(name, way))
    return searcher(name).search(position(name).array, 0, Budget(simulations=simulations), generator(seed), settings)


def rate(name: str, way: str, seed: int) -> float:
    """Simulations a second."""
    begun = time.perf_counter()
    result = search(name, way, seed)
    return result.simulations / (time.perf_counter() - begun)


def main() -> None:
    for seed, line in enumerate(sys.stdin):
        name, way = line.split()
        state = base64.b64encode(position(name).array.tobytes()).decode()
        answer = {"rate": rate(name, way, seed), "simulations": SIMULATIONS, "state": state}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
