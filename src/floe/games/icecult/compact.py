"""ICE CULT's compact observations: the struct, compiled, and the decoder. Told in docs/research/observations.md."""

from __future__ import annotations

from typing import Any

import numpy as np

from floe.core.compact import Compact, Reader
from floe.core.encoding import squashed
from floe.core.jit import inlined
from floe.core.typing import Struct
from floe.games.icecult.encoding import PATIENCE
from floe.games.icecult.geometry import POSES, TILTED
from floe.games.icecult.layout import (
    ARC,
    MAX_PATH_LENGTH,
    MAX_STALL_LIMIT,
    NO_TILT,
    NOBODY,
    OVER,
    PAWNS_PER_COLOUR,
    PHASES,
    STATE,
)

_PAWNS = 4 * PAWNS_PER_COLOUR  # so many can stand on a path
_SHOWINGS = 7
_PAWN = 6  # values of a pawn

STRUCT = np.dtype(
    (
        np.record,
        [
            ("position", STATE),  # nothing of it is hidden
            ("turn", "f4"),  # these two as in the observation
            ("stalled", "f4"),
            ("seat", "u1"),  # whose observation it is
            ("unused", "u1", (7,)),  # zeros
        ],
    )
)


def _shown(pose: int) -> list[int]:
    """The pose as it is, after a tilt toward n e s w, after two toward n, after two toward e."""
    twice = [int(TILTED[TILTED[pose, axis], axis]) for axis in range(2)]
    return [pose, *TILTED[pose].tolist(), *twice]


_SHOWN = [_shown(pose) for pose in range(len(POSES))]


@inlined
def observe_compact(s: Struct, seat: int, out: Struct) -> None:
    """Add to a copy of the position who sees it, and what cannot be looked up in a table."""
    out.turn = squashed(float(s.turn), PATIENCE)
    out.stalled = s.stalled / s.stall_limit
    out.seat = seat
    for k in range(7):
        out.unused[k] = 0


def decode(read: Reader) -> list[Any]:
    """The slices of ``encoding.ENCODING``."""
    players, seat, phase = read.field("players"), read.field("seat"), read.field("phase")
    places = _places(read, seat, players)
    by_place = read.marks(places, 4)  # [row, colour, place]
    start, home = (read.xp.sum(read.field(name)[:, :, None] * by_place, axis=1) for name in ("start", "home"))
    seats, over, first_tilt = read.integers(range(4)), phase == OVER, read.field("first_tilt")
    won = (read.field("winners")[:, None] >> ((seat[:, None] + seats) % players[:, None])) & 1
    return [
        *_paths(read, places),
        _cubes(read, places),
        read.ratio(start, PAWNS_PER_COLOUR),
        read.ratio(home, PAWNS_PER_COLOUR),
        read.one_of(phase, len(PHASES)),
        read.one_of(first_tilt, 8, first_tilt != NO_TILT),
        read.floats((read.field("used")[:, None] >> seats) & 1),
        read.ratio(read.field("circles"), 4),
        read.ratio(read.field("arcs"), 4),
        read.one_of((read.field("to_move") - seat) % players, 4, ~over),
        read.floats((won > 0) & (seats < players[:, None]) & over[:, None]),
        read.one_of(players - 2, 3),
        read.ratio(read.field("path_length"), MAX_PATH_LENGTH),
        read.floats(read.field("waive_circles")),
        read.value("stalled"),
        read.ratio(read.field("stall_limit"), MAX_STALL_LIMIT),
        read.value("turn"),
    ]


def _places(read: Reader, seat: Any, players: Any) -> Any:
    """The place of every colour y r g b, as in ``encoding.colour_places``."""
    seats, colours = read.integers(range(4)), read.field("colours")
    owned = read.marks(colours, 4, colours != NOBODY)  # [row, seat, colour]
    neutral = 1 - read.xp.sum(owned, axis=1)
    of_players = read.xp.sum(owned * ((seats - seat[:, None]) % players[:, None])[:, :, None], axis=1)
    of_nobody = players[:, None] + read.xp.cumsum(neutral, axis=1) - 1
    return of_players + neutral * of_nobody


def _paths(read: Reader, places: Any) -> tuple[Any, Any]:
    """The pawns of each place on each space, and each pawn by itself."""
    xp, order = read.xp, read.integers(range(_PAWNS))
    colours, heights = read.packed("pawns", _PAWNS, 3), read.packed("heights", MAX_PATH_LENGTH, 5)
    there = colours > 0  # [row, path, pawn], as all that follows
    reach = xp.cumsum(heights, axis=2)  # so many pawns stand on a space or further in
    space = xp.sum(order[:, None] >= reach[:, :, None, :], axis=3) * there
    top = read.picked(reach, space)
    below = (order - (top - read.picked(heights, space))) * there
    colour = xp.reshape((colours - 1) * there, (read.n, 4 * _PAWNS))
    place = xp.reshape(read.picked(places, colour), (read.n, 4, _PAWNS))
    of_place = read.marks(place, 4, there)  # [..., place]
    so_far = xp.cumsum(of_place * 1, axis=2)
    at_top = ((top - 1) * there)[..., None] * 4 + read.integers(range(4))
    beneath_top = xp.reshape(so_far, (read.n, 4, _PAWNS * 4))
    riders = read.picked(beneath_top, xp.reshape(at_top, (read.n, 4, _PAWNS * 4)))
    riders = (xp.reshape(riders, (read.n, 4, _PAWNS, 4)) - so_far) * there[..., None]
    standing = xp.sum(read.marks(space * 4 + place, MAX_PATH_LENGTH * 4, there), axis=2)
    steps = (read.field("path_length") + 1)[:, None, None] + space * 0
    way = read.ratios((space + 1) * there, steps, MAX_PATH_LENGTH + 1)
    told = (way[..., None], read.ratio(below, _PAWNS - 1)[..., None], read.ratio(riders, PAWNS_PER_COLOUR))
    number = xp.sum(of_place * so_far, axis=3) - 1  # among those of its place
    chosen = read.marks(place * PAWNS_PER_COLOUR + number, _PAWNS, there)  # [row, path, pawn, place and number]
    which = xp.sum(chosen * order[:, None], axis=2)
    picks = xp.reshape(which[..., None] * _PAWN + read.integers(range(_PAWN)), (read.n, 4, _PAWNS * _PAWN))
    pawns = read.picked(xp.reshape(xp.concat(told, axis=3), (read.n, 4, _PAWNS * _PAWN)), picks)
    pawns = xp.reshape(pawns, (read.n, 4, _PAWNS, _PAWN)) * read.floats(xp.sum(chosen, axis=2))[..., None]
    return read.ratio(standing, PAWNS_PER_COLOUR), pawns


def _cubes(read: Reader, places: Any) -> Any:
    """A cube's showings: arc, circle, the arrow's place, the arrow's direction."""
    poses = read.integers(_SHOWN)[read.field("cubes")]  # [row, slot, showing]
    symbols = read.xp.reshape(read.picked(read.field("tops"), poses), (read.n, 4 * _SHOWINGS))
    arrow = symbols < ARC
    place = read.picked(places, (symbols >> 2) * arrow)
    others = read.marks(symbols - ARC, 2)
    shown = (others, read.marks(place, 4, arrow), read.marks(symbols & 3, 4, arrow))
    return read.floats(read.xp.concat(shown, axis=2))


COMPACT = Compact(STRUCT, decode)
