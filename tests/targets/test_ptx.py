"""PTX can be made anywhere: it is whole, and always the same text."""

from __future__ import annotations

import functools
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import floe
from floe.core.randomness import generators
from floe.core.targets.artefacts import Artefact, batch_for_gpu
from floe.core.targets.describe import BadTarget
from floe.core.targets.loops import single_entries
from floe.core.targets.ptx import ptx

RECORDED = Path(__file__).parents[2] / "benchmarks" / "gpu.json"
RUNS: list[dict[str, Any]] = json.loads(RECORDED.read_text(encoding="utf-8"))["digests"] if RECORDED.exists() else []

every_game = pytest.mark.parametrize("name", ["icecult", "igluiglu"])

MAKE = """
import hashlib, sys, floe
from floe.core.targets.artefacts import batch_for_gpu
print(hashlib.sha256(batch_for_gpu(floe.game(sys.argv[1])).code).hexdigest())
"""


@functools.cache
def made(name: str) -> Artefact:
    """Made once for all tests, in a process where other things were compiled before."""
    batch = floe.batch(name, 4, seed=1)
    batch.playout(1)
    batch.observe()
    return batch_for_gpu(floe.game(name))


@every_game
def test_nothing_is_left_for_others_to_bring(name: str) -> None:
    text, kernels = made(name).code.decode(), made(name).description["kernels"]
    assert ".target sm_70" in text
    assert set(re.findall(r"\.visible \.entry (\w+)\(", text)) == set(kernels)
    assert ".extern" not in text
    called = set(re.findall(r"call\.uni[^;]*?\b(\w+)\s*,", text))
    assert called <= set(re.findall(r"\.func[^;{]*?\b(\w+)\(", text)), "a function is called that is not there"
    for kernel, names in kernels.items():
        assert text.count(f".param .u64 .ptr .align 16 {kernel}_param_") + text.count(
            f".param .u64 {kernel}_param_"
        ) == len(names)


@every_game
def test_the_text_is_stable(name: str) -> None:
    """In a process where nothing was compiled before it is the same as where other things were."""
    first = subprocess.run([sys.executable, "-c", MAKE, name], capture_output=True, text=True, check=True).stdout
    assert first.strip() == hashlib.sha256(made(name).code).hexdigest()


def test_a_loop_that_does_not_go_over_a_slice_is_refused() -> None:
    with pytest.raises(BadTarget, match="the loop legal does not go over a slice"):
        ptx(single_entries(floe.game("icecult")))


@pytest.mark.skipif(not RUNS, reason="no run on a GPU is on record: benchmarks/gpu.py --write benchmarks/gpu.json")
@pytest.mark.parametrize("run", RUNS, ids=lambda run: f"{run['game']}-{run['players']}")
def test_random_games_end_here_where_they_ended_on_a_gpu(run: dict[str, Any]) -> None:
    batch = floe.batch(run["game"], run["n"], run["players"], run["seed"])
    rngs, left = generators(run["seed"], run["n"]), run["steps"]
    while left:
        batch.random_steps(rngs, min(left, 20))
        left -= min(left, 20)
    assert hashlib.sha256(batch.states.tobytes()).hexdigest() == run["digest"]
    for seen in ("masks", "observe", *(["observe_compact"] if batch.game.compact else [])):
        assert hashlib.sha256(getattr(batch, seen)().tobytes()).hexdigest() == run[seen], seen
