"""What every game's observations have to be."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import floe
from floe.core.batch import Batch
from floe.core.randomness import generator
from floe.testing.walks import every, walk, whole_game


def test_slices_follow_each_other_without_a_gap(name: str) -> None:
    game = floe.game(name)
    at = 0
    for part in game.encoding:
        assert part.start == at
        assert part.size == np.prod(part.shape)
        at = part.stop
    assert at == game.observation_size


def test_a_slice_can_be_taken_out_of_one_or_many_observations(name: str) -> None:
    game = floe.game(name)
    batch = floe.batch(name, 3, seed=1)
    observed = batch.observe(1)
    for part in game.encoding:
        taken = game.encoding.part(observed, part.name)
        assert taken.shape == (3, *part.shape)
        assert np.shares_memory(taken, observed)
        for i in range(3):
            assert np.array_equal(game.encoding.part(observed[i], part.name), taken[i])


def test_every_value_is_written_and_lies_between_0_and_1(name: str, players: int) -> None:
    for state in whole_game(name, players, 5):
        for seat in range(players):
            out = np.full(state.game.observation_size, np.nan, np.float32)
            state.game.loops.observation(state.array, 0, seat, out)
            assert ((out >= 0) & (out <= 1)).all()
            assert np.array_equal(out, state.observe(seat))


def test_a_batch_observes_what_each_of_its_positions_observes(name: str, players: int) -> None:
    state = list(every(20, walk(name, players)))[1]
    batch = Batch.of(state, 4)
    batch.step(np.full(4, next(iter(state.numbered_actions().values()), 0)))
    for seat in range(players):
        observed = batch.observe(seat)
        assert all(np.array_equal(observed[i], batch[i].observe(seat)) for i in range(4))


def test_seats_see_different_things(name: str, players: int) -> None:
    play = floe.game(name).new(players=players, seed=2).mutable()
    play.playout(generator(3), 60)
    state = floe.game(name).state(play.array)
    seen = {state.observe(seat).tobytes() for seat in range(players)}
    assert len(seen) == players


@pytest.mark.parametrize("seat", [None, -1, 99, "0", 0.5, True])
def test_a_seat_that_is_not_there_is_refused(name: str, seat: Any) -> None:
    with pytest.raises(floe.BadOption, match="seat"):
        floe.game(name).new(seed=0).observe(seat)
