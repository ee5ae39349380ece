"""Writing position documents, and a seat's view of one: the same document with what it may not know masked."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from floe.core.arrays import plain
from floe.core.typing import Document, States
from floe.games.igluiglu import layout
from floe.games.igluiglu.geography import CELLS
from floe.games.igluiglu.layout import ANIMALS, DIRECTIONS, FISH, FOX, HAND, KINDS, PHASES, TYPES
from floe.games.igluiglu.notation import fleeing
from floe.games.igluiglu.options import colours_of, rules_document
from floe.games.igluiglu.score_sheet import score_sheet


def write(array: States) -> Document:
    """The full position document of a struct: the whole truth."""
    struct = plain(array)
    players = struct["players"]
    colours = colours_of(struct)
    over = struct["phase"] == layout.OVER
    return {
        "game": "igluiglu",
        "rules": rules_document(struct),
        "players": list(colours),
        "phase": PHASES[struct["phase"]],
        "to_move": None if over else struct["to_move"],
        "owner": struct["owner"],
        "turn": struct["turn"],
        "points": struct["points"],
        "played": [name for i, name in enumerate(TYPES) if struct["played"] >> i & 1],
        "pending": _pending(array, struct),
        "cells": _cells(struct, colours),
        "hands": {colour: _listed(HAND, struct["hands"][seat]) for seat, colour in enumerate(colours)},
        "taken": {colour: _listed(ANIMALS, struct["taken"][seat]) for seat, colour in enumerate(colours)},
        "seen": {kind: n for kind, n in zip(KINDS, struct["seen"], strict=True) if n},
        "to_place": dict(zip(colours, struct["to_place"], strict=False)),
        "igloos": dict(zip(colours, struct["igloos"], strict=False)),
        "supply": {
            "fish": struct["fish_supply"][: struct["fish_left"]][::-1],
            "fox": struct["fox_supply"][: struct["fox_left"]][::-1],
            "bears": struct["bears_left"],
        },
        "scores": score_sheet(array).totals() if over else None,
        "winners": [seat for seat in range(players) if struct["winners"] >> seat & 1] if over else None,
    }


def view(array: States, seat: int | None) -> Document:
    """The document with everything masked that a seat, or for None a spectator, may not know."""
    copied: Document = _copied(seen(array, seat))
    return copied


def seen(array: States, seat: int | None) -> Document:
    """The same view to be read only: all that everybody knows is written once for all who look."""
    known = _open(array.tobytes())
    if seat is None:
        return known
    hand = _listed(HAND, array["hands"][0][seat].tolist())
    return {**known, "hands": {**known["hands"], known["players"][seat]: hand}}


@lru_cache(maxsize=128)
def _open(struct: bytes) -> Document:
    """What everybody may know of a position."""
    document = write(np.frombuffer(struct, layout.STATE))
    for content in document["cells"].values():
        if content.get("ice", "up") != "up":
            content["ice"] = "down"
    for part, names in (("hands", document["players"]), ("supply", ("fish", "fox"))):
        for name in names:
            document[part][name] = len(document[part][name])
    return document


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _copied(one) for name, one in value.items()}
    return list(value) if isinstance(value, list) else value


def _listed(names: tuple[str, ...], counts: Any) -> list[str]:
    return [name for name, n in zip(names, counts, strict=True) if n for _ in range(n)]


def _cells(struct: dict[str, Any], colours: str) -> Document:
    ice, down, bears = struct["ice"], struct["down"], struct["bears"]
    igloo_of, inuit, animals, kinds = (struct[name] for name in ("igloo_of", "inuit", "animals", "kinds"))
    igloos = igloo_of[0] | igloo_of[1] | igloo_of[2] | igloo_of[3]
    cells: Document = {}
    for cell, name in enumerate(CELLS):
        content: Document = {}
        if ice >> cell & 1:
            content["ice"] = KINDS[kinds[cell]] if down >> cell & 1 else "up"
        if inuit[cell]:
            content["inuit"] = _inuit(inuit[cell], colours)
        if igloos >> cell & 1:
            content["igloo"] = next(colour for colour, of in zip(colours, igloo_of, strict=False) if of >> cell & 1)
        if animals[cell]:
            content.update(_animals(animals[cell]))
        if bears >> cell & 1:
            content["bear"] = True
        if content:
            cells[name] = content
    return cells


@lru_cache(maxsize=4096)
def _inuit(counts: int, colours: str) -> str:
    return "".join(colour * (counts >> 4 * seat & 15) for seat, colour in enumerate(colours))


@lru_cache(maxsize=4096)
def _animals(counts: int) -> tuple[tuple[str, str], ...]:
    """What stands on a cell, as names and values; the same few come again and again."""
    found = []
    for name, first in (("fish", FISH), ("fox", FOX)):
        values = "".join(str(value) * (counts >> 4 * (first + value - 1) & 15) for value in (1, 2, 3))
        if values:
            found.append((name, values))
    return tuple(found)


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
