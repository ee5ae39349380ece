"""Counts of action sequences, pinned in ``perft.txt``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from floe.core.jit import interpreted
from floe.core.randomness import generator
from floe.games.igluiglu.game import IgluIgluState
from floe.testing.perft import check_counts, check_counts_by, perft, pinned
from tests.games.igluiglu import plain
from tests.games.igluiglu.positions import GAME
from tests.games.igluiglu.strategies import CROWDED, LIVELY, random_number

__all__ = ["GAME", "perft", "reached"]  # whoever counts the pinned numbers anew asks for these

LINES = pinned(Path(__file__).parent / "perft.txt")
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


@pytest.mark.parametrize("line", LINES)
def test_the_counts_are_as_pinned(line: str) -> None:
    options, way, counts = line.split(" | ")
    check_counts(reached(json.loads(options), way), counts, MOST)


@pytest.mark.parametrize("line", LINES)
def test_the_plain_rules_count_the_same_as_far_as_they_get(line: str) -> None:
    options, way, counts = line.split(" | ")
    check_counts_by(plain, reached(json.loads(options), way), counts, 600)


def test_every_phase_is_counted_from() -> None:
    phases = {reached(json.loads(options), way).phase for options, way, _ in (line.split(" | ") for line in LINES)}
    assert phases == set(GAME.phases) - {"over"}
