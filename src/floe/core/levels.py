"""The searching levels: how far each looks ahead and how much it overlooks. Plain data; nothing is compiled here."""

from __future__ import annotations

from dataclasses import dataclass, replace

BY_NETWORK, BY_ESTIMATE, BY_PLAYOUT = "network", "estimate", "playouts"
"""How positions are judged: by a game's network, by its hand-made estimate, or by playing them out at random."""

MOST_SIMULATIONS, MOST_SECONDS = 10**9, 3600
"""The longest that somebody may be asked to think for one action."""
_DIGITS = "0123456789"


@dataclass(frozen=True)
class Budget:
    """How long to think: for some seconds, or for a number of simulations, whichever is reached first."""

    seconds: float | None = None
    simulations: int | None = None


def budget_of(text: str) -> Budget | None:
    """What ``2000``, a number of simulations, or ``0.2s`` says; none if it is neither."""
    if not text or len(text) > len(str(MOST_SIMULATIONS)):
        return None
    if not text.strip(_DIGITS):
        return Budget(simulations=int(text)) if 0 < int(text) <= MOST_SIMULATIONS else None
    number = text[:-1]
    if text[-1] != "s" or number.count(".") > 1 or not number.strip(".") or number.strip(_DIGITS + "."):
        return None
    return Budget(seconds=float(number)) if 0 < float(number) <= MOST_SECONDS else None


@dataclass(frozen=True)
class Style:
    """A favourite plan. A level is as strong with it as without."""

    name: str
    """One of the game's ``styles``."""
    leeway: float
    """How much less than the best an action may be worth to be played because it is liked: as a share of the win, where
    two play; with four half as much."""
    overlooks: float | None = None
    """The share of actions that is overlooked with it, where that must be another for the level to be as strong."""


@dataclass(frozen=True)
class Level:
    """How well a searching player plays."""

    budget: Budget
    overlooks: float = 0.0
    """The share of actions that it does not notice at all, drawn anew for each decision: a slip as people make them."""
    judge_by: str | None = None
    """``playouts`` or ``estimate``, where positions are not to be judged in the best way that there is."""
    style: Style | None = None
    """What it likes to play. None: it has no favourite."""
    waits: bool = True
    """Whether it lets a game stand still where that serves it, until all the others have moved or the game is drawn.
    Where it does not, the game's ``styles`` have to say what it is to wait."""
    weights: str | None = None
    """A file of the game's package with a network to judge by instead of the game's own."""

    def plain(self) -> Level:
        """The same without a favourite plan: for all that measures or advises."""
        return replace(self, style=None)

    def paced(self, seconds: float | None) -> Level:
        """The same, thinking for so many seconds if any are given and it thinks by the clock."""
        if seconds is None or self.budget.seconds is None:
            return self
        return replace(self, budget=replace(self.budget, seconds=seconds))


LADDER = ("beginner", "easy", "medium", "hard", "strong")
"""What people are offered, from one that loses to a child to the strongest."""

STRONG = Level(Budget(seconds=0.8))
UCT = Level(Budget(seconds=0.8), judge_by=BY_PLAYOUT)
"""Plain tree search, which plays positions out at random: the yardstick for the others."""
ESTIMATE = Level(Budget(seconds=0.8), judge_by=BY_ESTIMATE)
"""The strongest without its network: the yardstick for that."""

BY_PLAYOUTS = {
    "beginner": Level(Budget(simulations=8), overlooks=0.5, judge_by=BY_PLAYOUT),
    "easy": Level(Budget(simulations=50), overlooks=0.25, judge_by=BY_PLAYOUT),
    "medium": Level(Budget(simulations=300), overlooks=0.05, judge_by=BY_PLAYOUT),
    "hard": Level(Budget(simulations=2000), judge_by=BY_PLAYOUT),
    "strong": UCT,
}
"""The ladder of a game that brings no heuristics."""
