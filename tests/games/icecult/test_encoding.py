"""Observations of ICE CULT, held against what the position document says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from floe.core.randomness import generator
from floe.games.icecult.game import IceCultState
from tests.games.icecult.plain import COLOURS, CUBES, DIRECTIONS, SLOTS, TILTS, pose, printed, tilted, top
from tests.games.icecult.positions import GAME
from tests.games.icecult.strategies import positions

PHASES = ("tilt1", "tilt2", "move", "over")


def places(doc: dict[str, Any], seat: int) -> str:
    """The colours in the order in which a seat sees them."""
    players = doc["players"][seat:] + doc["players"][:seat]
    return "".join([*players, *(colour for colour in COLOURS if colour not in players)])


def one_of(value: Any, values: Any) -> list[bool]:
    return [value == each for each in values]


def pawn(stack: str, at: int, way: float, colours: str) -> list[float]:
    riders = stack[at + 1 :]
    return [way, at / 19, *(riders.count(colour) / 5 for colour in colours)]


def pawns(doc: dict[str, Any], path: str, colour: str, colours: str) -> list[list[float]]:
    length = doc["rules"]["path_length"]
    found = [
        pawn(stack, at, space / (length + 1), colours)
        for space, stack in enumerate(doc["paths"][path], 1)
        for at, standing in enumerate(stack)
        if standing == colour
    ]
    return found + [[0.0] * 6] * (5 - len(found))


def symbol(text: str, colours: str) -> list[bool]:
    colour, _, direction = text.partition(">") if ">" in text else ("", "", "")
    return [text == "arc", text == "circle", *one_of(colour, colours), *one_of(direction, DIRECTIONS)]


def cube(doc: dict[str, Any], slot: str, colours: str) -> list[list[bool]]:
    lying = CUBES[doc["cubes"][slot]]
    ways = [lying, *(tilted(lying, d) for d in DIRECTIONS), *(tilted(tilted(lying, d), d) for d in "ne")]
    return [symbol(top(printed(doc["rules"])[slot], pose(way)), colours) for way in ways]


def expected(doc: dict[str, Any], seat: int) -> dict[str, Any]:
    """Every slice, from the document alone."""
    colours, players, rules = places(doc, seat), len(doc["players"]), doc["rules"]
    order = [(seat + k) % players for k in range(players)] + [-1] * (4 - players)
    empty = [""] * (9 - rules["path_length"])
    return {
        "paths": [[[s.count(c) / 5 for c in colours] for s in doc["paths"][path] + empty] for path in DIRECTIONS],
        "pawns": [[pawns(doc, path, colour, colours) for colour in colours] for path in DIRECTIONS],
        "cubes": [cube(doc, slot, colours) for slot in SLOTS],
        "start": [doc["start"][colour] / 5 for colour in colours],
        "home": [doc["home"][colour] / 5 for colour in colours],
        "phase": one_of(doc["phase"], PHASES),
        "first_tilt": one_of(doc["first_tilt"], TILTS),
        "used": [slot in doc["used"] for slot in SLOTS],
        "circles": [doc["circles"] / 4],
        "arcs": [doc["arcs"] / 4],
        "to_move": one_of(doc["to_move"], order),
        "winners": [other in (doc["winners"] or []) for other in order],
        "players": one_of(players, (2, 3, 4)),
        "path_length": [rules["path_length"] / 9],
        "waive_circles": [rules["circles"] == "may"],
        "stalled": [doc["stalled"] / rules["stall_limit"]],
        "stall_limit": [rules["stall_limit"] / 1000],
        "turn": [doc["turn"] / (doc["turn"] + 100)],
    }


@given(positions(), st.integers(0, 3))
def test_an_observation_says_what_the_document_says(state: IceCultState, seat: int) -> None:
    seat %= state.players
    observed = state.observe(seat)
    slices = expected(state.to_dict(), seat)
    assert list(slices) == [part.name for part in GAME.encoding]
    for name, values in slices.items():
        np.testing.assert_array_equal(
            GAME.encoding.part(observed, name), np.array(values, np.float64).astype(np.float32), err_msg=name
        )


@given(positions())
def test_every_value_lies_between_0_and_1(state: IceCultState) -> None:
    for seat in range(state.players):
        observed = state.observe(seat)
        assert observed.dtype == np.float32
        assert observed.shape == (GAME.observation_size,)
        assert observed.min() >= 0
        assert observed.max() <= 1


@given(positions(), st.integers(1, 3))
def test_when_all_change_seats_each_still_sees_the_same(state: IceCultState, places_on: int) -> None:
    doc = state.to_dict()
    players = len(doc["players"])

    def moved(seat: int) -> int:
        return (seat + places_on) % players

    doc["players"] = [doc["players"][(seat - places_on) % players] for seat in range(players)]
    doc["to_move"] = None if doc["to_move"] is None else moved(doc["to_move"])
    doc["winners"] = None if doc["winners"] is None else sorted(map(moved, doc["winners"]))
    relabelled = GAME.from_dict(doc)
    for seat in range(players):
        assert np.array_equal(relabelled.observe(moved(seat)), state.observe(seat))


@given(st.integers(0, 99), st.integers(0, 150), st.integers(1, 3))
def test_turning_the_board_with_the_colours_turns_what_is_seen(seed: int, actions: int, quarters: int) -> None:
    """IC-7: with the built-in cubes a quarter turn clockwise that shifts the colours y r g b is a symmetry."""
    play = GAME.new(players=4).mutable()
    play.playout(generator(seed), actions)
    state = GAME.state(play.array)
    turned = GAME.from_dict(board_turned(state.to_dict(), quarters))
    for seat in range(4):
        before, after = state.observe(seat), turned.observe(seat)
        for name in ("paths", "pawns", "used"):
            was, now = GAME.encoding.part(before, name), GAME.encoding.part(after, name)
            assert np.array_equal(np.roll(was, quarters, axis=0), now)
        was, now = (GAME.encoding.part(observed, "cubes")[:, 0] for observed in (before, after))
        assert np.array_equal(np.roll(was[:, :6], quarters, axis=0), now[:, :6])
        assert np.array_equal(np.roll(was[:, 6:], quarters, axis=(0, 1)), now[:, 6:])


def board_turned(doc: dict[str, Any], quarters: int) -> dict[str, Any]:
    """The document after so many quarter turns clockwise of the whole board, the colours shifted along."""
    for _ in range(quarters):
        doc = quarter(doc)
    return doc


def quarter(doc: dict[str, Any]) -> dict[str, Any]:
    side = dict(zip("unesw" + "d", "uesw" + "nd", strict=True))
    face = dict(zip("UNESWD", "UESWND", strict=True))
    shift = dict(zip("yrgb", "rgby", strict=True))
    slot = dict(zip("abcd", "bcda", strict=True))
    cubes = {}
    for name, lying in doc["cubes"].items():
        turned = {side[s]: face[f] for s, f in CUBES[lying].items()}
        cubes[slot[name]] = pose(turned)
    shown = {name: top(printed(doc["rules"])[name], cubes[name]) for name in SLOTS}
    first = doc["first_tilt"]
    return doc | {
        "players": [shift[colour] for colour in doc["players"]],
        "cubes": cubes,
        "tops": shown,
        "first_tilt": first and side[first[0]] + side[first[1]],
        "used": sorted(slot[name] for name in doc["used"]),
        "start": {shift[colour]: n for colour, n in doc["start"].items()},
        "home": {shift[colour]: n for colour, n in doc["home"].items()},
        "paths": {
            side[path]: ["".join(shift[p] for p in stack) for stack in stacks] for path, stacks in doc["paths"].items()
        },
    }


def test_a_stack_is_told_from_below_and_with_its_riders() -> None:
    doc = GAME.new(players=2).to_dict()
    doc["paths"]["e"][2] = "gyrg"
    doc["start"] |= {"g": 3, "y": 4, "r": 4}
    observed = GAME.encoding.part(GAME.from_dict(doc).observe(0), "pawns")
    own, other = observed[1, 0], observed[1, 1]
    assert own[0] == pytest.approx([3 / 6, 1 / 19, 0, 1 / 5, 1 / 5, 0])
    assert not own[1:].any()
    assert other[0] == pytest.approx([3 / 6, 0, 1 / 5, 1 / 5, 1 / 5, 0])
    assert other[1] == pytest.approx([3 / 6, 3 / 19, 0, 0, 0, 0])
