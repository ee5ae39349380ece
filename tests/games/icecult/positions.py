"""Positions for tests, made from documents: a test names what matters to it, and the rest follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from floe import IllegalAction
from floe.core.options import as_written, defaults
from floe.core.typing import Document
from floe.games.icecult.game import IceCult, IceCultState
from tests.games.icecult import plain

GAME = IceCult()


def document(
    *,
    tops: str = "y>e arc circle b>n",
    paths: Mapping[str, Mapping[int, str]] | None = None,
    home: Mapping[str, int] | None = None,
    players: str = "yg",
    rules: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Document:
    """A document in the moving phase.

    ``tops`` says what the cubes in slots a b c d show, ``paths`` which stack stands on which space, ``home`` who is
    home; all other pawns are in start. All circles and arcs on top are unspent. ``fields`` go in as they are.
    """
    full = defaults(GAME.options) | dict(rules or {})
    printed = plain.printed(full)
    shown = dict(zip(plain.SLOTS, tops.split(), strict=True))
    stacks = {path: [""] * full["path_length"] for path in plain.DIRECTIONS}
    for path, standing in (paths or {}).items():
        for space, stack in standing.items():
            stacks[path][space - 1] = stack
    at_home = dict.fromkeys(plain.COLOURS, 0) | dict(home or {})
    everybody = "".join(stack for path in stacks.values() for stack in path)
    return {
        "game": "icecult",
        "rules": as_written(GAME.options, full),
        "players": list(players),
        "phase": "move",
        "to_move": 0,
        "turn": 8,
        "stalled": 0,
        "first_tilt": None,
        "cubes": {slot: pose_showing(printed[slot], symbol) for slot, symbol in shown.items()},
        "tops": shown,
        "used": [],
        "circles": tops.split().count("circle"),
        "arcs": tops.split().count("arc"),
        "start": {colour: 5 - at_home[colour] - everybody.count(colour) for colour in plain.COLOURS},
        "home": at_home,
        "paths": stacks,
        "winners": None,
    } | fields


def pose_showing(symbols: dict[str, str], symbol: str) -> str:
    """A pose in which a cube shows this on top (the setup pose if it does)."""
    return next(pose for pose in plain.CUBES if plain.top(symbols, pose) == symbol)


def position(**options: Any) -> IceCultState:
    """The position of such a document."""
    return GAME.from_dict(document(**options))


def tilting(phase: str = "tilt1", **options: Any) -> IceCultState:
    """The same in a tilting phase, by default with the cubes as in the setup."""
    return position(**{"tops": "arc arc arc arc", "phase": phase, "circles": 0, "arcs": 0} | options)


def played(state: IceCultState, *actions: str) -> IceCultState:
    for action in actions:
        state = state.play(action)
    return state


def refusal(state: IceCultState, action: str) -> IllegalAction:
    """How the rules refuse an action. Nothing may change by it."""
    before = state.array.tobytes()
    with pytest.raises(IllegalAction) as caught:
        state.play(action)
    assert state.array.tobytes() == before
    assert caught.value.text == action
    assert repr(action) in str(caught.value)
    assert f"{caught.value.rule}: " in str(caught.value)
    return caught.value


def paths(state: IceCultState) -> dict[str, dict[int, str]]:
    """The stacks that stand somewhere, as ``document`` takes them."""
    return {
        path: {space: stack for space, stack in enumerate(stacks, 1) if stack}
        for path, stacks in state.to_dict()["paths"].items()
        if any(stacks)
    }


def steps(state: IceCultState, slot: str) -> set[str]:
    """The steps on offer with the arrow in a slot (``"*a"``: with a circle that repeats it)."""
    return {action.partition("@")[2] for action in state.legal_actions() if action.startswith(f"{slot}@")}
