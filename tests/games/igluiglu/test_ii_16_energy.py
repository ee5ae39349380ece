"""II-16 Energy."""

from __future__ import annotations

import pytest

from tests.games.igluiglu.positions import fields, offered, played, position, reason, refusal

ALL = {"r": "energy1 energy2 energy3"}


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("points", [3, 0])
def test_a_tile_gives_as_many_points_as_it_says(size: int, points: int) -> None:
    state = position("c3", hands=ALL, points=points).play(f"energy {size}")
    assert fields(state, "points", "played") == (points + size, ["energy"])
    assert state.to_dict()["hands"]["r"] == [f"energy{n}" for n in (1, 2, 3) if n != size]


def test_with_six_points_two_igloos_can_be_built_in_a_turn() -> None:
    state = played(position("c3 e3", on={"c3": "r", "e3": "r"}, hands=ALL), "energy 3", "igloo c3", "igloo e3")
    assert fields(state, "points", "igloos") == (0, {"r": 0, "b": 2})


def test_the_points_are_for_this_turn_alone() -> None:
    state = played(position("c3 f6 g4", hands=ALL), "energy 3", "end")
    assert state.to_dict()["points"] == 0
    assert state.play("flip f6").to_dict()["points"] == 3


def test_only_the_sizes_in_the_hand_are_offered() -> None:
    state = position("c3", hands={"r": "energy1 energy3"})
    assert offered(state, "energy") == {"1", "3"}
    refused = refusal(state, "energy 2")
    assert (refused.rule, refused.key, refused.values) == ("II-14", "not_in_hand", {"type": "energy 2"})


@pytest.mark.parametrize(("phase", "why"), [("flip", ("II-7", "due_flip")), ("drift", ("II-12", "due_drift"))])
def test_it_is_played_in_the_second_part_only(phase: str, why: tuple[str, str]) -> None:
    assert reason(position("c3 f6", phase=phase, hands=ALL), "energy 1") == why
