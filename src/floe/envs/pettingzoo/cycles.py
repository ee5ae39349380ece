"""A game in cycles (parallel): in each cycle every agent hands in an action, and that of the one to move is played.

It is the same game for code that expects all agents to act at once. What the others hand in is not looked at.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from pettingzoo import ParallelEnv

from floe.core.integers import checked
from floe.envs.pettingzoo.seated import Agent, Observation, Seated
from floe.envs.pettingzoo.turns import ILLEGAL

MAX_CYCLES = 10_000

Infos: TypeAlias = dict[Agent, dict[str, Any]]
Flags: TypeAlias = dict[Agent, bool]


class CycleEnv(Seated, ParallelEnv[Agent, Observation, Any]):
    """An action that is not legal is not played: it costs its agent a reward of -1, and the cycle passes."""

    def __init__(self, render_mode: str | None = None, max_cycles: int = MAX_CYCLES, **options: Any) -> None:
        super().__init__(render_mode, **options)
        self.max_cycles = checked(max_cycles, 1, None, "max_cycles is a number of cycles, 1 or more")
        self._cycle = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Agent, Observation], Infos]:
        """Begin a new game. There are no ``options``."""
        self._begin(seed)
        self._cycle = 0
        return self._observations(), self._infos()

    def step(
        self, actions: dict[Agent, Any]
    ) -> tuple[dict[Agent, Observation], dict[Agent, float], Flags, Flags, Infos]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        mover = self.possible_agents[self.episode.to_move or 0]
        legal = self.episode.try_to_play(actions.get(mover))
        self._cycle += 1
        rewards = self._rewards()
        if not legal:
            rewards[mover] += ILLEGAL
        terminations = self._for_all(self.episode.over)
        late = self._cycle >= self.max_cycles or self.episode.out_of_turns
        truncations = self._for_all(late and not self.episode.over)
        observations, infos = self._observations(), self._infos()
        if self.episode.over or late:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, terminations, truncations, infos

    def _observations(self) -> dict[Agent, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}

    def _infos(self) -> Infos:
        return {agent: {} for agent in self.agents}
