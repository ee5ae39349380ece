"""A hint: what to play and why, what is expected to follow, and everybody's chances. From one seat's view alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import floe
from floe.bots.explanations import explain, sharpened
from floe.bots.search_player import SearchPlayer, Thought, determinized
from floe.core.errors import BadOption
from floe.core.facts import Fact
from floe.core.game import State
from floe.core.levels import Budget, Level
from floe.core.randomness import generator
from floe.core.typing import Document

AS_GOOD = 0.01
"""Shares of the win that a search as short as a hint's cannot tell apart."""
LOOKED_AT = 10
"""An action counts as looked at if it was once in so many times that the chosen one was."""


@dataclass(frozen=True)
class Move:
    """An action and the seat that plays it."""

    seat: int
    action: str


@dataclass(frozen=True)
class Hint:
    """What the searching player would do for a seat."""

    seat: int
    action: str
    reasons: tuple[Fact, ...]
    """The most telling first (``floe.bots.explanations``)."""
    line: tuple[Move, ...]
    """The play that is expected, the hinted action first. Where hands are hidden it ends with the seat's own part, or
    where something is revealed: all else would be a guess."""
    chances: tuple[float, ...]
    """Each seat's expected share of the win, if this is played."""
    simulations: int
    judged_by: str
    """``network`` or ``estimate``; see ``Thought.judged_by``."""

    def to_dict(self) -> Document:
        """The hint as a document."""
        return {
            "seat": self.seat,
            "action": self.action,
            "reasons": [fact.to_dict() for fact in self.reasons],
            "line": [{"seat": move.seat, "action": move.action} for move in self.line],
            "chances": [round(chances, 4) for chances in self.chances],
            "simulations": self.simulations,
            "judged_by": self.judged_by,
        }


def hint(view: Document, budget: Budget, seed: int | str = 0, threads: int | None = None) -> Hint:
    """A hint for the seat to move, whose view this must be.

    With a budget of simulations alone and a seed it is always the same.
    """
    seat: Any = view.get("to_move")
    if seat is None:
        raise BadOption("the game is over, so there is nothing to be played")
    searched = SearchPlayer(view["game"], Level(budget), threads).think(view, generator(seed, "hint"))
    thought = sharpened(view, straight(view, searched))
    chosen = thought.option(thought.action)
    return Hint(
        seat=seat,
        action=thought.action,
        reasons=explain(view, thought).reasons,
        line=moves(determinized(view, seat, generator("explaining")), thought.line),
        chances=thought.values if chosen is None or not chosen.visits else chosen.values,
        simulations=thought.simulations,
        judged_by=thought.judged_by,
    )


def straight(view: Document, thought: Thought) -> Thought:
    """The thought without a detour: what could be turned back next is named only if it is better than all else."""
    is_detour, seat = floe.game(view["game"]).is_detour, view["to_move"]
    chosen = thought.option(thought.action)
    if chosen is None or chosen.proven or not is_detour(chosen.action):
        return thought
    others = [one for one in thought.options if not is_detour(one.action) and one.visits * LOOKED_AT >= chosen.visits]
    best = max(others, key=lambda one: one.values[seat], default=None)
    if best is None or best.values[seat] < chosen.values[seat] - AS_GOOD:
        return thought
    return replace(thought, action=best.action, values=best.values, line=[best.action])


def moves(state: State, line: list[str]) -> tuple[Move, ...]:
    """Who plays what, as far as it can be known."""
    told: list[Move] = []
    own = state.to_move
    for action in line:
        seat = state.to_move
        if seat is None or (state.game.hidden and seat != own):
            break
        told.append(Move(seat, action))
        if state.reveals(action):
            break
        state = state.play(action)
    return tuple(told)
