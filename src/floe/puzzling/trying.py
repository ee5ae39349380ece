"""Trying to solve a puzzle: what was played so far is right as far as it goes, or solves it, or is wrong and why.

Plain functions of a puzzle and of the solver's actions; nothing is remembered in between. It runs in pages too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from floe import games
from floe.bots import explanations
from floe.bots.chances import winning_line
from floe.core.errors import BadOption
from floe.core.facts import Fact, Term
from floe.core.game import State
from floe.core.puzzles import Refutation
from floe.core.reasons import Step
from floe.puzzling.puzzle import Puzzle

OPEN, SOLVED, WRONG = "open", "solved", "wrong"


@dataclass(frozen=True)
class Verdict:
    """What is to be said of a try."""

    standing: str
    """``open``: the solution can still be reached. ``solved``, or ``wrong``."""
    state: State
    """Where it has come to, replies included."""
    before: State
    """Where its last action was played; without any, the same."""
    reply: tuple[str, ...] = ()
    """What the others answered to the last action, if that ended a part of the solution."""
    refutation: Refutation | None = None
    """Of a wrong try: what it leads to."""


def vocabulary(game: str) -> Mapping[str, Term]:
    """What a refutation can say in a game, besides the reasons of its explanations."""
    own = games.manifest(game).part("trying")
    found: Mapping[str, Term] = {} if own is None else own.TERMS
    return found


def judged(puzzle: Puzzle, actions: Sequence[str]) -> Verdict:
    """What comes of these actions of the solver's. Any order that leads to the position of the solution is right; where
    there is a reply, it follows of itself, and then any way to win is.
    """
    state, before, reply, reached, ended = _followed(puzzle, actions)
    if reached and not _others(puzzle):
        return Verdict(SOLVED, state, before)
    if reached:
        return Verdict(OPEN, state, before, reply) if reply else _second(puzzle, state, before)
    own: Any = games.manifest(puzzle.game).part("trying")
    if state == puzzle.state or (not ended and own.reaches(state, puzzle.target)):
        return Verdict(OPEN, state, before)
    return Verdict(WRONG, state, before, refutation=own.refutation(puzzle.state, puzzle.found, puzzle.target, state))


def solves(puzzle: Puzzle, actions: Sequence[str]) -> bool:
    """Whether these actions solve it. It takes no more than to play them: why they do not is not asked."""
    state, _, reply, reached, _ = _followed(puzzle, actions)
    return reached and (not _others(puzzle) or (not reply and state.over and state.winners == [puzzle.seat]))


def _others(puzzle: Puzzle) -> tuple[str, ...]:
    """What the others reply to the first part of the solution."""
    return puzzle.solution[1] if len(puzzle.solution) > 1 else ()


def _followed(puzzle: Puzzle, actions: Sequence[str]) -> tuple[State, State, tuple[str, ...], bool, bool]:
    """Where the actions lead, where the last one was played, what was replied to it, and whether the position of the
    solution was reached, and the try is over.
    """
    others = _others(puzzle)
    state, before, begun, reached, ended = puzzle.state, puzzle.state, puzzle.state.turn, False, False
    reply: tuple[str, ...] = ()
    for n, action in enumerate(actions):
        if ended:
            raise BadOption(f"the try was over before action {n + 1}")
        before, state, reply = state, state.play(action), ()
        if not reached and state == puzzle.target:
            reached, reply, ended = True, others, not others
            for other in others:
                state = state.play(other)
            begun = state.turn
        else:
            ended = state.to_move != puzzle.seat or state.turn != begun
    return state, before, reply, reached, ended


def _second(puzzle: Puzzle, state: State, before: State) -> Verdict:
    """After the reply: to win is right, whatever the way."""
    if state.over and state.winners == [puzzle.seat]:
        return Verdict(SOLVED, state, before)
    if state.to_move == puzzle.seat and winning_line(state) is not None:
        return Verdict(OPEN, state, before)
    return Verdict(WRONG, state, before, refutation=Refutation((Fact("misses_win"),)))


def reasons(puzzle: Puzzle) -> list[Fact]:
    """What the solution brings about before others reply, by the game's explanations, the most telling first."""
    own = games.manifest(puzzle.game).part("explanations")
    steps: list[Step] = []
    state = puzzle.state
    parts = puzzle.solution if len(puzzle.solution) > 1 and not puzzle.solution[1] else puzzle.solution[:1]
    for action in (action for part in parts for action in part):
        after = state.play(action)
        steps.append(Step(state, action, after))
        state = after
    if own is None:
        return []
    order = list(explanations.vocabulary(puzzle.game))
    found: list[Fact] = own.reasons(puzzle.state, puzzle.seat, steps[0].action, steps)
    return sorted(found, key=lambda fact: order.index(fact.key))
