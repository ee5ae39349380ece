"""A view of IGLU IGLU, asked for what its sentences need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from floe.cli.words.words import COLOUR_NAMES
from floe.core.typing import Document

DIRECTION_NAMES = {"n": "north", "e": "east", "s": "south", "w": "west"}
_STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}


def points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def joined(words: Sequence[str], last: str = "and") -> str:
    """Words as a sentence lists them: a, b and c."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


class Scene:
    """What a seat, or a spectator, sees."""

    def __init__(self, view: Document) -> None:
        self.view = view

    @property
    def mover(self) -> str:
        """The colour that must decide."""
        return str(self.view["players"][self.view["to_move"]])

    @property
    def owner(self) -> str:
        """The colour whose turn it is."""
        return str(self.view["players"][self.view["owner"]])

    @property
    def hand(self) -> list[str]:
        """The hand of whoever must decide."""
        hand: list[str] = self.view["hands"][self.mover]
        return hand

    def at(self, cell: str) -> dict[str, Any]:
        """What is on a cell."""
        content: dict[str, Any] = self.view["cells"].get(cell, {})
        return content

    def step(self, cell: str, direction: str) -> str:
        """The next cell in a direction."""
        right, up = _STEPS[direction]
        return f"{chr(ord(cell[0]) + right)}{int(cell[1]) + up}"

    def line(self, cell: str, direction: str) -> list[str]:
        """II-12: the unbroken line of tiles that begins here."""
        line = []
        while "ice" in self.at(cell):
            line.append(cell)
            cell = self.step(cell, direction)
        return line

    def in_the_way(self) -> str:
        """II-13: the cell into which the push that waits will go."""
        _, cell, direction = self.view["pending"]["push"].split(" ")
        return self.step(self.line(cell, direction)[-1], direction)

    def animals(self, cell: str) -> list[str]:
        """The fish and foxes on a cell."""
        content = self.at(cell)
        return [f"f{v}" for v in content.get("fish", "")] + [f"x{v}" for v in content.get("fox", "")]

    def tribes(self, cell: str) -> list[str]:
        """The colours, in words, that have Inuit on a cell."""
        return [COLOUR_NAMES[colour] for colour in dict.fromkeys(self.at(cell).get("inuit", ""))]

    def melted(self, cell: str) -> list[str]:
        """II-15: what becomes of those on a tile that melts."""
        inuit, lost = self.at(cell).get("inuit", ""), self.animals(cell)
        lost += ["bear"] if "bear" in self.at(cell) else []
        found = []
        if inuit:
            found.append(f"{joined(self.tribes(cell))} flee{'s' if len(inuit) == 1 else ''}")
        if lost:
            found.append(f"{' '.join(lost)} lost")
        return found
