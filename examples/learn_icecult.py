"""Train a small network to choose turns in ICE CULT, with MaskablePPO of sb3-contrib, until it beats ``greedy``.

    pip install "floe-games[learn]"
    python examples/learn_icecult.py --minutes 5 --out learnt

It writes ``curve.json``, ``curve.png`` and ``agent.zip`` into the folder that ``--out`` names.

How it learns. In each position some dozens of random turns are proposed (``icecult_turns.py``), and the network chooses
one: it gives each a score, the same network for all of them, and the scores are the logits of a masked policy; the mask
hides turns that lead to the same position as another. The only reward is the result of the game. The opponent is the
machine player ``greedy`` in compiled code, who begins by trying a single turn, that is at random, and tries more
whenever the learner wins more often than it loses.

How it plays. It looks more closely than in training, and takes the turn with the highest score.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from icecult_turns import GAME, VALUES, Bools, Looking, Proposals, actions_of, propose
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from torch import nn

import floe
from floe.core.batch import Responding
from floe.core.randomness import draw32, generators
from floe.core.typing import Document, F32Array, I64Array, States, U64Array
from floe.envs.sb3 import GymnasiumVecEnv
from floe.games.icecult.greedy import FULL_EFFORT, Effort, GreedyOpponents

MAX_TURNS = 300
TRAINING = Looking(turns=300, kept=32, replies=48)
PLAYING = Looking(turns=2000, kept=256, replies=100)

LADDER = (
    Effort(1, 1, 1), Effort(4, 1, 1), Effort(16, 2, 20), Effort(64, 4, 50), Effort(200, 8, 80), Effort(600, 12, 120),
    FULL_EFFORT,
)  # fmt: skip
"""How hard the opponent tries, step by step."""
GAMES_A_STEP = 400
"""So many games decide whether the opponent tries harder from now on."""


class ChoosingTurns(VectorEnv[F32Array, I64Array, Any]):
    """Games against greedy, in the form that Gymnasium has for many at once: an action is the number of a proposal."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as Gymnasium has it

    def __init__(self, games: int, seed: int, looking: Looking = TRAINING) -> None:
        self.num_envs = games
        self.single_observation_space = spaces.Box(0.0, 1.0, (looking.kept * VALUES,), np.float32)
        self.single_action_space = spaces.Discrete(looking.kept)
        self.batch = floe.batch("icecult", games, players=2)
        self.looking = looking
        self.rngs = generators(seed, games)
        self.rng = np.random.default_rng(seed)
        self.seats = np.arange(games, dtype=np.int64) % 2
        self.level = 0
        self.results: list[float] = []
        self.proposals: Proposals

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[F32Array, dict[str, Any]]:
        self.batch.reset()
        return self._next(), {}

    def step(self, actions: I64Array) -> tuple[F32Array, F32Array, Bools, Bools, dict[str, Any]]:
        self.batch.states[:] = self.proposals.ends[np.arange(self.num_envs), actions]
        self._opponents_play()
        done = self.batch.over | (self.batch.states["turn"] >= MAX_TURNS)
        rewards = self.batch.rewards()[np.arange(self.num_envs), self.seats].astype(np.float32)
        self.results += rewards[done].tolist()
        self.seats = np.where(done, 1 - self.seats, self.seats)
        self.batch.reset(done)
        nothing = np.zeros((self.num_envs, self.looking.kept * VALUES), np.float32)
        return self._next(), rewards, done, np.zeros_like(done), {"final_obs": nothing, "_final_obs": done}

    def action_masks(self) -> Bools:
        """Which proposals lead to a position that no earlier one leads to."""
        return self.proposals.mask

    def _next(self) -> F32Array:
        """What the learner can choose among, after the opponents' first turns where games have just begun."""
        self._opponents_play()
        self.proposals = propose(self.batch.states, self.looking, int(self.rng.integers(2**62)))
        return self.proposals.values.reshape(self.num_envs, -1)

    def _opponents_play(self) -> None:
        if len(self.results) >= GAMES_A_STEP:
            self.level = min(self.level + int(np.mean(self.results) > 0), len(LADDER) - 1)
            self.results = []
        self.batch.respond(self.seats, self.rngs, MAX_TURNS, GreedyOpponents(LADDER[self.level]))


