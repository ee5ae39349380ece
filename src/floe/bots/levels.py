"""The searching levels: how far each looks ahead and how much it overlooks. Plain data; nothing is compiled here."""

from __future__ import annotations

from dataclasses import dataclass


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


LADDER = ("beginner", "easy", "medium", "hard", "strong")
"""What people are offered, from one that loses to a child to the strongest."""

_STRONG = Level(Budget(seconds=0.8))
_UCT = Level(Budget(seconds=0.8), by_playouts=True)

SEARCHING: dict[str, dict[str, Level]] = {
    "icecult": {
        "beginner": Level(Budget(simulations=4), overlooks=0.6),
        "easy": Level(Budget(simulations=16), overlooks=0.5),
        "medium": Level(Budget(simulations=100), overlooks=0.2),
        "hard": Level(Budget(simulations=800)),
        "strong": _STRONG,
        "uct": _UCT,
    },
    "igluiglu": {
        "beginner": Level(Budget(simulations=8), overlooks=0.6),
        "easy": Level(Budget(simulations=16), overlooks=0.5),
        "medium": Level(Budget(simulations=100), overlooks=0.2),
        "hard": Level(Budget(simulations=800)),
        "strong": _STRONG,
        "uct": _UCT,
    },
}
"""For each game its searching players by name. The same name is about as strong in both."""
