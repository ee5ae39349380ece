"""The search on a game that is none of ours: Connect Four, which the bench compares with OpenSpiel's."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from floe.bots.search.engine import Searcher, SearchSettings
from floe.bots.search.evaluation import BY_PLAYOUT
from floe.core.levels import Budget
from floe.core.randomness import generator

FILE = Path(__file__).parents[2] / "benchmarks" / "connect_four.py"


@pytest.fixture(scope="module")
def connect_four() -> ModuleType:
    spec = importlib.util.spec_from_file_location("connect_four", FILE)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["connect_four"] = module  # what is compiled and kept is found again by this name
    spec.loader.exec_module(module)
    return module


def legal(heuristics: Any, states: Any) -> list[int]:
    out = np.zeros(heuristics.MAX_LEGAL, np.int32)
    return [int(action) for action in out[: heuristics.legal_list(states[0], out)]]


def test_it_is_the_game_that_openspiel_plays(connect_four: Any) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    draw = random.Random(1)  # noqa: S311  # no secret hangs on it
    for _ in range(100):
        theirs, ours = pyspiel.load_game("connect_four").new_initial_state(), connect_four.first()
        while not theirs.is_terminal():
            assert not connect_four.is_over(ours[0])
            assert legal(connect_four, ours) == theirs.legal_actions()
            action = draw.choice(theirs.legal_actions())
            theirs.apply_action(action)
            connect_four.apply(ours[0], action)
        assert connect_four.is_over(ours[0])
        assert ours[0]["winners"] == {1.0: 1, -1.0: 2, 0.0: 3}[theirs.returns()[0]]


def test_a_threat_is_met(connect_four: Any) -> None:
    states = connect_four.first()
    for action in (3, 0, 3, 0, 3):  # three in a column
        connect_four.apply(states[0], action)
    searcher = Searcher("connect_four", 1, 20_000, connect_four)
    result = searcher.search(
        states, 1, Budget(simulations=5_000), generator(1), SearchSettings(BY_PLAYOUT, None, 0.7, 0.0)
    )
    assert result.best(1).action == 3
    connect_four.apply(states[0], 0)  # not met
    result = searcher.search(
        states, 0, Budget(simulations=500), generator(1), SearchSettings(BY_PLAYOUT, None, 0.7, 0.0)
    )
    assert result.best(0).action == 3
    assert result.best(0).proven
