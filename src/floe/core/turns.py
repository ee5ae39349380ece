"""Every position in which a turn can end: all ways to play it are tried out, and equal positions count once.

Positions on the way are kept as well: those which many orders of the same actions lead to are looked at once, and the
way to each end can be told. Like the loops, this is bound to the names of a game's kernel and compiled there.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np

from floe.core import jit
from floe.core.game import NOBODY, Game
from floe.core.loops import Loops, apply, legal_list
from floe.core.typing import I32Array, States, U64Array

MOST_POSITIONS = 120_000
"""A turn has seldom a tenth of these; one with more is left alone."""
TOO_MANY = -1

_NONE = -1
_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


def place_of(words: U64Array, at: int, table: I32Array) -> int:
    """Where in the table a position stands, or would stand."""
    mask = np.uint64(len(table) - 1)
    mixed = _ZERO
    for word in range(words.shape[1]):
        mixed = (mixed ^ words[at, word]) * _MIX
        mixed ^= mixed >> _SHIFT
    place = mixed & mask
    while True:
        other = int(table[place])
        if other == _NONE:
            return int(place)
        same = True
        for word in range(words.shape[1]):
            if words[other, word] != words[at, word]:
                same = False
                break
        if same:
            return int(place)
        place = (place + _ONE) & mask


def list_turn(states: States, words: U64Array, came: I32Array, table: I32Array, moves: I32Array) -> int:
    """Every position that the turn of states[0] leads to, each once: how many there are, or TOO_MANY.

    Where another seat must decide, nobody looks further. ``words`` is the same memory as ``states``. ``came`` says for
    each position from which it came and by which action; ``table`` is full of _NONE, a power of two in length, and
    longer than ``states``.
    """
    most = len(states)
    turn, seat = states[0].turn, states[0].to_move
    table[place_of(words, 0, table)] = 0
    n, at = 1, 0
    while at < n:
        if states[at].turn != turn or states[at].to_move != seat:
            at += 1
            continue
        count = legal_list(states[at], moves)
        for k in range(count):
            if n == most:
                return TOO_MANY
            for word in range(words.shape[1]):
                words[n, word] = words[at, word]
            apply(states[n], moves[k])
            place = place_of(words, n, table)
            if table[place] == _NONE:
                table[place] = n
                came[n, 0] = at
                came[n, 1] = moves[k]
                n += 1
        at += 1
    return n


@dataclass(frozen=True)
class Turn:
    """All positions of a turn, the first one first. They are overwritten when their room is used again."""

    states: States
    came: I32Array

    def ends(self) -> list[int]:
        """Those in which the turn, or the game, is over."""
        turns, movers = self.states["turn"], self.states["to_move"]
        return np.flatnonzero((turns != turns[0]) | (movers == NOBODY)).tolist()

    def asks_others(self) -> bool:
        """Whether another seat may have to decide something within the turn, so that not all of it is listed."""
        turns, movers = self.states["turn"], self.states["to_move"]
        return bool(np.any((turns == turns[0]) & (movers != movers[0]) & (movers != NOBODY)))

    def actions(self, at: int) -> list[int]:
        """One way to a position, which no other is shorter than."""
        found: list[int] = []
        while at:
            found.append(int(self.came[at, 1]))
            at = int(self.came[at, 0])
        return found[::-1]


class Turns:
    """Lists turns of a game. Its memory is taken once."""

    def __init__(self, game: Game[Any], most: int = MOST_POSITIONS) -> None:
        self._list: Any = bound(game)
        words = game.dtype.itemsize // 8
        self._states = np.zeros(most, game.dtype)
        self._words: U64Array = self._states.view(np.uint64).reshape(most, words)
        self._came = np.full((most, 2), _NONE, np.int32)
        self._table = np.full(1 << (2 * most).bit_length(), _NONE, np.int32)
        self._moves = np.empty(game.loops.max_legal, np.int32)

    def turn(self, array: States) -> Turn | None:
        """The turn of a position, to be read before the next one is listed; None if it has too many positions."""
        self._table.fill(_NONE)
        self._states[0] = array[0]
        n = self._list(self._states, self._words, self._came, self._table, self._moves)
        return None if n == TOO_MANY else Turn(self._states[:n], self._came[:n])


@functools.cache
def bound(game: Game[Any]) -> Any:
    """``list_turn`` for a game."""
    return bind(game.loops, place_of, list_turn)["list_turn"]


def bind(loops: Loops, *functions: Any) -> dict[str, Any]:
    """Functions compiled in the namespace of a game's kernel."""
    scope = {**loops.kernel, "np": np, "_NONE": _NONE, "_MIX": _MIX, "_SHIFT": _SHIFT, "_ONE": _ONE, "_ZERO": _ZERO}
    scope["TOO_MANY"] = TOO_MANY
    jit.bind(loops.unit, functions, scope)
    return scope
