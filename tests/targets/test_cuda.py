"""Batches on a device do what batches here do, to the same bytes."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

import floe
from floe.core import jit, loops
from floe.core.batch import GAME_OVER, NOT_LEGAL, OK, Setup
from floe.core.errors import BadBatch, BadOption
from floe.core.randomness import generators
from floe.core.targets import sinks
from floe.core.targets.cuda import CudaBatch, NoDevice, kernels_file
from floe.core.targets.describe import BadTarget
from floe.core.targets.loops import takes_sinks, threads_scope
from tests.targets.emulated import device
from tests.targets.positions import every_setup

N = 21  # no multiple of a block: the last threads have no state

every_game = pytest.mark.parametrize("name", ["icecult", "igluiglu"])


def pair(name: str, players: int = 3, rules: dict[str, Any] | None = None) -> tuple[CudaBatch, floe.Batch]:
    setup = Setup(players, "pair", rules)
    game = floe.game(name)
    return CudaBatch.new(game, N, setup, device(name)), floe.Batch.new(game, N, setup, 1)


def same(there: CudaBatch, here: floe.Batch) -> bool:
    return there.to_host().states.tobytes() == here.states.tobytes()


@every_game
def test_new_games_have_the_same_deals_with_every_option(name: str) -> None:
    for players, rules in every_setup(name):
        assert same(*pair(name, players, rules))


@every_game
def test_random_play_gives_the_same_games(name: str) -> None:
    for players in floe.game(name).players:
        there, here = pair(name, players)
        there.random_play(7, 300)
        here.random_steps(7, 300)
        assert same(there, here)
        assert here.states["turn"].max() > 3


@every_game
def test_one_step_after_the_other_is_the_same(name: str) -> None:
    there, here = pair(name)
    rngs, here_rngs = there.generators(1), generators(1, N)
    for _ in range(60):
        assert np.array_equal(there.masks(), here.masks())
        actions = there.random_actions(rngs)
        assert np.array_equal(actions, here.random_actions(here_rngs))
        assert np.array_equal(there.step(actions), here.step(actions))
        assert np.array_equal(there.to_move, here.to_move)
    assert same(there, here)


@every_game
def test_advance_gives_all_that_it_gives_here(name: str) -> None:
    there, here = pair(name, rules={"path_length": 1} if name == "icecult" else None)
    forms = [None, "float32", *(["compact"] if floe.game(name).compact else [])]
    ended, last = 0, dict.fromkeys(forms)
    for k in range(400):
        form: Any = forms[k % len(forms)]
        actions = here.random_actions(k)
        found = last[form] = there.advance(actions, form, last[form])
        expected = here.advance(actions, form)
        for part in expected._fields:
            assert np.array_equal(getattr(found, part), getattr(expected, part)), part
        ended += int(expected.done.sum())
        assert same(there, here)
    assert ended


def test_a_game_with_small_rows_and_no_ways_of_its_own_gives_the_same() -> None:
    game = floe.game("connectfour")
    there, here = CudaBatch.new(game, N, Setup(), device("connectfour")), floe.Batch.new(game, N, Setup(), 1)
    ended = refused = 0
    for k in range(60):
        actions = np.random.default_rng(k).integers(-1, 8, N)
        form: Any = (None, "float32")[k % 2]
        found, expected = there.advance(actions, form), here.advance(actions, form)
        for part in expected._fields:
            assert np.array_equal(getattr(found, part), getattr(expected, part)), part
        ended, refused = ended + int(expected.done.sum()), refused + int((expected.answers == NOT_LEGAL).sum())
    assert same(there, here)
    assert ended
    assert refused


def measured_list(s: Any, out: Any) -> int:
    """A list that is asked for more than to keep its items."""
    out[0] = len(out)
    return 1


def test_a_game_that_does_more_with_its_list_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = floe.game("connectfour")
    assert takes_sinks(game)
    assert threads_scope(game)["is_legal"].py_func.__code__ is sinks.is_legal.__code__
    monkeypatch.setitem(game.loops.kernel, "legal_list", jit.compile_in(None, measured_list))
    assert not takes_sinks(game)
    assert threads_scope(game)["is_legal"].py_func.__code__ is loops.is_legal.__code__


@every_game
def test_what_is_refused_changes_nothing(name: str) -> None:
    there, here = pair(name)
    before = there.states.copy()
    illegal = np.argmin(here.masks(), axis=1)
    assert (there.step(illegal) == NOT_LEGAL).all()
    assert np.array_equal(there.states, before)
    there.random_play(3, 1)
    ends = np.tile(np.frombuffer(finished(name), np.uint8), (N, 1))
    there.states[:] = ends
    assert (there.step(np.zeros(N, np.int64)) == GAME_OVER).all()
    assert there.over.all()
    assert (there.to_move == -1).all()
    assert np.abs(there.rewards()).sum() > 0
    there.reset(np.arange(N) < 5, seed=9)
    assert (there.over == (np.arange(N) >= 5)).all()
    assert OK not in there.step(np.full(N, -1))


def finished(name: str) -> bytes:
    one = floe.game(name).new(3, seed=1).mutable()
    one.playout(generators(1, 1)[0])
    return bytes(one.array.tobytes())


@every_game
def test_observations_are_the_same(name: str) -> None:
    there, here = pair(name)
    for seed in range(4):
        assert np.array_equal(there.observe(), here.observe())
        assert np.array_equal(there.observe(1), here.observe(np.full(N, 1)))
        if there.game.compact:
            assert np.array_equal(there.observe_compact(), here.observe_compact())
        there.random_play(seed, 40)
        here.random_steps(seed, 40)


def test_arrays_that_do_not_fit_are_refused() -> None:
    there, _ = pair("icecult")
    with pytest.raises(BadBatch, match="actions are 21 whole numbers"):
        there.step(np.zeros(N + 1, np.int64))
    with pytest.raises(BadBatch, match="masks is a C array of uint8"):
        there.masks(np.zeros((N, 65), np.int8))
    with pytest.raises(BadBatch, match="21 bools"):
        there.reset(np.zeros(N, np.int8))
    with pytest.raises(BadOption, match="observations are 'float32', 'compact' or None, not 'int8'"):
        there.advance(np.zeros(N, np.int64), "int8")  # type: ignore[arg-type]  # on purpose
    with pytest.raises(BadTarget, match="kernels of icecult"):
        CudaBatch.new(floe.game("igluiglu"), 3, Setup(), device("icecult"))


def test_without_a_gpu_the_error_says_what_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    with pytest.raises(BadOption, match="a device is 'cpu' or 'cuda', not 'tpu'"):
        floe.batch("icecult", 4, device="tpu")  # type: ignore[call-overload]  # on purpose
    monkeypatch.setenv("FLOE_KERNELS", str(tmp_path))
    with pytest.raises(BadTarget, match=r"there is no .*icecult\.ptx"):
        kernels_file(floe.game("icecult"))
    (tmp_path / "icecult.ptx").touch()
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(NoDevice, match="needs CuPy"):
        floe.batch("icecult", 4, device="cuda")
