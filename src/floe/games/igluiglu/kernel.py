"""IGLU IGLU as the engine drives it: which integer actions are legal, and what each does."""

from __future__ import annotations

import numpy as np

from floe.core.jit import compiled
from floe.core.loops import compile_loops
from floe.core.typing import I32Array, Struct
from floe.games.igluiglu import layout, rules
from floe.games.igluiglu.compact import observe_compact
from floe.games.igluiglu.dealing import deal
from floe.games.igluiglu.encoding import observe
from floe.games.igluiglu.geography import NEIGHBOUR, RING, contains, next_cell, without_first
from floe.games.igluiglu.layout import (
    ACT_PHASE,
    BEAR_TOKEN,
    DRIFT_PHASE,
    END,
    ENERGY,
    FISH,
    FLEE,
    FLEE_PHASE,
    FLIP,
    FLIP_PHASE,
    FOX,
    HARPOON_ACTION,
    HERD_ACTION,
    HERD_PHASE,
    HUNT,
    IGLOO,
    KAYAK,
    MAX_LEGAL,
    MELT_ACTION,
    OVER,
    PASS,
    PLACE,
    PLACE_PHASE,
    SHOVE,
    SHOVE_PHASE,
    SPEAR,
    SPEAR_PHASE,
    STEP,
    WALK,
)
from floe.games.igluiglu.pieces import animal_count

__all__ = ["LOOPS", "MAX_LEGAL", "apply", "deal", "is_over", "legal_list", "observe", "observe_compact"]

_ZERO = np.uint64(0)
_ANY_BEAR = 3  # among the animals of an action
_DRIFT = layout.DRIFT_ACTION


@compiled
def is_over(s: Struct) -> bool:
    return bool(s.phase == OVER)


@compiled
def legal_list(s: Struct, out: I32Array) -> int:
    phase = int(s.phase)
    if phase == ACT_PHASE:
        return list_act(s, out)
    if phase == FLIP_PHASE:
        n = list_cells(rules.flippable(s), FLIP, out, 0)
        return list_tiles(s, out, n)
    if phase == HERD_PHASE:
        return list_herd(s, out)
    if phase == PLACE_PHASE:
        return list_cells(RING & s.ice, PLACE, out, 0)
    if phase == DRIFT_PHASE:
        return list_drift(s, out)
    if phase == SHOVE_PHASE:
        return list_shove(s, out)
    if phase == SPEAR_PHASE:
        return list_spear(s, out)
    if phase == FLEE_PHASE:
        for corner in range(4):
            out[corner] = FLEE + corner
        return 4
    return 0


@compiled
def list_cells(cells: np.uint64, first: int, out: I32Array, n: int) -> int:
    """One action per cell."""
    while cells != _ZERO:
        out[n] = first + next_cell(cells)
        n += 1
        cells = without_first(cells)
    return n


@compiled
def list_tiles(s: Struct, out: I32Array, n: int) -> int:
    """The tiles in the hand that can be played before the flip and in the second part."""
    if rules.may_melt(s):
        n = list_cells(rules.meltable(s), MELT_ACTION, out, n)
    if rules.may_play_herd(s):
        out[n] = HERD_ACTION
        n += 1
    return n


@compiled
def list_drift(s: Struct, out: I32Array) -> int:
    north, east, south, west = rules.pushable(s, 0), rules.pushable(s, 1), rules.pushable(s, 2), rules.pushable(s, 3)
    tiles = north | east | south | west
    n = 0
    while tiles != _ZERO:
        cell = next_cell(tiles)
        for direction in range(4):
            line = north if direction == 0 else east if direction == 1 else south if direction == 2 else west
            if contains(line, cell):
                out[n] = _DRIFT + cell * 4 + direction
                n += 1
        tiles = without_first(tiles)
    return n


@compiled
def list_shove(s: Struct, out: I32Array) -> int:
    in_the_way = rules.beyond_line(s, int(s.push_cell), int(s.push_direction))
    n = 0
    for animal in range(4):
        if contains(s.bears, in_the_way) if animal == _ANY_BEAR else animal_count(s, in_the_way, FISH + animal) > 0:
            room = rules.shove_room(s, animal)
            for direction in range(4):
                target = NEIGHBOUR[in_the_way, direction]
                if target >= 0 and contains(room, target):
                    out[n] = SHOVE + animal * 4 + direction
                    n += 1
    return n


@compiled
def list_herd(s: Struct, out: I32Array) -> int:
    cells = s.fish | s.foxes | s.bears
    n = 0
    while cells != _ZERO:
        cell = next_cell(cells)
        on_sea = not contains(s.ice, cell)
        for animal in range(4):
            if animal == _ANY_BEAR:
                here = contains(s.bears, cell)
                ground = rules.bear_ground(s)
            else:
                here = animal_count(s, cell, (FISH if on_sea else FOX) + animal) > 0
                ground = rules.sea(s) if on_sea else rules.fox_ground(s)
            if here:
                for direction in range(4):
                    target = NEIGHBOUR[cell, direction]
                    if target >= 0 and contains(ground, target):
                        out[n] = STEP + cell * 16 + animal * 4 + direction
                        n += 1
        cells = without_first(cells)
    return n


