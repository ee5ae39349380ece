"""The machine players by level and game. Terminal, arena and server all ask here."""

from __future__ import annotations

import importlib

from floe.bots.bot import Bot
from floe.bots.levels import LADDER, SEARCHING
from floe.core.errors import BadOption, shown

ANY_GAME = "*"
SEARCHER = "floe.bots.search_player:SearchPlayer"

LEVELS: dict[str, dict[str, str]] = {
    **{level: dict.fromkeys(SEARCHING, SEARCHER) for level in LADDER},
    "greedy": {"icecult": "floe.games.icecult.greedy:Greedy", "igluiglu": "floe.games.igluiglu.greedy:Greedy"},
    "random": {ANY_GAME: "floe.bots.uniform:Uniform"},
}
"""Each level with the class that plays it: one for each game, or one for all. First the ladder, then two beside it."""

YARDSTICKS = {"uct": dict.fromkeys(SEARCHING, SEARCHER)}
"""Players to measure others by; nobody is offered them."""

_USUAL = "easy"


def ladder(game: str) -> list[str]:
    """The levels of a game that people are offered, from the weakest to the strongest."""
    return [level for level in LADDER if level in levels(game)]


def levels(game: str) -> list[str]:
    """The levels that can play a game."""
    return [level for level, players in LEVELS.items() if game in players or ANY_GAME in players]


def default_level(game: str) -> str:
    """Who plays against a person who did not choose, and for one who has left: an easy one, if there is any."""
    offered = levels(game)
    return _USUAL if _USUAL in offered else offered[0]


def bot(level: str, game: str, seconds: float | None = None) -> Bot:
    """A new machine player for one seat of one game. One that thinks by the clock can be given other seconds."""
    players = (LEVELS | YARDSTICKS).get(level, {})
    if game not in players and ANY_GAME not in players:
        raise BadOption(f"no machine player {shown(level)} plays {game}; there is " + ", ".join(levels(game)))
    module, _, name = (players.get(game) or players[ANY_GAME]).partition(":")
    player = getattr(importlib.import_module(module), name)
    search = SEARCHING.get(game, {}).get(level)
    made: Bot = player() if search is None else player(game, search if seconds is None else search.paced(seconds))
    return made
