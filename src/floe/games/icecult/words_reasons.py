"""Why a move of ICE CULT is good, in words made from the reasons' facts."""

from __future__ import annotations

from floe.core.typing import Document
from floe.core.words import REASONS, Phrase


def _goal(values: Document) -> str:
    return "a tower" if values["goal"] == "tower" else "coming home"


def _threat(values: Document) -> str:
    if values["goal"] == "home":
        return f"to bring the last pawns home from {values['path']}{values['space']}"
    return f"a tower on {values['path']}{values['space']}"


PHRASES: dict[str, Phrase] = {
    **REASONS,
    "wins": lambda values, names: f"this turn wins by {_goal(values)}",
    "stops_win": lambda values, names: f"otherwise {names[values['seat']]} could win next turn by {_goal(values)}",
    "makes_threat": lambda values, names: f"it threatens {_threat(values)}",
    "stops_threat": lambda values, names: f"{names[values['seat']]} is no longer one step from {_goal(values)}",
    "gathers": lambda values, names: f"it gathers {values['pawns']} pawns on {values['path']}{values['space']}",
    "scatters": lambda values, names: (
        f"it separates the {values['pawns']} {names[values['seat']]} pawns on {values['path']}{values['space']}"
    ),
    "brings_home": lambda values, names: f"it brings {values['pawns']} pawn{'' if values['pawns'] == 1 else 's'} home",
    "advances": lambda values, names: f"it advances {values['steps']} step{'' if values['steps'] == 1 else 's'}",
    "leaves_win": lambda values, names: f"{names[values['seat']]} can still win next turn by {_goal(values)}",
    "misses_win": lambda values, names: "nothing wins in this turn any more",
    "allows_reply": lambda values, names: (
        f"{names[values['seat']]} has a reply after which there is no win in the next turn"
    ),
    "ends_game": lambda values, names: "the game ends with this turn, and not with a win",
}
