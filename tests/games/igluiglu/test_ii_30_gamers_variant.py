"""II-30 Gamers' variant."""

from __future__ import annotations

from typing import Any

import pytest

from floe import FloeError
from tests.games.igluiglu.positions import GAME, cell, offered, position, reason, refusal

GAMERS = {"variant": "gamers"}
VALUES = [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21), (7, 21), (12, 21)]


def island(size: int) -> str:
    names = [f"{column}{row}" for row in (3, 4) for column in "bcdefg"]
    return " ".join(names[:size])


def test_the_family_variant_is_played_unless_asked_otherwise() -> None:
    assert GAME.new().to_dict()["rules"]["variant"] == "family"
    assert GAME.new(rules=GAMERS).to_dict()["rules"]["variant"] == "gamers"


def test_an_inuit_may_not_enter_a_tile_with_another_players_igloo() -> None:
    on = {"c3": "r", "c4": "^b", "f6": "^b"}
    state = position("c3 c4 f6", on=on, rules=GAMERS)
    for action, target in (("walk c3 n", "c4"), ("kayak c3 f6", "f6"), ("kayak c3 c4", "c4")):
        refused = refusal(state, action)
        assert (refused.rule, refused.key, refused.values) == ("II-30", "foreign_igloo", {"target": target})
    family = position("c3 c4 f6", on=on)
    assert {"walk c3 n", "kayak c3 f6", "kayak c3 c4"} <= set(family.legal_actions())


def test_nor_by_harpoon() -> None:
    state = position("c3 c4", on={"c3": "r", "c4": "^b bear"}, rules=GAMERS, hands={"r": "harpoon"})
    assert reason(state, "walk c3 n") == ("II-30", "foreign_igloo")


def test_an_own_igloo_is_open() -> None:
    state = position("c3 c4 f6", on={"c3": "r", "c4": "^r b", "f6": "^r"}, rules=GAMERS)
    assert offered(state, "walk", "c3") == {"n"}
    assert offered(state, "kayak", "c3") == {"c4", "f6"}


def test_an_inuit_beside_a_foreign_igloo_may_stay_and_leave() -> None:
    state = position("c3 c4", on={"c3": "r ^b"}, rules=GAMERS)
    assert offered(state, "walk", "c3") == {"n"}


def test_a_drift_may_still_carry_and_a_fox_may_still_step() -> None:
    state = position("c3 c4", up="b3", on={"b3": "x1", "c3": "^b"}, rules=GAMERS, hands={"r": "herd"}).play("herd")
    assert cell(state.play("step b3 x1 e"), "c3")["fox"] == "1"


@pytest.mark.parametrize(("size", "value"), VALUES)
def test_a_player_alone_scores_the_value(size: int, value: int) -> None:
    sheet = position(island(size), on={"b3": "r"}, rules=GAMERS).scores()
    assert sheet.islands[0].value == value
    assert sheet.island_points("r") == value


@pytest.mark.parametrize(("size", "value"), VALUES)
def test_leaders_score_the_value_and_the_second_half_of_it_rounded_down(size: int, value: int) -> None:
    sheet = position(island(size), players=4, on={"b3": "rrbbyg"}, rules=GAMERS).scores()
    points = {colour: sheet.island_points(colour) for colour in "rbyg"}
    assert points == {"r": value, "b": value, "y": value // 2, "g": value // 2}


def test_the_same_count_decides_the_game() -> None:
    """Family: blue's four tiles are worth 16. Gamers: 10, and red's six 21."""
    on = {"b1": "rb", "c4": "b"}
    glaciers = "b1 c1 d1 e1 f1 g1 c4 d4 e4 f4"
    assert position(up=glaciers, on=on).play("end").to_dict()["scores"]["b"]["islands"] == 6 + 16
    assert position(up=glaciers, on=on, rules=GAMERS).play("end").to_dict()["scores"]["b"]["islands"] == 21 + 10


@pytest.mark.parametrize("variant", ["family", "gamers"])
@pytest.mark.parametrize("igloos", ["by variant", "open", "barred"])
def test_whether_igloos_are_barred_can_be_chosen_by_itself(variant: str, igloos: str) -> None:
    on = {"c3": "r", "c4": "^b", "f6": "^b"}
    state = position("c3 c4 f6", on=on, rules={"variant": variant, "igloos": igloos})
    barred = igloos == "barred" or (igloos, variant) == ("by variant", "gamers")
    assert offered(state, "walk", "c3") == (set() if barred else {"n"})
    assert offered(state, "kayak", "c3") == (set() if barred else {"c4", "f6"})


@pytest.mark.parametrize("variant", ["family", "gamers"])
@pytest.mark.parametrize("islands", ["by variant", "squares", "table"])
def test_how_islands_are_counted_can_be_chosen_by_itself(variant: str, islands: str) -> None:
    rules = {"variant": variant, "islands": islands}
    table = islands == "table" or (islands, variant) == ("by variant", "gamers")
    alone = position(island(4), on={"b3": "r"}, rules=rules).scores()
    assert alone.island_points("r") == (10 if table else 16)
    shared = position(island(5), on={"b3": "rrb"}, rules=rules).scores()
    assert {colour: shared.island_points(colour) for colour in "rb"} == (
        {"r": 15, "b": 7} if table else {"r": 5, "b": 2}
    )


def test_half_of_the_table_is_rounded_as_that_of_a_size() -> None:
    sheet = position(island(5), on={"b3": "rrb"}, rules=GAMERS | {"half": "up"}).scores()
    assert {colour: sheet.island_points(colour) for colour in "rb"} == {"r": 15, "b": 8}


def test_a_tribe_on_land_can_be_locked_up_by_igloos() -> None:
    """II-19 lets Inuit leave the land, but not onto tiles that are barred."""
    state = position("b1 a2", on={"a1": "rrrrr", "b1": "^b", "a2": "^b"}, rest="h8", rules=GAMERS)
    assert state.legal_actions() == ["end"]


@pytest.mark.parametrize("variant", ["", "Gamers", "expert", None, True, 1, ["gamers"]])
def test_the_variant_is_family_or_gamers(variant: Any) -> None:
    with pytest.raises(FloeError, match="variant: expected one of 'family', 'gamers'") as caught:
        GAME.new(rules={"variant": variant})
    assert repr(variant) in str(caught.value)


@pytest.mark.parametrize("rules", [{"Variant": "gamers"}, {"circles": "must"}, {"": 1}])
def test_there_are_no_other_options(rules: dict[str, Any]) -> None:
    with pytest.raises(FloeError, match="is not a field here"):
        GAME.new(rules=rules)
