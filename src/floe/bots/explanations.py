"""Why a move is good, as facts: what its plan threatens, prevents, wins or takes. From one seat's view alone.

The reasons that every game has stand here; further ones come from the module that a game's manifest calls
``explanations``: its ``TERMS``, ``reasons(state, seat, action, steps)``, and perhaps ``winning_line(state)``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from floe import games
from floe.bots.search_player import Option, SearchPlayer, Thought, determinized
from floe.core.facts import Fact, Term
from floe.core.game import State
from floe.core.levels import Budget, Level
from floe.core.randomness import generator
from floe.core.reasons import ACTION, PERCENT, Step
from floe.core.typing import Document

SIMULATIONS = 600
"""For each look at a position on the way."""
MARGIN = 3
"""Percent; options that are closer are as good as each other."""
MOST_ACTIONS = 16
"""No plan is longer; a turn hardly ever is."""

FIRST = {
    "only_choice": Term("Nothing else is legal."),
    "wins_for_sure": Term("Whatever the others do, this wins."),
    "all_others_lose": Term("Every other action is proven to lose."),
}
LAST = {
    "better_than": Term(
        "With this action the seat's chances are `chances`, with the next best one, `action`, they are `others`.",
        {"action": ACTION, "chances": PERCENT, "others": PERCENT},
    ),
}


def vocabulary(game: str) -> dict[str, Term]:
    """All reasons of a game, the most telling first."""
    own = games.manifest(game).part("explanations")
    return {**FIRST, **({} if own is None else own.TERMS), **LAST}


def explain(view: Document, thought: Thought, simulations: int = SIMULATIONS) -> list[Fact]:
    """Why the seat to move would play the action of a thought, from what its view shows.

    Where something is hidden, a position that agrees with the view stands for the truth, and only what is open in it is
    looked at.
    """
    seat: int = view["to_move"]
    state = determinized(view, seat, generator("explaining"))
    found = _proofs(state, thought, seat)
    own = state.game.manifest.part("explanations")
    if own is not None:
        found += own.reasons(
            state, seat, thought.action, rest_of_turn(state, thought, Looker(state.game.name, simulations))
        )
    found += _comparison(thought, seat)
    order = list(vocabulary(state.game.name))
    return sorted(found, key=lambda fact: order.index(fact.key))


def percent(chances: float) -> int:
    """Chances as a whole number; certain only where they are."""
    rounded = round(100 * chances)
    return min(max(rounded, chances > 0), 100 - (chances < 1))


def _proofs(state: State, thought: Thought, seat: int) -> list[Fact]:
    """What the search has proven of the options."""
    if len(state.legal_actions()) == 1:
        return [Fact("only_choice")]
    chosen = thought.option(thought.action)
    others = [option for option in thought.options if option.action != thought.action]
    if chosen is not None and chosen.proven and chosen.values[seat] == 1:
        return [Fact("wins_for_sure")]
    if others and all(option.proven and option.values[seat] == 0 for option in others):
        return [Fact("all_others_lose")]
    return []


def _comparison(thought: Thought, seat: int) -> list[Fact]:
    """The next best option, if it is clearly worse and was looked at enough to say so."""
    chosen = thought.option(thought.action)
    enough = max(10, thought.simulations // 50)
    others = [option for option in thought.options if option.action != thought.action and option.visits >= enough]
    if chosen is None or not others:
        return []
    rival = max(others, key=lambda option: option.values[seat])
    chances, other = percent(chosen.values[seat]), percent(rival.values[seat])
    if chances < other + MARGIN:
        return []
    return [Fact("better_than", {"action": rival.action, "chances": chances, "others": other})]


# What a player means to do


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


# What can be known for sure without a search


def winning_line(state: State) -> list[str] | None:
    """How the seat to move wins within this turn, if that is known for sure."""
    find: Callable[[State], list[str] | None] | None = getattr(
        state.game.manifest.part("explanations"), "winning_line", None
    )
    return None if find is None else find(state)


def sharpened(view: Document, thought: Thought) -> Thought:
    """The thought, or a better one where the seat to move can win within this turn and the search did not see it."""
    seat: int = view["to_move"]
    chosen = thought.option(thought.action)
    if chosen is not None and chosen.proven and chosen.values[seat] == 1:
        return thought
    state = determinized(view, seat, generator("explaining"))
    line = winning_line(state)
    if line is None:
        return thought
    shares = tuple(float(other == seat) for other in range(state.players))
    visits = max((option.visits for option in thought.options), default=0)
    others = tuple(option for option in thought.options if option.action != line[0])
    options = (Option(line[0], shares, visits, True), *others)
    return replace(thought, action=line[0], values=shares, line=line, options=options)
