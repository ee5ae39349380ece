"""A game of IGLU IGLU in which chance acts for itself: each thing is decided when it is revealed.

The record inside is the whole truth as far as there is one yet. Which tile lies where, and which token comes up when,
is undecided until chance acts, and kept in a fixed order meanwhile (``floe.games.igluiglu.chance``). What *is* decided
and not known to all are the tiles in the players' hands.
"""

from __future__ import annotations

import numpy as np

import floe
from floe.core.mutable import IllegalNumber
from floe.core.typing import I64Array, States
from floe.envs.openspiel.position import CHANCE, Position
from floe.games.igluiglu import chance
from floe.games.igluiglu.geography import CELLS
from floe.games.igluiglu.layout import FLIP, GLACIER, KINDS, MELT, MELT_ACTION

GAME = floe.game("igluiglu")

Outcomes = list[tuple[int, float]]
KEPT = "kept"
"""What the others see of a tile that goes into a hand."""


class Unfolding(Position):
    """A position of IGLU IGLU, what chance has to decide in it, and what each seat has seen so far.

    An outcome of chance is a number too: of a tile, its kind (0 is ``fish1``, as in ``KINDS`` without the first); of a
    token, its value less one.
    """

    def __init__(self, records: States) -> None:
        super().__init__(GAME, records)
        self.first_fish = 0
        """How many of the first fish have come up."""
        self.flipped: tuple[int, ...] = ()
        """While chance decides: the cell of the flipped tile, then its kind, then the values of its tokens so far."""
        self.open_log = ""
        """All that everybody saw, one action after the other."""
        self.hand_logs = ("",) * int(records["players"].item(0))
        """For each seat, the tiles that came into its hand and those that left it."""
        self.player = CHANCE

    # What chance decides.

    def chance_text(self, outcome: int) -> str:
        """The written form of an outcome."""
        if len(self.flipped) == 1:
            return KINDS[outcome + 1]
        return ("x" if GLACIER in self.flipped[1:2] else "f") + str(outcome + 1)

    def chance_outcomes(self) -> Outcomes:
        """What can be revealed next, and with what chance."""
        counts = self._unseen().tolist()
        total = sum(counts)
        return [(outcome, n / total) for outcome, n in enumerate(counts) if n]

    def _unseen(self) -> I64Array:
        """How many tiles or tokens there are for each outcome."""
        if len(self.flipped) == 1:
            return chance.unseen_kinds(self.array, 0)[1:]
        if self.flipped and self.flipped[1] == GLACIER:
            return chance.unseen_foxes(self.array, 0)
        counts = chance.unseen_fish(self.array, 0)
        for value in self.flipped[2:]:
            counts[value - 1] -= 1
        return counts

    # What happens.

    def apply(self, action: int) -> None:
        """An action of a seat or an outcome of chance. Refuses what cannot be, and then changes nothing."""
        if self.player == CHANCE:
            if action not in dict(self.chance_outcomes()):
                raise IllegalNumber(f"outcome {action} cannot come up here")
            self._reveal(action)
        else:
            self.check(action)
            self._note(self.text(action))
            if FLIP <= action < MELT_ACTION:
                self.flipped = (action - FLIP,)
                self.player = CHANCE
            else:
                self._play(action)

    def _play(self, action: int) -> None:
        seat = self.player
        kind = chance.play(self.array, 0, action)
        if kind:
            self._note_hand(seat, f"-{KINDS[kind]}")
        self.changed()

    def _reveal(self, outcome: int) -> None:
        if not self.flipped:
            self._reveal_first_fish(outcome + 1)
            return
        shown = self.chance_text(outcome)
        if len(self.flipped) == 1 and outcome + 1 >= MELT:
            self._note_hand(int(self.array["owner"].item(0)), f"+{shown}")
            shown = KEPT
        self.open_log += f" {shown}"
        self.flipped += (outcome + 1,)
        cell, kind, *values = self.flipped
        if len(values) == chance.tokens_due(self.array, 0, kind):
            chance.reveal_flip(self.array, 0, cell, kind, np.array(values, np.int64))
            self.flipped = ()
            self.changed()

    def _reveal_first_fish(self, value: int) -> None:
        cell = chance.FIRST_FISH[self.first_fish]
        self._note(f"{CELLS[cell]} f{value}")
        chance.reveal_first_fish(self.array, 0, cell, value)
        self.first_fish += 1
        if self.first_fish == len(chance.FIRST_FISH):
            self.changed()

    def _note(self, text: str) -> None:
        self.open_log += f", {text}" if self.open_log else text

    def _note_hand(self, seat: int, text: str) -> None:
        logs = list(self.hand_logs)
        logs[seat] += f" {text}" if logs[seat] else text
        self.hand_logs = tuple(logs)
