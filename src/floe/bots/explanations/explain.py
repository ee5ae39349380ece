"""The reasons for a move, the most telling first."""

from __future__ import annotations

from floe.bots.explanations.plan import Looker, rest_of_turn
from floe.bots.explanations.vocabulary import vocabulary
from floe.bots.search_player import Thought, determinized
from floe.core.facts import Fact
from floe.core.game import State
from floe.core.randomness import generator
from floe.core.typing import Document

SIMULATIONS = 600
"""For each look at a position on the way."""
MARGIN = 3
"""Percent; options that are closer are as good as each other."""


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
