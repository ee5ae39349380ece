"""II-14 Playing."""

from __future__ import annotations

import pytest

from tests.games.igluiglu.positions import cell, fields, offered, played, position, reason, refusal

ALL = {"r": "melt melt energy1 energy2 harpoon harpoon herd herd"}


def test_one_tile_of_each_type_can_be_played_in_a_turn() -> None:
    state = position("c3 f6 f7", on={"c3": "r", "c4": "f13"}, hands=ALL)
    state = played(
        state, "melt f6", "energy 2", "harpoon c4 f1", "herd", "step c4 f3 n", "step c5 f3 s", "step c4 f3 e"
    )
    assert fields(state, "phase", "points", "played") == ("act", 5, ["melt", "energy", "harpoon", "herd"])
    assert state.to_dict()["hands"]["r"] == ["melt", "energy1", "harpoon", "herd"]


@pytest.mark.parametrize(
    ("first", "second", "type_"),
    [
        ("melt f6", "melt f7", "melt"),
        ("energy 1", "energy 2", "energy"),
        ("energy 2", "energy 2", "energy"),
        ("harpoon c4 f1", "harpoon c4 f3", "harpoon"),
    ],
)
def test_refused_a_second_one_of_the_same_type(first: str, second: str, type_: str) -> None:
    state = position("c3 f6 f7", on={"c3": "r", "c4": "f13"}, hands=ALL).play(first)
    refused = refusal(state, second)
    assert (refused.rule, refused.key, refused.values) == ("II-14", "type_played", {"type": type_})
    assert not offered(state, type_)


def test_refused_a_second_herd() -> None:
    state = position("c3 f6", hands=ALL).play("herd")
    refused = refusal(state, "herd")
    assert (refused.rule, refused.key, refused.values) == ("II-14", "type_played", {"type": "herd"})
    assert "herd" not in state.legal_actions()


def test_the_limit_holds_across_the_two_parts_of_a_turn() -> None:
    state = position("c3 f6 f7=fish1 g4", hands=ALL, phase="flip")
    state = played(state, "melt f6", "herd", "flip f7")
    assert reason(state, "melt c3") == ("II-14", "type_played")
    assert reason(state, "herd") == ("II-14", "type_played")


def test_in_the_next_turn_all_types_can_be_played_again() -> None:
    state = played(position("c3 f6 f7 g4 b2", hands=ALL), "melt f6", "end", "flip f7", "end")
    assert fields(state, "owner", "played") == (0, [])
    assert "melt g4" in state.legal_actions()


def test_a_type_that_another_player_played_is_not_barred() -> None:
    state = played(position("c3 f6 f7 g4", hands={"r": "melt", "b": "melt"}), "melt f6", "end")
    assert fields(state, "owner", "played") == (1, [])
    assert "melt g4" in state.legal_actions()


def test_played_types_are_written_in_a_fixed_order() -> None:
    state = played(position("c3 f6 f7", hands=ALL), "herd", "energy 1", "melt f6")
    assert state.to_dict()["played"] == ["melt", "energy", "herd"]


def test_a_played_tile_is_out_of_the_game_and_openly_seen() -> None:
    before = position("c3 f6 f7", hands=ALL)
    after = before.play("energy 2")
    assert after.to_dict()["seen"]["energy2"] == before.to_dict()["seen"].get("energy2", 0) + 1
    assert after.view(1)["hands"]["r"] == before.view(1)["hands"]["r"] - 1


@pytest.mark.parametrize(
    ("action", "type_"), [("melt f6", "melt"), ("energy 1", "energy"), ("harpoon c4 f1", "harpoon"), ("herd", "herd")]
)
def test_refused_a_tile_that_is_not_in_the_hand(action: str, type_: str) -> None:
    state = position("c3 f6", on={"c3": "r", "c4": "f1"}, hands={"b": ALL["r"]})
    refused = refusal(state, action)
    assert (refused.rule, refused.key, refused.values) == ("II-14", "not_in_hand", {"type": type_})


ATTACK = {"on": {"c3": "bb", "b3": "bear", "d3": "bear"}, "hands": {"r": "herd", "b": "harpoon harpoon"}}


def test_in_anothers_turn_harpoons_answer_attacks_without_limit() -> None:
    state = played(position("c3", **ATTACK), "herd", "step b3 bear e", "spear", "step d3 bear w", "spear")
    assert state.to_dict()["taken"] == {"r": [], "b": ["bear", "bear"]}
    assert state.to_dict()["hands"]["b"] == []
    assert fields(state, "owner", "played") == (0, ["herd"])


def test_in_anothers_turn_nothing_but_the_answer_can_be_played() -> None:
    state = played(position("c3", **ATTACK | {"hands": {"r": "herd", "b": "harpoon melt herd energy1"}}), "herd")
    state = state.play("step b3 bear e")
    assert state.to_move == 1
    assert set(state.legal_actions()) == {"spear", "pass"}
    for action in ("melt c3", "herd", "energy 1", "harpoon c3 bear", "end"):
        assert reason(state, action) == ("II-23", "due_spear")


def test_the_player_on_turn_answers_an_own_attack_only_if_no_harpoon_was_played_this_turn() -> None:
    state = position("c3 f6", on={"c3": "r", "b3": "bear", "f6": "r", "f5": "f1"}, hands={"r": "herd harpoon harpoon"})
    assert "spear" in played(state, "herd", "step b3 bear e").legal_actions()
    barred = played(state, "harpoon f5 f1", "herd", "step b3 bear e")
    assert barred.legal_actions() == ["pass"]
    refused = refusal(barred, "spear")
    assert (refused.rule, refused.key, refused.values) == ("II-14", "type_played", {"type": "harpoon"})


def test_such_an_answer_counts_as_the_harpoon_of_the_turn() -> None:
    state = position("c3", on={"c3": "r", "b3": "bear", "c4": "f1"}, hands={"r": "herd harpoon harpoon"})
    state = played(state, "herd", "step b3 bear e", "spear", "step c4 f1 n", "step c5 f1 s")
    assert state.to_dict()["played"] == ["harpoon", "herd"]
    assert reason(state, "harpoon c4 f1") == ("II-14", "type_played")
    assert cell(state, "c3") == {"ice": "energy1", "inuit": "r"}