class Scores(nn.Module):
    """A score for each proposal; and for the critic, what the best and the average of them have in them."""

    def __init__(self, proposals: int, hidden: int = 64) -> None:
        super().__init__()
        self.latent_dim_pi, self.latent_dim_vf = proposals, 2 * hidden
        self.actor = nn.Sequential(
            nn.Linear(VALUES, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1)
        )
        self.critic = nn.Sequential(nn.Linear(VALUES, hidden), nn.ReLU())

    def forward_actor(self, told: Any) -> Any:
        return self.actor(told.reshape(len(told), -1, VALUES)).squeeze(-1)

    def forward_critic(self, told: Any) -> Any:
        each = self.critic(told.reshape(len(told), -1, VALUES))
        return torch.cat([each.amax(1), each.mean(1)], dim=1)

    def forward(self, told: Any) -> Any:
        return self.forward_actor(told), self.forward_critic(told)


class TurnPolicy(MaskableActorCriticPolicy):
    """The scores are the logits, as they are."""

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = Scores(int(self.action_space.n))

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


@dataclass
class Agent:
    """The trained network as a machine player (``floe.bots.bot.Bot``), so that it can sit wherever those can."""

    policy: Any
    plan: dict[bytes, str] = field(default_factory=dict)

    def choose(self, view: Document, actions: Sequence[str], rng: U64Array) -> str:
        state = GAME.from_dict(view)
        if state.array.tobytes() not in self.plan:
            proposals, best = self.best_turns(state.array, int(draw32(rng)))
            self.plan = {}
            for number in actions_of(state.array, proposals.rngs[0, best[0]].reshape(1, 1).copy()):
                self.plan[state.array.tobytes()] = state.action_text(number)
                state = state.play(state.action_text(number))
            state = GAME.from_dict(view)
        return self.plan[state.array.tobytes()]

    def best_turns(self, states: States, seed: int) -> tuple[Proposals, I64Array]:
        """For each position the proposals and the number of the best."""
        proposals = propose(states, PLAYING, seed)
        with torch.no_grad():
            told = torch.as_tensor(proposals.values.reshape(len(states), -1))
            scores = self.policy.mlp_extractor.forward_actor(told).numpy()
        best: I64Array = np.where(proposals.mask, scores, -np.inf).argmax(axis=1)
        return proposals, best


