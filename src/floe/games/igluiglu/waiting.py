"""What is due, as facts. What is open is told to all; what a hand allows, only to whoever must decide."""

from __future__ import annotations

from floe.core.facts import Fact
from floe.core.typing import Document
from floe.games.igluiglu.layout import TYPES
from floe.games.igluiglu.scene import Scene


def due(view: Document, seat: int | None, actions: list[str]) -> list[Fact]:
    """What is due as a seat's view shows it. ``actions``: the legal ones, if that seat must decide."""
    scene = Scene(view)
    found = _open(scene)
    if seat is not None and seat == view["to_move"]:
        found += _own(scene, actions)
    return [*found, Fact("may_end")] if scene.phase == "act" else found


def _open(scene: Scene) -> list[Fact]:
    """What everybody can see that is due."""
    view, phase = scene.view, scene.phase
    if phase == "place":
        return [Fact("place", {"left": view["to_place"][scene.mover]})]
    if phase == "shove":
        push = scene.push()
        return [Fact("make_room", {**push, "animals": scene.animals(push["onto"])})]
    if phase == "act":
        return [Fact("points_left", {"points": view["points"]})]
    if phase == "herd":
        return [Fact("herd_steps", {"steps": scene.herd_steps})]
    if phase == "spear":
        return [Fact("answer_attack", {"cell": view["pending"]["cell"], "asked": list(view["pending"]["ask"])})]
    if phase == "flee":
        queue = view["pending"]["queue"]
        return [Fact("choose_corner", {"colour": queue[0], "more": len(queue) - 1})]
    return [Fact({"flip": "flip", "drift": "push"}[phase])]


def _own(scene: Scene, actions: list[str]) -> list[Fact]:
    """II-14: what the hand of whoever must decide allows."""
    if scene.phase == "spear":
        cell = scene.view["pending"]["cell"]
        hides = [Fact("inuit_hide", {"cell": cell})] if scene.at(cell).get("igloo") == scene.mover else []
        return [*hides, Fact("harpoon", {"answer": _answer(scene)})]
    words = {action.partition(" ")[0] for action in actions}
    playable = [name for name in TYPES if name in words]
    return [Fact("may_play", {"types": playable})] if playable else []


def _answer(scene: Scene) -> str:
    """II-14, II-23: the player on turn plays one harpoon a turn at most."""
    if "harpoon" not in scene.hand:
        return "none"
    return "played" if scene.mover == scene.owner and "harpoon" in scene.view["played"] else "ready"
