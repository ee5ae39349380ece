"""The rules of ICE CULT in the order of the rulebook, one function per rule. Compiled; see ``floe.core.jit``.

``s`` is one struct (``layout.STATE``), changed in place. Nothing here allocates, raises or checks: which actions are
legal is asked first (``legal_bits``), and the layer above refuses the rest.
"""

from __future__ import annotations

import numpy as np

from floe.core.bits import low_bits, nth_bit, popcount
from floe.core.jit import compiled, inlined
from floe.core.typing import Struct
from floe.games.icecult.geometry import TILTED, TURNED
from floe.games.icecult.layout import (
    ARC,
    CHOICES,
    CIRCLE,
    COPY,
    END,
    MAX_TURN,
    MOVE,
    NO_TILT,
    NOBODY,
    OVER,
    PAWNS_PER_COLOUR,
    STEP,
    TILT1,
    TILT2,
    TURN,
)

_ONE = np.uint64(1)
_TWO = np.uint64(2)
_ZERO = np.uint64(0)
_HEIGHT = np.uint64(31)  # five bits
_PAWN = 3  # bits per pawn
_EVERY_PAWN = np.uint64(0o1111_1111_1111_1111_1111)  # the lowest bit of each of twenty pawns

# IC-5: the two slots of each pair n e s w. Tilt actions in the order nn ns sn ss ee ew we ww (IC-10).
_PAIR = np.array([[0, 1], [1, 2], [2, 3], [3, 0]], dtype=np.uint8)
_TILT_PAIR = np.array([0, 0, 2, 2, 1, 1, 3, 3], dtype=np.uint8)
_TILT_DIRECTION = np.array([0, 2, 0, 2, 1, 3, 1, 3], dtype=np.uint8)

# Bits of ``legal_bits`` in the moving phase: action - STEP. In the tilting phases: the tilt.
_ALL_TURNS = np.uint64(0xFF) << np.uint64(TURN - STEP)
_END_BIT = _ONE << np.uint64(END - STEP)
_ALL_TILTS = np.uint64(0xFF)

# The bits of the six choices that a symbol on top gives (IC-13), and of those that are left when some arrows are used,
# one bit per slot (IC-14).
_CHOICES_OF = np.array([0o77] * ARC + [0, 0], dtype=np.uint64)
_IF_USED = np.array(
    [sum(0o77 << CHOICES * slot for slot in range(4) if not used >> slot & 1) for used in range(16)], dtype=np.uint64
)


@inlined
def height(s: Struct, path: int, space: int) -> int:
    """IC-2, IC-3: how many pawns stand on a space (1 is the innermost)."""
    return int(np.int64((s.heights[path] >> np.uint64(5 * (space - 1))) & _HEIGHT))


@inlined
def raise_height(s: Struct, path: int, space: int, pawns: int) -> None:
    """IC-3: so many pawns more stand on a space."""
    s.heights[path] += np.uint64(pawns) << np.uint64(5 * (space - 1))


@inlined
def lower_height(s: Struct, path: int, space: int, pawns: int) -> None:
    """IC-3: so many pawns fewer stand on a space."""
    s.heights[path] -= np.uint64(pawns) << np.uint64(5 * (space - 1))


@inlined
def marks(pawns: np.uint64, colour: int) -> np.uint64:
    """IC-3: in a row of pawns, the lowest bit of each pawn of a colour."""
    differ = pawns ^ (_EVERY_PAWN * np.uint64(colour + 1))
    return ~(differ | (differ >> _ONE) | (differ >> _TWO)) & _EVERY_PAWN


@inlined
def top(s: Struct, slot: int) -> int:
    """IC-6, IC-7: what lies on top of a cube: ARC, CIRCLE or colour * 4 + direction."""
    return int(s.tops[slot, s.cubes[slot]])


@inlined
def legal_tilts(s: Struct) -> np.uint64:
    """IC-9, IC-10, IC-11: any of the eight tilts, but the second may not undo the first."""
    if s.phase == TILT2:
        return _ALL_TILTS & ~(_ONE << np.uint64(int(s.first_tilt) ^ 1))
    return _ALL_TILTS


@inlined
def tilt(s: Struct, action: int) -> None:
    """IC-10: both cubes of a pair tilt together and keep their slots. After the second, pawns may move (IC-9)."""
    for k in range(2):
        slot = _PAIR[_TILT_PAIR[action], k]
        s.cubes[slot] = TILTED[s.cubes[slot], _TILT_DIRECTION[action]]
    if s.phase == TILT1:
        s.phase = TILT2
        s.first_tilt = action
    else:
        s.phase = MOVE
        s.first_tilt = NO_TILT
        s.circles = count_on_top(s, CIRCLE)
        s.arcs = count_on_top(s, ARC)


