"""What a struct says, in the words of the game: for documents, notation, refusals and the text board."""

from __future__ import annotations

import functools
from typing import Any

from floe.core.typing import States
from floe.games.icecult import layout
from floe.games.icecult.layout import ARC, CIRCLE, COLOURS, DIRECTIONS, NOBODY, SLOTS

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
    """A struct, read. Colours, slots and directions are letters."""

    def __init__(self, array: States) -> None:
        self._array = array
        self.struct: Any = array[0]
        self.path_length = self.number("path_length")

    def number(self, name: str) -> int:
        """A field that is one number. Asking the array for it takes a third of the time of asking the struct."""
        return int(self._array[name].item(0))

    @property
    def phase(self) -> str:
        return layout.PHASES[self.number("phase")]

    @property
    def players(self) -> list[str]:
        """The colour of each seat."""
        return [COLOURS[colour] for colour in self._array["colours"][0].tolist() if colour != NOBODY]

    @property
    def on_turn(self) -> str:
        return self.players[self.number("to_move")]

    def _path(self, direction: str) -> tuple[int, int, int]:
        path = DIRECTIONS.index(direction)
        return self._array["pawns"].item(0, path), self._array["heights"].item(0, path), self.path_length

    def stacks(self, direction: str) -> list[str]:
        """A path's stacks on spaces 1 to path_length, each from bottom to top."""
        return list(_stacks(*self._path(direction)))

    def pose(self, slot: str) -> int:
        """The number of the pose in which a cube lies."""
        return int(self._array["cubes"].item(0, SLOTS.index(slot)))

    def top(self, slot: str) -> str:
        """What lies on top of a cube: "arc", "circle" or colour>direction."""
        at, pose = SLOTS.index(slot), self.pose(slot)
        code: int = self._array["tops"].item(0, at, pose)
        return _TOPS[code]

    def count_on_top(self, symbol: str) -> int:
        return sum(self.top(slot) == symbol for slot in SLOTS)

    @property
    def used(self) -> list[str]:
        used = self.number("used")
        return [slot for i, slot in enumerate(SLOTS) if used >> i & 1]

    def start(self, colour: str) -> int:
        return int(self._array["start"].item(0, COLOURS.index(colour)))

    def home(self, colour: str) -> int:
        return int(self._array["home"].item(0, COLOURS.index(colour)))

    def steps(self, slot: str) -> list[str]:
        """The steps that the arrow on top of a cube has now, written without the slot: "start", "3.1"."""
        top = self.top(slot)
        if ">" not in top:
            return []
        colour, _, direction = top.partition(">")
        found = choices(*self._path(direction), COLOURS.index(colour))
        return [PLACES[place] for place in found if place or self.start(colour)]

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
        for colour in self.players:
            if self.home(colour) == layout.PAWNS_PER_COLOUR:
                won[colour] = "home"
            elif any(
                stack.count(colour) == layout.PAWNS_PER_COLOUR for path in DIRECTIONS for stack in self.stacks(path)
            ):
                won[colour] = "tower"
        return won
