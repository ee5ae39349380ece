"""The eight worked examples of the printed rules, as positions and actions. Who moves is seat 0."""

from __future__ import annotations

import pytest

from tests.games.icecult.positions import paths, played, position, refusal


def test_example_1_four_arrows_move_four_pawns() -> None:
    """Yellow enters onto a stack, then moves a yellow pawn from deep inside it; blue enters; green walks on."""
    state = position(tops="y>n y>n b>e g>w", paths={"n": {1: "ryb"}, "w": {2: "g"}})
    entered = state.play("a@start")
    assert paths(entered)["n"] == {1: "ryby"}
    carried = entered.play("b@1.2")
    assert paths(carried)["n"] == {1: "r", 2: "yby"}
    after = played(carried, "c@start", "d@2.1", "end")
    assert paths(after) == {"n": {1: "r", 2: "yby"}, "e": {1: "b"}, "w": {3: "g"}}


def test_example_2_red_sheds_riders_and_walks_on_and_an_arrow_goes_to_waste() -> None:
    """The yellow arrow takes yellow, with blue on its back, off three reds; then the reds walk twice.

    No green pawn is in start or in the south, so the green arrow has no step, and the turn can end.
    """
    state = position(
        players="ry",
        tops="y>e r>e r>e g>s",
        paths={"e": {2: "rrryb"}, "n": {1: "gg", 4: "g"}},
        home={"g": 2},
    )
    shed = state.play("a@2.4")
    assert paths(shed)["e"] == {2: "rrr", 3: "yb"}
    together = shed.play("b@2.1")
    assert paths(together)["e"] == {3: "ybrrr"}
    ahead = together.play("c@3.3")
    assert paths(ahead)["e"] == {3: "yb", 4: "rrr"}
    assert ahead.to_dict()["used"] == ["a", "b", "c"]
    assert ahead.legal_actions() == ["end"]
    refusal(ahead, "d@start")


def test_example_3_a_circle_repeats_one_of_two_yellow_arrows() -> None:
    """Two yellow pawns step, a red one carries both of them, and the circle moves a yellow one again."""
    state = position(tops="y>s y>s r>s circle", paths={"s": {1: "yy", 2: "r"}})
    stacked = played(state, "a@1.2", "b@1.1")
    assert paths(stacked) == {"s": {2: "ryy"}}
    carried = stacked.play("c@2.1")
    assert paths(carried) == {"s": {3: "ryy"}}
    refusal(carried, "end")
    after = carried.play("*b@3.2")
    assert paths(after) == {"s": {3: "r", 4: "yy"}}
    assert after.play("end").to_move == 1


@pytest.mark.parametrize(
    ("actions", "reached"),
    [
        (["a@2.1", "*a@1.2", "*a@2.1"], {1: "g", 3: "gg"}),
        (["a@2.1", "*a@1.2", "*a@1.1"], {2: "gg", 3: "g"}),
        (["a@2.1", "*a@3.1", "*a@4.1"], {1: "gg", 5: "g"}),
    ],
    ids=["one pawn once and another twice", "three pawns once each", "one pawn three times"],
)
def test_example_4a_two_circles_repeat_the_green_arrow_in_any_distribution(
    actions: list[str], reached: dict[int, str]
) -> None:
    state = position(players="gy", tops="g>w circle circle arc", paths={"w": {1: "gg", 2: "g"}})
    after = played(state, *actions)
    assert paths(after) == {"w": reached}
    assert "end" in after.legal_actions()


def test_example_4b_two_circles_repeat_two_arrows_of_different_colours() -> None:
    """Two green pawns step once each; a red one, with green pawns on its back, steps twice."""
    state = position(
        players="gy",
        tops="g>w circle r>e circle",
        paths={"w": {1: "g", 3: "g"}, "e": {2: "rgg"}},
    )
    after = played(state, "a@1.1", "*a@3.1", "c@2.1", "*c@3.1")
    assert paths(after) == {"w": {2: "g", 4: "g"}, "e": {4: "rgg"}}
    assert after.legal_actions() == ["end"]


def test_example_5_three_circles_take_a_pawn_four_spaces_and_its_riders_home() -> None:
    state = position(players="ry", tops="circle y>n circle circle", paths={"n": {2: "yrr"}})
    after = played(state, "b@2.1", "*b@3.1", "*b@4.1", "*b@5.1")
    assert paths(after) == {}
    assert after.to_dict()["home"] == {"y": 1, "r": 2, "g": 0, "b": 0}
    assert after.legal_actions() == ["end"]


def test_example_6_an_arc_turns_one_of_two_red_arrows() -> None:
    """So two red pawns enter different paths, and a yellow one goes on top of one of them."""
    state = position(tops="arc r>n r>n y>e")
    after = played(state, "b+", "b@start", "c@start", "d@start")
    assert paths(after) == {"e": {1: "ry"}, "n": {1: "r"}}


def test_example_7_two_arcs_turn_one_green_arrow_twice() -> None:
    """So both green arrows point the same way, and two green pawns stack up on one entry space."""
    state = position(players="gy", tops="g>n arc g>s arc")
    after = played(state, "c+", "c+", "a@start", "c@start")
    assert paths(after) == {"n": {1: "gg"}}
    refusal(after, "a+")


def test_example_8_a_used_arrow_is_turned_and_then_repeated_by_a_circle() -> None:
    """Red moves yellow, turns that arrow, repeats it the new way, and stacks a red pawn on top there."""
    state = position(players="ry", tops="y>n arc circle r>e", paths={"n": {2: "y"}})
    after = played(state, "a@2.1", "a+", "*a@start", "d@start")
    assert paths(after) == {"n": {3: "y"}, "e": {1: "yr"}}
    assert after.legal_actions() == ["end"]
