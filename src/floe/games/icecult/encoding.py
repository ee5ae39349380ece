"""ICE CULT as a network sees it. Compiled; the slices are told in docs/research/observations.md.

Everything is told from one seat's side: a *place* is 0 for the own colour, then come the colours of the next seats in
playing order, then the neutral colours in the order y r g b. Nothing is hidden in this game.
"""

from __future__ import annotations

import numpy as np

from floe.core.encoding import Encoding, seat_after, seats_to, squashed
from floe.core.jit import compiled
from floe.core.typing import F32Array, Struct
from floe.games.icecult import layout
from floe.games.icecult.geometry import TILTED
from floe.games.icecult.layout import ARC, MAX_PATH_LENGTH, NO_TILT, OVER, PAWNS_PER_COLOUR
from floe.games.icecult.rules import height, is_used

_SYMBOL = 10  # arc, circle (as they are numbered), four colours, four directions
_SHOWINGS = 7  # as it lies, after a tilt toward n e s w, after two toward n, after two toward e
_PAWN = 6  # way made, pawns below it, riders of each of four colours
_HIGHEST = 4 * PAWNS_PER_COLOUR - 1  # so many pawns can be below one
PATIENCE = 100  # turns after which the turn's value is one half

ENCODING = Encoding(
    ("paths", (4, MAX_PATH_LENGTH, 4)),
    ("pawns", (4, 4, PAWNS_PER_COLOUR, _PAWN)),
    ("cubes", (4, _SHOWINGS, _SYMBOL)),
    ("start", (4,)),
    ("home", (4,)),
    ("phase", (4,)),
    ("first_tilt", (8,)),
    ("used", (4,)),
    ("circles", (1,)),
    ("arcs", (1,)),
    ("to_move", (4,)),
    ("winners", (4,)),
    ("players", (3,)),
    ("path_length", (1,)),
    ("waive_circles", (1,)),
    ("stalled", (1,)),
    ("stall_limit", (1,)),
    ("turn", (1,)),
)

# Where each slice begins, in the same order. (The compiler freezes numbers, not objects.)
(
    _PATHS, _PAWNS, _CUBES, _START, _HOME, _PHASE, _FIRST_TILT, _USED, _CIRCLES, _ARCS, _TO_MOVE, _WINNERS, _PLAYERS,
    _PATH_LENGTH, _WAIVE, _STALLED, _STALL_LIMIT, _TURN,
) = (each.start for each in ENCODING)  # fmt: skip


@compiled
def observe(s: Struct, seat: int, out: F32Array) -> None:
    """Write the whole observation of a seat."""
    places = colour_places(s, seat, int(s.players))
    for path in range(4):
        observe_path(s, path, places, out)
    for slot in range(4):
        observe_cube(s, slot, places, out)
    for colour in range(4):
        place = place_of(places, colour)
        out[_START + place] = s.start[colour] / PAWNS_PER_COLOUR
        out[_HOME + place] = s.home[colour] / PAWNS_PER_COLOUR
    observe_turn(s, seat, int(s.players), out)
    observe_rules(s, out)


@compiled
def colour_places(s: Struct, seat: int, players: int) -> int:
    """The place of every colour, four bits each, y lowest."""
    places = taken = 0
    for k in range(players):
        colour = int(s.colours[seat_after(seat, k, players)])
        places |= k << (4 * colour)
        taken |= 1 << colour
    place = players
    for colour in range(4):
        if not (taken >> colour) & 1:
            places |= place << (4 * colour)
            place += 1
    return places


@compiled
def place_of(places: int, colour: int) -> int:
    return (places >> (4 * colour)) & 15


@compiled
def first_colour(row: np.uint64) -> int:
    """The colour of the first pawn of a row."""
    return int(np.int64(row & np.uint64(7))) - 1


