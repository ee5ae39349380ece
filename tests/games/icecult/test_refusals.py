"""Every reason for which the rules refuse an action, with its rule, key, values and words.

The rule files look at each rule closely; here the list is complete, which the first test asserts.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest

from floe import MalformedAction
from floe.games.icecult.refusals import SENTENCES
from floe.testing.checks import check_refusal
from tests.games.icecult.positions import GAME, position, refusal, tilting


class Refused(NamedTuple):
    action: str
    rule: str
    key: str
    values: dict[str, Any]
    words: str
    position: dict[str, Any]


TABLE = [
    Refused(
        "a@4.1",
        "IC-2",
        "no_such_space",
        {"length": 3, "space": 4},
        "the paths here have spaces 1 to 3, so there is no space 4",
        {"rules": {"path_length": 3}},
    ),
    Refused(
        "end",
        "IC-9",
        "tilts_first",
        {"left": 2, "verb": "are"},
        "2 of them are still to be made",
        {"phase": "tilt1", "circles": 0, "arcs": 0},
    ),
    Refused(
        "a@start",
        "IC-9",
        "tilts_first",
        {"left": 1, "verb": "is"},
        "1 of them is still to be made",
        {"phase": "tilt2", "first_tilt": "nn", "circles": 0, "arcs": 0},
    ),
    Refused("nn", "IC-9", "tilts_made", {}, "both tilts of this turn are made", {}),
    Refused(
        "we",
        "IC-11",
        "tilting_back",
        {"first": "ww", "refused": "we"},
        "may not take the first one (ww) back",
        {"phase": "tilt2", "first_tilt": "ww", "circles": 0, "arcs": 0},
    ),
    Refused(
        "b@start",
        "IC-13",
        "no_arrow",
        {"slot": "b", "symbol": "an arc"},
        "the cube in slot b shows an arc on top, not an arrow",
        {},
    ),
    Refused(
        "a@start",
        "IC-13",
        "start_empty",
        {"colour": "yellow"},
        "no yellow pawn is left in start",
        {"paths": {"n": {1: "yyyy"}}, "home": {"y": 1}},
    ),
    Refused(
        "a@2.3",
        "IC-13",
        "no_pawn",
        {"direction": "east", "space": 2, "standing": 3},
        "on the east path nobody stands at 2.3",
        {"paths": {"e": {2: "yr"}}},
    ),
    Refused(
        "a@2.2",
        "IC-13",
        "other_colour",
        {"direction": "east", "space": 2, "standing": 2, "other": "red", "colour": "yellow"},
        "the pawn at 2.2 on the east path is red, the arrow yellow",
        {"paths": {"e": {2: "yr"}}},
    ),
    Refused(
        "d@start",
        "IC-14",
        "arrow_used",
        {"slot": "d"},
        "the arrow in slot d was used this turn already",
        {"used": ["d"]},
    ),
    Refused(
        "end",
        "IC-14",
        "arrow_due",
        {"slot": "a", "colour": "yellow", "steps": "a@start a@2.1"},
        "the yellow arrow in slot a still has a step: a@start a@2.1",
        {"used": ["d"], "paths": {"e": {2: "yr"}}},
    ),
    Refused(
        "*c@start",
        "IC-17",
        "copies_no_arrow",
        {"slot": "c", "symbol": "a circle"},
        "a circle copies an arrow, but the cube in slot c shows a circle on top",
        {},
    ),
    Refused("*a@start", "IC-17", "no_circle", {}, "no circle lies on top", {"tops": "y>e arc arc b>n"}),
    Refused("*a@start", "IC-17", "circles_spent", {}, "every circle of this turn is spent", {"circles": 0}),
    Refused(
        "end",
        "IC-17",
        "circle_due",
        {"steps": "*a@start *d@start *d@1.1"},
        "a circle is left and must be used: *a@start *d@start *d@1.1",
        {"used": ["a", "d"], "paths": {"n": {1: "b"}}},
    ),
    Refused("a+", "IC-18", "no_arc", {}, "no arc lies on top", {"tops": "y>e circle circle b>n"}),
    Refused("a-", "IC-18", "arcs_spent", {}, "every arc of this turn is spent", {"arcs": 0}),
]


def test_the_table_has_every_reason_that_the_rules_know() -> None:
    assert {row.key for row in TABLE} == set(SENTENCES)
    assert {row.key: row.rule for row in TABLE} == {key: rule for key, (rule, _) in SENTENCES.items()}


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.rule}-{row.key}-{row.action}")
def test_a_refusal_names_the_rule_and_the_reason(row: Refused) -> None:
    refused = refusal(position(**row.position), row.action)
    assert (refused.rule, refused.key, refused.values) == (row.rule, row.key, row.values)
    assert str(refused) == f"{row.action!r} is not allowed here. {row.rule}: {_sentence(row)}"
    assert row.words in str(refused)
    check_refusal(refused, row.action)


def _sentence(row: Refused) -> str:
    return SENTENCES[row.key][1].format(**row.values)


MALFORMED = [
    "", " ", "N", "n", "nnn", "NN", "nn ", " nn", "nn\n", "en d", "END", "end\n", "pass", "a", "e@start", "a@",
    "@start", "a@Start", "a@0.1", "a@1.0", "a@10.1", "a@1.100", "a@1", "a@1.", "a@.1", "a@-1.1", "a@1,1", "a@1.1 ",
    "a@01.1", "a@1.01", "**a@start", "* a@start", "a*@start", "*a+", "a++", "+a", "a±", "a＋", "a@１.1", "a@٣.1",
    "b@start.1", "\0", "a@start\0", "\ud800", "🧊", "a" * 100_000,
]  # fmt: skip


@pytest.mark.parametrize("text", MALFORMED, ids=lambda text: repr(text)[:20])
def test_text_that_is_no_action_at_all_is_told_apart(text: str) -> None:
    for state in (GAME.new(), position(), tilting(phase="tilt2", first_tilt="nn")):
        with pytest.raises(MalformedAction, match="is no action: expected a tilt") as caught:
            state.play(text)
        assert caught.value.text == text
        assert repr(text)[:100] in str(caught.value)
        assert len(str(caught.value)) < 400


def test_a_number_too_long_to_be_written_is_no_action() -> None:
    with pytest.raises(MalformedAction, match="int too large to be shown"):
        GAME.new().play(10**5000)  # type: ignore[arg-type]  # that is the point


def test_asking_why_a_legal_action_cannot_be_played_is_a_mistake() -> None:
    with pytest.raises(ValueError, match=re.escape("'nn' is legal")):
        GAME.new().why_not("nn")
