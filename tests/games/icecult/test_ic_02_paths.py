"""IC-2 Paths."""

from __future__ import annotations

from typing import Any

import pytest

from floe import FloeError
from tests.games.icecult.positions import GAME, paths, position, refusal


def test_a_path_has_five_spaces_unless_asked_otherwise() -> None:
    assert {path: len(stacks) for path, stacks in GAME.new().to_dict()["paths"].items()} == dict.fromkeys("nesw", 5)


@pytest.mark.parametrize("length", range(1, 10))
def test_from_start_to_home_a_pawn_makes_one_step_more_than_the_path_has_spaces(length: int) -> None:
    rules = {"path_length": length}
    state = position(tops="y>e arc arc arc", rules=rules).play("a@start")
    steps = 1
    while state.to_dict()["home"]["y"] == 0:
        (space,) = paths(state)["e"]
        assert space == steps
        again = position(tops="y>e arc arc arc", rules=rules, paths=paths(state))
        state = again.play(f"a@{space}.1")
        steps += 1
    assert steps == length + 1
    assert paths(state) == {}


@pytest.mark.parametrize("length", [0, 10, -1, 5.0, "5", True, None, [5]])
def test_no_other_path_length_is_accepted(length: Any) -> None:
    with pytest.raises(FloeError, match="path_length: expected a whole number from 1 to 9") as caught:
        GAME.new(rules={"path_length": length})
    assert repr(length) in str(caught.value)


def test_there_is_no_space_beyond_the_last() -> None:
    short = position(rules={"path_length": 3}, paths={"e": {3: "y"}})
    refused = refusal(short, "a@4.1")
    assert (refused.rule, refused.key, refused.values) == ("IC-2", "no_such_space", {"length": 3, "space": 4})
    assert "spaces 1 to 3" in str(refused)
