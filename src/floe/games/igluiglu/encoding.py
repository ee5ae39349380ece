"""IGLU IGLU as a network sees it. Compiled; the slices are told in docs/research/observations.md.

Everything is told from one seat's side: of four seats the own comes first, then the next ones in playing order. An
observation holds what that seat's view holds and nothing else: of face-down tiles, the others' hands and the order of
the supplies it tells the numbers alone.
"""

from __future__ import annotations

import numpy as np

from floe.core.bits import popcount
from floe.core.encoding import Encoding, seat_after, seats_to, squashed
from floe.core.jit import compiled
from floe.core.typing import F32Array, Struct
from floe.games.igluiglu import layout
from floe.games.igluiglu.geography import bit, next_cell, without_first
from floe.games.igluiglu.layout import (
    FISH_TOKENS,
    FLEE_PHASE,
    FOX,
    FOX_TOKENS,
    HERD_PHASE,
    MELT,
    N_HAND,
    N_KINDS,
    OVER,
    SHOVE_PHASE,
    SPEAR_PHASE,
    TILES,
)
from floe.games.igluiglu.pieces import animal_count, inuit_count
from floe.games.igluiglu.rules import beyond_line, igloos_barred, sea
from floe.games.igluiglu.scoring import animal_points, by_table, island_shares, next_island, of_seat

_ZERO = np.uint64(0)
INUIT = 5  # a player has at most so many
TOKENS = np.array([*FISH_TOKENS, *FOX_TOKENS, layout.BEAR_TOKENS], dtype=np.int64)
MOST_POINTS = layout.POINTS + 3  # II-16
PATIENCE = 50  # turns after which the turn's value is one half
SCORE = 50  # points of which the value is one half

ENCODING = Encoding(
    ("ice", (3, 8, 8)),
    ("fish", (3, 8, 8)),
    ("foxes", (3, 8, 8)),
    ("bears", (1, 8, 8)),
    ("inuit", (4, 8, 8)),
    ("igloos", (4, 8, 8)),
    ("islands", (1, 8, 8)),
    ("pending", (3, 8, 8)),
    ("phase", (len(layout.PHASES),)),
    ("to_move", (4,)),
    ("owner", (4,)),
    ("winners", (4,)),
    ("players", (3,)),
    ("points", (1,)),
    ("played", (4,)),
    ("push", (4,)),
    ("steps", (1,)),
    ("back", (2,)),
    ("ask", (4,)),
    ("queue", (4,)),
    ("flees_next", (4,)),
    ("hand", (N_HAND,)),
    ("held", (4,)),
    ("seen", (N_KINDS - 1,)),
    ("pool", (N_KINDS - 1,)),
    ("taken", (4, 7)),
    ("scores", (4, 2)),
    ("to_place", (4,)),
    ("igloos_left", (4,)),
    ("tokens", (6,)),
    ("supply", (3,)),
    ("tiles", (1,)),
    ("turn", (1,)),
    ("gamers", (1,)),
    ("open_centre", (1,)),
    ("mix", (N_KINDS - 1,)),
)

# Where each slice begins, in the same order. (The compiler freezes numbers, not objects.)
(
    _ICE, _FISH, _FOXES, _BEARS, _INUIT_PLANES, _IGLOOS, _ISLANDS, _PENDING, _PHASE, _TO_MOVE, _OWNER, _WINNERS,
    _PLAYERS, _POINTS, _PLAYED, _PUSH, _STEPS, _BACK, _ASK, _QUEUE, _FLEES_NEXT, _HAND, _HELD, _SEEN, _POOL, _TAKEN,
    _SCORES, _TO_PLACE, _IGLOOS_LEFT, _UNSEEN, _SUPPLY, _TILES, _TURN, _GAMERS, _OPEN_CENTRE, _MIX,
) = (each.start for each in ENCODING)  # fmt: skip


@compiled
def observe(s: Struct, seat: int, out: F32Array) -> None:
    """Write the whole observation of a seat."""
    islands = observe_ice(s, out)
    observe_animals(s, out)
    for k in range(int(s.players)):
        other = seat_after(seat, k, int(s.players))
        observe_player(s, other, k, of_seat(islands, other), out)
    observe_turn(s, seat, int(s.players), out)
    observe_interruption(s, seat, int(s.players), out)
    observe_memory(s, seat, out)
    observe_rules(s, out)


@compiled
def fill_plane(cells: np.uint64, value: float, out: F32Array, at: int) -> None:
    """The same value on each cell of a set."""
    while cells != _ZERO:
        out[at + next_cell(cells)] = value
        cells = without_first(cells)


@compiled
def observe_ice(s: Struct, out: F32Array) -> int:
    """II-2, II-28: face-down tiles, glaciers, sea, and how large each tile's island is; answers what islands pay."""
    points = 0
    fill_plane(s.down, 1.0, out, _ICE)
    fill_plane(s.ice & ~s.down, 1.0, out, _ICE + 64)
    fill_plane(sea(s), 1.0, out, _ICE + 128)
    tiles = s.ice
    while tiles != _ZERO:
        island = next_island(tiles)
        fill_plane(island, popcount(island) / TILES, out, _ISLANDS)
        points += island_shares(s, island)
        tiles &= ~island
    return points


