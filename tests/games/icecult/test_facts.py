"""Facts of ICE CULT: enough to draw every action without a rule, and what is threatened and due."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from floe.core.facts import Fact
from floe.core.typing import Document
from floe.games.icecult.game import IceCultState
from tests.games.icecult.positions import GAME, played, position, tilting
from tests.games.icecult.strategies import positions


def drawn(document: Document, facts: list[Fact]) -> None:
    """A screen that knows no rules: it moves what the facts say."""
    for fact in facts:
        v = fact.values
        if fact.key == "tilt":
            document["cubes"] |= v["poses"]
            document["tops"] |= v["tops"]
        elif fact.key == "turn":
            document["cubes"][v["slot"]] = v["pose"]
            document["tops"][v["slot"]] = v["top"]
        elif fact.key in ("enter", "step", "home"):
            drawn_step(document, fact.key, v)


def drawn_step(document: Document, key: str, v: dict[str, Any]) -> None:
    path = document["paths"][v["path"]]
    if key == "enter":
        document["start"][v["colour"]] -= 1
        assert v["standing"] == len(path[0]) + 1
        path[0] += v["colour"]
        return
    stack = path[v["from"] - 1]
    moving = v["colour"] + v["riders"]
    assert stack[v["standing"] - 1 :] == moving
    path[v["from"] - 1] = stack[: v["standing"] - 1]
    if key == "home":
        for pawn in moving:
            document["home"][pawn] += 1
        return
    assert v["lands"] == len(path[v["to"] - 1]) + 1
    path[v["to"] - 1] += moving


@given(positions())
def test_facts_are_enough_to_draw_every_action(state: IceCultState) -> None:
    for action in state.legal_actions():
        screen, after = state.to_dict(), state.play(action).to_dict()
        drawn(screen, state.facts(action))
        for field in ("cubes", "tops", "paths", "start", "home"):
            assert screen[field] == after[field]


@given(positions())
def test_the_outlook_names_exactly_the_seats_that_one_step_can_bring_the_win(state: IceCultState) -> None:
    told = {(f.values["seat"], f.values["goal"], f.values["path"], f.values["space"]) for f in state.outlook()}
    assert told == (set() if state.over else one_step_wins(state.to_dict()))


def one_step_wins(document: Document) -> set[tuple[int, str, str, int]]:
    """Every step of every pawn is tried out, whatever the cubes show."""
    found = set()
    length = document["rules"]["path_length"]
    for path, stacks in document["paths"].items():
        moves: list[tuple[str, dict[str, Any]]] = [
            ("enter", {"colour": colour, "standing": len(stacks[0]) + 1})
            for colour, n in document["start"].items()
            if n
        ]
        for space, stack in enumerate(stacks, 1):
            for standing, colour in enumerate(stack, 1):
                values = {"colour": colour, "from": space, "standing": standing, "riders": stack[standing:]}
                to = {} if space == length else {"to": space + 1, "lands": len(stacks[space]) + 1}
                moves.append(("step" if to else "home", values | to))
        for key, values in moves:
            after = {
                "start": dict(document["start"]),
                "home": dict(document["home"]),
                "paths": {name: list(spaces) for name, spaces in document["paths"].items()},
            }
            drawn_step(after, key, values | {"path": path})
            reached = {"enter": 1, "step": values.get("to"), "home": length}[key]
            for seat, colour in enumerate(document["players"]):
                if key == "home" and after["home"][colour] == 5:
                    found.add((seat, "home", path, reached))
                if key != "home" and after["paths"][path][reached - 1].count(colour) == 5:
                    found.add((seat, "tower", path, reached))
    return found


def told(state: IceCultState, action: str, *keys: str) -> list[tuple[str, dict[str, Any]]]:
    """The facts of an action that have one of these keys."""
    return [(fact.key, fact.values) for fact in state.facts(action) if fact.key in keys]


def test_a_tilt_tells_what_it_brings_up() -> None:
    (fact,) = GAME.new().facts("ns")
    assert fact.values == {
        "pair": "n",
        "toward": "s",
        "slots": ["a", "b"],
        "poses": {"a": "ND", "b": "ND"},
        "tops": {"a": "y>s", "b": "g>s"},
    }


def test_a_step_tells_who_rides_where_and_whether_a_circle_was_spent() -> None:
    state = position(tops="y>e arc circle b>n", paths={"e": {2: "gyr", 3: "b"}})
    step = {"colour": "y", "path": "e", "from": 2, "to": 3, "standing": 2, "lands": 2, "riders": "r", "slot": "a"}
    assert told(state, "a@2.2", "step") == [("step", step | {"circle": False})]
    assert told(state, "*a@2.2", "step") == [("step", step | {"circle": True})]


def test_a_threat_is_told_when_it_begins_and_when_it_ends() -> None:
    threat = {"seat": 0, "goal": "tower", "path": "e", "space": 3}
    state = position(tops="y>e g>e arc b>n", paths={"e": {1: "y", 2: "gy", 3: "yyr", 4: "g"}, "s": {1: "y"}})
    assert told(state, "a@1.1", "threat", "threat_ended") == []
    state = position(tops="y>e g>e y>e b>n", paths={"e": {1: "y", 2: "gy", 3: "yyyr"}})
    assert told(state, "b@2.1", "threat", "threat_ended") == []
    assert told(state, "a@1.1", "threat", "threat_ended") == [("threat", threat | {"arrows": ["y", "g"]})]
    assert told(state.play("a@1.1"), "c@3.1", "threat", "threat_ended") == [("threat_ended", threat)]


def test_a_threat_to_come_home_is_told() -> None:
    state = position(tops="y>e arc arc b>n", paths={"e": {4: "ry"}}, home={"y": 4})
    threat = {"seat": 0, "goal": "home", "path": "e", "space": 5, "arrows": ["y"]}
    assert told(state, "a@4.2", "threat") == [("threat", threat)]
    assert [(fact.key, fact.values) for fact in state.play("a@4.2").outlook()] == [("in_reach", threat)]


def test_who_wins_is_told_with_how() -> None:
    tower = position(tops="y>e arc arc b>n", paths={"e": {2: "y", 3: "yyyy"}})
    assert [fact.key for fact in tower.facts("a@2.1")] == ["step", "tower", "won"]
    assert told(tower, "a@2.1", "tower") == [("tower", {"seat": 0, "path": "e", "space": 3})]
    home = position(tops="y>e arc arc b>n", paths={"e": {5: "yy"}}, home={"y": 3})
    assert [fact.key for fact in home.facts("a@5.1")] == ["home", "all_home", "won"]


def test_the_end_of_a_turn_tells_what_is_lost_and_how_long_nobody_stepped() -> None:
    state = played(GAME.new(players=3), "ns", "ns")
    ended = {"seat": 0, "next": 1, "arcs_lost": 2}
    assert told(state, "end", "turn_ended", "stalled") == [
        ("turn_ended", ended),
        ("stalled", {"turns": 1, "limit": 60}),
    ]
    drawn_at_once = played(GAME.new(players=3, rules={"stall_limit": 1}), "ns", "ns")
    assert told(drawn_at_once, "end", "turn_ended") == [("turn_ended", ended | {"next": None})]
    stepped = position(tops="y>e arc arc arc", used=["a"])
    assert told(stepped, "end", "turn_ended", "stalled") == [("turn_ended", ended | {"arcs_lost": 3})]


@pytest.mark.parametrize(
    ("state", "due"),
    [
        (tilting(), [("tilt_first", {})]),
        (tilting("tilt2", first_tilt="ns"), [("tilt_second", {"first": "ns", "barred": "nn"})]),
        (
            position(tops="y>e arc circle b>n"),
            [
                ("use_arrows", {"slots": ["a", "d"]}),
                ("use_circles", {"circles": 1, "slots": ["a", "d"], "must": True}),
                ("may_turn", {"arcs": 1}),
            ],
        ),
        (
            position(tops="y>e arc circle b>n", used=["a", "d"], rules={"circles": "may"}),
            [
                ("use_circles", {"circles": 1, "slots": ["a", "d"], "must": False}),
                ("may_turn", {"arcs": 1}),
                ("may_end", {}),
            ],
        ),
        (position(tops="y>e arc circle b>n", used=["a", "d"], circles=0, arcs=0), [("may_end", {})]),
    ],
)
def test_what_is_due(state: IceCultState, due: list[tuple[str, dict[str, Any]]]) -> None:
    assert [(fact.key, fact.values) for fact in state.due(0)] == due
    assert [(fact.key, fact.values) for fact in state.due(1)] == [("wait", {"seat": 0}), *due]


@given(positions())
def test_the_turn_may_end_exactly_when_end_is_legal(state: IceCultState) -> None:
    assert ("end" in state.legal_actions()) == any(fact.key == "may_end" for fact in state.due())
