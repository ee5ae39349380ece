"""One learner at one seat; machine players at the others. What it takes and gives: docs/research/environments.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from floe.core.errors import BadOption
from floe.core.integers import checked
from floe.core.typing import F32Array
from floe.envs.episode import Episode, Mask
from floe.envs.gymnasium.opponents import RANDOM, Company, Opponent, opponents
from floe.envs.rendering import METADATA, check_render_mode, metadata, rendered

ILLEGAL = -1.0
"""The reward for an action that is not legal, which ends the episode."""


def check_seat(seat: object, episode: Episode) -> int | None:
    """The learner's seat, or None where it is drawn."""
    if episode.max_turns < episode.players:
        raise BadOption(f"with max_turns={episode.max_turns} not everybody of {episode.players} has a turn")
    last = episode.players - 1
    return None if seat is None else checked(seat, 0, last, f"the learner's seat is a number from 0 to {last}, or None")


class LearnerEnv(gymnasium.Env[F32Array, Any]):
    """An action is a decision of the learner's; the others' follow before ``step`` answers.

    ``seat`` None means that it is drawn anew for each game. Further options are those of ``Episode``.
    """

    metadata = METADATA

    def __init__(
        self,
        game: str,
        opponent: Opponent | Sequence[Opponent] = RANDOM,
        seat: int | None = 0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.episode = Episode(game, **options)
        seat = check_seat(seat, self.episode)
        self.opponents = opponents(opponent, game, self.episode.players - 1)
        self.metadata = metadata(self.episode.game.manifest)
        self.render_mode = check_render_mode(render_mode, self.episode.game.manifest)
        self.observation_space = spaces.Box(0.0, 1.0, (self.episode.game.observation_size,), np.float32)
        self.action_space = spaces.Discrete(self.episode.game.n_actions)
        self.seat = seat or 0
        self._drawn = seat is None
        self._company: Company
        self._done = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[F32Array, dict[str, Any]]:
        """Begin a new game and play it on to the learner's first decision. There are no ``options``.

        With a seed it is the game that ``Game.new`` gives for it.
        """
        super().reset(seed=seed)
        self._begin(self._number() if seed is None else int(seed))
        while self.episode.over:  # the others may, if rarely, be done before the learner's first turn
            self._begin(self._number())
        self._done = False
        self._show()
        return self.episode.observe(self.seat), self._info()

    def step(self, action: Any) -> tuple[F32Array, float, bool, bool, dict[str, Any]]:
        if self._done:
            raise gymnasium.error.ResetNeeded("the episode is over; reset() begins the next one")
        legal = self.episode.try_to_play(action)
        if legal:
            self._company.respond()
        reward = self.episode.rewards()[self.seat] if legal else ILLEGAL
        terminated = self.episode.over or not legal
        truncated = legal and self.episode.out_of_turns
        self._done = terminated or truncated
        self._show()
        return self.episode.observe(self.seat), reward, terminated, truncated, self._info(illegal=not legal)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, under the name that learners ask for."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """The board as the learner's seat sees it."""
        return rendered(self.episode.state, self.render_mode, self.seat)

    def _begin(self, seed: int) -> None:
        self.episode.begin(seed)
        if self._drawn:
            self.seat = int(self.np_random.integers(self.episode.players))
        self._company = Company(self.opponents, self.episode, self.seat, self._number())
        self._company.respond()

    def _number(self) -> int:
        return int(self.np_random.integers(2**63))

    def _mask(self) -> Mask:
        return np.zeros(self.episode.game.n_actions, np.int8) if self._done else self.episode.mask(self.seat)

    def _info(self, illegal: bool = False) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat, "illegal_action": illegal}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
