"""All positions of a turn, against plain Python that tries everything."""

from __future__ import annotations

import pytest

import floe
from floe.bots.registry import RANDOM, level_bot
from floe.core.game import State
from floe.core.jit import interpreted
from floe.core.randomness import generator
from floe.core.turns import Turns

pytestmark = pytest.mark.skipif(interpreted(), reason="tries out whole turns")


def plainly(state: State) -> dict[bytes, bool]:
    """Every position of the turn, and whether the turn, or the game, is over in it."""
    turn, seat = state.turn, state.to_move
    todo, found = [state], {state.array.tobytes(): False}
    while todo:
        one = todo.pop()
        for action in one.legal_actions():
            after = one.play(action)
            if after.array.tobytes() in found:
                continue
            found[after.array.tobytes()] = after.over or after.turn != turn
            if not after.over and after.turn == turn and after.to_move == seat:
                todo.append(after)
    return found


def positions(game: str, players: int, seed: int) -> list[State]:
    """Some of a random game in which a turn is short enough for plain Python."""
    state, rng, bot = floe.game(game).new(players, seed), generator(seed, "turns"), level_bot(RANDOM, game)
    found: list[State] = []
    while not state.over and len(found) < 4:
        if state.phase in ("move", "drift") or (state.phase == "act" and state.to_dict()["points"] == 1):
            found.append(state)
        state = state.play(bot.choose(state.view(state.to_move), state.legal_actions(), rng))
    return found


@pytest.mark.parametrize(("game", "players"), [("icecult", 2), ("icecult", 4), ("igluiglu", 3)])
def test_every_position_of_a_turn_is_listed_once(game: str, players: int) -> None:
    turns = Turns(floe.game(game), 20_000)
    looked_at = 0
    for state in positions(game, players, 5):
        turn = turns.turn(state.array)
        if turn is None:
            continue
        expected = plainly(state)
        listed = [turn.states[n : n + 1].tobytes() for n in range(len(turn.states))]
        assert len(set(listed)) == len(listed)
        assert set(listed) == set(expected)
        assert {listed[end] for end in turn.ends()} == {position for position, over in expected.items() if over}
        looked_at += 1
        last = turn.ends()[-1]
        walked = state
        for number in turn.actions(last):
            walked = walked.play(walked.action_text(number))
        assert walked.array.tobytes() == listed[last]
    assert looked_at


def test_a_turn_that_has_too_many_positions_is_left_alone() -> None:
    state = floe.game("icecult").new(2, 1)
    assert Turns(state.game, 10).turn(state.array) is None
    assert Turns(state.game).turn(state.array) is not None
