"""Self-play and learning, on the smallest scale."""

from __future__ import annotations

import importlib.util
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import floe
from floe import games
from floe.bots.search.heuristics import heuristics_of
from floe.bots.search.network import BadWeights, Weights, load, parts, random_weights, weights_of
from floe.bots.search_player import settings_for
from floe.bots.training import run, workers
from floe.bots.training.folder import BEST, ROUNDS, Plan
from floe.bots.training.learning import joined, torch
from floe.bots.training.run import Tell, Trainer
from floe.bots.training.selfplay import _FORESEEN, NO_ENTRY, compile_selfplay, make_samples
from floe.bots.training.workers import GateMatch, LocalThreads, SelfPlay, play_games, play_match
from floe.core.errors import BadOption
from floe.core.levels import BY_NETWORK

needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch comes with the extra train")


def brief(folder: Path) -> Plan:
    """The smallest plan that has everything."""
    return Plan(
        "icecult", folder, minutes=0.001, simulations=4, round_seconds=0.01, gate_games=2, gate_every=1, batch=32
    )


def played(simulations: int, game: str = "icecult", players: tuple[int, ...] = (2, 3, 4)) -> dict[str, Any]:
    """The samples of one game against itself."""
    kept = play_games(SelfPlay(game, None, simulations, seconds=0, seed=7, players=players))
    assert kept.pop("games") == 1
    return kept


@pytest.mark.parametrize("game", [game for game in floe.game_names() if heuristics_of(game).learns])
def test_every_decision_of_a_game_becomes_a_sample(game: str) -> None:
    kept = played(simulations=12, game=game)
    heuristics = heuristics_of(game)
    (players,) = set(kept["players"].tolist())
    assert np.allclose(kept["value"].sum(axis=1), 1)  # the shares of the win
    assert (kept["value"][:, players:] == 0).all()  # nobody has the other seats
    assert np.allclose(kept["chance"].sum(axis=1), 1)
    assert (kept["chance"][kept["policy"] == NO_ENTRY] == 0).all()
    assert kept["features"].max() < heuristics.N_FEATURES
    assert kept["policy"].max() < heuristics.N_POLICY


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_have_the_players_that_were_asked_for(players: int) -> None:
    assert set(played(simulations=2, players=(players,))["players"].tolist()) == {players}


def test_a_sample_is_worth_what_was_foreseen_and_how_the_game_ended() -> None:
    value = played(simulations=12, players=(2,))["value"]
    assert np.allclose(value[-1], (1, 0, 0, 0))  # who decided last won, and saw it
    winners = value.max(axis=1)
    assert (winners >= 1 - _FORESEEN - 1e-6).all()  # who won has that much, even where the search expected the opposite
    assert winners[0] < 1  # nothing was certain when the game began


def test_without_pytorch_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(BadOption, match="pip install"):
        torch()


@needs_torch
def test_learning_brings_the_network_closer_to_what_happened() -> None:
    from floe.bots.training.learning import Learner  # noqa: PLC0415  # beside the one test that needs PyTorch

    heuristics = heuristics_of("icecult")
    learner = Learner(heuristics, random_weights(heuristics, 1), device="cpu")
    data = learner.tensors(played(simulations=12))
    before = learner.learn(data, steps=1, size=64, rate=1e-3, seed=1)
    learner.learn(data, steps=60, size=64, rate=1e-3, seed=2)
    after = learner.learn(data, steps=1, size=64, rate=1e-3, seed=1)
    assert after["value"] < before["value"]
    assert after["policy"] < before["policy"]
    assert learner.learnt().shape == random_weights(heuristics, 1).shape


@needs_torch
def test_what_is_learnt_is_an_average_of_the_weights_on_the_way() -> None:
    from floe.bots.training.learning import Learner  # noqa: PLC0415  # beside the tests that need PyTorch

    heuristics = heuristics_of("icecult")
    learner = Learner(heuristics, random_weights(heuristics, 1), device="cpu")
    data, passed = learner.tensors(played(simulations=4)), []
    for seed in range(3):
        learner.learn(data, steps=1, size=64, rate=1e-2, seed=seed)
        passed.append(learner.weights["w1"].detach().numpy().copy())
    assert np.allclose(parts(heuristics, learner.learnt())["w1"], np.mean(passed, axis=0), atol=1e-6)
    assert not np.allclose(passed[2], passed[0], atol=1e-3)
    before = random_weights(heuristics, 2)
    learner.begin_with(before)
    assert np.array_equal(learner.learnt(), before)


