"""II-3 Tile mix."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from floe import FloeError
from tests.games.igluiglu.positions import GAME, KINDS, cell, fields, position

DEFAULT = {
    "fish1": 4, "fish2": 4, "fish3": 4, "bear": 4, "glacier": 10, "drift": 6,
    "melt": 6, "energy1": 2, "energy2": 2, "energy3": 2, "harpoon": 6, "herd": 6,
}  # fmt: skip
OWN = DEFAULT | {"glacier": 2, "drift": 14}


def tiles(state: Any) -> Counter[str]:
    return Counter(content["ice"] for content in state.to_dict()["cells"].values() if "ice" in content)


@pytest.mark.parametrize("seed", range(5))
def test_a_new_game_has_exactly_the_tiles_of_the_default_mix(seed: int) -> None:
    state = GAME.new(seed=seed)
    assert tiles(state) == DEFAULT
    assert state.to_dict()["rules"]["mix"] == "default"


def test_the_default_mix_brings_up_every_animal_token_once() -> None:
    assert DEFAULT["fish1"] + 2 * DEFAULT["fish2"] + 3 * DEFAULT["fish3"] == 28 - 4
    assert DEFAULT["glacier"] == 10
    assert DEFAULT["bear"] == 4


def test_an_own_mix_is_dealt_and_written_out_in_full() -> None:
    own = {kind: number for kind, number in OWN.items() if kind != "fish2"} | {"fish3": 8}
    state = GAME.new(seed=1, rules={"mix": own})
    assert +tiles(state) == own
    assert state.to_dict()["rules"]["mix"] == own | {"fish2": 0}
    assert GAME.from_dict(state.to_dict()) == state


def test_one_tile_of_each_row_is_enough() -> None:
    least = {"fish2": 1, "bear": 1, "glacier": 1, "drift": 1, "melt": 49, "energy3": 1, "harpoon": 1, "herd": 1}
    assert +tiles(GAME.new(seed=1, rules={"mix": least})) == least


def test_a_mix_equal_to_the_default_is_still_an_own_one() -> None:
    state = GAME.new(seed=1, rules={"mix": DEFAULT})
    assert state.to_dict()["rules"]["mix"] == DEFAULT
    assert fields(state, "cells") == fields(GAME.new(seed=1), "cells")


def test_a_mix_that_was_given_stays_as_it_was() -> None:
    own = dict(OWN)
    state = GAME.new(seed=1, rules={"mix": own})
    own["drift"] = 0
    assert state.to_dict()["rules"]["mix"] == OWN


@pytest.mark.parametrize(
    ("mix", "message"),
    [
        (DEFAULT | {"drift": 7}, "II-3: a mix has 56 tiles, this one has 57"),
        (DEFAULT | {"drift": 5}, "II-3: a mix has 56 tiles, this one has 55"),
        ({}, "this one has 0"),
        (DEFAULT | {"bear": 0, "drift": 10}, "II-3: a mix has at least one tile of bear"),
        (DEFAULT | {"glacier": 0, "drift": 16}, "at least one tile of glacier"),
        (DEFAULT | {"drift": 0, "bear": 10}, "at least one tile of drift"),
        (DEFAULT | {"melt": 0, "bear": 10}, "at least one tile of melt"),
        (DEFAULT | {"harpoon": 0, "bear": 10}, "at least one tile of harpoon"),
        (DEFAULT | {"herd": 0, "bear": 10}, "at least one tile of herd"),
        (DEFAULT | {"fish1": 0, "fish2": 0, "fish3": 0, "bear": 16}, "at least one tile of fish1 or fish2 or fish3"),
        (
            DEFAULT | {"energy1": 0, "energy2": 0, "energy3": 0, "bear": 10},
            "at least one tile of energy1 or energy2 or energy3",
        ),
        (DEFAULT | {"seal": 1, "drift": 5}, "'seal' is not a field here"),
        (DEFAULT | {"up": 1, "drift": 5}, "'up' is not a field here"),
        (DEFAULT | {"drift": -6, "bear": 16}, "mix.drift: expected a whole number from 0 to 56, found -6"),
        (DEFAULT | {"drift": 6.0}, "mix.drift: expected a whole number"),
        (DEFAULT | {"drift": "6"}, "mix.drift: expected a whole number"),
        (DEFAULT | {"drift": True, "bear": 9}, "mix.drift: expected a whole number"),
        (DEFAULT | {"drift": None}, "mix.drift: expected a whole number"),
        ("fair", "mix: expected one of 'default', found 'fair'"),
        (None, "mix: expected an object, found None"),
        (56, "mix: expected an object, found 56"),
        (["drift"] * 56, "mix: expected an object"),
    ],
)
def test_a_mix_that_breaks_the_rule_is_refused(mix: Any, message: str) -> None:
    with pytest.raises(FloeError, match=message.replace(".", r"\.")):
        GAME.new(rules={"mix": mix})


def test_a_mix_has_twelve_kinds() -> None:
    assert tuple(DEFAULT) == KINDS


def test_when_fish_run_out_those_that_are_left_come_up() -> None:
    state = position("c3=fish3 f6", phase="flip", fish=[3, 1], fish_left=2).play("flip c3")
    assert cell(state, "c3") == {"fish": "13"}
    assert state.to_dict()["supply"]["fish"] == []


def test_when_no_fish_is_left_none_comes_up() -> None:
    state = position("c3=fish2 f6", phase="flip", fish_left=0).play("flip c3")
    assert cell(state, "c3") == {}
    assert state.phase == "act"


def test_when_no_bear_is_left_none_comes_up() -> None:
    at_sea = dict.fromkeys(("a4", "b6", "g5", "h3"), "bear")
    state = position("c3=bear f6", phase="flip", on=at_sea).play("flip c3")
    assert cell(state, "c3") == {}
    assert fields(state, "phase", "points") == ("act", 3)


def test_when_no_fox_is_left_a_glacier_comes_up_without_one() -> None:
    ten = "b1 c1 d1 e1 f1 g1 b2 c2 d2 e2"
    state = position("c5=glacier f6", up=ten, phase="flip").play("flip c5")
    assert cell(state, "c5") == {"ice": "up"}
    assert state.to_dict()["supply"]["fox"] == []
