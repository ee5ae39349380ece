"""The score sheet of IGLU IGLU as a table in text: animals, then island by island, who gets what and why."""

from __future__ import annotations

import textwrap
from typing import cast

from floe.core.game import State
from floe.core.words import COLOUR_NAMES, joined
from floe.games.igluiglu import scoring
from floe.games.igluiglu.game import IgluIgluState
from floe.games.igluiglu.layout import ANIMALS
from floe.games.igluiglu.score_sheet import ALONE, LEADS, NOTHING, SECOND, IslandScore, ScoreSheet

WIDTH = 80
_NUMBERS = 8
_SHOWN = 40
"""Islands of more tiles than this are the unbroken ice, whose cells nobody wants to read."""
_RANKS = {
    LEADS: "strongest with {strength}: {value}",
    SECOND: "second with {strength}: half of {value}",
    NOTHING: "weaker with {strength}: nothing",
}


def count(state: State) -> str:
    """The whole count, as it would be if the game ended now."""
    counted = cast("IgluIgluState", state)
    sheet = counted.scores()
    table = scoring.by_table(counted.array[0])
    lines = ["The count" if state.over else "The count if the game ended now"]
    lines.append(_row("", {colour: COLOUR_NAMES[colour] for colour in sheet.colours}, sheet.colours))
    lines.append(_row("animals (II-27)", {c: str(n) for c, n in sheet.animal_points.items()}, sheet.colours))
    lines += _animals(sheet)
    empty = [island for island in sheet.islands if not island.strengths]
    for island in sheet.islands:
        if island.strengths:
            lines.append(_row(_named(island), {c: str(n) for c, n in island.points.items()}, sheet.colours))
            lines += _wrapped(_cells(island)) + _wrapped(_why(island, table))
    if empty:
        tiles = sum(len(island.cells) for island in empty)
        lines += textwrap.wrap(f"islands of nobody: {len(empty)}, with {tiles} tile{'' if tiles == 1 else 's'}", WIDTH)
    lines.append(_row("total", {colour: str(sheet.total(colour)) for colour in sheet.colours}, sheet.colours))
    return "\n".join(lines)


def _row(label: str, entries: dict[str, str], colours: tuple[str, ...]) -> str:
    numbers = "".join(f"{entries.get(colour, '-'):>{_NUMBERS}}" for colour in colours)
    return f"{label:<{WIDTH - 4 * _NUMBERS - 16}}{numbers}"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="    ", subsequent_indent="    ")


def _animals(sheet: ScoreSheet) -> list[str]:
    found = []
    for colour in sheet.colours:
        taken = sheet.animals[colour]
        if taken:
            listed = " ".join(
                name if taken[name] == 1 else f"{name}×{taken[name]}" for name in ANIMALS if name in taken
            )
            found += _wrapped(f"{COLOUR_NAMES[colour]}: {listed}")
    return found


def _named(island: IslandScore) -> str:
    tiles = len(island.cells)
    return f"island of {tiles} tile{'' if tiles == 1 else 's'}"


def _cells(island: IslandScore) -> str:
    return " ".join(island.cells) if len(island.cells) <= _SHOWN else f"{island.cells[0]} and all joined to it"


def _why(island: IslandScore, table: bool) -> str:
    """II-28, II-30: each tribe there with its strength, and what that earns."""
    tiles = len(island.cells)
    if ALONE in island.why.values():
        (colour,) = island.why
        return f"{COLOUR_NAMES[colour]} alone: {f'worth {island.value}' if table else f'{tiles} × {tiles}'}"
    said = []
    for rank in (LEADS, SECOND, NOTHING):
        tribes = [colour for colour, why in island.why.items() if why == rank]
        if tribes:
            who = joined([COLOUR_NAMES[colour] for colour in tribes])
            strengths = joined([str(n) for n in dict.fromkeys(island.strengths[colour] for colour in tribes)])
            said.append(f"{who} {_RANKS[rank].format(strength=strengths, value=island.value)}")
    return "; ".join(said)
