"""Dealing what is hidden inside compiled code: a new game for batches, a guess at what a seat does not know for search.

What a seed deals is told in ``options``, in a way that can be checked by hand; this is the same chance, drawn from a
kernel's generator. A guess is drawn among all positions that agree with what a seat knows: the mix, all that was
openly seen, its own hand, and how many tiles the others hold, each of which has a red border (II-8). So the others'
hands are drawn from the red-bordered tiles that it cannot place, and what is left is dealt to the face-down tiles; the
rest was removed unseen by melts (II-15). Every way to deal the single tiles is equally likely. The tokens that have
come up were open, so of the supplies only the order is unknown.
"""

from __future__ import annotations

import numpy as np

from floe.core.jit import allocating, compiled
from floe.core.randomness import draw_below
from floe.core.scratch import stack_bytes
from floe.core.typing import States, Struct, U8Array, U64Array
from floe.games.igluiglu.geography import CENTRE, next_cell, without_first
from floe.games.igluiglu.layout import FISH, FOX, MELT, N_HAND, N_KINDS
from floe.games.igluiglu.pieces import add_animal, animal_count, remove_animal

_ZERO = np.uint64(0)
SPECTATOR = 255


@compiled
def deal(s: Struct, rng: U64Array) -> None:
    """II-2 to II-6: in a first position, shuffle the tiles, the fish (those on the centre too) and the foxes."""
    pool = stack_bytes(N_KINDS)
    count_unplaced(s, SPECTATOR, pool)
    deal_tiles(s, pool, rng)
    shuffle(s.fox_supply, int(s.fox_left), rng)
    take_up_fish(s)
    shuffle(s.fish_supply, int(s.fish_left), rng)
    cells = CENTRE
    while cells != _ZERO:
        s.fish_left -= 1
        add_animal(s, next_cell(cells), FISH + int(s.fish_supply[s.fish_left]) - 1)
        s.fish_supply[s.fish_left] = 0
        cells = without_first(cells)


@compiled
def take_up_fish(s: Struct) -> None:
    """The fish on the centre go back to the supply."""
    cells = CENTRE
    while cells != _ZERO:
        cell = next_cell(cells)
        for fish in range(FISH, FOX):
            if animal_count(s, cell, fish) > 0:
                remove_animal(s, cell, fish)
                s.fish_supply[s.fish_left] = fish - FISH + 1
                s.fish_left += 1
        cells = without_first(cells)


KERNELS = {"determinize_state": {"states": ("state", 1), "rng": ("u8", 1)}}
"""What a page has compiled (see ``Manifest.kernels``)."""


@compiled
def determinize_state(states: States, index: int, seat: int, rng: U64Array) -> None:
    """Draw anew what a seat (or ``SPECTATOR``) does not know of one of many states, in place."""
    s = states[index]
    pool = stack_bytes(N_KINDS)
    count_unplaced(s, seat, pool)
    deal_hands(s, seat, pool, rng)
    deal_tiles(s, pool, rng)
    shuffle(s.fish_supply, int(s.fish_left), rng)
    shuffle(s.fox_supply, int(s.fox_left), rng)


@allocating
def unplaced(s: Struct, seat: int) -> U8Array:
    """How many tiles of each kind the seat cannot place: neither openly seen nor in its own hand."""
    pool = np.empty(N_KINDS, np.uint8)
    count_unplaced(s, seat, pool)
    return pool


@compiled
def count_unplaced(s: Struct, seat: int, pool: U8Array) -> None:
    """The same into an array of the caller's."""
    for kind in range(N_KINDS):
        pool[kind] = s.mix[kind] - s.seen[kind]
        if kind >= MELT and seat != SPECTATOR:
            pool[kind] -= s.hands[seat, kind - MELT]


@compiled
def draw_tile(pool: U8Array, first: int, rng: U64Array) -> int:
    """Take a tile out of the pool, all tiles of the kinds from ``first`` on being equally likely."""
    total = 0
    for kind in range(first, N_KINDS):
        total += int(pool[kind])
    at = draw_below(rng, total)
    for kind in range(first, N_KINDS):
        at -= int(pool[kind])
        if at < 0:
            pool[kind] -= 1
            return kind
    return 0


@compiled
def deal_hands(s: Struct, seat: int, pool: U8Array, rng: U64Array) -> None:
    for other in range(int(s.players)):
        if other != seat:
            held = 0
            for hand in range(N_HAND):
                held += int(s.hands[other, hand])
                s.hands[other, hand] = 0
            for _ in range(held):
                s.hands[other, draw_tile(pool, MELT, rng) - MELT] += 1


@compiled
def deal_tiles(s: Struct, pool: U8Array, rng: U64Array) -> None:
    cells = s.down
    while cells != _ZERO:
        s.kinds[next_cell(cells)] = draw_tile(pool, 1, rng)
        cells = without_first(cells)


@compiled
def shuffle(supply: U8Array, left: int, rng: U64Array) -> None:
    for i in range(left - 1, 0, -1):
        j = draw_below(rng, i + 1)
        value = supply[i]
        supply[i] = supply[j]
        supply[j] = value
