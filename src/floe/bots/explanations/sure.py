"""What can be known for sure without a search, put into a thought that has overlooked it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from floe.bots.search_player import Option, Thought, determinized
from floe.core.game import State
from floe.core.randomness import generator
from floe.core.typing import Document


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
