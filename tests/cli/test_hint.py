"""``floe hint``: one line of what and one of why, or keys and values for other programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import floe
from floe.bots.explanations import vocabulary
from floe.cli.words import words_for
from floe.core.facts import Fact
from tests.cli.running import RECORDS, call, flat
from tests.games.icecult import positions as icecult
from tests.games.igluiglu import positions as igluiglu

TOWER = RECORDS / "icecult-2-tower.json"
HIDDEN = RECORDS / "igluiglu-3-family.json"
LITTLE = ("--simulations", 100)


def written(document: object) -> Path:
    path = Path("position.json")
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_a_hint_says_what_why_what_follows_and_the_chances() -> None:
    state = icecult.position(tops="y>e arc arc b>n", paths={"e": {2: "y", 3: "yyyy"}})
    result = call("hint", written(state.to_dict()), *LITTLE)
    assert result.exit_code == 0
    said = flat(result.output)
    assert "Play a@2.1: the yellow pawn on e2 steps to e3." in said
    assert "Why: it wins, whatever the others do; this turn wins by a tower" in said
    assert "Expected: y: a@2.1." in said
    assert "Chances: yellow 100 %, green 0 %." in said
    assert "Judged by the network" in said


def test_rules_that_no_network_knows_are_said() -> None:
    state = floe.game("igluiglu").new(2, rules={"variant": "gamers"})
    said = flat(call("hint", written(state.to_dict()), *LITTLE).output)
    assert "Judged by the hand-made estimate, because no network was trained for these rules" in said


def test_of_a_record_the_last_position_is_meant_or_the_one_asked_for() -> None:
    assert "the game is over" in call("hint", TOWER, *LITTLE).output
    answer = json.loads(call("hint", TOWER, "--at", 10, "--json", *LITTLE).output)
    state = floe.load_record(TOWER).at(10)
    assert answer["seat"] == state.to_move
    assert answer["action"] in state.legal_actions()


@pytest.mark.parametrize("file", [TOWER, HIDDEN], ids=["icecult", "igluiglu"])
def test_keys_and_values_for_other_programs(file: Path) -> None:
    answer = json.loads(call("hint", file, "--at", 10, "--json", *LITTLE).output)
    game = floe.load_record(file).game.name
    assert set(answer) == {
        "game", "seat", "action", "reasons", "line", "chances", "simulations", "judged_by",
    }  # fmt: skip
    assert answer["game"] == game
    assert {reason["key"] for reason in answer["reasons"]} <= set(vocabulary(game))
    assert answer["line"][0] == {"seat": answer["seat"], "action": answer["action"]}


def test_the_same_seed_gives_the_same_hint() -> None:
    ask = ("hint", HIDDEN, "--at", 40, "--json", "--seed", "ice", *LITTLE)
    assert call(*ask).output == call(*ask).output


def test_a_view_is_enough_and_a_position_tells_no_more() -> None:
    state = floe.load_record(HIDDEN).at(40)
    of_position = call("hint", written(state.to_dict()), "--json", *LITTLE).output
    of_view = call("hint", written(state.view(state.to_move)), "--json", *LITTLE).output
    assert json.loads(of_position) == json.loads(of_view)


def test_it_reads_what_comes_in() -> None:
    document = json.dumps(icecult.GAME.new(2).to_dict())
    assert call("hint", "-", "--json", *LITTLE, typed=document).exit_code == 0


def test_a_tile_about_to_be_flipped_is_not_told() -> None:
    state = igluiglu.position("c3=bear", phase="flip")
    said = flat(call("hint", written(state.to_dict()), *LITTLE).output)
    assert "Play flip c3. Why: nothing else is legal. Expected: r: flip c3." in said
    assert "bear" not in said


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("hint", TOWER, "--at", 0, "--seat", 1), "there is no hint for seat 1: seat 0 is to move"),
        (("hint", TOWER, "--at", 9999), "this record has the positions 0 to "),
        (("hint", "nowhere.json"), "nowhere.json: No such file or directory"),
        (("hint", "other.json"), "other.json: a position is an object that names its 'game'"),
        (("hint", "position.json", "--at", 3), "--at counts the actions of a record, and this is a position"),
        (("hint", "masked.json"), "this is not the view of seat 0"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_a_line(arguments: tuple[object, ...], problem: str) -> None:
    Path("other.json").write_text("[]", encoding="utf-8")
    written(icecult.GAME.new(2).to_dict())
    Path("masked.json").write_text(json.dumps(igluiglu.position("c3 f6").view(1)), encoding="utf-8")
    result = call(*arguments)
    assert result.exit_code == 2
    assert problem in flat(result.output)


@pytest.mark.parametrize("game", floe.game_names())
def test_every_reason_has_its_words(game: str) -> None:
    assert set(vocabulary(game)) <= set(words_for(game).reasons)


def test_reasons_read_as_a_sentence() -> None:
    threat = {"goal": "tower", "path": "e", "space": 3}
    reasons = [Fact("stops_win", {"seat": 1, "goal": "home"}), Fact("makes_threat", threat)]
    said = words_for("icecult").why(reasons, "yg")
    assert said == "otherwise green could win next turn by coming home; it threatens a tower on e3"
    words = words_for("igluiglu")
    island = Fact("gains_island", {"cells": ["b3", "c3"], "share": "alone", "points": 4, "unless_glacier": False})
    assert words.why([island], "rb") == "alone on the island of 2 tiles at b3, for 4 points"
    count = Fact("changes_count", {"points": {"r": 3, "b": -1, "y": 0}, "unless_glacier": True})
    assert words.why([count], "rby") == "the count changes by red +3 and blue -1, unless a glacier comes up"
    assert words.why([], "rb") == ""
