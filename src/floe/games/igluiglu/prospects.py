"""What the end of a turn of IGLU IGLU is worth to a seat, by open facts alone: its lead in points if the game ended
there, and whether bears threaten its Inuit. Compiled.

``best_by_orders`` plays a turn in every order, with nothing remembered: what enumerations are held against.
"""

from __future__ import annotations

import numpy as np

from floe.core.jit import compiled
from floe.core.randomness import draw_below
from floe.core.typing import I32Array, I64Array, States, Struct, U64Array
from floe.games.igluiglu.geography import around, bit, next_cell, without_first
from floe.games.igluiglu.kernel import apply, legal_list
from floe.games.igluiglu.layout import ACT_PHASE, END, HERD_STEPS, MAX_LEGAL, STATE
from floe.games.igluiglu.rules import bear_ground
from floe.games.igluiglu.scoring import animal_points, islands_points, of_seat

NOTHING = -(10**6)
"""Less than any lead."""
TOO_MANY = -1
LONGEST = 24
"""Actions of a turn, at most; longer ones are left alone."""
WORDS = STATE.itemsize // 8
_ZERO = np.uint64(0)
_FACTOR, _32_BITS = np.uint64(0x9E3779B1), np.uint64(0xFFFFFFFF)
_8, _15, _1023 = np.uint64(8), np.uint64(15), np.uint64(1023)


@compiled
def lead(s: Struct, seat: int) -> int:
    """II-27, II-28: by how many points a seat is ahead of the best of the others, if the game ended now."""
    islands = islands_points(s)
    best = NOTHING
    for other in range(int(s.players)):
        if other != seat:
            best = max(best, animal_points(s, other) + of_seat(islands, other))
    return animal_points(s, seat) + of_seat(islands, seat) - best


@compiled
def in_danger(s: Struct, seat: int) -> int:
    """II-18, II-23: on how many cells Inuit of a seat, not hidden in an own igloo, are within three steps of a bear."""
    bears, reached = s.bears, _ZERO
    ground = bear_ground(s)
    while bears != _ZERO:
        steps = bit(next_cell(bears))
        for _ in range(HERD_STEPS):
            steps |= around(steps) & ground
        reached |= steps & ground
        bears = without_first(bears)
    cells = reached & s.inuit_of[seat] & ~s.igloo_of[seat]
    count = 0
    while cells != _ZERO:
        count += 1
        cells = without_first(cells)
    return count


@compiled
def judge_all(states: States, seat: int, leads: I64Array, dangers: I64Array) -> None:
    """The lead, and the danger, in each of these positions."""
    for i in range(len(states)):
        leads[i] = lead(states[i], seat)
        dangers[i] = in_danger(states[i], seat)


@compiled
def best_by_orders(
    stack: States, words: U64Array, moves: I32Array, left: I32Array, target: U64Array, most: int, tally: I64Array
) -> int:
    """Play the turn of stack[0] in every order: how many there are, or TOO_MANY, also where another seat must decide.

    ``tally`` is given the best lead at an end that is ``target``, the best at any other end, how many orders lead to
    ``target``, and how many to another end where nobody is in danger. ``words`` is the memory of ``stack``.
    """
    seat, turn = int(stack[0].to_move), stack[0].turn
    tally[0], tally[1], tally[2], tally[3] = NOTHING, NOTHING, 0, 0
    level, orders = 0, 0
    left[0] = legal_list(stack[0], moves[0])
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        s = stack[level + 1]
        for word in range(WORDS):
            words[level + 1, word] = words[level, word]
        apply(s, moves[level, left[level]])
        if s.turn != turn or s.to_move != seat:
            orders += 1
            if orders > most or (s.turn == turn and s.to_move < s.players):
                return TOO_MANY
            hit = True
            for word in range(WORDS):
                if words[level + 1, word] != target[word]:
                    hit = False
                    break
            points = lead(s, seat)
            if hit:
                tally[0] = max(tally[0], points)
                tally[2] += 1
            else:
                tally[1] = max(tally[1], points)
                if in_danger(s, seat) == 0:
                    tally[3] += 1
        elif level + 1 == LONGEST:
            return TOO_MANY
        else:
            level += 1
            left[level] = legal_list(s, moves[level])
    return orders


@compiled
def notices(action: int, salt: int, per_mille: int) -> bool:
    """Whether a player notices an action in a turn: all but so many in a thousand, always the same for a salt."""
    mixed = (np.uint64(action + 1) * _FACTOR + np.uint64(salt)) & _32_BITS
    mixed = ((mixed ^ (mixed >> _15)) * _FACTOR) & _32_BITS
    return bool(((mixed >> _8) & _1023) * np.uint64(1000) >= np.uint64(per_mille) * _1023)


@compiled
def best_of_some(
    states: States, moves: I32Array, by_danger: bool, times: int, salt: int, per_mille: int, rng: U64Array
) -> None:
    """Play the turn of states[0] some times at random, but for what is not noticed. states[2] becomes the end with the
    largest lead (or the least danger) among those, states[3] where its second part began. states[1] is for work.
    """
    seat, turn = int(states[0].to_move), states[0].turn
    best, s = NOTHING - 1, states[1]
    for _ in range(times):
        states[1] = states[0]
        states[4] = states[0]
        for _ in range(LONGEST):
            n = legal_list(s, moves)
            kept = 0
            for k in range(n):
                if moves[k] == END or notices(int(moves[k]), salt, per_mille):
                    moves[kept] = moves[k]
                    kept += 1
            first_part = s.phase != ACT_PHASE
            apply(s, moves[draw_below(rng, kept if kept > 0 else n)])
            if s.turn != turn or s.to_move != seat:
                break
            if first_part and s.phase == ACT_PHASE:
                states[4] = s
        worth = -in_danger(s, seat) if by_danger else lead(s, seat)
        if worth > best:
            best = worth
            states[2] = states[1]
            states[3] = states[4]


class Orders:
    """The memory for it."""

    def __init__(self) -> None:
        self._stack = np.zeros(LONGEST + 1, STATE)
        self._words: U64Array = self._stack.view(np.uint64).reshape(LONGEST + 1, WORDS)
        self._moves, self._left = np.empty((LONGEST, MAX_LEGAL), np.int32), np.zeros(LONGEST, np.int32)
        self._tally = np.zeros(4, np.int64)

    def play(self, array: States, target: States, most: int) -> list[int] | None:
        """What ``best_by_orders`` tallies; None if there are too many orders."""
        self._stack[0] = array[0]
        words = target.view(np.uint64)
        orders = best_by_orders(self._stack, self._words, self._moves, self._left, words, most, self._tally)
        return None if orders == TOO_MANY else self._tally.tolist()
