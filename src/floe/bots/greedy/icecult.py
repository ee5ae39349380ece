"""``greedy`` for ICE CULT. Nothing is hidden there, so a turn can be tried out with the engine itself.

It plays many random turns to their end, weighs the positions they lead to, looks at the best of them once more for
what the next player could do there, and then follows the best turn found.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from floe.core import jit
from floe.core.jit import allocating, compiled
from floe.core.typing import Document, F64Array, I32Array, Record, States, U64Array
from floe.games.icecult.game import IceCult, IceCultState
from floe.games.icecult.kernel import apply, is_over, random_action
from floe.games.icecult.layout import MAX_LEGAL
from floe.games.icecult.rules import height

TURNS = 2000
"""How many random turns are tried."""
FINALISTS = 40
"""How many of them are looked at twice."""
REPLIES = 300
"""How many random turns of the next player are then tried after each."""

LONGEST_TURN = 7
"""Two tilts, four symbols and the end."""

# What counts, in steps of one pawn.
_TOGETHER = 0.6  # an own pawn in a stack with another one: they ride, and they may grow into a tower (IC-16, IC-21)
_FEAR = 20.0  # of a position in which the next player cannot overlook a win
_OBVIOUS = 50  # one random reply in so many wins: then somebody who looks for it finds it


@compiled
def standing(s: Record, colour: int) -> float:
    """How far a colour is: the steps that its pawns have made, and how much they stand together."""
    steps = float(s.home[colour]) * (int(s.path_length) + 1)
    for path in range(4):
        row = s.pawns[path]
        for space in range(1, int(s.path_length) + 1):
            own = 0
            for _ in range(height(s, path, space)):
                if int(row & np.uint64(7)) == colour + 1:
                    own += 1
                row >>= np.uint64(3)
            steps += own * space
            if own > 1:
                steps += _TOGETHER * own * (own - 1)
    return steps


@compiled
def worth(s: Record, seat: int) -> float:
    """A position as a seat sees it: its own standing against that of the best of the others."""
    if is_over(s):
        everybody = (1 << int(s.players)) - 1
        if int(s.winners) == everybody:
            return 0.0
        return 1000.0 if int(s.winners) >> seat & 1 else -1000.0
    best = 0.0
    for other in range(int(s.players)):
        if other != seat:
            best = max(best, standing(s, int(s.colours[other])))
    return standing(s, int(s.colours[seat])) - best


@compiled
def random_turn(s: Record, actions: I32Array, buffer: I32Array, rng: U64Array) -> int:
    """Play at random until the turn is over; write the actions down and answer how many there were."""
    turn = s.turn
    n = 0
    while s.turn == turn and not is_over(s):
        actions[n] = random_action(s, buffer, rng)
        apply(s, actions[n])
        n += 1
    return n


@allocating
def try_turns(first: States, seat: int, ends: States, turns: I32Array, worths: F64Array, rng: U64Array) -> None:
    """Fill ``ends`` with positions that random turns lead to, with the turns and what each is worth to the seat."""
    buffer = np.empty(MAX_LEGAL, np.int32)
    for i in range(len(ends)):
        ends[i] = first[0]
        turns[i, :] = -1
        random_turn(ends[i], turns[i], buffer, rng)
        worths[i] = worth(ends[i], seat)


@allocating
def fear(end: States, i: int, seat: int, replies: int, rng: U64Array) -> float:
    """How surely the next player finds a turn that ends the game, and not in favour of the seat: from 0 to 1."""
    buffer = np.empty(MAX_LEGAL, np.int32)
    actions = np.empty(LONGEST_TURN, np.int32)
    reply = end[i : i + 1].copy()
    lost = 0
    for _ in range(replies):
        reply[0] = end[i]
        random_turn(reply[0], actions, buffer, rng)
        if is_over(reply[0]) and not int(reply[0].winners) >> seat & 1:
            lost += 1
    return min(1.0, lost * _OBVIOUS / replies)


class Greedy:
    """Keeps the turn it has planned, action by action, and plans anew when the position is not the one expected."""

    def __init__(self) -> None:
        self._plan: dict[bytes, str] = {}

    def choose(self, view: Document, actions: Sequence[str], rng: U64Array) -> str:
        state = IceCult().from_dict(view)
        if len(actions) == 1:
            return actions[0]
        if state.records.tobytes() not in self._plan:
            self._plan = plan(state, rng)
        return self._plan[state.records.tobytes()]


def plan(state: IceCultState, rng: U64Array) -> dict[bytes, str]:
    """The best turn found from a position on: what to play in each position that it passes."""
    seat = state.to_move or 0
    scale = 50 if jit.interpreted() else 1  # so that plain Python, too, answers within a second or two
    n = TURNS // scale
    ends = np.empty(n, IceCult.dtype)
    turns = np.empty((n, LONGEST_TURN), np.int32)
    worths = np.empty(n)
    try_turns(state.records, seat, ends, turns, worths, rng)
    finalists = np.argsort(-worths, kind="stable")[:FINALISTS]
    for i in finalists:
        if not is_over(ends[i]):
            worths[i] -= _FEAR * fear(ends, int(i), seat, REPLIES // scale, rng)
    best = finalists[np.argmax(worths[finalists])]
    steps = {}
    for number in turns[best]:
        if number >= 0:
            text = state.action_text(int(number))
            steps[state.records.tobytes()] = text
            state = state.play(text)
    return steps
