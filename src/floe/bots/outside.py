"""Machine players from outside, by what names them: a class, a file of weights, an ONNX file, an installed package.

``module:Class``
    A class as ``floe.bots.bot.Bot`` describes it, or a function that makes one. The current folder is searched first,
    as with ``python -m``.
``FILE.npz``, ``FILE.npz@LEVEL``, ``FILE.npz@2000``, ``FILE.npz@0.2s``
    Weights that ``floe train`` has written, played by the search as the strongest level plays, or as another, or with
    so many simulations or seconds for an action.
``FILE.onnx``, ``FILE.onnx@sampled``
    A network with a policy; see ``floe.bots.onnx_player``.
a name
    An entry point of the group ``floe.players``, whose value is a class or a function as above.

A class or function is called with the game's name if it has a parameter ``game``, otherwise with nothing. An attribute
``games`` may list the games that it plays; without one it plays all.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import logging
import os
import re
import sys
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from floe.bots.bot import BadPlayer, Bot
from floe.core.errors import FloeError, shown
from floe.core.levels import LADDER

GROUP = "floe.players"
FORMS = "a module:Class, or a file of weights (.npz) or with a network (.onnx)"
_FILE = re.compile(r"(?P<path>.+\.(?P<kind>npz|onnx))(?:@(?P<how>[\w.]+))?", re.DOTALL)
_CLASS = re.compile(r"[\w.]+:[\w.]+")
_NAME = re.compile(r"[\w-]+")


def player(spec: str, game: str, seconds: float | None = None) -> Bot | None:
    """A new player from outside; none if the text names none of them."""
    made: Bot
    if found := _FILE.fullmatch(spec):
        if found["kind"] == "npz":
            made = importlib.import_module("floe.bots.search_player").SearchPlayer(game, spec, seconds=seconds)
        else:
            made = importlib.import_module("floe.bots.onnx_player").OnnxPlayer(game, found["path"], found["how"])
        return made
    if spec in _points():
        return _made(_announced(spec), game, spec)
    return _made(_imported(spec), game, spec) if _CLASS.fullmatch(spec) else None


def called(spec: str) -> str:
    """What a player is called in tables and at the board: its file without the folders, or as it was named."""
    file = file_of(spec)
    return spec if file is None else os.path.basename(spec)


def file_of(spec: str) -> Path | None:
    """The file that a player is read from, if one is named."""
    found = _FILE.fullmatch(spec)
    return Path(found["path"]) if found else None


def names() -> list[str]:
    """The names that installed packages announce, whether they work or not."""
    return sorted(_points())


def installed(game: str) -> list[str]:
    """The installed players that play a game. A broken one is left out, and the log says why."""
    found = []
    for name in names():
        try:
            factory = _announced(name)
        except BadPlayer as fault:
            logging.getLogger(__name__).warning("%s", fault)
        else:
            if _plays(factory, game):
                found.append(name)
    return found


@functools.cache
def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _announced(name: str) -> Any:
    point = _points()[name]
    package = "an unknown package" if point.dist is None else point.dist.name
    broken = f"the machine player {shown(name)} ({point.value} of {package}) is installed but broken"
    if not _NAME.fullmatch(name) or name in LADDER:
        raise BadPlayer(f"{broken}: it must have a name of its own, of letters, digits, - and _")
    try:
        return point.load()
    except Exception as fault:  # a plug-in may fail in any way, and the rest goes on
        raise BadPlayer(f"{broken}: {type(fault).__name__}: {fault}") from None


def _imported(spec: str) -> Any:
    """What ``module:Class`` names."""
    module, _, name = spec.partition(":")
    if "" not in sys.path and os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except ModuleNotFoundError as fault:
        if fault.name is None or not f"{module}.".startswith(f"{fault.name}."):
            raise BadPlayer(f"{spec} cannot be loaded: {type(fault).__name__}: {fault}") from None
        where = "in this folder or among the installed packages"
        raise BadPlayer(f"{spec} cannot be loaded: there is no module {shown(fault.name)} {where}") from None
    except Exception as fault:  # whatever the module does when it is imported
        raise BadPlayer(f"{spec} cannot be loaded: {type(fault).__name__}: {fault}") from None
    return found


def _plays(factory: Any, game: str) -> bool:
    return getattr(factory, "games", None) is None or game in factory.games


def _made(factory: Any, game: str, named: str) -> Bot:
    if not callable(factory):
        raise BadPlayer(f"{named} is no class and no function that makes a player, but {shown(factory)}")
    if not _plays(factory, game):
        raise BadPlayer(f"{named} plays {', '.join(factory.games)}, not {game}")
    try:
        takes_game = "game" in inspect.signature(factory).parameters
        made: Bot = factory(game=game) if takes_game else factory()
    except FloeError:
        raise
    except Exception as fault:  # whatever it does when it is made
        raise BadPlayer(f"{named} cannot be made: {type(fault).__name__}: {fault}") from None
    if isinstance(made, type) or not callable(getattr(made, "choose", None)):
        raise BadPlayer(f"{named} makes {shown(made)}, which has no method choose(view, actions, rng)")
    return made
