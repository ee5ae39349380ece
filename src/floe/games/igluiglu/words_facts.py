"""What an action of IGLU IGLU did, in words made from its facts: one that leads, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from floe.core.facts import Fact
from floe.core.typing import Document
from floe.core.words import COLOUR_NAMES, DIRECTION_NAMES, joined, points

NUMBERS = {1: "a", 2: "two", 3: "three"}
ANIMALS = {"f": "fish", "x": "fox"}
SILENT = ("flipped", "points", "scored", "won")
"""Facts that the action itself says, or the board."""


def tell(facts: Sequence[Fact], colours: Sequence[str]) -> str:
    """The facts of one action. ``colours`` are those of the seats."""
    lead, *rest = [fact for fact in facts if fact.key not in SILENT]
    return LEAD[lead.key](lead.values) + "".join(THEN[fact.key](fact.values, colours) for fact in rest)


def animal(name: str) -> str:
    return "the bear" if name == "bear" else f"a {ANIMALS[name[0]]} worth {name[1]}"


def tribes(inuit: str) -> str:
    """Whose Inuit these are."""
    return joined([COLOUR_NAMES[colour] for colour in dict.fromkeys(inuit)])


def lost_by_melting(lost: Sequence[str], fleeing: str) -> list[str]:
    """II-15: what becomes of those on a tile that melts."""
    found = [f"{tribes(fleeing)} flee{'s' if len(fleeing) == 1 else ''}"] if fleeing else []
    return [*found, f"{' '.join(lost)} lost"] if lost else found


def _fish(values: Document) -> str:
    fish = [f"f{value}" for value in values["values"]]
    return f"{NUMBERS[len(fish)]} fish come{'s' if len(fish) == 1 else ''} up: {', '.join(fish)}"


def _glacier(values: Document) -> str:
    fox = values["fox"]
    return f"a glacier, with {animal(f'x{fox}')}" if fox else "a glacier"


def _push(values: Document) -> str:
    line = values["cells"]
    tiles = "a tile" if len(line) == 1 else f"{len(line)} tiles in line"
    return f"pushes {tiles} {DIRECTION_NAMES[values['direction']]}"


def _goes(values: Document) -> str:
    return f"{animal(values['animal'])} goes to {values['to']}"


LEAD: dict[str, Callable[[Document], str]] = {
    "placed": lambda values: "places an Inuit",
    "kept": lambda values: "keeps a tile",
    "fish_came": _fish,
    "bear_came": lambda values: "a bear comes up",
    "glacier": _glacier,
    "none_left": lambda values: f"a {values['animals']} tile, but no {values['animals']} is left",
    "drift_came": lambda values: "drift: a tile must be pushed",
    "drift_failed": lambda values: "drift, but nothing can be pushed",
    "drifted": _push,
    "push_waits": lambda values: f"{_push(values)}, once there is room on {values['onto']}",
    "shoved": _goes,
    "herded": _goes,
    "walked": lambda values: f"an Inuit walks to {values['to']}",
    "kayaked": lambda values: f"an Inuit crosses to {values['to']}",
    "hunted": lambda values: f"takes {animal(values['animal'])} for {points(values['points'])}",
    "harpooned": lambda values: f"takes {animal(values['animal'])} by harpoon",
    "igloo_built": lambda values: "builds an igloo",
    "energy_played": lambda values: f"gains {points(values['size'])}",
    "melted": lambda values: "; ".join(
        ["removes the tile unseen", *lost_by_melting(values["lost"], values["fleeing"])]
    ),
    "herd_played": lambda values: "herds animals",
    "speared": lambda values: "takes the bear by harpoon",
    "passed": lambda values: "does not answer the bear",
    "fled": lambda values: f"a {COLOUR_NAMES[values['colour']]} Inuit flees to {values['corner']}",
    "turn_ended": lambda values: "ends the turn",
}


def _attack(values: Document, colours: Sequence[str]) -> str:
    return f" and attacks {tribes(''.join(colours[seat] for seat in sorted(values['asked'])))}"


def _unanswered(values: Document, colours: Sequence[str]) -> str:
    fleeing, hiding = values["fleeing"], values["hiding"]
    told = f", so {tribes(fleeing)} flee{'s' if len(fleeing) == 1 else ''}" if fleeing else ""
    return told + (f", {tribes(hiding)} hide{'s' if len(hiding) == 1 else ''}" if hiding else "")


THEN: dict[str, Callable[[Document, Sequence[str]], str]] = {
    "none_left": lambda values, colours: (
        "; no more are left" if values["animals"] == "fish" else f"; no {values['animals']} is left"
    ),
    "eaten": lambda values, colours: f", eats {' '.join(values['animals'])}",
    "drifted": lambda values, colours: ", and the push is made",
    "harpooned": lambda values, colours: " and harpoons the bear there",
    "attack": _attack,
    "unanswered": _unanswered,
    "herd_stopped": lambda values, colours: ", but none can step",
}
