"""The game at a table: its actions, who played them and when, and the position that they have led to."""

from __future__ import annotations

from dataclasses import dataclass, field

from floe.core.game import State


@dataclass
class GameLog:
    """The game at a table, from its first position to where it stands."""

    first: State
    seed: str | None
    """None if the game began at a given position."""
    state: State
    actions: list[str] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    """Who played each action."""
    turn: list[State] = field(default_factory=list)
    """The positions before each action of the present turn: those that can be gone back to at once."""

    def play(self, seat: int, action: str, at: int) -> None:
        before = self.state
        self.state = before.play(action)
        self.actions.append(action)
        self.times.append(max(at, self.times[-1]) if self.times else at)
        self.seats.append(seat)
        if self.state.turn == before.turn:
            self.turn.append(before)
        else:
            self.turn.clear()

    def go_back_to(self, ply: int) -> None:
        """Take back all actions but the first ``ply``."""
        back = len(self.actions) - ply
        del self.actions[ply:], self.times[ply:], self.seats[ply:]
        if back <= len(self.turn):
            self.state = self.turn[-back]
            del self.turn[-back:]
            return
        replayed = GameLog(self.first, self.seed, self.first)
        for seat, action, at in zip(self.seats, self.actions, self.times, strict=True):
            replayed.play(seat, action, at)
        self.state, self.turn = replayed.state, replayed.turn
