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
    struct = reading.struct
    over = reading.phase == "over"
    first = int(struct["first_tilt"])
    return {
        "game": "icecult",
        "rules": rules_document(struct),
        "players": reading.players,
        "phase": reading.phase,
        "to_move": None if over else int(struct["to_move"]),
        "turn": int(struct["turn"]),
        "stalled": int(struct["stalled"]),
        "first_tilt": None if first == NO_TILT else TILTS[first],
        "cubes": {slot: POSES[struct["cubes"][i]] for i, slot in enumerate(SLOTS)},
        "tops": {slot: reading.top(slot) for slot in SLOTS},
        "used": reading.used,
        "circles": int(struct["circles"]),
        "arcs": int(struct["arcs"]),
        "start": {colour: reading.start(colour) for colour in COLOURS},
        "home": {colour: reading.home(colour) for colour in COLOURS},
        "paths": {path: reading.stacks(path) for path in DIRECTIONS},
        "winners": reading.winners if over else None,
    }
