"""What a game needs to have puzzles: what is found in a position, in plain data.

The module that a manifest calls ``puzzles`` has

* ``TASKS``: what can be asked, and ``THEMES``: what else a solution can be about; each key with a line for people;
* ``PHASES``: those in which puzzles begin;
* ``find(state)``: the puzzles that the position of the seat to move holds, by the first method;
* ``disproof(state, found)``: by a second method that shares no search with the first, why such a puzzle is none, or
  None if it holds;
* perhaps ``attempt(state, found, level, rng)``: whether a player of a level that is told what is asked finds the
  solution; None, as without this function, where what is asked is what the levels play for anyway;
* ``same(state)``: a text that positions have in common which are the same puzzle to a person, by symmetry.

Where something is hidden, the state is one that agrees with what the seat sees, and nothing hidden may matter.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Found:
    """A puzzle in a position: what is asked of the seat to move, and how it is solved."""

    task: str
    """A key of the game's ``TASKS``."""
    themes: tuple[str, ...]
    """Keys of its ``THEMES``, in that order."""
    solution: tuple[tuple[str, ...], ...]
    """The solver's actions, and where the others reply theirs, by turns. The position after the first part is the only
    one that solves the task; whatever order of actions leads to it is right. Of the rest it is one example."""
