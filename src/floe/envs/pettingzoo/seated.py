"""What all PettingZoo environments here share: agents are seats, and each has its spaces, its sight and its seed."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

import numpy as np
from gymnasium import spaces

from floe.core.typing import F32Array
from floe.envs.episode import Episode
from floe.envs.rendering import check_render_mode, rendered

Agent: TypeAlias = str
Observation: TypeAlias = dict[str, Any]
"""``observation`` and ``action_mask``."""


class Seated:
    """Seat i is ``player_<i>``. ``options`` are those of ``Episode``."""

    game: ClassVar[str]
    """The name of the game; each environment has its own."""

    def __init__(self, render_mode: str | None = None, **options: Any) -> None:
        self.episode = Episode(self.game, **options)
        self.render_mode = check_render_mode(render_mode, self.episode.game.manifest)
        self.possible_agents: list[Agent] = [f"player_{seat}" for seat in range(self.episode.players)]
        self.agents: list[Agent] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._random: np.random.Generator | None = None
        actions, values = self.episode.game.n_actions, self.episode.game.observation_size
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (values,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.state_space = spaces.Box(0.0, 1.0, (self.episode.players, values), np.float32)

    def observation_space(self, agent: Agent) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Discrete:
        return self._action_spaces[agent]

    def observe(self, agent: Agent) -> Observation:
        """What the agent knows, and what it may do: nothing while another one must decide."""
        seat = self._seat_of[agent]
        return {"observation": self.episode.observe(seat), "action_mask": self.episode.mask(seat)}

    def state(self) -> F32Array:
        """What all seats together know, for training that may look at everything: the observation of each, a row each.

        (What no seat has seen yet, such as a tile that lies face down, is not in it either.)
        """
        return np.stack([self.episode.observe(seat) for seat in range(self.episode.players)])

    def render(self) -> Any:
        """The board as a spectator sees it."""
        return rendered(self.episode.state, self.render_mode, None)

    def close(self) -> None:
        """There is nothing to release."""

    def _begin(self, seed: int | None) -> None:
        """A new game: with a seed that of ``Game.new``, without one the next of those that the last seed leads to."""
        if seed is not None or self._random is None:
            self._random = np.random.default_rng(seed)
        self.episode.begin(int(self._random.integers(2**63)) if seed is None else int(seed))
        self.agents = self.possible_agents[:]

    def _for_all(self, value: Any) -> dict[Agent, Any]:
        return dict.fromkeys(self.agents, value)

    def _rewards(self) -> dict[Agent, float]:
        return dict(zip(self.possible_agents, self.episode.rewards(), strict=True))
