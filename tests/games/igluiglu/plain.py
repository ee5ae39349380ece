"""The rules once more, from the rules page alone: plain code over position documents, slow and easy to check by eye.

It shares nothing with the engine. Tests play both side by side. Looking at the board is in ``plain_board``, the count
in ``plain_score``.
"""

from __future__ import annotations

import copy
from collections.abc import Callable

from tests.games.igluiglu.plain_board import (
    CELLS,
    CENTRE,
    LAND,
    RING,
    Doc,
    around,
    beyond,
    empty,
    face_down,
    line,
    look,
    put,
    sea,
    tile,
    toward,
)
from tests.games.igluiglu.plain_score import scores, winners

HAND = ["melt", "energy1", "energy2", "energy3", "harpoon", "herd"]
TYPES = ["melt", "energy", "harpoon", "herd"]
TAKEN = ["f1", "f2", "f3", "x1", "x2", "x3", "bear"]


def legal(doc: Doc) -> set[str]:
    """Every action of the player to move."""
    if doc["phase"] == "over":
        return set()
    return {
        "place": lambda: {f"place {cell}" for cell in RING if tile(doc, cell)},
        "flip": lambda: {f"flip {cell}" for cell in flippable(doc)} | melts_and_herd(doc),
        "drift": lambda: set(pushes(doc)),
        "shove": lambda: set(shoves(doc, target_of(doc, doc["pending"]["push"]))),
        "herd": lambda: set(herd_steps(doc)),
        "spear": lambda: answers(doc),
        "flee": lambda: {f"flee {doc['pending']['queue'][0]} {corner}" for corner in LAND},
        "act": lambda: points_actions(doc) | melts_and_herd(doc) | harpoons(doc) | energies(doc) | {"end"},
    }[doc["phase"]]()


def play(before: Doc, action: str) -> Doc:
    """The document after a legal action."""
    doc = copy.deepcopy(before)
    verb, *words = action.split()
    _PLAY[verb](doc, *words)
    return doc


def owner(doc: Doc) -> str:
    return str(doc["players"][doc["owner"]])


# The first part of a turn.


def place(doc: Doc, cell: str) -> None:
    doc["to_place"][owner(doc)] -= 1
    put(doc, cell, "inuit", look(doc, cell, "inuit") + owner(doc))
    doc["owner"] = doc["to_move"] = (doc["owner"] + 1) % len(doc["players"])
    if not any(doc["to_place"].values()):
        begin_flip(doc)


def flippable(doc: Doc) -> list[str]:
    free = [cell for cell in CELLS if face_down(doc, cell) and empty(doc, cell)]
    at_sea = [cell for cell in free if any(sea(doc, other) for other in around(cell))]
    return at_sea or [cell for cell in free if cell in RING]


def begin_flip(doc: Doc) -> None:
    doc.update(phase="flip", to_move=doc["owner"], points=0, pending=None)
    if not flippable(doc):
        doc.update(phase="over", to_move=None, hands={colour: [] for colour in doc["players"]})
        doc.update(scores=scores(doc), winners=winners(doc))


def begin_second_part(doc: Doc) -> None:
    doc.update(phase="act", to_move=doc["owner"], points=3, pending=None)


def see(doc: Doc, kind: str) -> None:
    doc["seen"][kind] = doc["seen"].get(kind, 0) + 1


def flip(doc: Doc, cell: str) -> None:
    kind = look(doc, cell, "ice")
    put(doc, cell, "ice", "")
    supply = doc["supply"]
    if kind in HAND:
        doc["hands"][owner(doc)] = sorted([*doc["hands"][owner(doc)], kind], key=HAND.index)
        begin_second_part(doc)
        return
    see(doc, kind)
    if kind.startswith("fish"):
        number = int(kind[-1])
        put(doc, cell, "fish", "".join(str(value) for value in supply["fish"][:number]))
        del supply["fish"][:number]
    elif kind == "bear" and supply["bears"]:
        supply["bears"] -= 1
        put(doc, cell, "bear", True)
    elif kind == "glacier":
        put(doc, cell, "ice", "up")
        put(doc, cell, "fox", "".join(str(value) for value in supply["fox"][:1]))
        del supply["fox"][:1]
    begin_second_part(doc)
    if kind == "drift" and pushes(doc):
        doc.update(phase="drift", points=0)