@needs_torch
def test_a_round_tells_what_the_network_is_worth_before_it_learns(tmp_path: Path) -> None:
    trainer = Trainer(brief(tmp_path), workers=Referee(0.7, 0.7))
    untaught = trainer.learner.learnt()
    rounds(trainer, 2)
    assert trainer.log[0]["unseen_value"] != trainer.log[1]["unseen_value"]
    trainer.learner.begin_with(untaught)
    told = trainer.learner.unseen(trainer.data[0])
    assert (told["unseen_value"], told["unseen_policy"]) == pytest.approx(
        (trainer.log[0]["unseen_value"], trainer.log[0]["unseen_policy"])
    )
    samples = trainer.learner.tensors(trainer.data[0])
    value, policy = trainer.learner.loss(samples)
    assert (told["unseen_value"], told["unseen_policy"]) == pytest.approx((value.item(), policy.item()), rel=1e-4)


def test_the_same_seed_gives_the_same_samples() -> None:
    one, two = played(simulations=8), played(simulations=8)
    assert all((one[name] == two[name]).all() for name in one)


def test_a_match_is_won_by_the_network_that_knows_more() -> None:
    known = weights_of("icecult")
    assert known is not None
    nothing = random_weights(heuristics_of("icecult"), 1)
    assert play_match(GateMatch("icecult", known, nothing, simulations=16, pairs=4, seed=1)) > 0.8
    assert play_match(GateMatch("icecult", nothing, known, simulations=16, pairs=4, seed=1)) < 0.2
    assert play_match(GateMatch("icecult", known, None, simulations=16, pairs=4, seed=1)) > 0.5  # against the estimate


@pytest.mark.parametrize("seat", [0, 1])
def test_against_another_network_each_plays_its_own_seats(seat: int) -> None:
    heuristics = heuristics_of("icecult")
    known, nothing = weights_of("icecult"), random_weights(heuristics, 1)
    play = compile_selfplay(heuristics, BY_NETWORK, BY_NETWORK)["play_game"]
    first, second = workers._workspaces("icecult", 64)
    one = workers._ready(first, known, heuristics, seed=1)
    other = workers._ready(second, nothing, heuristics, seed=2)
    samples = make_samples(heuristics, 2000)
    won = []
    for _ in range(6):
        assert play(one, other, floe.game("icecult").new(2).array, 1 << seat, 64, 0, samples) > 0
        won.append(int(samples.mover[samples.used[0] - 1]) == seat)  # who moves last has won
    assert sum(won) >= 5  # the one that knows something
    assert set(samples.mover[: samples.used[0]].tolist()) == {0, 1}  # what either did is learnt from


def test_an_attack_plays_against_the_network_that_it_is_made_on() -> None:
    known, nothing = weights_of("icecult"), random_weights(heuristics_of("icecult"), 1)
    against = [
        play_games(
            SelfPlay("icecult", known, simulations=8, seconds=0, seed=3, players=(2,), usual=True, against=other)
        )
        for other in (nothing, known, known)
    ]
    same = [np.array_equal(one["features"], against[1]["features"]) for one in against]
    assert same == [False, True, True]


def test_who_learns_nothing_plays_as_at_the_table_and_no_line_by_heart(monkeypatch: pytest.MonkeyPatch) -> None:
    known = weights_of("icecult")
    assert known is not None
    met: list[tuple[float, float]] = []

    def play(one: Any, other: Any, *rest: Any) -> float:
        met.append((float(one.buffers[0].variety), float(other.buffers[0].variety)))
        return 0.5

    monkeypatch.setattr(workers, "compile_selfplay", lambda *_: {"play_game": play, "play_match": play})
    play_games(SelfPlay("icecult", known, 8, seconds=0, seed=3, players=(2,), usual=True, against=known))
    play_match(GateMatch("icecult", known, known, 8, pairs=1, seed=3, usual=True))
    at_tables = settings_for("icecult", {})[0].variety
    assert at_tables > 0
    assert set(met) == {(0.0, at_tables)}
    met.clear()
    play_match(GateMatch("icecult", known, known, 8, pairs=1, seed=3))  # the gate of a network that learns from itself
    assert set(met) == {(0.0, 0.0)}


