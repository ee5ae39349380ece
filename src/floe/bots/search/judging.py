"""Judging a position: by the learned network, by the mind's estimate, or by playing it out at random.

Written against the names of a mind and copied into its namespace to be compiled there; see ``compiling``.
"""

from __future__ import annotations

import numpy as np

from floe.bots.search.desk import HIDDEN1, HIDDEN2, MAX_SEATS, Desk
from floe.bots.search.mind import (
    N_FEATURES,
    N_POLICY,
    apply,
    estimate,
    features,
    is_over,
    policy_index,
    random_action,
)
from floe.core.typing import F32Array, Record

BY_NETWORK, BY_ESTIMATE, BY_PLAYOUT = range(3)
_PLAYOUT_LIMIT = 4000

_ZERO = np.float32(0)


def shares(s: Record, values: F32Array) -> None:
    """Of a game that is over: each seat's share of the win."""
    winners = 0
    for seat in range(MAX_SEATS):
        winners += (int(s.winners) >> seat) & 1
    for seat in range(MAX_SEATS):
        values[seat] = ((int(s.winners) >> seat) & 1) / winners


def hidden_layers(d: Desk, active: int) -> None:
    """From active features to the second hidden layer."""
    b, net = d.buffers[0], d.net
    hidden1, hidden2, found = b.hidden1, b.hidden2, b.features
    first_bias = N_FEATURES * HIDDEN1
    for unit in range(HIDDEN1):
        hidden1[unit] = net[first_bias + unit]
    for k in range(active):
        row = int(found[k]) * HIDDEN1
        for unit in range(HIDDEN1):
            hidden1[unit] += net[row + unit]
    for unit in range(HIDDEN1):
        hidden1[unit] = max(hidden1[unit], _ZERO)
    second = first_bias + HIDDEN1
    second_bias = second + HIDDEN1 * HIDDEN2
    for unit in range(HIDDEN2):
        hidden2[unit] = max(net[second_bias + unit] + dot(net, second + unit * HIDDEN1, hidden1, HIDDEN1), _ZERO)


def dot(net: F32Array, at: int, column: F32Array, n: int) -> np.float32:
    """A sum of products in eight lanes, which the compiler turns into vector instructions."""
    a = b = c = d = e = f = g = h = _ZERO
    for k in range(0, n, 8):
        a += net[at + k] * column[k]
        b += net[at + k + 1] * column[k + 1]
        c += net[at + k + 2] * column[k + 2]
        d += net[at + k + 3] * column[k + 3]
        e += net[at + k + 4] * column[k + 4]
        f += net[at + k + 5] * column[k + 5]
        g += net[at + k + 6] * column[k + 6]
        h += net[at + k + 7] * column[k + 7]
    return np.float32(((a + b) + (c + d)) + ((e + f) + (g + h)))


def value_head(d: Desk, mover: int, players: int) -> None:
    """Each seat's share of the win into ``values``."""
    b, net = d.buffers[0], d.net
    head = (N_FEATURES + 1) * HIDDEN1 + (HIDDEN1 + 1) * HIDDEN2
    bias = head + MAX_SEATS * HIDDEN2
    best, total = np.float32(-1e9), _ZERO
    for k in range(players):
        b.logits[k] = net[bias + k] + dot(net, head + k * HIDDEN2, b.hidden2, HIDDEN2)
        best = max(best, b.logits[k])
    for k in range(players):
        b.logits[k] = np.exp(b.logits[k] - best)
        total += b.logits[k]
    for seat in range(MAX_SEATS):
        b.values[seat] = 0
    for k in range(players):
        b.values[(mover + k) % players] = b.logits[k] / total


def policy_head(d: Desk, s: Record, n: int) -> None:
    """Probabilities of the n legal actions into ``logits``."""
    b, net = d.buffers[0], d.net
    head = (N_FEATURES + 1) * HIDDEN1 + (HIDDEN1 + 1) * HIDDEN2 + MAX_SEATS * (HIDDEN2 + 1)
    bias = head + N_POLICY * HIDDEN2
    best, total = np.float32(-1e9), _ZERO
    for k in range(n):
        number = policy_index(s, int(b.legal[k]))
        b.logits[k] = net[bias + number] + dot(net, head + number * HIDDEN2, b.hidden2, HIDDEN2)
        best = max(best, b.logits[k])
    for k in range(n):
        b.logits[k] = np.exp(b.logits[k] - best)
        total += b.logits[k]
    for k in range(n):
        b.logits[k] /= total


def judge(d: Desk, s: Record, n: int) -> None:
    """Each seat's share (``values``) and which of the n legal actions look good (``logits``)."""
    b = d.buffers[0]
    if b.judge_by == BY_NETWORK:
        hidden_layers(d, features(s, b.features))
        value_head(d, int(s.to_move), int(s.players))
        policy_head(d, s, n)
        return
    for k in range(n):
        b.logits[k] = 1 / n
    if b.judge_by == BY_PLAYOUT:
        for _ in range(_PLAYOUT_LIMIT):
            if is_over(s):
                shares(s, b.values)
                return
            apply(s, random_action(s, b.legal, b.rng))
    estimate(s, b.values)
