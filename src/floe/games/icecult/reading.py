"""What a record says, in the words of the game: for documents, notation, refusals and the text board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from floe.core.typing import States
from floe.games.icecult import layout
from floe.games.icecult.layout import ARC, CIRCLE, COLOURS, DIRECTIONS, NOBODY, SLOTS


@dataclass(frozen=True)
class Pawn:
    """Where a pawn stands: on which space, and which from below it is there."""

    space: int
    standing: int


class Reading:
    """A record, read. Colours, slots and directions are letters."""

    def __init__(self, records: States) -> None:
        self.record: Any = records[0]
        self.path_length = int(self.record["path_length"])

    @property
    def phase(self) -> str:
        return layout.PHASES[int(self.record["phase"])]

    @property
    def players(self) -> list[str]:
        """The colour of each seat."""
        return [COLOURS[colour] for colour in self.record["colours"] if colour != NOBODY]

    @property
    def on_turn(self) -> str:
        return self.players[int(self.record["to_move"])]

    def stacks(self, direction: str) -> list[str]:
        """A path's stacks on spaces 1 to path_length, each from bottom to top."""
        path = DIRECTIONS.index(direction)
        row, heights = int(self.record["pawns"][path]), int(self.record["heights"][path])
        stacks = []
        for _ in range(self.path_length):
            stack = ""
            for _ in range(heights & 31):
                stack += COLOURS[(row & 7) - 1]
                row >>= 3
            heights >>= 5
            stacks.append(stack)
        return stacks

    def pawns(self, direction: str, colour: str) -> list[Pawn]:
        """The pawns of a colour on a path in walking order: the order of a step's choices."""
        return [
            Pawn(space, standing)
            for space, stack in enumerate(self.stacks(direction), 1)
            for standing, pawn in enumerate(stack, 1)
            if pawn == colour
        ]

    def top(self, slot: str) -> str:
        """What lies on top of a cube: "arc", "circle" or colour>direction."""
        at = SLOTS.index(slot)
        code = int(self.record["tops"][at, self.record["cubes"][at]])
        return {ARC: "arc", CIRCLE: "circle"}.get(code) or f"{COLOURS[code // 4]}>{DIRECTIONS[code % 4]}"

    def count_on_top(self, symbol: str) -> int:
        return sum(self.top(slot) == symbol for slot in SLOTS)

    @property
    def used(self) -> list[str]:
        return [slot for i, slot in enumerate(SLOTS) if int(self.record["used"]) >> i & 1]

    def start(self, colour: str) -> int:
        return int(self.record["start"][COLOURS.index(colour)])

    def home(self, colour: str) -> int:
        return int(self.record["home"][COLOURS.index(colour)])

    def steps(self, slot: str) -> list[str]:
        """The steps that the arrow on top of a cube has now, written without the slot: "start", "3.1"."""
        top = self.top(slot)
        if ">" not in top:
            return []
        colour, _, direction = top.partition(">")
        entering = ["start"] if self.start(colour) else []
        return entering + [f"{pawn.space}.{pawn.standing}" for pawn in self.pawns(direction, colour)]

    @property
    def finished(self) -> dict[str, str]:
        """The players' colours that have won, each with how: "home" (IC-20) or "tower" (IC-21)."""
        won = {}
        for colour in self.players:
            if self.home(colour) == layout.PAWNS_PER_COLOUR:
                won[colour] = "home"
            elif any(
                stack.count(colour) == layout.PAWNS_PER_COLOUR for path in DIRECTIONS for stack in self.stacks(path)
            ):
                won[colour] = "tower"
        return won
