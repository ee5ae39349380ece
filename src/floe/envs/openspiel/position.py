"""The position inside an OpenSpiel state: a record, changed in place, and what is asked of it again and again.

OpenSpiel clones a state by a deep copy of its attributes and saves it by pickling them, so both are made quick here.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
import pyspiel

import floe
from floe.core.arrays import copied
from floe.core.game import NOBODY, Game, State
from floe.core.mutable import IllegalNumber
from floe.core.typing import States

TERMINAL = int(pyspiel.PlayerId.TERMINAL)
CHANCE = int(pyspiel.PlayerId.CHANCE)


class Position:
    """One record of a game and who is to act. Of what it holds besides the record, nothing is changed in place."""

    def __init__(self, game: Game[Any], records: States) -> None:
        self.game = game
        self.array = records
        self.player = _player(records)
        """The seat that is to act, CHANCE or TERMINAL."""
        self._legal: list[int] | None = None

    @property
    def over(self) -> bool:
        return self.player == TERMINAL

    def legal(self) -> list[int]:
        """The legal actions of the seat to move, in ascending order. The list is shared: do not change it."""
        if self._legal is None:
            buffer = np.empty(self.game.loops.max_legal, np.int32)
            self._legal = buffer[: self.game.loops.legal(self.array, 0, buffer)].tolist()
        return self._legal

    def check(self, action: int) -> None:
        """Refuse a number that is no legal action, before it reaches the kernel."""
        if action not in self.legal():
            raise IllegalNumber(f"action {action} cannot be played: it is not legal here")

    def apply(self, action: int) -> None:
        """Play an action, or refuse it and change nothing."""
        self.check(action)
        self.game.loops.play(self.array, 0, action)
        self.changed()

    def changed(self) -> None:
        """To be called by whoever changed the record."""
        self.player = _player(self.array)
        self._legal = None

    def text(self, action: int) -> str:
        """The written form of a legal action. (A number that is none here has no other form than itself.)"""
        return self.game.action_texts(self.array, [action])[0] if action in self.legal() else f"#{action}"

    def state(self) -> State:
        """The same position as Floe's own immutable state."""
        state: State = self.game.state(copied(self.array))
        return state

    def utilities(self) -> list[float]:
        """What the game pays each seat, nothing while it runs."""
        outcome = self.state().outcome
        return list(outcome.rewards) if outcome else [0.0] * int(self.array["players"].item(0))

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.array = copied(self.array)
        return other

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"game": self.game.name, "records": self.array.tobytes(), "_legal": None}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.__dict__.update(saved)
        self.game = floe.game(saved["game"])
        self.array = np.frombuffer(bytearray(saved["records"]), self.game.dtype)


def _player(records: States) -> int:
    seat = int(records["to_move"].item(0))
    return TERMINAL if seat == NOBODY else seat


def least_utility(players: int) -> float:
    """What a seat gets that has no part in the win (see ``Outcome.rewards``)."""
    return -1 / (players - 1)
