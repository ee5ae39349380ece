"""Judging one decision: what the player could have done, and what the action that was played is worth.

Everything is judged from the player's view. Where something is hidden, it is determinized.
"""

from __future__ import annotations

from dataclasses import dataclass

from floe.bots.chances import Chances
from floe.bots.explanations import sharpened
from floe.bots.search.engine import Searcher
from floe.bots.search_player import SearchPlayer, Thought, determinized
from floe.core.game import State
from floe.core.levels import Budget, Level
from floe.core.randomness import generator
from floe.core.typing import Document


@dataclass(frozen=True)
class Judged:
    """What was found of a decision."""

    thought: Thought
    best: tuple[float, ...]
    """Everybody's chances with the best action."""
    played: tuple[float, ...]
    """Everybody's chances with the action that was played."""


class Judge:
    """Judges decisions one after the other. Each thread has its own, so that none waits for another."""

    def __init__(self, game: str, rules: Document, simulations: int) -> None:
        searcher = Searcher(game, threads=1, nodes=4 * simulations + 1000)
        self._chances = Chances(game, rules, searcher)
        self._simulations = simulations
        self._player = SearchPlayer(game, Level(Budget(simulations=simulations)), searcher=searcher)

    def judge(self, view: Document, action: str, seed: str) -> Judged:
        """Judge an action of the seat to move, whose view this is. All chance comes from the seed."""
        thought = sharpened(view, self._player.think(view, generator(seed, "think")))
        state = determinized(view, view["to_move"], generator(seed, "determinize"))
        best = self._after(state, thought.action, thought, seed)
        same = action == thought.action
        return Judged(thought, best, best if same else self._after(state, action, thought, seed))

    def _after(self, state: State, action: str, thought: Thought, seed: str) -> tuple[float, ...]:
        """Everybody's chances after an action; certain where the search has proven them."""
        option = thought.option(action)
        if option is not None and option.proven:
            return option.values
        return self._chances.after(state, action, self._simulations, seed)