@inlined
def count_on_top(s: Struct, symbol: int) -> int:
    """IC-17, IC-18: how many cubes show a circle, or an arc, on top."""
    n = 0
    for slot in range(4):
        if top(s, slot) == symbol:
            n += 1
    return n


@inlined
def steps(s: Struct, symbol: int) -> np.uint64:
    """IC-13: the choices that an arrow has: bit 0 a pawn from start, bit k the k-th pawn of its colour on its path.

    Any other symbol has none. (There is no branch here that a processor could guess wrong.)
    """
    colour, path = (symbol >> 2) & 3, symbol & 3
    on_path = low_bits(popcount(marks(s.pawns[path], colour))) << _ONE
    return np.uint64((on_path | np.uint64(s.start[colour] > 0)) & _CHOICES_OF[symbol])


@inlined
def all_steps(s: Struct) -> np.uint64:
    """IC-13: the choices of all arrows on top, slot by slot."""
    bits = _ZERO
    for slot in range(4):
        bits |= steps(s, top(s, slot)) << np.uint64(CHOICES * slot)
    return bits


@inlined
def enter(s: Struct, colour: int, path: int) -> int:
    """IC-13: a pawn from start goes onto space 1, on top of whoever stands there (IC-15). Returns the space."""
    below = np.uint64(_PAWN * height(s, path, 1))
    row = s.pawns[path]
    inner = row & ((_ONE << below) - _ONE)
    s.pawns[path] = inner | (np.uint64(colour + 1) << below) | ((row ^ inner) << np.uint64(_PAWN))
    raise_height(s, path, 1, 1)
    s.start[colour] -= 1
    return 1


@inlined
def advance(s: Struct, colour: int, path: int, choice: int) -> int:
    """IC-13, IC-16: a pawn steps outward with all that stand on it. Returns the space reached."""
    at = nth_bit(marks(s.pawns[path], colour), choice) // _PAWN  # its place in walking order
    space, before = 1, 0
    while before + height(s, path, space) <= at:
        before += height(s, path, space)
        space += 1
    riders = before + height(s, path, space) - at
    lower_height(s, path, space, riders)
    if space == s.path_length:
        carry_home(s, path, at)
    else:
        carry_outward(s, path, at, riders, height(s, path, space + 1))
        raise_height(s, path, space + 1, riders)
    return space + 1


@inlined
def carry_outward(s: Struct, path: int, at: int, riders: int, waiting: int) -> None:
    """IC-15, IC-16: the riders go on top of those on the next space; in walking order the two change places."""
    row = s.pawns[path]
    inner_bits, rider_bits, waiting_bits = _PAWN * at, _PAWN * riders, _PAWN * waiting
    inner = row & low_bits(inner_bits)
    rider = (row >> np.uint64(inner_bits)) & low_bits(rider_bits)
    wait = (row >> np.uint64(inner_bits + rider_bits)) & low_bits(waiting_bits)
    outer = row & ~low_bits(inner_bits + rider_bits + waiting_bits)
    s.pawns[path] = inner | (wait << np.uint64(inner_bits)) | (rider << np.uint64(inner_bits + waiting_bits)) | outer


@inlined
def carry_home(s: Struct, path: int, at: int) -> None:
    """IC-2, IC-16: the step past the last space brings the pawn and its riders home."""
    row = s.pawns[path]
    inner = row & low_bits(_PAWN * at)
    riders = row >> np.uint64(_PAWN * at)
    for colour in range(4):
        s.home[colour] += popcount(marks(riders, colour))
    s.pawns[path] = inner


@inlined
def arrow_step(s: Struct, slot: int, choice: int) -> None:
    """IC-13: one step as an arrow says. It breaks a standstill (IC-22), and may end the game (IC-20, IC-21)."""
    arrow = top(s, slot)
    colour, path = arrow >> 2, arrow & 3
    space = enter(s, colour, path) if choice == 0 else advance(s, colour, path, choice - 1)
    s.stalled = 0
    winners = won_by_step(s, path, space)
    if winners:
        finish(s, winners)


@inlined
def is_used(s: Struct, slot: int) -> bool:
    """IC-14: an arrow is used once, also if its cube is turned afterwards."""
    return bool((int(s.used) >> slot) & 1)


@inlined
def due(s: Struct, possible: np.uint64) -> np.uint64:
    """IC-14: of all possible steps, those of arrows not yet used. The turn cannot end while there are any."""
    return np.uint64(possible & _IF_USED[s.used])


@inlined
def copies(s: Struct, possible: np.uint64) -> np.uint64:
    """IC-17: with a circle left, the steps of every arrow on top, used or not."""
    return possible if s.circles > 0 else _ZERO


