"""Compact observations: a few bytes of which the very floats of ``observe`` can be made."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import floe
from floe.core.batch import Batch
from floe.core.compact import Compact, Reader
from floe.core.errors import BadBatch, BadOption
from floe.core.game import Game
from floe.core.jit import interpreted
from floe.core.randomness import generator, generators

MANY = 3 if interpreted() else 100
PAGE = Path(__file__).parents[2] / "docs" / "research" / "observations.md"
RULES: dict[str, list[dict[str, Any]]] = {
    "icecult": [{}, {"path_length": 1, "tower": "own"}, {"path_length": 9, "circles": "may"}, {"stall_limit": 3}],
    "igluiglu": [
        {},
        {"variant": "gamers"},
        {"centre": "open", "igloos": "barred", "corners": "open"},
        {"islands": "table", "half": "up"},
    ],
}

every_game = pytest.mark.parametrize("name", [name for name in floe.game_names() if floe.game(name).compact])


def compact_of(game: Game[Any]) -> Compact:
    assert game.compact is not None
    return game.compact


def positions(name: str) -> Iterator[Batch]:
    """Positions from the first to the last, with every number of players and every rule that can be chosen."""
    for players in floe.game(name).players:
        for rules in RULES[name]:
            batch = floe.batch(name, MANY, players=players, seed=players, rules=rules)
            rngs = generators(players, MANY)
            for steps in (0, 1, 2, 4, 10, 40, 160, 1_000_000):
                batch.playout(rngs, limit=steps)
                yield batch


@every_game
def test_decoded_it_is_the_observation_bit_for_bit(name: str) -> None:
    game = floe.game(name)
    for batch in positions(name):
        for seat in range(int(batch.states["players"][0])):
            values = compact_of(game).decode(batch.observe_compact(seat))
            assert values.dtype == np.float32
            assert values.tobytes() == batch.observe(seat).tobytes()


@every_game
@pytest.mark.parametrize("library", ["torch", "jax.numpy"])
def test_other_libraries_decode_to_the_same_bits(name: str, library: str) -> None:
    xp = pytest.importorskip(library)
    compact = compact_of(floe.game(name))

    def decode(rows: Any) -> Any:
        return compact.decode(rows, xp)

    if library == "jax.numpy":
        decode = importlib.import_module("jax").jit(decode)
    for batch in positions(name):
        rows = batch.observe_compact(0)
        assert np.asarray(decode(xp.asarray(rows))).tobytes() == batch.observe(0).tobytes()


@every_game
def test_any_shape_of_rows_is_decoded(name: str) -> None:
    game, batch = floe.game(name), floe.batch(name, 6, seed=1)
    rows, values = batch.observe_compact(), batch.observe()
    compact = compact_of(game)
    assert np.array_equal(compact.decode(rows.reshape(2, 3, -1)), values.reshape(2, 3, -1))
    assert np.array_equal(compact.decode(rows[4]), values[4])
    assert compact.decode(rows[:0]).shape == (0, game.observation_size)


@pytest.mark.parametrize("name", [name for name in floe.game_names() if floe.game(name).hidden])
def test_positions_that_look_the_same_to_a_seat_have_the_same_bytes(name: str) -> None:
    game, rng = floe.game(name), generator(8)
    for players in game.players:
        batch = floe.batch(name, 8, players=players, seed=1)
        for steps in (0, 10, 30, 100):
            batch.playout(steps, limit=steps)
            for state in batch:
                for seat in range(players):
                    other = game.state(game.determinize(state.view(seat), seat, rng))
                    one, two = (Batch.of(each, 1).observe_compact(seat) for each in (state, other))
                    assert one.tobytes() == two.tobytes()


@every_game
def test_nobody_sees_nothing(name: str) -> None:
    batch = floe.batch(name, 3, players=3, seed=1)
    rows = batch.observe_compact([0, -1, 2], out=np.full((3, compact_of(batch.game).size), 7, np.uint8))
    assert rows[0].any()
    assert not rows[1].any()
    assert compact_of(batch.game).structs(rows)["seat"].tolist() == [0, 0, 2]


def test_what_cannot_be_filled_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = floe.batch("icecult", 2)
    with pytest.raises(BadBatch, match=r"uint8 and shape \(2, 216\), not float32"):
        batch.observe_compact(out=np.zeros((2, 216), np.float32))
    monkeypatch.setattr(type(batch.game), "compact", None)
    for asked in (batch.observe_compact, lambda: batch.advance([0, 0], "compact")):
        with pytest.raises(BadOption, match="ICE CULT has no compact observations"):
            asked()


def test_floats_are_read_as_they_were_written() -> None:
    numbers = np.array([0, 1, 0.5, 1 / 3, 0.1, 1 - 2**-24, 2**-20, 5e-9], np.float32)
    dtype = np.dtype([("number", "f4", (len(numbers),))])
    reader = Reader(dtype, numbers.view(np.uint8)[None], np)
    assert reader.value("number").tobytes() == numbers.tobytes()


def test_numbers_of_few_bits_are_read_across_bytes() -> None:
    three = [1, 7, 4, 0, 3, 5, 2, 6, 1, 1, 7, 0, 2, 4, 6, 5, 3, 1, 0, 7]
    word = sum(number << (3 * k) for k, number in enumerate(three))
    dtype = np.dtype([("words", "u8", (2,)), ("number", "u2")])
    row = np.array([((word, word >> 3), 51966)], dtype).view(np.uint8).reshape(1, -1)
    reader = Reader(dtype, row, np)
    assert reader.packed("words", 20, 3).tolist() == [[three, [*three[1:], 0]]]
    assert reader.field("number").tolist() == [51966]


@every_game
def test_every_field_stands_in_the_table_of_the_documentation(name: str) -> None:
    dtype = compact_of(floe.game(name)).dtype
    section = PAGE.read_text(encoding="utf-8").split(f"### The compact form of `{name}`", 1)[1].split("\n### ", 1)[0]
    told = [line.split("|")[1:4] for line in section.splitlines() if line.startswith("| `")]
    assert [(field.strip(" `"), int(first), int(size)) for field, first, size in told] == [
        (field, dtype.fields[field][1], dtype.fields[field][0].itemsize)  # type: ignore[index]  # it has fields
        for field in dtype.names or ()
    ]