def pushes(doc: Doc) -> list[str]:
    found = []
    for cell in CELLS:
        for direction in "nesw":
            target = beyond(doc, cell, direction)
            if tile(doc, cell) and target is not None and target not in LAND:
                movable = {shove.split()[1] for shove in shoves(doc, target)}
                if movable >= in_the_way(doc, target):
                    found.append(f"drift {cell} {direction}")
    return found


def in_the_way(doc: Doc, cell: str) -> set[str]:
    return {f"f{value}" for value in look(doc, cell, "fish")} | ({"bear"} if look(doc, cell, "bear") else set())


def target_of(doc: Doc, push: str) -> str:
    _, cell, direction = push.split()
    target = beyond(doc, cell, direction)
    assert target is not None
    return target


def shoves(doc: Doc, cell: str) -> list[str]:
    found = []
    for direction in "nesw":
        target = toward(cell, direction)
        if target is not None and sea(doc, target):
            found += [f"shove {animal} {direction}" for animal in in_the_way(doc, cell) - {"bear"}]
            if look(doc, cell, "bear") and bear_may_go(doc, target):
                found.append(f"shove bear {direction}")
    return found


def chosen(doc: Doc, option: str, default: str) -> str:
    """What was agreed on where the rulebook can be read in more ways than one."""
    return str(doc["rules"].get(option, default))


def bear_may_go(doc: Doc, cell: str) -> bool:
    return not look(doc, cell, "bear") and not centre_barred(doc, cell)


def centre_barred(doc: Doc, cell: str) -> bool:
    return doc["rules"]["centre"] == "closed" and cell in CENTRE


def drift(doc: Doc, cell: str, direction: str) -> None:
    target = beyond(doc, cell, direction)
    assert target is not None
    if in_the_way(doc, target):
        doc.update(phase="shove", pending={"push": f"drift {cell} {direction}"})
        return
    for moving in reversed(line(doc, cell, direction)):
        ahead = toward(moving, direction)
        assert ahead is not None
        doc["cells"][ahead] = doc["cells"].pop(moving)
    begin_second_part(doc)


def shove(doc: Doc, animal: str, direction: str) -> None:
    push = doc["pending"]["push"]
    move_animal(doc, target_of(doc, push), animal, direction)
    drift(doc, *push.split()[1:])


def move_animal(doc: Doc, cell: str, animal: str, direction: str) -> str:
    """Where it has come. A bear eats what is there."""
    target = toward(cell, direction)
    assert target is not None
    remove_animal(doc, cell, animal)
    if animal == "bear":
        put(doc, target, "fish", "")
        put(doc, target, "fox", "")
        put(doc, target, "bear", True)
    else:
        what = "fish" if animal[0] == "f" else "fox"
        put(doc, target, what, look(doc, target, what) + animal[1])
    return target


def remove_animal(doc: Doc, cell: str, animal: str) -> None:
    if animal == "bear":
        put(doc, cell, "bear", False)
    else:
        what = "fish" if animal[0] == "f" else "fox"
        put(doc, cell, what, look(doc, cell, what).replace(animal[1], "", 1))


# Tiles in the hand.


def may_play(doc: Doc, kind: str) -> bool:
    return kind in doc["hands"][owner(doc)] and kind.rstrip("123") not in doc["played"]


def spend(doc: Doc, seat: int, kind: str) -> None:
    doc["hands"][doc["players"][seat]].remove(kind)
    see(doc, kind)
    if seat == doc["owner"]:
        doc["played"] = sorted({*doc["played"], kind.rstrip("123")}, key=TYPES.index)


def melts_and_herd(doc: Doc) -> set[str]:
    found = {"herd"} if may_play(doc, "herd") else set()
    if may_play(doc, "melt"):
        for cell in CELLS:
            if face_down(doc, cell) and not look(doc, cell, "igloo") and any(sea(doc, x) for x in around(cell)):
                found.add(f"melt {cell}")
    return found


