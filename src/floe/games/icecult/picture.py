"""ICE CULT in colours: the four cubes in the middle, the paths around them, and a corner for each colour."""

from __future__ import annotations

from typing import Any

from floe.core.canvas import Canvas, Colour
from floe.core.game import State
from floe.core.typing import Document

SIZE = 480
_MIDDLE = SIZE / 2
_CUBE = 56
_PATH = 176.0  # length of a path
_WIDTH = 64  # of a path
_BOX = 116  # side of a colour's corner

_SEA, _ICE, _EDGE, _DARK, _GREY = (38, 84, 124), (214, 234, 244), (120, 160, 190), (20, 24, 32), (150, 160, 168)
_WHITE, _PURPLE = (250, 252, 255), (128, 60, 170)
_COLOURS: dict[str, Colour] = {"y": (240, 196, 30), "r": (208, 52, 44), "g": (46, 150, 80), "b": (48, 98, 206)}
_CORNERS = {"y": (0, 0), "r": (1, 0), "g": (1, 1), "b": (0, 1)}
_OUTWARD = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
_SLOTS = {"a": (-1, -1), "b": (1, -1), "c": (1, 1), "d": (-1, 1)}


def draw(state: State, seat: int | None) -> Canvas:
    """The position. Nothing in it is hidden, so every seat sees the same."""
    doc = state.view(seat)
    canvas = Canvas(SIZE, SIZE, _SEA)
    for path, stacks in doc["paths"].items():
        _path(canvas, path, stacks)
    for slot, top in doc["tops"].items():
        _cube(canvas, slot, top, slot in doc["used"])
    for colour in _COLOURS:
        _corner(canvas, doc, colour)
    for row, (name, colour_left) in enumerate((("circles", _PURPLE), ("arcs", _DARK))):
        for i in range(doc[name]):  # still unspent this turn, north-west of the cubes
            canvas.disc(146 + i * 15, 152 + row * 16, 6, colour_left, _WHITE)
    return canvas


def _path(canvas: Canvas, path: str, stacks: list[str]) -> None:
    right, down = _OUTWARD[path]
    length = _PATH / len(stacks)
    for i, stack in enumerate(stacks):
        along = _CUBE + 4 + length * (i + 0.5)
        x, y = _MIDDLE + right * along, _MIDDLE + down * along
        width, height = (length, _WIDTH) if right else (_WIDTH, length)
        canvas.box(x - width / 2, y - height / 2, width, height, _ICE, _EDGE)
        _stack(canvas, x, y, stack, length, upright=bool(right))


def _stack(canvas: Canvas, x: float, y: float, stack: str, length: float, *, upright: bool) -> None:
    """The pawns from bottom to top: upward on the paths e and w, from left to right on n and s."""
    radius = min(length / 2 - 2, 9.0)
    room = _WIDTH - 2 * radius - 4
    gap = min(2 * radius + 1, room / max(len(stack) - 1, 1))
    for i, pawn in enumerate(stack):
        off = gap * (i - (len(stack) - 1) / 2)
        at = (x, y - off) if upright else (x + off, y)
        canvas.disc(*at, radius, _COLOURS[pawn], _DARK)


def _cube(canvas: Canvas, slot: str, top: str, used: bool) -> None:
    right, down = _SLOTS[slot]
    x, y = _MIDDLE + right * _CUBE / 2, _MIDDLE + down * _CUBE / 2
    canvas.box(x - _CUBE / 2, y - _CUBE / 2, _CUBE, _CUBE, _WHITE, _DARK)
    if top == "circle":
        canvas.ring(x, y, 18, 6, _PURPLE)
    elif top == "arc":
        canvas.arch(x, y + 9, 20, _DARK, _DARK)
        canvas.arch(x, y + 9, 13, _WHITE, _WHITE)
    else:
        _arrow(canvas, x, y, top[2], _COLOURS[top[0]])
        if used:
            canvas.disc(x, y, 6, _WHITE, _DARK)


def _arrow(canvas: Canvas, x: float, y: float, direction: str, colour: Colour) -> None:
    ahead_x, ahead_y = _OUTWARD[direction]
    side_x, side_y = -ahead_y, ahead_x  # to the right of whoever looks along the arrow

    def at(ahead: float, side: float) -> tuple[float, float]:
        return x + ahead * ahead_x + side * side_x, y + ahead * ahead_y + side * side_y

    canvas.polygon([at(-20, -6), at(4, -6), at(4, 6), at(-20, 6)], colour)
    canvas.polygon([at(22, 0), at(0, 16), at(0, -16)], colour)


def _corner(canvas: Canvas, doc: Document, colour: str) -> None:
    """A colour's pawns in start and at home. A frame marks the player who must decide, or who won."""
    right, down = _CORNERS[colour]
    x, y = 14 + right * (SIZE - 28 - _BOX), 14 + down * (SIZE - 28 - _BOX)
    if colour in _marked(doc):
        canvas.box(x - 5, y - 5, _BOX + 10, _BOX + 10, _WHITE)
    canvas.box(x, y, _BOX, _BOX, _COLOURS[colour] if colour in doc["players"] else _GREY, _DARK)
    for row, name in enumerate(("start", "home")):
        top = y + 12 + row * 50
        canvas.box(x + 8, top, _BOX - 16, 42, _ICE if name == "start" else _DARK, _EDGE)
        for i in range(doc[name][colour]):
            canvas.disc(x + 20 + i * 19, top + 21, 8, _COLOURS[colour], _WHITE if name == "home" else _DARK)


def _marked(doc: Document) -> list[Any]:
    seats = doc["winners"] if doc["winners"] is not None else [doc["to_move"]]
    return [doc["players"][seat] for seat in seats]
