"""Positions as JSON documents, both ways. One that cannot be is refused with what is wrong in it."""

from __future__ import annotations

from typing import Any

import numpy as np

from floe.core.documents import Field
from floe.core.errors import BadDocument, BadOption, BadPosition, shown
from floe.core.game import NOBODY
from floe.core.typing import Document, States
from floe_connectfour import MANIFEST
from floe_connectfour.kernel import COLUMNS, LEAST, MOST, OVER, PHASES, ROWS, STATE, has_line

KEYS = ("game", "rules", "players", "phase", "to_move", "turn", "columns", "winners")
COLOURS = "yrgb"


class BadRules(BadDocument):
    """Rule options that do not exist."""

    kind = "set of rules"


def read_rules(field: Field) -> int:
    """How many discs in a row win. An option that is left out takes its default."""
    defaults = {option.name: option.default for option in MANIFEST.options}
    field.keys((), defaults)
    return Field(defaults | field.value, field.error, field.path).child("connect").integer(LEAST, MOST)


def check_colours(colours: list[str]) -> list[str]:
    """CF-2: two colours, one per seat."""
    known = all(isinstance(colour, str) and colour in tuple(COLOURS) for colour in colours)
    if len(colours) != 2 or not known or colours[0] == colours[1]:
        raise BadOption(f"CF-2: two players have two different colours of y r g b, not {shown(colours)}")
    return colours


def blank(connect: int, colours: list[str]) -> States:
    """The empty board, seat 0 to move."""
    array = np.zeros(1, STATE)
    array["players"] = 2
    array["connect"] = connect
    array["colours"] = [COLOURS.index(colour) for colour in colours]
    return array


def colours_of(array: States) -> list[str]:
    return [COLOURS[colour] for colour in array["colours"][0]]


def columns_of(array: States) -> list[str]:
    """The discs of each column from below, as letters of the seats' colours."""
    letters, (first, _) = colours_of(array), array["discs"][0].tolist()
    return [
        "".join(letters[0] if first >> (column * (ROWS + 1) + row) & 1 else letters[1] for row in range(height))
        for column, height in enumerate(array["height"][0])
    ]


def write(array: States) -> Document:
    """The document of a position. Every document has ``game``, ``rules``, ``players`` and ``to_move``."""
    over = int(array["phase"][0]) == OVER
    return {
        "game": MANIFEST.name,
        "rules": {"connect": int(array["connect"][0])},
        "players": colours_of(array),
        "phase": PHASES[int(array["phase"][0])],
        "to_move": None if over else int(array["to_move"][0]),
        "turn": int(array["turn"][0]),
        "columns": columns_of(array),
        "winners": [seat for seat in range(2) if array["winners"][0] >> seat & 1] if over else None,
    }


def read(document: object) -> States:
    """The position of a document."""
    field = Field(document, BadPosition)
    field.keys(KEYS)
    field.child("game").choice(MANIFEST.name)
    players = field.child("players")
    try:
        colours = check_colours([item.text() for item in players.items(2)])
    except BadOption as fault:
        raise players.fail(str(fault)) from None
    array = blank(read_rules(field.child("rules")), colours)
    struct: Any = array[0]
    _read_discs(field, struct, colours)
    winners = _winners(field, struct)
    struct["phase"] = PHASES.index(field.child("phase").choice(*PHASES))
    if (struct["phase"] == OVER) != bool(winners):
        raise field.child("phase").fail(f"the seats that have won are {winners} (CF-4, CF-5)")
    if winners:
        field.child("to_move").null("when the game is over")
        field.child("winners").must_be(winners, "(CF-4, CF-5)")
        struct["to_move"], struct["winners"] = NOBODY, sum(1 << seat for seat in winners)
    else:
        field.child("to_move").must_be(int(struct["turn"]) % 2, "because the seats take turns (CF-2)")
        field.child("winners").null("while the game runs")
        struct["to_move"] = struct["turn"] % 2
    return array


def _read_discs(field: Field, struct: Any, colours: list[str]) -> None:
    counts = [0, 0]
    for column, item in enumerate(field.child("columns").items(COLUMNS)):
        letters = item.text()
        if len(letters) > ROWS or not set(letters) <= set(colours):
            raise item.fail(f"CF-1: expected up to {ROWS} letters of {' '.join(colours)}, found {shown(letters)}")
        struct["height"][column] = len(letters)
        for row, letter in enumerate(letters):
            seat = colours.index(letter)
            counts[seat] += 1
            struct["discs"][seat] |= np.uint64(1 << (column * (ROWS + 1) + row))
    if counts[0] - counts[1] not in (0, 1):
        raise field.child("columns").fail(f"CF-2: the seats take turns, but have dropped {counts} discs")
    field.child("turn").must_be(sum(counts), "because so many discs were dropped")
    struct["turn"] = sum(counts)


def _winners(field: Field, struct: Any) -> list[int]:
    """Who has won, if anybody has. Only the last disc, which lies on top, can have made a line."""
    connect, turn = int(struct["connect"]), int(struct["turn"])
    lines = [seat for seat in range(2) if has_line(struct["discs"][seat], connect)]
    if not lines:
        return [0, 1] if turn == COLUMNS * ROWS else []
    last = (turn + 1) % 2
    before = [
        struct["discs"][last] & ~np.uint64(1 << (column * (ROWS + 1) + int(height) - 1))
        for column, height in enumerate(struct["height"])
        if height
    ]
    if lines != [last] or all(has_line(discs, connect) for discs in before):
        raise field.child("columns").fail("CF-4: the game was over before the last disc")
    return lines
