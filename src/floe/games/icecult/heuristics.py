"""What the search knows of ICE CULT: features for the network, a hand-made estimate, and the key of a position.

Every position is looked at as if the player to move were yellow: the board is turned, with the cubes that stand on it,
and colours, paths and slots are counted from that player's colour on. What is printed on the cubes (IC-7) and how long
the paths are is part of what is seen, so that one network judges every box.
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
from floe.games.icecult.cubesets import drawn_cube_set
from floe.games.icecult.geometry import TILTED
from floe.games.icecult.layout import (
    ARC,
    CHOICES,
    CIRCLE,
    COPY,
    END,
    MAX_PATH_LENGTH,
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

_SYMBOLS = 18  # 16 arrows, arc and circle
_SIDES = 6  # what lies on top, what a tilt in each of the four directions would bring up, and what is below

_FACES = 0
_COUNTS = _FACES + 4 * _SIDES * _SYMBOLS
_TOPMOST = _COUNTS + 4 * MAX_PATH_LENGTH * 4 * PAWNS_PER_COLOUR
_BELOW = _TOPMOST + 4 * MAX_PATH_LENGTH * 4
_START = _BELOW + 4 * MAX_PATH_LENGTH * 16
_HOME = _START + 4 * PAWNS_PER_COLOUR
_ROLES = _HOME + 4 * PAWNS_PER_COLOUR
_PHASE = _ROLES + 3 * 4
_USED = _PHASE + 3
_CIRCLES = _USED + 4
_ARCS = _CIRCLES + 5
_FIRST = _ARCS + 5
_LENGTH = _FIRST + 8
_WAIVE = _LENGTH + MAX_PATH_LENGTH
_OWN_TOWER = _WAIVE + 1
_BY_TURN = _OWN_TOWER + 1
N_FEATURES = _BY_TURN + 1
MAX_ACTIVE = 160
"""At most so many features are active: 24 for the cubes, 20 pawns with a few each, and some thirty more."""
MAX_LEARNED = 57
"""At most so many actions of a position are learnt from."""

_LONGEST_OPENING = 16
_TILTS = ("nn", "ns", "sn", "ss", "ee", "ew", "we", "ww")


def training_start(game: Game[Any], deal: Deal, players: int) -> States:
    """A first position. The usual box in two of three games, any other in the rest; usual colours mostly, others now
    and then. In half of the games some actions were drawn already, or little but a few lines would be learnt. Nobody
    learns from a long standstill."""
    colours = deal.shuffled("yrgb")[:players] if deal.below(3) == 0 else None
    rules: dict[str, Any] = {"stall_limit": 20}
    if deal.below(3) == 0:
        rules["cubes"] = drawn_cube_set(deal)
        if deal.below(3) == 0:
            rules["path_length"] = 1 + deal.below(MAX_PATH_LENGTH)
        if deal.below(5) == 0:
            rules["tower"] = "own"
        if deal.below(5) == 0:
            rules["checked"] = "turn"
        if deal.below(5) == 0:
            rules["circles"] = "may"
    first: State = game.new(players, rules=rules, colours=colours)
    begun = first.mutable()
    for _ in range(deal.below(_LONGEST_OPENING + 1) if deal.below(2) == 0 else 0):
        legal = begun.legal()
        begun.step(int(legal[deal.below(len(legal))]))
        if begun.over:  # on short paths
            return first.array
    return begun.array


def _turned_tilts() -> U8Array:
    table = np.zeros((4, 8), np.uint8)
    for turns in range(4):
        for i, tilt in enumerate(_TILTS):
            table[turns, i] = _TILTS.index("".join("nesw"[("nesw".index(c) + turns) % 4] for c in tilt))
    return table


def _turned_symbols() -> U8Array:
    """[quarter turns clockwise, symbol]: an arrow's colour and direction go along."""
    table = np.zeros((4, _SYMBOLS), np.uint8)
    for turns in range(4):
        table[turns] = [((c + turns) % 4) * 4 + (d + turns) % 4 for c in range(4) for d in range(4)] + [ARC, CIRCLE]
    return table


