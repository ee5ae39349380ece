"""What tests draw for IGLU IGLU: mixes, options, actions, and positions that play comes to."""

from __future__ import annotations

import bisect
import functools
import itertools
from typing import Any

import hypothesis.strategies as st
from hypothesis import settings

from floe.core.jit import interpreted
from floe.core.mutable import MutableState
from floe.core.randomness import Deal, draw_below, generator
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


RULES: tuple[dict[str, Any], ...] = tuple(
    {"variant": variant, "centre": centre, "mix": mix}
    for variant in ("family", "gamers")
    for centre in ("closed", "open")
    for mix in ("default", LIVELY, CROWDED)
)


def random_mix(deal: Deal) -> dict[str, int]:
    """A lawful mix (II-3): one tile of each kind and 44 more, so that some kinds are many."""
    mix = dict.fromkeys(KINDS, 1)
    left = 56 - len(KINDS)
    while left:
        number = deal.below(left) + 1
        mix[KINDS[deal.below(len(KINDS))]] += number
        left -= number
    return mix


def random_options(deal: Deal) -> dict[str, Any]:
    """Arguments for ``Game.new``."""
    rules = dict(RULES[deal.below(len(RULES))])
    if deal.below(4) == 0:
        rules["mix"] = random_mix(deal)
    players = 2 + deal.below(3)
    if deal.below(2) == 0:
        rules |= {name: values[deal.below(len(values))] for name, values in READINGS.items()}
    colours = deal.shuffled("rb" if players == 2 else "rbyg")[:players] if deal.below(2) == 0 else None
    return {"players": players, "seed": deal.below(2**32), "rules": rules, "colours": colours}


READINGS = {
    "igloos": ("by variant", "open", "barred"),
    "islands": ("by variant", "squares", "table"),
    "half": ("down", "up"),
    "answers": ("one", "many"),
    "corners": ("closed", "open"),
}
"""What each of the other readings may be, the default first."""


FROM_THE_HAND = {
    bisect.bisect_right(KINDS_OF_ACTION, first)
    for first in (layout.MELT_ACTION, layout.HERD_ACTION, layout.HARPOON_ACTION, layout.ENERGY)
}


def random_number(state: MutableState, rng: U64Array, hoarding: bool = False) -> int:
    """A legal action: first the kind is drawn, then one of that kind, so that rare kinds are not rare.

    A player who is hoarding keeps the tiles in the hand.
    """
    legal = state.legal().tolist()
    kinds = [bisect.bisect_right(KINDS_OF_ACTION, number) for number in legal]
    present = sorted(set(kinds) - FROM_THE_HAND if hoarding else set(kinds))
    kind = present[draw_below(rng, len(present))]
    of_kind = [number for number, its in zip(legal, kinds, strict=True) if its == kind]
    return int(of_kind[draw_below(rng, len(of_kind))])


@functools.lru_cache(maxsize=1024)
def random_position(seed: int, phase: str) -> IgluIgluState:
    """A position in a phase that some random game comes to."""
    for more in itertools.count():
        deal = Deal(f"{seed}/{more}", f"position in {phase}")
        state = GAME.new(**random_options(deal)).mutable()
        rng = generator(f"{seed}/{more}")
        least = deal.below(6 if phase == "place" else 100)
        hoarding = deal.below(2) == 0
        played = 0
        while not state.over and (played < least or layout.PHASES[state.array["phase"][0]] != phase):
            state.step(random_number(state, rng, hoarding and played < least))
            played += 1
        if layout.PHASES[state.array["phase"][0]] == phase:
            break
    return GAME.state(state.array)


@st.composite
def positions(draw: st.DrawFn, running: bool = False, phase: str | None = None) -> IgluIgluState:
    """Positions that play comes to: of one phase, or of all phases alike, ``over`` among them unless ``running``.

    Everything follows from the seed, well mixed: Hypothesis likes small numbers, and early positions are dull. There
    are few seeds, so that tests share the work of playing; a search (see ``tests/conftest.py``) has all of them.
    """
    searching = settings.default is not None and settings.default.max_examples > 100
    seeds = 2**32 if searching else 6 if interpreted() else 50
    phases = layout.PHASES[:-1] if running else layout.PHASES
    return random_position(draw(st.integers(0, seeds - 1)), phase or draw(st.sampled_from(phases)))
