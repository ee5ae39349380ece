"""Floe: a digital home for board games. ICE CULT and IGLU IGLU come with it, others can be installed beside them.

>>> import floe
>>> state = floe.game("icecult").new(players=2, seed=7)
>>> state = state.play("ns").play("ee")
>>> state.phase
'move'
"""

from __future__ import annotations

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
)
from floe.core.manifest import load

__version__ = "0.1.0"
__all__ = [
    "BadBatch",
    "BadDocument",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Batch",
    "FloeError",
    "Game",
    "IllegalAction",
    "MalformedAction",
    "Record",
    "State",
    "UnknownGame",
    "batch",
    "game",
    "game_names",
    "games",
    "load_record",
    "puzzles",
]


def game_names() -> list[str]:
    """The names of all games that are installed."""
    return list(games.found().manifests)


# All else is loaded when it is first asked for, so that ``import floe`` alone is quick.
if TYPE_CHECKING:
    from floe.api import batch, game
    from floe.core.batch import Batch
    from floe.core.game import Game, State
    from floe.core.record import Record
    from floe.puzzling.library import puzzles
    from floe.records import load as load_record
else:
    _LATER = {
        "Batch": "floe.core.batch:Batch",
        "Game": "floe.core.game:Game",
        "Record": "floe.core.record:Record",
        "State": "floe.core.game:State",
        "batch": "floe.api:batch",
        "game": "floe.api:game",
        "load_record": "floe.records:load",
        "puzzles": "floe.puzzling.library:puzzles",
    }

    def __getattr__(name: str) -> Any:
        if name not in _LATER:
            raise AttributeError(f"module 'floe' has no attribute {name!r}")
        globals()[name] = loaded = load(_LATER[name])
        return loaded

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
