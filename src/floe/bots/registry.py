"""Machine players by name. Terminal, arena, environments and server all ask here.

A *level* is a name that a game offers to anybody: the ladder, the game's own bots, ``random``, and what the host of a
server adds. ``bot`` also takes what only its own user may name, because it loads code or files: see ``outside``.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping

from floe import games
from floe.bots import outside
from floe.bots.bot import BadPlayer, Bot
from floe.core.errors import BadOption, FloeError, shown
from floe.core.levels import LADDER
from floe.core.manifest import load

RANDOM = "random"
_USUAL = "easy"
_offered: dict[str, tuple[str, frozenset[str]]] = {}
"""What the host has added, by name: who it is, and the games that it plays."""


def ladder(game: str) -> list[str]:
    """The levels of a game that people are offered, from the weakest to the strongest."""
    offered = games.manifest(game).levels
    return [level for level in LADDER if level in offered]


def levels(game: str) -> list[str]:
    """The levels that can play a game: first the ladder, then those beside it, then what the host adds."""
    return [*ladder(game), *games.manifest(game).bots, RANDOM, *added(game)]


def players(game: str) -> list[str]:
    """Everybody who can be called by a name: the levels, and the installed players from outside."""
    return [*levels(game), *outside.installed(game)]


def added(game: str) -> list[str]:
    """The players that the host has added and that play this game."""
    return [name for name, (_, played) in _offered.items() if game in played]


def offer(chosen: Mapping[str, str]) -> None:
    """Let these players, by name, be levels of every game that they play: what the host of a server chooses.

    They take the place of those that were offered before. One that plays no game is refused.
    """
    every = list(games.found().manifests)
    taken = {level for game in every for level in levels(game)} - set(_offered)
    made: dict[str, tuple[str, frozenset[str]]] = {}
    for name, spec in chosen.items():
        if name in taken or not re.fullmatch("[a-z][a-z0-9_]{0,39}", name):
            raise BadPlayer(f"a player is offered by a lower-case name that no level has, not {shown(name)}")
        faults = {game: _why_not(spec, game) for game in every}
        if all(faults.values()):
            raise BadPlayer(f"{name}: " + "; ".join(dict.fromkeys(filter(None, faults.values()))))
        made[name] = spec, frozenset(game for game in every if faults[game] is None)
    _offered.clear()
    _offered.update(made)


def default_level(game: str) -> str:
    """Who plays against a person who did not choose, and for one who has left: an easy one, if there is any."""
    offered = levels(game)
    return _USUAL if _USUAL in offered else offered[0]


def known(level: str, game: str) -> str:
    """The level, or the usual one where it is no longer offered since a table was set up."""
    return level if level in levels(game) else default_level(game)


def bot(spec: str, game: str, seconds: float | None = None) -> Bot:
    """A new machine player for one seat of one game: a level, also with its time said (``strong@0.2s``), or a player
    from outside.

    One that thinks by the clock can be given other seconds. Never pass on what a stranger has sent: it may load code,
    or think for an hour.
    """
    made = _of_level(spec, game, seconds) or _timed(spec, game) or outside.player(spec, game, seconds)
    if made is None:
        there = [*levels(game), *outside.names()]
        raise BadOption(f"no machine player {shown(spec)} plays {game}; there is {', '.join(there)}, {outside.FORMS}")
    return made


def level_bot(level: str, game: str, seconds: float | None = None, threads: int | None = None) -> Bot:
    """A new machine player of a level: safe for names that come from a client or a file.

    One that thinks by the clock can be given other seconds, and threads.
    """
    made = _of_level(level, game, seconds, threads)
    if made is None:
        raise BadOption(f"no machine player {shown(level)} plays {game}; there is " + ", ".join(levels(game)))
    return made


def _of_level(level: str, game: str, seconds: float | None, threads: int | None = None) -> Bot | None:
    manifest = games.manifest(game)
    if level in manifest.bots:
        own: Bot = load(manifest.bots[level])()
        return own
    if level == RANDOM:
        uniform: Bot = importlib.import_module("floe.bots.uniform").Uniform()
        return uniform
    if level in manifest.levels or level in manifest.yardsticks:
        search = importlib.import_module("floe.bots.search_player")
        searching: Bot = search.SearchPlayer(game, level, threads, seconds=seconds)
        return searching
    return outside.player(_offered[level][0], game, seconds) if level in added(game) else None


def _timed(spec: str, game: str) -> Bot | None:
    """A searching level that is told how long to think."""
    level, at, _ = spec.partition("@")
    manifest = games.manifest(game)
    if not at or (level not in manifest.levels and level not in manifest.yardsticks):
        return None
    timed: Bot = importlib.import_module("floe.bots.search_player").SearchPlayer(game, spec)
    return timed


def _why_not(spec: str, game: str) -> str | None:
    """Why a player from outside does not play a game; none if it does."""
    try:
        made = outside.player(spec, game)
    except FloeError as fault:
        return str(fault)
    return None if made else f"{shown(spec)} is no player from outside: expected is {outside.FORMS}"
