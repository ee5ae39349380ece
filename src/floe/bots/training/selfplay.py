"""Games that a network plays against itself or another, without Python in the loop, kept as samples to learn from.

Written against a heuristics's names and compiled in its namespace, like ``floe.bots.search.simulate``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from floe.bots.search.engine import search_of
from floe.bots.search.evaluation import shares
from floe.bots.search.heuristics import (
    CORRECTS,
    HIDDEN,
    MAX_LEARNED,
    N_POLICY,
    apply,
    bind_to,
    estimate_logits,
    features,
    is_over,
    lesson,
    policy_index,
)
from floe.bots.search.simulate import look_at, resume, simulate_many
from floe.bots.search.simulate import simulate_many as simulate_other
from floe.bots.search.workspace import NO_NODE, Workspace, clear
from floe.core.randomness import draw32
from floe.core.typing import States, Struct, U8Array, U64Array

NO_ENTRY = -1
_MAX_ACTIONS = 3000
_NOISE = 0.25
_FORESEEN = 0.4  # of a sample's value: what the search foresaw, which is less by chance than how one game ended
_MATCH_VARIED = 12


class Samples(NamedTuple):
    """One row a decision; rows are filled up with NO_ENTRY. ``used[0]`` rows are filled."""

    features: npt.NDArray[np.int16]
    policy: npt.NDArray[np.int16]  # policy numbers of the legal actions
    chance: npt.NDArray[np.float32]  # how often the search went there
    value: npt.NDArray[np.float32]  # the seats' shares, foreseen and final, counted from the player to move on
    given: npt.NDArray[np.float32]  # the logits of the values that the network corrects, counted likewise
    mover: U8Array
    players: U8Array
    used: npt.NDArray[np.int64]


def make_samples(heuristics: Any, rows: int) -> Samples:
    """Room for so many decisions."""
    return Samples(
        features=np.full((rows, heuristics.MAX_ACTIVE), NO_ENTRY, np.int16),
        policy=np.full((rows, heuristics.MAX_LEARNED), NO_ENTRY, np.int16),
        chance=np.zeros((rows, heuristics.MAX_LEARNED), np.float32),
        value=np.zeros((rows, 4), np.float32),
        given=np.zeros((rows, 4), np.float32),
        mover=np.zeros(rows, np.uint8),
        players=np.zeros(rows, np.uint8),
        used=np.zeros(1, np.int64),
    )


def unit(rng: U64Array) -> float:
    """A random number between 0 and 1, both left out."""
    return (float(draw32(rng)) + 0.5) / 4294967296.0


def disturb(d: Workspace, node: int) -> None:
    """Mix noise into the priors of a root, so that self-play tries things that the network does not expect."""
    first, count = int(d.nodes[node].first), int(d.nodes[node].count)
    noise = d.buffers[0].appeal  # free, as nothing is being judged now
    total = 0.0
    for k in range(count):
        noise[k] = np.log(unit(d.rng)) ** 2
        total += noise[k]
    for k in range(count):
        d.edges[first + k].prior = (1 - _NOISE) * d.edges[first + k].prior + _NOISE * noise[k] / total


def sure_win(d: Workspace, node: int) -> int:
    """An edge that is proven to win for the player to move, or NO_NODE."""
    if not HIDDEN:
        first, mover = int(d.nodes[node].first), int(d.nodes[node].mover)
        for edge in range(first, first + int(d.nodes[node].count)):
            child = int(d.edges[edge].child)
            if child != NO_NODE and d.nodes[child].proven and d.nodes[child].value[mover] == 1:
                return edge
    return NO_NODE


def pick(d: Workspace, node: int, varied: bool) -> int:
    """The edge to play: a sure win, or one drawn by visits, or the most visited one."""
    sure = sure_win(d, node)
    if sure != NO_NODE:
        return sure
    first, count = int(d.nodes[node].first), int(d.nodes[node].count)
    total = 0
    best = first
    for edge in range(first, first + count):
        total += int(d.edges[edge].visits)
        if d.edges[edge].visits > d.edges[best].visits:
            best = edge
    if varied and total > 0:
        at = unit(d.rng) * total
        for edge in range(first, first + count):
            at -= int(d.edges[edge].visits)
            if at < 0:
                return edge
    return best


def keep(d: Workspace, node: int, s: Struct, samples: Samples) -> None:
    """Note a decision: the position's features and how often each action was visited."""
    row = int(samples.used[0])
    samples.used[0] += 1
    found = d.buffers[0].features
    active = features(s, found)
    samples.features[row, :] = NO_ENTRY
    for k in range(active):
        samples.features[row, k] = found[k]
    samples.policy[row, :] = NO_ENTRY
    samples.chance[row, :] = 0
    samples.players[row] = s.players
    samples.mover[row] = s.to_move
    foresee(d, node, s, samples, row)
    if CORRECTS:
        estimate_logits(s, d.buffers[0].values)
        for k in range(int(s.players)):
            samples.given[row, k] = d.buffers[0].values[(int(s.to_move) + k) % int(s.players)]
    if N_POLICY == 1:  # there is no policy to learn
        samples.policy[row, 0] = 0
        samples.chance[row, 0] = 1
        return
    first, count = int(d.nodes[node].first), int(d.nodes[node].count)
    sure = sure_win(d, node)
    total = 0
    for edge in range(first, first + count):
        total += int(d.edges[edge].visits)
    at = 0
    for turn in range(2):  # actions that were visited first; the others as far as there is room
        for edge in range(first, first + count):
            visits = int(d.edges[edge].visits)
            if (visits > 0) == (turn == 0) and at < MAX_LEARNED:
                samples.policy[row, at] = policy_index(s, int(d.edges[edge].action))
                if sure != NO_NODE:
                    samples.chance[row, at] = 1.0 if edge == sure else 0.0
                else:
                    samples.chance[row, at] = visits / max(1, total)
                at += 1


