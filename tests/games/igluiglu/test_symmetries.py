"""The eight symmetries of the board: turned or mirrored, the game is the same game (docs/research.md)."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import floe

GAME = floe.game("igluiglu")
DIRECTIONS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
"""Columns grow toward e, rows toward n."""

Symmetry = tuple[int, int, int, int]
"""What becomes of (east, north), as a matrix."""

SYMMETRIES: list[Symmetry] = [(a, 0, 0, b) for a in (1, -1) for b in (1, -1)]
SYMMETRIES += [(0, a, b, 0) for a in (1, -1) for b in (1, -1)]


def moved(east: int, north: int, symmetry: Symmetry) -> tuple[int, int]:
    return symmetry[0] * east + symmetry[1] * north, symmetry[2] * east + symmetry[3] * north


def moved_word(word: str, symmetry: Symmetry) -> str:
    """A cell or a direction elsewhere; any other word as it is."""
    if word in DIRECTIONS:
        there = moved(*DIRECTIONS[word], symmetry)
        return next(name for name, vector in DIRECTIONS.items() if vector == there)
    if re.fullmatch("[a-h][1-8]", word):
        x, y = moved(2 * "abcdefgh".index(word[0]) - 7, 2 * int(word[1]) - 9, symmetry)
        return f"{'abcdefgh'[(x + 7) // 2]}{(y + 9) // 2}"
    return word


ANIMAL = {"shove": 1, "step": 2, "hunt": 2, "harpoon": 2}
"""Where an action names an animal. (f2 is a fish there, not a cell.)"""


def moved_action(action: str, symmetry: Symmetry) -> str:
    words = action.split()
    animal = ANIMAL.get(words[0])
    return " ".join(word if k == animal else moved_word(word, symmetry) for k, word in enumerate(words))


def moved_document(document: dict[str, Any], symmetry: Symmetry) -> dict[str, Any]:
    cells = {moved_word(cell, symmetry): what for cell, what in document["cells"].items()}
    pending = document["pending"]
    if pending:
        pending = {
            key: moved_action(each, symmetry) if isinstance(each, str) else each for key, each in pending.items()
        }
    return document | {"cells": cells, "pending": pending}


def test_there_are_eight_and_no_colour_looks_like_a_direction() -> None:
    board = [f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)]
    images = {tuple(moved_word(cell, symmetry) for cell in board) for symmetry in SYMMETRIES}
    assert len(images) == 8
    assert all(sorted(image) == sorted(board) for image in images)
    assert not set(GAME.new(players=4, seed=1).to_dict()["players"]) & set(DIRECTIONS)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("variant", ["family", "gamers"])
def test_a_game_on_the_moved_board_is_the_moved_game(symmetry: Symmetry, variant: str) -> None:
    rng = np.random.default_rng([1 + each for each in symmetry])
    state = GAME.new(players=3, seed=str(symmetry), rules={"variant": variant})
    other = GAME.from_dict(moved_document(state.to_dict(), symmetry))
    while not state.over:
        actions = state.legal_actions()
        assert sorted(other.legal_actions()) == sorted(moved_action(action, symmetry) for action in actions)
        action = actions[rng.integers(len(actions))]
        state, other = state.play(action), other.play(moved_action(action, symmetry))
        assert other.to_dict() == moved_document(state.to_dict(), symmetry)
    assert other.winners == state.winners
