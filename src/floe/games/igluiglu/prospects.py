"""What the end of a turn of IGLU IGLU is worth to a seat, by open facts alone: its lead in points if the game ended
there, whether bears threaten its Inuit, and whether others can become stronger on an island. Compiled.

``best_by_orders`` plays a turn in every order, with nothing remembered: what enumerations are held against.
"""

from __future__ import annotations

import numpy as np

from floe.core.bits import popcount
from floe.core.jit import compiled
from floe.core.randomness import draw_below
from floe.core.typing import I32Array, I64Array, States, Struct, U64Array
from floe.games.igluiglu.geography import LAND, area, around, bit, next_cell, without_first
from floe.games.igluiglu.kernel import apply, legal_list, next_order
from floe.games.igluiglu.layout import ACT_PHASE, END, HERD_STEPS, MAX_LEGAL, NOBODY, POINTS, STATE
from floe.games.igluiglu.pieces import all_igloos, inuit_count
from floe.games.igluiglu.rules import bear_ground, igloos_barred, sea
from floe.games.igluiglu.scoring import animal_points, islands_points, next_island, of_seat, strength

BY_LEAD, BY_DANGER, BY_ISLAND = 0, 1, 2
"""What the end of a turn is judged by."""
LEAST_ISLAND = 4
"""Smaller ones are not worth a puzzle."""
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
def near_bears(s: Struct) -> np.uint64:
    """II-18: where bears can be led by one herd."""
    bears, reached = s.bears, _ZERO
    ground = bear_ground(s)
    while bears != _ZERO:
        steps = bit(next_cell(bears))
        for _ in range(HERD_STEPS):
            steps |= around(steps) & ground
        reached |= steps & ground
        bears = without_first(bears)
    return np.uint64(reached)


@compiled
def in_danger(s: Struct, seat: int) -> int:
    """II-18, II-23: on how many cells Inuit of a seat, not hidden in an own igloo, are within three steps of a bear."""
    return popcount(near_bears(s) & s.inuit_of[seat] & ~s.igloo_of[seat])


@compiled
def most_more(s: Struct, island: np.uint64, seat: int) -> int:
    """II-19, II-24: by how much a seat can become stronger on an island with its three points, if the ice stays as it
    is and it plays no tile: two by an igloo, one by kayak, and one by each of up to three who walk there from land.
    """
    ground, own = island & ~s.bears, s.inuit_of[seat]
    if igloos_barred(s):
        ground &= ~(all_igloos(s) & ~s.igloo_of[seat])
    more = 0
    if around(area(around(ground), sea(s) & ~s.bears)) & own & ~island != _ZERO:
        more = 1
    others = all_igloos(s)
    for other in range(4):
        if other != seat:
            others |= s.inuit_of[other]
    if s.igloos[seat] > 0 and own & island & ~others != _ZERO:
        more = 2
    walkers, corners = 0, own & LAND & around(ground)
    while corners != _ZERO:
        walkers += inuit_count(s, next_cell(corners), seat)
        corners = without_first(corners)
    return max(more, min(walkers, POINTS))


@compiled
def island_of(s: Struct, cells: np.uint64) -> np.uint64:
    """The island that has most of these cells; the first one, if several have equally many."""
    best, most = _ZERO, 0
    tiles = s.ice
    while tiles != _ZERO:
        island = next_island(tiles)
        tiles &= ~island
        if popcount(island & cells) > most:
            best, most = island, popcount(island & cells)
    return best


@compiled
def taker(s: Struct, seat: int, island: np.uint64) -> int:
    """The first other seat that is stronger than a seat on an island, or can become so (see ``most_more``); NOBODY if
    none can.
    """
    own = strength(s, island, seat)
    for other in range(4):
        if other != seat and strength(s, island, other) + most_more(s, island, other) > own:
            return other
    return NOBODY


@compiled
def at_stake(s: Struct, seat: int) -> np.uint64:
    """The island on which a seat is the strongest and which others could take if its turn ended now; empty if there is
    none, or more than one.
    """
    found = _ZERO
    tiles = s.ice
    while tiles != _ZERO:
        island = next_island(tiles)
        tiles &= ~island
        own = strength(s, island, seat)
        leads = own > 0 and popcount(island) >= LEAST_ISLAND
        for other in range(int(s.players)):
            if other != seat and strength(s, island, other) > own:
                leads = False
        if leads and taker(s, seat, island) != NOBODY:
            if found != _ZERO:
                return _ZERO
            found = island
    return found


