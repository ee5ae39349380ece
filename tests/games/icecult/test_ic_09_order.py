"""IC-9 Order."""

from __future__ import annotations

import pytest

from tests.games.icecult.plain import TILTS
from tests.games.icecult.positions import GAME, paths, played, position, refusal, tilting


def test_a_turn_is_two_tilts_and_then_the_moving_phase() -> None:
    state = GAME.new()
    phases = [state.phase]
    for action in ("ns", "ee"):
        state = state.play(action)
        phases.append(state.phase)
    assert phases == ["tilt1", "tilt2", "move"]


def test_only_tilts_are_offered_before_both_are_made() -> None:
    assert set(GAME.new().legal_actions()) == set(TILTS)
    second = set(GAME.new().play("ns").legal_actions())
    assert second
    assert second <= set(TILTS)


def test_no_tilt_moves_a_pawn() -> None:
    standing = {"n": {1: "yr"}, "w": {5: "b"}}
    assert paths(played(tilting(paths=standing), "ns", "ee")) == standing


@pytest.mark.parametrize("action", ["a@start", "a@1.1", "*a@start", "a+", "end"])
def test_no_pawn_or_cube_moves_otherwise_before_both_tilts_are_made(action: str) -> None:
    """Not even where the symbols that lie on top would allow it."""
    first = tilting(tops="y>n circle arc arc", paths={"n": {1: "y"}})
    refused = refusal(first, action)
    assert (refused.rule, refused.key, refused.values["left"]) == ("IC-9", "tilts_first", 2)
    assert "2 of them are still to be made" in str(refused)
    refused = refusal(first.play("ss"), action)
    assert (refused.rule, refused.key, refused.values["left"]) == ("IC-9", "tilts_first", 1)
    assert "1 of them is still to be made" in str(refused)


@pytest.mark.parametrize("tilt", TILTS)
def test_there_is_no_third_tilt(tilt: str) -> None:
    refused = refusal(position(), tilt)
    assert (refused.rule, refused.key) == ("IC-9", "tilts_made")