def foresee(d: Workspace, node: int, s: Struct, samples: Samples, row: int) -> None:
    """What the search thinks of a position, as its player sees the seats."""
    here, players = d.nodes[node], int(s.players)
    visits = 1.0 if here.proven else float(max(1, int(here.visits)))
    for k in range(4):
        samples.value[row, k] = float(here.value[(int(s.to_move) + k) % players]) / visits if k < players else 0.0


def settle(d: Workspace, s: Struct, samples: Samples, first: int) -> None:
    """Tell every decision of a game how the game ended, beside what was foreseen."""
    final = d.buffers[0].values
    lesson(s, final)
    players = int(s.players)
    for row in range(first, int(samples.used[0])):
        for k in range(players):
            ended = float(final[(int(samples.mover[row]) + k) % players])
            samples.value[row, k] = _FORESEEN * float(samples.value[row, k]) + (1 - _FORESEEN) * ended


def begin(d: Workspace, simulations: int) -> int:
    """The root of a search. It goes on from what is known of its position, as one by the clock does at a table."""
    if resume(d) == 0 or int(d.buffers[0].n_nodes) + simulations + 2 >= len(d.nodes):
        clear(d)
    return look_at(d)


def play_game(
    one: Workspace, other: Workspace, start: States, side: int, simulations: int, varied: int, samples: Samples
) -> int:
    """Play one whole game; return how many actions it had. A game that finds no end is left out.

    The first workspace has the seats of the bits in ``side``. For the first ``varied`` actions its choice is drawn by
    visits; afterwards, and always at the others' seats, the most visited one is played.
    """
    clear(one)
    clear(other)
    one.states[0] = start[0]
    begun = int(samples.used[0])
    for played in range(_MAX_ACTIONS):
        s = one.states[0]
        if is_over(s):
            settle(one, s, samples, begun)
            return played
        if int(samples.used[0]) >= len(samples.players):
            break
        mover = int(s.to_move)
        own = (side >> mover) & 1 == 1
        d = one if own else other
        if not own:
            d.states[0] = s
        d.buffers[0].seat = mover
        node = begin(d, simulations)
        if own:
            if d.nodes[node].count == 0:
                simulate_many(d, 2)  # the first judges the position, the second finds its actions
            disturb(d, node)
            simulate_many(d, simulations)
        else:
            simulate_other(d, simulations)
        keep(d, node, s, samples)
        apply(s, int(d.edges[pick(d, node, own and played < varied)].action))
    samples.used[0] = begun
    return 0


def play_match(one: Workspace, other: Workspace, start: States, side: int, simulations: int) -> float:
    """One game between two workspaces: the first has the seats of the bits in ``side``. Return its share."""
    clear(one)
    clear(other)
    one.states[0] = start[0]
    for played in range(_MAX_ACTIONS):
        s = one.states[0]
        if is_over(s):
            shares(s, one.buffers[0].values)
            total = 0.0
            for seat in range(int(s.players)):
                if (side >> seat) & 1:
                    total += float(one.buffers[0].values[seat])
            return total
        mover = int(s.to_move)
        own = (side >> mover) & 1
        d = one if own else other
        if not own:
            d.states[0] = s
        d.buffers[0].seat = mover
        node = begin(d, simulations)
        if own:
            simulate_many(d, simulations)
        else:
            simulate_other(d, simulations)
        apply(s, int(d.edges[pick(d, node, played < _MATCH_VARIED)].action))
    return 0.5


_FUNCTIONS = (unit, disturb, sure_win, pick, foresee, keep, settle, begin, play_game, play_match)


@lru_cache(maxsize=8)
def compile_selfplay(heuristics: Any, judge_by: str, judge_other: str) -> dict[str, Callable[..., Any]]:
    """Bind self-play to a game's heuristics and a way of judging; return its functions by name.

    In matches the other side judges by ``judge_other``.
    """
    search = search_of(heuristics, judge_by)
    scope = globals() | {name: search[name] for name in ("simulate_many", "look_at", "resume", "shares")}
    scope["simulate_other"] = search_of(heuristics, judge_other)["simulate_many"]
    return bind_to(heuristics, _FUNCTIONS, scope, f"{judge_by}_against_{judge_other}")
