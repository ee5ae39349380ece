"""A handicap: one seat has something ahead at the start. What that can be, a game says.

The module that a manifest calls ``handicaps`` has ``KINDS``, the names of what one can have ahead, and
``ahead(document, seat, kind)``, the position document of a first position in which the seat has it.
"""

from __future__ import annotations

from floe.core.errors import BadOption, shown
from floe.core.game import State
from floe.core.integers import checked
from floe.core.manifest import Manifest


def kinds(manifest: Manifest) -> tuple[str, ...]:
    """What a seat of a game can have ahead; nothing where the game offers no handicaps."""
    part = manifest.part("handicaps")
    return () if part is None else tuple(part.KINDS)


def given(first: State, seat: int, kind: str) -> State:
    """A first position in which a seat has something ahead."""
    game = first.game
    offered = kinds(game.manifest)
    if kind not in offered:
        there = f"there is {', '.join(offered)}" if offered else "it has no handicaps"
        raise BadOption(f"{game.name} knows no handicap {shown(kind)}; {there}")
    seat = checked(seat, 0, first.players - 1, f"a handicap is for a seat from 0 to {first.players - 1}")
    made: State = game.from_dict(game.manifest.part("handicaps").ahead(first.to_dict(), seat, kind))
    return made
