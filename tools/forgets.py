"""``strong`` as if each action were the first that it is asked about: what going on from earlier searches is worth.

floe arena icecult strong@0.05s tools.forgets:Forgets --games 100

Each has a tree of its own, so that neither disturbs what the other remembers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from floe.bots.search.engine import Searcher
from floe.bots.search.results import Result
from floe.bots.search_player import SearchPlayer

SECONDS = 0.05


class Anew(Searcher):
    """A searcher that begins a new tree for every search."""

    def search(self, *given: Any, **_: Any) -> Result:
        states, seat, budget, rng, manner, *_rules = given
        return super().search(states, seat, budget, rng, manner)


@lru_cache(maxsize=2)
def _searcher(game: str) -> Searcher:
    return Anew(game, 1)


class Forgets(SearchPlayer):
    """The strongest level, with a tree that is begun for each action."""

    def __init__(self, game: str) -> None:
        super().__init__(game, f"strong@{SECONDS}s", threads=1, searcher=_searcher(game))
