"""Every reason for which the rules refuse an action, with its rule, key, values and words.

The rule files look at each rule closely; here the list is complete, which the first test asserts.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest

from floe import MalformedAction
from floe.games.igluiglu.game import IgluIgluState
from floe.games.igluiglu.refusals import SENTENCES
from floe.testing.checks import check_refusal
from tests.games.igluiglu.positions import GAME, dealt, played, position, refusal


class Refused(NamedTuple):
    action: str
    rule: str
    key: str
    values: dict[str, Any]
    words: str
    sketch: dict[str, Any]
    before: str = ""
    """What is played from the sketch first, separated by commas."""


ALL = {"r": "melt energy1 harpoon herd"}
RB = {"c3": "rb"}

TABLE = [
    # What is due.
    Refused("end", "II-6", "due_place", {}, "all Inuit are placed first", {"new": 2}),
    Refused("end", "II-7", "due_flip", {}, "a tile must be flipped first", {"ice": "c3", "phase": "flip"}),
    Refused("end", "II-12", "due_drift", {}, "a tile must be pushed first", {"ice": "c3", "phase": "drift"}),
    Refused(
        "end",
        "II-13",
        "due_shove",
        {},
        "room must be made for the push first",
        {"ice": "c3", "phase": "drift", "on": {"c4": "f1"}},
        "drift c3 n",
    ),
    Refused("flip c3", "II-19", "due_act", {}, "now points are spent", {"ice": "c3"}),
    Refused("end", "II-18", "due_herd", {}, "the herd steps must be made", {"on": {"c4": "f1"}, "hands": ALL}, "herd"),
    Refused(
        "end",
        "II-23",
        "due_spear",
        {},
        "the answer is spear or pass",
        {"ice": "c3", "on": {"c3": "b", "c4": "bear"}, "hands": ALL},
        "herd, step c4 bear s",
    ),
    Refused(
        "end",
        "II-23",
        "due_flee",
        {},
        "the fleeing Inuit must get their corners first",
        {"ice": "c3", "on": RB, "hands": ALL},
        "melt c3",
    ),
    # Placing and flipping.
    Refused("place d3", "II-6", "not_ring", {"cell": "d3"}, "d3 is no tile of the outer ring", {"new": 2}),
    Refused("flip e5", "II-2", "no_tile", {"cell": "e5"}, "no tile lies on e5", {"ice": "c3", "phase": "flip"}),
    Refused(
        "flip g2",
        "II-11",
        "glacier",
        {"cell": "g2"},
        "the tile on g2 is a glacier",
        {"ice": "c3", "up": "g2", "phase": "flip"},
    ),
    Refused(
        "flip c3",
        "II-7",
        "tile_occupied",
        {"cell": "c3"},
        "the tile on c3 is not empty",
        {"ice": "c3 f6", "on": {"c3": "b"}, "phase": "flip"},
    ),
    Refused(
        "flip b1",
        "II-7",
        "not_at_sea",
        {"cell": "b1"},
        "the tile on b1 is not next to the sea, and others are",
        {"ice": "b1 f6", "up": "c1 b2", "phase": "flip"},
    ),
    Refused(
        "flip c6",
        "II-7",
        "not_at_ring",
        {"cell": "c6"},
        "so one of the outer ring must be flipped",
        {"ice": "b1 c6", "up": "c1 b2 b6 d6 c5 c7", "phase": "flip"},
    ),
    # Drifting.
    Refused(
        "drift g4 e",
        "II-12",
        "push_blocked",
        {"cell": "g4", "direction": "e"},
        "the line from g4 toward e does not end at the sea",
        {"ice": "g4 h4", "phase": "drift"},
    ),
    Refused(
        "drift b2 n",
        "II-13",
        "no_room",
        {"cell": "b3"},
        "on b3 there is an animal that cannot be moved out of the way",
        {"ice": "b2 a3 c3 b4", "on": {"b3": "f1"}, "phase": "drift"},
    ),
    Refused(
        "shove f2 n",
        "II-13",
        "not_in_the_way",
        {"animal": "f2", "cell": "c4"},
        "there is no f2 in the way on c4",
        {"ice": "c3", "on": {"c4": "f1"}, "phase": "drift"},
        "drift c3 n",
    ),
    Refused(
        "shove f1 s",
        "II-13",
        "shove_not_sea",
        {},
        "goes to a neighbouring sea cell",
        {"ice": "c3", "on": {"c4": "f1"}, "phase": "drift"},
        "drift c3 n",
    ),
    Refused(
        "shove bear n",
        "II-13",
        "bear_on_bear",
        {"rule": "II-13"},
        "a bear is not moved onto another bear",
        {"ice": "c3", "on": {"c4": "bear", "c5": "bear"}, "phase": "drift"},
        "drift c3 n",
    ),
    Refused(
        "step c4 bear n",
        "II-18",
        "bear_on_bear",
        {"rule": "II-18"},
        "a bear is not moved onto another bear",
        {"on": {"c4": "bear", "c5": "bear"}, "hands": ALL},
        "herd",
    ),
    Refused(
        "step c4 bear e",
        "II-21",
        "centre_closed",
        {},
        "not moved onto the centre cells",
        {"on": {"c4": "bear"}, "hands": ALL},
        "herd",
    ),
    # Tiles in the hand.
    Refused(
        "melt c3",
        "II-14",
        "type_played",
        {"type": "melt"},
        "one melt was played this turn already",
        {"ice": "c3", "played": "melt", "hands": ALL},
    ),
    Refused("herd", "II-14", "not_in_hand", {"type": "herd"}, "there is no herd in the hand", {"ice": "c3"}),
    Refused("energy 2", "II-14", "not_in_hand", {"type": "energy 2"}, "there is no energy 2", {"hands": ALL}),
    Refused(
        "melt c3",
        "II-15",
        "melt_igloo",
        {"cell": "c3"},
        "an igloo stands on c3",
        {"ice": "c3", "on": {"c3": "^b"}, "hands": ALL},
    ),
    Refused(
        "melt b1",
        "II-15",
        "melt_not_at_sea",
        {"cell": "b1"},
        "the tile on b1 is not next to the sea",
        {"ice": "b1", "up": "c1 b2", "hands": ALL},
    ),
    Refused(
        "harpoon c4 f1",
        "II-17",
        "no_animal",
        {"animal": "f1", "cell": "c4", "rule": "II-17"},
        "there is no f1 on c4",
        {"ice": "c3", "hands": ALL},
    ),
    Refused(
        "step c4 f1 n",
        "II-18",
        "no_animal",
        {"animal": "f1", "cell": "c4", "rule": "II-18"},
        "there is no f1 on c4",
        {"on": {"c5": "f1"}, "hands": ALL},
        "herd",
    ),
    Refused(
        "hunt c3 x1",
        "II-20",
        "no_animal",
        {"animal": "x1", "cell": "c3", "rule": "II-20"},
        "there is no x1 on c3",
        {"ice": "c3", "on": RB},
    ),
    Refused(
        "hunt c5 f1",
        "II-20",
        "out_of_reach",
        {"animal": "f1", "cell": "c5", "rule": "II-20"},
        "no own Inuit can hunt the f1 on c5",
        {"ice": "c3", "on": {"c3": "r", "c5": "f1"}},
    ),
    Refused(
        "harpoon c4 bear",
        "II-17",
        "bear_out_of_reach",
        {"animal": "bear", "cell": "c4", "rule": "II-17"},
        "no own Inuit is on c4 with the bear",
        {"ice": "c3", "on": {"c3": "r", "c4": "bear"}, "hands": ALL},
    ),
    # Herding.
    Refused(
        "step c4 f1 s",
        "II-18",
        "fish_needs_sea",
        {},
        "a fish steps to a neighbouring sea cell",
        {"ice": "c3", "on": {"c4": "f1"}, "hands": ALL},
        "herd",
    ),
    Refused(
        "step c3 x1 n",
        "II-18",
        "fox_needs_tile",
        {},
        "a fox steps to a neighbouring tile",
        {"up": "c3 c2", "on": {"c3": "x1"}, "hands": ALL},
        "herd",
    ),
    Refused(
        "step b1 bear w",
        "II-18",
        "bear_off_board",
        {},
        "never onto land",
        {"on": {"b1": "bear"}, "hands": ALL},
        "herd",
    ),
    Refused(
        "step b1 bear s",
        "II-18",
        "bear_off_edge",
        {},
        "a neighbouring cell of the board",
        {"on": {"b1": "bear"}, "hands": ALL, "rules": {"corners": "open"}},
        "herd",
    ),
    # Action points.
    Refused(
        "walk c3 n",
        "II-19",
        "no_inuit",
        {"cell": "c3", "rule": "II-19"},
        "no own Inuit is on c3",
        {"ice": "c3 c4", "on": {"c3": "b"}},
    ),
    Refused(
        "kayak c3 c4",
        "II-19",
        "no_inuit",
        {"cell": "c3", "target": "c4", "rule": "II-19"},
        "no own Inuit is on c3",
        {"ice": "c3 c4", "on": {"c3": "b"}},
    ),
    Refused(
        "igloo c3",
        "II-24",
        "no_inuit",
        {"cell": "c3", "rule": "II-24"},
        "no own Inuit is on c3",
        {"ice": "c3 c4", "on": {"c3": "b"}},
    ),
    Refused("walk c3 n", "II-19", "walk_needs_tile", {}, "walks to a neighbouring tile", {"ice": "c3", "on": RB}),
    Refused(
        "kayak c3 c4",
        "II-19",
        "kayak_needs_tile",
        {"cell": "c3", "target": "c4"},
        "a kayak lands on a tile, and c4 is none",
        {"ice": "c3", "on": RB},
    ),
    Refused(
        "kayak c3 c3",
        "II-19",
        "kayak_stays",
        {"cell": "c3", "target": "c3"},
        "a kayak goes to another tile",
        {"ice": "c3", "on": RB},
    ),
    Refused(
        "kayak b1 f6",
        "II-19",
        "kayak_other_sea",
        {"cell": "b1", "target": "f6"},
        "b1 and f6 are not next to the same sea area",
        {"ice": "b1 f6", "up": "c1 b2", "on": {"b1": "r"}},
    ),
    Refused(
        "walk c3 n",
        "II-19",
        "bear_needs_harpoon",
        {"target": "c4"},
        "a bear is on c4; only with a harpoon can an Inuit go there",
        {"ice": "c3 c4", "on": {"c3": "r", "c4": "bear"}},
    ),
    Refused(
        "walk c3 n",
        "II-30",
        "foreign_igloo",
        {"target": "c4"},
        "another player's igloo stands on c4",
        {"ice": "c3 c4", "on": {"c3": "r", "c4": "^b"}, "rules": {"variant": "gamers"}},
    ),
    Refused(
        "walk c3 n",
        "II-19",
        "points",
        {"price": 1, "points": 0, "rule": "II-19"},
        "that costs 1, and 0 of the points are left",
        {"ice": "c3 c4", "on": RB, "points": 0},
    ),
    Refused(
        "hunt c4 f3",
        "II-20",
        "points",
        {"price": 3, "points": 2, "rule": "II-20"},
        "that costs 3, and 2 of the points are left",
        {"ice": "c3", "on": {"c3": "r", "c4": "f3"}, "points": 2},
    ),
    Refused(
        "igloo c3",
        "II-24",
        "points",
        {"price": 3, "points": 2, "rule": "II-24"},
        "that costs 3, and 2 of the points are left",
        {"ice": "c3", "on": {"c3": "r"}, "points": 2},
    ),
    Refused(
        "hunt c3 bear",
        "II-20",
        "bear_for_points",
        {},
        "never hunted for points",
        {"ice": "c3", "on": {"c3": "r ^r bear"}},
    ),
    Refused("igloo a1", "II-24", "igloo_on_land", {"cell": "a1"}, "is built on a tile", {"on": {"a1": "r"}}),
    Refused(
        "igloo c3",
        "II-24",
        "igloo_there",
        {"cell": "c3"},
        "there is an igloo on c3 already",
        {"ice": "c3", "on": {"c3": "r ^b"}},
    ),
    Refused(
        "igloo c3",
        "II-24",
        "igloo_others",
        {"cell": "c3"},
        "Inuit of another player are on c3",
        {"ice": "c3", "on": RB},
    ),
    Refused(
        "igloo c3",
        "II-24",
        "igloos_built",
        {},
        "both igloos are built",
        {"ice": "c3 d3 e3", "on": {"c3": "r", "d3": "^r", "e3": "^r"}},
    ),
    # Attacks and flight.
    Refused(
        "flee b a1",
        "II-23",
        "other_flees",
        {"colour": "r"},
        "the next to flee is of colour r",
        {"ice": "c3", "on": RB, "hands": ALL},
        "melt c3",
    ),
    Refused(
        "flee r b1",
        "II-23",
        "not_corner",
        {"cell": "b1"},
        "b1 is no corner",
        {"ice": "c3", "on": RB, "hands": ALL},
        "melt c3",
    ),
]


def sketched(row: Refused) -> IgluIgluState:
    if "new" in row.sketch:
        return GAME.new(players=row.sketch["new"], seed=1)
    return played(position(**row.sketch), *(action for action in row.before.split(", ") if action))


def named(row: Refused) -> str:
    return f"{row.rule}-{row.key}-{row.action}"


def test_the_table_has_every_reason_that_the_rules_know() -> None:
    assert {row.key for row in TABLE} == set(SENTENCES)


def test_reasons_that_belong_to_one_rule_name_it() -> None:
    for row in TABLE:
        rule, _ = SENTENCES[row.key]
        assert row.rule == (row.values["rule"] if rule == "{rule}" else rule)


@pytest.mark.parametrize("row", TABLE, ids=named)
def test_a_refusal_names_the_rule_and_the_reason(row: Refused) -> None:
    refused = refusal(sketched(row), row.action)
    assert (refused.rule, refused.key, refused.values) == (row.rule, row.key, row.values)
    assert str(refused).startswith(f"{row.action!r} is not allowed here. {row.rule}: ")
    assert row.words in str(refused)
    check_refusal(refused, row.action)


MALFORMED = [
    "", " ", "place", "place b1 ", " place b1", "place  b1", "Place b1", "place B1", "place b1 c1", "place b9", "flip",
    "flip d3\n", "drift d3", "drift d3 N", "drift d3 ne", "drift n d3", "shove f4 e", "shove f2", "shove fish e",
    "walk c3 up", "walk c3 c4", "kayak c3", "kayak c3 n", "hunt d3", "hunt f2 d3", "harpoon", "harpoon c3 Bear",
    "igloo", "energy", "energy 0", "energy 4", "energy +1", "energy 1.0", "energy ２", "energy2", "melt", "herd 3",
    "step d4 n", "step d4 f2", "spear c3", "pass.", "flee r", "flee a1 r", "flee p a1", "flee a1", "end\n", "END", "e",
    "\0", "end\0", "\ud800", "🐻", "flip d3\u00a0", "a" * 100_000, "flip " * 10_000,
]  # fmt: skip


@pytest.mark.parametrize("text", MALFORMED, ids=lambda text: repr(text)[:20])
def test_text_that_is_no_action_at_all_is_told_apart(text: str) -> None:
    for state in (GAME.new(seed=1), dealt(seed=1), position("c3")):
        with pytest.raises(MalformedAction, match="is no action: expected") as caught:
            state.play(text)
        assert caught.value.text == text
        assert repr(text)[:100] in str(caught.value)
        assert len(str(caught.value)) < 500


def test_a_malformed_action_says_which_words_are_missing() -> None:
    with pytest.raises(MalformedAction, match=re.escape("expected walk, a cell (a1 to h8), n, e, s or w")):
        position("c3").play("walk c3")
    with pytest.raises(MalformedAction, match="expected place flip drift"):
        position("c3").play("jump c3")


def test_asking_why_a_legal_action_cannot_be_played_is_a_mistake() -> None:
    with pytest.raises(ValueError, match=re.escape("'end' is legal")):
        position("c3").why_not("end")
