"""Turns of ICE CULT played out in every order, with nothing remembered and nothing ruled out: slow, and easy to trust.

The searches that find puzzles (``reach``, ``forced``, ``floe.core.turns``) are clever; this is what they are held to.
Compiled.
"""

from __future__ import annotations

import numpy as np

from floe.core.jit import compiled
from floe.core.typing import I32Array, I64Array, States, Struct
from floe.games.icecult.kernel import is_over, next_order
from floe.games.icecult.layout import MAX_LEGAL, STATE

LONGEST = 8
"""Two tilts, an action for what each cube shows, the end of the turn; and one to spare."""


@compiled
def alike(s: Struct, t: Struct) -> bool:
    """Whether two positions of a game have the same pawns in the same places and the same cubes."""
    for k in range(4):
        if s.pawns[k] != t.pawns[k] or s.heights[k] != t.heights[k] or s.cubes[k] != t.cubes[k]:
            return False
        if s.start[k] != t.start[k] or s.home[k] != t.home[k]:
            return False
    return True


@compiled
def tally_wins(stack: States, moves: I32Array, left: I32Array, target: States, stop: int, tally: I64Array) -> None:
    """Play the turn of stack[0] in every order: how many win for the seat on turn alone and lead to ``target``, and how
    many win and do not. Ends early after ``stop`` wins.
    """
    seat, turn = int(stack[0].to_move), stack[0].turn
    tally[0], tally[1] = 0, 0
    level = next_order(stack, moves, left, 0, True)
    while level > 0:
        s = stack[level]
        if is_over(s) and int(s.winners) == 1 << seat:
            tally[0 if alike(s, target[0]) else 1] += 1
            if tally[0] + tally[1] == stop:
                return
        level = next_order(stack, moves, left, level, s.turn == turn and not is_over(s))


class Orders:
    """The memory for it."""

    def __init__(self) -> None:
        self._stack = np.zeros(LONGEST + 1, STATE)
        self._moves, self._left = np.empty((LONGEST, MAX_LEGAL), np.int32), np.zeros(LONGEST, np.int32)
        self._tally = np.zeros(2, np.int64)

    def wins(self, array: States, target: States) -> tuple[int, int]:
        """In how many orders the turn wins by reaching a position, and in how many by reaching another one."""
        return self._count(array, target, -1)

    def can_win(self, array: States) -> bool:
        """Whether the seat to move can win in this turn."""
        return any(self._count(array, array, 1))

    def _count(self, array: States, target: States, stop: int) -> tuple[int, int]:
        self._stack[0] = array[0]
        tally_wins(self._stack, self._moves, self._left, target, stop, self._tally)
        return int(self._tally[0]), int(self._tally[1])
