"""How to search, and what a search found. Plain data, wherever the search runs."""

from __future__ import annotations

from dataclasses import dataclass, field

from floe.core.levels import BY_ESTIMATE
from floe.core.typing import F32Array


@dataclass(frozen=True)
class SearchSettings:
    """How to search."""

    judge_by: str = BY_ESTIMATE
    weights: F32Array | None = field(default=None, compare=False)
    exploration: float = 1.5
    fpu: float = 0.1
    variety: float = 0.25
    """By how much each tree disturbs what it thinks of actions at first sight, as a part of it."""


@dataclass(frozen=True)
class Found:
    """One action that was looked at."""

    action: int
    visits: int
    value: tuple[float, ...]
    """Each seat's expected share of the win after it."""
    proven: bool


@dataclass(frozen=True)
class Result:
    """What a search found, the most visited action first."""

    actions: list[Found]
    value: tuple[float, ...]
    """Each seat's expected share of the win in the position itself."""
    simulations: int
    """On which all that rests, those of earlier searches that this one went on from included."""
    seconds: float
    line: list[int]
    """The play that is expected, as far as it was looked at."""
    lines: list[list[int]] = field(default_factory=list)
    """The same for each of the best few actions, that of the best first."""
    depth: int = 0
    """How many actions the longest of these lines goes on, beyond what is written of it."""
    full: bool = False
    """Whether the tree has no room left: more simulations would not look any further."""

    def best(self, seat: int) -> Found:
        """A proven win if there is one, otherwise the most visited action that is not proven to lose."""
        wins = [found for found in self.actions if found.proven and found.value[seat] == 1]
        open_ = [found for found in self.actions if not (found.proven and found.value[seat] == 0)]
        return (wins or open_ or self.actions)[0]
