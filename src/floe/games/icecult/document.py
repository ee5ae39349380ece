"""Writing position documents. Nothing is hidden in ICE CULT, so a seat's view is the whole document."""

from __future__ import annotations

from floe.core.typing import Document, States
from floe.games.icecult.geometry import POSES
from floe.games.icecult.layout import COLOURS, DIRECTIONS, NO_TILT, SLOTS
from floe.games.icecult.notation import TILTS
from floe.games.icecult.options import rules_document
from floe.games.icecult.position import Position


def write(array: States) -> Document:
    """The position document of a struct."""
    reading = Position(array)
    over = reading.phase == "over"
    first = reading.number("first_tilt")
    return {
        "game": "icecult",
        "rules": rules_document(reading.struct),
        "players": reading.players,
        "phase": reading.phase,
        "to_move": None if over else reading.number("to_move"),
        "turn": reading.number("turn"),
        "stalled": reading.number("stalled"),
        "first_tilt": None if first == NO_TILT else TILTS[first],
        "cubes": {slot: POSES[reading.pose(slot)] for slot in SLOTS},
        "tops": {slot: reading.top(slot) for slot in SLOTS},
        "used": reading.used,
        "circles": reading.number("circles"),
        "arcs": reading.number("arcs"),
        "start": {colour: reading.start(colour) for colour in COLOURS},
        "home": {colour: reading.home(colour) for colour in COLOURS},
        "paths": {path: reading.stacks(path) for path in DIRECTIONS},
        "winners": reading.winners if over else None,
    }
