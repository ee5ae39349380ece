"""What the search knows of IGLU IGLU: features for a network, and the key of a position as a seat knows it.

Seats are counted from the player to move on, so the network needs to know only one point of view. Nothing hidden from
that player is a feature: of the others' hands only the size counts.
"""

from __future__ import annotations

import numpy as np

from floe.core.bits import popcount
from floe.core.jit import compiled
from floe.core.randomness import draw_below
from floe.core.typing import I32Array, States, Struct, U8Array, U64Array
from floe.games.igluiglu.dealing import determinize_state
from floe.games.igluiglu.estimate import estimate
from floe.games.igluiglu.geography import contains, next_cell, without_first
from floe.games.igluiglu.kernel import legal_list
from floe.games.igluiglu.layout import N_ACTIONS, N_HAND, OPEN_WORDS
from floe.games.igluiglu.pieces import animal_count, inuit_count
from floe.games.igluiglu.priors import appeal
from floe.games.igluiglu.scoring import animal_points, island_points

__all__ = ["appeal", "estimate"]

EXPLORATION, UCT_EXPLORATION = 0.5, 0.35
N_POLICY = N_ACTIONS
MAX_LEARNED = 160
"""At most so many actions of a position are learnt from."""

_ZERO = np.uint64(0)

# Features of each cell: its ground, Inuit and igloos by seat, animals.
_GROUND, _INUIT, _IGLOO, _FISH, _FOX, _BEAR = 0, 2, 10, 14, 17, 20
_PER_CELL = 21
_HAND = 64 * _PER_CELL
_OTHER_HANDS = _HAND + N_HAND * 2
_POINTS = _OTHER_HANDS + 3 * 4
_PLAYED = _POINTS + 7
_PHASE = _PLAYED + 4
_OWNER = _PHASE + 9
_IGLOOS = _OWNER + 1
_ANIMALS = _IGLOOS + 4 * 2
_ISLANDS = _ANIMALS + 4 * 12
_TILES = _ISLANDS + 4 * 16
_PLAYERS = _TILES + 14
_GAMERS = _PLAYERS + 3
N_FEATURES = _GAMERS + 1
MAX_ACTIVE = 320
"""At most so many features are active: a few for each of 60 cells, and some eighty more."""


@compiled
def random_action(s: Struct, buffer: I32Array, rng: U64Array) -> int:
    """One legal action, all equally likely."""
    return int(buffer[draw_below(rng, legal_list(s, buffer))])


@compiled
def determinize(states: States, index: int, seat: int, rng: U64Array) -> None:
    """Draw what is hidden from the seat anew. Not even the same draws may tell in which order the tokens lay before."""
    s = states[index]
    put_in_order(s.fish_supply, int(s.fish_left))
    put_in_order(s.fox_supply, int(s.fox_left))
    determinize_state(states, index, seat, rng)


@compiled
def put_in_order(supply: U8Array, left: int) -> None:
    """Tokens that are left by their values, which are 1 to 3."""
    at = 0
    for value in range(1, 3):
        for k in range(at, left):
            if supply[k] == value:
                supply[k] = supply[at]
                supply[at] = value
                at += 1


@compiled
def knows_actions(s: Struct, seat: int) -> bool:
    """What a player may do depends on nothing hidden but the tiles in the player's own hand."""
    return bool(s.to_move == seat or hand_size(s, int(s.to_move)) == 0)


@compiled
def position_key(words: U64Array, s: Struct, seat: int) -> np.uint64:
    """A hash of all that a seat knows of the position."""
    key = np.uint64(0x9E3779B97F4A7C15) + np.uint64(seat)
    for k in range(OPEN_WORDS):
        key = (key ^ words[k]) * np.uint64(0xBF58476D1CE4E5B9)
        key ^= key >> np.uint64(29)
    for other in range(int(s.players)):
        held = 0
        for hand in range(N_HAND):
            held = held * 8 + int(s.hands[other, hand]) if other == seat else held + int(s.hands[other, hand])
        key = (key ^ np.uint64(held)) * np.uint64(0xBF58476D1CE4E5B9)
        key ^= key >> np.uint64(29)
    return np.uint64(key)


@compiled
def hand_size(s: Struct, seat: int) -> int:
    held = 0
    for hand in range(N_HAND):
        held += int(s.hands[seat, hand])
    return held


@compiled
def features(s: Struct, out: I32Array) -> int:
    """The active features of a position, seen by the player to move."""
    n = seat_features(s, out, cell_features(s, out))
    for hand in range(N_HAND):
        n = steps(out, n, _HAND + hand * 2, min(2, int(s.hands[s.to_move, hand])))
    for k in range(4):
        if (int(s.played) >> k) & 1:
            n = steps(out, n, _PLAYED + k, 1)
    n = steps(out, n, _TILES, popcount(s.down) // 4)
    n = steps(out, n, _POINTS + min(6, int(s.points)), 1)
    n = steps(out, n, _PHASE + int(s.phase), 1)
    n = steps(out, n, _PLAYERS + int(s.players) - 2, 1)
    if s.owner == s.to_move:
        n = steps(out, n, _OWNER, 1)
    return steps(out, n, _GAMERS, int(s.gamers))


@compiled
def steps(out: I32Array, n: int, first: int, number: int) -> int:
    """A number as that many features in a row."""
    for k in range(number):
        out[n] = first + k
        n += 1
    return n


@compiled
def seat_features(s: Struct, out: I32Array, n: int) -> int:
    """What each player has, counted from the player to move on."""
    mover, players = int(s.to_move), int(s.players)
    for distance in range(players):
        seat = (mover + distance) % players
        if distance > 0:
            n = steps(out, n, _OTHER_HANDS + (distance - 1) * 4, min(4, hand_size(s, seat)))
        n = steps(out, n, _IGLOOS + distance * 2, int(s.igloos[seat]))
        n = steps(out, n, _ANIMALS + distance * 12, min(12, animal_points(s, seat) // 2))
        n = steps(out, n, _ISLANDS + distance * 16, min(16, island_points(s, seat) // 4))
    return n


@compiled
def cell_features(s: Struct, out: I32Array) -> int:
    mover, players = int(s.to_move), int(s.players)
    n = 0
    cells = s.ice | s.fish | s.bears | s.inuit_of[0] | s.inuit_of[1] | s.inuit_of[2] | s.inuit_of[3]
    while cells != _ZERO:
        cell = next_cell(cells)
        cells = without_first(cells)
        first = cell * _PER_CELL
        if contains(s.ice, cell):
            out[n] = first + _GROUND + (0 if contains(s.down, cell) else 1)
            n += 1
        for distance in range(players):
            seat = (mover + distance) % players
            for k in range(min(2, inuit_count(s, cell, seat))):
                out[n] = first + _INUIT + distance * 2 + k
                n += 1
            if contains(s.igloo_of[seat], cell):
                out[n] = first + _IGLOO + distance
                n += 1
        if s.animals[cell] != 0:
            for value in range(3):
                if animal_count(s, cell, value) > 0:
                    out[n] = first + _FISH + value
                    n += 1
                if animal_count(s, cell, 3 + value) > 0:
                    out[n] = first + _FOX + value
                    n += 1
        if contains(s.bears, cell):
            out[n] = first + _BEAR
            n += 1
    return n


@compiled
def policy_index(s: Struct, action: int) -> int:
    """An action's number in the policy."""
    return action
