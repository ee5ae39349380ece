"""Position documents and views, as they are written. Reading them back is in ``loading``."""

from __future__ import annotations

from typing import Any

from floe.core.typing import Document, States
from floe.games.igluiglu import layout
from floe.games.igluiglu.geography import CELLS
from floe.games.igluiglu.layout import ANIMALS, COLOURS, DIRECTIONS, FISH, FOX, HAND, KINDS, PHASES, TYPES
from floe.games.igluiglu.notation import fleeing
from floe.games.igluiglu.options import colours_of, rules_document
from floe.games.igluiglu.sheet import score_sheet


def write(records: States) -> Document:
    """The full position document of a record: the whole truth."""
    record: Any = records[0]
    players = int(record["players"])
    colours = colours_of(players)
    over = record["phase"] == layout.OVER
    return {
        "game": "igluiglu",
        "rules": rules_document(record),
        "players": list(colours),
        "phase": PHASES[record["phase"]],
        "to_move": None if over else int(record["to_move"]),
        "owner": int(record["owner"]),
        "turn": int(record["turn"]),
        "points": int(record["points"]),
        "played": [name for i, name in enumerate(TYPES) if record["played"] >> i & 1],
        "pending": _pending(records),
        "cells": _cells(record),
        "hands": {colour: _listed(HAND, record["hands"][seat]) for seat, colour in enumerate(colours)},
        "taken": {colour: _listed(ANIMALS, record["taken"][seat]) for seat, colour in enumerate(colours)},
        "seen": {kind: int(n) for kind, n in zip(KINDS, record["seen"], strict=True) if n},
        "to_place": {colour: int(record["to_place"][seat]) for seat, colour in enumerate(colours)},
        "igloos": {colour: int(record["igloos"][seat]) for seat, colour in enumerate(colours)},
        "supply": {
            "fish": [int(value) for value in record["fish_supply"][: record["fish_left"]][::-1]],
            "fox": [int(value) for value in record["fox_supply"][: record["fox_left"]][::-1]],
            "bears": int(record["bears_left"]),
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


def _listed(names: tuple[str, ...], counts: Any) -> list[str]:
    return [name for name, n in zip(names, counts, strict=True) for _ in range(n)]


def _cells(record: Any) -> Document:
    ice, down, bears = (int(record[name]) for name in ("ice", "down", "bears"))
    igloo_of, inuit, animals, kinds = (record[name].tolist() for name in ("igloo_of", "inuit", "animals", "kinds"))
    cells: Document = {}
    for cell, name in enumerate(CELLS):
        content: Document = {}
        if ice >> cell & 1:
            content["ice"] = KINDS[kinds[cell]] if down >> cell & 1 else "up"
        if inuit[cell]:
            content["inuit"] = "".join(colour * (inuit[cell] >> 4 * seat & 15) for seat, colour in enumerate(COLOURS))
        for seat, colour in enumerate(COLOURS):
            if igloo_of[seat] >> cell & 1:
                content["igloo"] = colour
        if animals[cell]:
            content |= _animals(animals[cell])
        if bears >> cell & 1:
            content["bear"] = True
        if content:
            cells[name] = content
    return cells


def _animals(counts: int) -> Document:
    content: Document = {}
    for name, first in (("fish", FISH), ("fox", FOX)):
        values = "".join(str(value) * (counts >> 4 * (first + value - 1) & 15) for value in (1, 2, 3))
        if values:
            content[name] = values
    return content


def _pending(records: States) -> Document | None:
    record: Any = records[0]
    phase = PHASES[record["phase"]]
    if phase == "shove":
        return {"push": f"drift {CELLS[record['push_cell']]} {DIRECTIONS[record['push_direction']]}"}
    if phase not in ("herd", "spear", "flee"):
        return None
    after = {"steps": int(record["steps"]), "back": PHASES[record["back"]]}
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
