"""Connect Four in English, for the terminal and for the browser's plain board."""

from __future__ import annotations

from collections.abc import Sequence

from floe.core.facts import Fact
from floe.core.game import State
from floe.core.words import Choices, Words, grouped

REASONS = {"line": "a line is complete", "board_full": "the board is full"}


class ConnectFourWords(Words):
    cannot_undo = "A disc that was dropped stays where it is."

    def due(self, state: State) -> str:
        return "Drop a disc into one of the columns."

    def choices(self, state: State) -> list[Choices]:
        return grouped(("  columns:", action, action) for action in state.legal_actions())

    def tell(self, facts: Sequence[Fact], colours: Sequence[str]) -> str:
        told = []
        for fact in facts:
            if fact.key == "drop":
                told.append(f"drops a disc into column {fact.values['column']}, row {fact.values['row']}")
            elif fact.key == "line":
                told.append(f"{self.colour(colours[fact.values['seat']])} has a line")
        return "; ".join(told)

    def reason(self, reason: str) -> str:
        return REASONS.get(reason, reason)
