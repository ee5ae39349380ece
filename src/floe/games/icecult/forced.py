"""What a turn of ICE CULT leaves to the next player, and what follows from that: defences, and wins that are forced.

Compiled, on top of the search for a win within a turn (``reach``).
"""

from __future__ import annotations

import numpy as np

from floe.core.jit import compiled
from floe.core.typing import I32Array, States, U64Array
from floe.games.icecult.kernel import apply, is_over, random_action
from floe.games.icecult.layout import MAX_LEGAL, NOBODY
from floe.games.icecult.reach import DEPTH, MOST_POSITIONS, NOT_KNOWN, find_win

GLANCE = 200
"""So many replies are tried out at first, at random; most turns force nothing, and that is seen after a few."""


@compiled
def without_win(
    ends: States, winner: int, stack: States, moves: I32Array, left: I32Array, found: I32Array, stop: int
) -> int:
    """Which ends of turns leave the seat to move no win in its own, or are over and not won by ``winner`` alone.

    Their indices go into ``found``; no more than ``stop`` are looked for. NOT_KNOWN where a search is too long.
    """
    n = 0
    for i in range(len(ends)):
        if is_over(ends[i]):
            lacks = int(ends[i].winners) != winner
        else:
            stack[0] = ends[i]
            length = find_win(stack, moves, left, MOST_POSITIONS)
            if length == NOT_KNOWN:
                return NOT_KNOWN
            lacks = length == 0
        if lacks:
            found[n] = i
            n += 1
            if n == stop:
                break
    return n


@compiled
def has_escape(  # the memory is the caller's
    reply: States, stack: States, moves: I32Array, left: I32Array, rng: U64Array, tries: int
) -> bool:
    """Whether one of so many random ways to play the turn of reply[0] leaves the next seat no win."""
    seat, turn = int(reply[0].to_move), reply[0].turn
    winner = 1 << ((seat + 1) % int(reply[0].players))
    s = reply[1]
    for _ in range(tries):
        reply[1] = reply[0]
        while not is_over(s) and s.turn == turn:
            apply(s, random_action(s, moves[0], rng))
        if is_over(s):
            if int(s.winners) != winner:
                return True
            continue
        stack[0] = s
        if find_win(stack, moves, left, MOST_POSITIONS) == 0:
            return True
    return False


class Forcing:
    """The memory that these searches take, and the searches from Python."""

    def __init__(self, kind: np.dtype[np.void]) -> None:
        self._stack = np.zeros(DEPTH + 1, kind)
        self._moves, self._left = np.empty((DEPTH, MAX_LEGAL), np.int32), np.zeros(DEPTH, np.int32)
        self._reply = np.zeros(2, kind)

    def without_win(self, ends: States, seat: int | None, stop: int) -> list[int] | None:
        """The first ``stop`` of these ends that leave the next seat no win, or are over and not won by ``seat`` alone
        (None: none is over). None if a search is too long.
        """
        found = np.empty(max(len(ends), 1), np.int32)
        winner = NOBODY if seat is None else 1 << seat
        n = without_win(ends, winner, self._stack, self._moves, self._left, found, stop)
        return None if n == NOT_KNOWN else found[:n].tolist()

    def may_force(self, end: States, rng: U64Array) -> bool:
        """Whether, as far as some random replies tell, every reply in this position leaves the seat after it a win."""
        self._reply[0] = end[0]
        return not has_escape(self._reply, self._stack, self._moves, self._left, rng, GLANCE)

    def escape(self, end: States, rng: U64Array) -> States | None:
        """Where a reply in this position leads that leaves the seat after it no win, if a random one does."""
        return None if self.may_force(end, rng) else self._reply[1:].copy()
