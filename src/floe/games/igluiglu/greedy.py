"""``greedy`` for IGLU IGLU. It guesses what is hidden, tries turns out with the engine, and looks no further.

The second part of a turn hides nothing but others' harpoons, so there it plays many random turns on one guess, weighs
every position in which such a turn could be ended, and follows the best. What a flip brings is hidden, so each
possible flip is tried on several guesses and weighed by what the rest of the turn could make of it on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from floe.core import jit
from floe.core.arrays import repeated
from floe.core.bits import popcount
from floe.core.jit import compiled
from floe.core.randomness import draw_below
from floe.core.typing import Document, F64Array, I32Array, States, Struct, U64Array
from floe.games.igluiglu import layout
from floe.games.igluiglu.dealing import determinize_state
from floe.games.igluiglu.determinize import from_view
from floe.games.igluiglu.game import IgluIglu, IgluIgluState
from floe.games.igluiglu.geography import around, next_cell, without_first
from floe.games.igluiglu.kernel import apply, is_over, legal_list
from floe.games.igluiglu.layout import (
    ACT_PHASE,
    FLIP_PHASE,
    MAX_LEGAL,
    MELT_ACTION,
    N_HAND,
    OPEN_WORDS,
    PLACE_PHASE,
)
from floe.games.igluiglu.pieces import all_igloos, all_inuit, animal_count
from floe.games.igluiglu.rules import flippable
from floe.games.igluiglu.scoring import animal_points, island_shares, next_island, of_seat

TURNS = 1500
"""How many random turns are tried in the second part."""
FLIP_TURNS = 4000
"""How many are tried in all to choose a flip."""
GUESSES = 8
"""On how many guesses each flip is tried."""

LONGEST_TURN = 80
"""Six points, four tiles, three herd steps, and after each of these or a melt at most four answers, twelve flights."""

# What counts, in points of the final score.
_WON = 40.0  # to be ahead when the game ends
_EARLY, _LATE = 0.3, 1.0  # a point from islands as they stand now, at the beginning and at the end
_NEAR = 0.1  # a point that walks on the board, next to an own Inuit
_FARTHER = 0.7  # the same one step farther away: so much of it
_STEPS = 4  # how far away animals still count
_HAND = np.array([1.5, 0.6, 1.2, 1.8, 2.5, 1.0])  # a tile in the hand, in the order of a hand, as long as it is early

_ZERO = np.uint64(0)
_EMPTY_AT_FIRST = 52.0

_FIRST_OF_KIND = (
    layout.PLACE, layout.FLIP, layout.MELT_ACTION, layout.HERD_ACTION, layout.DRIFT_ACTION, layout.SHOVE, layout.STEP,
    layout.SPEAR, layout.PASS, layout.FLEE, layout.WALK, layout.KAYAK, layout.HUNT, layout.HARPOON_ACTION,
    layout.IGLOO, layout.ENERGY, layout.END,
)  # fmt: skip
_KIND = np.searchsorted(np.array(_FIRST_OF_KIND), np.arange(layout.N_ACTIONS), side="right")
"""For each action a number for its kind: walks, kayaks, hunts and so on."""


@compiled
def lasting(s: Struct) -> np.uint64:
    """The tiles that no flip will take while everybody stays: glaciers, and those with something on them (II-7)."""
    return np.uint64(s.ice & (~s.down | all_inuit(s) | all_igloos(s) | s.foxes | s.bears))


@compiled
def prey_on(s: Struct, cell: int) -> int:
    """The value of all fish and foxes on a cell."""
    value = 0
    for animal in range(6):
        value += animal_count(s, cell, animal) * (animal % 3 + 1)
    return value


@compiled
def prospects(s: Struct, seat: int) -> float:
    """What a seat can hunt, now or after some steps: the value of each animal, the less the farther away it is."""
    worth = 0.0
    weight = _NEAR
    reach = s.inuit_of[seat]
    counted = _ZERO
    for _ in range(_STEPS):
        cells = ((s.fish & around(reach & s.ice)) | (s.foxes & reach)) & ~counted
        counted |= cells
        while cells != _ZERO:
            worth += weight * prey_on(s, next_cell(cells))
            cells = without_first(cells)
        reach |= around(reach) & s.ice
        weight *= _FARTHER
    return worth


@compiled
def worth(s: Struct, seat: int, points: F64Array) -> float:
    """A position at the end of a turn, as a seat sees it: its own points and hopes against those of the best other."""
    ended = is_over(s) or flippable(s) == _ZERO
    tiles = s.ice if ended else lasting(s)
    early = 0.0 if ended else min(1.0, popcount(s.ice & ~tiles) / _EMPTY_AT_FIRST)
    for other in range(int(s.players)):
        points[other] = animal_points(s, other) + (0.0 if ended else prospects(s, other))
    weight = _EARLY * early + _LATE * (1 - early)
    while tiles != _ZERO:
        island = next_island(tiles)
        shares = island_shares(s, island)
        for other in range(int(s.players)):
            points[other] += weight * of_seat(shares, other)
        tiles &= ~island
    for hand in range(N_HAND):
        points[seat] += early * _HAND[hand] * int(s.hands[seat, hand])
    best = -1000.0
    for other in range(int(s.players)):
        if other != seat:
            best = max(best, points[other])
    ahead = float(points[seat] - best)
    if ended and ahead != 0.0:
        return ahead + (_WON if ahead > 0 else -_WON)
    return ahead


@compiled
def drawn(actions: I32Array, n: int, rng: U64Array) -> int:
    """One of some actions: each kind is as likely as any other, so that the many kayaks do not hide a hunt."""
    kinds = 1
    for k in range(1, n):
        kinds += _KIND[actions[k]] != _KIND[actions[k - 1]]
    skipped = draw_below(rng, kinds)
    first = 0
    while skipped > 0:
        first += 1
        skipped -= _KIND[actions[first]] != _KIND[actions[first - 1]]
    last = first
    while last < n and _KIND[actions[last]] == _KIND[actions[first]]:
        last += 1
    return int(actions[first + draw_below(rng, last - first)])


@compiled
def try_turn(
    s: Struct, seat: int, actions: I32Array, buffer: I32Array, points: F64Array, rng: U64Array
) -> tuple[int, float]:
    """Play on at random while the turn lasts, and write the actions down.

    Returns after how many of them it had best been ended, and what that is worth.
    """
    best = -1e9
    length = n = 0
    while n < LONGEST_TURN:
        if s.phase in (ACT_PHASE, FLIP_PHASE) or is_over(s):
            value = worth(s, seat, points)
            if value > best:
                best = value
                length = n
            if s.phase != ACT_PHASE:
                break
        count = legal_list(s, buffer)
        if s.phase == ACT_PHASE:
            count -= 1  # the last one, to end the turn: a turn is ended by stopping
        if count == 0:
            break
        # Others are asked only when a bear attacks: those who can answer do, and that answer is listed first.
        actions[n] = drawn(buffer, count, rng) if s.to_move == seat else buffer[0]
        apply(s, actions[n])
        n += 1
    return length, best


class Workspace(NamedTuple):
    """Room to try turns in."""

    states: States  # a guess; that after an action; that at the end of a turn
    buffer: I32Array
    actions: I32Array
    points: F64Array


def make_workspace(first: States) -> Workspace:
    buffer, actions = np.empty(MAX_LEGAL, np.int32), np.empty(LONGEST_TURN, np.int32)
    return Workspace(repeated(first, 3), buffer, actions, np.empty(4))


@compiled
def think(
    d: Workspace, numbers: I32Array, guesses: int, turns: int, values: F64Array, found: I32Array, rng: U64Array
) -> None:
    """What each of some actions is worth in all guesses together: a place by itself, a flip with the rest of the turn.

    With no actions given, what the turn is worth from here on. The best turn that was tried last goes to ``found``,
    -1 after its end. This is the one way into compiled code, so the first choice compiles everything, and only once.
    """
    guessed, start, trial = d.states[0], d.states[1], d.states[2]
    seat, places = int(guessed.owner), guessed.phase == PLACE_PHASE
    values[:] = 0
    for _ in range(guesses):
        if len(numbers) > 0:
            determinize_state(d.states, 0, seat, rng)
        for k in range(len(values)):
            d.states[1] = d.states[0]
            if len(numbers) > 0:
                apply(start, numbers[k])
            if places:
                values[k] += worth(start, seat, d.points)
                continue
            best = -1e9
            for _ in range(turns):
                d.states[2] = d.states[1]
                length, value = try_turn(trial, seat, d.actions, d.buffer, d.points, rng)
                if value > best:
                    best = value
                    for n in range(LONGEST_TURN):
                        found[n] = d.actions[n] if n < length else -1
            values[k] += best


class Greedy:
    """Keeps the turn it has planned, action by action, and plans anew when the position is not the one expected."""

    def __init__(self) -> None:
        self._plan: dict[bytes, str] = {}

    def choose(self, view: Document, actions: Sequence[str], rng: U64Array) -> str:
        if len(actions) == 1:
            return actions[0]
        seat = int(view["to_move"])
        if seat != view["owner"]:
            return "spear"  # the one choice in another's turn; and a bear for a harpoon is a good bargain
        state = IgluIglu().state(from_view(view, seat, rng))
        if state.phase in ("place", "flip"):
            return weighed(state, rng)
        if known(state) not in self._plan:
            self._plan = plan(state, rng)
        return self._plan[known(state)]


def known(state: IgluIgluState) -> bytes:
    """The open part of a position, which is the same in every guess."""
    return state.array.view(np.uint64)[:OPEN_WORDS].tobytes()


def weighed(state: IgluIgluState, rng: U64Array) -> str:
    """The best place for an Inuit, or the best flip; of several as good, any.

    Tiles of the hand are kept for the second part, when it is known what the flip has brought.
    """
    legal = np.array([state.action_number(action) for action in state.legal_actions()], np.int32)
    numbers = legal[legal < MELT_ACTION]
    values = np.empty(len(numbers))
    guesses = 1 if state.phase == "place" or jit.interpreted() else GUESSES
    turns = 1 + (1 if jit.interpreted() else FLIP_TURNS) // guesses // len(numbers)
    think(make_workspace(state.array), numbers, guesses, turns, values, np.empty(LONGEST_TURN, np.int32), rng)
    best = numbers[values == values.max()]
    return state.action_text(int(best[draw_below(rng, len(best))]))


def plan(state: IgluIgluState, rng: U64Array) -> dict[bytes, str]:
    """The best turn found from a position on: what to play in each position that it passes."""
    turns = TURNS // 50 if jit.interpreted() else TURNS  # so that plain Python, too, is done within a second or two
    found = np.empty(LONGEST_TURN, np.int32)
    think(make_workspace(state.array), np.empty(0, np.int32), 1, turns, np.empty(1), found, rng)
    steps = {}
    for number in found[found >= 0]:
        text = state.action_text(int(number))
        steps[known(state)] = text
        state = state.play(text)
    if state.phase == "act":
        steps[known(state)] = "end"
    return steps
