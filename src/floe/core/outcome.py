"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """Who won, and by which rule. A win may be shared; a draw is a win that all players share."""

    winners: tuple[int, ...]
    players: int
    rule: str
    reason: str
    """A short key, such as ``"home"``: what happened, for programs that say it in another language."""

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's part of the win; the parts add up to 1."""
        return tuple(1 / len(self.winners) if seat in self.winners else 0.0 for seat in range(self.players))

    @property
    def rewards(self) -> tuple[float, ...]:
        """The shares as rewards that add up to 0: 1 for winning alone, 0 for a draw, -1 for losing against one."""
        return tuple((share * self.players - 1) / (self.players - 1) for share in self.shares)

    @property
    def draw(self) -> bool:
        """Whether everybody shares the win."""
        return len(self.winners) == self.players
