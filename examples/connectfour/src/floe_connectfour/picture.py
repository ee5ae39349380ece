"""Connect Four in colours: a blue board with holes, and the columns' numbers below."""

from __future__ import annotations

from floe.core.canvas import Canvas, Colour
from floe.core.game import State
from floe_connectfour.facts import line_of
from floe_connectfour.kernel import COLUMNS, ROWS

CELL, FOOT = 60, 30
_PAGE, _BOARD, _HOLE, _DARK, _WHITE = (226, 236, 244), (34, 78, 140), (18, 46, 90), (20, 24, 32), (255, 255, 255)
_COLOURS: dict[str, Colour] = {"y": (240, 196, 30), "r": (208, 52, 44), "g": (46, 150, 80), "b": (90, 160, 235)}


def draw(state: State, seat: int | None) -> Canvas:
    """The position, with the discs of a line marked. Nothing is hidden, so every seat sees the same."""
    canvas = Canvas(COLUMNS * CELL, ROWS * CELL + FOOT, _PAGE)
    canvas.box(0, 0, COLUMNS * CELL, ROWS * CELL, _BOARD)
    winners = state.winners or []
    marked = [space for winner in winners for space in line_of(state.array, winner)]
    for column, discs in enumerate(state.view(seat)["columns"]):
        x = column * CELL + CELL / 2
        canvas.number(x, ROWS * CELL + FOOT / 2, column + 1, _DARK, 3)
        for row in range(ROWS):
            y = (ROWS - row - 0.5) * CELL
            canvas.disc(x, y, CELL * 0.4, _COLOURS[discs[row]] if row < len(discs) else _HOLE, _DARK)
            if {"column": column + 1, "row": row + 1} in marked:
                canvas.ring(x, y, CELL * 0.25, 5, _WHITE)
    return canvas