def test_in_a_league_every_other_game_is_played_against_one_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    heuristics = heuristics_of("icecult")
    own, first, second = (random_weights(heuristics, seed) for seed in (1, 2, 3))
    met: list[tuple[int, Weights]] = []

    def play(one: Any, other: Any, start: Any, side: int, *rest: Any) -> None:
        assert one.net is own
        met.append((side, other.net))
        rest[-1].used[0] += 600  # as many decisions as the longest game has

    monkeypatch.setattr(workers, "compile_selfplay", lambda *_: {"play_game": play})
    play_games(SelfPlay("icecult", own, 8, seconds=20, seed=3, players=(2,), league=(first, second)))
    assert len(met) > 100
    assert all(side == 0b1111 for side, _ in met[::2])  # against itself
    assert {side for side, _ in met[1::2]} == {0b01, 0b10}
    assert {id(net) for _, net in met[1::2]} == {id(first), id(second)}


class Referee:
    """Workers that play no matches, but say how they ended."""

    size = 1

    def __init__(self, *shares: float) -> None:
        self.shares = list(shares)
        self.met: list[Weights | None] = []

    def map(self, work: Any, tasks: Any) -> list[Any]:
        if work is not play_match:
            return [work(task) for task in tasks]
        self.met += [task.against for task in tasks]
        return [self.shares.pop(0) for _ in tasks]


def rounds(trainer: Trainer, number: int) -> list[Weights]:
    """So many rounds; the network that learns on after each."""
    learning = []
    for _ in range(number):
        trainer._round(time.monotonic() + 3600)  # a busy machine is no fault
        learning.append(trainer.learner.learnt())
    return learning


@needs_torch
def test_a_network_that_is_worse_is_thrown_away_and_the_best_learns_on(tmp_path: Path) -> None:
    referee = Referee(0.4, 0.6, 0.4, 0.5)
    trainer = Trainer(brief(tmp_path), workers=referee)
    first, second, third, fourth = rounds(trainer, 4)
    assert referee.met[0] is None  # nobody was good yet: the estimate
    assert referee.met[1] is None
    assert not np.array_equal(first, second)
    assert np.array_equal(third, second)  # what was learnt from it in between is gone
    assert np.array_equal(referee.met[2], second)  # type: ignore[arg-type]  # it is a network by now
    assert not np.array_equal(fourth, second)
    assert trainer.best is not None
    assert np.array_equal(trainer.best, fourth)
    assert [entry["passed"] for entry in trainer.log] == [False, True, False, True]


@needs_torch
def test_an_attack_is_measured_by_whom_it_attacks_and_learns_on_however_it_goes(tmp_path: Path) -> None:
    attacked = games.manifest("icecult").file("weights")
    plan = replace(brief(tmp_path), players=(2,), against=attacked)
    referee = Referee(0.4, 0.6, 0.55, 0.7)
    trainer = Trainer(plan, workers=referee)
    assert np.array_equal(trainer.learner.learnt(), weights_of("icecult"))  # type: ignore[arg-type]  # there are weights
    first, second, third, fourth = rounds(trainer, 4)
    assert all(np.array_equal(met, weights_of("icecult")) for met in referee.met)  # type: ignore[arg-type]
    assert [entry["passed"] for entry in trainer.log] == [False, True, False, True]  # the best is who won most
    assert not any(np.array_equal(a, b) for a, b in ((first, second), (second, third), (third, fourth)))
    assert trainer.best is not None
    assert np.array_equal(trainer.best, fourth)
    assert load(tmp_path / BEST, "icecult")[1]["against"] == "weights.npz"


@needs_torch
def test_a_run_in_a_league_is_measured_by_itself_and_says_whom_it_met(tmp_path: Path) -> None:
    shipped = games.manifest("icecult").file("weights")
    assert shipped is not None
    referee = Referee(0.6, 0.6)
    trainer = Trainer(replace(brief(tmp_path), players=(2,), begin_with=shipped, league=(shipped,)), workers=referee)
    first, _ = rounds(trainer, 2)
    assert np.array_equal(referee.met[1], first)  # type: ignore[arg-type]  # it is a network
    assert load(tmp_path / BEST, "icecult")[1]["league"] == ["weights.npz"]


@needs_torch
def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    plan = brief(tmp_path)
    rounds(Trainer(plan, workers=Referee(0.7, 0.2)), 2)
    told: list[str] = []
    trainer = Trainer(plan, Tell(round=told.append), Referee(0.9))
    assert told == ["Going on after round 2."]
    assert trainer.best is not None
    best, about = load(tmp_path / BEST, "icecult")
    assert np.array_equal(trainer.best, best)
    assert (about["game"], about["rules"], about["rounds"]) == ("icecult", {}, 1)
    (after,) = rounds(trainer, 1)
    assert [entry["round"] for entry in trainer.log] == [1, 2, 3]
    assert told[-1].startswith("round 3: ")
    assert "gate 90.0% passed" in told[-1]
    assert np.allclose(load(tmp_path / run.LATEST, "icecult")[0], after, atol=1e-2)


