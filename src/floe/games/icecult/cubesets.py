"""Cube sets (IC-7): what is printed on the cubes is data. Built-in sets, own sets, and their check."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import numpy as np

from floe.core.documents import Field, parse_json
from floe.core.errors import BadDocument
from floe.core.randomness import Deal
from floe.core.typing import U8Array
from floe.games.icecult.geometry import FACES, FACES_IN, OPPOSITE
from floe.games.icecult.layout import ARC, CIRCLE, COLOURS, SLOTS

CubeSet: TypeAlias = dict[str, dict[str, str]]
"""For each slot and face ``"arc"``, ``"circle"`` or an arrow, colour``>``face that it points toward."""

OWN_SET = 255
"""The number that a struct bears in place of a built-in set's."""


class BadCubeSet(BadDocument):
    """A cube set that breaks IC-7."""

    kind = "cube set"


def _with_sides(*sides: str) -> CubeSet:
    """Each cube has its arc on U, its circle on D, and on N, E, S and W arrows of these colours that point to U."""
    return {
        slot: {"U": "arc", "D": "circle"} | {face: f"{colour}>U" for face, colour in zip("NESW", colours, strict=True)}
        for slot, colours in zip(SLOTS, sides, strict=True)
    }


BUILT_IN: dict[str, CubeSet] = {
    "fair": _with_sides("ybgr", "gryb", "ybgr", "gryb"),
    "balanced": _with_sides("ygbr", "brgy", "bygr", "grby"),
}
"""The sets that come with the game: the first treats the colours alike, the second the seats as nearly as was found.

Their order gives their numbers and never changes.
"""


def check_cube_set(value: object, path: str = "") -> CubeSet:
    """IC-7: a cube set that is whole and lawful, or the reason why it is not."""
    field = Field(value, BadCubeSet, path)
    field.keys(SLOTS)
    for slot in SLOTS:
        cube = field.child(slot)
        cube.keys(FACES)
        for face in FACES:
            _check_face(cube.child(face), face)
        if cube.value["U"] != "arc":
            fault = cube.child("U").fail(f"IC-7: every cube has an arc on U, found {cube.value['U']!r}")
            raise fault.because("IC-7", "cube_without_arc", {"slot": slot})
    arrows = {symbol[0] for cube in field.value.values() for symbol in cube.values() if ">" in symbol}
    for colour in COLOURS:
        if colour not in arrows:
            fault = field.fail(f"IC-7: every colour has at least one arrow, but {colour!r} has none")
            raise fault.because("IC-7", "colour_without_arrow", {"colour": colour})
    return {slot: {face: field.value[slot][face] for face in FACES} for slot in SLOTS}


def _check_face(field: Field, face: str) -> None:
    symbol = field.text()
    if symbol in ("arc", "circle"):
        return
    colour, arrow, target = symbol[:1], symbol[1:2], symbol[2:]
    if arrow != ">" or colour not in COLOURS or target not in tuple(FACES):
        raise field.fail(f"IC-7: expected 'arc', 'circle' or an arrow such as 'y>U', found {symbol[:20]!r}")
    if target == face or FACES.index(target) == OPPOSITE[FACES.index(face)]:
        raise field.fail(f"IC-7: an arrow on {face} points toward a neighbouring face, not toward {target}")


def load_cube_set(path: str | Path) -> CubeSet:
    """Read an own set from a JSON file."""
    return check_cube_set(parse_json(Path(path).read_bytes(), BadCubeSet))


def drawn_cube_set(deal: Deal) -> CubeSet:
    """Any lawful set: a third like the built-in one with the faces exchanged, the others with any symbols."""
    usual = deal.below(3) == 0
    arrows = 4 + deal.below(12)  # of sixteen symbols
    while True:
        cubes = {}
        for slot in SLOTS:
            faces = FACES[1:]
            symbols = [_symbol(deal, arrows) for _ in faces]
            if usual:
                symbols = deal.shuffled([*COLOURS, "circle"])
            cubes[slot] = {"U": "arc"} | {
                face: symbol if symbol in {"arc", "circle"} else f"{symbol}>{_target(deal, face, usual)}"
                for face, symbol in zip(faces, symbols, strict=True)
            }
        if len({symbol[0] for cube in cubes.values() for symbol in cube.values() if ">" in symbol}) == len(COLOURS):
            return check_cube_set(cubes)


def _symbol(deal: Deal, arrows: int) -> str:
    """An arrow's colour, in so many of sixteen draws; otherwise a circle, or more seldom an arc."""
    if deal.below(16) < arrows:
        return COLOURS[deal.below(4)]
    return "arc" if deal.below(3) == 0 else "circle"


def _target(deal: Deal, face: str, usual: bool) -> str:
    """The face that an arrow points toward: in a usual box the arc, where it can."""
    beside = [f for f in FACES if f != face and FACES.index(f) != OPPOSITE[FACES.index(face)]]
    return "U" if usual and "U" in beside else beside[deal.below(4)]


def tops_of(cubes: CubeSet) -> U8Array:
    """What each slot's cube shows on top in each pose: ARC, CIRCLE, or colour * 4 + the side where the target lies."""
    tops = np.zeros((4, 24), dtype=np.uint8)
    for slot, name in enumerate(SLOTS):
        for pose, faces in enumerate(FACES_IN):
            symbol = cubes[name][FACES[faces[0]]]
            if symbol == "arc":
                tops[slot, pose] = ARC
            elif symbol == "circle":
                tops[slot, pose] = CIRCLE
            else:
                direction = faces.index(FACES.index(symbol[2])) - 1
                tops[slot, pose] = COLOURS.index(symbol[0]) * 4 + direction
    return tops


def set_of(tops: U8Array | list[list[int]]) -> CubeSet:
    """The cube set that shows these tops: the inverse of ``tops_of``."""
    cubes: CubeSet = {slot: {} for slot in SLOTS}
    for slot, name in enumerate(SLOTS):
        for pose, faces in enumerate(FACES_IN):
            top = int(tops[slot][pose])
            symbol = {ARC: "arc", CIRCLE: "circle"}.get(top) or f"{COLOURS[top // 4]}>{FACES[faces[1 + top % 4]]}"
            cubes[name][FACES[faces[0]]] = symbol
    return {slot: {face: cube[face] for face in FACES} for slot, cube in cubes.items()}
