"""A game as a tree of actions and outcomes of chance, for programs that walk such a tree (``floe.envs.openspiel``).

``Node`` is all that a game without chance and hidden information needs. A game that has either names a subclass in its
manifest (``openspiel``), which decides each thing at the moment it is revealed, tells who knows what, and deals anew
what a seat cannot know. It overrides the second half of ``Node``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

import numpy as np

from floe.core.arrays import copied
from floe.core.errors import BadOption
from floe.core.game import NOBODY, Game, State
from floe.core.mutable import IllegalNumber
from floe.core.typing import Document, States, U64Array

CHANCE, TERMINAL = -1, -4
"""Who acts where no seat does, by the numbers that OpenSpiel has for them."""
UNBOUNDED = 10**9
"""The longest game, as far as anybody knows who was not told."""

History = list[tuple[int, int]]
"""Who acted, and how: a seat its action, CHANCE its outcome."""


class Node:
    """A position, changed in place, and who is to act. Of what it holds besides the array, nothing is changed in place.

    It can be copied and pickled at any time, and both are quick.
    """

    def __init__(self, game: Game[Any], array: States) -> None:
        self.game = game
        self.array = array
        self.player = _player(array)
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

    def changed(self) -> None:
        """To be called by whoever changed the array."""
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
        return self.__dict__ | {"game": type(self.game), "array": self.array.tobytes(), "_legal": None}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.__dict__.update(saved)
        self.game = saved["game"]()
        self.array = np.frombuffer(bytearray(saved["array"]), self.game.dtype)

    # What a game may say better.

    max_chance_outcomes: ClassVar[int] = 0
    """How many outcomes chance has at most, where it acts."""
    max_chance_nodes: ClassVar[int] = 0
    """How often chance acts in a game at most."""
    private_slices: ClassVar[tuple[str, ...]] = ()
    """The slices of an observation that hold what the seat alone knows, and nothing else."""
    mixed_slices: ClassVar[tuple[str, ...]] = ()
    """The slices that follow from that and from what all know."""

    @classmethod
    def first(cls, game: Game[Any], players: int, rules: Mapping[str, Any]) -> Self:
        """Where a game begins; nothing that is left to chance is decided there."""
        return cls(game, copied(game.new(players, 0, rules).array))

    @classmethod
    def longest_game(cls, players: int, rules: Mapping[str, Any]) -> int:
        """A number of actions that no game exceeds. ``rules`` names every option that is not fixed."""
        return UNBOUNDED

    def apply(self, action: int) -> None:
        """An action of a seat, or an outcome of chance. Refuse what cannot be, and then change nothing."""
        self.check(action)
        self.game.loops.play(self.array, 0, action)
        self.changed()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Where chance acts: its outcomes, and how likely each is."""
        raise BadOption(f"nothing in {self.game.title} is left to chance")

    def chance_text(self, outcome: int) -> str:
        """The written form of an outcome of chance."""
        return f"#{outcome}"

    def document(self) -> Document:
        """All that is decided."""
        return self.game.document(self.array)

    def view(self, seat: int | None) -> Document:
        """What a seat (None: a spectator) sees."""
        return self.game.view(self.array, seat)

    def private(self, seat: int) -> Document:
        """What a seat sees and others do not. Those of two seats have no key in common."""
        return {}

    def open_log(self) -> str | None:
        """All that everybody saw from the beginning; None: the history as it is."""
        return None

    def private_log(self, seat: int) -> str:
        """All that a seat saw and others did not."""
        return ""

    def resampled(self, seat: int, rng: U64Array, history: History) -> tuple[Self, History]:
        """A game that a seat cannot tell from this one, and a history that leads to it.

        It is drawn by the chances of the deal given all that the seat saw, as if the others' choices told nothing of
        what they hide. Where nothing is hidden there is no other than this.
        """
        return self.__deepcopy__({}), history


def _player(array: States) -> int:
    seat = int(array["to_move"].item(0))
    return TERMINAL if seat == NOBODY else seat
