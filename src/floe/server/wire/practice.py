"""What goes over HTTP about what people practise: puzzles that they tried, and decisions to be judged."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from floe.server.wire.http import Move
from floe.server.wire.tables import Fact


class PuzzleTry(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody played to solve a puzzle."""

    id: Annotated[str, Meta(max_length=40)]
    actions: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=40)] = field(default_factory=list)
    """The solver's own, in order. Nothing, where the solution was asked for at once."""
    hinted: bool = False
    """With help: it does not count as solved."""
    day: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")] | None = None
    """The day whose puzzle it is, as YYYY-MM-DD. If it is solved, the day counts, at whichever try."""


class PuzzleTries(Struct, frozen=True, forbid_unknown_fields=True):
    """Tries of puzzles of a game, oldest first. Of each puzzle the first one that the server is told of counts."""

    game: Annotated[str, Meta(max_length=40)]
    tries: Annotated[list[PuzzleTry], Meta(max_length=20)]


class PuzzleRecord(Struct, frozen=True):
    """What is remembered of a person who solves puzzles of a game. The rating is Glicko-2's."""

    game: str
    rating: float
    deviation: float
    volatility: float
    solved: list[str]
    """The puzzles that were solved at the first try ..."""
    missed: list[str]
    """... and those that were not."""
    days: list[str]
    """The days whose puzzle was solved, in order."""


class MyPuzzles(Struct, frozen=True):
    """One record for each game of which a puzzle was tried."""

    records: list[PuzzleRecord]


class PuzzlesTried(Struct, frozen=True):
    """The record after some tries."""

    record: PuzzleRecord
    unknown: list[str] = field(default_factory=list)
    """Puzzles that this server does not have: their tries were not counted."""


class PuzzleRatings(Struct, frozen=True):
    """How the puzzles of a game are rated now that people have tried them."""

    game: str
    ratings: dict[str, int]
    """Those that differ from their measured rating, by id."""


class AskJudgement(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask what an action is worth for whoever is to move, as that seat can judge it."""

    position: dict[str, Any]
    """As in ``AskLines``, and so are the next two."""
    action: Annotated[str, Meta(max_length=40)]
    seat: int | None = None
    sampled: bool = False


class ActionJudged(Struct, frozen=True):
    """An action beside the best one."""

    seat: int
    """Who is to move."""
    best: str
    """What the machine would play ..."""
    line: list[Move]
    """... and expect to follow, this action first."""
    reasons: list[Fact]
    """Why, the most telling first."""
    expected: float
    """The seat's share of the win with the best action ..."""
    achieved: float
    """... and with the one that was asked about."""
    loss: float
    grade: str | None
    """``slip``, ``mistake`` or ``blunder``; none if the action is good enough."""
    allowed: list[Fact]
    """What the action allows to others."""
