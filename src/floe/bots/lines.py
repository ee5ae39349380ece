"""The best few actions of a position, each with its chances and the play that is expected to follow. From one seat's
view alone, as all that machines say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from floe.bots.explanations import sharpened
from floe.bots.hints import Move, moves
from floe.bots.search_player import Option, SearchPlayer, determinized, texts_of, thought_of
from floe.core.errors import BadOption
from floe.core.game import State
from floe.core.levels import Budget, Level
from floe.core.randomness import generator
from floe.core.typing import Document

MOST = 3


@dataclass(frozen=True)
class Line:
    """An action, what it is worth, and what follows."""

    action: str
    share: float
    """Of all simulations, those that began with this action."""
    chances: tuple[float, ...]
    """Each seat's expected share of the win after it."""
    proven: bool
    """Whether the chances are certain."""
    moves: tuple[Move, ...]
    """The play that is expected, this action first, as far as it can be known (see ``Hint.line``)."""


@dataclass(frozen=True)
class Lines:
    """What a search found of a position."""

    seat: int
    """Who is to move."""
    chances: tuple[float, ...]
    """Each seat's expected share of the win."""
    best: tuple[Line, ...]
    """The best first."""
    depth: int
    """How many actions the longest of the expected lines was looked at."""
    simulations: int
    judged_by: str
    """``network`` or ``estimate``; see ``Thought.judged_by``."""
    enough: bool
    """Whether it is certain, or there is no room to look further: more time would not change it."""


def lines(view: Document, budget: Budget, seed: int | str = 0, threads: int | None = None) -> Lines:
    """The best lines for the seat to move, whose view this must be.

    With a budget of simulations alone and a seed they are always the same.
    """
    seat: Any = view.get("to_move")
    if seat is None:
        raise BadOption("the game is over, so there is nothing to be played")
    player = SearchPlayer(view["game"], Level(budget), threads)
    state, result, judged_by = player.search(view, generator(seed, "lines"))
    thought = sharpened(view, thought_of(state, result, result.best(seat), judged_by))
    follows = {thought.action: thought.line}
    for line in result.lines:
        told = texts_of(state, line)
        if told and told[0] not in follows:
            follows[told[0]] = told
    others = [option for option in thought.options if option.action != thought.action and option.visits]
    first = thought.option(thought.action)
    options = [*([] if first is None else [first]), *others][:MOST]
    certain = first is not None and first.proven and (first.values[seat] == 1 or all(one.proven for one in others))
    known = determinized(view, seat, generator("explaining"))
    every = max(1, sum(option.visits for option in thought.options))
    return Lines(
        seat=seat,
        chances=thought.values,
        best=tuple(_line(known, option, follows.get(option.action, []), every, thought.values) for option in options),
        depth=max(result.depth, len(thought.line)),
        simulations=result.simulations,
        judged_by=judged_by,
        enough=result.full or certain,
    )


def _line(state: State, option: Option, follows: list[str], every: int, chances: tuple[float, ...]) -> Line:
    return Line(
        action=option.action,
        share=option.visits / every,
        chances=option.values if option.visits else chances,
        proven=option.proven,
        moves=moves(state, follows or [option.action]),
    )
