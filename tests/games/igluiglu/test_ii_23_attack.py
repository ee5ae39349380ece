"""II-23 Attack."""

from __future__ import annotations

from typing import Any

import pytest

from floe.games.igluiglu.game import IgluIgluState
from tests.games.igluiglu.positions import cell, fields, offered, played, position, refusal


def attacked(inuit: str, players: int = 4, owner: int = 0, hands: str = "", **options: Any) -> IgluIgluState:
    """The bear on b3 has just been herded onto c3, where these stand. The seats in ``hands`` have a harpoon."""
    colours = "rbyg"[:players]
    held = {colour: "harpoon" if colour in hands else "" for colour in colours}
    held[colours[owner]] += " herd"
    on = {"c3": inuit, "b3": "bear"} | options.pop("on", {})
    state = position("c3 f6 f7", players=players, owner=owner, on=on, hands=held, **options)
    return played(state, "herd", "step b3 bear e")


def asked(state: IgluIgluState) -> list[int]:
    """The seats that are asked one after another while everybody passes."""
    seats = []
    while state.phase == "spear":
        assert state.to_move is not None
        seats.append(state.to_move)
        assert state.to_dict()["pending"]["ask"][0] == state.to_move
        state = state.play("pass")
    return seats


def test_a_bear_herded_onto_a_cell_with_inuit_attacks() -> None:
    state = attacked("b")
    assert fields(state, "phase", "to_move", "owner") == ("spear", 1, 0)
    assert state.to_dict()["pending"] == {"cell": "c3", "ask": [1], "steps": 2, "back": "act"}
    assert cell(state, "c3") == {"ice": "energy1", "inuit": "b", "bear": True}


@pytest.mark.parametrize(
    ("owner", "order"), [(0, [1, 2, 3, 0]), (1, [2, 3, 0, 1]), (2, [3, 0, 1, 2]), (3, [0, 1, 2, 3])]
)
def test_players_are_asked_clockwise_and_the_player_on_turn_last(owner: int, order: list[int]) -> None:
    assert asked(attacked("rbyg", owner=owner, hands="rbyg")) == order


def test_only_players_with_inuit_there_are_asked() -> None:
    assert asked(attacked("ryy", owner=1, hands="rbyg")) == [2, 0]
    assert asked(attacked("bbb", players=2, hands="rb")) == [1]


def test_they_are_asked_with_or_without_a_harpoon() -> None:
    state = attacked("rbyg", hands="y")
    assert asked(state) == [1, 2, 3, 0]
    assert state.legal_actions() == ["pass"]
    assert set(state.play("pass").legal_actions()) == {"spear", "pass"}


def test_the_first_who_answers_takes_the_bear_and_the_attack_is_over() -> None:
    state = attacked("rbyg", hands="yg").play("pass").play("spear")
    assert cell(state, "c3") == {"ice": "energy1", "inuit": "rbyg"}
    assert state.to_dict()["taken"] == {"r": [], "b": [], "y": ["bear"], "g": []}
    assert state.to_dict()["hands"] == {"r": [], "b": [], "y": [], "g": ["harpoon"]}
    assert fields(state, "phase", "to_move", "points", "played") == ("act", 0, 3, ["herd"])


def test_a_harpoon_that_answers_is_openly_seen() -> None:
    state = attacked("b", hands="b")
    assert state.play("spear").to_dict()["seen"]["harpoon"] == state.to_dict()["seen"]["harpoon"] + 1


def test_the_player_on_turn_may_answer_too() -> None:
    state = attacked("rr", hands="r").play("spear")
    assert fields(state, "played", "taken") == (["harpoon", "herd"], {"r": ["bear"], "b": [], "y": [], "g": []})


def test_if_nobody_answers_every_inuit_there_flees_and_the_bear_stays() -> None:
    state = played(attacked("rbby", hands="b"), "pass", "pass", "pass")
    assert fields(state, "phase", "to_move") == ("flee", 0)
    assert state.to_dict()["pending"] == {"queue": "rbby", "steps": 2, "back": "act"}
    assert cell(state, "c3") == {"ice": "energy1", "bear": True}


def test_the_player_on_turn_chooses_a_corner_for_each_by_seat() -> None:
    state = played(attacked("rby", owner=2), "pass", "pass", "pass")
    assert fields(state, "phase", "to_move", "owner") == ("flee", 2, 2)
    assert set(state.legal_actions()) == {"flee r a1", "flee r a8", "flee r h1", "flee r h8"}
    state = played(state, "flee r a1", "flee b a1", "flee y a8")
    assert (cell(state, "a1")["inuit"], cell(state, "a8")["inuit"]) == ("rb", "y")


def test_inuit_with_an_own_igloo_there_hide() -> None:
    state = played(attacked("rbby ^b"), "pass", "pass", "pass")
    assert state.to_dict()["pending"]["queue"] == "ry"
    assert cell(state, "c3") == {"ice": "energy1", "inuit": "bb", "igloo": "b", "bear": True}


def test_anothers_igloo_hides_nobody() -> None:
    state = played(attacked("rb ^g"), "pass", "pass")
    assert state.to_dict()["pending"]["queue"] == "rb"


def test_those_who_hide_are_asked_all_the_same_and_may_answer() -> None:
    state = attacked("bby ^b", hands="b")
    assert state.to_dict()["pending"]["ask"] == [1, 2]
    state = state.play("spear")
    assert cell(state, "c3") == {"ice": "energy1", "inuit": "bby", "igloo": "b"}
    assert state.to_dict()["taken"]["b"] == ["bear"]


