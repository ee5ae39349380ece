"""The double oracle, on the smallest scale."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from floe import games
from floe.bots.search.network import Weights, load, weights_of
from floe.bots.training.folder import BEST, ROUNDS, STEPS, Plan
from floe.bots.training.oracle import DoubleOracle
from floe.bots.training.run import Tell, Trainer
from floe.bots.training.workers import GateMatch, SelfPlay, play_match
from floe.core.errors import BadOption
from tests.bots.test_training import brief, needs_torch


class Watched:
    """Workers that play, and remember what they were asked; matches end as they are told."""

    size = 2

    def __init__(self) -> None:
        self.played: list[SelfPlay] = []
        self.met: list[GateMatch] = []

    def map(self, work: Any, tasks: Any) -> list[Any]:
        if work is play_match:
            self.met += tasks
            return [0.75 for _ in tasks]
        self.played += tasks
        return [work(task) for task in tasks]


def plan(folder: Path, **changed: Any) -> Plan:
    return replace(brief(folder), players=(2, 3), begin_with=games.manifest("icecult").file("weights"), **changed)


def same(one: Weights | None, other: Weights) -> bool:
    return one is not None and bool(np.allclose(one, other, atol=1e-2))


@needs_torch
def test_a_step_is_an_attack_on_the_newest_network_and_an_answer_that_meets_all(tmp_path: Path) -> None:
    workers, shipped = Watched(), weights_of("icecult")
    assert shipped is not None
    run = DoubleOracle(plan(tmp_path), workers=workers)
    run.step(0.01)
    attacks, answers = workers.played[:6], workers.played[6:]  # three and two rounds of two cores
    assert all(task.usual and task.players == (2,) and same(task.against, shipped) for task in attacks)
    assert same(attacks[0].weights, shipped)
    assert not np.array_equal(attacks[2].weights, attacks[0].weights)  # type: ignore[arg-type]  # it has learnt
    assert [task.usual for task in answers] == [True, False] * 2
    assert [task.players for task in answers] == [(2,), (2, 3)] * 2
    assert all(task.against is None for task in answers)
    assert all(any(one is run.attacks[0] for one in task.league) for task in answers)
    assert all(any(one is run.networks[0] for one in task.league) for task in answers)
    assert len(run.networks) == 2
    run.step(0.01)
    assert all(task.against is run.networks[1] for task in workers.played[10:16])
    assert [len(answers[0].league), len(workers.played[-1].league)] == [1 + 1 + 2, 2 + 2 + 3]


@needs_torch
def test_the_answer_begins_with_the_mean_of_the_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = DoubleOracle(plan(tmp_path), workers=Watched())
    begun: list[Weights] = []
    begin_with = run.learner.begin_with

    def watched(weights: Weights) -> None:
        begun.append(weights)
        begin_with(weights)

    monkeypatch.setattr(run.learner, "begin_with", watched)
    run.step(0.01)
    assert np.array_equal(begun[0], run.networks[0])
    assert len(begun) == 4  # before the answer's first round, and after each
    assert all(np.array_equal(one, np.mean((run.networks[0], run.attacks[0]), axis=0)) for one in begun[1:])


@needs_torch
def test_a_run_that_was_stopped_goes_on_after_its_last_whole_step(tmp_path: Path) -> None:
    first = DoubleOracle(plan(tmp_path), workers=Watched())
    first.step(0.01)
    (tmp_path / "samples-000002.npz").write_bytes((tmp_path / "samples-000001.npz").read_bytes())  # of no whole step
    (tmp_path / "attack-2.npz").write_bytes((tmp_path / "attack-1.npz").read_bytes())
    told: list[str] = []
    with pytest.raises(BadOption, match="has a run already"):
        DoubleOracle(plan(tmp_path), workers=Watched())
    again = DoubleOracle(replace(plan(tmp_path), begin_with=None), Tell(round=told.append), Watched())
    assert told == ["Going on after step 1."]
    assert [same(*pair) for pair in zip(again.networks, first.networks, strict=True)] == [True, True]
    assert len(again.attacks) == 1
    assert [len(part["players"]) for part in again.data] == [len(part["players"]) for part in first.data]
    again.step(0.01)
    assert told[-1].startswith("step 2: ")
    assert "the attack won 75.0%" in told[-1]
    entries = json.loads((tmp_path / STEPS).read_text())
    assert [entry["step"] for entry in entries] == [1, 2]
    best, about = load(tmp_path / BEST, "icecult")
    assert same(best, again.networks[-1])
    assert about["steps"] == 2
    assert about["games"] == sum(entry["games"] for entry in entries) > 0


@needs_torch
def test_only_the_newest_samples_of_steps_are_kept(tmp_path: Path) -> None:
    run = DoubleOracle(plan(tmp_path, rows=1), workers=Watched())
    run.step(0.01)
    run.step(0.01)
    assert [file.name for file in tmp_path.glob("samples-*.npz")] == ["samples-000002.npz"]
    assert len(run.data) == 1


@needs_torch
def test_it_takes_a_step_at_least_and_ends_with_the_time(tmp_path: Path) -> None:
    run = DoubleOracle(plan(tmp_path), workers=Watched())
    newest = run.run()
    assert len(run.folder.log) == 1
    assert newest is run.networks[1]


def test_without_a_network_to_begin_with_it_is_refused_and_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="name it after --from"):
        DoubleOracle(replace(plan(tmp_path / "run"), begin_with=None), workers=Watched())
    assert not (tmp_path / "run").exists()


def test_runs_of_two_kinds_do_not_share_a_folder(tmp_path: Path) -> None:
    (tmp_path / ROUNDS).write_text("[]")
    with pytest.raises(BadOption, match="run of another kind"):
        DoubleOracle(plan(tmp_path), workers=Watched())
    (tmp_path / ROUNDS).rename(tmp_path / STEPS)
    with pytest.raises(BadOption, match="run of another kind"):
        Trainer(brief(tmp_path))


def test_an_oracle_makes_attacks_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from floe.cli.app import run  # noqa: PLC0415  # the command line is not needed by the others

    both = ["--oracle", "--against", "shipped"]
    assert run(["train", "icecult", "--folder", str(tmp_path / "run"), *both]) == 2
    assert "leave --against out" in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "run").exists()


def test_an_oracle_needs_a_network(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from floe.cli.app import run  # noqa: PLC0415  # the command line is not needed by the others

    assert run(["train", "connectfour", "--folder", str(tmp_path), "--oracle"]) == 2
    assert "no network comes with Connect Four; leave --from out" in " ".join(capsys.readouterr().err.split())


@needs_torch
def test_the_command_begins_with_the_shipped_network_and_goes_on_with_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from floe.cli import train  # noqa: PLC0415  # the command line is not needed by the others
    from floe.cli.app import run  # noqa: PLC0415

    plans: list[Plan] = []

    class Oracle:
        def __init__(self, plan: Plan, *_: Any) -> None:
            plans.append(plan)

        def run(self) -> Weights:
            (tmp_path / STEPS).write_text("[]")
            return np.zeros(1, np.float32)

    monkeypatch.setattr(train, "DoubleOracle", Oracle)
    for _ in range(2):
        assert run(["train", "icecult", "--folder", str(tmp_path), "--oracle"]) == 0
    assert [plan.begin_with for plan in plans] == [games.manifest("icecult").file("weights"), None]
