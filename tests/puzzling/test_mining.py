"""Mining: the same seed finds the same, a run that was stopped goes on, and what is wrong with a pool is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from floe.arena.executors import InProcess
from floe.core.jit import interpreted
from floe.puzzling import mine
from floe.puzzling.difficulty import rating
from floe.puzzling.pool import BadPool, Pool, read

pytestmark = pytest.mark.skipif(interpreted(), reason="plays whole games")


def mined(path: Path, games: int) -> bytes:
    pool = Pool(path, "icecult", "3")
    pool.mine(InProcess().run, games, None)
    assert not pool.failed
    return path.read_bytes()


def puzzles(path: Path) -> list[object]:
    return list(read([path]))


def test_a_run_that_was_stopped_goes_on_and_finds_the_same(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    mined(whole, 2)
    written = mined(stopped, 1)
    stopped.write_bytes(written[:-20])  # in the middle of a line
    mined(stopped, 2)
    assert puzzles(whole) == puzzles(stopped)
    assert puzzles(whole)  # game 0 has some


def test_a_pool_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pool"
    Pool(path, "icecult", "1")
    with pytest.raises(BadPool, match="it was begun with"):
        Pool(path, "icecult", "2")
    other = tmp_path / "other"
    Pool(other, "igluiglu", "1")
    with pytest.raises(BadPool, match="it is of igluiglu"):
        list(read([path, other]))
    other.write_text(path.read_text().replace('"rules_version":1', '"rules_version":7'))
    with pytest.raises(BadPool, match="version 7 of the rules"):
        list(read([other]))
    other.write_text("{}\n")
    with pytest.raises(BadPool, match="no pool"):
        list(read([other]))
    other.write_text("so\n")
    with pytest.raises(BadPool, match="not JSON"):
        list(read([other]))


def test_a_game_that_fails_is_written_down_and_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pool"

    def fail(shift: mine.Shift) -> mine.Dug:
        raise RuntimeError("no luck")

    with monkeypatch.context() as patched:
        patched.setattr(mine, "dig", fail)
        pool = Pool(path, "icecult", "1")
        pool.mine(InProcess().run, 1, None)
        assert "no luck" in pool.failed[0]
        assert not pool.done
    pool = Pool(path, "icecult", "1")
    pool.mine(InProcess().run, 1, None)
    assert pool.done == {0}


def test_ratings_rise_where_strong_levels_fail() -> None:
    elo = {"weak": 500, "strong": 2000}
    easy = rating(elo, {"weak": (4, 8), "strong": (8, 8)})
    hard = rating(elo, {"weak": (0, 8), "strong": (4, 8)})
    hardest = rating(elo, {"weak": (0, 8), "strong": (0, 8)})
    assert 400 < easy < 700
    assert 1800 < hard < 2200 < hardest < 5000
