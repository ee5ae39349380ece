"""Searching from Python: a budget, one tree a core, and what was found."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any

import numpy as np

from floe.bots.search.heuristics import heuristics_of
from floe.bots.search.network import blank
from floe.bots.search.results import Found, Result, SearchSettings
from floe.bots.search.simulate import compile_search
from floe.bots.search.workspace import NO_NODE, make_workspace
from floe.core.levels import Budget
from floe.core.randomness import generator
from floe.core.threads import cores
from floe.core.typing import States, U64Array

_CHUNK_SECONDS = 0.01
_FIRST_CHUNK = 16
_LEAST_EACH = 2  # simulations of a tree: the first sees the root, the second its actions
_MOST_TREES = 8  # more would look at the same again and again
_NODES = 400_000  # of all trees: as many as one makes in three seconds, some 800 bytes each if all are used
_NODES_EACH = 100_000  # of each of several trees, at the least: as many as it makes in its time
EDGES_PER_NODE = 24
_LINES = 3  # the best actions, of which the expected play is told
_LONGEST_LINE = 12
_DEEPEST = 64  # actions of a line that are counted
_FIRST_OF_ALL = 1 << 40  # more than any number of visits


@lru_cache(maxsize=32)
def search_of(heuristics: Any, judge_by: str) -> dict[str, Any]:
    """The search for a heuristics and a way of judging; its functions by name."""
    return compile_search(heuristics, judge_by)


@lru_cache(maxsize=32)
def ready_search(heuristics: Any, judge_by: str) -> tuple[Any, Any]:
    """The search's ``simulate_many`` and ``resume``, already compiled or read from the cache: what they are given later
    is of the same types as the little workspace that they see here."""
    search = search_of(heuristics, judge_by)
    simulate_many, resume = search["simulate_many"], search["resume"]
    little = make_workspace(heuristics, 2, 2 * EDGES_PER_NODE, blank(heuristics))
    simulate_many(little, 0)
    resume(little)
    return simulate_many, resume


class Searcher:
    """Trees and buffers for one game, kept between searches so that memory is taken once.

    It works on as many cores as the process may use, but on no more than eight: one tree each.
    """

    def __init__(self, game: str, threads: int | None = None, nodes: int | None = None, heuristics: Any = None) -> None:
        self.heuristics = heuristics or heuristics_of(game)
        self.threads = threads or min(cores(), _MOST_TREES)
        self._nodes = nodes or max(_NODES_EACH, _NODES // self.threads)
        self._idle = [self._new_places()]
        self._choosing = Lock()

    def _new_places(self) -> list[_Place]:
        return [_Place(self.heuristics, self._nodes) for _ in range(self.threads)]

    @property
    def _places(self) -> list[_Place]:
        """Of the last search."""
        return self._idle[-1]

    def search(  # all that a search is about
        self,
        states: States,
        seat: int,
        budget: Budget,
        rng: U64Array,
        manner: SearchSettings,
        rules: str | None = None,
    ) -> Result:
        """Look ahead from a position. Deterministic for a fixed generator state, number of threads and simulations.

        If it is told under which rules, it goes on from what an earlier search of the same seat and manner, under these
        rules, has found of the position. Then what it finds depends on that one, too.

        Searches at the same time have trees of their own, as many as there ever were at once. A budget in seconds
        begins when a tree is begun, which is after the search was compiled, and when there is a thread for it: or the
        first search on a machine, and those that wait for others, would see next to nothing.
        """
        about = None if rules is None else _About(rules, seat, manner)
        places = self._taken(about)
        try:
            return self._search(places, states, seat, budget, rng, manner, about)
        finally:
            self._idle.append(places)

    def _taken(self, about: _About | None) -> list[_Place]:
        """Idle places: those whose trees are about the same, otherwise those that were left alone longest."""
        with self._choosing:
            if not self._idle:
                return self._new_places()
            alike = (number for number, places in enumerate(self._idle) if about and places[0].about == about)
            return self._idle.pop(next(alike, 0))

    def _search(
        self,
        places: list[_Place],
        states: States,
        seat: int,
        budget: Budget,
        rng: U64Array,
        manner: SearchSettings,
        about: _About | None,
    ) -> Result:
        simulate_many, resume = ready_search(self.heuristics, manner.judge_by)
        begun = time.perf_counter()
        seeds = [generator(f"{int(rng[0])}/{i}", "search") for i in range(self.threads)]
        rng[0] = generator(int(rng[0]), "after search")[0]
        each = None if budget.simulations is None else max(_LEAST_EACH, -(-budget.simulations // self.threads))

        def run(number: int) -> int:
            deadline = None if budget.seconds is None else time.perf_counter() + budget.seconds
            kept = places[number].prepare(states, seat, seeds[number], manner, resume, about)
            return kept + places[number].run(simulate_many, each, deadline)

        made = [run(0)] if self.threads == 1 else list(_pool(self.threads).map(run, range(self.threads)))
        return _merged(places, sum(made), time.perf_counter() - begun)


@lru_cache(maxsize=4)
def searcher_for(game: str, threads: int | None = None) -> Searcher:
    """The searcher that all players of a game share, so that memory is taken once."""
    return Searcher(game, threads)


@lru_cache(maxsize=1)
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="floe-search")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)  # threads do not outlive a fork


@dataclass(frozen=True)
class _About:
    """What trees must have in common, beside the position, for one to go on where another was."""

    rules: str
    seat: int
    manner: SearchSettings


class _Place:
    """One thread's workspace."""

    def __init__(self, heuristics: Any, nodes: int) -> None:
        self.heuristics = heuristics
        self.blank = blank(heuristics)
        self.workspace = make_workspace(heuristics, nodes, nodes * EDGES_PER_NODE, self.blank)
        self.about: _About | None = None
        """What the tree is about, if another search may go on with it."""

    def prepare(  # all that a search is about
        self,
        states: States,
        seat: int,
        rng: U64Array,
        manner: SearchSettings,
        resume: Any = None,
        about: _About | None = None,
    ) -> int:
        """Ask about a position. Return how many simulations of an earlier search tell of it already."""
        weights = self.blank if manner.weights is None else manner.weights
        alike = about is not None and about == self.about and weights is self.workspace.net
        self.workspace = self.workspace._replace(net=weights)
        self.workspace.states[0] = states[0]
        buffers: Any = self.workspace.buffers[0]
        buffers["seat"] = seat
        buffers["exploration"] = manner.exploration
        buffers["fpu"] = manner.fpu
        buffers["variety"] = manner.variety
        self.workspace.rng[0] = rng[0]
        self.about = about
        if alike:
            return int(resume(self.workspace))
        buffers["root"] = NO_NODE  # begin a new tree
        return 0

    def run(self, simulate_many: Any, simulations: int | None, deadline: float | None) -> int:
        """Simulate in chunks short enough to look at the clock in between."""
        made, chunk = 0, _FIRST_CHUNK if deadline else simulations or 0
        while simulations is None or made < simulations:
            wanted = chunk if simulations is None else min(chunk, simulations - made)
            begun = time.perf_counter()
            done = simulate_many(self.workspace, wanted)
            made += done
            now = time.perf_counter()
            if done < wanted or (deadline is not None and now >= deadline):
                break
            if deadline is not None:
                left = min(_CHUNK_SECONDS, deadline - now)
                chunk = max(1, min(2 * chunk, int(wanted * left / max(now - begun, 1e-6))))
        return made

    def findings(self) -> dict[str, Any]:
        """What this thread found, by action: visits, value, proven."""
        node = self.workspace.nodes[self.workspace.buffers[0]["root"]]
        found = {}
        for edge in self.workspace.edges[node["first"] : node["first"] + node["count"]]:
            child = self.workspace.nodes[edge["child"]] if edge["child"] >= 0 and not self.heuristics.HIDDEN else None
            proven = child is not None and bool(child["proven"])
            if child is not None and proven:
                value = child["value"]
            elif child is not None and child["visits"]:
                value = child["value"] / child["visits"]
            else:
                value = edge["value"] / max(1, edge["visits"])
            found[int(edge["action"])] = (int(edge["visits"]), value.astype(float), proven)
        value = node["value"] if node["proven"] else node["value"] / max(1, node["visits"])
        return {
            "actions": found,
            "value": value.astype(float),
            "visits": int(node["visits"]),
            "mover": int(node["mover"]),
        }

    def line(self, action: int) -> list[int]:
        """The play that is expected after one of the root's actions, that action first, as far as it was looked at."""
        node = self.workspace.nodes[self.workspace.buffers[0]["root"]]
        edges = self.workspace.edges[node["first"] : node["first"] + node["count"]]
        edge = edges[int(np.searchsorted(edges["action"], action))]
        line = [action]
        while len(line) < _DEEPEST and edge["visits"] and edge["child"] >= 0:
            node = self.workspace.nodes[edge["child"]]
            if not node["count"]:
                break
            edge = self._expected(node)
            if edge["visits"]:
                line.append(int(edge["action"]))
        return line

    @property
    def full(self) -> bool:
        """Whether there is no room for another node."""
        nodes, edges = (int(self.workspace.buffers[0][name]) for name in ("n_nodes", "n_edges"))
        return nodes == len(self.workspace.nodes) or edges + self.heuristics.MAX_LEGAL > len(self.workspace.edges)

    def _expected(self, node: Any) -> Any:
        """The edge that the player of a node takes: as ``Result.best`` chooses among actions."""
        edges = self.workspace.edges[node["first"] : node["first"] + node["count"]]
        tried = edges["visits"].astype(np.int64)
        if not self.heuristics.HIDDEN:
            children = self.workspace.nodes[np.maximum(edges["child"], 0)]
            proven = (edges["child"] >= 0) & (children["proven"] != 0)
            value = children["value"][:, node["mover"]]
            tried += (proven & (value == 1)) * _FIRST_OF_ALL - (proven & (value == 0)) * _FIRST_OF_ALL
        return edges[int(np.argmax(tried))]


