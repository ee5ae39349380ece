"""Own cube sets (IC-7): each way in which one can be wrong, and sets in JSON files."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from floe import FloeError
from floe.games.icecult.cubesets import BUILT_IN, BadCubeSet, check_cube_set, load_cube_set, set_of, tops_of
from tests.games.icecult.positions import GAME
from tests.games.icecult.strategies import cube_sets

FAIR = BUILT_IN["fair"]


def changed(slot: str, face: str, symbol: Any) -> dict[str, dict[str, Any]]:
    cubes = copy.deepcopy(FAIR)
    cubes[slot][face] = symbol
    return cubes


def without(slot: str, face: str | None = None) -> dict[str, dict[str, Any]]:
    cubes = copy.deepcopy(FAIR)
    if face is None:
        del cubes[slot]
    else:
        del cubes[slot][face]
    return cubes


ALL_RED = {slot: {face: symbol.replace("y>", "r>") for face, symbol in cube.items()} for slot, cube in FAIR.items()}

WRONG: list[tuple[str, Any, str, str]] = [
    ("not an object", ["a", "b", "c", "d"], "", "expected an object"),
    ("null", None, "", "expected an object, found None"),
    ("a cube missing", without("c"), "", "'c' is missing"),
    ("a cube too many", FAIR | {"e": FAIR["a"]}, "", "'e' is not a field here"),
    ("a cube of two letters", FAIR | {"ab": FAIR["a"]}, "", "'ab' is not a field here"),
    ("a number for a slot", FAIR | {1: FAIR["a"]}, "", "1 is not a field here"),
    ("a cube that is no object", FAIR | {"b": "arc"}, "b", "expected an object, found 'arc'"),
    ("a face missing", without("b", "W"), "b", "'W' is missing"),
    ("a face too many", changed("b", "X", "arc"), "b", "'X' is not a field here"),
    ("a face of two letters", changed("b", "UN", "arc"), "b", "'UN' is not a field here"),
    ("a face without a text", changed("d", "S", 3), "d.S", "expected a text, found 3"),
    ("a face left empty", changed("d", "S", ""), "d.S", "IC-7: expected 'arc', 'circle' or an arrow such as 'y>U'"),
    ("an unknown symbol", changed("d", "S", "star"), "d.S", "found 'star'"),
    ("an unknown colour", changed("d", "S", "p>U"), "d.S", "found 'p>U'"),
    ("an arrow without a target", changed("d", "S", "y>"), "d.S", "found 'y>'"),
    ("an arrow toward no face", changed("d", "S", "y>X"), "d.S", "found 'y>X'"),
    ("an arrow toward two faces", changed("d", "S", "y>UN"), "d.S", "found 'y>UN'"),
    ("an arrow toward a direction", changed("d", "S", "y>n"), "d.S", "found 'y>n'"),
    ("an arrow without a colour", changed("d", "S", ">U"), "d.S", "found '>U'"),
    ("a very long text", changed("d", "S", "y>" + "U" * 9999), "d.S", "found 'y>UUUUUUUUUUUUUUUUUU'"),
    ("an arrow toward its own face", changed("d", "S", "y>S"), "d.S", "not toward S"),
    ("an arrow toward the face behind", changed("d", "S", "y>N"), "d.S", "not toward N"),
    ("no arc on U", changed("a", "U", "circle"), "a.U", "IC-7: every cube has an arc on U, found 'circle'"),
    ("an arrow on U", changed("a", "U", "y>N"), "a.U", "IC-7: every cube has an arc on U, found 'y>N'"),
    ("a colour without an arrow", ALL_RED, "", "IC-7: every colour has at least one arrow, but 'y' has none"),
]


@pytest.mark.parametrize(("cubes", "where", "words"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_a_set_that_breaks_the_rule_is_refused_with_its_fault(cubes: Any, where: str, words: str) -> None:
    with pytest.raises(BadCubeSet) as caught:
        check_cube_set(cubes)
    assert caught.value.where == where
    assert words in caught.value.problem
    assert str(caught.value).startswith("this cube set cannot be: ")


@pytest.mark.parametrize(("cubes", "where", "words"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_no_game_begins_with_it(cubes: Any, where: str, words: str) -> None:
    with pytest.raises(FloeError) as caught:
        GAME.new(rules={"cubes": cubes})
    assert words in str(caught.value)
    assert f"cubes.{where}".rstrip(".") + ": " in str(caught.value)


@pytest.mark.parametrize(
    ("cubes", "key", "values"),
    [
        (changed("c", "U", "circle"), "cube_without_arc", {"slot": "c"}),
        (ALL_RED, "colour_without_arrow", {"colour": "y"}),
    ],
)
def test_the_reason_can_be_translated(cubes: Any, key: str, values: dict[str, str]) -> None:
    with pytest.raises(FloeError) as caught:
        GAME.new(rules={"cubes": cubes})
    assert (caught.value.rule, caught.value.key, caught.value.values) == ("IC-7", key, values)


@pytest.mark.parametrize("face", "NESWD")
def test_arcs_and_circles_may_lie_on_any_other_face(face: str) -> None:
    for symbol in ("arc", "circle"):
        cubes = changed("a", face, symbol)
        assert check_cube_set(cubes) == cubes


@given(cube_sets())
def test_a_lawful_set_can_be_read_back_from_what_it_shows(cubes: dict[str, dict[str, str]]) -> None:
    assert check_cube_set(cubes) == cubes
    assert set_of(tops_of(cubes)) == cubes
    assert GAME.new(rules={"cubes": cubes}).to_dict()["rules"]["cubes"] == cubes


def test_a_set_is_loaded_from_a_json_file(tmp_path: Path) -> None:
    own = changed("a", "N", "b>E")
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(own), encoding="utf-8")
    assert load_cube_set(file) == load_cube_set(str(file)) == own
    assert GAME.new(rules={"cubes": load_cube_set(file)}).play("ns").to_dict()["tops"]["a"] == "b>e"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        (b'{"a": 1, "a": 2}', "the field 'a' is given twice"),
        (b'{"a": NaN}', "NaN is no JSON number"),
        (b"[" * 100_000, "nested too deeply"),
        (b"9" * 5000, "not JSON"),
        (b"[]", "expected an object"),
        (json.dumps(without("a", "U")).encode(), "a: 'U' is missing"),
    ],
    ids=["empty", "cut off", "no text", "twice", "NaN", "deep", "long number", "list", "face missing"],
)
def test_a_file_that_holds_no_set_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(content)
    with pytest.raises(BadCubeSet) as caught:
        load_cube_set(file)
    assert words in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere\.json"):
        load_cube_set(tmp_path / "nowhere.json")
