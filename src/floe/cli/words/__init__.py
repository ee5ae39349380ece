"""How the terminal speaks of each game. Every game can be played without a module of its own here."""

from __future__ import annotations

import importlib

from floe.core.words import Words

OWN_WORDS = {
    "icecult": "floe.games.icecult.words:IceCultWords",
    "igluiglu": "floe.games.igluiglu.words:IgluIgluWords",
}
"""The games that are spoken of in more than their notation."""


def words_for(game: str) -> Words:
    """The words of a game."""
    if game not in OWN_WORDS:
        return Words()
    module, _, name = OWN_WORDS[game].partition(":")
    made: Words = getattr(importlib.import_module(module), name)()
    return made
