"""What people try at puzzles of IGLU IGLU: whether it can still be right, and if not, what it brings at best. Compiled,
with little memory, so that pages can do it too."""

from __future__ import annotations

import numpy as np

from floe.core.bits import popcount
from floe.core.facts import SEAT, Fact, Term
from floe.core.game import State
from floe.core.jit import compiled
from floe.core.puzzles import Found, Refutation, written
from floe.core.reasons import CHANGE, COUNT
from floe.core.typing import I32Array, States, Struct, U64Array
from floe.games.igluiglu import vocabulary
from floe.games.igluiglu.geography import CELLS
from floe.games.igluiglu.kernel import next_order
from floe.games.igluiglu.layout import MAX_LEGAL, N_HAND, N_KINDS
from floe.games.igluiglu.prospects import (
    BY_DANGER,
    BY_ISLAND,
    BY_LEAD,
    LONGEST,
    NOTHING,
    at_stake,
    island_of,
    taker,
    worth,
)

TERMS = {
    "misses_win": Term("There was a win, and nothing wins any more."),
    "brings_less": Term(
        "As the count stands at the end of the turn, the seat is now ahead of the best of the others by so much at "
        "most (behind, if it is negative); the solution would have brought it to `best`.",
        {"lead": CHANGE, "best": CHANGE},
    ),
    "leaves_danger": Term(
        "Whatever follows in this turn, bears can get to the seat's Inuit on so many cells.", {"cells": COUNT}
    ),
    "loses_island": Term(
        "Whatever follows in this turn, others can become stronger than the solver on what is left of the island with "
        "these cells, with three points and if the ice stays as it is; after the line, `seat` can.",
        {"seat": SEAT, "cells": vocabulary.CELLS},
    ),
}

AIMS = {"escape": BY_DANGER, "hold_island": BY_ISLAND}
"""What tasks are about, if not about the lead."""

_STACK = {"stack": ("state", LONGEST + 1), "moves": ("i4", LONGEST, MAX_LEGAL), "left": ("i4", LONGEST)}
_END = {"ended": ("state", 1), "cells": ("u8", 1)}
KERNELS = {
    "find_way": {**_STACK, "target": ("state", 1)},
    "find_best": {**_STACK, "line": ("i4", LONGEST + 1), "cells": ("u8", 1)},
    "worth_of": _END,
    "find_stake": {"begun": ("state", 1), "cells": ("u8", 1)},
    "taker_of": _END,
}
"""What a page has to have compiled (as ``Manifest.kernels`` describes it)."""


@compiled
def is_same(s: Struct, t: Struct) -> bool:
    """Whether two positions of one turn are equal."""
    if s.turn != t.turn or s.phase != t.phase or s.to_move != t.to_move or s.owner != t.owner:
        return False
    if s.points != t.points or s.played != t.played or s.winners != t.winners:
        return False
    return bool(_same_board(s, t) and _same_rest(s, t))


@compiled
def _same_board(s: Struct, t: Struct) -> bool:
    if s.ice != t.ice or s.down != t.down or s.fish != t.fish or s.foxes != t.foxes or s.bears != t.bears:
        return False
    for seat in range(4):
        if s.inuit_of[seat] != t.inuit_of[seat] or s.igloo_of[seat] != t.igloo_of[seat]:
            return False
        if s.igloos[seat] != t.igloos[seat] or s.to_place[seat] != t.to_place[seat] or s.queue[seat] != t.queue[seat]:
            return False
    for cell in range(64):
        if s.animals[cell] != t.animals[cell] or s.inuit[cell] != t.inuit[cell] or s.kinds[cell] != t.kinds[cell]:
            return False
    return True


@compiled
def _same_rest(s: Struct, t: Struct) -> bool:
    if s.fish_left != t.fish_left or s.fox_left != t.fox_left or s.bears_left != t.bears_left:
        return False
    if s.push_cell != t.push_cell or s.push_direction != t.push_direction or s.steps != t.steps:
        return False
    if s.back != t.back or s.attacked != t.attacked or s.ask != t.ask:
        return False
    for kind in range(N_KINDS):
        if s.seen[kind] != t.seen[kind]:
            return False
    for seat in range(4):
        for animal in range(7):
            if s.taken[seat, animal] != t.taken[seat, animal]:
                return False
        for kind in range(N_HAND):
            if s.hands[seat, kind] != t.hands[seat, kind]:
                return False
    return True


