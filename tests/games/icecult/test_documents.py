"""Position documents, both ways: each way in which one cannot be, with the place that is named."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from floe import BadPosition
from tests.games.icecult.positions import GAME, document, tilting

SETUP = GAME.new().to_dict()
MOVE = document(paths={"e": {2: "yr"}}, home={"g": 1})
TILT2 = tilting("tilt2", first_tilt="nn").to_dict()
HOME = document(tops="arc arc arc arc", arcs=0, phase="over", to_move=None, home={"y": 5, "g": 5}, winners=[0, 1])
TOWER = HOME | {"home": dict.fromkeys("yrgb", 0), "start": {"y": 0, "r": 5, "g": 5, "b": 5}, "winners": [0]}
TOWER["paths"] = TOWER["paths"] | {"w": ["", "yyyyy", "", "", ""]}
STANDSTILL = SETUP | {"phase": "over", "to_move": None, "stalled": 60, "turn": 60, "winners": [0, 1]}


@pytest.mark.parametrize("doc", [SETUP, MOVE, TILT2, HOME, HOME | {"winners": [1]}, TOWER, STANDSTILL])
def test_a_lawful_document_is_taken_and_written_back_the_same(doc: dict[str, Any]) -> None:
    assert GAME.from_dict(copy.deepcopy(doc)).to_dict() == doc


def test_the_order_of_keys_does_not_matter() -> None:
    assert GAME.from_dict(dict(reversed(MOVE.items()))) == GAME.from_dict(MOVE)


def test_rules_left_out_take_their_defaults() -> None:
    assert GAME.from_dict(MOVE | {"rules": {}}) == GAME.from_dict(MOVE)
    assert GAME.from_dict(MOVE | {"rules": {"circles": "may"}}).to_dict()["rules"] == MOVE["rules"] | {"circles": "may"}


def test_a_document_is_not_changed_by_reading_it() -> None:
    given = copy.deepcopy(MOVE)
    GAME.from_dict(given)
    assert given == MOVE


def test_a_position_does_not_change_with_the_documents_made_from_it() -> None:
    state = GAME.from_dict(MOVE)
    state.to_dict()["paths"]["e"][0] = "bbbbb"
    state.view(0)["start"]["y"] = 0
    assert state.to_dict() == MOVE


def test_what_play_could_have_led_to_is_not_asked() -> None:
    """The turn's number against the seat on turn, for one: see the rules page."""
    assert GAME.from_dict(MOVE | {"turn": 0, "to_move": 1}).to_move == 1
    assert GAME.from_dict(MOVE | {"turn": 0, "stalled": 59}).to_dict()["stalled"] == 59


def test_a_lone_winner_among_several_is_believed_to_have_been_on_turn() -> None:
    assert GAME.from_dict(HOME | {"winners": [0]}).winners == [0]


