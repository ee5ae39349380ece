"""The last of the rules: the end of the game and its score (II-26 to II-30). Compiled; see ``floe.core.jit``."""

from __future__ import annotations

import numpy as np

from floe.core.bits import popcount
from floe.core.jit import compiled
from floe.core.typing import States, Struct, U64Array
from floe.games.igluiglu.geography import area, next_cell, without_first
from floe.games.igluiglu.layout import ANIMAL_VALUES, BY_VARIANT, NOBODY, OVER, TABLE, TILES
from floe.games.igluiglu.pieces import all_igloos, all_inuit, inuit_count

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_F1, _F2, _F3, _X1, _X2, _X3, _BEAR = ANIMAL_VALUES
MOST_SCORE = TILES * TILES
"""What islands pay a seat at most: all tiles, squared."""
_SEAT = 16  # bits of a number that is kept for each seat
_TABLE = np.array([0, 1, 3, 6, 10, 15, 21], dtype=np.int64)


@compiled
def finish(s: Struct) -> None:
    """II-26, II-29: the game ends at once, hands are discarded, most points win."""
    s.phase = OVER
    s.to_move = NOBODY
    s.points = 0
    for seat in range(4):
        for hand in range(6):
            s.hands[seat, hand] = 0
    best = -1
    islands = islands_points(s)
    for seat in range(int(s.players)):
        total = animal_points(s, seat) + of_seat(islands, seat)
        if total > best:
            best = total
            s.winners = 1 << seat
        elif total == best:
            s.winners |= np.uint8(1 << seat)


@compiled
def animal_points(s: Struct, seat: int) -> int:
    """II-27: each animal taken scores its value."""
    fish = int(s.taken[seat, 0]) * _F1 + int(s.taken[seat, 1]) * _F2 + int(s.taken[seat, 2]) * _F3
    foxes = int(s.taken[seat, 3]) * _X1 + int(s.taken[seat, 4]) * _X2 + int(s.taken[seat, 5]) * _X3
    return fish + foxes + int(s.taken[seat, 6]) * _BEAR


@compiled
def next_island(tiles: np.uint64) -> np.uint64:
    """II-28: the island of the first of these tiles, which are not empty."""
    return area(tiles & (~tiles + _ONE), tiles)


@compiled
def strength(s: Struct, island: np.uint64, seat: int) -> int:
    """II-28: 1 for each Inuit, 2 for each igloo."""
    total = 2 * popcount(island & s.igloo_of[seat])
    cells = island & s.inuit_of[seat]
    while cells != _ZERO:
        total += inuit_count(s, next_cell(cells), seat)
        cells = without_first(cells)
    return total


@compiled
def island_value(s: Struct, size: int) -> int:
    """II-28, II-30: what the strongest score: its size, or by the table."""
    if by_table(s):
        return int(_TABLE[min(size, 6)])
    return size


@compiled
def by_table(s: Struct) -> bool:
    """II-30: whether the table says what islands are worth, also to one alone."""
    return bool(s.gamers if s.island_reading == BY_VARIANT else s.island_reading == TABLE)


@compiled
def half(s: Struct, value: int) -> int:
    """II-28: what the second strongest score."""
    return (value + int(s.half_up)) // 2


@compiled
def island_share(s: Struct, size: int, own: int, highest: int, second: int, tribes: int) -> int:
    """II-28: what an island pays a seat: the strongest its value, the second half of it; one alone its square."""
    if own == 0:
        return 0
    if tribes == 1 and not by_table(s):
        return size * size
    if own == highest:
        return island_value(s, size)
    return half(s, island_value(s, size)) if own == second else 0


@compiled
def strengths(s: Struct, island: np.uint64) -> int:
    """II-28: how strong every seat is on an island; see ``of_seat``."""
    found = 0
    for seat in range(int(s.players)):
        found |= strength(s, island, seat) << (_SEAT * seat)
    return found


@compiled
def island_shares(s: Struct, island: np.uint64) -> int:
    """II-28: what an island pays every seat; see ``of_seat``."""
    if island & (all_inuit(s) | all_igloos(s)) == _ZERO:
        return 0
    highest = second = tribes = 0
    players = int(s.players)
    strong = strengths(s, island)
    for seat in range(players):
        theirs = of_seat(strong, seat)
        if theirs > 0:
            tribes += 1
        if theirs > highest:
            second = highest
            highest = theirs
        elif second < theirs < highest:
            second = theirs
    shares = 0
    size = popcount(island)
    for seat in range(players):
        share = island_share(s, size, of_seat(strong, seat), highest, second, tribes)
        shares |= share << (_SEAT * seat)
    return shares


@compiled
def of_seat(numbers: int, seat: int) -> int:
    """One of four numbers that are kept in one, seat 0's lowest. (Points have room: see ``MOST_SCORE``.)"""
    return (numbers >> (_SEAT * seat)) & ((1 << _SEAT) - 1)


@compiled
def islands_points(s: Struct) -> int:
    """II-28: what all islands pay every seat; see ``of_seat``."""
    points = 0
    tiles = s.ice
    while tiles != _ZERO:
        island = next_island(tiles)
        points += island_shares(s, island)
        tiles &= ~island
    return points


MOST_ISLANDS = 32
"""No two islands touch, so at most every other cell is one."""


@compiled
def list_islands(states: States, index: int, out: U64Array) -> int:
    """II-28: each island's tiles, its value, and every seat's strength and points there (see ``of_seat``); how many."""
    s = states[index]
    n = 0
    tiles = s.ice
    while tiles != _ZERO:
        island = next_island(tiles)
        tiles &= ~island
        out[n, 0] = island
        out[n, 1] = island_value(s, popcount(island))
        out[n, 2] = strengths(s, island)
        out[n, 3] = island_shares(s, island)
        n += 1
    return n


@compiled
def island_points(s: Struct, seat: int) -> int:
    """II-28: what all islands pay a seat."""
    return of_seat(islands_points(s), seat)
