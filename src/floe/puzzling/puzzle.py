"""A puzzle as data: a position as its solver sees it, what is asked, how it is solved, and how hard that is."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import floe
from floe import games
from floe.bots.search_player import determinized
from floe.core.errors import BadOption
from floe.core.game import Game, State
from floe.core.puzzles import Found
from floe.core.randomness import generator
from floe.core.typing import Document

ID_LENGTH = 12


@dataclass(frozen=True)
class Puzzle:
    """One choice is right here, and proven to be."""

    game: str
    rules_version: int
    position: Document
    """As the seat to move sees it, which is the one that solves."""
    found: Found
    rating: int = 0
    """How hard it is, as the Elo of a machine player that solves it every other time; see ``difficulty``."""
    tries: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """What the rating was measured by: how often each level solved it, and how often it tried."""

    @functools.cached_property
    def id(self) -> str:
        """A digest of what is asked where: the same wherever and whenever it is found."""
        asked = [self.game, self.rules_version, self.position, self.found.task]
        return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:ID_LENGTH]

    @property
    def engine(self) -> Game[Any]:
        """The game, by the version of the rules that the puzzle was proven by."""
        return floe.game(self.game, self.rules_version)

    @property
    def seat(self) -> int:
        """Who solves it."""
        seat: int = self.position["to_move"]
        return seat

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.position["players"])

    @property
    def task(self) -> str:
        """What is asked: a key of the game's tasks."""
        return self.found.task

    @property
    def themes(self) -> tuple[str, ...]:
        """What it can be looked up by: its task, and what its solution is about."""
        return (self.found.task, *self.found.themes)

    @property
    def solution(self) -> tuple[tuple[str, ...], ...]:
        """The actions, part by part: those of the solver, then the reply, and so on."""
        return self.found.solution

    @property
    def actions(self) -> int:
        """How many actions of the solver's the solution has."""
        return sum(len(part) for part in self.found.solution[::2])

    @functools.cached_property
    def state(self) -> State:
        """The position. What is hidden in it is drawn, always alike, and does not matter."""
        return seen(self.position)

    @functools.cached_property
    def target(self) -> State:
        """The position that the first part of the solution leads to, and nothing else may."""
        state = self.state
        for action in self.found.solution[0]:
            state = state.play(action)
        return state

    def to_dict(self) -> Document:
        """The puzzle as a set on file has it."""
        return {
            "id": self.id,
            "task": self.found.task,
            "themes": list(self.found.themes),
            "position": self.position,
            "solution": [list(part) for part in self.found.solution],
            "rating": self.rating,
            "tries": {level: list(count) for level, count in self.tries.items()},
        }

    @classmethod
    def from_dict(cls, document: Document) -> Puzzle:
        """A puzzle as a pool has it."""
        solution = tuple(tuple(part) for part in document["solution"])
        found = Found(document["task"], tuple(document["themes"]), solution)
        tries = {level: (solved, times) for level, (solved, times) in document["tries"].items()}
        game, rules_version = document["game"], document["rules_version"]
        return cls(game, rules_version, document["position"], found, document["rating"], tries)


def seen(view: Document) -> State:
    """A whole position that agrees with the view of the seat to move, always the same one."""
    return determinized(view, view["to_move"], generator("puzzle"))


def hooks(game: str) -> Any:
    """What a game knows of its puzzles (see ``floe.core.puzzles``)."""
    found = games.manifest(game).part("puzzles")
    if found is None:
        raise BadOption(f"{game} has no puzzles")
    return found
