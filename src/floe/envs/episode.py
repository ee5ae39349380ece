"""One game in progress as the environments need it: numbers in, arrays out. It can be copied and pickled any time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

import floe
from floe.core.arrays import copied
from floe.core.game import NOBODY, State
from floe.core.integers import checked
from floe.core.mutable import IllegalNumber, MutableState
from floe.core.typing import F32Array, U64Array

MAX_TURNS = 300
"""Far more turns than a game takes: without a limit a learner that avoids every end would never get one."""

Mask = npt.NDArray[np.int8]
"""1 for each legal action, 0 for every other; of the kind that ``Discrete.sample`` takes."""


class Episode:
    """A game, how it is set up, and the position reached."""

    def __init__(
        self,
        name: str,
        players: int | None = None,
        rules: Mapping[str, Any] | None = None,
        colours: Sequence[str] | None = None,
        max_turns: int = MAX_TURNS,
    ) -> None:
        self.game = floe.game(name)
        self.players = self.game.check_players(self.game.players[0] if players is None else players)
        self.rules = None if rules is None else dict(rules)
        self.colours = None if colours is None else list(colours)
        self.max_turns = checked(max_turns, 1, 2**32, "max_turns is a number of turns, 1 to 2 ** 32")
        self._position: MutableState
        self.begin(0)  # what cannot be set up is refused at once

    def begin(self, seed: int | str) -> None:
        """A new game, the one that ``Game.new`` gives for this seed."""
        self._position = self.game.new(self.players, seed, self.rules, self.colours).mutable()

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_position": None, "game": self.game.name, "state": self.state}

    def __setstate__(self, stored: dict[str, Any]) -> None:
        state: State = stored.pop("state")
        self.__dict__.update(stored)
        self.game = state.game
        self._position = state.mutable()

    @property
    def state(self) -> State:
        """The position as it is now."""
        state: State = self.game.state(copied(self._position.array))
        return state

    @property
    def to_move(self) -> int | None:
        """The seat that must decide; none when the game is over."""
        seat = int(self._position.array["to_move"].item(0))
        return None if seat == NOBODY else seat

    @property
    def over(self) -> bool:
        return self.to_move is None

    @property
    def out_of_turns(self) -> bool:
        """Whether the limit of turns was reached before the game ended."""
        return not self.over and self._position.array["turn"].item(0) >= self.max_turns

    def rewards(self) -> list[float]:
        """Each seat's reward: ``Outcome.rewards`` when the game is over, nothing before."""
        outcome = self.state.outcome if self.over else None
        return list(outcome.rewards) if outcome else [0.0] * self.players

    def mask(self, seat: int) -> Mask:
        """The legal actions of a seat: none while another seat must decide, or when the game is over."""
        if seat != self.to_move:
            return np.zeros(self.game.n_actions, np.int8)
        return self._position.legal_mask().astype(np.int8)

    def observe(self, seat: int) -> F32Array:
        out = np.empty(self.game.observation_size, np.float32)
        self.game.loops.observation(self._position.array, 0, seat, out)
        return out

    def play(self, action: Any) -> None:
        """Play an action, or refuse it and change nothing."""
        self._position.step(action)

    def try_to_play(self, action: Any) -> bool:
        """Play an action if it is a legal one; return whether it was."""
        try:
            self.play(action)
        except IllegalNumber:
            return False
        return True

    def respond(self, seat: int, rng: U64Array) -> None:
        """Play at random for all others until the seat must decide, the game ends or the turns are over."""
        self._position.respond(seat, rng, self.max_turns)
