"""Machine players that search. One class; levels differ in how far they look, what they overlook and what they like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import floe
from floe import games
from floe.bots.bot import BadPlayer
from floe.bots.search.engine import Searcher, searcher_for
from floe.bots.search.heuristics import heuristics_of
from floe.bots.search.network import BadWeights, Weights, load_once, weights_of
from floe.bots.search.results import Found, Result, SearchSettings
from floe.bots.styles import noticed
from floe.core.errors import shown
from floe.core.game import State
from floe.core.levels import BY_ESTIMATE, BY_NETWORK, BY_PLAYOUT, Budget, Level, budget_of
from floe.core.options import defaults
from floe.core.typing import Document, U64Array

LEAST_EACH = 20
"""Simulations at the least for each of several positions that are compared."""


@dataclass(frozen=True)
class Option:
    """An action that was looked at."""

    action: str
    values: tuple[float, ...]
    """Each seat's expected share of the win after it."""
    visits: int
    proven: bool
    """Whether the values are certain."""


@dataclass(frozen=True)
class Thought:
    """What a searching player thinks of a position."""

    action: str
    values: tuple[float, ...]
    """Each seat's expected share of the win."""
    line: list[str]
    """The play that it expects, unless it overlooks its beginning."""
    simulations: int
    judged_by: str
    """``network``, ``estimate`` (no weights fit these rules) or ``playouts``."""
    options: tuple[Option, ...] = ()
    """Every legal action, the most looked at first."""

    def option(self, action: str) -> Option | None:
        """What was found of an action."""
        return next((option for option in self.options if option.action == action), None)


