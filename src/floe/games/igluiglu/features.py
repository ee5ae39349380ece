"""What a network of IGLU IGLU is told of a position, beside the hand-made estimate that it corrects.

Seats are counted from the player to move on, so the network needs to know only one point of view. Islands are told by
size and strengths and not by where they lie, so all eight symmetries of the board look the same to it. Hands are told
as the position has them: the search asks of positions in which what its seat cannot see was drawn anew.
"""

from __future__ import annotations

import numpy as np

from floe.core.bits import popcount
from floe.core.jit import compiled
from floe.core.typing import I32Array, Struct
from floe.games.igluiglu.estimate import inuit_on, points_left
from floe.games.igluiglu.geography import LAND, around, bit, next_cell, without_first
from floe.games.igluiglu.greedy import lasting, prey_on
from floe.games.igluiglu.layout import N_HAND, N_KINDS
from floe.games.igluiglu.pieces import all_igloos, all_inuit, inuit_count
from floe.games.igluiglu.prospects import near_bears
from floe.games.igluiglu.scoring import animal_points, next_island, strength

_ZERO = np.uint64(0)

_SIZES = np.array([0, 0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 9], np.int64)
"""Islands that are told apart by their number of tiles; all larger ones are alike."""
_N_SIZES, _STRONGEST = 10, 5
_PER_SEAT_ISLANDS = _N_SIZES * _STRONGEST * (_STRONGEST + 1)
_STEPS = 3  # how far away animals still count

# How many features each group has for each seat. Of a number that is counted at most one is active, and none for 0.
_HANDS, _IGLOOS, _ANIMALS, _LAND, _GLACIER, _TO_PLACE, _DANGER = 2 * N_HAND, 2, 24, 5, 5, 5, 4
_PREY, _GROWTH = 8, 8
_TILE_KINDS, _IGLOO_KINDS, _OWN, _OTHERS, _BESIDE = 3, 3, 3, 3, 5
_GROUPS = _TILE_KINDS * _IGLOO_KINDS * _OWN * _OTHERS * _BESIDE
ISLANDS = _HANDS + _IGLOOS + _ANIMALS + _LAND + _GLACIER + _TO_PLACE + _DANGER + (1 + _STEPS) * _PREY + _GROWTH
"""Of the features of a seat, those from here on tell of islands and of Inuit, as often as there are such."""
_INUIT = ISLANDS + 2 * _PER_SEAT_ISLANDS
PER_SEAT = _INUIT + _GROUPS
_UNSEEN = 8
_PHASE = 4 * PER_SEAT
_POINTS = _PHASE + 9
_PLAYED = _POINTS + 6
_OWNER = _PLAYED + 4
_TILES = _OWNER + 4
_KINDS = _TILES + 24
_PLAYERS = _KINDS + (N_KINDS - 1) * _UNSEEN
_GAMERS = _PLAYERS + 3
N_FEATURES = _GAMERS + 1
MAX_ACTIVE = 256
"""More than can be active at once: some fifty for each seat, and some forty more."""


