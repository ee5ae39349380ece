"""Train a small network to play ICE CULT, with MaskablePPO of sb3-contrib, and measure it against the machine players.

    pip install "floe[learn]"
    python examples/learn_icecult.py --minutes 10 --out learnt

It writes ``curve.json``, ``curve.png`` and ``agent.zip`` into the folder that ``--out`` names.

How it learns. Many games are played side by side in one ``floe.batch``. In each of them the learner has one seat, and
the other is played by the learner itself as it was some time ago (by a random player to begin with). What is legal
comes as a mask, so the network never has to learn the rules. A win comes after some hundred decisions, too late to
learn from quickly; so every decision is also rewarded for the way that it brings the own pawns forward, against that of
the opponent's. This is shaping by a potential (Ng, Harada, Russell 1999): added up over a game it is the same whatever
was played, so it does not change which play is best.

How it plays. ``policy`` just draws from the network's probabilities. ``policy + critic`` draws some dozens of whole
turns from them and takes the one after which the network's own critic thinks least of the opponent's chances.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

import floe
from floe.bots.registry import bot
from floe.core.batch import Batch
from floe.core.game import State
from floe.core.randomness import generator, generators

GAME = floe.game("icecult")
MAX_TURNS = 300
WAY = 0.05
"""What a step of one pawn more than the opponent's is worth, where winning is worth 1."""
GAMMA = 0.995
TURNS_TRIED = 48

Floats = npt.NDArray[np.float32]


def lead(observations: Floats) -> Floats:
    """The potential: the way of the own pawns less the way of the opponent's, in steps, times ``WAY``."""
    standing = 5 * GAME.encoding.part(observations, "paths")  # game, path, space, colour: the own one first
    ways = (standing.sum(axis=1) * np.arange(1, 10)[:, None]).sum(axis=1)  # a pawn on space 3 has made 3 steps
    ways += 5 * 6 * GAME.encoding.part(observations, "home")  # and one at home all six
    own_lead: Floats = (WAY * (ways[:, 0] - ways[:, 1])).astype(np.float32)
    return own_lead


