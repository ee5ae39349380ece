"""Every fact that is told of Connect Four: what an action did, what is due, and what the position holds."""

from __future__ import annotations

import numpy as np

from floe.core.facts import SEAT, WAIT, WON, Fact, Kind, Term, Vocabulary, list_of, made_of
from floe.core.typing import Document, States
from floe_connectfour.kernel import COLUMNS, DIRECTIONS, ROWS, has_line, line_starts

COLUMN = Kind("column", {"type": "integer", "minimum": 1, "maximum": COLUMNS})
ROW = Kind("row", {"type": "integer", "minimum": 1, "maximum": ROWS})
SPACE = made_of("space", column=COLUMN, row=ROW)

VOCABULARY = Vocabulary(
    told={
        "drop": Term(
            "A seat drops a disc, which comes to lie in that row, counted from below (CF-3).",
            {"seat": SEAT, "column": COLUMN, "row": ROW},
        ),
        "line": Term("A seat has a line on these spaces (CF-4).", {"seat": SEAT, "spaces": list_of(SPACE)}),
        **WON,
    },
    due={**WAIT, "choose_column": Term("A disc is to be dropped into one of these.", {"columns": list_of(COLUMN)})},
    outlook={
        "in_reach": Term("A disc of that seat in that column would make a line.", {"seat": SEAT, "column": COLUMN})
    },
)


def facts(before: States, after: States, action: str) -> list[Fact]:
    """What a legal action did."""
    seat, row = int(before["to_move"][0]), int(before["height"][0][int(action) - 1]) + 1
    told = [Fact("drop", {"seat": seat, "column": int(action), "row": row})]
    spaces = line_of(after, seat)
    return [*told, Fact("line", {"seat": seat, "spaces": spaces})] if spaces else told


def line_of(array: States, seat: int) -> list[Document]:
    """The spaces of all lines that a seat has, in ascending order."""
    connect, discs = int(array["connect"][0]), array["discs"][0][seat]
    starts = {step: int(line_starts(discs, step, connect)) for step in DIRECTIONS}
    bits = {
        bit + k * step
        for step, found in starts.items()
        for bit in range(64)
        if found >> bit & 1
        for k in range(connect)
    }
    return [{"column": bit // (ROWS + 1) + 1, "row": bit % (ROWS + 1) + 1} for bit in sorted(bits)]


def open_columns(array: States) -> list[int]:
    return [column for column in range(COLUMNS) if array["height"][0][column] < ROWS]


def due(array: States) -> list[Fact]:
    return [Fact("choose_column", {"columns": [column + 1 for column in open_columns(array)]})]


def outlook(array: States) -> list[Fact]:
    """Who would have a line by one more disc, and where."""
    if array["winners"][0]:
        return []
    discs, connect = array["discs"][0], int(array["connect"][0])
    return [
        Fact("in_reach", {"seat": seat, "column": column + 1})
        for column in open_columns(array)
        for seat in range(2)
        if has_line(discs[seat] | lowest_free(array, column), connect)
    ]


def lowest_free(array: States, column: int) -> np.uint64:
    return np.uint64(1 << (column * (ROWS + 1) + int(array["height"][0][column])))
