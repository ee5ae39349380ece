"""The machine players by level and game. Terminal, arena and server all ask here."""

from __future__ import annotations

import importlib

from floe import games
from floe.bots.bot import Bot
from floe.core.errors import BadOption, shown
from floe.core.levels import LADDER
from floe.core.manifest import load

RANDOM = "random"
_USUAL = "easy"


def ladder(game: str) -> list[str]:
    """The levels of a game that people are offered, from the weakest to the strongest."""
    offered = games.manifest(game).levels
    return [level for level in LADDER if level in offered]


def levels(game: str) -> list[str]:
    """The levels that can play a game: first the ladder, then those beside it."""
    return [*ladder(game), *games.manifest(game).bots, RANDOM]


def default_level(game: str) -> str:
    """Who plays against a person who did not choose, and for one who has left: an easy one, if there is any."""
    offered = levels(game)
    return _USUAL if _USUAL in offered else offered[0]


def bot(level: str, game: str, seconds: float | None = None) -> Bot:
    """A new machine player for one seat of one game. One that thinks by the clock can be given other seconds."""
    manifest = games.manifest(game)
    if level in manifest.bots:
        own: Bot = load(manifest.bots[level])()
        return own
    if level == RANDOM:
        uniform: Bot = importlib.import_module("floe.bots.uniform").Uniform()
        return uniform
    search = {**manifest.levels, **manifest.yardsticks}.get(level)
    if search is None:
        raise BadOption(f"no machine player {shown(level)} plays {game}; there is " + ", ".join(levels(game)))
    player = importlib.import_module("floe.bots.search_player").SearchPlayer
    made: Bot = player(game, search if seconds is None else search.paced(seconds))
    return made
