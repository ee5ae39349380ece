"""Many games at once, with what a learner would record: Floe's batches beside the field's own ways.

Each of these draws a random legal action for every game, plays it, and has the masks, the rewards and a new game in
place of each that ended. What else a loop includes, and on how many cores it runs, is said where it stands. All are
timed by the clock on the wall.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import random
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from measuring import Run

import floe
from floe.core.randomness import generators

SIZE = 4096
KEPT = 1 << 22
"""How much a call may keep, in bytes of masks, so that it stays in the cache: 15 steps in ICE CULT, 1 in IGLU IGLU."""
SIGHTS = 2048
"""With observations a batch is smaller, so that they stay in the cache: 2048 of ICE CULT are 8 MB."""
PGX_SIZES = (256, 1024, 4096, 16384)
PGX_STEPS = 65536
"""Steps of all games together in one call: some tens of milliseconds."""
LOOPED = 64


def own(name: str) -> Run:
    """``Batch.random_steps`` on all cores, some steps a call. What was legal, played and won is kept of each."""
    batch, rngs = floe.batch(name, SIZE, seed=1), generators(1, SIZE)
    steps = max(1, KEPT // (SIZE * batch.game.n_actions))
    made = batch.random_steps(rngs, steps)
    for _ in range(100 // steps):
        batch.random_steps(rngs, steps, made)  # until the games are no longer all at the same turn

    def run(n: int) -> int:
        calls = -(-n // made.actions.size)
        for _ in range(calls):
            batch.random_steps(rngs, steps, made)
        return calls * made.actions.size

    return run


def own_observed(name: str) -> Run:
    """The same with the observation of whoever is to move: two calls a step."""
    batch, rngs = floe.batch(name, SIGHTS, seed=1), generators(1, SIGHTS)
    step, observations = batch.random_steps(rngs), batch.observe()
    for _ in range(100):
        batch.random_steps(rngs, 1, step)

    def run(n: int) -> int:
        rounds = -(-n // SIGHTS)
        for _ in range(rounds):
            batch.random_steps(rngs, 1, step)
            batch.observe(out=observations)
        return rounds * SIGHTS

    return run


def pgx_installed() -> bool:
    return all(importlib.util.find_spec(name) for name in ("pgx", "jax"))


def pgx(name: str, sizes: Sequence[int] = PGX_SIZES) -> Run:
    """Pgx on the CPU, with the batch size that suits it best: many steps in one compiled call, on the cores XLA takes.

    As its authors do it: ``vmap`` of a step that resets what ended, inside ``scan`` and ``jit``. A step of Pgx always
    writes the observation, too. Compiling and warming up are not counted.
    """
    return max((_pgx_of_size(name, size) for size in sizes), key=_quick_rate)


def _pgx_of_size(name: str, size: int) -> Run:
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    jax: Any = importlib.import_module("jax")
    pgx: Any = importlib.import_module("pgx")
    wrappers: Any = importlib.import_module("pgx.experimental")
    env = pgx.make(name)
    step = jax.vmap(wrappers.auto_reset(env.step, env.init))

    def one(carried: Any, _: Any) -> Any:
        state, key = carried
        key, for_actions, for_resets = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(for_actions, logits, axis=-1)
        return (step(state, actions, jax.random.split(for_resets, size)), key), None

    steps = jax.jit(lambda carried: jax.lax.scan(one, carried, None, length=PGX_STEPS // size)[0])
    first = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), size))
    carried = steps((first, jax.random.PRNGKey(1)))  # compiles

    def run(n: int) -> int:
        nonlocal carried
        calls = -(-n // PGX_STEPS)
        for _ in range(calls):
            carried = jax.block_until_ready(steps(carried))
        return calls * PGX_STEPS

    return run


def _quick_rate(run: Run) -> float:
    """Steps a second, as a first impression."""
    run(1)
    begin, played = time.perf_counter(), 0
    while (took := time.perf_counter() - begin) < 0.5:
        played += run(1)
    return played / took


def openspiel(name: str) -> Run:
    """OpenSpiel stepped from Python, on one core: a list of games, each asked for its mask and stepped in a loop.

    (OpenSpiel has no batches of games in compiled code; its ``SyncVectorEnv`` is such a loop as well.)
    """
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)
    states = [game.new_initial_state() for _ in range(LOOPED)]
    masks = np.empty((LOOPED, game.num_distinct_actions()), np.uint8)
    draw = random.Random(1).random  # noqa: S311  # play, not secrets

    def run(n: int) -> int:
        rounds = -(-n // LOOPED)
        for _ in range(rounds):
            for i, state in enumerate(states):
                masks[i] = state.legal_actions_mask()
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                state.rewards()
                if state.is_terminal():
                    states[i] = game.new_initial_state()
        return rounds * LOOPED

    return run
