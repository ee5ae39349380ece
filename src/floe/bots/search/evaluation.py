"""Judging a position: by the learned network, by the heuristics's estimate, or by playing it out at random.

Each way has three parts: ``judge`` gives each seat's share of the win, ``rank`` says which actions deserve a look, and
``urge`` how much one should be tried that was tried little so far. A search is compiled for one way at a time, so that
nobody waits for what is not used. Written against the names of heuristics and copied there to be compiled
there; see ``heuristics``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from floe.bots.search.heuristics import (
    CORRECTS,
    LAYER1,
    LAYER2,
    N_FEATURES,
    N_POLICY,
    appeal,
    apply,
    estimate,
    estimate_logits,
    features,
    is_over,
    policy_index,
    random_action,
)
from floe.bots.search.workspace import MAX_SEATS, Workspace
from floe.core.levels import BY_ESTIMATE, BY_NETWORK, BY_PLAYOUT
from floe.core.maths import exp, log
from floe.core.typing import F32Array, Struct

_PLAYOUT_LIMIT = 4000
_FIRST_OF_ALL = 1e6

_ZERO = np.float32(0)


def shares(s: Struct, values: F32Array) -> None:
    """Of a game that is over: each seat's share of the win."""
    winners = 0
    for seat in range(MAX_SEATS):
        winners += (int(s.winners) >> seat) & 1
    for seat in range(MAX_SEATS):
        values[seat] = ((int(s.winners) >> seat) & 1) / winners


def judge_by_playout(d: Workspace, s: Struct) -> None:
    """Play at random to the end; a game that finds none is estimated."""
    values = d.buffers[0].values
    for _ in range(_PLAYOUT_LIMIT):
        if is_over(s):
            shares(s, values)
            return
        apply(s, random_action(s, d.legal, d.rng))
    estimate(s, values)


def rank_alike(d: Workspace, s: Struct, n: int) -> None:
    """All n legal actions deserve the same."""
    for k in range(n):
        d.buffers[0].appeal[k] = 1 / n


def urge_of_uct(d: Workspace, node: Struct, edge: Struct) -> float:
    """The bound of UCB1; each action is tried once, in any order, before one is tried twice."""
    if edge.visits == 0:
        return _FIRST_OF_ALL + float(edge.prior)
    return float(d.buffers[0].exploration * np.sqrt(log(1.0 + int(node.visits)) / int(edge.visits)))


def judge_by_estimate(d: Workspace, s: Struct) -> None:
    estimate(s, d.buffers[0].values)


def rank_by_appeal(d: Workspace, s: Struct, n: int) -> None:
    found = d.buffers[0].appeal
    appeal(s, d.legal, n, found)
    to_chances(found, n)


def urge_by_prior(d: Workspace, node: Struct, edge: Struct) -> float:
    """As in PUCT: in proportion to how good the action looked at first sight."""
    return float(d.buffers[0].exploration * np.sqrt(1.0 + int(node.visits)) * edge.prior / (1 + int(edge.visits)))


def judge_by_network(d: Workspace, s: Struct) -> None:
    values = d.buffers[0].values
    if CORRECTS:
        estimate_logits(s, values)
    else:
        for seat in range(MAX_SEATS):
            values[seat] = 0
    hidden_layers(d, features(s, d.buffers[0].features))
    value_head(d, int(s.to_move), int(s.players))


def rank_by_network(d: Workspace, s: Struct, n: int) -> None:
    found = d.buffers[0].appeal
    if CORRECTS:
        appeal(s, d.legal, n, found)
    else:
        for k in range(n):
            found[k] = 0
    if not CORRECTS or N_POLICY > 1:
        hidden_layers(d, features(s, d.buffers[0].features))
        policy_head(d, s, n)
    to_chances(found, n)


def to_chances(logits: F32Array, n: int) -> None:
    """The first n logits become probabilities."""
    best, total = np.float32(-1e9), _ZERO
    for k in range(n):
        best = max(best, logits[k])
    for k in range(n):
        logits[k] = exp(logits[k] - best)
        total += logits[k]
    for k in range(n):
        logits[k] /= total


