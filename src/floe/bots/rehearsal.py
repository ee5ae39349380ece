"""A rehearsal: everything once that people, machine players and learners do with a game.

After it every kernel that Python calls has been called, with the types of arguments that it is called with. So it is
known what a package should bring along as machine code (``floe.core.targets.native``).
"""

from __future__ import annotations

import numpy as np

import floe
from floe.bots import registry
from floe.bots.hints import hint
from floe.bots.search.engine import ready_search
from floe.bots.search.heuristics import heuristics_of
from floe.bots.search.targets import ways_of
from floe.core.arrays import copied
from floe.core.levels import BY_PLAYOUT, Budget
from floe.core.randomness import generator

_FEW = Budget(simulations=4)


def rehearse(name: str) -> None:
    """Play, step, look and search."""
    game = floe.game(name)
    game.warm_up()
    one, rng = game.new(seed=0).mutable(), generator(0)
    one.legal_mask()
    one.step(int(one.legal()[0]))
    one.respond(0, rng)
    one.playout(rng)
    _in_batches(name)
    first = game.new(seed=0)
    first.observe(0)
    for player in registry.players(name):
        registry.bot(player, name, 0.01).choose(first.view(first.to_move), first.legal_actions(), generator(0))
    for way in dict.fromkeys((*ways_of(name), BY_PLAYOUT)):
        ready_search(heuristics_of(name), way)
    hint(first.view(first.to_move), _FEW)


def _in_batches(name: str) -> None:
    batch = floe.batch(name, 2, seed=0)
    batch.masks()
    batch.observe()
    if batch.game.compact is not None:
        batch.observe_compact()
    batch.step(batch.random_actions(0))
    batch.advance(batch.random_actions(1))
    batch.random_steps(2)
    batch.respond(0, 3)
    batch.legal(0)
    batch.reset()
    batch.playout(4)
    first, buffer = batch.game.new(seed=0).array, np.empty(batch.game.loops.max_legal, np.int32)
    batch.game.loops.random_actions(copied(first), first, generator(5), buffer, 1)
