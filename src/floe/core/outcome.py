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
    def draw(self) -> bool:
        return len(self.winners) == self.players
