"""Counts of action sequences, pinned in ``perft.txt``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from floe.core.jit import interpreted
from floe.core.randomness import generator
from floe.games.icecult.cubesets import load_cube_set
from floe.games.icecult.game import IceCultState
from tests.games.icecult import plain
from tests.games.icecult.positions import GAME

FOLDER = Path(__file__).parent
LINES = [line for line in (FOLDER / "perft.txt").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
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


def perft(state: IceCultState, depth: int) -> int:
    stack = np.zeros(depth + 1, GAME.dtype)
    stack[0] = state.array[0]
    return GAME.loops.perft(stack, depth)


def plain_perft(document: dict[str, Any], depth: int) -> int:
    if depth == 0:
        return 1
    return sum(plain_perft(plain.play(document, action), depth - 1) for action in plain.legal(document))


@pytest.mark.parametrize("line", LINES)
def test_the_counts_are_as_pinned(line: str) -> None:
    options, way, counts = line.split(" | ")
    state = reached(json.loads(options), way)
    expected = [int(count) for count in counts.split()]
    for depth, count in enumerate(expected, 1):
        if count <= MOST:
            assert (depth, perft(state, depth)) == (depth, count)


@pytest.mark.parametrize("line", LINES)
def test_the_plain_rules_count_the_same_as_far_as_they_get(line: str) -> None:
    options, way, counts = line.split(" | ")
    document = reached(json.loads(options), way).to_dict()
    for depth, count in enumerate(counts.split(), 1):
        if int(count) <= 1000:
            assert (depth, plain_perft(document, depth)) == (depth, int(count))


def test_no_actions_can_be_made_in_one_way() -> None:
    assert perft(GAME.new(), 0) == 1
