"""What a view says, in the words of the game: for facts and explanations, which know what its viewer may."""

from __future__ import annotations

from functools import cache
from typing import Any

from floe.core.typing import Document

_STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
LAND = ("a1", "h1", "a8", "h8")


@cache
def neighbour(cell: str, direction: str) -> str:
    """The next cell in a direction; none of the board's if there is no more."""
    right, up = _STEPS[direction]
    return f"{chr(ord(cell[0]) + right)}{int(cell[1]) + up}"


@cache
def around(cell: str) -> list[str]:
    """The cells beside a cell that can be sea."""
    beside = [neighbour(cell, direction) for direction in _STEPS]
    return [one for one in beside if one[0] in "abcdefgh" and one[1:] in tuple("12345678") and one not in LAND]


class Position:
    """What a seat, or a spectator, sees."""

    def __init__(self, view: Document) -> None:
        self.view = view

    @property
    def phase(self) -> str:
        return str(self.view["phase"])

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
        """The hand of whoever must decide; to be asked by that seat alone."""
        hand: list[str] = self.view["hands"][self.mover]
        return hand

    @property
    def herd_steps(self) -> int:
        """II-18: the animal steps still to be made, also behind an attack."""
        return int((self.view["pending"] or {}).get("steps", 0))

    def at(self, cell: str) -> dict[str, Any]:
        """What is on a cell."""
        content: dict[str, Any] = self.view["cells"].get(cell, {})
        return content

    def is_sea(self, cell: str) -> bool:
        """II-2: a cell of the board that bears no tile and is no land."""
        on_board = cell[0] in "abcdefgh" and cell[1:] in tuple("12345678")
        return on_board and cell not in LAND and "ice" not in self.at(cell)

    def line(self, cell: str, direction: str) -> list[str]:
        """II-12: the unbroken line of tiles that begins here."""
        line = []
        while "ice" in self.at(cell):
            line.append(cell)
            cell = neighbour(cell, direction)
        return line

    def push(self) -> Document:
        """II-13: the line of the push that waits, its direction, and the cell that is in the way."""
        _, cell, direction = self.view["pending"]["push"].split(" ")
        return self.pushed(cell, direction)

    def pushed(self, cell: str, direction: str) -> Document:
        """II-12: the line that a push moves, its direction, and the cell into which it comes."""
        line = self.line(cell, direction)
        return {"cells": line, "direction": direction, "onto": neighbour(line[-1], direction)}

    def fish_and_foxes(self, cell: str) -> list[str]:
        content = self.at(cell)
        return [f"f{v}" for v in content.get("fish", "")] + [f"x{v}" for v in content.get("fox", "")]

    def animals(self, cell: str) -> list[str]:
        """All animals on a cell."""
        return self.fish_and_foxes(cell) + (["bear"] if "bear" in self.at(cell) else [])

    def inuit(self, cell: str) -> str:
        """The Inuit on a cell, one letter each, by seat."""
        return str(self.at(cell).get("inuit", ""))

    def route(self, origin: str, target: str) -> list[str]:
        """II-19: the sea cells of a shortest way by kayak; sea with a bear is no part of it."""
        barred = {cell for cell, content in self.view["cells"].items() if "ice" in content or "bear" in content}
        last = around(target)
        ways = [[cell] for cell in around(origin) if cell not in barred]
        found = {way[0] for way in ways}
        for way in ways:
            if way[-1] in last:
                return way
            for cell in around(way[-1]):
                if cell not in barred and cell not in found:
                    found.add(cell)
                    ways.append([*way, cell])
        return []
