"""What people practise, judged: nobody's word is taken for a puzzle that was solved."""

from __future__ import annotations

from floe.core.errors import FloeError
from floe.puzzling.collection import Puzzles, day_number
from floe.puzzling.library import puzzles
from floe.puzzling.trying import solves
from floe.server.puzzle_ratings import measured
from floe.server.store.rows import PuzzleTryRow, SolverRow
from floe.server.wire import practice

DAYS_BACK = 31
"""So long ago a daily puzzle may have been solved offline."""
_DAY_MS = 24 * 3600 * 1000
_EPOCH = day_number("1970-01-01")


def judged_tries(asked: practice.PuzzleTries, now: int) -> tuple[list[PuzzleTryRow], list[str]]:
    """The tries, judged, and the puzzles that are not known here, or in which this cannot be played."""
    known = puzzles(asked.game)
    there = set(known.ids())
    rows: list[PuzzleTryRow] = []
    unknown: list[str] = []
    for tried in asked.tries:
        if tried.id not in there:
            unknown.append(tried.id)
            continue
        try:
            rows.append(_judged(known, tried, now))
        except FloeError:
            unknown.append(tried.id)
    return rows, unknown


def _judged(known: Puzzles, tried: practice.PuzzleTry, now: int) -> PuzzleTryRow:
    puzzle = known.get(tried.id)
    solved = solves(puzzle, tried.actions)
    day = tried.day if solved and tried.day is not None and _counts(known, tried.id, tried.day, now) else None
    return PuzzleTryRow(puzzle.id, solved, measured(puzzle.rating), day, tried.hinted)


def _counts(known: Puzzles, puzzle: str, day: str, now: int) -> bool:
    """Whether it is the puzzle of a day that is today somewhere on earth, or was not long ago."""
    today = now // _DAY_MS + _EPOCH
    return today - DAYS_BACK <= day_number(day) <= today + 1 and known.daily(day).id == puzzle


def record(row: SolverRow) -> practice.PuzzleRecord:
    return practice.PuzzleRecord(
        game=row.game,
        rating=row.rating.rating,
        deviation=row.rating.deviation,
        volatility=row.rating.volatility,
        solved=[puzzle for puzzle, solved in row.tries.items() if solved],
        missed=[puzzle for puzzle, solved in row.tries.items() if not solved],
        days=row.days,
    )
