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
from floe.games.igluiglu.game import IgluIgluState
from tests.games.igluiglu import plain
from tests.games.igluiglu.positions import GAME
from tests.games.igluiglu.strategies import CROWDED, LIVELY, random_number

LINES = [
    line for line in (Path(__file__).parent / "perft.txt").read_text("utf-8").splitlines() if not line.startswith("#")
]
MIXES = {"lively": LIVELY, "crowded": CROWDED}
MOST = 2500 if interpreted() else 10_000_000
"""Longer counts are left to the compiled run."""


def reached(options: dict[str, Any], way: str) -> IgluIgluState:
    """The position that a line names."""
    rules = options.get("rules", {})
    if "mix" in rules:
        rules["mix"] = MIXES[rules["mix"]]
    state = GAME.new(**options)
    if way == "setup":
        return state
    match = re.fullmatch(r"(\d+) drawn actions", way)
    assert match, way
    walking = state.mutable()
    rng = generator(options["seed"])
    for _ in range(int(match[1])):
        walking.step(random_number(walking, rng))
    return GAME.state(walking.array)


def perft(state: IgluIgluState, depth: int) -> int:
    stack = np.zeros(depth + 1, GAME.dtype)
    stack[0] = state.array[0]
    return GAME.loops.perft(stack, depth)


def plain_perft(document: dict[str, Any], depth: int) -> int:
    legal = plain.legal(document)
    if depth == 1:
        return len(legal)
    return sum(plain_perft(plain.play(document, action), depth - 1) for action in legal)


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
        if int(count) <= 600:
            assert (depth, plain_perft(document, depth)) == (depth, int(count))


def test_every_phase_is_counted_from() -> None:
    phases = {reached(json.loads(options), way).phase for options, way, _ in (line.split(" | ") for line in LINES)}
    assert phases == set(GAME.phases) - {"over"}


def test_no_actions_can_be_made_in_one_way() -> None:
    assert perft(GAME.new(seed=1), 0) == 1
