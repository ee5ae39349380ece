"""Where a search works: the tree as arrays, the buffers, the settings, and the weights it judges by.

Everything is in a few arrays of structs, because each array that a compiled function is given costs time to compile
and to call. A node is a position as one seat knows it; an edge is an action tried there. Every value is a seat's share
of the win, from 0 to 1. The memory is fixed when the workspace is made.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from floe.core.jit import compiled
from floe.core.typing import I32Array, States, Struct, U64Array

NO_NODE = -1
MAX_SEATS = 4
MAX_DEPTH = 256
_FEW = 64  # one slot in so many is few

NODE = np.dtype(
    (
        np.record,
        [
            ("key", "u8"),
            ("value", "f4", (MAX_SEATS,)),  # sum over visits; once proven, the value itself
            ("first", "i4"),  # its edges are first .. first + count - 1, in ascending order of their actions
            ("count", "i4"),
            ("visits", "i4"),
            ("mover", "u1"),
            ("proven", "u1"),
            ("unused", "u1", (2,)),
        ],
    )
)

EDGE = np.dtype(
    (
        np.record,
        [
            ("value", "f4", (MAX_SEATS,)),  # sum over visits
            ("action", "i4"),
            ("visits", "i4"),
            ("child", "i4"),
            ("prior", "f4"),
        ],
    )
)


def _buffers(max_legal: int, max_active: int) -> np.dtype[Any]:
    return np.dtype(
        (
            np.record,
            [
                ("n_nodes", "i8"),
                ("n_edges", "i8"),
                ("exploration", "f8"),
                ("fpu", "f8"),  # how much worse than its node an action not yet tried is taken to be
                ("variety", "f8"),  # by how much priors are disturbed, as a part of them
                ("root", "i4"),  # the node of the position asked about
                ("seat", "i4"),  # whose knowledge the tree is about
                ("path_nodes", "i4", (MAX_DEPTH,)),  # the way down
                ("path_edges", "i4", (MAX_DEPTH,)),
                ("appeal", "f4", (max_legal,)),  # of each legal action
                ("features", "i4", (max_active,)),
                ("values", "f4", (MAX_SEATS,)),
            ],
        )
    )


class Workspace(NamedTuple):
    """What one searching thread has before it.

    What the rules are given (``legal``, ``rng``) are arrays of their own: a field of a struct is another type to the
    compiler, and the rules would be compiled a second time for it.
    """

    slots: I32Array  # hash table: node + 1, or 0
    nodes: States
    edges: States
    buffers: States  # one struct
    states: States  # 0: the position asked about; 1: the one being played on
    words: U64Array  # the same as 64-bit words
    net: npt.NDArray[np.float32]
    legal: I32Array
    rng: U64Array
    hidden: npt.NDArray[np.float32]  # the units of both hidden layers


def make_workspace(heuristics: Any, nodes: int, edges: int, net: npt.NDArray[np.float32]) -> Workspace:
    """A workspace for a heuristics, with room for so many nodes and edges."""
    states = np.zeros(2, heuristics.STATE)
    return Workspace(
        slots=np.zeros(1 << (2 * nodes - 1).bit_length(), np.int32),
        nodes=np.zeros(nodes, NODE),
        edges=np.zeros(edges, EDGE),
        buffers=np.zeros(1, _buffers(heuristics.MAX_LEGAL, heuristics.MAX_ACTIVE)),
        states=states,
        words=states.view(np.uint64).reshape(2, -1),
        net=net,
        legal=np.zeros(heuristics.MAX_LEGAL, np.int32),
        rng=np.zeros(1, np.uint64),
        hidden=np.zeros(heuristics.LAYER1 + heuristics.LAYER2, np.float32),
    )


@compiled
def clear(d: Workspace) -> None:
    """Forget the tree."""
    free_slots(d)
    d.buffers[0].n_nodes = 0
    d.buffers[0].n_edges = 0
    d.buffers[0].root = NO_NODE


@compiled
def free_slots(d: Workspace) -> None:
    """Empty the hash table: slot by slot where few are taken, or a short search would be over before its table is."""
    mask, n = len(d.slots) - 1, int(d.buffers[0].n_nodes)
    if n > len(d.slots) // _FEW:
        d.slots[:] = 0
        return
    for node in range(n):
        at = int(np.int64(d.nodes[node].key & np.uint64(mask)))
        while d.slots[at] != node + 1:
            at = (at + 1) & mask
        d.slots[at] = 0


@compiled
def find(d: Workspace, key: np.uint64) -> int:
    """The node of a position, or NO_NODE."""
    mask = len(d.slots) - 1
    at = int(np.int64(key & np.uint64(mask)))
    while d.slots[at] != 0:
        if d.nodes[int(d.slots[at]) - 1].key == key:
            return int(d.slots[at]) - 1
        at = (at + 1) & mask
    return NO_NODE


@compiled
def find_or_add(d: Workspace, key: np.uint64) -> int:
    """The node of a position; NO_NODE if it is new and there is no room."""
    mask = len(d.slots) - 1
    at = int(np.int64(key & np.uint64(mask)))
    while d.slots[at] != 0:
        node = int(d.slots[at]) - 1
        if d.nodes[node].key == key:
            return node
        at = (at + 1) & mask
    node = int(d.buffers[0].n_nodes)
    if node == len(d.nodes):
        return NO_NODE
    d.buffers[0].n_nodes += 1
    d.slots[at] = node + 1
    new = d.nodes[node]
    new.key = key
    new.first = 0
    new.count = 0
    new.visits = 0
    new.proven = 0
    for seat in range(MAX_SEATS):
        new.value[seat] = 0
    return node


@compiled
def fresh_edge(edge: Struct, action: int) -> None:
    """An edge that nobody has taken."""
    edge.action = action
    edge.visits = 0
    edge.child = NO_NODE
    edge.prior = 0
    for seat in range(MAX_SEATS):
        edge.value[seat] = 0


@compiled
def add_edges(d: Workspace, node: int, n: int) -> bool:
    """Give a node an edge for each of the n actions in ``legal``, keeping those it has; False if there is no room."""
    legal = d.legal
    first, count = int(d.nodes[node].first), int(d.nodes[node].count)
    new = int(d.buffers[0].n_edges)
    if new + count + n > len(d.edges):
        return False
    at = old = k = 0
    while old < count or k < n:
        if k == n or (old < count and d.edges[first + old].action <= legal[k]):
            if k < n and d.edges[first + old].action == legal[k]:
                k += 1
            d.edges[new + at] = d.edges[first + old]
            old += 1
        else:
            fresh_edge(d.edges[new + at], int(legal[k]))
            k += 1
        at += 1
    d.nodes[node].first = new
    d.nodes[node].count = at
    d.buffers[0].n_edges = new + at
    return True
