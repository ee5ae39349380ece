"""Judging one decision: what the player could have done, and what the action that was played is worth.

Everything is judged from the player's view. Where something is hidden, it is determinized in several ways, and an
action that reveals something is judged by what it would have revealed in several of them, not by what it did.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from floe.bots.explanations import sharpened, winning_line
from floe.bots.search.engine import Searcher
from floe.bots.search.heuristics import heuristics_of
from floe.bots.search_player import SearchPlayer, Thought, determinized, settings_for
from floe.core.game import State
from floe.core.levels import Budget, Level
from floe.core.randomness import generator
from floe.core.typing import Document, U64Array

WORLDS = 8
"""So many outcomes stand for all that an action could reveal."""
LEAST_EACH = 20
"""Simulations for each of them."""


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
        self._searcher = Searcher(game, threads=1, nodes=4 * simulations + 1000)
        self._manner, _ = settings_for(game, rules)
        self._simulations = simulations
        self._player = SearchPlayer(game, Level(Budget(simulations=simulations)), searcher=self._searcher)

    def judge(self, view: Document, action: str, seed: str) -> Judged:
        """Judge an action of the seat to move, whose view this is. All chance comes from the seed."""
        thought = sharpened(view, self._player.think(view, generator(seed, "think")))
        state = determinized(view, view["to_move"], generator(seed, "determinize"))
        best = self._after(state, thought.action, thought, seed)
        same = action == thought.action
        return Judged(thought, best, best if same else self._after(state, action, thought, seed))

    def _after(self, state: State, action: str, thought: Thought, seed: str) -> tuple[float, ...]:
        """Everybody's chances after an action, as its player can judge them."""
        option = thought.option(action)
        if option is not None and option.proven:
            return option.values
        seat = state.to_move or 0
        worlds = list(_worlds(state, seat, seed)) if state.reveals(action) else [state]
        each = Budget(simulations=max(LEAST_EACH, self._simulations // len(worlds)))
        found = [
            self._chances(world.play(action), seat, each, generator(f"{seed}/{n}", "after"))
            for n, world in enumerate(worlds)
        ]
        return tuple(sum(shares) / len(worlds) for shares in zip(*found, strict=True))

    def _chances(self, state: State, seat: int, budget: Budget, rng: U64Array) -> tuple[float, ...]:
        """Everybody's chances in a position, from what one seat would know of it."""
        outcome = state.outcome
        if outcome is not None:
            return outcome.shares
        mover = state.to_move
        if winning_line(state) is not None:
            return tuple(float(other == mover) for other in range(state.players))
        result = self._searcher.search(state.array, seat, budget, rng, self._manner)
        return result.value[: state.players]


def _worlds(state: State, seat: int, seed: str) -> Iterator[State]:
    """Positions that the seat cannot tell from this one."""
    rng = generator(seed, "worlds")
    for _ in range(WORLDS):
        records = state.array.copy()
        heuristics_of(state.game.name).determinize(records, 0, seat, rng)
        yield state.game.state(records)
