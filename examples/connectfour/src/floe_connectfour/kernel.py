"""Connect Four as the engine drives it: the struct of a position, which actions are legal, and what each does.

Discs are sets of bits, seven for each column from below, of which the topmost is always empty: so a line never runs on
from one column into the next. An action is a column, counted from 0.
"""

from __future__ import annotations

import numpy as np

from floe.core.encoding import Encoding
from floe.core.game import NOBODY
from floe.core.jit import compiled
from floe.core.loops import compile_loops
from floe.core.typing import F32Array, I32Array, Struct

COLUMNS, ROWS = 7, 6
MAX_LEGAL = COLUMNS
PHASES = ("drop", "over")
DROP, OVER = range(2)
LEAST, MOST = 3, 5
"""So many discs in a row can be asked for."""

STATE = np.dtype(
    (
        np.record,
        [
            ("discs", "u8", (2,)),  # of each seat
            ("height", "u1", (7,)),
            ("phase", "u1"),
            ("to_move", "u1"),  # a seat, or NOBODY
            ("turn", "u1"),
            ("winners", "u1"),  # one bit per seat
            ("players", "u1"),
            ("colours", "u1", (2,)),
            ("connect", "u1"),
            ("spare", "u1"),  # a struct's size is a multiple of 8
        ],
    )
)

ENCODING = Encoding(
    ("own", (COLUMNS, ROWS)), ("others", (COLUMNS, ROWS)), ("to_move", (1,)), ("won", (2,)), ("connect", (1,))
)
_OWN, _OTHERS, _TO_MOVE, _WON, _CONNECT = (part.start for part in ENCODING)

UP = 1
DIRECTIONS = (UP, ROWS + 1, ROWS, ROWS + 2)
"""Up, to the right, down to the right, up to the right: how many bits further the next space of a line is."""
_ONE, _NONE = np.uint64(1), np.uint64(0)


@compiled
def is_over(s: Struct) -> bool:
    return bool(s.phase == OVER)


@compiled
def legal_list(s: Struct, out: I32Array) -> int:
    """CF-3: the columns that are not full."""
    n = 0
    for column in range(COLUMNS):
        if s.phase != OVER and s.height[column] < ROWS:
            out[n] = column
            n += 1
    return n


@compiled
def line_starts(discs: np.uint64, step: int, connect: int) -> np.uint64:
    """The discs with which a line in one direction begins."""
    for _ in range(connect - 1):
        discs &= discs >> np.uint64(step)
    return discs


@compiled
def has_line(discs: np.uint64, connect: int) -> bool:
    """CF-4: whether so many of these discs stand in a row."""
    found = _NONE
    for step in DIRECTIONS:
        found |= line_starts(discs, step, connect)
    return bool(found)


@compiled
def apply(s: Struct, action: int) -> None:
    """CF-3: drop a disc into a column; CF-4, CF-5: the game may be over."""
    seat = int(s.to_move)
    s.discs[seat] |= _ONE << np.uint64(action * (ROWS + 1) + int(s.height[action]))
    s.height[action] += 1
    s.turn += 1
    won = has_line(s.discs[seat], int(s.connect))
    if won or s.turn == COLUMNS * ROWS:
        s.winners = 1 << seat if won else 3
        s.to_move = NOBODY
        s.phase = OVER
    else:
        s.to_move = 1 - seat


@compiled
def observe(s: Struct, seat: int, out: F32Array) -> None:
    """What a seat sees: nothing is hidden, and everything is told from its own side."""
    for column in range(COLUMNS):
        for row in range(ROWS):
            bit = np.uint64(column * (ROWS + 1) + row)
            out[_OWN + column * ROWS + row] = (s.discs[seat] >> bit) & _ONE
            out[_OTHERS + column * ROWS + row] = (s.discs[1 - seat] >> bit) & _ONE
    out[_TO_MOVE] = s.to_move == seat
    out[_WON] = (int(s.winners) >> seat) & 1
    out[_WON + 1] = (int(s.winners) >> (1 - seat)) & 1
    out[_CONNECT] = s.connect / MOST


LOOPS = compile_loops(globals())
