"""Puzzles as people solve them: listed, shown, tried and explained. A server and a page both answer so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from floe.core.errors import BadOption, UnknownGame, shown
from floe.core.game import State
from floe.puzzling import library, trying
from floe.puzzling.collection import Puzzles
from floe.puzzling.puzzle import Puzzle
from floe.server.tables import views
from floe.server.tables.refusals import NotFound, Refusal
from floe.server.wire import http


def listed(game: str) -> http.PuzzleSet:
    """All puzzles of a game, in short."""
    found = of_game(game)
    return http.PuzzleSet(game=found.game, **found.columns())


def daily(game: str, day: str) -> http.DailyPuzzle:
    """Which puzzle everybody has on a day."""
    found = of_game(game)
    try:
        return http.DailyPuzzle(found.daily(day).id, day)
    except BadOption as fault:
        raise Refusal("bad_day", str(fault)) from None


def viewed(game: str, puzzle_id: str) -> http.PuzzleView:
    """A puzzle that somebody is about to solve."""
    puzzle = _puzzle(game, puzzle_id)
    return http.PuzzleView(
        game=puzzle.game,
        id=puzzle_id,
        task=puzzle.task,
        themes=list(puzzle.found.themes),
        rating=puzzle.rating,
        players=puzzle.players,
        seat=puzzle.seat,
        actions=puzzle.actions,
        shown=_shown(puzzle, puzzle.state, 0, goes_on=True),
    )


def tried(game: str, puzzle_id: str, asked: http.TryPuzzle) -> http.PuzzleTried:
    """What comes of the solver's actions so far."""
    puzzle = _puzzle(game, puzzle_id)
    try:
        verdict = trying.judged(puzzle, asked.actions)
    except BadOption as fault:
        raise Refusal("puzzle_over", str(fault)) from None
    played = _frames(puzzle, verdict.before, [*asked.actions[-1:], *verdict.reply])
    found = verdict.refutation
    return http.PuzzleTried(
        standing=cast("http.Standing", verdict.standing),
        played=played,
        shown=_shown(puzzle, verdict.state, len(asked.actions), goes_on=verdict.standing == trying.OPEN),
        refutation=None
        if found is None
        else http.PuzzleRefutation(views.facts(found.facts), _frames(puzzle, verdict.state, found.line)),
    )


def solved(game: str, puzzle_id: str) -> http.PuzzleSolution:
    """The solution as it can be replayed, and what it brings about."""
    puzzle = _puzzle(game, puzzle_id)
    first = http.Frame(None, None, [], None, views.position(puzzle.state, puzzle.seat, 0, legal=False))
    actions = [action for part in puzzle.solution for action in part]
    return http.PuzzleSolution([first, *_frames(puzzle, puzzle.state, actions)], views.facts(trying.reasons(puzzle)))


def of_game(game: str) -> Puzzles:
    """The puzzles that a game comes with."""
    try:
        return library.puzzles(game)
    except (UnknownGame, BadOption):
        raise NotFound("no_puzzles", f"there are no puzzles of {shown(game)} here") from None


def _puzzle(game: str, puzzle_id: str) -> Puzzle:
    try:
        return of_game(game).get(puzzle_id)
    except BadOption as fault:
        raise NotFound("no_puzzle", str(fault)) from None


def _shown(puzzle: Puzzle, state: State, ply: int, goes_on: bool) -> http.Tried:
    """A position as the solver sees it."""
    return http.Tried(
        document=state.view(puzzle.seat),
        position=views.position(state, puzzle.seat, ply, legal=goes_on),
        facts=[],
        to_move=state.to_move,
        winners=state.winners,
        seat=puzzle.seat,
    )


def _frames(puzzle: Puzzle, state: State, actions: Iterable[str]) -> list[http.Frame]:
    """What is played from a position on, as the solver sees it."""
    made = []
    for ply, action in enumerate(actions, 1):
        told, words = views.told_of(state, action, puzzle.seat)
        mover, state = state.to_move, state.play(action)
        position = views.position(state, puzzle.seat, ply, legal=False)
        made.append(http.Frame(action, mover, told, None, position, words))
    return made
