"""The names that a mind supplies: one module a game in ``floe.bots.minds``. Here only to be read and checked against.

Search and self-play are written against these names, and copied into a mind's namespace to be compiled there: so the
compiler sees straight through from the tree to the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from floe.core.jit import compile_in, rebound
from floe.core.typing import I32Array, Record, States, U64Array

HIDDEN = False
"""Whether the game has hidden information; then each simulation plays on a position imagined anew."""
EXPLORATION, UCT_EXPLORATION = 0.0, 0.0
"""How much the search tries what it has tried little: as it was found to play best, and the same for plain UCT."""
MAX_LEARNED = 0
N_FEATURES = 0
N_POLICY = 0


def apply(s: Record, action: int) -> None:
    """As in the game's kernel; so are the next three."""
    raise NotImplementedError


def legal_list(s: Record, out: I32Array) -> int:
    raise NotImplementedError


def random_action(s: Record, buffer: I32Array, rng: U64Array) -> int:
    raise NotImplementedError


def is_over(s: Record) -> bool:
    raise NotImplementedError


def imagine(states: States, index: int, seat: int, rng: U64Array) -> None:
    """Draw what is hidden from the seat anew."""
    raise NotImplementedError


def knows_actions(s: Record, seat: int) -> bool:
    """Whether a seat knows all that the player to move may do, whatever else is hidden from it."""
    raise NotImplementedError


def position_key(words: U64Array, s: Record, seat: int) -> np.uint64:
    """A hash of all that the seat knows of a position."""
    raise NotImplementedError


def estimate(s: Record, values: Any) -> None:
    """A hand-made judgement: each seat's share of the win."""
    raise NotImplementedError


def appeal(s: Record, legal: I32Array, n: int, out: Any) -> None:
    """By hand: how good each of the n legal actions looks at first sight, as a logit."""
    raise NotImplementedError


def features(s: Record, out: I32Array) -> int:
    """The network's active features, seen by the player to move; answers how many."""
    raise NotImplementedError


def policy_index(s: Record, action: int) -> int:
    """An action's number in the network's policy."""
    raise NotImplementedError


NAMES = (
    "__name__", "HIDDEN", "MAX_LEARNED", "N_FEATURES", "N_POLICY", "apply", "legal_list", "random_action", "is_over",
    "imagine", "knows_actions", "position_key", "estimate", "appeal", "features", "policy_index",
)  # fmt: skip


def compile_for(
    mind: dict[str, Any], source: dict[str, Any], functions: tuple[Callable[..., Any], ...], way: str
) -> dict[str, Any]:
    """Compile functions of a module (its ``globals()``) for a mind (its ``globals()``).

    Answers the namespace in which they were compiled. ``way`` is part of their names on disk, because the same
    functions are compiled for several ways of judging.
    """
    scope = source | {name: mind[name] for name in NAMES}
    for function in functions:
        scope[function.__name__] = compile_in("bots", rebound(function, scope, f"{function.__name__}_by_{way}"))
    return scope
