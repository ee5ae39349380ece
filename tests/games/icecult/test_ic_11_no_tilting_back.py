"""IC-11 No tilting back."""

from __future__ import annotations

import pytest

from tests.games.icecult.plain import OPPOSITE, TILTS
from tests.games.icecult.positions import GAME, played, refusal


@pytest.mark.parametrize("first", TILTS)
def test_only_the_opposite_tilt_of_the_same_pair_is_forbidden(first: str) -> None:
    back = first[0] + OPPOSITE[first[1]]
    state = GAME.new().play(first)
    assert set(state.legal_actions()) == set(TILTS) - {back}
    reached = [state.play(second).to_dict()["cubes"] for second in state.legal_actions()]
    assert GAME.new().to_dict()["cubes"] not in reached
    refused = refusal(state, back)
    assert (refused.rule, refused.key) == ("IC-11", "tilting_back")
    assert refused.values == {"first": first, "refused": back}
    assert f"the first one ({first})" in str(refused)


@pytest.mark.parametrize("first", TILTS)
def test_the_same_tilt_may_be_made_twice(first: str) -> None:
    assert GAME.new().play(first).play(first).phase == "move"


def test_the_next_turn_may_undo_the_last_ones_tilts() -> None:
    """The rule looks at one turn only."""
    state = played(GAME.new(), "nn", "nn", "end")
    assert state.to_move == 1
    assert "ns" in state.legal_actions()
