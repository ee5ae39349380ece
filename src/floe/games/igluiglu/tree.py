"""A game of IGLU IGLU in which chance acts for itself: each thing is decided when it is revealed.

The struct inside is the whole truth as far as there is one yet. Which tile lies where, and which token comes up when,
is undecided until chance acts, and kept in a fixed order meanwhile (``floe.games.igluiglu.chance``). What *is* decided
and not known to all are the tiles in the players' hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from floe.core.game import Game
from floe.core.mutable import IllegalNumber
from floe.core.tree import CHANCE, History, Node
from floe.core.typing import Document, I64Array, States, U64Array
from floe.games.igluiglu import chance, resampling
from floe.games.igluiglu.geography import CELLS
from floe.games.igluiglu.layout import (
    FISH_TOKENS,
    FLIP,
    GLACIER,
    HERD_STEPS,
    INUIT,
    KINDS,
    MELT,
    MELT_ACTION,
    POINTS,
    TILES,
)
from floe.games.igluiglu.options import DEFAULT_MIX

KEPT = "kept"
"""What the others see of a tile that goes into a hand."""


class IgluIgluNode(Node):
    """A position of IGLU IGLU, what chance has to decide in it, and what each seat has seen so far.

    An outcome of chance is a number too: of a tile, its kind (0 is ``fish1``, as in ``KINDS`` without the first); of a
    token, its value less one.
    """

    max_chance_outcomes = len(KINDS) - 1  # a tile has twelve kinds, a token three values
    # The first fish; the kind of every tile; a value for each fish and each fox that comes up.
    max_chance_nodes = (
        len(chance.FIRST_FISH) + TILES + sum(n * DEFAULT_MIX[f"fish{n}"] for n in (1, 2, 3)) + DEFAULT_MIX["glacier"]
    )
    private_slices = ("hand",)
    mixed_slices = ("pool",)

    def __init__(self, game: Game[Any], array: States) -> None:
        super().__init__(game, array)
        self.first_fish = 0
        """How many of the first fish have come up."""
        self.flipped: tuple[int, ...] = ()
        """While chance decides: the cell of the flipped tile, then its kind, then the values of its tokens so far."""
        self.seen = ""
        """All that everybody saw, one action after the other."""
        self.hand_logs = ("",) * int(array["players"].item(0))
        """For each seat, the tiles that came into its hand and those that left it."""
        self.player = CHANCE

    @classmethod
    def first(cls, game: Game[Any], players: int, rules: Mapping[str, Any]) -> Self:
        return cls(game, chance.undealt(game.new(players, 0, rules).array))

    @classmethod
    def longest_game(cls, players: int, rules: Mapping[str, Any]) -> int:
        """A number of actions that no game exceeds.

        A turn flips a tile for good, so there are at most as many turns as tiles. Each has its flip, at most one action
        per point, and ``end``. The rest depends on tiles of which the mix has so many:

        * an energy tile is an action and gives at most its points' worth of more;
        * a harpoon is an action at most;
        * a melt is an action, and at most every Inuit flees;
        * a herd is an action and three steps, after each of which every player may be asked and every Inuit may flee;
        * a drift is a push, before which at most all fish and one bear are shoved away.
        """
        inuit = INUIT[players] * players
        return (
            inuit
            + TILES * (1 + POINTS + 1)
            + sum((1 + n) * DEFAULT_MIX[f"energy{n}"] for n in (1, 2, 3))
            + DEFAULT_MIX["harpoon"]
            + DEFAULT_MIX["melt"] * (1 + inuit)
            + DEFAULT_MIX["herd"] * (1 + HERD_STEPS * (1 + players + inuit))
            + DEFAULT_MIX["drift"] * (1 + sum(FISH_TOKENS) + 1)
        )

    # What chance decides.

    def chance_text(self, outcome: int) -> str:
        if len(self.flipped) == 1:
            return KINDS[outcome + 1]
        return ("x" if GLACIER in self.flipped[1:2] else "f") + str(outcome + 1)

    def chance_outcomes(self) -> list[tuple[int, float]]:
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
        self.seen += f" {shown}"
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
        self.seen += f", {text}" if self.seen else text

    def _note_hand(self, seat: int, text: str) -> None:
        logs = list(self.hand_logs)
        logs[seat] += f" {text}" if logs[seat] else text
        self.hand_logs = tuple(logs)

    # Who knows what.

    def view(self, seat: int | None) -> Document:
        return super().view(seat) | self._in_the_air()

    def document(self) -> Document:
        """The position document, where face-down tiles are just that, and supplies are in order."""
        document = super().document()
        for content in document["cells"].values():
            if content.get("ice", "up") != "up":
                content["ice"] = "down"
        return document | self._in_the_air()

    def _in_the_air(self) -> Document:
        """While chance decides: the flipped tile, as far as it is known."""
        if not self.flipped:
            return {}
        cell, *known = self.flipped
        tokens = [("x" if known[0] == GLACIER else "f") + str(value) for value in known[1:]]
        return {"flipped": [CELLS[cell], *(KINDS[kind] for kind in known[:1]), *tokens]}

    def private(self, seat: int) -> Document:
        """The own hand, by its colour."""
        colour, hand = list(self.game.document(self.array)["hands"].items())[seat]
        return {colour: hand}

    def open_log(self) -> str:
        return self.seen

    def private_log(self, seat: int) -> str:
        return f"seat {seat} {self.hand_logs[seat]}".rstrip()

    def resampled(self, seat: int, rng: U64Array, history: History) -> tuple[Self, History]:
        """The others hold, and drew, other tiles (``floe.games.igluiglu.resampling``)."""
        other = self.__deepcopy__({})
        if not self.over:  # when it is, no hands are left to wonder about
            chance.redeal_hands(other.array, 0, seat, rng)
            other.hand_logs = resampling.logs(self.hand_logs, other.array, seat, rng)
        return other, resampling.history(history, other.hand_logs)
