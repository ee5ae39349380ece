"""Searches by the clock go on from what an earlier one has found: what they keep, and when they begin anew."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import floe
from floe.bots.search.engine import Searcher, search_of
from floe.bots.search.network import weights_of
from floe.bots.search.pruning import prune
from floe.bots.search.results import Result, SearchSettings
from floe.bots.search.workspace import NO_NODE, Workspace, clear, find
from floe.core.game import State
from floe.core.levels import BY_ESTIMATE, BY_NETWORK, BY_PLAYOUT, Budget
from floe.core.randomness import generator
from tests.bots.test_search import almost_home

MOMENT = Budget(seconds=0.02)
FAMILY = "the family game"


def begun(game: str) -> tuple[State, Searcher]:
    """A position, and a searcher that has looked at it."""
    state, searcher = floe.game(game).new(2, seed=5), Searcher(game, 1, nodes=20_000)
    ask(searcher, state)
    return state, searcher


def ask(searcher: Searcher, state: State, **other: Any) -> Result:
    """A moment's thought, which may go on from an earlier one."""
    asked = {"seat": state.to_move, "budget": MOMENT, "manner": SearchSettings(BY_ESTIMATE), "rules": FAMILY} | other
    return searcher.search(state.array, rng=generator(1), **asked)


@pytest.mark.parametrize("game", floe.game_names())
def test_a_search_by_the_clock_goes_on_from_what_was_found_before(game: str) -> None:
    state, searcher = begun(game)
    seat = state.to_move
    assert seat is not None
    for _ in range(2):
        known = searcher._places[0].findings()
        visits = {action: count for action, (count, _, _) in known["actions"].items()}
        chosen = max(visits, key=lambda action: visits[action])
        state = state.play(state.action_text(chosen))
        told = ask(searcher, state, seat=seat)
        assert told.simulations > visits[chosen] > 0
        assert sum(found.visits for found in told.actions) <= told.simulations
        assert {found.action for found in told.actions} == set(np.flatnonzero(state.legal_mask()))


@pytest.mark.parametrize(
    "other",
    [
        {"rules": None},
        {"rules": "others"},
        {"seat": 1},
        {"manner": SearchSettings(BY_ESTIMATE, exploration=0.7)},
        {"manner": SearchSettings(BY_PLAYOUT)},
        {"manner": SearchSettings(BY_NETWORK, weights_of("icecult"))},
    ],
    ids=["not told the rules", "rules", "seat", "manner", "way of judging", "weights"],
)
def test_a_search_about_something_else_begins_a_new_tree(other: dict[str, object]) -> None:
    state, searcher = begun("icecult")
    few = Budget(simulations=40)
    assert ask(searcher, state, **{**other, "budget": few}).simulations == 40
    assert ask(searcher, state, budget=few).simulations == 40  # nor does the first go on from the other


def test_weights_are_told_apart_by_what_they_are() -> None:
    weights = weights_of("icecult")
    assert weights is not None
    state, searcher = begun("icecult")
    few = Budget(simulations=40)
    for given, made in ((weights, 40), (weights, 80), (weights.copy(), 40)):
        assert ask(searcher, state, budget=few, manner=SearchSettings(BY_NETWORK, given)).simulations == made


def test_searches_at_the_same_time_go_on_with_their_own_trees() -> None:
    state, searcher = begun("icecult")
    before, other = searcher._taken(None), searcher._taken(None)
    searcher._idle = [other, before]
    assert ask(searcher, state, budget=Budget(simulations=1)).simulations > 10
    assert searcher._places is before
    ask(searcher, state, rules="others")
    assert searcher._places is other