@torch.no_grad()
def drawn(policy: Any, observations: Floats, masks: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """An action for each row, drawn from the policy's probabilities."""
    distribution = policy.get_distribution(torch.as_tensor(observations), action_masks=masks)
    actions: npt.NDArray[np.int64] = distribution.get_actions().numpy()
    return actions


class SelfPlay(VecEnv):
    """Games between the learner and a former self, as Stable-Baselines3 wants to see them."""

    def __init__(self, games: int, seed: int) -> None:
        observed = spaces.Box(0.0, 1.0, (GAME.observation_size,), np.float32)
        super().__init__(games, observed, spaces.Discrete(GAME.n_actions))
        self.batch = floe.batch("icecult", games, players=2)
        self.opponent: Any = None
        """The policy of the former self; None plays at random."""
        self.rngs = generators(seed, games)
        self.rng = np.random.default_rng(seed)
        self.seats = np.arange(games, dtype=np.int64) % 2
        self.leads = np.zeros(games, np.float32)
        self.actions = np.zeros(games, np.int64)

    def reset(self) -> Floats:
        self.batch.reset()
        self._opponents_play()
        observations: Floats = self.batch.observe(self.seats)
        self.leads = lead(observations)
        return observations

    def step_async(self, actions: npt.NDArray[np.int64]) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[Floats, Floats, npt.NDArray[np.bool_], list[dict[str, Any]]]:
        self.batch.step(self.actions)
        self._opponents_play()
        over = self.batch.over
        late = ~over & (self.batch.states["turn"] >= MAX_TURNS)
        done = over | late
        observations: Floats = self.batch.observe(self.seats)
        leads = np.where(done, 0, lead(observations))  # a potential ends at 0
        rewards = self.batch.rewards()[np.arange(len(done)), self.seats] + GAMMA * leads - self.leads
        infos: list[dict[str, Any]] = [{} for _ in range(len(done))]
        if done.any():
            for i in np.flatnonzero(done):
                infos[i] = {"terminal_observation": observations[i].copy(), "TimeLimit.truncated": bool(late[i])}
            self.batch.reset(done)
            self.seats[done] = 1 - self.seats[done]
            self._opponents_play()
            observations = self.batch.observe(self.seats)
            leads = np.where(done, lead(observations), leads)
        self.leads = leads.astype(np.float32)
        return observations, rewards.astype(np.float32), done, infos

    def _opponents_play(self) -> None:
        """Until in every game the learner must decide, or it is over."""
        if self.opponent is None:
            self.batch.respond(self.seats, self.rngs, MAX_TURNS)
            return
        while True:
            waiting = (self.batch.to_move == 1 - self.seats) & (self.batch.states["turn"] < MAX_TURNS)
            if not waiting.any():
                return
            actions = np.full(len(self.batch), -1, np.int64)  # -1 is never legal: nothing happens there
            actions[waiting] = drawn(self.opponent, self.batch.observe()[waiting], self.batch.masks()[waiting])
            self.batch.step(actions)

    def env_method(self, method_name: str, *_: Any, **__: Any) -> list[Any]:
        if method_name != "action_masks":
            raise NotImplementedError(method_name)
        return list(self.batch.masks().astype(np.bool_))

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None] * len(self._get_indices(indices))  # what SB3 asks for in vain: render_mode, spec

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError(attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * len(self._get_indices(indices))

    def close(self) -> None:
        pass


@dataclass
class Agent:
    """The trained network as a machine player (``floe.bots.bot.Bot``), so that it can sit wherever those can."""

    policy: Any
    turns: int = 1
    """How many turns are drawn from the policy, for the critic to choose among."""
    plan: dict[bytes, str] = field(default_factory=dict)

    def choose(self, view: Any, actions: Any, rng: Any) -> str:
        state: State = GAME.from_dict(view)
        if len(actions) == 1:
            return str(actions[0])
        if self.turns == 1:
            observation, mask = state.observe(state.to_move or 0), state.legal_mask()
            return state.action_text(int(drawn(self.policy, observation[None], mask[None])[0]))
        if state.records.tobytes() not in self.plan:
            self.plan = self.best_turn(state)
        return self.plan[state.records.tobytes()]

    def best_turn(self, state: State) -> dict[bytes, str]:
        """Of many turns drawn from the policy the one that leaves the opponent the least: what to play where."""
        seat, turn = state.to_move or 0, state.turn
        batch = Batch.of(state, self.turns)
        played: list[npt.NDArray[np.int64]] = []
        while (running := ~batch.over & (batch.states["turn"] == turn)).any():
            actions = np.full(len(batch), -1, np.int64)
            actions[running] = drawn(self.policy, batch.observe()[running], batch.masks()[running])
            batch.step(actions)
            played.append(actions)
        observations = batch.observe(1 - seat)
        with torch.no_grad():
            values = self.policy.predict_values(torch.as_tensor(observations)).numpy()[:, 0]
        chances = np.where(batch.over, batch.rewards()[:, 1 - seat] * 100, values + lead(observations))
        best = int(chances.argmin())
        plan = {}
        for number in (int(actions[best]) for actions in played if actions[best] >= 0):
            plan[state.records.tobytes()] = state.action_text(number)
            state = state.play(state.action_text(number))
        return plan


def score(policy: Any, opponent: str, games: int, turns: int, seed: int) -> float:
    """The agent's mean part of the win against a level of the machine players, both seats in turn."""
    total = 0.0
    for number in range(games):
        seat = number % 2
        players = [Agent(policy, turns), bot(opponent, "icecult")]
        rngs = [generator(f"{seed}/{number}/{k}") for k in range(2)]
        state = GAME.new(players=2)
        while not state.over and state.turn < MAX_TURNS:
            who = state.to_move ^ seat
            state = state.play(players[who].choose(state.view(state.to_move), state.legal_actions(), rngs[who]))
        total += state.outcome.shares[seat] if state.outcome else 0.5
    return total / games


class Progress(BaseCallback):
    """Renews the opponent, measures the agent now and then, and stops when the time is over.

    Time is the processor time that training gets, so that a busy machine learns later and not less.
    """

    def __init__(self, env: SelfPlay, minutes: float, rounds: int, games: int) -> None:
        super().__init__()
        self.env, self.seconds, self.rounds, self.games = env, minutes * 60, rounds, games
        self.trained = 0.0
        self.points: list[dict[str, float]] = []
        self.renewed = 0
        self._since = time.process_time()

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        if self.num_timesteps - self.renewed > 200_000:
            self.renewed = self.num_timesteps
            self.env.opponent = self.copy_of_policy()

    def _on_rollout_start(self) -> None:
        if self.trained_until_now() >= len(self.points) * self.seconds / self.rounds:
            self.measure()

    def copy_of_policy(self) -> Any:
        policy: Any = self.model.policy
        copy = type(policy)(**policy._get_constructor_parameters())
        copy.load_state_dict(policy.state_dict())
        copy.set_training_mode(False)
        return copy

    def trained_until_now(self) -> float:
        now = time.process_time()
        self.trained, self._since = self.trained + now - self._since, now
        return self.trained

    def measure(self) -> None:
        """A point of the curve. The time it takes does not count as training."""
        minutes = self.trained_until_now() / 60
        point = {"minutes": round(minutes, 2), "steps": self.num_timesteps}
        for opponent, turns in (("random", 1), ("greedy", 1), ("greedy", TURNS_TRIED)):
            way = "policy" if turns == 1 else "policy + critic"
            point[f"{way}, {opponent}"] = score(self.model.policy, opponent, self.games, turns, self.num_timesteps)
        self.points.append(point)
        print(json.dumps(point), flush=True)
        self._since = time.process_time()


def train(minutes: float, rounds: int, games: int, seed: int = 1, envs: int = 128, steps: int = 64) -> Progress:
    """Learn for so many minutes, and measure ``rounds`` + 1 times with so many games against each opponent."""
    env = SelfPlay(envs, seed)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=steps, batch_size=envs * steps // 4, n_epochs=4, learning_rate=5e-4, gamma=GAMMA,
        ent_coef=0.01, policy_kwargs={"net_arch": [256, 128], "activation_fn": torch.nn.ReLU}, seed=seed, device="cpu",
    )  # fmt: skip
    progress = Progress(env, minutes, rounds, games)
    while progress.trained < progress.seconds:
        model.learn(envs * steps * 4, callback=progress, reset_num_timesteps=False)
        progress.trained_until_now()
    progress.measure()
    return progress


