"""Room in a tree: what lies below a node is kept and moved together, all else is forgotten.

It needs no memory but that of the tree. The hash table, which has two slots or more for each node and is filled again
afterwards, first holds for each node whether it is kept, then its new number plus one, or NOT_KEPT; and behind that the
nodes whose edges are still to be followed.
"""

from __future__ import annotations

import numpy as np

from floe.bots.search.workspace import NO_NODE, Workspace
from floe.core.jit import compiled

_NOT_KEPT = 0


@compiled
def mark_below(d: Workspace, root: int) -> None:
    """Mark all nodes that can be reached from a node."""
    slots, waiting = d.slots, len(d.nodes)
    for node in range(int(d.buffers[0].n_nodes)):
        slots[node] = _NOT_KEPT
    slots[root] = 1
    slots[waiting] = root
    left = 1
    while left > 0:
        left -= 1
        here = d.nodes[slots[waiting + left]]
        for k in range(int(here.first), int(here.first) + int(here.count)):
            child = int(d.edges[k].child)
            if child != NO_NODE and slots[child] == _NOT_KEPT:
                slots[child] = 1
                slots[waiting + left] = child
                left += 1


@compiled
def number_anew(d: Workspace) -> int:
    """Give the marked nodes their new numbers; return how many there are. A mark in place of the action of its first
    edge says whose the edges from there on are; the action is kept in the node until the edges have moved."""
    kept = 0
    for node in range(int(d.buffers[0].n_nodes)):
        if d.slots[node] != _NOT_KEPT:
            kept += 1
            d.slots[node] = kept
            here = d.nodes[node]
            if here.count > 0:
                first = int(here.first)
                here.first = d.edges[first].action
                d.edges[first].action = -1 - node
    return kept


@compiled
def move_edges(d: Workspace) -> None:
    """Move the edges of marked nodes to the front, in the order that they are in: no edge is written over unread."""
    at = k = 0
    n = int(d.buffers[0].n_edges)
    while k < n:
        mark = int(d.edges[k].action)
        if mark >= 0:
            k += 1
            continue
        here = d.nodes[-1 - mark]
        d.edges[k].action = here.first
        here.first = at
        for _ in range(int(here.count)):
            d.edges[at] = d.edges[k]
            child = int(d.edges[at].child)
            if child != NO_NODE:
                d.edges[at].child = d.slots[child] - 1
            at += 1
            k += 1
    d.buffers[0].n_edges = at


@compiled
def move_nodes(d: Workspace, kept: int) -> None:
    """Move the marked nodes to the front, and fill the hash table with them."""
    for node in range(int(d.buffers[0].n_nodes)):
        if d.slots[node] != _NOT_KEPT:
            d.nodes[int(d.slots[node]) - 1] = d.nodes[node]
    d.buffers[0].n_nodes = kept
    d.slots[:] = 0
    mask = len(d.slots) - 1
    for node in range(kept):
        at = int(np.int64(d.nodes[node].key & np.uint64(mask)))
        while d.slots[at] != 0:
            at = (at + 1) & mask
        d.slots[at] = node + 1


@compiled
def prune(d: Workspace, node: int) -> int:
    """Forget all but what can be reached from a node; return its new number."""
    mark_below(d, node)
    kept = number_anew(d)
    new = int(d.slots[node]) - 1
    move_edges(d)
    move_nodes(d, kept)
    return new
