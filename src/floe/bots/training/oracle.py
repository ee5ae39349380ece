"""A double oracle: attack the newest network, find an answer to the attack, and so on, so that it gets hard to study.

A network that learns from itself, or from one attack, knows the answers to the lines that it has seen, and the next
attack finds others. So the answer to an attack is sought among all networks and attacks so far.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from floe.bots.search.network import Weights, load
from floe.bots.training.folder import BEST, STEPS, Folder, Plan
from floe.bots.training.learning import Learner, joined
from floe.bots.training.run import Tell
from floe.bots.training.workers import GateMatch, LocalThreads, SelfPlay, Workers, play_games, play_match
from floe.core.errors import BadOption
from floe.core.randomness import Deal

_SEEDS = 2**62
_TORCH_SEEDS = 2**31
_ATTACK_ROUNDS, _ANSWER_ROUNDS = 3, 2
_LONGER = 1.4
"""A round of the answer against one of the attack."""
_SLOWER = 0.3
"""From round to round an attack learns slower by this part of the first rate."""
_LESS_THOUGHT = 5 / 8
"""Simulations in the games that do not begin as usual, against those in the others."""
_GATE_GAMES = 160
_STEP = 9
"""Rounds of an attack that a whole step takes as long as, learning and matches included."""


class DoubleOracle:
    """A run and its folder.

    A step is an attack and an answer. The attack begins as a copy of the newest network and learns from games against
    it from the usual start, at tables of the first of the plan's numbers of players. The answer begins with the mean of
    the weights of both, learns from the newest samples, those of attacks included, and plays: half of its games from
    the usual start, half from those that there is something else to learn from; every other game against one of all
    networks and attacks so far. After each round it learns anew from that mean. It is the next network.

    ``best.npz`` is the newest network, ``network-N.npz`` and ``attack-N.npz`` are those of each step, ``steps.json``
    has an entry for each. Run again on the same folder, it goes on from there.
    """

    def __init__(self, plan: Plan, tell: Tell | None = None, workers: Workers | None = None) -> None:
        self.plan, self.tell = plan, tell or Tell()
        self.workers = workers or LocalThreads()
        self.folder = Folder(plan, STEPS)
        self.heuristics = self.folder.heuristics
        self.others = [load(file, plan.game)[0] for file in plan.league]
        self.networks, self.attacks = self._resume() if self.folder.begun else self._begin()
        self.deal = Deal(plan.seed + len(self.folder.log), "double oracle")
        self.learner = Learner(self.heuristics, self.networks[-1])
        self.data = self.folder.kept()
        """The samples of each step that is learnt from, and of each part of the one being done."""

    def _begin(self) -> tuple[list[Weights], list[Weights]]:
        if self.plan.begin_with is None:
            raise BadOption("a double oracle begins with a network; name it after --from")
        first, _ = load(self.plan.begin_with, self.plan.game)
        self.plan.folder.mkdir(parents=True, exist_ok=True)
        self._save("network-0.npz", first)
        self._save(BEST, first)
        self.folder.write_log()
        return [first], []

    def _resume(self) -> tuple[list[Weights], list[Weights]]:
        if self.plan.begin_with is not None:
            raise BadOption(f"{self.plan.folder} has a run already, which goes on with its own network")
        done = len(self.folder.log)
        self.tell.round(f"Going on after step {done}.")
        networks = [load(self.plan.folder / f"network-{number}.npz", self.plan.game)[0] for number in range(done + 1)]
        attacks = [load(self.plan.folder / f"attack-{number + 1}.npz", self.plan.game)[0] for number in range(done)]
        return networks, attacks

    def run(self) -> Weights:
        """Take steps until there is no time for another; return the newest network."""
        until = time.monotonic() + self.plan.minutes * 60
        took = 0.0
        while took == 0 or until - time.monotonic() > took:
            begun = time.monotonic()
            self.step(min(self.plan.round_seconds, (until - begun) / _STEP))
            took = time.monotonic() - begun
        return self.networks[-1]

    def step(self, seconds: float) -> None:
        """An attack and an answer, with rounds of so many seconds."""
        begun, before = time.monotonic(), len(self.data)
        number, newest = len(self.folder.log) + 1, self.networks[-1]
        self.tell.stage(f"step {number}: the attack")
        attack, attacked = self._attack(newest, seconds)
        share = self._match(attack, newest)
        self.attacks.append(attack)
        self.tell.stage(f"step {number}: the answer")
        answer, answered = self._answer(np.mean((newest, attack), axis=0), seconds * _LONGER)
        self.networks.append(answer)
        entry: dict[str, Any] = {"step": number, "games": attacked + answered, "attack": share}
        self.tell.stage(f"step {number}: matches")
        entry |= {"answer_to_attack": self._match(answer, attack), "answer_to_network": self._match(answer, newest)}
        self.data[before:] = [joined(self.data[before:])]
        self.folder.keep(self.data[-1])
        self._forget()
        entry["seconds"] = round(time.monotonic() - begun, 1)
        self.folder.log.append(entry)
        self._save(f"attack-{number}.npz", attack)
        self._save(f"network-{number}.npz", answer)
        self._save(BEST, answer)
        self.folder.write_log()
        self.tell.round(_line(entry))

    def _attack(self, newest: Weights, seconds: float) -> tuple[Weights, int]:
        """A network that has learnt to beat the newest one, and in how many games."""
        plan, begun, games = self.plan, len(self.data), 0
        self.learner.begin_with(newest)
        for number in range(_ATTACK_ROUNDS):
            plays = self.learner.learnt()
            games += self._play(lambda _, plays=plays: self._game(plays, seconds, usual=True, against=newest))
            data = self.learner.tensors(joined(self.data[begun:]))
            steps = max(50, int(plan.passes * len(self.data[-1]["players"]) / plan.batch))
            self.learner.learn(data, steps, plan.batch, plan.rate * (1 - _SLOWER * number), self._torch_seed())
        return self.learner.learnt(), games

    def _answer(self, first: Weights, seconds: float) -> tuple[Weights, int]:
        """What learns from all of that, beginning with these weights, and from how many games of its own."""
        newest = self.attacks[-2:] + self.attacks[-1:]  # met more often than older ones
        rivals = (*self.others, *self.networks, *self.attacks, *newest)
        games = 0
        self._learn_anew(first)
        for _ in range(_ANSWER_ROUNDS):
            plays = self.learner.learnt()
            games += self._play(
                lambda core, plays=plays: self._game(plays, seconds, usual=core % 2 == 0, league=rivals)
            )
            self._learn_anew(first)
        return self.learner.learnt(), games

    def _game(self, plays: Weights, seconds: float, *, usual: bool, **rivals: Any) -> SelfPlay:
        """What a core is to play."""
        plan = self.plan
        simulations = plan.simulations if usual else max(2, int(plan.simulations * _LESS_THOUGHT))
        players = plan.players[:1] if usual else plan.players
        seed = self.deal.below(_SEEDS)
        return SelfPlay(plan.game, plays, simulations, seconds, seed, players, usual=usual, **rivals)

    def _play(self, task: Any) -> int:
        """All cores play; what they saw joins the samples. Return the number of games."""
        parts = self.workers.map(play_games, [task(core) for core in range(self.workers.size)])
        games: int = sum(part.pop("games") for part in parts)
        self.data.append(joined(parts))
        return games

    def _learn_anew(self, first: Weights) -> None:
        """Learn from all samples that are kept, beginning with these weights."""
        plan = self.plan
        newest, rows = [], 0
        for part in reversed(self.data):
            newest.append(part)
            rows += len(part["players"])
            if rows >= plan.rows:
                break
        steps = max(50, int(plan.passes_anew * rows / plan.batch))
        self.learner.begin_with(first)
        self.learner.learn(self.learner.tensors(joined(newest)), steps, plan.batch, plan.rate, self._torch_seed())

    def _forget(self) -> None:
        while sum(len(part["players"]) for part in self.data[1:]) >= self.plan.rows:
            self.data.pop(0)
            self.folder.forget_oldest()

    def _match(self, one: Weights, other: Weights) -> float:
        """The part of the games from the usual start that the first wins."""
        plan = self.plan
        pairs = -(-min(_GATE_GAMES, plan.gate_games) // (2 * self.workers.size))
        tasks = [
            GateMatch(plan.game, one, other, plan.simulations, pairs, seed, players=plan.players[:1], usual=True)
            for seed in [self.deal.below(_SEEDS) for _ in range(self.workers.size)]
        ]
        return float(np.mean(self.workers.map(play_match, tasks)))

    def _torch_seed(self) -> int:
        return self.deal.below(_TORCH_SEEDS)

    def _save(self, name: str, weights: Weights) -> None:
        self.folder.save(name, weights, steps=len(self.folder.log))


def _line(entry: dict[str, Any]) -> str:
    """A step in one line."""
    return (
        f"step {entry['step']}: {entry['games']} games; the attack won {entry['attack']:.1%}; the answer "
        f"{entry['answer_to_attack']:.1%} against it, {entry['answer_to_network']:.1%} against the network before, "
        f"{entry['seconds']:.0f} s"
    )
