"""A position changed in place, with actions as numbers: the quick way from Python."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from floe.core.arrays import copied, put
from floe.core.errors import FloeError, shown
from floe.core.loops import GAME_OVER, Loops
from floe.core.typing import I32Array, States, U8Array, U64Array


class IllegalNumber(FloeError):
    """A number that is no legal action in this position. The position is unchanged."""


class MutableState:
    """One position and the buffers to work on it. Nothing is allocated in ``legal``, ``legal_mask`` and ``step``."""

    __slots__ = ("_buffer", "_legal", "_loops", "_mask", "_scratch", "_step", "records")

    def __init__(self, loops: Loops, n_actions: int, records: States) -> None:
        self.records = records
        self._loops = loops
        self._buffer: I32Array = np.empty(loops.max_legal, np.int32)
        self._scratch: I32Array = np.empty(loops.max_legal, np.int32)
        self._mask: U8Array = np.zeros(n_actions, np.uint8)
        self._legal = loops.legal
        self._step = loops.step

    def legal(self) -> I32Array:
        """The legal actions in rising order. The array is overwritten by the next call."""
        return self._buffer[: self._legal(self.records, 0, self._buffer)]

    def legal_mask(self) -> U8Array:
        """1 for each legal action, 0 for every other. The array is overwritten by the next call."""
        self._loops.legal_mask(self.records, 0, self._mask, self._scratch)
        return self._mask

    def step(self, action: int) -> None:
        """Play an action, or refuse it and change nothing."""
        if type(action) is not int or not 0 <= action < len(self._mask):
            action = self._number(action)
        answer = self._step(self.records, 0, action, self._scratch)
        if answer:
            why = "the game is over" if answer == GAME_OVER else "it is not legal here"
            raise IllegalNumber(f"action {action} cannot be played: {why}")

    def _number(self, action: object) -> int:
        """NumPy's whole numbers are welcome too; anything else would reach the compiler."""
        try:
            number = operator.index(action)  # type: ignore[arg-type]  # asking whether it is one
        except TypeError:
            number = -1
        if not 0 <= number < len(self._mask):
            raise IllegalNumber(f"actions are numbers from 0 to {len(self._mask) - 1}, not {shown(action)}")
        return number

    def playout(self, rng: U64Array, limit: int = 1_000_000) -> int:
        """Play on at random until the game ends or ``limit`` actions were played; answer how many were."""
        return self._loops.playout(self.records, 0, rng, limit)

    @property
    def over(self) -> bool:
        return bool(self.records["to_move"].item(0) == 255)

    def set(self, records: States) -> None:
        """Take another position over."""
        put(self.records, 0, records[:1])

    def copy(self) -> MutableState:
        return MutableState(self._loops, len(self._mask), copied(self.records))

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a MutableState is a workplace; pickle the State")
