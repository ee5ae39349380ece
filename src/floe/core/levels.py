"""The searching levels: how far each looks ahead and how much it overlooks. Plain data; nothing is compiled here."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Budget:
    """How long to think: for some seconds, or for a number of simulations, whichever is reached first."""

    seconds: float | None = None
    simulations: int | None = None


@dataclass(frozen=True)
class Level:
    """How well a searching player plays."""

    budget: Budget
    overlooks: float = 0.0
    """The share of actions that it does not notice at all, drawn anew for each decision: a slip as people make them."""
    by_playouts: bool = False
    """Judge positions by playing them out at random: plain tree search, the yardstick for the others."""

    def paced(self, seconds: float) -> Level:
        """The same, thinking for so many seconds if it thinks by the clock."""
        return self if self.budget.seconds is None else replace(self, budget=replace(self.budget, seconds=seconds))


LADDER = ("beginner", "easy", "medium", "hard", "strong")
"""What people are offered, from one that loses to a child to the strongest."""

STRONG = Level(Budget(seconds=0.8))
UCT = Level(Budget(seconds=0.8), by_playouts=True)
"""Plain tree search: the yardstick for the others."""

BY_PLAYOUTS = {
    "beginner": Level(Budget(simulations=8), overlooks=0.5, by_playouts=True),
    "easy": Level(Budget(simulations=50), overlooks=0.25, by_playouts=True),
    "medium": Level(Budget(simulations=300), overlooks=0.05, by_playouts=True),
    "hard": Level(Budget(simulations=2000), by_playouts=True),
    "strong": UCT,
}
"""The ladder of a game that brings no heuristics."""
