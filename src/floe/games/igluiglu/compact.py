"""IGLU IGLU's compact observations: the struct, compiled, and the decoder. Told in docs/research/observations.md.

The struct is that of a position, in which the hidden part is overwritten with what a seat knows: of all that is hidden
the own hand and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from floe.core.bits import popcount
from floe.core.compact import Compact, Reader
from floe.core.encoding import squashed
from floe.core.jit import compiled, inlined
from floe.core.typing import Struct
from floe.games.igluiglu import layout
from floe.games.igluiglu.encoding import INUIT, MOST_POINTS, PATIENCE, SCORE, TOKENS
from floe.games.igluiglu.geography import WATER
from floe.games.igluiglu.layout import (
    ACT_PHASE,
    BARRED_IGLOOS,
    BY_VARIANT,
    FLEE_PHASE,
    HERD_PHASE,
    HIDDEN_WORDS,
    MELT,
    N_HAND,
    OPEN_WORDS,
    OVER,
    SHOVE_PHASE,
    SPEAR_PHASE,
    STATE,
    TABLE,
    TILES,
)
from floe.games.igluiglu.rules import beyond_line
from floe.games.igluiglu.scoring import MOST_SCORE, animal_points, island_shares, next_island, of_seat

_ZERO = np.uint64(0)
_ALL = np.uint64(2**64 - 1)
_SIZE_BITS = 6  # of the size of an island
_WATER = [int(WATER) >> cell & 1 for cell in range(64)]


def _in_place_of_what_is_hidden(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The struct of a position with these fields where its hidden part is, and zeros after them."""
    first = 8 * OPEN_WORDS
    hidden = np.dtype([*fields, ("unused", "u8", (HIDDEN_WORDS - np.dtype([*fields]).itemsize // 8,))])
    own: Mapping[str, tuple[Any, ...]] = hidden.fields or {}
    return np.dtype(
        (
            np.record,
            {
                "names": ["position", *own],
                "formats": [STATE, *(field[0] for field in own.values())],
                "offsets": [0, *(first + field[1] for field in own.values())],
            },
        )
    )


STRUCT = _in_place_of_what_is_hidden(
    (
        "islands",
        "u8",
        (_SIZE_BITS,),
    ),  # of the size of the island that a cell belongs to: a bit of each cell's, low first
    ("turn", "f4"),  # as in the observation
    ("scores", "u2", (4, 2)),  # points by animals and by islands, for each seat from 0 on
    ("held", "u1", (4,)),  # how many tiles each seat has in its hand
    ("hand", "u1", (N_HAND,)),  # the own hand
    ("in_the_way", "u1"),  # the cell where room must be made, in phase shove
    ("seat", "u1"),  # whose observation it is
)


@compiled
def observe_compact(s: Struct, seat: int, out: Struct) -> None:
    """Write what a seat knows over what is hidden in a copy of the position, which may be the position itself."""
    own = held = 0  # a byte for each tile or seat: what is hidden is read before any of it is written over
    for hand in range(N_HAND):
        own |= int(s.hands[seat, hand]) << (8 * hand)
        for other in range(4):
            held += int(s.hands[other, hand]) << (8 * other)
    islands = compact_islands(s, out)
    out.turn = squashed(float(s.turn), PATIENCE)
    for other in range(4):
        there = other < s.players
        out.scores[other, 0] = animal_points(s, other) if there else 0
        out.scores[other, 1] = of_seat(islands, other) if there else 0
        out.held[other] = (held >> (8 * other)) & 255
    for hand in range(N_HAND):
        out.hand[hand] = (own >> (8 * hand)) & 255
    shoving = s.phase == SHOVE_PHASE
    out.in_the_way = beyond_line(s, int(s.push_cell), int(s.push_direction)) if shoving else 0
    out.seat = seat
    for k in range(len(out.unused)):
        out.unused[k] = 0


@compiled
def compact_islands(s: Struct, out: Struct) -> int:
    """II-28: how large the island is that each tile belongs to; answers what all islands pay every seat."""
    points = 0
    size0 = size1 = size2 = size3 = size4 = size5 = _ZERO  # not in memory: threads of a GPU keep these near
    tiles = s.ice
    while tiles != _ZERO:
        island = next_island(tiles)
        points += island_shares(s, island)
        tiles &= ~island
        size = popcount(island)
        size0 |= island & all_or_none(size & 1)
        size1 |= island & all_or_none(size & 2)
        size2 |= island & all_or_none(size & 4)
        size3 |= island & all_or_none(size & 8)
        size4 |= island & all_or_none(size & 16)
        size5 |= island & all_or_none(size & 32)
    out.islands[0] = size0
    out.islands[1] = size1
    out.islands[2] = size2
    out.islands[3] = size3
    out.islands[4] = size4
    out.islands[5] = size5
    return points


@inlined
def all_or_none(flag: int) -> np.uint64:
    """All cells if a flag is set, otherwise none."""
    return _ALL if flag else _ZERO


def decode(read: Reader) -> list[Any]:
    """The slices of ``encoding.ENCODING``."""
    xp, seats = read.xp, read.integers(range(4))
    players, seat, phase = read.field("players"), read.field("seat"), read.field("phase")
    there = seats < players[:, None]
    own_first = (seat[:, None] + seats) % players[:, None]
    rows = read.integers(range(read.n))[:, None]

    def turned(of_seats: Any) -> Any:
        """[row, seat, ...] with the own seat first, and zeros for seats that nobody has."""
        return of_seats[rows, own_first] * xp.reshape(there, (read.n, 4, *[1] * (of_seats.ndim - 2)))

    def flags(name: str, asked: Any = None) -> Any:
        """One bit a seat."""
        chosen = ((read.field(name)[:, None] >> own_first) & 1) * there
        return read.floats(chosen if asked is None else chosen * asked[:, None])

    over, shoving, spearing = phase == OVER, phase == SHOVE_PHASE, phase == SPEAR_PHASE
    interrupted = (phase >= HERD_PHASE) & (phase <= FLEE_PHASE)
    animals = read.packed("animals", 6, 4)  # [row, cell, animal]
    inuit = read.packed("inuit", 4, 4)
    planes = xp.stack([read.squashed(animals[:, :, animal], 1, 15) for animal in range(6)], axis=1)
    ice, down = read.packed("ice", 64, 1), read.packed("down", 64, 1)
    taken, mix, seen, hand = (read.field(name) for name in ("taken", "mix", "seen", "hand"))
    tokens = read.integers(TOKENS)
    unseen = tokens[:6] - xp.sum(animals, axis=1) - xp.sum(taken, axis=1)[:, :6]
    own = xp.concat([mix[:, 1:MELT] * 0, hand], axis=1)
    left = (mix - seen)[:, 1:] - own
    unplaced = xp.sum(left, axis=1)[:, None]
    unplaced = unplaced + (unplaced == 0) * 1
    waiting = read.field("queue") > 0
    first_waiting = waiting & (xp.cumsum(waiting * 1, axis=1) == 1)
    return [
        read.floats(xp.concat([down, ice - down, read.integers(_WATER) * (1 - ice)], axis=1)),
        planes,
        read.floats(read.packed("bears", 64, 1)),
        read.ratio(turned(xp.stack([inuit[:, :, k] for k in range(4)], axis=1)), INUIT, 15),
        read.floats(turned(read.packed("igloo_of", 64, 1))),
        read.ratio(_sizes(read), TILES),
        read.one_of(read.field("push_cell"), 64, shoving),
        read.one_of(read.field("in_the_way"), 64, shoving),
        read.one_of(read.field("attacked"), 64, spearing),
        read.one_of(phase, len(layout.PHASES)),
        read.one_of((read.field("to_move") - seat) % players, 4, ~over),
        read.one_of((read.field("owner") - seat) % players, 4),
        flags("winners", over),
        read.one_of(players - 2, 3),
        read.ratio(read.field("points"), MOST_POINTS),
        read.floats((read.field("played")[:, None] >> seats) & 1),
        read.one_of(read.field("push_direction"), 4, shoving),
        read.ratio(read.field("steps") * interrupted, layout.HERD_STEPS),
        read.one_of((read.field("back") == ACT_PHASE) * 1, 2, interrupted),
        flags("ask", spearing),
        read.ratio(turned(read.field("queue")), INUIT),
        read.floats(turned(first_waiting * 1)),
        read.squashed(hand, 1, TILES),
        read.squashed(turned(read.field("held")), 4, TILES),
        read.ratios(seen[:, 1:], mix[:, 1:], TILES),
        read.ratios(left, unplaced + left * 0, TILES),
        read.ratios(turned(taken), tokens + turned(taken) * 0, max(TOKENS)),
        read.squashed(turned(read.field("scores")), SCORE, MOST_SCORE),
        read.ratio(turned(read.field("to_place")), INUIT),
        read.ratio(turned(read.field("igloos")), layout.IGLOOS),
        read.ratios(unseen, tokens[:6] + unseen * 0, max(TOKENS)),
        read.ratio(read.field("fish_left"), 28),
        read.ratio(read.field("fox_left"), 10),
        read.ratio(read.field("bears_left"), layout.BEAR_TOKENS),
        read.ratio(xp.sum(down, axis=1), TILES),
        read.value("turn"),
        read.ratio(_of_gamers(read, "igloo_reading", BARRED_IGLOOS) + 2 * _of_gamers(read, "island_reading", TABLE), 3),
        read.floats(read.field("open_centre")),
        read.ratio(mix[:, 1:], TILES),
    ]


def _of_gamers(read: Reader, name: str, chosen: int) -> Any:
    """II-30: whether a rule of the gamers' variant is in force, by the variant or by itself."""
    reading = read.field(name)
    return (reading == BY_VARIANT) * read.field("gamers") + (reading == chosen) * 1


def _sizes(read: Reader) -> Any:
    """For each cell, tiles of the island that it belongs to."""
    bits = read.packed("islands", 64, 1)  # [row, bit of the size, cell]
    return read.xp.sum(bits << read.integers(range(_SIZE_BITS))[:, None], axis=1)


COMPACT = Compact(STRUCT, decode)
