"""The machine players by level and game. Terminal, arena and server all ask here."""

from __future__ import annotations

import importlib

from floe.bots.bot import Bot
from floe.core.errors import BadOption, shown

ANY_GAME = "*"

LEVELS: dict[str, dict[str, str]] = {
    "random": {ANY_GAME: "floe.bots.uniform:Uniform"},
    "greedy": {"icecult": "floe.bots.greedy.icecult:Greedy", "igluiglu": "floe.bots.greedy.igluiglu:Greedy"},
}
"""Each level, weakest first, with the class that plays it: one for each game, or one for all."""


def levels(game: str) -> list[str]:
    """The levels that can play a game, weakest first."""
    return [level for level, players in LEVELS.items() if game in players or ANY_GAME in players]


def bot(level: str, game: str) -> Bot:
    """A new machine player for one seat of one game."""
    if level not in levels(game):
        raise BadOption(f"no machine player {shown(level)} plays {game}; there is " + ", ".join(levels(game)))
    players = LEVELS[level]
    module, _, name = (players.get(game) or players[ANY_GAME]).partition(":")
    made: Bot = getattr(importlib.import_module(module), name)()
    return made