@compiled
def worth(s: Struct, seat: int, aim: int, cells: np.uint64) -> int:
    """What the end of a turn is worth to a seat: its lead, or 0 where nothing is in danger, or lost of the island with
    these cells, and less where something is.
    """
    if aim == BY_LEAD:
        return lead(s, seat)
    if aim == BY_DANGER:
        return -in_danger(s, seat)
    return 0 if taker(s, seat, island_of(s, cells)) == NOBODY else -1


@compiled
def judge_all(states: States, seat: int, aim: int, cells: U64Array, worths: I64Array) -> None:
    """What each of these positions is worth."""
    for i in range(len(states)):
        worths[i] = worth(states[i], seat, aim, cells[0])


@compiled
def strongest(states: States, island: np.uint64, seat: int) -> int:
    """How strong a seat is on an island in any of these positions, at most."""
    most = 0
    for i in range(len(states)):
        most = max(most, strength(states[i], island, seat))
    return most


@compiled
def best_by_orders(
    stack: States, words: U64Array, moves: I32Array, left: I32Array, target: U64Array, asked: I64Array, tally: I64Array
) -> int:
    """Play the turn of stack[0] in every order: how many there are, or TOO_MANY, also where another seat must decide.

    ``asked``: how many orders at most, and the aim. (``target`` ends with the cells of an island.) ``tally`` is given
    the most that an end is worth that is ``target``, the same of any other end, and how many orders lead to ``target``.
    ``words`` is the memory of ``stack``.
    """
    seat, turn = int(stack[0].to_move), stack[0].turn
    most, aim, cells = int(asked[0]), int(asked[1]), target[WORDS]
    tally[0], tally[1], tally[2] = NOTHING, NOTHING, 0
    orders = 0
    level = next_order(stack, moves, left, 0, True)
    while level > 0:
        s = stack[level]
        ended = s.turn != turn or s.to_move != seat
        if ended:
            orders += 1
            asks = s.turn == turn and s.to_move < s.players
            if orders > most or asks:
                return TOO_MANY
            hit = True
            for word in range(WORDS):
                if words[level, word] != target[word]:
                    hit = False
                    break
            at = 0 if hit else 1
            tally[at] = max(tally[at], worth(s, seat, aim, cells))
            tally[2] += hit
        elif level == LONGEST:
            return TOO_MANY
        level = next_order(stack, moves, left, level, not ended)
    return orders


@compiled
def notices(action: int, salt: int, per_mille: int) -> bool:
    """Whether a player notices an action in a turn: all but so many in a thousand, always the same for a salt."""
    mixed = (np.uint64(action + 1) * _FACTOR + np.uint64(salt)) & _32_BITS
    mixed = ((mixed ^ (mixed >> _15)) * _FACTOR) & _32_BITS
    return bool(((mixed >> _8) & _1023) * np.uint64(1000) >= np.uint64(per_mille) * _1023)


@compiled
def best_of_some(states: States, moves: I32Array, asked: I64Array, cells: U64Array, rng: U64Array) -> None:
    """Play the turn of states[0] some times at random, but for what is not noticed. states[2] becomes the end that is
    worth most among those, states[3] where its second part began. states[1] is for work.

    ``asked``: the aim, how many times, and what ``notices`` is given.
    """
    aim, times, salt, per_mille = int(asked[0]), int(asked[1]), int(asked[2]), int(asked[3])
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
        value = worth(s, seat, aim, cells[0])
        if value > best:
            best = value
            states[2] = states[1]
            states[3] = states[4]


class Orders:
    """The memory for it."""

    def __init__(self) -> None:
        self._stack = np.zeros(LONGEST + 1, STATE)
        self._words: U64Array = self._stack.view(np.uint64).reshape(LONGEST + 1, WORDS)
        self._moves, self._left = np.empty((LONGEST, MAX_LEGAL), np.int32), np.zeros(LONGEST, np.int32)
        self._tally = np.zeros(3, np.int64)

    def play(self, array: States, target: States, most: int, aim: int, cells: int = 0) -> list[int] | None:
        """What ``best_by_orders`` tallies; None if there are too many orders."""
        self._stack[0] = array[0]
        words = np.append(target.view(np.uint64), np.uint64(cells))
        asked = np.array([most, aim], np.int64)
        orders = best_by_orders(self._stack, self._words, self._moves, self._left, words, asked, self._tally)
        return None if orders == TOO_MANY else self._tally.tolist()