def melt(doc: Doc, cell: str) -> None:
    spend(doc, doc["owner"], "melt")
    fleeing = look(doc, cell, "inuit")
    del doc["cells"][cell]
    go_on(doc, fleeing, 0, doc["phase"])


def energies(doc: Doc) -> set[str]:
    return {f"energy {size}" for size in (1, 2, 3) if may_play(doc, f"energy{size}")}


def energy(doc: Doc, size: str) -> None:
    spend(doc, doc["owner"], f"energy{size}")
    doc["points"] += int(size)


def herd(doc: Doc) -> None:
    spend(doc, doc["owner"], "herd")
    go_on(doc, "", 3, doc["phase"])


def go_on(doc: Doc, fleeing: str, steps: int, back: str) -> None:
    """First those who flee, then the herd steps left while one is possible, then what was interrupted."""
    doc.update(to_move=doc["owner"], pending=None)
    if fleeing:
        doc.update(phase="flee", pending={"queue": fleeing, "steps": steps, "back": back})
    elif steps and herd_steps(doc):
        doc.update(phase="herd", pending={"steps": steps, "back": back})
    elif back == "flip":
        begin_flip(doc)
    else:
        doc.update(phase="act")


def flee(doc: Doc, colour: str, corner: str) -> None:
    pending = doc["pending"]
    put(doc, corner, "inuit", look(doc, corner, "inuit") + colour)
    go_on(doc, pending["queue"][1:], pending["steps"], pending["back"])


def herd_steps(doc: Doc) -> list[str]:
    found = []
    for cell in CELLS:
        for direction in "nesw":
            target = toward(cell, direction)
            if target is None:
                continue
            if target in LAND:
                if look(doc, cell, "bear") and bear_may_go(doc, target) and chosen(doc, "corners", "closed") == "open":
                    found.append(f"step {cell} bear {direction}")
                continue
            if sea(doc, target):
                found += [f"step {cell} f{value} {direction}" for value in set(look(doc, cell, "fish"))]
            elif not centre_barred(doc, target):
                found += [f"step {cell} x{value} {direction}" for value in set(look(doc, cell, "fox"))]
            if look(doc, cell, "bear") and bear_may_go(doc, target):
                found.append(f"step {cell} bear {direction}")
    return found


def step(doc: Doc, cell: str, animal: str, direction: str) -> None:
    steps, back = doc["pending"]["steps"] - 1, doc["pending"]["back"]
    target = move_animal(doc, cell, animal, direction)
    seats = [(doc["owner"] + 1 + k) % len(doc["players"]) for k in range(len(doc["players"]))]
    ask = [seat for seat in seats if doc["players"][seat] in look(doc, target, "inuit")]
    if animal == "bear" and ask:
        doc.update(phase="spear", to_move=ask[0], pending={"cell": target, "ask": ask, "steps": steps, "back": back})
    else:
        go_on(doc, "", steps, back)


def answers(doc: Doc) -> set[str]:
    seat = doc["pending"]["ask"][0]
    barred = seat == doc["owner"] and "harpoon" in doc["played"] and chosen(doc, "answers", "one") == "one"
    return {"pass"} if barred or "harpoon" not in doc["hands"][doc["players"][seat]] else {"pass", "spear"}


def spear(doc: Doc) -> None:
    pending, seat = doc["pending"], doc["pending"]["ask"][0]
    spend(doc, seat, "harpoon")
    take(doc, seat, pending["cell"], "bear")
    go_on(doc, "", pending["steps"], pending["back"])


def pass_by(doc: Doc) -> None:
    pending = doc["pending"]
    del pending["ask"][0]
    if pending["ask"]:
        doc["to_move"] = pending["ask"][0]
        return
    cell = pending["cell"]
    hidden = look(doc, cell, "igloo") or "nobody"
    there = look(doc, cell, "inuit")
    put(doc, cell, "inuit", "".join(colour for colour in there if colour == hidden))
    go_on(doc, "".join(colour for colour in there if colour != hidden), pending["steps"], pending["back"])


# The second part of a turn.


def take(doc: Doc, seat: int, cell: str, animal: str) -> None:
    remove_animal(doc, cell, animal)
    colour = doc["players"][seat]
    doc["taken"][colour] = sorted([*doc["taken"][colour], animal], key=TAKEN.index)


