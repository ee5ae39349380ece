"""What the search knows of IGLU IGLU: how to judge, what to learn, and the key of a position as a seat knows it."""

from __future__ import annotations

import numpy as np

from floe.core.jit import compiled
from floe.core.maths import exp
from floe.core.randomness import draw_below
from floe.core.typing import F32Array, I32Array, States, Struct, U8Array, U64Array
from floe.games.igluiglu.dealing import determinize_state
from floe.games.igluiglu.estimate import WEIGHTS, estimate, standings
from floe.games.igluiglu.features import MAX_ACTIVE, N_FEATURES, features
from floe.games.igluiglu.kernel import legal_list
from floe.games.igluiglu.layout import N_HAND, OPEN_WORDS
from floe.games.igluiglu.priors import appeal
from floe.games.igluiglu.scoring import animal_points, islands_points, of_seat

__all__ = ["MAX_ACTIVE", "N_FEATURES", "appeal", "estimate", "features"]

EXPLORATION, UCT_EXPLORATION = 0.5, 0.35
CORRECTS = True
LAYER1, LAYER2 = 64, 32

_SOFTNESS = 6.0
"""So many points of difference make one e times as likely to win, where points are learnt from."""


@compiled
def estimate_logits(s: Struct, values: F32Array) -> None:
    """The estimate before it becomes shares."""
    standings(s, WEIGHTS, values)


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
def lesson(s: Struct, values: F32Array) -> None:
    """Half by who has won, half by the points, which tell more of a game than its winner."""
    players, islands = int(s.players), islands_points(s)
    winners, total, best = 0, 0.0, -1e9
    for seat in range(4):
        values[seat] = 0
        winners += (int(s.winners) >> seat) & 1
    for seat in range(players):
        values[seat] = (animal_points(s, seat) + of_seat(islands, seat)) / _SOFTNESS
        best = max(best, float(values[seat]))
    for seat in range(players):
        values[seat] = exp(values[seat] - best)
        total += values[seat]
    for seat in range(players):
        values[seat] = (values[seat] / total + ((int(s.winners) >> seat) & 1) / winners) / 2