@needs_torch
def test_samples_and_the_optimiser_are_there_again_when_a_run_goes_on(tmp_path: Path) -> None:
    first = Trainer(brief(tmp_path), workers=Referee(0.7, 0.7))
    rounds(first, 2)
    (tmp_path / "samples-000003.npz").write_bytes((tmp_path / "samples-000002.npz").read_bytes())  # of no whole round
    again = Trainer(brief(tmp_path), workers=Referee(0.7))
    assert len(again.data) == len(first.data) == 2
    for one, other in zip(first.data, again.data, strict=True):
        assert all(np.array_equal(one[name], other[name]) for name in one)
    known, wanted = (trainer.learner.optimiser.state_dict()["state"] for trainer in (again, first))
    assert known
    assert all(np.array_equal(known[key]["exp_avg"], wanted[key]["exp_avg"]) for key in wanted)
    rounds(again, 1)
    assert len(list(tmp_path.glob("samples-*.npz"))) == 3


@needs_torch
def test_only_the_newest_samples_are_kept(tmp_path: Path) -> None:
    trainer = Trainer(replace(brief(tmp_path), rows=1), workers=Referee(0.5, 0.5, 0.5))
    rounds(trainer, 3)
    assert [file.name for file in tmp_path.glob("samples-*.npz")] == ["samples-000003.npz"]
    assert len(trainer.data) == 1


@needs_torch
def test_a_network_that_corrects_the_estimate_learns_anew_from_all_samples(tmp_path: Path) -> None:
    trainer = Trainer(replace(brief(tmp_path), game="igluiglu"), workers=Referee(0.5, 0.5))
    rounds(trainer, 2)
    assert trainer.log[1]["rows"] == trainer.log[0]["fresh"] + trainer.log[1]["fresh"]
    once = trainer.learner.learnt()
    data = trainer.learner.tensors(joined(trainer.data))
    trainer.learner.begin_with(random_weights(trainer.heuristics, 1))
    trainer.learner.learn(data, trainer.log[1]["steps"], 32, 1e-3, seed=1)
    assert np.array_equal(trainer.learner.learnt(), once)  # whatever it knew before


@needs_torch
@pytest.mark.parametrize("game", ["icecult", "igluiglu"])
def test_it_learns_anew_from_the_network_that_the_run_began_with(tmp_path: Path, game: str) -> None:
    begun = replace(brief(tmp_path), game=game, begin_with=games.manifest(game).file("weights"))
    rounds(Trainer(begun, workers=Referee(0.5)), 1)
    again = Trainer(replace(begun, begin_with=None), workers=Referee(0.5))
    rounds(again, 1)
    data, once = again.learner.tensors(joined(again.data)), again.learner.learnt()
    again.learner.begin_with(weights_of(game))  # type: ignore[arg-type]  # there are weights
    again.learner.learn(data, again.log[1]["steps"], 32, 1e-3, seed=1)
    assert np.array_equal(again.learner.learnt(), once)


@needs_torch
def test_learning_ends_with_the_time(tmp_path: Path) -> None:
    learner = Trainer(brief(tmp_path), workers=Referee()).learner
    data = learner.tensors(played(simulations=4))
    assert learner.learn(data, 10**9, 8, 1e-3, 1, time.monotonic())["steps"] == 1
    assert 1 < learner.learn(data, 10**9, 8, 1e-3, 1, time.monotonic() + 0.2)["steps"] < 10**6


@needs_torch
def test_the_rate_rises_and_falls_to_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learner = Trainer(brief(tmp_path), workers=Referee()).learner
    data, step = learner.tensors(played(simulations=4)), learner._step
    rates: list[float] = []

    def watched(data: Any, size: int, rate: float, source: Any) -> Any:
        rates.append(rate)
        return step(data, size, rate, source)

    monkeypatch.setattr(learner, "_step", watched)
    learner.learn(data, 100, 8, 1e-3, 1)
    assert rates.index(max(rates)) == 10
    assert max(rates) == pytest.approx(1e-3)
    assert rates == sorted(rates[:10]) + sorted(rates[10:], reverse=True)
    assert rates[-1] < 2e-5


