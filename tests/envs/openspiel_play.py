"""What the tests of the OpenSpiel games share: games by their strings, and playing on at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pyspiel

import floe.envs.openspiel

NAMES = ("python_floe_icecult", "python_floe_igluiglu")
OUTSIDE = tuple(name for name in floe.envs.openspiel.names().values() if name not in NAMES)
"""Games of others that are installed here."""
GAMES = (
    *OUTSIDE,
    "python_floe_icecult",
    "python_floe_icecult(players=3,circles=may,path_length=2,stall_limit=4)",
    "python_floe_icecult(players=4,path_length=3)",
    "python_floe_igluiglu",
    "python_floe_igluiglu(players=3,variant=gamers)",
    "python_floe_igluiglu(players=4,centre=open)",
)
IGLU_GAMES = tuple(name for name in GAMES if "igluiglu" in name)


def load(name: str) -> Any:
    return pyspiel.load_game(name)


def dice(seed: int | str) -> random.Random:
    """A generator for choosing actions."""
    return random.Random(seed)  # noqa: S311  # play, not secrets


def step(state: Any, rng: random.Random) -> None:
    """Play one action at random; chance acts as it should."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, chances)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def states(name: str, seed: int) -> Iterator[Any]:
    """Every state of a random game, the last one too. It is one object, which changes."""
    rng = dice(seed)
    state = load(name).new_initial_state()
    yield state
    while not state.is_terminal():
        step(state, rng)
        yield state


def played(name: str, seed: int, actions: int) -> Any:
    """A state after so many random actions, or just before the end, where a player is to move."""
    rng = dice(seed)
    state = load(name).new_initial_state()
    while state.move_number() < actions or state.is_chance_node():
        before = state.clone()
        step(state, rng)
        if state.is_terminal():
            return before
    return state
