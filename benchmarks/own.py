"""Floe's own ways of playing, from the kernel up to the immutable face."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from measuring import Run

from floe.core.arrays import copied
from floe.core.batch import Batch
from floe.core.game import Game
from floe.core.randomness import generator, generators

BATCH = 32768
RESET_EVERY = 16


def kernel(game: Game[Any]) -> Run:
    """Random play inside compiled code, game after game, from one first position."""
    first = game.new(seed=1).array
    states, rng, buffer = copied(first), generator(1), np.empty(game.loops.max_legal, np.int32)

    def run(n: int) -> int:
        game.loops.random_actions(states, first, rng, buffer, n)
        return n

    return run


def in_place(game: Game[Any]) -> Run:
    """A Python loop over a ``MutableState``: ask for the legal actions, choose one, step."""
    first = game.new(seed=1)
    state, draw = first.mutable(), random.Random(1).random  # noqa: S311  # play, not secrets

    def run(n: int) -> int:
        for _ in range(n):
            if state.over:
                state.set(first.array)
            legal = state.legal()
            state.step(int(legal[int(draw() * len(legal))]))
        return n

    return run


def immutable(game: Game[Any]) -> Run:
    """The same loop over the immutable ``State`` with written actions."""
    first = game.new(seed=1)
    draw = random.Random(1).random  # noqa: S311  # play, not secrets

    def run(n: int) -> int:
        state = first
        for _ in range(n):
            if state.over:
                state = first
            legal = state.legal_actions()
            state = state.play(legal[int(draw() * len(legal))])
        return n

    return run


def batch(game: Game[Any], threads: int | None) -> Run:
    """Rounds over a batch: draw a legal action for every state, then step them all."""
    states = Batch.of(game.new(seed=1), BATCH, threads)
    rngs = generators(1, BATCH)
    rounds = 0

    def run(n: int) -> int:
        nonlocal rounds
        played = 0
        while played < n:
            answers = states.step(states.random_actions(rngs))
            played += len(answers) - int(np.count_nonzero(answers))
            rounds += 1
            if rounds % RESET_EVERY == 0:
                states.reset(states.over)
        return played

    return run
