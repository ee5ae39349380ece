"""A position changed in place, with actions as numbers: the quick way from Python."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from floe.core import jit
from floe.core.arrays import copied, put
from floe.core.errors import FloeError, shown
from floe.core.integers import checked, whole
from floe.core.loops import Loops
from floe.core.typing import I32Array, States, U8Array, U64Array

StepOn: TypeAlias = Callable[[States, int, int, I32Array], int]


class IllegalNumber(FloeError):
    """A number that is no legal action in this position. The position is unchanged."""


class MutableState:
    """One position and the arrays to work on it: nothing is allocated in ``legal``, ``legal_mask`` and ``step``.

    A step finds out at once what is legal next, so that a loop which asks for it each time crosses from Python into
    compiled code once a step, not twice: crossing over takes longer than all the rules.
    """

    __slots__ = ("_array", "_buffer", "_count", "_lists", "_loops", "_mask", "_n_actions", "_step_on", "_view")

    def __init__(self, loops: Loops, n_actions: int, array: States) -> None:
        self._loops = loops
        self._step_on = _step_on(loops.step_on, array.dtype)
        self._array = array
        self._view = _read_only(array)
        self._buffer: I32Array = np.empty(loops.max_legal, np.int32)
        self._lists: dict[int, I32Array] = {}  # views of the first so many of them
        self._count = -1  # how many of the buffer's actions are legal now; -1: not asked yet
        self._n_actions = n_actions
        self._mask: U8Array = np.zeros(n_actions, np.uint8)

    @property
    def array(self) -> States:
        """The position as it is now, as an array of one struct, read-only. To change it, step, or ``set`` it."""
        return self._view

    def legal(self) -> I32Array:
        """The legal actions in ascending order. The array is overwritten by the next step."""
        count = self._count
        if count < 0:
            count = self._count = self._loops.legal(self._array, 0, self._buffer)
        listed = self._lists.get(count)
        if listed is None:
            listed = self._lists[count] = _read_only(self._buffer[:count])
        return listed

    def legal_mask(self) -> U8Array:
        """1 for each legal action, 0 for every other. The array is overwritten by the next call."""
        self._count = -1  # a game may fill the mask without the list, and use the buffer for something else
        self._loops.legal_mask(self._array, 0, self._mask, self._buffer)
        return self._mask

    def step(self, action: int) -> None:
        """Play an action, or refuse it and change nothing."""
        if type(action) is not int or not 0 <= action < self._n_actions:
            action = self._number(action)
        count = self._step_on(self._array, 0, action, self._buffer)
        if count < 0:
            why = "the game is over" if self.over else "it is not legal here"
            raise IllegalNumber(f"action {action} cannot be played: {why}")
        self._count = count

    def _number(self, action: object) -> int:
        """NumPy's whole numbers are welcome too; anything else would reach the compiler."""
        number = whole(action)
        if number is None or not 0 <= number < self._n_actions:
            raise IllegalNumber(f"actions are numbers from 0 to {self._n_actions - 1}, not {shown(action)}")
        return number

    def playout(self, rng: U64Array, limit: int = 1_000_000) -> int:
        """Play on at random until the game ends or ``limit`` actions were played; return how many were."""
        most = checked(limit, 0, 2**63 - 1, "the limit is a number of actions")
        self._count = -1
        return self._loops.playout(self._array, 0, rng, self._buffer, most)

    def respond(self, seat: int, rng: U64Array, max_turns: int = 2**32) -> None:
        """Play at random for all others until the seat must decide, the game ends or so many turns were ended."""
        last = int(self._array["players"].item(0)) - 1
        seats = np.array([checked(seat, -1, last, f"a seat is a number from 0 to {last}, or -1 for nobody's")])
        turns = checked(max_turns, 0, 2**32, "the limit is a number of turns")
        self._count = -1
        self._loops.respond_slice(self._array, seats, rng.reshape(1, 1), turns, self._buffer, 0, 1)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._count <= 0 and bool(self._array["to_move"].item(0) == 255)

    def set(self, array: States) -> None:
        """Take another position over."""
        self._count = -1
        put(self._array, 0, array[:1])

    def copy(self) -> MutableState:
        """The same position in a workplace of its own."""
        return MutableState(self._loops, self._n_actions, copied(self._array))

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a MutableState is a workplace; pickle the State")


@functools.cache
def _step_on(step_on: StepOn, dtype: np.dtype[Any]) -> StepOn:
    """``Loops.step_on`` for the arrays that a MutableState has."""
    return jit.direct(step_on, np.zeros(1, dtype), 0, 0, np.zeros(1, np.int32))


def _read_only(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    view = array.view()
    view.flags.writeable = False
    return view
