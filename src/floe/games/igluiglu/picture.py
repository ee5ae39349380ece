"""IGLU IGLU in colours: the board, and beside it a line for each player."""

from __future__ import annotations

from floe.core.canvas import Canvas, Colour
from floe.core.game import State
from floe.core.typing import Document
from floe.games.igluiglu.score_sheet import score_sheet

CELL = 56
BOARD = 8 * CELL
PANEL = 150

_SEA, _LAND, _DOWN, _EDGE = (44, 110, 160), (122, 138, 92), (226, 240, 248), (150, 185, 208)
_GLACIER, _CRACK, _PANEL, _DARK, _WHITE = (178, 212, 232), (250, 253, 255), (32, 44, 60), (20, 24, 32), (250, 252, 255)
_FISH, _FOX, _BEAR = (245, 150, 40), (160, 90, 50), (110, 92, 80)
_COLOURS: dict[str, Colour] = {"r": (208, 52, 44), "b": (48, 98, 206), "y": (240, 196, 30), "g": (46, 150, 80)}
_CORNERS = ("a1", "h1", "a8", "h8")


def draw(state: State, seat: int | None) -> Canvas:
    """The position as a seat may see it: face-down tiles are all alike, and hands are numbers."""
    doc = state.view(seat)
    canvas = Canvas(BOARD + PANEL, BOARD, _PANEL)
    for column, letter in enumerate("abcdefgh"):
        for row in range(8):
            cell = f"{letter}{row + 1}"
            _cell(canvas, column * CELL, (7 - row) * CELL, cell, doc["cells"].get(cell, {}))
    totals = score_sheet(state.array).totals()
    for line, colour in enumerate(doc["players"]):
        _player(canvas, doc, line, colour, totals[colour]["total"])
    return canvas


def _cell(canvas: Canvas, x: int, y: int, name: str, content: Document) -> None:
    ground = {"up": _GLACIER, "": _SEA}.get(content.get("ice", ""), _DOWN)
    canvas.box(x, y, CELL, CELL, _LAND if name in _CORNERS else ground, _EDGE)
    if content.get("ice") == "up":
        canvas.polygon([(x + 4, y + 46), (x + 46, y + 4), (x + 52, y + 4), (x + 4, y + 52)], _CRACK)
    if "igloo" in content:
        canvas.arch(x + CELL / 2, y + CELL - 3, 25, _COLOURS[content["igloo"]], _WHITE)
        canvas.arch(x + CELL / 2, y + CELL - 3, 9, _DARK, _WHITE)
    animals = [(_FISH, value) for value in content.get("fish", "")] + [
        (_FOX, value) for value in content.get("fox", "")
    ]
    for i, (colour, value) in enumerate(animals[:6]):
        canvas.disc(x + 11 + i % 3 * 17, y + CELL - 10 - i // 3 * 14, 8, colour, _DARK)
        canvas.number(x + 11 + i % 3 * 17, y + CELL - 10 - i // 3 * 14, int(value), _DARK, 1)
    if len(animals) > 6:
        canvas.number(x + CELL / 2, y + CELL / 2, len(animals), _DARK)
    if content.get("bear"):
        canvas.disc(x + CELL / 2, y + 32, 14, _BEAR, _WHITE)
        canvas.disc(x + CELL / 2 - 10, y + 20, 5, _BEAR, _WHITE)
        canvas.disc(x + CELL / 2 + 10, y + 20, 5, _BEAR, _WHITE)
    inuit = content.get("inuit", "")
    for i, colour_letter in enumerate(dict.fromkeys(inuit)):
        canvas.disc(x + 9 + i * 12.5, y + 10, 7, _COLOURS[colour_letter], _DARK)
        if inuit.count(colour_letter) > 1:
            canvas.number(x + 9 + i * 12.5, y + 10, inuit.count(colour_letter), _WHITE, 1)


def _player(canvas: Canvas, doc: Document, line: int, colour: str, total: int) -> None:
    """Colour, tiles in the hand, animals taken, and points as if the game ended now. A frame marks who must decide."""
    x, y = BOARD + 10, 12 + line * 100
    seats = doc["winners"] if doc["winners"] is not None else [doc["to_move"]]
    if line in seats:
        canvas.box(x - 5, y - 5, PANEL - 10, 90, _WHITE)
    canvas.box(x, y, PANEL - 20, 80, _COLOURS[colour], _DARK)
    hand = doc["hands"][colour]
    canvas.box(x + 8, y + 8, 30, 38, _DOWN, _DARK)
    canvas.number(x + 23, y + 27, hand if isinstance(hand, int) else len(hand), _DARK)
    canvas.disc(x + 64, y + 27, 18, _FISH, _DARK)
    canvas.number(x + 64, y + 27, len(doc["taken"][colour]), _DARK)
    canvas.arch(x + 106, y + 42, 18, _WHITE, _DARK)
    canvas.number(x + 106, y + 33, doc["igloos"][colour], _DARK)
    canvas.number(x + 64, y + 64, total, _WHITE, 3)
