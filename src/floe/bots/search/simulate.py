"""One simulation after the other: down the tree, judge the position reached, and tell all nodes on the way.

Max^n: each player picks what is best for that player. Where nothing is hidden, a node's worth counts wherever it was
reached from, and wins are proven backwards from the end of the game. Where something is hidden, each simulation plays
on a position determinized anew, and a node is what the searching seat knows.

Written against the names of a heuristics and copied into its namespace to be compiled there; see ``heuristics``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from floe.bots.search import evaluation
from floe.bots.search.evaluation import WAYS, shares
from floe.bots.search.evaluation import judge_by_estimate as judge
from floe.bots.search.evaluation import rank_by_appeal as rank
from floe.bots.search.evaluation import urge_by_prior as urge
from floe.bots.search.heuristics import (
    HIDDEN,
    Heuristics,
    apply,
    bind_to,
    determinize,
    is_over,
    knows_actions,
    legal_list,
    position_key,
)
from floe.bots.search.pruning import prune
from floe.bots.search.workspace import (
    MAX_DEPTH,
    MAX_SEATS,
    NO_NODE,
    Workspace,
    add_edges,
    clear,
    find,
    find_or_add,
)
from floe.core.randomness import draw32
from floe.core.typing import Struct


def expand(d: Workspace, node: int, s: Struct) -> bool:
    """Give a node its edges with their priors; False if there is no room.

    Each tree sees the actions a little differently. So several trees look at different things, and a player who has
    several good actions does not always play the same.
    """
    b = d.buffers[0]
    n = legal_list(s, d.legal)
    d.nodes[node].mover = s.to_move
    if not add_edges(d, node, n):
        return False
    rank(d, s, n)
    for k in range(n):
        noise = float(draw32(d.rng)) / 2147483648.0 - 1.0
        d.edges[int(d.nodes[node].first) + k].prior = b.appeal[k] * (1.0 + noise * b.variety)
    return True


def worth(d: Workspace, edge: Struct, mover: int, unknown: float) -> float:
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


def has_all(d: Workspace, node: int, n: int) -> bool:
    """Whether a node has an edge for each of the n legal actions."""
    first, count = int(d.nodes[node].first), int(d.nodes[node].count)
    legal = d.legal
    k = 0
    for at in range(n):
        while k < count and d.edges[first + k].action < legal[at]:
            k += 1
        if k == count or d.edges[first + k].action != legal[at]:
            return False
    return True


def add_missing(d: Workspace, node: int, n: int) -> bool:
    """New actions of another determinized position: they get the prior of an action of which nothing is known."""
    if has_all(d, node, n):
        return True
    if not add_edges(d, node, n):
        return False
    first, count = int(d.nodes[node].first), int(d.nodes[node].count)
    for edge in range(first, first + count):
        if d.edges[edge].prior == 0:
            d.edges[edge].prior = 1 / count
    return True


def choose_edge(d: Workspace, node: int, s: Struct) -> int:
    """The edge to try next, among those whose action is legal in this very position; NO_NODE if there is no room."""
    b, here = d.buffers[0], d.nodes[node]
    some = HIDDEN and not knows_actions(s, int(b.seat))  # some edges may be of actions that are not legal here
    n = 0
    if some:
        n = legal_list(s, d.legal)
        if not add_missing(d, node, n):
            return NO_NODE
    first, count, mover = int(here.first), int(here.count), int(here.mover)
    unknown = float(here.value[mover]) / max(1, int(here.visits)) - float(b.fpu)
    best, best_score = NO_NODE, -1e9
    at = 0
    for k in range(first, first + count):
        edge = d.edges[k]
        if some:
            while at < n and d.legal[at] < edge.action:
                at += 1
            if at == n or d.legal[at] != edge.action:
                continue
        score = worth(d, edge, mover, unknown)
        if HIDDEN or edge.child == NO_NODE or not d.nodes[edge.child].proven:
            score += urge(d, here, edge)
        if score > best_score:
            best, best_score = k, score
    return best


def same_worth(d: Workspace, node: int, other: int) -> bool:
    """Whether two nodes are worth the same to everybody."""
    for seat in range(MAX_SEATS):  # noqa: SIM110  # kernels have no generators
        if d.nodes[node].value[seat] != d.nodes[other].value[seat]:
            return False
    return True


def prove(d: Workspace, node: int) -> bool:
    """Whether the value of a node is certain now: its player wins by one of the edges, or all edges are certain, and
    those that are best for its player are worth the same to everybody else too.
    """
    here = d.nodes[node]
    mover, first = int(here.mover), int(here.first)
    best, best_value = NO_NODE, -1.0
    every = alike = True
    for k in range(first, first + int(here.count)):
        child = int(d.edges[k].child)
        if child == NO_NODE or not d.nodes[child].proven:
            every = False
            continue
        value = float(d.nodes[child].value[mover])
        if value > best_value:
            best, best_value, alike = child, value, True
        elif value == best_value and alike:
            alike = same_worth(d, best, child)
    if best == NO_NODE or not (best_value == 1.0 or (every and alike)):
        return False
    here.proven = 1
    for seat in range(MAX_SEATS):
        here.value[seat] = d.nodes[best].value[seat]
    return True


def back_up(d: Workspace, depth: int, proof: bool) -> None:
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


def goes_on(d: Workspace, node: int, s: Struct) -> bool:
    """Whether a way down goes on beyond a node: it was seen before, and neither the game nor a proof ends it."""
    here = d.nodes[node]
    return bool(here.visits > 0 and not here.proven) and not is_over(s)


def judge_end(d: Workspace, node: int, s: Struct) -> None:
    """What the end of a way is worth, into ``values``; its node remembers."""
    b = d.buffers[0]
    if node != NO_NODE and d.nodes[node].proven:
        for seat in range(MAX_SEATS):
            b.values[seat] = d.nodes[node].value[seat]
        return
    over = is_over(s)
    if over:
        shares(s, b.values)
    else:
        judge(d, s)
    if node != NO_NODE:
        here = d.nodes[node]
        here.visits += 1
        for seat in range(MAX_SEATS):
            here.value[seat] += b.values[seat]
        if over and not HIDDEN:
            here.proven = 1


def simulate(d: Workspace) -> None:
    """One way down the tree and back. A node gets its edges when it is reached a second time; most never are."""
    b = d.buffers[0]
    d.states[1] = d.states[0]
    if HIDDEN:
        determinize(d.states, 1, int(b.seat), d.rng)
    s = d.states[1]
    node, depth = int(b.root), 0
    while node != NO_NODE and goes_on(d, node, s):
        edge = NO_NODE
        if depth < MAX_DEPTH and (d.nodes[node].count > 0 or expand(d, node, s)):
            edge = choose_edge(d, node, s)
        if edge == NO_NODE:  # there is no room to remember more
            node = NO_NODE
            break
        b.path_nodes[depth] = node
        b.path_edges[depth] = edge
        depth += 1
        apply(s, int(d.edges[edge].action))
        node = find_or_add(d, position_key(d.words[1], s, int(b.seat)))
        d.edges[edge].child = node
    judge_end(d, node, s)
    back_up(d, depth, not HIDDEN and node != NO_NODE and bool(d.nodes[node].proven))


def look_at(d: Workspace) -> int:
    """Make the position asked about the root of the tree; return its node."""
    d.buffers[0].root = find_or_add(d, position_key(d.words[0], d.states[0], int(d.buffers[0].seat)))
    return int(d.buffers[0].root)


def count_anew(d: Workspace, node: int) -> None:
    """What was tried at a node counts as tried once, and what was found of it stays. Or what looked good when the node
    was one among many would outnumber all that is found out now. What is certain stays as it is.
    """
    here = d.nodes[node]
    if here.proven or here.visits == 0:
        return
    visits = 1
    for k in range(int(here.first), int(here.first) + int(here.count)):
        edge = d.edges[k]
        if edge.visits > 0:
            visits += 1
            for seat in range(MAX_SEATS):
                edge.value[seat] /= np.float32(edge.visits)
            edge.visits = 1
    for seat in range(MAX_SEATS):
        here.value[seat] *= np.float32(visits) / np.float32(here.visits)
    here.visits = visits


def resume(d: Workspace) -> int:
    """How often the position asked about was looked at before. If it was, it becomes the root, with all that was found
    below it; where room is short, all else is forgotten. If not, there is no root.
    """
    b = d.buffers[0]
    node = find(d, position_key(d.words[0], d.states[0], int(b.seat)))
    if node == NO_NODE:
        b.root = NO_NODE
        return 0
    known = int(d.nodes[node].visits)
    if node != b.root:
        count_anew(d, node)
    if 2 * int(b.n_nodes) > len(d.nodes) or 2 * int(b.n_edges) > len(d.edges):
        node = prune(d, node)
    b.root = node
    return known


def simulate_many(d: Workspace, number: int) -> int:
    """So many simulations, fewer if the root's value is proven; return how many were made. An empty tree gets its
    root first."""
    if d.buffers[0].root == NO_NODE:
        clear(d)
        look_at(d)
    for made in range(number):
        if d.nodes[d.buffers[0].root].proven:
            return made
        simulate(d)
    return number


_FUNCTIONS = (
    expand, worth, has_all, add_missing, choose_edge, same_worth, prove, back_up, goes_on, judge_end, simulate, look_at,
    count_anew, resume, simulate_many,
)  # fmt: skip


def compile_search(heuristics: Heuristics, judge_by: str) -> dict[str, Any]:
    """Bind the search to a game's heuristics and a way of judging; return its functions by name.

    Each is compiled when it is first called.
    """
    way = WAYS[judge_by]
    parts = {"judge": way.judge, "rank": way.rank, "urge": way.urge}
    scope = bind_to(heuristics, (shares, *way.helpers, *parts.values()), vars(evaluation), judge_by)
    bound = {name: scope[part.__name__] for name, part in parts.items()}
    return bind_to(heuristics, _FUNCTIONS, globals() | scope | bound, judge_by)
