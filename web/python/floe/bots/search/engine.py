"""Searching in a page: one tree, in the compiled kernel."""

import kernels

from floe.bots.search.results import Found, Result
from floe.core.randomness import generator


class Searcher:
    def __init__(self, game, threads=None, nodes=None, heuristics=None):
        self._game = game

    def search(self, states, seat, budget, rng, manner, rules=None):
        seed = generator(str(int(rng[0])) + "/0", "search")
        rng[0] = generator(int(rng[0]), "after search")[0]
        made = kernels.search(self._game, states, seat, budget, int(seed[0]), manner, rules)
        found = [Found(one["action"], one["visits"], tuple(one["value"]), one["proven"]) for one in made["actions"]]
        lines = made["lines"]
        line = lines[0] if lines else []
        value, simulations = tuple(made["value"]), made["simulations"]
        return Result(found, value, simulations, 0.0, line, lines, made["depth"], made["full"])


_one = {}


def searcher_for(game, threads=None):
    if game not in _one:
        _one[game] = Searcher(game)
    return _one[game]
