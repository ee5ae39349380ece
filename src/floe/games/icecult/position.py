"""What a struct says, in the words of the game: for documents, notation, refusals and the text board."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from floe.core.arrays import plain
from floe.core.typing import States
from floe.games.icecult import layout
from floe.games.icecult.layout import ARC, CIRCLE, COLOURS, DIRECTIONS, SLOTS, STATE

_TOPS = {colour * 4 + d: f"{COLOURS[colour]}>{DIRECTIONS[d]}" for colour in range(4) for d in range(4)}
_TOPS |= {ARC: "arc", CIRCLE: "circle"}


_STANDING = range(1, 4 * layout.PAWNS_PER_COLOUR + 1)
PLACES = ("start", *(f"{space}.{at}" for space in range(1, layout.MAX_PATH_LENGTH + 1) for at in _STANDING))
"""The places that a pawn can step from, as they are written."""


@functools.lru_cache(maxsize=4096)  # a path is read many times before somebody steps on it
def _stacks(row: int, heights: int, path_length: int) -> tuple[str, ...]:
    """A path's stacks from its two numbers in the struct (see ``layout``), each from bottom to top."""
    stacks = []
    for _ in range(path_length):
        stack = ""
        for _ in range(heights & 31):
            stack += COLOURS[(row & 7) - 1]
            row >>= 3
        heights >>= 5
        stacks.append(stack)
    return tuple(stacks)


@functools.lru_cache(maxsize=8192)  # likewise
def choices(row: int, heights: int, path_length: int, colour: int) -> tuple[int, ...]:
    """The choices of a step: start, then where a colour's pawns stand on a path in walking order; see ``PLACES``."""
    found = [0]
    for space in range(path_length):
        for place in range(len(_STANDING) * space + 1, len(_STANDING) * space + 1 + (heights & 31)):
            if row & 7 == colour + 1:
                found.append(place)
            row >>= 3
        heights >>= 5
    return tuple(found)


class Position:
    """A struct, as it is when one reads. Colours, slots and directions are letters."""

    def __init__(self, array: States) -> None:
        self._array = array
        self.path_length = self.number("path_length")

    @property
    def struct(self) -> Any:
        return self._array[0]

    def number(self, name: str, *at: int) -> int:
        """A field, or one of its numbers. Asking the array for it takes a third of the time of asking the struct."""
        return int(self._array[name].item(0, *at))

    @property
    def phase(self) -> str:
        return layout.PHASES[self.number("phase")]

    @property
    def players(self) -> list[str]:
        """The colour of each seat."""
        return [COLOURS[self.number("colours", seat)] for seat in range(self.number("players"))]

    @property
    def on_turn(self) -> str:
        return self.players[self.number("to_move")]

    def _path(self, direction: str) -> tuple[int, int, int]:
        path = DIRECTIONS.index(direction)
        return self.number("pawns", path), self.number("heights", path), self.path_length

    def stacks(self, direction: str) -> list[str]:
        """A path's stacks on spaces 1 to path_length, each from bottom to top."""
        return list(_stacks(*self._path(direction)))

    def pose(self, slot: str) -> int:
        """The number of the pose in which a cube lies."""
        return self.number("cubes", SLOTS.index(slot))

    def top(self, slot: str) -> str:
        """What lies on top of a cube: "arc", "circle" or colour>direction."""
        return _TOPS[self.number("tops", SLOTS.index(slot), self.pose(slot))]

    def count_on_top(self, symbol: str) -> int:
        return sum(self.top(slot) == symbol for slot in SLOTS)

    @property
    def used(self) -> list[str]:
        used = self.number("used")
        return [slot for i, slot in enumerate(SLOTS) if used >> i & 1]

    def start(self, colour: str) -> int:
        return self.number("start", COLOURS.index(colour))

    def home(self, colour: str) -> int:
        return self.number("home", COLOURS.index(colour))

    def steps(self, slot: str) -> list[str]:
        """The steps that the arrow on top of a cube has now, written without the slot: "start", "3.1"."""
        top = self.top(slot)
        if ">" not in top:
            return []
        colour, _, direction = top.partition(">")
        found = choices(*self._path(direction), COLOURS.index(colour))
        return [PLACES[place] for place in found if place or self.start(colour)]

    def can_step(self, slot: str) -> bool:
        """Whether the arrow on top of a cube has any steps now."""
        colour, arrow, direction = self.top(slot).partition(">")
        if not arrow:
            return False
        return self.start(colour) > 0 or len(choices(*self._path(direction), COLOURS.index(colour))) > 1

    @property
    def stepped(self) -> bool:
        """IC-22: whether a pawn stepped this turn."""
        by_circle = self.phase == "move" and self.number("circles") < self.count_on_top("circle")
        return bool(self.number("used")) or by_circle

    @property
    def winners(self) -> list[int]:
        """The seats that have won."""
        winners = self.number("winners")
        return [seat for seat in range(self.number("players")) if winners >> seat & 1]

    @property
    def standstill(self) -> bool:
        """IC-22: whether the game ended in a draw. (Somebody else's tower may stand, where only the own one counts.)"""
        drawn = len(self.winners) == self.number("players")
        return self.phase == "over" and drawn and self.number("stalled") == self.number("stall_limit")

    @property
    def finished(self) -> dict[str, str]:
        """The players' colours with all pawns "home" (IC-20) or in a "tower" (IC-21). As a rule, they have won."""
        won = {}
        high = [one for path in DIRECTIONS for one in self.stacks(path) if len(one) >= layout.PAWNS_PER_COLOUR]
        for colour in self.players:
            if self.home(colour) == layout.PAWNS_PER_COLOUR:
                won[colour] = "home"
            elif any(stack.count(colour) == layout.PAWNS_PER_COLOUR for stack in high):
                won[colour] = "tower"
        return won


class Reading(Position):
    """A position that changes no more: what was read of it once is kept."""

    def __init__(self, array: States) -> None:
        self.values = plain(array)
        super().__init__(array)
        rows = zip(DIRECTIONS, self.values["pawns"], self.values["heights"], strict=True)
        self._paths = {path: _stacks(pawns, heights, self.path_length) for path, pawns, heights in rows}
        cubes = zip(SLOTS, self.values["cubes"], self.values["tops"], strict=True)
        self._tops = {slot: _TOPS[tops[pose]] for slot, pose, tops in cubes}

    def number(self, name: str, *at: int) -> int:
        value: Any = self.values[name]
        for index in at:
            value = value[index]
        number: int = value
        return number

    def stacks(self, direction: str) -> list[str]:
        return list(self._paths[direction])

    def top(self, slot: str) -> str:
        return self._tops[slot]


def reading(array: States) -> Reading:
    """What a position says. All who look at a table ask for the same, one after the other."""
    return _reading(array.tobytes())


@functools.lru_cache(maxsize=256)
def _reading(struct: bytes) -> Reading:
    return Reading(np.frombuffer(struct, STATE))
