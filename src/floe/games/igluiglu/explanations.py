"""Reasons for a move in IGLU IGLU: animals, islands that change hands, Inuit driven away. Only what is open counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from floe.core.facts import SEAT, YES_NO, Fact, Term, by_name
from floe.core.game import State
from floe.core.reasons import CHANGE, COUNT, Step
from floe.core.typing import States
from floe.games.igluiglu import vocabulary
from floe.games.igluiglu.geography import CELLS
from floe.games.igluiglu.layout import ANIMAL_VALUES, ANIMALS
from floe.games.igluiglu.position import Position, neighbour
from floe.games.igluiglu.score_sheet import ALONE, LEADS, IslandScore, ScoreSheet, score_sheet

_CONDITION = {"unless_glacier": YES_NO}
"""A tile is flipped, and goes unless it is a glacier: this is said of what follows if it goes."""

TERMS = {
    "takes": Term("This turn takes these animals.", {"animals": vocabulary.TOKENS, "points": COUNT}),
    "gains_island": Term(
        "The seat becomes the strongest on the island with these cells, or the only one there; if the game ended then, "
        "it would pay so many points.",
        {"cells": vocabulary.CELLS, "share": vocabulary.SHARE, "points": COUNT, **_CONDITION},
    ),
    "breaks_lead": Term(
        "Another seat is no longer the strongest on the island with these cells, or no longer the only one there.",
        {"seat": SEAT, "cells": vocabulary.CELLS, **_CONDITION},
    ),
    "drives_away": Term(
        "Other players' Inuit must flee from these cells.", {"inuit": vocabulary.INUIT, "cells": vocabulary.CELLS}
    ),
    "attacks": Term(
        "A bear attacks Inuit of these other players.", {"cell": vocabulary.CELL, "inuit": vocabulary.INUIT}
    ),
    "reaches": Term(
        "After this turn own Inuit have these animals within reach that were not.", {"animals": vocabulary.TOKENS}
    ),
    "changes_count": Term(
        "If the game ended then, the colours would not all have gained, or lost, the same: so many points more than "
        "now, or fewer.",
        {"points": by_name("colour", CHANGE), **_CONDITION},
    ),
}
"""Every reason, the most telling first."""

VALUES = dict(zip(ANIMALS, ANIMAL_VALUES, strict=True))
RANKS = {ALONE: 2, LEADS: 1}
"""Being the only one on an island is better than being the strongest, and all else is nothing to be proud of."""


def reasons(state: State, seat: int, action: str, plan: list[Step]) -> list[Fact]:
    """What the rest of the turn brings about, as far as it is not left to chance."""
    colours = state.game.colours(state.array)
    facts = [fact for step in plan for fact in step.before.facts(step.action, seat)]
    flips = not plan and action.startswith("flip")
    before, after = score_sheet(state.array), _count_after(state, action, plan)
    if state.phase == "place":  # all stand on one island still, which says nothing
        return []
    return [
        *_taken(facts, seat),
        *_islands(before, after, colours, seat, flips),
        *_driven_away(facts, plan, colours[seat]),
        *_reached(state, plan[-1].after if plan else state, colours[seat]),
        *_change(before, after, flips),
    ]


def _count_after(state: State, action: str, plan: list[Step]) -> ScoreSheet:
    """The count after the plan. A tile that is about to be flipped counts as gone."""
    last = plan[-1].after if plan else state
    if plan or not action.startswith("flip"):
        return score_sheet(last.array)
    array: States = last.array.copy()
    array["ice"] = array["ice"].item(0) & ~(1 << CELLS.index(action.split(" ")[1]))
    return score_sheet(array)


def _taken(facts: list[Fact], seat: int) -> Iterator[Fact]:
    animals = [fact.values["animal"] for fact in facts if fact.key in ("hunted", "harpooned")]
    animals += ["bear" for fact in facts if fact.key == "speared" and fact.values["seat"] == seat]
    if animals:
        yield Fact("takes", {"animals": animals, "points": sum(VALUES[animal] for animal in animals)})


def _rank(island: IslandScore, colour: str) -> int:
    return RANKS.get(island.why.get(colour, ""), 0)


def _best_rank(island: IslandScore, among: ScoreSheet, colour: str) -> int:
    """The rank that a colour has on the island of another count that has most cells in common with this one; the best
    of them, if several have equally many.
    """
    shared = {other.cells: len(set(other.cells) & set(island.cells)) for other in among.islands}
    most = max([1, *shared.values()])
    return max((_rank(other, colour) for other in among.islands if shared[other.cells] == most), default=0)


def _islands(before: ScoreSheet, after: ScoreSheet, colours: list[str], seat: int, flips: bool) -> Iterator[Fact]:
    """II-28: the islands that the seat comes to lead, and those on which others lose their lead."""
    own, condition = colours[seat], {"unless_glacier": flips}
    for island in after.islands:
        if _rank(island, own) > _best_rank(island, before, own) and island.points[own]:
            values = {"cells": list(island.cells), "share": island.why[own], "points": island.points[own]}
            yield Fact("gains_island", values | condition)
    for island in before.islands:
        for other, colour in enumerate(colours):
            if other != seat and _rank(island, colour) > _best_rank(island, after, colour):
                yield Fact("breaks_lead", {"seat": other, "cells": list(island.cells)} | condition)


def _driven_away(facts: list[Fact], plan: list[Step], own: str) -> Iterator[Fact]:
    """II-15, II-23: whose Inuit a melt or a bear concerns, but for the own."""
    fleeing = [(fact.values["cell"], fact.values["fleeing"].replace(own, "")) for fact in facts if fact.key == "melted"]
    cells = [cell for cell, inuit in fleeing if inuit]
    if cells:
        yield Fact("drives_away", {"inuit": "".join(inuit for _, inuit in fleeing), "cells": cells})
    for step in plan:
        for fact in step.before.facts(step.action):
            if fact.key == "attack":
                cell = fact.values["cell"]
                inuit = step.after.view(None)["cells"][cell]["inuit"].replace(own, "")
                if inuit:
                    yield Fact("attacks", {"cell": cell, "inuit": inuit})


def _prey(state: State, own: str) -> Counter[tuple[str, str]]:
    """II-20: the animals that the own Inuit could hunt, by cell."""
    position = Position(state.view(None))
    found: Counter[tuple[str, str]] = Counter()
    for cell, content in position.view["cells"].items():
        if "ice" in content and own in content.get("inuit", ""):
            around = [neighbour(cell, direction) for direction in "nesw"]
            for there in [cell, *(next_to for next_to in around if position.is_sea(next_to))]:
                found |= Counter((there, animal) for animal in position.fish_and_foxes(there))
    return found


def _reached(state: State, after: State, own: str) -> Iterator[Fact]:
    if after.turn == state.turn and not after.over:  # nobody knows how the turn ends
        return
    animals = sorted((_prey(after, own) - _prey(state, own)).elements())
    if animals:
        yield Fact("reaches", {"animals": [animal for _, animal in animals]})


def _change(before: ScoreSheet, after: ScoreSheet, flips: bool) -> Iterator[Fact]:
    change = {colour: after.total(colour) - before.total(colour) for colour in before.colours}
    if len(set(change.values())) > 1:
        yield Fact("changes_count", {"points": change, "unless_glacier": flips})
