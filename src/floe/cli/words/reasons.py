"""Why a move is good, in words made from the reasons' facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from floe.core.facts import Fact
from floe.core.typing import Document
from floe.core.words import COLOUR_NAMES, joined, points

MOST = 3
"""So many reasons make a sentence; the rest would bury them."""
Phrase = Callable[[Document, Sequence[str]], str]


def sentence(reasons: Sequence[Fact], colours: Sequence[str]) -> str:
    """The most telling reasons; empty if there are none. ``colours`` are those of the seats."""
    names = [COLOUR_NAMES[colour] for colour in colours]
    return "; ".join(PHRASES[fact.key](fact.values, names) for fact in reasons[:MOST])


def _goal(values: Document) -> str:
    return "a tower" if values["goal"] == "tower" else "coming home"


def _threat(values: Document) -> str:
    if values["goal"] == "home":
        return f"to bring the last pawns home from {values['path']}{values['space']}"
    return f"a tower on {values['path']}{values['space']}"


def _island(cells: Sequence[str]) -> str:
    return f"the island of {len(cells)} tile{'' if len(cells) == 1 else 's'} at {cells[0]}"


def _gained(values: Document, names: Sequence[str]) -> str:
    how = "alone on" if values["share"] == "alone" else "strongest on"
    return f"{how} {_island(values['cells'])}, for {points(values['points'])}"


def _tribes(inuit: str) -> str:
    return joined([COLOUR_NAMES[colour] for colour in dict.fromkeys(inuit)])


def _count(values: Document, names: Sequence[str]) -> str:
    changes = [f"{COLOUR_NAMES[colour]} {change:+d}" for colour, change in values["points"].items() if change]
    return f"the count changes by {joined(changes)}"


PHRASES: dict[str, Phrase] = {
    "only_choice": lambda values, names: "nothing else is legal",
    "wins_for_sure": lambda values, names: "it wins, whatever the others do",
    "all_others_lose": lambda values, names: "everything else loses",
    "better_than": lambda values, names: (
        f"chances are {values['chances']} %, and {values['others']} % with {values['action']}"
    ),
    "wins": lambda values, names: f"this turn wins by {_goal(values)}",
    "stops_win": lambda values, names: f"{names[values['seat']]} could have won next turn by {_goal(values)}",
    "makes_threat": lambda values, names: f"it threatens {_threat(values)}",
    "stops_threat": lambda values, names: f"{names[values['seat']]} was one step from {_goal(values)}, and is no more",
    "gathers": lambda values, names: f"{values['pawns']} own pawns come together on {values['path']}{values['space']}",
    "scatters": lambda values, names: (
        f"the {values['pawns']} {names[values['seat']]} pawns on {values['path']}{values['space']} are parted"
    ),
    "brings_home": lambda values, names: (
        f"{values['pawns']} own pawn{' comes' if values['pawns'] == 1 else 's come'} home"
    ),
    "advances": lambda values, names: (
        f"own pawns come {values['steps']} step{'' if values['steps'] == 1 else 's'} forward"
    ),
    "leaves_win": lambda values, names: f"{names[values['seat']]} can still win next turn by {_goal(values)}",
    "takes": lambda values, names: f"it takes {' '.join(values['animals'])}, worth {points(values['points'])}",
    "gains_island": _gained,
    "breaks_lead": lambda values, names: f"{names[values['seat']]} loses the lead on {_island(values['cells'])}",
    "drives_away": lambda values, names: f"{_tribes(values['inuit'])} must flee from {joined(values['cells'])}",
    "attacks": lambda values, names: f"the bear attacks {_tribes(values['inuit'])} on {values['cell']}",
    "reaches": lambda values, names: f"{' '.join(values['animals'])} will be within reach",
    "changes_count": _count,
}