def _merged(places: list[_Place], simulations: int, seconds: float) -> Result:
    """The threads' findings as one."""
    parts = [place.findings() for place in places]
    found = []
    for action in sorted({action for part in parts for action in part["actions"]}):
        seen = [part["actions"][action] for part in parts if action in part["actions"]]
        visits = sum(n for n, _, _ in seen)
        sure = [value for _, value, proven in seen if proven]
        value = sure[0] if sure else sum(n * value for n, value, _ in seen) / max(1, visits)
        found.append(Found(action, visits, tuple(float(v) for v in value), bool(sure)))
    found.sort(key=lambda f: -f.visits)
    total = sum(max(1, part["visits"]) for part in parts)
    value = sum(max(1, part["visits"]) * part["value"] for part in parts) / total
    lines: list[list[int]] = []
    if found:
        best = Result(found, (), 0, 0.0, []).best(parts[0]["mover"])
        told = [best, *(one for one in found if one is not best and one.visits)][:_LINES]
        lines = [
            max((_line(place, part, one.action) for place, part in zip(places, parts, strict=True)), key=len)
            for one in told
        ]
    return Result(
        actions=found,
        value=tuple(float(v) for v in value),
        simulations=simulations,
        seconds=seconds,
        line=lines[0][:_LONGEST_LINE] if lines else [],
        lines=[line[:_LONGEST_LINE] for line in lines],
        depth=max((len(line) for line in lines), default=0),
        full=all(place.full for place in places),
    )


def _line(place: _Place, part: dict[str, Any], action: int) -> list[int]:
    """What one thread expects after an action; where something is hidden it may not have met it."""
    return place.line(action) if action in part["actions"] else [action]
