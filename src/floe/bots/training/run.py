"""The whole of training: self-play, learning, gating, over and over, kept so that it can go on later."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import floe
from floe.bots.network import Weights, load, random_weights, save
from floe.bots.search.desk import Desk, make_desk
from floe.bots.search.engine import cores, mind_of
from floe.bots.search.judging import BY_ESTIMATE, BY_NETWORK
from floe.bots.training.learning import Learner, as_arrays
from floe.bots.training.selfplay import compile_selfplay, make_samples
from floe.core.game import State
from floe.core.randomness import Deal, generator
from floe.core.typing import States

Tell = Callable[[str], None]
_VARIED = 24


@dataclass(frozen=True)
class Plan:
    """How to train. The defaults suit one machine and an hour or so."""

    game: str
    folder: Path
    minutes: float = 60.0
    threads: int = 0
    simulations: int = 96
    round_seconds: float = 60.0
    rows: int = 1_500_000
    """The newest samples that are learnt from."""
    batch: int = 2048
    passes: float = 1.5
    """How often each new sample is learnt from, on average."""
    gate_games: int = 96
    gate_every: int = 4
    seed: int = 1


def starts(game: str, deal: Deal, players: int) -> States:
    """A first position: usual colours mostly, others now and then."""
    made = floe.game(game)
    if game == "icecult":
        colours = deal.shuffled("yrgb")[:players] if deal.below(3) == 0 else None
        first: State = made.new(players, rules={"stall_limit": 20}, colours=colours)
    else:
        first = made.new(players, seed=deal.below(2**62))
    return first.records


class Trainer:
    """A training run and its folder: ``latest.npz`` (the newest weights), ``best.npz`` (the newest that did not lose to
    the ones before), ``state.json`` (a line for each round). Run again on the same folder, it goes on from the newest.
    """

    def __init__(self, plan: Plan, tell: Tell) -> None:
        self.plan, self.tell = plan, tell
        self.mind = mind_of(plan.game)
        self.kernels = compile_selfplay(self.mind)
        self.threads = plan.threads or cores()
        self.deal = Deal(plan.seed, "training")
        plan.folder.mkdir(parents=True, exist_ok=True)
        self.log: list[dict[str, Any]] = []
        self.best: Weights = random_weights(self.mind, plan.seed)
        self.data: list[dict[str, Any]] = []
        self.round = 0
        self.blank_start = True
        self._resume()
        self.learner = Learner(self.mind, self.best)
        self.desks = [(self._desk(), self._desk()) for _ in range(self.threads)]

    def _resume(self) -> None:
        state = self.plan.folder / "state.json"
        if state.exists():
            self.best, _ = load(self.plan.folder / "latest.npz", self.mind)
            self.log = json.loads(state.read_text())
            self.round = len(self.log)
            self.blank_start = False
            self.deal = Deal(self.plan.seed + self.round, "training")
            self.tell(f"Going on after round {self.round}.")

    def _desk(self) -> Desk:
        nodes = 40 * self.plan.simulations + 1000
        return make_desk(self.mind, nodes, nodes * 40, self.best)

    def _set(self, desk: Desk, weights: Weights, judge_by: int, seed: int) -> Desk:
        buffers: Any = desk.buffers[0]
        buffers["judge_by"], buffers["exploration"], buffers["fpu"] = judge_by, 1.5, 0.1
        buffers["rng"][0] = generator(seed, "training")[0]
        return desk._replace(net=weights)

    def self_play(self, seconds: float) -> dict[str, Any]:
        """All cores play for a while; answers the samples."""
        judge_by = BY_ESTIMATE if self.blank_start else BY_NETWORK
        deadline = time.monotonic() + seconds
        seeds = [self.deal.below(2**62) for _ in range(self.threads)]

        def run(number: int) -> tuple[dict[str, Any], int]:
            desk = self._set(self.desks[number][0], self.best, judge_by, seeds[number])
            deal, games = Deal(seeds[number], "self-play"), 0
            samples = make_samples(self.mind, max(4000, int(seconds * 2000)))
            while time.monotonic() < deadline and samples.used[0] < len(samples.players) - 600:
                start = starts(self.plan.game, deal, (2, 2, 3, 4)[deal.below(4)])
                self.kernels["play_game"](desk, start, self.plan.simulations, _VARIED, samples)
                games += 1
            return as_arrays(samples), games

        with ThreadPoolExecutor(self.threads) as pool:
            parts = list(pool.map(run, range(self.threads)))
        merged: dict[str, Any] = {name: np.concatenate([part[name] for part, _ in parts]) for name in parts[0][0]}
        merged["games"] = sum(games for _, games in parts)
        return merged

    def match(self, one: Weights, other: Weights, games: int, judge_other: int = BY_NETWORK) -> float:
        """The share of two-player games that one network wins against another; seats change, starts are paired."""
        deal = Deal(self.deal.below(2**62), "match")
        pairs = [starts(self.plan.game, deal, 2) for _ in range(games // 2)]
        jobs = [(start, side) for start in pairs for side in (1, 2)]

        def run(number: int) -> float:
            first = self._set(self.desks[number][0], one, BY_NETWORK, number)
            second = self._set(self.desks[number][1], other, judge_other, number + 1000)
            mine = jobs[number :: self.threads]
            play = self.kernels["play_match"]
            return float(sum(play(first, second, start, side, self.plan.simulations) for start, side in mine))

        with ThreadPoolExecutor(self.threads) as pool:
            return sum(pool.map(run, range(self.threads))) / len(jobs)

    def run(self) -> Weights:
        """Train until the time is over."""
        end = time.monotonic() + self.plan.minutes * 60
        gate = self.best
        while time.monotonic() < end:
            begun = time.monotonic()
            new = self.self_play(min(self.plan.round_seconds, max(5.0, end - begun)))
            games = new.pop("games")
            self.data.append(self.learner.tensors(new))
            while sum(len(part["players"]) for part in self.data) > self.plan.rows and len(self.data) > 1:
                self.data.pop(0)
            rows = sum(len(part["players"]) for part in self.data)
            data = {name: self.learner.t.cat([part[name] for part in self.data]) for name in self.data[0]}
            fresh = len(new["players"])
            steps = max(50, int(self.plan.passes * fresh / self.plan.batch) * (3 if self.blank_start else 1))
            left = max(0.0, (end - time.monotonic()) / (self.plan.minutes * 60))
            rate = 2e-4 + 8e-4 * left
            losses = self.learner.learn(data, steps, self.plan.batch, rate, self.round)
            self.best = self.learner.learnt()
            entry = {"round": self.round, "games": games, "fresh": fresh, "rows": rows, "steps": steps, **losses}
            self.blank_start = False
            self.round += 1
            if self.round % self.plan.gate_every == 0:
                entry["gate"] = self.match(self.best, gate, self.plan.gate_games)
                if entry["gate"] >= 0.5:
                    gate = self.best
                    self._save("best.npz", gate)
            entry["seconds"] = round(time.monotonic() - begun, 1)
            self.log.append(entry)
            self._save("latest.npz", self.best)
            (self.plan.folder / "state.json").write_text(json.dumps(self.log, indent=1))
            self.tell(json.dumps({k: round(v, 4) if isinstance(v, float) else v for k, v in entry.items()}))
        return self.best

    def _save(self, name: str, weights: Weights) -> None:
        made = floe.game(self.plan.game)
        about = {"game": self.plan.game, "rules_version": made.rules_version, "rounds": self.round}
        temporary = self.plan.folder / f"new-{name}"
        save(temporary, self.mind, weights, about)
        temporary.replace(self.plan.folder / name)
