"""``Batch.advance`` does in one pass what six calls do one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import floe
from floe.core.arrays import copied
from floe.core.batch import GAME_OVER, NOT_LEGAL, OK, Advanced, Batch
from floe.core.errors import BadBatch, BadOption
from floe.core.jit import interpreted
from floe.core.randomness import generators
from floe.core.typing import I64Array

GAMES, STEPS = (3, 60) if interpreted() else (2048, 163)
"""With three numbers of players these are a million steps of each game."""

every_setup = pytest.mark.parametrize(
    ("name", "players"), [(name, players) for name in floe.game_names() for players in floe.game(name).players]
)


def one_after_the_other(batch: Batch, actions: I64Array, observations: Any) -> Advanced:
    answers, rewards, over = batch.step(actions), batch.rewards().astype(np.float32), batch.over
    batch.reset(over)
    look: Any = {None: lambda: None, "float32": batch.observe, "compact": batch.observe_compact}[observations]
    return Advanced(answers, rewards, over, batch.to_move.astype(np.int8), batch.masks(), look())


def assert_same(one: Advanced, other: Advanced) -> None:
    for name, left, right in zip(Advanced._fields, one, other, strict=True):
        if left is None or right is None:
            assert left is right, name
        else:
            assert left.dtype == right.dtype, name
            assert left.shape == right.shape, name
            assert left.tobytes() == right.tobytes(), name


def with_nonsense(actions: I64Array, n_actions: int, random: np.random.Generator) -> I64Array:
    """Now and then a number that need not be legal, nor be one of an action at all."""
    where = random.random(len(actions)) < 1 / 16
    actions[where] = random.integers(-3, n_actions + 3, where.sum())
    actions[random.random(len(actions)) < 1 / 1000] = 2**62
    return actions


@every_setup
def test_to_advance_is_to_step_begin_again_and_look_byte_for_byte(name: str, players: int) -> None:
    fused = floe.batch(name, GAMES, players=players, seed=5)
    rngs, random = generators(players, GAMES), np.random.default_rng(players)
    fused.random_steps(rngs, STEPS // 2)
    plain = fused.copy()
    compact = None if fused.game.compact is None else "compact"
    kinds: list[Any] = [compact, None, None, "float32", compact, None, compact, None]
    kept: dict[Any, Advanced] = {}
    ended = refused = 0
    for step in range(STEPS):
        observations = kinds[step % len(kinds)]
        actions = with_nonsense(fused.random_actions(rngs), fused.game.n_actions, random)
        made = fused.advance(actions, observations, kept.get(observations))
        kept[observations] = made
        assert_same(made, one_after_the_other(plain, actions, observations))
        assert fused.states.tobytes() == plain.states.tobytes()
        ended += int(made.done.sum())
        refused += int((made.answers == NOT_LEGAL).sum())
    assert refused > 0
    assert ended > 0 or interpreted()


def test_a_game_that_was_over_before_begins_again_too() -> None:
    batch = floe.batch("icecult", 2, rules={"path_length": 1})
    batch.playout(0)
    won = batch.rewards()
    made = batch.advance([0, 0])
    assert made.answers.tolist() == [GAME_OVER, GAME_OVER]
    assert made.done.tolist() == [True, True]
    assert np.array_equal(made.rewards, won.astype(np.float32))
    assert list(batch) == list(floe.batch("icecult", 2, rules={"path_length": 1}))


def test_where_every_game_begins_at_its_end_nobody_sees_anything() -> None:
    ended = floe.batch("icecult", 1, rules={"path_length": 1})
    ended.playout(0)
    batch = Batch.of(ended[0], 3)
    for observations in ("float32", "compact"):
        made = batch.advance([0, 0, 0], observations)
        assert made.to_move.tolist() == [-1, -1, -1]
        assert not made.masks.any()
        assert made.observations is not None
        assert not made.observations.any()


def test_what_was_made_before_is_written_over() -> None:
    batch = floe.batch("icecult", 4)
    first = batch.advance([0] * 4, "compact")
    again = batch.advance([4] * 4, "compact", first)
    assert again is first
    assert again.answers.tolist() == [OK] * 4
    elsewhere = Advanced(*[None if array is None else array.copy() for array in first])  # type: ignore[arg-type]
    there = batch.advance([64] * 4, "compact", elsewhere)
    assert all(mine is given for mine, given in zip(there, elsewhere, strict=True))


def test_the_number_of_threads_changes_nothing() -> None:
    n = 40 if interpreted() else 20000
    alone, together = (floe.batch("igluiglu", n, seed=1, threads=threads) for threads in (1, 4))
    for turn in range(4):
        actions = alone.random_actions(turn)
        assert_same(alone.advance(actions, "compact"), together.advance(actions, "compact"))
    assert alone.states.tobytes() == together.states.tobytes()


def test_what_cannot_be_meant_is_refused_before_anything_is_played() -> None:
    batch = floe.batch("icecult", 2)
    before = copied(batch.states)
    made = batch.advance([64, 64])
    with pytest.raises(BadOption, match="not 'uint8'"):
        batch.advance([0, 0], "uint8")  # type: ignore[arg-type]  # that is the point
    with pytest.raises(BadBatch, match="actions are 2 whole numbers"):
        batch.advance([0])
    with pytest.raises(BadBatch, match=r"float32 and shape \(2, 4\)"):
        batch.advance([0, 0], out=made._replace(rewards=np.zeros((2, 4))))  # type: ignore[arg-type]
    with pytest.raises(BadBatch, match=r"uint8 and shape \(2, 216\)"):
        batch.advance([0, 0], "compact", made._replace(observations=np.zeros((1, 216), np.uint8)))
    assert batch.states.tobytes() == before.tobytes()


@every_setup
def test_a_step_is_made_exactly_where_the_mask_has_a_one(name: str, players: int) -> None:
    n = 2 if interpreted() else 200
    batch, rngs = floe.batch(name, n, players=players, seed=2), generators(9, n)
    for steps in (0, 1, 2, 7, 30, 100):
        batch.playout(rngs, limit=steps)
        masks, over = batch.masks(), batch.over
        for number in [*range(batch.game.n_actions), -1, -8, batch.game.n_actions, 2**40]:
            legal = masks[:, number] if 0 <= number < batch.game.n_actions else np.zeros(n, np.uint8)
            answers = batch.copy().step(np.full(n, number))
            assert np.array_equal(answers, np.where(over, GAME_OVER, np.where(legal, OK, NOT_LEGAL)))
