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
from floe.games.igluiglu.geography import LAND, around, next_cell, without_first
from floe.games.igluiglu.greedy import lasting, prey_on
from floe.games.igluiglu.layout import N_HAND
from floe.games.igluiglu.pieces import all_igloos, all_inuit
from floe.games.igluiglu.prospects import near_bears
from floe.games.igluiglu.scoring import animal_points, next_island, strength

_ZERO = np.uint64(0)

_SIZES = np.array([0, 0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 9], np.int64)
"""Islands that are told apart by their number of tiles; all larger ones are alike."""
_N_SIZES, _STRONGEST = 10, 5
_PER_SEAT_ISLANDS = _N_SIZES * _STRONGEST * (_STRONGEST + 1)
_STEPS = 3  # how far away animals still count

# Each group: its first feature, and how many there are of it for each seat.
_HANDS, _IGLOOS, _ANIMALS, _LAND, _GLACIER, _TO_PLACE, _DANGER = 2 * N_HAND, 2, 18, 5, 5, 5, 4
_PREY, _GROWTH = 8, 8
PER_SEAT = (
    _HANDS + _IGLOOS + _ANIMALS + _LAND + _GLACIER + _TO_PLACE + _DANGER + (1 + _STEPS) * _PREY + _GROWTH
    + 2 * _PER_SEAT_ISLANDS
)  # fmt: skip
_PHASE = 4 * PER_SEAT
_POINTS = _PHASE + 9
_PLAYED = _POINTS + 7
_OWNER = _PLAYED + 4
_TILES = _OWNER + 4
_PLAYERS = _TILES + 24
_GAMERS = _PLAYERS + 3
N_FEATURES = _GAMERS + 1
ISLANDS = PER_SEAT - 2 * _PER_SEAT_ISLANDS
"""Of the features of a seat, those from here on tell of islands, as often as there are such."""
MAX_ACTIVE = 512
"""More than can be active at once: a hundred for each seat, and some forty more."""


@compiled
def features(s: Struct, out: I32Array) -> int:
    """The active features of a position, seen by the player to move."""
    players = int(s.players)
    mover = int(s.to_move)
    empty = np.uint64(s.down & ~(all_inuit(s) | all_igloos(s) | s.fish | s.foxes | s.bears))
    n = steps(out, 0, _TILES, min(24, popcount(empty) // 2))
    n = steps(out, n, _PHASE + int(s.phase), 1)
    n = steps(out, n, _POINTS + min(6, points_left(s)), 1)
    for kind in range(4):
        if (int(s.played) >> kind) & 1:
            n = steps(out, n, _PLAYED + kind, 1)
    if s.owner < players:
        n = steps(out, n, _OWNER + (int(s.owner) + players - mover) % players, 1)
    n = steps(out, n, _PLAYERS + players - 2, 1)
    n = steps(out, n, _GAMERS, int(s.gamers))
    stays = lasting(s)
    glaciers = np.uint64(s.ice & ~s.down)
    feared = near_bears(s)
    for distance in range(players):
        n = seat_features(s, (mover + distance) % players, distance * PER_SEAT, glaciers, feared, out, n)
    n = island_features(s, stays, ISLANDS, empty, out, n)
    firm = np.uint64(glaciers | (s.ice & all_igloos(s)))
    return island_features(s, firm, ISLANDS + _PER_SEAT_ISLANDS, _ZERO, out, n)


@compiled
def steps(out: I32Array, n: int, first: int, number: int) -> int:
    """A number as that many features in a row."""
    for k in range(number):
        out[n] = first + k
        n += 1
    return n


@compiled
def seat_features(
    s: Struct, seat: int, first: int, glaciers: np.uint64, feared: np.uint64, out: I32Array, n: int
) -> int:
    """What a player has, and has within reach."""
    for hand in range(N_HAND):
        n = steps(out, n, first + hand * 2, min(2, int(s.hands[seat, hand])))
    first += _HANDS
    n = steps(out, n, first, int(s.igloos[seat]))
    first += _IGLOOS
    n = steps(out, n, first, min(_ANIMALS, animal_points(s, seat) // 2))
    first += _ANIMALS
    n = steps(out, n, first, min(_LAND, inuit_on(s, LAND, seat)))
    first += _LAND
    n = steps(out, n, first, min(_GLACIER, inuit_on(s, glaciers, seat)))
    first += _GLACIER
    n = steps(out, n, first, min(_TO_PLACE, int(s.to_place[seat])))
    first += _TO_PLACE
    n = steps(out, n, first, min(_DANGER, popcount(feared & s.inuit_of[seat] & ~s.igloo_of[seat])))
    first += _DANGER
    reach, counted = s.inuit_of[seat], _ZERO
    for _ in range(1 + _STEPS):
        cells = ((s.fish & around(reach & s.ice)) | (s.foxes & reach)) & ~counted
        counted |= cells
        value = 0
        while cells != _ZERO:
            value += prey_on(s, next_cell(cells))
            cells = without_first(cells)
        n = steps(out, n, first, min(_PREY, value))
        first += _PREY
        reach |= around(reach) & s.ice
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
            n = steps(out, n, distance * PER_SEAT + first - _GROWTH, min(_GROWTH, popcount(grows) // 2))
    return n