def hidden_layers(d: Workspace, active: int) -> None:
    """From active features to the second hidden layer. Most of a search's time is spent here.

    Both layers are sums of rows, and rows are counted by numbers without a sign: so the compiler need not ask whether
    one is counted from the end, and adds several numbers at once. Four rows are added at a time, which takes half as
    many looks at the memory, and in the same order as one by one, which gives the same sums to the last bit.
    """
    found, net, hidden = d.buffers[0].features, d.net, d.hidden
    first_bias = N_FEATURES * LAYER1
    for unit in range(LAYER1):
        hidden[unit] = net[first_bias + unit]
    for k in range(0, active - 3, 4):
        row = np.uint64(found[k]) * np.uint64(LAYER1)
        row1 = np.uint64(found[k + 1]) * np.uint64(LAYER1)
        row2 = np.uint64(found[k + 2]) * np.uint64(LAYER1)
        row3 = np.uint64(found[k + 3]) * np.uint64(LAYER1)
        for unit in range(LAYER1):
            u = np.uint64(unit)
            hidden[unit] = (((hidden[unit] + net[row + u]) + net[row1 + u]) + net[row2 + u]) + net[row3 + u]
    for k in range(active - active % 4, active):
        row = np.uint64(found[k]) * np.uint64(LAYER1)
        for unit in range(LAYER1):
            hidden[unit] += net[row + np.uint64(unit)]
    second = first_bias + LAYER1
    second_bias = second + LAYER1 * LAYER2
    for unit in range(LAYER2):
        hidden[LAYER1 + unit] = net[second_bias + unit]
    for k in range(0, LAYER1, 4):
        a, b, c, e = (
            max(hidden[k], _ZERO),
            max(hidden[k + 1], _ZERO),
            max(hidden[k + 2], _ZERO),
            max(hidden[k + 3], _ZERO),
        )
        row = np.uint64(second + k * LAYER2)
        row1, row2, row3 = row + np.uint64(LAYER2), row + np.uint64(2 * LAYER2), row + np.uint64(3 * LAYER2)
        for unit in range(LAYER2):
            u = np.uint64(unit)
            sofar = (hidden[LAYER1 + unit] + a * net[row + u]) + b * net[row1 + u]
            hidden[LAYER1 + unit] = (sofar + c * net[row2 + u]) + e * net[row3 + u]
    for unit in range(LAYER2):
        hidden[LAYER1 + unit] = max(hidden[LAYER1 + unit], _ZERO)


def dot(net: F32Array, at: int, column: F32Array, first: int, n: int) -> np.float32:
    """A sum of products in eight lanes, which the compiler turns into vector instructions."""
    a = b = c = d = e = f = g = h = _ZERO
    for k in range(0, n, 8):
        i, j = np.uint64(at + k), np.uint64(first + k)  # without a sign, as in ``hidden_layers``
        a += net[i + np.uint64(0)] * column[j + np.uint64(0)]
        b += net[i + np.uint64(1)] * column[j + np.uint64(1)]
        c += net[i + np.uint64(2)] * column[j + np.uint64(2)]
        d += net[i + np.uint64(3)] * column[j + np.uint64(3)]
        e += net[i + np.uint64(4)] * column[j + np.uint64(4)]
        f += net[i + np.uint64(5)] * column[j + np.uint64(5)]
        g += net[i + np.uint64(6)] * column[j + np.uint64(6)]
        h += net[i + np.uint64(7)] * column[j + np.uint64(7)]
    return np.float32(((a + b) + (c + d)) + ((e + f) + (g + h)))


def value_head(d: Workspace, mover: int, players: int) -> None:
    """Each seat's share of the win into ``values``, which hold what is corrected."""
    values, net = d.buffers[0].values, d.net
    head = (N_FEATURES + 1) * LAYER1 + (LAYER1 + 1) * LAYER2
    bias = head + MAX_SEATS * LAYER2
    best, total = np.float32(-1e9), _ZERO
    for k in range(players):
        seat = (mover + k) % players
        values[seat] += net[bias + k] + dot(net, head + k * LAYER2, d.hidden, LAYER1, LAYER2)
        best = max(best, values[seat])
    for seat in range(players):
        values[seat] = exp(values[seat] - best)
        total += values[seat]
    for seat in range(players):
        values[seat] /= total


def policy_head(d: Workspace, s: Struct, n: int) -> None:
    """A logit for each of the n legal actions into ``appeal``, which holds what is corrected."""
    found, net = d.buffers[0].appeal, d.net
    head = (N_FEATURES + 1) * LAYER1 + (LAYER1 + 1) * LAYER2 + MAX_SEATS * (LAYER2 + 1)
    bias = head + N_POLICY * LAYER2
    for k in range(n):
        number = policy_index(s, int(d.legal[k]))
        found[k] += net[bias + number] + dot(net, head + number * LAYER2, d.hidden, LAYER1, LAYER2)


class Way(NamedTuple):
    """A way of judging: its three parts, and what they call."""

    judge: Callable[..., None]
    rank: Callable[..., None]
    urge: Callable[..., Any]
    helpers: tuple[Callable[..., Any], ...]


WAYS = {
    BY_NETWORK: Way(
        judge_by_network,
        rank_by_network,
        urge_by_prior,
        (dot, hidden_layers, value_head, policy_head, to_chances),
    ),
    BY_ESTIMATE: Way(judge_by_estimate, rank_by_appeal, urge_by_prior, (to_chances,)),
    BY_PLAYOUT: Way(judge_by_playout, rank_alike, urge_of_uct, (shares,)),
}
