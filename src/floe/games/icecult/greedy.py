"""``greedy`` for ICE CULT. Nothing is hidden there, so a turn can be tried out with the engine itself.

It plays many random turns to their end, weighs the positions they lead to, looks at the best of them once more for
what the next player could do there, and then follows the best turn found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from floe.core import jit
from floe.core.arrays import copied
from floe.core.jit import compiled
from floe.core.typing import Document, F64Array, I32Array, I64Array, States, Struct, U64Array
from floe.games.icecult.game import IceCult, IceCultState
from floe.games.icecult.kernel import apply, is_over, random_action
from floe.games.icecult.layout import MAX_LEGAL
from floe.games.icecult.rules import height


class Effort(NamedTuple):
    """How hard it tries."""

    turns: int = 2000
    """How many random turns are tried."""
    finalists: int = 40
    """How many of them, at most, are looked at twice."""
    replies: int = 300
    """How many random turns of the next player are then tried after each."""


FULL_EFFORT = Effort()

LONGEST_TURN = 7
"""Two tilts, four symbols and the end."""

# What counts, in steps of one pawn.
_TOGETHER = 0.6  # an own pawn in a stack with another one: they ride, and they may grow into a tower (IC-16, IC-21)
_FEAR = 20.0  # of a position in which the next player cannot overlook a win
_OBVIOUS = 50  # one random reply in so many wins: then somebody who looks for it finds it


@compiled
def standing(s: Struct, colour: int) -> float:
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
def worth(s: Struct, seat: int) -> float:
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
def random_turn(s: Struct, actions: I32Array, buffer: I32Array, rng: U64Array) -> int:
    """Play at random until the turn is over; write the actions down and return how many there were."""
    turn = s.turn
    n = 0
    while s.turn == turn and not is_over(s):
        actions[n] = random_action(s, buffer, rng)
        apply(s, actions[n])
        n += 1
    return n


class Workspace(NamedTuple):
    """What it works on: the turns tried, where each leads to and what it is worth, and room for one turn more."""

    ends: States
    turns: I32Array
    worths: F64Array
    reply: States
    actions: I32Array
    buffer: I32Array


def make_workspace(turns: int) -> Workspace:
    """A workspace for so many turns."""
    return Workspace(
        np.empty(turns, IceCult.dtype),
        np.empty((turns, LONGEST_TURN), np.int32),
        np.empty(turns),
        np.empty(1, IceCult.dtype),
        np.empty(LONGEST_TURN, np.int32),
        np.empty(MAX_LEGAL, np.int32),
    )


@compiled
def try_turns(d: Workspace, first: States, i: int, rng: U64Array) -> None:
    """Try random turns from first[i] on; write them down, and what each is worth to the player to move."""
    seat = int(first[i].to_move)
    for k in range(len(d.ends)):
        d.ends[k] = first[i]
        d.turns[k, :] = -1
        random_turn(d.ends[k], d.turns[k], d.buffer, rng)
        d.worths[k] = worth(d.ends[k], seat)


@compiled
def fear(d: Workspace, k: int, seat: int, replies: int, rng: U64Array) -> float:
    """How surely the next player finds a turn that ends the game, and not in favour of the seat: from 0 to 1."""
    if is_over(d.ends[k]):
        return 0.0
    lost = 0
    for _ in range(replies):
        d.reply[0] = d.ends[k]
        random_turn(d.reply[0], d.actions, d.buffer, rng)
        if is_over(d.reply[0]) and not int(d.reply[0].winners) >> seat & 1:
            lost += 1
    return min(1.0, lost * _OBVIOUS / replies)


@compiled
def best_turn(d: Workspace, first: States, i: int, finalists: int, replies: int, rng: U64Array) -> int:
    """Which of the turns tried from first[i] on is the best: worth most, what is to be feared after it taken off."""
    seat = int(first[i].to_move)
    try_turns(d, first, i, rng)
    best, most = 0, -np.inf
    for _ in range(finalists):
        k = int(np.argmax(d.worths))
        value = d.worths[k]
        if value <= most:
            break  # fear only takes off, so none of those that are left can be better
        d.worths[k] = -np.inf
        value -= _FEAR * fear(d, k, seat, replies, rng)
        if value > most:
            best, most = k, value
    return best


@compiled
def respond_slice(  # noqa: PLR0913, PLR0917  # what Batch.respond hands on, and the effort
    d: Workspace,
    finalists: int,
    replies: int,
    states: States,
    seats: I64Array,
    rngs: U64Array,
    max_turns: int,
    low: int,
    high: int,
) -> None:
    """Play for everybody but seats[i], until that seat must decide, the game ends or the turns are over."""
    for i in range(low, high):
        s = states[i]
        while not is_over(s) and s.to_move != seats[i] and s.turn < max_turns:
            states[i] = d.ends[best_turn(d, states, i, finalists, replies, rngs[i])]


@dataclass(frozen=True)
class GreedyOpponents:
    """This player at every seat but one, for ``Batch.respond``: in compiled code, and trying as hard as asked for."""

    effort: Effort = FULL_EFFORT

    def __call__(
        self, states: States, seats: I64Array, rngs: U64Array, max_turns: int, _: I32Array, low: int, high: int
    ) -> None:
        turns, finalists, replies = affordable(self.effort)
        respond_slice(make_workspace(turns), finalists, replies, states, seats, rngs, max_turns, low, high)


def affordable(effort: Effort) -> Effort:
    """The same effort; much less in plain Python, so that it, too, is done within a second or two."""
    if not jit.interpreted():
        return effort
    return Effort(max(1, effort.turns // 50), effort.finalists, max(1, effort.replies // 50))


class Greedy:
    """Keeps the turn it has planned, action by action, and plans anew when the position is not the one expected."""

    def __init__(self) -> None:
        self._plan: dict[bytes, str] = {}

    def choose(self, view: Document, actions: Sequence[str], rng: U64Array) -> str:
        state = IceCult().from_dict(view)
        if len(actions) == 1:
            return actions[0]
        if state.array.tobytes() not in self._plan:
            self._plan = plan(state, rng)
        return self._plan[state.array.tobytes()]


def plan(state: IceCultState, rng: U64Array) -> dict[bytes, str]:
    """The best turn found from a position on: what to play in each position that it passes."""
    turns, finalists, replies = affordable(FULL_EFFORT)
    workspace = make_workspace(turns)
    best = best_turn(workspace, copied(state.array), 0, finalists, replies, rng)
    steps = {}
    for number in workspace.turns[best]:
        if number >= 0:
            text = state.action_text(int(number))
            steps[state.array.tobytes()] = text
            state = state.play(text)
    return steps
