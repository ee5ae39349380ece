"""ICE CULT in words: choices before, and a sentence after, each kind of action."""

from __future__ import annotations

from typing import Any

import pytest

import floe
from floe.cli.words import words_for
from floe.core.game import State
from floe.core.record import Record

WORDS = words_for("icecult")
GAME = floe.game("icecult")


def moving(**changes: Any) -> State:
    """Slot a shows a yellow arrow to the south, b a blue one to the south, c a red one to the east, d an arc."""
    state: State = GAME.from_dict(GAME.new().play("ns").play("ee").to_dict() | changes)
    return state


def crowded() -> State:
    return moving(
        start={"y": 2, "r": 3, "g": 5, "b": 5},
        paths={"n": [""] * 5, "e": [""] * 5, "s": ["", "ryr", "", "", "yy"], "w": [""] * 5},
    )


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ("a@start", "a yellow pawn enters on s1"),
        ("a@2.2", "the yellow pawn on s2 steps to s3, carrying r"),
        ("a@5.1", "the yellow pawn on s5 comes home, carrying y"),
        ("a@5.2", "the yellow pawn on s5 comes home"),
        ("a+", "an arc turns cube a clockwise: y←"),
        ("d-", "an arc turns cube d counter-clockwise"),
    ],
)
def test_an_action_of_the_moving_phase_is_told(action: str, told: str) -> None:
    assert WORDS.told(crowded(), action) == told


def test_a_tilt_is_told_with_what_it_brings_up() -> None:
    assert WORDS.told(GAME.new(), "ns") == "tilts a and b south: a shows y↓, b shows g↓"
    assert WORDS.told(GAME.new().play("ns"), "ns") == "tilts a and b south: a shows circle, b shows circle"


def test_a_threat_is_told_when_it_begins_and_when_it_ends() -> None:
    paths = {"n": [""] * 5, "e": [""] * 5, "s": ["yy", "yyy", "", "", ""], "w": [""] * 5}
    near = moving(start={"y": 0, "r": 5, "g": 5, "b": 5}, paths=paths)
    assert WORDS.told(near, "a@2.3") == ("the yellow pawn on s2 steps to s3; yellow no more threatens a tower on s2")
    home = paths | {"s": ["", "", "", "y", ""]}
    near = moving(start={"y": 0, "r": 5, "g": 5, "b": 5}, home={"y": 4, "r": 0, "g": 0, "b": 0}, paths=home)
    assert WORDS.told(near, "a@4.1") == "the yellow pawn on s4 steps to s5; yellow threatens to come home"


def test_the_end_of_a_turn_is_told() -> None:
    state = moving(used=["a", "b", "c"])
    assert WORDS.told(state, "end") == "ends the turn"


def test_the_choices_name_every_legal_action_exactly_once() -> None:
    for state in (GAME.new(), GAME.new().play("nn"), moving(), crowded(), moving(used=["a", "b", "c"])):
        shown = [entry for choices in WORDS.choices(state) for entry in (choices.heading, *choices.shown)]
        named = [word for entry in shown for word in entry.split()[:1] if word in state.legal_actions()]
        assert sorted(named) == sorted(state.legal_actions())
        linked = [action for group in WORDS.choices(state) for actions in group.entries.values() for action in actions]
        assert sorted(linked) == sorted(state.legal_actions())


def test_a_step_shows_who_rides_along() -> None:
    shown = {choices.heading.strip(): choices.shown for choices in WORDS.choices(crowded())}
    assert shown["yellow arrow in a ↓:"] == ["a@start (enters)", "a@2.2 (with r)", "a@5.1 (with y)", "a@5.2"]


def test_a_circle_says_which_arrow_it_copies() -> None:
    state = GAME.new().play("ns").play("ns")  # circles in a and b, arcs in c and d: nothing to copy
    assert not any("circle" in choices.heading for choices in WORDS.choices(state))
    turned = GAME.new().play("ns").play("ee").play("a@start").play("b@start").play("c@start").play("end")
    for first in turned.legal_actions():
        for second in turned.play(first).legal_actions():
            state = turned.play(first).play(second)
            copies = [action for action in state.legal_actions() if action.startswith("*")]
            headings = [choices.heading for choices in WORDS.choices(state)]
            assert bool(copies) == any("circle, copying the" in heading for heading in headings)


@pytest.mark.parametrize(
    ("changes", "actions", "due"),
    [
        ({}, [], "first of your two tilts"),
        ({}, ["nn"], "second tilt"),
        ({}, ["ns", "ee"], "Use every arrow"),
        ({}, ["ns", "ns"], "end the turn, or play what is left"),
        ({}, ["nn", "nn"], "end the turn"),
    ],
)
def test_what_is_due_is_said(changes: dict[str, Any], actions: list[str], due: str) -> None:
    state = GAME.new(**changes)
    for action in actions:
        state = state.play(action)
    assert due in WORDS.due(state)


def test_every_way_to_end_has_its_words() -> None:
    record = Record.begin(GAME, 3, 0, {"stall_limit": 1}, None, [("Ada", "person"), ("Bo", "person"), ("Cy", "person")])
    assert WORDS.ending(record) == "The game is not over."
    for action in ("ns", "ns", "end"):
        record.play(action)
    assert WORDS.ending(record) == "Everybody shares the win: too many turns without a step (IC-22)."
    resigned = Record.begin(GAME, 3, 0, who=[("Ada", "person"), ("Bo", "person"), ("Cy", "person")])
    resigned.resign(0)
    assert WORDS.ending(resigned) == "Ada (yellow) resigned. Bo (red) and Cy (green) share the win."
