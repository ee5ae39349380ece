"""Position documents and views, as they are written. Reading them back is in ``loading``."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from floe.core.typing import Document, States
from floe.games.igluiglu import layout
from floe.games.igluiglu.geography import CELLS
from floe.games.igluiglu.layout import ANIMALS, COLOURS, DIRECTIONS, FISH, FOX, HAND, KINDS, PHASES, TYPES
from floe.games.igluiglu.notation import fleeing
from floe.games.igluiglu.options import colours_of, rules_document
from floe.games.igluiglu.sheet import score_sheet


def write(records: States) -> Document:
    """The full position document of a record: the whole truth."""
    record = _plain(records)
    players = record["players"]
    colours = colours_of(players)
    over = record["phase"] == layout.OVER
    return {
        "game": "igluiglu",
        "rules": rules_document(record),
        "players": list(colours),
        "phase": PHASES[record["phase"]],
        "to_move": None if over else record["to_move"],
        "owner": record["owner"],
        "turn": record["turn"],
        "points": record["points"],
        "played": [name for i, name in enumerate(TYPES) if record["played"] >> i & 1],
        "pending": _pending(records, record),
        "cells": _cells(record),
        "hands": {colour: _listed(HAND, record["hands"][seat]) for seat, colour in enumerate(colours)},
        "taken": {colour: _listed(ANIMALS, record["taken"][seat]) for seat, colour in enumerate(colours)},
        "seen": {kind: n for kind, n in zip(KINDS, record["seen"], strict=True) if n},
        "to_place": dict(zip(colours, record["to_place"], strict=False)),
        "igloos": dict(zip(colours, record["igloos"], strict=False)),
        "supply": {
            "fish": record["fish_supply"][: record["fish_left"]][::-1],
            "fox": record["fox_supply"][: record["fox_left"]][::-1],
            "bears": record["bears_left"],
        },
        "scores": score_sheet(records).totals() if over else None,
        "winners": [seat for seat in range(players) if record["winners"] >> seat & 1] if over else None,
    }


def view(records: States, seat: int | None) -> Document:
    """The document with everything masked that a seat, or for None a spectator, may not know."""
    document = write(records)
    for content in document["cells"].values():
        if content.get("ice", "up") != "up":
            content["ice"] = "down"
    hands = document["hands"]
    for other, colour in enumerate(document["players"]):
        if other != seat:
            hands[colour] = len(hands[colour])
    for name in ("fish", "fox"):
        document["supply"][name] = len(document["supply"][name])
    return document


def seen(records: States, seat: int | None) -> Document:
    """The same view to be read only: asked for again and again when facts are told, so the last ones are kept."""
    return _seen(records.tobytes(), seat)


@lru_cache(maxsize=512)
def _seen(record: bytes, seat: int | None) -> Document:
    return view(np.frombuffer(record, layout.STATE), seat)


def _plain(records: States) -> dict[str, Any]:
    """A record's fields as Python's own numbers and lists. Asking NumPy for them one by one takes ten times as long."""
    values = zip(records.dtype.names or (), records.tolist()[0], strict=True)
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in values}


def _listed(names: tuple[str, ...], counts: Any) -> list[str]:
    return [name for name, n in zip(names, counts, strict=True) for _ in range(n)]


def _cells(record: dict[str, Any]) -> Document:
    ice, down, bears = record["ice"], record["down"], record["bears"]
    igloo_of, inuit, animals, kinds = (record[name] for name in ("igloo_of", "inuit", "animals", "kinds"))
    igloos = igloo_of[0] | igloo_of[1] | igloo_of[2] | igloo_of[3]
    cells: Document = {}
    for cell, name in enumerate(CELLS):
        content: Document = {}
        if ice >> cell & 1:
            content["ice"] = KINDS[kinds[cell]] if down >> cell & 1 else "up"
        if inuit[cell]:
            content["inuit"] = _inuit(inuit[cell])
        if igloos >> cell & 1:
            content["igloo"] = next(colour for colour, of in zip(COLOURS, igloo_of, strict=True) if of >> cell & 1)
        if animals[cell]:
            content.update(_animals(animals[cell]))
        if bears >> cell & 1:
            content["bear"] = True
        if content:
            cells[name] = content
    return cells


@lru_cache(maxsize=4096)
def _inuit(counts: int) -> str:
    return "".join(colour * (counts >> 4 * seat & 15) for seat, colour in enumerate(COLOURS))


@lru_cache(maxsize=4096)
def _animals(counts: int) -> tuple[tuple[str, str], ...]:
    """What stands on a cell, as names and values; the same few come again and again."""
    found = []
    for name, first in (("fish", FISH), ("fox", FOX)):
        values = "".join(str(value) * (counts >> 4 * (first + value - 1) & 15) for value in (1, 2, 3))
        if values:
            found.append((name, values))
    return tuple(found)


def _pending(records: States, record: dict[str, Any]) -> Document | None:
    phase = PHASES[record["phase"]]
    if phase == "shove":
        return {"push": f"drift {CELLS[record['push_cell']]} {DIRECTIONS[record['push_direction']]}"}
    if phase not in ("herd", "spear", "flee"):
        return None
    after = {"steps": record["steps"], "back": PHASES[record["back"]]}
    if phase == "spear":
        return {"cell": CELLS[record["attacked"]], "ask": asked(record), **after}
    if phase == "flee":
        return {"queue": fleeing(records), **after}
    return after


def asked(record: Any) -> list[int]:
    """II-23: the seats still to ask, clockwise from the player after the one on turn, that player last."""
    players, owner = int(record["players"]), int(record["owner"])
    order = [(owner + 1 + k) % players for k in range(players)]
    return [seat for seat in order if record["ask"] >> seat & 1]
