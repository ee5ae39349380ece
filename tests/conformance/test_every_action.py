"""What every game has to do, continued: actions, refusals, and the end."""

from __future__ import annotations

import json
import pickle
import re
from typing import Any

import numpy as np
import pytest

import floe
from floe import FloeError, IllegalAction, MalformedAction
from floe.core.randomness import generator
from tests.conformance.walks import bytes_of, choose, every, every_game, every_table, finished, walk


@every_table
def test_legal_actions_mask_and_numbers_agree(name: str, players: int) -> None:
    for state in walk(name, players):
        texts = state.legal_actions()
        numbers = [state.action_number(text) for text in texts]
        assert len(set(texts)) == len(texts) == len(set(numbers))
        assert (not texts) == state.over
        mask = state.legal_mask()
        assert mask.shape == (state.game.n_actions,)
        assert np.flatnonzero(mask).tolist() == sorted(numbers)
        assert set(mask.tolist()) <= {0, 1}
        assert len(texts) <= state.game.loops.max_legal
        assert [state.action_text(number) for number in numbers[:5]] == texts[:5]


@every_table
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


@every_table
def test_only_what_is_legal_can_be_stepped(name: str, players: int) -> None:
    """All numbers, in a few positions."""
    for state in every(60, walk(name, players)):
        legal = set(np.flatnonzero(state.legal_mask()).tolist())
        one = state.mutable()
        for number in set(range(-1, state.game.n_actions + 1)) - legal:
            with pytest.raises(FloeError):
                one.step(number)
        assert one.array.tobytes() == bytes_of(state)
        for number in sorted(legal)[:10]:
            other = one.copy()
            other.step(number)
            assert other.array.tobytes() == bytes_of(state.play(state.action_text(number)))


@every_game
@pytest.mark.parametrize(
    "action", ["", " ", "nonsense", "\0", "\ud800", "🧊", "x" * 10_000, None, 0, b"end", ["end"], {}]
)
def test_what_is_no_action_is_told_apart(name: str, action: Any) -> None:
    for state in (floe.game(name).new(seed=1), finished(name, 2)):
        for ask in (state.play, state.action_number):
            with pytest.raises(MalformedAction) as caught:
                ask(action)
            assert caught.value.text == action
            assert repr(action)[:60] in str(caught.value)


@every_table
def test_an_action_that_is_not_legal_here_is_refused_with_its_rule(name: str, players: int) -> None:
    """Actions that were legal at some other time in the same game."""
    states = list(walk(name, players))
    pool = sorted({action for state in states for action in state.legal_actions()[::3]})
    for state in [*states[:: max(1, len(states) // 12)], finished(name, players)]:
        legal, before = set(state.legal_actions()), bytes_of(state)
        for action in pool[:: max(1, len(pool) // 60)]:
            if action not in legal:
                with pytest.raises(IllegalAction) as caught:
                    state.play(action)
                check_refusal(caught.value, action)
        assert bytes_of(state) == before


def check_refusal(refused: IllegalAction, action: str) -> None:
    assert refused.text == action
    assert re.fullmatch(r"[A-Z]{2}-[1-9][0-9]*", refused.rule)
    assert re.fullmatch(r"[a-z_0-9]+", refused.key)
    assert json.dumps(refused.values)
    assert str(refused).startswith(f"{action!r} is not allowed here. {refused.rule}: ")
    assert not re.search(r"[{}]", str(refused))
    assert str(pickle.loads(pickle.dumps(refused))) == str(refused)  # noqa: S301  # pickled right here


@every_table
@pytest.mark.parametrize("seed", range(3))
def test_random_play_comes_to_an_end_with_winners(name: str, players: int, seed: int) -> None:
    state = finished(name, players, seed)
    assert state.over
    assert state.winners
    assert state.winners == sorted(set(state.winners))
    assert set(state.winners) <= set(range(players))
    outcome = state.outcome
    assert outcome is not None
    assert (list(outcome.winners), outcome.players) == (state.winners, players)
    assert len(outcome.shares) == players
    assert sum(outcome.shares) == pytest.approx(1)
    assert re.fullmatch(r"[A-Z]{2}-[1-9][0-9]*", outcome.rule)
    assert re.fullmatch(r"[a-z_]+", outcome.reason)


@every_table
def test_the_same_generator_plays_the_same_game(name: str, players: int) -> None:
    assert finished(name, players, 7) == finished(name, players, 7)
    assert finished(name, players, 7) != finished(name, players, 8)


@every_table
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


@every_game
def test_perft_counts_what_playing_every_action_counts(name: str) -> None:
    """From a position in the middle of a game, two actions deep."""
    game = floe.game(name)
    for state in every(50, walk(name, game.players[0])):
        stack = np.zeros(3, game.dtype)
        stack[0] = state.array[0]
        assert game.loops.perft(stack, 1) == len(state.legal_actions())
        following = [state.play(action) for action in state.legal_actions()]
        assert game.loops.perft(stack, 2) == sum(len(after.legal_actions()) for after in following)
