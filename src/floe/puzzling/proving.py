"""Proving puzzles again: by both methods, as when they were mined."""

from __future__ import annotations

from dataclasses import dataclass

from floe.core.errors import FloeError
from floe.puzzling.puzzle import Puzzle, hooks


@dataclass(frozen=True)
class Proof:
    """What became of it."""

    puzzle: str
    """Its id."""
    task: str
    problem: str | None = None
    """Why it is no puzzle; None if it is one."""


def prove(puzzle: Puzzle) -> Proof:
    """Find the puzzle in its position again, and try to disprove it."""
    try:
        return Proof(puzzle.id, puzzle.task, _problem(puzzle))
    except FloeError as fault:  # a position or a solution that cannot be
        return Proof(puzzle.id, puzzle.task, str(fault))


def _problem(puzzle: Puzzle) -> str | None:
    state, own = puzzle.state, hooks(puzzle.game)
    if state.view(puzzle.seat) != puzzle.position:
        return "the position is not what its solver sees"
    found = {one.task: one for one in own.find(state)}
    if puzzle.task not in found:
        return "it is not found in its position"
    if found[puzzle.task] != puzzle.found:
        return f"another solution is found: {found[puzzle.task].solution}"
    problem: str | None = own.disproof(state, puzzle.found)
    return problem
