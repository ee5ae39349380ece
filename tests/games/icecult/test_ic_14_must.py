"""IC-14 Must."""

from __future__ import annotations

import itertools

from tests.games.icecult.positions import paths, played, position, refusal, steps


def test_the_turn_cannot_end_while_an_unused_arrow_has_a_step() -> None:
    state = position(tops="y>e arc arc b>n", paths={"n": {3: "b"}}, used=["a"])
    refused = refusal(state, "end")
    assert (refused.rule, refused.key) == ("IC-14", "arrow_due")
    assert refused.values == {"slot": "d", "colour": "blue", "steps": "d@start d@3.1"}
    assert "the blue arrow in slot d still has a step: d@start d@3.1" in str(refused)


def test_it_can_end_when_every_arrow_is_used() -> None:
    assert "end" in played(position(tops="y>e arc arc b>n"), "a@start", "d@start").legal_actions()


def test_an_arrow_without_a_step_is_not_due() -> None:
    """All yellow pawns are home or on other paths."""
    state = position(tops="y>e arc arc arc", home={"y": 3}, paths={"n": {1: "y"}, "w": {5: "y"}})
    assert steps(state, "a") == set()
    assert "end" in state.legal_actions()


def test_the_player_chooses_the_order() -> None:
    state = position(tops="y>e r>e g>e b>e")
    for order in itertools.permutations("abcd"):
        after = played(state, *(f"{slot}@start" for slot in order))
        colours = dict(zip("abcd", "yrgb", strict=True))
        assert paths(after) == {"e": {1: "".join(colours[slot] for slot in order)}}


def test_a_step_may_leave_another_arrow_without_one() -> None:
    """Red carries home the only yellow pawn that the yellow arrow could have moved."""
    state = position(tops="r>n y>n arc arc", home={"y": 3}, paths={"n": {5: "ry"}, "w": {1: "y"}})
    assert steps(state, "b") == {"5.2"}
    carried = state.play("a@5.1")
    assert steps(carried, "b") == set()
    assert "end" in carried.legal_actions()


def test_refused_an_arrow_that_was_used_already() -> None:
    refused = refusal(position(tops="y>e arc arc arc").play("a@start"), "a@1.1")
    assert (refused.rule, refused.key, refused.values) == ("IC-14", "arrow_used", {"slot": "a"})
    assert "slot a was used this turn already" in str(refused)


def test_a_used_arrow_stays_used_when_its_cube_is_turned() -> None:
    state = played(position(tops="y>e arc arc arc"), "a@start", "a+")
    assert state.to_dict()["used"] == ["a"]
    assert steps(state, "a") == set()
    assert refusal(state, "a@start").key == "arrow_used"
    assert "end" in state.legal_actions()


def test_used_arrows_are_listed_in_the_order_of_their_slots() -> None:
    assert played(position(tops="y>e r>e g>e b>e"), "d@start", "b@start").to_dict()["used"] == ["b", "d"]
