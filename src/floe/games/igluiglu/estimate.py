"""How IGLU IGLU stands, judged by hand-picked traits of each seat: what it has taken, holds and could take.

A trait counts with a weight that changes from the beginning of the game to its end. What traits there are was thought
out; how much each counts was fitted to how games of the search against itself ended (``tools/fit_igluiglu.py``).
"""

from __future__ import annotations

import numpy as np

from floe.core.bits import popcount
from floe.core.jit import compiled
from floe.core.maths import exp
from floe.core.typing import F32Array, Struct
from floe.games.igluiglu.geography import LAND, around, next_cell, without_first
from floe.games.igluiglu.greedy import lasting, prey_on
from floe.games.igluiglu.layout import DRIFT_PHASE, FLIP_PHASE, N_HAND, PLACE_PHASE, POINTS, SHOVE_PHASE
from floe.games.igluiglu.pieces import all_igloos, all_inuit, inuit_count
from floe.games.igluiglu.scoring import animal_points, by_table, half, island_value, next_island, strength

ANIMALS, LASTING, FIRM, BESIDE, FARTHER, ON_LAND, TO_BUILD, POINTS_LEFT, ON_GLACIER, IN_HAND = range(10)
"""The traits: points for animals; points for islands of those tiles that last while everybody stays, and of those that
last whatever happens; the value of animals within reach and of those some steps away; Inuit on land; igloos left to
build; points left this turn; Inuit on glaciers; and then one for each kind of tile in the hand."""
N_TRAITS = IN_HAND + N_HAND

WEIGHTS = np.array((
    (0.265, -0.129), (0.073, -0.114), (0.040, 0.005), (0.042, 0.012), (0.032, 0.004), (0.042, -0.134),
    (-0.153, 0.059), (0.062, -0.038), (-0.012, -0.050), (0.061, -0.079), (0.048, 0.174), (0.270, 0.016),
    (0.376, 0.130), (0.411, 0.095), (0.130, -0.185),
), np.float32)  # fmt: skip
"""What one of each trait counts at the end, and how much more at the beginning. The chances of two seats are as e to
the power of the difference."""

_ZERO = np.uint64(0)
_MOST_TO_FLIP = 48.0
_STEPS = 3  # how far away animals still count
_FADE = 0.7  # for each of these steps


@compiled
def estimate(s: Struct, values: F32Array) -> None:
    """Each seat's share of the win."""
    standings(s, WEIGHTS, values)
    best = -1e9
    for seat in range(int(s.players)):
        best = max(best, float(values[seat]))
    total = 0.0
    for seat in range(int(s.players)):
        values[seat] = exp(values[seat] - best)
        total += values[seat]
    for seat in range(int(s.players)):
        values[seat] /= total


@compiled
def standings(s: Struct, weights: F32Array, out: F32Array) -> None:
    """How well each seat stands: the sum of its traits."""
    glaciers = np.uint64(s.ice & ~s.down)
    empty = s.down & ~(all_inuit(s) | all_igloos(s) | s.fish | s.foxes | s.bears)
    early = popcount(empty) / _MOST_TO_FLIP
    for seat in range(4):
        out[seat] = 0
    add_islands(s, lasting(s), weight(weights, LASTING, early), out)
    add_islands(s, np.uint64(glaciers | (s.ice & all_igloos(s))), weight(weights, FIRM, early), out)
    for seat in range(int(s.players)):
        value = weight(weights, ANIMALS, early) * animal_points(s, seat)
        value += prey(s, seat, weight(weights, BESIDE, early), weight(weights, FARTHER, early))
        value += weight(weights, ON_LAND, early) * inuit_on(s, LAND, seat)
        value += weight(weights, ON_GLACIER, early) * inuit_on(s, glaciers, seat)
        value += weight(weights, TO_BUILD, early) * int(s.igloos[seat])
        if s.owner == seat:
            value += weight(weights, POINTS_LEFT, early) * points_left(s)
        for hand in range(N_HAND):
            if s.hands[seat, hand] > 0:
                value += weight(weights, IN_HAND + hand, early) * int(s.hands[seat, hand])
        out[seat] += value


@compiled
def weight(weights: F32Array, trait: int, early: float) -> float:
    """What a trait counts now."""
    return float(weights[trait, 0] + early * weights[trait, 1])


@compiled
def points_left(s: Struct) -> int:
    """What the player on turn can still spend."""
    if s.phase in (FLIP_PHASE, DRIFT_PHASE, SHOVE_PHASE):
        return POINTS
    return 0 if s.phase == PLACE_PHASE else int(s.points)


@compiled
def add_islands(s: Struct, tiles: np.uint64, weight: float, out: F32Array) -> None:
    """II-28: what islands of these tiles pay each seat; all seats at once, because strengths are slow to count."""
    players = int(s.players)
    while tiles != _ZERO:
        island = next_island(tiles)
        tiles &= ~island
        first, other = strength(s, island, 0), strength(s, island, 1)
        third = strength(s, island, 2) if players > 2 else 0
        fourth = strength(s, island, 3) if players > 3 else 0
        highest = max(first, other, third, fourth)
        if highest == 0:
            continue
        second = 0
        tribes = 0
        for seat in range(players):
            theirs = first if seat == 0 else other if seat == 1 else third if seat == 2 else fourth
            tribes += theirs > 0
            if second < theirs < highest:
                second = theirs
        size = popcount(island)
        value = island_value(s, size)
        for seat in range(players):
            theirs = first if seat == 0 else other if seat == 1 else third if seat == 2 else fourth
            if theirs == highest:
                out[seat] += weight * (size * size if tribes == 1 and not by_table(s) else value)
            elif theirs == second and theirs > 0:
                out[seat] += weight * half(s, value)


@compiled
def prey(s: Struct, seat: int, beside: float, farther: float) -> float:
    """The value of the animals that a seat can hunt now, and of those some steps away, the less the farther."""
    worth = 0.0
    counts = beside
    reach = s.inuit_of[seat]
    counted = _ZERO
    for step in range(1 + _STEPS):
        cells = ((s.fish & around(reach & s.ice)) | (s.foxes & reach)) & ~counted
        counted |= cells
        while cells != _ZERO:
            worth += counts * prey_on(s, next_cell(cells))
            cells = without_first(cells)
        reach |= around(reach) & s.ice
        counts = farther if step == 0 else counts * _FADE
    return worth


@compiled
def inuit_on(s: Struct, cells: np.uint64, seat: int) -> int:
    """How many Inuit of a seat are on these cells."""
    number = 0
    found = cells & s.inuit_of[seat]
    while found != _ZERO:
        number += inuit_count(s, next_cell(found), seat)
        found = without_first(found)
    return number