def own_cells(doc: Doc) -> list[str]:
    return [cell for cell in CELLS if owner(doc) in look(doc, cell, "inuit")]


def prey(doc: Doc) -> set[tuple[str, str]]:
    found = set()
    for cell in own_cells(doc):
        if tile(doc, cell):
            found |= {(cell, f"x{value}") for value in look(doc, cell, "fox")}
            found |= {(water, f"f{value}") for water in around(cell) for value in look(doc, water, "fish")}
    return found


def points_actions(doc: Doc) -> set[str]:
    points, found = doc["points"], set()
    for cell in own_cells(doc):
        for direction in "nesw":
            target = toward(cell, direction)
            if points >= 1 and target is not None and may_enter(doc, target):
                found.add(f"walk {cell} {direction}")
        if points >= 3:
            found |= {f"kayak {cell} {target}" for target in shore(doc, cell) if may_enter(doc, target)}
            alone = set(look(doc, cell, "inuit")) == {owner(doc)}
            if tile(doc, cell) and alone and not look(doc, cell, "igloo") and doc["igloos"][owner(doc)]:
                found.add(f"igloo {cell}")
    return found | {f"hunt {cell} {animal}" for cell, animal in prey(doc) if int(animal[1]) <= points}


def harpoons(doc: Doc) -> set[str]:
    if not may_play(doc, "harpoon"):
        return set()
    bears = {(cell, "bear") for cell in own_cells(doc) if look(doc, cell, "bear")}
    return {f"harpoon {cell} {animal}" for cell, animal in prey(doc) | bears}


def may_enter(doc: Doc, cell: str) -> bool:
    barred = look(doc, cell, "bear") and not may_play(doc, "harpoon")
    by_variant = "barred" if doc["rules"]["variant"] == "gamers" else "open"
    igloos = chosen(doc, "igloos", "by variant").replace("by variant", by_variant)
    foreign = igloos == "barred" and look(doc, cell, "igloo") not in ("", owner(doc))
    return tile(doc, cell) and not barred and not foreign


def shore(doc: Doc, start: str) -> set[str]:
    """The other tiles next to the sea that a cell is next to, where no bear is."""
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        for cell in around(waiting.pop()):
            if cell not in reached and sea(doc, cell) and not look(doc, cell, "bear"):
                reached.add(cell)
                waiting.append(cell)
    return {cell for water in reached for cell in around(water) if tile(doc, cell)} - {start}


def travel(doc: Doc, cell: str, target: str, price: int) -> None:
    doc["points"] -= price
    put(doc, cell, "inuit", look(doc, cell, "inuit").replace(owner(doc), "", 1))
    put(doc, target, "inuit", look(doc, target, "inuit") + owner(doc))
    if look(doc, target, "bear"):
        harpoon(doc, target, "bear")


def walk(doc: Doc, cell: str, direction: str) -> None:
    target = toward(cell, direction)
    assert target is not None
    travel(doc, cell, target, 1)


def kayak(doc: Doc, cell: str, target: str) -> None:
    travel(doc, cell, target, 3)


def hunt(doc: Doc, cell: str, animal: str) -> None:
    doc["points"] -= int(animal[1])
    take(doc, doc["owner"], cell, animal)


def harpoon(doc: Doc, cell: str, animal: str) -> None:
    spend(doc, doc["owner"], "harpoon")
    take(doc, doc["owner"], cell, animal)


def igloo(doc: Doc, cell: str) -> None:
    doc["points"] -= 3
    doc["igloos"][owner(doc)] -= 1
    put(doc, cell, "igloo", owner(doc))


def end(doc: Doc) -> None:
    doc.update(turn=doc["turn"] + 1, owner=(doc["owner"] + 1) % len(doc["players"]), played=[])
    begin_flip(doc)


_PLAY: dict[str, Callable[..., None]] = {
    "place": place, "flip": flip, "drift": drift, "shove": shove, "melt": melt, "energy": energy, "herd": herd,
    "step": step, "spear": spear, "pass": pass_by, "flee": flee, "walk": walk, "kayak": kayak, "hunt": hunt,
    "harpoon": harpoon, "igloo": igloo, "end": end,
}  # fmt: skip
