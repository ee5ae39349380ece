"""The struct of an ICE CULT position and the numbers in it.

Everything that the rules need is in the struct: the position first, then (from ``players`` on) what is fixed for the
whole game. A path is two 64-bit numbers. ``pawns`` holds its pawns three bits each in walking order: the stack on
space 1 from below to above, then the stack on space 2, and so on; 1 to 4 is a colour, 0 is nobody. ``heights`` holds
five bits per space: how many pawns of that order stand there.
"""

from __future__ import annotations

import numpy as np

DIRECTIONS = "nesw"
COLOURS = "yrgb"
SLOTS = "abcd"
PHASES = ("tilt1", "tilt2", "move", "over")
TILT1, TILT2, MOVE, OVER = range(4)
NOBODY = 255
NO_TILT = 255

PAWNS_PER_COLOUR = 5
MAX_PATH_LENGTH = 9
MAX_STALL_LIMIT = 1000
MAX_TURN = 2**32 - 1

# What lies on top of a cube: an arrow is colour * 4 + direction.
ARC = 16
CIRCLE = 17

STATE = np.dtype(
    (
        np.record,
        [
            ("pawns", "u8", (4,)),
            ("heights", "u8", (4,)),
            ("turn", "u4"),
            ("stalled", "u2"),
            ("phase", "u1"),
            ("to_move", "u1"),  # a seat, or NOBODY
            ("winners", "u1"),  # one bit per seat
            ("first_tilt", "u1"),  # an action, or NO_TILT
            ("used", "u1"),  # one bit per slot
            ("circles", "u1"),
            ("arcs", "u1"),
            ("cubes", "u1", (4,)),  # a pose for each slot
            ("start", "u1", (4,)),
            ("home", "u1", (4,)),
            ("players", "u1"),
            ("colours", "u1", (4,)),  # of each seat, NOBODY beyond the last
            ("path_length", "u1"),
            ("waive_circles", "u1"),  # circles = "may"
            ("cube_set", "u1"),  # number of a built-in set, or OWN_SET
            ("stall_limit", "u2"),
            ("tops", "u1", (4, 24)),  # what each slot's cube shows in each pose
            ("own_tower", "u1"),  # tower = "own"
            ("by_turn", "u1"),  # checked = "turn"
            ("unused", "u1", (3,)),
        ],
    )
)

# Actions, in the order of the notation: eight tilts, 24 arrow steps, 24 circle steps, eight turns, end.
# A step is slot * 6 + choice: choice 0 is a pawn from start, choice k the k-th pawn of the arrow's colour on its path
# in walking order (a colour has five pawns, so k is at most 5).
TILT, STEP, COPY, TURN, END = 0, 8, 32, 56, 64
N_ACTIONS = 65
CHOICES = 1 + PAWNS_PER_COLOUR
MAX_LEGAL = 57
