"""Why a move of IGLU IGLU is good, in words made from the reasons' facts."""

from __future__ import annotations

from collections.abc import Sequence

from floe.core.typing import Document
from floe.core.words import COLOUR_NAMES, REASONS, Phrase, joined, points
from floe.games.igluiglu.words_facts import tribes


def _island(cells: Sequence[str]) -> str:
    return f"the island of {len(cells)} tile{'' if len(cells) == 1 else 's'} at {cells[0]}"


def _gained(values: Document, names: Sequence[str]) -> str:
    how = "alone on" if values["share"] == "alone" else "strongest on"
    return f"{how} {_island(values['cells'])}, for {points(values['points'])}{_unless(values)}"


def _unless(values: Document) -> str:
    return ", unless a glacier comes up" if values["unless_glacier"] else ""


def _count(values: Document, names: Sequence[str]) -> str:
    changes = [f"{COLOUR_NAMES[colour]} {change:+d}" for colour, change in values["points"].items() if change]
    return f"the count changes by {joined(changes)}{_unless(values)}"


def _ahead(lead: int) -> str:
    return "level" if lead == 0 else f"{points(abs(lead))} {'ahead' if lead > 0 else 'behind'}"


PHRASES: dict[str, Phrase] = {
    **REASONS,
    "takes": lambda values, names: f"it takes {' '.join(values['animals'])}, worth {points(values['points'])}",
    "gains_island": _gained,
    "breaks_lead": lambda values, names: (
        f"{names[values['seat']]} loses the lead on {_island(values['cells'])}{_unless(values)}"
    ),
    "drives_away": lambda values, names: f"{tribes(values['inuit'])} must flee from {joined(values['cells'])}",
    "attacks": lambda values, names: f"the bear attacks {tribes(values['inuit'])} on {values['cell']}",
    "reaches": lambda values, names: f"{' '.join(values['animals'])} will be within reach",
    "changes_count": _count,
    "misses_win": lambda values, names: "nothing wins any more",
    "brings_less": lambda values, names: (
        f"this way the turn can end {_ahead(values['lead'])} at best, and the solution ends {_ahead(values['best'])}"
    ),
    "loses_island": lambda values, names: (
        f"{names[values['seat']]} can still become stronger on {_island(values['cells'])}, whatever follows"
    ),
    "leaves_danger": lambda values, names: (
        f"bears can still get to Inuit on {values['cells']} cell{'' if values['cells'] == 1 else 's'}, whatever follows"
    ),
}