_TURNED_SYMBOL = _turned_symbols()
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
    """The active features of a position, seen by the player to move. Of a number that is counted one is active."""
    own = int(s.colours[s.to_move])
    turns = (4 - own) % 4
    n = cube_features(s, turns, out)
    n = stack_features(s, turns, out, n)
    for colour in range(4):
        seen_as = (colour + turns) % 4
        if s.start[colour] > 0:
            out[n] = _START + seen_as * PAWNS_PER_COLOUR + int(s.start[colour]) - 1
            n += 1
        if s.home[colour] > 0:
            out[n] = _HOME + seen_as * PAWNS_PER_COLOUR + int(s.home[colour]) - 1
            n += 1
        if seen_as > 0:
            out[n] = _ROLES + (seen_as - 1) * 4 + role(s, colour)
            n += 1
    out[n] = _PHASE + int(s.phase)
    out[n + 1] = _LENGTH + int(s.path_length) - 1
    n += 2
    if s.phase == MOVE:
        out[n] = _CIRCLES + int(s.circles)
        out[n + 1] = _ARCS + int(s.arcs)
        n += 2
    if s.first_tilt != NO_TILT:
        out[n] = _FIRST + int(_TURNED_TILT[turns, s.first_tilt])
        n += 1
    if s.waive_circles:
        out[n] = _WAIVE
        n += 1
    if s.own_tower:
        out[n] = _OWN_TOWER
        n += 1
    if s.by_turn:
        out[n] = _BY_TURN
        n += 1
    return n


@compiled
def cube_features(s: Struct, turns: int, out: I32Array) -> int:
    """For each cube what it shows, what each tilt would bring up, what two in a row would, and whether it is used."""
    n = 0
    north = (4 - turns) % 4  # what is north to the player to move
    for slot in range(4):
        seen_as = (slot + turns) % 4
        first = _FACES + seen_as * _SIDES * _SYMBOLS
        pose = s.cubes[slot]
        out[n] = first + int(_TURNED_SYMBOL[turns, s.tops[slot, pose]])
        for side in range(4):
            tilted = TILTED[pose, (north + side) % 4]
            out[n + 1 + side] = first + (1 + side) * _SYMBOLS + int(_TURNED_SYMBOL[turns, s.tops[slot, tilted]])
        twice = TILTED[TILTED[pose, north], north]
        out[n + 5] = first + 5 * _SYMBOLS + int(_TURNED_SYMBOL[turns, s.tops[slot, twice]])
        n += 6
        if (int(s.used) >> slot) & 1:
            out[n] = _USED + seen_as
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
    """For each space, counted from the last one back, how many of each colour, who is on top, and which colours stand
    below which."""
    length = int(s.path_length)
    for path in range(4):
        row = s.pawns[path]
        for space in range(1, length + 1):
            place = ((path + turns) % 4) * MAX_PATH_LENGTH + length - space
            counts = 0  # four bits for each colour
            pairs = 0
            top = -1
            for _ in range(height(s, path, space)):
                colour = (int(np.int64(row & np.uint64(7))) - 1 + turns) % 4
                row >>= np.uint64(3)
                for other in range(4):
                    if (counts >> (4 * other)) & 15 and not (pairs >> (other * 4 + colour)) & 1:
                        pairs |= 1 << (other * 4 + colour)
                        out[n] = _BELOW + place * 16 + other * 4 + colour
                        n += 1
                counts += 1 << (4 * colour)
                top = colour
            if top >= 0:
                out[n] = _TOPMOST + place * 4 + top
                n += 1
                for colour in range(4):
                    count = (counts >> (4 * colour)) & 15
                    if count:
                        out[n] = _COUNTS + (place * 4 + colour) * PAWNS_PER_COLOUR + count - 1
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
