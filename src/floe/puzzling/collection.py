"""A sequence of puzzles: looked up by theme, players and rating, and the one of a day. It runs in pages too."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from datetime import date
from typing import Any

from floe.core.errors import BadOption, shown
from floe.core.typing import Document
from floe.puzzling.packing import ID, PLAYERS, RATING, SOLUTION, TASK, THEMES, unpacked
from floe.puzzling.puzzle import Puzzle

_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")


class Puzzles:
    """Puzzles of a game. Each is unpacked when it is asked for."""

    def __init__(self, document: Document, rows: list[list[Any]] | None = None) -> None:
        """All of a checked document (see ``packing``), or some."""
        self._document = document
        self._rows: list[list[Any]] = document["puzzles"] if rows is None else rows
        self.game: str = document["game"]
        self.digest: str = document["digest"]

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, n: int) -> Puzzle:
        return unpacked(self._document, self._rows[n])

    def __iter__(self) -> Iterator[Puzzle]:
        return (unpacked(self._document, row) for row in self._rows)

    def __repr__(self) -> str:
        return f"<{len(self)} puzzles of {self.game}>"

    def by(
        self,
        theme: str | None = None,
        players: int | None = None,
        lowest: int | None = None,
        highest: int | None = None,
    ) -> Puzzles:
        """Those of a task or theme, for so many players, rated from ``lowest`` to ``highest``."""
        if theme is not None and theme not in self.themes():
            raise BadOption(f"there is no theme {shown(theme)}; there is {', '.join(self.themes())}")
        rows = [
            row
            for row in self._rows
            if (theme is None or theme in self._themes_of(row))
            and (players is None or row[PLAYERS] == players)
            and (lowest is None or row[RATING] >= lowest)
            and (highest is None or row[RATING] <= highest)
        ]
        return Puzzles(self._document, rows)

    def themes(self) -> list[str]:
        """All that ``by`` can look for: the tasks, then what else solutions are about."""
        return [*self._document["tasks"], *self._document["themes"]]

    def _themes_of(self, row: list[Any]) -> list[str]:
        return [self._document["tasks"][row[TASK]], *(self._document["themes"][theme] for theme in row[THEMES])]

    def ids(self) -> list[str]:
        """The id of each puzzle, in the order of the set."""
        return [row[ID] for row in self._rows]

    def columns(self) -> dict[str, list[Any]]:
        """What can be said of all of them in short: the n-th puzzle has the n-th entry of each list from ``ids`` on,
        tasks and themes by their places in the lists of those.
        """
        return {
            "tasks": self._document["tasks"],
            "themes": self._document["themes"],
            "ids": self.ids(),
            "ratings": [row[RATING] for row in self._rows],
            "players": [row[PLAYERS] for row in self._rows],
            "actions": [sum(len(part) for part in row[SOLUTION][::2]) for row in self._rows],
            "task": [row[TASK] for row in self._rows],
            "about": [row[THEMES] for row in self._rows],
        }

    def get(self, puzzle_id: str) -> Puzzle:
        """The puzzle of that id."""
        for row in self._rows:
            if row[ID] == puzzle_id:
                return unpacked(self._document, row)
        raise BadOption(f"there is no puzzle {shown(puzzle_id)} of {self.game}")

    def daily(self, day: date | str) -> Puzzle:
        """The puzzle of a day, as a date or as YYYY-MM-DD: the same for everybody, another one every day, and none
        again before all have had theirs.
        """
        order = sorted(self._rows, key=lambda row: hashlib.sha256(f"daily {row[ID]}".encode()).digest())
        return unpacked(self._document, order[day_number(day) % len(order)])


def day_number(day: date | str) -> int:
    """How many days a date is after the last day before the year 1, as ``date.toordinal`` has it."""
    found = _DATE.fullmatch(str(day))
    if found is not None:
        year, month, of_month = (int(found.group(n)) for n in (1, 2, 3))
        number = _number(year, month, of_month)
        if year and 1 <= month <= 12 and of_month and number < _number(year, month + 1, 1):
            return number
    raise BadOption(f"a day is given as YYYY-MM-DD, not {shown(day)}")


def _number(year: int, month: int, of_month: int) -> int:
    if month <= 2:  # years that begin in March end with their leap day
        year, month = year - 1, month + 12
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * month - 457) // 5 + of_month - 306
