"""What is measured of each game, beside whom, and what is wanted. A new game adds an entry."""

from __future__ import annotations

from dataclasses import dataclass

import floe


@dataclass(frozen=True)
class Entry:
    """One game's part of the table."""

    game: str
    openspiel: str
    """The game of OpenSpiel that is nearest to it in weight."""
    pettingzoo: str | None
    kernel_ratio: float
    """Random play in the kernel, as a multiple of OpenSpiel's own random play in C++."""
    in_place: int
    """Actions a second from Python on a ``MutableState``, asking for the legal ones each time."""
    immutable: int | None
    """The same on the immutable ``State``, with written actions."""
    record_bytes: int
    pgx: str | None = None
    """The game of Pgx to measure batches against."""
    batch_ratio: float | None = None
    """Random steps of a batch with masks, on all cores, as a multiple of Pgx's on the CPU."""


ENTRIES = (
    Entry(
        game="icecult",
        openspiel="connect_four",
        pettingzoo="connect_four_v3",
        kernel_ratio=3,
        in_place=200_000,
        immutable=30_000,
        record_bytes=256,
        pgx="connect_four",
        batch_ratio=10,
    ),
    Entry(
        game="igluiglu",
        openspiel="backgammon",
        pettingzoo=None,
        kernel_ratio=10,
        in_place=100_000,
        immutable=None,
        record_bytes=2048,
    ),
)

IMPORT_SECONDS = 0.3
FIRST_PLAY_SECONDS = 20.0
CACHED_PLAY_SECONDS = 1.0
SCALING = 0.7
"""Of what ideal scaling over the cores would give."""


def entries() -> list[Entry]:
    """The entries of the games that are there."""
    return [entry for entry in ENTRIES if entry.game in floe.games()]