def score(agent: Agent, opponents: Responding | None, games: int, seed: int) -> float:
    """The agent's mean part of the win in so many games, in half of them at seat 0. All are played side by side."""
    batch, seats = floe.batch("icecult", games, players=2), np.arange(games) % 2
    rngs, rng = generators(seed, games), np.random.default_rng(seed)
    while True:
        batch.respond(seats, rngs, MAX_TURNS, opponents)
        running = np.flatnonzero(~batch.over & (batch.states["turn"] < MAX_TURNS))
        if not len(running):
            break
        for some in np.array_split(running, -(-len(running) // 16)):  # a few at a time: each tries many turns
            proposals, best = agent.best_turns(batch.states[some], int(rng.integers(2**62)))
            batch.states[some] = proposals.ends[np.arange(len(some)), best]
    return float(np.where(batch.over, batch.shares()[np.arange(games), seats], 0.5).mean())


class Progress(BaseCallback):
    """Measures the agent now and then, and stops when the time is over.

    Time is the processor time that training gets, so that a busy machine learns later and not less.
    """

    def __init__(self, env: ChoosingTurns, minutes: float, rounds: int, games: int) -> None:
        super().__init__()
        self.env, self.seconds, self.rounds, self.games = env, minutes * 60, rounds, games
        self.points: list[dict[str, float]] = []
        self.trained, self._since = 0.0, time.process_time()

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        if self.trained_until_now() >= len(self.points) * self.seconds / self.rounds:
            self.measure(self.games)

    def trained_until_now(self) -> float:
        now = time.process_time()
        self.trained, self._since = self.trained + now - self._since, now
        return self.trained

    def measure(self, games: int) -> None:
        """A point of the curve. The time it takes does not count as training."""
        minutes, agent = self.trained_until_now() / 60, Agent(self.model.policy)
        point = {"minutes": round(minutes, 2), "turns": self.num_timesteps, "level": self.env.level, "games": games}
        for name, opponents in (("random", None), ("greedy", GreedyOpponents())):
            point[f"against {name}"] = round(score(agent, opponents, games, self.num_timesteps), 4)
        self.points.append(point)
        print(json.dumps(point), flush=True)
        self._since = time.process_time()


def train(minutes: float, rounds: int, games: int, seed: int = 1, envs: int = 64, steps: int = 32) -> Progress:
    """Learn for so many minutes, and measure with so many games each time, ``rounds`` times; with more at the end."""
    env = ChoosingTurns(envs, seed)
    model = MaskablePPO(
        TurnPolicy, GymnasiumVecEnv(env), n_steps=steps, batch_size=envs * steps // 4, n_epochs=4, learning_rate=1e-3,
        gamma=0.99, gae_lambda=0.9, ent_coef=0.01, policy_kwargs={"ortho_init": False}, seed=seed, device="cpu",
    )  # fmt: skip
    progress = Progress(env, minutes, rounds, games)
    while progress.trained_until_now() < progress.seconds:
        model.learn(envs * steps, callback=progress, reset_num_timesteps=False)
    progress.measure(4 * games)
    return progress


def plot(points: list[dict[str, float]], file: Path) -> None:
    import matplotlib.pyplot as plt  # noqa: PLC0415  # only the plot needs it

    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    minutes = [point["minutes"] for point in points]
    for name in ("against random", "against greedy"):
        shares = np.array([point[name] for point in points])
        margins = [1.96 * (s * (1 - s) / p["games"]) ** 0.5 for s, p in zip(shares, points, strict=True)]
        axes.errorbar(minutes, shares, margins, fmt="o-", capsize=3, label=name)
    axes.axhline(0.5, color="grey", linewidth=0.8)
    axes.set(xlabel="minutes of training (processor time)", ylabel="part of the win", ylim=(-0.02, 1.02))
    axes.set_title("Learning to choose turns in ICE CULT")
    axes.legend(loc="lower right")
    figure.savefig(file, dpi=120)
    plt.close(figure)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Train a small network to choose turns in ICE CULT.")
    parser.add_argument("--minutes", type=float, default=5, help="how long to train, in minutes of processor time")
    parser.add_argument("--rounds", type=int, default=5, help="how often to measure on the way")
    parser.add_argument(
        "--games", type=int, default=100, help="games against each opponent, each time; at the end four times as many"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--envs", type=int, default=64, help="games side by side")
    parser.add_argument("--out", type=Path, default=Path("learnt"), help="the folder to write to")
    chosen = parser.parse_args(arguments)
    torch.set_num_threads(1)  # so small a network is not worth more, and threads that wait for each other are slow
    chosen.out.mkdir(parents=True, exist_ok=True)
    progress = train(chosen.minutes, chosen.rounds, chosen.games, chosen.seed, chosen.envs)
    progress.model.save(chosen.out / "agent.zip")
    (chosen.out / "curve.json").write_text(json.dumps(progress.points, indent=1) + "\n", encoding="utf-8")
    plot(progress.points, chosen.out / "curve.png")


if __name__ == "__main__":
    main()
