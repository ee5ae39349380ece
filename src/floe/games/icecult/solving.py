"""Positions of ICE CULT for two, solved: whether each legal action wins or loses, proven. Compiled.

The question is always whether a seat can *force* a win within so many turns, this one counted, whatever the other
plays. Every action of every turn is tried until one settles it; nothing is judged, drawn or guessed, and nothing of the
search that plays is used. What cannot be settled within the turns and positions that are allowed is not known. A game
that nobody wins (IC-22) is won by neither, so nothing is ever proven by going in circles.

Positions are remembered whole, not by a hash alone, so that none is taken for another.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from floe.core.errors import BadOption
from floe.core.game import State
from floe.core.jit import compiled, inlined
from floe.core.typing import I32Array, States, Struct, U64Array
from floe.games.icecult.kernel import apply, is_over, legal_list
from floe.games.icecult.layout import MAX_LEGAL, STATE
from floe.games.icecult.orders import LONGEST
from floe.games.icecult.reach import steps_left, within_reach

NO, YES, OPEN, NOT_KNOWN = range(4)
STEPS_OF_A_TURN = 4
"""IC-13, IC-17: each cube on top gives one at most."""
TURNS = 5
"""So far ahead is looked, unless told otherwise."""
MOST_POSITIONS = 50_000
"""So many are looked at for one question, unless told otherwise: about a hundredth of a second."""
REMEMBERED = 1 << 16
"""Positions, a power of two. A newer one takes the place of an older."""

_KEY = 9
_ENTRY = _KEY + 1  # a key, and what is known
_MIX = np.uint64(0xFFFF_FFFF - 557)
_LOW = np.uint64(0xFFFF_FFFF)
_HALF = np.uint64(32)
_BYTE = np.uint64(255)
_EIGHT = np.uint64(8)


@compiled
def write_key(s: Struct, seat: int, key: U64Array) -> int:
    """All of a position that matters to what follows, and the seat that is to win. Returns its mixture.

    How many pawns are in start follows from the rest; the number of the turn matters to nobody.
    """
    for path in range(4):
        key[path] = s.pawns[path]
        key[4 + path] = s.heights[path]
    word = np.uint64(s.stalled)
    for k in range(4):
        word = (word << np.uint64(5)) | np.uint64(s.cubes[k])
        word = (word << np.uint64(3)) | np.uint64(s.home[k])
    word = (word << np.uint64(2)) | np.uint64(s.phase)
    word = (word << np.uint64(4)) | np.uint64(s.first_tilt & 15)
    word = (word << np.uint64(4)) | np.uint64(s.used)
    word = (word << np.uint64(3)) | np.uint64(s.circles)
    word = (word << np.uint64(3)) | np.uint64(s.arcs)
    key[8] = (word << np.uint64(2)) | np.uint64(2 * int(s.to_move) + seat)
    mixed = np.uint64(0)
    for k in range(_KEY):
        mixed ^= key[k]
        mixed = (mixed & _LOW) * _MIX + (mixed >> _HALF)  # which is never too large
    return int(np.int64(mixed >> _EIGHT))


@inlined
def is_remembered(entry: U64Array, key: U64Array) -> bool:
    """Whether an entry is that of a key."""
    for k in range(_KEY):  # noqa: SIM110  # kernels have no generators
        if entry[k] != key[k]:
            return False
    return True


@compiled
def at_a_glance(s: Struct, seat: int, turns: int, table: U64Array, key: U64Array) -> int:
    """Whether the seat wins within so many turns: YES or NO where that can be seen or is remembered, else OPEN.

    Remembered are the fewest turns, and 1, of a win that was found, and the most turns, and 1, in which none was.
    """
    if is_over(s):
        return YES if int(s.winners) == 1 << seat else NO
    if turns == 0 or not within_reach(s, int(s.colours[seat]), steps_left(s) + STEPS_OF_A_TURN * (turns - 1)):
        return NO
    entry = table[write_key(s, seat, key) & (len(table) - 1)]
    if not is_remembered(entry, key):
        return OPEN
    won, missed = int(entry[_KEY] & _BYTE), int((entry[_KEY] >> _EIGHT) & _BYTE)
    if won > 0 and turns >= won - 1:
        return YES
    return NO if turns < missed else OPEN


@compiled
def remember(s: Struct, seat: int, turns: int, answer: int, table: U64Array, key: U64Array) -> None:
    """Whether the seat wins within so many turns."""
    entry = table[write_key(s, seat, key) & (len(table) - 1)]
    if not is_remembered(entry, key):
        for k in range(_KEY):
            entry[k] = key[k]
        entry[_KEY] = 0
    if answer == YES:
        entry[_KEY] = (entry[_KEY] & ~_BYTE) | np.uint64(turns + 1)
    else:
        entry[_KEY] = (entry[_KEY] & _BYTE) | (np.uint64(turns + 1) << _EIGHT)


@compiled
def can_force(  # noqa: PLR0913, PLR0917  # the memory is the caller's
    stack: States,
    moves: I32Array,
    left: I32Array,
    turns: I32Array,
    table: U64Array,
    key: U64Array,
    seat: int,
    most: int,
) -> int:
    """Whether the seat can force a win from stack[0] within turns[0] turns: YES, NO, or NOT_KNOWN after so many
    positions.

    Depth first. An answer settles the position before it if the player there wants it: the seat wants a win, the other
    none. Otherwise the player's next action is tried, until there is none left.
    """
    level = 0
    answer = at_a_glance(stack[0], seat, int(turns[0]), table, key)
    for _ in range(most):
        if answer == OPEN:
            left[level] = legal_list(stack[level], moves[level])
        else:
            level -= 1
            if level < 0:
                return answer
            wanted = YES if stack[level].to_move == seat else NO
            if answer == wanted or left[level] == 0:
                remember(stack[level], seat, int(turns[level]), answer, table, key)
                continue
        left[level] -= 1
        stack[level + 1] = stack[level]
        apply(stack[level + 1], moves[level, left[level]])
        turns[level + 1] = turns[level] - (stack[level + 1].turn != stack[level].turn)
        level += 1
        answer = at_a_glance(stack[level], seat, int(turns[level]), table, key)
    return NOT_KNOWN


class Outcome(NamedTuple):
    """What is proven of a position, or of an action."""

    winner: int
    """The seat that can force a win."""
    turns: int
    """In the course of which turn at the latest, this one being 1."""


class Solver:
    """The memory that the proofs take, and the proofs from Python."""

    def __init__(self, turns: int = TURNS, most: int = MOST_POSITIONS) -> None:
        if turns < 1 or most < 1:
            raise BadOption(f"at least 1 turn and 1 position are looked at, not {turns} and {most}")
        levels = turns * LONGEST + 1
        self._turns, self._most = turns, most
        self._stack, self._left = np.zeros(levels, STATE), np.zeros(levels, np.int32)
        self._moves, self._ahead = np.empty((levels, MAX_LEGAL), np.int32), np.zeros(levels, np.int32)
        self._table, self._key = np.zeros((REMEMBERED, _ENTRY), np.uint64), np.zeros(_KEY, np.uint64)

    def outcome(self, state: State) -> Outcome | None:
        """Who wins, and in how many turns at the latest; None if that is not known, or nobody can force it."""
        self._begin(state)
        return self._outcome(state.array)

    def actions(self, state: State) -> dict[str, Outcome] | None:
        """The outcome of every legal action; None if that of any is not known."""
        self._begin(state)
        found = {}
        for action in state.legal_actions():
            after = state.play(action)
            outcome = self._outcome(after.array)
            if outcome is None:
                return None
            begun = after.turn != state.turn and not after.over  # another turn, which is 2 from here
            found[action] = Outcome(outcome.winner, outcome.turns + begun)
        return found

    def _begin(self, state: State) -> None:
        """What is found does not depend on what was asked before: nothing of it is remembered."""
        if state.players != 2:
            raise BadOption(f"positions of 2 players are solved, not of {state.players}")
        self._table.fill(0)

    def _outcome(self, array: States) -> Outcome | None:
        for turns in range(1, self._turns + 1):
            for seat in range(2):
                answer = self._can_force(array, seat, turns)
                if answer == YES:
                    return Outcome(seat, turns)
                if answer == NOT_KNOWN:
                    return None
        return None

    def _can_force(self, array: States, seat: int, turns: int) -> int:
        self._stack[0] = array[0]
        self._stack["turn"][0] = 0  # turns are told apart by their numbers, which must not come to an end
        self._ahead[0] = turns
        return can_force(self._stack, self._moves, self._left, self._ahead, self._table, self._key, seat, self._most)


def optimal(outcomes: dict[str, Outcome], seat: int) -> set[str]:
    """The actions of a seat than which none is better: those that win, if there is one, or else all."""
    return {action for action, outcome in outcomes.items() if outcome.winner == seat} or set(outcomes)