@compiled
def find_way(stack: States, moves: I32Array, left: I32Array, target: States) -> int:
    """In how many actions the rest of the turn of stack[0] leads to target[0], in some order; 0 if in none. Beyond a
    position of the target's own phase and turn nobody looks. The actions stay in ``moves``, the last of each row's
    first ``left`` + 1.
    """
    turn, seat = stack[0].turn, stack[0].to_move
    within = target[0].turn == turn
    level = next_order(stack, moves, left, 0, True)
    while level > 0:
        s = stack[level]
        if is_same(s, target[0]):
            break
        ended = s.turn != turn or s.to_move != seat or (within and s.phase == target[0].phase)
        level = next_order(stack, moves, left, level, level < LONGEST and not ended)
    return level


@compiled
def worth_of(ended: States, cells: U64Array, seat: int, aim: int) -> int:
    """What the end of a turn, ended[0], is worth to a seat."""
    return worth(ended[0], seat, aim, cells[0])


@compiled
def find_stake(begun: States, cells: U64Array, seat: int) -> int:
    """How many cells the island has that a seat must hold in the turn of begun[0]; they go into ``cells``."""
    cells[0] = at_stake(begun[0], seat)
    return popcount(cells[0])


@compiled
def taker_of(ended: States, cells: U64Array, seat: int) -> int:
    """Who can take the island with these cells from a seat after a turn that ended in ended[0]."""
    return int(taker(ended[0], seat, island_of(ended[0], cells[0])))


@compiled
def find_best(stack: States, moves: I32Array, left: I32Array, line: I32Array, cells: U64Array, aim: int) -> int:
    """The rest of the turn of stack[0] whose end is worth most: what that is. How many actions it has comes first in
    ``line``, and then they.
    """
    turn, seat = stack[0].turn, int(stack[0].to_move)
    best = NOTHING
    line[0] = 0
    level = next_order(stack, moves, left, 0, True)
    while level > 0:
        s = stack[level]
        ended = s.turn != turn or s.to_move != seat
        value = worth(s, seat, aim, cells[0]) if ended else NOTHING
        if value > best:
            best = value
            line[0] = level
            for k in range(level):
                line[k + 1] = moves[k, left[k]]
        level = next_order(stack, moves, left, level, level < LONGEST and not ended)
    return best


def reaches(state: State, target: State) -> bool:
    """Whether the rest of the turn can still lead there."""
    moves, left = np.empty((LONGEST, MAX_LEGAL), np.int32), np.zeros(LONGEST, np.int32)
    return find_way(np.repeat(state.array, LONGEST + 1), moves, left, target.array) > 0


def refutation(first: State, found: Found, target: State, now: State) -> Refutation:
    """What the turn can still bring, and what the solution would have brought."""
    if found.task == "win":
        return Refutation((Fact("misses_win"),))
    seat, aim = first.to_move or 0, AIMS.get(found.task, BY_LEAD)
    value, line = best_end(first, now, seat, aim)
    if aim == BY_DANGER:
        return Refutation((Fact("leaves_danger", {"cells": -value}),), tuple(line))
    if aim == BY_ISLAND:
        return Refutation((_lost(first, now, seat, line),), tuple(line))
    best, _ = best_end(first, target, seat, aim)
    return Refutation((Fact("brings_less", {"lead": value, "best": best}),), tuple(line))


def _lost(first: State, now: State, seat: int, line: list[str]) -> Fact:
    """Who can take the island at the end of the line."""
    for action in line:
        now = now.play(action)
    cells = _stake(first, seat)
    names = [name for cell, name in enumerate(CELLS) if int(cells[0]) >> cell & 1]
    return Fact("loses_island", {"seat": int(taker_of(now.array, cells, seat)), "cells": names})


def _stake(first: State, seat: int) -> U64Array:
    cells = np.zeros(1, np.uint64)
    find_stake(first.array, cells, seat)
    return cells


def best_end(first: State, now: State, seat: int, aim: int) -> tuple[int, list[str]]:
    """What the turn that began in the first position is worth at best from now on, and how."""
    cells = _stake(first, seat)
    if now.over or now.turn != first.turn:
        return int(worth_of(now.array, cells, seat, aim)), []
    stack = np.repeat(now.array, LONGEST + 1)
    moves, left = np.empty((LONGEST, MAX_LEGAL), np.int32), np.zeros(LONGEST, np.int32)
    line = np.zeros(LONGEST + 1, np.int32)
    value = find_best(stack, moves, left, line, cells, aim)
    return int(value), written(now, [int(line[k + 1]) for k in range(int(line[0]))])[0]
