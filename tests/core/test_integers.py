"""NumPy's whole numbers are as good as Python's, wherever a number is taken; what is none is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import floe
from floe.core.batch import Batch
from floe.core.errors import BadOption
from floe.core.integers import checked, whole
from floe.core.randomness import check_seed, generator, generators
from floe.core.record import Record

GAME = floe.game("igluiglu")


def stepped(action: Any) -> bytes:
    state = floe.game("icecult").new().mutable()
    state.step(action)
    return bytes(state.array)


def responded(seat: Any) -> bytes:
    state = GAME.new(3, 7).mutable()
    state.respond(seat, generator(1), 100)
    return bytes(state.array)


def timed(at: Any) -> Any:
    record = Record.begin(floe.game("icecult"), 2, 7)
    record.play("nn", at)
    return record.to_dict()


def resigned(seat: Any) -> Any:
    record = Record.begin(GAME, 3, 7)
    record.resign(seat)
    return record.to_dict()


TAKEN: dict[str, Callable[[Any], Any]] = {
    "players": lambda n: GAME.new(n, 7),
    "a seed": lambda n: GAME.new(2, n),
    "the seat of a view": lambda n: GAME.new(3, 7).view(n),
    "the seat of an observation": lambda n: GAME.new(3, 7).observe(n).tobytes(),
    "the seat of a text": lambda n: GAME.new(3, 7).text(n),
    "the seat of what is due": lambda n: GAME.new(3, 7).due(n),
    "the seat that guesses": lambda n: GAME.new(3, 7).determinize(n, generator(1)),
    "the seat of a determinized view": lambda n: GAME.determinize(GAME.new(3, 7).view(2), n, generator(1)).tobytes(),
    "an option": lambda n: floe.game("icecult").new(rules={"path_length": n}),
    "an action in place": stepped,
    "the seat of those who wait": responded,
    "the size of a batch": lambda n: len(floe.batch("icecult", n)),
    "the seed of a batch": lambda n: list(floe.batch("igluiglu", 2, seed=n)),
    "the threads of a batch": lambda n: floe.batch("icecult", 3, threads=n).threads,
    "the copies of a position": lambda n: len(Batch.of(GAME.new(2, 7), n)),
    "the index of a batch": lambda n: floe.batch("igluiglu", 5, seed=1)[n],
    "steps": lambda n: floe.batch("icecult", 3).random_steps(5, n).actions.tobytes(),
    "the limit of a playout": lambda n: floe.batch("icecult", 3).playout(5, n).tolist(),
    "the seed of random play": lambda n: floe.batch("icecult", 3).random_actions(n).tolist(),
    "the time of an action": timed,
    "who resigns": resigned,
    "a position of a record": lambda n: Record.begin(GAME, 2, 7).at(n - 2),
}  # each takes 2


@pytest.mark.parametrize("where", TAKEN)
@pytest.mark.parametrize("kind", [np.uint8, np.int64])
def test_numpys_numbers_do_the_same(where: str, kind: type[Any]) -> None:
    take = TAKEN[where]
    assert take(kind(2)) == take(2)


@pytest.mark.parametrize("where", [where for where in TAKEN if where != "a position of a record"])
@pytest.mark.parametrize("value", [2.0, b"two", True, np.True_])
def test_what_is_no_whole_number_is_refused(where: str, value: Any) -> None:
    with pytest.raises(floe.FloeError):
        TAKEN[where](value)


def test_a_seed_and_a_time_are_written_as_pythons_numbers() -> None:
    assert type(check_seed(np.int64(7))) is int
    assert type(timed(np.int64(3))["times"][0]) is int
    seed: Any = np.int64(7)
    assert generators(seed, 3).tolist() == generators(7, 3).tolist()


def test_the_helper_by_hand() -> None:
    assert [whole(value) for value in (3, np.uint8(3), True, np.True_, 3.0, "3", None)] == [3, 3, *[None] * 5]
    assert checked(np.int64(3), 1, 3, "a number from 1 to 3") == 3
    assert checked(10**30, 1, None, "a number") == 10**30
    for value in (0, 4, 2.0):
        with pytest.raises(BadOption, match=f"a number from 1 to 3, not {value}"):
            checked(value, 1, 3, "a number from 1 to 3")
