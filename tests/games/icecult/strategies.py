"""What Hypothesis draws for ICE CULT: cube sets, options, and positions that random play comes to."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st

from floe.core.randomness import generator
from floe.games.icecult.game import IceCultState
from tests.games.icecult.plain import COLOURS, SLOTS
from tests.games.icecult.positions import GAME

_BEHIND = dict(zip("UNESWD", "DSWNEU", strict=True))


@st.composite
def cube_sets(draw: st.DrawFn) -> dict[str, dict[str, str]]:
    """Lawful cube sets (IC-7)."""
    cubes: dict[str, dict[str, str]] = {}
    for slot in SLOTS:
        cubes[slot] = {"U": "arc"}
        for face in "NESWD":
            arrows = [
                f"{colour}>{toward}" for colour in COLOURS for toward in "UNESWD" if toward not in face + _BEHIND[face]
            ]
            cubes[slot][face] = draw(st.sampled_from(["arc", "circle", *arrows]))
    for slot, colour in zip(SLOTS, COLOURS, strict=True):  # each colour has an arrow
        cubes[slot]["N"] = colour + draw(st.sampled_from([">U", ">E", ">W", ">D"]))
    return cubes


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """Arguments for ``Game.new``."""
    rules = {
        "path_length": st.integers(1, 9),
        "cubes": st.sampled_from(["fair", "balanced"]) | cube_sets(),
        "circles": st.sampled_from(["must", "may"]),
        "stall_limit": st.integers(1, 12),
        "tower": st.sampled_from(["any", "own"]),
        "checked": st.sampled_from(["step", "turn"]),
    }
    players = draw(st.integers(2, 4))
    colours = draw(st.none() | st.permutations(COLOURS).map(lambda order: order[:players]))
    return {"players": players, "colours": colours, "rules": draw(st.fixed_dictionaries({}, optional=rules))}


@st.composite
def positions(draw: st.DrawFn) -> IceCultState:
    """Positions that random play comes to, finished ones among them."""
    state = GAME.new(**draw(options())).mutable()
    state.playout(generator(draw(st.integers(0, 2**32))), draw(st.integers(0, 250)))
    return GAME.state(state.array)
