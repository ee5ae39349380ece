"""The loops that every game needs, with the example game, whose numbers are known."""

from __future__ import annotations

import collections

import numpy as np
import pytest

from floe.core import loops
from floe.core.game import NOBODY
from floe.core.loops import GAME_OVER, NOT_LEGAL, OK
from floe.core.randomness import generator
from floe.core.typing import States
from floe.testing.perft import perft, perft_by_playing
from tests.core.four import DRAWN, FULL, GAME, WON, played

LOOPS = GAME.loops


def stacked(columns: str, size: int) -> States:
    states = np.zeros(size, GAME.dtype)
    states[:] = played(columns).array[0]
    return states


def buffer() -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.empty(LOOPS.max_legal, np.int32)


@pytest.mark.parametrize("columns", ["", FULL, WON[:-1], WON, DRAWN[:-4], DRAWN], ids=len)
def test_perft_counts_every_sequence_once(columns: str) -> None:
    state = played(columns)
    assert [perft(state, depth) for depth in range(5)] == [perft_by_playing(state, depth) for depth in range(5)]


def test_step_says_how_it_went() -> None:
    states = stacked(FULL, 1)
    assert LOOPS.step(states, 0, 0, buffer()) == NOT_LEGAL
    assert LOOPS.step(states, 0, 1, buffer()) == OK
    assert LOOPS.step(stacked(WON, 1), 0, 1, buffer()) == GAME_OVER


def test_a_playout_goes_to_the_end_or_to_the_limit() -> None:
    states, rng = stacked("", 1), generator(1)
    assert LOOPS.playout(states, 0, rng, buffer(), 5) == 5
    assert states["to_move"][0] != NOBODY
    rest = LOOPS.playout(states, 0, rng, buffer(), 1000)
    assert states["to_move"][0] == NOBODY
    assert 7 <= 5 + rest <= 42
    assert LOOPS.playout(states, 0, rng, buffer(), 1000) == 0


def test_the_same_generator_plays_the_same_game() -> None:
    games = []
    for seed in (1, 1, 2):
        states = stacked("", 1)
        games.append((LOOPS.playout(states, 0, generator(seed), buffer(), 1000), states.tobytes()))
    assert games[0] == games[1] != games[2]


def test_stepping_on_answers_how_many_actions_are_legal_next() -> None:
    assert LOOPS.step_on(stacked(FULL[:-1], 1), 0, 0, buffer()) == 6
    assert LOOPS.step_on(stacked(FULL, 1), 0, 0, buffer()) == -1
    states = stacked(WON[:-1], 1)
    assert LOOPS.step_on(states, 0, 0, buffer()) == 0
    assert LOOPS.step_on(states, 0, 1, buffer()) == -1


def test_only_the_state_of_that_index_is_touched() -> None:
    states = stacked("", 3)
    LOOPS.play(states, 1, 1)
    LOOPS.playout(states, 2, generator(1), buffer(), 1000)
    assert states["turn"].tolist()[:2] == [0, 1]
    assert states["to_move"].tolist() == [0, 1, NOBODY]


def test_a_slice_steps_its_own_states_only() -> None:
    states, answers = stacked(FULL, 4), np.full(4, 9, np.uint8)
    LOOPS.step_slice(states, np.array([1, 1, 0, 1]), answers, buffer(), 1, 3)
    assert answers.tolist() == [9, OK, NOT_LEGAL, 9]
    assert states["turn"].tolist() == [6, 7, 6, 6]


def test_masks_of_a_slice_have_a_row_each() -> None:
    states, masks = stacked(FULL, 3), np.full((3, 7), 7, np.uint8)
    LOOPS.mask_slice(states, masks, buffer(), 0, 2)
    assert masks.tolist() == [[0, 1, 1, 1, 1, 1, 1], [0, 1, 1, 1, 1, 1, 1], [7] * 7]


def test_random_play_begins_again_whenever_a_game_ends() -> None:
    """With one space left every action ends a game."""
    first = stacked(DRAWN[:-1], 1)
    assert LOOPS.random_actions(first.copy(), first, generator(1), buffer(), 1200) == 1199
    assert first["turn"][0] == 41


def test_every_legal_action_is_drawn_equally_often() -> None:
    rng = generator(4)
    counts: collections.Counter[int] = collections.Counter()
    for _ in range(7000):
        states = stacked("", 1)
        LOOPS.playout(states, 0, rng, buffer(), 1)
        counts[int(np.flatnonzero(states["height"][0])[0])] += 1
    assert set(counts) == set(range(7))
    assert all(abs(count - 1000) < 120 for count in counts.values())


@pytest.mark.parametrize("name", loops.REQUIRED)
def test_a_kernel_that_lacks_a_name_is_refused_with_it(name: str) -> None:
    kernel = {known: LOOPS.kernel[known] for known in ("__name__", "__file__", *loops.REQUIRED)}
    del kernel[name]
    with pytest.raises(TypeError, match=rf"the kernel floe_connectfour\.kernel does not define {name}"):
        loops.compile_loops(kernel)
