"""Everything that the face of a game tells of a game, as text. Python runs this module, and so does a page's: both must
say the same, letter by letter."""

from __future__ import annotations

from typing import Any

import floe
from floe.core.errors import FloeError
from floe.core.game import State


def plain(value: Any) -> str:
    """JSON, with names in order, written the same by every Python."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([plain(one) for one in value]) + "]"
    if hasattr(value, "items"):
        return "{" + ",".join([plain(str(key)) + ":" + plain(value[key]) for key in sorted(value)]) + "}"
    raise TypeError(f"{type(value)} in what is told")


def _facts(told: Any) -> list[Any]:
    return [[fact.key, fact.values] for fact in told]


def position(state: State) -> str:
    """All that is told of a position, to every seat and to a spectator."""
    seats = [None, *range(state.players)]
    outcome = state.outcome
    return plain(
        {
            "bytes": state.array.tobytes().hex(),
            "legal": state.legal_actions(),
            "numbers": list(state.numbered_actions().values()),
            "document": state.to_dict(),
            "views": [state.view(seat) for seat in seats],
            "due": [_facts(state.due(seat)) for seat in seats],
            "outlook": [_facts(state.outlook(seat)) for seat in seats],
            "text": [state.text(seat) for seat in seats],
            "outcome": None if outcome is None else [list(outcome.winners), outcome.rule, outcome.reason],
            "again": state.game.from_dict(state.to_dict()).array.tobytes() == state.array.tobytes(),
        }
    )


def refused(state: State, action: str) -> str:
    """Why an action is refused."""
    try:
        state.play(action)
    except FloeError as fault:
        return plain([type(fault).__name__, str(fault), fault.rule, fault.key, dict(fault.values)])
    return "legal"


def game(name: str, setup: dict[str, Any], actions: list[str], tried: list[str]) -> list[str]:
    """A game from its setup to its end, a text for each position and each action."""
    state = floe.game(name).new(**setup)
    told = [position(state)]
    for number, action in enumerate(actions):
        told.append(refused(state, tried[number]))
        told.append(plain([_facts(state.facts(action, seat)) for seat in [None, *range(state.players)]]))
        told.append(plain([state.can_undo(action), state.reveals(action)]))
        state = state.play(action)
        told.append(position(state))
    return told
