"""What the search knows of ICE CULT: features for the network, a hand-made estimate, and the key of a position.

With the built-in cube set, turning the board and shifting the colours changes nothing (IC-7). So every position is
looked at as if the player to move were yellow: colours, paths and slots are counted from that player's colour on.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from floe.core.game import Game, State
from floe.core.jit import compiled
from floe.core.maths import exp
from floe.core.randomness import Deal
from floe.core.typing import I32Array, States, Struct, U8Array, U64Array
from floe.games.icecult.geometry import FACES, FACES_IN, POSES
from floe.games.icecult.layout import (
    CHOICES,
    COPY,
    END,
    MOVE,
    N_ACTIONS,
    NO_TILT,
    PAWNS_PER_COLOUR,
    STEP,
    TURN,
)
from floe.games.icecult.rules import height

EXPLORATION, UCT_EXPLORATION = 0.8, 0.7
N_POLICY = N_ACTIONS
KEY_WORDS = 12
"""The position is the first 96 bytes of a struct, the fixed part begins within them."""

_SPACES = 5  # the network knows paths of this length

_CUBES = 0
_COUNTS = _CUBES + 4 * 24
_TOPMOST = _COUNTS + 4 * _SPACES * 4 * PAWNS_PER_COLOUR
_BELOW = _TOPMOST + 4 * _SPACES * 4
_START = _BELOW + 4 * _SPACES * 16
_HOME = _START + 4 * PAWNS_PER_COLOUR
_ROLES = _HOME + 4 * PAWNS_PER_COLOUR
_PHASE = _ROLES + 3 * 4
_USED = _PHASE + 3
_CIRCLES = _USED + 4
_ARCS = _CIRCLES + 5
_FIRST = _ARCS + 5
_WAIVE = _FIRST + 8
N_FEATURES = _WAIVE + 1
MAX_ACTIVE = 160
"""At most so many features are active: 20 pawns with a few each, and some forty more."""
MAX_LEARNED = 57
"""At most so many actions of a position are learnt from."""

_TILTS = ("nn", "ns", "sn", "ss", "ee", "ew", "we", "ww")


def training_start(game: Game[Any], deal: Deal, players: int) -> States:
    """A first position: usual colours mostly, others now and then; nobody learns from a long standstill."""
    colours = deal.shuffled("yrgb")[:players] if deal.below(3) == 0 else None
    first: State = game.new(players, rules={"stall_limit": 20}, colours=colours)
    return first.array


def _turned_poses() -> U8Array:
    """[quarter turns clockwise, pose]: the pose after the board was turned, its faces named as in the new slot."""
    faces = "UESWND"  # where the face on U N E S W D goes
    once = []
    for pose in range(24):
        up, west = FACES_IN[pose][0], FACES_IN[pose][4]
        once.append(POSES.index(faces[FACES.index(FACES[up])] + faces[FACES.index(FACES[west])]))
    table = np.zeros((4, 24), np.uint8)
    table[0] = range(24)
    for turns in range(1, 4):
        table[turns] = [once[pose] for pose in table[turns - 1]]
    return table


def _turned_tilts() -> U8Array:
    table = np.zeros((4, 8), np.uint8)
    for turns in range(4):
        for i, tilt in enumerate(_TILTS):
            table[turns, i] = _TILTS.index("".join("nesw"[("nesw".index(c) + turns) % 4] for c in tilt))
    return table


_TURNED_POSE = _turned_poses()
_TURNED_TILT = _turned_tilts()


@compiled
def position_key(words: U64Array, s: Struct, seat: int) -> np.uint64:
    """A hash of the position."""
    key = np.uint64(0x9E3779B97F4A7C15)
    for k in range(KEY_WORDS):
        key = (key ^ words[k]) * np.uint64(0xBF58476D1CE4E5B9)
        key ^= key >> np.uint64(29)
    return np.uint64(key)


@compiled
def estimate(s: Struct, values: npt.NDArray[np.float32]) -> None:
    """Who is ahead: a pawn counts its steps, and more of a colour in one stack count as a threat of a tower."""
    total = 0.0
    length = int(s.path_length)
    for seat in range(4):
        values[seat] = 0
        if seat < int(s.players):
            colour = int(s.colours[seat])
            progress = float(s.home[colour]) * (length + 1.5)
            for path in range(4):
                row = s.pawns[path]
                for space in range(1, length + 1):
                    together = 0
                    for _ in range(height(s, path, space)):
                        if int(np.int64(row & np.uint64(7))) == colour + 1:
                            progress += space
                            together += 1
                        row >>= np.uint64(3)
                    if together > 2:
                        progress += 2.0 * (together - 2)
            values[seat] = exp(progress * 5.0 / (PAWNS_PER_COLOUR * (length + 1)))
            total += values[seat]
    for seat in range(4):
        values[seat] /= total


@compiled
def features(s: Struct, out: I32Array) -> int:
    """The active features of a position, seen by the player to move."""
    own = int(s.colours[s.to_move])
    turns = (4 - own) % 4
    n = 0
    for slot in range(4):
        out[n] = _CUBES + ((slot + turns) % 4) * 24 + _TURNED_POSE[turns, s.cubes[slot]]
        n += 1
        if (int(s.used) >> slot) & 1:
            out[n] = _USED + (slot + turns) % 4
            n += 1
    n = stack_features(s, turns, out, n)
    for colour in range(4):
        seen_as = (colour + turns) % 4
        for k in range(int(s.start[colour])):
            out[n] = _START + seen_as * PAWNS_PER_COLOUR + k
            n += 1
        for k in range(int(s.home[colour])):
            out[n] = _HOME + seen_as * PAWNS_PER_COLOUR + k
            n += 1
        if seen_as > 0:
            out[n] = _ROLES + (seen_as - 1) * 4 + role(s, colour)
            n += 1
    out[n] = _PHASE + int(s.phase)
    n += 1
    if s.phase == MOVE:
        out[n] = _CIRCLES + int(s.circles)
        out[n + 1] = _ARCS + int(s.arcs)
        n += 2
    if s.first_tilt != NO_TILT:
        out[n] = _FIRST + _TURNED_TILT[turns, s.first_tilt]
        n += 1
    if s.waive_circles:
        out[n] = _WAIVE
        n += 1
    return n


@compiled
def role(s: Struct, colour: int) -> int:
    """Of another colour: after how many turns its player comes (1 to 3), or 0 for a neutral one."""
    for seat in range(int(s.players)):
        if s.colours[seat] == colour:
            return (seat - int(s.to_move)) % int(s.players)
    return 0


@compiled
def stack_features(s: Struct, turns: int, out: I32Array, n: int) -> int:
    """For each space how many of each colour, who is on top, and which colours stand below which."""
    for path in range(4):
        row = s.pawns[path]
        for space in range(1, min(int(s.path_length), _SPACES) + 1):
            place = ((path + turns) % 4) * _SPACES + space - 1
            below = 0  # one bit for each colour that stands below
            pairs = 0
            seen0 = seen1 = seen2 = seen3 = 0
            top = -1
            for _ in range(height(s, path, space)):
                colour = (int(np.int64(row & np.uint64(7))) - 1 + turns) % 4
                row >>= np.uint64(3)
                count = seen0 if colour == 0 else seen1 if colour == 1 else seen2 if colour == 2 else seen3
                out[n] = _COUNTS + (place * 4 + colour) * PAWNS_PER_COLOUR + count
                n += 1
                if colour == 0:
                    seen0 += 1
                elif colour == 1:
                    seen1 += 1
                elif colour == 2:
                    seen2 += 1
                else:
                    seen3 += 1
                for other in range(4):
                    if (below >> other) & 1 and not (pairs >> (other * 4 + colour)) & 1:
                        pairs |= 1 << (other * 4 + colour)
                        out[n] = _BELOW + place * 16 + other * 4 + colour
                        n += 1
                below |= 1 << colour
                top = colour
            if top >= 0:
                out[n] = _TOPMOST + place * 4 + top
                n += 1
    return n


@compiled
def policy_index(s: Struct, action: int) -> int:
    """An action as the player to move sees it."""
    turns = (4 - int(s.colours[s.to_move])) % 4
    if action < STEP:
        return int(_TURNED_TILT[turns, action])
    if action == END:
        return END
    if action >= TURN:
        slot, side = (action - TURN) >> 1, (action - TURN) & 1
        return TURN + ((slot + turns) % 4) * 2 + side
    first = COPY if action >= COPY else STEP
    slot, choice = (action - first) // CHOICES, (action - first) % CHOICES
    return first + ((slot + turns) % 4) * CHOICES + choice