def test_when_all_there_hide_nobody_flees() -> None:
    state = attacked("bb ^b", on={"e5": "f1"}).play("pass")
    assert fields(state, "phase", "to_move") == ("herd", 0)
    assert state.to_dict()["pending"] == {"steps": 2, "back": "act"}
    assert cell(state, "c3") == {"ice": "energy1", "inuit": "bb", "igloo": "b", "bear": True}


@pytest.mark.parametrize("back", ["flip", "act"])
def test_after_an_attack_the_herd_steps_that_are_left_follow_then_what_was_interrupted(back: str) -> None:
    for answers in (("spear",), ("pass", "flee b a1")):
        state = attacked("b", hands="b", phase=back, on={"e5": "f1"})
        assert state.to_dict()["pending"]["back"] == back
        state = played(state, *answers)
        assert fields(state, "phase", "to_move", "pending") == ("herd", 0, {"steps": 2, "back": back})
        state = played(state, "step e5 f1 n", "step e6 f1 n")
        assert fields(state, "phase", "points", "pending") == (back, 3 if back == "act" else 0, None)


def test_a_bear_can_attack_three_times_in_one_herd() -> None:
    on = {"c4": "b", "c5": "b"}
    state = position("c3 c4 c5", on=on | {"c3": "b", "b3": "bear"}, hands={"r": "herd"})
    state = played(state, "herd", "step b3 bear e", "pass", "flee b a1", "step c3 bear n", "pass", "flee b a1")
    assert state.to_dict()["pending"] == {"steps": 1, "back": "act"}
    state = played(state, "step c4 bear n", "pass", "flee b a8")
    assert fields(state, "phase", "points") == ("act", 3)
    assert cell(state, "c5") == {"ice": "energy1", "bear": True}
    assert cell(state, "a1")["inuit"] == "bb"


def test_a_bear_that_stays_attacks_nobody_until_it_moves() -> None:
    """Those who hid live with it; herding another animal does not wake it."""
    on = {"c3": "b ^b bear", "e5": "f1"}
    state = position("c3", on=on, hands={"r": "herd"})
    assert played(state, "herd", "step e5 f1 n", "step e6 f1 n", "step e7 f1 n").phase == "act"


def test_a_bear_herded_to_where_nobody_is_asks_nobody() -> None:
    state = position("c3 d3", on={"c3": "^b", "b3": "bear", "d3": "b"}, hands={"r": "herd"})
    assert fields(played(state, "herd", "step b3 bear e"), "phase", "to_move") == ("herd", 0)


def test_a_player_without_a_harpoon_can_only_pass() -> None:
    state = attacked("b", hands="r")
    assert state.legal_actions() == ["pass"]
    refused = refusal(state, "spear")
    assert (refused.rule, refused.key, refused.values) == ("II-14", "not_in_hand", {"type": "harpoon"})


@pytest.mark.parametrize(
    "action", ["end", "step c3 bear n", "flee b a1", "herd", "walk c3 n", "flip f6", "harpoon c3 bear"]
)
def test_nothing_else_is_done_until_the_attack_is_answered(action: str) -> None:
    refused = refusal(attacked("b", hands="b"), action)
    assert (refused.rule, refused.key) == ("II-23", "due_spear")


def test_outside_an_attack_there_is_nothing_to_answer() -> None:
    for action in ("spear", "pass"):
        refused = refusal(position("c3 f6", hands={"r": "harpoon"}), action)
        assert (refused.rule, refused.key) == ("II-19", "due_act")


def test_the_question_tells_nobody_who_has_a_harpoon() -> None:
    """With and without: the others' views are the same."""
    with_one = attacked("by", hands="b", fish_left=20)
    document = with_one.to_dict()
    document["hands"]["b"], document["cells"]["f6"]["ice"] = ["energy1"], "harpoon"
    without = with_one.game.from_dict(document)
    assert offered(without, "spear") == offered(with_one, "spear") == set()
    assert "spear" in with_one.legal_actions()
    assert "spear" not in without.legal_actions()
    for seat in (None, 0, 2, 3):
        assert with_one.view(seat) == without.view(seat)


@pytest.mark.parametrize(("rules", "may"), [({}, False), ({"answers": "one"}, False), ({"answers": "many"}, True)])
def test_whether_the_player_on_turn_may_answer_with_a_second_harpoon_is_agreed_on(
    rules: dict[str, str], may: bool
) -> None:
    hands = {"r": "harpoon harpoon herd"}
    state = position("c3 f6", on={"c3": "r", "b3": "bear", "f7": "f1", "f6": "r"}, hands=hands, rules=rules)
    state = played(state, "harpoon f7 f1", "herd", "step b3 bear e")
    assert set(state.legal_actions()) == ({"spear", "pass"} if may else {"pass"})
    assert state.due(0)[-1].values == {"answer": "ready" if may else "played"}
    if may:
        after = state.play("spear")
        assert fields(after, "played", "hands", "taken") == (["harpoon", "herd"], {"r": [], "b": []}, TAKEN_BOTH)
        assert refusal(state.play("spear"), "spear").key == "due_act"


TAKEN_BOTH = {"r": ["f1", "bear"], "b": []}


def test_two_answers_are_one_more_than_a_third_harpoon_to_hunt_with() -> None:
    """Answers are without limit then, but all else that a harpoon does is done once a turn (II-14)."""
    hands = {"r": "harpoon harpoon harpoon herd"}
    on = {"c3": "r", "b3": "bear", "d3": "bear", "f7": "f1", "f6": "r"}
    state = position("c3 f6", on=on, hands=hands, rules={"answers": "many"})
    state = played(state, "herd", "step b3 bear e", "spear", "step d3 bear w", "spear")
    assert state.to_dict()["taken"]["r"] == ["bear", "bear"]
    while state.phase == "herd":
        state = state.play(state.legal_actions()[0])
    assert refusal(state, "harpoon f7 f1").key == "type_played"
