"""Every reason that is given for a move: its key, its values, and what it says. In this order they are given."""

from __future__ import annotations

from collections.abc import Mapping

from floe.core.facts import SEAT, Kind, Term, by_name, text_like
from floe.games.icecult import vocabulary as icecult
from floe.games.igluiglu import vocabulary as igluiglu

PERCENT = Kind("percent", {"type": "integer", "minimum": 0, "maximum": 100})
ACTION = text_like("action", ".+")
COUNT = Kind("number", {"type": "integer", "minimum": 1})
CHANGE = Kind("change", {"type": "integer"})
PLACE = {"path": icecult.DIRECTION, "space": COUNT}

FIRST = {
    "only_choice": Term("Nothing else is legal."),
    "wins_for_sure": Term("Whatever the others do, this wins."),
    "all_others_lose": Term("Every other action is proven to lose."),
}
LAST = {
    "better_than": Term(
        "With this action the seat's chances are `chances`, with the next best one, `action`, they are `others`.",
        {"action": ACTION, "chances": PERCENT, "others": PERCENT},
    ),
}

ICECULT = {
    "wins": Term("This turn wins the game.", {"goal": icecult.GOAL}),
    "stops_win": Term(
        "As the position stood, another seat could have won in its next turn; after this turn it cannot.",
        {"seat": SEAT, "goal": icecult.GOAL},
    ),
    "makes_threat": Term(
        "After this turn the seat is one step from winning: by coming home, or by a tower on that space.",
        {"goal": icecult.GOAL, **PLACE},
    ),
    "stops_threat": Term(
        "Another seat was one step from winning, and after this turn is no more.",
        {"seat": SEAT, "goal": icecult.GOAL, **PLACE},
    ),
    "gathers": Term(
        "So many own pawns stand in one stack after this turn, more than in any before it.", {**PLACE, "pawns": COUNT}
    ),
    "scatters": Term(
        "So many pawns of another seat stood in one stack, which after this turn are no more together.",
        {"seat": SEAT, **PLACE, "pawns": COUNT},
    ),
    "brings_home": Term("This turn brings so many own pawns home.", {"pawns": COUNT}),
    "advances": Term("This turn brings own pawns forward, so many steps in all.", {"steps": COUNT}),
    "leaves_win": Term(
        "After this turn the next seat can win in its own.",
        {"seat": SEAT, "goal": icecult.GOAL},
    ),
}

IGLUIGLU = {
    "takes": Term("This turn takes these animals.", {"animals": igluiglu.TOKENS, "points": COUNT}),
    "gains_island": Term(
        "The seat becomes the strongest on the island with these cells, or the only one there; if the game ended then, "
        "it would pay so many points.",
        {"cells": igluiglu.CELLS, "share": igluiglu.SHARE, "points": COUNT},
    ),
    "breaks_lead": Term(
        "Another seat is no longer the strongest on the island with these cells, or no longer the only one there.",
        {"seat": SEAT, "cells": igluiglu.CELLS},
    ),
    "drives_away": Term(
        "Other players' Inuit must flee from these cells.", {"inuit": igluiglu.INUIT, "cells": igluiglu.CELLS}
    ),
    "attacks": Term("A bear attacks Inuit of these other players.", {"cell": igluiglu.CELL, "inuit": igluiglu.INUIT}),
    "reaches": Term(
        "After this turn own Inuit have these animals within reach that were not.", {"animals": igluiglu.TOKENS}
    ),
    "changes_count": Term(
        "If the game ended then, the colours would not all have gained, or lost, the same: so many points more than "
        "now, or fewer. A tile that is flipped counts as gone.",
        {"points": by_name("colour", CHANGE)},
    ),
}

_OWN: dict[str, Mapping[str, Term]] = {"icecult": ICECULT, "igluiglu": IGLUIGLU}


def vocabulary(game: str) -> dict[str, Term]:
    """All reasons of a game, the most telling first."""
    return {**FIRST, **_OWN.get(game, {}), **LAST}
