"""The search of a game, compiled ahead of time for other machines; see ``floe.core.targets``."""

from __future__ import annotations

import floe
from floe.bots.search.engine import EDGES_PER_NODE, search_of
from floe.bots.search.heuristics import Heuristics, heuristics_of
from floe.bots.search.network import Weights, blank, weights_of
from floe.bots.search.results import SearchSettings
from floe.bots.search.workspace import Workspace, make_workspace
from floe.core.levels import BY_ESTIMATE, BY_NETWORK, BY_PLAYOUT
from floe.core.targets.artefacts import Artefact, describe
from floe.core.targets.describe import Array, Entry, Group, Scalar, entry
from floe.core.targets.wasm import wasm

_STRUCTS = {"nodes": "node", "edges": "edge", "buffers": "buffers", "states": "state"}
_CALLER_DECIDES = ("slots", "nodes", "edges")


def ways_of(game: str) -> list[str]:
    """The ways of judging that a game's players use, the strongest first."""
    heuristics = heuristics_of(game)
    if heuristics.by_playouts:
        return [BY_PLAYOUT]
    return [BY_ESTIMATE] if weights_of(game) is None else [BY_NETWORK, BY_ESTIMATE]


def search_for_web(game: str, judge_by: str) -> Artefact:
    """The search of a game that judges in one way, for WebAssembly."""
    entries = search_entries(heuristics_of(game), judge_by)
    settings = {"settings": settings_of(game, judge_by), "edges_per_node": EDGES_PER_NODE, "judge_by": judge_by}
    return Artefact(f"{game}-search-{judge_by}.wasm", wasm(entries), describe(floe.game(game), entries, **settings))


def settings_of(game: str, judge_by: str) -> dict[str, float]:
    """The usual settings of a search: what is written to the fields of those names in ``buffers``."""
    heuristics = heuristics_of(game)
    by_playouts = judge_by == BY_PLAYOUT
    usual = SearchSettings(
        judge_by,
        exploration=heuristics.UCT_EXPLORATION if by_playouts else heuristics.EXPLORATION,
        fpu=0.0 if by_playouts else SearchSettings.fpu,
    )
    return {"exploration": usual.exploration, "fpu": usual.fpu, "variety": usual.variety}


def search_entries(heuristics: Heuristics, judge_by: str) -> list[Entry]:
    """The entries of a search, in a workspace of the caller's: it simulates in slices, and goes on with a tree."""
    search, workspace = search_of(heuristics, judge_by), {"d": workspace_group(heuristics)}
    return [
        entry(search["simulate_many"], workspace | {"number": Scalar()}, "simulate"),
        entry(search["resume"], workspace, "resume"),
    ]


def workspace_group(heuristics: Heuristics) -> Group:
    """The arrays of a workspace, as ``make_workspace`` makes them; how large the tree may be is the caller's choice."""
    small = make_workspace(heuristics, 1, 1, blank(heuristics))._asdict()
    arrays = {
        name: Array(
            array.dtype,
            (f"n_{name}",) if name in _CALLER_DECIDES else array.shape,
            _STRUCTS.get(name),
            alias="states" if name == "words" else None,
        )
        for name, array in small.items()
    }
    return Group(Workspace, arrays)


def half_precision(weights: Weights) -> bytes:
    """Weights as they travel: IEEE half precision, the least significant byte first."""
    return weights.astype("<f2").tobytes()
