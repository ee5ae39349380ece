"""The board in text: a cross of four paths around the cubes, readable without colour."""

from __future__ import annotations

from floe.core.typing import States
from floe.games.icecult.layout import COLOURS, DIRECTIONS, SLOTS
from floe.games.icecult.position import Position
from floe.games.icecult.refusals import COLOUR_NAMES

ARROWS = dict(zip(DIRECTIONS, "↑→↓←", strict=True))
SYMBOLS = {"arc": "arc ◠", "circle": "circ ○"}
_CUBE = 8  # columns inside a cube


def draw(array: States) -> str:
    """The whole board, and what is due."""
    reading = Position(array)
    wings = {path: _wing(reading.stacks(path)) for path in "we"}
    left = 2 + len(wings["w"][0]) + 1
    middle = " " * (left + _CUBE + 1)
    lines = [_title(reading), ""]
    lines += [f"{middle}{line}" for line in _column(reading.stacks("n"), "n")[::-1]]
    lines += _centre(reading, wings, left)
    lines += [f"{middle}{line}" for line in _column(reading.stacks("s"), "s")]
    lines += ["", *_boxes(reading)]
    return "\n".join(line.rstrip() for line in lines)


def _title(reading: Position) -> str:
    struct = reading.struct
    drawn = reading.phase == "over" and not reading.finished  # the turn that made it a draw is ended and counted
    head = f"ICE CULT   turn {int(struct['turn']) + (not drawn)}"
    if reading.phase == "over":
        won = [COLOUR_NAMES[colour] for seat, colour in enumerate(reading.players) if struct["winners"] >> seat & 1]
        ending = "drawn: standstill" if drawn else f"won by {' and '.join(won)}"
        return f"{head}   over, {ending}"
    due = {"tilt1": "first tilt", "tilt2": "second tilt", "move": "moving pawns"}[reading.phase]
    return f"{head}   {COLOUR_NAMES[reading.on_turn]} ({reading.on_turn}) to move: {due}"


def _stack(stack: str) -> str:
    return stack or "·"


def _column(stacks: list[str], path: str) -> list[str]:
    """The north or south path, innermost space first; a stack is written from bottom to top."""
    return [f"{path}{space} {_stack(stack)}" for space, stack in enumerate(stacks, 1)]


def _wing(stacks: list[str]) -> tuple[str, str]:
    """The east path as two lines, innermost space first: the spaces' numbers above their stacks."""
    widths = [max(2, len(stack)) for stack in stacks]
    numbers = " ".join(f"{space:<{width}}" for space, width in enumerate(widths, 1))
    return numbers, " ".join(f"{_stack(stack):<{width}}" for stack, width in zip(stacks, widths, strict=True))


def _west(wing: tuple[str, str], stacks: list[str]) -> tuple[str, str]:
    widths = [max(2, len(stack)) for stack in stacks][::-1]
    numbers = " ".join(f"{len(stacks) - i:>{width}}" for i, width in enumerate(widths))
    return numbers, " ".join(f"{_stack(s):>{width}}" for s, width in zip(stacks[::-1], widths, strict=True))


def _centre(reading: Position, wings: dict[str, tuple[str, str]], left: int) -> list[str]:
    bar = "─" * _CUBE
    gap = " " * left
    west = _west(wings["w"], reading.stacks("w"))
    east = wings["e"]
    a, b, c, d = (f"{slot} {_symbol(reading, slot):<{_CUBE - 2}}" for slot in SLOTS)
    return [
        f"{gap}┌{bar}┬{bar}┐",
        f"{'w ' + west[0]:>{left - 1}} │{a}│{b}│ e {east[0]}",
        f"{west[1]:>{left - 1}} ├{bar}┼{bar}┤   {east[1]}",
        f"{gap}│{d}│{c}│",
        f"{gap}└{bar}┴{bar}┘",
    ]


def _symbol(reading: Position, slot: str) -> str:
    top = reading.top(slot)
    if ">" not in top:
        return SYMBOLS[top]
    mark = " ✓" if slot in reading.used else ""
    return f"{top[0]} {ARROWS[top[2]]}{mark}"


def _boxes(reading: Position) -> list[str]:
    """Who is in start and who is home, and what is left of this turn's symbols."""
    lines = []
    for name, count in (("start", reading.start), ("home", reading.home)):
        pawns = "   ".join(f"{colour} {'●' * count(colour):<5}" for colour in COLOURS)
        lines.append(f"{name:<6}{pawns}")
    players = ", ".join(f"{COLOUR_NAMES[c]} seat {seat}" for seat, c in enumerate(reading.players))
    neutral = [COLOUR_NAMES[colour] for colour in COLOURS if colour not in reading.players]
    lines.append(f"plays {players}" + (f"; neutral: {', '.join(neutral)}" if neutral else ""))
    if reading.phase == "move":
        circles, arcs = int(reading.struct["circles"]), int(reading.struct["arcs"])
        arrows = [slot for slot in SLOTS if ">" in reading.top(slot) and slot not in reading.used]
        lines.append(f"left  arrows {' '.join(arrows) or 'none'}   circles {circles}   arcs {arcs}")
    return lines