@compiled
def list_spear(s: Struct, out: I32Array) -> int:
    n = 0
    if rules.may_spear(s):
        out[n] = SPEAR
        n += 1
    out[n] = PASS
    return n + 1


@compiled
def list_act(s: Struct, out: I32Array) -> int:
    n = list_tiles(s, out, 0)
    if s.points >= 1:
        n = list_walks(s, out, n)
    if s.points >= 3:
        n = list_kayaks(s, out, n)
    if s.points >= 1:
        n = list_prey(s, out, n, HUNT, int(s.points))
    if rules.may_harpoon(s):
        n = list_prey(s, out, n, HARPOON_ACTION, 4)
    n = list_cells(rules.igloo_sites(s), IGLOO, out, n)
    for size in range(3):
        if rules.may_play_energy(s, size):
            out[n] = ENERGY + size
            n += 1
    out[n] = END
    return n + 1


@compiled
def list_walks(s: Struct, out: I32Array, n: int) -> int:
    cells = s.inuit_of[s.owner]
    ground = rules.walkable(s)
    while cells != _ZERO:
        cell = next_cell(cells)
        for direction in range(4):
            target = NEIGHBOUR[cell, direction]
            if target >= 0 and contains(ground, target):
                out[n] = WALK + cell * 4 + direction
                n += 1
        cells = without_first(cells)
    return n


@compiled
def list_kayaks(s: Struct, out: I32Array, n: int) -> int:
    cells = s.inuit_of[s.owner]
    origin = 0
    while cells != _ZERO:
        n = list_cells(rules.kayak_targets(s, next_cell(cells)), KAYAK + origin * 64, out, n)
        origin += 1
        cells = without_first(cells)
    return n


@compiled
def list_prey(s: Struct, out: I32Array, n: int, first: int, points: int) -> int:
    """What can be hunted with so many points, or harpooned (HARPOON_ACTION, where bears join)."""
    kinds = 4 if first == HARPOON_ACTION else 3
    bears = rules.bears_in_reach(s) if first == HARPOON_ACTION else _ZERO
    fish = rules.fish_in_reach(s)
    foxes = rules.foxes_in_reach(s)
    cells = fish | foxes | bears
    while cells != _ZERO:
        cell = next_cell(cells)
        for animal in range(min(3, points)):
            kind = (FISH if contains(fish, cell) else FOX) + animal
            if contains(fish | foxes, cell) and animal_count(s, cell, kind) > 0:
                out[n] = first + cell * kinds + animal
                n += 1
        if contains(bears, cell):
            out[n] = first + cell * kinds + _ANY_BEAR
            n += 1
        cells = without_first(cells)
    return n


@compiled
def token(s: Struct, cell: int, animal: int) -> int:
    """The animal that an action means: a fish on sea, a fox on a tile, or the bear."""
    if animal == _ANY_BEAR:
        return BEAR_TOKEN
    return animal + (FOX if contains(s.ice, cell) else FISH)


@compiled
def kayak_origin(s: Struct, number: int) -> int:
    cells = s.inuit_of[s.owner]
    for _ in range(number):
        cells = without_first(cells)
    return next_cell(cells)


@compiled
def apply(s: Struct, action: int) -> None:  # noqa: C901, PLR0912  # one branch a kind of action
    if action < FLIP:
        rules.place(s, action - PLACE)
    elif action < MELT_ACTION:
        rules.flip(s, action - FLIP)
    elif action < HERD_ACTION:
        rules.melt(s, action - MELT_ACTION)
    elif action == HERD_ACTION:
        rules.herd(s)
    elif action < SHOVE:
        rules.drift(s, (action - _DRIFT) // 4, (action - _DRIFT) % 4)
    elif action < STEP:
        rules.shove(s, (action - SHOVE) // 4, (action - SHOVE) % 4)
    elif action < SPEAR:
        cell = (action - STEP) // 16
        rules.animal_step(s, cell, token(s, cell, (action - STEP) // 4 % 4), (action - STEP) % 4)
    elif action == SPEAR:
        rules.spear(s)
    elif action == PASS:
        rules.pass_by(s)
    elif action < WALK:
        rules.flee(s, action - FLEE)
    elif action < KAYAK:
        cell = (action - WALK) // 4
        rules.travel(s, cell, int(NEIGHBOUR[cell, (action - WALK) % 4]), 1)
    elif action < HUNT:
        rules.travel(s, kayak_origin(s, (action - KAYAK) // 64), (action - KAYAK) % 64, 3)
    elif action < HARPOON_ACTION:
        cell = (action - HUNT) // 3
        rules.hunt(s, cell, token(s, cell, (action - HUNT) % 3))
    elif action < IGLOO:
        cell = (action - HARPOON_ACTION) // 4
        rules.harpoon(s, cell, token(s, cell, (action - HARPOON_ACTION) % 4))
    elif action < ENERGY:
        rules.build(s, action - IGLOO)
    elif action < END:
        rules.energy(s, action - ENERGY)
    else:
        rules.end_turn(s)


LOOPS = compile_loops(globals())
next_order = LOOPS.next_order
