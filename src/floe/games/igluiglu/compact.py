"""IGLU IGLU's compact observations: the struct, compiled, and the decoder. Told in docs/research/observations.md.

The struct holds what one seat's view holds: of the hidden parts of a position the own hand and nothing else.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from floe.core.bits import popcount
from floe.core.compact import Compact, Reader
from floe.core.encoding import squashed
from floe.core.jit import compiled
from floe.core.typing import Struct
from floe.games.igluiglu import layout
from floe.games.igluiglu.encoding import INUIT, MOST_POINTS, PATIENCE, SCORE, TOKENS
from floe.games.igluiglu.geography import WATER, next_cell, without_first
from floe.games.igluiglu.layout import (
    ACT_PHASE,
    FLEE_PHASE,
    HERD_PHASE,
    MELT,
    N_HAND,
    N_KINDS,
    OVER,
    SHOVE_PHASE,
    SPEAR_PHASE,
    TILES,
)
from floe.games.igluiglu.rules import beyond_line
from floe.games.igluiglu.scoring import animal_points, island_shares, next_island, of_seat

_ZERO = np.uint64(0)
_WATER = [int(WATER) >> cell & 1 for cell in range(64)]

STRUCT = np.dtype(
    (
        np.record,
        [
            ("ice", "u8"),  # as in the position, where nothing else is said
            ("down", "u8"),
            ("bears", "u8"),
            ("igloo_of", "u8", (4,)),
            ("animals", "u4", (64,)),
            ("inuit", "u2", (64,)),
            ("turn", "f4"),  # as in the observation
            ("scores", "f4", (4, 2)),  # as in the observation, for each seat from 0 on
            ("islands", "u1", (64,)),  # tiles of the island that the cell belongs to
            ("taken", "u1", (4, 7)),
            ("seen", "u1", (N_KINDS,)),
            ("mix", "u1", (N_KINDS,)),
            ("to_place", "u1", (4,)),
            ("igloos", "u1", (4,)),
            ("queue", "u1", (4,)),
            ("held", "u1", (4,)),  # how many tiles each seat has in its hand
            ("hand", "u1", (N_HAND,)),  # the own hand
            ("seat", "u1"),  # whose observation it is
            ("phase", "u1"),
            ("to_move", "u1"),
            ("owner", "u1"),
            ("winners", "u1"),
            ("players", "u1"),
            ("points", "u1"),
            ("played", "u1"),
            ("push_cell", "u1"),
            ("push_direction", "u1"),
            ("in_the_way", "u1"),  # the cell where room must be made, in phase shove
            ("steps", "u1"),
            ("back", "u1"),
            ("attacked", "u1"),
            ("ask", "u1"),
            ("fish_left", "u1"),
            ("fox_left", "u1"),
            ("bears_left", "u1"),
            ("gamers", "u1"),
            ("open_centre", "u1"),
            ("unused", "u1", (4,)),  # zeros, up to whole 64-bit words
        ],
    )
)


@compiled
def observe_compact(s: Struct, seat: int, out: Struct) -> None:
    """Write what a seat sees as one struct."""
    for cell in range(64):
        out.animals[cell] = s.animals[cell]
        out.inuit[cell] = s.inuit[cell]
    islands = compact_islands(s, out)
    for kind in range(N_KINDS):
        out.seen[kind] = s.seen[kind]
        out.mix[kind] = s.mix[kind]
    for hand in range(N_HAND):
        out.hand[hand] = s.hands[seat, hand]
    for other in range(4):
        compact_player(s, other, of_seat(islands, other), out)
    compact_turn(s, out)
    out.seat = seat


@compiled
def compact_islands(s: Struct, out: Struct) -> int:
    """II-28: how large the island is that each tile belongs to; answers what all islands pay every seat."""
    points = 0
    for cell in range(64):
        out.islands[cell] = 0
    tiles = s.ice
    while tiles != _ZERO:
        island = next_island(tiles)
        size = popcount(island)
        points += island_shares(s, island)
        tiles &= ~island
        while island != _ZERO:
            out.islands[next_cell(island)] = size
            island = without_first(island)
    return points


@compiled
def compact_player(s: Struct, seat: int, island_points: int, out: Struct) -> None:
    """What everybody knows of a player."""
    there = seat < s.players
    held = 0
    for hand in range(N_HAND):
        held += int(s.hands[seat, hand])
    out.held[seat] = held
    out.igloo_of[seat] = s.igloo_of[seat]
    for animal in range(7):
        out.taken[seat, animal] = s.taken[seat, animal]
    out.scores[seat, 0] = squashed(animal_points(s, seat), SCORE) if there else 0.0
    out.scores[seat, 1] = squashed(island_points, SCORE) if there else 0.0
    out.to_place[seat] = s.to_place[seat]
    out.igloos[seat] = s.igloos[seat]
    out.queue[seat] = s.queue[seat]


@compiled
def compact_turn(s: Struct, out: Struct) -> None:
    """Whose turn it is, what is left of it, and what can be chosen at setup."""
    out.ice = s.ice
    out.down = s.down
    out.bears = s.bears
    out.turn = squashed(float(s.turn), PATIENCE)
    out.phase = s.phase
    out.to_move = s.to_move
    out.owner = s.owner
    out.winners = s.winners
    out.players = s.players
    out.points = s.points
    out.played = s.played
    shoving = s.phase == SHOVE_PHASE
    out.push_cell = s.push_cell
    out.push_direction = s.push_direction
    out.in_the_way = beyond_line(s, int(s.push_cell), int(s.push_direction)) if shoving else 0
    out.steps = s.steps
    out.back = s.back
    out.attacked = s.attacked
    out.ask = s.ask
    out.fish_left = s.fish_left
    out.fox_left = s.fox_left
    out.bears_left = s.bears_left
    out.gamers = s.gamers
    out.open_centre = s.open_centre
    for k in range(4):
        out.unused[k] = 0


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
        read.ratio(read.field("islands"), TILES),
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
        turned(read.value("scores")),
        read.ratio(turned(read.field("to_place")), INUIT),
        read.ratio(turned(read.field("igloos")), layout.IGLOOS),
        read.ratios(unseen, tokens[:6] + unseen * 0, max(TOKENS)),
        read.ratio(read.field("fish_left"), 28),
        read.ratio(read.field("fox_left"), 10),
        read.ratio(read.field("bears_left"), layout.BEAR_TOKENS),
        read.ratio(xp.sum(down, axis=1), TILES),
        read.value("turn"),
        read.floats(read.field("gamers")),
        read.floats(read.field("open_centre")),
        read.ratio(mix[:, 1:], TILES),
    ]


COMPACT = Compact(STRUCT, decode)
