"""One action judged by itself, as an analysis judges those of a game: for exercises."""

from __future__ import annotations

from dataclasses import dataclass, replace

from floe.bots.analysis.judge import Judge
from floe.bots.analysis.results import grade_of
from floe.bots.explanations import allowed, explain
from floe.bots.hints import Move, moves
from floe.bots.search_player import determinized
from floe.core.errors import BadOption
from floe.core.facts import Fact
from floe.core.randomness import generator
from floe.core.typing import Document

SIMULATIONS = 1600
"""For each of the searches: several times as many as a page or a server takes to look through a game."""


@dataclass(frozen=True)
class ActionJudged:
    """An action beside the best one, as the seat to move can judge them."""

    seat: int
    best: str
    line: tuple[Move, ...]
    reasons: tuple[Fact, ...]
    """Why the best one is good."""
    expected: float
    """The seat's chances with the best action."""
    achieved: float
    """The seat's chances with the other one."""
    allowed: tuple[Fact, ...]
    """What that one allows to others."""

    @property
    def loss(self) -> float:
        """By how much the action lowered the player's chances."""
        return max(0.0, self.expected - self.achieved)

    @property
    def grade(self) -> str | None:
        """As in ``Decision``; none for one that is good enough."""
        return grade_of(self.loss)


def judge_action(
    view: Document, action: str, simulations: int = SIMULATIONS, seed: int | str = "exercise"
) -> ActionJudged:
    """Judge an action of the seat to move, whose view this is. The answer is always the same for a seed."""
    seat: int | None = view.get("to_move")
    if seat is None:
        raise BadOption("the game is over, so there is nothing to be played")
    state = determinized(view, seat, generator("explaining"))
    state.play(action)  # refuses what is not legal
    found = Judge(view["game"], view["rules"], simulations).judge(view, action, f"{seed}")
    meant = found.thought
    instead = replace(meant, action=action, line=[action])
    good = action == meant.action or grade_of(found.best[seat] - found.played[seat]) is None
    return ActionJudged(
        seat=seat,
        best=meant.action,
        line=moves(state, meant.line),
        reasons=explain(view, meant, comparing=False).reasons,
        expected=found.best[seat],
        achieved=found.played[seat],
        allowed=() if good else allowed(view, instead),
    )
