"""Looking at the board of a position document, and changing it. See ``plain``."""

from __future__ import annotations

import functools
from typing import Any, TypeAlias

Doc: TypeAlias = dict[str, Any]

CELLS = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
LAND = ["a1", "h1", "a8", "h8"]
CENTRE = ["d4", "e4", "d5", "e5"]
RING = [cell for cell in CELLS if (cell[0] in "ah" or cell[1] in "18") and cell not in LAND]


@functools.cache
def toward(cell: str, direction: str) -> str | None:
    """The neighbour on that side; none off the board."""
    right, up = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}[direction]
    neighbour = chr(ord(cell[0]) + right) + chr(ord(cell[1]) + up)
    return neighbour if neighbour in CELLS else None


@functools.cache
def around(cell: str) -> list[str]:
    """The neighbours, up to four."""
    return [neighbour for direction in "nesw" if (neighbour := toward(cell, direction))]


def look(doc: Doc, cell: str, what: str) -> Any:
    """What is there; an empty text if nothing is."""
    return doc["cells"].get(cell, {}).get(what, "")


def put(doc: Doc, cell: str, what: str, value: Any) -> None:
    """Set what is there; things and cells of which nothing is left are not listed."""
    content = doc["cells"].setdefault(cell, {})
    content.pop(what, None)
    if value:
        content[what] = in_order(value, doc["players"]) if what in ("inuit", "fish", "fox") else value
    if not content:
        del doc["cells"][cell]


def in_order(text: str, players: list[str]) -> str:
    """Colours by seat, values in ascending order."""
    return "".join(sorted(text, key=[*players, *"123"].index))


def tile(doc: Doc, cell: str) -> bool:
    return bool(look(doc, cell, "ice"))


def face_down(doc: Doc, cell: str) -> bool:
    return look(doc, cell, "ice") not in ("", "up")


def sea(doc: Doc, cell: str) -> bool:
    return cell not in LAND and not tile(doc, cell)


def empty(doc: Doc, cell: str) -> bool:
    return not any(look(doc, cell, what) for what in ("inuit", "igloo", "fish", "fox", "bear"))


def line(doc: Doc, cell: str, direction: str) -> list[str]:
    """The unbroken line of tiles from here on."""
    found: list[str] = []
    at: str | None = cell
    while at is not None and tile(doc, at):
        found.append(at)
        at = toward(at, direction)
    return found


def beyond(doc: Doc, cell: str, direction: str) -> str | None:
    """The first cell beyond that line; none off the board."""
    tiles = line(doc, cell, direction)
    return toward(tiles[-1], direction) if tiles else cell