@compiled
def observe_animals(s: Struct, out: F32Array) -> None:
    """II-4: fish and foxes on the board by value, and how many of them are neither there nor taken."""
    for animal in range(6):
        left = int(TOKENS[animal])
        plane = _FISH + 64 * animal if animal < FOX else _FOXES + 64 * (animal - FOX)
        cells = s.fish if animal < FOX else s.foxes
        while cells != _ZERO:
            number = animal_count(s, next_cell(cells), animal)
            out[plane + next_cell(cells)] = squashed(number, 1)
            left -= number
            cells = without_first(cells)
        for seat in range(4):
            left -= int(s.taken[seat, animal])
        out[_UNSEEN + animal] = left / TOKENS[animal]
    fill_plane(s.bears, 1.0, out, _BEARS)


@compiled
def observe_player(s: Struct, seat: int, place: int, island_points: int, out: F32Array) -> None:
    """What everybody knows of a player, written as that of the so-many-th seat."""
    cells = s.inuit_of[seat]
    while cells != _ZERO:
        cell = next_cell(cells)
        out[_INUIT_PLANES + 64 * place + cell] = inuit_count(s, cell, seat) / INUIT
        cells = without_first(cells)
    fill_plane(s.igloo_of[seat], 1.0, out, _IGLOOS + 64 * place)
    held = 0
    for hand in range(N_HAND):
        held += int(s.hands[seat, hand])
    out[_HELD + place] = squashed(held, 4)
    for animal in range(7):
        out[_TAKEN + 7 * place + animal] = s.taken[seat, animal] / TOKENS[animal]
    out[_SCORES + 2 * place] = squashed(animal_points(s, seat), SCORE)
    out[_SCORES + 2 * place + 1] = squashed(island_points, SCORE)
    out[_TO_PLACE + place] = s.to_place[seat] / INUIT
    out[_IGLOOS_LEFT + place] = s.igloos[seat] / layout.IGLOOS


@compiled
def observe_turn(s: Struct, seat: int, players: int, out: F32Array) -> None:
    """Whose turn it is, who must decide what, and what is left of the turn."""
    out[_PHASE + int(s.phase)] = 1
    out[_OWNER + seats_to(seat, int(s.owner), players)] = 1
    if s.phase != OVER:
        out[_TO_MOVE + seats_to(seat, int(s.to_move), players)] = 1
    else:
        for k in range(players):
            out[_WINNERS + k] = (int(s.winners) >> seat_after(seat, k, players)) & 1
    out[_POINTS] = s.points / MOST_POINTS
    for kind in range(4):
        out[_PLAYED + kind] = (int(s.played) >> kind) & 1


@compiled
def observe_interruption(s: Struct, seat: int, players: int, out: F32Array) -> None:
    """II-13, II-15, II-18, II-23: what a sub-phase still needs."""
    if s.phase == SHOVE_PHASE:
        fill_plane(bit(int(s.push_cell)), 1.0, out, _PENDING)
        in_the_way = beyond_line(s, int(s.push_cell), int(s.push_direction))
        fill_plane(bit(in_the_way), 1.0, out, _PENDING + 64)
        out[_PUSH + int(s.push_direction)] = 1
    if s.phase == SPEAR_PHASE:
        fill_plane(bit(int(s.attacked)), 1.0, out, _PENDING + 128)
        for k in range(players):
            out[_ASK + k] = (int(s.ask) >> seat_after(seat, k, players)) & 1
    if HERD_PHASE <= s.phase <= FLEE_PHASE:
        out[_STEPS] = s.steps / layout.HERD_STEPS
        out[_BACK + (1 if s.back == layout.ACT_PHASE else 0)] = 1
    waiting = True
    for first in range(players):
        if s.queue[first] > 0:
            place = seats_to(seat, first, players)
            out[_QUEUE + place] = s.queue[first] / INUIT
            if waiting:  # by seat, seat 0's first
                out[_FLEES_NEXT + place] = 1
                waiting = False


@compiled
def observe_memory(s: Struct, seat: int, out: F32Array) -> None:
    """II-3, II-8: the own hand, the tiles that were seen, and what those may be whose place the seat does not know."""
    unplaced = 0
    for kind in range(1, N_KINDS):
        left = int(s.mix[kind]) - int(s.seen[kind])
        if kind >= MELT:
            own = int(s.hands[seat, kind - MELT])
            out[_HAND + kind - MELT] = squashed(own, 1)
            left -= own
        if s.mix[kind] > 0:
            out[_SEEN + kind - 1] = s.seen[kind] / s.mix[kind]
        out[_POOL + kind - 1] = left
        unplaced += left
    for kind in range(N_KINDS - 1):
        out[_POOL + kind] /= max(unplaced, 1)
    out[_SUPPLY] = s.fish_left / 28
    out[_SUPPLY + 1] = s.fox_left / 10
    out[_SUPPLY + 2] = s.bears_left / layout.BEAR_TOKENS


@compiled
def observe_rules(s: Struct, out: F32Array) -> None:
    """The rules that can be chosen, and how far the game has come."""
    out[_PLAYERS + int(s.players) - 2] = 1
    out[_TILES] = popcount(s.down) / TILES
    out[_TURN] = squashed(float(s.turn), PATIENCE)
    out[_GAMERS] = (int(igloos_barred(s)) + 2 * int(by_table(s))) / 3
    out[_OPEN_CENTRE] = s.open_centre
    for kind in range(1, N_KINDS):
        out[_MIX + kind - 1] = s.mix[kind] / TILES
