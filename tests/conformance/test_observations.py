"""What every game's observations have to be, and that the documentation tells their slices as they are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import floe
from floe.core.randomness import generator

PAGE = Path(__file__).parents[2] / "docs" / "research" / "observations.md"

every_game = pytest.mark.parametrize("name", floe.game_names())


def documented(title: str) -> list[tuple[str, int, int, tuple[int, ...]]]:
    """The rows of a game's table: name, first value, size, shape."""
    section = PAGE.read_text(encoding="utf-8").partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \| ([\d ×]+) \| \S", section, re.MULTILINE)
    return [(name, int(start), int(size), tuple(map(int, shape.split(" × ")))) for name, start, size, shape in rows]


@every_game
def test_the_documentation_tells_every_slice(name: str) -> None:
    game = floe.game(name)
    assert documented(game.title) == [(part.name, part.start, part.size, part.shape) for part in game.encoding]


@every_game
def test_the_documentation_tells_how_many_values_there_are(name: str) -> None:
    game = floe.game(name)
    assert f"`{name}`, {game.observation_size} values." in PAGE.read_text(encoding="utf-8")


@every_game
def test_slices_follow_each_other_without_a_gap(name: str) -> None:
    game = floe.game(name)
    at = 0
    for part in game.encoding:
        assert part.start == at
        assert part.size == np.prod(part.shape)
        at = part.stop
    assert at == game.observation_size


@every_game
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


@every_game
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_see_different_things(name: str, players: int) -> None:
    play = floe.game(name).new(players=players, seed=2).mutable()
    play.playout(generator(3), 60)
    state = floe.game(name).state(play.array)
    seen = {state.observe(seat).tobytes() for seat in range(players)}
    assert len(seen) == players


@every_game
@pytest.mark.parametrize("seat", [None, -1, 2, "0", 0.0, True])
def test_a_seat_that_is_not_there_is_refused(name: str, seat: Any) -> None:
    with pytest.raises(floe.BadOption, match="seat"):
        floe.game(name).new(players=2, seed=0).observe(seat)
