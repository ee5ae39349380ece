"""Writing position documents. Nothing is hidden in ICE CULT, so a seat's view is the whole document."""

from __future__ import annotations

from floe.core.typing import Document, States
from floe.games.icecult.geometry import POSES
from floe.games.icecult.layout import COLOURS, DIRECTIONS, NO_TILT, SLOTS
from floe.games.icecult.notation import TILTS
from floe.games.icecult.options import rules_document
from floe.games.icecult.position import reading


def write(array: States) -> Document:
    """The position document of a struct."""
    here = reading(array)
    over = here.phase == "over"
    first = here.number("first_tilt")
    return {
        "game": "icecult",
        "rules": rules_document(here.values),
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