def changed(doc: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy with one field changed; ``path`` as errors name it, with "/" between keys."""
    doc = copy.deepcopy(doc)
    at: Any = doc
    *way, last = [int(key) if key.isdigit() else key for key in path.split("/")]
    for key in way:
        at = at[key]
    at[last] = value
    return doc


# The document that is changed, where, to what; the place that the error names, and words of its reason.
IMPOSSIBLE: list[tuple[dict[str, Any], str, Any, str, str]] = [
    (MOVE, "game", "igluiglu", "game", "expected one of 'icecult', found 'igluiglu'"),
    (MOVE, "game", None, "game", "found None"),
    (MOVE, "extra", 1, "", "'extra' is not a field here"),
    # rules
    (MOVE, "rules", None, "rules", "expected an object"),
    (MOVE, "rules", [], "rules", "expected an object"),
    (MOVE, "rules/speed", 1, "rules", "'speed' is not a field here"),
    (MOVE, "rules/path_length", 10, "rules.path_length", "from 1 to 9, found 10"),
    (MOVE, "rules/path_length", "5", "rules.path_length", "found '5'"),
    (MOVE, "rules/circles", "perhaps", "rules.circles", "found 'perhaps'"),
    (MOVE, "rules/stall_limit", 0, "rules.stall_limit", "from 1 to 1000, found 0"),
    (MOVE, "rules/cubes", "foul", "rules.cubes", "expected one of 'fair', 'balanced', found 'foul'"),
    (MOVE, "rules/cubes", {}, "rules.cubes", "'a' is missing"),
    (MOVE, "rules/cubes", 3, "rules.cubes", "expected an object, found 3"),
    # players (IC-4)
    (MOVE, "players", "yg", "players", "expected a list, found 'yg'"),
    (MOVE, "players", [], "players", "2 to 4 players, not 0"),
    (MOVE, "players", ["y"], "players", "2 to 4 players, not 1"),
    (MOVE, "players", list("yrgby"), "players", "2 to 4 players, not 5"),
    (MOVE, "players", ["y", "y"], "players", "a colour of its own"),
    (MOVE, "players", ["y", "p"], "players", "not 'p'"),
    (MOVE, "players", ["y", 1], "players[1]", "expected a text, found 1"),
    # phase, turn, stalled
    (MOVE, "phase", "tilt3", "phase", "found 'tilt3'"),
    (MOVE, "phase", 2, "phase", "found 2"),
    (MOVE, "turn", -1, "turn", "found -1"),
    (MOVE, "turn", 2**32, "turn", "found 4294967296"),
    (MOVE, "turn", 1.0, "turn", "found 1.0"),
    (MOVE, "turn", True, "turn", "found True"),
    (MOVE, "stalled", -1, "stalled", "found -1"),
    (MOVE, "stalled", 1001, "stalled", "found 1001"),
    # pawns (IC-3)
    (MOVE, "start", [5, 5, 5, 5], "start", "expected an object"),
    (MOVE, "start/yr", 0, "start", "'yr' is not a field here"),
    (MOVE, "start", {"y": 4, "r": 4, "g": 4}, "start", "'b' is missing"),
    (MOVE, "start/y", 5, "", "IC-3: 'y' has 6 pawns"),
    (MOVE, "start/y", 3, "", "IC-3: 'y' has 4 pawns"),
    (MOVE, "start/y", -1, "start.y", "from 0 to 5, found -1"),
    (MOVE, "start/y", 6, "start.y", "from 0 to 5, found 6"),
    (MOVE, "home/b", "0", "home.b", "found '0'"),
    (MOVE, "home/b", 1, "", "IC-3: 'b' has 6 pawns"),
    (MOVE, "paths", None, "paths", "expected an object"),
    (MOVE, "paths/up", [], "paths", "'up' is not a field here"),
    (MOVE, "paths/e", "yr", "paths.e", "expected a list"),
    (MOVE, "paths/e", ["", "yr"], "paths.e", "expected 5 entries, found 2"),
    (MOVE, "paths/e/1", None, "paths.e[1]", "expected a text"),
    (MOVE, "paths/e/1", "yx", "paths.e[1]", "y r g b, not 'x'"),
    (MOVE, "paths/e/1", "yrb", "", "IC-3: 'b' has 6 pawns"),
    # cubes and tops (IC-8)
    (MOVE, "cubes", [], "cubes", "expected an object"),
    (MOVE, "cubes/ab", "UN", "cubes", "'ab' is not a field here"),
    (MOVE, "cubes/b", "UD", "cubes.b", "IC-8: a pose is"),
    (MOVE, "cubes/b", 0, "cubes.b", "expected a text"),
    (MOVE, "cubes/b", "DS", "tops.b", "must be \"circle\" because the cube's pose is DS, found 'arc'"),
    (MOVE, "tops", {}, "tops", "'a' is missing"),
    (MOVE, "tops/", "arc", "tops", "'' is not a field here"),
    (MOVE, "tops/a", "y>w", "tops.a", "found 'y>w'"),
    (MOVE, "tops/a", None, "tops.a", "found None"),
    # used, circles, arcs
    (MOVE, "used", "a", "used", "expected a list"),
    (MOVE, "used", ["e"], "used[0]", "found 'e'"),
    (MOVE, "used", [0], "used[0]", "found 0"),
    (MOVE, "used", ["a", "a"], "used", "once each, in order a to d"),
    (MOVE, "used", ["d", "a"], "used", "once each, in order a to d"),
    (MOVE, "used", ["b"], "used", "IC-14: the cube in slot b shows no arrow"),
    (TILT2, "used", ["a"], "used", "must be empty in phase 'tilt2'"),
    (MOVE, "circles", 2, "circles", "2 are left, but only 1 lie on top"),
    (MOVE, "circles", 5, "circles", "from 0 to 4, found 5"),
    (MOVE, "circles", None, "circles", "found None"),
    (MOVE, "arcs", 2, "arcs", "2 are left, but only 1 lie on top"),
    (MOVE, "arcs", -1, "arcs", "found -1"),
    (SETUP, "circles", 1, "circles", "must be 0 in phase 'tilt1'"),
    (TILT2, "arcs", 1, "arcs", "must be 0 in phase 'tilt2'"),
    (HOME, "arcs", 1, "arcs", "must be 0 in phase 'over'"),
    (document(tops="circle arc arc arc"), "circles", 0, "circles", "IC-17: a circle is spent, but no arrow"),
    # a running game
    (MOVE, "to_move", None, "to_move", "from 0 to 1, found None"),
    (MOVE, "to_move", 2, "to_move", "from 0 to 1, found 2"),
    (MOVE, "to_move", False, "to_move", "found False"),
    (MOVE, "winners", [0], "winners", "must be null while the game runs"),
    (MOVE, "winners", [], "winners", "must be null while the game runs"),
    (MOVE, "first_tilt", "nn", "first_tilt", "must be null in phase 'move'"),
    (SETUP, "first_tilt", "nn", "first_tilt", "must be null in phase 'tilt1'"),
    (TILT2, "first_tilt", None, "first_tilt", "found None"),
    (TILT2, "first_tilt", "ne", "first_tilt", "found 'ne'"),
    (MOVE, "stalled", 60, "stalled", "IC-22: the game runs, but 60 is at or over the limit 60"),
    (MOVE | {"used": ["a"]}, "stalled", 1, "stalled", "IC-22: must be 0 because a pawn stepped this turn"),
    (MOVE | {"circles": 0}, "stalled", 1, "stalled", "IC-22: must be 0 because a pawn stepped this turn"),
    (document(home={"y": 5}), "turn", 3, "", "IC-20: the game runs, but 'y' has already won (home)"),
    (document(paths={"s": {4: "ggbggg"}}), "turn", 3, "", "IC-21: the game runs, but 'g' has already won (tower)"),
    # a game that is over
    (HOME, "to_move", 0, "to_move", "must be null when the game is over"),
    (HOME, "first_tilt", "nn", "first_tilt", "must be null when the game is over"),
    (HOME, "winners", None, "winners", "expected a list, found None"),
    (HOME, "winners", [], "winners", "the seats [0, 1] have won, or the one of them on turn; found []"),
    (HOME, "winners", [2], "winners[0]", "from 0 to 1, found 2"),
    (HOME, "winners", ["y"], "winners[0]", "found 'y'"),
    (HOME, "winners", [1, 0], "winners", "once each, in ascending order"),
    (HOME, "winners", [0, 0], "winners", "once each, in ascending order"),
    (HOME, "stalled", 1, "stalled", "IC-22: must be 0 because a step ended the game"),
    (TOWER, "winners", [1], "winners", "IC-20, IC-21: the seats [0] have won"),
    (TOWER, "winners", [0, 1], "winners", "IC-20, IC-21: the seats [0] have won"),
    (STANDSTILL, "winners", [0], "winners", "IC-22: a standstill is shared by all players, found [0]"),
    (STANDSTILL, "stalled", 59, "phase", "nobody has won and there is no standstill"),
]


@pytest.mark.parametrize(
    ("doc", "path", "value", "where", "words"), IMPOSSIBLE, ids=[f"{row[1]}={row[2]!r:.30}" for row in IMPOSSIBLE]
)
def test_a_document_that_cannot_be_is_refused(
    doc: dict[str, Any], path: str, value: Any, where: str, words: str
) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.from_dict(changed(doc, path, value))
    assert caught.value.where == where
    assert words in caught.value.problem
    assert str(caught.value) == f"this position cannot be: {where}{': ' if where else ''}{caught.value.problem}"


@pytest.mark.parametrize("key", sorted(MOVE))
def test_no_key_can_be_left_out(key: str) -> None:
    with pytest.raises(BadPosition, match=f"'{key}' is missing"):
        GAME.from_dict({name: value for name, value in MOVE.items() if name != key})


@pytest.mark.parametrize("thing", [None, [], "icecult", 7, b"{}", [MOVE]])
def test_what_is_no_object_is_no_document(thing: Any) -> None:
    with pytest.raises(BadPosition, match="expected an object") as caught:
        GAME.from_dict(thing)
    assert caught.value.where == ""


def test_the_fault_of_an_own_cube_set_is_named_with_its_place_in_the_position() -> None:
    own = changed(MOVE, "rules/cubes", {slot: dict.fromkeys("UNESWD", "arc") for slot in "abcd"})
    own["rules"]["cubes"]["c"]["W"] = "p>U"
    with pytest.raises(BadPosition, match="IC-7") as caught:
        GAME.from_dict(own)
    assert caught.value.where == "rules.cubes.c.W"
