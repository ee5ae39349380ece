"""A new deal inside compiled code: for batches, which begin games by the thousand.

What a seed deals is told in ``options``, in a way that can be checked by hand; this is the same chance, drawn from a
kernel's generator.
"""

from __future__ import annotations

import numpy as np

from floe.core.jit import compiled
from floe.core.scratch import stack_bytes
from floe.core.typing import Struct, U64Array
from floe.games.igluiglu.determinize import SPECTATOR, count_unplaced, deal_tiles, shuffle
from floe.games.igluiglu.geography import CENTRE, next_cell, without_first
from floe.games.igluiglu.layout import FISH, FOX, N_KINDS
from floe.games.igluiglu.pieces import add_animal, animal_count, remove_animal

_ZERO = np.uint64(0)


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