def test_no_pair_is_begun_when_the_time_is_over() -> None:
    nothing = random_weights(heuristics_of("icecult"), 1)
    task = GateMatch("icecult", nothing, None, simulations=2, pairs=10**9, seed=1, seconds=0)
    assert play_match(task) in {0.0, 0.5, 1.0}  # of one pair


def test_samples_of_different_widths_are_joined() -> None:
    one, two = played(simulations=8, players=(2,)), played(simulations=8, players=(4,))
    whole = joined([one, two])
    assert len(whole["players"]) == len(one["players"]) + len(two["players"])
    row = whole["features"][0]
    assert row[row != NO_ENTRY].tolist() == [number for number in one["features"][0] if number != NO_ENTRY]


@needs_torch
def test_a_run_can_begin_with_a_network_that_is_there(tmp_path: Path) -> None:
    begun = games.manifest("icecult").file("weights")
    referee = Referee(0.4, 0.4)
    plan = replace(brief(tmp_path / "run"), begin_with=begun)
    trainer = Trainer(plan, workers=referee)
    rounds(trainer, 1)
    assert np.array_equal(referee.met[0], weights_of("icecult"))  # type: ignore[arg-type]  # there are weights
    assert np.array_equal(trainer.learner.learnt(), weights_of("icecult"))  # type: ignore[arg-type]  # thrown back
    with pytest.raises(BadOption, match="has a run already"):
        Trainer(plan, workers=referee)
    again = Trainer(replace(plan, begin_with=None), workers=referee)
    assert np.array_equal(again.best, weights_of("icecult"))  # type: ignore[arg-type]  # it goes on with what it has


def test_a_run_whose_log_is_damaged_is_refused_in_a_line(tmp_path: Path) -> None:
    (tmp_path / ROUNDS).write_text('[{"round": 1')
    with pytest.raises(BadOption, match="cannot be read"):
        Trainer(brief(tmp_path))


def test_a_run_that_cannot_begin_leaves_nothing_behind(tmp_path: Path) -> None:
    plan = replace(brief(tmp_path / "run"), begin_with=tmp_path / "missing.npz")
    with pytest.raises(BadWeights, match="missing"):
        Trainer(plan)
    assert not plan.folder.exists()


@needs_torch
def test_it_is_told_what_is_being_done(tmp_path: Path) -> None:
    stages: list[str] = []
    Trainer(brief(tmp_path), Tell(stage=stages.append), LocalThreads(1)).run()
    assert stages[:3] == ["round 1: playing", "round 1: learning", "round 1: matches against the best so far"]


def test_ray_is_asked_for_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    workers._ray.cache_clear()
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match="--ray needs Ray; install it with: pip install"):
        workers.RayCluster("local")


def test_a_ray_cluster_plays_the_same_games() -> None:
    pytest.importorskip("ray")
    task = SelfPlay("icecult", None, simulations=4, seconds=0, seed=3, players=(2,))
    (there,) = workers.RayCluster("local", most=1).map(play_games, [task])
    here = play_games(task)
    assert all(np.array_equal(here[name], there[name]) for name in here)


def test_a_run_needs_a_game_that_exists(tmp_path: Path) -> None:
    from floe.cli.app import run  # noqa: PLC0415  # the command line is not needed by the others

    assert run(["train", "chess", "--folder", str(tmp_path)]) == 2


def test_an_attack_has_no_league(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from floe.cli.app import run  # noqa: PLC0415  # the command line is not needed by the others

    both = ["--against", "shipped", "--league", "shipped"]
    assert run(["train", "icecult", "--folder", str(tmp_path / "run"), *both]) == 2
    assert "leave --league out" in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("players", "why"), [("two", "numbers such as"), ("1,2", "2 to 4 players"), ("", "numbers such as")]
)
def test_a_run_needs_numbers_of_players(
    players: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from floe.cli.app import run  # noqa: PLC0415  # the command line is not needed by the others

    assert run(["train", "icecult", "--folder", str(tmp_path), "--players", players]) == 2
    assert why in " ".join(capsys.readouterr().err.split())


def test_a_run_needs_a_network_that_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from floe.cli.app import run  # noqa: PLC0415  # the command line is not needed by the others

    assert run(["train", "connectfour", "--folder", str(tmp_path), "--from", "shipped"]) == 2
    assert "no network comes with Connect Four; leave --from out" in " ".join(capsys.readouterr().err.split())
    assert run(["train", "connectfour", "--folder", str(tmp_path), "--against", "shipped"]) == 2
    assert "no network comes with Connect Four; leave --against out" in " ".join(capsys.readouterr().err.split())
