"""How the terminal speaks of a game."""

from __future__ import annotations

from floe import games
from floe.core.words import Words


def words_for(game: str) -> Words:
    """The words of a game; plain ones for one that brings none."""
    made: Words = (games.manifest(game).part("words") or Words)()
    return made
