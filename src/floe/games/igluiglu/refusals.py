"""Why an action is not legal: the rule's number, a key with values (for other languages), and an English sentence.

A refusal rests on open facts and the hand of the player who is to move, so it tells that player nothing new.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from floe.core.errors import IllegalAction
from floe.core.typing import States
from floe.games.igluiglu import rules
from floe.games.igluiglu.geography import CELLS, CENTRE, CORNERS, LAND, NEIGHBOUR, around
from floe.games.igluiglu.layout import (
    ANIMAL_VALUES,
    ANIMALS,
    DIRECTIONS,
    FOX,
    HAND_ENERGY,
    HAND_HARPOON,
    HAND_HERD,
    HAND_MELT,
    PHASES,
    PLAYED_ENERGY,
    PLAYED_HARPOON,
    PLAYED_HERD,
    PLAYED_MELT,
)
from floe.games.igluiglu.notation import Written, fleeing, parse
from floe.games.igluiglu.pieces import all_igloos, all_inuit, animal_count

Reason: TypeAlias = tuple[str, dict[str, object]]

SENTENCES = {
    # What is due in each phase, for actions of another phase.
    "due_place": ("II-6", "all Inuit are placed first"),
    "due_flip": ("II-7", "a tile must be flipped first"),
    "due_drift": ("II-12", "a tile must be pushed first"),
    "due_shove": ("II-13", "room must be made for the push first"),
    "due_act": ("II-19", "the tile of this turn is flipped; now points are spent"),
    "due_herd": ("II-18", "the herd steps must be made first"),
    "due_spear": ("II-23", "a bear attacks; the answer is spear or pass"),
    "due_flee": ("II-23", "the fleeing Inuit must get their corners first"),
    # Placing and flipping.
    "not_ring": ("II-6", "{cell} is no tile of the outer ring"),
    "no_tile": ("II-2", "no tile lies on {cell}"),
    "glacier": ("II-11", "the tile on {cell} is a glacier, which is never flipped or melted"),
    "tile_occupied": ("II-7", "the tile on {cell} is not empty"),
    "not_at_sea": ("II-7", "the tile on {cell} is not next to the sea, and others are"),
    "not_at_ring": ("II-7", "no empty tile is next to the sea, so one of the outer ring must be flipped"),
    # Drifting.
    "push_blocked": ("II-12", "the line from {cell} toward {direction} does not end at the sea"),
    "no_room": ("II-13", "on {cell} there is an animal that cannot be moved out of the way"),
    "not_in_the_way": ("II-13", "there is no {animal} in the way on {cell}"),
    "shove_not_sea": ("II-13", "an animal in the way goes to a neighbouring sea cell"),
    "bear_on_bear": ("{rule}", "a bear is not moved onto another bear"),
    "centre_closed": ("II-21", "bears and foxes are not moved onto the centre cells"),
    # Tiles in the hand.
    "type_played": ("II-14", "one {type} was played this turn already"),
    "not_in_hand": ("II-14", "there is no {type} in the hand"),
    "melt_igloo": ("II-15", "an igloo stands on {cell}"),
    "melt_not_at_sea": ("II-15", "the tile on {cell} is not next to the sea"),
    "no_animal": ("{rule}", "there is no {animal} on {cell}"),
    "out_of_reach": ("II-20", "no own Inuit can hunt the {animal} on {cell}"),
    "bear_out_of_reach": ("II-17", "no own Inuit is on {cell} with the bear"),
    # Herding.
    "fish_needs_sea": ("II-18", "a fish steps to a neighbouring sea cell"),
    "fox_needs_tile": ("II-18", "a fox steps to a neighbouring tile"),
    "bear_off_board": ("II-18", "a bear steps to a neighbouring sea cell or tile, never onto land"),
    "bear_off_edge": ("II-18", "a bear steps to a neighbouring cell of the board"),
    # Action points.
    "no_inuit": ("{rule}", "no own Inuit is on {cell}"),
    "walk_needs_tile": ("II-19", "an Inuit walks to a neighbouring tile"),
    "kayak_needs_tile": ("II-19", "a kayak lands on a tile, and {target} is none"),
    "kayak_stays": ("II-19", "a kayak goes to another tile"),
    "kayak_other_sea": ("II-19", "{cell} and {target} are not next to the same sea area"),
    "bear_needs_harpoon": ("II-19", "a bear is on {target}; only with a harpoon can an Inuit go there"),
    "foreign_igloo": ("II-30", "another player's igloo stands on {target}"),
    "points": ("{rule}", "that costs {price}, and {points} of the points are left"),
    "bear_for_points": ("II-20", "a bear is never hunted for points, only by harpoon"),
    "igloo_on_land": ("II-24", "an igloo is built on a tile"),
    "igloo_there": ("II-24", "there is an igloo on {cell} already"),
    "igloo_others": ("II-24", "Inuit of another player are on {cell}"),
    "igloos_built": ("II-24", "both igloos are built"),
    # Attacks and flight.
    "other_flees": ("II-23", "the next to flee is of colour {colour}"),
    "not_corner": ("II-23", "{cell} is no corner"),
}
"""For each reason the rule it comes from, and the sentence. ``{rule}`` is filled in where several rules say it."""

_PHASE_OF = {
    "place": ("place",), "flip": ("flip",), "drift": ("drift",), "shove": ("shove",), "step": ("herd",),
    "spear": ("spear",), "pass": ("spear",), "flee": ("flee",), "melt": ("flip", "act"), "herd": ("flip", "act"),
}  # fmt: skip


def refusal(array: States, text: str) -> IllegalAction:
    """Why a well-formed action cannot be played in this running game."""
    action = parse(text)
    if isinstance(action, str):
        raise ValueError(f"{text!r} is no action")
    key, values = _reason(array, action)
    rule, sentence = SENTENCES[key]
    return IllegalAction(text, rule.format(**values), key, values, sentence.format(**values))


def _reason(array: States, action: Written) -> Reason:
    struct: Any = array[0]
    phase = PHASES[struct["phase"]]
    if phase not in _PHASE_OF.get(action.kind, ("act",)):
        return f"due_{phase}", {}
    if action.kind == "flee":
        return _flee_reason(array, action)
    return _REASONS[action.kind](struct, action)


def _has(cells: Any, cell: int) -> bool:
    return bool(int(cells) >> cell & 1)


def _cell(action: Written) -> dict[str, object]:
    return {"cell": CELLS[action.cell]}


def _place(struct: Any, action: Written) -> Reason:
    return "not_ring", _cell(action)


def _face_down(struct: Any, action: Written) -> Reason | None:
    if not _has(struct["ice"], action.cell):
        return "no_tile", _cell(action)
    return None if _has(struct["down"], action.cell) else ("glacier", _cell(action))


def _flip(struct: Any, action: Written) -> Reason:
    reason = _face_down(struct, action)
    if reason:
        return reason
    occupied = all_inuit(struct) | all_igloos(struct) | struct["foxes"] | struct["bears"]
    if _has(occupied, action.cell):
        return "tile_occupied", _cell(action)
    others_at_sea = int(rules.flippable(struct)) & int(around(rules.sea(struct)))
    return "not_at_sea" if others_at_sea else "not_at_ring", _cell(action)


def _drift(struct: Any, action: Written) -> Reason:
    if not _has(struct["ice"], action.cell):
        return "no_tile", _cell(action)
    beyond = action.cell
    while beyond >= 0 and _has(struct["ice"], beyond):
        beyond = int(NEIGHBOUR[beyond, action.direction])
    if beyond < 0 or _has(LAND, beyond):
        return "push_blocked", _cell(action) | {"direction": DIRECTIONS[action.direction]}
    return "no_room", {"cell": CELLS[beyond]}


def _shove(struct: Any, action: Written) -> Reason:
    cell = rules.beyond_line(struct, int(struct["push_cell"]), int(struct["push_direction"]))
    if not _animal_on(struct, cell, action.animal):
        return "not_in_the_way", {"animal": action.animal, "cell": CELLS[cell]}
    target = int(NEIGHBOUR[cell, action.direction])
    if target < 0 or not _has(rules.sea(struct), target):
        return "shove_not_sea", {}
    return _bear_barred(struct, target, "II-13")


def _bear_barred(struct: Any, target: int, rule: str) -> Reason:
    return ("bear_on_bear", {"rule": rule}) if _has(struct["bears"], target) else ("centre_closed", {})


def _animal_on(struct: Any, cell: int, animal: str) -> bool:
    if animal == "bear":
        return _has(struct["bears"], cell)
    return bool(animal_count(struct, cell, ANIMALS.index(animal)))


def _tile(struct: Any, type_: str) -> Reason | None:
    """II-14: a tile that is not in the hand or whose type was played."""
    played, first, sizes = {
        "melt": (PLAYED_MELT, HAND_MELT, 1),
        "energy": (PLAYED_ENERGY, HAND_ENERGY, 3),
        "harpoon": (PLAYED_HARPOON, HAND_HARPOON, 1),
        "herd": (PLAYED_HERD, HAND_HERD, 1),
    }[type_]
    if struct["to_move"] == struct["owner"] and int(struct["played"]) & played:
        return "type_played", {"type": type_}
    held = struct["hands"][struct["to_move"]][first : first + sizes]
    return None if held.any() else ("not_in_hand", {"type": type_})


def _melt(struct: Any, action: Written) -> Reason:
    reason = _tile(struct, "melt") or _face_down(struct, action)
    if reason:
        return reason
    return "melt_igloo" if _has(all_igloos(struct), action.cell) else "melt_not_at_sea", _cell(action)


def _energy(struct: Any, action: Written) -> Reason:
    return _tile(struct, "energy") or ("not_in_hand", {"type": f"energy {action.size}"})


def _herd(struct: Any, action: Written) -> Reason:
    return _tile(struct, "herd") or ("not_in_hand", {"type": "herd"})


def _spear(struct: Any, action: Written) -> Reason:
    barred = None if struct["many_answers"] else _tile(struct, "harpoon")
    return barred or ("not_in_hand", {"type": "harpoon"})


def _harpoon(struct: Any, action: Written) -> Reason:
    reason = _tile(struct, "harpoon")
    if reason:
        return reason
    prey: dict[str, object] = {"animal": action.animal, "cell": CELLS[action.cell], "rule": "II-17"}
    if not _animal_on(struct, action.cell, action.animal):
        return "no_animal", prey
    return "bear_out_of_reach" if action.animal == "bear" else "out_of_reach", prey


def _hunt(struct: Any, action: Written) -> Reason:
    if action.animal == "bear":
        return "bear_for_points", {}
    prey: dict[str, object] = {"animal": action.animal, "cell": CELLS[action.cell], "rule": "II-20"}
    if not _animal_on(struct, action.cell, action.animal):
        return "no_animal", prey
    animal = ANIMALS.index(action.animal)
    reach = rules.fish_in_reach(struct) if animal < FOX else rules.foxes_in_reach(struct)
    if not _has(reach, action.cell):
        return "out_of_reach", prey
    return _points(struct, ANIMAL_VALUES[animal], "II-20")


def _points(struct: Any, price: int, rule: str) -> Reason:
    return "points", {"price": price, "points": int(struct["points"]), "rule": rule}


def _step(struct: Any, action: Written) -> Reason:
    if not _animal_on(struct, action.cell, action.animal):
        return "no_animal", {"animal": action.animal, "cell": CELLS[action.cell], "rule": "II-18"}
    target = int(NEIGHBOUR[action.cell, action.direction])
    off_board = target < 0 or _has(LAND, target)
    if action.animal == "bear":
        if struct["open_corners"]:
            return ("bear_off_edge", {}) if target < 0 else _bear_barred(struct, target, "II-18")
        return ("bear_off_board", {}) if off_board else _bear_barred(struct, target, "II-18")
    if action.animal[0] == "f":
        return "fish_needs_sea", {}
    on_centre = not off_board and _has(struct["ice"], target) and _has(CENTRE, target)
    return "centre_closed" if on_centre else "fox_needs_tile", {}


def _walk(struct: Any, action: Written) -> Reason:
    if not _has(struct["inuit_of"][struct["owner"]], action.cell):
        return "no_inuit", _cell(action) | {"rule": "II-19"}
    target = int(NEIGHBOUR[action.cell, action.direction])
    if target < 0 or not _has(struct["ice"], target):
        return "walk_needs_tile", {}
    return _barred(struct, target) or _points(struct, 1, "II-19")


def _barred(struct: Any, target: int) -> Reason | None:
    """Why an Inuit may not enter a tile."""
    if rules.igloos_barred(struct) and _has(all_igloos(struct) & ~struct["igloo_of"][struct["owner"]], target):
        return "foreign_igloo", {"target": CELLS[target]}
    if _has(struct["bears"], target) and _tile(struct, "harpoon"):
        return "bear_needs_harpoon", {"target": CELLS[target]}
    return None


def _kayak(struct: Any, action: Written) -> Reason:
    places: dict[str, object] = {"cell": CELLS[action.cell], "target": CELLS[action.target]}
    if not _has(struct["inuit_of"][struct["owner"]], action.cell):
        return "no_inuit", places | {"rule": "II-19"}
    if action.cell == action.target:
        return "kayak_stays", places
    if not _has(struct["ice"], action.target):
        return "kayak_needs_tile", places
    reason = _barred(struct, action.target)
    if reason:
        return reason
    if not _has(rules.kayak_targets(struct, action.cell), action.target):
        return "kayak_other_sea", places
    return _points(struct, 3, "II-19")


def _igloo(struct: Any, action: Written) -> Reason:
    cell, owner = action.cell, int(struct["owner"])
    others = [struct["inuit_of"][seat] for seat in range(4) if seat != owner]
    if not _has(struct["inuit_of"][owner], cell):
        return "no_inuit", _cell(action) | {"rule": "II-24"}
    if not _has(struct["ice"], cell):
        return "igloo_on_land", _cell(action)
    if _has(all_igloos(struct), cell):
        return "igloo_there", _cell(action)
    if any(_has(inuit, cell) for inuit in others):
        return "igloo_others", _cell(action)
    return ("igloos_built", {}) if not struct["igloos"][owner] else _points(struct, 3, "II-24")


def _flee_reason(array: States, action: Written) -> Reason:
    colour = fleeing(array)[0]
    if action.colour != colour:
        return "other_flees", {"colour": colour}
    if action.cell in CORNERS:
        raise ValueError("a flight to a corner is always legal")
    return "not_corner", _cell(action)


_REASONS: dict[str, Callable[[Any, Written], Reason]] = {
    "place": _place, "flip": _flip, "drift": _drift, "shove": _shove, "melt": _melt, "energy": _energy,
    "herd": _herd, "spear": _spear, "harpoon": _harpoon, "hunt": _hunt, "step": _step, "walk": _walk,
    "kayak": _kayak, "igloo": _igloo,
}  # fmt: skip
