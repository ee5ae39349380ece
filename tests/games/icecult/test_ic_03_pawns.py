"""IC-3 Pawns."""

from __future__ import annotations

from hypothesis import given

from floe.games.icecult.game import IceCultState
from tests.games.icecult.positions import GAME, paths, position
from tests.games.icecult.strategies import positions


def test_every_game_begins_with_five_pawns_of_each_colour_in_start() -> None:
    for players in (2, 3, 4):
        document = GAME.new(players=players).to_dict()
        assert document["start"] == {"y": 5, "r": 5, "g": 5, "b": 5}
        assert document["home"] == {"y": 0, "r": 0, "g": 0, "b": 0}
        assert paths(GAME.new(players=players)) == {}


def test_pawns_of_one_colour_are_alike() -> None:
    """Which of two yellow pawns made the step cannot be told afterwards."""
    lower = position(paths={"e": {1: "y", 2: "y"}}).play("a@1.1")
    upper = position(paths={"e": {1: "y", 2: "y"}}).play("a@2.1")
    assert paths(lower) == {"e": {2: "yy"}}
    assert paths(upper) == {"e": {1: "y", 3: "y"}}
    assert lower == position(paths={"e": {2: "yy"}}, used=["a"])


@given(positions())
def test_no_action_changes_more_than_one_path(state: IceCultState) -> None:
    """A pawn never changes its path: only on one path do pawns move, and they move outward."""
    before = state.to_dict()
    for action in state.legal_actions():
        after = state.play(action).to_dict()
        changed = [path for path in "nesw" if before["paths"][path] != after["paths"][path]]
        assert len(changed) == ("@" in action)
        for path in changed:
            came_in = sum(before["start"].values()) - sum(after["start"].values())
            went_home = sum(after["home"].values()) - sum(before["home"].values())
            assert _count(after, path) == _count(before, path) + came_in - went_home


def _count(document: dict[str, dict[str, list[str]]], path: str) -> int:
    return sum(map(len, document["paths"][path]))
