"""II-26 End. In each of the ways in which a flip that is due can be impossible."""

from __future__ import annotations

import pytest

from floe import IllegalAction
from floe.games.igluiglu.game import IgluIgluState
from tests.games.igluiglu.positions import cell, fields, played, position


def ended(state: IgluIgluState) -> bool:
    """Whether the game is over, with all that belongs to it."""
    if not state.over:
        return False
    assert fields(state, "phase", "to_move", "points", "pending") == ("over", None, 0, None)
    assert state.legal_actions() == []
    assert state.outcome is not None
    assert (state.outcome.rule, state.outcome.reason) == ("II-26", "no_flip")
    assert set(state.to_dict()["scores"]) == set(state.to_dict()["players"])
    assert all(hand == [] for hand in state.to_dict()["hands"].values())
    return True


def test_at_the_start_of_a_turn_when_only_glaciers_are_left() -> None:
    state = position(up="c3 c4").play("end")
    assert ended(state)
    assert fields(state, "owner", "turn") == (1, position(up="c3 c4").to_dict()["turn"] + 1)


def test_at_the_start_of_a_turn_when_no_ice_is_left_at_all() -> None:
    assert ended(position().play("end"))


@pytest.mark.parametrize("thing", ["r", "b", "^r", "x1", "bear"])
def test_at_the_start_of_a_turn_when_every_tile_is_occupied(thing: str) -> None:
    assert not position("c3 c4", up="g2", on={"c3": thing}).play("end").over
    assert ended(position("c3", up="g2", on={"c3": thing}).play("end"))


def test_a_free_tile_that_is_neither_at_the_sea_nor_on_the_ring_does_not_help() -> None:
    assert ended(position("c6", up="b6 d6 c5 c7").play("end"))


def test_a_free_tile_of_the_ring_does() -> None:
    assert not position("b1", up="c1 b2").play("end").over


def test_it_is_asked_before_any_tile_from_the_hand_is_played() -> None:
    """Blue could herd the fox off the tile, but does not get to it."""
    assert ended(position("c3 c4", up="g2", on={"c3": "x1", "c4": "r"}, hands={"b": "herd melt"}).play("end"))


def test_after_a_melt_before_the_flip() -> None:
    state = position("c3", up="g2", phase="flip", hands={"r": "melt herd", "b": "energy1"})
    assert ended(state.play("melt c3"))


def test_not_after_a_melt_that_leaves_a_tile_to_flip() -> None:
    assert not position("c3 f6", phase="flip", hands={"r": "melt"}).play("melt c3").over


def test_not_after_a_melt_in_the_second_part() -> None:
    state = position("c3", up="g2", hands={"r": "melt"}).play("melt c3")
    assert fields(state, "phase", "points") == ("act", 3)
    assert ended(state.play("end"))


def test_after_the_last_herd_step_before_the_flip() -> None:
    state = position("c4", up="c3", on={"c3": "x1"}, phase="flip", hands={"r": "herd"})
    state = played(state, "herd", "step c3 x1 n", "step c4 x1 s")
    assert not state.over
    assert ended(state.play("step c3 x1 n"))


def test_not_while_herd_steps_are_left() -> None:
    """After one step no tile can be flipped, but two more steps are due, and they clear it again."""
    state = position("c4", up="c3", on={"c3": "x1"}, phase="flip", hands={"r": "herd"})
    state = played(state, "herd", "step c3 x1 n")
    assert state.phase == "herd"
    state = position("c4", up="c3 c2", on={"c3": "x1"}, phase="flip", hands={"r": "herd"})
    assert fields(played(state, "herd", "step c3 x1 n", "step c4 x1 s", "step c3 x1 s"), "phase") == ("flip",)


def fox_takes_the_last_tile_then_the_bear_comes(standing: str, **hands: str) -> IgluIgluState:
    """Herding before the flip. The fox ends on c4, the only free tile; the third step brings the bear to f6."""
    on = {"c3": "x1", "f4": "bear", "f6": standing}
    state = position("c4 f6", up="c3", on=on, phase="flip", hands={"r": "herd"} | hands)
    state = played(state, "herd", "step c3 x1 n", "step f4 bear n", "step f5 bear n")
    assert fields(state, "phase", "to_move") == ("spear", 1)
    return state


def test_after_the_harpoon_that_answers_the_last_step_before_the_flip() -> None:
    state = fox_takes_the_last_tile_then_the_bear_comes("b", b="harpoon energy1").play("spear")
    assert ended(state)
    assert cell(state, "f6") == {"ice": "energy1", "inuit": "b"}
    assert state.to_dict()["scores"]["b"]["animals"] == 4


def test_after_the_pass_of_those_who_hide() -> None:
    state = fox_takes_the_last_tile_then_the_bear_comes("b ^b").play("pass")
    assert ended(state)
    assert cell(state, "f6") == {"ice": "energy1", "inuit": "b", "igloo": "b", "bear": True}


def test_after_the_last_flight_from_an_attack_before_the_flip() -> None:
    state = played(fox_takes_the_last_tile_then_the_bear_comes("bb"), "pass", "flee b a1")
    assert state.phase == "flee"
    state = state.play("flee b a8")
    assert ended(state)
    assert cell(state, "f6") == {"ice": "energy1", "bear": True}


def test_not_after_a_flight_in_the_second_part() -> None:
    state = position("f6", on={"f5": "bear", "f6": "b"}, hands={"r": "herd"}, points=1)
    state = played(state, "herd", "step f5 bear n", "pass", "flee b a1", "step f6 bear s", "step f5 bear n")
    assert fields(state, "phase", "points") == ("act", 1)


def test_a_melt_that_makes_inuit_flee_before_the_flip_cannot_end_the_game() -> None:
    """The tile that was to be flipped is still there when they have fled."""
    state = position("c3 c4", on={"c3": "b"}, phase="flip", hands={"r": "melt"})
    assert fields(played(state, "melt c3", "flee b a1"), "phase") == ("flip",)


def test_hands_are_discarded_and_not_counted_as_seen() -> None:
    before = position(up="c3", hands={"r": "melt melt", "b": "harpoon"})
    after = before.play("end")
    assert after.to_dict()["hands"] == {"r": [], "b": []}
    assert after.to_dict()["seen"] == before.to_dict()["seen"]
    assert after.view(1)["hands"] == {"r": 0, "b": []}


def test_views_stay_masked() -> None:
    state = position("c3", up="g2", on={"c3": "r"}).play("end")
    assert ended(state)
    assert state.view(0)["cells"]["c3"]["ice"] == "down"
    assert state.view(None)["supply"]["fox"] == 9


def test_when_the_game_is_over_nothing_can_be_played() -> None:
    state = position(up="c3").play("end")
    for action in ("flip c3", "end", "pass", "place b1", "flee r a1", "herd"):
        with pytest.raises(IllegalAction) as caught:
            state.play(action)
        assert (caught.value.rule, caught.value.key) == ("II-26", "over")


def test_a_finished_game_is_taken_back_from_its_document() -> None:
    state = position("c3", up="g2", on={"c3": "r"}, hands={"b": "melt"}, taken={"b": "f3"}).play("end")
    assert state.game.from_dict(state.to_dict()) == state