@compiled
def features(s: Struct, out: I32Array) -> int:
    """The active features of a position, seen by the player to move."""
    players = int(s.players)
    mover = int(s.to_move)
    empty = np.uint64(s.down & ~(all_inuit(s) | all_igloos(s) | s.fish | s.foxes | s.bears))
    n = counted(out, 0, _TILES, popcount(empty) // 2, 24)
    n = counted(out, n, _PHASE, int(s.phase) + 1, 9)
    n = counted(out, n, _POINTS, points_left(s), 6)
    for kind in range(4):
        n = counted(out, n, _PLAYED + kind, (int(s.played) >> kind) & 1, 1)
    if s.owner < players:
        n = counted(out, n, _OWNER, 1 + (int(s.owner) + players - mover) % players, 4)
    for kind in range(1, N_KINDS):
        n = counted(out, n, _KINDS + (kind - 1) * _UNSEEN, int(s.mix[kind]) - int(s.seen[kind]), _UNSEEN)
    n = counted(out, n, _PLAYERS, players - 1, 3)
    n = counted(out, n, _GAMERS, int(s.gamers), 1)
    stays = lasting(s)
    glaciers = np.uint64(s.ice & ~s.down)
    feared = near_bears(s)
    for distance in range(players):
        n = seat_features(s, (mover + distance) % players, distance * PER_SEAT, glaciers, feared, out, n)
    n = island_features(s, stays, ISLANDS, empty, out, n)
    firm = np.uint64(glaciers | (s.ice & all_igloos(s)))
    return island_features(s, firm, ISLANDS + _PER_SEAT_ISLANDS, _ZERO, out, n)


@compiled
def counted(out: I32Array, n: int, first: int, number: int, most: int) -> int:
    """A number as one feature of so many; 0 as none, and all larger ones alike."""
    if number > 0:
        out[n] = first + min(number, most) - 1
        n += 1
    return n


@compiled
def seat_features(
    s: Struct, seat: int, first: int, glaciers: np.uint64, feared: np.uint64, out: I32Array, n: int
) -> int:
    """What a player has, and has within reach."""
    n = inuit_features(s, seat, first + _INUIT, glaciers, out, n)
    for hand in range(N_HAND):
        n = counted(out, n, first + hand * 2, int(s.hands[seat, hand]), 2)
    first += _HANDS
    n = counted(out, n, first, int(s.igloos[seat]), _IGLOOS)
    first += _IGLOOS
    n = counted(out, n, first, animal_points(s, seat), _ANIMALS)
    first += _ANIMALS
    n = counted(out, n, first, inuit_on(s, LAND, seat), _LAND)
    first += _LAND
    n = counted(out, n, first, inuit_on(s, glaciers, seat), _GLACIER)
    first += _GLACIER
    n = counted(out, n, first, int(s.to_place[seat]), _TO_PLACE)
    first += _TO_PLACE
    n = counted(out, n, first, popcount(feared & s.inuit_of[seat] & ~s.igloo_of[seat]), _DANGER)
    first += _DANGER
    reach, told = s.inuit_of[seat], _ZERO
    for _ in range(1 + _STEPS):
        cells = ((s.fish & around(reach & s.ice)) | (s.foxes & reach)) & ~told
        told |= cells
        value = 0
        while cells != _ZERO:
            value += prey_on(s, next_cell(cells))
            cells = without_first(cells)
        n = counted(out, n, first, value, _PREY)
        first += _PREY
        reach |= around(reach) & s.ice
    return n


@compiled
def inuit_features(s: Struct, seat: int, first: int, glaciers: np.uint64, out: I32Array, n: int) -> int:
    """Of each cell with Inuit of a player: its ground, its igloo, how many they and the most of the others are, and how
    much ice lies beside it."""
    cells, igloos = s.inuit_of[seat], all_igloos(s)
    while cells != _ZERO:
        cell = next_cell(cells)
        cells = without_first(cells)
        here = bit(cell)
        others = 0
        for other in range(int(s.players)):
            if other != seat:
                others = max(others, inuit_count(s, cell, other))
        ground = 0 if here & LAND != _ZERO else 1 if here & glaciers == _ZERO else 2
        igloo = 0 if here & igloos == _ZERO else 1 if here & s.igloo_of[seat] != _ZERO else 2
        number = (ground * _IGLOO_KINDS + igloo) * _OWN + min(inuit_count(s, cell, seat), _OWN) - 1
        number = number * _OTHERS + min(others, _OTHERS - 1)
        out[n] = first + number * _BESIDE + min(popcount(around(here) & s.ice), _BESIDE - 1)
        n += 1
    return n


@compiled
def island_features(s: Struct, tiles: np.uint64, first: int, empty: np.uint64, out: I32Array, n: int) -> int:
    """II-28: of each island with somebody on it, its size and how strong each seat and the best of the others are.

    And of each seat how many empty tiles lie beside the islands that it leads.
    """
    players, mover = int(s.players), int(s.to_move)
    grows0 = grows1 = grows2 = grows3 = _ZERO
    while tiles != _ZERO:
        island = next_island(tiles)
        tiles &= ~island
        one, two = strength(s, island, mover), strength(s, island, (mover + 1) % players)
        three = strength(s, island, (mover + 2) % players) if players > 2 else 0
        four = strength(s, island, (mover + 3) % players) if players > 3 else 0
        size = int(_SIZES[min(popcount(island), 23)])
        beside = around(island) & empty
        for distance in range(players):
            own = one if distance == 0 else two if distance == 1 else three if distance == 2 else four
            if own == 0:
                continue
            best = max(
                0 if distance == 0 else one,
                0 if distance == 1 else two,
                0 if distance == 2 else three,
                0 if distance == 3 else four,
            )
            if own >= best:
                if distance == 0:
                    grows0 |= beside
                elif distance == 1:
                    grows1 |= beside
                elif distance == 2:
                    grows2 |= beside
                else:
                    grows3 |= beside
            pair = (min(own, _STRONGEST) - 1) * (_STRONGEST + 1) + min(best, _STRONGEST)
            out[n] = distance * PER_SEAT + first + size * (_STRONGEST * (_STRONGEST + 1)) + pair
            n += 1
    if empty != _ZERO:
        for distance in range(players):
            grows = grows0 if distance == 0 else grows1 if distance == 1 else grows2 if distance == 2 else grows3
            n = counted(out, n, distance * PER_SEAT + first - _GROWTH, popcount(grows) // 2, _GROWTH)
    return n
