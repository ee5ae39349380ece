"""What can be chosen at setup: the rule options, who plays which colour, and the first position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from floe.core.documents import Field
from floe.core.errors import BadDocument, BadOption, shown
from floe.core.options import as_written, defaults
from floe.core.typing import Document, States, U8Array
from floe.games.icecult import layout
from floe.games.icecult.cubesets import BUILT_IN, OWN_SET, BadCubeSet, check_cube_set, set_of, tops_of
from floe.games.icecult.geometry import SETUP_POSE
from floe.games.icecult.layout import COLOURS, NOBODY
from floe.games.icecult.manifest import MANIFEST

DEFAULT_RULES: Document = defaults(MANIFEST.options)


class BadRules(BadDocument):
    """Rule options that do not exist, in a document or at setup."""

    kind = "set of rules"


@dataclass(frozen=True)
class Rules:
    """The rule options of one game, checked."""

    path_length: int
    cube_set: int
    tops: U8Array
    waive_circles: bool
    stall_limit: int
    own_tower: bool
    by_turn: bool


def read_rules(field: Field) -> Rules:
    """Check rule options; those left out take their defaults."""
    field.keys((), DEFAULT_RULES)
    full = Field(DEFAULT_RULES | field.value, field.error, field.path)
    cube_set, tops = _read_cubes(full.child("cubes"))
    return Rules(
        path_length=full.child("path_length").integer(1, layout.MAX_PATH_LENGTH),
        cube_set=cube_set,
        tops=tops,
        waive_circles=full.child("circles").choice("must", "may") == "may",
        stall_limit=full.child("stall_limit").integer(1, layout.MAX_STALL_LIMIT),
        own_tower=full.child("tower").choice("any", "own") == "own",
        by_turn=full.child("checked").choice("step", "turn") == "turn",
    )


def _read_cubes(field: Field) -> tuple[int, U8Array]:
    if isinstance(field.value, str):
        name = field.choice(*BUILT_IN)
        return list(BUILT_IN).index(name), tops_of(BUILT_IN[name])
    try:
        return OWN_SET, tops_of(check_cube_set(field.value, field.path))
    except BadCubeSet as fault:
        raise field.error(fault.where, fault.problem).because(fault.rule, fault.key, fault.values) from None


def rules_document(struct: Any) -> Document:
    """The rule options of a struct."""
    named = int(struct["cube_set"])
    rules = {
        "path_length": int(struct["path_length"]),
        "cubes": set_of(struct["tops"]) if named == OWN_SET else list(BUILT_IN)[named],
        "circles": "may" if struct["waive_circles"] else "must",
        "stall_limit": int(struct["stall_limit"]),
        "tower": "own" if struct["own_tower"] else "any",
        "checked": "turn" if struct["by_turn"] else "step",
    }
    return as_written(MANIFEST.options, rules)


def check_colours(colours: list[str], players: int) -> list[str]:
    """IC-4: distinct colours, one per seat, in any order."""
    if len(colours) != players:
        given = {"players": players, "given": len(colours)}
        raise BadOption(
            f"IC-4: {players} players need {players} colours, not {len(colours)}: {shown(colours)}"
        ).because("IC-4", "number_of_colours", given)
    for colour in colours:
        if not isinstance(colour, str) or colour not in tuple(COLOURS):
            raise BadOption(f"IC-4: the colours are y r g b, not {shown(colour)}").because(
                "IC-4", "no_such_colour", {"colour": shown(colour)}
            )
    if len(set(colours)) != players:
        raise BadOption(f"IC-4: each seat has a colour of its own, unlike in {shown(colours)}").because(
            "IC-4", "colour_twice", {}
        )
    return colours


def blank(rules: Rules, colours: list[str]) -> States:
    """A struct with its fixed part filled in and nobody on the board."""
    array = np.zeros(1, layout.STATE)
    struct: Any = array[0]
    struct["first_tilt"] = layout.NO_TILT
    struct["players"] = len(colours)
    struct["colours"][:] = NOBODY
    for seat, colour in enumerate(colours):
        struct["colours"][seat] = COLOURS.index(colour)
    struct["path_length"] = rules.path_length
    struct["waive_circles"] = rules.waive_circles
    struct["cube_set"] = rules.cube_set
    struct["stall_limit"] = rules.stall_limit
    struct["own_tower"] = rules.own_tower
    struct["by_turn"] = rules.by_turn
    struct["tops"][:] = rules.tops
    return array


def first_position(rules: Rules, colours: list[str]) -> States:
    """All pawns in start, all cubes in the setup pose, seat 0 on turn."""
    array = blank(rules, colours)
    array["cubes"] = SETUP_POSE
    array["start"] = layout.PAWNS_PER_COLOUR
    return array
