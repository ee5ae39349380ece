"""The score explained for people: animals, then island by island, as if the game ended now (II-27 to II-30).

The points themselves are counted in ``scoring``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from floe.core.jit import direct
from floe.core.typing import Document, States, U64Array
from floe.games.igluiglu import scoring
from floe.games.igluiglu.geography import CELLS
from floe.games.igluiglu.layout import ANIMAL_VALUES, ANIMALS, STATE
from floe.games.igluiglu.options import colours_of
from floe.games.igluiglu.scoring import of_seat

ALONE, LEADS, SECOND, NOTHING = "alone", "leads", "second", "nothing"


@dataclass(frozen=True)
class IslandScore:
    """One island: who is how strong there, and what each colour gets and why."""

    cells: tuple[str, ...]
    value: int
    """What the strongest score, if somebody else is there too."""
    strengths: dict[str, int]
    points: dict[str, int]
    why: dict[str, str]
    """``alone``, ``leads``, ``second`` or ``nothing``; only colours with strength there are listed."""


@dataclass(frozen=True)
class ScoreSheet:
    """The whole count."""

    colours: tuple[str, ...]
    animals: dict[str, dict[str, int]]
    """For each colour how many of each animal were taken."""
    animal_points: dict[str, int]
    islands: tuple[IslandScore, ...]
    """From the largest to the smallest; islands where nobody has strength are listed too."""

    def island_points(self, colour: str) -> int:
        return sum([island.points.get(colour, 0) for island in self.islands])

    def total(self, colour: str) -> int:
        return self.animal_points[colour] + self.island_points(colour)

    def totals(self) -> Document:
        """The ``scores`` of a position document."""
        found: Document = {}
        for colour in self.colours:
            animals, islands = self.animal_points[colour], self.island_points(colour)
            found[colour] = {"animals": animals, "islands": islands, "total": animals + islands}
        return found


def score_sheet(array: States) -> ScoreSheet:
    """The count as it would be if the game ended now. It rests on open facts alone."""
    return _score_sheet(array.tobytes())


@lru_cache(maxsize=256)
def _score_sheet(state: bytes) -> ScoreSheet:
    """All who look at a table ask for the same count, one after the other."""
    array = np.frombuffer(state, STATE)
    colours = colours_of({name: array[name].item() for name in ("colours", "players")})
    taken = dict(zip(colours, array["taken"][0].tolist(), strict=False))
    return ScoreSheet(
        colours=tuple(colours),
        animals={
            colour: {animal: n for animal, n in zip(ANIMALS, counts, strict=True) if n}
            for colour, counts in taken.items()
        },
        animal_points={  # II-27
            colour: sum([n * value for n, value in zip(counts, ANIMAL_VALUES, strict=True)])
            for colour, counts in taken.items()
        },
        islands=tuple(sorted(_islands(array, colours), key=lambda island: (-len(island.cells), island.cells))),
    )


def _islands(array: States, colours: str) -> list[IslandScore]:
    out = np.zeros((scoring.MOST_ISLANDS, 4), np.uint64)
    return [_island(*found, colours) for found in out[: _list_islands()(array, 0, out)].tolist()]


@cache
def _list_islands() -> Callable[[States, int, U64Array], int]:
    """``scoring.list_islands`` for a state's array, which is read-only."""
    array = np.zeros(1, STATE)
    array.setflags(write=False)
    return direct(scoring.list_islands, array, 0, np.zeros((1, 4), np.uint64))


@lru_cache(maxsize=4096)
def _island(island: int, value: int, strong: int, shares: int, colours: str) -> IslandScore:
    """One of the many that a move leaves as they are."""
    seats = [(colour, n) for n, colour in enumerate(colours) if of_seat(strong, n)]
    strengths = {colour: of_seat(strong, n) for colour, n in seats}
    points = {colour: of_seat(shares, n) for colour, n in seats}
    cells = tuple([name for cell, name in enumerate(CELLS) if island >> cell & 1])
    return IslandScore(cells, value, strengths, points, _why(strengths))


def _why(strengths: dict[str, int]) -> dict[str, str]:
    if len(strengths) == 1:
        return dict.fromkeys(strengths, ALONE)
    ranks = sorted(set(strengths.values()), reverse=True)
    names = dict(zip(ranks, (LEADS, SECOND), strict=False))
    return {colour: names.get(strong, NOTHING) for colour, strong in strengths.items()}
