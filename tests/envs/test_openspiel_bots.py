"""OpenSpiel's bots play the games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

from tests.envs.openspiel_play import dice, load, played, step

SHORT_ICE_CULT = "python_floe_icecult(path_length=1)"
IGLU_IGLU = "python_floe_igluiglu"


def rollouts(seed: int) -> Any:
    return mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))


def tree_search(game: Any, simulations: int, seed: int) -> Any:
    return mcts.MCTSBot(game, 1.4, simulations, rollouts(seed), random_state=np.random.RandomState(seed))


def information_set_search(game: Any, simulations: int, seed: int, **options: Any) -> Any:
    draws = np.random.RandomState(seed)
    return ismcts.ISMCTSBot(game, rollouts(seed), 1.4, simulations, random_state=draws, **options)


def play(game: Any, bots: list[Any], seed: int) -> list[float]:
    """A whole game between bots, told what each of them may be told: the state when it is to move."""
    rng = dice(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            step(state, rng)
        else:
            state.apply_action(int(bots[state.current_player()].step(state)))
    returns: list[float] = state.returns()
    return returns


def test_tree_search_plays_ice_cult_and_beats_chance() -> None:
    game = load(SHORT_ICE_CULT)
    won = 0.0
    for seed in range(4):
        bots = [tree_search(game, 12, seed), uniform_random.UniformRandomBot(1, np.random.RandomState(seed))]
        won += play(game, bots, seed)[0]
    assert won > 0


def test_tree_search_plays_iglu_iglu() -> None:
    game = load(IGLU_IGLU)
    state = played(IGLU_IGLU, seed=1, actions=200)
    bot = tree_search(game, 10, 1)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", [SHORT_ICE_CULT, IGLU_IGLU])
def test_tree_search_in_c_plays_both(name: str) -> None:
    """By ``mcts_search``. (``step`` lets go of Python's lock and crashes with every game written in Python.)"""
    game = load(name)
    state = played(name, seed=2, actions=30)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 2), 1.4, 10, 10, False, 2, False)
    assert bot.mcts_search(state).best_child().action in state.legal_actions()


def test_information_set_search_plays_a_whole_game_of_iglu_iglu() -> None:
    game = load(IGLU_IGLU)
    bots = [information_set_search(game, 2, 3), uniform_random.UniformRandomBot(1, np.random.RandomState(3))]
    assert sorted(play(game, bots, 3)) in ([-1, 1], [0, 0])


@pytest.mark.parametrize("options", [{"use_observation_string": True}, {"max_world_samples": 3}])
def test_information_set_search_in_other_ways(options: dict[str, Any]) -> None:
    game = load("python_floe_igluiglu(players=3)")
    state = played("python_floe_igluiglu(players=3)", seed=4, actions=180)
    assert information_set_search(game, 8, 4, **options).step(state) in state.legal_actions()
