"""Which actions of IGLU IGLU deserve a look: how good each seems at first sight, judged by hand-picked traits.

What traits there are was thought out; how much each counts was fitted to what long searches looked at most
(``tools/fit_igluiglu.py``). It costs little, and the search looks at ten good actions instead of sixty.
"""

from __future__ import annotations

import numpy as np

from floe.core.bits import popcount
from floe.core.jit import compiled
from floe.core.typing import F32Array, I32Array, Struct
from floe.games.igluiglu.geography import LAND, NEIGHBOUR, around, bit, contains, next_cell, without_first
from floe.games.igluiglu.greedy import lasting, prey_on
from floe.games.igluiglu.kernel import kayak_origin
from floe.games.igluiglu.layout import (
    DRIFT_ACTION,
    END,
    ENERGY,
    FLIP,
    HARPOON_ACTION,
    HERD_ACTION,
    HUNT,
    IGLOO,
    KAYAK,
    MELT_ACTION,
    PASS,
    SHOVE,
    SPEAR,
    STEP,
    WALK,
)
from floe.games.igluiglu.pieces import animal_count, inuit_count

_TRAITS = (
    # an action of this kind; hunting by value, harpooning by value or a bear, ending with 0, 1 or more points left
    "melt", "herd", "pass", "walk", "kayak", "hunt 1", "hunt 2", "hunt 3", "spear 1", "spear 2", "spear 3",
    "spear bear", "build", "energy 1", "energy 2", "energy 3", "end 0", "end 1", "end 2",
    # place: where own Inuit are, where others are; flip: beside own Inuit, beside others', each lasting tile beside it
    "place own", "place other", "flip own", "flip other", "flip lasting",
    # melt and drift: each Inuit of others on the tile, each own one
    "melt other", "melt own", "drift own", "drift other",
    # herd: a fish or fox by its value comes into own reach, leaves it, the same of others; a bear to others, to own
    "herd to own", "herd from own", "herd to other", "herd from other", "bear other", "bear own",
    # walk or kayak: the best prey that can then be paid for, all prey there, all prey left behind; to a glacier, from
    # one; glaciers beside the new tile, the old one; to others, to own Inuit, to an own igloo; lasting tiles beside the
    # new tile, the old one; the last one leaves a tile that may be flipped then; from land
    "go prey", "go near", "go far", "to glacier", "from glacier", "to beside glacier", "from beside glacier",
    "to other", "to own", "to igloo", "to beside lasting", "from beside lasting", "leave", "from land",
    # build: on a glacier, glaciers beside it, lasting tiles beside it
    "build glacier", "build beside glacier", "build beside lasting",
)  # fmt: skip
N_TRAITS = len(_TRAITS)

WEIGHTS = np.array((
    -2.14, 1.19, -2.13, -1.75, -2.77, 2.90, 6.09, 7.77, -2.69, -1.95, 0.69, 0.33, 0.83, -1.29, -1.56, -1.10, -0.53,
    -1.65, -1.93, -1.13, 1.25, 2.26, -1.12, 0.49, 2.68, -1.03, 1.41, 0.41, 1.17, -0.88, -0.44, 0.63, 2.00, 1.21,
    2.50, 0.94, -0.52, 0.26, -1.49, 0.90, -0.77, -0.29, -1.88, -0.95, 0.51, -0.30, -1.18, 1.60, -0.02, 0.88, 0.95,
), np.float32)  # fmt: skip
"""How much each trait adds to the logit of an action that has it."""

_ZERO = np.uint64(0)
_T = {name: number for number, name in enumerate(_TRAITS)}
_MELT, _HERD, _PASS, _WALK, _KAYAK = (_T[name] for name in ("melt", "herd", "pass", "walk", "kayak"))
_HUNT, _SPEAR, _BUILD, _ENERGY, _END = (_T[name] for name in ("hunt 1", "spear 1", "build", "energy 1", "end 0"))
_PLACE, _FLIP, _MELT_WHO, _DRIFT = (_T[name] for name in ("place own", "flip own", "melt other", "drift own"))
_HERDED, _BEAR, _GO, _BUILD_AT = (_T[name] for name in ("herd to own", "bear other", "go prey", "build glacier"))
_ANY_BEAR = 3  # among the animals of an action


@compiled
def appeal(s: Struct, legal: I32Array, n: int, out: F32Array) -> None:
    """A logit for each of the n legal actions."""
    appeals(s, legal, n, WEIGHTS, out)


@compiled
def appeals(s: Struct, legal: I32Array, n: int, weights: F32Array, out: F32Array) -> None:
    """The same with other weights."""
    seat = int(s.to_move)
    others = _ZERO
    for other in range(4):
        if other != seat:
            others |= s.inuit_of[other]
    firm = lasting(s)
    for k in range(n):
        out[k] = first_sight(s, int(legal[k]), seat, others, firm, weights)


