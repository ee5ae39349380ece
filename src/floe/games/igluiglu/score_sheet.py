"""The score explained for people: animals, then island by island, as if the game ended now (II-27 to II-30).

The points themselves are counted in ``scoring``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from floe.core.typing import Document, States
from floe.games.igluiglu import scoring
from floe.games.igluiglu.geography import CELLS
from floe.games.igluiglu.layout import ANIMALS, STATE
from floe.games.igluiglu.options import colours_of

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
        return sum(island.points.get(colour, 0) for island in self.islands)

    def total(self, colour: str) -> int:
        return self.animal_points[colour] + self.island_points(colour)

    def totals(self) -> Document:
        """The ``scores`` of a position document."""
        return {
            colour: {
                "animals": self.animal_points[colour],
                "islands": self.island_points(colour),
                "total": self.total(colour),
            }
            for colour in self.colours
        }


def score_sheet(array: States) -> ScoreSheet:
    """The count as it would be if the game ended now. It rests on open facts alone."""
    return _score_sheet(array.tobytes())


@lru_cache(maxsize=256)
def _score_sheet(state: bytes) -> ScoreSheet:
    """All who look at a table ask for the same count, one after the other."""
    struct: Any = np.frombuffer(state, STATE)[0]
    colours = colours_of(struct)
    return ScoreSheet(
        colours=tuple(colours),
        animals={
            colour: {animal: int(n) for animal, n in zip(ANIMALS, struct["taken"][seat], strict=True) if n}
            for seat, colour in enumerate(colours)
        },
        animal_points={colour: int(scoring.animal_points(struct, seat)) for seat, colour in enumerate(colours)},
        islands=tuple(sorted(_islands(struct, colours), key=lambda island: (-len(island.cells), island.cells))),
    )


def _islands(struct: Any, colours: str) -> list[IslandScore]:
    islands = []
    tiles = np.uint64(struct["ice"])
    while tiles:
        island = np.uint64(scoring.next_island(tiles))
        tiles &= ~island
        cells = _names(int(island))
        strengths = {
            colour: strong
            for seat, colour in enumerate(colours)
            if (strong := int(scoring.strength(struct, island, seat)))
        }
        shares = scoring.island_shares(struct, island)
        points = {
            colour: int(scoring.of_seat(shares, seat)) for seat, colour in enumerate(colours) if colour in strengths
        }
        value = int(scoring.island_value(struct, len(cells)))
        islands.append(IslandScore(cells, value, strengths, points, _why(strengths)))
    return islands


@lru_cache(maxsize=1024)
def _names(island: int) -> tuple[str, ...]:
    return tuple(name for cell, name in enumerate(CELLS) if island >> cell & 1)


def _why(strengths: dict[str, int]) -> dict[str, str]:
    if len(strengths) == 1:
        return dict.fromkeys(strengths, ALONE)
    ranks = sorted(set(strengths.values()), reverse=True)
    names = dict(zip(ranks, (LEADS, SECOND), strict=False))
    return {colour: names.get(strong, NOTHING) for colour, strong in strengths.items()}
