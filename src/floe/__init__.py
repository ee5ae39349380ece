"""Floe: a digital home for two ice board games.

>>> import floe
>>> state = floe.game("icecult").new(players=2, seed=7)
>>> state = state.play("ns").play("ee")
>>> state.phase
'move'
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from floe import games
from floe.core.errors import (
    BadBatch,
    BadDocument,
    BadOption,
    BadPosition,
    BadRecord,
    FloeError,
    IllegalAction,
    MalformedAction,
    UnknownGame,
    shown,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from floe.core.batch import Batch
    from floe.core.game import Game
    from floe.core.record import Record

__version__ = "0.1.0"
__all__ = [
    "BadBatch",
    "BadDocument",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "FloeError",
    "IllegalAction",
    "MalformedAction",
    "UnknownGame",
    "batch",
    "game",
    "game_names",
    "games",
    "load_record",
]


def game_names() -> list[str]:
    """The names of all games that are installed."""
    return list(games.found().manifests)


def game(name: str, rules_version: int | None = None) -> Game[Any]:
    """The game of that name, by today's rules or by an older version of them that a record or table names.

    (Loaded when first asked for: ``import floe`` alone is quick.)
    """
    manifest = games.manifest(name)
    older = None if rules_version is None else manifest.older.get(rules_version)
    module = importlib.import_module("floe.core.engines")
    made: Game[Any] = module.engine(older or manifest.engine, manifest)
    if rules_version not in (None, made.rules_version):
        raise UnknownGame(f"version {shown(rules_version)} of the rules of {name} is not known here")
    return made


def batch(
    name: str,
    n: int,
    players: int | None = None,
    seed: int | str | None = None,
    rules: Mapping[str, Any] | None = None,
    colours: Sequence[str] | None = None,
    threads: int | None = None,
) -> Batch:
    """``n`` new games of one kind, to be stepped together on all cores, or on so many threads."""
    module = importlib.import_module("floe.core.batch")
    made: Batch = module.Batch.new(game(name), n, module.Setup(players, seed, rules, colours), threads)
    return made


def load_record(path: str | Path) -> Record:
    """Read a game record from a file, whatever game it is of, and replay it."""
    loaded: Record = importlib.import_module("floe.records").load(path)
    return loaded
