"""Self-play and learning, on the smallest scale."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import floe
from floe.bots.network import random_weights
from floe.bots.search.desk import make_desk
from floe.bots.search.engine import mind_of
from floe.bots.search.judging import BY_ESTIMATE
from floe.bots.training.learning import as_arrays, torch
from floe.bots.training.selfplay import NO_ENTRY, compile_selfplay, make_samples
from floe.core.errors import BadOption
from floe.core.randomness import generator


def played(simulations: int) -> dict[str, Any]:
    """The samples of one game of ICE CULT against itself."""
    mind = mind_of("icecult")
    desk = make_desk(mind, 3_000, 100_000, random_weights(mind, 1))
    buffers: Any = desk.buffers[0]
    buffers["judge_by"], buffers["exploration"], buffers["rng"][0] = BY_ESTIMATE, 1.5, generator(7)[0]
    samples = make_samples(mind, 3_000)
    start = floe.game("icecult").new(3).records
    actions = compile_selfplay(mind)["play_game"](desk, start, simulations, 10, samples)
    kept = as_arrays(samples)
    assert actions == len(kept["players"]) > 0
    return kept


def test_every_decision_of_a_game_becomes_a_sample() -> None:
    kept = played(simulations=12)
    mind = mind_of("icecult")
    assert (kept["players"] == 3).all()
    assert np.allclose(kept["value"].sum(axis=1), 1)  # the shares of the win
    assert (kept["value"][:, 3] == 0).all()  # nobody has the fourth seat
    assert np.allclose(kept["chance"].sum(axis=1), 1)
    assert (kept["chance"][kept["policy"] == NO_ENTRY] == 0).all()
    assert kept["features"].max() < mind.N_FEATURES
    assert kept["policy"].max() < mind.N_POLICY


def test_without_pytorch_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(BadOption, match="pip install"):
        torch()


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch comes with the extra train")
def test_learning_brings_the_network_closer_to_what_happened() -> None:
    from floe.bots.training.learning import Learner  # noqa: PLC0415  # beside the one test that needs PyTorch

    mind = mind_of("icecult")
    learner = Learner(mind, random_weights(mind, 1), device="cpu")
    data = learner.tensors(played(simulations=12))
    before = learner.learn(data, steps=1, size=64, rate=1e-3, seed=1)
    learner.learn(data, steps=60, size=64, rate=1e-3, seed=2)
    after = learner.learn(data, steps=1, size=64, rate=1e-3, seed=1)
    assert after["value"] < before["value"]
    assert after["policy"] < before["policy"]
    assert learner.learnt().shape == random_weights(mind, 1).shape


def test_a_run_needs_a_game_that_exists(tmp_path: Path) -> None:
    from floe.cli.app import run  # noqa: PLC0415  # the command line is not needed by the others

    assert run(["train", "chess", "--folder", str(tmp_path)]) == 2
