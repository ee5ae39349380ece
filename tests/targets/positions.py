"""Positions of every kind: from games at random with every option and number of players, and from games on record."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import floe
from floe.core.mutable import MutableState
from floe.core.options import Option
from floe.core.randomness import draw_below, generator

RECORDS = Path(__file__).parents[1] / "records"
LONGEST = 400
"""Games at random are followed so far and then begun anew, so that the first part of a game is not all there is."""


def every_setup(name: str) -> list[tuple[int, dict[str, Any]]]:
    """Every number of players with every choice of options, and the ends of those that are numbers."""
    options = floe.games.manifest(name).options
    values = [[(option.name, value) for value in _values(option)] for option in options]
    return [(players, dict(rules)) for players in floe.game(name).players for rules in itertools.product(*values)]


def _values(option: Option) -> list[Any]:
    if option.choices:
        return list(option.choices)
    return sorted({option.lowest, option.default, option.highest})


def positions(name: str, number: int) -> Iterator[bytes]:
    """``number`` positions or a few more. After an action comes the position that it leads to."""
    made = 0
    for record in (floe.load_record(path) for path in sorted(RECORDS.glob(f"{name}-*.json"))):
        for state, action in itertools.zip_longest(record, record.actions):
            numbers = state.numbered_actions()
            yield _written(state.array, sorted(numbers.values()), numbers.get(action, -1))
            made += 1
    setups = every_setup(name)
    each = -(-(number - made) // len(setups))
    for players, rules in setups:
        yield from random_games(name, players, rules, each)


def random_games(name: str, players: int, rules: dict[str, Any], number: int) -> Iterator[bytes]:
    """So many positions of games at random."""
    game = floe.game(name)
    loops, rng = game.loops, generator(f"{players}{rules}")
    buffer = np.empty(loops.max_legal, np.int32)
    made = games = 0
    while made < number:
        games += 1
        one: MutableState = game.new(players, games, rules).mutable()
        for k in range(LONGEST):
            legal = [] if one.over else buffer[: loops.legal(one.array, 0, buffer)].tolist()
            made += 1
            if not legal or k == LONGEST - 1 or made == number:
                yield _written(one.array, legal, -1)
                break
            action = legal[draw_below(rng, len(legal))]
            yield _written(one.array, legal, action)
            loops.play(one.array, 0, action)


def _written(array: Any, legal: list[int], action: int) -> bytes:
    """The state, how many actions are legal, these, and the one that is played; -1 if none is."""
    return bytes(array.tobytes()) + np.array([len(legal), *legal, action], "<i4").tobytes()
