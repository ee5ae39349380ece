"""What the tests of the environments ask of every game that is installed: who can play it, and how long it lasts."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import floe
from floe import games
from floe.core.randomness import generators

NAMES = tuple(floe.game_names())
MOST = {name: games.manifest(name).players[-1] for name in NAMES}
"""How many can play it at most."""

every_name = pytest.mark.parametrize("name", NAMES)
every_seating = pytest.mark.parametrize(
    ("name", "players"), [(name, players) for name in NAMES for players in games.manifest(name).players]
)


@functools.cache
def early(name: str, players: int) -> int:
    """So many random actions that a game is well under way and not over: half of the shortest of fifty."""
    played = floe.batch(name, 50, players, seed=0).playout(generators(1, 50))
    return int(np.min(played)) // 2
