"""Why a move is good, as facts: what its plan threatens, prevents, wins or takes. From one seat's view alone.

What is certain was played out, enumerated or proven. What is likely (``Term.likely``) was seen by two searches that
know nothing of each other.

The reasons that every game has stand here; further ones come from the module that a game's manifest calls
``explanations``: its ``TERMS``, ``reasons(state, seat, action, steps)``, and perhaps ``winning_line(state)``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from floe import games
from floe.bots.chances import Chances, winning_line
from floe.bots.search_player import Option, SearchPlayer, Thought, determinized
from floe.core.facts import Fact, Term
from floe.core.game import State
from floe.core.levels import Budget, Level
from floe.core.randomness import generator
from floe.core.reasons import ACTION, PERCENT, Step
from floe.core.typing import Document

SIMULATIONS = 600
"""For each look at a position on the way."""
WORTH_CHECKING = 3
"""Percent; options that are closer are as good as each other."""
CHECKING = 8000
"""Simulations after each of two options, before one is said to be better."""
MARGIN = 10
"""Percent; by so much it must then be better, so that a deeper search agrees (``make reasons-verify``)."""
MOST_ACTIONS = 16
"""No plan is longer; a turn hardly ever is."""

FIRST = {
    "only_choice": Term("Nothing else is legal."),
    "wins_for_sure": Term("Whatever the others do, this wins."),
    "all_others_lose": Term("Every other action is proven to lose."),
}
LAST = {
    "better_than": Term(
        "With this action the seat's chances are about `chances`, with the best of the others that were looked at, "
        "`action`, about `others`.",
        {"action": ACTION, "chances": PERCENT, "others": PERCENT},
        likely=True,
    ),
}


def vocabulary(game: str) -> dict[str, Term]:
    """All reasons of a game, the most telling first."""
    own = games.manifest(game).part("explanations")
    return {**FIRST, **({} if own is None else own.TERMS), **LAST}


@dataclass(frozen=True)
class Explanation:
    """Why an action is good."""

    reasons: tuple[Fact, ...]
    """The most telling first."""
    plan: tuple[str, ...]
    """What they are about: the rest of the turn as it is expected, up to where something is revealed."""


def explain(view: Document, thought: Thought, simulations: int = SIMULATIONS, comparing: bool = True) -> Explanation:
    """Why the seat to move would play the action of a thought, from what its view shows. With the next best one it is
    compared only if that is wanted, which takes two more searches.

    Where something is hidden, a position that agrees with the view stands for the truth, and only what is open in it is
    looked at.
    """
    seat: int = view["to_move"]
    state = determinized(view, seat, generator("explaining"))
    found = _proofs(state, thought, seat)
    own = state.game.manifest.part("explanations")
    steps = [] if own is None else rest_of_turn(state, thought, Looker(state.game.name, simulations))
    if own is not None:
        found += own.reasons(state, seat, thought.action, steps)
    if comparing:
        found += _comparison(state, thought, seat)
    order = list(vocabulary(state.game.name))
    found.sort(key=lambda fact: order.index(fact.key))
    return Explanation(tuple(found), tuple(step.action for step in steps))


def allowed(view: Document, thought: Thought) -> tuple[Fact, ...]:
    """What is wrong with playing the action of a thought, as far as it is certain: the win that it leaves."""
    found = explain(view, thought, comparing=False).reasons
    return tuple(fact for fact in found if fact.key == "leaves_win")


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


def _comparison(state: State, thought: Thought, seat: int) -> list[Fact]:
    """The next best option, if it was looked at enough and is clearly worse, also if both are looked at alike."""
    chosen = thought.option(thought.action)
    enough = max(10, -(-sum(option.visits for option in thought.options) // 50))
    others = [option for option in thought.options if option.action != thought.action and option.visits >= enough]
    if chosen is None or not others:
        return []
    rival = max(others, key=lambda option: option.values[seat])
    if percent(chosen.values[seat]) < percent(rival.values[seat]) + WORTH_CHECKING:
        return []
    searching = Chances(state.game.name, state.to_dict()["rules"])
    chances, other = (
        option.values[seat] if option.proven else searching.after(state, option.action, CHECKING, "comparing")[seat]
        for option in (chosen, rival)
    )
    if percent(chances) < percent(other) + MARGIN:
        return []
    return [Fact("better_than", {"action": rival.action, "chances": percent(chances), "others": percent(other)})]


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
