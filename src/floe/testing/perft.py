"""Counting sequences of actions, as chess engines do it: the quickest way to see that two sets of rules agree."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

import numpy as np

from floe.core.game import State
from floe.core.typing import Document


class PlainRules(Protocol):
    """A second implementation of a game's rules, slow and easy to read, on position documents."""

    def legal(self, document: Document) -> Iterable[str]:
        """The legal actions of a position, in their written form."""
        ...

    def play(self, document: Document, action: str) -> Document:
        """The position after a legal action."""
        ...


def perft(state: State, depth: int) -> int:
    """How many sequences of so many actions begin here, counted by the compiled rules."""
    stack = np.zeros(depth + 1, state.game.dtype)
    stack[0] = state.array[0]
    return state.game.loops.perft(stack, depth)


def perft_by_playing(state: State, depth: int) -> int:
    """The same, counted by playing every action."""
    if depth < 2:  # the last action need not be played to be counted
        return len(state.legal_actions()) if depth else 1
    return sum(perft_by_playing(state.play(action), depth - 1) for action in state.legal_actions())


def perft_by(rules: PlainRules, document: Document, depth: int) -> int:
    """The same, counted by other rules."""
    if depth < 2:
        return len(list(rules.legal(document))) if depth else 1
    return sum(perft_by(rules, rules.play(document, action), depth - 1) for action in rules.legal(document))


def pinned(file: Path) -> list[str]:
    """The lines of a file of counts: how the game is set up | how the position is reached | counts by depth."""
    return [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def check_counts(state: State, counts: str, most: int) -> None:
    """The compiled rules count these numbers, depth by depth, as far as they are not too large."""
    for depth, count in enumerate(counts.split(), 1):
        if int(count) <= most:
            assert (depth, perft(state, depth)) == (depth, int(count))


def check_counts_by(rules: PlainRules, state: State, counts: str, most: int) -> None:
    """So do other rules."""
    for depth, count in enumerate(counts.split(), 1):
        if int(count) <= most:
            assert (depth, perft_by(rules, state.to_dict(), depth)) == (depth, int(count))
