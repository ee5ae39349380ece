"""The loops of an artefact: those of ``floe.core.loops`` that allocate nothing, and a few more that are given their
buffer, written against the names of a game's kernel like those and bound to it in the same way."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from floe.core.game import Game
from floe.core.jit import rebound
from floe.core.loops import apply, deal, is_over, random_action, reward
from floe.core.manifest import load
from floe.core.targets.describe import Array, Entry, Parameter, Scalar, entry, meanings, without_rows
from floe.core.typing import F32Array, I32Array, States, U64Array


def playout(states: States, index: int, rng: U64Array, buffer: I32Array, limit: int) -> int:
    """Play one state at random until the game ends or ``limit`` actions were played; return how many were."""
    s = states[index]
    played = 0
    while played < limit and not is_over(s):
        apply(s, random_action(s, buffer, rng))
        played += 1
    return played


def reward_slice(states: States, rewards: F32Array, low: int, high: int) -> None:
    """Write each seat's reward for each of the states from ``low`` to ``high`` - 1."""
    for i in range(low, high):
        reward(states[i], rewards[i])


def random_play_slice(  # noqa: PLR0913, PLR0917  # what random play needs
    states: States, first: States, deals: U64Array, rngs: U64Array, steps: int, buffer: I32Array, low: int, high: int
) -> None:
    """Play ``steps`` random actions in each of the states from ``low`` to ``high`` - 1; finished games begin again."""
    for i in range(low, high):
        s, rng = states[i], rngs[i]
        for _ in range(steps):
            if is_over(s):
                states[i] = first[0]
                if len(deals) > 0:
                    deal(s, deals[i])
            apply(s, random_action(s, buffer, rng))


def bound(game: Game[Any], function: Callable[..., Any]) -> Callable[..., Any]:
    """One of the loops above, with the names of a game's kernel; not compiled yet."""
    return rebound(function, game.loops.kernel, function.__name__)


def single_entries(game: Game[Any]) -> list[Entry]:
    """For a program that has one state before it."""
    meaning, loops = meanings(game), game.loops
    return [
        entry(loops.legal, meaning, out=meaning["legal"]),
        entry(loops.legal_mask, meaning),
        entry(loops.step, meaning),
        entry(loops.play, meaning),
        entry(bound(game, playout), meaning),
        entry(loops.observation, meaning, out=meaning["observation"]),
        entry(loops.begin_slice, meaning),
        *own_entries(game),
    ]


def own_entries(game: Game[Any]) -> list[Entry]:
    """The functions that the game's manifest names besides the loops."""
    if game.manifest.kernels is None:
        return []
    module = load(game.manifest.kernels.partition(":")[0])
    named: dict[str, dict[str, Any]] = game.manifest.part("kernels")
    return [entry(getattr(module, name), _given(game, getattr(module, name), arrays)) for name, arrays in named.items()]


def _given(game: Game[Any], function: Any, arrays: dict[str, Any]) -> dict[str, Parameter]:
    """What a function is given: the arrays that are described, and otherwise whole numbers."""
    given: dict[str, Parameter] = {}
    for name in inspect.signature(getattr(function, "py_func", function)).parameters:
        kind, *shape = arrays.get(name, (None,))
        if kind is None:
            given[name] = Scalar()
        elif kind == "state":
            given[name] = Array(game.dtype, tuple(shape), "state")
        else:
            given[name] = Array(np.dtype(kind), tuple(shape))
    return given


def batch_entries(game: Game[Any]) -> list[Entry]:
    """For a program that has many states before it, each in the hands of a thread of its own.

    ``advance_slice`` is there once for each form of observations, and once without.
    """
    meaning, loops = meanings(game), game.loops
    seen: dict[str, dict[str, Parameter]] = {"": {}, "_float32": {"observations": meaning["observations"]}}
    if game.compact is not None:
        seen["_compact"] = {"compact": meaning["compact"]}
    unseen = {name: without_rows(meaning[name]) for name in ("observations", "compact")}
    forms = [
        entry(loops.advance_slice, meaning, f"advance_slice{form}", **{**unseen, **chosen})
        for form, chosen in seen.items()
    ]
    if game.compact is not None:
        forms.append(entry(loops.observe_compact_slice, meaning, out=meaning["compact"]))
    return [
        entry(loops.step_slice, meaning),
        entry(loops.mask_slice, meaning),
        entry(loops.random_slice, meaning),
        entry(loops.observe_slice, meaning, out=meaning["observations"]),
        entry(loops.begin_slice, meaning),
        entry(bound(game, reward_slice), meaning),
        entry(bound(game, random_play_slice), meaning),
        *forms,
    ]
