"""The loops of an artefact: those of ``floe.core.loops`` that allocate nothing, and a few more that are given their
buffer, written against the names of a game's kernel like those and bound to it in the same way."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numba import types as numba_types
from numba.core.errors import NumbaError
from numba.np import numpy_support

from floe.core import jit
from floe.core import loops as core
from floe.core.game import Game
from floe.core.jit import rebound
from floe.core.loops import apply, deal, is_over, random_action, reward
from floe.core.manifest import load
from floe.core.targets import sinks
from floe.core.targets.describe import Array, BadTarget, Entry, Parameter, Scalar, entry, meanings, without_rows
from floe.core.typing import F32Array, I32Array, States, U64Array

types: Any = numba_types  # Numba leaves much of these untyped


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


def clear(row: Any) -> None:
    """In place of ``floe.core.loops.clear``: threads that share a loop clear all rows together before it begins."""


def copy_position(s: Any, out: Any) -> None:
    """In place of ``floe.core.loops.copy_position``, where threads copy all positions together before it begins."""


def threads_scope(game: Game[Any]) -> dict[str, Any]:
    """The namespace of a game's kernel for threads that share a loop: rows are cleared, and lists are done without."""
    if jit.interpreted():
        raise BadTarget("kernels cannot be compiled while NUMBA_DISABLE_JIT is set")
    scope = game.loops.kernel | sinks.NAMES
    jit.bind(None, (clear,), scope, inlined=(clear,))
    if takes_sinks(game):
        without = [way for way in sinks.LISTLESS if _is_usual(scope, way.__name__)]
        jit.bind(None, without, scope, inlined=without)
    jit.bind(None, (core.step,), scope, inlined=(core.step,))
    return scope


def _is_usual(scope: dict[str, Any], name: str) -> bool:
    """Whether a game has no quicker way of its own."""
    return bool(scope[name].py_func.__code__ is getattr(core, name).__code__)


def takes_sinks(game: Game[Any]) -> bool:
    """Whether all that a game's ``legal_list`` does to the list is to set its items."""
    mask = types.Array(types.uint8, 1, "C")
    kinds = (numpy_support.from_dtype(game.dtype), sinks.SinkType(types.NamedUniTuple(mask, 1, sinks.Mark)))
    try:
        game.loops.kernel["legal_list"].get_call_template(kinds, {})
    except NumbaError:
        return False
    return True


def single_entries(game: Game[Any]) -> list[Entry]:
    """For a program that has one state before it."""
    meaning, loops = meanings(game), game.loops
    return [
        entry(loops.legal, meaning, out=meaning["legal"]),
        entry(loops.legal_mask, meaning),
        entry(loops.step, meaning),
        entry(loops.play, meaning),
        entry(loops.playout, meaning),
        entry(loops.observation, meaning, out=meaning["observation"]),
        entry(loops.begin_slice, meaning),
    ]


def own_entries(game: Game[Any]) -> list[Entry]:
    """The functions that the modules in the game's manifest name besides the loops."""
    found: dict[str, Entry] = {}
    for module in (load(named) for named in game.manifest.kernels):
        for name, arrays in module.KERNELS.items():
            if name in found:
                raise BadTarget(f"two kernels of {game.name} are called {name}")
            function = getattr(module, name)
            found[name] = entry(function, _given(game, function, arrays))
    return list(found.values())


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
    scope, meaning = threads_scope(game), meanings(game)
    short = np.dtype("i2" if game.n_actions <= 1 << 15 else "i4")  # a list takes part of the memory near by
    meaning["buffer"] = Array(short, (game.loops.max_legal,), scratch=True)
    read: dict[str, Parameter] = {"states": Array(game.dtype, ("n",), "state", fetched=True)}
    changed: dict[str, Parameter] = {"states": Array(game.dtype, ("n",), "state", fetched=True, stored=True)}
    seen: dict[str, dict[str, Parameter]] = {"": {}, "_float32": {"observations": meaning["observations"]}}
    if game.compact is not None:
        seen["_compact"] = {"compact": meaning["compact"]}
    unseen = {name: without_rows(meaning[name]) for name in ("observations", "compact")}

    def made(loop: Callable[..., Any], own: Mapping[str, Parameter], form: str = "") -> Entry:
        return entry(rebound(loop, scope, loop.__name__), {**meaning, **own}, loop.__name__ + form)

    forms = [made(core.advance_slice, changed | unseen | own, form) for form, own in seen.items()]
    if game.compact is not None:
        copied = Array(game.compact.dtype, ("n",), "compact", stored=True, copied="states")
        whole = dict(scope)
        jit.bind(None, (copy_position,), whole, inlined=(copy_position,))
        loop = rebound(core.observe_compact_slice, whole, "observe_compact_slice")
        forms.append(entry(loop, meaning | read, out=copied))
    return [
        made(core.step_slice, changed),
        made(core.mask_slice, read),
        made(core.random_slice, {}),
        made(core.observe_slice, read | {"out": meaning["observations"]}),
        made(core.begin_slice, {}),
        made(reward_slice, {}),
        made(random_play_slice, changed),
        *forms,
    ]
