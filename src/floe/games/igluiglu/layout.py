"""The struct of an IGLU IGLU position and the numbers in it.

The struct holds the whole truth: what lies face down, every hand, the order of the tokens that will come up. Sets of
cells are 64-bit numbers, bit = row * 8 + column, so that a1 is bit 0, h1 bit 7 and h8 bit 63. Tokens and Inuit that
share a cell are alike, so a cell keeps counts of them, four bits each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

COLOURS = "rbyg"
DIRECTIONS = "nesw"
NOBODY = 255

PHASES = ("place", "flip", "drift", "shove", "act", "herd", "spear", "flee", "over")
PLACE_PHASE, FLIP_PHASE, DRIFT_PHASE, SHOVE_PHASE, ACT_PHASE, HERD_PHASE, SPEAR_PHASE, FLEE_PHASE, OVER = range(9)

# II-3: kinds of tile. 0 is no face-down tile. From MELT on they have a red border and are kept in hand (II-8).
KINDS = (
    "", "fish1", "fish2", "fish3", "bear", "glacier", "drift",
    "melt", "energy1", "energy2", "energy3", "harpoon", "herd",
)  # fmt: skip
FISH1, FISH2, FISH3, BEAR, GLACIER, DRIFT, MELT, ENERGY1, ENERGY2, ENERGY3, HARPOON, HERD = range(1, 13)
N_KINDS = 13
TILES = 56

HAND = KINDS[MELT:]
"""The kinds in a hand, in the order of ``hands``."""
HAND_MELT, HAND_ENERGY, HAND_HARPOON, HAND_HERD = 0, 1, 4, 5
N_HAND = 6

# II-14: types of which one may be played each turn, as bits of ``played``.
TYPES = ("melt", "energy", "harpoon", "herd")
PLAYED_MELT, PLAYED_ENERGY, PLAYED_HARPOON, PLAYED_HERD = 1, 2, 4, 8

# II-4: animals. The first six are counted in ``animals``, four bits each; bears stand alone, in ``bears``.
ANIMALS = ("f1", "f2", "f3", "x1", "x2", "x3", "bear")
FISH, FOX, BEAR_TOKEN = 0, 3, 6
ANIMAL_VALUES = (1, 2, 3, 1, 2, 3, 4)
FISH_TOKENS = (8, 12, 8)
FOX_TOKENS = (3, 4, 3)
BEAR_TOKENS = 4

# II-5
INUIT = {2: 5, 3: 3, 4: 3}
IGLOOS = 2
POINTS = 3
HERD_STEPS = 3
MAX_TURN = 2**32 - 1

# II-30: its two rules, each on its own.
BY_VARIANT = 0
OPEN_IGLOOS, BARRED_IGLOOS = 1, 2
SQUARES, TABLE = 1, 2

# Three parts: what is open to all, what is hidden, and what is fixed for the whole game.
_OPEN = [
    ("ice", "u8"),  # all tiles
    ("down", "u8"),  # those that lie face down; the others are glaciers
    ("fish", "u8"),  # cells with fish, foxes, bears
    ("foxes", "u8"),
    ("bears", "u8"),
    ("inuit_of", "u8", (4,)),  # cells with Inuit, igloos of each seat
    ("igloo_of", "u8", (4,)),
    ("animals", "u4", (64,)),  # how many f1 f2 f3 x1 x2 x3, four bits each
    ("inuit", "u2", (64,)),  # how many of each seat, four bits each
    ("turn", "u4"),
    ("taken", "u1", (4, 7)),
    ("seen", "u1", (N_KINDS,)),
    ("to_place", "u1", (4,)),
    ("igloos", "u1", (4,)),  # left to build
    ("fish_left", "u1"),
    ("fox_left", "u1"),
    ("bears_left", "u1"),
    ("phase", "u1"),
    ("to_move", "u1"),  # a seat, or NOBODY
    ("owner", "u1"),
    ("points", "u1"),
    ("played", "u1"),
    ("winners", "u1"),  # one bit per seat
    ("push_cell", "u1"),  # the push that waits in phase shove
    ("push_direction", "u1"),
    ("steps", "u1"),  # herd steps left
    ("back", "u1"),  # the phase that was interrupted
    ("attacked", "u1"),  # the cell, in phase spear
    ("ask", "u1"),  # one bit for each seat still to be asked
    ("queue", "u1", (4,)),  # fleeing Inuit of each seat
]
_HIDDEN = [
    ("kinds", "u1", (64,)),  # what lies face down
    ("hands", "u1", (4, N_HAND)),
    ("fish_supply", "u1", (28,)),  # values; the next to come up is the last of those left
    ("fox_supply", "u1", (10,)),
]
_FIXED = [
    ("players", "u1"),
    ("gamers", "u1"),  # variant = "gamers"
    ("open_centre", "u1"),  # centre = "open"
    ("own_mix", "u1"),  # 0: the default mix
    ("mix", "u1", (N_KINDS,)),
    ("igloo_reading", "u1"),  # BY_VARIANT, or whether others' igloos are open or barred
    ("island_reading", "u1"),  # BY_VARIANT, or whether islands count squares or by the table
    ("half_up", "u1"),  # half = "up"
    ("many_answers", "u1"),  # answers = "many"
    ("open_corners", "u1"),  # corners = "open"
    ("colours", "u1"),  # of each seat, two bits each, seat 0's lowest
]


def _filled_up(name: str, fields: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """A part filled up to whole 64-bit words, so that it can be read as such."""
    spare = -np.dtype(fields).itemsize % 8
    return [*fields, (name, "u1", (spare,))] if spare else fields


STATE = np.dtype(
    (np.record, _filled_up("spare1", _OPEN) + _filled_up("spare2", _HIDDEN) + _filled_up("spare3", _FIXED)),
)
OPEN_WORDS = np.dtype(_filled_up("spare1", _OPEN)).itemsize // 8
"""The open part is the first so many 64-bit words of a struct."""
HIDDEN_WORDS = np.dtype(_filled_up("spare2", _HIDDEN)).itemsize // 8
"""And the hidden part the next so many."""
FIXED = np.dtype(_filled_up("spare3", _FIXED))
"""The fixed part, which ends a struct."""

# Actions. Cells count from a1; a direction is 0 to 3 for n e s w; an animal is 0 to 2 for value 1 to 3 (a fish on sea,
# a fox on a tile) and 3 for a bear. A kayak names its origin as the k-th cell, from a1 on, with Inuit of the player's.
PLACE = 0  # + cell
FLIP = PLACE + 64  # + cell
MELT_ACTION = FLIP + 64  # + cell
HERD_ACTION = MELT_ACTION + 64
DRIFT_ACTION = HERD_ACTION + 1  # + cell * 4 + direction
SHOVE = DRIFT_ACTION + 256  # + animal * 4 + direction
STEP = SHOVE + 16  # + cell * 16 + animal * 4 + direction
SPEAR = STEP + 1024
PASS = SPEAR + 1
FLEE = PASS + 1  # + corner, in the order a1 h1 a8 h8
WALK = FLEE + 4  # + cell * 4 + direction
KAYAK = WALK + 256  # + origin * 64 + cell
HUNT = KAYAK + 320  # + cell * 3 + animal
HARPOON_ACTION = HUNT + 192  # + cell * 4 + animal
IGLOO = HARPOON_ACTION + 256  # + cell
ENERGY = IGLOO + 64  # + 0 to 2 for one to three points
END = ENERGY + 3
N_ACTIONS = END + 1
MAX_LEGAL = 512
