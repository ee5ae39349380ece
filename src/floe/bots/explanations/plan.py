"""What a player means to do: the rest of the turn, as a search expects it."""

from __future__ import annotations

from floe.bots.search_player import SearchPlayer, Thought
from floe.core.game import State
from floe.core.levels import Budget, Level
from floe.core.randomness import generator
from floe.core.reasons import Step

MOST_ACTIONS = 16
"""No plan is longer; a turn hardly ever is."""


class Looker:
    """Looks a little ahead, always in the same way."""

    def __init__(self, game: str, simulations: int) -> None:
        self._player = SearchPlayer(game, Level(Budget(simulations=simulations)), threads=1)

    def look(self, state: State) -> Thought:
        """What whoever is to move would think here."""
        return self._player.think(state.view(state.to_move), generator("looking ahead"))


def rest_of_turn(state: State, thought: Thought, looker: Looker) -> list[Step]:
    """The actions that are expected until the turn ends, the chosen one first; up to where something is revealed."""
    seat, turn = state.to_move, state.turn
    expected = thought.line if thought.line[:1] == [thought.action] else [thought.action]
    steps: list[Step] = []
    while len(steps) < MOST_ACTIONS and not state.over and state.to_move == seat and state.turn == turn:
        action = expected[len(steps)] if len(steps) < len(expected) else looker.look(state).action
        if state.reveals(action) or action not in state.legal_actions():
            break
        after = state.play(action)
        steps.append(Step(state, action, after))
        state = after
    return steps
