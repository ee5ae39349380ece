"""One simulation after the other: down the tree, judge the position reached, and tell all nodes on the way.

Max^n: each player picks what is best for that player. Where nothing is hidden, a node's worth counts wherever it was
reached from, and wins are proven backwards from the end of the game. Where something is hidden, each simulation plays
on a position imagined anew, and a node is what the searching seat knows.

Written against the names of a mind and copied into its namespace to be compiled there; see ``mind``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from floe.bots.search import judging
from floe.bots.search.desk import MAX_DEPTH, MAX_SEATS, NO_NODE, Desk, add_edges, find_or_add
from floe.bots.search.judging import judge, shares
from floe.bots.search.mind import HIDDEN, apply, compile_for, imagine, is_over, legal_list, position_key
from floe.core.typing import Record


def expand(d: Desk, node: int, s: Record) -> None:
    """The first visit of a node: its edges with their priors, and a first judgement."""
    n = legal_list(s, d.buffers[0].legal)
    d.nodes[node].mover = s.to_move
    made = add_edges(d, node, n)
    judge(d, s, n)
    if made:
        for k in range(n):
            d.edges[int(d.nodes[node].first) + k].prior = d.buffers[0].logits[k]


def worth(d: Desk, edge: Record, mover: int, unknown: float) -> float:
    """What an action is worth to the player who has it."""
    if edge.visits == 0:
        return unknown
    if not HIDDEN and edge.child != NO_NODE:
        child = d.nodes[edge.child]
        if child.proven:
            return float(child.value[mover])
        if child.visits > 0:
            return float(child.value[mover]) / int(child.visits)
    return float(edge.value[mover]) / int(edge.visits)


def has_all(d: Desk, node: int, n: int) -> bool:
    """Whether a node has an edge for each of the n legal actions."""
    first, count = int(d.nodes[node].first), int(d.nodes[node].count)
    legal = d.buffers[0].legal
    k = 0
    for at in range(n):
        while k < count and d.edges[first + k].action < legal[at]:
            k += 1
        if k == count or d.edges[first + k].action != legal[at]:
            return False
    return True


def add_missing(d: Desk, node: int, n: int) -> bool:
    """New actions of another imagined position: they get the prior of an action of which nothing is known."""
    if has_all(d, node, n):
        return True
    if not add_edges(d, node, n):
        return False
    first, count = int(d.nodes[node].first), int(d.nodes[node].count)
    for edge in range(first, first + count):
        if d.edges[edge].prior == 0:
            d.edges[edge].prior = 1 / count
    return True


def choose_edge(d: Desk, node: int, s: Record) -> int:
    """The edge to try next, among those whose action is legal in this very position; NO_NODE if there is no room."""
    b, here = d.buffers[0], d.nodes[node]
    n = 0
    if HIDDEN:
        n = legal_list(s, b.legal)
        if not add_missing(d, node, n):
            return NO_NODE
    first, count, mover = int(here.first), int(here.count), int(here.mover)
    bonus = float(b.exploration) * np.sqrt(1.0 + int(here.visits))
    unknown = float(here.value[mover]) / max(1, int(here.visits)) - float(b.fpu)
    best, best_score = NO_NODE, -1e9
    at = 0
    for k in range(first, first + count):
        edge = d.edges[k]
        if HIDDEN:
            while at < n and b.legal[at] < edge.action:
                at += 1
            if at == n or b.legal[at] != edge.action:
                continue
        score = worth(d, edge, mover, unknown)
        if HIDDEN or edge.child == NO_NODE or not d.nodes[edge.child].proven:
            score += bonus * float(edge.prior) / (1 + int(edge.visits))
        if score > best_score:
            best, best_score = k, score
    return best


def prove(d: Desk, node: int) -> bool:
    """Whether the value of a node is certain now: its player wins by one of the edges, or all edges are certain."""
    here = d.nodes[node]
    mover, first = int(here.mover), int(here.first)
    best, best_value = NO_NODE, -1.0
    every = True
    for k in range(first, first + int(here.count)):
        child = int(d.edges[k].child)
        if child == NO_NODE or not d.nodes[child].proven:
            every = False
        elif float(d.nodes[child].value[mover]) > best_value:
            best, best_value = child, float(d.nodes[child].value[mover])
    if best == NO_NODE or not (every or best_value == 1.0):
        return False
    here.proven = 1
    for seat in range(MAX_SEATS):
        here.value[seat] = d.nodes[best].value[seat]
    return True


def back_up(d: Desk, depth: int, proof: bool) -> None:
    """Tell every node and edge on the way how it went; a proven last node may prove those before it."""
    b = d.buffers[0]
    for step in range(depth - 1, -1, -1):
        node = int(b.path_nodes[step])
        edge, here = d.edges[b.path_edges[step]], d.nodes[node]
        edge.visits += 1
        here.visits += 1
        if proof and not here.proven:
            proof = prove(d, node)
        for seat in range(MAX_SEATS):
            edge.value[seat] += b.values[seat]
            if not here.proven:
                here.value[seat] += b.values[seat]


def ends_here(d: Desk, node: int, s: Record) -> bool:
    """Judge the node reached if the way ends here: the game is over, the value is proven, or the node is new."""
    b, here = d.buffers[0], d.nodes[node]
    if here.proven:
        for seat in range(MAX_SEATS):
            b.values[seat] = here.value[seat]
        return True
    if is_over(s):
        shares(s, b.values)
        if not HIDDEN:
            here.proven = 1
    elif here.count == 0:
        expand(d, node, s)
    else:
        return False
    here.visits += 1
    for seat in range(MAX_SEATS):
        here.value[seat] += b.values[seat]
    return True


def judge_without_node(d: Desk, s: Record) -> None:
    """Judge a position for which there is no room in the tree."""
    if is_over(s):
        shares(s, d.buffers[0].values)
    else:
        judge(d, s, legal_list(s, d.buffers[0].legal))


def simulate(d: Desk) -> None:
    """One way down the tree and back."""
    b = d.buffers[0]
    d.states[1] = d.states[0]
    if HIDDEN:
        imagine(d.states, 1, int(b.seat), b.rng)
    s = d.states[1]
    node = find_or_add(d, position_key(d.words[1], s, int(b.seat)))
    depth = 0
    while node != NO_NODE and not ends_here(d, node, s):
        edge = choose_edge(d, node, s) if depth < MAX_DEPTH else NO_NODE
        if edge == NO_NODE:
            node = NO_NODE
            break
        b.path_nodes[depth] = node
        b.path_edges[depth] = edge
        depth += 1
        apply(s, int(d.edges[edge].action))
        node = find_or_add(d, position_key(d.words[1], s, int(b.seat)))
        d.edges[edge].child = node
    if node == NO_NODE:
        judge_without_node(d, s)
    back_up(d, depth, not HIDDEN and node != NO_NODE and bool(d.nodes[node].proven))


def root_of(d: Desk) -> int:
    """The node of the position asked about."""
    return find_or_add(d, position_key(d.words[0], d.states[0], int(d.buffers[0].seat)))


def simulate_many(d: Desk, number: int) -> int:
    """So many simulations, fewer if the root's value is proven; answers how many were made."""
    root = root_of(d)
    for made in range(number):
        if d.nodes[root].proven:
            return made
        simulate(d)
    return number


_FUNCTIONS = (
    judging.shares, judging.dot, judging.hidden_layers, judging.value_head, judging.policy_head, judging.judge,
    expand, worth, has_all, add_missing, choose_edge, prove, back_up, ends_here, judge_without_node, simulate, root_of,
    simulate_many,
)  # fmt: skip


def compile_search(mind: dict[str, Any]) -> dict[str, Any]:
    """Compile the search for a mind (its ``globals()``); answers its functions by name."""
    return compile_for(mind, vars(judging) | globals(), _FUNCTIONS)
