"""What can be played here: the games that work, and the machine players that people can choose."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import floe
from floe.bots import registry
from floe.bots.bot import BadPlayer
from floe.core.errors import FloeError
from floe.core.game import Game
from floe.server.logs import Log
from floe.server.settings import BadSetting, Settings

journal = Log("games")


class Installed(NamedTuple):
    """The games whose engines can be loaded, and what is wrong with the others."""

    games: dict[str, Game[Any]]
    broken: dict[str, str]


@functools.cache
def installed() -> Installed:
    """All games, by name. Nothing is compiled."""
    games: dict[str, Game[Any]] = {}
    broken = dict(floe.games.found().broken)
    for name in floe.game_names():
        try:
            games[name] = floe.game(name)
        except FloeError as fault:
            broken[name] = str(fault)
    return Installed(games, broken)


@functools.cache
def games() -> dict[str, Game[Any]]:
    """The games that can be played here. One that is broken is left out, and the log says why."""
    working, broken = installed()
    playable: dict[str, Game[Any]] = {}
    for name, game in working.items():
        try:
            game.warm_up()
            playable[name] = game
        except Exception as fault:  # a game from outside may fail in any way, and the others go on
            broken = broken | {name: f"{type(fault).__name__}: {fault}"}
    for name, reason in broken.items():
        journal.warning("game_left_out", game=name, reason=reason)
    return playable


def offer_players(settings: Settings) -> None:
    """Make levels of the players that the host adds. Clients name levels, and nothing that would load code or files."""
    try:
        registry.offer(dict(one.split("=", 1) for one in settings.players))
    except BadPlayer as fault:
        raise BadSetting("players", str(fault)) from None


def ladder(game: str) -> list[str]:
    """The machine players that people can choose: the levels of the game, weakest first, and then the host's."""
    return [*registry.ladder(game), *added(game)]


def added(game: str) -> list[str]:
    """The players of the host's that play this game."""
    return registry.added(game)


def levels(game: str) -> list[str]:
    """All machine players that may sit at a table."""
    return registry.levels(game)


def default_level(game: str) -> str:
    """Who stands in for a person, and plays where nobody chose."""
    return registry.default_level(game)
