"""ICE CULT as the engine drives it: which integer actions are legal, and what each does."""

from __future__ import annotations

import numpy as np

from floe.core.bits import lowest_bit, nth_bit, popcount
from floe.core.jit import inlined
from floe.core.loops import compile_loops
from floe.core.randomness import draw_below
from floe.core.typing import I32Array, Struct, U8Array, U64Array
from floe.games.icecult import rules
from floe.games.icecult.compact import observe_compact
from floe.games.icecult.encoding import observe
from floe.games.icecult.layout import (
    CHOICES,
    COPY,
    END,
    MAX_LEGAL,
    MOVE,
    OVER,
    STEP,
    TILT,
    TURN,
)

__all__ = [
    "LOOPS",
    "MAX_LEGAL",
    "apply",
    "fill_mask",
    "is_legal",
    "is_over",
    "legal_bits",
    "legal_list",
    "next_order",
    "observe",
    "observe_compact",
    "random_action",
    "random_masked_action",
]

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_SPREAD = np.array([[byte >> k & 1 for k in range(8)] for byte in range(256)], dtype=np.uint8)


@inlined
def is_over(s: Struct) -> bool:
    return bool(s.phase == OVER)


@inlined
def legal_bits(s: Struct) -> np.uint64:
    """The legal actions as bits, counted from ``first_bit``."""
    if s.phase == MOVE:
        return rules.legal_moves(s)
    if s.phase == OVER:
        return np.uint64(0)
    return rules.legal_tilts(s)


@inlined
def first_bit(s: Struct) -> int:
    return STEP if s.phase == MOVE else TILT


@inlined
def legal_list(s: Struct, out: I32Array) -> int:
    bits = legal_bits(s)
    first = first_bit(s)
    n = 0
    while bits != _ZERO:
        out[n] = first + lowest_bit(bits)
        bits &= bits - _ONE
        n += 1
    return n


@inlined
def random_action(s: Struct, buffer: I32Array, rng: U64Array) -> int:
    bits = legal_bits(s)
    return first_bit(s) + nth_bit(bits, draw_below(rng, popcount(bits)))


@inlined
def is_legal(s: Struct, action: int, buffer: I32Array) -> bool:
    """Whether an action is legal, without asking for all the others where that is not needed."""
    if s.phase != MOVE:
        return bool(TILT <= action < STEP and (legal_bits(s) >> np.uint64(action - TILT)) & _ONE)
    if STEP <= action < COPY:
        return rules.has_step(s, (action - STEP) // CHOICES, (action - STEP) % CHOICES, False)
    if COPY <= action < TURN:
        return rules.has_step(s, (action - COPY) // CHOICES, (action - COPY) % CHOICES, True)
    if TURN <= action <= END:
        return bool((rules.legal_moves(s) >> np.uint64(action - STEP)) & _ONE)
    return False


@inlined
def spread(s: Struct, bits: np.uint64, mask: U8Array) -> None:
    """Write legal bits as a mask, eight at a time."""
    word = bits << np.uint64(first_bit(s))
    for eight in range(8):
        byte = (word >> np.uint64(8 * eight)) & np.uint64(255)
        for k in range(8):
            mask[8 * eight + k] = _SPREAD[byte, k]
    mask[END] = (bits >> np.uint64(END - STEP)) & _ONE


@inlined
def fill_mask(s: Struct, mask: U8Array, buffer: I32Array) -> int:
    bits = legal_bits(s)
    spread(s, bits, mask)
    return popcount(bits)


@inlined
def random_masked_action(s: Struct, mask: U8Array, buffer: I32Array, rng: U64Array) -> int:
    bits = legal_bits(s)
    spread(s, bits, mask)
    return first_bit(s) + nth_bit(bits, draw_below(rng, popcount(bits)))


@inlined
def apply(s: Struct, action: int) -> None:
    if action < STEP:
        rules.tilt(s, action - TILT)
    elif action < COPY:
        slot = (action - STEP) // CHOICES
        s.used |= np.uint8(1 << slot)
        rules.arrow_step(s, slot, (action - STEP) % CHOICES)
    elif action < TURN:
        s.circles -= 1
        rules.arrow_step(s, (action - COPY) // CHOICES, (action - COPY) % CHOICES)
    elif action < END:
        rules.turn_cube(s, (action - TURN) >> 1, (action - TURN) & 1)
    else:
        rules.end_turn(s)


LOOPS = compile_loops(globals())
next_order = LOOPS.next_order
