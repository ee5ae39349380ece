"""ICE CULT as a tree of actions: how long a game can last. All else is as in every game without chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from floe.core.tree import Node
from floe.games.icecult.layout import COLOURS, PAWNS_PER_COLOUR, SLOTS


class IceCultNode(Node):
    """A position of ICE CULT in the tree."""

    @classmethod
    def longest_game(cls, players: int, rules: Mapping[str, Any]) -> int:
        """A number of actions that no game exceeds.

        Every step brings at least one pawn one space on, and a pawn makes at most path_length + 1 steps (IC-2). So
        there are at most s = 20 * (path_length + 1) steps. Fewer than stall_limit turns without a step lie before each
        turn with one, and at most stall_limit after the last (IC-22). So there are at most (s + 1) * stall_limit turns.
        Besides its steps, a turn has two tilts, a turn of a cube for each of at most four arcs (IC-18), and ``end``.
        """
        steps = len(COLOURS) * PAWNS_PER_COLOUR * (int(rules["path_length"]) + 1)
        turns = (steps + 1) * int(rules["stall_limit"])
        return steps + turns * (2 + len(SLOTS) + 1)
