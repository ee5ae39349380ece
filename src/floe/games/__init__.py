"""The games: a folder each in here, and packages from outside that announce themselves. They never import each other.

A folder here has a module ``manifest`` with a ``MANIFEST``; a package from outside names its own in an entry point of
the group ``floe.games``. One that cannot be loaded is left out, and said to be broken to whoever asks.
"""

from __future__ import annotations

import functools
import importlib
import logging
import pkgutil
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from floe.core.errors import UnknownGame, shown
from floe.core.manifest import Manifest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "floe.games"
_NAME = re.compile("[a-z][a-z0-9_]*")


@dataclass(frozen=True)
class Found:
    """The games that are installed, and those that are but cannot be used, each with the reason."""

    manifests: dict[str, Manifest]
    broken: dict[str, str]


@functools.cache
def found() -> Found:
    """All games: first those that come with Floe, then those from outside, each by name."""
    manifests: dict[str, Manifest] = {}
    broken: dict[str, str] = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        made: Manifest = importlib.import_module(f"{__name__}.{module.name}.manifest").MANIFEST
        manifests[made.name] = made
    for point in sorted(announced(), key=lambda point: point.name):
        try:
            manifests[point.name] = _checked(point, manifests)
        except Exception as fault:  # a plug-in may fail in any way, and the rest goes on
            broken[point.name] = f"{point.value} of {_distribution(point)}: {type(fault).__name__}: {fault}"
            logging.getLogger(__name__).warning("the game %s is left out: %s", point.name, broken[point.name])
    return Found(manifests, broken)


def announced() -> Iterable[EntryPoint]:
    """What packages from outside announce. (What looks for it takes longer to load than all of ``import floe``.)"""
    points: Iterable[EntryPoint] = importlib.import_module("importlib.metadata").entry_points(group=GROUP)
    return points


def manifest(name: str) -> Manifest:
    """The manifest of a game, or a refusal that says which there are and what is wrong with a broken one."""
    games = found()
    if isinstance(name, str) and name in games.manifests:
        return games.manifests[name]
    if isinstance(name, str) and name in games.broken:
        raise UnknownGame(f"the game {shown(name)} is installed but broken: {games.broken[name]}")
    raise UnknownGame(f"there is no game {shown(name)}; there is " + ", ".join(games.manifests))


def _checked(point: EntryPoint, known: dict[str, Manifest]) -> Manifest:
    made = point.load()
    if not isinstance(made, Manifest):
        raise TypeError(f"expected a floe.core.manifest.Manifest, found {shown(made)}")
    if not _NAME.fullmatch(point.name):
        raise ValueError(f"a name is made of lower-case letters, digits and underscores, unlike {shown(point.name)}")
    if made.name != point.name:
        raise ValueError(f"the manifest is of {shown(made.name)}, but the entry point names {shown(point.name)}")
    if made.name in known:
        raise ValueError("there is a game of that name already")
    return made


def _distribution(point: EntryPoint) -> str:
    return "an unknown package" if point.dist is None else point.dist.name
