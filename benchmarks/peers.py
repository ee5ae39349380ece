"""The same work done by others: OpenSpiel (in C++, and stepped from Python) and PettingZoo."""

from __future__ import annotations

import importlib
import importlib.util
import os
import random

import numpy as np
from measuring import Run


def installed() -> bool:
    return all(importlib.util.find_spec(name) for name in ("pyspiel", "pettingzoo"))


def openspiel_cpp(name: str, sample: int) -> Run:
    """OpenSpiel's own loop of random play in C++: the rollouts of its search.

    A search of one simulation does nothing but the rollouts that it is asked for, so this measures them and nothing
    else: clone the state, then legal actions, a random one, apply, until the game ends. They are not counted there;
    how long a game is comes from ``sample`` games between its random bots. Dice count as actions.
    """
    pyspiel = importlib.import_module("pyspiel")

    game = pyspiel.load_game(name)
    start = game.new_initial_state()
    while start.is_chance_node():
        start.apply_action(start.chance_outcomes()[0][0])
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    actions = 0
    for seed in range(sample):
        state = start.clone()
        pyspiel.evaluate_bots(state, bots, seed)
        actions += state.move_number() - start.move_number()
    length = actions / sample

    def run(n: int) -> int:
        games = max(1, round(n / length))
        rollouts = pyspiel.RandomRolloutEvaluator(games, 1)
        pyspiel.MCTSBot(game, rollouts, 1.0, 1, 1, False, 1, False).mcts_search(start)
        return round(games * length)

    return run


def openspiel_python(name: str) -> Run:
    """OpenSpiel stepped from Python: ask for the legal actions, choose one, apply. Dice count as actions."""
    pyspiel = importlib.import_module("pyspiel")

    game = pyspiel.load_game(name)
    draw = random.Random(1).random  # noqa: S311  # play, not secrets

    def run(n: int) -> int:
        state = game.new_initial_state()
        for _ in range(n):
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                state.apply_action(pyspiel.sample_action(state.chance_outcomes(), draw())[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
        return n

    return run


def pettingzoo(name: str) -> Run:
    """PettingZoo: look at the last observation, choose among its legal actions, step."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    env = importlib.import_module(f"pettingzoo.classic.{name}").env()
    draw = random.Random(1).random  # noqa: S311  # play, not secrets
    env.reset(seed=1)

    def run(n: int) -> int:
        for _ in range(n):
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.reset()
                observation = env.last()[0]
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(draw() * len(legal))]))
        return n

    return run
