"""Connect Four as a game for Floe's search, so that it can be measured beside others on a game that all know.

Heuristics as ``floe.bots.search.heuristics`` wants them, for plain tree search alone: nothing is judged by hand or
by a network.
Discs are sets of bits, seven for each column, of which the topmost is never used.
"""

from __future__ import annotations

import numpy as np

from floe.core.jit import compiled
from floe.core.randomness import draw_below
from floe.core.typing import F32Array, I32Array, States, Struct, U64Array

COLUMNS, ROWS = 7, 6
NOBODY = 255
STATE = np.dtype(
    (
        np.record,
        [
            ("discs", "u8", (2,)),
            ("height", "u1", (8,)),
            ("turn", "u1"),
            ("to_move", "u1"),
            ("winners", "u1"),
            ("players", "u1"),
            ("spare", "u1", (4,)),
        ],
    )
)
HIDDEN = False
EXPLORATION, UCT_EXPLORATION = 0.0, 0.7
MAX_LEGAL, MAX_ACTIVE, MAX_LEARNED, N_FEATURES, N_POLICY = COLUMNS, 1, 1, 1, 1

_ONE = np.uint64(1)


def first() -> States:
    """The empty board."""
    states = np.zeros(1, STATE)
    states["players"] = 2
    return states


@compiled
def is_over(s: Struct) -> bool:
    return bool(s.to_move == NOBODY)


@compiled
def legal_list(s: Struct, out: I32Array) -> int:
    n = 0
    for column in range(COLUMNS):
        out[n] = column
        n += s.height[column] < ROWS
        if n == MAX_LEGAL:
            break
    return n


@compiled
def random_action(s: Struct, buffer: I32Array, rng: U64Array) -> int:
    return int(buffer[draw_below(rng, legal_list(s, buffer))])


@compiled
def four(discs: np.uint64, step: int) -> bool:
    """Whether four discs stand in a line that goes on by so many bits."""
    pairs = discs & (discs >> np.uint64(step))
    return bool(pairs & (pairs >> np.uint64(2 * step)))


@compiled
def apply(s: Struct, action: int) -> None:
    mover = int(s.to_move)
    s.discs[mover] |= _ONE << np.uint64(action * (ROWS + 1) + int(s.height[action]))
    s.height[action] += 1
    s.turn += 1
    discs = s.discs[mover]
    if four(discs, 1) or four(discs, ROWS + 1) or four(discs, ROWS) or four(discs, ROWS + 2):
        s.winners = 1 << mover
        s.to_move = NOBODY
    elif s.turn == COLUMNS * ROWS:
        s.winners = 3
        s.to_move = NOBODY
    else:
        s.to_move = 1 - mover


@compiled
def determinize(states: States, index: int, seat: int, rng: U64Array) -> None:
    """Nothing is hidden."""


@compiled
def knows_actions(s: Struct, seat: int) -> bool:
    return True


@compiled
def position_key(words: U64Array, s: Struct, seat: int) -> np.uint64:
    key = (s.discs[0] ^ np.uint64(0x9E3779B97F4A7C15)) * np.uint64(0xBF58476D1CE4E5B9)
    key = (key ^ (key >> np.uint64(29)) ^ s.discs[1]) * np.uint64(0x94D049BB133111EB)
    return np.uint64(key ^ (key >> np.uint64(31)))


@compiled
def estimate(s: Struct, values: F32Array) -> None:
    """Never asked: every playout ends within 42 moves."""


@compiled
def appeal(s: Struct, legal: I32Array, n: int, out: F32Array) -> None:
    """Not used by plain tree search; nor are the next two."""


@compiled
def features(s: Struct, out: I32Array) -> int:
    return 0


@compiled
def policy_index(s: Struct, action: int) -> int:
    return 0
