"""What may be taken back: all of the own turn, up to the last thing that was revealed or that another decided."""

from __future__ import annotations

import pytest

from tests.games.igluiglu.positions import GAME, dealt, played, position

TILES = "melt energy2 harpoon herd"


@pytest.mark.parametrize(
    "action",
    ["walk c3 e", "kayak c3 f6", "hunt c4 f2", "harpoon c4 f2", "igloo c3", "energy 2", "melt f6", "melt c3", "herd"],
)
def test_what_is_done_with_points_and_tiles_can_be_taken_back(action: str) -> None:
    state = position("c3 d3 f6", on={"c3": "r", "c4": "f2"}, hands={"r": TILES})
    assert action in state.legal_actions()
    assert state.can_undo(action)


def test_melt_and_herd_can_be_taken_back_before_the_flip_too() -> None:
    state = position("c3 d3 f6", phase="flip", on={"c3": "r", "c4": "f2"}, hands={"r": TILES})
    assert state.can_undo("melt c3")
    assert state.can_undo("herd")


def test_a_flip_reveals_so_it_stays() -> None:
    assert not dealt(seed=1).can_undo("flip c4")


def test_a_push_and_what_is_moved_out_of_its_way_can_be_taken_back() -> None:
    state = position("c3", phase="drift", on={"c4": "f12"})
    assert state.can_undo("drift c3 e")
    assert state.can_undo("drift c3 n")
    assert state.play("drift c3 n").can_undo("shove f1 e")


def test_herd_steps_and_flights_can_be_taken_back() -> None:
    state = position("c3 f6", on={"c3": "rb", "c4": "bear"}, hands={"r": "herd", "b": "harpoon"}).play("herd")
    assert state.can_undo("step c4 bear n")
    assert state.can_undo("step c4 bear s")
    assert played(state, "step c4 bear s", "pass", "pass").can_undo("flee r a1")


def test_an_answer_in_anothers_turn_stays_and_ones_own_does_not() -> None:
    attack = position("c3 f6", on={"c3": "rb", "c4": "bear"}, hands={"r": "herd harpoon", "b": "harpoon"})
    asked = played(attack, "herd", "step c4 bear s")
    assert asked.to_move == 1
    assert not asked.can_undo("spear")
    assert not asked.can_undo("pass")
    own = asked.play("pass")
    assert own.to_move == 0
    assert own.can_undo("spear")
    assert own.can_undo("pass")


def test_a_turn_that_is_ended_and_an_inuit_that_is_placed_stay() -> None:
    assert not position("c3").can_undo("end")
    assert not GAME.new(seed=1).can_undo("place c1")
