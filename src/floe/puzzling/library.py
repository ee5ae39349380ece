"""The puzzles that a game comes with, as ``floe.puzzles("icecult")`` gives them."""

from __future__ import annotations

import functools
from typing import Any

import floe
from floe import games
from floe.core.documents import parse_json
from floe.core.errors import BadOption
from floe.puzzling.collection import Puzzles
from floe.puzzling.packing import BadPuzzles, checked


def puzzles(game: str) -> Puzzles:
    """The puzzles of a game: a sequence, from which ``by`` chooses."""
    return _loaded(floe.game(game).name)


@functools.cache
def _loaded(game: str) -> Puzzles:
    path = games.manifest(game).file("puzzle_set")
    if path is None:
        raise BadOption(f"{game} comes with no puzzles")
    return read(path.read_bytes(), game)


def read(text: str | bytes, game: str) -> Puzzles:
    """The set in a file of a game."""
    document: Any = parse_json(text, BadPuzzles)
    return Puzzles(checked(document, game, floe.game(game).rules_version))
