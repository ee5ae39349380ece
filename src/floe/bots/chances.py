"""Everybody's chances after an action, as its player can judge them.

Where something is hidden, an action that reveals something is judged by what it would reveal in several positions that
its player cannot tell from the true one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from floe.bots.search.engine import Searcher, searcher_for
from floe.bots.search.heuristics import heuristics_of
from floe.bots.search_player import settings_for
from floe.core.game import State
from floe.core.levels import Budget
from floe.core.randomness import generator
from floe.core.typing import Document, U64Array

WORLDS = 8
"""So many outcomes stand for all that an action could reveal."""
LEAST_EACH = 20
"""Simulations for each of them."""


class Chances:
    """Searches what follows actions."""

    def __init__(self, game: str, rules: Document, searcher: Searcher | None = None) -> None:
        """With the searcher that all players of a game share, unless it is given its own."""
        self._searcher = searcher or searcher_for(game, 1)
        self._manner, _ = settings_for(game, rules)

    def after(self, state: State, action: str, simulations: int, seed: str) -> tuple[float, ...]:
        """Everybody's chances after an action of the seat to move. All chance comes from the seed."""
        seat = state.to_move or 0
        worlds = list(_worlds(state, seat, seed)) if state.reveals(action) else [state]
        each = Budget(simulations=max(LEAST_EACH, simulations // len(worlds)))
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


def winning_line(state: State) -> list[str] | None:
    """How the seat to move wins within this turn, if that is known for sure."""
    find: Callable[[State], list[str] | None] | None = getattr(
        state.game.manifest.part("explanations"), "winning_line", None
    )
    return None if find is None else find(state)
