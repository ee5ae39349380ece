"""Games at random, of any game: what the tests look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import floe
from floe.core.game import Game, State
from floe.core.jit import interpreted
from floe.core.randomness import generator

MOST_ACTIONS = 150 if interpreted() else 100_000
"""How far a game is followed: not to its end where the kernels are slow."""


def bytes_of(state: State) -> bytes:
    """The bytes of a position: the same for the same position."""
    return state.array.tobytes()


def choose(state: State) -> str:
    """One of the legal actions, the same on every run."""
    actions = state.legal_actions()
    return actions[int(generator(bytes_of(state).hex())[0]) % len(actions)]


def walk(name: str, players: int) -> Iterator[State]:
    """The positions of a game at random, from the first to the last, as far as it is followed."""
    state: State = floe.game(name).new(players=players, seed="walk")
    yield state
    for _ in range(MOST_ACTIONS):
        if state.over:
            return
        state = state.play(choose(state))
        yield state


def finished(name: str, players: int, seed: int = 1) -> State:
    """The last position of a game at random."""
    game: Game[Any] = floe.game(name)
    one = game.new(players=players, seed=seed).mutable()
    one.playout(generator(seed))
    last: State = game.state(one.array.copy())
    return last


def every(step: int, states: Iterable[State]) -> Iterator[State]:
    """One of so many of them, and the last."""
    for number, state in enumerate(states):
        last = state
        if number % step == 0:
            yield state
    yield last


def whole_game(name: str, players: int, step: int) -> list[State]:
    """Positions from the whole of a game, the end among them."""
    return [*every(step, walk(name, players)), finished(name, players)]


def seats(state: State) -> list[int | None]:
    """A spectator, and every seat."""
    return [None, *range(state.players)]
