"""What Hypothesis draws for IGLU IGLU: mixes, options, and positions that play comes to."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st

from floe.core.mutable import MutableState
from floe.core.randomness import draw_below, generator
from floe.core.typing import U64Array
from floe.games.igluiglu import layout
from floe.games.igluiglu.game import IgluIgluState
from tests.games.igluiglu.positions import GAME, KINDS

LIVELY = {
    "fish1": 2, "fish2": 3, "fish3": 3, "bear": 6, "glacier": 8, "drift": 8,
    "melt": 5, "energy1": 1, "energy2": 2, "energy3": 2, "harpoon": 7, "herd": 9,
}  # fmt: skip
"""A mix with much to herd, to drift and to answer."""

CROWDED = {
    "fish1": 1, "fish2": 2, "fish3": 12, "bear": 10, "glacier": 5, "drift": 6,
    "melt": 3, "energy1": 0, "energy2": 0, "energy3": 3, "harpoon": 6, "herd": 8,
}  # fmt: skip
"""A mix under which fish and bears run out."""

KINDS_OF_ACTION = (
    layout.PLACE, layout.FLIP, layout.MELT_ACTION, layout.HERD_ACTION, layout.DRIFT_ACTION, layout.SHOVE, layout.STEP,
    layout.SPEAR, layout.PASS, layout.FLEE, layout.WALK, layout.KAYAK, layout.HUNT, layout.HARPOON_ACTION,
    layout.IGLOO, layout.ENERGY, layout.END,
)  # fmt: skip


@st.composite
def mixes(draw: st.DrawFn) -> dict[str, int]:
    """Lawful mixes (II-3): one tile of each kind, and 44 more, so that some kinds are many."""
    mix = dict.fromkeys(KINDS, 1)
    left = 56 - len(KINDS)
    while left:
        number = draw(st.integers(1, left))
        mix[draw(st.sampled_from(KINDS))] += number
        left -= number
    return mix


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """Arguments for ``Game.new``."""
    rules = {
        "variant": st.sampled_from(["family", "gamers"]),
        "centre": st.sampled_from(["closed", "open"]),
        "mix": st.sampled_from(["default", LIVELY, CROWDED]) | mixes(),
    }
    return {
        "players": draw(st.integers(2, 4)),
        "seed": draw(st.integers(0, 2**32)),
        "rules": draw(st.fixed_dictionaries({}, optional=rules)),
    }


def random_number(state: MutableState, rng: U64Array) -> int:
    """A legal action: first the kind is drawn, then one of that kind, so that rare kinds are not rare."""
    legal = state.legal().tolist()
    kinds = [max(first for first in KINDS_OF_ACTION if first <= number) for number in legal]
    present = sorted(set(kinds))
    kind = present[draw_below(rng, len(present))]
    of_kind = [number for number, its in zip(legal, kinds, strict=True) if its == kind]
    return int(of_kind[draw_below(rng, len(of_kind))])


@st.composite
def positions(draw: st.DrawFn, running: bool = False) -> IgluIgluState:
    """Positions that play comes to, of every phase, finished games among them unless they must be ``running``."""
    state = GAME.new(**draw(options())).mutable()
    rng = generator(draw(st.integers(0, 2**32)))
    least = draw(st.integers(0, 160))
    phase = draw(st.sampled_from(layout.PHASES))
    before = state.copy()
    for number in range(1000):
        if state.over or (number >= least and layout.PHASES[state.records["phase"][0]] == phase):
            break
        before.set(state.records)
        state.step(random_number(state, rng))
    return GAME.state(before.records if running and state.over else state.records)