def plot(points: list[dict[str, float]], file: Path, games: int) -> None:
    import matplotlib.pyplot as plt  # noqa: PLC0415  # only the plot needs it

    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    for name in [key for key in points[0] if "," in key]:
        way, opponent = name.split(", ")
        axes.plot([p["minutes"] for p in points], [p[name] for p in points], "o-", label=f"{way} against {opponent}")
    axes.axhline(0.5, color="grey", linewidth=0.8)
    axes.set(
        xlabel="minutes of training (processor time, one core)",
        ylabel=f"part of the win ({games} games a point)",
        ylim=(-0.02, 1.02),
    )
    axes.set_title("Learning ICE CULT")
    axes.legend()
    figure.savefig(file, dpi=120)
    plt.close(figure)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Train a small network to play ICE CULT.")
    parser.add_argument("--minutes", type=float, default=10, help="how long to train, in minutes of processor time")
    parser.add_argument("--rounds", type=int, default=5, help="how often to measure on the way")
    parser.add_argument("--games", type=int, default=40, help="games against each opponent, each time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--envs", type=int, default=128, help="games side by side")
    parser.add_argument("--out", type=Path, default=Path("learnt"), help="the folder to write to")
    chosen = parser.parse_args(arguments)
    torch.set_num_threads(1)  # so small a network is not worth more, and threads that wait for each other are slow
    chosen.out.mkdir(parents=True, exist_ok=True)
    progress = train(chosen.minutes, chosen.rounds, chosen.games, chosen.seed, chosen.envs)
    progress.model.save(chosen.out / "agent.zip")
    (chosen.out / "curve.json").write_text(json.dumps(progress.points, indent=1) + "\n", encoding="utf-8")
    plot(progress.points, chosen.out / "curve.png", chosen.games)


if __name__ == "__main__":
    main()
