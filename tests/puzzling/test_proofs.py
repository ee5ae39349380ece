"""The shipped puzzles hold: a sample, another one every day, is proven again by both methods. All of them are by
``make puzzles-verify``.
"""

from __future__ import annotations

import datetime
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

import floe
from floe.cli.puzzle_set import drawn
from floe.core.jit import interpreted
from floe.puzzling.proving import prove

SEED = os.environ.get("FLOE_PUZZLES_SEED") or datetime.datetime.now(datetime.UTC).date().isoformat()
SAMPLES = {
    "icecult": {"win": 8, "defence": 4, "win_in_two": 1},
    "igluiglu": {"best_turn": 2, "best_drift": 3, "escape": 3},
}

pytestmark = pytest.mark.skipif(interpreted(), reason="tries out whole turns")


@pytest.mark.parametrize("game", SAMPLES)
def test_a_sample_is_proven_again(game: str) -> None:
    print(f"FLOE_PUZZLES_SEED={SEED} draws this sample")
    for task, count in SAMPLES[game].items():
        puzzles = floe.puzzles(game).by(theme=task)
        listed = puzzles.ids()
        for n in drawn(len(puzzles), count, f"{SEED} {task}"):
            proof = prove(puzzles[n])
            assert (proof.puzzle, proof.problem) == (listed[n], None)


def test_what_is_no_puzzle_is_said() -> None:
    puzzle = floe.puzzles("icecult").by(theme="win", players=2)[0]
    without_end = replace(puzzle.found, solution=(puzzle.solution[0][:-1],))
    assert "another solution is found" in (prove(replace(puzzle, found=without_end)).problem or "")
    other_task = replace(puzzle.found, task="defence")
    assert prove(replace(puzzle, found=other_task)).problem == "it is not found in its position"
    unseen = {**puzzle.position, "tops": {**puzzle.position["tops"], "a": "nothing"}}
    assert prove(replace(puzzle, position=unseen)).problem is not None


def test_threads_do_not_get_in_each_others_way() -> None:
    puzzles = list(floe.puzzles("icecult").by(theme="defence"))[:6]
    with ThreadPoolExecutor(3) as threads:
        assert {proof.problem for proof in threads.map(prove, puzzles * 3)} == {None}


def test_samples_are_drawn_alike_and_without_repeats() -> None:
    assert drawn(50, 10, "a") == drawn(50, 10, "a") != drawn(50, 10, "b")
    assert len(set(drawn(50, 49, "a"))) == 49
    assert drawn(3, None, "a") == drawn(3, 7, "a") == [0, 1, 2]
