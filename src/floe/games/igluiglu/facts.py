"""What an action did and what is due, as facts. They are made from what a viewer sees, so they tell no secret."""

from __future__ import annotations

from collections.abc import Callable

from floe.core.facts import Fact
from floe.core.typing import Document
from floe.games.igluiglu.layout import TYPES
from floe.games.igluiglu.position import Position, neighbour
from floe.games.igluiglu.score_sheet import ScoreSheet


def facts(before: Document, after: Document, action: str) -> list[Fact]:
    """What an action told whoever has these two views. They are only read, and facts hold copies of what is in them."""
    old, new = Position(before), Position(after)
    kind, *words = action.split(" ")
    told = _TELL[kind](old, new, *words)
    steps_left = old.herd_steps - (kind == "step") + 3 * (kind == "herd")
    if steps_left and not new.herd_steps:
        told.append(Fact("herd_stopped", {"steps": steps_left}))
    if after["points"] != before["points"] and kind != "end" and after["phase"] != "over":
        told.append(Fact("points", {"seat": after["owner"], "points": after["points"]}))
    return told


def count(sheet: ScoreSheet, key: str) -> Fact:
    """II-27, II-28: the whole count as one fact."""
    islands = [
        {
            "cells": list(island.cells),
            "value": island.value,
            "strengths": dict(island.strengths),
            "points": dict(island.points),
            "why": dict(island.why),
        }
        for island in sheet.islands
    ]
    return Fact(key, {"scores": sheet.totals(), "islands": islands})


# First part


def _place(old: Position, new: Position, cell: str) -> list[Fact]:
    left = new.view["to_place"][old.mover]
    return [Fact("placed", {"colour": old.mover, "cell": cell, "left": left})]


def _flip(old: Position, new: Position, cell: str) -> list[Fact]:
    seat = old.view["owner"]
    shown = _added(old.view["seen"], new.view["seen"])
    kept = _kept(old, new)
    flipped = Fact("flipped", {"seat": seat, "cell": cell, "kind": shown or kept})
    if not shown:
        return [flipped, Fact("kept", {"seat": seat, "cell": cell, "tile": kept})]
    if shown == "drift":
        return [flipped, Fact("drift_came" if new.phase == "drift" else "drift_failed", {"cell": cell})]
    return [flipped, *_came_up(new, cell, shown)]


def _added(old: Document, new: Document) -> str | None:
    return next((kind for kind, n in new.items() if n > old.get(kind, 0)), None)


def _kept(old: Position, new: Position) -> str | None:
    """II-8: the tile that came into the hand, for the one who may see it."""
    had, has = (position.view["hands"][old.owner] for position in (old, new))
    return None if isinstance(had, int) else next((kind for kind in has if has.count(kind) > had.count(kind)), None)


def _came_up(new: Position, cell: str, kind: str) -> list[Fact]:
    """II-9 to II-11: the animals that a tile brought up, or as many as were left."""
    there = new.at(cell)
    if kind == "bear":
        return [Fact("bear_came", {"cell": cell}) if "bear" in there else Fact("none_left", {"animals": "bear"})]
    if kind == "glacier":
        fox = int(there["fox"]) if "fox" in there else None
        told = [Fact("glacier", {"cell": cell, "fox": fox})]
        return told if fox else [*told, Fact("none_left", {"animals": "fox"})]
    values = [int(value) for value in there.get("fish", "")]
    told = [Fact("fish_came", {"cell": cell, "values": values})] if values else []
    return told if len(values) == int(kind[-1]) else [*told, Fact("none_left", {"animals": "fish"})]


def _drift(old: Position, new: Position, cell: str, direction: str) -> list[Fact]:
    push = old.pushed(cell, direction)
    if new.phase == "shove":
        return [Fact("push_waits", {**push, "animals": old.animals(push["onto"])})]
    return [Fact("drifted", push)]


def _shove(old: Position, new: Position, animal: str, direction: str) -> list[Fact]:
    push = old.push()
    told = _moved("shoved", old, animal, push["onto"], direction)
    return told if new.phase == "shove" else [*told, Fact("drifted", push)]


def _moved(key: str, old: Position, animal: str, cell: str, direction: str, **values: int) -> list[Fact]:
    """II-22: an animal goes to a neighbouring cell; a bear eats whom it finds there."""
    target = neighbour(cell, direction)
    eaten = old.fish_and_foxes(target) if animal == "bear" else []
    told = [Fact(key, {"animal": animal, "from": cell, "to": target, **values})]
    return [*told, Fact("eaten", {"cell": target, "animals": eaten})] if eaten else told


# Second part


def _walk(old: Position, new: Position, cell: str, direction: str) -> list[Fact]:
    target = neighbour(cell, direction)
    return [Fact("walked", {"colour": old.owner, "from": cell, "to": target}), *_bear_taken(old, target)]


def _kayak(old: Position, new: Position, cell: str, target: str) -> list[Fact]:
    journey = {"colour": old.owner, "from": cell, "to": target, "route": old.route(cell, target)}
    return [Fact("kayaked", journey), *_bear_taken(old, target)]


def _bear_taken(old: Position, target: str) -> list[Fact]:
    """II-19: a bear's tile is entered by harpoon."""
    return _harpoon(old, old, target, "bear") if "bear" in old.at(target) else []


