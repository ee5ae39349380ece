"""Whether a claim is true. What a game's rules decide is played out; the rest is searched with ten times the budget."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

from floe.bots.explanations import vocabulary
from floe.bots.search.engine import searcher_for
from floe.bots.search.heuristics import heuristics_of
from floe.bots.search_player import SearchPlayer, determinized, settings_for
from floe.core.facts import Term
from floe.core.game import State
from floe.core.levels import Budget, Level
from floe.core.randomness import generator
from floe.core.typing import Document
from floe.puzzling import trying
from tests.reasons import icecult, igluiglu
from tests.reasons.claims import Claim

OWN: dict[str, ModuleType] = {"icecult": icecult, "igluiglu": igluiglu}
TIMES = 10
"""So many times the simulations that a claim was made after."""
WORLDS = 40
"""So many outcomes stand for all that an action can reveal."""


def terms(game: str) -> dict[str, Term]:
    """Every fact that can be told of a move or of a try."""
    return {**vocabulary(game), **trying.vocabulary(game)}


def false_keys(claim: Claim) -> Iterator[str]:
    """The key of each fact that is not true, if any."""
    for fact in claim.facts:
        if not _holds(claim, fact.key, fact.values):
            yield fact.key


def _holds(claim: Claim, key: str, values: Document) -> bool:
    own = OWN[claim.state.game.name]
    if key == "only_choice":
        return len(own.plain.legal(claim.state.to_dict())) == 1
    if key == "wins_for_sure":
        return bool(own.wins_whatever(claim)) or proven(claim, claim.action, 1)
    if key == "all_others_lose":
        others = [action for action in claim.state.legal_actions() if action != claim.action]
        after = {action: claim.state.play(action) for action in others}
        return all(own.loses(after[action], claim.seat) or proven(claim, action, 0) for action in others)
    if key == "better_than":
        return chances(claim, claim.action) > chances(claim, values["action"])
    return bool(own.holds(claim, key, values))


def proven(claim: Claim, action: str, value: float) -> bool:
    """Whether a longer search proves that an action wins for the seat (1) or loses (0)."""
    state = claim.state.play(action)
    if state.over:
        return [claim.seat] == state.winners if value else claim.seat not in (state.winners or ())
    level = Level(Budget(simulations=TIMES * claim.simulations))
    player = SearchPlayer(state.game.name, level, threads=1)
    thought = player.think(state.view(state.to_move), generator("checking"))
    chosen = thought.option(thought.action)
    return chosen is not None and chosen.proven and chosen.values[claim.seat] == value


def chances(claim: Claim, action: str) -> float:
    """The seat's chances after an action, by a longer search; of what it reveals, the average of many outcomes."""
    worlds = list(_worlds(claim)) if claim.state.reveals(action) else [claim.state]
    each = Budget(simulations=TIMES * claim.simulations // len(worlds))
    return sum(_chances(world.play(action), claim.seat, each) for world in worlds) / len(worlds)


def _worlds(claim: Claim) -> Iterator[State]:
    rng = generator("worlds to check in")
    state = determinized(claim.state.view(claim.seat), claim.seat, rng)
    for _ in range(WORLDS):
        records = state.array.copy()
        heuristics_of(state.game.name).determinize(records, 0, claim.seat, rng)
        yield state.game.state(records)


def _chances(state: State, seat: int, budget: Budget) -> float:
    """As the seat would judge them: what others hold it does not know."""
    if state.outcome is not None:
        return state.outcome.shares[seat]
    manner, _ = settings_for(state.game.name, state.to_dict()["rules"])
    result = searcher_for(state.game.name, 1).search(state.array, seat, budget, generator("checking"), manner)
    return result.value[seat]