@pytest.mark.parametrize("game", floe.game_names())
def test_what_an_earlier_search_tried_counts_once_and_keeps_its_worth(game: str) -> None:
    state, searcher = begun(game)
    d = searcher._places[0].workspace
    root = int(d.buffers[0]["root"])
    node, visits = d.nodes[root], int(d.nodes[root]["visits"])
    ask(searcher, state, budget=Budget(simulations=4))
    assert node["visits"] == visits + 4  # the same position: the search goes on as it was
    edges = d.edges[node["first"] : node["first"] + node["count"]]
    before, worth = edges.copy(), node["value"] / node["visits"]
    search_of(searcher.heuristics, BY_ESTIMATE)["count_anew"](d, root)
    assert before["visits"].max() > 2
    assert edges["visits"].tolist() == np.minimum(before["visits"], 1).tolist()
    assert edges["value"] == pytest.approx(before["value"] / np.maximum(before["visits"], 1)[:, None], abs=1e-4)
    assert node["visits"] == 1 + np.count_nonzero(before["visits"])
    assert node["value"] / node["visits"] == pytest.approx(worth, abs=1e-4)


def test_what_is_certain_is_not_counted_anew() -> None:
    searcher, state = Searcher("icecult", 1, nodes=1_000), almost_home()
    told = ask(searcher, state, budget=Budget(simulations=200))
    assert told.best(0).proven
    d = searcher._places[0].workspace
    before = reachable(d, int(d.buffers[0]["root"]))
    search_of(searcher.heuristics, BY_ESTIMATE)["count_anew"](d, int(d.buffers[0]["root"]))
    assert reachable(d, int(d.buffers[0]["root"])) == before
    assert ask(searcher, state, budget=Budget(simulations=200)).best(0) == told.best(0)  # nothing is left to find out


def reachable(d: Workspace, root: int) -> dict[int, tuple[Any, Any]]:
    """All that was found below a node, by the positions' keys."""
    found: dict[int, tuple[Any, Any]] = {}
    waiting = [root]
    while waiting:
        node = d.nodes[waiting.pop()]
        if int(node["key"]) in found:
            continue
        edges = d.edges[node["first"] : node["first"] + node["count"]]
        keys = [None if child == NO_NODE else int(d.nodes[child]["key"]) for child in edges["child"]]
        of_edges = [
            (int(edge["action"]), int(edge["visits"]), float(edge["prior"]), edge["value"].tolist(), key)
            for edge, key in zip(edges, keys, strict=True)
        ]
        own = (int(node["visits"]), int(node["mover"]), int(node["proven"]), node["value"].tolist())
        found[int(node["key"])] = (own, of_edges)
        waiting += [int(child) for child in edges["child"] if child != NO_NODE]
    return found


@pytest.mark.parametrize("game", floe.game_names())
def test_pruning_keeps_all_that_was_found_below_a_node_and_nothing_else(game: str) -> None:
    state = floe.game(game).new(3 if 3 in floe.game(game).players else 2, seed=5)
    searcher = Searcher(game, 1, nodes=1_000)
    for number in range(4):
        manner = SearchSettings(BY_ESTIMATE, variety=0.2)
        searcher.search(state.array, state.to_move or 0, Budget(simulations=900), generator(number), manner)
        d = searcher._places[0].workspace
        b = d.buffers[0]
        children = [int(edge["child"]) for edge in d.edges[: b["n_edges"]] if edge["child"] != NO_NODE]
        node = children[number * 7 % len(children)]
        below, before = reachable(d, node), int(b["n_nodes"])
        root = prune(d, node)
        assert reachable(d, root) == below
        assert int(b["n_nodes"]) == len(below) < before
        assert int(b["n_edges"]) == sum(len(edges) for _, edges in below.values())
        assert [find(d, key) for key in d.nodes["key"][: len(below)]] == list(range(len(below)))
        assert np.count_nonzero(d.slots) == len(below)
        clear(d)
        assert not d.slots.any()


def test_where_room_is_short_a_search_that_goes_on_forgets_the_rest() -> None:
    state, searcher = floe.game("icecult").new(2), Searcher("icecult", 1, nodes=600)
    asked: dict[str, Any] = {"budget": Budget(simulations=2_000), "seat": 0}
    assert ask(searcher, state, **asked).full
    for text in ("nn", "ss"):
        state = state.play(text)
        before = len(searcher._places[0].workspace.nodes[searcher._places[0].workspace.nodes["visits"] > 0])
        kept = ask(searcher, state, **{**asked, "budget": Budget(simulations=0)})
        assert kept.simulations > 20
        assert int(searcher._places[0].workspace.buffers[0]["n_nodes"]) < before
        assert not kept.full
