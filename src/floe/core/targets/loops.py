"""The loops of an artefact: those of ``floe.core.loops`` that allocate nothing, and a few more that are given their
buffer, written against the names of a game's kernel like those and bound to it in the same way."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from floe.core.game import Game
from floe.core.jit import bind, rebound
from floe.core.loops import apply, deal, fill_mask, is_over, random_action, step
from floe.core.targets.describe import Entry, entry, meanings
from floe.core.typing import F32Array, I32Array, I64Array, States, Struct, U8Array, U64Array


def playout(states: States, index: int, rng: U64Array, buffer: I32Array, limit: int) -> int:
    """Play one state at random until the game ends or ``limit`` actions were played; return how many were."""
    s = states[index]
    played = 0
    while played < limit and not is_over(s):
        apply(s, random_action(s, buffer, rng))
        played += 1
    return played


def begin_again(states: States, index: int, first: States, deals: U64Array) -> None:
    """Go back to the first position, with a new deal where there is something to deal."""
    states[index] = first[0]
    if len(deals) > 0:
        deal(states[index], deals[index])


def seat_reward(s: Struct, seat: int) -> float:
    """A seat's reward as ``Outcome.rewards`` has it: zero while the game runs, and beyond its seats."""
    players = int(s.players)
    if seat >= players or not is_over(s):
        return 0.0
    winners = 0
    for other in range(players):
        winners += (int(s.winners) >> other) & 1
    share = ((int(s.winners) >> seat) & 1) / winners
    return (share * players - 1) / (players - 1)


def reward_slice(states: States, rewards: F32Array, low: int, high: int) -> None:
    """Write each seat's reward for each of the states from ``low`` to ``high`` - 1."""
    for i in range(low, high):
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = seat_reward(states[i], seat)


def random_play_slice(  # noqa: PLR0913, PLR0917  # see the next one
    states: States, first: States, deals: U64Array, rngs: U64Array, steps: int, buffer: I32Array, low: int, high: int
) -> None:
    """Play ``steps`` random actions in each of the states from ``low`` to ``high`` - 1; finished games begin again."""
    for i in range(low, high):
        s, rng = states[i], rngs[i]
        for _ in range(steps):
            if is_over(s):
                begin_again(states, i, first, deals)
            apply(s, random_action(s, buffer, rng))


def advance_slice(  # noqa: PLR0913, PLR0917  # whatever a step takes and gives, in one pass over memory
    states: States,
    first: States,
    deals: U64Array,
    actions: I64Array,
    answers: U8Array,
    masks: U8Array,
    rewards: F32Array,
    buffer: I32Array,
    low: int,
    high: int,
) -> None:
    """Step each state with its action, write the rewards, begin again where the game ended, and fill the masks."""
    for i in range(low, high):
        answers[i] = step(states, i, actions[i], buffer)
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = seat_reward(states[i], seat)
        if is_over(states[i]):
            begin_again(states, i, first, deals)
        fill_mask(states[i], masks[i], buffer)


_HELPERS = (begin_again, seat_reward)


def bound(game: Game[Any], function: Callable[..., Any]) -> Callable[..., Any]:
    """One of the loops above, with the names of a game's kernel; not compiled yet."""
    return rebound(function, _scope(game), function.__name__)


@functools.cache
def _scope(game: Game[Any]) -> dict[str, Any]:
    scope = dict(game.loops.kernel)
    bind(game.loops.unit, _HELPERS, scope)
    return scope


def single_entries(game: Game[Any]) -> list[Entry]:
    """For a program that has one state before it."""
    meaning, loops = meanings(game), game.loops
    return [
        entry(loops.legal, meaning, out=meaning["legal"]),
        entry(loops.legal_mask, meaning),
        entry(loops.step, meaning),
        entry(loops.play, meaning),
        entry(bound(game, playout), meaning),
        entry(loops.observation, meaning, out=meaning["observation"]),
        entry(loops.begin_slice, meaning),
    ]


def batch_entries(game: Game[Any]) -> list[Entry]:
    """For a program that has many states before it, each in the hands of a thread of its own."""
    meaning, loops = meanings(game), game.loops
    return [
        entry(loops.step_slice, meaning),
        entry(loops.mask_slice, meaning),
        entry(loops.random_slice, meaning),
        entry(loops.observe_slice, meaning, out=meaning["observations"]),
        entry(loops.begin_slice, meaning),
        entry(bound(game, reward_slice), meaning),
        entry(bound(game, random_play_slice), meaning),
        entry(bound(game, advance_slice), meaning),
    ]
