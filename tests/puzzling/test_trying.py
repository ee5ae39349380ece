"""Tries are judged: right as far as they go, solved, or wrong with what follows."""

from __future__ import annotations

import pytest

import floe
from floe.cli.words import words_for
from floe.core.errors import BadOption, IllegalAction
from floe.core.facts import Fact
from floe.core.game import State
from floe.core.jit import interpreted
from floe.games.icecult.reach import winning_turn
from floe.puzzling.puzzle import Puzzle
from floe.puzzling.trying import OPEN, SOLVED, WRONG, judged, reasons, solves

pytestmark = pytest.mark.skipif(interpreted(), reason="tries out whole turns")

TASKS = [
    ("icecult", "win"), ("icecult", "defence"),
    ("igluiglu", "best_drift"), ("igluiglu", "escape"), ("igluiglu", "hold_island"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "task"), TASKS)
def test_the_solution_is_right_at_every_step(game: str, task: str) -> None:
    for puzzle in list(floe.puzzles(game).by(theme=task))[::40]:
        own = puzzle.solution[0]
        assert judged(puzzle, []).standing == OPEN
        for n in range(1, len(own)):
            assert judged(puzzle, own[:n]).standing == OPEN
        verdict = judged(puzzle, own)
        assert (verdict.standing, verdict.state) == (SOLVED, puzzle.target)
        with pytest.raises(BadOption, match="the try was over"):
            judged(puzzle, [*own, "end"])


@pytest.mark.parametrize(("game", "task"), [*TASKS, ("igluiglu", "best_turn"), ("icecult", "win_in_two")])
def test_a_wrong_action_is_refuted_by_play_that_is_legal_and_facts_that_have_words(game: str, task: str) -> None:
    puzzle = floe.puzzles(game).by(theme=task)[0]
    verdicts = [judged(puzzle, [action]) for action in puzzle.state.legal_actions()[:12]]
    wrong = [verdict for verdict in verdicts if verdict.standing == WRONG]
    assert wrong
    for verdict in wrong:
        assert verdict.refutation is not None
        state = verdict.state
        for action in verdict.refutation.line:
            state = state.play(action)
        assert words_for(game).why(verdict.refutation.facts, state.game.colours(state.array))


def test_a_win_in_two_is_answered_and_then_any_win_is_right() -> None:
    puzzle = floe.puzzles("icecult").by(theme="win_in_two")[0]
    own, reply, last = puzzle.solution
    answered = judged(puzzle, own)
    assert (answered.standing, answered.reply) == (OPEN, reply)
    assert answered.state.to_move == puzzle.seat
    for n in range(1, len(last)):
        assert judged(puzzle, [*own, *last[:n]]).standing == OPEN
    assert judged(puzzle, [*own, *last]).standing == SOLVED
    played, verdict = list(own), answered
    while verdict.standing == OPEN:
        played.append(min(verdict.state.legal_actions(), key=lambda action: wins_still(verdict.state.play(action))))
        verdict = judged(puzzle, played)
    assert verdict.standing == WRONG
    assert verdict.refutation is not None
    assert verdict.refutation.facts == (Fact("misses_win"),)


def wins_still(state: State) -> bool:
    return state.over or winning_turn(state.array) is not None


@pytest.mark.parametrize(("game", "task"), [*TASKS, ("igluiglu", "best_turn"), ("icecult", "win_in_two")])
def test_whether_a_puzzle_is_solved_can_be_asked_alone(game: str, task: str) -> None:
    puzzle = floe.puzzles(game).by(theme=task)[0]
    replies = len(puzzle.solution) > 1 and bool(puzzle.solution[1])
    own = [action for part in (puzzle.solution[::2] if replies else puzzle.solution[:1]) for action in part]
    tries = [own[:n] for n in range(len(own) + 1)] + [[action] for action in puzzle.state.legal_actions()[:6]]
    assert [solves(puzzle, tried) for tried in tries] == [judged(puzzle, tried).standing == SOLVED for tried in tries]
    assert solves(puzzle, own)


def test_what_the_rules_forbid_is_refused() -> None:
    with pytest.raises(IllegalAction):
        judged(tilted(), [tilted().state.legal_actions()[0], "end"])


def tilted() -> Puzzle:
    return next(puzzle for puzzle in floe.puzzles("icecult") if puzzle.state.phase == "tilt1")


@pytest.mark.parametrize(("game", "key"), [("icecult", "wins"), ("igluiglu", "changes_count")])
def test_the_solution_has_reasons_that_have_words(game: str, key: str) -> None:
    told = set()
    for puzzle in list(floe.puzzles(game))[::50]:
        facts = reasons(puzzle)
        told |= {fact.key for fact in facts}
        if facts:
            assert words_for(game).why(facts, puzzle.state.game.colours(puzzle.state.array))
    assert key in told
