"""What the search needs to know of a game: its *heuristics*.

Search and self-play are written against the names here, and copied into a game's own namespace to be compiled there: so
the compiler sees straight through from the tree to the rules. That namespace holds, later ones before earlier ones:

1. the defaults below, which know nothing of any game;
2. the names of the game's kernel (``apply``, ``legal_list``, ``is_over``, ``observe``, ...);
3. the names of the module that its manifest calls ``heuristics``, if there is one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

import floe
from floe import games
from floe.core import jit
from floe.core.errors import UnknownGame
from floe.core.maths import log
from floe.core.typing import F32Array, I32Array, States, Struct, U64Array

# Names that a module of heuristics may set; the values are those of a game that brings none.

EXPLORATION, UCT_EXPLORATION = 1.5, 0.7
"""How much the search tries what it has tried little: as it was found to play best, and the same for plain UCT."""
N_FEATURES, N_POLICY = 1, 1
"""The size of the network: how many features a position has, and how many actions its policy tells apart."""
MAX_ACTIVE, MAX_LEARNED = 1, 1
"""At most so many features are active in a position; at most so many of its actions are learnt from."""
LAYER1, LAYER2 = 128, 64
"""Units in the network's two hidden layers; multiples of eight."""
CORRECTS = False
"""Whether the network corrects the hand-made estimate and appeal, instead of judging alone. Then one that knows nothing
judges as they do, and its policy may be left out (``N_POLICY`` is 1)."""
HIDDEN = False
"""Whether the game has hidden information. Taken from the engine, not from the module."""


def training_start(game: Any, deal: Any, players: int) -> States:
    """A first position for self-play, drawn with a ``Deal``."""
    first: States = game.new(players, seed=deal.below(2**62)).array
    return first


# Compiled: of the kernel


def apply(s: Struct, action: int) -> None:
    raise NotImplementedError


def legal_list(s: Struct, out: I32Array) -> int:
    raise NotImplementedError


def random_action(s: Struct, buffer: I32Array, rng: U64Array) -> int:
    raise NotImplementedError


def is_over(s: Struct) -> bool:
    raise NotImplementedError


# Compiled: with a default


def determinize(states: States, index: int, seat: int, rng: U64Array) -> None:
    """Draw what is hidden from the seat anew. A game that hides something must say how."""


def knows_actions(s: Struct, seat: int) -> bool:
    """Whether a seat knows all that the player to move may do, whatever else is hidden from it."""
    return not HIDDEN or s.to_move == seat


def position_key(words: U64Array, s: Struct, seat: int) -> np.uint64:
    """A hash of all that the seat knows of a position. By default of the whole struct, 64 bits at a time; a game that
    hides something must leave out what it hides."""
    key = np.uint64(0x9E3779B97F4A7C15)
    for k in range(len(words)):
        key = (key ^ words[k]) * np.uint64(0xBF58476D1CE4E5B9)
        key ^= key >> np.uint64(29)
    return np.uint64(key)


def estimate(s: Struct, values: F32Array) -> None:
    """A hand-made judgement: each seat's share of the win. By default all are alike."""
    for seat in range(len(values)):
        values[seat] = 1 / int(s.players) if seat < int(s.players) else 0


def estimate_logits(s: Struct, values: F32Array) -> None:
    """The estimate as a network corrects it: numbers of which e to their power is in proportion to the shares. A game
    whose estimate comes from such numbers anyway says them itself, and spares the way there and back."""
    estimate(s, values)
    for seat in range(int(s.players)):
        values[seat] = log(max(float(values[seat]), 1e-6))


def appeal(s: Struct, legal: I32Array, n: int, out: F32Array) -> None:
    """By hand: how good each of the n legal actions looks at first sight, as a logit. By default all are alike."""
    for k in range(n):
        out[k] = 0


def lesson(s: Struct, values: F32Array) -> None:
    """Of a game that is over: what its positions are taught to foresee. By default each seat's share of the win."""
    winners = 0
    for seat in range(len(values)):
        winners += (int(s.winners) >> seat) & 1
    for seat in range(len(values)):
        values[seat] = ((int(s.winners) >> seat) & 1) / winners


def features(s: Struct, out: I32Array) -> int:
    """Write the network's active features, seen by the player to move; return how many. One that is there twice counts
    twice."""
    return 0


def policy_index(s: Struct, action: int) -> int:
    """An action's number in the network's policy."""
    return 0


_PLAIN = (
    "EXPLORATION", "UCT_EXPLORATION", "N_FEATURES", "N_POLICY", "MAX_ACTIVE", "MAX_LEARNED", "LAYER1", "LAYER2",
    "CORRECTS",
)  # fmt: skip
_PYTHON = (training_start,)
_KERNEL = ("__name__", "__file__", "MAX_LEGAL", "apply", "legal_list", "is_over", "random_action")
_DEFAULTS = (
    determinize, knows_actions, position_key, estimate, estimate_logits, appeal, lesson, features, policy_index,
)  # fmt: skip
_OF_HIDDEN = ("determinize", "position_key")


class Heuristics:
    """A game's heuristics, complete: each name above is an attribute, and ``STATE`` the struct's type."""

    def __init__(self, scope: dict[str, Any], unit: jit.Unit | None, *, by_playouts: bool, learns: bool) -> None:
        self.__dict__.update(scope)
        self.scope = scope
        self.unit = unit
        self.by_playouts = by_playouts
        """Whether nothing but random play tells how good a position is."""
        self.learns = learns
        """Whether there are features for a network to learn from."""

    def __getattr__(self, name: str) -> Any:  # for type checkers: the names come from the scope
        raise AttributeError(name)


@lru_cache(maxsize=32)
def heuristics_of(game: str) -> Heuristics:
    """The heuristics of a game."""
    manifest, engine = games.manifest(game), floe.game(game)
    module = manifest.part("heuristics")
    own = {} if module is None else vars(module)
    kernel = engine.loops.kernel
    scope: dict[str, Any] = {name: globals()[name] for name in _PLAIN}
    scope |= {function.__name__: function for function in _PYTHON}
    scope |= {name: kernel[name] for name in _KERNEL}
    scope |= {"np": np, "log": log, "HIDDEN": engine.hidden, "STATE": engine.dtype}
    offered = {name: kernel[name] for name in _OF_HIDDEN if name in kernel} | own
    missing = [name for name in _OF_HIDDEN if engine.hidden and name not in offered]
    if missing:
        raise UnknownGame(f"the game {game!r} hides something, so its kernel must define {' and '.join(missing)}")
    scope |= {name: offered[name] for name in scope if name in offered and not name.startswith("__")}
    unit = None if engine.loops.unit is None else engine.loops.unit.above("bots")
    for function in _DEFAULTS:
        if function.__name__ in offered:
            scope[function.__name__] = offered[function.__name__]
        else:
            jit.bind(unit, (function,), scope)
    return Heuristics(scope, unit, by_playouts="estimate" not in offered, learns="features" in offered)


def bind_to(heuristics: Heuristics, functions: Any, source: dict[str, Any], suffix: str) -> dict[str, Any]:
    """Compile functions of a module (its ``globals()``) in a game's namespace; return the namespace.

    The suffix is part of their names on disk, because the same functions are compiled for several ways of judging.
    """
    scope = source | heuristics.scope
    jit.bind(heuristics.unit, functions, scope, f"_by_{suffix}")
    return scope
