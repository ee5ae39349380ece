"""Chance as it comes: what is hidden is decided at the moment that it is revealed. Compiled; see ``floe.core.jit``.

The rules deal everything at setup. It makes no difference to anybody if the deal is made as late as possible instead:
the kind of a tile when it is flipped, the value of a token when it comes up. A tile that nobody has seen is then of
each kind with a chance in proportion to the tiles of that kind that nobody has seen: face down, or removed by a melt
(II-15). Programs that work on a tree of moves and chance want it so.

Until it is revealed, the hidden part of a struct is kept in one fixed order (``tidy``). So array that agree in all
that anybody knows are equal, and the order tells nobody anything.
"""

from __future__ import annotations

import numpy as np

from floe.core.arrays import copied
from floe.core.jit import allocating, compiled
from floe.core.typing import I64Array, States, Struct, U8Array, U64Array
from floe.games.igluiglu import rules
from floe.games.igluiglu.dealing import deal_hands, take_up_fish, unplaced
from floe.games.igluiglu.geography import CELLS, next_cell, without_first
from floe.games.igluiglu.kernel import apply
from floe.games.igluiglu.layout import BEAR, FISH, GLACIER, MELT, N_HAND, N_KINDS
from floe.games.igluiglu.pieces import add_animal

FIRST_FISH = tuple(CELLS.index(name) for name in ("d4", "e4", "d5", "e5"))
"""II-6: the cells that get the first fish, in this order."""

_ZERO = np.uint64(0)
_VALUES = 3


def undealt(array: States) -> States:
    """A first position before anything came up: no fish on the centre cells, and what is hidden in its fixed order."""
    states = copied(array)
    take_up_fish(states[0])
    tidy_state(states, 0)
    return states


@allocating
def unseen_kinds(states: States, index: int) -> I64Array:
    """How many tiles of each kind nobody has seen: neither shown nor played nor in any hand."""
    return unseen(states[index])


@allocating
def unseen(s: Struct) -> I64Array:
    counts = np.empty(N_KINDS, np.int64)
    for kind in range(N_KINDS):
        counts[kind] = int(s.mix[kind]) - int(s.seen[kind])
    for seat in range(int(s.players)):
        for hand in range(N_HAND):
            counts[MELT + hand] -= int(s.hands[seat, hand])
    return counts


@allocating
def unseen_fish(states: States, index: int) -> I64Array:
    """How many fish of value 1, 2, 3 are still to come up."""
    return values_left(states[index].fish_supply, int(states[index].fish_left))


@allocating
def unseen_foxes(states: States, index: int) -> I64Array:
    """How many foxes of value 1, 2, 3 are still to come up."""
    return values_left(states[index].fox_supply, int(states[index].fox_left))


@allocating
def values_left(supply: U8Array, left: int) -> I64Array:
    counts = np.zeros(_VALUES, np.int64)
    for i in range(left):
        counts[int(supply[i]) - 1] += 1
    return counts


@compiled
def reveal_first_fish(states: States, index: int, cell: int, value: int) -> None:
    """II-6: a fish of that value comes up on a centre cell before the game."""
    s = states[index]
    draw_token(s.fish_supply, int(s.fish_left), value)
    s.fish_left -= 1
    s.fish_supply[s.fish_left] = 0
    add_animal(s, cell, FISH + value - 1)
    tidy(s)


@compiled
def reveal_flip(states: States, index: int, cell: int, kind: int, values: I64Array) -> None:
    """II-7: a tile is flipped and is of that kind; the tokens that come with it have these values."""
    s = states[index]
    s.kinds[cell] = kind
    for i in range(len(values)):
        if kind == GLACIER:
            draw_token(s.fox_supply, int(s.fox_left) - i, values[i])
        else:
            draw_token(s.fish_supply, int(s.fish_left) - i, values[i])
    rules.flip(s, cell)
    tidy(s)


@compiled
def draw_token(supply: U8Array, left: int, value: int) -> None:
    """Put a token of that value where the next one is taken from."""
    for i in range(left):
        if supply[i] == value:
            supply[i] = supply[left - 1]
            supply[left - 1] = value
            return


@compiled
def tokens_due(states: States, index: int, kind: int) -> int:
    """II-9, II-11, II-3: how many tokens come up with a tile: one to three fish or a fox, or as many as are left."""
    s = states[index]
    if kind == GLACIER:
        return min(1, int(s.fox_left))
    return min(kind, int(s.fish_left)) if kind < BEAR else 0


@allocating
def play(states: States, index: int, action: int) -> int:
    """Play a legal action other than a flip. Answers the kind of the tile that left the player's hand, or 0."""
    s = states[index]
    before = np.empty(N_KINDS, np.uint8)
    before[:] = s.seen
    apply(s, action)
    tidy(s)
    for kind in range(MELT, N_KINDS):
        if s.seen[kind] != before[kind]:
            return kind
    return 0


@allocating
def redeal_hands(states: States, index: int, seat: int, rng: U64Array) -> None:
    """Draw the hands of all others anew, as a seat may determinize them (see ``dealing``)."""
    s = states[index]
    deal_hands(s, seat, unplaced(s, seat), rng)
    tidy(s)


@compiled
def tidy_state(states: States, index: int) -> None:
    tidy(states[index])


@allocating
def tidy(s: Struct) -> None:
    """The fixed order of what nobody has seen: kinds from the first face-down tile on, values in ascending order."""
    counts = unseen(s)
    kind = 1
    cells = s.down
    while cells != _ZERO:
        while counts[kind] == 0:
            kind += 1
        counts[kind] -= 1
        s.kinds[next_cell(cells)] = kind
        cells = without_first(cells)
    put_in_order(s.fish_supply, int(s.fish_left))
    put_in_order(s.fox_supply, int(s.fox_left))


@allocating
def put_in_order(supply: U8Array, left: int) -> None:
    counts = values_left(supply, left)
    at = 0
    for value in range(_VALUES):
        for _ in range(counts[value]):
            supply[at] = value + 1
            at += 1
