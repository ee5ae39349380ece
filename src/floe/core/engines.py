"""Loading a game's engine: what is wrong with one is said by name, whoever wrote it."""

from __future__ import annotations

import functools
from typing import Any

from floe.core.errors import FloeError, UnknownGame
from floe.core.game import Game
from floe.core.manifest import Manifest, load

FIELDS = ("phase", "to_move", "turn", "winners", "players")
"""What every game's struct has."""
ATTRIBUTES = ("manifest", "rules_version", "phases", "n_actions", "dtype", "loops", "encoding", "state_type")
"""What every engine sets."""


@functools.cache
def engine(reference: str, manifest: Manifest) -> Game[Any]:
    """The engine that a manifest names."""
    try:
        found = load(reference)
        _check(found, manifest)
        made: Game[Any] = found()
    except FloeError:
        raise
    except Exception as fault:
        reason = f"{type(fault).__name__}: {fault}"
        raise UnknownGame(
            f"the game {manifest.name!r} is broken: its engine {reference} cannot be used: {reason}"
        ) from fault
    return made


def _check(found: Any, manifest: Manifest) -> None:
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise TypeError("expected a subclass of floe.core.game.Game")
    missing = [name for name in ATTRIBUTES if not hasattr(found, name)]
    if missing:
        raise TypeError(f"it does not set {', '.join(missing)}")
    if found.manifest is not manifest:
        raise TypeError(f"its manifest is that of {found.manifest.name!r}")
    names = found.dtype.names or ()
    lacking = [name for name in FIELDS if name not in names]
    if lacking:
        raise TypeError(f"its struct has no field {', '.join(lacking)}")
    if found.dtype.itemsize % 8:
        raise TypeError(f"its struct has {found.dtype.itemsize} bytes, which is no multiple of 8; add spare ones")
