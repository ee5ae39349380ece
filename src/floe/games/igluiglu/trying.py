"""What people try at puzzles of IGLU IGLU: whether it can still be right, and if not, what it brings at best. Compiled,
with little memory, so that pages can do it too."""

from __future__ import annotations

import numpy as np

from floe.core.facts import Fact, Term
from floe.core.game import State
from floe.core.jit import compiled
from floe.core.puzzles import Found, Refutation, written
from floe.core.reasons import CHANGE, COUNT
from floe.core.typing import I32Array, States, Struct
from floe.games.igluiglu.kernel import apply, legal_list
from floe.games.igluiglu.layout import MAX_LEGAL, N_HAND, N_KINDS
from floe.games.igluiglu.prospects import LONGEST, NOTHING, in_danger, lead

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
}

_STACK = {"stack": ("state", LONGEST + 1), "moves": ("i4", LONGEST, MAX_LEGAL), "left": ("i4", LONGEST)}
KERNELS = {
    "find_way": {**_STACK, "target": ("state", 1)},
    "find_best": {**_STACK, "line": ("i4", LONGEST + 1)},
    "worth_of": {"ended": ("state", 1)},
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
    level = 0
    left[0] = legal_list(stack[0], moves[0])
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        s = stack[level + 1]
        stack[level + 1] = stack[level]
        apply(s, moves[level, left[level]])
        if is_same(s, target[0]):
            return level + 1
        ended = s.turn != turn or s.to_move != seat or (within and s.phase == target[0].phase)
        if not ended and level + 1 < LONGEST:
            level += 1
            left[level] = legal_list(s, moves[level])
    return 0


@compiled
def worth_of(ended: States, seat: int, by_danger: bool) -> int:
    """What the end of a turn, ended[0], is worth to a seat: its lead, or minus the cells on which it is in danger."""
    return -in_danger(ended[0], seat) if by_danger else lead(ended[0], seat)


@compiled
def find_best(stack: States, moves: I32Array, left: I32Array, line: I32Array, by_danger: bool) -> int:
    """The rest of the turn of stack[0] with the largest lead, or the least danger, at its end: what that is. How many
    actions it has comes first in ``line``, and then they.
    """
    turn, seat = stack[0].turn, int(stack[0].to_move)
    best, level = NOTHING, 0
    line[0] = 0
    left[0] = legal_list(stack[0], moves[0])
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        s = stack[level + 1]
        stack[level + 1] = stack[level]
        apply(s, moves[level, left[level]])
        if s.turn != turn or s.to_move != seat:
            worth = -in_danger(s, seat) if by_danger else lead(s, seat)
            if worth > best:
                best = worth
                line[0] = level + 1
                for k in range(level + 1):
                    line[k + 1] = moves[k, left[k]]
        elif level + 1 < LONGEST:
            level += 1
            left[level] = legal_list(s, moves[level])
    return best


def reaches(state: State, target: State) -> bool:
    """Whether the rest of the turn can still lead there."""
    moves, left = np.empty((LONGEST, MAX_LEGAL), np.int32), np.zeros(LONGEST, np.int32)
    return find_way(np.repeat(state.array, LONGEST + 1), moves, left, target.array) > 0


def refutation(first: State, found: Found, target: State, now: State) -> Refutation:
    """What the turn can still bring, and what the solution would have brought."""
    if found.task == "win":
        return Refutation((Fact("misses_win"),))
    seat, by_danger = first.to_move or 0, found.task == "escape"
    worth, line = best_end(first, now, seat, by_danger)
    if by_danger:
        return Refutation((Fact("leaves_danger", {"cells": -worth}),), tuple(line))
    best, _ = best_end(first, target, seat, by_danger)
    return Refutation((Fact("brings_less", {"lead": worth, "best": best}),), tuple(line))


def best_end(first: State, now: State, seat: int, by_danger: bool) -> tuple[int, list[str]]:
    """What the turn that began in the first position is worth at best from now on, and how."""
    if now.over or now.turn != first.turn:
        return int(worth_of(now.array, seat, by_danger)), []
    stack = np.repeat(now.array, LONGEST + 1)
    moves, left = np.empty((LONGEST, MAX_LEGAL), np.int32), np.zeros(LONGEST, np.int32)
    line = np.zeros(LONGEST + 1, np.int32)
    worth = find_best(stack, moves, left, line, by_danger)
    return int(worth), written(now, [int(line[k + 1]) for k in range(int(line[0]))])[0]