class SearchPlayer:
    """A searching player at one seat. It sees the seat's view and imagines the rest."""

    def __init__(  # what tells one player from another
        self,
        game: str,
        level: str | Level,
        threads: int | None = None,
        searcher: Searcher | None = None,
        seconds: float | None = None,
    ) -> None:
        """Players of a game share a searcher unless they bring their own.

        A level may also be a file of weights to judge by instead of the game's own, and say for how long to think: see
        ``level_and_weights``. One that thinks by the clock and does not say how long can be given other seconds.
        """
        self.game = floe.game(game)
        self._named = level if isinstance(level, str) else None
        self.level, self.weights = level_and_weights(game, level, seconds)
        self.threads = threads
        self._own_searcher = searcher

    def remember_apart(self) -> None:
        """Go on from its own searches of this game alone. Players that share a searcher take each other's trees away,
        and find those of games that were played before."""
        if self._own_searcher is None and self.level.budget.simulations is None:
            self._own_searcher = Searcher(self.game.name, self.threads)

    def choose(self, view: Document, actions: Sequence[str], rng: U64Array) -> str:
        """Return one of the legal actions."""
        if len(actions) == 1:
            return actions[0]
        return self.think(view, rng).action

    def think(self, view: Document, rng: U64Array) -> Thought:
        """Search from what the seat to move sees."""
        state, result, judged_by = self.search(view, rng)
        return thought_of(state, result, noticed(state, result, self.level, rng), judged_by)

    def worth(self, view: Document, rng: U64Array) -> tuple[float, ...]:
        """Each seat's expected share of the win, as the seat to move sees it."""
        state, result, _ = self.search(view, rng)
        return result.value[: state.players]

    def worth_of(self, state: State, rng: U64Array, parts: int) -> tuple[float, ...]:
        """The same of one of several positions that are compared, each for its part of the time."""
        outcome = state.outcome
        if outcome is not None:
            return outcome.shares
        budget = self.level.budget
        shared = Budget(
            seconds=None if budget.seconds is None else budget.seconds / parts,
            simulations=None if budget.simulations is None else max(LEAST_EACH, budget.simulations // parts),
        )
        _, result, _ = self.search(state.view(state.to_move), rng, shared)
        return result.value[: state.players]

    def position(self, view: Document, rng: U64Array) -> State:
        """A position that agrees with what the seat to move sees."""
        return determinized(view, view["to_move"], rng)

    def search(self, view: Document, rng: U64Array, budget: Budget | None = None) -> tuple[State, Result, str]:
        """The same as it was found: in numbers, of a position that agrees with the view, and how it was judged."""
        seat: int = view["to_move"]
        state = self.position(view, rng)
        if self.weights is not None and not fits(self.game.name, view["rules"]):
            raise BadWeights(f"{self._named} does not fit the rules of this game, {view['rules']}")
        manner, judged_by = settings_for(self.game.name, view["rules"], self.level.judge_by, self.weights)
        searcher = self._own_searcher or searcher_for(self.game.name, self._threads())
        budget = budget or self.level.budget
        # Simulations are counted so that the same question has the same answer, whatever was asked before.
        rules = str(view["rules"]) if budget.simulations is None else None
        return state, searcher.search(state.array, seat, budget, rng, manner, rules), judged_by

    def _threads(self) -> int | None:
        """One, where simulations are counted: so a level is as strong on every machine. Otherwise as many as it may."""
        return 1 if self.threads is None and self.level.budget.simulations is not None else self.threads


def thought_of(state: State, result: Result, chosen: Found, judged_by: str) -> Thought:
    """What a search found, in the words of the game. Actions that are not legal in this very position are left out."""
    players, texts = state.players, {number: text for text, number in state.numbered_actions().items()}
    options = tuple(
        Option(texts[found.action], found.value[:players], found.visits, found.proven)
        for found in result.actions
        if found.action in texts
    )
    line = texts_of(state, result.line)
    return Thought(texts[chosen.action], result.value[:players], line, result.simulations, judged_by, options)


def determinized(view: Document, seat: int, rng: U64Array) -> State:
    """A whole position that agrees with a view; where nothing is hidden, the position itself."""
    game = floe.game(view["game"])
    state: State = game.state(game.determinize(view, seat, rng))
    return state


def settings_for(
    game: str, rules: Document, judge_by: str | None = None, weights: Weights | None = None
) -> tuple[SearchSettings, str]:
    """How to judge positions under these rules, if not as told. Shipped weights are used only for the rules they were
    trained on."""
    heuristics = heuristics_of(game)
    if weights is None and (judge_by == BY_PLAYOUT or heuristics.by_playouts):
        return SearchSettings(BY_PLAYOUT, None, heuristics.UCT_EXPLORATION, fpu=0.0), BY_PLAYOUT
    if weights is None and judge_by != BY_ESTIMATE and fits(game, rules):
        weights = weights_of(game)
    if weights is None:
        return SearchSettings(BY_ESTIMATE, None, heuristics.EXPLORATION), BY_ESTIMATE
    return SearchSettings(BY_NETWORK, weights, heuristics.EXPLORATION), BY_NETWORK


def fits(game: str, rules: Document) -> bool:
    """Whether weights of a game may judge positions under these rules."""
    manifest = games.manifest(game)
    rules = defaults(manifest.options) | rules
    return all(rules[name] == value for name, value in manifest.trained_on.items())


def level_and_weights(game: str, named: str | Level, seconds: float | None = None) -> tuple[Level, Weights | None]:
    """What ``hard``, ``hard@2000``, ``best.npz``, ``best.npz@hard`` or ``best.npz@0.2s`` names, and the weights that it
    brings. A file alone plays as the strongest level does, and none has a favourite plan."""
    manifest = games.manifest(game)
    if isinstance(named, Level):
        return named.paced(seconds), _own_weights(game, named)
    there = {**manifest.yardsticks, **manifest.levels}
    base, how = _parted(named)
    a_file = base.endswith(".npz")
    level = list(manifest.levels.values())[-1] if a_file else there.get(base)
    said = None if how is None else budget_of(how)
    if how is not None and said is None:
        level = there.get(how) if a_file else None
    if level is None:
        raise BadPlayer(
            f"{game} is searched at a level ({', '.join(there)}), by FILE.npz or by FILE.npz@LEVEL, or for a time of "
            f"your own (strong@2000, strong@0.2s), not by {shown(named)}"
        )
    level = level.paced(seconds) if said is None else replace(level, budget=said)
    if not a_file:
        return level, _own_weights(game, level)
    if not heuristics_of(game).learns:
        raise BadWeights(f"{base} does not fit: {game} has no features for a network to judge by")
    return replace(level.plain(), judge_by=None), load_once(base, game)


def _parted(named: str) -> tuple[str, str | None]:
    """A level or a file of weights, and what is said behind it."""
    base, at, how = named.rpartition("@")
    return (base, how) if at and not named.endswith(".npz") else (named, None)


def _own_weights(game: str, level: Level) -> Weights | None:
    return None if level.weights is None else load_once(str(games.manifest(game).packaged(level.weights)), game)


def texts_of(state: State, line: list[int]) -> list[str]:
    """The written form of a line, as far as it is possible in this position."""
    texts = []
    for number in line:
        text = {n: text for text, n in state.numbered_actions().items()}.get(number)
        if text is None:
            break
        texts.append(text)
        state = state.play(text)
    return texts
