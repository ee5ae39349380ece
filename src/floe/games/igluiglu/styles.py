"""Favourite plans in IGLU IGLU; ``floe.bots.styles`` says what they are for. They rest on what the mover sees."""

from __future__ import annotations

from collections.abc import Callable

from floe.core.game import State
from floe.games.igluiglu.layout import DIRECTIONS
from floe.games.igluiglu.position import Position, neighbour


def _by_action(fits: Callable[[list[str], Position], float]) -> Callable[[State, list[str]], list[float]]:
    """A plan, from what it says of an action's words."""

    def plan(state: State, actions: list[str]) -> list[float]:
        here = Position(state.seen(state.to_move))
        return [fits(action.split(" "), here) for action in actions]

    return plan


def _target(words: list[str]) -> str:
    """The cell that an action ends on; "" if it is about none."""
    if words[0] == "walk":
        return neighbour(words[1], words[2])
    if words[0] == "kayak":
        return words[2]
    return words[1] if len(words) > 1 and len(words[1]) == 2 and words[1][1].isdigit() else ""


def _value(animal: str) -> int:
    return 4 if animal == "bear" else int(animal[1])


def _taken(words: list[str]) -> str:
    """The animal that an action takes; "" if it takes none."""
    return words[2] if words[0] in ("hunt", "harpoon") else ""


def _paddles(words: list[str], here: Position) -> float:
    """Inuit cross the sea by kayak."""
    return 1 if words[0] == "kayak" else 0


def _fishes(words: list[str], here: Position) -> float:
    """Fish are caught, the big ones first."""
    return _value(words[2]) if _taken(words).startswith("f") else 0


def _settles(words: list[str], here: Position) -> float:
    """Igloos are built as soon as one can be."""
    return 1 if words[0] == "igloo" else 0


def _hunts(words: list[str], here: Position) -> float:
    """Foxes and bears are taken, and Inuit go where a fox is."""
    if words[0] in ("walk", "kayak"):
        return 0.5 if here.at(_target(words)).get("fox") else 0
    return _value(words[2]) if _taken(words)[:1] in ("x", "b") else 0


def _breaks(words: list[str], here: Position) -> float:
    """The ice goes where others are: beside their Inuit, and not beside one's own."""
    if words[0] not in ("flip", "melt"):
        return 0
    beside = "".join(here.inuit(neighbour(words[1], direction)) for direction in DIRECTIONS)
    return max(0, len(beside) - 2 * beside.count(here.mover))


STYLES = {
    "paddler": _by_action(_paddles),
    "fisher": _by_action(_fishes),
    "settler": _by_action(_settles),
    "hunter": _by_action(_hunts),
    "breaker": _by_action(_breaks),
}


def far(state: State, actions: list[str]) -> list[float]:
    """The more cells lie between an action and the nearest of one's own Inuit, the farther it is: four are very far."""
    here = Position(state.seen(state.to_move))
    own = [cell for cell in here.view["cells"] if here.mover in here.inuit(cell)]

    def between(cell: str) -> int:
        return min((abs(ord(cell[0]) - ord(one[0])) + abs(int(cell[1]) - int(one[1])) - 1 for one in own), default=0)

    targets = [_target(action.split(" ")) for action in actions]
    return [min(1.0, max(0, between(cell)) / 4) if cell else 0 for cell in targets]
