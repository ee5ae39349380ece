"""A game in turns (AEC): the agent that is selected is the one that must decide."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from floe.envs.pettingzoo.seated import Agent, Observation, Seated

ILLEGAL = -1.0
"""The reward of whoever plays an action that is not legal."""


class TurnEnv(Seated, AECEnv[Agent, Observation, Any]):
    """One game after the other. It keeps its game when it is copied or pickled."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. There are no ``options``."""
        self._begin(seed)
        self.rewards = self._for_all(0.0)
        self._cumulative_rewards = self._for_all(0.0)
        self.terminations = self._for_all(False)
        self.truncations = self._for_all(False)
        self.infos = {agent: {} for agent in self.agents}
        self.__dict__.pop("_skip_agent_selection", None)  # left over where a game was not cleared away to its end
        self._select()

    def step(self, action: Any) -> None:
        """Play an action, which must be legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.episode.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._rewards()
        self.terminations = self._for_all(self.episode.over)
        self.truncations = self._for_all(self.episode.out_of_turns)
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """The agent that must decide; when the game is over all are asked once more, the first one first."""
        self.agent_selection = self.possible_agents[self.episode.to_move or 0]
