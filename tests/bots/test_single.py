"""One action judged by itself: what exercises are judged by."""

from __future__ import annotations

import pytest

import floe
from floe.bots.analysis import judge_action
from floe.bots.analysis.results import grade_of
from floe.bots.chances import winning_line
from floe.bots.explanations import vocabulary
from floe.core.errors import BadOption, IllegalAction
from floe.core.game import State
from floe.puzzling.puzzle import Puzzle
from floe.server.judging import judged
from floe.server.wire.practice import AskJudgement


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """ICE CULT: a position in which the turn can be won."""
    return next(one for one in floe.puzzles("icecult") if one.task == "win" and one.actions >= 3)


def spoils(state: State) -> str:
    """An action after which the turn can no longer be won."""
    return next(
        action
        for action in state.legal_actions()
        if winning_line(state.play(action)) is None and not state.play(action).over
    )


def test_an_action_that_lets_a_win_go_is_told_so_and_the_win_with_it(puzzle: Puzzle) -> None:
    found = judge_action(puzzle.position, spoils(puzzle.state), simulations=400)
    assert found.seat == puzzle.seat
    assert found.expected == 1
    assert found.achieved < 1
    assert found.best == found.line[0].action
    assert "wins_for_sure" in [fact.key for fact in found.reasons]
    state = puzzle.state
    for move in found.line:
        assert move.seat == puzzle.seat
        state = state.play(move.action)
    assert state.winners == [puzzle.seat]


def test_the_grade_is_that_of_an_analysis() -> None:
    """Of those who let a win go, some stand well all the same, and some have lost it all."""
    wins = [one for one in floe.puzzles("icecult") if one.task == "win" and one.actions >= 3][:12]
    found = [judge_action(one.position, spoils(one.state), simulations=200) for one in wins]
    assert all(one.grade == grade_of(one.loss) for one in found)
    assert "blunder" in {one.grade for one in found}


def test_any_way_to_the_same_win_is_good(puzzle: Puzzle) -> None:
    keeps = [action for action in puzzle.state.legal_actions() if winning_line(puzzle.state.play(action)) is not None]
    assert keeps
    for action in keeps:
        found = judge_action(puzzle.position, action, simulations=400)
        assert (found.achieved, found.loss, found.grade, found.allowed) == (1, 0, None, ())


@pytest.mark.parametrize("game", ["icecult", "igluiglu"])
def test_the_answer_is_always_the_same_and_speaks_the_vocabulary(game: str) -> None:
    state = floe.game(game).new(3, 5)
    for _ in range(15):
        state = state.play(state.legal_actions()[0])
    view = state.view(state.to_move)
    for action in state.legal_actions()[:3]:
        found = judge_action(view, action, simulations=100)
        assert found == judge_action(view, action, simulations=100)
        assert 0 <= found.achieved <= 1
        assert found.best in state.legal_actions()
        assert {fact.key for fact in (*found.reasons, *found.allowed)} <= set(vocabulary(game))


def test_what_is_not_legal_or_over_is_refused(puzzle: Puzzle) -> None:
    with pytest.raises(IllegalAction):
        judge_action(puzzle.position, "nn", simulations=10)  # it is past the tilts
    state = puzzle.state
    for action in (action for part in puzzle.solution for action in part):
        state = state.play(action)
    with pytest.raises(BadOption, match="over"):
        judge_action(state.to_dict(), "end", simulations=10)


def test_hosts_answer_from_a_whole_position_and_from_a_view_alike() -> None:
    """What lies hidden in a position does not matter: only the view of whoever is to move is looked at."""
    state = floe.game("igluiglu").new(2, 9)
    for _ in range(12):
        state = state.play(state.legal_actions()[0])
    seat, action = state.to_move, state.legal_actions()[0]
    assert seat is not None
    whole = judged(AskJudgement(state.to_dict(), action))
    seen = judged(AskJudgement(state.view(seat), action, seat, sampled=True))
    assert whole == seen
    assert whole.seat == seat
