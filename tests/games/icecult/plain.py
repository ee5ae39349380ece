"""The rules once more, from the rules page alone: plain code over position documents, slow and easy to check by eye.

It shares nothing with the engine. Tests play both side by side.
"""

from __future__ import annotations

import copy
from typing import Any

Cube = dict[str, str]
"""A cube as it lies: the printed face on each of the sides u n e s w d."""

DIRECTIONS = "nesw"
COLOURS = "yrgb"
SLOTS = "abcd"
OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}
PAIRS = {"n": "ab", "e": "bc", "s": "cd", "w": "da"}
TILTS = ["nn", "ns", "sn", "ss", "ee", "ew", "we", "ww"]

_SIDES = {"fair": ["ybgr", "gryb", "ybgr", "gryb"], "balanced": ["ygbr", "brgy", "bygr", "grby"]}
BUILT_IN = {
    name: {
        slot: {"U": "arc", "D": "circle", **{face: f"{colour}>U" for face, colour in zip("NESW", colours, strict=True)}}
        for slot, colours in zip(SLOTS, sides, strict=True)
    }
    for name, sides in _SIDES.items()
}
FAIR = BUILT_IN["fair"]


def tilted(cube: Cube, toward: str) -> Cube:
    back = OPPOSITE[toward]
    return cube | {toward: cube["u"], "u": cube[back], back: cube["d"], "d": cube[toward]}


def turned(cube: Cube, sign: str) -> Cube:
    after = {"n": "e", "e": "s", "s": "w", "w": "n"}
    if sign == "-":
        after = {new: old for old, new in after.items()}
    return cube | {after[side]: cube[side] for side in DIRECTIONS}


def pose(cube: Cube) -> str:
    return cube["u"] + cube["n"]


def _every_cube() -> dict[str, Cube]:
    found: dict[str, Cube] = {}
    waiting = [dict(zip("unesw" + "d", "UNESWD", strict=True))]
    while waiting:
        cube = waiting.pop()
        if pose(cube) not in found:
            found[pose(cube)] = cube
            waiting += [tilted(cube, toward) for toward in DIRECTIONS]
    return found


CUBES = _every_cube()
"""A cube in each pose."""


def printed(rules: dict[str, Any]) -> dict[str, dict[str, str]]:
    return BUILT_IN[rules["cubes"]] if isinstance(rules["cubes"], str) else rules["cubes"]


def top(symbols: dict[str, str], in_pose: str) -> str:
    """What such a cube shows on top in a pose."""
    cube = CUBES[in_pose]
    symbol = symbols[cube["u"]]
    if ">" not in symbol:
        return symbol
    colour, target = symbol.split(">")
    return f"{colour}>{next(side for side in DIRECTIONS if cube[side] == target)}"


def steps(doc: dict[str, Any], slot: str) -> list[str]:
    """What can follow the @ with the arrow in a slot."""
    if ">" not in doc["tops"][slot]:
        return []
    colour, direction = doc["tops"][slot].split(">")
    standing = [
        f"{space}.{place}"
        for space, stack in enumerate(doc["paths"][direction], 1)
        for place, pawn in enumerate(stack, 1)
        if pawn == colour
    ]
    return ["start", *standing] if doc["start"][colour] else standing


def legal(doc: dict[str, Any]) -> set[str]:
    if doc["phase"] == "over":
        return set()
    if doc["phase"] == "tilt1":
        return set(TILTS)
    if doc["phase"] == "tilt2":
        pair, toward = doc["first_tilt"]
        return set(TILTS) - {pair + OPPOSITE[toward]}
    due = {f"{slot}@{step}" for slot in SLOTS if slot not in doc["used"] for step in steps(doc, slot)}
    copies = {f"*{slot}@{step}" for slot in SLOTS for step in steps(doc, slot)} if doc["circles"] else set()
    turns = {slot + sign for slot in SLOTS for sign in "+-"} if doc["arcs"] else set()
    may_end = not due and (not copies or doc["rules"]["circles"] == "may")
    return due | copies | turns | ({"end"} if may_end else set())


def play(before: dict[str, Any], action: str) -> dict[str, Any]:
    """The document after a legal action."""
    doc = copy.deepcopy(before)
    if doc["phase"] != "move":
        _tilt(doc, action)
    elif action == "end":
        _end(doc)
    elif action[-1] in "+-":
        doc["arcs"] -= 1
        _put(doc, action[0], turned(CUBES[doc["cubes"][action[0]]], action[1]))
    else:
        _step(doc, action)
    return doc


def _put(doc: dict[str, Any], slot: str, cube: Cube) -> None:
    doc["cubes"][slot] = pose(cube)
    doc["tops"][slot] = top(printed(doc["rules"])[slot], pose(cube))


def _on_top(doc: dict[str, Any], symbol: str) -> int:
    return list(doc["tops"].values()).count(symbol)


def _tilt(doc: dict[str, Any], action: str) -> None:
    for slot in PAIRS[action[0]]:
        _put(doc, slot, tilted(CUBES[doc["cubes"][slot]], action[1]))
    if doc["phase"] == "tilt1":
        doc.update(phase="tilt2", first_tilt=action)
    else:
        doc.update(phase="move", first_tilt=None, circles=_on_top(doc, "circle"), arcs=_on_top(doc, "arc"))


def _step(doc: dict[str, Any], action: str) -> None:
    slot, _, step = action.removeprefix("*").partition("@")
    if action.startswith("*"):
        doc["circles"] -= 1
    else:
        doc["used"] = sorted([*doc["used"], slot])
    colour, direction = doc["tops"][slot].split(">")
    stacks = doc["paths"][direction]
    if step == "start":
        doc["start"][colour] -= 1
        space, riders = 0, colour
    else:
        space, place = (int(number) for number in step.split("."))
        stack = stacks[space - 1]
        stacks[space - 1], riders = stack[: place - 1], stack[place - 1 :]
    if space < len(stacks):
        stacks[space] += riders
    else:
        for pawn in riders:
            doc["home"][pawn] += 1
    doc["stalled"] = 0
    if doc["rules"].get("checked", "step") == "step":
        _look_for_wins(doc)


def _look_for_wins(doc: dict[str, Any]) -> None:
    won = [seat for seat in range(len(doc["players"])) if _has_won(doc, seat)]
    if won:
        _over(doc, [doc["to_move"]] if doc["to_move"] in won else won)


def _has_won(doc: dict[str, Any], seat: int) -> bool:
    colour = doc["players"][seat]
    stacks = [stack for path in doc["paths"].values() for stack in path]
    tower_counts = doc["rules"].get("tower", "any") == "any" or seat == doc["to_move"]
    return doc["home"][colour] == 5 or (tower_counts and any(stack.count(colour) == 5 for stack in stacks))


def _end(doc: dict[str, Any]) -> None:
    if not doc["used"] and doc["circles"] == _on_top(doc, "circle"):
        doc["stalled"] += 1
    doc["turn"] += 1
    seats = len(doc["players"])
    if doc["rules"].get("checked", "step") == "turn":
        _look_for_wins(doc)
    if doc["phase"] == "over":
        return
    if doc["stalled"] == doc["rules"]["stall_limit"]:
        _over(doc, list(range(seats)))
    else:
        doc.update(phase="tilt1", to_move=(doc["to_move"] + 1) % seats, used=[], circles=0, arcs=0)


def _over(doc: dict[str, Any], winners: list[int]) -> None:
    doc.update(phase="over", to_move=None, winners=winners, used=[], circles=0, arcs=0)
