"""The commands ``floe puzzles …``."""

from __future__ import annotations

from pathlib import Path

import floe
from floe.puzzling.library import read
from tests.cli.running import call, flat


def test_puzzles_are_mined_chosen_and_listed(tmp_path: Path) -> None:
    pool, out = tmp_path / "pool", tmp_path / "set.json"
    mined = call("puzzles", "mine", "icecult", "--out", pool, "--games", 1, "--seed", "3", "--jobs", 0)
    assert "of 1 games" in mined.output
    chosen = call("puzzles", "select", pool, "--out", out, "--count", 10)
    assert chosen.exit_code == 0
    puzzles = read(out.read_bytes(), "icecult")
    assert len(puzzles) >= 1
    assert f"{out} has {len(puzzles)} puzzles of icecult" in flat(chosen.output)


def test_what_cannot_be_chosen_is_said(tmp_path: Path) -> None:
    pool = tmp_path / "pool"
    pool.write_text("{}\n")
    refused = call("puzzles", "select", pool, "--out", tmp_path / "out", "--count", 3)
    assert (refused.exit_code, "it is no pool of puzzles" in refused.output) == (2, True)
    refused = call("puzzles", "select", pool, "--out", tmp_path / "out", "--count", 3, "--at-most", "win")
    assert "--at-most takes a task and a number" in flat(refused.output)


def test_the_shipped_ones_are_listed() -> None:
    listed = call("puzzles", "list", "igluiglu").output
    assert f"| {len(floe.puzzles('igluiglu'))} |" in listed
    each = call("puzzles", "list", "icecult", "--theme", "tower", "--players", 3, "--each").output.splitlines()
    assert len(each) == len(floe.puzzles("icecult").by(theme="tower", players=3))
    assert all("tower" in line and "3 players" in line for line in each)
    assert "there is no theme" in call("puzzles", "list", "icecult", "--theme", "wine").output


def test_the_page_shows_what_is_shipped() -> None:
    page = (Path(__file__).parents[2] / "docs" / "puzzles.md").read_text(encoding="utf-8")
    for game in ("icecult", "igluiglu"):
        assert call("puzzles", "list", game).output.strip() in page


def test_a_sample_is_verified() -> None:
    verified = call("puzzles", "verify", "igluiglu", "--sample", 2, "--seed", "x", "--jobs", 0)
    assert "2 of 500 puzzles (drawn by seed 'x') proven again, 0 do not hold" in flat(verified.output)


def test_a_puzzle_is_solved_after_a_wrong_try() -> None:
    puzzle = next(puzzle for puzzle in floe.puzzles("icecult").by(theme="win") if puzzle.state.phase == "tilt1")
    wrong = next(action for action in puzzle.state.legal_actions() if action != puzzle.solution[0][0])
    typed = "\n".join([wrong, "retry", *puzzle.solution[0], "solution", "actions", "nonsense", "quit"])
    solved = flat(call("puzzles", "solve", "icecult", puzzle.id, typed=typed).output)
    assert "Win in this turn." in solved
    assert "Wrong: nothing wins in this turn any more." in solved
    assert "Solved, though not at the first try." in solved
    assert "Why: this turn wins by" in solved
    assert "Goodbye." in solved


def test_the_puzzle_of_the_day_and_unknown_ones() -> None:
    assert "Puzzle " in call("puzzles", "solve", "igluiglu", "--daily", typed="next\nundo\n").output
    assert "there is no puzzle 'x'" in call("puzzles", "solve", "icecult", "x").output
    assert "there is no such puzzle" in call("puzzles", "solve", "icecult", "--lowest", 9000).output
