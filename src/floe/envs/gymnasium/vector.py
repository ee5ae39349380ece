"""Many learners' games side by side over the batch kernels: all of a step happens in compiled code, on all cores."""

from __future__ import annotations

import secrets
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from floe.core.batch import OK, Batch, Responding, Setup
from floe.core.errors import BadBatch, shown
from floe.core.integers import checked
from floe.core.randomness import generators
from floe.core.typing import F32Array, F64Array, I64Array
from floe.envs.episode import Episode
from floe.envs.gymnasium.learner import ILLEGAL, check_seat
from floe.envs.gymnasium.opponents import RANDOM, responding
from floe.envs.rendering import check_render_mode, metadata, rendered

Bools = npt.NDArray[np.bool_]
Step = tuple[F32Array, F64Array, Bools, Bools, dict[str, Any]]


class LearnerVectorEnv(VectorEnv[F32Array, Any, Any]):
    """``num_envs`` times what ``LearnerEnv`` is against opponents who play in compiled code.

    They play at random, or ``"greedy"`` in ICE CULT, or in any way that ``Batch.respond`` takes. ``threads`` are all
    cores, or so many. With ``copy`` False each step writes its observations over those of the last, which is quicker.
    Further options are those of ``Episode``.
    """

    def __init__(  # noqa: PLR0913  # what make_vec takes by name
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponent: str | Responding = RANDOM,
        seat: int | None = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        threads: int | None = None,
        copy: bool = True,
        **options: Any,
    ) -> None:
        self.opponents = responding(opponent, game)
        """How the others play, as ``Batch.respond`` takes it. It may be changed between two steps."""
        episode = Episode(game, **options)
        seat = check_seat(seat, episode)
        self.num_envs = num_envs = checked(num_envs, 1, None, "num_envs is a number of games, 1 or more")
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.render_mode = check_render_mode(render_mode, episode.game.manifest)
        self.metadata = metadata(episode.game.manifest) | {"autoreset_mode": self.autoreset_mode}
        self.single_observation_space = spaces.Box(0.0, 1.0, (episode.game.observation_size,), np.float32)
        self.single_action_space = spaces.Discrete(episode.game.n_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seat, self._max_turns, self._players = seat, episode.max_turns, episode.players
        self.seats: I64Array = np.full(num_envs, seat or 0, np.int64)
        """The learner's seat in each game."""
        self.batch = Batch.new(
            episode.game, num_envs, Setup(episode.players, 0, episode.rules, episode.colours), threads
        )
        self._rngs = generators(0, num_envs, "opponents")
        shape = (num_envs, episode.game.observation_size)
        self._observed: F32Array | None = None if copy else np.empty(shape, np.float32)
        self._done: Bools = np.ones(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[F32Array, dict[str, Any]]:
        """Begin new games, everywhere or where ``options["reset_mask"]`` says."""
        where = self._where((options or {}).get("reset_mask"))
        if seed is None and self._np_random is None:
            seed = secrets.randbits(32)
        super().reset(seed=seed)
        if seed is not None:
            self._rngs[where] = generators(seed, self.num_envs, "opponents")[where]
        self._begin(where, seed)
        return self._observe(), self._infos()

    def step(self, actions: Any) -> Step:
        if self._done.any() and self.autoreset_mode is not AutoresetMode.NEXT_STEP:
            where = np.flatnonzero(self._done).tolist()
            raise gymnasium.error.ResetNeeded(f"the episodes of {shown(where)} are over; reset(options=...) them first")
        rewards, terminated, truncated, infos = self._play(actions, self._done)
        if self._done.any() and self.autoreset_mode is AutoresetMode.SAME_STEP:
            infos = self._begin_at_once(infos)
        return self._observe(), rewards, terminated, truncated, infos

    def action_masks(self) -> Bools:
        """Which actions are legal now, a row a game."""
        return self._masks().astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """Every board as the learner's seat sees it."""
        frames = [rendered(s, self.render_mode, int(k)) for s, k in zip(self.batch, self.seats, strict=True)]
        return tuple(frames) if self.render_mode in ("ansi", "rgb_array") else None

    def _observe(self) -> F32Array:
        return self.batch.observe(self.seats, self._observed)

    def _play(self, actions: Any, over: Bools) -> tuple[F64Array, Bools, Bools, dict[str, Any]]:
        """Play an action wherever a game runs, and begin a new one where one was over.

        (Not by ``Batch.advance``: it shows what the next seat sees at once, and here the others answer before that.)
        """
        numbers = np.asarray(actions)
        if numbers.dtype.kind not in "iu" or numbers.shape != (self.num_envs,):
            raise BadBatch(f"actions are {self.num_envs} whole numbers, one a game, not {shown(actions)}")
        numbers = np.where(over, -1, numbers.astype(np.int64))  # -1 is no legal action
        illegal = (self.batch.step(numbers) != OK) & ~over
        if over.any():
            self._begin(over)
        self._respond()
        ended = self.batch.over
        late = ~ended & (self.batch.states["turn"] >= self._max_turns)
        rewards = self.batch.rewards()[np.arange(self.num_envs), self.seats]
        rewards[illegal] = ILLEGAL
        terminated, truncated = ended | illegal, late & ~illegal
        self._done = terminated | truncated
        return rewards, terminated, truncated, self._infos(illegal)

    def _begin_at_once(self, infos: dict[str, Any]) -> dict[str, Any]:
        """Gymnasium's same-step mode: the last observation and info of an episode come in ``infos``."""
        done = self._done.copy()
        last = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(done):
            last[i] = self.batch[int(i)].observe(int(self.seats[i]))
        final = {key: values for key, values in infos.items() if not key.startswith("_")}
        final |= {f"_{key}": done.copy() for key in final}
        self._begin(done)
        after = {"final_obs": last, "_final_obs": done, "final_info": final, "_final_info": done.copy()}
        return self._infos() | after

    def _begin(self, where: Bools, seed: int | None = None) -> None:
        """New games, played on to the learner's first decision. (The others may, if rarely, be done before that.)"""
        self._done = self._done & ~where
        while where.any():
            self.batch.reset(where, seed)
            if self._seat is None:
                self.seats = np.where(where, self.np_random.integers(self._players, size=self.num_envs), self.seats)
            self._respond()
            where, seed = where & self.batch.over, None

    def _respond(self) -> None:
        self.batch.respond(self.seats, self._rngs, self._max_turns, self.opponents)

    def _where(self, mask: Any) -> Bools:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise BadBatch(f"options['reset_mask'] is an array of {self.num_envs} bools, not {shown(mask)}")
        return mask

    def _masks(self) -> npt.NDArray[np.int8]:
        masks = self.batch.masks().view(np.int8)
        masks[self._done] = 0
        return masks

    def _infos(self, illegal: Bools | None = None) -> dict[str, Any]:
        infos: dict[str, Any] = {
            "action_mask": self._masks(),
            "seat": self.seats.copy(),
            "illegal_action": np.zeros(self.num_envs, np.bool_) if illegal is None else illegal,
        }
        return infos | {f"_{key}": np.ones(self.num_envs, np.bool_) for key in infos}
