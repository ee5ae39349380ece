"""II-5 Players."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from floe import BadOption
from tests.games.igluiglu.positions import GAME, cell, dealt, fields, position


@pytest.mark.parametrize(("players", "colours"), [(2, ["r", "b"]), (3, ["r", "b", "y"]), (4, ["r", "b", "y", "g"])])
def test_colours_go_by_seat(players: int, colours: list[str]) -> None:
    state = GAME.new(players=players)
    assert state.to_dict()["players"] == colours
    assert GAME.colours(state.array) == colours
    assert GAME.new(players=players, colours=colours).to_dict()["players"] == colours


@pytest.mark.parametrize(("players", "inuit"), [(2, 5), (3, 3), (4, 3)])
def test_two_players_have_five_inuit_each_more_have_three(players: int, inuit: int) -> None:
    state = GAME.new(players=players)
    assert set(state.to_dict()["to_place"].values()) == {inuit}
    placed = dealt(players)
    homes = ("b1", "g1", "b8", "g8")
    assert [cell(placed, homes[seat])["inuit"] for seat in range(players)] == [c * inuit for c in "rbyg"[:players]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_has_two_igloos(players: int) -> None:
    assert set(GAME.new(players=players).to_dict()["igloos"].values()) == {2}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seat_0_starts_with_placing_and_with_flipping(players: int) -> None:
    assert GAME.new(players=players).to_move == 0
    assert fields(dealt(players), "phase", "to_move", "owner", "turn") == ("flip", 0, 0, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_play_goes_round_by_seat(players: int) -> None:
    state = position("c3 c4 c5 c6 c7 e3 e4 e5", phase="flip", players=players)
    seats = []
    for _ in range(players + 1):
        seats.append(state.to_move)
        state = state.play(next(action for action in state.legal_actions() if action.startswith("flip"))).play("end")
    assert seats == [*range(players), 0]


@pytest.mark.parametrize("players", [0, 1, 5, -2, 2.0, "2", True, [2]])
def test_fewer_than_two_or_more_than_four_cannot_play(players: Any) -> None:
    with pytest.raises(BadOption, match="2 to 4 players") as caught:
        GAME.new(players=players)
    assert repr(players) in str(caught.value)


CHOICES = [
    *map(list, itertools.permutations("rb")),
    *map(list, itertools.permutations("rbyg", 3)),
    *map(list, itertools.permutations("rbyg")),
]


@pytest.mark.parametrize("colours", CHOICES, ids="".join)
def test_two_play_red_and_blue_in_either_order_more_play_any_colours(colours: list[str]) -> None:
    state = GAME.new(players=len(colours), seed=5, colours=colours)
    document = state.to_dict()
    assert document["players"] == colours == GAME.colours(state.array)
    for name in ("hands", "taken", "to_place", "igloos"):
        assert list(document[name]) == colours
    assert GAME.from_dict(document) == state


def test_colours_change_nothing_but_the_names() -> None:
    usual, others = GAME.new(players=3, seed=8), GAME.new(players=3, seed=8, colours=["g", "r", "y"])
    renamed = str.maketrans("rby", "gry")
    while not usual.over:
        action = usual.legal_actions()[len(usual.legal_actions()) // 2]
        usual = usual.play(action)
        others = others.play("flee " + action[5:].translate(renamed) if action.startswith("flee") else action)
        for name, content in usual.to_dict()["cells"].items():
            told = others.to_dict()["cells"][name]
            assert told.get("inuit", "") == content.get("inuit", "").translate(renamed)
            assert told.get("igloo", "") == content.get("igloo", "").translate(renamed)
    assert others.winners == usual.winners
    assert list(others.to_dict()["scores"].values()) == list(usual.to_dict()["scores"].values())


@pytest.mark.parametrize(
    ("players", "colours", "words"),
    [
        (2, ["r", "y"], "two play red and blue"),
        (2, "gy", "two play red and blue"),
        (2, ["r"], "2 players need 2 colours, not 1"),
        (3, ["r", "b"], "3 players need 3 colours, not 2"),
        (2, [], "2 players need 2 colours, not 0"),
        (4, "rbgg", "each seat has a colour of its own"),
        (2, ["r", None], "the colours are r b y g, not None"),
        (3, ["r", "b", "w"], "the colours are r b y g, not 'w'"),
    ],
)
def test_other_colours_cannot_be_asked_for(players: int, colours: Any, words: str) -> None:
    with pytest.raises(BadOption, match=f"II-5: {words}"):
        GAME.new(players=players, colours=colours)
