"""IC-19 End of turn."""

from __future__ import annotations

import pytest

from tests.games.icecult.positions import played, position

DONE = {"tops": "y>e arc circle b>n", "used": ["a", "d"], "circles": 0, "arcs": 1}


def test_the_next_seat_is_on_turn_with_its_first_tilt() -> None:
    state = position(**DONE).play("end")
    assert (state.to_move, state.phase) == (1, "tilt1")
    assert set(state.legal_actions()) == {"nn", "ns", "sn", "ss", "ee", "ew", "we", "ww"}


@pytest.mark.parametrize("players", ["yg", "yrg", "yrgb"])
def test_after_the_last_seat_comes_the_first(players: str) -> None:
    state = position(players=players, to_move=len(players) - 1, **DONE)
    assert state.play("end").to_move == 0


def test_arcs_left_over_are_lost() -> None:
    document = position(**DONE).play("end").to_dict()
    assert (document["arcs"], document["circles"], document["used"]) == (0, 0, [])


def test_the_next_player_has_what_lies_on_top_after_their_own_tilts() -> None:
    """From the setup pose of all: north pair twice over shows two circles, and two arcs stay."""
    state = played(position(tops="arc arc arc arc"), "end", "nn", "nn")
    assert (state.to_dict()["circles"], state.to_dict()["arcs"]) == (2, 2)


def test_ending_raises_the_number_of_turns_and_moves_neither_cubes_nor_pawns() -> None:
    before = position(paths={"e": {1: "yr"}}, **DONE)
    after = before.play("end").to_dict()
    assert after["turn"] == before.to_dict()["turn"] + 1
    for key in ("cubes", "tops", "paths", "start", "home"):
        assert after[key] == before.to_dict()[key]


def test_the_highest_turn_number_that_a_document_may_name_does_not_wrap() -> None:
    state = position(turn=2**32 - 1, **DONE).play("end")
    assert state.to_dict()["turn"] == 2**32 - 1
