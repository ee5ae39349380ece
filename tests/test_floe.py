"""What ``import floe`` gives, and what it leaves for later."""

from __future__ import annotations

import subprocess
import sys
import typing
from types import ModuleType

import pytest

import floe
from floe.core.batch import Batch
from floe.core.game import Game, State
from floe.core.record import Record


def test_importing_floe_loads_no_numpy_until_something_needs_it() -> None:
    script = """
import sys
import floe
print(floe.game_names(), "numpy" in sys.modules, "numba" in sys.modules)
floe.State
print("numpy" in sys.modules)
"""
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == [f"{floe.game_names()} False False", "True"]


def test_the_classes_are_there_by_name() -> None:
    assert (floe.State, floe.Game, floe.Batch, floe.Record) == (State, Game, Batch, Record)
    assert set(floe.__all__) <= set(dir(floe))
    assert all(getattr(floe, name) is not None for name in floe.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        floe.nonsense  # type: ignore[attr-defined]  # noqa: B018  # asking is the test


def test_the_package_of_the_games_is_not_hidden() -> None:
    assert isinstance(floe.games, ModuleType)
    assert {"icecult", "igluiglu"} <= set(floe.game_names())


def test_hints_of_types_can_be_resolved() -> None:
    assert typing.get_type_hints(floe.game)["return"] == Game[typing.Any]
    assert Batch in typing.get_args(typing.get_type_hints(floe.batch)["return"])
    assert typing.get_type_hints(floe.load_record)["return"] is Record
    assert typing.get_type_hints(floe.Game.new)["seed"] == int | str | None
    assert typing.get_type_hints(floe.State.play)["action"] is str


def test_things_say_what_they_are() -> None:
    game = floe.game("icecult")
    assert repr(game) == "<ICE CULT: game for 2 to 4 players, rules version 1>"
    assert repr(game.new()) == "<ICE CULT: 2 players, tilt1, seat 0 to move>"
    assert repr(floe.batch("icecult", 3)) == "<ICE CULT: batch of 3, 0 over>"
    record = Record.begin(game, 2, 7, who=[("Ada", "person"), ("Bob", "person")])
    record.play("nn")
    assert repr(record) == "<ICE CULT: record of 1 action by Ada, Bob, running>"
    record.resign(0)
    assert repr(record) == "<ICE CULT: record of 1 action by Ada, Bob, resigned, won by seat 1>"
