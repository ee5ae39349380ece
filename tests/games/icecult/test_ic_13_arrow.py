"""IC-13 Arrow."""

from __future__ import annotations

from tests.games.icecult.positions import paths, position, refusal, steps


def test_a_pawn_from_start_enters_space_1_of_the_path_the_arrow_points_to() -> None:
    state = position(tops="r>w arc arc arc").play("a@start")
    assert paths(state) == {"w": {1: "r"}}
    assert state.to_dict()["start"]["r"] == 4


def test_a_pawn_on_that_path_steps_one_space_outward() -> None:
    state = position(tops="r>w arc arc arc", paths={"w": {3: "r"}}).play("a@3.1")
    assert paths(state) == {"w": {4: "r"}}


def test_every_pawn_of_the_colour_on_the_path_may_be_chosen() -> None:
    state = position(tops="g>s arc arc arc", paths={"s": {1: "gyg", 4: "bg"}, "n": {2: "g"}})
    assert steps(state, "a") == {"start", "1.1", "1.3", "4.2"}


def test_with_nobody_in_start_only_pawns_on_the_path_step() -> None:
    state = position(tops="g>s arc arc arc", paths={"s": {2: "g"}, "n": {1: "ggg"}}, home={"g": 1})
    assert steps(state, "a") == {"2.1"}


def test_the_arrow_counts_in_the_direction_it_has_now() -> None:
    state = position(tops="y>n arc arc arc", paths={"n": {1: "y"}, "e": {2: "y"}})
    assert steps(state, "a") == {"start", "1.1"}
    assert steps(state.play("a+"), "a") == {"start", "2.1"}


def test_each_arrow_gives_a_step_whoever_owns_the_pawn() -> None:
    state = position(players="yg", tops="y>n r>e g>s b>w")
    assert all(steps(state, slot) == {"start"} for slot in "abcd")


def test_refused_a_cube_without_an_arrow_moves_nobody() -> None:
    for slot, symbol in (("b", "an arc"), ("c", "a circle")):
        refused = refusal(position(tops="y>e arc circle b>n"), f"{slot}@start")
        assert (refused.rule, refused.key) == ("IC-13", "no_arrow")
        assert refused.values == {"slot": slot, "symbol": symbol}
        assert f"slot {slot} shows {symbol} on top" in str(refused)


def test_refused_a_pawn_from_start_when_none_is_left_there() -> None:
    refused = refusal(position(tops="y>e arc arc arc", home={"y": 4}, paths={"e": {1: "y"}}), "a@start")
    assert (refused.rule, refused.key, refused.values) == ("IC-13", "start_empty", {"colour": "yellow"})
    assert "no yellow pawn is left in start" in str(refused)


def test_refused_a_pawn_where_nobody_stands() -> None:
    state = position(tops="y>e arc arc arc", paths={"e": {2: "y"}})
    for space, standing in ((1, 1), (2, 2), (5, 20)):
        refused = refusal(state, f"a@{space}.{standing}")
        assert (refused.rule, refused.key) == ("IC-13", "no_pawn")
        assert refused.values == {"direction": "east", "space": space, "standing": standing}
        assert f"nobody stands at {space}.{standing}" in str(refused)


def test_refused_a_pawn_on_another_path() -> None:
    state = position(tops="y>e arc arc arc", paths={"n": {2: "y"}})
    assert refusal(state, "a@2.1").key == "no_pawn"


def test_refused_a_pawn_of_another_colour() -> None:
    refused = refusal(position(tops="y>e arc arc arc", paths={"e": {2: "yb"}}), "a@2.2")
    assert (refused.rule, refused.key) == ("IC-13", "other_colour")
    assert refused.values == {
        "direction": "east",
        "space": 2,
        "standing": 2,
        "other": "blue",
        "colour": "yellow",
    }
    assert "the pawn at 2.2 on the east path is blue, the arrow yellow" in str(refused)
