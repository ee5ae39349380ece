"""What a network is told of a position: the same of every symmetry and every colour, and never more than fits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

import floe
from floe.bots.search.engine import Searcher
from floe.bots.search.heuristics import heuristics_of
from floe.bots.search.network import blank, parts
from floe.bots.search.results import BY_ESTIMATE, BY_NETWORK, SearchSettings
from floe.core.game import State
from floe.core.levels import Budget
from floe.core.randomness import generator
from floe.games.igluiglu.features import MAX_ACTIVE, N_FEATURES, features
from tests.games.igluiglu import positions as igluiglu
from tests.games.igluiglu.strategies import positions
from tests.games.igluiglu.test_symmetries import SYMMETRIES, moved_document

GAME = floe.game("igluiglu")


def told(state: State) -> list[int]:
    found = np.full(MAX_ACTIVE, -1, np.int32)
    active = features(state.array[0], found)
    assert (found[active:] == -1).all()
    return sorted(int(number) for number in found[:active])


@given(positions(running=True))
def test_there_is_room_for_all_that_is_told(state: State) -> None:
    numbers = told(state)
    assert len(numbers) < MAX_ACTIVE
    assert numbers[0] >= 0
    assert numbers[-1] < N_FEATURES


@given(positions(running=True))
def test_the_moved_board_looks_the_same(state: State) -> None:
    wanted = told(state)
    for symmetry in SYMMETRIES:
        assert told(GAME.from_dict(moved_document(state.to_dict(), symmetry))) == wanted


def test_islands_and_prey_are_told() -> None:
    before = igluiglu.position("c3 d3 f6", on={"c3": "r", "f6": "b"})
    for change in ({"c3": "rr", "f6": "b"}, {"c3": "r", "f6": "bb"}, {"c3": "r", "f6": "b", "c4": "f2"}):
        assert told(igluiglu.position("c3 d3 f6", on=change)) != told(before)


def search(state: State, judge_by: str, weights: np.ndarray | None) -> tuple[float, ...]:
    manner = SearchSettings(judge_by, weights, heuristics_of("igluiglu").EXPLORATION)
    searcher = Searcher("igluiglu", 1, 2000)
    return searcher.search(state.array, state.to_move, Budget(simulations=60), generator(1), manner).value


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_network_that_knows_nothing_judges_as_the_estimate_and_one_with_a_bias_does_not(players: int) -> None:
    state = GAME.new(players, seed=players)
    for _ in range(30):
        state = state.play(state.legal_actions()[0])
    nothing = blank(heuristics_of("igluiglu"))
    by_hand = search(state, BY_ESTIMATE, None)
    assert search(state, BY_NETWORK, nothing) == pytest.approx(by_hand, abs=0.02)
    biased = nothing.copy()
    parts(heuristics_of("igluiglu"), biased)["bv"][0] = 3.0
    assert search(state, BY_NETWORK, biased) != pytest.approx(by_hand, abs=0.1)
