"""Counts of action sequences, pinned in ``perft.txt``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from floe.core.jit import interpreted
from floe.core.randomness import generator
from floe.games.icecult.cubesets import load_cube_set
from floe.games.icecult.game import IceCultState
from floe.testing.perft import check_counts, check_counts_by, perft, pinned
from tests.games.icecult import plain
from tests.games.icecult.positions import GAME

__all__ = ["GAME", "perft", "reached"]  # whoever counts the pinned numbers anew asks for these

FOLDER = Path(__file__).parent
LINES = pinned(FOLDER / "perft.txt")
MOST = 3_000 if interpreted() else 10_000_000
"""Longer counts are left to the compiled run."""


def reached(options: dict[str, Any], way: str) -> IceCultState:
    """The position that a line names."""
    rules = options.get("rules", {})
    if rules.get("cubes", "").endswith(".json"):
        rules["cubes"] = load_cube_set(FOLDER / rules["cubes"])
    state = GAME.new(**options)
    if way == "setup":
        return state
    match = re.fullmatch(r"(\d+) random actions of seed (\d+)", way)
    assert match, way
    walking = state.mutable()
    assert walking.playout(generator(int(match[2])), int(match[1])) == int(match[1])
    return GAME.state(walking.array)


@pytest.mark.parametrize("line", LINES)
def test_the_counts_are_as_pinned(line: str) -> None:
    options, way, counts = line.split(" | ")
    check_counts(reached(json.loads(options), way), counts, MOST)


@pytest.mark.parametrize("line", LINES)
def test_the_plain_rules_count_the_same_as_far_as_they_get(line: str) -> None:
    options, way, counts = line.split(" | ")
    check_counts_by(plain, reached(json.loads(options), way), counts, 1000)
