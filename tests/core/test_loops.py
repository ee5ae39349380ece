"""The loops that every game needs, with a toy game whose numbers are known."""

from __future__ import annotations

import collections

import numpy as np
import pytest

from floe.core.game import NOBODY
from floe.core.loops import GAME_OVER, NOT_LEGAL, OK
from floe.core.randomness import generator
from tests.core.toy import LOOPS, MAX_LEGAL, STATE, stones


def stacked(n: int, size: int) -> np.ndarray[tuple[int], np.dtype[np.void]]:
    states = np.zeros(size, STATE)
    states[:] = stones(n).array[0]
    return states


def sequences(stones_left: int, depth: int) -> int:
    """In how many ways ``depth`` actions can be made, one after the other."""
    if depth == 0:
        return 1
    return sum(sequences(stones_left - take, depth - 1) for take in (1, 2) if take <= stones_left)


@pytest.mark.parametrize("depth", range(8))
@pytest.mark.parametrize("n", [1, 2, 5, 9])
def test_perft_counts_every_sequence_once(n: int, depth: int) -> None:
    assert LOOPS.perft(stacked(n, depth + 1), depth) == sequences(n, depth)


def test_step_says_how_it_went() -> None:
    states, buffer = stacked(1, 1), np.empty(MAX_LEGAL, np.int32)
    assert LOOPS.step(states, 0, 1, buffer) == NOT_LEGAL
    assert LOOPS.step(states, 0, 0, buffer) == OK
    assert LOOPS.step(states, 0, 0, buffer) == GAME_OVER


def test_a_playout_goes_to_the_end_or_to_the_limit() -> None:
    states, rng = stacked(40, 1), generator(1)
    assert LOOPS.playout(states, 0, rng, 7) == 7
    assert states["to_move"][0] != NOBODY
    rest = LOOPS.playout(states, 0, rng, 1000)
    assert states["to_move"][0] == NOBODY
    assert 20 <= 7 + rest <= 40
    assert LOOPS.playout(states, 0, rng, 1000) == 0


def test_the_same_generator_plays_the_same_game() -> None:
    games = []
    for seed in (1, 1, 2):
        states = stacked(200, 1)
        games.append((LOOPS.playout(states, 0, generator(seed), 1000), states.tobytes()))
    assert games[0] == games[1] != games[2]


def test_stepping_on_answers_how_many_actions_are_legal_next() -> None:
    states, buffer = stacked(4, 1), np.empty(MAX_LEGAL, np.int32)
    assert LOOPS.step_on(states, 0, 1, buffer) == 2
    assert LOOPS.step_on(states, 0, 0, buffer) == 1
    assert LOOPS.step_on(states, 0, 1, buffer) == -1
    assert LOOPS.step_on(states, 0, 0, buffer) == 0
    assert LOOPS.step_on(states, 0, 0, buffer) == -1


def test_only_the_state_of_that_index_is_touched() -> None:
    states = stacked(5, 3)
    LOOPS.play(states, 1, 1)
    LOOPS.playout(states, 2, generator(1), 1000)
    assert states["stones"].tolist() == [5, 3, 0]


def test_a_slice_steps_its_own_states_only() -> None:
    states, answers = stacked(1, 4), np.full(4, 9, np.uint8)
    LOOPS.step_slice(states, np.array([0, 0, 1, 0]), answers, np.empty(MAX_LEGAL, np.int32), 1, 3)
    assert answers.tolist() == [9, OK, NOT_LEGAL, 9]
    assert states["stones"].tolist() == [1, 0, 1, 1]


def test_masks_of_a_slice_have_a_row_each() -> None:
    states, masks = stacked(1, 3), np.full((3, 2), 7, np.uint8)
    LOOPS.mask_slice(states, masks, np.empty(MAX_LEGAL, np.int32), 0, 2)
    assert masks.tolist() == [[1, 0], [1, 0], [7, 7]]


def test_random_play_begins_again_whenever_a_game_ends() -> None:
    """From three stones a game has two or three actions, so 1,200 actions end 400 to 600 games."""
    first = stacked(3, 1)
    games = LOOPS.random_actions(first.copy(), first, generator(1), 1200)
    assert 400 <= games <= 600
    assert first["stones"][0] == 3


def test_every_legal_action_is_drawn_equally_often() -> None:
    rng = generator(4)
    counts: collections.Counter[int] = collections.Counter()
    for _ in range(2000):
        states = stacked(5, 1)
        LOOPS.playout(states, 0, rng, 1)
        counts[int(states["stones"][0])] += 1
    assert set(counts) == {3, 4}
    assert abs(counts[3] - 1000) < 120
