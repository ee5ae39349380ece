"""What every game has to do: actions, legal and not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import floe
from floe import FloeError, IllegalAction, MalformedAction
from floe.core.randomness import generator
from floe.testing.checks import check_actions, check_end, check_numbers, check_texts
from floe.testing.perft import perft, perft_by_playing
from floe.testing.walks import bytes_of, choose, every, finished, walk


def test_legal_actions_mask_and_numbers_agree(name: str, players: int) -> None:
    for state in walk(name, players):
        check_actions(state)


def test_the_mutable_state_goes_the_same_way_step_by_step(name: str, players: int) -> None:
    state = next(walk(name, players))
    one = state.mutable()
    for following in walk(name, players):
        assert one.array.tobytes() == bytes_of(following)
        assert one.over == following.over
        assert one.legal().tolist() == np.flatnonzero(following.legal_mask()).tolist()
        assert one.legal_mask().tolist() == following.legal_mask().tolist()
        if not following.over:
            one.step(following.action_number(choose(following)))
    assert state == next(walk(name, players))


def test_only_what_is_legal_can_be_stepped(name: str, players: int) -> None:
    """All numbers, in a few positions."""
    for state in every(60, walk(name, players)):
        legal = np.flatnonzero(state.legal_mask()).tolist()
        check_numbers(state, [*(set(range(-1, state.game.n_actions + 1)) - set(legal)), *legal[:10]])


@pytest.mark.parametrize(
    "action", ["", " ", "nonsense", "\0", "\ud800", "🧊", "x" * 10_000, None, 0, b"end", ["end"], {}]
)
def test_what_is_no_action_is_told_apart(name: str, action: Any) -> None:
    game = floe.game(name)
    for state in (game.new(seed=1), finished(name, game.players[0])):
        for ask in (state.play, state.action_number):
            with pytest.raises(MalformedAction) as caught:
                ask(action)
            assert caught.value.text == action
            assert repr(action)[:60] in str(caught.value)
            assert len(str(caught.value)) < 500


def test_an_action_that_is_not_legal_here_is_refused_with_its_rule(name: str, players: int) -> None:
    """Actions that were legal at some other time in the same game."""
    states = list(walk(name, players))
    pool = sorted({action for state in states for action in state.legal_actions()[::3]})
    for state in [*states[:: max(1, len(states) // 12)], finished(name, players)]:
        check_texts(state, pool[:: max(1, len(pool) // 60)])
        for action in pool[:: max(1, len(pool) // 60)]:
            assert state.game.malformed(state.array, action) is None, "what is an action stays one, whatever is legal"


@pytest.mark.parametrize("seed", range(3))
def test_random_play_comes_to_an_end_with_winners(name: str, players: int, seed: int) -> None:
    state = finished(name, players, seed)
    assert state.over
    check_end(state)


def test_the_same_generator_plays_the_same_game(name: str, players: int) -> None:
    assert finished(name, players, 7) == finished(name, players, 7)
    assert len({finished(name, players, seed) for seed in range(8)}) > 1


def test_nothing_can_be_done_when_the_game_is_over(name: str, players: int) -> None:
    state = finished(name, players)
    assert state.legal_actions() == []
    assert not state.legal_mask().any()
    action = floe.game(name).new(players=players, seed=1).legal_actions()[0]
    with pytest.raises(IllegalAction, match="the game is over") as caught:
        state.play(action)
    assert caught.value.key == "over"
    one = state.mutable()
    with pytest.raises(FloeError, match="the game is over"):
        one.step(0)
    assert one.playout(generator(1)) == 0
    assert one.array.tobytes() == bytes_of(state)


def test_perft_counts_what_playing_every_action_counts(name: str, players: int) -> None:
    """From positions all over a game, two actions deep."""
    for state in every(50, walk(name, players)):
        assert [perft(state, depth) for depth in range(3)] == [perft_by_playing(state, depth) for depth in range(3)]


def test_only_what_was_played_this_turn_can_be_taken_back(name: str, players: int) -> None:
    """What reveals something cannot, whatever the game allows."""
    for state in every(7, walk(name, players)):
        for action in state.legal_actions()[:10]:
            assert not (state.can_undo(action) and state.reveals(action))
