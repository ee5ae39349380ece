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

The module that a manifest calls ``trying`` judges what people try. It runs in pages too, and has

* ``reaches(state, target)``: whether the rest of the turn can still lead to a position;
* ``refutation(first, found, target, now)``: what is wrong with having come from the first position to another one,
  from which the target cannot be reached;
* ``TERMS``: the facts that a refutation can have besides the reasons of the game's explanations.
"""

from __future__ import annotations

from dataclasses import dataclass

from floe.core.facts import Fact
from floe.core.game import State


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


@dataclass(frozen=True)
class Refutation:
    """What is wrong with a try."""

    facts: tuple[Fact, ...]
    """What it leads to."""
    line: tuple[str, ...] = ()
    """How: an example of the rest of the solver's turn, and what others answer, to be played on from there."""


def rest_of_turn(state: State) -> tuple[list[str], State]:
    """A way to end the turn, soon, and where it leads; a way that ends the game only if there is no other."""
    seat, turn = state.to_move, state.turn
    over: tuple[list[str], State] = [], state
    waiting: list[tuple[list[str], State]] = [([], state)]
    while waiting:
        rest, state = waiting.pop()
        if state.over:
            over = over if over[0] else (rest, state)
        elif state.to_move != seat or state.turn != turn:
            return rest, state
        else:
            later = sorted(state.legal_actions(), key=lambda action: action == "end")
            waiting += [([*rest, action], state.play(action)) for action in later]
    return over


def written(state: State, numbers: list[int]) -> tuple[list[str], State]:
    """Actions that are given by number as they are written, and where they lead."""
    texts = []
    for number in numbers:
        texts.append(state.action_text(number))
        state = state.play(texts[-1])
    return texts, state
