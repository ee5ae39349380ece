"""Whether the player on turn can win within this very turn: every way to play it is tried out. Compiled.

A turn has at most seven actions, two tilts, one for what each cube shows, and its end, which matters where wins are
looked for there. Most positions are ruled out at a glance, because pawns are too far from home and from each other for
so few steps.
"""

from __future__ import annotations

import numpy as np

from floe.core.jit import compiled
from floe.core.typing import I32Array, States, Struct
from floe.games.icecult.kernel import is_over, next_order
from floe.games.icecult.layout import ARC, MAX_LEGAL, MOVE
from floe.games.icecult.rules import height, is_used, marks, top

DEPTH = 7
MOST_POSITIONS = 5_000_000
"""So many are looked at; that takes about a second and is hardly ever needed."""
NOT_KNOWN = -1

KERNELS = {"find_win": {"stack": ("state", DEPTH + 1), "moves": ("i4", DEPTH, MAX_LEGAL), "left": ("i4", DEPTH)}}
"""What a page has compiled (see ``Manifest.kernels``)."""

_PAWN = np.uint64(7)
_ZERO = np.uint64(0)


@compiled
def steps_left(s: Struct) -> int:
    """IC-13, IC-17: how many more steps this turn can have, if every arrow and every circle finds one."""
    if s.phase != MOVE:
        return 4
    left = int(s.circles)
    for slot in range(4):
        if top(s, slot) < ARC and not is_used(s, slot):
            left += 1
    return left


@compiled
def within_reach(s: Struct, colour: int, steps: int) -> bool:
    """Whether so many steps could bring all of a colour home or together, if every one of them carried all it could.

    A pawn in start needs a step to enter, alone. Home: on each path the last of them has its whole way to go, and one
    who enters has all of it. Tower: none is home, those on paths are on one path, and the last goes to where the first
    is.
    """
    start, length = int(s.start[colour]), int(s.path_length)
    nearest, farthest, paths, way = 0, length + 1, 0, 0
    for path in range(4):
        if marks(s.pawns[path], colour) == _ZERO:
            continue
        paths += 1
        row, last = s.pawns[path], length + 1
        for space in range(1, length + 1):
            for _ in range(height(s, path, space)):
                if int(np.int64(row & _PAWN)) == colour + 1:
                    nearest, last = max(nearest, space), min(last, space)
                row >>= np.uint64(3)
        farthest = min(farthest, last)
        way += length + 1 - last
    if start > 0:
        farthest = 1
        way = max(way, length)
    home = start + way <= steps
    tower = s.home[colour] == 0 and paths <= 1 and start + max(nearest - farthest, 0) <= steps
    return home or tower


@compiled
def find_win(stack: States, moves: I32Array, left: I32Array, most: int) -> int:
    """How many actions from stack[0] the player on turn wins alone in this turn: those that lead there stay in
    ``moves``, the last of each row's first ``left`` + 1. 0 if there is no way, NOT_KNOWN after so many positions.
    """
    seat, turn, tried = int(stack[0].to_move), stack[0].turn, 0
    colour = int(stack[0].colours[seat])
    level = next_order(stack, moves, left, 0, within_reach(stack[0], colour, steps_left(stack[0])))
    while level > 0:
        tried += 1
        if tried > most:
            return NOT_KNOWN
        s = stack[level]
        if is_over(s) and int(s.winners) == 1 << seat:
            return level
        goes_on = level < DEPTH and s.turn == turn and not is_over(s)
        level = next_order(stack, moves, left, level, goes_on and within_reach(s, colour, steps_left(s)))
    return 0


def winning_turn(array: States) -> list[int] | None:
    """The actions by which the player on turn wins alone within this turn, the first way that is found.

    None if there is none, or (hardly ever) none among the first five million positions.
    """
    moves, left = np.empty((DEPTH, MAX_LEGAL), np.int32), np.zeros(DEPTH, np.int32)
    length = find_win(np.repeat(array, DEPTH + 1), moves, left, MOST_POSITIONS)
    return [int(moves[level, left[level]]) for level in range(length)] if length > 0 else None


def is_without_win(array: States) -> bool:
    """Whether it is certain that the player on turn cannot win alone within this turn."""
    moves, left = np.empty((DEPTH, MAX_LEGAL), np.int32), np.zeros(DEPTH, np.int32)
    return bool(find_win(np.repeat(array, DEPTH + 1), moves, left, MOST_POSITIONS) == 0)
