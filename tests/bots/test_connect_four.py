"""The search on a game from outside, which brings nothing but its rules: it judges by playing positions out."""

from __future__ import annotations

import floe
from floe.bots.search.engine import Searcher
from floe.bots.search.heuristics import heuristics_of
from floe.bots.search.results import SearchSettings
from floe.core.game import State
from floe.core.levels import BY_PLAYOUT, Budget
from floe.core.randomness import generator


def played(columns: str) -> State:
    state: State = floe.game("connectfour").new()
    for column in columns:
        state = state.play(column)
    return state


def test_without_heuristics_positions_are_judged_by_playouts() -> None:
    assert heuristics_of("connectfour").by_playouts


def test_a_threat_is_met_and_carried_out() -> None:
    searcher, manner = Searcher("connectfour", 1, 20_000), SearchSettings(BY_PLAYOUT, None, 0.7, 0.0)
    state = played("41414")  # three in a column
    result = searcher.search(state.array, 1, Budget(simulations=5_000), generator(1), manner)
    assert result.best(1).action == 3
    unmet = state.play("1")
    result = searcher.search(unmet.array, 0, Budget(simulations=500), generator(1), manner)
    assert result.best(0).action == 3
    assert result.best(0).proven
