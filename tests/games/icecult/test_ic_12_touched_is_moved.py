"""IC-12 Touched is moved."""

from __future__ import annotations

import pytest

from floe import MalformedAction
from tests.games.icecult.plain import TILTS
from tests.games.icecult.positions import GAME


@pytest.mark.parametrize("first", TILTS)
def test_nothing_that_may_follow_a_tilt_takes_it_back(first: str) -> None:
    before = GAME.new().to_dict()["cubes"]
    tilted = GAME.new().play(first)
    after = [tilted.play(second).to_dict()["cubes"] for second in tilted.legal_actions()]
    assert len(after) == 7
    assert before not in after


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