def _harpoon(old: Position, new: Position, cell: str, animal: str) -> list[Fact]:
    return [Fact("harpooned", {"seat": old.view["owner"], "cell": cell, "animal": animal})]


def _hunt(old: Position, new: Position, cell: str, animal: str) -> list[Fact]:
    taken = {"seat": old.view["owner"], "cell": cell, "animal": animal, "points": int(animal[1])}
    return [Fact("hunted", taken)]


def _igloo(old: Position, new: Position, cell: str) -> list[Fact]:
    left = new.view["igloos"][old.owner]
    return [Fact("igloo_built", {"colour": old.owner, "cell": cell, "left": left})]


def _energy(old: Position, new: Position, size: str) -> list[Fact]:
    return [Fact("energy_played", {"seat": old.view["owner"], "size": int(size)})]


def _melt(old: Position, new: Position, cell: str) -> list[Fact]:
    there = {"cell": cell, "lost": old.animals(cell), "fleeing": old.inuit(cell)}
    return [Fact("melted", {"seat": old.view["owner"], **there})]


def _end(old: Position, new: Position) -> list[Fact]:
    following = None if new.phase == "over" else new.view["owner"]
    ended = {"seat": old.view["owner"], "next": following, "points_lost": old.view["points"]}
    return [Fact("turn_ended", ended)]


# Herding and attacks


def _herd(old: Position, new: Position) -> list[Fact]:
    return [Fact("herd_played", {"seat": old.view["owner"]})]


def _step(old: Position, new: Position, cell: str, animal: str, direction: str) -> list[Fact]:
    told = _moved("herded", old, animal, cell, direction, left=old.herd_steps - 1)
    if new.phase == "spear":
        attack = new.view["pending"]
        told.append(Fact("attack", {"cell": attack["cell"], "asked": list(attack["ask"])}))
    return told


def _spear(old: Position, new: Position) -> list[Fact]:
    return [Fact("speared", {"seat": old.view["to_move"], "cell": old.view["pending"]["cell"]})]


def _pass(old: Position, new: Position) -> list[Fact]:
    cell = old.view["pending"]["cell"]
    told = [Fact("passed", {"seat": old.view["to_move"], "cell": cell})]
    if new.phase == "spear":
        return told
    home = old.at(cell).get("igloo", "none")
    there = old.inuit(cell)
    hiding = "".join(colour for colour in there if colour == home)
    fleeing = "".join(colour for colour in there if colour != home)
    return [*told, Fact("unanswered", {"cell": cell, "fleeing": fleeing, "hiding": hiding})]


def _flee(old: Position, new: Position, colour: str, corner: str) -> list[Fact]:
    return [Fact("fled", {"colour": colour, "corner": corner})]


_TELL: dict[str, Callable[..., list[Fact]]] = {
    "place": _place,
    "flip": _flip,
    "drift": _drift,
    "shove": _shove,
    "walk": _walk,
    "kayak": _kayak,
    "hunt": _hunt,
    "harpoon": _harpoon,
    "igloo": _igloo,
    "energy": _energy,
    "melt": _melt,
    "herd": _herd,
    "step": _step,
    "spear": _spear,
    "pass": _pass,
    "flee": _flee,
    "end": _end,
}


# What is due


def due(view: Document, seat: int | None, actions: list[str]) -> list[Fact]:
    """What is due as a seat's view shows it. ``actions``: the legal ones, if that seat must decide."""
    position = Position(view)
    found = _open(position)
    if seat is not None and seat == view["to_move"]:
        found += _own(position, actions)
    return [*found, Fact("may_end")] if position.phase == "act" else found


def _open(position: Position) -> list[Fact]:
    """What everybody can see that is due."""
    view, phase = position.view, position.phase
    if phase == "place":
        return [Fact("place", {"left": view["to_place"][position.mover]})]
    if phase == "shove":
        push = position.push()
        return [Fact("make_room", {**push, "animals": position.animals(push["onto"])})]
    if phase == "act":
        return [Fact("points_left", {"points": view["points"]})]
    if phase == "herd":
        return [Fact("herd_steps", {"steps": position.herd_steps})]
    if phase == "spear":
        return [Fact("answer_attack", {"cell": view["pending"]["cell"], "asked": list(view["pending"]["ask"])})]
    if phase == "flee":
        queue = view["pending"]["queue"]
        return [Fact("choose_corner", {"colour": queue[0], "more": len(queue) - 1})]
    return [Fact({"flip": "flip", "drift": "push"}[phase])]


def _own(position: Position, actions: list[str]) -> list[Fact]:
    """II-14: what the hand of whoever must decide allows."""
    if position.phase == "spear":
        cell = position.view["pending"]["cell"]
        hides = [Fact("inuit_hide", {"cell": cell})] if position.at(cell).get("igloo") == position.mover else []
        return [*hides, Fact("harpoon", {"answer": _answer(position)})]
    written = "\n".join(["", *actions])
    playable = [name for name in TYPES if f"\n{name}" in written]
    return [Fact("may_play", {"types": playable})] if playable else []


def _answer(position: Position) -> str:
    """II-14, II-23: the player on turn plays one harpoon a turn at most, or one more for each attack."""
    if "harpoon" not in position.hand:
        return "none"
    limited = position.mover == position.owner and position.view["rules"].get("answers", "one") == "one"
    return "played" if limited and "harpoon" in position.view["played"] else "ready"
