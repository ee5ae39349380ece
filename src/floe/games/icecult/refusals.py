"""Why an action is not legal: the rule's number, a key with values (for other languages), and an English sentence."""

from __future__ import annotations

from floe.core.errors import IllegalAction
from floe.core.typing import States
from floe.games.icecult.layout import NO_TILT
from floe.games.icecult.notation import OPPOSITE_TILT, TILTS, Written, parse
from floe.games.icecult.position import Position

COLOUR_NAMES = {"y": "yellow", "r": "red", "g": "green", "b": "blue"}
DIRECTION_NAMES = {"n": "north", "e": "east", "s": "south", "w": "west"}

SENTENCES = {
    "no_such_space": ("IC-2", "the paths here have spaces 1 to {length}, so there is no space {space}"),
    "tilts_first": ("IC-9", "a turn begins with two tilts; {left} of them {verb} still to be made"),
    "tilts_made": ("IC-9", "both tilts of this turn are made; now pawns move"),
    "tilting_back": ("IC-11", "the second tilt may not take the first one ({first}) back"),
    "no_arrow": ("IC-13", "the cube in slot {slot} shows {symbol} on top, not an arrow"),
    "start_empty": ("IC-13", "no {colour} pawn is left in start"),
    "no_pawn": ("IC-13", "on the {direction} path nobody stands at {space}.{standing}"),
    "other_colour": ("IC-13", "the pawn at {space}.{standing} on the {direction} path is {other}, the arrow {colour}"),
    "arrow_used": ("IC-14", "the arrow in slot {slot} was used this turn already"),
    "arrow_due": ("IC-14", "the {colour} arrow in slot {slot} still has a step: {steps}"),
    "copies_no_arrow": ("IC-17", "a circle copies an arrow, but the cube in slot {slot} shows {symbol} on top"),
    "no_circle": ("IC-17", "no circle lies on top"),
    "circles_spent": ("IC-17", "every circle of this turn is spent"),
    "circle_due": ("IC-17", "a circle is left and must be used: {steps}"),
    "no_arc": ("IC-18", "no arc lies on top"),
    "arcs_spent": ("IC-18", "every arc of this turn is spent"),
}
"""For each reason the rule it comes from, and the sentence."""


def refusal(array: States, text: str) -> IllegalAction:
    """Why a well-formed action cannot be played in this running game."""
    written = parse(text)
    if written is None:
        raise ValueError(f"{text!r} is no action")
    key, values = _reason(Position(array), written)
    rule, sentence = SENTENCES[key]
    return IllegalAction(text, rule, key, values, sentence.format(**values))


def _reason(reading: Position, action: Written) -> tuple[str, dict[str, object]]:
    if action.kind == "tilt":
        return _tilt_reason(reading)
    if reading.phase != "move":
        left = 2 if reading.phase == "tilt1" else 1
        return "tilts_first", {"left": left, "verb": "are" if left == 2 else "is"}
    if action.kind == "turn":
        return "arcs_spent" if reading.count_on_top("arc") else "no_arc", {}
    if action.kind == "end":
        return _end_reason(reading)
    return _step_reason(reading, action)


def _tilt_reason(reading: Position) -> tuple[str, dict[str, object]]:
    first = reading.number("first_tilt")
    if first == NO_TILT:
        return "tilts_made", {}
    return "tilting_back", {"first": TILTS[first], "refused": OPPOSITE_TILT[TILTS[first]]}


def _step_reason(reading: Position, action: Written) -> tuple[str, dict[str, object]]:
    slot, top = action.slot, reading.top(action.slot)
    if action.circle and not reading.struct["circles"]:
        return "circles_spent" if reading.count_on_top("circle") else "no_circle", {}
    if ">" not in top:
        key = "copies_no_arrow" if action.circle else "no_arrow"
        return key, {"slot": slot, "symbol": "an arc" if top == "arc" else "a circle"}
    if not action.circle and slot in reading.used:
        return "arrow_used", {"slot": slot}
    colour, _, direction = top.partition(">")
    if not action.space:
        return "start_empty", {"colour": COLOUR_NAMES[colour]}
    if action.space > reading.path_length:
        return "no_such_space", {"length": reading.path_length, "space": action.space}
    stack = reading.stacks(direction)[action.space - 1]
    place = {"direction": DIRECTION_NAMES[direction], "space": action.space, "standing": action.standing}
    if action.standing > len(stack):
        return "no_pawn", place
    return "other_colour", place | {"other": COLOUR_NAMES[stack[action.standing - 1]], "colour": COLOUR_NAMES[colour]}


def _end_reason(reading: Position) -> tuple[str, dict[str, object]]:
    for slot in "abcd":
        steps = reading.steps(slot)
        if steps and slot not in reading.used:
            colour = COLOUR_NAMES[reading.top(slot)[0]]
            return "arrow_due", {"slot": slot, "colour": colour, "steps": _listed(slot, steps)}
    steps_of = [_listed(f"*{slot}", reading.steps(slot)) for slot in "abcd" if reading.steps(slot)]
    return "circle_due", {"steps": " ".join(steps_of)}


def _listed(slot: str, steps: list[str]) -> str:
    return " ".join(f"{slot}@{step}" for step in steps)
