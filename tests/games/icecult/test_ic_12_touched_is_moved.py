"""IC-12 Touched is moved."""

from __future__ import annotations

import pytest

from floe import MalformedAction
from tests.games.icecult.plain import TILTS
from tests.games.icecult.positions import GAME


@pytest.mark.parametrize("first", TILTS)
def test_whatever_follows_a_tilt_is_the_second_one(first: str) -> None:
    tilted = GAME.new().play(first)
    assert not GAME.new().can_undo(first)
    assert {tilted.play(second).phase for second in tilted.legal_actions()} == {"move"}


@pytest.mark.parametrize("text", ["undo", "back", "-nn"])
def test_there_is_no_action_for_taking_back(text: str) -> None:
    with pytest.raises(MalformedAction):
        GAME.new().play("nn").play(text)


def test_looking_at_a_tilt_does_not_make_it() -> None:
    """A preview is a position of its own."""
    state = GAME.new()
    for tilt in state.legal_actions():
        state.play(tilt)
    assert state == GAME.new()
