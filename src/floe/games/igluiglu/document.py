"""Writing position documents, and a seat's view of one: the same document with what it may not know masked."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from floe.core.arrays import plain
from floe.core.typing import Document, States
from floe.games.igluiglu import layout
from floe.games.igluiglu.contents import contents
from floe.games.igluiglu.geography import CELLS
from floe.games.igluiglu.layout import ANIMALS, DIRECTIONS, HAND, KINDS, PHASES, TYPES
from floe.games.igluiglu.notation import fleeing
from floe.games.igluiglu.options import colours_of, rules_document
from floe.games.igluiglu.score_sheet import score_sheet


def write(array: States) -> Document:
    """The full position document of a struct: the whole truth."""
    struct = plain(array)
    colours, kinds = colours_of(struct), struct["kinds"]
    known = _known(array, struct, colours)
    return known | {
        "rules": rules_document(struct),
        "cells": {
            name: content | ({"ice": KINDS[kinds[CELLS.index(name)]]} if content.get("ice") == "down" else {})
            for name, content in known["cells"].items()
        },
        "hands": {colour: _listed(HAND, struct["hands"][seat]) for seat, colour in enumerate(colours)},
        "supply": {
            "fish": list(struct["fish_supply"][: struct["fish_left"]])[::-1],
            "fox": list(struct["fox_supply"][: struct["fox_left"]])[::-1],
            "bears": struct["bears_left"],
        },
    }


def view(array: States, seat: int | None) -> Document:
    """The document with everything masked that a seat, or for None a spectator, may not know."""
    copied: Document = _copied(seen(array, seat))
    return copied


def seen(array: States, seat: int | None) -> Document:
    """The same view to be read only: all that everybody knows is written once for all who look."""
    struct = array.tobytes()
    return _open(struct)[0] if seat is None else _seen(struct, seat)


@lru_cache(maxsize=512)
def _seen(struct: bytes, seat: int) -> Document:
    known, hands = _open(struct)
    return {**known, "hands": {**known["hands"], known["players"][seat]: _listed(HAND, hands[seat])}}


@lru_cache(maxsize=256)
def _open(struct: bytes) -> tuple[Document, Any]:
    """What everybody may know of a position, and the hands, which not everybody may."""
    array = np.frombuffer(struct, layout.STATE)
    values = plain(array)
    return _known(array, values, colours_of(values)), values["hands"]


def _known(array: States, struct: dict[str, Any], colours: str) -> Document:
    """What everybody may know, to be read only: of hands and supplies how much is in them, of a tile that lies face
    down that it does."""
    over = struct["phase"] == layout.OVER
    return {
        "game": "igluiglu",
        "rules": _rules(array.tobytes()[-layout.FIXED.itemsize :]),
        "players": list(colours),
        "phase": PHASES[struct["phase"]],
        "to_move": None if over else struct["to_move"],
        "owner": struct["owner"],
        "turn": struct["turn"],
        "points": struct["points"],
        "played": [name for i, name in enumerate(TYPES) if struct["played"] >> i & 1],
        "pending": _pending(array, struct),
        "cells": contents(array, colours),
        "hands": {colour: sum(struct["hands"][seat]) for seat, colour in enumerate(colours)},
        "taken": {colour: _listed(ANIMALS, struct["taken"][seat]) for seat, colour in enumerate(colours)},
        "seen": {kind: n for kind, n in zip(KINDS, struct["seen"], strict=True) if n},
        "to_place": dict(zip(colours, struct["to_place"], strict=False)),
        "igloos": dict(zip(colours, struct["igloos"], strict=False)),
        "supply": {"fish": struct["fish_left"], "fox": struct["fox_left"], "bears": struct["bears_left"]},
        "scores": score_sheet(array).totals() if over else None,
        "winners": [seat for seat in range(struct["players"]) if struct["winners"] >> seat & 1] if over else None,
    }


@lru_cache(maxsize=64)
def _rules(fixed: bytes) -> Document:
    """The rules that a struct's fixed part says."""
    return rules_document(plain(np.frombuffer(fixed, layout.FIXED)))


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _copied(one) for name, one in value.items()}
    return list(value) if isinstance(value, list) else value


def _listed(names: tuple[str, ...], counts: Any) -> list[str]:
    return [name for name, n in zip(names, counts, strict=True) for _ in range(n)] if any(counts) else []


def _pending(array: States, struct: dict[str, Any]) -> Document | None:
    phase = PHASES[struct["phase"]]
    if phase == "shove":
        return {"push": f"drift {CELLS[struct['push_cell']]} {DIRECTIONS[struct['push_direction']]}"}
    if phase not in ("herd", "spear", "flee"):
        return None
    after = {"steps": struct["steps"], "back": PHASES[struct["back"]]}
    if phase == "spear":
        return {"cell": CELLS[struct["attacked"]], "ask": asked(struct), **after}
    if phase == "flee":
        return {"queue": fleeing(array), **after}
    return after


def asked(struct: Any) -> list[int]:
    """II-23: the seats still to ask, clockwise from the player after the one on turn, that player last."""
    players, owner = int(struct["players"]), int(struct["owner"])
    order = [(owner + 1 + k) % players for k in range(players)]
    return [seat for seat in order if struct["ask"] >> seat & 1]
