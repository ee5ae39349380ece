"""``tools/solve_icecult.py`` asks about the right positions and counts right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import floe
from floe.core.jit import interpreted
from floe.games.icecult.solving import Solver, optimal
from tests.packaging.tools import tool

solve = tool("solve_icecult")

pytestmark = pytest.mark.skipif(interpreted(), reason="tries out whole turns")


def asked(name: str, played: str, turns: int = 1) -> Any:
    """A position that is only a name, in which ``yes`` of four actions wins."""
    return solve.Asked({"name": name, "turn": 7}, turns, 4, ("yes",), {"bot": played})


def judged(number: int, *positions: Any, **left_out: int) -> Any:
    return solve.Judged(number, list(positions), **left_out)


def test_games_count_in_the_order_of_their_numbers_and_no_position_twice() -> None:
    tally = solve.Tally(3)
    tally.add(judged(1, asked("b", "no"), asked("a", "no")))
    assert not tally.asked  # game 0 has not ended
    tally.add(judged(0, asked("a", "yes"), alike=5, unproven=2))
    assert [one.position["name"] for one in tally.asked] == ["a", "b"]
    assert not tally.full
    tally.add(judged(2, asked("c", "yes", turns=3), asked("d", "yes")))
    tally.add(judged(3, asked("e", "yes")))
    assert tally.full
    assert [one.position["name"] for one in tally.asked] == ["a", "b", "c"]
    assert [one.position["name"] for one in tally.failures("bot")] == ["b"]
    assert tally.left_out["met before"] == 1
    assert tally.games == 3


def test_the_report_counts_by_the_turn_in_which_the_win_comes() -> None:
    tally = solve.Tally(10)
    tally.add(judged(0, asked("a", "yes"), asked("b", "no"), asked("c", "yes", turns=3), alike=5, unproven=2))
    lines = solve.report(tally, ["bot"]).splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert cells[2][:5] == ["whenever", "bot", "3", "1", "66.7%"]
    assert cells[3][:5] == ["this turn", "bot", "2", "1", "50.0%"]
    assert cells[4][:5] == ["in turn 3", "bot", "1", "0", "100.0%"]
    assert lines[5] == "3 positions of 1 games. At random, 25.0 % would be right."
    assert lines[6] == "Positions left out: all actions are worth the same: 5; not all actions are proven: 2."


def test_a_run_without_any_position_says_so() -> None:
    tally = solve.Tally(10)
    tally.add(judged(0, alike=5))
    expected = "No position of 1 games tells anything. Left out: all actions are worth the same: 5."
    assert solve.report(tally, ["bot"]) == expected


@pytest.mark.parametrize("path", [1, 2])
def test_positions_are_drawn_as_asked_for_and_answers_are_judged(path: int) -> None:
    tasks = [solve.Task(number, "test", path, ("random", "hard")) for number in range(20)]
    first, task = next((found, task) for task in tasks if (found := solve.judge(task)).asked)
    assert solve.judge(task) == first
    for one in first.asked:
        state = floe.game("icecult").from_dict(one.position)
        outcomes = Solver().actions(state)
        assert outcomes is not None
        assert set(one.right) == optimal(outcomes, state.to_move or 0)
        assert 0 < len(one.right) < one.legal == len(state.legal_actions())
        assert one.is_right("hard") == (one.played["hard"] in one.right)
        assert one.position["rules"]["path_length"] == path


@pytest.mark.parametrize("wins", [solve.NOW, solve.LATER])
def test_wins_in_this_turn_can_be_told_from_later_ones(wins: str) -> None:
    for number in range(6):
        for one in solve.judge(solve.Task(number, "test", 1, (), wins=wins)).asked:
            assert (one.turns == 1) == (wins == solve.NOW)


def test_a_run_writes_its_failures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "failures.jsonl"
    arguments = ["solve_icecult", "--positions", "12", "--level", "random", "--jobs", "0", "--failures", str(file)]
    monkeypatch.setattr("sys.argv", arguments)
    solve.main()
    counted = capsys.readouterr().out.splitlines()[2].split("|")
    failures = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert int(counted[3]) == 12
    assert int(counted[4]) == len(failures) > 0
    for failure in failures:
        state = floe.game("icecult").from_dict(failure["position"])
        assert failure["level"] == "random"
        assert failure["played"] in set(state.legal_actions()) - set(failure["right"])


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--positions", "0"], "--positions is 1 or more, not 0"),
        (["--effort", "-1"], "--effort is 1 or more, not -1"),
        (["--seconds", "0"], "--seconds is more than 0, not 0.0"),
        (["--minutes", "nan"], "--minutes is more than 0, not nan"),
        (["--level", "genius"], "no machine player 'genius' plays icecult"),
        (["--jobs", "-2"], "games are played by 1 process or more, not -2"),
        (["--path", "5"], "argument --path: invalid choice"),
    ],
)
def test_what_cannot_be_is_refused(arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        solve.wishes_of(arguments)
    assert refused.value.code == 2
    assert problem in capsys.readouterr().err
