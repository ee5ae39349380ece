"""How fast the games are through OpenSpiel's interface."""

from __future__ import annotations

import random
from typing import Any

import pyspiel


def random_play(game: Any, actions: int, seed: int = 0) -> int:
    """Play at random from Python, game after game, until so many actions were played; answers how many were.

    It is the loop of a plain program: ask whether the game is over and whether chance acts, ask for what is possible,
    choose, apply. Outcomes of chance count as actions. ``game`` is any sequential game that ``pyspiel`` loaded.
    """
    draw = random.Random(seed).random  # noqa: S311  # play, not secrets
    state = game.new_initial_state()
    for _ in range(actions):
        if state.is_terminal():
            state = game.new_initial_state()
        if state.is_chance_node():
            action, _ = pyspiel.sample_action(state.chance_outcomes(), draw())
        else:
            legal = state.legal_actions()
            action = legal[int(draw() * len(legal))]
        state.apply_action(action)
    return actions
