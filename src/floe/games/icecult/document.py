"""Writing position documents. Nothing is hidden in ICE CULT, so a seat's view is the whole document."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from floe.core.arrays import plain
from floe.core.typing import Document, States
from floe.games.icecult.geometry import POSES
from floe.games.icecult.layout import COLOURS, DIRECTIONS, NO_TILT, SLOTS, STATE
from floe.games.icecult.notation import TILTS
from floe.games.icecult.options import rules_document
from floe.games.icecult.position import Reading, reading

_FIXED: int = STATE.fields["players"][1]  # type: ignore[index]  # it has fields
"""Where in a struct that begins which stays the same for the whole game."""


def write(array: States) -> Document:
    """The position document of a struct."""
    here = reading(array)
    return _written(here, rules_document(here.values))


def seen(array: States) -> Document:
    """The same to be read only: the rules are written once for all positions of a game."""
    return _written(reading(array), _rules(array.tobytes()[_FIXED:]))


@lru_cache(maxsize=64)
def _rules(fixed: bytes) -> Document:
    return rules_document(plain(np.frombuffer(bytes(_FIXED) + fixed, STATE)))


def _written(here: Reading, rules: Document) -> Document:
    over = here.phase == "over"
    first = here.number("first_tilt")
    return {
        "game": "icecult",
        "rules": rules,
        "players": here.players,
        "phase": here.phase,
        "to_move": None if over else here.number("to_move"),
        "turn": here.number("turn"),
        "stalled": here.number("stalled"),
        "first_tilt": None if first == NO_TILT else TILTS[first],
        "cubes": {slot: POSES[here.pose(slot)] for slot in SLOTS},
        "tops": {slot: here.top(slot) for slot in SLOTS},
        "used": here.used,
        "circles": here.number("circles"),
        "arcs": here.number("arcs"),
        "start": {colour: here.start(colour) for colour in COLOURS},
        "home": {colour: here.home(colour) for colour in COLOURS},
        "paths": {path: here.stacks(path) for path in DIRECTIONS},
        "winners": here.winners if over else None,
    }