@compiled
def observe_path(s: Struct, path: int, places: int, out: F32Array) -> None:
    """How many pawns of each place stand on each space; and each pawn by itself, in the order of a step's choices."""
    row = s.pawns[path]
    counted = 0  # so far, of each place, four bits each
    for space in range(1, int(s.path_length) + 1):
        standing = height(s, path, space)
        above = count_places(row, standing, places)
        observe_counts(above, out, _PATHS + (path * MAX_PATH_LENGTH + space - 1) * 4)
        for below in range(standing):
            place = place_of(places, first_colour(row))
            row >>= np.uint64(3)
            above -= 1 << (4 * place)
            number = (counted >> (4 * place)) & 15
            counted += 1 << (4 * place)
            at = _PAWNS + ((path * 4 + place) * PAWNS_PER_COLOUR + number) * _PAWN
            out[at] = space / (int(s.path_length) + 1)
            out[at + 1] = below / _HIGHEST
            observe_counts(above, out, at + 2)  # IC-16: who would be carried along


@compiled
def count_places(row: np.uint64, number: int, places: int) -> int:
    """How many of the first pawns of a row are of each place, four bits each."""
    counts = 0
    for _ in range(number):
        counts += 1 << (4 * place_of(places, first_colour(row)))
        row >>= np.uint64(3)
    return counts


@compiled
def observe_counts(counts: int, out: F32Array, at: int) -> None:
    for place in range(4):
        out[at + place] = ((counts >> (4 * place)) & 15) / PAWNS_PER_COLOUR


@compiled
def observe_cube(s: Struct, slot: int, places: int, out: F32Array) -> None:
    """What lies on top of a cube, and what would after a tilt each way or after two: so, all its six faces."""
    pose = int(s.cubes[slot])
    at = _CUBES + slot * _SHOWINGS * _SYMBOL
    observe_symbol(int(s.tops[slot, pose]), places, out, at)
    for direction in range(4):
        observe_symbol(int(s.tops[slot, TILTED[pose, direction]]), places, out, at + (1 + direction) * _SYMBOL)
    for axis in range(2):
        over = TILTED[TILTED[pose, axis], axis]
        observe_symbol(int(s.tops[slot, over]), places, out, at + (5 + axis) * _SYMBOL)


@compiled
def observe_symbol(symbol: int, places: int, out: F32Array, at: int) -> None:
    """An arrow by its colour's place and its direction; an arc or a circle by one value."""
    arrow = symbol < ARC
    out[at + (2 + place_of(places, symbol >> 2) if arrow else symbol - ARC)] = 1
    out[at + (6 + (symbol & 3) if arrow else symbol - ARC)] = 1


@compiled
def observe_turn(s: Struct, seat: int, players: int, out: F32Array) -> None:
    """Who must decide what, and what is left of this turn's symbols."""
    out[_PHASE + int(s.phase)] = 1
    if s.phase != OVER:
        out[_TO_MOVE + seats_to(seat, int(s.to_move), players)] = 1
    else:
        for k in range(players):
            out[_WINNERS + k] = (int(s.winners) >> seat_after(seat, k, players)) & 1
    if s.first_tilt != NO_TILT:
        out[_FIRST_TILT + int(s.first_tilt)] = 1
    for slot in range(4):
        out[_USED + slot] = is_used(s, slot)
    out[_CIRCLES] = s.circles / 4
    out[_ARCS] = s.arcs / 4


@compiled
def observe_rules(s: Struct, out: F32Array) -> None:
    """The rules that can be chosen, and how far the game has come."""
    out[_PLAYERS + int(s.players) - 2] = 1
    out[_PATH_LENGTH] = s.path_length / MAX_PATH_LENGTH
    out[_WAIVE] = s.waive_circles
    out[_STALLED] = s.stalled / s.stall_limit
    out[_STALL_LIMIT] = s.stall_limit / layout.MAX_STALL_LIMIT
    out[_TURN] = squashed(float(s.turn), PATIENCE)
