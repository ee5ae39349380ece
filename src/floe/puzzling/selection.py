"""Choosing a set from pools: no two that are the same to a person, and as many of each kind, for each number of players
and of each difficulty as there are. The same pools, the same set.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from floe.core.typing import Document

BAND = 200
"""So many points of rating are one difficulty."""

_Key = TypeVar("_Key", int, str)


def select(pool: Iterable[Document], count: int, most: Mapping[str, int] | None = None) -> list[Document]:
    """So many puzzles of a pool (fewer if it has not as many), of some tasks at most so many; the easiest first."""
    by_task = _grouped(unlike(list(pool)), lambda puzzle: str(puzzle["task"]))
    limits = {task: min(len(there), (most or {}).get(task, count)) for task, there in by_task.items()}
    chosen: list[Document] = []
    for task, wanted in shares(count, limits).items():
        by_players = _grouped(by_task[task], lambda puzzle: len(puzzle["position"]["players"]))
        for players, some in shares(wanted, _sizes(by_players)).items():
            by_band = _grouped(by_players[players], lambda puzzle: int(puzzle["rating"]) // BAND)
            for band, few in shares(some, _sizes(by_band)).items():
                chosen += by_band[band][:few]
    return sorted(chosen, key=lambda puzzle: (puzzle["rating"], puzzle["id"]))


def unlike(pool: list[Document]) -> list[Document]:
    """One of each turn of a game, each position once (by symmetry), and no solution twice in a game. Of two that are
    alike, the one whose task is rarer is kept.
    """
    tasks = Counter(puzzle["task"] for puzzle in pool)
    kept: list[Document] = []
    known: set[object] = set()
    for puzzle in sorted(pool, key=lambda puzzle: (tasks[puzzle["task"]], _shuffled(puzzle["id"]))):
        number, turn = puzzle["from"]
        keys = [
            ("turn", puzzle["seed"], number, turn),
            ("same", puzzle["same"]),
            ("solution", puzzle["seed"], number, repr(puzzle["solution"][0])),
        ]
        if known.isdisjoint(keys):
            kept.append(puzzle)
            known.update(keys)
    return kept


def _shuffled(text: str) -> str:
    """An order that has nothing to do with what is ordered."""
    return hashlib.sha256(f"select {text}".encode()).hexdigest()


def _grouped(puzzles: list[Document], by: Callable[[Document], _Key]) -> dict[_Key, list[Document]]:
    groups: dict[_Key, list[Document]] = {}
    for puzzle in puzzles:
        groups.setdefault(by(puzzle), []).append(puzzle)
    return groups


def _sizes(groups: dict[_Key, list[Document]]) -> dict[_Key, int]:
    return {key: len(there) for key, there in groups.items()}


def shares(count: int, sizes: Mapping[_Key, int]) -> dict[_Key, int]:
    """A number shared out as evenly as these sizes allow; what is left over goes to the larger ones."""
    made: dict[_Key, int] = {}
    left = count
    waiting = sorted(sizes, key=lambda key: (sizes[key], str(key)))
    for n, key in enumerate(waiting):
        made[key] = min(sizes[key], left // (len(waiting) - n))
        left -= made[key]
    return made
