"""The whole of training: self-play, learning, gating, over and over, kept so that it can go on later."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from floe.bots.search.network import Weights, load, random_weights
from floe.bots.training.folder import BEST, ROUNDS, Folder, Plan
from floe.bots.training.learning import Learner, joined
from floe.bots.training.progress import Curves
from floe.bots.training.workers import GateMatch, LocalThreads, SelfPlay, Workers, play_games, play_match
from floe.core.errors import BadOption
from floe.core.randomness import Deal

LATEST, FIRST, OPTIMISER = "latest.npz", "first.npz", "optimiser.pt"
_SEEDS = 2**62
_LEAST_SECONDS = 5.0
_PLAYING, _LEARNING = 0.6, 0.6
"""Of the time that is left: how much of it a round may play, and of what is left then how much it may learn."""


@dataclass(frozen=True)
class Tell:
    """Who is told how it goes."""

    stage: Callable[[str], None] = lambda _: None
    """What is being done now."""
    round: Callable[[str], None] = lambda _: None
    """A line for each round that is done."""


class Trainer:
    """A training run and its folder.

    ``best.npz`` is the newest network that passed its gate, ``latest.npz`` the one that is learning, ``rounds.json``
    has an entry for each round, ``samples-*.npz`` are what was played in one, ``optimiser.pt`` is what the optimiser
    knows. Run again on the same folder, it goes on from there.

    A run that began with a network learns anew from that one, ``first.npz``, in each round, and from all samples that
    are kept: so what was learnt by heart of older ones is gone. One that corrects the estimate learns anew in any case,
    from random weights if it began with none. An attack, and a network that began with nothing and judges alone, learn
    on from round to round.
    """

    def __init__(self, plan: Plan, tell: Tell | None = None, workers: Workers | None = None) -> None:
        self.plan, self.tell = plan, tell or Tell()
        self.workers = workers or LocalThreads()
        self.folder = Folder(plan, ROUNDS)
        self.heuristics = self.folder.heuristics
        self.first: Weights | None = None
        """Where learning anew begins, if not with random weights."""
        self.best: Weights | None = None
        """The newest network that passed its gate. Until one has beaten the hand-made estimate there is none, and games
        are judged by the estimate."""
        self.attacked = None if plan.against is None else load(plan.against, plan.game)[0]
        self.league = tuple(load(file, plan.game)[0] for file in plan.league)
        resumes = self.folder.begun
        newest = self._resume() if resumes else self._begin()
        self.deal = Deal(plan.seed + len(self.log), "training")
        self.learner = Learner(self.heuristics, newest)
        if resumes:
            self.learner.remember(plan.folder / OPTIMISER)
        self.data = self.folder.kept()
        """The samples of each round that is learnt from, the newest last."""
        self.curves = Curves(plan.folder)

    @property
    def log(self) -> list[dict[str, Any]]:
        """An entry for each round that is done."""
        return self.folder.log

    def _begin(self) -> Weights:
        if (first := self.plan.begin_with or self.plan.against) is not None:
            self.best, _ = load(first, self.plan.game)
        self.plan.folder.mkdir(parents=True, exist_ok=True)
        if self.best is None:
            return random_weights(self.heuristics, self.plan.seed)
        self._save(BEST, self.best)
        if self.attacked is None:
            self.first = self.best
            self._save(FIRST, self.first)
        return self.best

    def _resume(self) -> Weights:
        if self.plan.begin_with is not None:
            raise BadOption(f"{self.plan.folder} has a run already, which goes on with its own network")
        self.best, self.first = self.folder.load(BEST), self.folder.load(FIRST)
        self.tell.round(f"Going on after round {len(self.log)}.")
        return load(self.plan.folder / LATEST, self.plan.game)[0]

    def run(self) -> Weights | None:
        """Train until the time is over; return the best network, if any passed its gate."""
        until = time.monotonic() + self.plan.minutes * 60
        self._round(until)
        while until - time.monotonic() > _LEAST_SECONDS:
            self._round(until)
        return self.best

    def _round(self, until: float) -> None:
        """Play, learn, and now and then gate, all of it in the time that is left."""
        begun = time.monotonic()
        left = min(1.0, (until - begun) / (self.plan.minutes * 60))
        number = len(self.log) + 1
        self.tell.stage(f"round {number}: playing")
        entry: dict[str, Any] = {"round": number, **self.play(min(self.plan.round_seconds, _PLAYING * (until - begun)))}
        self.tell.stage(f"round {number}: learning")
        now = time.monotonic()
        entry |= self.learn(entry["fresh"], self.plan.rate * (0.2 + 0.8 * left), now + _LEARNING * (until - now))
        if number % self.plan.gate_every == 0:
            rival = "the best so far" if self.attacked is None else "the one to beat"
            self.tell.stage(f"round {number}: matches against {rival}")
            entry |= self.gate(until - time.monotonic())
        entry["seconds"] = round(time.monotonic() - begun, 1)
        self.log.append(entry)
        if self.best is not None and entry.get("passed"):
            self._save(BEST, self.best)
        self._save(LATEST, self.learner.learnt())
        self.learner.keep(self.plan.folder / OPTIMISER)
        self.folder.write_log()
        self.curves.add(entry)
        self.tell.round(_line(entry))

    def play(self, seconds: float) -> dict[str, Any]:
        """All cores play for a while; what they saw joins the samples. Before it is learnt from, it tells what the
        network is worth."""
        plan = self.plan
        plays = self.best if self.attacked is None else self.learner.learnt()
        tasks = [
            SelfPlay(
                plan.game,
                plays,
                plan.simulations,
                seconds,
                self.deal.below(_SEEDS),
                plan.players,
                usual=self.attacked is not None,
                against=self.attacked,
                league=self.league,
            )
            for _ in range(self.workers.size)
        ]
        parts = self.workers.map(play_games, tasks)
        games = sum(part.pop("games") for part in parts)
        new = joined(parts)
        self.folder.keep(new)
        self.data.append(new)
        while sum(len(part["players"]) for part in self.data) > plan.rows and len(self.data) > 1:
            self.data.pop(0)
            self.folder.forget_oldest()
        return {"games": games, "fresh": len(new["players"]), **self.learner.unseen(new)}

    def learn(self, fresh: int, rate: float, until: float) -> dict[str, Any]:
        """Some passes over the samples; more at first, when nothing is known yet."""
        plan, data = self.plan, self.learner.tensors(joined(self.data))
        rows, number = len(data["players"]), len(self.log)
        if self.attacked is None and (self.first is not None or self.heuristics.CORRECTS):
            steps = max(50, int(plan.passes_anew * rows / plan.batch))
            self.learner.begin_with(random_weights(self.heuristics, number) if self.first is None else self.first)
            return {"rows": rows, **self.learner.learn(data, steps, plan.batch, plan.rate, number, until)}
        passes = plan.passes * (3 if self.best is None else 1)
        steps = max(50, int(passes * fresh / plan.batch))
        return {"rows": rows, **self.learner.learn(data, steps, plan.batch, rate, number, until)}

    def gate(self, seconds: float) -> dict[str, Any]:
        """The newest network meets the best so far. If it is worse, it is thrown away and the best learns on.

        An attack is measured by the network that it is made on, and goes on learning however it went.
        """
        plan, newest = self.plan, self.learner.learnt()
        attacks = self.attacked is not None
        pairs = -(-plan.gate_games // (2 * self.workers.size))
        tasks = [
            GateMatch(
                plan.game,
                newest,
                self.attacked if attacks else self.best,
                plan.simulations,
                pairs,
                self.deal.below(_SEEDS),
                seconds,
                tuple(dict.fromkeys(plan.players)),
                usual=attacks,
            )
            for _ in range(self.workers.size)
        ]
        share = float(np.mean(self.workers.map(play_match, tasks)))
        reached = [entry["share"] for entry in self.log if entry.get("passed")] if attacks else []
        passed = share >= max(reached, default=plan.gate_share)
        if passed:
            self.best = newest
        elif self.best is not None and not attacks:
            self.learner.begin_with(self.best)
        return {"share": share, "passed": passed}

    def _save(self, name: str, weights: Weights) -> None:
        self.folder.save(name, weights, rounds=len(self.log))


def _line(entry: dict[str, Any]) -> str:
    """A round in one line."""
    text = (
        f"round {entry['round']}: {entry['games']} games, {entry['fresh']} samples ({entry['rows']} kept), "
        f"loss of value {entry['unseen_value']:.3f}, policy {entry['unseen_policy']:.3f}; {entry['steps']} steps, "
        f"{entry['value']:.3f} and {entry['policy']:.3f}"
    )
    if "share" in entry:
        text += f", gate {entry['share']:.1%} {'passed' if entry['passed'] else 'failed'}"
    return f"{text}, {entry['seconds']:.0f} s"
