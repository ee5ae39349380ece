"""Guessing from a view: what machine players think on."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from floe import BadPosition, FloeError
from floe.core.randomness import generator
from floe.games.igluiglu.determinize import from_view
from floe.games.igluiglu.game import IgluIgluState
from tests.games.igluiglu.positions import GAME, document, position
from tests.games.igluiglu.strategies import positions

SEEDS = st.integers(0, 2**32)


def guessed(view: dict[str, Any], seat: int | None, seed: int = 0) -> IgluIgluState:
    return GAME.state(from_view(view, seat, generator(seed)))


@given(positions(), SEEDS)
def test_the_guess_agrees_with_the_view_and_leaves_it_alone(state: IgluIgluState, seed: int) -> None:
    for seat in (None, *range(state.players)):
        view = state.view(seat)
        shown = copy.deepcopy(view)
        found = guessed(view, seat, seed)
        assert view == shown
        assert json.dumps(found.view(seat)) == json.dumps(view)
        assert found.text(seat) == state.text(seat)


@given(positions(), SEEDS)
def test_the_guess_is_a_lawful_position(state: IgluIgluState, seed: int) -> None:
    for seat in (None, *range(state.players)):
        found = guessed(state.view(seat), seat, seed)
        assert GAME.from_dict(found.to_dict()) == found
        if seat is not None:
            colour = found.to_dict()["players"][seat]
            assert found.to_dict()["hands"][colour] == state.to_dict()["hands"][colour]
        if seat == state.to_move:
            assert found.legal_actions() == state.legal_actions()


@given(positions(running=True), SEEDS)
def test_what_is_hidden_makes_no_difference_to_the_guess(state: IgluIgluState, seed: int) -> None:
    for seat in (None, *range(state.players)):
        other = state.determinize(seat, generator(seed))
        assert guessed(other.view(seat), seat, seed) == guessed(state.view(seat), seat, seed)


@given(positions(), SEEDS)
def test_several_guesses_are_those_that_are_drawn_one_by_one(state: IgluIgluState, seed: int) -> None:
    """Whether the view is read for each, once for all, or not at all because the position is there."""
    for seat in (None, *range(state.players)):
        view = state.view(seat)
        before, generators = state.array.tobytes(), [generator(seed + number) for number in range(3)]
        single = [GAME.determinize(view, seat, rng).tobytes() for rng in generators]
        left = [rng.tolist() for rng in generators]
        for guess in (GAME.guesses(view, seat), GAME.guesses_at(state.array, seat)):
            again = [generator(seed + number) for number in range(3)]
            assert [guess(rng).tobytes() for rng in again] == single
            assert [rng.tolist() for rng in again] == left
        assert state.array.tobytes() == before


def test_a_spectator_guesses_every_hand() -> None:
    state = position("c3 d3=melt e3=harpoon f3=herd", hands={"r": "melt", "b": "harpoon"})
    hands = {json.dumps(guessed(state.view(None), None, seed).to_dict()["hands"]) for seed in range(60)}
    assert len(hands) > 5
    for hand in map(json.loads, hands):
        assert len(hand["r"]) == len(hand["b"]) == 1


def test_the_same_generator_gives_the_same_guess_and_another_one_another() -> None:
    view = GAME.new(3, seed=5).view(1)
    assert guessed(view, 1, 7) == guessed(view, 1, 7)
    assert guessed(view, 1, 7) != guessed(view, 1, 8)


def test_any_token_that_is_nowhere_to_be_seen_may_be_still_to_come_up() -> None:
    """One fish of each value is unseen and one is left, so two are out of the game: nobody remembers which."""
    full = document("c3", taken={"r": "f1 " * 7 + "f2 " * 11 + "f3 " * 7}, fish=[2], fish_left=1)
    view = GAME.from_dict(full).view(0)
    assert view["supply"]["fish"] == 1
    found = Counter(guessed(view, 0, seed).to_dict()["supply"]["fish"][0] for seed in range(300))
    assert all(70 <= found[value] <= 130 for value in (1, 2, 3))


def broken(**changes: Any) -> dict[str, Any]:
    return position("c3 d3", on={"c3": "r"}, hands={"r": "melt", "b": "herd"}).view(0) | changes


MALFORMED: dict[str, Callable[[], Any]] = {
    "no object": lambda: [1, 2],
    "nothing": dict,
    "a text": lambda: "view",
    "no rules": lambda: broken(rules=None),
    "an unknown rule": lambda: broken(rules={"gravity": 1}),
    "a mix of billions": lambda: broken(rules={"mix": {"fish1": 10**12}}),
    "hands no object": lambda: broken(hands=[]),
    "a hand of an unknown tile": lambda: broken(hands={"r": ["spoon"], "b": 1}),
    "a hand of too many": lambda: broken(hands={"r": ["melt"], "b": 50}),
    "a hand below nothing": lambda: broken(hands={"r": ["melt"], "b": -1}),
    "a hand missing": lambda: broken(hands={"r": ["melt"]}),
    "cells no object": lambda: broken(cells="c3"),
    "a cell no object": lambda: broken(cells={"c3": "down"}),
    "no cells": lambda: broken(cells={}),
    "seen no object": lambda: broken(seen=3),
    "seen too many": lambda: broken(seen={"bear": 50}),
    "supply no object": lambda: broken(supply=None),
    "more fish than there are": lambda: broken(supply={"fish": 10**9, "fox": 10, "bears": 3}),
    "fewer than no foxes": lambda: broken(supply={"fish": 20, "fox": -3, "bears": 3}),
    "taken by nobody": lambda: broken(taken={"r": None, "b": []}),
    "an unknown phase": lambda: broken(phase="dream"),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_what_is_no_view_is_refused(case: str) -> None:
    with pytest.raises(BadPosition):
        from_view(MALFORMED[case](), 0, generator(0))


@pytest.mark.parametrize("seat", [1, 2, -1, True, "r"])
def test_another_seats_view_is_refused(seat: Any) -> None:
    with pytest.raises(BadPosition, match="seat"):
        from_view(broken(), seat, generator(0))


@given(positions(), st.data())
def test_a_view_with_a_fault_is_refused_or_guessed_lawfully(state: IgluIgluState, data: st.DataObject) -> None:
    """A field is dropped, or has another value than it had."""
    view = state.view(0)
    key = data.draw(st.sampled_from(sorted(view)))
    values = st.none() | st.integers() | st.text(max_size=3) | st.lists(st.integers(), max_size=2)
    view = {name: value for name, value in view.items() if name != key}
    if data.draw(st.booleans()):
        view[key] = data.draw(values | st.dictionaries(st.text(max_size=2), values, max_size=2))
    try:
        found = guessed(view, 0)
    except FloeError:
        return
    assert GAME.from_dict(found.to_dict()) == found