@compiled
def first_sight(  # noqa: C901, PLR0912  # one branch a kind of action
    s: Struct, action: int, seat: int, others: np.uint64, firm: np.uint64, w: F32Array
) -> float:
    """The traits of one action, added up. Those of a kind without any are all alike."""
    value = 0.0
    if action < FLIP:
        here = bit(action)
        value = w[_PLACE] * touches(s.inuit_of[seat], here) + w[_PLACE + 1] * touches(others, here)
    elif action < MELT_ACTION:
        beside = around(bit(action - FLIP))
        value = w[_FLIP] * touches(s.inuit_of[seat], beside) + w[_FLIP + 1] * touches(others, beside)
        value += w[_FLIP + 2] * popcount(beside & firm)
    elif action < HERD_ACTION:
        value = w[_MELT] + melted(s, action - MELT_ACTION, seat, w)
    elif action == HERD_ACTION:
        value = w[_HERD]
    elif action < SHOVE:
        here = bit((action - DRIFT_ACTION) // 4)
        value = w[_DRIFT] * touches(s.inuit_of[seat], here) + w[_DRIFT + 1] * touches(others, here)
    elif STEP <= action < SPEAR:
        value = herded(s, action - STEP, s.inuit_of[seat], others, w)
    elif action == PASS:
        value = w[_PASS]
    elif WALK <= action < KAYAK:
        origin = (action - WALK) // 4
        value = w[_WALK] + gone(s, origin, int(NEIGHBOUR[origin, (action - WALK) % 4]), 1, others, firm, w)
    elif KAYAK <= action < HUNT:
        origin = kayak_origin(s, (action - KAYAK) // 64)
        value = w[_KAYAK] + gone(s, origin, (action - KAYAK) % 64, 3, others, firm, w)
    elif HUNT <= action < HARPOON_ACTION:
        value = w[_HUNT + (action - HUNT) % 3]
    elif HARPOON_ACTION <= action < IGLOO:
        value = w[_SPEAR + (action - HARPOON_ACTION) % 4]
    elif IGLOO <= action < ENERGY:
        value = w[_BUILD] + built(s, action - IGLOO, firm, w)
    elif ENERGY <= action < END:
        value = w[_ENERGY + action - ENERGY]
    elif action == END:
        value = w[_END + min(2, int(s.points))]
    return float(value)


@compiled
def touches(cells: np.uint64, others: np.uint64) -> int:
    """1 if two sets of cells have one in common, else 0."""
    return int(cells & others != _ZERO)


@compiled
def melted(s: Struct, cell: int, seat: int, w: F32Array) -> float:
    value = 0.0
    for other in range(int(s.players)):
        value += w[_MELT_WHO + (1 if other == seat else 0)] * inuit_count(s, cell, other)
    return value


@compiled
def herded(s: Struct, step: int, own: np.uint64, others: np.uint64, w: F32Array) -> float:
    cell, animal = step // 16, step // 4 % 4
    target = bit(int(NEIGHBOUR[cell, step % 4]))
    if animal == _ANY_BEAR:
        return float(w[_BEAR] * touches(others, target) + w[_BEAR + 1] * touches(own, target))
    origin = bit(cell)
    fish = not contains(s.ice, cell)  # they are hunted from beside, foxes on the spot
    mine = np.uint64(around(own & s.ice) if fish else own)
    theirs = np.uint64(around(others & s.ice) if fish else others)
    value = w[_HERDED] * touches(mine, target) + w[_HERDED + 1] * touches(mine, origin)
    value += w[_HERDED + 2] * touches(theirs, target) + w[_HERDED + 3] * touches(theirs, origin)
    return float(value * (animal + 1))


@compiled
def gone(s: Struct, origin: int, target: int, cost: int, others: np.uint64, firm: np.uint64, w: F32Array) -> float:
    """An Inuit goes from one cell to another."""
    seat = int(s.to_move)
    glaciers = np.uint64(s.ice & ~s.down)
    old, new = bit(origin), bit(target)
    value = w[_GO] * best_prey(s, target, int(s.points) - cost)
    value += w[_GO + 1] * all_prey(s, target) + w[_GO + 2] * all_prey(s, origin)
    value += w[_GO + 3] * touches(glaciers, new) + w[_GO + 4] * touches(glaciers, old)
    value += w[_GO + 5] * popcount(glaciers & around(new)) + w[_GO + 6] * popcount(glaciers & around(old))
    value += w[_GO + 7] * touches(others, new) + w[_GO + 8] * touches(s.inuit_of[seat], new)
    value += w[_GO + 9] * touches(s.igloo_of[seat], new)
    value += w[_GO + 10] * popcount(firm & around(new)) + w[_GO + 11] * popcount(firm & around(old))
    if contains(s.down, origin) and inuit_count(s, origin, seat) == 1:
        value += w[_GO + 12]
    return float(value + w[_GO + 13] * touches(LAND, old))


@compiled
def in_reach(s: Struct, cell: int) -> np.uint64:
    """Cells with what an Inuit on a tile can hunt."""
    here = bit(cell)
    return np.uint64((s.fish & ~s.ice & around(here)) | (s.foxes & here))


@compiled
def best_prey(s: Struct, cell: int, points: int) -> int:
    """The most valuable animal that an Inuit on a tile could hunt with so many points."""
    best = 0
    cells = in_reach(s, cell)
    while cells != _ZERO:
        prey = next_cell(cells)
        cells = without_first(cells)
        for value in range(best + 1, min(points, 3) + 1):
            if animal_count(s, prey, value - 1) + animal_count(s, prey, value + 2) > 0:
                best = value
    return best


@compiled
def all_prey(s: Struct, cell: int) -> int:
    """The value of all that an Inuit on a tile could hunt."""
    value = 0
    cells = in_reach(s, cell)
    while cells != _ZERO:
        value += prey_on(s, next_cell(cells))
        cells = without_first(cells)
    return value


@compiled
def built(s: Struct, cell: int, firm: np.uint64, w: F32Array) -> float:
    glaciers = np.uint64(s.ice & ~s.down)
    beside = around(bit(cell))
    value = w[_BUILD_AT] * touches(glaciers, bit(cell)) + w[_BUILD_AT + 1] * popcount(glaciers & beside)
    return float(value + w[_BUILD_AT + 2] * popcount(firm & beside))
