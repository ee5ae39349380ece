"""Who is one step from winning, whatever the cubes show: by bringing the last pawns home, or by a tower."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from floe.games.icecult.layout import COLOURS, DIRECTIONS, PAWNS_PER_COLOUR
from floe.games.icecult.position import Position, Reading


@dataclass(frozen=True)
class Threat:
    """A win that one step brings about."""

    seat: int
    goal: str
    """``home`` (IC-20) or ``tower`` (IC-21)."""
    path: str
    space: int
    """Where the tower would stand; of the step home, the last space."""
    arrows: tuple[str, ...]
    """An arrow of any of these colours makes the step; with it go those that ride on the pawn (IC-16)."""


@lru_cache(maxsize=256)
def threats(reading: Reading) -> tuple[Threat, ...]:
    """All of them, by seat. In a game that is over there are none."""
    seats = [] if reading.phase == "over" else reading.players
    return tuple(threat for seat, colour in enumerate(seats) for threat in _threats_of(reading, seat, colour))


def _threats_of(reading: Position, seat: int, colour: str) -> Iterator[Threat]:
    home = reading.home(colour)
    for path in DIRECTIONS:
        stacks = reading.stacks(path)
        there = "".join(stacks).count(colour)
        if there < PAWNS_PER_COLOUR - 1 and home + there < PAWNS_PER_COLOUR:
            continue  # as nearly always
        last = stacks[-1]
        if colour in last and home + last.count(colour) == PAWNS_PER_COLOUR:
            yield Threat(seat, "home", path, len(stacks), _lifting(last, colour))
        if stacks[0].count(colour) == PAWNS_PER_COLOUR - 1 and reading.start(colour) == 1:
            yield Threat(seat, "tower", path, 1, (colour,))
        for space, (inner, outer) in enumerate(pairwise(stacks), 2):
            if colour in inner and inner.count(colour) + outer.count(colour) == PAWNS_PER_COLOUR:
                yield Threat(seat, "tower", path, space, _lifting(inner, colour))


def _lifting(stack: str, colour: str) -> tuple[str, ...]:
    """The colours of the pawns that carry every pawn of a colour along when they step off a stack."""
    lowest = stack.index(colour)
    return tuple(other for other in COLOURS if other in stack[: lowest + 1])
