"""Count anew what ``perft.txt`` of each game pins: so many sequences of actions begin at these positions.

The lines stay, and so does how far each counts; the numbers are the engine's. (The tests count them with the plain
rules too.) Where a position is no longer reached because the game is over by then, an earlier one takes its place, and
where no position of a phase is left, a later one.
"""

from __future__ import annotations

import importlib
import json
import re
from itertools import count
from pathlib import Path
from typing import Any

from floe.core.errors import FloeError

ROOT = Path(__file__).parent.parent


class Pinned:
    """One line: the position that it names, and how far is counted."""

    def __init__(self, suite: Any, line: str) -> None:
        self.suite = suite
        self.options, self.way, counts = line.split(" | ")
        self.depth = len(counts.split())
        while (state := self.after(self.number)) is None:
            self.walk(self.number * 3 // 4)
        self.state = state

    @property
    def number(self) -> int:
        """How many actions lead there."""
        return int(re.sub(r"\D.*", "", self.way) or 0)

    def after(self, number: int) -> Any:
        """The position after so many actions; none where the game is over by then."""
        try:
            state = self.suite.reached(json.loads(self.options), re.sub(r"^\d+", str(number), self.way))
        except (AssertionError, FloeError):
            return None
        return None if state.over else state

    def walk(self, number: int) -> None:
        self.way = re.sub(r"^\d+", str(number), self.way)
        self.state = self.after(number)

    def __str__(self) -> str:
        counts = " ".join(str(self.suite.perft(self.state, depth)) for depth in range(1, self.depth + 1))
        return f"{self.options} | {self.way} | {counts}"


def recounted(name: str, text: str) -> str:
    """The file of a game, with today's numbers."""
    suite: Any = importlib.import_module(f"tests.games.{name}.test_perft")
    lines = text.splitlines()
    pinned = {n: Pinned(suite, line) for n, line in enumerate(lines) if not line.startswith("#")}
    for phase in suite.GAME.phases[:-1]:
        phases = [one.state.phase for one in pinned.values()]
        if phase not in phases:
            _reach(phase, next(one for one in reversed(pinned.values()) if phases.count(one.state.phase) > 1))
    return "\n".join(str(pinned[n]) if n in pinned else line for n, line in enumerate(lines)) + "\n"


def _reach(phase: str, one: Pinned) -> None:
    """Walk on, and from the beginning again, until there is a position of that phase."""
    for number in count(one.number + 1):
        state = one.after(number)
        if state is None:
            break
        if state.phase == phase:
            return one.walk(number)
    return one.walk(next(n for n in range(one.number) if one.after(n).phase == phase))


def texts() -> dict[str, str]:
    files = sorted(ROOT.glob("tests/games/*/perft.txt"))
    return {
        str(file.relative_to(ROOT)): recounted(file.parent.name, file.read_text(encoding="utf-8")) for file in files
    }