@inlined
def has_step(s: Struct, slot: int, choice: int, circle: bool) -> bool:
    """IC-14, IC-17: whether an arrow has this choice, and is not yet used or is copied by a circle."""
    allowed = s.circles > 0 if circle else not is_used(s, slot)
    return bool(allowed and (steps(s, top(s, slot)) >> np.uint64(choice)) & _ONE)


@inlined
def turn_cube(s: Struct, slot: int, counter: int) -> None:
    """IC-18: an arc is spent to turn any cube in place."""
    s.cubes[slot] = TURNED[s.cubes[slot], counter]
    s.arcs -= 1


@inlined
def legal_moves(s: Struct) -> np.uint64:
    """IC-13 to IC-19: all that may be done in the moving phase, as action - STEP."""
    possible = all_steps(s)
    arrow_steps = due(s, possible)
    circle_steps = copies(s, possible)
    bits = arrow_steps | (circle_steps << np.uint64(COPY - STEP))
    if s.arcs > 0:
        bits |= _ALL_TURNS
    if arrow_steps == _ZERO and (circle_steps == _ZERO or s.waive_circles):
        bits |= _END_BIT
    return bits


@inlined
def stepped_this_turn(s: Struct) -> bool:
    """IC-22: whether a pawn stepped this turn."""
    return bool(s.used != 0 or int(s.circles) < count_on_top(s, CIRCLE))


@inlined
def end_turn(s: Struct) -> None:
    """IC-19: arcs left over are lost and the next seat is on turn, unless the game ends here (IC-20 to IC-22)."""
    if not stepped_this_turn(s):
        s.stalled += 1
    if s.turn < MAX_TURN:  # which no game reaches, but a document may name
        s.turn += 1
    clear_turn(s)
    winners = won_by_turn(s)
    if winners:
        finish(s, winners)
        return
    s.phase = TILT1
    s.to_move = (int(s.to_move) + 1) % int(s.players)
    if s.stalled >= s.stall_limit:
        standstill(s)


@inlined
def clear_turn(s: Struct) -> None:
    """IC-19: nothing of one turn's symbols outlasts it."""
    s.used = 0
    s.circles = 0
    s.arcs = 0


@inlined
def won_by_step(s: Struct, path: int, space: int) -> int:
    """IC-20, IC-21: one bit for each seat that has won when a pawn has come to a space. Where only the own tower counts
    it may have stood before the step; where turns are looked at, a step wins nothing.
    """
    if s.by_turn:
        return 0
    if s.own_tower:
        return players_home(s) | tower_on_turn(s)
    return players_home(s) if space > s.path_length else players_with_tower(s, path, space)


@inlined
def won_by_turn(s: Struct) -> int:
    """IC-20, IC-21: one bit for each seat that has won when the seat on turn ends it."""
    if not s.by_turn:
        return 0
    return players_home(s) | (tower_on_turn(s) if s.own_tower else towers(s))


@inlined
def players_home(s: Struct) -> int:
    """IC-20: one bit for each seat whose five pawns are home."""
    seats = 0
    for seat in range(int(s.players)):
        if s.home[s.colours[seat]] == PAWNS_PER_COLOUR:
            seats |= 1 << seat
    return seats


@inlined
def players_with_tower(s: Struct, path: int, space: int) -> int:
    """IC-21: one bit for each seat whose five pawns stand in the stack on this space."""
    n = height(s, path, space)
    if n < PAWNS_PER_COLOUR:
        return 0
    below = 0
    for inner in range(1, space):
        below += height(s, path, inner)
    stack = (s.pawns[path] >> np.uint64(_PAWN * below)) & low_bits(_PAWN * n)
    seats = 0
    for seat in range(int(s.players)):
        if popcount(marks(stack, int(s.colours[seat]))) == PAWNS_PER_COLOUR:
            seats |= 1 << seat
    return seats


@compiled
def towers(s: Struct) -> int:
    """IC-21: one bit for each seat whose tower stands, wherever it is."""
    seats = 0
    for path in range(4):
        for space in range(1, int(s.path_length) + 1):
            seats |= players_with_tower(s, path, space)
    return seats


@inlined
def tower_on_turn(s: Struct) -> int:
    """IC-21: the bit of the seat on turn, if its tower stands."""
    return towers(s) & (1 << int(s.to_move))


@inlined
def finish(s: Struct, seats: int) -> None:
    """IC-20, IC-21: the game is over at once; the player on turn wins alone if among them, otherwise all share."""
    own = 1 << int(s.to_move)
    s.winners = own if seats & own else seats
    clear_turn(s)
    s.phase = OVER
    s.to_move = NOBODY


@inlined
def standstill(s: Struct) -> None:
    """IC-22: too many turns in a row without a step: a draw that all share."""
    s.winners = (1 << int(s.players)) - 1
    s.phase = OVER
    s.to_move = NOBODY
