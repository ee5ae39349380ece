"""IC-4 Players."""

from __future__ import annotations

from typing import Any

import pytest

from floe import BadOption
from tests.games.icecult.positions import GAME, paths, played, position


@pytest.mark.parametrize(("players", "colours"), [(2, ["y", "g"]), (3, ["y", "r", "g"]), (4, ["y", "r", "g", "b"])])
def test_default_colours_go_by_the_number_of_players(players: int, colours: list[str]) -> None:
    state = GAME.new(players=players)
    assert state.to_dict()["players"] == colours
    assert GAME.colours(state.array) == colours


@pytest.mark.parametrize("colours", ["br", "gyb", "bgry", "rg"])
def test_any_distinct_colours_may_be_asked_for_in_any_order(colours: str) -> None:
    assert GAME.new(players=len(colours), colours=list(colours)).to_dict()["players"] == list(colours)
    assert GAME.new(colours=colours).players == len(colours)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seat_0_starts(players: int) -> None:
    assert GAME.new(players=players).to_move == 0


@pytest.mark.parametrize("players", [0, 1, 5, -2, 2.0, "2", True, [2]])
def test_fewer_than_two_or_more_than_four_cannot_play(players: Any) -> None:
    with pytest.raises(BadOption, match="2 to 4 players") as caught:
        GAME.new(players=players)
    assert repr(players) in str(caught.value)


@pytest.mark.parametrize(
    ("players", "colours", "message"),
    [
        (2, ["y", "y"], "a colour of its own"),
        (2, ["y", "p"], "not 'p'"),
        (2, ["y", ""], "not ''"),
        (2, ["y", "yr"], "not 'yr'"),
        (2, ["y", None], "not None"),
        (2, ["y", ["g"]], r"not \['g'\]"),
        (3, ["y", "g"], "3 players need 3 colours"),
        (2, [], "2 players need 2 colours"),
        (2, 7, "not 7"),
    ],
)
def test_colours_that_do_not_fit_are_refused(players: int, colours: Any, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        GAME.new(players=players, colours=colours)


def test_a_neutral_colour_is_moved_like_any_other() -> None:
    state = position(players="yg", tops="b>n circle arc arc", paths={"n": {2: "b"}})
    assert paths(played(state, "a@2.1", "*a@start")) == {"n": {1: "b", 3: "b"}}


def test_a_neutral_colour_that_is_home_ends_nothing() -> None:
    state = position(players="yg", tops="b>n arc arc arc", paths={"n": {5: "b"}}, home={"b": 4}).play("a@5.1")
    assert state.to_dict()["home"]["b"] == 5
    assert not state.over


def test_a_neutral_tower_ends_nothing() -> None:
    state = position(players="yg", tops="b>n arc arc arc", paths={"n": {1: "b", 2: "bbbb"}}).play("a@1.1")
    assert paths(state) == {"n": {2: "bbbbb"}}
    assert not state.over
