"""The names that a game's heuristics supply, one module per game. Here only to be read and checked against.

Search and self-play are written against these names, and copied into that namespace to be compiled: so the
compiler sees straight through from the tree to the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from floe.core.jit import compile_in, rebound
from floe.core.typing import I32Array, States, Struct, U64Array

HIDDEN = False
"""Whether the game has hidden information; then each simulation plays on a position determinized anew."""
EXPLORATION, UCT_EXPLORATION = 0.0, 0.0
"""How much the search tries what it has tried little: as it was found to play best, and the same for plain UCT."""
MAX_LEARNED = 0
N_FEATURES = 0
N_POLICY = 0


def apply(s: Struct, action: int) -> None:
    """As in the game's kernel; so are the next three."""
    raise NotImplementedError


def legal_list(s: Struct, out: I32Array) -> int:
    raise NotImplementedError


def random_action(s: Struct, buffer: I32Array, rng: U64Array) -> int:
    raise NotImplementedError


def is_over(s: Struct) -> bool:
    raise NotImplementedError


def determinize(states: States, index: int, seat: int, rng: U64Array) -> None:
    """Draw what is hidden from the seat anew."""
    raise NotImplementedError


def knows_actions(s: Struct, seat: int) -> bool:
    """Whether a seat knows all that the player to move may do, whatever else is hidden from it."""
    raise NotImplementedError


def position_key(words: U64Array, s: Struct, seat: int) -> np.uint64:
    """A hash of all that the seat knows of a position."""
    raise NotImplementedError


def estimate(s: Struct, values: Any) -> None:
    """A hand-made judgement: each seat's share of the win."""
    raise NotImplementedError


def appeal(s: Struct, legal: I32Array, n: int, out: Any) -> None:
    """By hand: how good each of the n legal actions looks at first sight, as a logit."""
    raise NotImplementedError


def features(s: Struct, out: I32Array) -> int:
    """The network's active features, seen by the player to move; answers how many."""
    raise NotImplementedError


def policy_index(s: Struct, action: int) -> int:
    """An action's number in the network's policy."""
    raise NotImplementedError


NAMES = (
    "__name__", "HIDDEN", "MAX_LEARNED", "N_FEATURES", "N_POLICY", "apply", "legal_list", "random_action", "is_over",
    "determinize", "knows_actions", "position_key", "estimate", "appeal", "features", "policy_index",
)  # fmt: skip


def compile_for(
    heuristics: dict[str, Any], source: dict[str, Any], functions: tuple[Callable[..., Any], ...], way: str
) -> dict[str, Any]:
    """Compile functions of a module (its ``globals()``) for a heuristics (its ``globals()``).

    Answers the namespace in which they were compiled. ``way`` is part of their names on disk, because the same
    functions are compiled for several ways of judging.
    """
    scope = source | {name: heuristics[name] for name in NAMES}
    for function in functions:
        scope[function.__name__] = compile_in("bots", rebound(function, scope, f"{function.__name__}_by_{way}"))
    return scope
